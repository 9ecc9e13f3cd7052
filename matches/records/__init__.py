"""What was most, ever: the hall of fame of a league, and the marks that its newsletter measures new games by."""
