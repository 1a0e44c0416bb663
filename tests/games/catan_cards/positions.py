"""Positions of the fast card game of CATAN for tests, made from their JSON.

A test builds one with `position(seat({"ore": 3, "grain": 2}), stage="build")`, goes on with `play(state, "build city",
"event market")` and looks at `of(state).cities`. Cards that a test does not place lie in the draw pile or in the
stacks, so every position has all cards of the box.
"""
from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import games

from . import twin_facts as facts

GAME = games.load("catan_cards")
Cards = Mapping[str, int]
REST = "rest"


# ---- making a position -----------------------------------------------------------------------


def seat(hand: Cards | None = None, *, roads: str = "A", knights: str = "", settlements: int = 1, cities: int = 0,
         expansions: Sequence[str] = (), gifts: int = 0) -> dict[str, Any]:
    """One seat; without more said it has what it began with and an empty hand."""
    return {"hand": dict(hand or {}), "roads": roads, "knights": knights, "settlements": settlements, "cities": cities,
            "expansions": [name for name in facts.EXPANSIONS if name in expansions], "gifts": gifts}


def rest_of(total: Cards, *parts: Cards) -> dict[str, int]:
    """What is left of a supply when these parts are taken away."""
    left = Counter(total)
    for part in parts:
        left.subtract(part)
    assert min(left.values()) >= 0, f"more cards than there are: {dict(left)}"
    return {name: n for name, n in left.items() if n}


def document(*seats: dict[str, Any], players: int = 0, stage: str = "trade", turn: int = 0, start: int = 0,
             round: int = 1, destiny: str = "white", market: Cards | None = None, pile: Cards | str = REST,
             discard: Cards | str | None = None, backs: Cards | None = None, trades: int | None = None,
             used: Iterable[str] = (), built: Iterable[str] = (), **options: str) -> dict[str, Any]:
    """The JSON of a position in which the seat `turn` is asked at `stage`.

    Seats that are not given have what they began with; there are `players` of them, or as many as are given, or two.
    `pile` or `discard` may be "rest": all resource cards that lie nowhere else. `backs` are the events not turned up;
    robbers are the first to have been. `trades` are by default one for each A-side road.
    """
    number = players or max(2, len(seats))
    table = [seats[n] if n < len(seats) else seat() for n in range(number)]
    second = options.get("second_set", "all") == "all"
    market = market if market is not None else dict.fromkeys(facts.RESOURCES, 1)
    lying = [player["hand"] for player in table] + [market]
    if discard == REST:
        pile = {} if isinstance(pile, str) else pile
        discard = rest_of(facts.resources(number), *lying, pile)
    discard = discard or {}
    assert not isinstance(discard, str)
    if isinstance(pile, str):
        pile = rest_of(facts.resources(number), *lying, discard)
    stacks: dict[str, Any] = {
        "road": facts.count(facts.BUILDING_CARDS["road"], number, second) - sum(len(p["roads"]) for p in table),
        "knight": facts.count(facts.BUILDING_CARDS["knight"], number, second) - sum(len(p["knights"]) for p in table),
        "settlement": facts.count(facts.BUILDING_CARDS["settlement"], number, second)
        - sum(p["settlements"] + p["cities"] + len(p["expansions"]) for p in table),
    }
    assert min(stacks.values()) >= 0, f"more cards than there are: {stacks}"
    events = {name: facts.count(cards, number, second)
              for name, cards in facts.EVENTS[options.get("events", "10-5")].items()}
    if backs is None:
        turned = sum(p["cities"] + len(p["expansions"]) for p in table)
        robbers = min(turned, events["robber"])
        backs = {"robber": events["robber"] - robbers, "market": events["market"] - (turned - robbers)}
    stacks["events"] = {name: n for name, n in backs.items() if n}
    gone = options.get("without", "").split(",")
    expansions = {name: 0 if name in gone else facts.count(cards, number)
                  for name, cards in facts.EXPANSION_CARDS.items()}
    stacks["expansions"] = rest_of(expansions, *(Counter(p["expansions"]) for p in table))
    if trades is None:
        roads = table[turn]["roads"]
        trades = (roads.count("A") if roads else 1) if stage == "trade" else 0
    return {
        "format": "ludosoph-position/1", "game": GAME.name, "version": GAME.version, "seats": number,
        "options": {name: str(value) for name, value in options.items()}, "stage": stage, "start": start,
        "round": round, "turn": turn, "destiny": destiny, "market": ordered(market), "discard": ordered(discard),
        "pile": ordered(pile), "stacks": stacks, "trades_left": trades, "used": list(used), "built": list(built),
        "players": table,
    }


def position(*seats: dict[str, Any], **told: Any) -> Any:
    """The position of `document(...)`."""
    return GAME.notation.position_from_json(json.loads(json.dumps(document(*seats, **told))))


def ordered(cards: Cards) -> dict[str, int]:
    """Cards in the usual order, without zeros."""
    assert set(cards) <= set(facts.RESOURCES)
    return {name: cards[name] for name in facts.RESOURCES if cards.get(name)}


# ---- going on from one -----------------------------------------------------------------------


def texts(state: Any) -> list[str]:
    """What can be done here, or at a chance node what can happen."""
    return [GAME.notation.action_text(state, action) for action in state.legal_actions()]


def offered(state: Any, start: str) -> list[str]:
    """Those of the texts that begin so, the beginning left off."""
    return [text.removeprefix(start) for text in texts(state) if text.startswith(start)]


def play(state: Any, *moves: str) -> Any:
    """Play moves or chance outcomes by their texts. The same state comes back."""
    for move in moves:
        state.apply_action(GAME.notation.parse_action(state, move))
    return state


def build(state: Any, *things: str) -> Any:
    """Build these one after another, each paid with the very cards it costs where there is a choice."""
    for thing in things:
        play(state, f"build {thing}")
        if stage(state) == "pay":
            play(state, exact(thing))
    return state


def exact(thing: str) -> str:
    """The text of paying the named cards themselves."""
    cost = Counter(facts.COSTS["expansion" if thing in facts.EXPANSIONS else thing])
    if thing == "hall":
        cost += Counter(facts.HALL_EXTRA)
    return "pay " + " ".join(f"{cost[kind]} {kind}" for kind in facts.RESOURCES if cost[kind])


def buildable(*seats: dict[str, Any], **told: Any) -> list[str]:
    """What the seat to act could build after trading nothing; the position is one of the trade step."""
    state = play(position(*seats, **told), "stop trading")
    return offered(state, "build ") if stage(state) == "build" else []


def settle(state: Any, seed: int = 1) -> Any:
    """Play chance nodes until a seat is to act or the game is over."""
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(seed))
    return state


def next_turn(state: Any, seed: int = 1) -> Any:
    """The seat at its turn and all others do no more than they must, until that seat's next turn begins."""
    began = state.raw()
    while (now := state.raw())["turn"] != began["turn"] or now["round"] != began["round"] + 1:
        if state.is_chance_node():
            settle(state, seed)
        else:
            known = texts(state)
            play(state, next((text for text in ("stop trading", "end build", "stop") if text in known), known[0]))
    return state


def started(seats: int = 2, seed: int = 1, **options: str) -> Any:
    """A new game at its first decision."""
    return settle(GAME.start(seats, options), seed)


def weights(state: Any, total: int) -> dict[str, int]:
    """Chance outcomes by the noun's name, with their probabilities as parts of a total."""
    found = {GAME.notation.action_text(state, action).split()[-1]: p * total for action, p in state.chance_outcomes()}
    for name, n in found.items():
        assert abs(n - round(n)) < 1e-6, (name, n)
    return {name: round(n) for name, n in found.items()}


# ---- looking at one --------------------------------------------------------------------------


def told(state: Any) -> dict[str, Any]:
    """The position's JSON."""
    return dict(GAME.notation.position_to_json(state))


@dataclass(frozen=True)
class Seat:
    """What a seat has; counts of 0 are left out."""

    hand: dict[str, int]
    roads: str
    knights: str
    settlements: int
    cities: int
    expansions: list[str]
    points: int


def of(state: Any, who: int = 0) -> Seat:
    """What a seat has."""
    mine = told(state)["players"][who]
    return Seat(hand=mine["hand"], roads=mine["roads"], knights=mine["knights"], settlements=mine["settlements"],
                cities=mine["cities"], expansions=mine["expansions"], points=round(state.scores()[who]))


def stage(state: Any) -> str:
    return str(told(state)["stage"])
