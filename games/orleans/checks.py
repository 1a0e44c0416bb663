"""Whether the rules can reach a position of Orléans.

Each check raises InputError naming the place, what was found and what was expected. They keep out what would mislead
an analysis, and everything that the compiled rules, which check nothing, could not play on from. First time, order of
play and hourglass, then what is under way (an action, a series of draws, a plan, a payment), then where the parts
are: on places, markets, towns, routes. Whether they add up: box.py.
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from core_ext.state import State
from games.api import own
from games.checking import Checked, refuse
from games.fields import several
from games.orleans.names import (
    OFFICES,
    ROUTE_NAMES,
    STAGE_NAMES,
    TECHNOLOGY,
    TECHNOLOGY_TILE,
    Spaces,
    item_names,
    rows_of,
    send_names,
    spaces_of,
)
from games.orleans.seats import space_word
from games.orleans.setup import DEFAULTS, UNGIVEN, new_state, numbers_in_force, stands
from games.orleans.state import OrleansState
from games.orleans.tables import (
    BOARD,
    EVENTS,
    FIRST_EVENT,
    GOODS,
    HOME,
    KINDS,
    PILES,
    PLACES,
    PROFESSIONS,
    ROUTES,
    TILES,
    TOWNS,
)

SETUP = ("start-seat", "map-good", "remove-good")
PHASES = {                      # where each stage belongs
    **dict.fromkeys(SETUP, (0,)), "reveal": (1,), "take-back": (3,), "draw": (3,), "bath-look": (3,), "keep": (3,),
    "plan": (4,), "act": (5,), "route-good": (5,), "choose-tile": (5,), "send-more": (5,), "bath-draw": (5,),
    "bath-put": (5,), "technology": (5,), "shield": (6,), "food": (6,), "plague-draw": (6,), "torture": (2, 6),
    "lose-draw": (2, 6), "over": (6,),
}
HARMFUL = {"shield": ("Plague", "Taxes", "Harvest"), "food": ("Harvest",), "plague-draw": ("Plague",),
           "torture": ("Taxes", "Harvest"), "lose-draw": ("Taxes", "Harvest")}      # events of phase 6 that lead there
ONE_IS_ENOUGH = ("choose-tile", "torture", "plan")      # decisions asked even where there is one answer
LAST_ROUND = 18
DRAWING = {"take-back": 20, "draw": 20, "bath-look": 2, "bath-draw": 3, "bath-put": 2}      # most draws at a stage
PAYING = ("torture", "lose-draw")
BATHING = ("bath-look", "keep", "bath-draw", "bath-put")
AT_START = {                    # fields that set-up leaves alone, and their names in the document
    "seat": "players", "deed": "deeds", "supply": "supply", "lost": "out_of_game.followers", "tiles": "tiles",
    "citizens": "citizens", "technology": "technology",
}
ANYONE = 7


class Position(Checked):
    """A position as read, not yet judged."""

    stages, defaults = STAGE_NAMES, DEFAULTS

    @property
    def me(self) -> str:
        """The place of the actor in the document."""
        return f"players[{self.raw['actor']}]"

    @property
    def piles(self) -> bool:
        """The hourglass tiles lie in three piles."""
        return self.option("preset") == "eighth" and self.option("piles") == "even"

    @property
    def spaces(self) -> Spaces:
        return spaces_of(self.rules, self.options)

    @cached_property
    def numbers(self) -> dict[str, Any]:
        """The numbers in force, as the compiled rules read them."""
        return numbers_in_force(self.seats, {**DEFAULTS, **self.options}, dict(self.rules))

    def place_in_order(self, seat: int) -> int:
        return (seat - int(self.raw["start"])) % self.seats


def check(p: Position) -> None:
    """All that a position must fulfil but check_choice. Sets `cursor`, which follows from the rest."""
    check_time(p)
    check_hourglass(p)
    check_order(p)
    check_parts(p)
    check_doing(p)


def check_choice(p: Position, state: State) -> None:
    """The state that was made of `p` asks for something there is to choose, or to draw."""
    if p.stage == "over":
        return
    if not own(state, OrleansState).can_go_on_paying():
        refuse("doing.after", f"'{item_names()[p.raw['last']]}'",
               "an item after which there is enough to give, or everything")
    legal = state.legal_actions()
    enough = 1 if state.is_chance_node() or p.stage in ONE_IS_ENOUGH else 2
    if p.stage == "send-more" and p.option("town_hall") == "all":
        enough = 1
    if p.stage == "technology" and p.option("keep_technology") == "no":
        enough = 1
    if len(legal) < enough or (p.stage == "plan" and len(legal) == 1 and p.numbers["market"] >= sum(p.actor["market"])):
        refuse("stage", f"'{p.stage}', where there is nothing to choose", "a stage that fits the rest")


# ---- time ------------------------------------------------------------------------------------


def check_time(p: Position) -> None:
    """Stage, phase and round belong together."""
    raw, stage, round_ = p.raw, p.stage, p.raw["round"]
    if (round_ == 0) != (stage in SETUP):
        refuse("round", round_, "0, as during set-up" if stage in SETUP else f"1 to 18 at stage {stage}")
    if raw["phase"] not in PHASES[stage]:
        refuse("phase", raw["phase"], f"{' or '.join(map(str, PHASES[stage]))} at stage {stage}")
    if stage == "reveal" and round_ == 1:
        refuse("round", 1, f"2 to 18 at stage reveal: the first event is {FIRST_EVENT}")
    if stage == "over" and round_ != LAST_ROUND:
        refuse("round", round_, f"{LAST_ROUND} when the game is over")
    event = EVENTS[raw["event"]]
    if round_ == 1 and event != FIRST_EVENT:
        refuse("event", f"'{event}'", f"'{FIRST_EVENT}', as always in round 1")
    if raw["phase"] == 6 and stage in HARMFUL and event not in HARMFUL[stage]:
        refuse("event", f"'{event}'", f"{' or '.join(HARMFUL[stage])} at stage {stage}")
    fixed = p.numbers["start"]
    if fixed != UNGIVEN:
        turned = round_ if stage == "over" else max(round_ - 1, 0)
        if stage == "start-seat":
            refuse("stage", "'start-seat'", "another one: option start says who starts")
        if raw["start"] != (fixed + turned) % p.seats:
            refuse("start", raw["start"], f"{(fixed + turned) % p.seats}: seat {fixed} started the game")


def check_hourglass(p: Position) -> None:
    """Each round a tile of its pile is gone (rule 13)."""
    raw, at_start, ends = p.raw, p.numbers["hourglass"], p.numbers["pile_end"]
    revealed = raw["round"] - (p.stage == "reveal")
    if not p.piles:
        ends = [LAST_ROUND, LAST_ROUND, LAST_ROUND]
    for pile, letter in enumerate(PILES if p.piles else PILES[:1]):
        left, there = raw["hourglass"][6 * pile:6 * pile + 6], at_start[6 * pile:6 * pile + 6]
        first = ends[pile - 1] + 1 if pile else 2
        gone = max(0, min(revealed, ends[pile]) - first + 1)
        for event, tiles, most in zip(EVENTS, left, there, strict=True):
            if tiles > most:
                refuse(f"hourglass.{letter}.{event}", tiles, f"at most {most}")
        if sum(left) != sum(there) - gone:
            when = "before it is revealed in" if p.stage == "reveal" else "in"
            refuse(f"hourglass.{letter}", f"{sum(left)} tiles", f"{sum(there) - gone} {when} round {raw['round']}")
        event = raw["event"]
        if first <= revealed <= ends[pile] and left[event] >= there[event]:
            refuse(f"hourglass.{letter}.{EVENTS[event]}", left[event],
                   f"at most {there[event] - 1}: the event revealed last came from this pile")


# ---- who is to act ---------------------------------------------------------------------------


def check_order(p: Position) -> None:
    """Who acts, who has passed; sets `cursor`."""
    raw, stage, actor = p.raw, p.stage, p.raw["actor"]
    fixed = {**dict.fromkeys((*SETUP, "over"), 0), "reveal": raw["start"]}.get(stage, actor)
    if actor != fixed:
        refuse("actor", actor, f"{fixed} at stage {stage}")
    raw["cursor"] = 0
    if raw["phase"] in (3, 4):
        raw["cursor"] = p.place_in_order(actor)
    if raw["phase"] == 6 and stage != "over":
        raw["cursor"] = actor if p.option("order") == "seat" else p.place_in_order(actor)
    passed = [seat for seat in range(p.seats) if raw["passed"] >> seat & 1]
    if passed and raw["phase"] != 5:
        refuse("passed", passed, f"an empty list in phase {raw['phase']}")
    if raw["phase"] == 5:
        if stage == "technology":
            if actor not in passed and p.option("technology") == "pass":
                refuse("passed", passed, f"seat {actor} among them: technology is placed after a pass")
        elif actor in passed:
            refuse("passed", passed, f"seat {actor} not among them at stage {stage}")
    if stage in ("torture", "lose-draw") and raw["phase"] == 2:
        steps = [player["track"][0] for player in p.players]
        if p.seats == 2 or steps[actor] != min(steps) or steps.count(min(steps)) > 1:
            refuse("actor", actor, "the one seat that is last on the farmer track, with 3 or more seats")


# ---- what is under way -------------------------------------------------------------------------


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
    """Followers that a seat's market holds, the free spaces of the Gunpowder Tower included."""
    taken = sum(seat["on"][space] > 0 for space in rows_of(p.spaces)[OFFICES[1]])
    return int(p.numbers["market"] + max(0, p.numbers["tower"] * has_tile(seat, OFFICES[1]) - taken))


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
        refuse("doing.hand", several(sum(raw["hand"]), "followers"), f"none at stage {stage}")
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
        refuse("stage", f"'{stage}'", f"a stage that preset {p.option('preset')} has")
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
            refuse(f"players[{seat}].planned", several(len(fresh), "spaces"), f"none for this seat at stage {stage}")
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
    elif p.stage == "food" and not any(seat["goods"][last:3]):
        refuse("doing.after", f"'{GOODS[last]}'", "a food of which there is more")


# ---- the parts ---------------------------------------------------------------------------------


def check_parts(p: Position) -> None:
    """All parts, those of the players first."""
    if p.stage in SETUP:
        check_setup(p)
    for seat, player in enumerate(p.players):
        check_places(p, f"players[{seat}]", player)
        check_market(p, seat, player)
        check_belongings(p, seat, player)
    check_stations(p)
    check_routes(p)


def check_setup(p: Position) -> None:
    """During set-up nothing changes but the goods. Sets `cursor`."""
    raw, fresh = p.raw, new_state(p.seats, p.options).raw()
    for field, place in AT_START.items():
        if raw[field] != fresh[field]:
            refuse(place, "something else than at the start of the game", f"it unchanged at stage {p.stage}")
    used = [space for space, filled in enumerate(p.numbers["road_used"]) if filled]
    filled = [space for space in used if raw["road"][space]]
    if p.stage == "start-seat" and filled:
        refuse("routes", f"{len(filled)} goods", "none while the start player is drawn")
    if p.stage == "map-good":
        if filled != used[:len(filled)] or len(filled) == len(used):
            refuse("routes", f"{len(filled)} goods", f"the first of {len(used)} spaces filled, in order, not all")
        raw["cursor"] = used[len(filled)]
    if p.stage == "remove-good":
        raw["cursor"], most = sum(raw["gone"]), p.numbers["goods_removed"]
        if raw["cursor"] >= most or filled != used:
            refuse("out_of_game.goods", f"{raw['cursor']} goods", f"less than {most}, with all route spaces filled")
    elif any(raw["gone"]):
        refuse("out_of_game.goods", f"{sum(raw['gone'])} goods", f"none at stage {p.stage}")


# ---- players ---------------------------------------------------------------------------------


def check_places(p: Position, where: str, seat: dict[str, Any]) -> None:
    """Who stands where, and technology (rules 28, 30, 42). Puts spaces alike into their canonical order."""
    spaces, want = p.spaces, p.numbers["want"]
    variant = sum(bit for bit, tile in ((1, "Herb Garden"), (2, "School")) if _may_have_had(p, seat, tile))
    for place, row in rows_of(spaces).items():
        at = f"{where}.{'places' if PLACES.index(place) < 10 else 'tiles'}.{place}"
        if place == "Bathhouse" and not p.numbers["bath_action"] and seat["on"][row[0]]:
            refuse(at, "somebody", "null: its space is not in use in this preset")
        technology = [space for space in row if seat["on"][space] == TECHNOLOGY_TILE]
        if len(technology) > 1:
            refuse(at, f"{len(technology)} {TECHNOLOGY} tiles", "at most one on a place")
        for n, space in enumerate(row):
            there = seat["on"][space]
            if there == TECHNOLOGY_TILE:
                if not p.numbers["technical"] >> space & 1:
                    refuse(f"{at}[{n}]", f"'{TECHNOLOGY}'", "it on a place of two spaces or more, not for a monk and "
                           "not on Town Hall or Gunpowder Tower")
            elif there and not stands(_trade(there - 1), want[space], variant):
                refuse(f"{at}[{n}]", f"'{KINDS[there - 1]}'", f"a {spaces[space][1]}, or who may stand in for one")
        _tidy(p, seat, row)


def _trade(kind: int) -> int:
    """The profession of a kind of follower."""
    return kind if kind < len(PROFESSIONS) else kind - len(PROFESSIONS)


def _may_have_had(p: Position, seat: dict[str, Any], tile: str) -> bool:
    """A follower stays where it stands when the tile that let it go there is given up: then nobody has the tile."""
    bit = 1 << TILES.index(tile)
    elsewhere = p.raw["tiles"] | sum(other["tiles"] & bit for other in p.players if other is not seat)
    return bool(seat["tiles"] & bit) or not elsewhere & bit


def _tidy(p: Position, seat: dict[str, Any], row: Sequence[int]) -> None:
    """Spaces of one place that ask for the same: technology, followers by kind, empty ones; but not amid a plan."""
    untidy = p.stage == "take-back" and seat is p.actor and p.raw["last"]
    if untidy or any(seat["fresh"] >> space & 1 for space in row):
        return
    for want in {p.numbers["want"][space] for space in row}:
        alike = [space for space in row if p.numbers["want"][space] == want]
        held = sorted((seat["on"][space] for space in alike), key=lambda on: (on == 0, on != TECHNOLOGY_TILE, on))
        for space, there in zip(alike, held, strict=True):
            seat["on"][space] = there


def check_market(p: Position, seat: int, player: dict[str, Any]) -> None:
    """Eight spaces; from the draws of its owner to the end of planning the Gunpowder Tower's too (rule 19, U14)."""
    drawn = p.raw["phase"] == 4 or (p.raw["phase"] == 3 and p.place_in_order(seat) <= p.raw["cursor"])
    room = max(market_size(p, player) if drawn else p.numbers["market"], sum(p.numbers["start_own"]))
    if sum(player["market"]) > room:
        refuse(f"players[{seat}].market", f"{sum(player['market'])} followers",
               f"at most {room}, one on each market space")


def check_belongings(p: Position, seat: int, player: dict[str, Any]) -> None:
    """Technology on places, and what options bring."""
    where = f"players[{seat}]"
    on_board = player["on"].count(TECHNOLOGY_TILE)
    if on_board > player["placed"]:
        refuse(f"{where}.{TECHNOLOGY}.placed", player["placed"], f"at least {on_board}, as many as lie on places")
    if player["sent"] and p.option("town_hall_again") == "yes":
        refuse(f"{where}.sent", "a place", "nothing, with option town_hall_again=yes")
    if player["owed"] and p.option("unpaid") == "dropped":
        refuse(f"{where}.unpaid", player["owed"], "0, with option unpaid=dropped")


# ---- the table -------------------------------------------------------------------------------


def check_stations(p: Position) -> None:
    """One station in a town, but in Orléans one of each seat (rule 47)."""
    owner: dict[int, int] = {}
    for seat, player in enumerate(p.players):
        for town in range(len(TOWNS)):
            if town == HOME or not player["stations"] >> town & 1:
                continue
            if town in owner:
                found = f"'{TOWNS[town]}', where players[{owner[town]}] has one too"
                refuse(f"players[{seat}].stations", found, "one station in a town")
            owner[town] = seat


def check_routes(p: Position) -> None:
    """Goods lie only on spaces that this number of seats fills (rule 10)."""
    space = 0
    for name, _, _, fewest in ROUTES:
        for n, seats in enumerate(fewest):
            if p.raw["road"][space] and seats > p.seats:
                found = f"'{GOODS[p.raw['road'][space] - 1]}'"
                refuse(f"routes.{name}[{n}]", found, f"null: the space is for {seats} seats and more")
            space += 1
