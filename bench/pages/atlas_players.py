"""Who played an atlas by two strengths: the match of the two, the budgets that were tried before, and the commands."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from bench.pages.age import signature
from bench.peers.facts import our_version
from mcts.interval import t_quantile
from reports.atlas import looks
from reports.atlas.plan import AtlasPlan
from reports.atlas.run import games_of, open_atlas
from reports.atlas.tables import all_tables
from reports.documents import atlas_strengths as words
from reports.experiments.strengths import LEAST
from reports.wording import listed, percent, whole


def tables_of(run: Path) -> tuple[AtlasPlan, dict[str, pd.DataFrame]]:
    """The plan of an atlas and its tables, as far as it was played."""
    _, plan = open_atlas(run)
    return plan, all_tables(plan, {each.key: games_of(run, plan, each) for each in plan.passes})


def who(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame], match: Path | None, pilots: Sequence[Path]) -> str:
    """The two players and their match, from the run or from one of its own, and why it is this stronger one."""
    if match is None:
        return words.who(plan, tables)
    _, other = open_atlas(match)
    both = words.who(plan, {**tables, "estimates": tables_of(match)[1]["estimates"]})
    said = f"{both[:-1]} in {len(other.items)} worlds drawn by lot."
    return f"{said} {_chosen(match, pilots)}" if pilots else said


def _chosen(match: Path, pilots: Sequence[Path]) -> str:
    """Which budgets were tried before the stronger was chosen, the smallest first; and whether it is the smallest of
    those that are shown to win as much as a stronger player has to.
    """
    tried = sorted((_against_greedy(run) for run in (match, *pilots)), key=lambda one: int(one[0].partition(":")[2]))
    own = _against_greedy(match)[0]
    shown = [agent for agent, share, half, _, _ in tried if share - half > LEAST]
    why = f"{own} is the smallest budget tried that is shown to win more than {whole(LEAST)}" if shown[:1] == [own] \
        else "Budgets tried"
    told = [f"{agent} wins {percent(share)} (± {100 * half:.1f}) of {games} games in {worlds} worlds"
            for agent, share, half, games, worlds in tried]
    return f"{why}: {listed(told)}."


def _against_greedy(match: Path) -> tuple[str, float, float, int, int]:
    """Who played, the share of the win, half its 95 % interval (over worlds), games and worlds."""
    plan, tables = tables_of(match)
    own = tables["estimates"].query("measure == 'skill_match'")
    return plan.passes[0].agent, *over_worlds(own["raw"]), int(own["games"].sum()), len(own)


def over_worlds(shares: ArrayLike) -> tuple[float, float]:
    """The mean of a share a world, and half its 95 % interval: a world is one observation, and one alone has none."""
    each = np.asarray(shares, dtype=float)
    half = t_quantile(0.95, len(each) - 1) * float(each.std(ddof=1)) / len(each) ** 0.5 if len(each) > 1 else nan
    return float(each.mean()), half


def how(plan: AtlasPlan, match: Path | None, played: str, pilots: Sequence[Path] = ()) -> list[str]:
    """The commands, and by which program."""
    items = "" if len(plan.items) == len(plan.variants.names()) else "".join(f" --item {item}" for item in plan.items)
    lines = [f"ludosoph atlas {plan.game}{items} --stronger {looks.stronger(plan)}{looks.options(plan)} --seed "
             f"{plan.seed} --out build/sides"]
    runs = [*([("build/match", match)] if match is not None else []),
            *((f"build/pilot-{number}", pilot) for number, pilot in enumerate(pilots, start=1))]
    for folder, path in runs:
        _, other = open_atlas(path)
        lines.append(f"ludosoph atlas {other.game}{''.join(f' --item {item}' for item in other.items)} --stronger "
                     f"{other.passes[0].agent} --pass match-2 --seed {other.seed} --out {folder}")
    lines.append("python -m bench atlas --stronger build/sides" + "".join(
        f" --{folder.removeprefix('build/').partition('-')[0]} {folder}" for folder, _ in runs))
    told = "\n".join(lines)
    by = f" The games were played with search signature {played}." if played and played != signature() else ""
    return [f"```text\n{told}\n```", f"Written by ludosoph {our_version()}, search signature {signature()}.{by}"]
