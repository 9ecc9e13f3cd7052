"""The API of matches: briefings, reports and what follows from them, amendments, rulings, dice, the master's desk.

Every endpoint follows `teams/api/__init__.py`. Who may do what is for `matches/permissions.py` to say.
"""
