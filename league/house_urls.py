"""Addresses of a league's house rules, included by `league/urls.py`."""

from django.urls import path

from league.views import house, rules

RULES = "leagues/<slug:slug>/house-rules/"

ALL_RULES = "leagues/<slug:slug>/rules/"

urlpatterns = [
    path(ALL_RULES, rules.rules, name="league-rules"),
    path(f"{ALL_RULES}<slug:chapter_id>/", rules.chapter, name="league-rules-chapter"),
    path(RULES, house.house_rules, name="house-rules"),
    path(f"{RULES}edit/", house.edit, name="edit-house-rules"),
    path(f"{RULES}edit/preview/", house.preview, name="preview-house-rules"),
    path(f"{RULES}edit/save/", house.save, name="save-house-rules"),
    path(f"{RULES}versions/", house.all_versions, name="house-versions"),
    path(f"{RULES}versions/<int:number>/", house.version, name="house-version"),
]
