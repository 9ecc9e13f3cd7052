"""Addresses of reports and their versions, included by `urls.py`."""

from django.urls import include, path

from matches.views import report, versions

REPORT = [
    path("", report.report, name="report"),
    path("save/", report.save, name="save-report"),
    path("countersign/", report.countersign, name="countersign"),
    path("settle/", report.settle, name="settle-report"),
    path("withdraw/", report.withdraw, name="withdraw-report"),
    path("versions/", versions.versions, name="report-versions"),
    path("versions/<int:number>/", versions.version, name="report-version"),
    path("compare/", versions.compare, name="compare-reports"),
]
urlpatterns = [path("games/<int:pk>/report/", include(REPORT))]
