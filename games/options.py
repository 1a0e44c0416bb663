"""Options as a person gives them, and those that several games have: the seat that starts, what the margin is worth."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.api import Game, InputError, Option
from games.fields import LONGEST
from games.overrides import contents, is_inline


def read_options(game: Game, texts: Sequence[str]) -> dict[str, str]:
    """The options of a command line, such as `start=1`; of a file that one names the contents. Raises InputError."""
    files = {option.name for option in game.options if option.file}
    options: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise InputError(f"--option: found {text!r}, expected NAME=VALUE")
        if name in options:
            raise InputError(f"--option: {name!r} is given twice")
        options[name] = contents(value, name) if name in files and value and not is_inline(value) else value
    return options


def whole(name: str, text: str, low: int, high: int) -> int:
    """The value of an option that is a whole number. Raises InputError."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise InputError(f"option {name}: found {text[:LONGEST]!r}, expected a whole number from {low} to {high}")
    return int(text)


def whole_numbers(given: Mapping[str, str], known: Sequence[Option],
                  limits: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """The whole numbers of a game's options, as given or by default. Raises InputError."""
    return {option.name: whole(option.name, given.get(option.name, option.default), *limits[option.name])
            for option in known if option.name in limits}


def unusual(given: Mapping[str, str], known: Sequence[Option]) -> dict[str, str]:
    """The options given that differ from their defaults: what a state keeps."""
    defaults = {option.name: option.default for option in known}
    return {name: value for name, value in given.items() if value != defaults[name]}


def start_seat(text: str, seats: int, drawn: int) -> int:
    """The seat that starts; `drawn` where chance decides. Raises InputError."""
    if text == "random":
        return drawn
    if text not in map(str, range(seats)):
        raise InputError(f"option start: found {text[:LONGEST]!r}, expected random or a seat 0-{seats - 1}")
    return int(text)


def share(name: str, text: str) -> float:
    """The value of an option that is a share. Raises InputError."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise InputError(f"option {name}: found {text[:LONGEST]!r}, expected a number from 0 to 1")
    return found
