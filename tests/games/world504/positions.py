"""Small positions of 504 for tests: a game begun by the first outcomes of chance, changed as a test needs it.

A test builds one with `raw = start("123").raw()`, changes numbers of `raw`, and goes on with
`enter("123", raw, "trolley")`.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.packed import codes, enum
from games.world504.conditions import atoms_of
from games.world504.phases import phases
from games.world504.setup import new_state
from games.world504.tables import GOODS, KINDS, PRIVILEGES

Raw = dict[str, Any]
SLOTS, BUY_UPGRADE, CAPITAL, OVER, NOWHERE, NOBODY = codes("world504", "SLOTS BUY_UPGRADE CAPITAL OVER NOWHERE NOBODY")
A_DONE, = codes("world504", "A_DONE")
STAGES, SIDES = enum("world504", "Stage"), 6


def code(word: str, more: int = 0) -> int:
    """The code of an action: the first of its block, and how far it is into it."""
    return codes("world504", word)[0] + more


# ---- games and phases -------------------------------------------------------------------------------

def start(world: str, seats: int = 2, **options: str) -> Any:
    """A game at its first turn. Chance and the owners take what is first in their lists; seat 1 begins where it can."""
    state = new_state(seats, {"world": world, "start": "1", **options})
    while state.raw()["phase"] < 2 * SLOTS:
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    return state


def loaded(world: str, raw: Raw, seats: int = 2, **options: str) -> Any:
    """A state of this world with such a position; a trolley that the test leaves out stands in the capital."""
    if "1" in world:
        raw = {**raw, "owner": [{**owner, "trolley": owner["capital"]} if owner["trolley"] == NOWHERE else owner
                                for owner in raw["owner"]]}
    state = new_state(seats, {"world": world, "start": "1", **options})
    state.load(raw)
    return state


def enter(world: str, raw: Raw, phase: str, actor: int = 0, seats: int = 2, **options: str) -> Any:
    """A state that has just entered this phase of the actor's turn, or gone on where nothing was to be asked."""
    place = phases(atoms_of(world))["turn"].index(phase)
    raw = {**raw, "phase": 2 * SLOTS + place - 1, "actor": actor, "place": raw["order"].index(actor),
           "stage": BUY_UPGRADE}
    state = loaded(world, raw, seats, **options)
    state.apply_action(A_DONE)          # of an upgrade: the phase before is over
    return state


def stage(state: Any) -> str:
    """The stage as a word, such as buy-upgrade."""
    return STAGES[state.raw()["stage"]]


def phase(state: Any, world: str) -> str:
    """The phase of the turn."""
    return phases(atoms_of(world))["turn"][state.raw()["phase"] - 2 * SLOTS]


def can(state: Any, word: str, more: int = 0) -> bool:
    """Whether an action is legal."""
    return code(word, more) in state.legal_actions()


def act(state: Any, word: str, more: int = 0) -> Any:
    """Take an action, which must be legal, and return the state."""
    assert can(state, word, more), f"{word} + {more} is not among {state.legal_actions()}"
    state.apply_action(code(word, more))
    return state


# ---- tiles ------------------------------------------------------------------------------------------

def tile(raw: Raw, q: int, r: int) -> int:
    """The number of the tile with these coordinates."""
    return next(t for t in range(raw["tiles"]) if (raw["q"][t], raw["r"][t]) == (q, r))


def make(raw: Raw, t: int, kind: str) -> int:
    """Turn a tile that is no city into another kind; returns its number."""
    raw["kind"][t] = KINDS.index(kind)
    return t


def line(raw: Raw, t: int, *kinds: str) -> tuple[int, list[int]]:
    """A side of tile t, and the tiles there in a straight line, none of them a city before, now of these kinds."""
    for side in range(SIDES):
        row, there = [], t
        for _ in kinds:
            there = raw["near"][there][side] if there != NOWHERE else NOWHERE
            row.append(there)
        if all(n != NOWHERE and not raw["number"][n] for n in row):
            for n, kind in zip(row, kinds, strict=True):
                make(raw, n, kind)
            return side, row
    raise AssertionError(f"no straight line of {len(kinds)} tiles from {t}")


def plain(raw: Raw, tiles: Iterable[int], *without: int) -> int:
    """One of the tiles that is no city, nor one of those left out."""
    return next(t for t in tiles if t not in (NOWHERE, *without) and not raw["number"][t])


def name(raw: Raw, t: int) -> str:
    """A tile as texts call it."""
    return f"city {raw['number'][t]}" if raw["number"][t] else f"{KINDS[raw['kind'][t]]} {raw['q'][t]},{raw['r'][t]}"


# ---- owners -----------------------------------------------------------------------------------------

def give(raw: Raw, owner: int, *, money: int | None = None, privileges: Iterable[str] = (), settled: Iterable[int] = (),
         up: Iterable[int] = (), down: Iterable[int] = (), **fields: Any) -> Raw:
    """Change an owner: money, privileges such as I(8), settlements and residents by tile (one resident for each time a
    tile is named; both out of the supply), and any field of the struct. Returns the owner.
    """
    o: Raw = raw["owner"][owner]
    if money is not None:
        o["money"] = money
    for card in privileges:
        o["privileges"] |= 1 << PRIVILEGES.index(card)
    for t in settled:
        o["settled"] |= 1 << t
        o["settlements"] -= 1
    for heap, tiles, bits in (("active", up, "up"), ("spent", down, "down")):
        for t in tiles:
            o[heap][t] += 1
            o[bits] |= 1 << t
            o["residents"] -= 1
    o.update(fields)
    return o


def good(name: str) -> int:
    """The number of a good."""
    return GOODS.index(name)


def lay(raw: Raw, owner: int, a: int, b: int) -> None:
    """The owner has a road between two neighbouring tiles, and counts both."""
    o = raw["owner"][owner]
    o["road"][a] |= 1 << raw["near"][a].index(b)
    o["road"][b] |= 1 << raw["near"][b].index(a)
    o["roads"] -= 1
    o["linked"] |= 1 << a | 1 << b


def board(world: str, *kinds: str, seats: int = 2, **options: str) -> tuple[Raw, list[int]]:
    """A game in which a straight line of tiles leaves seat 0's capital; the tiles from the capital, all of seat 0."""
    raw = start(world, seats, **options).raw()
    capital = raw["owner"][0]["capital"]
    _, row = line(raw, capital, *kinds)
    give(raw, 0, settled=row)
    return raw, [capital, *row]
