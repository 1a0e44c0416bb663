"""What better players keep of an atlas: the first part of its page, a table of errors, and a word for every world.

    ludosoph atlas world504 --item 843 --item 785 --stronger mcts:25 --minutes 60 --seed 504 --out build/sides
    python -m bench atlas --stronger build/sides

The run need not be whole: worlds that it has not played are counted as not studied.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from bench import pictures
from bench.pages.age import OLDER, signature
from bench.pages.contents import with_contents, without_contents
from bench.peers.facts import our_version
from games.api import InputError
from reports.atlas import looks
from reports.atlas.plan import AtlasPlan
from reports.atlas.run import games_of, open_atlas
from reports.atlas.tables import BROKEN, ENDED, STRENGTHS, all_tables
from reports.documents import atlas as document
from reports.documents import atlas_strengths as words
from reports.documents.atlas_figures import figures
from reports.documents.writers import write_csv
from reports.rows import records
from reports.statistics.verdicts import APPEARS, HOLDS, OPEN, TURNS
from reports.wording import counted, few

TABLE = f"{STRENGTHS}.csv"
CHECKED = "checked.csv"     # of worlds that were played once more
YES, SIDE, NO = "yes", "side only", "no"
SIDED = (HOLDS, TURNS, APPEARS)
COLUMNS = ["item", "games", "at_weaker", "weaker_low", "weaker_high", "at_stronger", "stronger_low", "stronger_high",
           "error", "word"]
BETWEEN_GREEDY = "## Between greedy agents"     # where the part of the atlas by one strength begins
UNSTUDIED = "not studied"
NAMED = 100             # worlds that a line names
CHOSEN = ("Studied first were worlds of short games with the largest effect among greedy agents, as many as there was "
          "time for. They are no sample of all. The clock ended the looks, and not what was found.")


def publish(run: Path, out: Path, rows: Path, digests: Path, played: str = "", checked: Path | None = None,
            ) -> list[Path]:
    """The table and the picture in `out`, the first part of its README, and a word a world in the two other tables.

    `played` is the search signature of the program that played, where it is not today's; `checked` a run in which some
    of the worlds were played once more, by a player with a larger budget and with other luck. Raises InputError for an
    atlas of one strength, or one in which no world was played by both.
    """
    plan, tables = tables_of(run)
    if STRENGTHS not in tables:
        raise InputError(f"{run}: has no world that was played by two strengths; expected an atlas with --stronger")
    known = tables[STRENGTHS].sort_values("item")
    write_csv(known[COLUMNS], out / TABLE)
    once_more = check(checked, known, out) if checked is not None else []
    picture = pictures.save(figures(plan, tables)[STRENGTHS], out, STRENGTHS)
    page = out / "README.md"
    page.write_text(joined(page.read_text("utf-8"), [*front(plan, tables, played), *once_more]),
                    encoding="utf-8")
    add_words(known, rows, digests)
    return [page, out / TABLE, *([out / CHECKED] if once_more else []), picture, rows, digests]


def check(run: Path, known: pd.DataFrame, out: Path) -> list[str]:
    """The table of worlds with a side that were played once more, and a sentence on how many keep it.

    Raises InputError where none of them was.
    """
    plan, tables = tables_of(run)
    before = {row["item"]: row for row in records(known) if row["word"] in SIDED}
    own = [row for row in records(tables[STRENGTHS]) if row["item"] in before] if STRENGTHS in tables else []
    if not own:
        raise InputError(f"{run}: has no world of which a side is named; expected some of them, played once more")
    lines = [{"item": row["item"], "first": before[row["item"]]["at_stronger"], "games": row["games"],
              "again": row["at_stronger"], "low": row["stronger_low"], "high": row["stronger_high"],
              "kept": kept(before[row["item"]]["at_stronger"], row)} for row in own]
    write_csv(pd.DataFrame(lines), out / CHECKED)
    said = [each["kept"] for each in lines]
    beyond, near, lost = (said.count(word) for word in (YES, SIDE, NO))
    side = f" {near} {'lies' if near == 1 else 'lie'} on the same side, with less certainty;" if near else ""
    items = "".join(f" --item {item}" for item in plan.items)
    asked = "".join(f" --pass {name}" for name in dict.fromkeys(looks.name_of(each) for each in plan.passes))
    return [f"**Played once more.** Of {len(before)} worlds of which a side is named, {len(own)} "
            f"{'was' if len(own) == 1 else 'were'} drawn by lot and played again by {looks.stronger(plan)}, "
            f"with other luck. {beyond} {'keeps' if beyond == 1 else 'keep'} the side beyond a 95 % interval;{side} "
            f"{lost or 'none'} {'lie' if lost > 1 else 'lies'} on the other. [{CHECKED}]({CHECKED}) has each.",
            f"```text\nludosoph atlas {plan.game}{items} --stronger {looks.stronger(plan)}{asked} --seed {plan.seed} "
            "--out build/checked\npython -m bench atlas --stronger build/sides --checked build/checked\n```"]


def kept(first: float, again: Mapping[str, Any]) -> str:
    """Whether a side came again: beyond the interval, only by the estimate, or not."""
    up = first > 1 / 2
    if again["stronger_low"] > 1 / 2 if up else again["stronger_high"] < 1 / 2:
        return YES
    return SIDE if (again["at_stronger"] > 1 / 2 if up else again["at_stronger"] < 1 / 2) else NO


def tables_of(run: Path) -> tuple[AtlasPlan, dict[str, pd.DataFrame]]:
    """The plan of an atlas and its tables, as far as it was played."""
    _, plan = open_atlas(run)
    return plan, all_tables(plan, {each.key: games_of(run, plan, each) for each in plan.passes})


def add_words(known: pd.DataFrame, rows: Path, digests: Path) -> None:
    """Write the word for each world into these two tables, its share into that of all rows as well."""
    for file in (rows, digests):
        write_csv(with_words(pd.read_csv(file, dtype=str, keep_default_na=False), known, file == rows), file)


def with_words(table: pd.DataFrame, known: pd.DataFrame, values: bool) -> pd.DataFrame:
    """A table with a row a world, and the word for each in column `better`; with `values` its share as well."""
    own = known.set_index("item")
    ours = [name for name in table.columns if name == "better" or name.startswith("first_win_strong")]
    out = table.drop(columns=ours)
    if values:
        for end, column in (("", "at_stronger"), ("_low", "stronger_low"), ("_high", "stronger_high")):
            told = own[column].map(lambda share: format(share, ".9g"))
            out[f"first_win_strong{end}"] = out["world"].map(told).fillna("")
    out["better"] = out["world"].map(own["word"]).fillna("" if values else UNSTUDIED)
    return out


def joined(page: str, first: Sequence[str]) -> str:
    """The page with this first part; its title and its part on greedy agents stay."""
    title, _, rest = page.partition("\n\n")
    _, found, greedy = rest.partition(BETWEEN_GREEDY)
    return with_contents("\n\n".join([title, *first, f"{BETWEEN_GREEDY}\n\n"
                                        f"{greedy.strip() if found else rest.strip()}"])) + "\n"


def first_part(page: str) -> list[str]:
    """What `joined` put first; empty for a page without it."""
    _, _, rest = without_contents(page).partition("\n\n")
    before, found, _ = rest.partition(BETWEEN_GREEDY)
    return [before.strip()] if found else []


def front(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame], played: str = "") -> list[str]:
    """Who played, of how many worlds it is known whom they favour at both strengths, and with which errors."""
    own, strong, total = records(tables[STRENGTHS]), looks.stronger(plan), len(plan.variants.names())
    games = sorted(row["games"] for row in own)
    errors = sorted(row["error"] for row in own)
    lines = [f"* **{word[0].upper()}{word[1:]}**{'' if word == OPEN else f', {words.SAID[word]}'}: {_named(found)}."
             for word in words.SAID if (found := _of(own, word))]
    left = total - len(own)
    items = "".join(f" --item {row['item']}" for row in own)
    asked = "".join(f" --pass {name}" for name in dict.fromkeys(looks.name_of(each) for each in plan.passes))
    older = bool(played) and played != signature()
    by = f" The games were played with search signature {played}." if older else ""
    return [
        f"**{words.who(plan, tables)} Of {total} worlds {len(own)} were studied by both: {words.counts(own)}. "
        f"{left} were not studied.**",
        f"{CHOSEN} A word is said where it is sure enough that at most 5 % of even worlds get one, from {games[0]} to "
        f"{games[-1]} games of "
        f"{strong}; the share of wins is then known to within {100 * errors[0]:.0f} to {100 * errors[-1]:.0f} "
        "percentage points. In brackets is how often the first wins between greedy agents, and then between better "
        "players. "
        f"[{TABLE}]({TABLE}) has each world with its error.",
        *([f"**{OLDER}**"] if older else []),
        f"![Who is favoured between greedy agents, and between {strong}]({STRENGTHS}.png)", "\n".join(lines),
        *_endings(tables), f"```text\nludosoph atlas {plan.game}{items} --stronger {strong}{asked} --seed {plan.seed} "
        "--out build/sides\npython -m bench atlas --stronger build/sides\n```",
        f"Written by ludosoph {our_version()}, search signature {signature()}.{by}"]


def _of(rows: Sequence[Mapping[str, Any]], word: str) -> list[Mapping[str, Any]]:
    found = [row for row in rows if row["word"] == word]
    return sorted(found, key=lambda row: (-abs(row["at_stronger"] - 1 / 2), row["item"]))


def _named(rows: Sequence[Mapping[str, Any]]) -> str:
    """Worlds with the first player's share of wins at both strengths."""
    return few([f"{row['item']} ({100 * row['at_weaker']:.0f}, then {100 * row['at_stronger']:.0f} %)" for row in rows],
               NAMED)


def _endings(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """Which of the worlds studied end at the last round only, and for whom."""
    found = document.flagged(tables, "capped")
    said = [f"{counted(len(found[flag]), 'world')} {told}: {few(found[flag], NAMED)}." for flag, told in (
        (BROKEN, "often not brought to an end by either"), (ENDED, "brought to an end by better players only"))
        if flag in found]
    return [" ".join(said)] if said else []


def counts(page: str) -> dict[str, int]:
    """By word how many worlds the first part of a page says it of, for comparison with the table."""
    text = " ".join(" ".join(first_part(page)).split())
    return {word: int(found[1]) for word, said in words.SAID.items() if (found := re.search(rf"in (\d+) {said}", text))}
