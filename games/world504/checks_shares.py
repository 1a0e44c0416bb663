"""Checks the shares, presidents and prices of a position of 504. Raises InputError as checks.py does."""
from __future__ import annotations

from games.checking import miscounted, refuse
from games.fields import several
from games.packed import enum
from games.world504.checks import Position
from games.world504.names import NOBODY, NOWHERE, owner_names
from games.world504.tables import COMPANIES

TRADES = enum("world504", "Trade")


def check_shares(p: Position) -> None:
    """Ten shares of each company, prices on the track, presidents with most shares, no pieces before there is one."""
    trade = TRADES[p.rules["trade"]]
    if trade == "no-shares":
        return
    for i in range(p.rules["owners"]):
        _check_holdings(p, i)
        if p.raw["quote"][i] > p.rules["top_quote"]:
            refuse(f"{p.where(i)}.price", 10 * p.raw["quote"][i], f"a price of the track, 10 to "
                   f"{10 * p.rules['top_quote']}")
        if trade == "of-companies":
            _check_president(p, i)
            _check_board(p, i)
    if trade == "of-companies":
        _check_market(p)
        _check_traders(p)


def _holder(seat: int) -> str:
    return f"players[{seat}].shares"


def _check_holdings(p: Position, i: int) -> None:
    """No more shares than there are; of a company at most half in one hand (R9.SR.4)."""
    rules, name = p.rules, owner_names(p.rules)[i]
    held = [p.raw["held"][seat][i] for seat in range(p.seats)]
    if rules["companies"]:
        for seat, count in enumerate(held):
            if count > rules["most_shares"]:
                refuse(f"{_holder(seat)}.{name}", count, f"at most {rules['most_shares']}, half of a company")
    elif held[i] < rules["presidents_card"]:
        refuse(f"{_holder(i)}.{name}", held[i], "2 or more, as the president's card is never sold")
    in_all = sum(held) + p.raw["aside"][i]
    if in_all > rules["shares_each"]:
        where = {f"seat {seat}": count for seat, count in enumerate(held) if count}
        if p.raw["aside"][i]:
            where["the company's board" if rules["companies"] else "sold in this round"] = p.raw["aside"][i]
        miscounted(f"{p.where(i)}", in_all, f"shares of {name} in all", rules["shares_each"],
                   "each company has so many", "at most", where=where)


def _check_board(p: Position, i: int) -> None:
    """At TOP I shares lie on the company's board till seats buy them (R9.S.4), and the bank takes half of them at most
    (R9.SR.12); at TOP II all lie in the bank (R9.S.5).
    """
    board, each, most = p.raw["aside"][i], p.rules["shares_each"], p.rules["bank_most"]
    in_bank = each - board - sum(p.raw["held"][seat][i] for seat in range(p.seats))
    due = each if p.rules["sold_by_company"] else 0
    if board != due and not (due and p.founded(i)):
        refuse(f"{p.where(i)}.board", board, f"{due}, as it is not founded" if due else "0: the bank has them here")
    if in_bank > most:
        refuse(p.where(i), f"{in_bank} shares in the bank", f"at most {most}, half of a company")


def _check_president(p: Position, i: int) -> None:
    """Who presides has two shares or more and nobody has more; a company without a president has nothing (R9.SR.9)."""
    agent, held = p.raw["agent"][i], [p.raw["held"][seat][i] for seat in range(p.seats)]
    owner, where = p.raw["owner"][i], p.where(i)
    if agent == NOBODY:
        on_board = owner["settled"] or any(owner["active"]) or any(owner["spent"]) or owner["capital"] != NOWHERE
        if on_board or owner["privileges"] or owner["income"] or any(held) or p.raw["quote"][i]:
            found = "pieces" if on_board else "shares in hand" if any(held) else "a price or more"
            refuse(where, f"{found} without a president", "a president, or nothing but its money: it is not founded")
        return
    if held[agent] < p.rules["presidents_card"]:
        refuse(f"{where}.president", f"seat {agent} with {several(held[agent], 'shares')}",
               "a seat with 2 shares or more")
    if held[agent] < max(held):
        refuse(f"{where}.president", f"seat {agent} with {several(held[agent], 'shares')}",
               f"seat {held.index(max(held))}, who has {max(held)}")
    if not p.raw["quote"][i]:
        refuse(f"{where}.price", "none", "its share price")


def _check_market(p: Position) -> None:
    """The markers from the highest price down, then the companies that have none, in their order."""
    market, quotes = p.raw["market"], p.raw["quote"]
    if sorted(market) != list(range(len(COMPANIES))):
        refuse("market", str([COMPANIES[i] for i in market]), "each company once")
    prices = [quotes[i] for i in market]
    if prices != sorted(prices, reverse=True):
        refuse("market", ", ".join(f"{COMPANIES[i]} {10 * quotes[i]}" for i in market), "prices from the highest down")
    rest = market[p.raw["founded"]:]
    if rest != sorted(rest):
        refuse("market", str([COMPANIES[i] for i in rest]), "companies that are not founded by name")


def _check_traders(p: Position) -> None:
    """A share round has each seat once; outside of one nothing is left of it."""
    raw = p.raw
    _check_deals(p)
    if sorted(raw["seating"][:p.seats]) != list(range(p.seats)):
        refuse("traders", str(raw["seating"][:p.seats]), "each seat once")
    for key, rest in (("quit", 0), ("passes", 0), ("traded", [0] * len(COMPANIES))):
        if p.phase != "share-round" and raw[key] != rest:
            refuse(key, "something of a share round", f"none in phase {p.phase}")
    if p.phase != "share-round" and (any(raw["bought"]) or any(raw["sold"])):
        refuse("bought" if any(raw["bought"]) else "sold", "something of a share round", f"none in phase {p.phase}")
    due = raw["seating"][raw["cursor"] % p.seats]
    if p.stage == "shares" and (raw["quit"] >> raw["actor"] & 1 or due != raw["actor"]):
        refuse("actor", raw["actor"], f"a seat that has not quit, at place {raw['cursor']} of the traders")
    if raw["passes"] and (raw["quit"] or raw["passes"] >= p.seats):
        refuse("passes", raw["passes"], "0, as somebody has quit" if raw["quit"]
               else f"less than {p.seats}: the share round is over when all seats have passed")
    if raw["fresh"] > raw["founded"]:
        refuse("fresh", raw["fresh"], f"at most {raw['founded']}, the companies founded")


def _check_deals(p: Position) -> None:
    """What was bought and sold in this share round, and which companies are new (R9.SR.2, R9.SR.8)."""
    raw = p.raw
    for i, name in enumerate(COMPANIES):
        buyers = [seat for seat in range(p.seats) if raw["bought"][seat] >> i & 1]
        both = [seat for seat in buyers if raw["sold"][seat] >> i & 1]
        if both:
            refuse(f"sold[{both[0]}]", f"'{name}'", "no company of which the seat has bought in this share round")
        if raw["traded"][i] < len(buyers) or raw["traded"][i] and not buyers:
            refuse(f"traded.{name}", raw["traded"][i], f"{len(buyers)} or more, one for each seat that has bought"
                   if buyers else "0, as nobody has bought")
        if raw["young"] >> i & 1 and not p.founded(i):
            refuse("sheltered", f"'{name}'", "companies that are founded")
        if p.stage == "shares" and raw["turn"]["sold"] >> i & ~raw["sold"][raw["actor"]] >> i & 1:
            refuse("turn.sold", f"'{name}'", f"companies that seat {raw['actor']} has sold in this share round")
