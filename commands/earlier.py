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
        elif value:
            words.insert(0, value)
        import shlex

        raise InputError(f"{given[0]} {flag}: is a command of its own now: {shlex.join([PROGRAM, NOW[flag], *words])}")


def _of_variants(kind: str) -> bool:
    """Whether this kind of items are variants of a game, as worlds are."""
    import games

    return any(kind in games.load(name).variants.kinds for name in games.names())
