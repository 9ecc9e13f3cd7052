"""A league or a team as one file, and back: the format, the export, what is checked, and the import.

One promise: what was exported, imported where its names are free and exported again is the same, byte for byte.
"""
