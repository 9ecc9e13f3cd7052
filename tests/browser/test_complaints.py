"""The browser's complaints are heard, which every other test of this folder relies on."""

import pytest
from playwright.sync_api import Page

BREAKS = {
    "a style that the policy forbids": "document.body.setAttribute('style', 'color: red')",
    "a script that the policy forbids": "document.body.setAttribute('onclick', '1'); document.body.click()",
    "a file that is not there": "void fetch('/nowhere/')",
}


@pytest.mark.parametrize("script", BREAKS.values(), ids=BREAKS.keys())
def test_what_the_browser_refuses_is_heard(phone: Page, complaints: list[str], script: str) -> None:
    phone.goto("/keywords/")
    assert not complaints
    with phone.expect_console_message(lambda message: message.type == "error"):
        phone.evaluate(script)
    assert complaints
    complaints.clear()


def test_what_a_script_fails_at_is_heard(phone: Page, complaints: list[str]) -> None:
    phone.goto("/keywords/")
    with phone.expect_event("pageerror"):
        phone.evaluate("void setTimeout(() => { throw new Error('lost') })")
    assert complaints
    complaints.clear()
