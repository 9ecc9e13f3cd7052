"""A chapter by a league's rules beside the same chapter by the rulebook: what differs is marked."""

from dataclasses import replace

from rules.book.shapes import Chapter, Fact, Row, Rule, Says, Table


def marked(chapter: Chapter, printed: Chapter) -> Chapter:
    """Both have the same rules in the same order, whatever the numbers."""
    pairs = zip(chapter.rules, printed.rules, strict=True)
    return replace(chapter, rules=tuple(_rule(ours, theirs) for ours, theirs in pairs))


def _rule(rule: Rule, printed: Rule) -> Rule:
    if rule == printed:
        return rule
    tables = {table.caption: table for table in printed.tables}
    return replace(
        rule,
        says=tuple(Says(its.text, its not in printed.says) for its in rule.says),
        facts=_facts(rule.facts, printed.facts),
        tables=tuple(_table(its, tables.get(its.caption)) for its in rule.tables),
    )


def _facts(facts: tuple[Fact, ...], printed: tuple[Fact, ...]) -> tuple[Fact, ...]:
    values = {fact.label: fact.value for fact in printed}
    return tuple(
        replace(its, printed=value) if (value := values.get(its.label, "")) != its.value else its for its in facts
    )


def _table(table: Table, printed: Table | None) -> Table:
    rows = {row.title: row for row in printed.rows} if printed else {}
    return replace(table, rows=tuple(_row(its, rows.get(its.title)) for its in table.rows))


def _row(row: Row, printed: Row | None) -> Row:
    if printed is None:
        return replace(row, is_new=True)
    return row if row.cells == printed.cells else replace(row, printed=printed.cells)
