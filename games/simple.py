"""Games written in plain Python: a class of rules becomes a Game that every command plays.

    @dataclass
    class Nim(Rules):
        ...

    GAME = game(Nim, title="Nim")

A search calls such rules as it calls compiled ones, though perhaps a hundred times slower; examples/nim.py is a whole
game.
"""
from __future__ import annotations

import copy
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from random import Random
from typing import Any, ClassVar, Self

from rich.text import Text

from core_ext.python_state import PythonState
from core_ext.state import State
from games import headings
from games.api import Game, Hidden, InputError, Option, own
from games.boards import COLUMNS, Part, fitted, folded
from games.drawing import Drawing
from games.faults import blamed, of_the_rules
from games.fields import Field
from games.moves import read_move
from games.night import Night

CHANCE, TERMINAL = -1, -2           # answers of `current_player` that are no seat
LIMIT = Option("limit", "10000", "moves and draws after which a game that is not over is taken for one that never ends")
MOST_LIMIT = 10**9
INK, PAPER, LINE, SIZE = "#2b2620", "#f6efe2", 26, 18      # of the plain picture: colours, pixels
NIGHT = Night("simple", grounds={PAPER: "#1b1e20"}, words={INK: "#ede5d4"})


class Rules(ABC):
    """A position of a game and its rules: a dataclass whose fields are all that changes in play.

    A game whose actions weigh all alike may have a method `play_out(seed)` besides: it plays uniformly at random to the
    end in place, and returns how many decisions and how many draws of chance that took. A search then makes a whole
    playout by one call.

    Fields are numbers, strings, booleans, None, and lists and dicts of them, so that a position can be written as JSON.
    Actions and the outcomes of chance are numbers from 0, listed in ascending order. Methods that are not abstract have
    a default.
    """

    seats: ClassVar[int | tuple[int, ...]]      # how many can play; with several numbers `start` is told which
    made_into: ClassVar[tuple[str, int]] = ("", 0)      # name and version of the Game, which `game` writes here

    @classmethod
    def start(cls, seats: int) -> Self:
        """The position a game begins with."""
        return cls()

    @abstractmethod
    def current_player(self) -> int:
        """The seat to act, CHANCE where something is drawn, or TERMINAL."""

    @abstractmethod
    def legal_actions(self) -> list[int]:
        """What the seat to act may do; never nothing."""

    @abstractmethod
    def apply_action(self, action: int) -> None:
        """Make a legal action or a possible outcome of chance, in place."""

    @abstractmethod
    def scores(self) -> Sequence[float]:
        """Each seat's points, at any time."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(outcome, probability) pairs of a position in which something is drawn."""
        raise TypeError("a game with chance needs chance_outcomes")

    def win_shares(self) -> Sequence[float]:
        """Each seat's share of the win when the game is over: by default the most points win, and equals share."""
        points = self.scores()
        winners = [x == max(points) for x in points]
        return [won / sum(winners) for won in winners]

    def returns(self) -> Sequence[float]:
        """What each seat tries to make large, from 0 to 1, when the game is over: by default its share of the win."""
        return self.win_shares()

    def action_weights(self, actions: list[int]) -> Sequence[float]:
        """How likely playouts and priors take each of these actions; numbers above 0, by default all alike."""
        return [1.0] * len(actions)

    def view(self, seat: int) -> Any:
        """All that this seat knows, as plain data: equal exactly where it cannot tell two positions apart.

        Only for games that hide something; they need `resample` too.
        """
        raise TypeError("a game that hides something needs a view")

    def hides(self) -> bool:
        """Whether a seat may not know all, here or later on; asked only of games with a view, by default always true.

        Once it is false it stays so; a search may then prove what it finds.
        """
        return True

    def resample(self, seat: int, random: Random) -> None:
        """Replace in place what this seat cannot know by a draw that fits what it knows."""
        raise TypeError("a game with a view needs resample")

    def action_text(self, action: int) -> str:
        """An action or outcome in words: one line, another for each action."""
        return str(action)

    def board(self, seat: int | None = None) -> str:
        """The position for people: all of it, or what one seat knows; by default its fields, or the seat's view."""
        known = asdict(self) if seat is None else self.view(seat)       # type: ignore[call-overload]
        return "\n".join(f"{name}: {value}" for name, value in known.items()) if isinstance(known, dict) else str(known)

    def brief(self, seat: int | None = None) -> str:
        """The same in few lines, at most 15, for where the board has no room; by default the board."""
        return self.board(seat)

    def copy(self) -> Self:
        """An independent copy."""
        return copy.deepcopy(self)


def game(rules: type[Rules], *, title: str, version: int = 1, hidden: str = "nothing", name: str = "") -> Game:
    """The Game of these rules, by default named as their class in lower case. `version` goes up when play changes.

    Raises TypeError for a class that is no dataclass, or has a field of a name that positions use otherwise.
    """
    name, taken = name or rules.__name__.lower(), {*headings.REQUIRED, *headings.OPTIONAL, "draws"}
    if clash := taken & {field.name for field in fields(rules)}:            # type: ignore[arg-type]
        raise TypeError(f"{rules.__name__}: the field {min(clash)} has a name that positions use otherwise")
    rules.made_into = name, version
    hides = rules.view is not Rules.view
    seats = rules.seats if isinstance(rules.seats, tuple) else (rules.seats,)

    def new_state(count: int, options: Mapping[str, str]) -> State:
        position = rules.start(count)
        if not isinstance(position, rules):
            raise blamed(TypeError(f"start: found {position!r:.60}, expected a {rules.__name__}"), rules)
        return PythonState(position, count, hides, options, read_limit(options))

    return Game(name=name, title=title, version=version, seats=seats, options=(LIMIT,), sources=("points",),
                new_state=new_state, notation=_Notation(name, rules), render=_Render(title, hides),
                hidden=Hidden(hidden, _sees if hides else None))


def read_limit(options: Mapping[str, str]) -> int:
    """Moves and draws after which a game is taken for one that never ends. Raises InputError."""
    text = options.get(LIMIT.name, LIMIT.default)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_LIMIT:
        raise InputError(f"option {LIMIT.name}: found {text[:40]!r}, expected a whole number from 1 to {MOST_LIMIT}")
    return int(text)


def _sees(state: State, action: int, seat: int) -> bool:
    """Whether a seat learns which action it was: its own, or one after which it knows what no other one tells it."""
    def after(other: int) -> State:
        twin = state.copy()
        twin.apply_action(other)
        return twin

    this = after(action)
    return state.current_player() == seat or not any(
        other != this and other.information_state_key(seat) == this.information_state_key(seat)
        for other in map(after, state.legal_actions()))


def _text(position: Rules, method: str, *given: Any) -> str:
    """A text that the rules give. Raises TypeError where it is none."""
    found = getattr(position, method)(*given)
    if not isinstance(found, str):
        raise blamed(TypeError(f"{method}: found {found!r:.60}, expected a text"), type(position))
    return found


class _Notation:
    """Moves by their texts, positions by the fields of the dataclass."""

    def __init__(self, name: str, rules: type[Rules]) -> None:
        self.name, self.rules = name, rules

    def action_text(self, state: State, action: int) -> str:
        return _text(own(state, PythonState).position, "action_text", action)

    def parse_action(self, state: State, text: str) -> int:
        return read_move(text, {self.action_text(state, action): action for action in state.legal_actions()})

    def position_to_json(self, state: State) -> dict[str, Any]:
        mine = own(state, PythonState)
        kept = asdict(mine.position)
        for name, value in kept.items():
            try:
                json.dumps(value, allow_nan=False)
            except (TypeError, ValueError) as error:
                raise blamed(TypeError(f"the field {name}: found {value!r:.60}, expected what JSON can hold ({error})"),
                             self.rules) from error
        return {**headings.heading(state, self.name), **({"draws": mine.draws} if mine.draws else {}), **kept}

    def position_from_json(self, document: Any, trust: bool = False) -> State:
        """Raises InputError for what has other fields than the position at the start, or what the rules choke on."""
        kept = [field.name for field in fields(self.rules)]             # type: ignore[arg-type]
        found = Field(document, "").keys((*headings.REQUIRED, *kept), (*headings.OPTIONAL, "draws"))
        state = own(headings.start(found, self.name), PythonState)
        state.draws = found["draws"].integer(0, 10**9, "draws so far") if "draws" in found else 0
        for name in kept:
            setattr(state.position, name, found[name].value)
        try:
            state.legal_actions()
            state.scores()
        except Exception as error:      # whatever rules may meet in a position that they never reach
            what = of_the_rules(error) or error
            raise InputError(f"{self.name}: found a position that cannot be played on: {what}") from error
        return state


class _Render:
    """The lines of `board`, in a terminal and as a picture."""

    night = NIGHT

    def __init__(self, title: str, hides: bool) -> None:
        self.title, self.hides = title, hides

    def lines(self, state: State, seat: int | None, brief: bool = False) -> list[str]:
        """The title, who is to act, and the board."""
        who = state.current_player()
        now = {CHANCE: "chance is to be drawn", TERMINAL: "the game is over"}.get(who, f"seat {who} to act")
        position, known = own(state, PythonState).position, seat if self.hides else None
        board = _text(position, "brief" if brief else "board", known)
        return [f"{self.title}: {now}", *board.split("\n")]

    def text(self, state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
        """The whole board where it fits, or else the brief one; lines too long are folded at a space."""
        whole, brief = ([piece for line in self.lines(state, seat, short) for piece in folded(Text(line), columns)]
                        for short in (False, True))
        return fitted([Part([whole, brief], [1])], room)

    def svg(self, state: State, seat: int | None = None) -> str:
        lines, drawing = self.lines(state, seat), Drawing()
        for number, line in enumerate(lines):
            drawing.text(LINE, LINE * (number + 1.5), line, SIZE, INK, "start", bold=not number,
                         style="white-space:pre", font_family="monospace" if number else None)
        width = 2 * LINE + max(len(line) for line in lines) * SIZE * 0.62
        return drawing.document(width, LINE * (len(lines) + 2), lines[0], PAPER, NIGHT.name)
