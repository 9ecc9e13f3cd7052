"""What there is to tell, and on which ways somebody hears of it who has chosen nothing."""

from dataclasses import dataclass

from django.db import models


class Kind(models.TextChoices):
    """What news are about. People choose by these."""

    CHALLENGED = "challenged", "Somebody challenges you"
    SCHEDULED = "scheduled", "A game of yours is scheduled"
    CHANGED = "changed", "A game of yours is postponed, forfeited or called off"
    ROUND = "round", "A round is published in which you do not play"
    WAITING = "waiting", "A report waits for you"
    DISPUTED = "disputed", "A report is disputed"
    ACCEPTED = "accepted", "A result of yours counts"
    AMENDED = "amended", "A report of yours is amended or voided"
    STEPS = "steps", "Steps are due after a game"
    RULING = "ruling", "The ninja master gives a ruling on your team"
    REMINDER = "reminder", "The ninja master reminds you"
    NEWSLETTER = "newsletter", "A newsletter is out"
    WEBHOOK = "webhook", "A webhook of yours is switched off"
    DIGEST = "digest", "The day in one mail"
    TEST = "test", "A test"


class Mail(models.TextChoices):
    """How soon somebody gets a mail."""

    AT_ONCE = "at-once", "At once"
    DAILY = "daily", "Once a day"
    OFF = "off", "Never"


@dataclass(frozen=True, slots=True)
class Ways:
    """On which ways news of one kind reach somebody."""

    in_app: bool = True
    email: Mail = Mail.AT_ONCE
    webhook: bool = True


# Nobody chooses how to get a test, or a digest: that is what the other choices are about.
CHOSEN: tuple[Kind, ...] = tuple(kind for kind in Kind if kind not in (Kind.DIGEST, Kind.TEST))
# What a league tells on its own webhooks, and how its ninja master calls it.
OF_LEAGUES = {
    Kind.ROUND: "Rounds that are published",
    Kind.SCHEDULED: "Games that are agreed on",
    Kind.ACCEPTED: "Results",
    Kind.AMENDED: "Reports that are amended or voided",
    Kind.NEWSLETTER: "Newsletters",
}
# What can wait until tomorrow does: nobody reads a mailbox that is always full.
BY_DEFAULT: dict[Kind, Ways] = {
    kind: Ways(email=Mail.DAILY if kind in (Kind.ROUND, Kind.ACCEPTED, Kind.STEPS) else Mail.AT_ONCE) for kind in CHOSEN
}
