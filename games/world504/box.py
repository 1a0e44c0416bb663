"""A position of 504 against its box: settlements, residents, roads, goods, factories and privileges add up.

Tiles always do: what does not lie is in the stacks.
"""
from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from games.checking import miscounted
from games.packed import codes
from games.world504.checks import Position
from games.world504.tables import GOODS, PRIVILEGES

BY_SETTLING, BY_TROLLEY, INCOME_GOODS, GOODS_DELIVERED, POOL_ROAD = codes(
    "world504", "BY_SETTLING BY_TROLLEY INCOME_GOODS GOODS_DELIVERED POOL_ROAD")

Raw = dict[str, Any]


def check_box(p: Position) -> None:
    """All pieces, against the box. Raises Miscount."""
    for seat, owner in enumerate(p.players):
        for piece, due, parts in _pieces(p, seat):
            owned = owner[piece] + sum(parts.values())
            if owned != due and (piece != "roads" or p.rules["roads_limited"]):
                miscounted(f"{p.where(seat)}.supply", owned, f"{piece} in all", due, f"so many has each with {p.seats} "
                           "seats in this world", where={"in the supply": owner[piece]} | parts)
    for good, word in enumerate(GOODS):
        parts = goods(p, good)
        if p.raw["supply"][good] + sum(parts.values()) != p.rules["goods"][good]:
            miscounted(f"goods.{word}", p.raw["supply"][good] + sum(parts.values()), f"{word} in all",
                       p.rules["goods"][good], "so many are in the box",
                       where={"in the box": p.raw["supply"][good]} | parts)
    built = sum(bool(factory) for city in p.raw["factory"] for factory in city)
    if built > p.rules["factory_box"] > 0:
        miscounted("tiles", built, "factories", p.rules["factory_box"], "so many are in the box", "at most")
    for name in ("barracks", "militia"):
        most = p.rules[name]
        if p.raw[name].bit_count() > most > 0:
            miscounted("tiles", p.raw[name].bit_count(), name, most, "so many are in the box", "at most")
    built = pool_roads(p.raw)
    if p.rules["roads_limited"] and built > p.rules["road_pool"] > 0:
        miscounted("neutral_roads", built, "neutral roads", p.rules["road_pool"], "so many are in the box", "at most")
    _check_cards(p)


def pool_roads(raw: Raw) -> int:
    """Neutral roads on the board that never were anybody's."""
    return raw["neutral"].count(POOL_ROAD)


def _pieces(p: Position, seat: int) -> list[tuple[str, int, dict[str, int]]]:
    """Of each kind of piece how many an owner has, and where those are that are not in its supply."""
    n, owner = p.rules, p.players[seat]
    cards = owner["cards"].bit_count()
    marked = max(0, cards - 1) if n["mark"] in (BY_SETTLING, BY_TROLLEY) else 0
    residents = {
        "on the board": sum(owner["active"]) + sum(owner["spent"]),
        "in the trolley": sum(max(0, load - len(GOODS)) for load in owner["hold"]),
        "on city cards": marked + (n["capital_resident"] if cards else 0),
        "stepping": int(p.stage == "recall-settlement" and p.raw["actor"] == seat),
    }
    neutral = sum(built >> seat & 1 for built in p.raw["neutral"])
    roads = {"on the board": sum(sides.bit_count() for sides in owner["road"]) // 2, "of nobody": neutral}
    due = max(0, n["residents_each"] - (n["parked"] if n["people"] else 0))
    return [
        ("residents", due, residents),
        ("settlements", n["settlements_each"],
         {"on the board": owner["settled"].bit_count(), "on city cards": n["capital_settlement"] if cards else 0}),
        ("roads", n["roads_each"], roads),
    ]


def goods(p: Position, good: int) -> dict[str, int]:
    """Where the goods of a kind are, but for the box. What is delivered to trading houses lies there."""
    raw, rules = p.raw, p.rules
    kept = rules["goal"] == GOODS_DELIVERED and not rules["house_delivery"]
    sold = rules["income"] == INCOME_GOODS and not rules["sales_stay"]
    cities = [city for city, offered in enumerate(p.rules["offers"]) if offered == good]
    return {
        "offered by cities": sum(raw["stock"][city] for city in cities),
        "on tiles": sum(lying[good] for lying in raw["lying"]),
        "on plants": sum(raw["ripe"] >> t & 1 for t, plant in enumerate(raw["plant"])
                         if plant and (plant - 1) % 8 == good),
        "in trolleys": sum(owner["hold"].count(1 + good) for owner in p.players),
        "on trading houses": sum(house.count(1 + good) for owner in p.players for house in owner["house"]),
        "delivered this turn": sum(sale & 7 == 1 + good for sale in raw["turn"]["sale"]) * sold,
        "of beaten companies": sum(owner["lost"][good] for owner in p.players) * kept,
        "with players": sum(owner["goods"][good] + owner["delivered"][good] * kept for owner in p.players),
    }


def _check_cards(p: Position) -> None:
    """Of each privilege no more copies are out than there are (R3.S.10)."""
    copies = p.rules["copies"] or 2
    for bit, card in enumerate(PRIVILEGES):
        out = cards_out(p, bit)
        if p.raw["drawn"][bit] > copies or out > p.raw["drawn"][bit]:
            miscounted("drawn", max(out, p.raw["drawn"][bit]), f"copies of {card}", min(copies, p.raw["drawn"][bit]),
                       "the deck has so many" if p.raw["drawn"][bit] > copies else "so many have left the deck",
                       "at most")


def cards_out(p: Position, bit: int) -> int:
    """Copies of a privilege in the row and with owners; gifts come from no deck."""
    held = sum(owner["privileges"] >> bit & 1 and not p.rules["gift_privileges"][seat] >> bit & 1
               for seat, owner in enumerate(p.players))
    return held + p.raw["row"].count(1 + bit)


# ---- what a document leaves out --------------------------------------------------------------


def complete(p: Position, missing: Sequence[AbstractSet[str]], goods_too: bool) -> None:
    """Fill the fields that a document has not: with what is nowhere else."""
    for seat, owner in enumerate(p.players):
        for piece, due, parts in _pieces(p, seat):
            if piece in missing[seat]:
                owner[piece] = max(0, due - sum(parts.values()))
    p.raw["roads_left"] = max(0, p.rules["road_pool"] - pool_roads(p.raw))
    if goods_too:
        p.raw["supply"] = [max(0, due - sum(goods(p, good).values())) for good, due in enumerate(p.rules["goods"])]


