"""What a seat sees of the others' plans while all are planning: nothing; and what it can expect of its next draw."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Any

from core_ext.state import State
from games.api import own
from games.orleans.names import STAGE_NAMES, TECHNOLOGY, TECHNOLOGY_TILE, rows_of, spaces_of
from games.orleans.position import position_to_json
from games.orleans.seats import HOLDS
from games.orleans.state import OrleansState
from games.orleans.tables import BOARD, EVENTS, KINDS, PLACES, PROFESSIONS, TILES

Raw = dict[str, Any]


def sees(state: State, action: int, seat: int) -> bool:
    """Whether `seat` sees what is planned; `done` is no more told than what is put down, as it is the end of a plan."""
    return seat == state.current_player() or not _planning(state)


def document_for(state: State, seat: int | None) -> dict[str, Any]:
    """The position's document, for a seat without the plans that it cannot see: their followers are on the market.

    `planned` of the document names the seats whose plan is ready and hidden.
    """
    if seat is None or not _planning(state):
        return position_to_json(state)
    raw = own(state, OrleansState).raw()
    ready = [(raw["start"] + place) % state.seats for place in range(raw["cursor"])]
    for other in [*ready, raw["actor"]]:
        if other != seat:
            _unplan(raw["seat"][other])
    if raw["actor"] != seat:
        raw["last"] = 0
    seen = own(state.copy(), OrleansState)
    seen.load(raw)
    return position_to_json(seen) | {"planned": [other for other in ready if other != seat]}


def _planning(state: State) -> bool:
    """Plans are being made, in secret."""
    return state.hides and STAGE_NAMES[own(state, OrleansState).raw()["stage"]] == "plan"


def _unplan(seat: Raw) -> None:
    """Take back what was put down in this planning."""
    for space, there in enumerate(seat["on"]):
        if seat["fresh"] >> space & 1:
            if HOLDS[there] == TECHNOLOGY:
                seat["kept"] += 1
                seat["placed"] -= 1
            else:
                seat["market"][there - 1] += 1
            seat["on"][space] = 0
    seat["fresh"] = 0


MONK = PROFESSIONS.index("monk")
# who may stand where else, by the place tile that allows it (rule 30)
STAND_INS = {"Herb Garden": ("boatman", ("craftsman", "trader", "farmer")),
             "School": ("scholar", ("farmer", "boatman", "craftsman", "trader", "knight"))}
IDLE = ("Town Hall", "Gunpowder Tower", "Sacristy")     # no draw is waited for to fill these
Counts = tuple[int, ...]                                # followers by profession


def belief(state: State, seat: int) -> dict[str, Any]:
    """The next draw of this seat: how many come out, the chance of each number of each profession, and of each place.

    `professions`: the chance of at least 1, 2, ... of them in the draw. `places`: the chance that the draw, with what
    is on the market, can fill all spaces that are still free there. Where the draw is that of a later round, it is
    reckoned as if each complete place that still can be were used and nobody recruited till then. Empty where no draw
    is to come.
    """
    state = own(state, OrleansState)
    raw = state.raw()
    if state.is_terminal() or raw["phase"] == 0:
        return {}
    spaces = _spaces(state)
    bag, market, draws = _coming(state, raw, seat, spaces)
    if draws == 0:
        return {}
    chances = {hand: prod(map(comb, bag, hand)) / comb(sum(bag), draws) for hand in _hands(bag, draws)}
    return {
        "draws": draws, "bag": sum(bag),
        "professions": {name: [round(sum(p for hand, p in chances.items() if hand[i] >= n), 4)
                               for n in range(1, min(bag[i], draws) + 1)]
                        for i, name in enumerate(PROFESSIONS) if bag[i]},
        "places": _places(raw["seat"][seat], spaces, market, chances),
    }


def _spaces(state: OrleansState) -> list[list[tuple[int, str]]]:
    """By place its spaces, as number and profession."""
    spaces = spaces_of(state.rules_table(), state.options)
    rows = [[(space, spaces[space][1]) for space in rows_of(spaces)[place]] for place in PLACES]
    if state.options.get("preset", "eighth") == "first_2014":
        rows[PLACES.index("Bathhouse")] = []                        # works in phase 3, its space is not in use
    return rows


def _by_profession(kinds: Sequence[int]) -> list[int]:
    """Followers of a seat's own colour count among those of their profession."""
    return [n + (kinds[7 + i] if i < len(KINDS) - 7 else 0) for i, n in enumerate(kinds[:7])]


def _coming(state: OrleansState, raw: dict[str, Any], seat: int,
            spaces: list[list[tuple[int, str]]]) -> tuple[Counts, Counts, int]:
    """The bag of the next draw, the market it comes to, and how many are drawn."""
    mine = raw["seat"][seat]
    bag, market = _by_profession(mine["bag"]), _by_profession(mine["market"])
    stage = STAGE_NAMES[raw["stage"]]
    if raw["actor"] == seat and stage in ("draw", "take-back"):
        return tuple(bag), tuple(market), min(raw["draws"], sum(bag))
    place = (seat - raw["start"]) % state.seats
    if raw["phase"] > 3 or (raw["phase"] == 3 and place <= raw["cursor"]):
        if raw["round"] == 18:
            return tuple(bag), tuple(market), 0
        for number in _to_be_used(raw, seat, spaces):
            _lift(mine, spaces[number], bag)
    table = state.rules_table()
    room = table["market"]
    if mine["tiles"] >> TILES.index("Gunpowder Tower") & 1 and state.options.get("tower") != "place":
        room += table["places"]["Gunpowder Tower market"]
        _lift(mine, spaces[PLACES.index("Gunpowder Tower")], market)        # they count as on the market (U14)
    room -= sum(market)
    knights = table["tracks"]["knight"][mine["track"][PROFESSIONS.index("knight")]]
    return tuple(bag), tuple(market), max(0, min(knights, room, sum(bag)))


def _to_be_used(raw: dict[str, Any], seat: int, spaces: list[list[tuple[int, str]]]) -> list[int]:
    """The complete places of a seat that it can still use in this round."""
    if raw["phase"] > 5 or raw["passed"] >> seat & 1:
        return []
    closed = (*IDLE, "Monastery") if EVENTS[raw["event"]] == "Pilgrimage" else IDLE
    on = raw["seat"][seat]["on"]
    return [number for number, row in enumerate(spaces)
            if row and all(on[space] for space, _ in row) and PLACES[number] not in closed]


def _lift(mine: dict[str, Any], row: list[tuple[int, str]], to: list[int]) -> None:
    """Count the followers on a place among those of the bag or the market."""
    for space, _ in row:
        if 0 < mine["on"][space] < TECHNOLOGY_TILE:
            to[(mine["on"][space] - 1) % 7] += 1


def _hands(bag: Counts, draws: int) -> Iterator[Counts]:
    """Every hand of so many followers."""
    for head in product(*(range(min(n, draws) + 1) for n in bag[:-1])):
        last = draws - sum(head)
        if 0 <= last <= bag[-1]:
            yield (*head, last)


def _places(mine: dict[str, Any], spaces: list[list[tuple[int, str]]], market: Counts,
            chances: dict[Counts, float]) -> dict[str, float]:
    """By place the chance that it can be filled, where that is not sure already and not impossible."""
    helpers = tuple(name for name in STAND_INS if mine["tiles"] >> TILES.index(name) & 1)
    found = {}
    for number, place in enumerate(PLACES):
        owned = number < len(BOARD) or mine["tiles"] >> (number - len(BOARD)) & 1
        wanted = tuple(word for space, word in spaces[number] if mine["on"][space] == 0)
        if not owned or not wanted or place in IDLE:
            continue
        chance = sum(p for hand, p in chances.items()
                     if _fill(tuple(min(3, m + h) for m, h in zip(market, hand, strict=True)), wanted, helpers))
        if chance > 0:
            found[place] = round(chance, 4)
    return found


@lru_cache(maxsize=100_000)
def _fill(have: Counts, wanted: tuple[str, ...], helpers: tuple[str, ...]) -> bool:
    """These followers can fill spaces that ask for these professions (rules 28, 30)."""
    if not wanted:
        return True
    word, rest = wanted[0], wanted[1:]
    for i, name in enumerate(PROFESSIONS):
        stands = (word in ("any", name) or i == MONK
                  or any(name == STAND_INS[h][0] and word in STAND_INS[h][1] for h in helpers))
        if have[i] and stands and _fill((*have[:i], have[i] - 1, *have[i + 1:]), rest, helpers):
            return True
    return False
