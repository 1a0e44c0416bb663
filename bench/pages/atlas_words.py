"""What better players keep of an atlas, world by world: a table for each word, of the committed table alone.

    python -m bench atlas --words

The tables stand between two headings of the page; the rest of it stays.
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from bench.pages.contents import with_contents
from bench.peers.table import piped
from games.api import InputError
from games.registry import load
from reports.atlas.komi import SIDED
from reports.documents import atlas_strengths as words
from reports.rows import records
from reports.statistics.verdicts import OPEN
from reports.wording import counted, whole

GAME, KIND = "world504", "worlds"
NAMED_AS = re.compile(r"^(The|A) World of ")      # how the name of every world begins
PLAYED_BY = re.compile(r"Played by (\S+),")
KEPT = "## What better players keep"        # the first heading of the tables
SETTLED_NOT = "## Not settled among better players"
HOW = "## How it was played"                # the heading after them
FAIR = ("*Makes it fair* is points for whoever is behind, added after the game, with which both win alike, from the "
        "same games of the better players. *None*: no points do, as where who has fewer may win.")


def tables(rows: Sequence[Mapping[str, Any]], strong: str) -> list[str]:
    """The sections of the words, those of which a side is named first, each sorted by how far it is from equal."""
    head = ["world", "", "the first wins, greedy", f"the first wins, {strong}"]
    sided = [row for word in words.SAID if word in SIDED for row in _of(rows, word)]
    others = [row for word in words.SAID if word not in SIDED and word != OPEN for row in _of(rows, word)]
    left = _of(rows, OPEN)
    out = [KEPT, *_pattern(sided),
           "Sorted by how far better players are from winning alike; in brackets are 95 % intervals."]
    if sided:
        out += [FAIR, _piped([*head, "", "makes it fair"], [[*_row(row), row["word"], _fair(row)] for row in sided])]
    if others:
        out.append(_piped([*head, ""], [[*_row(row), row["word"]] for row in others]))
    if not sided and not others:
        out.append("Of no world a word can be said yet.")
    if left:
        out += [SETTLED_NOT, _piped(head, [_row(row) for row in left])]
    return out


def published(out: Path, table: str) -> list[Path]:
    """The tables made anew on a page that is there. Raises InputError where there is no such page."""
    page = out / "README.md"
    text = page.read_text("utf-8") if page.is_file() else ""
    before, found, rest = text.partition(f"\n{KEPT}\n")
    _, after, rest = rest.partition(f"\n{HOW}\n")
    by = PLAYED_BY.search(before)
    if not found or not after or by is None or not (out / table).is_file():
        raise InputError(f"{page}: has no tables of worlds, expected the headings {KEPT[3:]!r} and {HOW[3:]!r}, and "
                         f"{table} beside it")
    said = tables([row for row in records(pd.read_csv(out / table, dtype={"item": str})) if row["games"]], by[1])
    page.write_text(with_contents("\n\n".join([before.rstrip(), *said, f"{HOW}\n{rest}"])), encoding="utf-8")
    return [page]


def _pattern(sided: Sequence[Mapping[str, Any]]) -> list[str]:
    """Whom better players favour most often, and which module at the first place most of these worlds share."""
    if not sided:
        return []
    kind = load(GAME).variants.kinds[KIND]
    second = sum(row["at_stronger"] < 1 / 2 for row in sided)
    who, most = ("second", second) if 2 * second >= len(sided) else ("first", len(sided) - second)
    level, shared = Counter(kind.parts(row["item"])[0] for row in sided).most_common(1)[0]
    alike = sum(kind.parts(name)[0] == level for name in kind.names())
    return [f"In {most} of these {counted(len(sided), 'world')} better players favour the {who}. {shared} of them have "
            f"{kind.levels[level]} at {kind.factors[0]}, as {alike} of all worlds do."]


def _of(rows: Sequence[Mapping[str, Any]], word: str) -> list[Mapping[str, Any]]:
    found = [row for row in rows if row["word"] == word]
    return sorted(found, key=lambda row: (-abs(row["at_stronger"] - 1 / 2), row["item"]))


def named(world: str) -> str:
    """What a world is called, without what all are: "Traveling Pioneers with Connections"."""
    return NAMED_AS.sub("", load(GAME).variants.kinds[KIND].title(world))


def _row(row: Mapping[str, Any]) -> list[str]:
    return [row["item"], named(row["item"]), whole(row["at_weaker"]),
            f"{whole(row['at_stronger'])} ({100 * row['stronger_low']:.0f} to {100 * row['stronger_high']:.0f})"]


def _fair(row: Mapping[str, Any]) -> str:
    return words.evening(row, ".0f") if row["even_points"] == row["even_points"] else "none"


def _piped(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    return "\n".join(piped(head, body, left=2))
