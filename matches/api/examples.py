"""Examples for the documentation."""

from league.api.examples import GAME

KEY = "3f0c2a52-6d0e-4f0c-8a51-3c5e4d1f7b90"
BASED_ON = "9c1185a5c5e9fc54"
TABLE_DICE = {"dice": ["fire", "water"], "witness": "mio"}
CHOSEN = {"ember-claws": {"7": "upheld"}}
REPORT = {
    "game": KEY,
    "challenge": "brawl",
    "teams": [
        {
            "team": "ember-claws",
            "result": "won",
            "points": 2,
            "ninja": {
                "n1": {"on_board": True, "feats": {"brawl-injury": 2}, "healing_house": False},
                "n2": {"on_board": True, "feats": {}, "healing_house": True},
            },
            "all_stars": ["n1"],
            "side": None,
        },
        {
            "team": "tide-of-ink",
            "result": "lost",
            "points": 1,
            "ninja": {"n1": {"on_board": True, "feats": {"brawl-injury": 1}, "healing_house": False}},
            "all_stars": ["n1"],
            "side": None,
        },
    ],
}
MOMENTS = [{"round": 3, "team": "ember-claws", "ninja": "n1", "feat": "brawl-injury"}]
ACCOUNT = {"report": REPORT, "moments": MOMENTS, "notes": "We stopped after round five."}
VERSION = {
    "number": 1,
    "kind": "filed",
    "author": "kenta",
    "written_at": "2026-03-20T22:10:00Z",
    "state": "Waiting",
    "is_in_force": False,
    "in_force_from": None,
    "withdrawn_at": None,
    "reason": "",
    "signed": ["ember-claws"],
    "voids": False,
    **ACCOUNT,
    "choices": {},
}
MATCH = {
    "game": GAME,
    "match": {
        "key": KEY,
        "state": "reported",
        "briefed_at": "2026-03-20T19:00:00Z",
        "briefed_by": "kenta",
        "challenge": "brawl",
        "teams": ["ember-claws", "tide-of-ink"],
        "versions": 1,
        "accepted": None,
        "unsigned": ["tide-of-ink"],
        "silence_at": "2026-03-23T22:10:00Z",
        "held_up": "",
        "proposals": [],
    },
    "may": ["brief", "report", "comment"],
}
