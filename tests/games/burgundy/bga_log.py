"""Writes a game of ours as Board Game Arena would log it: for tests of the reader, which is written apart from this.

Every packet of the table is there, and of each action the player's own one; some turns hold moves that are taken back.
Players have made-up numbers and names.
"""
from __future__ import annotations

import random
from typing import Any

import games
from core_ext.state import State
from games.burgundy import bga_numbers as numbers
from games.burgundy.bga_goods import price
from games.burgundy.names import GOODS_NAMES, HEX_NAMES, PHASE_NAMES, SOURCE_NAMES, STAGE_NAMES, TILE_NAMES

AT_END = ("goods", "silver", "workers", "knowledge")
FIRST_PLAYER = 7001


def as_list(value: dict[int, Any]) -> Any:
    """A dictionary as the site's JSON has it: a list where its keys are 0, 1, ..., otherwise with texts as keys."""
    if list(value) == list(range(len(value))):
        return list(value.values())
    return {str(key): item for key, item in value.items()}


class Writer:
    """One game, written while it is played."""

    def __init__(self, seats: int, seed: int, options: dict[str, str]) -> None:
        self.game = games.load("burgundy")
        self.random = random.Random(seed)
        self.seats = seats
        self.state = self.game.start(seats, {"start": "0", **options})
        self.players = [FIRST_PLAYER + 13 * seat for seat in range(seats)]
        self.random.shuffle(self.players)
        self.packets: list[dict[str, Any]] = []
        self.totals: list[tuple[int, dict[str, Any], str]] = []     # packet, where, key: to be compared
        self.moves = 0
        self.free = {back: {name: [n for n in range(numbers.TILES) if numbers.tile_name(n) == name
                                   and self._is_black(n) == back] for name in TILE_NAMES[1:]} for back in (False, True)}
        self.free_goods = {colour: list(range(7 * colour, 7 * colour + 7)) for colour in range(6)}
        self.lying: dict[int, int] = {}                              # number of the tile by place on the main board
        self.stored: list[list[int]] = [[] for _ in range(seats)]
        self.heaps: list[list[int]] = [[] for _ in range(6)]         # numbers of the goods tiles at each depot
        self.stacks: list[list[list[int]]] = [[[], [], []] for _ in range(seats)]
        self.coming: dict[int, int] = {}
        self.dice: list[list[int]] = [[0, 0]] * seats
        self.turn: list[dict[str, Any]] = []                         # notifications of the turn under way
        self.ship: tuple[int, str, list[int]] | None = None
        self.final_events: list[dict[str, Any]] = []

    # ---- numbers -----------------------------------------------------------------------------

    @staticmethod
    def _is_black(number: int) -> bool:
        knowledge = {numbers.FIRST_KNOWLEDGE + n - 1 for n in (7, 12, 14, 15, 24, 25)}
        return (40 <= number < 56 or number in knowledge or 96 <= number < 98 or 108 <= number < 110
                or 130 <= number < 136 or number >= 136 and (number - 136) % 7 >= 5)

    def raw(self) -> dict[str, Any]:
        return self.state.raw()

    def stage(self) -> str:
        return STAGE_NAMES[self.raw()["stage"]]

    def sources(self, seat: int) -> dict[str, int]:
        return dict(zip(SOURCE_NAMES, self.raw()["seat"][seat]["sources"], strict=True))

    # ---- packets -----------------------------------------------------------------------------

    def packet(self, channel: str, notices: list[dict[str, Any]]) -> None:
        """Add one; totals marked in its notifications are noted down with its number."""
        number = len(self.packets) + 1
        for notice in notices:
            for where, key in notice.pop("totals", ()):
                if channel == "/table/t9":
                    self.totals.append((number, where, key))
        self.packets.append({"channel": channel, "table_id": 9, "packet_id": str(number), "packet_type": "resend",
                             "move_id": str(self.moves), "time": str(1000 + number), "data": notices})

    def table(self, *notices: dict[str, Any]) -> None:
        self.packet("/table/t9", list(notices))

    def private(self, seat: int, *notices: dict[str, Any]) -> None:
        self.packet(f"/player/p{self.players[seat]}", list(notices))

    def notice(self, kind: str, args: dict[str, Any], totals: tuple[str, ...] = ()) -> dict[str, Any]:
        return {"uid": f"u{self.random.getrandbits(40)}", "type": kind, "log": "${something} happens", "args": args,
                "totals": [(args, key) for key in totals if args.get(key) is not None]}

    def actor(self, seat: int) -> dict[str, Any]:
        return {"plId": str(self.players[seat]), "player_name": f"<b>Person {self.players[seat]}</b>"}

    # ---- the whole game ----------------------------------------------------------------------

    def write(self) -> list[dict[str, Any]]:
        """Play it to its end by drawing legal actions."""
        self.begin()
        self.deal_goods()
        while not self.state.is_terminal():
            if self.state.is_chance_node():
                opening = self.lay_out()
                self.table(*opening)
            else:
                self.play_turn()
        return self.packets

    def begin(self) -> None:
        """Boards and castles."""
        castles, options = {}, self.state.options
        for seat, space in enumerate(options["castles"].split(",")):
            number = self.free[False]["castle"].pop(self.random.randrange(3))
            castles[str(number)] = {"id": str(number), "sprite_pos": "42", "location": "estate",
                                    "location_arg": str(HEX_NAMES.index(space)), "player_id": str(self.players[seat])}
        boards = {}
        for seat, board in enumerate(options["boards"].split(",")):
            boards[str(self.players[seat])] = [{"type": colour, "region": "0", "dieValue": die}
                                               for colour, die in numbers.layout(int(board))]
        self.table(self.notice("simpleNote", {}), self.notice("startingBoardsAndCastles", {
            "allPlEstSpaces": boards, "boardNbs": {str(p): "10" for p in self.players}, "castles": castles,
            "beginnerSetup": False}))

    def deal_goods(self) -> None:
        """Three goods a seat, which the log does not tell."""
        while self.stage() == "start-goods":
            seat, outcome = self.raw()["actor"], self.draw()
            number = self.free_goods[outcome].pop()
            stacks = self.stacks[seat]
            at = next((i for i, stack in enumerate(stacks) if stack and stack[0] // 7 == outcome), None)
            stacks[next(i for i, stack in enumerate(stacks) if not stack) if at is None else at].append(number)

    def draw(self) -> int:
        """Draw a chance outcome and apply it."""
        outcome = self.random.choice(self.state.legal_actions())
        self.state.apply_action(outcome)
        return outcome

    def lay_out(self) -> list[dict[str, Any]]:
        """A new phase if one begins, a new round, and the first offers."""
        notices = []
        if self.stage() != "roll":
            notices.append(self.new_phase())
        notices.append(self.new_round())
        notices.append(self.offers())
        return notices

    def new_phase(self) -> dict[str, Any]:
        phase = self.raw()["phase"]
        self.lying, drawn_goods = {}, []
        while (stage := self.stage()) != "roll":
            cursor, outcome = self.raw()["cursor"], self.draw()
            if stage == "fill-goods":
                number = self.free_goods[outcome].pop(0)
                self.coming[cursor + 1] = number
                drawn_goods.append({"id": str(number), "type": str(outcome + 1), "location": "main_round",
                                    "location_arg": cursor + 1, "zone_nb": "0", "player_id": None})
        raw = self.raw()
        black = [{2: (25, 27, 28, 30), 3: (24, 25, 26, 28, 29, 31), 4: tuple(range(24, 32))}[self.seats]][0]
        for slot, tile in enumerate([*raw["depot"], *raw["black"]]):
            if tile:
                place = slot if slot < 24 else black[slot - 24]
                self.lying[place] = self.free[slot >= 24][TILE_NAMES[tile]].pop()
        drawn = [{"location_arg": place, "id": str(number), "type": numbers.kind(number)[0],
                  "subtype": numbers.kind(number)[1], "sprite_pos": str(numbers.sprite(number)),
                  "location": "mainboard"} for place, number in self.lying.items()]
        self.random.shuffle(drawn)
        return self.notice("newPhase", {"phaseLetter": PHASE_NAMES[phase], "phaseNb": phase + 1, "drawnTiles": drawn,
                                        "drawnGoods": drawn_goods})

    def new_round(self) -> dict[str, Any]:
        round_, told = self.raw()["round"] + 1, []
        while self.stage() == "roll":
            seat, outcome = self.raw()["order"][self.raw()["cursor"]], self.draw()
            faces = [outcome // 6 + 1, outcome % 6 + 1]
            self.random.shuffle(faces)
            self.dice[seat] = faces
        white = self.draw() + 1
        self.heaps[white - 1].append(self.coming[round_])
        for player in sorted(self.players):
            seat = self.players.index(player)
            told += [{"plId": player, "dieNb": die + 1, "dieValue": self.dice[seat][die]} for die in (0, 1)]
        args = {"roundNb": round_, "depot": white, "zoneNb": 0, "goodsId": str(self.coming[round_]), "dice": told}
        return self.notice("newRound", args, ("roundNb", "goodsId"))

    def offers(self) -> dict[str, Any]:
        """What the seat to act could sell with each die."""
        seat, raw, moves = self.state.current_player(), self.raw(), {}
        mine = raw["seat"][seat]
        doubled = bool(mine["knowledge"] >> 8 & 1)
        for die in (0, 1):
            sales = {at: price(self.dice[seat][die], stack[0] // 7 + 1, doubled)
                     for at, stack in enumerate(self.stacks[seat]) if stack}
            sales = {at: workers for at, workers in sales.items() if workers <= mine["workers"]}
            moves[str(die + 1)] = {"placeTile": [], "sellGoods": as_list(sales), "takeTile": {}}
        return self.notice("gameStateChange", {"id": 20, "active_player": self.players[seat], "type": "activeplayer",
                                               "args": {"discardPossible": False, "possibleMoves": moves}})

    # ---- a turn ------------------------------------------------------------------------------

    def play_turn(self) -> None:
        raw, seat = self.raw(), self.state.current_player()
        at = (raw["phase"], raw["round"], raw["turn"])
        self.turn = []
        while self.state.current_player() == seat and at == self.where():
            self.moves += 1
            before = len(self.turn)
            self.act(seat, self.random.choice(self.state.legal_actions()), at[0])
            self.private(seat, *[{**notice, "totals": []} for notice in self.turn[before:]])
            if self.random.random() < 0.05:
                self.private(seat, self.notice("undoTurn", {**self.actor(seat), "movesToCancel": [self.moves]}))
        self.moves += 1
        end = [self.notice("gameStateChange", {"id": 64, "active_player": str(self.players[seat]), "args": []}),
               self.notice("turnPlayed", {"plId": str(self.players[seat])})]
        for notice in self.turn:
            notice["args"] |= {"plToIgnore": str(self.players[seat]), "preserveArgsInHistory": ["plToIgnore"]}
        after = self.raw()
        if self.state.is_terminal() or after["phase"] != at[0]:
            end.append(self.end_of_phase())
        if self.state.is_terminal():
            end += self.end_of_game()
        elif self.state.is_chance_node():
            end += self.lay_out()
        else:
            end.append(self.offers())
        self.table(*self.turn, *end)

    def where(self) -> tuple[int, int, int]:
        raw = self.raw()
        return raw["phase"], raw["round"], raw["turn"]

    def act(self, seat: int, action: int, phase: int) -> None:
        """Play an action and tell of it."""
        text = self.game.notation.action_text(self.state, action)
        before, sources = self.raw(), self.sources(seat)
        self.state.apply_action(action)
        word = text.split()[0]
        if word == "clear" or word == "load":
            self.load(seat, text, before)
        elif word == "discard":
            self.discard(seat, text, STAGE_NAMES[before["stage"]] == "discard")
        elif word in ("take", "buy", "place", "sell", "workers"):
            getattr(self, f"tell_{word}")(seat, text, before, sources, phase)

    def paid(self, seat: int, text: str, args: dict[str, Any]) -> None:
        """Die and workers of an action as the site writes them."""
        inside = text.partition("[")[2].rstrip("]")
        if inside in ("", "free"):
            args |= {"logIntro": {"log": "", "args": []}, "dieNb": "0"}
            return
        words = inside.replace(",", "").split()
        face = int(words[1])
        pictures = {"dieImage": f"die_{face}_0000ff"}
        if len(words) > 2:
            pictures["workersImage"] = f"workers_{words[2]}"
        args |= {"logIntro": {"log": "${dieImage} ", "args": pictures}, "dieNb": str(self.dice[seat].index(face) + 1)}

    def changed(self, seat: int, before: dict[str, Any], phase: int, args: dict[str, Any],
                names: dict[str, str]) -> tuple[str, ...]:
        """Totals of silver and workers, unless a phase has been paid out since; points without those of the end."""
        now, was = self.raw()["seat"][seat], before["seat"][seat]
        if not self.state.is_terminal() and self.raw()["phase"] == phase:
            for unit, key in names.items():
                if now[unit] != was[unit]:
                    args[key] = now[unit]
        points = self.points(seat)
        if points != sum(was["sources"]):
            args["score"] = points
        return ("score", *names.values())

    def points(self, seat: int) -> int:
        over = self.state.is_terminal()
        return sum(n for name, n in self.sources(seat).items() if not (over and name in AT_END))

    def find(self, tile: str, depot: int | None) -> int:
        """The place of a tile on the main board."""
        return next(place for place, number in self.lying.items() if numbers.tile_name(number) == tile
                    and (place >= 24 if depot is None else place // 4 == depot - 1))

    def tell_take(self, seat: int, text: str, before: dict[str, Any], _: dict[str, int], phase: int) -> None:
        tile = text.partition(": ")[2].partition(" [")[0]
        number = self.lying.pop(self.find(tile, int(text[5])))
        args = {**self.actor(seat), "tileId": str(number), "bTileBought": False}
        self.paid(seat, text, args)
        totals = self.changed(seat, before, phase, args, {"workers": "newNbWorkers"})
        self.stored[seat].append(number)
        self.turn.append(self.notice("tileTakenToStorage", args, totals))

    def tell_buy(self, seat: int, text: str, before: dict[str, Any], _: dict[str, int], phase: int) -> None:
        depot, colon, tile = text[4:].partition(": ")
        number = self.lying.pop(self.find(tile, int(depot)) if colon else self.find(text[4:], None))
        args = {**self.actor(seat), "tileId": str(number), "bTileBought": True, "nbWorkers": None,
                "silvOrWorkersImage": "silverlings_2"}
        totals = self.changed(seat, before, phase, args, {"silver": "nbSilverlings"})
        self.stored[seat].append(number)
        self.turn.append(self.notice("tileTakenToStorage", args, totals))

    def discard(self, seat: int, text: str, makes_room: bool) -> None:
        """Where a tile makes room for another, the site asks before that comes, the game after it was chosen."""
        name = text.removeprefix("discard ")
        number = next(n for n in self.stored[seat] if numbers.tile_name(n) == name)
        self.stored[seat].remove(number)
        notice = self.notice("tileDiscarded", {**self.actor(seat), "tileId": str(number)})
        self.turn.insert(len(self.turn) - makes_room, notice)

    def tell_place(self, seat: int, text: str, before: dict[str, Any], sources: dict[str, int], phase: int) -> None:
        tile, _, rest = text.removeprefix("place ").partition(" at ")
        number = next(n for n in self.stored[seat] if numbers.tile_name(n) == tile)
        self.stored[seat].remove(number)
        args = {**self.actor(seat), "tileId": str(number), "spaceId": str(HEX_NAMES.index(rest.split()[0]))}
        self.paid(seat, text, args)
        totals = self.changed(seat, before, phase, args, {"workers": "newNbWorkers", "silver": "nbSilverlings"})
        if tile == "ship":
            args["turnOrderUpdate"] = {"oldPos": str(before["track"][seat]), "newPos": before["track"][seat] + 1}
        placed = self.notice("tileAddedToEstate", args, totals)
        if tile == "ship":
            placed["totals"].append((args["turnOrderUpdate"], "newPos"))
        self.turn.append(placed)
        gained = {name: n - sources[name] for name, n in self.sources(seat).items()}
        events = (("watchtowerPoints", None, gained["watchtowers"]),
                  ("pointsForAnimals", "pointsForAnimals", gained["animals"]),
                  ("regionCompleted", "points", gained["regions"] + gained["phases"]),
                  ("bonusTile", "points", gained["bonuses"]))
        for kind, key, points in events:
            if points:
                told = {**self.actor(seat), **({key: points} if key else {})}
                self.turn.append(self.notice(kind, told, (key,) if key else ()))

    def tell_sell(self, seat: int, text: str, before: dict[str, Any], sources: dict[str, int], phase: int) -> None:
        colour = GOODS_NAMES.index(text.split()[1])
        at = next(i for i, stack in enumerate(self.stacks[seat]) if stack and stack[0] // 7 == colour)
        sold, self.stacks[seat][at] = self.stacks[seat][at], []
        counts = {c + 1: n for c, n in enumerate(self.raw()["seat"][seat]["sold"])}
        args = {**self.actor(seat), "soldGoods": [str(n) for n in sold], "storageZoneNb": str(at),
                "nbPoints": self.sources(seat)["sales"] - sources["sales"],
                "nbAllSoldGoodsPerType": {str(kind): n for kind, n in counts.items()}}
        self.paid(seat, text, args)
        totals = self.changed(seat, before, phase, args, {"workers": "newNbWorkers", "silver": "silverlings"})
        notice = self.notice("goodsSold", args, ("nbPoints", *totals))
        notice["totals"] += [(args["nbAllSoldGoodsPerType"], kind) for kind in args["nbAllSoldGoodsPerType"]]
        self.turn.append(notice)

    def tell_workers(self, seat: int, text: str, before: dict[str, Any], _: dict[str, int], phase: int) -> None:
        args = self.actor(seat)
        self.paid(seat, text, args)
        totals = self.changed(seat, before, phase, args, {"workers": "nbWorkers", "silver": "nbSilverlings"})
        self.turn.append(self.notice("workersTaken", args, totals))

    def load(self, seat: int, text: str, before: dict[str, Any]) -> None:
        """A ship's goods, told once it is known which were loaded."""
        words = text.split()
        if words[0] == "clear":
            depots = [int(word) for word in words[-1].split("+")]
            self.random.shuffle(depots)
            self.ship = seat, f"({','.join(map(str, depots))})", list(before["seat"][seat]["goods"])
        if self.stage() in ("ship-colour", "ship-second") and self.state.current_player() == seat and self.ship:
            return
        assert self.ship is not None
        _, depots_text, held = self.ship
        now = self.raw()["seat"][seat]["goods"]
        moved = []
        for colour in range(6):
            if now[colour] == held[colour]:
                continue
            at = next((i for i, stack in enumerate(self.stacks[seat]) if stack and stack[0] // 7 == colour), None)
            new = at is None
            at = next(i for i, stack in enumerate(self.stacks[seat]) if not stack) if at is None else at
            for depot in map(int, depots_text.strip("()").split(",")):
                here = [n for n in self.heaps[depot - 1] if n // 7 == colour]
                self.heaps[depot - 1] = [n for n in self.heaps[depot - 1] if n // 7 != colour]
                self.stacks[seat][at] += here
                moved += [{"id": str(n), "depot": str(depot), "zoneNb": "0", "stSpace": at if new else str(at)}
                          for n in here]
        if moved:
            self.turn.append(self.notice("goodsTaken", {**self.actor(seat), "depots": depots_text,
                                                        "goodsTilesToMove": moved}))

    # ---- ends --------------------------------------------------------------------------------

    def end_of_phase(self) -> dict[str, Any]:
        seats = self.raw()["seat"]
        silver = {str(p): str(seats[seat]["silver"]) for seat, p in enumerate(self.players)}
        workers = {str(p): seats[seat]["workers"] for seat, p in enumerate(self.players)}
        notice = self.notice("endOfPhase", {"nbSilverlings": silver, "nbWorkers": workers})
        notice["totals"] = [(row, key) for row in (silver, workers) for key in row]
        return notice

    def end_of_game(self) -> list[dict[str, Any]]:
        told = [self.notice("gameStateChange", {"id": 90, "args": []})]
        table: dict[str, dict[str, Any]] = {"header": {"0": ""}}
        for name in ("inGame", "yellowTiles", "unsoldGoods", "silverlings", "workers", "total"):
            table[name] = {"0": "a caption"}
        for seat, player in enumerate(self.players):
            there = self.sources(seat)
            for number, points in self.state.tile_points(seat).items():
                scored = {"plId": player, "id": 55 + number, "plScore": points}
                told.append(self.notice("tileScoring", scored, ("plScore",)))
            rest = {"unsGdsScore": there["goods"], "sScore": there["silver"], "wScore": there["workers"]}
            told.append(self.notice("remScoring", {"plId": player, **rest}, tuple(rest)))
            row = {"inGame": self.points(seat), "yellowTiles": there["knowledge"], "unsoldGoods": there["goods"],
                   "silverlings": there["silver"], "workers": there["workers"], "total": sum(there.values())}
            for name, points in row.items():
                table[name][str(player)] = str(points)
        final = self.notice("finalScoring", {"scoreTable": table})
        final["totals"] = [(table[name], str(player)) for name in table if name != "header" for player in self.players]
        return [*told, final, self.notice("gameStateChange", {"id": 99, "args": []}), self.notice("simpleNode", {})]


def random_options(seats: int, seed: int) -> dict[str, str]:
    """Boards by lot, the same one twice now and then, and castles on castle spaces."""
    chosen = random.Random(seed)
    boards = [chosen.randint(1, 9) for _ in range(seats)]
    castles = [chosen.choice([HEX_NAMES[at] for at, (colour, _) in enumerate(numbers.layout(board))
                              if colour == "castle"]) for board in boards]
    return {"boards": ",".join(map(str, boards)), "castles": ",".join(castles)}


def written(seats: int, seed: int, **options: str) -> Writer:
    """A whole random game as a log."""
    writer = Writer(seats, seed, {**random_options(seats, seed), **options})
    writer.write()
    return writer


def same_game(ours: State, read: State) -> bool:
    """Whether two games ended alike."""
    return ours.is_terminal() and read.is_terminal() and ours.sources() == read.sources() and ours.raw() == read.raw()
