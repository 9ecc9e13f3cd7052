"""The addresses of the builder: a new team, a draft, and what can be done to one."""

from django.urls import include, path

from teams.views import builder

actions = [
    path("", builder.show, name="draft"),
    path("add/", builder.add, name="draft-add"),
    path("drop/", builder.drop, name="draft-drop"),
    path("remove/", builder.remove, name="draft-remove"),
    path("up/", builder.up, name="draft-up"),
    path("down/", builder.down, name="draft-down"),
    path("duplicate/", builder.duplicate, name="draft-duplicate"),
    path("rename/", builder.rename, name="draft-rename"),
    path("another-name/", builder.another_name, name="draft-another-name"),
    path("rename-team/", builder.rename_team, name="draft-rename-team"),
    path("another-team-name/", builder.another_team_name, name="draft-another-team-name"),
    path("choose/", builder.choose, name="draft-choose"),
    path("take/", builder.take, name="draft-take"),
    path("undo/", builder.undo, name="draft-undo"),
    path("copy/", builder.copy, name="draft-copy"),
    path("discard/", builder.discard, name="draft-discard"),
    path("found/", builder.found, name="draft-found"),
]

urlpatterns = [
    path("teams/new/", builder.new, name="new-team"),
    path("drafts/<uuid:key>/", include(actions)),
]
