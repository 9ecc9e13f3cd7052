"""The addresses of accounts. Only those listed here exist, whatever else allauth could do; their names are its own."""

from allauth.account import views as allauth
from django.urls import path, re_path

from teams.views import account, tokens

urlpatterns = [
    path("", account.account, name="account"),
    path("signup/", account.SignUp.as_view(), name="account_signup"),
    path("login/", allauth.login, name="account_login"),
    path("logout/", allauth.logout, name="account_logout"),
    path("inactive/", allauth.account_inactive, name="account_inactive"),
    path("confirm/", allauth.reauthenticate, name="account_reauthenticate"),
    path("email/", account.email, name="account_email"),
    path("email/keep/", account.keep_email, name="account_keep_email"),
    re_path(r"^email/confirm/(?P<key>[-:\w]+)/$", allauth.confirm_email, name="account_confirm_email"),
    path("password/", allauth.password_change, name="account_change_password"),
    path("password/set/", allauth.password_set, name="account_set_password"),
    path("password/reset/", allauth.password_reset, name="account_reset_password"),
    path("password/reset/sent/", allauth.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("tokens/", tokens.all_tokens, name="account_tokens"),
    path("tokens/<int:pk>/revoke/", tokens.revoke, name="account_revoke_token"),
    path("export/", account.export, name="account_export"),
    path("delete/", account.delete, name="account_delete"),
]
