"""Positions of The Castles of Burgundy for tests, told in the words of the notation.

A test builds one with `position(seat({"c3": "bank"}, storage=["ship"], dice=(2, 5)), goods={3: {"pink": 2}})`, goes on
with `play(state, "place ship at d3 [die 2]", "clear depot 3")` and looks at `of(state).goods`.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import games
from games.burgundy.names import (
    COLOUR_NAMES,
    GOODS_NAMES,
    HEX_NAMES,
    PHASE_NAMES,
    SOURCE_NAMES,
    STAGE_NAMES,
    TILE_NAMES,
)

from .twin_board import spaces

GAME = games.load("burgundy")
Tiles = Mapping[str, str]
Counts = Mapping[str, int]


# ---- making a position -----------------------------------------------------------------------


def seat(duchy: Tiles | None = None, *, board: int = 1, castle: str | None = "d4", storage: Sequence[str] = (),
         silver: int = 0, workers: int = 0, goods: Counts | None = None, sold: Counts | None = None,
         dice: Sequence[int] = (1, 1), large: Iterable[str] = (), small: Iterable[str] = (),
         points: Counts | None = None) -> dict[str, Any]:
    """One seat. Without a duchy it has its start castle only; no silver, no workers, nothing stored."""
    tiles = [0] * len(HEX_NAMES)
    for name, tile in (dict.fromkeys([castle] if castle else [], "castle") | dict(duchy or {})).items():
        tiles[HEX_NAMES.index(name)] = TILE_NAMES.index(tile)
    faces = sorted(dice)
    return {
        "board": board, "castle": HEX_NAMES.index(castle) if castle else 255, "tiles": tiles,
        "silver": silver, "workers": workers,
        "storage": [TILE_NAMES.index(t) for t in storage] + [0] * (3 - len(storage)),
        "goods": counts(goods, GOODS_NAMES), "sold": counts(sold, GOODS_NAMES),
        "dice": faces + [0] * (2 - len(faces)), "large": mask(large), "small": mask(small),
        "sources": counts(points, SOURCE_NAMES) + [0] * (12 - len(SOURCE_NAMES)),
    }


def position(*seats: dict[str, Any], phase: str = "A", round: int = 1, turn: int = 0,
             order: Sequence[int] | None = None, track: Sequence[Sequence[int]] | None = None,
             depots: Mapping[int, Sequence[str]] | None = None, goods: Mapping[int, Counts] | None = None,
             black: Sequence[str] = (), coming: Sequence[str | None] = (), large: Iterable[str] = COLOUR_NAMES,
             small: Iterable[str] = COLOUR_NAMES, bought: bool = False, players: int = 0, **options: str) -> Any:
    """A position in which the seat at `turn` of the play order is to act (stage main).

    Seats that are not given have a start castle and two dice; there are `players` of them, or as many as are given, or
    two. Supplies are those of a game in which nothing has been drawn. `track` lists the seats of each space from the
    bottom up.
    """
    number = players or max(2, len(seats))
    state = fresh(number, tuple(options.items())).copy()
    raw = state.raw()
    for i in range(number):
        raw["seat"][i] |= seats[i] if i < len(seats) else seat()
    order = list(order or range(number))
    for space, tower in enumerate(track or [order[::-1]]):
        for height, who in enumerate(tower):
            raw["track"][who], raw["height"][who] = space, height
    for depot, tiles in (depots or {}).items():
        for n, tile in enumerate(tiles):
            raw["depot"][4 * depot - 4 + n] = TILE_NAMES.index(tile)
    for depot, heap in (goods or {}).items():
        raw["goods"][6 * depot - 6:6 * depot] = counts(heap, GOODS_NAMES)
    for n, tile in enumerate(black):
        raw["black"][n] = TILE_NAMES.index(tile)
    for n, colour in enumerate(coming):
        raw["coming"][n] = GOODS_NAMES.index(colour) + 1 if colour else 0
    raw |= {
        "order": order + raw["order"][number:], "stage": STAGE_NAMES.index("main"), "phase": PHASE_NAMES.index(phase),
        "round": round - 1, "turn": turn, "actor": order[turn], "cursor": 0, "white": 1, "bought": int(bought),
        "large": mask(large), "small": mask(small),
    }
    state.load(raw)
    return state


@cache
def fresh(seats: int, options: tuple[tuple[str, str], ...]) -> Any:
    """A game that has not begun; to be copied, not played."""
    return GAME.start(seats, dict(options))


def counts(given: Counts | None, names: Sequence[str]) -> list[int]:
    given = given or {}
    assert set(given) <= set(names)
    return [given.get(name, 0) for name in names]


def mask(colours: Iterable[str]) -> int:
    return sum(1 << COLOUR_NAMES.index(colour) for colour in colours)


def full(board: int, *empty: str, tile: str = "knowledge 26", **more: str) -> dict[str, str]:
    """A duchy in which every hex but `empty` holds `tile`, or what `more` says of its colour."""
    return {name: more.get(space.colour, tile) for name, space in spaces(board).items() if name not in empty}


# ---- going on from one -----------------------------------------------------------------------


def texts(state: Any) -> list[str]:
    """What can be done here, or at a chance node what can happen."""
    return [GAME.notation.action_text(state, action) for action in state.legal_actions()]


def play(state: Any, *moves: str) -> Any:
    """Play moves or chance outcomes by their texts. The same state comes back."""
    for move in moves:
        state.apply_action(GAME.notation.parse_action(state, move))
    return state


def settle(state: Any, seed: int = 1) -> Any:
    """Play chance nodes until a seat is to act or the game is over."""
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(seed))
    return state


def started(seats: int = 2, seed: int = 1, **options: str) -> Any:
    """A new game at its first decision."""
    return settle(GAME.start(seats, options), seed)


def pass_turn(state: Any) -> Any:
    """The seat to act takes workers with its dice and ends its turn; the chance nodes after it are left to come."""
    before = here(state)
    while not state.is_terminal() and not state.is_chance_node() and here(state) == before:
        play(state, next(t for t in texts(state) if t.startswith("workers") or t == "end turn"))
    return state


def here(state: Any) -> tuple[int, int, int]:
    """Phase, round and turn, each from 0."""
    raw = state.raw()
    return raw["phase"], raw["round"], raw["turn"]


def pass_round(state: Any, seed: int = 1) -> Any:
    """Every seat that is still to act in this round does no more than it must; the next round's first turn begins."""
    before = here(state)[:2]
    while not state.is_terminal() and here(state)[:2] == before:
        settle(pass_turn(state), seed)
    return state


def stage(state: Any) -> str:
    return STAGE_NAMES[state.raw()["stage"]]


# ---- looking at one --------------------------------------------------------------------------


@dataclass(frozen=True)
class Seat:
    """What lies before a seat, in words; counts of 0 are left out."""

    board: int
    duchy: dict[str, str]
    storage: list[str]
    silver: int
    workers: int
    goods: dict[str, int]
    sold: dict[str, int]
    dice: list[int]
    large: list[str]
    small: list[str]
    points: dict[str, int]
    score: int
    space: int                  # of its marker on the turn-order track


def of(state: Any, who: int = 0) -> Seat:
    """What lies before a seat."""
    raw = state.raw()
    mine = raw["seat"][who]
    return Seat(
        board=mine["board"], duchy={HEX_NAMES[i]: TILE_NAMES[t] for i, t in enumerate(mine["tiles"]) if t},
        storage=[TILE_NAMES[t] for t in mine["storage"] if t], silver=mine["silver"], workers=mine["workers"],
        goods=named(mine["goods"], GOODS_NAMES), sold=named(mine["sold"], GOODS_NAMES),
        dice=[face for face in mine["dice"] if face], large=members(mine["large"]), small=members(mine["small"]),
        points=named(mine["sources"], SOURCE_NAMES), score=int(state.scores()[who]), space=raw["track"][who])


def named(numbers: Sequence[int], names: Sequence[str]) -> dict[str, int]:
    return {name: n for name, n in zip(names, numbers, strict=False) if n}


def members(bits: int) -> list[str]:
    return [colour for i, colour in enumerate(COLOUR_NAMES) if bits >> i & 1]


def depot(state: Any, number: int) -> list[str]:
    """Tiles in a numbered depot."""
    return [TILE_NAMES[t] for t in state.raw()["depot"][4 * number - 4:4 * number] if t]


def depot_goods(state: Any, number: int) -> dict[str, int]:
    """Goods that lie at a numbered depot."""
    return named(state.raw()["goods"][6 * number - 6:6 * number], GOODS_NAMES)


def black_depot(state: Any) -> list[str]:
    return [TILE_NAMES[t] for t in state.raw()["black"] if t]


def supply(state: Any, which: str = "supply") -> dict[str, int]:
    """Face-down tiles with coloured backs, or with which="dark" those with black ones."""
    return named(state.raw()[which], TILE_NAMES)


def placements(state: Any, tile: str) -> set[str]:
    """Hexes at which a tile may be placed now."""
    start = f"place {tile} at "
    return {text.removeprefix(start).split()[0] for text in texts(state) if text.startswith(start)}
