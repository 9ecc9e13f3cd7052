"""What somebody sends who signs up or logs in, for tests."""

from typing import Any

from django.test import Client

PASSWORD = "a long password"  # of everybody whom `person` makes
NEW_PASSWORD = "three tigers slept late"


def sign_up(client: Client, username: str = "kenta", **changes: str) -> Any:
    sent = {
        "username": username,
        "email": f"{username}@example.com",
        "password1": NEW_PASSWORD,
        "password2": NEW_PASSWORD,
    }
    return client.post("/account/signup/", sent | changes)


def log_in(client: Client, login: str = "kenta", password: str = PASSWORD, **more: str) -> Any:
    return client.post("/account/login/", {"login": login, "password": password, **more})


def is_logged_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200
