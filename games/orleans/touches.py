"""What a move of Orléans touches: ids of the picture, in the order a hand would touch them."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core_ext.state import State
from games.api import own
from games.drawing import one_of, slug
from games.orleans.names import OFFICES, ROUTE_NAMES, STAGE_NAMES, VEHICLES, Spaces, item_names, rows_of, spaces_of
from games.orleans.names import TECHNOLOGY_TILE as TECHNOLOGY_THERE
from games.orleans.notation import (
    DONE,
    DRAW,
    FOOD,
    GIVE_TILE,
    KEEP_TECHNOLOGY,
    MOVE,
    PAY,
    PUT,
    SEND,
    SHIELD,
    TAKE,
    TAKE_BACK,
    TECHNOLOGY,
    TILE,
    USE,
    VILLAGE,
)
from games.orleans.seats import space_word
from games.orleans.state import OrleansState
from games.orleans.tables import DEEDS, EVENTS, GOODS, KINDS, PILES, PLACES, PROFESSIONS, ROUTES, TILES, TOWNS

Raw = dict[str, Any]


def touches(state: State, action: int) -> Sequence[str]:
    """The ids that a legal action or an outcome touches: the place that is used, what is moved, where it goes."""
    mine = own(state, OrleansState)
    raw = mine.raw()
    if mine.is_chance_node():
        return list(_chance(raw, action))
    seat, name = raw["seat"][raw["actor"]], f"seat-{raw['actor']}"
    spaces = spaces_of(mine.rules_table(), mine.options)
    if action < USE:
        return list(_planned(raw, seat, name, spaces, action))
    if action < TAKE:
        return list(_used(seat, name, spaces, action))
    return list(_chosen(raw, seat, name, spaces, action))


def _planned(raw: Raw, seat: Raw, name: str, spaces: Spaces, action: int) -> Iterator[str]:
    """Followers on the way to spaces or back, and the end of it."""
    if action < DONE:
        space, kind = divmod(action - PUT, len(KINDS))
        yield _waiting(raw, seat, name, kind)
        yield _space(name, spaces, space)
    elif action == DONE:
        yield "turn"
    elif action < DRAW:
        yield _space(name, spaces, action - TAKE_BACK)
        yield f"{name}-market"
    elif action == DRAW:
        yield f"{name}-bag"
    else:
        yield _waiting(raw, seat, name, action - DRAW - 1)


def _waiting(raw: Raw, seat: Raw, name: str, kind: int) -> str:
    """A follower of this kind drawn by the Bathhouse, or on the market: the first of those that are alike."""
    where, counts = ("drawn", raw["hand"]) if any(raw["hand"]) else ("market", seat["market"])
    return f"{name}-{where}-{one_of([KINDS[kind]] * counts[kind], 0)}"


def _space(name: str, spaces: Spaces, space: int) -> str:
    return f"{name}-{slug(space_word(space, spaces))}"


def _used(seat: Raw, name: str, spaces: Spaces, action: int) -> Iterator[str]:
    """Actions of phase 5."""
    if action < VILLAGE:
        yield f"{name}-{slug(PLACES[action - USE])}"
    elif action < MOVE:
        yield f"{name}-village"
        yield f"supply-{PROFESSIONS[action - VILLAGE + 1]}"
    elif action < SEND:
        vehicle, route = divmod(action - MOVE, len(ROUTE_NAMES))
        _, a, b, _ = ROUTES[route]
        yield f"{name}-{slug(VEHICLES[vehicle])}"
        yield f"route-{ROUTE_NAMES[route]}"
        yield f"{name}-merchant"
        yield f"town-{slug(b if a == TOWNS[seat['merchant']] else a)}"
    elif action <= PAY:
        office, rest = divmod(action - SEND, len(PROFESSIONS) * (len(DEEDS) + 1))
        who, way = divmod(rest, len(DEEDS) + 1)
        yield _space(name, spaces, next(space for space in rows_of(spaces)[OFFICES[office]]
                                        if 0 < seat["on"][space] <= len(KINDS)
                                        and KINDS[seat["on"][space] - 1].removeprefix("own ") == PROFESSIONS[who]))
        if way == len(DEEDS):
            yield f"{name}-development"
        yield f"deed-{slug(DEEDS[min(way, len(DEEDS) - 1)])}"
    elif action <= PAY + 3:
        yield f"{name}-pharmacy"
        yield from [f"{name}-coins"] * (action - PAY)
    else:
        yield "turn"


def _chosen(raw: Raw, seat: Raw, name: str, spaces: Spaces, action: int) -> Iterator[str]:
    """What an action or an event asks besides."""
    if action < TAKE + len(GOODS):
        first = sum(len(route[3]) for route in ROUTES[:raw["route"] - 1])
        lying = raw["road"][first:first + len(ROUTES[raw["route"] - 1][3])]
        yield f"route-{ROUTE_NAMES[raw['route'] - 1]}-{lying.index(action - TAKE + 1) + 1}"
    elif action < TILE:
        yield "turn"
    elif action < TECHNOLOGY:
        yield f"tile-{slug(TILES[action - TILE])}"
        yield name
    elif action < KEEP_TECHNOLOGY:
        yield f"{name}-technology"
        yield _space(name, spaces, action - TECHNOLOGY)
    elif action == KEEP_TECHNOLOGY:
        yield f"{name}-technology"
    elif action < FOOD:
        yield _given(seat, name, spaces, item_names()[action - GIVE_TILE])
    elif action < SHIELD:
        yield f"{name}-good-{GOODS[action - FOOD]}"
        yield f"market-{GOODS[action - FOOD]}"
    else:
        yield f"{name}-sacristy" if action == SHIELD else "turn"


def _given(seat: Raw, name: str, spaces: Spaces, item: str) -> str:
    """What a torture takes."""
    what, _, place = item.partition(" on ")
    if place:
        return _space(name, spaces, next(space for space in rows_of(spaces)[place]
                                         if seat["on"][space] == TECHNOLOGY_THERE))
    if item in GOODS:
        return f"{name}-good-{item}"
    named = {"follower": "bag", "station": "stations", "step": "development"}
    return f"{name}-{named.get(item) or slug(item.replace(' in ', ' '))}"


def _chance(raw: Raw, outcome: int) -> Iterator[str]:
    stage, name = STAGE_NAMES[raw["stage"]], f"seat-{raw['actor']}"
    if stage == "start-seat":
        yield f"seat-{outcome}"
    elif stage in ("map-good", "remove-good"):
        yield f"market-{GOODS[outcome]}"
        if stage == "map-good":
            places = [f"route-{route}-{n + 1}" for route, _, _, spaces in ROUTES for n in range(len(spaces))]
            yield places[raw["cursor"]]
    elif stage == "reveal":
        pile = next(p for p in range(len(PILES)) if any(raw["hourglass"][len(EVENTS) * p:len(EVENTS) * (p + 1)]))
        yield f"hourglass-{slug(PILES[pile])}-{slug(EVENTS[outcome])}"
    else:
        yield f"{name}-bag-{slug(KINDS[outcome])}"
        if stage == "draw":
            yield f"{name}-market"
