"""A comparison in words."""
from __future__ import annotations

from collections.abc import Sequence

from reports.documents.compare import Comparison
from reports.documents.differences import WIN, Line
from reports.documents.differences_simulated import SOURCES, WHOLE
from reports.documents.words import few, listed, signed

NAMED = 8           # outcomes of one verdict that the paragraph names
OPEN = ("not settled", "too few blocks")


def opening(found: Comparison) -> str:
    """The first paragraph: what differs, what that changes, what is not settled, and how the runs were compared."""
    groups: dict[str, list[str]] = {}
    for each in found.lines:
        groups.setdefault(each.verdict, []).append(_named(each))
    parts = [f"{verdict}: {few(names, NAMED)}" for verdict, names in groups.items() if verdict not in OPEN]
    waiting = [name for verdict in OPEN for name in groups.get(verdict, [])]
    return " ".join([
        _differs(found),
        f"In {found.second} against {found.first}: {'; '.join(parts)}." if parts else "Nothing is settled yet.",
        *([f"Not settled: {few(waiting, NAMED)}."] if waiting else []),
        f"Every difference is {found.second} less {found.first}, from {_blocks(found.lines)}. The runs are "
        f"{'paired' if found.paired else 'not paired'}: {found.why}."])


def change(each: Line) -> str:
    """The difference with its unit."""
    return f"{signed(100 * each.difference)} pp" if each.unit == WIN else signed(each.difference)


def _differs(found: Comparison) -> str:
    parts = [f"{name} ({one} and {other})" for name, (one, other) in found.differs.items()]
    if not parts:
        return f"{found.first} and {found.second} were asked for the same."
    return f"{found.first} and {found.second} differ in {listed(parts)}."


def _blocks(lines: Sequence[Line]) -> str:
    one, other = (max(getattr(each, name) for each in lines) for name in ("blocks_first", "blocks_second"))
    return f"{one:,} blocks of each" if one == other else f"{other:,} and {one:,} blocks"


def _named(each: Line) -> str:
    """The outcome in words, with its difference."""
    what = {WHOLE: each.name, SOURCES: f"points from {each.name}"}.get(
        each.group, f"{'win' if each.unit == WIN else 'margin'} of {each.name}")
    return f"{what} ({change(each)})"
