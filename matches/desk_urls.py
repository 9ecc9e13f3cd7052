"""Addresses: see `urls.py`."""

from django.urls import path

from matches.views import desk, dice, rulings

urlpatterns = [
    path("teams/<slug:slug>/desk/", desk.desk, name="desk"),
    path("teams/<slug:slug>/desk/pay/", desk.pay, name="pay-ronin"),
    path("teams/<slug:slug>/desk/release/", desk.release, name="release-ronin"),
    path("teams/<slug:slug>/desk/downtime/", desk.downtime, name="roll-downtime"),
    path("teams/<slug:slug>/desk/spare/", desk.spare, name="spare"),
    path("teams/<slug:slug>/desk/advancement/", desk.advancement, name="roll-advancement"),
    path("teams/<slug:slug>/desk/advance/", desk.advance, name="advance"),
    path("teams/<slug:slug>/rulings/", rulings.rulings, name="rulings"),
    path("dice/", dice.dice, name="dice"),
    path("dice/<str:commitment>/", dice.dice_of, name="dice-of"),
]
