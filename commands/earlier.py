"""Options that became commands of their own: for one version they are refused with the new command to type."""
from __future__ import annotations

from collections.abc import Sequence

from commands import PROGRAM
from games.api import InputError

FLAGS = {"report": ("--compare", "--merge", "--strategy"), "balance": ("--items",)}
NOW = {"--compare": "compare", "--merge": "merge", "--strategy": "strategy", "--items": "atlas"}
VALUED = ("--strategy", "--items")      # followed by a value


def refuse(given: Sequence[str]) -> None:
    """Raises InputError with the new command for words that once were another one."""
    words = list(given[1:])
    for flag in FLAGS.get(given[0], ()):
        at = next((i for i, word in enumerate(words) if word.partition("=")[0] == flag), None)
        if at is None:
            continue
        value = words.pop(at).partition("=")[2]
        if flag in VALUED and not value:
            value = words.pop(at) if at < len(words) else ""
        if flag == "--items":
            if not _of_variants(value):
                return
            words = _taken_by_atlas(words)
        elif value:
            words.insert(0, value)
        import shlex

        raise InputError(f"{given[0]} {flag}: is a command of its own now: {shlex.join([PROGRAM, NOW[flag], *words])}")


def _taken_by_atlas(words: Sequence[str]) -> list[str]:
    """The words of `balance` that `atlas` takes too. It says itself who plays, and how often."""
    from commands.balance import atlas, balance

    known = {name for param in atlas.params for name in param.opts}
    alone = {name for param in balance.params if getattr(param, "is_flag", False) for name in param.opts}
    kept: list[str] = []
    left_out = False        # the option before this word, whose value it is
    for word in words:
        name, given, _ = word.partition("=")
        if name.startswith("--"):
            left_out = name not in known and not given and name not in alone
            if name not in known:
                continue
        elif left_out:
            left_out = False
            continue
        kept.append(word)
    return kept


def _of_variants(kind: str) -> bool:
    """Whether this kind of items are variants of a game, as worlds are."""
    import games

    return any(kind in game.variants.kinds for game in games.playable()[0])
