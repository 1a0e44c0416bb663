"""Items of a game as options: who begins with what, and what is left out of the supply."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.api import Game, InputError, ItemKind

SEATS = "seats"                 # the kinds that every game has: places in turn order
SKILL = "skill"                 # steps of a ladder of budgets
STYLES = "styles"               # ways to play that a seat is held to
NO_LOOK_AHEAD = "no look-ahead"     # the style that every game has: the seat is played by the heuristics alone
OPENINGS = "openings"           # first moves, by board where seats have one
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")      # in turn order
USUAL = "usual start"           # the item of openings of a game without boards
AGAINST = " against "           # between the agents of a step
GIFTS = "gifts"                 # the option that understands "0:NAME,1:NAME"; other options list an item per seat
POINTS = "points"
NULL = "null"                   # the token worth nothing
HIDDEN = "hidden points"        # added to the final score; nobody at the table knows
LADDER = (2, 4, 6, 8, 10)       # tokens of points
RESOURCE = (1, 2, 4)            # tokens of a resource
# how a game refuses the value of an option: up to why
MADE_UP = re.compile(r"^option \S+: (?:found (?:'[^']*'|\S+),? (?:but )?)?")


@dataclass(frozen=True)
class Kind:
    """One kind of items of one game."""

    name: str
    items: tuple[str, ...]      # those asked for
    given_by: str = ""          # option; empty for seats
    removed_by: str = ""

    @property
    def is_gift(self) -> bool:
        """Whether a seat can begin with such an item beside what it has anyway."""
        return self.given_by == GIFTS


def kind_of(game: Game, name: str, only: Sequence[str] = (), seats: int = 0) -> Kind:
    """The kind of this name, of these items of it. Raises InputError naming what there is."""
    if name == SEATS:
        if only:
            raise InputError(f"--item: found {only[0][:60]!r}, but all places are compared at once")
        return Kind(SEATS, PLACES[:seats])
    if name == SKILL:
        return Kind(SKILL, tuple(only))
    if name == STYLES:
        return Kind(STYLES, _chosen(ItemKind((*game.balance.styles, NO_LOOK_AHEAD), ""), name, only))
    if name == OPENINGS:
        return Kind(OPENINGS, _chosen(boards(game) or ItemKind((USUAL,), ""), name, only))
    known = (SEATS, SKILL, STYLES, OPENINGS, *game.balance.items, *game.variants.kinds)
    found = game.balance.items.get(name)
    if found is None:
        raise InputError(f"--items: found {name[:60]!r}, {game.name} has: {', '.join(known)}")
    return Kind(name, _chosen(found, name, only), found.given_by, found.removed_by)


def reason(error: InputError) -> str:
    """Why a start is refused whose options a question made up: without the option, which nobody gave."""
    return MADE_UP.sub("", str(error)).split("; expected")[0]


def boards(game: Game) -> ItemKind | None:
    """The kind of which every seat has one anyway, if the game has such a kind."""
    return next((kind for kind in game.balance.items.values() if kind.given_by != GIFTS), None)


def with_all(game: Game, options: Mapping[str, str], item: str, seats: int) -> dict[str, str]:
    """Options under which every seat has this board."""
    kind = boards(game)
    return dict(options) if kind is None else {**options, kind.given_by: ",".join([item] * seats)}


def _chosen(kind: ItemKind, name: str, only: Sequence[str]) -> tuple[str, ...]:
    for item in only:
        if item not in kind.items:
            raise InputError(f"--item: found {item[:60]!r}, {name} are: {_listed(kind.items)}")
    if len(set(only)) < len(only):
        raise InputError("--item: the same item is given twice")
    return tuple(i for i in kind.items if i in only) if only else kind.items


def _listed(items: Sequence[str]) -> str:
    return ", ".join(items) if len(items) <= 30 else f"{', '.join(items[:30])} and {len(items) - 30} more"


def quantity(token: str) -> tuple[str, int]:
    """`silver 2` as ("silver", 2); the null token as ("null", 0)."""
    name, _, count = token.rpartition(" ")
    return (name, int(count)) if name and count.isdecimal() else (token, 0)


def resources(game: Game) -> list[str]:
    """Names of the resources that seats can begin with, points among them if the game has them."""
    return list(dict.fromkeys(quantity(token)[0] for token in game.balance.tokens))


def with_items(kind: Kind, options: Mapping[str, str], held: Sequence[str]) -> dict[str, str]:
    """Options under which seat s begins with held[s]: an item, a token, or nothing (empty, null or hidden)."""
    given = [(s, what) for s, what in enumerate(held) if what and what != NULL and not what.startswith(HIDDEN)]
    if not given:
        return dict(options)
    if kind.is_gift:
        said = ",".join(f"{s}:{what}" for s, what in given)
        return {**options, GIFTS: ",".join(filter(None, (options.get(GIFTS, ""), said)))}
    return {**options, kind.given_by: ",".join(held)}


def without_items(kind: Kind, options: Mapping[str, str], out: Sequence[str]) -> dict[str, str]:
    """Options under which these items are not in the supply."""
    if not out:
        return dict(options)
    return {**options, kind.removed_by: ",".join(filter(None, (options.get(kind.removed_by, ""), *out)))}
