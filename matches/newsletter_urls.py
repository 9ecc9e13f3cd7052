"""Addresses of the newsletter, included by `urls.py`."""

from django.urls import path

from matches.views import newsletter

HERE = "leagues/<slug:slug>/newsletter/"

urlpatterns = [
    path(HERE, newsletter.issues, name="newsletter"),
    path(f"{HERE}draft/", newsletter.draft, name="draft-issue"),
    path(f"{HERE}edit/<int:pk>/", newsletter.edit, name="edit-issue"),
    path(f"{HERE}edit/<int:pk>/redraft/", newsletter.redraft, name="redraft-issue"),
    path(f"{HERE}edit/<int:pk>/discard/", newsletter.discard, name="discard-issue"),
    path(f"{HERE}<int:number>/", newsletter.issue, name="issue"),
    path(f"{HERE}<int:number>/issue.pdf", newsletter.issue_pdf, name="issue-pdf"),
]
