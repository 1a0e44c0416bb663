"""Boards on a dark screen: which colours of a game's pictures give way to others, as what they stand for is the ground,
words or lines. Pieces keep their colours, so that words on them need an ink that is not in a palette.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from games.api import Game

NONE: Mapping[str, str] = MappingProxyType({})
ATTRIBUTE = "data-colours"                  # of a picture: the name of its palette
PAINTED = re.compile(r'<text\b[^>]*|(fill|stroke)="(#[0-9a-f]{3,6})"')
FILL = re.compile(r'fill="(#[0-9a-f]{3,6})"')


class Night(NamedTuple):
    """A palette for a dark screen: by "#rrggbb" as the picture has it, what is seen instead."""

    name: str
    grounds: Mapping[str, str] = NONE       # of what is filled
    words: Mapping[str, str] = NONE         # of text
    lines: Mapping[str, str] = NONE         # of outlines, those of text too


def night_of(game: Game) -> Night | None:
    """The palette of a game's pictures; None where it has none, so that they stay as they are."""
    found = getattr(game.render, "NIGHT", None) or getattr(game.render, "night", None)
    return found if isinstance(found, Night) else None


def darkened(svg: str, night: Night) -> str:
    """The picture as a dark screen shows it: the same elements in the colours of the palette."""
    def painted(found: re.Match[str]) -> str:
        if found[1] is None:
            fill = FILL.sub(lambda each: f'fill="{night.words.get(each[1], each[1])}"', found[0])
            return re.sub(r'stroke="(#[0-9a-f]+)"', lambda each: f'stroke="{night.lines.get(each[1], each[1])}"', fill)
        colours = night.grounds if found[1] == "fill" else night.lines
        return f'{found[1]}="{colours.get(found[2], found[2])}"'

    return PAINTED.sub(painted, svg)


def sheet(nights: Iterable[Night]) -> str:
    """CSS by which a page shows pictures with these palettes on a dark screen."""
    rules = []
    for night in nights:
        picture = f'[{ATTRIBUTE}="{night.name}"]'
        rules += [f'  {picture} :not(text)[fill="{old}"] {{ fill: {new}; }}' for old, new in night.grounds.items()]
        rules += [f'  {picture} text[fill="{old}"] {{ fill: {new}; }}' for old, new in night.words.items()]
        rules += [f'  {picture} [stroke="{old}"] {{ stroke: {new}; }}' for old, new in night.lines.items()]
    return "\n".join(["@media (prefers-color-scheme: dark) {", *rules, "}", ""])
