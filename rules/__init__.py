"""The league rules of Ninja All-Stars as pure Python.

Frozen values and functions: no Django, no files but the catalog, no clock, no randomness.
The same input always gives the same output, in any process.
"""
