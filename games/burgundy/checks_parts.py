"""What the parts of a position must fulfil: tiles of the box, depots, goods, duchies, colour bonuses, points."""
from __future__ import annotations

from typing import Any

from games.burgundy.checks import (
    BEFORE_START,
    CHOOSING,
    PLAYING,
    Position,
    colour_of,
    refuse,
    turns_begun,
)
from games.burgundy.duchy import colours, connected, regions
from games.burgundy.names import COLOUR_NAMES, GOODS_NAMES, HEX_NAMES, SOURCE_NAMES, TILE_NAMES
from games.burgundy.setup import ANY
from games.burgundy.tables import DEPOTS

CASTLE = TILE_NAMES.index("castle")
OWNED_A_TURN = 3        # tiles a turn can add to a seat: each die or what it sets off brings one, the purchase another
AT_THE_END = ("goods", "silver", "workers", "knowledge")        # sources that pay after the last round only (B52)


def check_parts(p: Position) -> None:
    """All parts, from the duchies to the points."""
    for seat, player in enumerate(p.players):
        _check_duchy(p, seat, player)
    _check_depots(p)
    _check_black(p)
    _check_box(p)
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
            why = f"a {expected} tile: so is that hex of board {player['board']}"
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


# ---- tiles of the box ------------------------------------------------------------------------


def _check_depots(p: Position) -> None:
    """Each space has its colour and its fewest seats (B20, B21)."""
    for slot, tile in enumerate(p.raw["depot"]):
        colour, fewest = DEPOTS[slot // 4][slot % 4]
        if (p.seats, slot) == (3, 20) and p.raw["phase"] in (1, 3):
            colour = "mine"
        place = f"depots.{slot // 4 + 1}.tiles[{slot % 4}]"
        if p.stage == "fill-depot" and slot == p.raw["cursor"] and fewest > p.seats:
            refuse("cursor", slot, f"a space that {p.seats} seats fill")
        if not tile:
            continue
        found = f"'{TILE_NAMES[tile]}'"
        if fewest > p.seats:
            refuse(place, found, f"null: {p.seats} seats leave this space empty")
        if colour_of(tile) != colour:
            refuse(place, found, f"null or a {colour} tile: so is this space")
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


def _check_box(p: Position) -> None:
    """No more tiles of a type than the box has, by the colour of their backs (B1-B3), and as gifts.

    What is left out of the game lies face down as blanks, and is nowhere else.
    """
    raw, coloured, dark = p.raw, p.rules["tiles"]["coloured"], p.rules["tiles"]["dark"]
    owned = [tile for player in p.players for tile in (*player["tiles"], *player["storage"])]
    gifts = [name for gift in p.gifts for name in gift.tiles]
    for tile, name in enumerate(TILE_NAMES):
        if not tile:
            continue
        lit = coloured[name] if tile != CASTLE else max(coloured[name] - p.seats, 0)
        held = gifts.count(name) + (p.seats if tile == CASTLE else 0)       # by seats from the start
        up, down = raw["depot"].count(tile), raw["supply"][tile]
        black_up, black_down = raw["black"].count(tile), raw["dark"][tile]
        if name in p.left_out and up + black_up:
            refuse("depots and black", f"'{name}'", "none, as the option without leaves it out")
        if up + down > lit:
            why = " besides the start castles" if tile == CASTLE else ""
            refuse("depots and supply", f"{up + down} '{name}'", f"at most {lit} with a coloured back{why}")
        if black_up + black_down > dark[name]:
            refuse("black and dark", f"{black_up + black_down} '{name}'", f"at most {dark[name]} with a black back")
        everything = held + (0 if name in p.left_out else lit + dark[name])
        found = owned.count(tile) + (0 if name in p.left_out else up + down + black_up + black_down)
        if found > everything:
            refuse("tiles", f"{found} '{name}' in all places", f"at most {everything}, as the box has")


# ---- goods -----------------------------------------------------------------------------------


def _check_goods(p: Position) -> None:
    """Goods never leave the game: of each colour all copies are somewhere (B4). Three stacks a seat (B34)."""
    raw, copies = p.raw, p.rules["goods"]["copies"]
    for colour, name in enumerate(GOODS_NAMES):
        found = (
            sum(raw["goods"][colour::6]) + raw["coming"].count(colour + 1) + raw["goods_supply"][colour]
            + sum(player["goods"][colour] + player["sold"][colour] for player in p.players)
        )
        if found != copies:
            places = f"{found} {name} tiles in depots, coming, goods_supply and with players"
            refuse("goods", places, f"{copies}: goods never leave the game")
    for seat, player in enumerate(p.players):
        stacks = sum(count > 0 for count in player["goods"])
        if stacks > 3:
            refuse(f"players[{seat}].goods", f"{stacks} colours", "at most three stacks")
        if p.stage == "start-goods":
            due = min(3, max(0, raw["cursor"] - 3 * seat))
            if sum(player["goods"]) != due:
                refuse(f"players[{seat}].goods", f"{sum(player['goods'])} goods", f"{due} at cursor {raw['cursor']}")


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
    places = [f"players[{seat}]" for seat in seats] + ["bonuses"] * (p.raw[size] >> colour & 1)
    if len(places) != 1:
        refuse("bonuses", f"the {bonus} with {' and '.join(places) or 'nobody'}", "it in one place")
    if seats and seats[0] not in full:
        refuse(f"players[{seats[0]}].{size}", f"'{COLOUR_NAMES[colour]}'", "all hexes of that colour filled there")
    if bool(seats) != (len(full) >= needed):
        where = "with a player" if len(full) >= needed else "in bonuses"
        refuse("bonuses", f"the {bonus} {'with a player' if seats else 'in bonuses'}",
               f"it {where}, as {len(full)} seats have filled that colour")
    return seats[0] if seats else None


def _is_full(player: dict[str, Any], colour: int) -> bool:
    """All hexes of this colour hold a tile."""
    printed = colours(player["board"])
    return all(tile > 0 for tile, there in zip(player["tiles"], printed, strict=True) if there == colour)


def _check_points(p: Position) -> None:
    """Gifts are paid from the start; what pays at the end has paid nothing before."""
    for seat, player in enumerate(p.players):
        points, due = player["sources"][SOURCE_NAMES.index("gifts")], p.gifts[seat].points
        if points != due:
            refuse(f"players[{seat}].points.gifts", points, f"{due}, as the option gifts says")
    if p.stage == "over":
        return
    for seat, player in enumerate(p.players):
        for source in AT_THE_END:
            points = player["sources"][SOURCE_NAMES.index(source)]
            if points:
                refuse(f"players[{seat}].points.{source}", points, "0 before the end of the game")
