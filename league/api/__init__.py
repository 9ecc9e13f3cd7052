"""The API of leagues: who belongs to them, by which rules they play, their seasons, rounds, games and tables.

Every endpoint follows `teams/api/__init__.py`. Who may do what is for `league/permissions.py` to say.
"""
