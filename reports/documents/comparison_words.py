"""A comparison in words."""
from __future__ import annotations

from collections.abc import Sequence

from reports.documents.compare import Comparison
from reports.documents.differences import WIN, Line
from reports.documents.differences_simulated import SOURCES, WHOLE
from reports.documents.words import listed, signed

NAMED = 8           # outcomes of one verdict that the paragraph names
OPEN = ("not settled", "too few blocks")


def opening(found: Comparison) -> str:
    """The first paragraph: what differs, how the runs were set against each other, what is settled and what is not."""
    said = [_differs(found), f"All differences are {found.second} less {found.first}; the runs are "
            f"{'paired' if found.paired else 'not paired'}: {found.why}.", _blocks(found.lines)]
    groups: dict[str, list[str]] = {}
    for each in found.lines:
        groups.setdefault(each.verdict, []).append(_named(each))
    parts = [f"{verdict}: {_few(names)}" for verdict, names in groups.items() if verdict not in OPEN]
    said.append(f"In {found.second} are, {'; '.join(parts)}." if parts else "Nothing is settled yet.")
    waiting = [name for verdict in OPEN for name in groups.get(verdict, [])]
    said.append(f"Not settled: {_few(waiting)}." if waiting else "Nothing is left open.")
    return " ".join(said)


def change(each: Line) -> str:
    """The difference with its unit."""
    return f"{signed(100 * each.difference)} pp" if each.unit == WIN else signed(each.difference)


def _differs(found: Comparison) -> str:
    parts = [f"{name} ({one} and {other})" for name, (one, other) in found.differs.items()]
    if not parts:
        return f"{found.first} and {found.second} were asked for in the same words."
    return f"{found.first} and {found.second} differ in {listed(parts)}."


def _blocks(lines: Sequence[Line]) -> str:
    one, other = (max(getattr(each, name) for each in lines) for name in ("blocks_first", "blocks_second"))
    return f"{one:,} blocks count of each." if one == other else f"{one:,} and {other:,} blocks count."


def _named(each: Line) -> str:
    """The outcome in words, with its difference."""
    what = {WHOLE: each.name, SOURCES: f"points from {each.name}"}.get(
        each.group, f"{'win' if each.unit == WIN else 'margin'} of {each.name}")
    return f"{what} ({change(each)})"


def _few(names: Sequence[str]) -> str:
    return listed(list(names) if len(names) <= NAMED + 1 else [*names[:NAMED], f"{len(names) - NAMED} more"])
