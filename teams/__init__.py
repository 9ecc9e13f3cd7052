"""Teams: their chronicles, and the scrolls told from them."""
