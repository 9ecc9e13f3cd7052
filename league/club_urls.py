"""Addresses of leagues and their members, included by `league/urls.py`."""

from django.urls import path

from league.views import club, joining, members

urlpatterns = [
    path("leagues/", club.all_leagues, name="leagues"),
    path("leagues/new/", club.new, name="new-league"),
    path("leagues/<slug:slug>/", club.league, name="league"),
    path("leagues/<slug:slug>/settings/", club.settings, name="league-settings"),
    path("leagues/<slug:slug>/first-steps/", club.dismiss_first_steps, name="dismiss-first-steps"),
    path("leagues/<slug:slug>/archive/", club.archive, name="archive-league"),
    path("leagues/<slug:slug>/reopen/", club.reopen, name="reopen-league"),
    path("leagues/<slug:slug>/join/", joining.join, name="join-league"),
    path("leagues/<slug:slug>/leave/", members.leave, name="leave-league"),
    path("leagues/<slug:slug>/members/", members.members, name="members"),
    path("leagues/<slug:slug>/members/<int:pk>/role/", members.change_role, name="change-role"),
    path("leagues/<slug:slug>/members/<int:pk>/hand-over/", members.hand_over, name="hand-over"),
    path("leagues/<slug:slug>/members/<int:pk>/remove/", members.remove, name="remove-member"),
    path("leagues/<slug:slug>/requests/<int:pk>/approve/", members.approve, name="approve-request"),
    path("leagues/<slug:slug>/requests/<int:pk>/decline/", members.decline, name="decline-request"),
    path("leagues/<slug:slug>/invitations/", members.invite, name="invite"),
    path("leagues/<slug:slug>/invitations/<int:pk>/revoke/", members.revoke, name="revoke-invitation"),
    path("join/<slug:token>/", joining.invitation, name="invitation"),
]
