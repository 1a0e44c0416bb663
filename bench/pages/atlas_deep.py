"""How much thinking longer wins, world by world: a section of the atlas, and a table with errors.

    python -m bench atlas --lot 168 --seed 3
    python -m bench atlas --deep build/deep
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan
from pathlib import Path
from typing import Any

import pandas as pd

from bench import pictures
from bench.pages.age import signature
from bench.pages.atlas_lot import check, put, to_play
from bench.pages.atlas_players import over_worlds, tables_of
from bench.pages.atlas_words import named
from bench.peers.facts import our_version
from bench.peers.table import piped
from games.api import InputError
from mcts.interval import Z95, normal_quantile
from reports.atlas.plan import AtlasPlan, Pass
from reports.documents.writers import write_csv
from reports.plots import level_effects
from reports.rows import records
from reports.wording import few, listed, minus, percent, signed, whole

HEADING = "## How much thinking longer wins"
MEASURE, KEY, FLAG = "skill_deep", "deep-2", "four times the thinking wins"
SAYS = "more than 60 %"     # of a world, in the table: that it surely has
TABLE, PICTURE = "deep.csv", "deep"
AGREE = 0.7             # correlation of halves from which on worlds can be told apart, about
MODULES = 8             # modules that a sentence names
TIMES = {2: "half", 3: "a third", 4: "a quarter", 5: "a fifth"}    # of the simulations


def publish(run: Path, out: Path) -> list[Path]:
    """The section on the page in `out`, in place of one that is there, with its table and picture; the rest stays.

    Raises InputError where there is no page, no game, or where the worlds are not those that the seed of their games
    draws: which are played must not follow from what is found.
    """
    page = out / "README.md"
    if not page.is_file():
        raise InputError(f"{page}: no such file, expected the page of an atlas")
    plan, tables = tables_of(run)
    made_in = next((each for each in plan.passes if each.key == KEY), None)
    if made_in is None or "estimates" not in tables:
        raise InputError(f"{run}: holds no game of the pass {KEY}; expected the run of "
                         "python -m bench atlas --lot N")
    check(run, plan)
    write_csv(rows(tables), out / TABLE)
    drawn = _is_pooled(tables)
    if drawn:
        figure = level_effects.draw(tables["effects"], {MEASURE: (
            f"percentage points of wins of {made_in.agent} against {made_in.against}", 100.0)}, plan.item_kind)
        pictures.save(figure, out, PICTURE)
    put(page, section(plan, made_in, tables))
    return [page, out / TABLE, *([out / f"{PICTURE}.png"] if drawn else [])]


def rows(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """A row a world: its share of wins with its interval, pooled where it could be, and what is said of it."""
    sure = set(_sure(tables))
    names = ("pooled", "low", "high") if _is_pooled(tables) else ("raw", "raw_low", "raw_high")
    return pd.DataFrame([{"world": row["item"], "games": row["games"], "raw": row["raw"],
                          **dict(zip(("share", "low", "high"), (row[name] for name in names), strict=True)),
                          "says": SAYS if row["item"] in sure else ""} for row in _own(tables, "estimates")])


def section(plan: AtlasPlan, made_in: Pass, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """What was found, of which worlds, how far two halves of the games agree, and how to play it again."""
    own, sure = rows(tables), _sure(tables)
    count, (share, half) = len(own), over_worlds(own["raw"])
    strong, weak = (int(agent.partition(":")[2]) for agent in (made_in.agent, made_in.against))
    less = TIMES.get(strong // weak, f"one in {strong // weak}")
    left = len(plan.items) - count
    late = f" Of {left} more that were drawn there are no games." if left else ""
    shown = f"In {len(sure)} of them it surely wins more than 60 %; of the other {count - len(sure)} that is not shown"
    errors = sorted((own["high"] - own["low"]) / 2 * 100)
    return [
        HEADING,
        f"**{made_in.agent} wins {percent(share)} (± {100 * half:.1f}) of games for two against "
        f"{made_in.against}, with {less} of its simulations: the mean over {count} worlds drawn by lot. {shown}.**",
        f"Each of these worlds was played {made_in.size} times, {made_in.agent} in either seat with the same luck."
        f"{late} A share is known to within {errors[0]:.0f} to {errors[-1]:.0f} percentage points (95 %), "
        f"{errors[len(errors) // 2]:.0f} in the median. [{TABLE}]({TABLE}) has each world with its error.",
        *_spread(plan, tables), *_modules(tables), _agreement(tables, made_in),
        *([f"![What each module adds to it at each place]({PICTURE}.png)"] if _is_pooled(tables) else []),
        *_worlds(plan, own, sure),
        f"```text\n{to_play(len(plan.items), plan.seed, made_in.agent, [KEY], PICTURE)}\npython -m bench atlas --deep "
        f"build/{PICTURE}\n```", f"Written by ludosoph {our_version()}, search signature {signature()}."]


def _worlds(plan: AtlasPlan, own: pd.DataFrame, sure: Sequence[str]) -> list[str]:
    """A table of the worlds that surely have more than 60 %, by their numbers: a rank would be luck for the most part.
    """
    body = [[row["world"], named(row["world"]),
             f"{whole(row['share'])} ({100 * row['low']:.0f} to {100 * row['high']:.0f})"]
            for row in sorted(records(own), key=lambda row: row["world"]) if row["world"] in sure]
    head = ["world", "", "thinking longer wins"]
    return ["Worlds in which it surely wins more than 60 %, by their numbers, with 95 % intervals:",
            "\n".join(piped(head, body, left=2))] if body else []


def _spread(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """How far worlds lie apart beyond the luck of their games."""
    row = next(iter(_own(tables, "settled")), None)
    if row is None:
        return []
    spread = (len(plan.variants.factors) * row["page_spread"] ** 2 + row["own_spread"] ** 2) ** 0.5
    return [f"**How much do worlds differ?** Beyond the luck of these games about two worlds of three lie between "
            f"{whole(row['mean'] - spread)} and {whole(row['mean'] + spread)}."]


def _modules(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """Which modules make a world deeper or shallower, the surest first; intervals hold for all modules at once."""
    lines = _own(tables, "effects")
    if not lines:
        return []
    wider = normal_quantile(1 - 0.05 / len(lines)) / Z95
    half = {(row["factor"], row["level"]): wider * (row["high"] - row["low"]) / 2 for row in lines}
    sure = [row for row in lines if abs(row["effect"]) > half[row["factor"], row["level"]]]
    sure.sort(key=lambda row: half[row["factor"], row["level"]] - abs(row["effect"]))
    named = [f"{row['level']} at {row['factor']} ({signed(100 * row['effect'])} percentage points, ± "
             f"{100 * half[row['factor'], row['level']]:.1f})" for row in sure]
    return [f"Modules that are shown to add to it or to take from it, whatever stands beside them: "
            f"{few(named, MODULES)}." if named else
            f"Of none of the {len(lines)} modules and places it is shown that they add to it or take from it, if all "
            "are looked at together; the bars of the picture hold for each alone."]


def _agreement(tables: Mapping[str, pd.DataFrame], made_in: Pass) -> str:
    """How far even and odd blocks agree on the worlds."""
    row = next(iter(_own(tables, "halves")), {"pooled": nan, "raw": nan})
    known = [(row[name], told) for name, told in (("pooled", "as pooled"), ("raw", "by the games of each alone"))
             if row[name] == row[name]]
    if not known:
        return "The games of each world are too few to be halved."
    so = (f"above {AGREE}: most of what tells worlds apart here would show again in new games" if known[0][0] > AGREE
          else f"below {AGREE}: from {made_in.size} games of each the mean is well known, and which worlds are deeper "
          "than others only roughly")
    numbers = listed([f"{minus(f'{value:.2f}')} {told}" for value, told in known])
    return ("**Do two halves of the games agree?** Estimated apart, the shares of the worlds correlate at "
            f"{numbers}. The first is {so}.")


def _own(tables: Mapping[str, pd.DataFrame], name: str) -> list[dict[str, Any]]:
    return [row for row in records(tables[name]) if row["measure"] == MEASURE] if name in tables else []


def _sure(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    return [row["item"] for row in _own(tables, "flags") if row["flag"] == FLAG]


def _is_pooled(tables: Mapping[str, pd.DataFrame]) -> bool:
    return bool(_own(tables, "effects"))
