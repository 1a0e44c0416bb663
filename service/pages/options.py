"""The options of a game as a form shows them: what people choose first, and what only experts change."""
from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.api import Game, Option

RULING = re.compile(r" \((?:[A-Z]\d+)\)$")         # the number of a ruling in the game's README, which ends its help


class Shown(NamedTuple):
    """One option, and how it is entered."""

    option: Option
    help: str                       # without the number of a ruling
    pictures: tuple[tuple[str, str], ...]   # values to be chosen by picture, each in words
    wheels: dict[str, Any] | None   # of an option whose value is a combination of levels: see `wheels`


def common(game: Game) -> list[Shown]:
    """What people choose: boards, worlds, printings, who begins."""
    return [shown(game, option) for option in game.options if not option.file and not expert(game, option)]


def expert_ones(game: Game) -> list[Shown]:
    """All other options: rulings, handicaps, what a search aims at."""
    return [shown(game, option) for option in game.options if not option.file and expert(game, option)]


def expert(game: Game, option: Option) -> bool:
    """Whether an option decides an open question of the rules, gives or takes things, or sets the aim of a search."""
    if option.name in game.pictures:
        return False
    gifts = {name for kind in game.balance.items.values() for name in (kind.given_by, kind.removed_by)}
    return option.name != "start" and (option.aim or option.name in gifts or bool(RULING.search(option.help)))


def shown(game: Game, option: Option) -> Shown:
    """An option for the form."""
    pictured = game.pictures.get(option.name)
    return Shown(option, RULING.sub("", option.help), pictured.values if pictured else (), wheels(game, option))


def wheels(game: Game, option: Option) -> dict[str, Any] | None:
    """Of an option that names a variant: its factors with their levels, and each variant by its levels' numbers."""
    kind = next((kind for kind in game.variants.kinds.values() if kind.option == option.name), None)
    if kind is None:
        return None
    names: Sequence[str] = kind.names()
    return {"factors": list(kind.factors), "levels": list(kind.levels), "usual": list(kind.parts(option.default)),
            "variants": {",".join(map(str, kind.parts(name))): name for name in names}}
