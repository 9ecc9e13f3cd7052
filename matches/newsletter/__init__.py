"""The newsletter of a league: drafted from what really happened, edited by those who run it, and kept."""
