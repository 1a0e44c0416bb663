"""Reads a raw log of Board Game Arena's table of The Castles of Burgundy into a record.

The log is played on this game's own rules, and every total in it is compared with the game as it then stands: dice, workers,
silver and points after each action, goods sold and loaded, points of each event, the pay-out of each phase, all columns of
the final table. The first difference is told by its place in the log. Only what the table was told is read, which holds the
game without what was taken back; no player's name is kept unless asked for.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import games
from core_ext.state import State
from games.api import InputError, own
from games.bga import Notice, packets_of, pairs, table_notices, whole
from games.burgundy import bga_numbers as numbers
from games.burgundy.bga_goods import Clues, Left, Loaded, Offer, Sold, start_goods
from games.burgundy.names import GOODS_NAMES, HEX_NAMES, PHASE_NAMES, SOURCE_NAMES, STAGE_NAMES, TILE_NAMES
from games.burgundy.state import BurgundyState
from games.burgundy.tables import DEPOTS, MINE_PHASES, MINE_SEATS, MINE_SLOT
from games.fields import shown
from games.records import Record, Recorder

MOST_BYTES = 32_000_000     # of a log; a whole game takes some 400,000
START = "startingBoardsAndCastles"
CHOOSE_ACTION = 20          # id of the game state in which a seat chooses an action, with the offers
TILE_8 = numbers.FIRST_KNOWLEDGE + 7
AT_END = ("goods", "silver", "workers", "knowledge")        # points that only the end of the game brings
COLUMNS = {"yellowTiles": "knowledge", "unsoldGoods": "goods", "silverlings": "silver", "workers": "workers"}
SEAT_WORDS = ("first", "second", "third", "fourth")
IGNORED = frozenset({
    "gameStateChange", "updateReflexionTime", "gameStateMultipleActiveUpdate", "simpleNote", "simpleNode", "advantage",
    "availableBoards", "undoSetupChoices", "playerEstate", "startingCastleplaced", "undoTurn", START,
})
OTHER_EDITION = ("; the 2019 edition plays so, which is not covered")


class _FreeDiscard(Exception):
    """The table threw tiles out without taking one: option `free_discard` allows it, so the log is read again with it."""


def recognises(document: Any) -> bool:
    """Whether a JSON document is a raw log with packets, of whatever game of the site."""
    return packets_of(document) is not None


def read(document: Any, name: str, names: bool = False) -> tuple[Record, list[str]]:
    """The record of a log, and what a person should know of it. Raises InputError at the first difference.

    With `names` the record keeps the players' names; otherwise they are "first", "second" ... in the order of seats.
    """
    packets = packets_of(document)
    if packets is None:
        raise InputError(f"{name}: is no raw log of Board Game Arena")
    notices = table_notices(packets, name)
    try:
        return _Reading(notices, name, names, {}).run()
    except _FreeDiscard:
        return _Reading(notices, name, names, {"free_discard": "yes"}).run()


@dataclass
class _Turn:
    """Where the turn under way stands in the game, and a tile that was thrown out before another came."""

    at: tuple[int, int, int] = (-1, -1, -1)
    discarded: str | None = None


@dataclass
class _Placed:
    """The last tile placed: points by source before and after it, and when it was told."""

    seat: int
    before: Mapping[str, int]
    after: Mapping[str, int]


@dataclass
class _Reading:
    """A log as it is played through."""

    notices: Sequence[Notice]
    name: str
    names: bool
    options: dict[str, str]
    seats: dict[int, int] = field(default_factory=dict)         # seat by the site's number of a player
    lying: dict[int, int] = field(default_factory=dict)         # place on the main board by number of a tile
    seen: set[int] = field(default_factory=set)                 # tiles that have been drawn or given
    goods: dict[int, int] = field(default_factory=dict)         # of this phase: number of the goods tile by round 1-5
    dice: dict[int, list[int]] = field(default_factory=dict)    # of this round, by seat, as the site numbers them
    turn: _Turn = field(default_factory=_Turn)
    placed: _Placed | None = None
    moving: Notice | None = None                                # of a ship whose marker has still to be compared
    cleared: tuple[int, str] | None = None                      # the last ship's seat and depots
    unknown: Counter[str] = field(default_factory=Counter)
    knowledge: Counter[int] = field(default_factory=Counter)    # points of tiles told at the end, by seat
    at: int = 0                                                 # place of the notification under way
    last: Notice | None = None
    players: list[int] = field(default_factory=list)            # by seat
    uncertain: list[int] = field(default_factory=list)

    def run(self) -> tuple[Record, list[str]]:
        """Play all of it."""
        first = self._start()
        self.rules = own(games.load("burgundy").start(len(self.seats), self.options), BurgundyState)
        self.recorder = Recorder(games.load("burgundy"), self.rules, None, self._players())
        self._deal_goods()
        for self.at in range(first + 1, len(self.notices)):
            self.last = notice = self.notices[self.at]
            reader = READERS.get(notice.type)
            if reader:
                reader(self, notice)
            elif notice.type not in IGNORED:
                self.unknown[notice.type] += 1
        return self.recorder.finish(), self._remarks()

    # ---- the start ---------------------------------------------------------------------------

    def _start(self) -> int:
        """Boards, castles and the order of seats become options. Returns where the log tells of them."""
        at = next((i for i, notice in enumerate(self.notices) if notice.type == START), None)
        if at is None:
            raise InputError(f"{self.name}: has no notification {START}; expected a log of The Castles of Burgundy from "
                             "its start")
        notice = self.notices[at]
        self.last = notice
        boards = {player: self._board(player, spaces, notice)
                  for player, spaces in pairs(notice.args.get("allPlEstSpaces"), f"{notice.place}: allPlEstSpaces")}
        if not 2 <= len(boards) <= 4:
            raise InputError(f"{self.name}: {notice.place}: found boards of {len(boards)} players, expected 2 to 4")
        castles = {}
        for tile, castle in pairs(notice.args.get("castles"), f"{notice.place}: castles"):
            where = f"{notice.place}: castles: {tile}"
            if not isinstance(castle, Mapping):
                raise InputError(f"{where}: found {shown(castle)}, expected a tile")
            space = whole(castle.get("location_arg"), f"{where}: location_arg")
            castles[whole(castle.get("player_id"), f"{where}: player_id")] = HEX_NAMES[self._below(space, 37, where)]
            self.seen.add(tile)
        if set(castles) != set(boards):
            raise InputError(f"{self.name}: {notice.place}: castles: expected one for each of {len(boards)} players")
        self.players = self._order(list(boards))
        self.seats = {player: seat for seat, player in enumerate(self.players)}
        self.options |= {"boards": ",".join(str(boards[player]) for player in self.players),
                         "castles": ",".join(castles[player] for player in self.players), "start": "0"}
        return at

    def _board(self, player: int, spaces: Any, notice: Notice) -> int:
        place = f"{notice.place}: allPlEstSpaces: {player}"
        found = []
        for at, space in pairs(spaces, place):
            if not isinstance(space, Mapping):
                raise InputError(f"{self.name}: {place}[{at}]: found {shown(space)}, expected a space")
            found.append((str(space.get("type")), whole(space.get("dieValue"), f"{place}[{at}]: dieValue")))
        board = numbers.board_of(found)
        if board is None:
            raise InputError(f"{self.name}: {place}: is none of boards 1 to 9 of the first edition (the site also offers "
                             "a board of the 2019 edition, which is not covered)")
        return board

    def _order(self, players: list[int]) -> list[int]:
        """Players in the order of round 1, clockwise from the start player."""
        order: list[int] = []
        rounds = 0
        for notice in self.notices:
            rounds += notice.type == "newRound"
            if rounds == 2:
                break
            if notice.type == "turnPlayed" and (player := notice.number("plId")) not in order:
                order.append(player)
        begins = next((n.number("active_player") for n in self.notices if n.type == "gameStateChange"
                       and str(n.args.get("id")) == str(CHOOSE_ACTION)), None)
        if not order and begins is not None:
            order.append(begins)
        order += [player for player in players if player not in order]
        if set(order) != set(players) or len(players) > 2 and rounds < 2:
            raise InputError(f"{self.name}: the order of play is not known before round 1 is over; expected a longer log")
        return order

    def _players(self) -> list[str]:
        """Names for the record."""
        told: dict[int, str] = {}
        for notice in self.notices if self.names else ():
            name, number = notice.args.get("player_name"), notice.args.get("plId")
            if isinstance(name, str) and number is not None:
                told[whole(number, f"{notice.place}: plId")] = name
        return [told.get(player, SEAT_WORDS[seat]) for seat, player in enumerate(self.players)]

    def _deal_goods(self) -> None:
        drawn: Counter[int] = Counter()
        for notice in self.notices:
            if notice.type == "newPhase":
                drawn.update(number // numbers.GOODS_COPIES for number in self._drawn_goods(notice).values())
        dealt = start_goods([self._clues(player) for player in self.players], drawn)
        if dealt is None:
            raise InputError(f"{self.name}: no three start goods of a seat agree with the goods that it sold and loaded")
        colours, certain = dealt
        self.uncertain = [seat for seat, sure in enumerate(certain) if not sure]
        while self._stage() == "start-goods":
            self._chance(colours[self._raw()["actor"]].pop(0))

    def _clues(self, player: int) -> Clues:
        """What the log tells of one player's goods."""
        clues, dice, doubled = Clues(), {}, False
        packet = None               # of a turn's end or a round's start: offers there show the goods as they are told
        for notice in self.notices:
            if notice.type == "newRound":
                dice = self._read_dice(notice).get(player, {})
            if notice.type in ("newRound", "turnPlayed"):
                packet = notice.packet
            mine = str(notice.args.get("plId")) == str(player)
            if notice.type == "gameStateChange" and notice.packet == packet:
                clues.told += self._offers(notice, player, dice, doubled)
            elif notice.type == "goodsSold" and mine:
                sold = self._goods_numbers(notice, "soldGoods")
                clues.told.append(Sold(self._below(notice.number("storageZoneNb"), 3, notice.place),
                                       tuple(number // numbers.GOODS_COPIES for number in sold)))
            elif notice.type == "goodsTaken" and mine:
                clues.told.append(self._loaded(notice))
            elif notice.type == "tileAddedToEstate" and mine:
                doubled |= notice.number("tileId") == TILE_8
            elif notice.type == "finalScoring":
                left = self._table(notice).get("unsoldGoods", {}).get(player)
                clues.told += [] if left is None else [Left(left)]
        return clues

    def _offers(self, notice: Notice, player: int, dice: Mapping[int, int], doubled: bool) -> list[Offer]:
        if str(notice.args.get("id")) != str(CHOOSE_ACTION) or str(notice.args.get("active_player")) != str(player):
            return []
        offers = notice.args.get("args")
        moves = offers.get("possibleMoves") if isinstance(offers, Mapping) else None
        if not isinstance(moves, Mapping):
            return []
        made = []
        for die, kinds in pairs(moves, notice.place):
            sales = kinds.get("sellGoods") if isinstance(kinds, Mapping) else None
            if sales and die in dice:
                place = f"{notice.place}: sellGoods"
                workers = {self._below(at, 3, place): whole(n, place) for at, n in pairs(sales, place)}
                made.append(Offer(dice[die], workers, doubled))
        return made

    def _loaded(self, notice: Notice) -> Loaded:
        moved = []
        for tile in self._list(notice, "goodsTilesToMove"):
            place = f"{notice.place}: goodsTilesToMove"
            if not isinstance(tile, Mapping):
                raise InputError(f"{place}: found {shown(tile)}, expected a goods tile")
            stack = tile.get("stSpace")
            moved.append((self._goods_colour(tile.get("id"), place), self._below(whole(stack, place), 3, place),
                          not isinstance(stack, str)))
        return Loaded(tuple(moved))

    # ---- phases and rounds -------------------------------------------------------------------

    def _new_phase(self, notice: Notice) -> None:
        phase = notice.args.get("phaseLetter")
        raw = self._raw()
        if self._stage() not in ("fill-depot", "fill-black", "fill-goods"):
            raise self._differ(notice, f"phase {phase} begins in the log; the replay waits for {self._waits()}")
        self._same(notice, "phase", phase, PHASE_NAMES[raw["phase"]])
        drawn = self._drawn_tiles(notice)
        black = sorted(place for place in drawn if place >= numbers.BLACK)
        self.goods = self._drawn_goods(notice)
        while (stage := self._stage()) in ("fill-depot", "fill-black", "fill-goods"):
            cursor = self._raw()["cursor"]
            if stage == "fill-goods":
                if cursor + 1 not in self.goods:
                    raise self._differ(notice, f"drawnGoods has none for round {cursor + 1}")
                self._chance(self.goods[cursor + 1] // numbers.GOODS_COPIES)
                continue
            place = cursor if stage == "fill-depot" else black[cursor] if cursor < len(black) else numbers.PLACES
            if place not in drawn:
                raise self._differ(notice, f"drawnTiles lacks a tile for space {cursor} of {stage}")
            self._chance(TILE_NAMES.index(numbers.tile_name(drawn[place])))
        self._check_lying(notice, drawn)
        self.lying = {number: place for place, number in drawn.items()}

    def _check_lying(self, notice: Notice, drawn: Mapping[int, int]) -> None:
        """What lies on the main board in the log and in the replay, space by space."""
        raw = self._raw()
        for slot in range(numbers.BLACK):
            there = TILE_NAMES[raw["depot"][slot]]
            told = numbers.tile_name(drawn[slot]) if slot in drawn else ""
            if there != told:
                raise self._differ(notice, f"place {slot} holds {told or 'nothing'} in the log, "
                                           f"{there or 'nothing'} in the replay")
        black = Counter(numbers.tile_name(number) for place, number in drawn.items() if place >= numbers.BLACK)
        self._same(notice, "the black depot", black, Counter(TILE_NAMES[tile] for tile in raw["black"] if tile))

    def _drawn_tiles(self, notice: Notice) -> dict[int, int]:
        """Number of the tile in each place."""
        drawn: dict[int, int] = {}
        for tile in self._list(notice, "drawnTiles"):
            if not isinstance(tile, Mapping):
                raise self._differ(notice, f"drawnTiles: found {shown(tile)}, expected a tile")
            where = f"{notice.place}: drawnTiles"
            place = self._below(whole(tile.get("location_arg"), f"{where}: location_arg"), numbers.PLACES, where)
            number = self._below(whole(tile.get("id"), f"{where}: id"), numbers.TILES, where)
            told = (tile.get("type"), tile.get("subtype", ""))
            picture = whole(tile.get("sprite_pos"), f"{where}: sprite_pos")
            if told != numbers.kind(number) or picture != numbers.sprite(number):
                raise self._differ(notice, f"tile {number} is a {told[1] or told[0]} with picture {picture}, expected "
                                           f"{numbers.tile_name(number)} with picture {numbers.sprite(number)}; perhaps "
                                           "the log is of another edition")
            if number in self.seen:
                raise self._differ(notice, f"tile {number} ({numbers.tile_name(number)}) is drawn twice in the game")
            if place in drawn:
                raise self._differ(notice, f"place {place} is filled twice")
            self._check_colour(notice, place, number)
            self.seen.add(number)
            drawn[place] = number
        return drawn

    def _check_colour(self, notice: Notice, place: int, number: int) -> None:
        if place >= numbers.BLACK:
            return
        colour = DEPOTS[place // 4][place % 4][0]
        mine = len(self.seats) == MINE_SEATS and place == MINE_SLOT and self._raw()["phase"] in MINE_PHASES
        expected = "mine" if mine else colour
        if numbers.kind(number)[0] != expected:
            raise self._differ(notice, f"place {place} holds {numbers.tile_name(number)}, expected a tile of colour "
                                       f"{expected}")

    def _drawn_goods(self, notice: Notice) -> dict[int, int]:
        """Number of the goods tile of each round 1-5."""
        drawn = {}
        for tile in self._list(notice, "drawnGoods"):
            place = f"{notice.place}: drawnGoods"
            if not isinstance(tile, Mapping):
                raise self._differ(notice, f"drawnGoods: found {shown(tile)}, expected a goods tile")
            colour = self._goods_colour(tile.get("id"), place)
            if whole(tile.get("type"), f"{place}: type") != colour + 1:
                raise self._differ(notice, f"goods tile {tile.get('id')} has type {tile.get('type')}, expected "
                                           f"{colour + 1}")
            drawn[whole(tile.get("location_arg"), f"{place}: location_arg")] = whole(tile["id"], place)
        return drawn

    def _new_round(self, notice: Notice) -> None:
        raw = self._raw()
        if self._stage() != "roll":
            raise self._differ(notice, f"a round begins in the log; the replay waits for {self._waits()}")
        self._same(notice, "round", notice.number("roundNb"), raw["round"] + 1)
        goods = self.goods.get(raw["round"] + 1)
        self._same(notice, "goods tile", notice.number("goodsId"), goods)
        read = self._read_dice(notice)
        self.dice = {}
        for player, dice in read.items():
            if player not in self.seats or set(dice) != {1, 2}:
                raise self._differ(notice, f"dice: found those of player {player}: {dice}, expected two of each player")
            self.dice[self.seats[player]] = [dice[1], dice[2]]
        if len(self.dice) != len(self.seats):
            raise self._differ(notice, f"dice of {len(self.dice)} players, expected {len(self.seats)}")
        while self._stage() == "roll":
            raw = self._raw()
            low, high = sorted(self.dice[raw["order"][raw["cursor"]]])
            self._chance(6 * (low - 1) + high - 1)
        self._chance(self._below(notice.number("depot") - 1, 6, f"{notice.place}: depot"))

    def _read_dice(self, notice: Notice) -> dict[int, dict[int, int]]:
        """Face by number of the die, by player."""
        dice: dict[int, dict[int, int]] = {}
        for die in self._list(notice, "dice"):
            place = f"{notice.place}: dice"
            if not isinstance(die, Mapping):
                raise self._differ(notice, f"dice: found {shown(die)}, expected a die")
            face = whole(die.get("dieValue"), f"{place}: dieValue")
            if not 1 <= face <= 6:
                raise self._differ(notice, f"dice: found face {face}, expected 1 to 6")
            dice.setdefault(whole(die.get("plId"), f"{place}: plId"), {})[whole(die.get("dieNb"), place)] = face
        return dice

    def _end_of_phase(self, notice: Notice) -> None:
        raw = self._raw()
        for key, unit in (("nbSilverlings", "silver"), ("nbWorkers", "workers")):
            for player, total in pairs(notice.args.get(key), f"{notice.place}: {key}"):
                seat = self._seat(player, notice)
                self._same(notice, f"{unit} of seat {seat}", whole(total, f"{notice.place}: {key}"),
                           raw["seat"][seat][unit])

    # ---- turns -------------------------------------------------------------------------------

    def _taken(self, notice: Notice) -> None:
        seat = self._begin(notice)
        number = notice.number("tileId")
        place = self.lying.get(number)
        if place is None:
            raise self._differ(notice, f"tile {number} is taken, which does not lie on the board")
        name = numbers.tile_name(number)
        from_depot = "" if place >= numbers.BLACK else f"{place // 4 + 1}: "
        if notice.args.get("bTileBought"):
            if notice.args.get("nbWorkers") is not None:
                raise self._differ(notice, f"{name} is paid for with workers{OTHER_EDITION}")
            self._to_main(notice)
            text = f"buy {from_depot}{name}"
        else:
            text = f"take {from_depot}{name} {self._paid(notice, seat)}"
        self._play(notice, seat, text)
        del self.lying[number]
        self._check_totals(notice, seat)                    # before a discard, which may end the phase
        if self._stage() != "discard":
            if self.turn.discarded is not None and "free_discard" not in self.options:
                raise _FreeDiscard
        elif self._mine(seat):
            if self.turn.discarded is None:
                raise self._differ(notice, "storage is full in the replay, and no tile was thrown out")
            self._play(notice, seat, f"discard {self.turn.discarded}")
            self.turn.discarded = None

    def _discarded(self, notice: Notice) -> None:
        seat = self._begin(notice)
        name = numbers.tile_name(self._below(notice.number("tileId"), numbers.TILES, notice.place))
        follows = next((n.type for n in self.notices[self.at + 1:] if n.type in READERS), "")
        if "free_discard" in self.options and follows != "tileTakenToStorage":
            if f"discard {name}" not in self._legal():
                self._to_main(notice)
            self._play(notice, seat, f"discard {name}")
        else:
            self._no_tile_waits(notice)
            self.turn.discarded = name

    def _no_tile_waits(self, notice: Notice) -> None:
        """Every tile that was thrown out has made room for another."""
        if self.turn.discarded is not None:
            if "free_discard" not in self.options:
                raise _FreeDiscard
            raise self._differ(notice, f"{self.turn.discarded} was thrown out, and no other tile came")

    def _added(self, notice: Notice) -> None:
        seat = self._begin(notice)
        name = numbers.tile_name(self._below(notice.number("tileId"), numbers.TILES, notice.place))
        space = HEX_NAMES[self._below(notice.number("spaceId"), 37, f"{notice.place}: spaceId")]
        before = self._sources()[seat]
        self._play(notice, seat, f"place {name} at {space} {self._paid(notice, seat)}")
        self.placed = _Placed(seat, before, self._sources()[seat])
        self.cleared = None
        self._check_totals(notice, seat)
        if isinstance(notice.args.get("turnOrderUpdate"), Mapping):
            self.moving = notice
        self._check_track()

    def _check_track(self) -> None:
        """A ship's marker on the turn-order track: the log moves it at once, the game once the ship is done."""
        if self.moving is None or self._stage().startswith("ship-"):
            return
        notice, self.moving = self.moving, None
        track, seat = notice.args["turnOrderUpdate"], self._seat(notice.number("plId"), notice)
        self._same(notice, f"place on the turn-order track of seat {seat}",
                   whole(track.get("newPos"), f"{notice.place}: newPos"), self._raw()["track"][seat])

    def _sold(self, notice: Notice) -> None:
        seat = self._begin(notice)
        sold = self._goods_numbers(notice, "soldGoods")
        if not sold:
            raise self._differ(notice, "nothing is sold")
        colour = sold[0] // numbers.GOODS_COPIES
        self._same(notice, "goods sold", Counter(GOODS_NAMES[n // numbers.GOODS_COPIES] for n in sold),
                   Counter({GOODS_NAMES[colour]: self._raw()["seat"][seat]["goods"][colour]}))
        before = self._sources()[seat]["sales"]
        self._play(notice, seat, f"sell {GOODS_NAMES[colour]} {self._paid(notice, seat)}")
        self._same(notice, "points of the sale", notice.number("nbPoints"), self._sources()[seat]["sales"] - before)
        kinds = notice.args.get("nbAllSoldGoodsPerType")
        if kinds is not None:
            for kind, count in pairs(kinds, f"{notice.place}: nbAllSoldGoodsPerType"):
                if isinstance(kinds, list):
                    kind += 1
                kind = self._below(kind - 1, 6, notice.place)
                self._same(notice, f"{GOODS_NAMES[kind]} sold so far", whole(count, notice.place),
                           self._raw()["seat"][seat]["sold"][kind])
        self._check_totals(notice, seat)

    def _workers(self, notice: Notice) -> None:
        seat = self._begin(notice)
        self._play(notice, seat, f"workers {self._paid(notice, seat)}")
        self._check_totals(notice, seat)

    def _ship(self, notice: Notice) -> None:
        seat = self._begin(notice, settle=False)
        depots = str(notice.args.get("depots")).strip("()").replace(" ", "")
        told = Counter(GOODS_NAMES[colour] for colour, *_ in self._loaded(notice).goods)
        if self._stage() != "ship-depot":
            if self.cleared == (seat, depots):
                return                                      # told twice, once for each of two depots
            raise self._differ(notice, f"goods of {depots} are taken; the replay waits for {self._waits()}")
        legal = self._legal()
        ends = depots.split(",")
        names = [f"clear depot {depots}"] if len(ends) == 1 else [f"clear depots {'+'.join(ends)}",
                                                                  f"clear depots {'+'.join(reversed(ends))}"]
        action = next((legal[name] for name in names if name in legal), None)
        if action is None:
            raise self._differ(notice, f"a ship clears {depots}, which is not possible; possible: {'; '.join(legal)}")
        before = self._raw()["seat"][seat]["goods"]
        self._apply(action)
        while self._stage() == "ship-colour" and self._mine(seat):
            wanted = next((action for text, action in self._legal().items() if text.split()[-1] in told), None)
            if wanted is None:
                raise self._differ(notice, f"found {_counted(told)} loaded; the replay asks for one of "
                                           f"{'; '.join(self._legal())}")
            self._apply(wanted)
        after = self._raw()["seat"][seat]["goods"]
        loaded = Counter({GOODS_NAMES[c]: after[c] - before[c] for c in range(6) if after[c] != before[c]})
        self._same(notice, "goods loaded", told, loaded)
        self.cleared = seat, depots
        self._check_track()

    def _refused(self, notice: Notice) -> None:
        self._begin(notice, settle=False)
        if "decline" not in self._legal():
            raise self._differ(notice, f"an effect is not used; the replay waits for {self._waits()}")
        self._apply(self._legal()["decline"])

    def _turn_played(self, notice: Notice) -> None:
        seat = self._begin(notice, settle=False)
        self._no_tile_waits(notice)
        while self._mine(seat):
            legal = self._legal()
            if self._stage() == "main" and "end turn" in legal:
                self._apply(legal["end turn"])
            else:
                self._step_on(notice, f"the turn of seat {seat} is over in the log")
        self.turn = _Turn()
        self._check_track()

    # ---- events of a placement, and the end --------------------------------------------------

    def _event(self, notice: Notice, sources: Sequence[str], told: int) -> None:
        """Points of one event of the last placement; the replay has them by source."""
        if self.placed is None or self._seat(notice.number("plId"), notice) != self.placed.seat:
            raise self._differ(notice, "no tile was placed before")
        there = sum(self.placed.after[name] - self.placed.before[name] for name in sources)
        self._same(notice, "points", told, there)

    def _watchtower(self, notice: Notice) -> None:
        if self.placed is None or self.placed.after["watchtowers"] == self.placed.before["watchtowers"]:
            raise self._differ(notice, "points for a watchtower in the log, none in the replay")

    def _animals(self, notice: Notice) -> None:
        self._event(notice, ["animals"], notice.number("pointsForAnimals"))

    def _region(self, notice: Notice) -> None:
        self._event(notice, ["regions", "phases"], notice.number("points"))

    def _bonus(self, notice: Notice) -> None:
        self._event(notice, ["bonuses"], notice.number("points"))

    def _over(self, notice: Notice) -> None:
        if not self.rules.is_terminal():
            raise self._differ(notice, f"the game is over in the log; the replay waits for {self._waits()}")

    def _tile_scoring(self, notice: Notice) -> None:
        self._over(notice)
        seat = self._seat(notice.number("plId"), notice)
        number = self._below(notice.number("id"), numbers.TILES, notice.place)
        there = self.rules.tile_points(seat).get(number - numbers.FIRST_KNOWLEDGE + 1)
        self._same(notice, f"points of {numbers.tile_name(number)}", notice.number("plScore"), there)
        self.knowledge[seat] += notice.number("plScore")

    def _rest_scoring(self, notice: Notice) -> None:
        self._over(notice)
        seat = self._seat(notice.number("plId"), notice)
        there = self._sources()[seat]
        for key, source in (("unsGdsScore", "goods"), ("sScore", "silver"), ("wScore", "workers")):
            if key in notice.args:
                self._same(notice, f"points for {source} of seat {seat}", notice.number(key), there[source])

    def _final(self, notice: Notice) -> None:
        self._over(notice)
        sources = self._sources()
        for column, row in self._table(notice).items():
            for player, points in row.items():
                seat = self._seat(player, notice)
                there = sources[seat]
                if column in COLUMNS:
                    expected = there[COLUMNS[column]]
                elif column in ("inGame", "total"):
                    expected = sum(there.values()) - (sum(there[name] for name in AT_END) if column == "inGame" else 0)
                else:
                    continue
                self._same(notice, f"{column} of seat {seat}", points, expected)

    def _table(self, notice: Notice) -> dict[str, dict[int, int]]:
        """Columns of the final table: points by player."""
        table = notice.args.get("scoreTable")
        if not isinstance(table, Mapping):
            raise self._differ(notice, f"scoreTable: found {shown(table)}, expected an object")
        read: dict[str, dict[int, int]] = {}
        for column, row in table.items():
            if column != "header" and isinstance(row, Mapping):
                place = f"{notice.place}: scoreTable: {column}"
                read[column] = {player: whole(points, place) for player, points in pairs(row, place) if player}
        return read

    # ---- playing -----------------------------------------------------------------------------

    def _begin(self, notice: Notice, settle: bool = True) -> int:
        """The seat of an action, whose turn it must be. What is open of an effect is declined where a die is used."""
        seat = self._seat(notice.number("plId"), notice)
        if not self._mine(seat):
            raw = self._raw()
            if notice.type == "turnPlayed" and self.turn.at != (-1, -1, -1):
                return seat                             # the replay ends a turn in which nothing is left to decide
            raise self._differ(notice, f"seat {seat} acts; the replay waits for "
                               + (f"seat {raw['actor']}" if self.rules.current_player() >= 0 else self._waits()))
        raw = self._raw()
        self.turn.at = (raw["phase"], raw["round"], raw["turn"])
        if settle and str(notice.args.get("dieNb", "0")) != "0":
            self._to_main(notice)
        return seat

    def _mine(self, seat: int) -> bool:
        """Whether the replay waits for this seat, in the turn under way if one has begun."""
        raw = self._raw()
        return self.rules.current_player() == seat and self.turn.at in ((-1, -1, -1),
                                                                       (raw["phase"], raw["round"], raw["turn"]))

    def _to_main(self, notice: Notice) -> None:
        while self._stage() != "main" and self.rules.current_player() >= 0:
            self._step_on(notice, f"{notice.type} with a die or silver")

    def _step_on(self, notice: Notice, why: str) -> None:
        """Leave an effect that the log did not use: decline it, or clear a depot from which nothing is loaded."""
        legal = self._legal()
        if "decline" in legal:
            self._apply(legal["decline"])
            return
        if self._stage() == "ship-depot":
            empty = self._empty_depot(legal)
            if empty is not None:
                self._apply(empty)
                return
        raise self._differ(notice, f"{why}; the replay waits for {self._waits()}")

    def _empty_depot(self, legal: Mapping[str, int]) -> int | None:
        seat = self.rules.current_player()
        raw = self._raw()
        held = raw["seat"][seat]["goods"]
        fitting = []
        for text, action in legal.items():
            depots = [int(word) - 1 for word in text.split()[-1].split("+")]
            tried = self.rules.copy()
            tried.apply_action(action)
            if STAGE_NAMES[tried.raw()["stage"]] != "ship-colour" and tried.raw()["seat"][seat]["goods"] == held:
                fitting.append((sum(sum(raw["goods"][6 * d:6 * d + 6]) for d in depots), action))
        return min(fitting)[1] if fitting else None

    def _play(self, notice: Notice, seat: int, text: str) -> None:
        """Play a move by its text, declining effects that it passes by."""
        while text not in self._legal() and self._mine(seat) and self._stage() != "main":
            legal = self._legal()
            if "decline" not in legal:
                break
            self._apply(legal["decline"])
        try:
            action = self.rules_notation().parse_action(self.rules, text)
            if action not in self.rules.legal_actions():
                raise InputError(f"move: found {text!r}, which is not possible here")
        except InputError as error:
            raise self._differ(notice, str(error)) from None
        self._apply(action)

    def _paid(self, notice: Notice, seat: int) -> str:
        """`[die 4, 1 worker]` or `[free]`, with the face compared with the dice of the round."""
        die = notice.number("dieNb")
        if die == 0:
            return "[free]"
        words = _introduction(notice)
        rolled = self.dice[seat][die - 1] if die in (1, 2) else None
        face = _number_in(words.get("dieImage"), "die", notice)
        self._same(notice, f"face of die {die} of seat {seat}", face, rolled)
        workers = _number_in(words["workersImage"], "workers", notice) if words.get("workersImage") else 0
        paid = f", {workers} worker{'s' if workers > 1 else ''}" if workers else ""
        return f"[die {face}{paid}]"

    def _check_totals(self, notice: Notice, seat: int) -> None:
        """Workers, silver and points after an action. A phase that has ended with it has been paid out already."""
        raw, args = self._raw(), notice.args
        over = self.rules.is_terminal()
        sources = self._sources()[seat]
        points = sum(points for name, points in sources.items() if not (over and name in AT_END))
        totals = [("score", "score", points)]
        if not over and raw["phase"] == self.turn.at[0]:
            workers = "nbWorkers" if notice.type == "workersTaken" else "newNbWorkers"
            mine = raw["seat"][seat]
            totals += [(workers, "workers", mine["workers"]), ("nbSilverlings", "silver", mine["silver"]),
                       ("newNbSilverlings", "silver", mine["silver"]), ("silverlings", "silver", mine["silver"])]
        for key, unit, there in totals:
            if args.get(key) is not None:
                self._same(notice, f"{unit} of seat {seat}", notice.number(key), there)

    # ---- small things ------------------------------------------------------------------------

    def rules_notation(self) -> Any:
        """The game's notation."""
        return self.recorder.game.notation

    def _legal(self) -> dict[str, int]:
        if self.rules.current_player() < 0:
            return {}
        text = self.rules_notation().action_text
        return {text(self.rules, action): action for action in self.rules.legal_actions()}

    def _apply(self, action: int) -> None:
        self.recorder.apply_action(action)

    def _chance(self, outcome: int) -> None:
        if outcome not in self.rules.legal_actions():
            text = self.rules_notation().action_text(self.rules, outcome)
            raise self._differ(self.last, f"{text} is not possible: all of them lie elsewhere")
        self.recorder.apply_action(outcome)

    def _raw(self) -> dict[str, Any]:
        return self.rules.raw()

    def _stage(self) -> str:
        return STAGE_NAMES[self._raw()["stage"]]

    def _waits(self) -> str:
        raw = self._raw()
        if self.rules.is_terminal():
            return "nothing, the game is over"
        who = self.rules.current_player()
        where = f"phase {PHASE_NAMES[raw['phase']]}, round {raw['round'] + 1}"
        return f"{self._stage()} ({where}{'' if who < 0 else f', seat {who}'})"

    def _sources(self) -> list[dict[str, int]]:
        return [{name: seat["sources"][at] for at, name in enumerate(SOURCE_NAMES)}
                for seat in self._raw()["seat"][:len(self.seats)]]

    def _seat(self, player: int, notice: Notice) -> int:
        if player not in self.seats:
            raise self._differ(notice, "a player who did not choose a board")
        return self.seats[player]

    def _list(self, notice: Notice, key: str) -> Sequence[Any]:
        value = notice.args.get(key)
        if isinstance(value, Mapping):
            value = list(value.values())
        if not isinstance(value, list):
            raise InputError(f"{self.name}: {notice.place}: {notice.type}: {key}: found {shown(value)}, expected a list")
        return value

    def _goods_numbers(self, notice: Notice, key: str) -> list[int]:
        place = f"{notice.place}: {key}"
        return [self._below(whole(number, place), 6 * numbers.GOODS_COPIES, place) for number in self._list(notice, key)]

    def _goods_colour(self, value: Any, place: str) -> int:
        return self._below(whole(value, place), 6 * numbers.GOODS_COPIES, place) // numbers.GOODS_COPIES

    def _below(self, value: int, limit: int, place: str) -> int:
        if not 0 <= value < limit:
            raise InputError(f"{self.name}: {place}: found {value}, expected 0 to {limit - 1}")
        return value

    def _same(self, notice: Notice, what: str, told: Any, there: Any) -> None:
        if told != there:
            told, there = (_counted(value) if isinstance(value, Counter) else value for value in (told, there))
            raise self._differ(notice, f"{what}: {told} in the log, {there} in the replay")

    def _differ(self, notice: Notice | None, what: str) -> InputError:
        """The first difference, with its place in the log and in the game."""
        place = self.name if notice is None else f"{self.name}: {notice.place}"
        raw = self._raw() if hasattr(self, "rules") else None
        where = ""
        if raw is not None and self.recorder.record.events:
            where = (f" (phase {PHASE_NAMES[raw['phase']]}, round {raw['round'] + 1}, after "
                     f"{self.recorder.record.events[-1].move})")
        others = f"; not understood before: {', '.join(sorted(self.unknown))}" if self.unknown else ""
        return InputError(f"{place}{where}: {what}{others}")

    def _remarks(self) -> list[str]:
        remarks = [f"seat {seat}'s start goods are not certain: some were never sold, so they changed nothing"
                   for seat in self.uncertain]
        if not self.rules.is_terminal():
            remarks.append(f"the game is not over: the log ends at {self._waits()}")
        if self.unknown:
            remarks.append(f"passed over: {', '.join(f'{name} ({n})' for name, n in sorted(self.unknown.items()))}")
        return remarks


def _introduction(notice: Notice) -> Mapping[str, Any]:
    """Die and workers of an action, as pictures of the log's text."""
    intro = notice.args.get("logIntro")
    args = intro.get("args") if isinstance(intro, Mapping) else None
    return args if isinstance(args, Mapping) else {}


def _number_in(picture: Any, kind: str, notice: Notice) -> int:
    """The number in the name of a picture, such as `die_4_0000ff` or `workers_2`."""
    parts = str(picture).split("_")
    if len(parts) < 2 or parts[0] != kind:
        raise InputError(f"{notice.place}: {notice.type}: found picture {shown(picture)}, expected {kind}_NUMBER")
    return whole(parts[1], f"{notice.place}: {kind}")


def _counted(names: Counter[str]) -> str:
    return ", ".join(f"{n} {name}" for name, n in sorted(names.items())) or "nothing"


READERS: Mapping[str, Callable[[_Reading, Notice], None]] = {
    "newPhase": _Reading._new_phase, "newRound": _Reading._new_round, "endOfPhase": _Reading._end_of_phase,
    "tileTakenToStorage": _Reading._taken, "tileDiscarded": _Reading._discarded, "tileAddedToEstate": _Reading._added,
    "goodsSold": _Reading._sold, "workersTaken": _Reading._workers, "goodsTaken": _Reading._ship,
    "noGoodsTaken": lambda reading, notice: reading._step_on(notice, "a ship loads nothing"),
    "advantageRefused": _Reading._refused, "turnPlayed": _Reading._turn_played,
    "watchtowerPoints": _Reading._watchtower, "pointsForAnimals": _Reading._animals,
    "regionCompleted": _Reading._region, "bonusTile": _Reading._bonus, "tileScoring": _Reading._tile_scoring,
    "remScoring": _Reading._rest_scoring, "finalScoring": _Reading._final,
}
