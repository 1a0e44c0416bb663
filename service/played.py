"""A game played on the server: what each seat was told, what it sees and may do, and what follows from a move."""
from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from sys import getsizeof
from typing import TYPE_CHECKING, Any, NamedTuple

import games
from games import records
from games.api import Game, InputError, Played
from games.positions import placed
from games.records import CHANCE, Event, Record, Recorder
from games.speech import parse_action
from mcts.agents import make
from mcts.levels import level
from mcts.redeals import resampled
from mcts.session import PERSON
from mcts.table import Moment, Table
from mcts.told import HIDDEN, Hearing, shown_since
from service.models import Heard, Player, Result, View
from service.positions import moves, names, paragraphs, to_move
from service.refusals import Refused
from service.store import JOIN, MOVE, RESIGN, UNDO, Entry, Start

if TYPE_CHECKING:
    from core_ext.state import State

STAND_IN = 2                # the level that plays on for who has resigned
DEALS = 20                  # of what is hidden, to see whether the score depends on it
TAKES_BACK = "takes back: "
KEPT = 50                   # choices that can be taken back: where levels answer without chance events, games are long


class Late(Exception):
    """The game has gone on since the view that a request comes from, or it is not its turn."""


class Memory(NamedTuple):
    """What a seat had heard at some time."""

    hearing: Hearing
    told: int
    shown: State
    events: int             # of the record, before the position shown


class Choice(NamedTuple):
    """The game before a choice of a person, to go back to."""

    moment: Moment
    memories: dict[int, Memory]


class Witness:
    """What one seat was told and shown."""

    def __init__(self, game: Game, seat: int, state: State) -> None:
        self.game, self.seat = game, seat
        self.hearing = Hearing(game, seat)
        self.log: list[Heard] = []          # all that it was ever told
        self.valid: list[int] = []          # places in the log of what is not taken back
        self.shown = state                  # the last position that does not tell whether a hand leaves a choice
        self.events = 0                     # of the record, before that position
        self.boards = {0: 0}                # the same for the last one shown after so many lines of the log

    def hears(self, played: Played, event: Event, chooses: bool, events: int) -> None:
        """An action or outcome, so many events in; after it the seat has a choice, or the game is over."""
        for told in self.hearing.hears(played, event):
            self._note(told)
        if chooses:
            for told in self.hearing.laid():
                self._note(told)
        if not self._veiled(played.after):
            self.shown, self.events = played.after, events
        self.boards[len(self.log)] = self.events

    def board(self, line: int) -> int:
        """How many events come before the position that was shown last after so many lines of the log."""
        return next(self.boards[n] for n in range(min(line, len(self.log)), -1, -1) if n in self.boards)

    def says(self, seat: int, move: str) -> None:
        """What a seat does that is no move."""
        self.log.append(Heard(number=len(self.log) + 1, seat=seat, who=f"seat {seat}", move=move))

    def memory(self) -> Memory:
        """To come back to."""
        return Memory(self.hearing.copy(), len(self.valid), self.shown, self.events)

    def back_to(self, memory: Memory, seat: int) -> None:
        """This seat has taken moves back."""
        taken = [self.log[place].move for place in self.valid[memory.told:]]
        self.hearing, self.shown, self.events = memory.hearing.copy(), memory.shown, memory.events
        if taken and all(move == HIDDEN for move in taken):     # that all is taken back would tell how much it was
            self.hearing.veil(seat)
        elif taken:
            del self.valid[memory.told:]
            self.says(seat, TAKES_BACK + "; ".join(taken))
        self.boards = {line: events for line, events in self.boards.items() if events <= self.events}
        self.boards[len(self.log)] = self.events

    def _note(self, event: Event) -> None:
        self.valid.append(len(self.log))
        self.log.append(Heard(number=len(self.log) + 1, seat=event.seat, who=event.who, move=event.move))

    def _veiled(self, state: State) -> bool:
        """Only the hand of another seat decides that it is asked."""
        who, untold = state.current_player(), self.game.hidden.untold
        return untold is not None and who >= 0 and who != self.seat and any(
            untold(state, action, self.seat) for action in state.legal_actions())


class PlayRoom:
    """A game under way. It changes by entries alone, so that the same entries make the same room anywhere."""

    def __init__(self, start: Start) -> None:
        """The table before its first entry. Raises InputError."""
        self.start, self.game = start, games.load(start.game)
        self.players = [Player(**player) for player in start.players]
        state = start_of(start)
        recorder = Recorder(self.game, state, start.seed, self._names(), start.position)
        self.table = Table(state, [self._agent(seat) for seat in range(start.seats)], start.seed, recorder=recorder)
        self._latest = state.copy()         # the position now, to be kept by all who keep it
        self._actions: list[int] = []       # of all events of the record
        self.witnesses = {seat: Witness(self.game, seat, self._latest) for seat, player in enumerate(self.players)
                          if player.kind != "level"}
        self.choices: list[Choice] = []     # since a chance event or another seat's move, open answers of levels aside
        self.chooser = -1                   # whose these are
        self.resigned: list[int] = []
        self.number = 0                     # entries so far
        self.spoilt = False                 # it is not what its entries say
        self._known: dict[Any, Any] = {}    # what was found out of the position now

    # ---- entries ------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """One more entry. Raises InputError where it does not fit, as when the rules have changed."""
        seat = entry.seat
        if entry.kind == MOVE:
            state = self.state
            action = self.game.notation.parse_action(state, entry.text)
            if action not in state.legal_actions():
                raise InputError(f"{entry.text!r} is not possible here")
            self._happens(action)
        elif entry.kind == UNDO:
            self._back_to(int(entry.text))
        elif entry.kind == RESIGN and seat is not None:
            self.resigned.append(seat)
            self.table.agents[seat] = make(level(self.game.name, self.state.seats, STAND_IN))
            self._says(seat, "resigns")
        elif entry.kind == JOIN and seat is not None:
            self.players[seat] = Player(kind="person", name=entry.text or None)
            self._says(seat, "sits down")
        self._count()

    def play(self, action: int) -> Entry:
        """An action or outcome, as the entry that it makes."""
        who = self.state.current_player()
        entry = Entry(MOVE, who if who >= 0 else None, self.game.notation.action_text(self.state, action))
        self._happens(action)
        self._count()
        return entry

    def settle(self) -> list[Entry]:
        """Play what is nobody's choice: luck, and turns with one legal action."""
        made = []
        while not self.over and (action := forced(self.state, self.start.seed)) is not None:
            made.append(self.play(action))
        return made

    def _count(self) -> None:
        self.number += 1
        self._known.clear()

    def _happens(self, action: int) -> None:
        before, who = self._latest, self.state.current_player()
        chose = who >= 0 and len(before.legal_actions()) > 1
        answers = who >= 0 and self.players[who].kind == "level" and not before.hides
        if who != self.chooser and not answers:
            self.choices.clear()
            self.chooser = who
        if chose and self.players[who].kind == "person" and who not in self.resigned:
            moment = replace(self.table.moment(), state=before)
            self.choices.append(Choice(moment, {seat: each.memory() for seat, each in self.witnesses.items()}))
            del self.choices[:-KEPT]
        if who < 0:
            self.table.happens(action)
        else:
            self.table.apply_action(action, not chose)
        self._actions.append(action)
        state = self._latest = self.state.copy()
        next_, choice = state.current_player(), not state.is_terminal() and len(state.legal_actions()) > 1
        played, event = Played(before, action, state), self.record.events[-1]
        for seat, witness in self.witnesses.items():
            witness.hears(played, event, state.is_terminal() or (next_ == seat and choice),
                          len(self._actions))

    def _back_to(self, events: int) -> None:
        place = next((place for place, choice in enumerate(self.choices) if choice.moment.events == events), None)
        if place is None:
            raise InputError(f"undo: found {events}, expected the number of events before a choice")
        choice, seat = self.choices[place], self.chooser
        del self.choices[place:]
        self.table.back_to(choice.moment)
        self._latest = choice.moment.state
        del self._actions[choice.moment.events:]
        for number, memory in choice.memories.items():
            self.witnesses[number].back_to(memory, seat)

    def _says(self, seat: int, what: str) -> None:
        for witness in self.witnesses.values():
            witness.says(seat, what)

    # ---- what people do; each gives the entries that it makes -----------------------------------------

    def move(self, seat: int, text: str, revision: int | None) -> list[Entry]:
        """A move of this seat, and what follows from it by itself. Raises Late and Refused."""
        self._check(seat, revision)
        try:
            action = parse_action(self.game, self.state, text)
        except InputError as error:
            raise Refused("move", str(error)) from None
        if action not in self.state.legal_actions():
            raise Refused("move", f"{text!r} is not possible now")
        return [self.play(action), *self.settle()]

    def _check(self, seat: int, revision: int | None) -> None:
        if self.over:
            raise Late("the game is over")
        if revision is not None and revision != len(self.witnesses[seat].log):
            raise Late(f"the game has gone on since revision {revision}")
        if self.state.current_player() != seat or seat in self.resigned:
            raise Late("it is not the turn of this seat")

    def undo(self, seat: int, count: int | None) -> list[Entry]:
        """Take back so many choices of this seat, None for all that can be, with what levels answered. Raises Late."""
        if not self._has_choices(seat):
            raise Late("nothing can be taken back: this seat has chosen nothing since the last chance event or move of "
                       "another seat")
        first = max(0, len(self.choices) - (len(self.choices) if count is None else count))
        while first < len(self.choices) and self._shown(first):
            first += 1
        if first == len(self.choices):
            raise Late("the last choice stays: it has shown something that was hidden")
        entry = Entry(UNDO, seat, str(self.choices[first].moment.events))
        self.apply(entry)
        return [entry]

    def resign(self, seat: int) -> list[Entry]:
        """This seat gives the game up; another one plays on for it, as long as people play. Raises Late."""
        if self.over or seat in self.resigned:
            raise Late("the game is over" if self.over else "this seat has resigned already")
        entry = Entry(RESIGN, seat, "")
        self.apply(entry)
        return [entry, *self.settle()]

    def join(self, seat: int | None, name: str | None) -> Entry:
        """Take an open seat. Raises Late where there is none."""
        free = [each for each, player in enumerate(self.players) if player.kind == "open"]
        if seat is None and free:
            seat = free[0]
        if seat is None or seat not in free:
            raise Late("no seat is open any more" if not free else "this seat is not open")
        entry = Entry(JOIN, seat, name or "")
        self.apply(entry)
        return entry

    # ---- what is known --------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position now."""
        return self.table.state

    @property
    def record(self) -> Record:
        """All that was played and not taken back, with the result once the game is over."""
        assert self.table.recorder is not None
        made = self.table.recorder.finish()
        made.players = self._names()
        return made

    @property
    def over(self) -> bool:
        """The game has ended, or nobody plays it any more."""
        left = [seat for seat in range(self.start.seats) if seat not in self.resigned]
        given_up = bool(self.resigned) and (len(left) <= 1 or all(self.players[seat].kind == "level" for seat in left))
        return given_up or self.state.is_terminal()

    @property
    def due(self) -> bool:
        """A level is to move."""
        who = self.state.current_player()
        return not self.over and who >= 0 and self.table.agents[who] is not None

    @property
    def size(self) -> int:
        """Bytes in memory, about."""
        lines = len(self.record.events) + sum(len(witness.log) for witness in self.witnesses.values())
        return 10_000 + 500 * lines + sum(getsizeof(state) for state in self.positions())

    def positions(self) -> list[State]:
        """All that are kept, each once: of some games one takes as much memory as all else."""
        kept = [self.state, self._latest, *(choice.moment.state for choice in self.choices)]
        for memory in [each.memory() for each in self.witnesses.values()] + [
                memory for choice in self.choices for memory in choice.memories.values()]:
            kept += [memory.shown, *memory.hearing.positions()]
        return list({id(state): state for state in kept}.values())

    def seen(self, seat: int) -> State:
        """The position that this seat is shown; of hands it shows what it sees."""
        return self.state if self.over else self.witnesses[seat].shown

    def view(self, seat: int) -> View:
        """The table as this seat sees it."""
        state, over = self.seen(seat), self.over
        acts = not over and state.current_player() == seat and seat not in self.resigned
        who = state.current_player()
        may = self._once(("moves", seat), lambda: moves(self.game, state)) if acts else []
        return View(
            table=self.start.id, game=self.game.name, title=self.game.title, kind=self.start.kind,
            seats=self.start.seats, seat=seat, options=self.options(), players=self.players,
            colours=list(self.game.colours(state)),
            revision=len(self.witnesses[seat].log), over=over, toMove=None if over else to_move(state),
            who=None if over else CHANCE if who < 0 else self.game.who(state),
            when="" if over else self.game.talk.when(state), place=self.game.talk.place(state) if acts else "",
            moves=may, names=names(may, seat), rules=paragraphs(self.game, state) or [],
            thinking=not over and who >= 0 and self.table.agents[who] is not None,
            canUndo=self._can_undo(seat), scores=self._scores(seat), result=self._result(), resigned=self.resigned)

    def sight(self, seat: int, line: int | None = None) -> tuple[State, int | None]:
        """The position to be drawn for this seat, and whose view of it; all of it once the game is over. With `line`
        the one that it was shown after so many lines of its log, as it saw it then.
        """
        if line is None or line >= len(self.log(seat)):
            return self.seen(seat).copy(), None if self.over else seat
        state = start_of(self.start)
        for action in self._actions[:self.witnesses[seat].board(line)]:
            state.apply_action(action)
        return state, seat

    def picture(self, seat: int) -> str:
        """The board as this seat sees it."""
        return self.game.render.svg(*self.sight(seat))

    def log(self, seat: int) -> Sequence[Heard]:
        """All that this seat was told."""
        return self.witnesses[seat].log

    def options(self) -> dict[str, str]:
        """The options of the game, without what is filled in."""
        return dict(self.start.options)

    def _can_undo(self, seat: int) -> bool:
        return self._has_choices(seat) and not self._shown(len(self.choices) - 1)

    def _has_choices(self, seat: int) -> bool:
        return not self.over and self.chooser == seat and seat not in self.resigned and bool(self.choices)

    def _shown(self, place: int) -> bool:
        """Whether what happened since a choice has shown its seat something."""
        moment = self.choices[place].moment
        made = [event.move for event in self.record.events[moment.events:]]
        return bool(self._once(("shown", place),
                               lambda: shown_since(self.game, self.chooser, moment.state, made, self.state)))

    def _scores(self, seat: int) -> list[float] | None:
        """The scores as far as this seat knows them: None where they depend on what is hidden."""
        state = self.seen(seat)
        if self.over or not state.hides:
            return [records.plain(x) for x in state.scores()]

        def dealt() -> list[float] | None:
            known = resampled(state, seat, 0).scores()
            if any(resampled(state, seat, deal).scores() != known for deal in range(1, DEALS)):
                return None
            return [records.plain(x) for x in known]

        found: list[float] | None = self._once(("scores", seat), dealt)
        return found

    def _once(self, name: Any, find: Callable[[], Any]) -> Any:
        if name not in self._known:
            self._known[name] = find()
        return self._known[name]

    def _result(self) -> Result | None:
        if not self.over:
            return None
        state = self.state
        if state.is_terminal():
            return Result(**records.result(state))
        return Result(scores=[records.plain(x) for x in state.scores()],
                      winners=[seat for seat in range(state.seats) if seat not in self.resigned],
                      sources=[{name: records.plain(x) for name, x in seat.items()} for seat in state.sources()])

    def _agent(self, seat: int) -> Any:
        player = self.players[seat]
        return make(level(self.game.name, self.start.seats, player.level or 1)) if player.kind == "level" else None

    def _names(self) -> list[str]:
        return [level(self.game.name, self.start.seats, player.level or 1) if player.kind == "level" else PERSON
                for player in self.players]


def forced(state: State, seed: int) -> int | None:
    """What is nobody's choice: an outcome of luck, or the one legal action. None: somebody chooses, or it is over."""
    if state.is_terminal():
        return None
    if state.is_chance_node():
        return state.keyed_chance(seed)
    legal = state.legal_actions()
    return legal[0] if len(legal) == 1 else None


def settled(game: Game, state: State, seed: int) -> list[Entry]:
    """What a table at which nobody has resigned plays by itself from here, up to a choice; `state` is played on."""
    made = []
    while (action := forced(state, seed)) is not None:
        who = state.current_player()
        made.append(Entry(MOVE, who if who >= 0 else None, game.notation.action_text(state, action)))
        state.apply_action(action)
    return made


def start_of(start: Start) -> State:
    """The position that a table begins with. Raises InputError."""
    if start.position is not None:
        return placed(json.loads(json.dumps(start.position)), trust=True).state
    return games.load(start.game).start(start.seats, start.options)
