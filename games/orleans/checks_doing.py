"""What an action, a series of draws, a plan or a payment under way must fulfil. See checks.py."""
from __future__ import annotations

from typing import Any

from games.orleans.checks import Position, refuse
from games.orleans.names import OFFICES, ROUTE_NAMES, TECHNOLOGY_TILE, rows_of, send_names
from games.orleans.seats import space_word
from games.orleans.tables import BOARD, EVENTS, GOODS, KINDS, PROFESSIONS, ROUTES, TILES, TOWNS

DRAWING = {"take-back": 20, "draw": 20, "bath-look": 2, "bath-draw": 3, "bath-put": 2}      # most draws at a stage
PAYING = ("torture", "lose-draw")
BATHING = ("bath-look", "keep", "bath-draw", "bath-put")


def check_doing(p: Position) -> None:
    """All that is under way."""
    check_numbers(p)
    check_drawn(p)
    check_plans(p)
    check_after(p)
    if p.stage in BATHING:
        check_bathhouse(p)
    if p.stage in ("take-back", "draw"):
        check_draws(p)
    if p.stage == "shield" and not _standing(p.actor, p, "Sacristy"):
        refuse(f"{p.me}.tiles", "no Sacristy with its monk", "one at stage shield")
    if p.stage in PAYING and p.actor["coins"]:
        refuse(f"{p.me}.coins", p.actor["coins"], f"0 at stage {p.stage}: what is owed is paid first")


def has_tile(seat: dict[str, Any], tile: str) -> bool:
    """The seat owns this place tile."""
    return bool(seat["tiles"] >> TILES.index(tile) & 1)


def market_size(p: Position, seat: dict[str, Any]) -> int:
    """Followers that a seat's market holds, the Gunpowder Tower included."""
    return int(p.numbers["market"] + p.numbers["tower"] * has_tile(seat, OFFICES[1]))


def _standing(seat: dict[str, Any], p: Position, place: str) -> bool:
    """A follower stands on the first space of this place."""
    row = rows_of(p.spaces)[place]
    return (place in BOARD or has_tile(seat, place)) and 0 < seat["on"][row[0]] < TECHNOLOGY_TILE


def check_numbers(p: Position) -> None:
    """Draws, debt and route are there at the stages that need them."""
    raw, stage = p.raw, p.stage
    most = DRAWING.get(stage, 0)
    if not min(1, most) <= raw["draws"] <= most:
        refuse("doing.draws", raw["draws"], f"1 to {most} at stage {stage}" if most else f"none at stage {stage}")
    least, most = _debt_range(p)
    if not least <= raw["debt"] <= most:
        refuse("doing.debt", raw["debt"], f"{least} to {most} at stage {stage}" if most else f"none at stage {stage}")
    if (raw["route"] > 0) != (stage == "route-good"):
        found = f"'{ROUTE_NAMES[raw['route'] - 1]}'" if raw["route"] else "none"
        refuse("doing.route", found, "a route at stage route-good, and none at others")
    if raw["route"]:
        name, a, b, _ = ROUTES[raw["route"] - 1]
        if TOWNS[p.actor["merchant"]] not in (a, b):
            refuse("doing.route", f"'{name}'", f"a route that ends in {TOWNS[p.actor['merchant']]}, "
                   "where the merchant is")


def _debt_range(p: Position) -> tuple[int, int]:
    """Least and most that can be owed at this stage: coins, or units of food."""
    n, stage = p.numbers, p.stage
    letter = next((i for i, end in enumerate(n["pile_end"]) if p.raw["round"] <= end), 2)
    units = n["harvest_units"][letter]
    if stage == "food":
        return 1, units
    if stage not in PAYING:
        return 0, 0
    most = n["census"]
    if p.raw["phase"] == 6:
        most = units * n["harvest_fine"] if EVENTS[p.raw["event"]] == "Harvest" else sum(n["goods"]) // n["tax_goods"]
    return (1, most) if stage == "torture" else (0, max(0, most - 1))


def check_drawn(p: Position) -> None:
    """`hand` and `drawn` are used only where followers are being drawn."""
    raw, stage, seat = p.raw, p.stage, p.actor
    if any(raw["hand"]) and stage not in BATHING:
        refuse("doing.hand", f"{sum(raw['hand'])} followers", f"none at stage {stage}")
    limits = {"draw": seat["market"], "bath-look": raw["hand"], "bath-draw": raw["hand"], "keep": raw["hand"],
              **dict.fromkeys(PAYING, [*raw["lost"], 0, 0, 0, 0])}.get(stage, [0] * len(KINDS))
    for kind, drawn, most in zip(KINDS, raw["drawn"], limits, strict=True):
        if drawn > most:
            refuse(f"doing.drawn.{kind}", drawn, f"at most {most} at stage {stage}")


def check_draws(p: Position) -> None:
    """Phase 3: as many draws as the knight track, the market and the bag allow (rules 19, 21)."""
    raw, seat, draws = p.raw, p.actor, p.raw["draws"]
    allowed = p.numbers["knight_draws"][seat["track"][4]]
    room = market_size(p, seat) - sum(seat["market"])
    if draws + sum(raw["drawn"]) > allowed:
        refuse("doing.draws", draws, f"at most {allowed} draws in all, as the knight track says")
    if draws > room:
        refuse("doing.draws", draws, f"at most {room}, as {p.me} has {room} free market spaces")
    if p.stage == "draw" and sum(seat["bag"]) <= draws:
        refuse(f"{p.me}.bag", f"{sum(seat['bag'])} followers", f"more than {draws}, or nothing is left to chance")


def check_bathhouse(p: Position) -> None:
    """Both wordings of the Bathhouse (rule 55)."""
    raw, seat, stage = p.raw, p.actor, p.stage
    in_action = stage in ("bath-draw", "bath-put")
    if in_action != (p.option("preset") == "eighth"):
        refuse("stage", f"'{stage}'", f"another one in preset {p.option('preset')}")
    if not has_tile(seat, "Bathhouse"):
        refuse(f"{p.me}.tiles", "no Bathhouse", f"it at stage {stage}")
    if in_action and not _standing(seat, p, "Bathhouse"):
        refuse(f"{p.me}.tiles.Bathhouse", "nobody", f"the follower spent, at stage {stage}")
    hand, bag, draws, put = sum(raw["hand"]), sum(seat["bag"]), raw["draws"], seat["fresh"].bit_count()
    if stage == "bath-put":
        if draws != 2 - put:
            refuse("doing.draws", draws, f"{2 - put}: two may be put, {put} are planned")
        whole = hand + put
        if hand < 1 or whole > 3 or (whole < 3 and bag):
            refuse("doing.hand", f"{hand} followers", "what is left of three drawn, or of all the bag had")
        return
    wanted = 3 if stage == "bath-draw" else 2
    if hand + draws != wanted or (draws and bag + hand <= wanted):
        refuse("doing.hand", f"{hand} followers",
               f"{wanted - draws} of {wanted}, out of a bag that had more than {wanted}")
    if raw["drawn"] != (raw["hand"] if bag else [0] * len(KINDS)):
        refuse("doing.drawn", f"{sum(raw['drawn'])} followers",
               "those of `hand`" if bag else "none, as the bag had these two only")


def check_plans(p: Position) -> None:
    """Spaces filled in a plan that is not yet seen, or by the Bathhouse."""
    raw, stage = p.raw, p.stage
    for seat, player in enumerate(p.players):
        fresh = [space for space in range(len(p.spaces)) if player["fresh"] >> space & 1]
        mine = seat == raw["actor"]
        planning = stage == "plan" and p.place_in_order(seat) <= raw["cursor"]
        if fresh and not (planning or (stage == "bath-put" and mine)):
            refuse(f"players[{seat}].planned", f"{len(fresh)} spaces", f"none for this seat at stage {stage}")
        for space in fresh:
            there = player["on"][space]
            word = space_word(space, p.spaces)
            if not there:
                refuse(f"players[{seat}].planned", f"'{word}', where nothing stands", "a space that is filled")
            if there == TECHNOLOGY_TILE and (stage == "bath-put" or p.option("technology_planning") == "no"):
                refuse(f"players[{seat}].planned", f"'{word}', where technology lies", "spaces with followers")
        if mine and stage in ("plan", "bath-put"):
            _check_last_put(p, player, fresh)


def _check_last_put(p: Position, player: dict[str, Any], fresh: list[int]) -> None:
    """A plan goes on from its last follower; `after` may say so. With technology only, it may say the last tile."""
    put = [space for space in fresh if player["on"][space] < TECHNOLOGY_TILE]
    last = p.raw["last"]
    found = f"'{space_word(last - 1, p.spaces)}'" if last else "none"
    if put:
        if last not in (0, 1 + put[-1]):
            refuse("doing.after", found, f"'{space_word(put[-1], p.spaces)}', the last space planned")
        p.raw["last"] = 1 + put[-1]
    elif last and last - 1 not in fresh:
        refuse("doing.after", found, "none, as nothing is planned there")


def check_after(p: Position) -> None:
    """Where canonical order goes on from: something that can have been chosen just before."""
    last, seat = p.raw["last"], p.actor
    if not last and p.stage != "send-more":
        return
    if p.stage == "take-back":
        place, _ = p.spaces[last - 1]
        if seat["on"][last - 1] or not (place in BOARD or has_tile(seat, place)):
            refuse("doing.after", f"'{space_word(last - 1, p.spaces)}'", "an own space that is empty now")
    elif p.stage == "technology" and seat["on"][last - 1] != TECHNOLOGY_TILE:
        refuse("doing.after", f"'{space_word(last - 1, p.spaces)}'", "a space with technology")
    elif p.stage == "send-more":
        if not last:
            refuse("doing.after", "none", "the follower sent first, such as 'Town Hall: farmer to Plague'")
        office = OFFICES[(last - 1) // 63]
        if office not in BOARD and not has_tile(seat, office):
            refuse("doing.after", f"'{send_names(PROFESSIONS)[last - 1]}'", f"a place that {p.me} has")
    elif p.stage == "food" and not seat["goods"][last:3]:
        refuse("doing.after", f"'{GOODS[last]}'", "a food of which there is more")
