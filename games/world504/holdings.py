"""What seats hold beside the pieces of owners, as JSON, both ways: money and shares; companies and their prices."""
from __future__ import annotations

from typing import Any

from games.fields import Field, counted
from games.packed import codes, enum
from games.world504.forms import Place
from games.world504.names import NOBODY, owner_names
from games.world504.seats import MOST_MONEY, SUPPLIES, read_player, write_player
from games.world504.tables import COMPANIES, GOODS

OWNERS, SEATS = codes("world504", "OWNERS SEATS")
PRIVATE = enum("world504", "Trade").index("private")
STEP = 10                       # Mark from one price of a share to the next
OF_COMPANY = ("president", "price", "board")        # beside what any owner has
OF_SEAT = ("shares", "price", "sold_shares")        # beside what any owner has, where companies are private

Raw = dict[str, Any]


# ---- writing ---------------------------------------------------------------------------------


def write_people(place: Place) -> dict[str, Any]:
    """The parts `players` and, where owners are companies, `companies` of a document."""
    raw, rules = place.raw, place.rules
    if not rules["companies"]:
        return {"players": [write_player(raw["owner"][seat], place) | _write_private(place, seat)
                            for seat in range(place.seats)]}
    players = [{"money": raw["cash"][seat], "shares": counted(raw["held"][seat], COMPANIES)}
               for seat in range(place.seats)]
    return {"players": players, "companies": {name: _write_company(place, i) for i, name in enumerate(COMPANIES)}}


def _write_company(place: Place, i: int) -> dict[str, Any]:
    """A company; of one that is not founded the money that it will have, and what it delivered before it was beaten."""
    raw = place.raw
    if raw["agent"][i] == NOBODY:
        lost = counted(raw["owner"][i]["lost"], GOODS)
        return {"money": raw["owner"][i]["money"]} | ({"lost_goods": lost} if lost else {})
    return {"president": raw["agent"][i], "price": STEP * raw["quote"][i], "board": raw["aside"][i],
            **write_player(raw["owner"][i], place)}


def _write_private(place: Place, seat: int) -> dict[str, Any]:
    """The shares that a seat holds, its own included, and those of its own that it has sold in this round."""
    raw, rules = place.raw, place.rules
    if rules["trade"] != PRIVATE:
        return {}
    sold = {"sold_shares": raw["aside"][seat]} if raw["aside"][seat] else {}
    return {"shares": counted(raw["held"][seat], owner_names(rules)), "price": STEP * raw["quote"][seat], **sold}


# ---- reading ---------------------------------------------------------------------------------


def read_people(fields: dict[str, Field], place: Place) -> list[set[str]]:
    """Seats and companies into the packed fields; returns what of each owner's supply is to be filled in."""
    raw, rules = place.raw, place.rules
    players = list(fields["players"].items(length=place.seats, each="seat"))
    raw["held"], raw["aside"], raw["quote"] = [[0] * OWNERS for _ in range(SEATS)], [0] * OWNERS, [0] * OWNERS
    raw["cash"] = [0] * SEATS
    if not rules["companies"]:
        return [_read_seat(field, place, seat) for seat, field in enumerate(players)]
    for seat, field in enumerate(players):
        parts = field.keys(("money",), ("shares",))
        raw["cash"][seat] = parts["money"].integer(0, MOST_MONEY)
        if "shares" in parts:
            raw["held"][seat] = parts["shares"].counts(COMPANIES, "a company")
    if "companies" not in fields:
        fields["players"].fail("the companies too, in 'companies'")
    parts = fields["companies"].keys((), COMPANIES)
    raw["agent"] = [NOBODY] * OWNERS
    return [_read_company(parts.get(name, Field({}, f"companies.{name}")), place, i)
            for i, name in enumerate(COMPANIES)]


def _read_seat(field: Field, place: Place, seat: int) -> set[str]:
    """A seat that is an owner itself, with its shares where companies are private."""
    raw, rules = place.raw, place.rules
    own = OF_SEAT if rules["trade"] == PRIVATE else ()
    missing, parts = read_player(field, raw["owner"][seat], place, own)
    if own:
        raw["held"][seat] = _read_shares(parts["shares"], place) if "shares" in parts else [
            rules["shares_each"] * (other == seat) for other in range(OWNERS)]
        raw["quote"][seat] = _read_price(parts["price"]) if "price" in parts else rules["private_quote"]
        raw["aside"][seat] = parts["sold_shares"].integer(0, 1) if "sold_shares" in parts else 0
    return missing


def _read_shares(field: Field, place: Place) -> list[int]:
    """Shares by the seats whose they are."""
    found = field.counts(owner_names(place.rules), "a seat")
    return found + [0] * (OWNERS - len(found))


def _read_company(field: Field, place: Place, i: int) -> set[str]:
    """A company; without a president it is not founded, and has nothing but money."""
    raw, rules = place.raw, place.rules
    missing, parts = read_player(field, raw["owner"][i], place, OF_COMPANY)
    if "money" not in field.entries():
        raw["owner"][i]["money"] = STEP * rules["start_issues"] * rules["issue_quote"][i]
    if "president" in parts and parts["president"].value is not None:
        raw["agent"][i] = parts["president"].integer(0, place.seats - 1, "a seat, or null")
    founded = raw["agent"][i] != NOBODY
    if "price" in parts:
        raw["quote"][i] = _read_price(parts["price"])
    raw["aside"][i] = parts["board"].integer(0, rules["shares_each"]) if "board" in parts else (
        rules["shares_each"] if rules["sold_by_company"] and not founded else 0)
    return missing if founded else set(SUPPLIES)


def _read_price(field: Field) -> int:
    """A price as steps of its track."""
    if isinstance(field.value, bool) or not isinstance(field.value, int) or field.value % STEP or field.value < STEP:
        field.fail("a price of the track: 10, 20, 30 and so on")
    return field.integer(STEP, 255 * STEP) // STEP
