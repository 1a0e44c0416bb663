"""Worlds that greedy agents often do not bring to an end, nor better players always: why, as a section of the atlas.

    python -m bench worlds_skill ends --games 40 --world 182 --world 183 ... --name worlds-ends-hard
    python -m bench worlds_skill ends --agent mcts:10 --games 2 --world 182 ... --name worlds-ends-search
    python -m bench atlas --words

Which they are is what the page says of both; why, and how often each brings them to an end, stands in two committed
tables of all of them, one of each player.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.pages.atlas_lot import put
from bench.pages.atlas_words import named
from bench.peers.table import piped
from reports.wording import few

HEADING = "## Worlds that hardly end"
NEITHER = re.compile(r"often not brought to an end by either: ([^.]+)\.")
TABLES = {"greedy": "worlds-ends-hard", "mcts:10": "worlds-ends-search"}     # by who played
ROW = re.compile(r"^\| (\d{3}) \| (\d+) \| (\d+) \| [\d.]+ \| (.*?) \|$", re.MULTILINE)
BY_RULES, BY_AGENT = "rules: ", "agent: "
NAMED = 30              # worlds that a sentence names
Ended = Mapping[str, Any]       # a row of a table: games, how many ended by the world's rule, why the others did not


def published(page: Path, results: Path) -> None:
    """The section on a page that is there, of the tables in the folder `results`; nothing where no world is named."""
    named = NEITHER.search(page.read_text("utf-8"))
    if named is None:
        return
    put(page, section(re.findall(r"\d{3}", named[1]), {
        who: rows((results / f"{name}.md").read_text("utf-8")) for who, name in TABLES.items()}))


def rows(text: str) -> dict[str, Ended]:
    """Each world of such a table."""
    return {world: {"games": int(games), "by_rule": int(by_rule), "why": why}
            for world, games, by_rule, why in ROW.findall(text)}


def section(worlds: Sequence[str], known: Mapping[str, Mapping[str, Ended]]) -> list[str]:
    """Which worlds nobody ended, and of each how often either player ended it, and why not."""
    both = {world: [rows[world] for rows in known.values()] for world in worlds}
    never = [world for world, rows in both.items() if not any(row["by_rule"] for row in rows)]
    proved = [world for world in never if all(row["why"].startswith(BY_RULES) for row in both[world])]
    body = [[world, named(world), *(f"{row['by_rule']} of {row['games']}" for row in rows),
             _why(rows)] for world, rows in both.items()]
    head = ["world", "", *(f"ended, {who}" for who in known), "why the others did not"]
    other = [world for world in never if world not in proved]
    said = f" Nor did either end {few(other, NAMED)}, where the players stood still." if other else ""
    return [HEADING,
            f"**Of {len(worlds)} worlds for two that are often not brought to an end, neither player ended a game of "
            f"{few(proved, NAMED)}, by a dead end of the rules; the others do end.**{said}",
            "A game that does not end by its world's rule stops after 40 rounds. Why it did not is told from its last "
            "position: *rules*, from there nobody can end it; *players*, the rules would let them go on, or would "
            "have. " + ", ".join(f"[{who}](../../bench/results/{name}.md)" for who, name in TABLES.items()) + ".",
            "\n".join(piped(head, body, left=2))] if proved else []


def _why(rows: Sequence[Ended]) -> str:
    """The reason among better players, else among greedy agents."""
    return next((str(row["why"]).replace(BY_AGENT, "players: ") for row in reversed(rows) if row["why"]), "")
