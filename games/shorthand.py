"""Short forms: what a person types at a table, `k6`, `3 4`, `t 5`, read against all that is possible there.

A word stands for one that begins with it, or that has its letters in their order: `wt` is watchtower. Words may be left
out: `c3` is enough where one move only ends there. What fits more than one equally well is refused, with all of them.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from games.api import InputError
from games.fields import shown
from games.moves import plain

PREFIX, LETTERS = 1, 2      # how far a word is from the one it stands for; 0: it is that one
LISTED = 12                 # texts that a refusal lists
VERBS = {"roll": ("dice",)}     # of dice: other words that an outcome may begin with
SIGNS_AND_WORD = re.compile(r"([^a-z0-9]*?)((?<![a-z0-9])-(?=[0-9]))?([a-z]+|[0-9]+)")


class Ambiguous(InputError):
    """What fits more than one text equally well."""


class Word(NamedTuple):
    """A word or a number, and whether it follows the one before without a space: `k6`, `city-hall`."""

    text: str
    glued: bool
    minus: bool = False     # a number below 0: counts only between texts that fit equally well
    before: str = ""        # the signs between it and the word that it follows without a space: the slash of `8/5`


class Fit(NamedTuple):
    """How well typed words fit a text; less is better."""

    no_verb: bool           # its first word is left out,
    in_brackets: bool       # words in its brackets count,
    distance: int           # typed words are this far from its own,
    partly: bool            # and more than the first word is left out


def typed_words(text: str) -> list[Word]:
    """The words of a text; case, accents and signs do not count, but for a minus."""
    return [Word(word, number > 0, bool(sign), before if number else "") for chunk in plain(text).split()
            for number, (before, sign, word) in enumerate(SIGNS_AND_WORD.findall(chunk))]


def read_outcomes(typed: Sequence[Word], texts: Mapping[str, int]) -> tuple[int, int]:
    """(outcome, number of words) of the outcome of chance that the first of these words name: as many as do so.

    Raises InputError naming the words and what would fit, Ambiguous where more than one does.
    """
    known = {form: text for text in texts for form in _forms(text)}
    refused, longest = "", max((len(typed_words(form)) for form in known), default=0)
    for count in range(min(len(typed), longest), 0, -1):
        if typed[count:count + 1] and typed[count].glued:
            continue
        found = {known[form] for form in _nearest(typed[:count], known, verbs=False)}
        if len(found) == 1:
            return texts[found.pop()], count
        if found and not refused:
            refused = f"found {_shown(typed[:count])}, which may be any of: {listed(map(_bare, sorted(found)))}"
    if refused:
        raise Ambiguous(refused)
    first = [word for number, word in enumerate(typed) if all(other.glued for other in typed[1:number + 1])]
    raise InputError(f"found {_shown(first)}, expected one of: {listed(map(_bare, texts))}")


def read_action(typed: Sequence[Word], texts: Mapping[str, int], price: Callable[[str], float] = lambda text: 0.0,
                whole: Sequence[str] = ()) -> int:
    """The action that all these words name; of those that differ in their brackets alone the cheapest.

    Of moves that begin with a word of `whole` no word may be left out, but for a 1.

    Raises InputError naming the words and what would fit, Ambiguous where more than one does.
    """
    found = _nearest(typed, [text for text in texts if text.split(" ")[0] not in whole
                             or _but_ones(typed_words(text)) == _but_ones(typed)], verbs=True)
    if len(found) > 1 and len({text.partition("[")[0] for text in found}) == 1:
        least = min(map(price, found))
        found = [text for text in found if price(text) == least]
    if len(found) == 1:
        return texts[found[0]]
    if found:
        raise Ambiguous(f"found {_shown(typed)}, which may be any of: {listed(found)}")
    alike = _nearest(typed[:1], texts, verbs=True) or list(texts)
    raise InputError(f"found {_shown(typed)}, expected one of: {listed(alike)}")


def listed(texts: Iterable[str]) -> str:
    """Texts for a message, those that differ in a last number alone together: `cow 2 3 4, pig 2`."""
    rows: dict[str, list[str]] = {}
    for text in texts:
        head, _, number = text.rpartition(" ")
        if number.isdecimal() and not head.isdecimal() and head:
            rows.setdefault(head, []).append(number)
        else:
            rows.setdefault(text, [])
    made = [" ".join([head, *numbers]) for head, numbers in rows.items()]
    more = f" and {len(made) - LISTED} more" if len(made) > LISTED else ""
    return ("; " if any("," in text for text in made) else ", ").join(made[:LISTED]) + more


# ---- fitting ---------------------------------------------------------------------------------


def _but_ones(words: Sequence[Word]) -> int:
    return sum(word.text != "1" for word in words)


def _forms(text: str) -> list[str]:
    """An outcome as it may be typed: dice in either order, `34` for `3 4`, `dice` for `roll`."""
    verb, *rest = text.split(" ")
    if verb not in VERBS:
        return [text]
    orders = [between.join(order) for order in (rest, rest[::-1]) for between in (" ", "")]
    return [f"{first} {order}" for first in (verb, *VERBS[verb]) for order in orders]


def _bare(outcome: str) -> str:
    """An outcome without the verb that all of its kind begin with."""
    return outcome.partition(" ")[2] or outcome


def _shown(typed: Sequence[Word]) -> str:
    parts = (f"{word.before if word.glued else ' '}{'-' * word.minus}{word.text}" for word in typed)
    return shown("".join(parts).strip())


def _nearest(typed: Sequence[Word], texts: Iterable[str], verbs: bool) -> list[str]:
    """The texts that these words fit best. Without `verbs` it does not count whether the first word is left out."""
    fits: dict[str, Fit] = {}
    for text in texts:
        head, _, brackets = text.partition("[")
        own, aside = typed_words(head), typed_words(brackets)
        fit = _fit(typed, own, own, not verbs) or _fit(typed, [*own, *aside], own, not verbs)
        if fit is not None:
            fits[text] = fit
    best = min(fits.values(), default=None)
    found = [text for text, fit in fits.items() if fit == best]
    signs = {text: [word.minus for word in typed_words(text) if word.text.isdecimal()] for text in found}
    if not any(map(any, signs.values())):
        return found
    typed_signs = [word.minus for word in typed if word.text.isdecimal()]
    return [text for text in found if signs[text] == typed_signs] or found


def _fit(typed: Sequence[Word], known: Sequence[Word], head: Sequence[Word], any_start: bool) -> Fit | None:
    """How these words, in this order and with others between them, fit the known ones; None: they do not."""
    verb_alone = any_start and len(typed) == 1 < len(known)     # says nothing
    for no_verb, starts in ((False, range(verb_alone, min(1, len(known)))), (not any_start, range(1, len(known)))):
        found = [distance for start in starts if (distance := _walk(typed, known[start:])) is not None]
        if found:
            partly = all(len(typed) != len(known[start:]) for start in starts[:1])
            return Fit(no_verb, len(known) > len(head), min(found), partly)
    return None


def _walk(typed: Sequence[Word], known: Sequence[Word]) -> int | None:
    """How far the typed words are from the known ones, the first from the first."""
    found = []
    for width in (1, 2):
        if width > len(known) or (width == 2 and not known[1].glued):
            break
        distance = _distance(typed[0].text, "".join(word.text for word in known[:width]))
        if distance is None:
            continue
        if len(typed) == 1:
            found.append(distance)
        elif width < len(known):
            starts = [width] if typed[1].glued else range(width, len(known))
            found += [distance + rest for start in starts if (rest := _walk(typed[1:], known[start:])) is not None]
    return min(found, default=None)


def _distance(word: str, whole: str) -> int | None:
    if word == whole:
        return 0
    if word.isdecimal() or whole.isdecimal():
        return None
    if whole.startswith(word):
        return PREFIX
    letters = iter(whole)
    return LETTERS if whole[0] == word[0] and all(letter in letters for letter in word) else None
