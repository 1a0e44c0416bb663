"""Reads a raw log of Board Game Arena's table of The Castles of Burgundy into a record.

The log is played on this game's own rules, and every total in it is compared with the game as it then stands: dice,
workers, silver and points after each action, goods sold and loaded, points of each event, the pay-out of each phase,
all columns of the final table. The first difference is told by its place in the log. Only what the table was told is
read, which holds the game without what was taken back; no player's name is kept unless asked for.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.api import InputError
from games.bga import Notice, below, packets_of, pairs, table_notices, whole
from games.burgundy import bga_numbers as numbers
from games.burgundy.bga_goods import start_goods
from games.burgundy.bga_start import (
    START,
    Start,
    clues,
    drawn_goods,
    goods_numbers,
    loaded,
    names_of,
    read_dice,
    read_start,
    score_table,
)
from games.burgundy.bga_table import Table, Where
from games.burgundy.names import GOODS_NAMES, HEX_NAMES, PHASE_NAMES, TILE_NAMES
from games.burgundy.tables import DEPOTS, MINE_PHASES, MINE_SEATS, MINE_SLOT
from games.documents import read_document
from games.fields import shown
from games.records import Record

COLUMNS = {"yellowTiles": "knowledge", "unsoldGoods": "goods", "silverlings": "silver", "workers": "workers"}
REST = {"unsGdsScore": "goods", "sScore": "silver", "wScore": "workers"}
FILLING = ("fill-depot", "fill-black", "fill-goods")
NOT_BEGUN: Where = (-1, -1, -1)
FREE_DISCARD = "free_discard"
IGNORED = frozenset({
    "gameStateChange", "updateReflexionTime", "gameStateMultipleActiveUpdate", "simpleNote", "simpleNode", "advantage",
    "availableBoards", "undoSetupChoices", "playerEstate", "startingCastleplaced", "undoTurn", START,
})


class _FreeDiscard(Exception):
    """The table threw a tile out without taking one, as option `free_discard` allows: the log is read again with it."""


def read(text: str, name: str, names: bool = False) -> list[tuple[Record, list[str]]] | None:
    """The record of a log, with what a person should know of it; None for text that is no log of the site.

    With `names` the record keeps the players' names; otherwise they are "first", "second" ... in the order of seats.
    Raises InputError at the first difference between the log and the game.
    """
    if text.lstrip()[:1] not in ("[", "{") or '"channel"' not in text:
        return None
    document = read_document(text, name)
    return None if packets_of(document) is None else [read_log(document, name, names)]


def read_log(document: Any, name: str, names: bool = False) -> tuple[Record, list[str]]:
    """The same of a log's JSON value, which holds one game."""
    packets = packets_of(document)
    if packets is None:
        raise InputError(f"{name}: is no raw log of Board Game Arena")
    try:
        notices = table_notices(packets)
        start = read_start(notices)
        players = names_of(notices, start.players, names)
        try:
            return _Reading.of(notices, start, players, {}).run()
        except _FreeDiscard:
            return _Reading.of(notices, start, players, {FREE_DISCARD: "yes"}).run()
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


@dataclass
class _Placed:
    """The last tile placed: points by source before and after it."""

    seat: int
    before: Mapping[str, int]
    after: Mapping[str, int]


@dataclass
class _Reading:
    """A log as it is played through."""

    notices: Sequence[Notice]
    start: Start
    table: Table
    free_discard: bool
    seats: Mapping[int, int]                                    # seat by the site's number of a player
    seen: set[int]                                              # tiles that have been drawn or given
    lying: dict[int, int] = field(default_factory=dict)         # place on the main board by number of a tile
    goods: dict[int, int] = field(default_factory=dict)         # of this phase: number of the goods tile by round 1-5
    dice: dict[int, list[int]] = field(default_factory=dict)    # of this round, by seat, as the site numbers them
    turn: Where = NOT_BEGUN
    discarded: str | None = None                                # a tile thrown out for one that has still to come
    placed: _Placed | None = None
    moving: Notice | None = None                                # of a ship whose marker has still to be compared
    cleared: tuple[int, str] | None = None                      # the last ship's seat and depots
    at: int = 0                                                 # place of the notification under way
    uncertain: Sequence[int] = ()                               # seats whose start goods are not certain

    @classmethod
    def of(cls, notices: Sequence[Notice], start: Start, players: Sequence[str], more: Mapping[str, str]) -> _Reading:
        """A log before its first move."""
        table = Table(len(players), {**start.options, **more}, players)
        return cls(notices, start, table, FREE_DISCARD in more,
                   {player: seat for seat, player in enumerate(start.players)}, set(start.tiles))

    def run(self) -> tuple[Record, list[str]]:
        """Play all of it."""
        self.deal_goods()
        for at in range(self.start.at + 1, len(self.notices)):
            self.at = at
            self.table.notice = notice = self.notices[at]
            reader = READERS.get(notice.type)
            if reader:
                reader(self, notice)
            elif notice.type not in IGNORED:
                self.table.passed_over[notice.type] += 1
        return self.table.recorder.finish(), self.remarks()

    def remarks(self) -> list[str]:
        """What a person should know."""
        remarks = [f"seat {seat}'s start goods are not certain: some were never sold, so they changed nothing"
                   for seat in self.uncertain]
        if not self.table.state.is_terminal():
            remarks.append(f"the game is not over: the log ends at {self.table.waits_for()}")
        if over := self.table.passed_over:
            remarks.append(f"passed over: {', '.join(f'{name} ({n})' for name, n in sorted(over.items()))}")
        return remarks

    def deal_goods(self) -> None:
        """The goods that seats began with, which the log does not tell."""
        drawn: Counter[int] = Counter()
        for notice in self.notices:
            if notice.type == "newPhase":
                drawn.update(number // numbers.GOODS_COPIES for number in drawn_goods(notice).values())
        dealt = start_goods([clues(self.notices, player) for player in self.start.players], drawn)
        if dealt is None:
            raise InputError("no three start goods of a seat agree with the goods that it sold and loaded")
        colours, certain = dealt
        self.uncertain = [seat for seat, sure in enumerate(certain) if not sure]
        while self.table.stage() == "start-goods":
            self.table.chance(colours[self.table.raw()["actor"]].pop(0))

    # ---- phases and rounds -------------------------------------------------------------------

    def new_phase(self, notice: Notice) -> None:
        """Tiles and goods are laid out."""
        table, letter = self.table, notice.args.get("phaseLetter")
        if table.stage() not in FILLING:
            raise table.difference(f"phase {letter} begins in the log; the replay waits for {table.waits_for()}")
        table.same("phase", letter, PHASE_NAMES[table.raw()["phase"]])
        drawn = self.drawn_tiles(notice)
        black = sorted(place for place in drawn if place >= numbers.BLACK)
        self.goods = drawn_goods(notice)
        while (stage := table.stage()) in FILLING:
            cursor = table.raw()["cursor"]
            if stage == "fill-goods":
                if cursor + 1 not in self.goods:
                    raise table.difference(f"drawnGoods has none for round {cursor + 1}")
                table.chance(self.goods[cursor + 1] // numbers.GOODS_COPIES)
                continue
            place = cursor if stage == "fill-depot" else black[cursor] if cursor < len(black) else numbers.PLACES
            if place not in drawn:
                raise table.difference(f"drawnTiles lacks a tile for space {cursor} of {stage}")
            table.chance(TILE_NAMES.index(numbers.tile_name(drawn[place])))
        self.check_lying(drawn)
        self.lying = {number: place for place, number in drawn.items()}

    def check_lying(self, drawn: Mapping[int, int]) -> None:
        """What lies on the main board in the log and in the replay, space by space."""
        raw = self.table.raw()
        for slot in range(numbers.BLACK):
            told = numbers.tile_name(drawn[slot]) if slot in drawn else ""
            self.table.same(f"place {slot}", told or "nothing", TILE_NAMES[raw["depot"][slot]] or "nothing")
        black = Counter(numbers.tile_name(number) for place, number in drawn.items() if place >= numbers.BLACK)
        self.table.same("the black depot", black, Counter(TILE_NAMES[tile] for tile in raw["black"] if tile))

    def drawn_tiles(self, notice: Notice) -> dict[int, int]:
        """Number of the tile in each place."""
        drawn: dict[int, int] = {}
        for tile, where in notice.objects("drawnTiles"):
            place = below(whole(tile.get("location_arg"), f"{where}: location_arg"), numbers.PLACES, where)
            number = below(whole(tile.get("id"), f"{where}: id"), numbers.TILES, where)
            told = (tile.get("type"), tile.get("subtype", ""), whole(tile.get("sprite_pos"), f"{where}: sprite_pos"))
            if told != (*numbers.kind(number), numbers.sprite(number)):
                raise self.table.difference(
                    f"tile {number} is a {told[1] or told[0]} with picture {told[2]}, expected "
                    f"{numbers.tile_name(number)} with picture {numbers.sprite(number)}; perhaps the log is of another "
                    "edition")
            if number in self.seen:
                raise self.table.difference(f"tile {number} ({numbers.tile_name(number)}) is drawn twice in the game")
            if place in drawn:
                raise self.table.difference(f"place {place} is filled twice")
            if place < numbers.BLACK:
                self.table.same(f"colour of place {place}", numbers.kind(number)[0], self.colour_of(place))
            self.seen.add(number)
            drawn[place] = number
        return drawn

    def colour_of(self, place: int) -> str:
        """The colour of tiles that come to a place of the numbered depots in this phase."""
        mine = len(self.seats) == MINE_SEATS and place == MINE_SLOT and self.table.raw()["phase"] in MINE_PHASES
        return "mine" if mine else DEPOTS[place // 4][place % 4][0]

    def new_round(self, notice: Notice) -> None:
        """All dice are rolled."""
        table, raw = self.table, self.table.raw()
        if table.stage() != "roll":
            raise table.difference(f"a round begins in the log; the replay waits for {table.waits_for()}")
        table.same("round", notice.number("roundNb"), raw["round"] + 1)
        table.same("goods tile", notice.number("goodsId"), self.goods.get(raw["round"] + 1))
        self.dice = {}
        for player, dice in read_dice(notice).items():
            if set(dice) != {1, 2}:
                raise table.difference(f"dice {sorted(dice)} of player {player}, expected 1 and 2")
            self.dice[self.seat(player)] = [dice[1], dice[2]]
        table.same("players with dice", len(self.dice), len(self.seats))
        while table.stage() == "roll":
            raw = table.raw()
            low, high = sorted(self.dice[raw["order"][raw["cursor"]]])
            table.chance(6 * (low - 1) + high - 1)
        table.chance(below(notice.number("depot") - 1, 6, notice.at("depot")))

    def end_of_phase(self, notice: Notice) -> None:
        """Everybody has been paid."""
        seats = self.table.raw()["seat"]
        for key, unit in (("nbSilverlings", "silver"), ("nbWorkers", "workers")):
            for player, total in pairs(notice.args.get(key), notice.at(key)):
                seat = self.seat(player)
                self.table.same(f"{unit} of seat {seat}", whole(total, notice.at(key)), seats[seat][unit])

    # ---- turns -------------------------------------------------------------------------------

    def taken(self, notice: Notice) -> None:
        """A tile comes to storage."""
        seat, number = self.begin(notice), notice.number("tileId")
        place = self.lying.get(number)
        if place is None:
            raise self.table.difference(f"tile {number} is taken, which does not lie on the board")
        name = numbers.tile_name(number)
        depot = "" if place >= numbers.BLACK else f"{place // 4 + 1}: "
        if notice.args.get("bTileBought"):
            if notice.args.get("nbWorkers") is not None:
                raise self.table.difference(f"{name} is paid for with workers; the 2019 edition plays so, which is not "
                                            "covered")
            self.to_main(notice)
            self.table.play(f"buy {depot}{name}")
        else:
            self.table.play(f"take {depot}{name} {self.paid(notice, seat)}")
        del self.lying[number]
        self.check_totals(notice, seat)                     # before a discard, which may end the phase
        if self.table.stage() == "discard" and self.acts(seat):
            if self.discarded is None:
                raise self.table.difference("storage is full in the replay, and no tile was thrown out")
            self.table.play(f"discard {self.discarded}")
            self.discarded = None
        elif not self.free_discard:
            self.no_tile_waits()

    def thrown_out(self, notice: Notice) -> None:
        """A stored tile goes. The site asks for it before another comes, the game afterwards."""
        self.begin(notice)
        name = numbers.tile_name(notice.below("tileId", numbers.TILES))
        follows = next((n.type for n in self.notices[self.at + 1:] if n.type in READERS), "")
        if self.free_discard and follows != "tileTakenToStorage":
            if f"discard {name}" not in self.table.legal():
                self.to_main(notice)
            self.table.play(f"discard {name}")
        else:
            self.no_tile_waits()
            self.discarded = name

    def no_tile_waits(self) -> None:
        """Every tile that was thrown out has made room for another."""
        if self.discarded is None:
            return
        if not self.free_discard:
            raise _FreeDiscard
        raise self.table.difference(f"{self.discarded} was thrown out, and no other tile came")

    def added(self, notice: Notice) -> None:
        """A tile is placed in a duchy."""
        seat = self.begin(notice)
        name = numbers.tile_name(notice.below("tileId", numbers.TILES))
        space = HEX_NAMES[notice.below("spaceId", len(HEX_NAMES))]
        before = self.table.sources(seat)
        self.table.play(f"place {name} at {space} {self.paid(notice, seat)}")
        self.placed = _Placed(seat, before, self.table.sources(seat))
        self.cleared = None
        self.check_totals(notice, seat)
        if isinstance(notice.args.get("turnOrderUpdate"), Mapping):
            self.moving = notice
        self.check_track()

    def check_track(self) -> None:
        """A ship's marker on the turn-order track: the log moves it at once, the game once the ship is done."""
        if self.moving is None or self.table.stage().startswith("ship-"):
            return
        notice, self.moving = self.moving, None
        seat = self.seat(notice.number("plId"))
        told = whole(notice.args["turnOrderUpdate"].get("newPos"), notice.at("newPos"))
        if told != (there := self.table.raw()["track"][seat]):
            self.table.notice = notice
            self.table.same(f"place on the turn-order track of seat {seat}", told, there)

    def sold(self, notice: Notice) -> None:
        """All goods of one colour are sold."""
        seat, sold = self.begin(notice), goods_numbers(notice, "soldGoods")
        if not sold:
            raise self.table.difference("nothing is sold")
        colour = sold[0] // numbers.GOODS_COPIES
        name, held = GOODS_NAMES[colour], self.table.raw()["seat"][seat]["goods"][colour]
        told = Counter(GOODS_NAMES[n // numbers.GOODS_COPIES] for n in sold)
        self.table.same("goods sold", told, Counter({name: held}))
        before = self.table.sources(seat)["sales"]
        self.table.play(f"sell {name} {self.paid(notice, seat)}")
        self.table.same("points of the sale", notice.number("nbPoints"), self.table.sources(seat)["sales"] - before)
        kinds = notice.args.get("nbAllSoldGoodsPerType")
        for kind, count in pairs(kinds, notice.at("nbAllSoldGoodsPerType")) if kinds is not None else ():
            kind = below(kind - (not isinstance(kinds, list)), len(GOODS_NAMES), notice.at("nbAllSoldGoodsPerType"))
            self.table.same(f"{GOODS_NAMES[kind]} sold so far", whole(count, notice.place),
                            self.table.raw()["seat"][seat]["sold"][kind])
        self.check_totals(notice, seat)

    def workers(self, notice: Notice) -> None:
        """Workers are taken with a die."""
        seat = self.begin(notice)
        self.table.play(f"workers {self.paid(notice, seat)}")
        self.check_totals(notice, seat)

    def ship(self, notice: Notice) -> None:
        """A ship loads the goods of one depot or two."""
        seat, table = self.begin(notice, settle=False), self.table
        depots = str(notice.args.get("depots")).strip("()").replace(" ", "").split(",")
        told = Counter(GOODS_NAMES[colour] for colour, *_ in loaded(notice).goods)
        if table.stage() != "ship-depot":
            if self.cleared == (seat, ",".join(depots)):
                return                                      # told twice, once for each of two depots
            raise table.difference(f"goods of {','.join(depots)} are taken; the replay waits for {table.waits_for()}")
        legal, before = table.legal(), table.raw()["seat"][seat]["goods"]
        texts = [f"clear depot {depots[0]}"] if len(depots) == 1 else [
            f"clear depots {'+'.join(order)}" for order in (depots, depots[::-1])]
        text = next((text for text in texts if text in legal), None)
        if text is None:
            raise table.difference(f"a ship clears {','.join(depots)}, which is not possible; possible: "
                                   f"{'; '.join(legal)}")
        table.apply(legal[text])
        while table.stage() == "ship-colour" and self.acts(seat):
            legal = table.legal()
            wanted = next((action for text, action in legal.items() if text.split()[-1] in told), None)
            if wanted is None:
                raise table.difference(f"the replay asks for one of {'; '.join(legal)}, and the log loads none of them")
            table.apply(wanted)
        after = table.raw()["seat"][seat]["goods"]
        there = Counter({name: after[c] - before[c] for c, name in enumerate(GOODS_NAMES) if after[c] != before[c]})
        table.same("goods loaded", told, there)
        self.cleared = seat, ",".join(depots)
        self.check_track()

    def refused(self, notice: Notice) -> None:
        """An effect is not used."""
        self.begin(notice, settle=False)
        self.table.leave_effect("an effect is not used")

    def turn_played(self, notice: Notice) -> None:
        """A turn is over; what is open of it is left."""
        seat = self.begin(notice, settle=False)
        self.no_tile_waits()
        while self.acts(seat):
            if "end turn" in (legal := self.table.legal()):
                self.table.apply(legal["end turn"])
            else:
                self.table.leave_effect(f"the turn of seat {seat} is over in the log")
        self.turn = NOT_BEGUN
        self.check_track()

    # ---- events of a placement, and the end --------------------------------------------------

    def event(self, notice: Notice, sources: Sequence[str], key: str | None) -> None:
        """Points of one event of the last placement; the replay has them by source."""
        if self.placed is None or self.seat(notice.number("plId")) != self.placed.seat:
            raise self.table.difference("no tile was placed before")
        there = sum(self.placed.after[name] - self.placed.before[name] for name in sources)
        if key is not None:
            self.table.same("points", notice.number(key), there)
        elif not there:
            raise self.table.difference(f"points for {' and '.join(sources)} in the log, none in the replay")

    def over(self) -> None:
        """The game has to be over. Raises InputError."""
        if not self.table.state.is_terminal():
            raise self.table.difference(f"the game is over in the log; the replay waits for {self.table.waits_for()}")

    def tile_scoring(self, notice: Notice) -> None:
        """Points of one knowledge tile at the end."""
        self.over()
        number = notice.below("id", numbers.TILES)
        there = self.table.state.tile_points(self.seat(notice.number("plId")))
        self.table.same(f"points of {numbers.tile_name(number)}", notice.number("plScore"),
                        there.get(number - numbers.FIRST_KNOWLEDGE + 1))

    def rest_scoring(self, notice: Notice) -> None:
        """Points for what a seat has left."""
        self.over()
        seat = self.seat(notice.number("plId"))
        there = self.table.sources(seat)
        for key, source in REST.items():
            if key in notice.args:
                self.table.same(f"points for {source} of seat {seat}", notice.number(key), there[source])

    def final_scoring(self, notice: Notice) -> None:
        """The final table."""
        self.over()
        for column, row in score_table(notice).items():
            for player, points in row.items():
                seat = self.seat(player)
                there = self.table.sources(seat)
                known = {"inGame": self.table.points_in_game(seat), "total": sum(there.values()),
                         **{name: there[source] for name, source in COLUMNS.items()}}
                if column in known:
                    self.table.same(f"{column} of seat {seat}", points, known[column])

    # ---- what actions share ------------------------------------------------------------------

    def begin(self, notice: Notice, settle: bool = True) -> int:
        """The seat of an action, whose turn it must be; before a die is used, what is open of an effect is left."""
        seat = self.seat(notice.number("plId"))
        if not self.acts(seat):
            if notice.type == "turnPlayed" and self.turn != NOT_BEGUN:
                return seat                     # the replay has ended a turn in which nothing is left to decide
            raise self.table.difference(f"seat {seat} acts; the replay waits for {self.table.waits_for()}")
        self.turn = self.table.turn()
        if settle and str(notice.args.get("dieNb", "0")) != "0":
            self.to_main(notice)
        return seat

    def acts(self, seat: int) -> bool:
        """Whether the replay waits for this seat, in the turn under way if one has begun."""
        return self.table.state.current_player() == seat and self.turn in (NOT_BEGUN, self.table.turn())

    def to_main(self, notice: Notice) -> None:
        """Leave effects that are open."""
        while self.table.stage() != "main" and self.table.state.current_player() >= 0:
            self.table.leave_effect(f"{notice.type} with a die or silver")

    def paid(self, notice: Notice, seat: int) -> str:
        """`[die 4, 1 worker]` or `[free]`, with the face compared with the dice of the round."""
        die = notice.number("dieNb")
        if die == 0:
            return "[free]"
        words = _introduction(notice)
        face = _number_in(words.get("dieImage"), "die", notice)
        self.table.same(f"face of die {die} of seat {seat}", face,
                        self.dice[seat][die - 1] if die in (1, 2) and seat in self.dice else None)
        workers = _number_in(words["workersImage"], "workers", notice) if words.get("workersImage") else 0
        turned = f", {workers} worker{'s' if workers > 1 else ''}" if workers else ""
        return f"[die {face}{turned}]"

    def check_totals(self, notice: Notice, seat: int) -> None:
        """Workers, silver and points after an action. A phase that has ended with it has been paid out already."""
        raw = self.table.raw()
        totals = [("score", "score", self.table.points_in_game(seat))]
        if not self.table.state.is_terminal() and raw["phase"] == self.turn[0]:
            mine, workers = raw["seat"][seat], "nbWorkers" if notice.type == "workersTaken" else "newNbWorkers"
            totals += [(workers, "workers", mine["workers"]), ("nbSilverlings", "silver", mine["silver"]),
                       ("newNbSilverlings", "silver", mine["silver"]), ("silverlings", "silver", mine["silver"])]
        for key, unit, there in totals:
            if notice.args.get(key) is not None:
                self.table.same(f"{unit} of seat {seat}", notice.number(key), there)

    def seat(self, player: int) -> int:
        """The seat of a player. Raises InputError."""
        if player not in self.seats:
            raise self.table.difference("a player who did not choose a board")
        return self.seats[player]


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


READERS: Mapping[str, Callable[[_Reading, Notice], None]] = {
    "newPhase": _Reading.new_phase, "newRound": _Reading.new_round, "endOfPhase": _Reading.end_of_phase,
    "tileTakenToStorage": _Reading.taken, "tileDiscarded": _Reading.thrown_out, "tileAddedToEstate": _Reading.added,
    "goodsSold": _Reading.sold, "workersTaken": _Reading.workers, "goodsTaken": _Reading.ship,
    "noGoodsTaken": _Reading.refused, "advantageRefused": _Reading.refused, "turnPlayed": _Reading.turn_played,
    "watchtowerPoints": lambda reading, notice: reading.event(notice, ["watchtowers"], None),
    "pointsForAnimals": lambda reading, notice: reading.event(notice, ["animals"], "pointsForAnimals"),
    "regionCompleted": lambda reading, notice: reading.event(notice, ["regions", "phases"], "points"),
    "bonusTile": lambda reading, notice: reading.event(notice, ["bonuses"], "points"),
    "tileScoring": _Reading.tile_scoring, "remScoring": _Reading.rest_scoring, "finalScoring": _Reading.final_scoring,
}
