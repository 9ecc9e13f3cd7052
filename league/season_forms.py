"""The forms of seasons, rounds and games. What is refused is shown at the field it is about."""

from collections.abc import Iterable, Iterator
from typing import Any

from django import forms

from league.calendar import ENDED, GameShown
from league.forms import RefusableForm
from league.models import Division, Entrant, Fixture, Format, Season, today
from league.playoffs import FEWEST, MOST
from league.results import RECORDABLE, SideResult
from league.standings import Outcome
from rules.roster import LONGEST_NAME, name_problems

LONGEST_NOTE = 300
DATE = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
CHOOSE = {"required": "Choose one of these.", "invalid_choice": "Choose one of these."}
LONGEST_SEASON = 500  # rounds, and days of a round: whatever is above is a slip of the finger
MOST_DIVISIONS = 16
Choices = Iterable[tuple[object, str]]


def _number(least: int, most: int, *, required: bool = False) -> forms.IntegerField:
    return forms.IntegerField(min_value=least, max_value=most, required=required)


def _choice(choices: Choices, *, required: bool = True) -> forms.ChoiceField:
    told = [(str(value), label) for value, label in choices]
    return forms.ChoiceField(choices=told, required=required, error_messages=CHOOSE)


def _teams_of(fixture: Fixture) -> list[tuple[int, str]]:
    return [(side.entrant_id, side.entrant.team.name) for side in fixture.sides.all()]


class SeasonForm(RefusableForm):
    """The plan of a season. Nothing that is left out has a meaning of its own: a page says what it means."""

    name = forms.CharField(
        max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"})
    )
    format = forms.ChoiceField(
        choices=Format.choices, initial=Format.ROUND_ROBIN, widget=forms.RadioSelect, error_messages=CHOOSE
    )
    rounds_planned = _number(1, LONGEST_SEASON)
    games_per_week = _number(1, 99)
    starts_on = forms.DateField(widget=DATE, initial=today)
    ends_on = forms.DateField(widget=DATE, required=False)
    days_per_round = forms.IntegerField(min_value=1, max_value=LONGEST_SEASON, initial=7)
    divisions = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}))
    playoff_teams = forms.IntegerField(min_value=0, max_value=MOST, initial=0)
    playoff_best_of = forms.TypedChoiceField(
        choices=[(1, "Single games"), (3, "Best of three")],
        coerce=int,
        initial=1,
        widget=forms.RadioSelect,
        error_messages=CHOOSE,
    )
    playoff_third_place = forms.BooleanField(required=False)

    @classmethod
    def of(cls, season: Season) -> "SeasonForm":
        told = {name: getattr(season, name) for name in PLAN}
        return cls(initial={**told, "divisions": "\n".join(its.name for its in season.divisions.all())})

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        for problem in name_problems(name, "name", "The season"):
            raise forms.ValidationError(problem.message)
        return name

    def clean_divisions(self) -> list[str]:
        """One to a line; a single division is none."""
        names = [line.strip() for line in self.cleaned_data["divisions"].splitlines() if line.strip()]
        if any(len(name) > 40 for name in names):
            raise forms.ValidationError("The name of a division has at most 40 characters.")
        if len({name.casefold() for name in names}) < len(names):
            raise forms.ValidationError("Two divisions cannot have the same name.")
        if len(names) == 1 or len(names) > MOST_DIVISIONS:
            raise forms.ValidationError(f"There are two to {MOST_DIVISIONS} divisions, or none.")
        return names

    def clean_playoff_teams(self) -> int:
        teams: int = self.cleaned_data["playoff_teams"]
        if 0 < teams < FEWEST:
            raise forms.ValidationError(f"Playoffs are for {FEWEST} to {MOST} teams; 0 means none.")
        return teams

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        starts, ends = told.get("starts_on"), told.get("ends_on")
        if starts and ends and ends < starts:
            self.add_error("ends_on", "The season would end before it starts.")
        return told

    @property
    def plan(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in PLAN}


PLAN = [name for name in SeasonForm.base_fields if name != "divisions"]
KEPT = ("keeps_koban", "keeps_experience", "keeps_absences")


class NewSeasonForm(SeasonForm):
    """Carries the number that the season will have: sent twice, it opens one."""

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    carry = forms.BooleanField(required=False)
    keeps_koban = forms.BooleanField(required=False, initial=True)
    keeps_experience = forms.BooleanField(required=False, initial=True)
    keeps_absences = forms.BooleanField(required=False)

    @property
    def plan(self) -> dict[str, Any]:
        return {**super().plan, **{name: self.cleaned_data[name] for name in KEPT}}


class EnterForm(RefusableForm):
    """Which team takes part, and where."""

    def __init__(self, *args: Any, teams: Choices, divisions: Iterable[Division], **more: Any) -> None:
        super().__init__(*args, **more)
        self.divisions = {str(its.pk): its for its in divisions}
        apart = [(pk, its.name) for pk, its in self.divisions.items()]
        self.fields["team"] = _choice(teams)
        self.fields["division"] = _choice([("", "No division"), *apart], required=False)

    @property
    def chosen_division(self) -> Division | None:
        return self.divisions.get(self.cleaned_data["division"])


class RetireForm(RefusableForm):
    leaving = forms.ChoiceField(
        choices=[
            ("forfeit", "Its opponents win them by forfeit"),
            ("cancel", "They are called off and count for nobody"),
        ],
        initial="forfeit",
        widget=forms.RadioSelect,
        error_messages=CHOOSE,
    )


class DraftForm(RefusableForm):
    """Says which draft one had before one's eyes."""

    based_on = forms.CharField(max_length=40, widget=forms.HiddenInput)


class DeadlineForm(RefusableForm):
    deadline = forms.DateField(
        widget=DATE, error_messages={"required": "Say until when.", "invalid": "Say until when."}
    )


class GameForm(RefusableForm):
    """Up to four teams; one alone has a bye."""

    SEATS = ("Home", "Away", "Third team", "Fourth team")

    def __init__(self, *args: Any, entrants: Iterable[Entrant], **more: Any) -> None:
        super().__init__(*args, **more)
        teams = [(str(its.pk), its.team.name) for its in entrants]
        for seat, label in enumerate(self.SEATS):
            nobody = [] if seat == 0 else [("", "Nobody: a bye" if seat == 1 else "Nobody")]
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=label, required=seat == 0, choices=[*nobody, *teams], error_messages=CHOOSE
            )

    @property
    def chosen(self) -> list[int]:
        told = (self.cleaned_data[f"seat_{seat}"] for seat in range(len(self.SEATS)))
        return [int(pk) for pk in told if pk]


class SwapForm(RefusableForm):
    """Two seats of one round."""

    def __init__(self, *args: Any, games: Iterable[GameShown], **more: Any) -> None:
        super().__init__(*args, **more)
        sides = [(str(team.side), team.name) for game in games for team in game.teams]
        sides.sort(key=lambda side: side[1].casefold())
        for name, (first, _) in zip(("one", "other"), [*sides, ("", ""), ("", "")], strict=False):
            self.fields[name] = forms.ChoiceField(choices=sides, initial=first, error_messages=CHOOSE)


class ResultForm(RefusableForm):
    """One row of fields for each team of the game, in its order."""

    FIGURES = ("points", "feats", "injuries")

    based_on = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, fixture: Fixture, **more: Any) -> None:
        super().__init__(*args, **more)
        self.sides = list(fixture.sides.all())
        outcomes = [its for its in RECORDABLE if its is not Outcome.FORFEIT_LOST or len(self.sides) > 2]
        choices = [("", "Choose …"), *((its.value, ENDED[its]) for its in outcomes)]
        for side in self.sides:
            self.fields[f"outcome_{side.pk}"] = forms.ChoiceField(
                choices=choices, initial=side.outcome, error_messages={**CHOOSE, "required": "Say how it ended."}
            )
            for figure in self.FIGURES:
                # How many is too many is for the service to say.
                self.fields[f"{figure}_{side.pk}"] = forms.IntegerField(
                    required=figure == "points",
                    min_value=0,
                    max_value=9999,
                    initial=getattr(side, figure) if side.outcome else None,
                )

    @property
    def told(self) -> list[SideResult]:
        return [
            SideResult(
                side.entrant_id,
                Outcome(self.cleaned_data[f"outcome_{side.pk}"]),
                *(self.cleaned_data[f"{figure}_{side.pk}"] or 0 for figure in self.FIGURES),
            )
            for side in self.sides
        ]

    @property
    def rows(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        for side in self.sides:
            yield side.entrant.team.name, [self[f"{name}_{side.pk}"] for name in ("outcome", *self.FIGURES)]


class ForfeitForm(RefusableForm):
    based_on = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, fixture: Fixture, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["by"] = forms.MultipleChoiceField(
            choices=[(str(pk), name) for pk, name in _teams_of(fixture)],
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": "Say which of its teams forfeited."},
        )


class PostponeForm(DeadlineForm):
    based_on = forms.CharField(max_length=40, widget=forms.HiddenInput)
    note = forms.CharField(required=False, max_length=LONGEST_NOTE, widget=forms.TextInput(attrs={"dir": "auto"}))


class ByeForm(RefusableForm):
    based_on = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, fixture: Fixture, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["to"] = _choice(_teams_of(fixture))


class ChallengeForm(RefusableForm):
    note = forms.CharField(required=False, max_length=LONGEST_NOTE, widget=forms.TextInput(attrs={"dir": "auto"}))

    def __init__(self, *args: Any, own: Iterable[Entrant], others: Iterable[Entrant], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["challenger"] = _choice((its.pk, its.team.name) for its in own)
        self.fields["challenged"] = _choice((its.pk, its.team.name) for its in others)
