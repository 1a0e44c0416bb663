"""What pictures and texts read off a position as a dict: who is on a tile, its plant and garrison, open tasks.

What rules count is asked of the state (majority_counts, houses, factories).
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.packed import codes, enum
from games.world504.tables import GOODS, KINDS

TERRAINS = KINDS[:6]                                # all kinds but water
AWARDS = enum("world504", "Award")
NOBODY, = codes("world504", "NOBODY")

Raw = dict[str, Any]


def owns(owner: Raw, t: int) -> bool:
    """Whether an owner has a settlement or its headquarters on a tile."""
    return bool(owner["settled"] >> t & 1) or owner["capital"] == t


def plant_of(raw: Raw, t: int) -> tuple[int, int | None] | None:
    """The good of the plant on a tile and its owner, None where it has none; None without a plant."""
    if not raw["plant"][t]:
        return None
    owner, good = divmod(raw["plant"][t] - 1, 8)
    return good, None if owner == NOBODY else owner


def priced(rules: Raw) -> bool:
    """Whether the world has goods prices that fall and rise."""
    return bool(rules["goods_in_cities"] and rules["income"] == 0)


def open_awards(raw: Raw, rules: Raw) -> str:
    """The tasks that nobody has fulfilled yet, with their points; empty where the world has none."""
    each, large = rules["award_each"], rules["award_large"]
    tasks: dict[str, tuple[str, Sequence[str]]] = {
        "second-goods": (f"two delivered of a kind ({each})", GOODS),
        "third-explored": (f"three explored of a kind ({each})", TERRAINS),
        "third-connected": (f"three connected of a kind ({each})", TERRAINS),
        "three-plants": (f"three plants of a kind ({each})", GOODS),
        "factories-first": ("", (f"factories in three cities ({large})", f"three factories in one city ({large})")),
        "all-terrains": ("", (f"all terrains ({large})", f"all terrains twice ({2 * large})")),
    }
    name = AWARDS[rules["award"]]
    if name not in tasks:
        return ""
    label, names = tasks[name]
    left = ", ".join(task for task, there in zip(names, raw["award"], strict=False) if there) or "none"
    return f"{label}: {left}" if label else left


def garrison(raw: Raw, t: int) -> list[str]:
    """What of nobody's is armed on a tile: barracks, militia, both or none."""
    return [what for what in ("barracks", "militia") if raw[what] >> t & 1]


def attacks(raw: Raw, rules: Raw, owner: int, t: int) -> bool:
    """Whether residents of the owner are on a tile that is not its own, in a world at war: they fight for it."""
    there = raw["owner"][owner]
    return bool(rules["war"] and (there["active"][t] or there["spent"][t]) and not owns(there, t))
