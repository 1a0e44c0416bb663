"""A position of The Castles of Burgundy against its box: tiles by kind, colour and back, goods by colour (B1-B4).

By a phase so many tiles of each colour have come to the depots, whatever anybody did, so the number face down is known;
goods never leave the game. Which tiles were thrown out of storage or cleared away at the end of a phase is not written
down: of each kind there may be fewer than the box has, never more.
"""
from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate, pairwise
from typing import NamedTuple

from games.burgundy.checks import (
    BEFORE_START,
    CASTLE,
    CHOOSING,
    OWNED_A_TURN,
    PLAYING,
    Position,
    colour_of,
    slot_colour,
    turns_begun,
)
from games.burgundy.names import COLOUR_NAMES, GOODS_NAMES, PHASE_NAMES, TILE_NAMES
from games.burgundy.setup import ANY
from games.burgundy.tables import DEPOTS
from games.checking import miscounted, misplaced, refuse

TYPES = range(1, len(TILE_NAMES))
MOST = 99               # face-down tiles of a kind, or goods of a colour, in a position that is taken on trust
ROOM = 255              # face-down tiles of a colour, or with a black back, that a position can hold
STORED = 3              # tiles that fill a storage


class Dealt(NamedTuple):
    """What has come out of the supplies by now, and what has not."""

    down: dict[str, int]        # tiles with coloured backs face down, by colour
    dark: int                   # tiles with black backs face down
    goods: int                  # goods face down
    laid: int                   # spaces of the depots filled in this phase, with blanks
    turned: int                 # goods turned up in this phase


def dealt(p: Position) -> Dealt:
    """What the phases so far have taken out of the box (B9, B17, B20-B22)."""
    n = p.rules
    down = {colour: sum(lit(p, tile) for tile in of_colour(colour)) for colour in COLOUR_NAMES}
    dark, laid, turned = sum(n["tiles"]["dark"][TILE_NAMES[tile]] for tile in TYPES), 0, 0
    goods = 6 * n["goods"]["copies"] - (p.raw["cursor"] if p.stage == "start-goods" else 3 * p.seats)
    for phase in range(p.raw["phase"] + 1):
        slots, black, most = reached(p) if phase == p.raw["phase"] else reached(p, "roll")
        laid = 0
        for slot in range(slots):
            colour = slot_colour(slot, p.seats, phase)
            if DEPOTS[slot // 4][slot % 4][1] <= p.seats and down[colour]:
                down[colour] -= 1
                laid += 1
        taken, turned = min(black, dark), min(most, goods)
        dark, goods, laid = dark - taken, goods - turned, laid + taken
    return Dealt(down, dark, goods, laid, turned)


def reached(p: Position, stage: str = "") -> tuple[int, int, int]:
    """Spaces of the numbered depots and of the black one that are filled at this stage, and goods turned up."""
    stage, cursor, black = stage or p.stage, p.raw["cursor"], p.rules["setup"]["black_depot"][str(p.seats)]
    if stage in (*BEFORE_START, *CHOOSING):
        return 0, 0, 0
    return {"fill-depot": (cursor, 0, 0), "fill-black": (24, cursor, 0), "fill-goods": (24, black, cursor)}.get(
        stage, (24, black, 5))


def of_colour(colour: str) -> list[int]:
    """The tiles of a colour."""
    return [tile for tile in TYPES if colour_of(tile) == colour]


def lit(p: Position, tile: int) -> int:
    """Tiles of a kind with coloured backs, the start castles left out (B10)."""
    printed = int(p.rules["tiles"]["coloured"][TILE_NAMES[tile]])
    return max(printed - p.seats, 0) if tile == CASTLE else printed


def unlit(p: Position, tile: int) -> int:
    """Tiles of a kind with black backs."""
    return int(p.rules["tiles"]["dark"][TILE_NAMES[tile]])


def taken(p: Position, player: int, tile: int) -> int:
    """Tiles of a kind that a seat has, those left out that it did not take: its start castle and gifts."""
    mine = p.players[player]
    given = p.gifts[player].tiles.count(TILE_NAMES[tile]) + (tile == CASTLE and mine["castle"] != ANY)
    return int(mine["tiles"].count(tile) + mine["storage"].count(tile)) - given


# ---- does it add up? -------------------------------------------------------------------------


def check_box(p: Position) -> None:
    """All tiles and goods, against the box. Raises Miscount."""
    due = dealt(p)
    for tile in TYPES:
        _check_kind(p, tile)
    _check_face_down(p, due)
    _check_taken(p, due)
    _check_boards(p)
    _check_goods(p, due)


def check_room(p: Position) -> None:
    """What a position can hold at all, even where nobody counts."""
    for colour in COLOUR_NAMES:
        _check_heap("supply", [p.raw["supply"][tile] for tile in of_colour(colour)], f"{colour} tiles")
    _check_heap("dark", p.raw["dark"], "tiles")


def _check_heap(place: str, counts: Sequence[int], what: str) -> None:
    if sum(counts) > ROOM:
        refuse(place, f"{sum(counts)} {what} face down", f"at most {ROOM}")


def _check_kind(p: Position, tile: int) -> None:
    """No more tiles of a kind than the box has, by their backs; what is left out of the game is nowhere else."""
    name, raw = TILE_NAMES[tile], p.raw
    up, down, black_up, black_down = (count(raw[place], tile) for place in ("depot", "supply", "black", "dark"))
    if name in p.left_out and up + black_up:
        misplaced("depots and black", f"'{name}'", "none, as the option without leaves it out")
    besides = f" besides {p.seats} start castles" if tile == CASTLE else ""
    if up + down > lit(p, tile):
        miscounted("depots and supply", up + down, f"'{name}'", lit(p, tile), f"so many have a coloured back{besides}",
                   "at most", {"in depots": up, "in supply": down})
    if black_up + black_down > unlit(p, tile):
        miscounted("black and dark", black_up + black_down, f"'{name}'", unlit(p, tile), "so many have a black back",
                   "at most", {"in black": black_up, "in dark": black_down})
    owned = [taken(p, player, tile) for player in range(p.seats)]
    box = lit(p, tile) + unlit(p, tile)
    blank = name in p.left_out
    found, most = sum(owned) + (0 if blank else up + down + black_up + black_down), 0 if blank else box
    if found > most:
        where = {f"with players[{player}]": n for player, n in enumerate(owned)}
        if blank:
            miscounted("players", found, f"'{name}'", most, "option without leaves it out", where=where)
        where |= {"in depots": up, "in supply": down, "in black": black_up, "in dark": black_down}
        miscounted("players", found, f"'{name}' in all", most, f"so many are in the box{besides}", "at most", where)


def count(place: Sequence[int], tile: int) -> int:
    """Tiles of a kind there: counts by kind, or the spaces of a depot."""
    return place[tile] if len(place) == len(TILE_NAMES) else place.count(tile)


def _check_face_down(p: Position, due: Dealt) -> None:
    """Of each colour, and with black backs, so many have come to the depots (B20-B22)."""
    when = f"by phase {PHASE_NAMES[p.raw['phase']]}"
    for colour, number in due.down.items():
        found, box = (sum(f(tile) for tile in of_colour(colour)) for f in (p.raw["supply"].__getitem__,
                                                                           lambda tile: lit(p, tile)))
        if found != number:
            hint = "" if any(p.raw["supply"]) else "; leave `supply` out to have it filled in"
            miscounted("supply", found, f"{colour} tiles face down", number,
                       f"of {box} to draw {box - number} have come to the depots {when}{hint}")
    found, box = sum(p.raw["dark"]), sum(unlit(p, tile) for tile in TYPES)
    if found != due.dark:
        miscounted("dark", found, "black-backed tiles face down", due.dark,
                   f"of {box} in the box {box - due.dark} have come to the black depot {when}")


def _check_taken(p: Position, due: Dealt) -> None:
    """A turn takes three tiles at most. What is taken in phase A a seat still has, unless its storage was full."""
    raw, phase = p.raw, PHASE_NAMES[p.raw["phase"]]
    blanks = sum(lit(p, tile) - raw["supply"][tile] + unlit(p, tile) - raw["dark"][tile]
                 for tile in TYPES if TILE_NAMES[tile] in p.left_out)
    there = sum(tile > 0 for tile in (*raw["depot"], *raw["black"]))
    turns = [turns_begun(p, seat) - 5 * raw["phase"] for seat in range(p.seats)]
    most = OWNED_A_TURN * sum(turns)
    if p.stage in PLAYING:              # of the turn under way: what its dice and its purchase have brought
        most -= OWNED_A_TURN - (2 - sum(face > 0 for face in p.actor["dice"]) + raw["bought"])
    if there < due.laid - blanks - most:
        miscounted("depots and black", there, "tiles", due.laid - blanks - most,
                   f"{due.laid} spaces were filled in phase {phase}, and no more than {most} tiles can be taken yet",
                   "at least")
    if raw["phase"]:
        return
    owned = sum(taken(p, seat, tile) for seat in range(p.seats) for tile in TYPES)
    room = [STORED - len(gift.tiles) - (p.option("free_discard") == "yes") for gift in p.gifts]
    thrown = sum(max(0, OWNED_A_TURN * n - free) for n, free in zip(turns, room, strict=True))
    if owned < due.laid - blanks - there - thrown:
        miscounted("players", owned, "tiles taken in all", due.laid - blanks - there - thrown,
                   f"{due.laid - blanks - there} are gone from the depots in phase A, where full storage can have cost "
                   f"at most {thrown} of them", "at least")


def _check_boards(p: Position) -> None:
    """Boards drawn or chosen openly differ, but that any number of seats may choose board 1 (A11)."""
    way, secretly = p.option("boards"), p.option("secret") == "yes"
    if p.option("distinct") == "no" or way not in ("random", "choose") or (way == "choose" and secretly):
        return
    boards = [player["board"] for player in p.players]
    for seat, board in enumerate(boards):
        if board > (way == "choose") and board in boards[:seat]:
            misplaced(f"players[{seat}].board", f"{board}, which players[{boards.index(board)}] has too",
                      "another one: option distinct")


def _check_goods(p: Position, due: Dealt) -> None:
    """Of each colour all copies are somewhere, sold ones too (B4, B31); so many are not yet turned up (B9, B17)."""
    raw, copies = p.raw, p.rules["goods"]["copies"]
    for colour, name in enumerate(GOODS_NAMES):
        parts = goods_elsewhere(p, colour) | {"in goods_supply": raw["goods_supply"][colour]}
        if sum(parts.values()) != copies:
            miscounted("goods", sum(parts.values()), f"{name} tiles in all", copies,
                       "so many are in the box, and sold ones stay", where=parts)
    if sum(raw["goods_supply"]) != due.goods:
        miscounted("goods_supply", sum(raw["goods_supply"]), "goods face down", due.goods,
                   f"of {6 * copies} in the box {6 * copies - due.goods} have been dealt or turned up by phase "
                   f"{PHASE_NAMES[raw['phase']]}")
    gone = raw["round"] + (p.stage in PLAYING)
    for n in range(gone, due.turned):
        if p.stage != "over" and not raw["coming"][n]:
            misplaced(f"coming[{n}]", "null", f"a goods colour: the goods of round {n + 1} are still to come")


def goods_elsewhere(p: Position, colour: int) -> dict[str, int]:
    """Where goods of a colour lie that are not face down."""
    return {
        "at the depots": sum(p.raw["goods"][colour::6]), "coming": p.raw["coming"].count(colour + 1),
        "with players": sum(player["goods"][colour] for player in p.players),
        "sold": sum(player["sold"][colour] for player in p.players),
    }


# ---- what a document leaves out --------------------------------------------------------------


def complete(p: Position, missing: AbstractSet[str]) -> None:
    """Fill `goods_supply`, `supply` and `dark` where a document has them not: with what is nowhere else.

    After phase A nobody can tell which tiles were cleared away. Those that must be are then missing evenly from all
    kinds of their colour.
    """
    if "goods_supply" in missing:
        copies = p.rules["goods"]["copies"]
        p.raw["goods_supply"] = [max(0, copies - sum(goods_elsewhere(p, colour).values())) for colour in range(6)]
    if not missing & {"supply", "dark"}:
        return
    if p.left_out:
        refuse(min(missing & {"supply", "dark"}), "no such key",
               "it there: with option without nobody can tell which blanks have been drawn")
    due = dealt(p)
    bright, black = [0] * len(TILE_NAMES), [0] * len(TILE_NAMES)
    for colour in COLOUR_NAMES:
        _leave_what_is_not_taken(p, missing, of_colour(colour), due.down[colour], bright, black)
    if "supply" in missing:
        p.raw["supply"] = bright
    if "dark" in missing:
        p.raw["dark"] = thinned(black, due.dark)


def _leave_what_is_not_taken(p: Position, missing: AbstractSet[str], tiles: Sequence[int], due: int, bright: list[int],
                             black: list[int]) -> None:
    """Of one colour, what may be face down: a tile that a seat took had a coloured back if it can have had one."""
    free = {tile: lit(p, tile) - p.raw["depot"].count(tile) for tile in tiles}
    dark = {tile: unlit(p, tile) - p.raw["black"].count(tile) for tile in tiles}
    owned = {tile: max(0, sum(taken(p, player, tile) for player in range(p.seats))) for tile in tiles}
    room = {tile: free[tile] - (0 if "supply" in missing else p.raw["supply"][tile]) for tile in tiles}
    spare = {tile: dark[tile] - (0 if "dark" in missing else p.raw["dark"][tile]) for tile in tiles}
    came = {tile: min(owned[tile], max(room[tile], 0)) for tile in tiles}
    for tile in tiles:
        over = sum(came.values()) - (sum(free.values()) - due)
        came[tile] -= max(0, min(over, came[tile], spare[tile] - owned[tile] + came[tile]))
    for tile in tiles:
        bright[tile] = max(0, free[tile] - came[tile])
        black[tile] = max(0, dark[tile] - owned[tile] + came[tile])
    for tile, left in zip(tiles, thinned([bright[tile] for tile in tiles], due), strict=True):
        bright[tile] = left


def thinned(counts: Sequence[int], size: int) -> list[int]:
    """So many of them, spread evenly over the whole row."""
    whole = sum(counts)
    if size >= whole:
        return list(counts)
    upto = [(2 * seen * size + whole) // (2 * whole) for seen in accumulate(counts, initial=0)]
    return [after - before for before, after in pairwise(upto)]
