"""Pictures of a game's pieces for its page of rules: cut out of its own boards, where they are drawn already.

An entry of the page says in `RulesEntry.about` which: `&mine` is whatever has an id that ends so, such as `supply-mine`
or `seat-0-mine`. A game is played on by luck until all of them have been drawn, or for so long as it is worth it.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from games.api import InputError, RulesPage
from games.drawing import Box, boxes

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

PICTURE = "&"
GIFTS = "gifts"                 # the option that gives a seat an item
STEPS = 12                      # of a game between two boards that are looked at
GAMES = 20                      # that are played at most
ENOUGH = 2_000_000              # letters of the pictures that are looked through
KEPT = 32                       # games of which the pieces are kept
PLACES = ("supply", "tile", r"seat-\d+", "market", "box")       # where a piece is looked for first
MOST = 6                        # pictures of one entry
OPENED = re.compile(r"<(/?)g\b[^<>]*?(/?)>")
REFERENCE = re.compile(r'href="#([^"]+)"')
NO_PART = re.compile(r"<title>[^<]*</title>|\n| (?:id|class|data-[\w-]+)=\"[^\"]*\"")


def pictures(game: Game, options: Mapping[str, str], page: RulesPage) -> dict[int, str]:
    """SVG documents of the pieces that entries of the page are about, side by side, by the number of the entry."""
    entries = [entry for section in page.sections for entry in section.entries]
    wanted = {number: [each.removeprefix(PICTURE) for each in entry.about if each.startswith(PICTURE)][:MOST]
              for number, entry in enumerate(entries)}
    names = tuple(dict.fromkeys(name for each in wanted.values() for name in each))
    if not names:
        return {}
    found = _played(_Asked(game), tuple(sorted(options.items())), names)
    drawn = {number: "".join(_own(found[name], f"p{number}-{place}-") for place, name in enumerate(each)
                             if name in found) for number, each in wanted.items()}
    return {number: each for number, each in drawn.items() if each}


class _Asked:
    """A game as a key: games with the same functions for their rules are one."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return hash(self.game.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and other.game.rules == self.game.rules


@lru_cache(KEPT)
def _played(asked: _Asked, options: tuple[tuple[str, str], ...], names: tuple[str, ...]) -> Mapping[str, str]:
    """The pieces by name, each from the first board that shows it."""
    found, read = dict[str, str](), 0
    for state in _boards(asked.game, dict(options)):
        svg = asked.game.render.svg(state)
        read += len(svg)
        there = boxes(svg)
        for name in names:
            if name not in found and (place := _place(name, there)):
                found[name] = _piece(svg, place, there[place])
        if len(found) == len(names) or read > ENOUGH:
            break
    return found


def _boards(game: Game, options: Mapping[str, str]) -> Iterator[State]:
    """The start, and with what experiments give a seat; then boards of games that are played by luck, with each number
    of seats in turn.
    """
    yield game.start(None, options)
    for kind in game.balance.items.values():
        for item in kind.items if kind.given_by == GIFTS else ():
            with suppress(InputError):
                yield game.start(None, {**options, GIFTS: f"0:{item}"})
    for number in range(GAMES):
        state, choice, step = game.start(game.seats[-1 - number % len(game.seats)], options), Random(number), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.keyed_chance(number))
                continue
            if step % STEPS == 0:
                yield state
            state.apply_action(choice.choice(state.legal_actions()))
            step += 1


def _place(name: str, there: Mapping[str, Box]) -> str | None:
    """The id of a piece on a board: the whole of it, or after where it lies."""
    if name in there:
        return name
    for place in PLACES:
        pattern = re.compile(f"{place}-{re.escape(name)}(?:-no-\\d+)?")
        if found := next((each for each in there if pattern.fullmatch(each)), None):
            return found
    return None


def _piece(svg: str, name: str, box: Box) -> str:
    """One element of a picture as a picture of its own, with what it uses."""
    part = _element(svg, svg.index(f'id="{name}"'))
    used, more = dict[str, str](), REFERENCE.findall(part)
    while more:
        each = more.pop()
        if each not in used:
            used[each] = _element(svg, svg.index(f'id="{each}"'))
            more += REFERENCE.findall(used[each])
    shown = " ".join(f"{x:g}" for x in (box.x, box.y, box.width, box.height))
    defs = "".join(f'<g id="{each}">{_inner(text)}</g>' for each, text in used.items())
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="piece" viewBox="{shown}" aria-hidden="true" '
            f'font-family="Helvetica, Arial, sans-serif">{f"<defs>{defs}</defs>" if defs else ""}'
            f'{NO_PART.sub("", part)}</svg>')


def _inner(text: str) -> str:
    return NO_PART.sub("", text[text.index(">") + 1:text.rindex("</g>")])


def _element(svg: str, inside: int) -> str:
    """The text of the group in whose first tag this place is."""
    start, deep = svg.rindex("<g", 0, inside), 0
    for found in OPENED.finditer(svg, start):
        deep += -1 if found[1] else 0 if found[2] else 1
        if deep == 0:
            return svg[start:found.end()]
    return svg[start:]


def _own(svg: str, prefix: str) -> str:
    """The picture with ids that no other picture on a page has."""
    return re.sub(r'(<g id="|href="#)', rf"\g<1>{prefix}", svg)
