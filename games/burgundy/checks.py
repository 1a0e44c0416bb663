"""Whether the rules can reach a position of The Castles of Burgundy: its time, turns and steps.

Each check raises InputError naming the place, what was found and what was expected. They keep out what would mislead
an analysis, and everything that the compiled rules, which check nothing, could not play on from. B-numbers are those
of the rules. First where the game stands (check_course), then the parts (check_parts).
"""
from __future__ import annotations

from functools import cached_property
from typing import Any

from games.burgundy.duchy import colours, connected, regions
from games.burgundy.gifts import Given, given, left_out
from games.burgundy.names import (
    COLOUR_NAMES,
    GOODS_NAMES,
    HEX_NAMES,
    SOURCE_NAMES,
    STAGE_NAMES,
    TILE_COLOURS,
    TILE_NAMES,
)
from games.burgundy.setup import ANY, DEFAULTS, given_boards
from games.burgundy.tables import DEPOTS, MINE_PHASES, MINE_SEATS, MINE_SLOT
from games.checking import Checked, refuse
from games.fields import members, several

BEFORE_START = ("start-goods", "start-seat")
CHOOSING = ("deal-board", "choose-board", "choose-castle")
FILLING = ("fill-depot", "fill-black", "fill-goods")
ROLLING = ("roll", "roll-white")
SHIP_STEPS = ("ship-depot", "ship-colour", "ship-second")
EFFECTS = (*SHIP_STEPS, "sell-free", "take-free", "place-free")
PLAYING = ("main", "discard", "castle-action", *EFFECTS)

# Buildings that offer tiles of the depots, by the colours of those tiles, as a mask (B39).
OFFERS = {1: "carpenter", 1 << 2 | 1 << 3 | 1 << 4: "church", 1 << 1 | 1 << 5: "market"}
# The tile whose effect a stage is (B34, B36, B39); take-free has those of OFFERS.
CAUSES = {"castle-action": "castle", **dict.fromkeys(SHIP_STEPS, "ship"), "sell-free": "warehouse",
          "place-free": "city-hall"}
CASTLE = TILE_NAMES.index("castle")
OWNED_A_TURN = 3        # tiles a turn can add to a seat: each die or what it sets off brings one, the purchase another
AT_THE_END = ("goods", "silver", "workers", "knowledge")        # sources that pay after the last round only (B52)


class Position(Checked):
    """A position as read, not yet judged."""

    stages, defaults = STAGE_NAMES, DEFAULTS

    @property
    def order(self) -> list[int]:
        return self.raw["order"][:self.seats]

    @cached_property
    def gifts(self) -> list[Given]:
        """What each seat began with beside what all have."""
        return given(self.option("gifts"), self.seats)

    @cached_property
    def left_out(self) -> list[str]:
        """Tiles that are blanks in the supplies."""
        return left_out(self.option("without"))

    def has(self, seat: int, knowledge: int) -> bool:
        """A knowledge tile works for this seat: in the duchy (B48) or a gift, where the rules in force let it."""
        name = f"knowledge {knowledge}"
        owned = TILE_NAMES.index(name) in self.players[seat]["tiles"] or name in self.gifts[seat].knowledge
        return owned and self.rules["knowledge"][str(knowledge)] > 0


def check_course(p: Position) -> None:
    """Where the game stands: rounds, the seat to act, cursor, dice, and what a half-done action needs."""
    _check_time(p)
    _check_actor(p)
    _check_cursor(p)
    _check_choices(p)
    _check_dice(p)
    _check_cause(p)
    _check_track(p)
    _check_leftovers(p)
    _check_storage(p)
    if p.stage in SHIP_STEPS:
        _check_ship(p)


def _check_time(p: Position) -> None:
    phase, round_ = p.raw["phase"], p.raw["round"]
    if p.stage in (*BEFORE_START, *CHOOSING) and phase:
        refuse("phase", f"'{'ABCDE'[phase]}'", f"'A' at stage {p.stage}")
    if p.stage in (*BEFORE_START, *CHOOSING, *FILLING) and round_:
        refuse("round", round_ + 1, f"1 at stage {p.stage}")
    if p.stage == "over" and (phase, round_) != (4, 4):
        refuse("phase and round", f"'{'ABCDE'[phase]}' and {round_ + 1}", "'E' and 5, as the game is over")


def _check_actor(p: Position) -> None:
    """The seat to act is the one whose turn it is, and before the turns the one whose luck or choice comes."""
    actor, cursor = p.raw["actor"], p.raw["cursor"]
    if p.stage in PLAYING:
        due, why = p.order[p.raw["turn"]], f"as turn {p.raw['turn']} of the order {p.order} is its own"
    elif p.stage in (*CHOOSING, "roll"):
        due, why = p.order[min(cursor, p.seats - 1)], f"as cursor {cursor} counts in the order {p.order}"
    elif p.stage == "start-goods":
        due, why = min(cursor // 3, p.seats - 1), f"as cursor {cursor} is one of its three goods"
    elif p.stage == "roll-white":
        due, why = p.order[0], f"first of the order {p.order}"
    else:
        return
    if actor != due:
        refuse("actor", actor, f"seat {due}, {why}")


def _check_cursor(p: Position) -> None:
    cursor, black = p.raw["cursor"], p.rules["setup"]["black_depot"][str(p.seats)]
    ends = {
        "start-goods": 3 * p.seats, "fill-depot": 24, "fill-black": black, "fill-goods": 5, "roll": p.seats,
        "ship-colour": 7, **dict.fromkeys(CHOOSING, p.seats),
    }
    last = ends.get(p.stage, 1) - 1
    if cursor > last:
        refuse("cursor", cursor, f"0 to {last} at stage {p.stage}" if last > 0 else f"0 at stage {p.stage}")


def _check_choices(p: Position) -> None:
    """Boards and start castles: whose are settled, and that the options that settle them are kept (B10, B14)."""
    given = given_boards(p.option("boards"), p.seats)
    for seat, player in enumerate(p.players):
        board, castle = player["board"], player["castle"] != ANY
        if p.stage in BEFORE_START:
            needs_board, needs_castle = False, False
        elif p.stage in CHOOSING:
            place = p.order.index(seat) - p.raw["cursor"]       # negative: this seat has chosen
            needs_castle = place < 0 and p.stage != "deal-board"
            dealt = place < 0 or p.option("boards") == "random" and p.stage != "deal-board"
            needs_board = dealt or bool(given[seat]) or place == 0 and p.stage == "choose-castle"
            if given[seat] and board != given[seat]:
                refuse(f"players[{seat}].board", board or "null", f"{given[seat]}, as the option boards says")
        else:
            needs_board, needs_castle = True, True
        if bool(board) != needs_board:
            expected = "1 to 9" if needs_board else "null"
            refuse(f"players[{seat}].board", board or "null", f"{expected} at stage {p.stage}")
        if castle != needs_castle:
            found, expected = ("a hex", "null") if castle else ("null", "a hex")
            refuse(f"players[{seat}].castle", found, f"{expected} at stage {p.stage}")


def _check_dice(p: Position) -> None:
    """All seats roll at once, then use their dice turn by turn (B23)."""
    rolled = p.raw["cursor"] if p.stage == "roll" else p.seats if p.stage == "roll-white" else 0
    for seat, player in enumerate(p.players):
        dice = [face for face in player["dice"] if face]
        low = high = 2 * int(p.stage in ROLLING and p.order.index(seat) < rolled)
        if p.stage in PLAYING:
            wait = p.order.index(seat) - p.raw["turn"]
            low = 2 if wait > 0 else 0
            high = 0 if wait < 0 else 2 if wait > 0 or p.stage in ("main", "discard") else 1
        if not low <= len(dice) <= high:
            count = f"at most {high}" if low != high else "none" if not high else str(high)
            refuse(f"players[{seat}].dice", f"{dice}", f"{count}{_why_dice(p, seat, high)}")
    white = p.raw["white"]
    if p.stage in PLAYING and not white:
        refuse("white", white, f"the face rolled, 1 to 6, at stage {p.stage}")
    if p.stage not in (*PLAYING, "over") and white:
        refuse("white", white, f"0, not yet rolled, at stage {p.stage}")


def _why_dice(p: Position, seat: int, high: int) -> str:
    """Why a seat has no more and no fewer dice still to use."""
    if p.stage not in PLAYING:
        return f", as its dice are {'rolled' if high else 'not in use'} at stage {p.stage}"
    wait = p.order.index(seat) - p.raw["turn"]
    return ", as its turn is still to come" if wait > 0 else ", as its turn is over" if wait < 0 else \
        f" still to use at stage {p.stage}"


def _check_cause(p: Position) -> None:
    """A tile whose effect is under way has just been placed in the duchy; the start castle has none (B15)."""
    cause = OFFERS.get(p.raw["allowed"]) if p.stage == "take-free" else CAUSES.get(p.stage)
    if cause is not None and p.actor["tiles"].count(TILE_NAMES.index(cause)) <= (cause == "castle"):
        found = f"no {cause}{' besides the start castle' if cause == 'castle' else ''}"
        refuse(f"players[{p.raw['actor']}].duchy", found,
               f"the {cause} just placed, whose effect is not complete at stage {p.stage}")


def _check_track(p: Position) -> None:
    """A marker has moved once for each ship, up to the last space (B34, B49); the order follows it (B50)."""
    for seat, player in enumerate(p.players):
        ships = player["tiles"].count(TILE_NAMES.index("ship"))
        if p.stage in SHIP_STEPS and seat == p.raw["actor"]:
            ships -= 1                  # the marker moves after the goods
        if p.raw["track"][seat] != min(ships, 6):
            due = f"it on space {min(ships, 6)}, one for each ship in its duchy"
            refuse("track", f"seat {seat} on space {p.raw['track'][seat]}", due)
    if p.stage in ROLLING:
        first_to_last = sorted(range(p.seats), key=lambda s: (-p.raw["track"][s], -p.raw["height"][s]))
        if p.order != first_to_last:
            refuse("order", p.order, f"{first_to_last}, as the track says, at stage {p.stage}")


def _check_leftovers(p: Position) -> None:
    """What only some stages need is empty at the others."""
    raw, stage = p.raw, p.stage
    if raw["taking"] and stage != "discard":
        refuse("taking", "a tile", f"null at stage {stage}")
    if not raw["taking"] and stage == "discard":
        refuse("taking", "null", "the tile that is taken, such as '3: ship', at stage discard")
    if raw["cleared"] and stage not in ("ship-colour", "ship-second"):
        refuse("cleared", members(raw["cleared"], range(1, 7)), f"an empty list at stage {stage}")
    if raw["allowed"] and stage not in ("take-free", "ship-colour"):
        refuse("allowed", members(raw["allowed"], COLOUR_NAMES), f"an empty list at stage {stage}")
    if stage == "take-free" and raw["allowed"] not in OFFERS:
        words = (", ".join(members(offer, COLOUR_NAMES)) for offer in OFFERS)
        refuse("allowed", members(raw["allowed"], COLOUR_NAMES),
               f"what one building offers: {'; or '.join(words)}")
    if raw["bought"] and stage not in PLAYING:
        refuse("bought", "true", f"false at stage {stage}")


def _check_storage(p: Position) -> None:
    """A tile that is being placed has just left storage (B40); a tile is thrown out of a full one only (B28).

    Before a seat's first turn nothing lies there but gifts.
    """
    for seat, player in enumerate(p.players):
        held, gifts = [TILE_NAMES[tile] for tile in player["storage"] if tile], p.gifts[seat].tiles
        if not turns_begun(p, seat) and sorted(held) != sorted(gifts):
            refuse(f"players[{seat}].storage", held, f"{gifts} before its first turn")
    stored = sum(tile > 0 for tile in p.actor["storage"])
    place = f"players[{p.raw['actor']}].storage"
    if p.stage == "discard" and stored < 3:
        refuse(place, f"{stored} tiles", "3, as one is to be discarded")
    may_buy = p.stage == "castle-action" and p.option("buy") == "anytime"
    if (p.stage in EFFECTS or (p.stage == "castle-action" and not may_buy)) and stored > 2:
        refuse(place, f"{stored} tiles", f"at most 2 at stage {p.stage}: the tile just placed came from there")


def _check_ship(p: Position) -> None:
    """What a ship that is being unloaded has cleared, and the colours it may still load (B34, B44)."""
    raw, second = p.raw, p.raw["cursor"]
    cleared = [depot for depot in range(6) if raw["cleared"] >> depot & 1]
    pair, one_by_one = p.has(raw["actor"], 5), p.option("tile5_joint") == "no"
    shown = [depot + 1 for depot in cleared]
    if p.stage == "ship-depot":
        return
    if p.stage == "ship-second" and not (pair and one_by_one):
        refuse("stage", "'ship-second'", "it only with tile 5 in the duchy and the option tile5_joint=no")
    two = p.stage == "ship-colour" and pair and (second > 0 if one_by_one else len(cleared) == 2)
    near = len(cleared) == 2 and (cleared[1] - cleared[0]) in (1, 5)
    if (two and not near) or (not two and len(cleared) != 1):
        refuse("cleared", shown, "two neighbouring depots" if two else "one depot")
    if p.stage == "ship-second":
        return
    if second and (not two or not one_by_one or second - 1 not in cleared):
        refuse("cursor", second, "0, or with tile5_joint=no the second depot being cleared")
    _check_loading(p, [second - 1] if second else cleared)


def _check_loading(p: Position, depots: list[int]) -> None:
    """A choice of goods is asked while more new colours lie there than stacks are free."""
    lying = sum(1 << colour for colour in range(6) if any(p.raw["goods"][6 * d + colour] for d in depots))
    free = 3 - sum(count > 0 for count in p.actor["goods"])
    if p.raw["allowed"] != lying:
        refuse("allowed", members(p.raw["allowed"], GOODS_NAMES),
               f"the colours that lie in the cleared depots, {members(lying, GOODS_NAMES)}")
    if any(count and lying >> colour & 1 for colour, count in enumerate(p.actor["goods"])):
        refuse("allowed", "a colour the seat already has", "new colours only; goods of held colours are loaded at once")
    new = lying.bit_count()
    if not 0 < free < new:
        found = f"'ship-colour' with {several(new, 'new colours')} for {several(free, 'free stacks')}"
        refuse("stage", found, "more new colours than free stacks, and a stack that is free")


def turns_begun(p: Position, seat: int) -> int:
    """Turns that a seat has begun so far in this game."""
    if p.stage == "over":
        return 25
    due = p.stage in PLAYING and p.order.index(seat) <= p.raw["turn"]
    return 5 * p.raw["phase"] + p.raw["round"] + due


def colour_of(tile: int) -> str:
    """The colour of a tile, by name."""
    return COLOUR_NAMES[TILE_COLOURS[tile]]


def tile_of(colour: str) -> str:
    """`a ship tile`, `an animal tile`."""
    return f"{'an' if colour[0] in 'aeiou' else 'a'} {colour} tile"


# ---- the parts ---------------------------------------------------------------------------------


def check_parts(p: Position) -> None:
    """All parts, from the duchies to the points: depots, goods, colour bonuses. Whether they add up: box.py."""
    for seat, player in enumerate(p.players):
        _check_duchy(p, seat, player)
    _check_depots(p)
    _check_black(p)
    _check_goods(p)
    _check_coming(p)
    _check_bonuses(p)
    _check_points(p)


# ---- duchies ---------------------------------------------------------------------------------


def _check_duchy(p: Position, seat: int, player: dict[str, Any]) -> None:
    place, castle = f"players[{seat}].duchy", player["castle"]
    filled = {at for at, tile in enumerate(player["tiles"]) if tile}
    if castle == ANY:
        if filled:
            refuse(f"{place}.{HEX_NAMES[min(filled)]}", "a tile", "none before the start castle is chosen")
        return
    if player["tiles"][castle] != CASTLE:
        found = TILE_NAMES[player["tiles"][castle]] or "nothing"
        refuse(f"{place}.{HEX_NAMES[castle]}", found, "the start castle, 'castle'")
    for at in sorted(filled):
        tile, expected = player["tiles"][at], COLOUR_NAMES[colours(player["board"])[at]]
        if colour_of(tile) != expected:
            why = f"{tile_of(expected)}: so is that hex of board {player['board']}"
            refuse(f"{place}.{HEX_NAMES[at]}", f"'{TILE_NAMES[tile]}'", why)
    apart = filled - connected(castle, filled)
    if apart:
        names = ", ".join(HEX_NAMES[at] for at in sorted(apart))
        found = f"tiles cut off from the start castle ({names})"
        refuse(f"{place}.{HEX_NAMES[min(apart)]}", found, "each next to an earlier one")
    if not p.has(seat, 1):
        _check_cities(place, player)
    _check_owned(p, seat, len(filled), sum(tile > 0 for tile in player["storage"]))


def _check_cities(place: str, player: dict[str, Any]) -> None:
    """No two buildings of a kind in one city, without knowledge tile 1 (B30)."""
    colour = colours(player["board"])
    for city in regions(player["board"]):
        if COLOUR_NAMES[colour[city[0]]] != "building":
            continue
        first: dict[int, int] = {}      # building -> its first hex
        for at in city:
            tile = player["tiles"][at]
            if tile and tile in first:
                both = f"'{TILE_NAMES[tile]}', which {HEX_NAMES[first[tile]]} of the same city has too"
                refuse(f"{place}.{HEX_NAMES[at]}", both, "each kind once, without knowledge 1")
            first[tile] = at


def _check_owned(p: Position, seat: int, placed: int, stored: int) -> None:
    """No more tiles than the turns so far can have brought."""
    turns = turns_begun(p, seat)
    most = 1 + len(p.gifts[seat].tiles) + OWNED_A_TURN * turns
    if placed + stored > most:
        found = f"{placed} tiles in the duchy and {stored} stored"
        refuse(f"players[{seat}]", found, f"at most {most} in all after {turns} turns")


# ---- depots ----------------------------------------------------------------------------------


def slot_colour(slot: int, seats: int, phase: int) -> str:
    """Colour of the tiles that come to a space of the numbered depots in this phase (B20, B21)."""
    if (seats, slot) == (MINE_SEATS, MINE_SLOT) and phase in MINE_PHASES:
        return "mine"
    return DEPOTS[slot // 4][slot % 4][0]


def _check_depots(p: Position) -> None:
    """Each space has its colour and its fewest seats (B20, B21)."""
    for slot, tile in enumerate(p.raw["depot"]):
        _, fewest = DEPOTS[slot // 4][slot % 4]
        colour = slot_colour(slot, p.seats, p.raw["phase"])
        place = f"depots.{slot // 4 + 1}.tiles[{slot % 4}]"
        if p.stage == "fill-depot" and slot == p.raw["cursor"] and fewest > p.seats:
            refuse("cursor", slot, f"a space that {p.seats} seats fill")
        if not tile:
            continue
        found = f"'{TILE_NAMES[tile]}'"
        if fewest > p.seats:
            refuse(place, found, f"null: {p.seats} seats leave this space empty")
        if colour_of(tile) != colour:
            refuse(place, found, f"null or {tile_of(colour)}: so is this space")
        if p.stage in (*BEFORE_START, *CHOOSING) or (p.stage == "fill-depot" and slot >= p.raw["cursor"]):
            refuse(place, found, f"null: not yet filled at stage {p.stage}")


def _check_black(p: Position) -> None:
    """Four, six or eight spaces by seats (B22)."""
    spaces = p.rules["setup"]["black_depot"][str(p.seats)]
    for space, tile in enumerate(p.raw["black"]):
        if not tile:
            continue
        found = f"'{TILE_NAMES[tile]}'"
        if space >= spaces:
            refuse(f"black[{space}]", found, f"null: {p.seats} seats have {spaces} spaces there")
        early = p.stage in (*BEFORE_START, *CHOOSING, "fill-depot")
        if early or (p.stage == "fill-black" and space >= p.raw["cursor"]):
            refuse(f"black[{space}]", found, f"null: not yet filled at stage {p.stage}")


# ---- goods -----------------------------------------------------------------------------------


def _check_goods(p: Position) -> None:
    """Three stacks a seat (B34); at the start three goods each, dealt one by one (B9)."""
    for seat, player in enumerate(p.players):
        stacks = sum(count > 0 for count in player["goods"])
        if stacks > 3:
            refuse(f"players[{seat}].goods", f"{stacks} colours", "at most three stacks")
        if p.stage == "start-goods":
            due, cursor = min(3, max(0, p.raw["cursor"] - 3 * seat)), p.raw["cursor"]
            if sum(player["goods"]) != due:
                refuse(f"players[{seat}].goods", f"{sum(player['goods'])} goods", f"{due} at cursor {cursor}")


def _check_coming(p: Position) -> None:
    """The phase's goods are turned up together, and one goes to a depot each round (B17, B23)."""
    round_ = p.raw["round"]
    if p.stage in PLAYING:
        gone, turned = round_ + 1, 5
    elif p.stage in ("roll", "roll-white"):
        gone, turned = round_, 5
    else:
        gone, turned = (0, p.raw["cursor"]) if p.stage == "fill-goods" else (0, 0)
    for n, goods in enumerate(p.raw["coming"]):
        if goods and not gone <= n < turned:
            refuse(f"coming[{n}]", f"'{GOODS_NAMES[goods - 1]}'", f"null in round {round_ + 1} at stage {p.stage}")
        if not goods and p.stage == "fill-goods" and n < turned:
            refuse(f"coming[{n}]", "null", f"a goods colour: cursor {turned} says it is turned up")


# ---- bonuses and points ----------------------------------------------------------------------


def _check_bonuses(p: Position) -> None:
    """The first seat to fill a colour has its large bonus, the second its small one (B42)."""
    for colour, name in enumerate(COLOUR_NAMES):
        full = [seat for seat, player in enumerate(p.players) if player["board"] and _is_full(player, colour)]
        holders = [_holder(p, size, colour, full, needed) for needed, size in enumerate(("large", "small"), start=1)]
        if holders[0] is not None and holders[0] == holders[1]:
            refuse(f"players[{holders[0]}].small", f"'{name}' besides the large one", "one bonus a colour")


def _holder(p: Position, size: str, colour: int, full: list[int], needed: int) -> int | None:
    """The seat with this bonus, None while it is to be had: until `needed` seats have filled the colour."""
    bonus = f"{size} {COLOUR_NAMES[colour]} bonus"
    seats = [seat for seat, player in enumerate(p.players) if player[size] >> colour & 1]
    places = [f"with players[{seat}]" for seat in seats] + ["in bonuses"] * (p.raw[size] >> colour & 1)
    if len(places) != 1:
        refuse("bonuses", f"the {bonus} {' and '.join(places) or 'nowhere'}", "it in one place")
    if seats and seats[0] not in full:
        refuse(f"players[{seats[0]}].{size}", f"'{COLOUR_NAMES[colour]}'",
               f"it only with all {COLOUR_NAMES[colour]} hexes of the duchy filled")
    if bool(seats) != (len(full) >= needed):
        where = "with a player" if len(full) >= needed else "in bonuses"
        refuse("bonuses", f"the {bonus} {'with a player' if seats else 'in bonuses'}",
               f"it {where}, as {len(full) or 'no'} seat{'s have' if len(full) > 1 else ' has'} filled that colour")
    return seats[0] if seats else None


def _is_full(player: dict[str, Any], colour: int) -> bool:
    """All hexes of this colour hold a tile."""
    printed = colours(player["board"])
    return all(tile > 0 for tile, there in zip(player["tiles"], printed, strict=True) if there == colour)


def _check_points(p: Position) -> None:
    """Gifts are paid from the start, sales by what was sold (B31); what pays at the end has paid nothing before."""
    each = p.rules["scoring"]["sold_goods"][str(p.seats)]
    for seat, player in enumerate(p.players):
        points, due = player["sources"][SOURCE_NAMES.index("gifts")], p.gifts[seat].points
        if points != due:
            refuse(f"players[{seat}].points.gifts", points, f"{due}, as the option gifts says")
        points, sold = player["sources"][SOURCE_NAMES.index("sales")], sum(player["sold"])
        if points > each * sold:
            refuse(f"players[{seat}].points.sales", points,
                   f"at most {each * sold}, {each} for each of {sold} goods sold")
    if p.stage == "over":
        return
    for seat, player in enumerate(p.players):
        for source in AT_THE_END:
            points = player["sources"][SOURCE_NAMES.index(source)]
            if points:
                refuse(f"players[{seat}].points.{source}", points, "0 before the end of the game")
