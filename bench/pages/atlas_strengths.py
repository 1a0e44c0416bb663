"""What better players keep of an atlas: the first part of its page, a table of errors, and a word for every world.

    ludosoph atlas world504 --item 843 --item 785 --stronger mcts:25 --minutes 60 --seed 504 --out build/sides
    python -m bench atlas --stronger build/sides
    python -m bench atlas --draw 30 --seed 7

The run need not be whole: worlds that it has not played are counted as not studied. The third command draws worlds of
which a side is named, and such as are called even, to be played once more by a player with a larger budget; which they
are follows from its seed, so that it can be written down before anybody looks.
"""
from __future__ import annotations

import random
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
from reports.atlas import komi, looks
from reports.atlas.komi import SIDED
from reports.atlas.plan import AtlasPlan
from reports.atlas.run import games_of, open_atlas
from reports.atlas.tables import BROKEN, ENDED, STRENGTHS, all_tables
from reports.documents import atlas as document
from reports.documents import atlas_strengths as words
from reports.documents.atlas_figures import figures
from reports.documents.writers import write_csv
from reports.rows import records
from reports.statistics.verdicts import EVEN, FADES, OPEN
from reports.wording import counted, few

TABLE = f"{STRENGTHS}.csv"
CHECKED = "checked.csv"     # of worlds that were played once more
YES, SIDE, NO = "yes", "side only", "no"
ONCE_MORE = "**Played once more.**"
STILL, UNEVEN = "not shown uneven", "uneven"        # of a world that was called even
ALIKE = (EVEN, FADES)       # words that name no side
COLUMNS = ["item", "games", "at_weaker", "weaker_low", "weaker_high", "at_stronger", "stronger_low", "stronger_high",
           "error", "word", *komi.COLUMNS]
BETWEEN_GREEDY = "## Between greedy agents"     # where the part of the atlas by one strength begins
UNSTUDIED = "not studied"
NAMED = 100             # worlds that a line names
CHOSEN = ("Studied first were worlds of short games with the largest effect among greedy agents, as many as there was "
          "time for. They are no sample of all. The clock ended the looks, and not what was found.")


def publish(run: Path, out: Path, rows: Path, digests: Path, played: str = "", checked: Path | None = None,
            seed: int = 0) -> list[Path]:
    """The table and the picture in `out`, the first part of its README, and a word a world in the two other tables.

    `played` is the search signature of the program that played, where it is not today's; `checked` a run in which some
    of the worlds, drawn by `seed`, were played once more, by a player with a larger budget and with other luck. Raises
    InputError for an atlas of one strength, or one in which no world was played by both.
    """
    plan, tables = tables_of(run)
    if STRENGTHS not in tables:
        raise InputError(f"{run}: has no world that was played by two strengths; expected an atlas with --stronger")
    known = tables[STRENGTHS].sort_values("item")
    write_csv(known[COLUMNS], out / TABLE)
    once_more = check(checked, known, out, seed) if checked is not None else []
    picture = pictures.save(figures(plan, tables)[STRENGTHS], out, STRENGTHS)
    page = out / "README.md"
    page.write_text(joined(page.read_text("utf-8"), [*front(plan, tables, played), *once_more]),
                    encoding="utf-8")
    add_words(known, rows, digests)
    return [page, out / TABLE, *([out / CHECKED] if once_more else []), picture, rows, digests]


def drawn(known: pd.DataFrame, count: int, seed: int) -> list[str]:
    """So many of the worlds of which a side is named, and so many of those that are called even, by lot: all of them
    where there are no more. `known` is the committed table.
    """
    lot, out = random.Random(seed), list[str]()
    for group in (SIDED, ALIKE):
        own = sorted(row["item"] for row in records(known) if row["word"] in group)
        out += lot.sample(own, min(count, len(own)))
    return sorted(out)


def to_play(table: Path, count: int, seed: int, strong: str) -> str:
    """The command that plays the worlds drawn once more, by so strong a player, with other luck. Raises InputError
    where the table names no side.
    """
    if not table.is_file():
        raise InputError(f"{table}: no such file, expected the table of worlds at two strengths")
    worlds = drawn(pd.read_csv(table, dtype={"item": str}), count, seed)
    if not worlds:
        raise InputError(f"{table}: found no world of which a side is named or that is called even, expected one")
    items = " ".join(f"--item {world}" for world in worlds)
    return (f"ludosoph atlas world504 {items} --stronger {strong} --pass greedy-2 --pass strong-2 --seed {2000 + seed} "
            "--out build/checked")


def check(run: Path, known: pd.DataFrame, out: Path, seed: int = 0) -> list[str]:
    """The table of the worlds drawn by this seed that were played once more, and a sentence on how many are as before.

    Raises InputError where none was, and for a run of other worlds than those drawn: which are played must not follow
    from what is found.
    """
    plan, tables = tables_of(run)
    before = {row["item"]: row for row in records(known) if row["word"] in (*SIDED, *ALIKE)}
    own = list(records(tables[STRENGTHS])) if STRENGTHS in tables else []
    if not any(sorted(plan.items) == drawn(known, count, seed) for count in range(1, len(plan.items) + 1)):
        raise InputError(f"{run}: holds other worlds than those that seed {seed} draws; expected the run of "
                         f"python -m bench atlas --draw N --seed {seed}")
    if not own:
        raise InputError(f"{run}: has no world that was played once more by two strengths; expected one")
    lines = [{"item": row["item"], "before": before[row["item"]]["word"], "first": before[row["item"]]["at_stronger"],
              "games": row["games"], "again": row["at_stronger"], "low": row["stronger_low"],
              "high": row["stronger_high"], "kept": _again(before[row["item"]], row)} for row in own]
    write_csv(pd.DataFrame(lines), out / CHECKED)
    items = "".join(f" --item {item}" for item in plan.items)
    asked = "".join(f" --pass {name}" for name in dict.fromkeys(looks.name_of(each) for each in plan.passes))
    lot = f"drawn by lot (seed {seed}) and played again by {looks.stronger(plan)}, with other luck"
    left = len(plan.items) - len(own)
    rest = f" {left} more {'was' if left == 1 else 'were'} drawn and not played." if left else ""
    return [f"{ONCE_MORE} {_came_again(lines, before, lot)}{rest} {_evens(lines, before)} [{CHECKED}]({CHECKED}) has "
            "each.",
            f"```text\nludosoph atlas {plan.game}{items} --stronger {looks.stronger(plan)}{asked} --seed {plan.seed} "
            f"--out build/checked\npython -m bench atlas --checked build/checked --seed {seed}\n```"]


def check_published(run: Path, out: Path, seed: int) -> list[Path]:
    """The table of worlds once more, and its paragraph on a page that is there; the rest of the page stays.

    Raises InputError as `check` does, and where there is no such page.
    """
    page, known = out / "README.md", out / TABLE
    if not page.is_file() or not known.is_file():
        raise InputError(f"{out}: has no page of an atlas by two strengths, expected {page.name} and {TABLE}")
    said = check(run, pd.read_csv(known, dtype={"item": str}), out, seed)
    before, _, greedy = page.read_text("utf-8").partition(BETWEEN_GREEDY)
    kept_part = before.partition(ONCE_MORE)[0].strip()
    page.write_text("\n\n".join([kept_part, *said, f"{BETWEEN_GREEDY}{greedy}"]), encoding="utf-8")
    return [page, out / CHECKED]


def _came_again(lines: Sequence[Mapping[str, Any]], before: Mapping[str, Mapping[str, Any]], lot: str) -> str:
    """Of the worlds with a side, how many have it again."""
    said = [each["kept"] for each in lines if each["before"] in SIDED]
    total = sum(row["word"] in SIDED for row in before.values())
    beyond, near, lost = (said.count(word) for word in (YES, SIDE, NO))
    return (f"Of {total} worlds of which a side is named, {len(said)} {'was' if len(said) == 1 else 'were'} {lot}. "
            f"{beyond} {'keeps' if beyond == 1 else 'keep'} the side beyond a 95 % interval; {near} "
            f"{'lies' if near == 1 else 'lie'} on the same side, with less certainty; {lost or 'none'} "
            f"{'lie' if lost > 1 else 'lies'} on the other or between.")


def _evens(lines: Sequence[Mapping[str, Any]], before: Mapping[str, Mapping[str, Any]]) -> str:
    """Of the worlds that are called even, how many come out uneven."""
    total = sum(row["word"] in ALIKE for row in before.values())
    if not total:
        return "No world is called even yet, so none could be held to that."
    said = [each["kept"] for each in lines if each["before"] in ALIKE]
    return f"Of {total} called even, {len(said)} were played once more, and {said.count(UNEVEN)} came out uneven."


def _again(before: Mapping[str, Any], again: Mapping[str, Any]) -> str:
    """What became of a world: of its side, or of being even."""
    if before["word"] in SIDED:
        return kept(before["at_stronger"], again)
    return STILL if again["stronger_low"] <= 1 / 2 <= again["stronger_high"] else UNEVEN


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
        *([f"**What would make it fair?** {told}"] if (told := words.fair(own, NAMED)) else []), *_endings(tables),
        f"```text\nludosoph atlas {plan.game}{items} --stronger {strong}{asked} --seed {plan.seed} "
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
