"""What other programs and sites wrote, recognised by its form among the formats of all games."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import games
from games.api import Format, Game, InputError
from games.documents import name_of, read_text
from games.headings import FORMAT as POSITION
from games.records import FORMAT, Record

MOST_BYTES = 32_000_000     # of a file; a game's log takes some 400,000
SHORT = 200                 # characters of a line that may stand for itself on the command line
HEAD = 1_000                # characters at the beginning of a file, where our own forms name themselves
OURS = {POSITION: ("a position", "show, moves, apply and suggest take"), FORMAT: ("a record", "replay and review take")}


class UnknownForm(InputError):
    """Text in no form that is read here."""


def formats(only: str | None = None) -> list[tuple[Game, Format]]:
    """All formats that are known, or those of one game."""
    known = [games.load(only)] if only else games.playable()[0]
    return [(game, each) for game in known for each in game.formats]


def read(text: str, name: str, only: str | None = None, names: bool = False) -> list[tuple[Record, list[str]]]:
    """The records that a text holds, each with what a person should know of it; a position is a record without events.

    Players' names are left out unless `names` says otherwise. Raises InputError for text in no known form, in forms of
    several games (then `only` names the one that is meant), or for what its form or the game's rules do not allow.
    """
    known = formats(only)
    found, refused = [], []
    for game, each in known:
        try:
            records = each.read(text, name, names)
        except InputError as error:
            refused.append(error)
            continue
        if records is not None:
            found.append((game, each, records))
    if len(found) == 1:
        return found[0][2]
    if found:
        told = ", ".join(f"{each.title} ({game.name})" for game, each, _ in found)
        raise InputError(f"{name}: may be any of: {told}; expected --game with the game that is meant")
    if refused:
        raise refused[0]
    for form, (what, taken) in OURS.items():
        if f'"{form}"' in text[:HEAD]:
            raise InputError(f"{name}: is {what} of this program already, which {taken} as it is")
    raise UnknownForm(f"{name}: is in no form that is read here; expected one of: {listed(known)}")


def listed(known: Sequence[tuple[Game, Format]]) -> str:
    """The forms that are read, in a line, each with the games that it is of."""
    of: dict[str, list[str]] = {}
    for game, each in known:
        of.setdefault(each.title, []).append(game.name)
    return "; ".join(f"{title} ({', '.join(names)})" for title, names in of.items()) or (
        "none, as this game has no other form")


def read_source(source: str, only: str | None = None, names: bool = False) -> list[tuple[Record, list[str]]]:
    """The same from a file, from standard input (`-`), or from a short line that is no file but has a known form."""
    if source != "-" and len(source) <= SHORT and not Path(source).exists():
        try:
            return read(source, "line", only, names)
        except UnknownForm:
            pass                    # then it is the name of a file, which is refused as such
    return read(read_text(source, MOST_BYTES), name_of(source), only, names)
