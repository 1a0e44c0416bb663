"""The Castles of Burgundy in slow, plain Python, written from the rules alone: a second opinion.

The compiled game is compared with it action by action. Nothing here is shared with that game: not its code, not
its tables. Moves and positions are in words, so nothing has to be translated before it is compared.
"""
from __future__ import annotations

from functools import partial

from . import facts
from .twin_board import region, spaces
from .twin_turn import Moves, Turn

CHANCE_STAGES = ("start-goods", "start-seat", "deal-board", "fill-depot", "fill-black", "fill-goods", "roll",
                 "roll-white")
ALONE = ("castle", "mine", "ship")      # colours of one tile type only: nothing to draw
FACES = range(1, 7)


class Twin(Turn):
    """A game from its first draw of goods to the last point."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        super().__init__(seats, options)
        self.cached: Moves | None = None

    # ---- what a test sees -------------------------------------------------------------------

    def current_player(self) -> int | str:
        """The seat to act, "chance" or "over"."""
        if self.stage == "over":
            return "over"
        return "chance" if self.stage in CHANCE_STAGES else self.actor

    def legal_actions(self) -> list[str]:
        """Texts of the legal moves, or at a chance node of all outcomes that can happen."""
        return list(self.moves())

    def apply_action(self, text: str) -> None:
        """Play a legal move or an outcome. Raises ValueError for any other."""
        moves = self.moves()
        if text not in moves:
            raise ValueError(f"{text!r} is not one of {list(moves)}")
        self.cached = None
        moves[text]()

    def moves(self) -> Moves:
        if self.cached is None:
            if self.stage == "over":
                self.cached = {}
            elif self.stage in CHANCE_STAGES:
                self.cached = {text: effect for text, (effect, _) in self.outcomes().items()}
            elif self.stage == "choose-board":
                self.cached = {f"choose board {n}": partial(self.choose_board, n) for n in self.free_boards()}
            elif self.stage == "choose-castle":
                self.cached = self.castle_choices()
            else:
                self.cached = self.decisions()
        return self.cached

    def chance_outcomes(self) -> dict[str, float]:
        """Probability of each outcome of a chance node."""
        outcomes = self.outcomes()
        total = sum(weight for _, weight in outcomes.values())
        return {text: weight / total for text, (_, weight) in outcomes.items()}

    def sources(self) -> list[dict[str, int]]:
        """Points of each seat by where they came from."""
        return [dict(player.points) for player in self.players]

    def scores(self) -> list[int]:
        """Points of each seat so far."""
        return [sum(player.points.values()) for player in self.players]

    def win_shares(self) -> list[float]:
        """Rule 53: most points, then most empty spaces, then the last in turn order."""
        scores, order = self.scores(), self.track_order()
        best = max(range(self.seats), key=lambda s: (scores[s], self.players[s].empty_spaces(), order.index(s)))
        return [1.0 if seat == best else 0.0 for seat in range(self.seats)]

    # ---- chance -----------------------------------------------------------------------------

    def outcomes(self) -> dict[str, tuple]:
        """(what it does, weight) of each outcome, by text."""
        if self.stage in ("start-goods", "fill-goods"):
            act = self.deal_goods if self.stage == "start-goods" else self.turn_up
            return {f"goods {colour}": (partial(act, colour), n) for colour, n in self.goods_supply.items() if n}
        if self.stage == "start-seat":
            return {f"start seat {seat}": (partial(self.start_with, seat), 1) for seat in range(self.seats)}
        if self.stage == "deal-board":
            return {f"board {n}": (partial(self.deal_board, n), 1) for n in self.undealt_boards()}
        if self.stage == "fill-depot":
            colour = self.space_colour(self.cursor)
            return {self.drawn(tile): (partial(self.fill_space, tile), n) for tile, n in self.supply.items()
                    if n and facts.colour_of(tile) == colour}
        if self.stage == "fill-black":
            return {self.drawn(tile): (partial(self.fill_black, tile), n) for tile, n in self.dark.items() if n}
        if self.stage == "roll":
            return {f"roll {low} {high}": (partial(self.roll, low, high), 1 if low == high else 2)
                    for low in FACES for high in FACES if low <= high}
        return {f"white {face}": (partial(self.roll_white, face), 1) for face in FACES}

    def drawn(self, tile: str) -> str:
        """The text of a draw."""
        return f"blank {tile}" if tile in self.blanks else f"tile {tile}"

    # ---- set-up -----------------------------------------------------------------------------

    def deal_goods(self, colour: str) -> None:
        """Rules 9 and 11: three goods for each seat."""
        self.goods_supply[colour] -= 1
        goods = self.player.goods
        goods[colour] = goods.get(colour, 0) + 1
        self.cursor += 1
        self.actor = self.cursor // facts.START_GOODS
        if self.actor == self.seats:
            self.actor = self.cursor = 0
            if self.options["start"] == "random":
                self.stage = "start-seat"
            else:
                self.start_with(int(self.options["start"]))

    def start_with(self, start: int) -> None:
        """Rules 11 to 13: silver, workers by place, and the tower of markers with the start player on top."""
        self.order = [(start + n) % self.seats for n in range(self.seats)]
        for place, seat in enumerate(self.order):
            self.players[seat].silver += facts.START_SILVER
            self.players[seat].workers += place + 1
        self.track[0] = self.order[::-1]
        self.actor = start
        boards = self.options["boards"]
        if boards == "random":
            self.stage = "deal-board"
            return
        if boards != "choose":
            for seat, player in enumerate(self.players):
                player.board = int(boards.split(",")[seat] if "," in boards else boards)
        self.next_choice()

    def undealt_boards(self) -> list[int]:
        taken = {player.board for player in self.players} if self.yes("distinct") else set()
        return [n for n in facts.BOARDS if n not in taken]

    def free_boards(self) -> list[int]:
        """Board 1 is there four times, every other one once (rule 7); in secret nobody knows what is taken."""
        return [n for n in facts.BOARDS if n == 1 or n in self.undealt_boards() or self.yes("secret")]

    def deal_board(self, board: int) -> None:
        self.player.board = board
        self.cursor += 1
        if self.cursor < self.seats:
            self.actor = self.order[self.cursor]
        else:
            self.next_choice()

    def known_castle(self, seat: int) -> None:
        """Place the start castle where an option says where it lies."""
        player, option = self.players[seat], self.options["castles"]
        assert player.board is not None
        if player.castle is not None:
            return
        if option == "default" and player.board in facts.BASIC_CASTLE:
            self.start_castle(seat, facts.BASIC_CASTLE[player.board])
        elif option not in ("default", "choose"):
            self.start_castle(seat, option.split(",")[seat])

    def start_castle(self, seat: int, name: str) -> None:
        """Rules 14 and 15: set up, not played."""
        player = self.players[seat]
        player.castle = name
        player.duchy[name] = "castle"

    def next_choice(self) -> None:
        """The next seat, in play order, that has a board or a castle to choose; or else the first phase."""
        for place, seat in enumerate(self.order):
            self.actor, self.cursor = seat, place
            if self.players[seat].board is None:
                self.stage = "choose-board"
                return
            self.known_castle(seat)
            if self.players[seat].castle is None:
                self.stage = "choose-castle"
                return
        if self.yes("castle_scores"):
            for player in self.players:
                assert player.board is not None
                assert player.castle is not None
                if len(region(player.board, player.castle)) == 1:
                    player.score("start", facts.REGION_POINTS[1] + facts.PHASE_POINTS["A"])
        self.begin_phase()

    def choose_board(self, board: int) -> None:
        self.player.board = board
        self.next_choice()

    def castle_choices(self) -> Moves:
        assert self.player.board is not None
        return {f"castle at {name}": partial(self.choose_castle, name)
                for name, space in spaces(self.player.board).items() if space.colour == "castle"}

    def choose_castle(self, name: str) -> None:
        self.start_castle(self.actor, name)
        self.next_choice()

    # ---- phases -----------------------------------------------------------------------------

    def begin_phase(self) -> None:
        """Rule 17: clear the depots, then fill them space by space."""
        for row in [*self.depots.values(), self.black]:
            self.out += [tile for tile in row if tile is not None]
            row[:] = [None] * len(row)
        self.round = self.turn = self.actor = self.cursor = 0
        self.fill_on()

    def space_colour(self, number: int) -> str | None:
        """Colour to fill depot space 0-23 with; None where this number of seats leaves it empty (rules 20, 21)."""
        depot, space = number // 4 + 1, number % 4
        colour, fewest = facts.DEPOTS[depot][space]
        if fewest > self.seats:
            return None
        if self.seats == 3 and (depot, space) == facts.MINE_FOR_THREE[:2]:
            return "mine" if facts.PHASES[self.phase] in facts.MINE_FOR_THREE[2] else "castle"
        return colour

    def fill_on(self) -> None:
        """Fill from space `cursor` on what needs no draw; stop where one is due."""
        while self.cursor < 24:
            colour = self.space_colour(self.cursor)
            if colour in ALONE and self.supply[colour]:
                self.put(colour)
            elif colour is not None and any(n and facts.colour_of(tile) == colour for tile, n in self.supply.items()):
                self.stage = "fill-depot"
                return
            self.cursor += 1
        self.cursor = 0
        self.stage = "fill-black"

    def put(self, tile: str) -> None:
        self.supply[tile] -= 1
        if tile in self.blanks:
            self.out.append(tile)
        else:
            self.depots[self.cursor // 4 + 1][self.cursor % 4] = tile

    def fill_space(self, tile: str) -> None:
        self.put(tile)
        self.cursor += 1
        self.fill_on()

    def fill_black(self, tile: str) -> None:
        """Rule 22."""
        self.dark[tile] -= 1
        if tile in self.blanks:
            self.out.append(tile)
        else:
            self.black[self.cursor] = tile
        self.cursor += 1
        if self.cursor == facts.BLACK_TILES[self.seats]:
            self.cursor = 0
            self.stage = "fill-goods"

    def turn_up(self, colour: str) -> None:
        """Rule 17: the five goods of the phase, in order."""
        self.goods_supply[colour] -= 1
        self.coming[self.cursor] = colour
        self.cursor += 1
        if self.cursor == facts.ROUNDS:
            self.begin_round()

    def begin_round(self) -> None:
        """Rules 23 and 51: the order as the track stands, then all dice."""
        self.order = self.track_order()
        self.white = 0
        self.turn = self.cursor = 0
        self.actor = self.order[0]
        self.stage = "roll"

    def roll(self, low: int, high: int) -> None:
        self.player.dice = [low, high]
        self.cursor += 1
        if self.cursor == self.seats:
            self.cursor = 0
            self.actor = self.order[0]
            self.stage = "roll-white"
        else:
            self.actor = self.order[self.cursor]

    def roll_white(self, face: int) -> None:
        """Rule 23: the goods of the round go to the depot of the white die."""
        self.white = face
        colour, self.coming[self.round] = self.coming[self.round], None
        assert colour is not None
        here = self.depot_goods[face]
        here[colour] = here.get(colour, 0) + 1
        self.begin_turn()

    def begin_turn(self) -> None:
        self.actor = self.order[self.turn]
        self.stage = "main"

    def end_turn(self) -> None:
        self.bought = False
        if self.turn + 1 < self.seats:
            self.turn += 1
            self.begin_turn()
        elif self.round + 1 < facts.ROUNDS:
            self.round += 1
            self.begin_round()
        else:
            self.end_phase()

    def end_phase(self) -> None:
        """Rules 24 and 44: the mines pay, also after the last phase."""
        for player in self.players:
            player.silver += player.count("mine")
            player.workers += player.count("mine") if player.knows(2) else 0
        if self.phase + 1 < len(facts.PHASES):
            self.phase += 1
            self.white = 0
            self.begin_phase()
        else:
            self.finish()

    # ---- the end ----------------------------------------------------------------------------

    def finish(self) -> None:
        """Rules 45 and 52."""
        for player in self.players:
            player.score("goods", sum(player.goods.values()))
            player.score("silver", player.silver)
            player.score("workers", player.workers // 2)
            sold = player.sold.values()
            if player.knows(15):
                player.score("knowledge", 3 * len([n for n in sold if n]))
            for number, building in facts.END_BUILDING_TILE.items():
                if player.knows(number):
                    player.score("knowledge", facts.END_BUILDING_POINTS * player.count(building))
            if player.knows(24):
                words = {tile.split()[0] for tile in player.duchy.values()}
                player.score("knowledge", 4 * len(words & set(facts.SPECIES)))
            if player.knows(25):
                player.score("knowledge", sum(sold))
            if player.knows(26):
                player.score("knowledge", 2 * (len(player.large) + len(player.small)))
        self.stage = "over"
