"""The league rules to be read: chapters of rules in our own words, made from the numbers in force.

No number stands in these sentences that is not asked of the house rules or the catalog, so a changed rule is a
changed page.
"""
