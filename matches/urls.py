"""The addresses of matches: each part of the app has its own list."""

from django.urls import include, path

urlpatterns = [
    path("", include("matches.briefing_urls")),
    path("", include("matches.report_urls")),
    path("", include("matches.amend_urls")),
    path("", include("matches.desk_urls")),
    path("", include("matches.master_urls")),
    path("", include("matches.archive_urls")),
    path("", include("matches.newsletter_urls")),
    path("", include("matches.picture_urls")),
    path("", include("matches.feed_urls")),
    path("", include("matches.record_urls")),
]
