"""What every position document begins with: format, game, version, seats and options."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import games
from core_ext.state import State
from games.api import Game, InputError
from games.fields import Field

FORMAT = "ludosoph-position/1"
REQUIRED = ("format", "game", "version", "seats")
OPTIONAL = ("$schema", "comment", "options")


def heading(state: State, name: str) -> dict[str, Any]:
    """The first keys of a document of this state of the named game."""
    return {"format": FORMAT, "game": name, "version": games.load(name).version, "seats": state.seats,
            "options": dict(state.options)}


def start(fields: Mapping[str, Field], name: str) -> State:
    """A fresh state of the document's seats and options.

    Raises InputError naming the place, what was found and what was expected, where the document is of another format,
    game or version, or has seats or options that the game has not.
    """
    game = games.load(name)
    for key, expected in (("format", FORMAT), ("game", name)):
        if fields[key].value != expected:
            fields[key].fail(f"'{expected}'")
    if type(fields["version"].value) is not int or fields["version"].value != game.version:
        fields["version"].fail(f"{game.version}, the version of the rules played here")
    seats = fields["seats"].integer(min(game.seats), max(game.seats), "a number of seats")
    for key in ("$schema", "comment"):
        if key in fields:
            fields[key].string()
    options = _options(fields["options"], game) if "options" in fields else {}
    try:
        return game.start(seats, options)
    except InputError as error:
        raise InputError(f"options.{str(error).removeprefix('option ')}") from None


def _options(field: Field, game: Game) -> dict[str, str]:
    """Options as after --option; a number stands for its digits."""
    if not game.options and field.entries():
        field.fail("an empty object, as the game has no options")
    options = {}
    for name, value in field.keys((), [option.name for option in game.options]).items():
        if isinstance(value.value, bool) or not isinstance(value.value, (str, int, float)):
            value.fail("a string, as after --option")
        options[name] = str(value.value)
    return options
