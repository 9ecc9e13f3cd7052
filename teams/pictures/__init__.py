"""Pictures of figures, drawn here: pure functions from figures to SVG without script or style of its own.

The markup carries its inks, so that it prints; a stylesheet may paint it anew. What differs by ink
differs by shape too. A picture says its title; what is to be seen in it, and its figures, stand beside it as text.
"""
