"""What a game folder hands over: `GAME = Game(...)`, and the errors that input can meet."""
from __future__ import annotations

import json
import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from rich.text import Text

from core_ext.state import State
from games.boards import COLUMNS
from games.frozen import frozen

Own = TypeVar("Own", bound=State)


class InputError(ValueError):
    """Something a person gave that cannot be used; the message names the place, what was found, what would be right."""


def own(state: State, state_type: type[Own]) -> Own:
    """The state as one of a game's own type. Raises TypeError for a state of another game."""
    if not isinstance(state, state_type):
        game = state_type.__module__.split(".")[-2]
        raise TypeError(f"a {type(state).__name__} where a state of {game} belongs")
    return state


@frozen
class Option:
    """One option of a game: a name, its default, what it means, and its values where they are few. `presets` are
    values to offer first where there are many.

    An `aim` option changes what a search maximises: what was measured of its certainty then does not hold.
    A `shapes` option makes another game of it: what was measured with one value says nothing of another, unless both
    are of one family (`Variants.family`).
    A `file` option overrides numbers of the game. Its value is what the file holds, as a JSON text, so that positions
    and records stand for themselves and open no file; only on the command line a file is named (games/overrides.py).
    """

    name: str
    default: str
    help: str
    values: tuple[str, ...] = ()
    file: bool = False
    aim: bool = False
    shapes: bool = False
    presets: tuple[tuple[str, str], ...] = ()       # values that people usually want, each in words, the default first


class Pictured(NamedTuple):
    """Values of an option that are best chosen by picture."""

    values: tuple[tuple[str, str], ...]     # each in words
    draw: Callable[[str], str]              # the picture of one as an SVG document; raises LookupError


class Notation(Protocol):
    """Actions, chance outcomes and positions as text and JSON, both ways.

    A position whose parts do not add up to what the box holds is refused; with `trust` it is taken all the same.
    """

    def action_text(self, state: State, action: int) -> str: ...
    def parse_action(self, state: State, text: str) -> int: ...
    def position_to_json(self, state: State) -> dict[str, Any]: ...
    def position_from_json(self, document: Mapping[str, Any], trust: bool = False) -> State: ...


class Render(Protocol):
    """What a person sees: `text` is the board as lines for a terminal, `svg` a complete SVG document.

    `room` is the number of lines there are. The text comes in the fullest form that fits it, with None in full, and in
    the briefest one where none fits; no line is longer than `columns`. The briefest form has what the seat to act, or
    `seat`, chooses its move by. games/boards.py helps with forms.

    With `seat` they show what this seat knows, the same for every state that it cannot tell from this one: a card it
    does not see lies face down. Without it they show all there is. Games that hide nothing leave it aside.
    """

    def text(self, state: State, seat: int | None = None, room: int | None = None,
             columns: int = COLUMNS) -> Text: ...
    def svg(self, state: State, seat: int | None = None) -> str: ...


def touches_nothing(state: State, action: int) -> Sequence[str]:
    """The `touches` of a game whose pictures have no ids."""
    return ()


def no_colours(state: State) -> Sequence[str]:
    """The `colours` of a game whose seats have none in its pictures."""
    return ()


def clockwise(state: State) -> Sequence[int] | None:
    """Seats in turn order in games that go round the table, from the seat that has the first decision."""
    first = state.current_player()
    return None if first < 0 else clockwise_from(first, state.seats)


def clockwise_from(first: int, seats: int) -> list[int]:
    """All seats in the order in which they sit, from this one on."""
    return [(first + at) % seats for at in range(seats)]


@frozen
class ItemKind:
    """One kind of thing whose worth experiments measure: tiles, boards, expansions.

    Which seat begins with which item, and what lies not in the supply, are options of the game, so that a record or a
    run says what was done.
    """

    items: tuple[str, ...]      # names as the game's notation writes them
    given_by: str               # option: `gifts` ("0:knowledge 7,1:silver 2"), or one with an item a seat (`boards`)
    removed_by: str = ""        # option that lists items to leave out of the supply; empty: it cannot be done
    meaning: Mapping[str, str] = field(default_factory=dict)    # what an item does, in a few words, for people
    costs: Mapping[str, float] = field(default_factory=dict)    # of all items in resources of any kind, as printed,
                                                                # where an item is paid for and not all cost the same
    absent: Callable[[Mapping[str, str]], str] = lambda options: ""     # why a game of these options has none of them


@frozen
class Style:
    """A way to play that experiments impose on a seat, as patterns that the text of an action begins with.

    What matches `never` is not played; where something legal matches `always`, nothing else is. A seat with nothing
    else to do may do what it never does.
    """

    never: str = ""
    always: str = ""


@frozen
class Talk:
    """What is said at a real table of a game, for who follows one (mcts/follow.py)."""

    when: Callable[[State], str] = lambda state: ""             # where the game stands: "phase B, round 2"
    place: Callable[[State], str] = lambda state: ""            # what is drawn ("depot 1, tile 2 of 4"), or what the
                                                                # seat to act decides with ("dice 3 5")
    later: bool = False                         # decisions that are made unseen are shown later
    # the seat out of whose bag this draw comes, at which nobody else may have looked; None: of no seat's
    bag: Callable[[State], int | None] = lambda state: None
    granted: Callable[[State], Sequence[str]] = lambda state: ()    # what comes here without a draw, and may be named
    passes: tuple[str, ...] = ()                # how the moves begin that end a turn or a part of it
    unordered: tuple[str, ...] = ()             # first words of moves that in a row may be said in any order
    wants: Callable[[str], str] = lambda text: text     # words of the hidden outcomes that a move is likely to need
    whole: tuple[str, ...] = ()                 # first words of moves of which no word may be left out
    # what an action led to besides that people see, but that was not asked, as there was one answer only
    unasked: Callable[[State, int, State], Sequence[str]] = lambda before, action, after: ()
    price: Callable[[str], float] = lambda text: 0.0    # of moves that differ in brackets alone the cheapest is meant
    # for whom the seat to act decides, as people call it: "green"; None where it acts for itself, as in most games
    acting: Callable[[State], str | None] = lambda state: None
    # all that is left of a turn in one text, as people write it: the actions that play it; None: one move, one text
    turn: Callable[[State, str], list[int]] | None = None


class RulesEntry(NamedTuple):
    """One numbered paragraph of a page of rules."""

    number: str                 # as people quote it: "12", "3.4"; empty where it has none
    text: str
    about: tuple[str, ...] = ()     # what it is about (games/glossary.py)


@frozen
class RulesSection:
    """Paragraphs of a page of rules under one heading."""

    heading: str
    entries: tuple[RulesEntry, ...]


@frozen
class RulesPage:
    """The rules of a game as its options make them, for people to read; `facts` says the same as data, for programs."""

    title: str
    sections: tuple[RulesSection, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)      # as JSON takes it


@frozen
class Standing:
    """How a game stands: what each owner would get now, and what final scoring would give now."""

    owners: tuple[str, ...]                                 # seats, or whoever else has income and points
    income: tuple[tuple[tuple[str, float], ...], ...]       # of each owner: what each term brings
    points: tuple[tuple[tuple[str, float], ...], ...]       # of each owner: what each source gives
    winners: tuple[str, ...]                                # after the tie-breaks; several share the win


class TurnIncome(NamedTuple):
    """A turn that is under way."""

    number: Hashable                    # another one for every turn of a game
    income: Mapping[str, float]         # what its owner would be paid now, by term


@frozen
class VariantKind:
    """The games that a shaping option makes of one: combinations of levels, one of each factor.

    An atlas compares them all (reports/atlas). Numbers of seats are the same for each of them.
    """

    option: str                                     # its value names a variant
    names: Callable[[], Sequence[str]]              # of all that can be played, in order
    factors: tuple[str, ...]
    levels: tuple[str, ...]                         # the same for every factor
    parts: Callable[[str], Sequence[int]]           # the level of each factor, by number
    title: Callable[[str], str]
    turn: Callable[[State], TurnIncome | None]      # None: nobody's turn, as when all bid
    capped: Callable[[State], bool]                 # the game was stopped, not ended by its rule


class Played(NamedTuple):
    """An action or outcome with the positions before and after it."""

    before: State
    action: int
    after: State


@frozen
class Hidden:
    """What is hidden from whom. `Game.told` explains the functions; without `sees` nothing that happens is hidden."""

    what: str = "nothing"                                           # in a line, for people
    sees: Callable[[State, int, int], bool] | None = None           # whether a seat learns which action or outcome
    untold: Callable[[State, int, int], bool] | None = None         # of these a seat is told nothing at all
    laid: Callable[[Sequence[Played], int], list[tuple[int, str]]] | None = None    # what came to lie on the table
    belief: Callable[[State, int], Any] | None = None               # what a seat expects of hidden things, for people


@frozen
class Balance:
    """What experiments give, take, impose and ask for."""

    items: Mapping[str, ItemKind] = field(default_factory=dict)     # by kind, as `--items` names them
    tokens: tuple[str, ...] = ()                # resources that option `gifts` also understands: "points 2", "silver 1"
    takes: Callable[[State, int], str | None] | None = None         # the item that a legal action acquires, if any
    styles: Mapping[str, Style] = field(default_factory=dict)       # by name
    # Points ahead that are worth two percentage points of the win, by number of seats, between greedy agents under the
    # usual options (`python -m bench matters`). Where none are given, playouts tell (reports/experiments/matters.py).
    matters: Mapping[int, float] = field(default_factory=dict)
    # Seats in the turn order that the game begins with, asked before each decision from the first on until it is known.
    # None: it is not known yet, as where players bid for it; then places are chosen, and not assigned.
    order: Callable[[State], Sequence[int] | None] = clockwise


@frozen
class Variants:
    """The games that shaping options make of one."""

    kinds: Mapping[str, VariantKind] = field(default_factory=dict)  # by kind, as `--items` names them
    # The family of the game that options make: what was measured of some games of a family stands for all, where
    # nothing was measured of the game itself. None: each has only what was measured of itself.
    family: Callable[[Mapping[str, str]], str] | None = None


@frozen
class WrittenRules:
    """The rules for people to read. None: the game has no such page, or no such list."""

    page: Callable[[int, Mapping[str, str]], RulesPage] | None = None       # by seats and options
    # a row for each game that the shaping options make, each with the same names of columns, as JSON takes them
    rows: Callable[[], Sequence[Mapping[str, Any]]] | None = None
    # the page in another language, with the same entries in the same order; English where there is none
    translated: Callable[[int, Mapping[str, str], str], RulesPage] | None = None
    stage: Callable[[State], str] | None = None         # of a game that is not over, as entries of the page name it

    def said(self, seats: int, options: Mapping[str, str], language: str) -> RulesPage | None:
        """The page in a language; None where the game has none."""
        if self.translated is not None:
            return self.translated(seats, options, language)
        return None if self.page is None else self.page(seats, options)


@frozen
class Format:
    """A way in which other programs and sites write games or positions of this game.

    The module of this name is loaded once it is needed. Its `read(text, name, names)` gives the records that a text of
    this form holds, each with what a person should know of it, or None for a text of no such form; a position is a
    record without events. `name` is that of the file, for messages; with `names` players keep theirs. It raises
    InputError for a text of this form that cannot be. Where the form `writes`, its `lines(state)` gives a position so.
    """

    title: str
    module: str
    writes: bool = False

    def read(self, text: str, name: str, names: bool) -> list[tuple[Any, list[str]]] | None:
        """The records (`games.records.Record`) of a text; None if it is not of this form."""
        found: list[tuple[Any, list[str]]] | None = import_module(self.module).read(text, name, names)
        return found

    def lines(self, state: State) -> list[str]:
        """A position in this form, where it can be said."""
        return list(import_module(self.module).lines(state)) if self.writes else []


@frozen
class Game:
    """A game: the facts, what makes, writes and shows its positions, and in groups what it may tell besides."""

    name: str
    title: str
    version: int                # goes up whenever play changes
    seats: tuple[int, ...]      # numbers of seats it can be played by; the first is the default
    options: tuple[Option, ...]
    sources: tuple[str, ...]    # names of the score sources, in the order of `State.sources()`
    new_state: Callable[[int, Mapping[str, str]], State]
    notation: Notation
    render: Render
    hidden: Hidden = Hidden()
    talk: Talk = Talk()
    balance: Balance = Balance()
    variants: Variants = Variants()
    rules: WrittenRules = WrittenRules()
    formats: tuple[Format, ...] = ()
    pictures: Mapping[str, Pictured] = field(default_factory=dict)      # by option, for a form that chooses its value
    # Ids of what a legal action touches in `render.svg`, or an outcome, in the order a hand would: die, tile, storage.
    # All are in the picture of this state as the seat to act sees it (`tag` in games/drawing.py).
    touches: Callable[[State, int], Sequence[str]] = touches_nothing
    # "#rrggbb" of each seat in the pictures, so that it has the same colour beside them; none where seats have none.
    colours: Callable[[State], Sequence[str]] = no_colours
    # Equal for positions that differ in nothing that counts, as in the order of tiles in a store; None: their bytes are
    # compared.
    same: Callable[[State], Hashable] | None = None
    standing: Callable[[State], Standing] | None = None     # how it stands, all of it; None: the game does not say

    def __post_init__(self) -> None:
        """Raises TypeError for a render that cannot be asked for a board of so many lines."""
        if "room" not in signature(self.render.text).parameters:
            raise TypeError(f"{self.name}: render.text takes no room and columns; render=games.boards.OneForm(render) "
                            "makes one of it that has a single form")

    def actions(self, state: State, text: str) -> list[int]:
        """The legal action or outcome that a text names, or the actions of a turn. Raises InputError."""
        try:
            return [self.notation.parse_action(state, text)]
        except InputError:
            if self.talk.turn is None or state.current_player() < 0 or not isinstance(text, str):
                raise
            return self.talk.turn(state, text)

    def who(self, state: State) -> str:
        """The seat to act, and for whom if not for itself: "seat 2 for green"."""
        owner = self.talk.acting(state)
        return f"seat {state.current_player()}" + (f" for {owner}" if owner else "")

    def meaning(self, item: str) -> str:
        """What an item does, in a few words, with the numbers as printed; empty where its name says it all."""
        return next((kind.meaning[item] for kind in self.balance.items.values() if item in kind.meaning), "")

    def told(self, state: State, action: int, seat: int) -> str | None:
        """The text of an action or outcome as a seat is told of it when it happens; None where it does not see which.

        `sees(state, action, seat)` says so. A seat sees its own actions; it must not see an action after which it knows
        no more than after another one. Where what is hidden decides whether another seat has a choice, and what leaves
        none is done without asking, `untold` leaves out the choices too: that there was one would tell. What became of
        them on the table `laid` says, by seat, of all that was played from one thing that is told to the next one.
        """
        if self.hidden.sees is not None and not self.hidden.sees(state, action, seat):
            return None
        return self.notation.action_text(state, action)

    def shape(self, options: Mapping[str, str]) -> str:
        """Which of the games that its shaping options can make of it this is: "world=671"; empty: that of the defaults.

        Values are compared as they are written, so a game takes one spelling of each.
        """
        return ",".join(f"{o.name}={options[o.name]}" for o in self.options
                        if o.shapes and options.get(o.name, o.default) != o.default)

    @cached_property
    def calibration(self) -> Mapping[str, Any] | None:
        """What was measured of searches of this game: `calibration.json` beside its code; None where there is none.

        `ludosoph calibrate` or bench/tuning/fit_uncertainty.py makes it, mcts/confidence.py reads it.
        """
        module = sys.modules.get(getattr(self.new_state, "__module__", None) or "")
        if module is None or not module.__package__ or module.__file__ is None:
            return None
        file = Path(module.__file__).with_name("calibration.json")
        return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None

    def calibrated_by(self, document: Mapping[str, Any]) -> Game:
        """The same game with another calibration (games/calibrations.py)."""
        other = replace(self)
        other.__dict__["calibration"] = document
        return other

    def start(self, seats: int | None = None, options: Mapping[str, str] | None = None) -> State:
        """A starting position. Raises InputError naming the seats or the option refused."""
        return self.new_state(*self.checked(seats, options))

    def checked(self, seats: int | None, options: Mapping[str, str] | None) -> tuple[int, dict[str, str]]:
        """The seats, by default the game's own, and the options as given. Raises InputError as `start` does."""
        seats = self.seats[0] if seats is None else seats
        if seats not in self.seats:
            allowed = ", ".join(map(str, self.seats))
            raise InputError(f"seats: found {seats}, but {self.name} is played by {allowed}")
        known = {o.name: o for o in self.options}
        for name, value in (options or {}).items():
            if name not in known:
                raise InputError(f"option {name!r}: {self.name} has no such option; it has: {', '.join(known)}")
            if known[name].values and value not in known[name].values:
                raise InputError(f"option {name}: found {value!r}, expected one of {', '.join(known[name].values)}")
        return seats, dict(options or {})
