"""One search for everything: teams, ninja, leagues, people and the whole catalog.

A kind of thing that can be found is one entry of `KINDS` in `kinds.py`. Nobody finds what they may not see.
"""
