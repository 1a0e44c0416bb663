"""The share table of 504 as words: prices, who holds how many shares, what lies on boards and in the bank."""
from __future__ import annotations

from typing import Any, NamedTuple

from games.packed import enum
from games.world504.names import NOBODY, owner_names

TRADES = enum("world504", "Trade")
STEP = 10                       # Mark from one price to the next

Raw = dict[str, Any]


class Row(NamedTuple):
    """A line of the table: what it is, its name, a word for each company, and the seat whose line it is."""

    name: str
    cells: list[str]
    seat: int | None = None


def dealt(rules: Raw) -> bool:
    """Whether the world has shares."""
    return TRADES[rules["trade"]] != "no-shares"


def founded(raw: Raw, rules: Raw) -> list[int]:
    """The owners that are there: seats, or the companies that somebody has founded."""
    return [i for i in range(rules["owners"]) if raw["agent"][i] != NOBODY]


def president(raw: Raw, rules: Raw, i: int) -> str:
    """Who presides over a company, as sheets say it; empty where owners are seats."""
    return f"seat {raw['agent'][i]} presides" if rules["companies"] else ""


def heads(rules: Raw) -> list[str]:
    """The names of the columns."""
    return list(owner_names(rules))


def share_rows(raw: Raw, rules: Raw) -> list[Row]:
    """The lines of the table. `P` marks the president's card, which counts as two of the shares."""
    owners = range(rules["owners"])
    rows = [Row("price", [str(STEP * raw["quote"][i]) if raw["quote"][i] else "-" for i in owners])]
    if rules["companies"]:
        places = {company: n + 1 for n, company in enumerate(raw["market"][:raw["founded"]])}
        rows.append(Row("by price", [str(places.get(i, "-")) for i in owners]))
    for seat in range(rules["seats"]):
        cells = [_held(raw, seat, i) for i in owners]
        name = f"seat {seat}: {raw['cash'][seat]} Mark" if rules["companies"] else f"seat {seat}"
        rows.append(Row(name, cells, seat))
    if rules["sold_by_company"]:
        rows.append(Row("on the board", [str(raw["aside"][i]) for i in owners]))
    elif not rules["companies"]:
        rows.append(Row("sold just now", [str(raw["aside"][i]) for i in owners]))
    rows.append(Row("in the bank", [str(_in_bank(raw, rules, i)) for i in owners]))
    return rows


def _held(raw: Raw, seat: int, i: int) -> str:
    count = raw["held"][seat][i]
    return f"{count}{' P' if raw['agent'][i] == seat else ''}" if count else "-"


def _in_bank(raw: Raw, rules: Raw, i: int) -> int:
    held = sum(raw["held"][seat][i] for seat in range(rules["seats"]))
    return int(rules["shares_each"] - raw["aside"][i] - held)


def share_count(raw: Raw, seat: int) -> int:
    """All shares that a seat holds."""
    return sum(raw["held"][seat])
