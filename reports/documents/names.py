"""What items are called for people: by what they do, if the game says so, and not by their number alone."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import games
from games.api import InputError

Meaning = Callable[[str], str]      # what an item does, in a few words; empty where there is nothing to add


def meanings(game: str, options: Mapping[str, str], varied: str = "") -> Meaning:
    """What the items of a game do. Nothing where its printed numbers were changed: the words hold the printed ones."""
    try:
        rules = games.load(game)
    except InputError:
        return lambda item: ""
    return (lambda item: "") if varied or options.get("rules") else rules.meaning


def age(manifest: Mapping[str, Any]) -> str:
    """A sentence for a run that was played by other rules than those of today; empty for one of these."""
    try:
        here = games.load(str(manifest.get("game", ""))).version
    except InputError:
        return ""
    played = manifest.get("version", here)
    return "" if played == here else (f"These games were played by version {played} of the rules. Those of today are "
                                      f"version {here}: games may come out differently.")


def below(item: str, meaning: Meaning) -> str:
    """For a table: the name, and below it what it does."""
    return "\n".join(filter(None, (item, meaning(item))))


def aside(item: str, meaning: Meaning) -> str:
    """For a sentence: `knowledge 12 (free ±1 for taking tiles)`."""
    words = meaning(item)
    return f"{item} ({words})" if words else item


def labels(items: Iterable[str], meaning: Meaning) -> dict[str, str]:
    """For a figure: `12: free ±1 for taking tiles` where all items are numbers of one kind, else with the whole name.

    An item whose name says all keeps it.
    """
    known = list(dict.fromkeys(items))
    numbered = [item.rpartition(" ") for item in known if meaning(item)]
    one_kind = len({kind for kind, _, _ in numbered}) == 1 and all(number.isdecimal() for _, _, number in numbered)
    return {item: f"{item.rpartition(' ')[2] if one_kind else item}: {meaning(item)}" if meaning(item) else item
            for item in known}
