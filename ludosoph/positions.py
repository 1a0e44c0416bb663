"""A position: a value that is played on, shown, searched and saved."""
from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import games as library
from games.api import InputError
from games.documents import write_file
from games.positions import draw_on, placed, play_moves, read_position
from ludosoph import given
from mcts.unknown import NOBODY

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game
    from ludosoph.search import Search

CHANCE = "chance"


class Position:
    """A position of a game. It never changes; `play` gives the next one.

    >>> import ludosoph
    >>> start = ludosoph.new("tic_tac_toe")
    >>> start.play("b2").to_move
    1
    >>> start.to_move, len(start.moves)
    (0, 9)
    """

    def __init__(self, game: Game, state: State, view: int | None = None) -> None:
        """Use `new`, `read` or `position` instead; the state must not be changed by anybody else."""
        self._game, self._state, self._view = game, state, view

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._game.name

    @property
    def seats(self) -> int:
        """How many sit at the table; they are numbered from 0."""
        return int(self._state.seats)

    @property
    def options(self) -> dict[str, str]:
        """The options of the game that are not as usual."""
        return dict(self._state.options)

    @property
    def to_move(self) -> int | str | None:
        """The seat to act; "chance" where dice or a draw come next; None when the game is over."""
        who = self._state.current_player()
        return who if who >= 0 else None if self._state.is_terminal() else CHANCE

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state.is_terminal())

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves in notation, or at a chance event the outcomes; none when the game is over.

        >>> import ludosoph
        >>> ludosoph.new("pig").moves
        ('roll', 'hold')
        """
        text = self._game.notation.action_text
        return () if self.is_over else tuple(text(self._state, action) for action in self._state.legal_actions())

    @property
    def outcomes(self) -> dict[str, float]:
        """The outcomes of the chance event that comes next, with their probabilities; empty elsewhere.

        >>> import ludosoph
        >>> list(ludosoph.new("pig").play("roll").outcomes)
        ['die 1', 'die 2', 'die 3', 'die 4', 'die 5', 'die 6']
        """
        text = self._game.notation.action_text
        found = self._state.chance_outcomes() if self.to_move == CHANCE else ()
        return {text(self._state, outcome): probability for outcome, probability in found}

    @property
    def scores(self) -> tuple[float, ...]:
        """Points of each seat as the game counts them now."""
        return tuple(float(points) for points in self._state.scores())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none while the game goes on.

        >>> import ludosoph
        >>> ludosoph.new("connect_four").play("a", "b", "a", "b", "a", "b", "a").winners
        (0,)
        """
        shares = self._state.win_shares() if self.is_over else ()
        return tuple(seat for seat, share in enumerate(shares) if share > 0)

    def play(self, *moves: str, seed: int = 0) -> Position:
        """The position after these moves, in words as `moves` has them; "random" draws a chance event by `seed`.

        Raises ValueError (`games.api.InputError`) with the number of the move refused and the moves nearest to it.

        >>> import ludosoph
        >>> ludosoph.new("tic_tac_toe").play("b2", "b2")        # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        games.api.InputError: move 2: move: found 'b2', which is not possible here; expected one of a1, b1, ...
        """
        state = self._state.copy()
        play_moves(self._game, state, moves, given.seed(seed))
        return Position(self._game, state, self._view)

    def draw(self, seed: int = 0) -> Position:
        """The position after all chance events up to the next decision, drawn by a seed."""
        state = self._state.copy()
        draw_on(state, given.seed(seed))
        return Position(self._game, state, self._view)

    def search(self, seconds: float | None = None, simulations: int | None = None, threads: int = 1, seed: int = 0,
               settings: str = "") -> Search:
        """Advice for the seat to act, by a budget in seconds, in simulations or both; five seconds where none is given.

        With a budget in simulations and one thread, the same position and seed give the same answer. `settings` are
        those of `ludosoph suggest --settings`. Raises ValueError where no seat has to decide.
        """
        from ludosoph.search import search

        return search(self, seconds, simulations, threads, seed, settings)

    async def search_async(self, seconds: float | None = None, simulations: int | None = None, threads: int = 1,
                           seed: int = 0, settings: str = "") -> Search:
        """The same for programs that do other things meanwhile; a cancelled task ends the search at once."""
        from ludosoph.search import search_async

        return await search_async(self, seconds, simulations, threads, seed, settings)

    def text(self, seat: int | None = None) -> str:
        """The board as text; with `seat` as this seat sees it."""
        return self._game.render.text(self._state, self._seen_by(seat)).plain

    def svg(self, seat: int | None = None) -> str:
        """The board as a picture, a whole SVG document."""
        return self._game.render.svg(self._state, self._seen_by(seat))

    def _seen_by(self, seat: int | None) -> int | None:
        """Who looks at the board; None: who sees all, or what was dealt for it. Raises InputError."""
        view = None if self._view == NOBODY else self._view
        if seat is not None:
            seat = given.whole("seat", seat, 0, self.seats - 1)
            if view not in (None, seat):
                raise InputError(f"seat: found {seat}, expected {view}, whose view the position is")
        return view if seat is None else seat

    def to_json(self) -> dict[str, Any]:
        """The position as plain data; `position` reads it again.

        >>> import ludosoph
        >>> start = ludosoph.new("pig")
        >>> ludosoph.position(start.to_json()) == start
        True
        """
        return dict(self._game.notation.position_to_json(self._state))

    def save(self, path: str | Path) -> None:
        """Write the position to a file, whole or not at all."""
        write_file(Path(path), (json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n").encode())

    def state(self) -> State:
        """A copy of the state behind it, for what this class does not offer (`core_ext.state.State`)."""
        return self._state.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Positions can be copied, and sent to other processes."""
        return _again, (self.game, self.to_json(), self._view)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same position of the same game."""
        return isinstance(other, Position) and self.game == other.game and self._state == other._state

    def __hash__(self) -> int:
        """Equal positions have equal hashes."""
        return hash((self.game, str(self._state.raw())))

    def __repr__(self) -> str:
        """What it is, in a line."""
        who = self.to_move
        if who is None:
            said = f"over, {' and '.join(f'seat {seat}' for seat in self.winners) or 'nobody'} has won"
        elif who == CHANCE:
            said = "a chance event comes"
        else:
            said = f"{self._game.who(self._state)} to move, {len(self.moves)} moves"
        return f"<{self.game}: {said}>"

    def __str__(self) -> str:
        """The board as text."""
        return self.text()

    def _repr_svg_(self) -> str:
        """The board in a notebook."""
        return self.svg()


def games() -> list[str]:
    """The names of all games.

    >>> import ludosoph
    >>> "burgundy" in ludosoph.games()
    True
    """
    return list(library.names())


def _again(game: str, document: Mapping[str, Any], view: int | None) -> Position:
    """A position that was sent here: as it was, whatever was dealt in it."""
    found = library.load(game)
    return Position(found, found.notation.position_from_json(dict(document), True), view)


def new(game: str, seats: int | None = None, seed: int = 0, **options: Any) -> Position:
    """A starting position with its luck drawn by a seed, up to the first decision.

    `options` are those that `ludosoph games GAME` lists: True and False stand for yes and no, a list for its members
    with commas. Raises ValueError naming what was refused.

    >>> import ludosoph
    >>> ludosoph.new("burgundy", seats=3, seed=7, boards=[1, 6, 8])
    <burgundy: seat 2 to move, 4 moves>
    """
    found = library.load(given.game(game))
    state = found.start(given.seats(seats), given.options(options))
    draw_on(state, given.seed(seed))
    return Position(found, state)


def read(path: str | Path) -> Position:
    """The position in a file, as `save` and the commands write it. Raises ValueError that begins with the file."""
    return Position(*read_position(str(path)))


def position(document: Mapping[str, Any]) -> Position:
    """The position that plain data describe, as `to_json` gives them. Raises ValueError naming the place of a fault."""
    return Position(*placed(document))
