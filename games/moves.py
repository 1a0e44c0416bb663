"""Reading of moves: the legal one that a text names; a text that names none is refused with the nearest ones."""
from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.api import InputError
from games.fields import shown

NEAREST = 3             # legal moves that a message offers for a text that is none
REMEMBERED = 4096       # texts that are not made plain anew: moves of one turn are much alike
SHORT = 60              # characters of a list of moves that a message offers whole

Reading = Callable[[str], list[str]]


def plain(text: str) -> str:
    """Lower case without accents and apostrophes."""
    letters = unicodedata.normalize("NFKD", text[:200].lower())
    return "".join(c for c in letters if not unicodedata.combining(c) and c not in "'\u2019")


def words(text: str) -> list[str]:
    """The words and numbers of a text: case, accents, spacing and signs do not count."""
    return list(_words(text))


@lru_cache(REMEMBERED)
def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[a-z]+|[0-9]+", plain(text)))


class NotPossible(InputError):
    """A text that names no legal move. The nearest ones are looked for when somebody reads the message."""

    def __init__(self, text: str, legal: Sequence[str], note: str = "") -> None:
        super().__init__(text, legal, note)
        self.text, self.legal, self.note = text, legal, note

    def __str__(self) -> str:
        return f"move: found {shown(self.text)}, which is not possible here; {_offer(self.text, self.legal)}{self.note}"


def read_move(text: Any, legal: Mapping[str, int], *readings: Reading, also: Mapping[str, int] | None = None,
              note: str = "") -> int:
    """The action of `legal`, a mapping from texts to actions, that `text` names.

    A reading says what of a text counts: the first one of the text given, all of them, one after the other, of the
    legal texts. `also` has further texts that are understood, but not offered; `note` is added to a refusal. Raises
    InputError naming what was found and the legal moves nearest to it.
    """
    if not legal:
        raise InputError(f"move: found {shown(text)}, but the game is over; expected no further move")
    if not isinstance(text, str):
        raise InputError(f"move: found {shown(text)}, expected a text such as {min(legal, key=len)!r}")
    if text in legal:
        return legal[text]
    readings = readings or (words,)
    found = readings[0](text)
    for reading in readings:
        fits = [known for known in legal if reading(known) == found]
        if len(fits) == 1:
            return legal[fits[0]]
        if fits:
            raise InputError(f"move: found {shown(text)}, which may be any of: {'; '.join(fits[:NEAREST])}")
    for known, action in (also or {}).items():
        if readings[0](known) == found:
            return action
    raise NotPossible(text, list(legal), note)


def _offer(text: str, legal: Sequence[str]) -> str:
    """The legal moves, or where they are many those nearest to a text that is none of them."""
    if len(few := ", ".join(legal)) <= SHORT:
        return f"expected one of {few}"
    known = {plain(move): move for move in legal}
    close = difflib.get_close_matches(" ".join(plain(text[:100]).split()), known, n=NEAREST, cutoff=0.5)
    if close:
        return f"did you mean: {'; '.join(known[near] for near in close)}?"
    more = f"; and {len(legal) - NEAREST} more" if len(legal) > NEAREST else ""
    return f"expected one of: {'; '.join(legal[:NEAREST])}{more}"
