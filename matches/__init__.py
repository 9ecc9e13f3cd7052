"""Games: the briefing before, the report after, and the desk between games."""
