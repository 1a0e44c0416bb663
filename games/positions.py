"""Positions as a person hands them in and plays them on: a file, moves in words, chance drawn from a seed."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import games
from core_ext.state import IllegalAction, State
from games.api import Game, InputError
from games.checking import TRUST, Miscount
from games.documents import name_of, read_document, read_text
from games.records import FORMAT
from games.registry import SPIEL_PREFIX
from games.speech import actions

DRAW = "random"         # instead of an outcome: draw it


class Position(NamedTuple):
    """What a position file holds."""

    game: Game
    state: State
    view: int | None        # the seat from whose view it is written, if it is from one

    def seen_by(self, seat: int | None) -> int | None:
        """The seat from whose view it is shown: the one asked for, or that of the file. Raises InputError."""
        if seat is not None and (seat >= self.state.seats or self.view not in (None, seat)):
            raise InputError(f"--seat: found {seat}, expected " + (
                f"0 to {self.state.seats - 1}" if self.view is None else f"{self.view}, whose view the position is"))
        return self.view if seat is None else seat

    def earlier(self, path: str | None, trust: bool = False) -> State | None:
        """An earlier position of this game from a file, if one is named. Raises InputError for one of another game."""
        if path is None:
            return None
        game, state, _ = read_position(path, trust)
        if (game.name, state.seats) != (self.game.name, self.state.seats):
            raise InputError(f"{name_of(path)}: found {game.name} with {state.seats} seats, expected an earlier "
                             f"position of the game shown: {self.game.name} with {self.state.seats} seats")
        return state


def read_position(path: str, trust: bool = False) -> Position:
    """The position in a file, `-` being standard input; with `trust` its parts need not add up to what the box holds.

    The name of a game of OpenSpiel stands for its start. Raises InputError that begins with the file.
    """
    if path.startswith(SPIEL_PREFIX):
        state = games.load(path).start()
        draw_on(state, 0)
        return Position(games.load(path), state, None)
    text, name = read_text(path), name_of(path)
    if f'"{FORMAT}"' in text.partition("\n")[0]:
        raise InputError(f"{name}: found the record of a game, expected a position; ludosoph review takes records, and "
                         "play and follow continue one with --resume")
    try:
        return placed(read_document(text, name), trust)
    except Miscount as error:
        raise InputError(f"{name}: {error}; {TRUST} takes the position as it is") from error
    except InputError as error:
        said = str(error)
        raise InputError(said if said.startswith(f"{name}: ") else f"{name}: {said}") from error


def placed(document: Any, trust: bool = False) -> Position:
    """The position that a JSON document holds. Raises InputError that begins with the place in it."""
    if not isinstance(document, Mapping) or not isinstance(document.get("game"), str):
        found = "no game" if isinstance(document, Mapping) else "no JSON object"
        known = ", ".join(games.names())
        raise InputError(f"found {found}, expected a position with \"game\": one of {known}")
    game, view = games.load(document["game"]), document.get("view")
    if game.standing is not None:       # `show --json` adds it for its readers; it follows from the position
        document = {key: value for key, value in document.items() if key != "standing"}
    return Position(game, game.notation.position_from_json(document, trust), view if isinstance(view, int) else None)


def recall(state: State) -> None:
    """Go through all that the seat to act knows, once: else the first search would, in a time that is not its own.

    What is found the copies of a position share. A late position of six seats of CATAN's cards takes seconds.
    """
    if state.hides and state.current_player() >= 0:
        state.copy().resample(state.current_player(), 0)


def draw_on(state: State, seed: int) -> None:
    """Draw chance by key until somebody has to decide or the game is over."""
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(seed))


def play_moves(game: Game, state: State, moves: Sequence[str], seed: int) -> None:
    """Play moves in words; `random` draws an outcome by key. Raises InputError with the number of the move refused."""
    for number, text in enumerate(moves, start=1):
        try:
            if text != DRAW:
                played = actions(game, state, text)
            elif state.is_chance_node():
                played = [state.keyed_chance(seed)]
            else:
                raise InputError("found 'random', but no chance is to be drawn here; expected a move")
            for action in played:
                state.apply_action(action)
        except (InputError, IllegalAction) as error:
            raise InputError(f"move {number}: {error}") from error


def whose(game: Game, state: State) -> dict[str, Any]:
    """The seat to act, and for whom it decides where that is not itself."""
    owner = game.talk.acting(state)
    return {"currentPlayer": state.current_player(), **({"acting": owner} if owner else {})}
