"""Seasons, rounds and standings."""
