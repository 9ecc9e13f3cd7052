"""Casting dice again: the form that does it on this site, and the lines of Python that do it without."""

from django import forms

from rules import dice
from rules.dice import Roll

LONGEST_SECRET = 1_000  # hexadecimal digits; those of this site have 64
LONGEST_PURPOSE = 300
MOST_DICE = 24

# What anybody can run, without this site. A test runs it.
SNIPPET = """\
import hashlib, hmac

FACES = ["Spirit", "Void", "Earth", "Air", "Water", "Fire"]

def cast(secret, purpose, count):
    dice, block = [], 0
    while len(dice) < count:
        text = f"{purpose}#{block}".encode()
        for byte in hmac.digest(secret, text, "sha256"):
            if byte < 252:  # the highest multiple of six
                dice.append(FACES[byte % 6])
        block += 1
    return dice[:count]

secret = bytes.fromhex(input("Secret: "))
print("Commitment:", hashlib.sha256(secret).hexdigest())
print("Dice:", cast(secret, input("Purpose: "), int(input("How many: "))))
"""


class CastForm(forms.Form):
    """A secret, what was rolled for, and how many dice: all that a roll depends on."""

    secret = forms.CharField(
        max_length=LONGEST_SECRET, widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    )
    purpose = forms.CharField(
        max_length=LONGEST_PURPOSE,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    count = forms.IntegerField(min_value=1, max_value=MOST_DICE, initial=1)

    def clean_secret(self) -> bytes:
        try:
            return bytes.fromhex(self.cleaned_data["secret"])
        except ValueError:
            raise forms.ValidationError("A secret is written in pairs of the digits 0 to 9 and a to f.") from None

    def cast(self) -> Roll:
        told = self.cleaned_data
        return dice.cast(told["secret"], told["purpose"], told["count"])
