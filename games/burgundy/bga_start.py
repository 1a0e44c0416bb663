"""What a log of Board Game Arena says before and beside the moves: boards, castles, seats, and clues to start goods."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.api import InputError
from games.bga import Notice, below, pairs, whole
from games.burgundy import bga_numbers as numbers
from games.burgundy.bga_goods import STACKS, Clues, Left, Loaded, Offer, Sold
from games.burgundy.names import HEX_NAMES
from games.fields import shown

START = "startingBoardsAndCastles"
CHOOSE_ACTION = 20          # id of the game state in which a seat chooses an action, with the offers
TILE_8 = numbers.FIRST_KNOWLEDGE + 7
SEAT_WORDS = ("first", "second", "third", "fourth")


class Start(NamedTuple):
    """How a game begins."""

    at: int                     # place of the notification that tells of it
    players: Sequence[int]      # the site's numbers, by seat
    options: Mapping[str, str]
    tiles: Sequence[int]        # start castles


def read_start(notices: Sequence[Notice]) -> Start:
    """Boards, castles and the order of seats. Raises InputError."""
    at = next((i for i, notice in enumerate(notices) if notice.type == START), None)
    if at is None:
        raise InputError(f"has no notification {START}; expected a log of The Castles of Burgundy from its start")
    notice = notices[at]
    boards = {player: _board(spaces, f"{notice.at('allPlEstSpaces')}: {player}")
              for player, spaces in pairs(notice.args.get("allPlEstSpaces"), notice.at("allPlEstSpaces"))}
    if not 2 <= len(boards) <= 4:
        raise InputError(f"{notice.place}: found boards of {len(boards)} players, expected 2 to 4")
    castles, tiles = {}, []
    for tile, castle in pairs(notice.args.get("castles"), notice.at("castles")):
        place = f"{notice.at('castles')}: {tile}"
        if not isinstance(castle, Mapping):
            raise InputError(f"{place}: found {shown(castle)}, expected a tile")
        space = below(whole(castle.get("location_arg"), f"{place}: location_arg"), len(HEX_NAMES), place)
        castles[whole(castle.get("player_id"), f"{place}: player_id")] = HEX_NAMES[space]
        tiles.append(tile)
    if set(castles) != set(boards):
        raise InputError(f"{notice.at('castles')}: expected one for each of {len(boards)} players")
    players = _order(notices, list(boards))
    options = {"boards": ",".join(str(boards[player]) for player in players),
               "castles": ",".join(castles[player] for player in players), "start": "0"}
    return Start(at, players, options, tiles)


def names_of(notices: Sequence[Notice], players: Sequence[int], kept: bool) -> list[str]:
    """Names for the record, by seat: the players' own, or "first", "second" ..."""
    told: dict[int, str] = {}
    for notice in notices if kept else ():
        name, number = notice.args.get("player_name"), notice.args.get("plId")
        if isinstance(name, str) and number is not None:
            told[whole(number, notice.at("plId"))] = name
    return [told.get(player, SEAT_WORDS[seat]) for seat, player in enumerate(players)]


def _board(spaces: Any, place: str) -> int:
    layout = []
    for at, space in pairs(spaces, place):
        if not isinstance(space, Mapping):
            raise InputError(f"{place}[{at}]: found {shown(space)}, expected a space")
        layout.append((str(space.get("type")), whole(space.get("dieValue"), f"{place}[{at}]: dieValue")))
    board = numbers.board_of(layout)
    if board is None:
        raise InputError(f"{place}: is none of boards 1 to 9 of the first edition (the site also offers a board of the "
                         "2019 edition, which is not covered)")
    return board


def _order(notices: Sequence[Notice], players: Sequence[int]) -> list[int]:
    """Players in the order of round 1, clockwise from the start player."""
    order: list[int] = []
    rounds = 0
    for notice in notices:
        rounds += notice.type == "newRound"
        if rounds == 2:
            break
        if notice.type == "turnPlayed" and (player := notice.number("plId")) not in order:
            order.append(player)
    begins = next((notice.number("active_player") for notice in notices if _chooses(notice)), None)
    if not order and begins is not None:
        order.append(begins)
    order += [player for player in players if player not in order]
    if set(order) != set(players) or len(players) > 2 and rounds < 2:
        raise InputError("the order of play is not known before round 1 is over; expected a longer log")
    return order


def _chooses(notice: Notice) -> bool:
    return notice.type == "gameStateChange" and str(notice.args.get("id")) == str(CHOOSE_ACTION)


# ---- what is told of goods and dice ------------------------------------------------------------


def clues(notices: Sequence[Notice], player: int) -> Clues:
    """All that the log tells of one player's goods. Raises InputError."""
    found, dice, doubled = Clues(), {}, False
    packet = None               # of a turn's end or a round's start: offers there show the goods as they are told
    for notice in notices:
        if notice.type == "newRound":
            dice = read_dice(notice).get(player, {})
        if notice.type in ("newRound", "turnPlayed"):
            packet = notice.packet
        if _chooses(notice) and notice.packet == packet and str(notice.args.get("active_player")) == str(player):
            found.told += _offers(notice, dice, doubled)
        elif notice.type == "finalScoring":
            left = score_table(notice).get("unsoldGoods", {}).get(player)
            found.told += [] if left is None else [Left(left)]
        elif not notice.is_of(player):
            continue
        elif notice.type == "goodsSold":
            colours = tuple(number // numbers.GOODS_COPIES for number in goods_numbers(notice, "soldGoods"))
            found.told.append(Sold(notice.below("storageZoneNb", STACKS), colours))
        elif notice.type == "goodsTaken":
            found.told.append(loaded(notice))
        elif notice.type == "tileAddedToEstate":
            doubled |= notice.number("tileId") == TILE_8
    return found


def _offers(notice: Notice, dice: Mapping[int, int], doubled: bool) -> list[Offer]:
    """What each die could sell."""
    offers = notice.args.get("args")
    moves = offers.get("possibleMoves") if isinstance(offers, Mapping) else None
    if not isinstance(moves, Mapping):
        return []
    made = []
    for die, kinds in pairs(moves, notice.at("possibleMoves")):
        sales = kinds.get("sellGoods") if isinstance(kinds, Mapping) else None
        if sales and die in dice:
            place = notice.at("sellGoods")
            workers = {below(at, STACKS, place): whole(n, place) for at, n in pairs(sales, place)}
            made.append(Offer(dice[die], workers, doubled))
    return made


def loaded(notice: Notice) -> Loaded:
    """Goods that a ship brought. Where the site writes a stack's number as a text, the stack was there before."""
    moved = []
    for tile, place in notice.objects("goodsTilesToMove"):
        stack = tile.get("stSpace")
        moved.append((goods_colour(tile.get("id"), place), below(whole(stack, place), STACKS, place),
                      not isinstance(stack, str)))
    return Loaded(tuple(moved))


def read_dice(notice: Notice) -> dict[int, dict[int, int]]:
    """Face by number of the die, by player. Raises InputError."""
    dice: dict[int, dict[int, int]] = {}
    for die, place in notice.objects("dice"):
        face = whole(die.get("dieValue"), f"{place}: dieValue")
        if not 1 <= face <= 6:
            raise InputError(f"{place}: found face {face}, expected 1 to 6")
        dice.setdefault(whole(die.get("plId"), f"{place}: plId"), {})[whole(die.get("dieNb"), place)] = face
    return dice


def drawn_goods(notice: Notice) -> dict[int, int]:
    """Number of the goods tile of each round 1-5 of a phase. Raises InputError."""
    drawn = {}
    for tile, place in notice.objects("drawnGoods"):
        colour = goods_colour(tile.get("id"), place)
        if whole(tile.get("type"), f"{place}: type") != colour + 1:
            raise InputError(f"{place}: goods tile {tile.get('id')} has type {tile.get('type')}, expected {colour + 1}")
        drawn[whole(tile.get("location_arg"), f"{place}: location_arg")] = whole(tile["id"], place)
    return drawn


def goods_numbers(notice: Notice, key: str) -> list[int]:
    """Numbers of goods tiles. Raises InputError."""
    return [below(whole(n, notice.at(key)), 6 * numbers.GOODS_COPIES, notice.at(key)) for n in notice.items(key)]


def goods_colour(value: Any, place: str) -> int:
    """The colour, 0-5, of the goods tile with a number. Raises InputError."""
    return below(whole(value, place), 6 * numbers.GOODS_COPIES, place) // numbers.GOODS_COPIES


def score_table(notice: Notice) -> dict[str, dict[int, int]]:
    """Columns of the final table: points by player. Raises InputError."""
    table = notice.args.get("scoreTable")
    if not isinstance(table, Mapping):
        raise InputError(f"{notice.at('scoreTable')}: found {shown(table)}, expected an object")
    columns: dict[str, dict[int, int]] = {}
    for column, row in table.items():
        if column != "header" and isinstance(row, Mapping):
            place = f"{notice.at('scoreTable')}: {column}"
            columns[column] = {player: whole(points, place) for player, points in pairs(row, place) if player}
    return columns
