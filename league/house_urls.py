"""Addresses of a league's house rules, included by `league/urls.py`."""

from django.urls import path

from league.views import house

RULES = "leagues/<slug:slug>/house-rules/"

urlpatterns = [
    path(RULES, house.house_rules, name="house-rules"),
    path(f"{RULES}edit/", house.edit, name="edit-house-rules"),
    path(f"{RULES}edit/preview/", house.preview, name="preview-house-rules"),
    path(f"{RULES}edit/save/", house.save, name="save-house-rules"),
    path(f"{RULES}versions/", house.all_versions, name="house-versions"),
    path(f"{RULES}versions/<int:number>/", house.version, name="house-version"),
]
