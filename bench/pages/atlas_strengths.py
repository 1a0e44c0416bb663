"""The atlas by two strengths as a page: what better players keep, a word for every world, and a table with errors.

    ludosoph atlas world504 --stronger mcts:10 --pass greedy-2=60 --pass strong-2 --minutes 80 --out build/sides
    python -m bench atlas --stronger build/sides --match build/match --pilot build/match-4 --pilot build/match-12
    python -m bench atlas --draw 30 --seed 7

The page is made from the run alone; it need not be whole: worlds that the clock did not come to are counted. The third
command draws worlds of which a side is named, and such as are called even, to be played once more by a player with a
larger budget; which they are follows from its seed, so that it can be written down before anybody looks.
"""
from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from bench import pictures
from bench.pages import atlas_words
from bench.pages.age import OLDER, signature
from bench.pages.atlas_players import how, tables_of, who
from bench.pages.atlas_rows import digests
from bench.pages.atlas_rows import rows as world_rows
from bench.pages.contents import with_contents
from games.api import InputError
from mcts.interval import Z95
from reports.atlas import komi, looks
from reports.atlas.estimates import SURE
from reports.atlas.komi import SIDED
from reports.atlas.measures import win_of_place
from reports.atlas.plan import AtlasPlan
from reports.atlas.run import games_of
from reports.atlas.sides import LOOKED
from reports.atlas.tables import BROKEN, ENDED, STRENGTHS, all_tables
from reports.documents import atlas as document
from reports.documents import atlas_strengths as words
from reports.documents.atlas_figures import figures
from reports.documents.writers import write_csv
from reports.rows import records
from reports.statistics.verdicts import EVEN, FADES
from reports.wording import counted, few, percent

TABLE = f"{STRENGTHS}.csv"
CHECKED = "checked.csv"     # of worlds that were played once more
YES, SIDE, NO = "yes", "side only", "no"
ONCE_MORE = "**Played once more.**"
STILL, UNEVEN = "not shown uneven", "uneven"        # of a world that was called even
SIDED_WEAK = "first_win_2"       # the measure of who is favoured between greedy agents
ALIKE = (EVEN, FADES)       # words that name no side
COLUMNS = ["item", "greedy_games", "games", "at_weaker", "weaker_low", "weaker_high", "at_stronger", "stronger_low",
           "stronger_high", "error", "word", *komi.COLUMNS]
BETWEEN_GREEDY = "## Between greedy agents"     # where the part of one strength begins
SIDELESS, UNPLAYED = "no side among weak players", "not played by better players"   # words for the other worlds
DIGESTS = "digests.csv"     # a row a world: of what its own games gave, so that they can be played again and compared
EFFECTS = "effects"         # picture of what each module does between greedy agents
NAMED = 200             # worlds that a line names
ONCE_MORE_GAMES = 96    # of a world that is played once more: a share of 1/3 is told from 1/2 in nine of ten


def publish(run: Path, out: Path, rows: Path, match: Path | None = None, played: str = "", checked: Path | None = None,
            seed: int = 0, pilots: Sequence[Path] = ()) -> list[Path]:
    """All documents of an atlas by two strengths in `out`, and a row a world in the file `rows`.

    `match` is a run in which the two played against each other, where this one has no such pass; `pilots` are runs in
    which players of other budgets did, before the stronger was chosen; `played` is the search signature of the program
    that played, where it is not today's; `checked` a run in which some of the worlds, drawn by `seed`, were played once
    more, by a player with a larger budget and with other luck. Raises InputError for an atlas of one strength, or one
    in which no world was played by both.
    """
    plan, tables = tables_of(run)
    if STRENGTHS not in tables:
        raise InputError(f"{run}: has no world that was played by two strengths; expected an atlas with --stronger")
    out.mkdir(parents=True, exist_ok=True)
    for file in out.glob("*"):
        file.unlink()
    known = all_worlds(plan, tables)
    write_csv(known, out / TABLE)
    write_csv(digest_rows(run, plan), out / DIGESTS)
    first = games_of(run, plan, looks.looks(plan)[0])
    drawn_figures = figures(plan, tables)
    for name in (STRENGTHS, EFFECTS):
        if name in drawn_figures:
            pictures.save(drawn_figures[name], out, name)
    once_more = check(checked, known, out, seed) if checked is not None else []
    parts = [*front(plan, tables, first, match, played, pilots), *once_more, *between_greedy(plan, tables)]
    page = with_contents("\n\n".join([f"# {plan.record.title}: an atlas of its worlds", *parts])) + "\n"
    (out / "README.md").write_text(page, encoding="utf-8")
    words_of = known.set_index("item")["word"].where(lambda word: word.isin(words.SAID), "")
    write_csv(world_rows(plan, tables).assign(better=lambda table: table["world"].map(words_of)), rows)
    return [*sorted(out.glob("*")), rows]


def all_worlds(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """A row a world: those of both strengths, and the others with what weak play shows and why there is no more."""
    own = tables[STRENGTHS].set_index("item")
    weak = tables["estimates"].query("measure == @SIDED_WEAK").set_index("item")
    sided = set(own.index).union(*document.flagged(tables, SIDED_WEAK).values())
    out = own.reindex(list(plan.items))
    out["greedy_games"] = weak["games"]
    pooled = weak["pooled"].notna()
    for column, names in (("at_weaker", ("pooled", "raw")), ("weaker_low", ("low", "raw_low")),
                          ("weaker_high", ("high", "raw_high"))):
        out[column] = weak[names[0]].where(pooled, weak[names[1]])
    out["games"] = out["games"].fillna(0).astype(int)
    out["word"] = out["word"].fillna(pd.Series({item: UNPLAYED if item in sided else SIDELESS for item in plan.items}))
    return out.reset_index()[COLUMNS]


def digest_rows(run: Path, plan: AtlasPlan) -> pd.DataFrame:
    """The digest of each world's games between greedy agents, and how they are played again."""
    weak = next(each for each in plan.passes if each.agent == "greedy" and not each.against)
    alone = replace(plan, passes=(weak,))
    found = digests(all_tables(alone, {weak.key: games_of(run, plan, weak)}))
    return pd.DataFrame([{"world": world, "digest": digest, "pass": f"{weak.key}={weak.games}", "seed": plan.seed}
                         for world, digest in found.items()])


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
    return (f"ludosoph atlas world504 {items} --stronger {strong} --pass greedy-2=60 --pass strong-2={ONCE_MORE_GAMES} "
            f"--seed {2000 + seed} --out build/checked")


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
    asked = looks.options(plan)
    sizes = sorted(row["games"] for row in own)
    games = f"{sizes[0]} games" if sizes[0] == sizes[-1] else f"{sizes[0]} to {sizes[-1]} games"
    lot = f"drawn by lot (seed {seed}) and played again by {looks.stronger(plan)}, {games} each, with other luck"
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


def front(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame], first: pd.DataFrame, match: Path | None = None,
          played: str = "", pilots: Sequence[Path] = ()) -> list[str]:
    """What better players keep of all worlds, who played, how much of it is left, and each world by its word."""
    own, strong, total = records(tables[STRENGTHS]), looks.stronger(plan), len(plan.items)
    sided = len(set(tables[STRENGTHS]["item"]).union(*document.flagged(tables, SIDED_WEAK).values()))
    games = sorted(row["games"] for row in own)
    errors = sorted(row["error"] for row in own)
    left = sided - len(own)
    late = f" In {left} more the clock ended before better players came to them." if left else ""
    return [
        f"**Of {total} worlds greedy agents favour one of two players in {sided}. Of these {words.counts(own)}.{late} "
        f"In the other {total - sided} no side is shown between greedy agents, so there was none to keep.**",
        f"**Who played.** {who(plan, tables, match, pilots)}",
        f"Greedy agents played {_greedy_games(tables)} games of each world, and {strong} those worlds in which they "
        f"surely favour one, as only there a word can come: {sum(games):,} games, {games[0]} to {games[-1]} of a "
        f"world, more where a word was near. A word takes {percent(LOOKED)}, and {percent(SURE)} where most worlds may "
        f"be even; [how far it holds](../balance.md#by-two-strengths). A share of wins between {strong} is known to "
        f"within {100 * errors[0]:.0f} to {100 * errors[-1]:.0f} percentage points (95 %), "
        f"{100 * float(np.median(errors)):.0f} in the median. [{TABLE}]({TABLE}) has each world with its error.",
        f"**How much is left of it.** {left_of_it(own, first, strong)}",
        *([f"**{OLDER}**"] if played and played != signature() else []),
        f"![Who is favoured between greedy agents, and between {strong}]({STRENGTHS}.png)",
        *_endings(tables), *words.even_nowhere(own, "world"), *atlas_words.tables(own, strong), atlas_words.HOW,
        *how(plan, match, played, pilots)]


def left_of_it(rows: Sequence[Mapping[str, Any]], first: pd.DataFrame, strong: str) -> str:
    """How often the player whom greedy agents favour wins between better ones, over all worlds that these played.

    From the first look alone: which worlds got more games follows from what it gave.
    """
    side = {row["item"]: 1 if row["at_weaker"] > 1 / 2 else -1 for row in rows}
    wins = win_of_place(0, looks.SEATS)(first).groupby(first["item"]).mean()
    ahead = np.array([1 / 2 + side[item] * (share - 1 / 2) for item, share in wins.items() if item in side])
    weak = float(np.mean([1 / 2 + abs(row["at_weaker"] - 1 / 2) for row in rows]))
    half = Z95 * float(ahead.std(ddof=1)) / len(ahead) ** 0.5 if len(ahead) > 1 else nan
    return (f"In these worlds the player whom greedy agents favour wins {percent(weak)} of games between them, and "
            f"{percent(float(ahead.mean()))} (± {100 * half:.1f}) between {strong}: the mean over {len(ahead)} worlds, "
            f"from the first {len(first) // max(1, first['item'].nunique())} games of each.")


def _greedy_games(tables: Mapping[str, pd.DataFrame]) -> int:
    return int(next(row["games"] for row in records(tables["estimates"]) if row["measure"] == SIDED_WEAK))


def between_greedy(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """What is found of all worlds from the games of greedy agents alone."""
    shown = [f"![What each module does at each place]({EFFECTS}.png)"] if "effects" in tables else []
    return [BETWEEN_GREEDY, f"**{document.one_strength(plan, tables)}**", *document.opening(plan, tables), *shown,
            "`ludosoph rules world504 --list` has a line of it for each world, and `ludosoph report build/sides` makes "
            "the page with maps of all worlds. `python -m bench atlas --again 30` plays thirty of the worlds anew and "
            f"holds what their games give against [{DIGESTS}]({DIGESTS}).",
            "[How to read it](../balance.md#an-atlas-of-worlds)."]


def _endings(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """Which of the worlds studied end at the last round only, and for whom."""
    found = document.flagged(tables, "capped")
    said = [f"{counted(len(found[flag]), 'world')} {told}: {few(found[flag], NAMED)}." for flag, told in (
        (BROKEN, "often not brought to an end by either"), (ENDED, "brought to an end by better players only"))
        if flag in found]
    return [" ".join(said)] if said else []


def counts(page: str) -> dict[str, int]:
    """By word how many worlds the headline of a page says it of, for comparison with the table."""
    text = " ".join(page.split())
    return {word: int(found[1]) for word, said in words.SAID.items() if (found := re.search(rf"in (\d+) {said}", text))}
