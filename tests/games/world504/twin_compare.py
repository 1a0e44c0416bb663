"""The compiled 504 and the slow one, side by side: the same questions, odds, positions and results."""
from __future__ import annotations

import random
from typing import Any

from games.registry import load
from games.world504.names import STAGE_NAMES
from games.world504.notation import legal_texts
from games.world504.tables import GOODS, KINDS, PRIVILEGES, SIDES

from .twin import Twin

NOWHERE, NOBODY, FIRST_SIDES = 255, 7, 3
ORDERING = ("sealed-bid", "sealed-units", "lot", "place", "capital", "shares")  # while the order comes about


class Both:
    """One game, played by both; `disagreement` says in words where they first differ."""

    def __init__(self, world: str, seats: int, seed: int, max_rounds: int) -> None:
        self.twin: Any = Twin(world, seats, max_rounds=max_rounds)
        self.state: Any = load("world504").start(seats, {"world": world, "max_rounds": str(max_rounds)})
        self.rng = random.Random(f"{world} {seats} {seed}")
        self.sense = self.rng.choice([0, 0.5, 0.9])     # how often the heuristics choose
        self.tastes: dict[str, float] = {}
        self.path: list[str] = []

    def disagreement(self, most: int = 100_000) -> str:
        """Play by luck to the end; empty where both agree all along."""
        for _ in range(most):
            texts = self.skip_single()
            found = self.differs(texts)
            if found:
                return found
            if not texts:
                return ""
            self.play(self.choose(texts))
        return "the game does not end"

    def skip_single(self) -> list[str]:
        """Answer what has one answer on the compiled side; returns what may be answered then."""
        while not self.state.is_terminal():
            texts = legal_texts(self.state)
            if len(texts) > 1:
                return texts
            self.state.apply_action(self.state.legal_actions()[0])
        return []

    def play(self, text: str) -> None:
        """The same answer on both sides."""
        self.path.append(text)
        self.state.apply_action(self.state.legal_actions()[legal_texts(self.state).index(text)])
        self.twin.play(text)

    def choose(self, texts: list[str]) -> str:
        """By luck. Each game has its own taste for kinds of moves, and its own share of decisions by the heuristics."""
        if self.state.is_chance_node():
            return self.rng.choice(texts)
        if self.rng.random() < self.sense:
            action = self.state.weighted_action(self.rng.randrange(1 << 30), 0)
            return texts[self.state.legal_actions().index(action)]
        return self.rng.choices(texts, [self.taste(text.split(" ")[0]) for text in texts])[0]

    def taste(self, word: str) -> float:
        """How gladly moves that begin with this word are chosen in this game."""
        if word not in self.tastes:
            self.tastes[word] = 4 ** self.rng.uniform(-1.5, 1.5)
        return self.tastes[word]

    def differs(self, texts: list[str]) -> str:
        """Where the two sides differ at this question; empty where they do not."""
        state, twin = self.state, self.twin
        player: Any = "over" if not texts else "chance" if state.is_chance_node() else state.current_player()
        if player != twin.player():
            more = "" if twin.player() == "over" else f"; {sorted(texts)[:9]} against {sorted(twin.moves())[:9]}"
            return f"to act: {player} against {twin.player()}{more}"
        if player == "over":
            return self.results_differ()
        if len(texts) != len(set(texts)) or set(texts) != set(twin.moves()):
            return (f"only compiled: {sorted(set(texts) - set(twin.moves()))}; "
                    f"only twin: {sorted(set(twin.moves()) - set(texts))}")
        if player == "chance":
            odds = dict(zip(texts, (chance for _, chance in state.chance_outcomes())))
            wrong = {text for text in texts if abs(odds[text] - twin.chances()[text]) > 1e-9}
            if wrong:
                return f"odds of {sorted(wrong)}"
        return (difference(compiled_summary(state, twin.pays(1), twin.has(1), twin.companies), twin.summary())
                or self.counts_differ())

    def counts_differ(self) -> str:
        """What pictures ask the compiled side to count for an owner."""
        state, twin = self.state, self.twin
        table = state.rules_in_force()["table"]
        for i, owner in enumerate(twin.owners):
            told = {"factories": state.factories(i), "houses": state.houses(i),
                    "majorities": state.majority_counts(i) if table else []}
            counted = {"factories": sum(built.count(i) for built in twin.factories.values()),
                       "houses": sum(tile in twin.number for tile in owner.tiles()),
                       "majorities": [twin.count(owner, kind) for kind in KINDS[:-1]] if table else []}
            if found := difference(told, counted, f"owner {i}"):
                return found
        return ""

    def results_differ(self) -> str:
        """Scores and win shares at the end, and the last position."""
        scores, shares = self.twin.result()
        if [float(score) for score in scores] != self.state.scores():
            return f"scores {self.state.scores()} against {[float(score) for score in scores]}"
        if any(abs(a - b) > 1e-9 for a, b in zip(shares, self.state.win_shares())):
            return f"win shares {self.state.win_shares()} against {shares}"
        return ""


def difference(a: Any, b: Any, place: str = "") -> str:
    """The first place where two summaries differ."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in [*a, *(key for key in b if key not in a)]:
            found = difference(a.get(key), b.get(key), f"{place} {key}")
            if found:
                return found
        return ""
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return next(filter(None, (difference(x, y, f"{place} {i}") for i, (x, y) in enumerate(zip(a, b)))), "")
    return "" if a == b else f"{place.strip()}: {a} against {b}"


# ---- the compiled position in plain data ----------------------------------------------------------


def compiled_summary(state: Any, prices: bool, carts: bool, dealt: bool) -> dict[str, Any]:
    """What the slow side's `summary()` says, read from the compiled position."""
    raw = state.raw()
    spaces = [(q, r) for q, r in zip(raw["q"], raw["r"])][:raw["tiles"]]
    laid = {space: KINDS[kind] for space, kind in zip(spaces, raw["kind"]) if kind < len(KINDS)}
    cities = range(len(raw["city_at"]))
    owners = range(len(state.owner_sources()))
    active = raw["founded"] if dealt else state.seats
    points = [sum(sources.values()) for sources in state.owner_sources()]
    card = [None, *PRIVILEGES]
    ordered = raw["round"] and STAGE_NAMES[raw["stage"]] not in ORDERING
    return {
        "round": raw["round"], "order": raw["order"][:active] if ordered else [], "tiles": laid,
        "neutral": {edge_of(spaces, n): {i for i in owners if mask >> i & 1}
                    for n, mask in enumerate(raw["neutral"]) if mask},
        "plants": {space: (GOODS[(code - 1) % 8], nobody((code - 1) // 8))
                   for space, code in zip(spaces, raw["plant"]) if code},
        "ripe": bits(raw["ripe"], spaces), "box": dict(zip(GOODS, raw["supply"])),
        "row": [card[code] for code in raw["row"] if code], "free row": raw["free_row"],
        "factories": {n + 1: [nobody(code - 1) for code in raw["factory"][n] if code]
                      for n in cities if any(raw["factory"][n])},
        "piles": {space: count for space, count in zip(spaces, raw["pile"]) if count},
        "demand": {n + 1: bits(raw["demand"][n], GOODS) for n in cities if raw["demand"][n]},
        "stock": {n + 1: raw["stock"][n] for n in cities if raw["stock"][n]},
        "lying": {space: goods(counts) for space, counts in zip(spaces, raw["lying"]) if any(counts)},
        "barracks": bits(raw["barracks"], spaces), "militia": bits(raw["militia"], spaces),
        "pool": raw["roads_left"],
        "prices": dict(zip(GOODS, (10 + 10 * step for step in raw["price"]))) if prices else {},
        **(shares_summary(raw, owners, range(state.seats), dealt) if any(raw["quote"]) or dealt else {}),
        "owners": [owner_summary(raw["owner"][i], spaces, carts, points[i]) for i in owners],
    }


def owner_summary(owner: dict[str, Any], spaces: list[tuple[int, int]], carts: bool, points: float) -> dict[str, Any]:
    """One owner of the compiled position."""
    tiles = range(len(spaces))
    holds = {0: "None", 6: "1", 7: "2"} | {n + 1: good for n, good in enumerate(GOODS)}
    carts = carts and owner["capital"] != NOWHERE
    trolley = (spaces[owner["trolley"]] if carts else None, owner["speed"],
               sorted(holds[code] for code in owner["hold"][:owner["holds"]]))
    return {
        "money": owner["money"], "income": owner["income"], "points": points,
        "capital": spaces[owner["capital"]] if owner["capital"] != NOWHERE else None,
        "settled": bits(owner["settled"], spaces),
        "residents": {spaces[t]: [owner["active"][t], owner["spent"][t]] for t in tiles
                      if owner["active"][t] or owner["spent"][t]},
        "supply": (owner["residents"], owner["settlements"], owner["roads"]),
        "roads": {edge_of(spaces, FIRST_SIDES * t + side) for t in tiles for side in range(FIRST_SIDES)
                  if owner["road"][t] >> side & 1},
        "linked": bits(owner["linked"], spaces), "privileges": bits(owner["privileges"], PRIVILEGES),
        "cards": {n + 1 for n in range(10) if owner["cards"] >> n & 1}, "goods": goods(owner["goods"]),
        "houses": {n + 1: sorted(GOODS[code - 1] for code in house if code)
                   for n, house in enumerate(owner["house"]) if any(house)},
        "delivered": goods(owner["delivered"]), "tokens": owner["tokens"], "trolley": trolley if carts else None,
    }


def shares_summary(raw: dict[str, Any], owners: range, seats: range, companies: bool) -> dict[str, Any]:
    """Prices, who decides, and who has which shares."""
    market = [company for company in raw["market"] if raw["quote"][company]] if companies else []
    # the slow side leaves out the president's card of a seat's own company
    shares = [[n - 2 * (i == seat and not companies) for i, n in enumerate(raw["held"][seat])] for seat in seats]
    return {"price": {i: 10 * raw["quote"][i] for i in owners if raw["quote"][i]}, "market": market,
            "aside": [raw["aside"][i] for i in owners], "agents": [nobody(raw["agent"][i]) for i in owners],
            "cash": [raw["cash"][i] for i in seats],
            "shares": [{i: held[i] for i in owners if held[i]} for held in shares]}


def edge_of(spaces: list[tuple[int, int]], number: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two tiles of an edge."""
    tile, side = divmod(number, FIRST_SIDES)
    (q, r), (more_q, more_r) = spaces[tile], SIDES[side]
    return (q, r), (q + more_q, r + more_r)


def nobody(owner: int) -> int | None:
    """An owner's number, or none."""
    return None if owner == NOBODY else owner


def bits(mask: int, names: Any) -> set[Any]:
    """The names whose bits are set."""
    return {name for n, name in enumerate(names) if mask >> n & 1}


def goods(counts: list[int]) -> dict[str, int]:
    """Counts by good, without the zeros."""
    return {good: count for good, count in zip(GOODS, counts) if count}
