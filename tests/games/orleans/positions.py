"""Positions of Orléans for tests, told in the words of the notation.

A test builds one with `position(seat(places={"Castle": ["farmer", "boatman", "trader"]}), event="Taxes")`, goes on with
`play(state, "use Castle", "pass")` and looks at `of(state)["tracks"]`.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import games

from . import facts
from .twin_player import TECHNOLOGY
from .twin_words import CITIZENS, DEEDS, GOODS, ROAD_SPACES, STAGES, TILES, TRACKS, position_words, seat_words

GAME = games.load("orleans")
Counts = Mapping[str, int]
PHASES = {"take-back": 3, "plan": 4, "act": 5}


# ---- making a position -----------------------------------------------------------------------


def seat(*, coins: int = 5, bag: Counts | None = None, market: Counts | None = None,
         places: Mapping[str, Sequence[str | None]] | None = None, tiles: Iterable[str] = (),
         tracks: Counts | None = None, development: int = 0, goods: Counts | None = None, town: str = facts.HOME,
         stations: Iterable[str] = (), stock: int = facts.STATIONS, citizens: int = 0, technology: int = 0,
         placed: int = 0) -> dict[str, Any]:
    """One seat; nothing on its market or in its bag but what is given. A place tile in `places` is owned."""
    on = [0] * len(facts.SPACES)
    for place, row in (places or {}).items():
        for n, what in enumerate(row):
            on[facts.SPACES.index(next(s for s in facts.SPACES if s[:2] == (place, n)))] = (
                0 if what is None else 12 if what == TECHNOLOGY else 1 + facts.KINDS.index(what))
    return {
        "coins": coins, "bag": counts(bag, facts.KINDS), "market": counts(market, facts.KINDS), "on": on,
        "tiles": mask([*tiles, *(place for place in places or {} if place in TILES)], TILES),
        "track": counts(tracks, TRACKS), "development": development, "goods": counts(goods, GOODS),
        "merchant": facts.TOWNS.index(town), "stations": mask(stations, facts.TOWNS), "stock": stock,
        "citizens": citizens, "kept": technology, "placed": placed, "sent": 0, "owed": 0, "bonus": 0,
    }


def position(*seats: dict[str, Any], players: int = 0, stage: str = "act", actor: int = 0, first: int = 0,
             round: int = 2, event: str = "Pilgrimage", routes: Mapping[str, Sequence[str]] | None = None,
             supply: Counts | None = None, goods: Counts | None = None, deeds: Mapping[str, Counts] | None = None,
             display: Iterable[str] | None = None, citizens: Iterable[str] | None = None,
             stack: int | None = None, hourglass: Sequence[Counts] | None = None, **options: str) -> Any:
    """A position in which `actor` is to act in `stage` (take-back, plan or act) of a round.

    There are as many seats as are given, or two, or `players`; one that is not given owns its coins and nothing else.
    What is not said is as at the start of the game, but for the map, on which lie only the goods of `routes`. The start
    player is `first`; `stack` is how many technology tiles are left.
    """
    number = players or max(2, len(seats))
    state = fresh(number, tuple(options.items())).copy()
    raw = state.raw()
    for n in range(number):
        raw["seat"][n] |= seats[n] if n < len(seats) else seat()
    road = [0] * len(ROAD_SPACES)
    for route, lying in (routes or {}).items():
        for n, good in enumerate(lying):
            road[ROAD_SPACES.index((route, n))] = 1 + GOODS.index(good)
    raw |= {"road": road, "stage": STAGES.index(stage), "phase": PHASES[stage], "round": round, "start": first,
            "event": facts.EVENTS.index(event), "actor": actor, "cursor": (actor - first) % number, "passed": 0,
            "last": 0, "draws": 0, "debt": 0, "route": 0}
    raw["supply"] = over(raw["supply"], supply, facts.PROFESSIONS)
    raw["goods"] = over(raw["goods"], goods, GOODS)
    for deed, spaces in (deeds or {}).items():
        raw["deed"][DEEDS.index(deed)] = counts(spaces, facts.PROFESSIONS)
    owned = 0
    for mine in raw["seat"][:number]:
        owned |= mine["tiles"]
    raw["tiles"] = mask(TILES if display is None else display, TILES) & ~owned
    if citizens is not None:
        raw["citizens"] = mask(citizens, CITIZENS)
    if stack is not None:
        raw["technology"] = stack
    if hourglass is not None:
        raw["hourglass"] = [n for pile in [*hourglass, {}, {}][:3] for n in counts(pile, facts.EVENTS)]
    state.load(raw)
    return state


def hourglass_of(event: str) -> list[Counts]:
    """The piles in round 2, whose tile shows this event; a document of a position needs them."""
    return [{other: 1 for other in facts.EVENTS[1:] if other != event}, *[dict.fromkeys(facts.EVENTS, 1)] * 2]


@cache
def fresh(seats: int, options: tuple[tuple[str, str], ...]) -> Any:
    """A game at its first plan; to be copied, not played."""
    return settle(GAME.start(seats, dict(options)), 1)


def started(seats: int = 2, seed: int = 1, **options: str) -> Any:
    """A new game at its first decision."""
    return settle(GAME.start(seats, options), seed)


def counts(given: Counts | None, names: Sequence[str]) -> list[int]:
    given = given or {}
    assert set(given) <= set(names), given
    return [given.get(name, 0) for name in names]


def over(numbers: Sequence[int], given: Counts | None, names: Sequence[str]) -> list[int]:
    """Numbers with those that are given in place of the others."""
    return [(given or {}).get(name, n) for name, n in zip(names, numbers, strict=True)]


def mask(chosen: Iterable[str], names: Sequence[str]) -> int:
    return sum(1 << names.index(name) for name in set(chosen))


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
    """Play chance nodes until a seat is to act, an hourglass tile is to be turned or the game is over."""
    while state.is_chance_node() and stage(state) != "reveal":
        state.apply_action(state.keyed_chance(seed))
    return state


def idle(state: Any, until: str = "reveal") -> Any:
    """Nobody does more than it must until a stage or the end is reached."""
    words = ("draw", "done", "pass", "keep technology", "decline")
    while stage(state) not in (until, "over"):
        if state.is_chance_node():
            state.apply_action(state.keyed_chance(1))
            continue
        offered = texts(state)
        play(state, next((word for word in words if word in offered), offered[0]))
    return state


# ---- looking at one --------------------------------------------------------------------------


def stage(state: Any) -> str:
    return STAGES[state.raw()["stage"]]


def of(state: Any, who: int = 0) -> dict[str, Any]:
    """What lies before a seat, in words; counts of 0 and empty places are left out."""
    return seat_words(state.raw()["seat"][who])


def table(state: Any) -> dict[str, Any]:
    """The whole position in words."""
    return position_words(state.raw(), state.seats)


def offers(state: Any, word: str) -> list[str]:
    """The moves that begin with these words."""
    return [text for text in texts(state) if text.startswith(word)]


def full(*names: str) -> dict[str, list[str | None]]:
    """Places filled with followers of the professions their spaces ask for; `any` spaces with farmers."""
    return {place: ["farmer" if word == facts.ANY else word for where, _, word in facts.SPACES if where == place]
            for place in names}


