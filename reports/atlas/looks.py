"""The passes of an atlas by two strengths, and which variants get more games: those near a verdict.

The stronger agent sits in all seats, look after look. The first look plays every variant; each later one those of which
the looks before it, pooled over all variants, do not settle who is favoured, the nearest to a verdict first. Which they
are follows from the games alone, so a stopped atlas goes on as if it had not been stopped.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from games.api import InputError
from mcts.agents import Search, make
from reports.atlas.plan import PASSES, AtlasPlan, Pass

STRONG, DEEP, MATCH = "strong", "deep", "match"         # passes, the first with the number of its look
LOOKS = (20, 20, 40, 80)    # games of a variant in each look
SHARE = 0.5                 # of the variants that are not settled, that get the next look
DEEP_GAMES, MATCH_GAMES = 12, 4
QUARTER = 4                 # times the budget of the player that `deep` is measured against
SEATS = 2


def passes(stronger: str) -> tuple[Pass, ...]:
    """The usual passes, and those of a stronger agent. Raises InputError for one without a budget to be divided."""
    agent = make(stronger)
    budget = agent.params.simulations if isinstance(agent, Search) else None
    if not isinstance(agent, Search) or not budget or budget < QUARTER:
        raise InputError(f"--stronger: found {stronger[:60]!r}, expected a search with {QUARTER} simulations or more, "
                         "such as mcts:100")
    less = replace(agent, params=replace(agent.params, simulations=budget // QUARTER)).name
    return (*PASSES, Pass(MATCH, agent.name, "greedy", SEATS, MATCH_GAMES),
            *(Pass(f"{STRONG}{n}", agent.name, "", SEATS, games) for n, games in enumerate(LOOKS, start=1)),
            Pass(DEEP, agent.name, less, SEATS, DEEP_GAMES))


def only(usual: Sequence[Pass], names: Sequence[str]) -> tuple[Pass, ...]:
    """Those of these passes that are named, all looks by one name; all without names. Raises InputError for others."""
    known = list(dict.fromkeys(name_of(each) for each in usual))
    for name in names:
        if name not in known:
            raise InputError(f"--pass: found {name[:60]!r}, expected {', '.join(known[:-1])} or {known[-1]}")
    return tuple(each for each in usual if not names or name_of(each) in names)


def name_of(made_in: Pass) -> str:
    """What a pass is asked for by: its key, or for a look what all looks are called."""
    return f"{STRONG}-{SEATS}" if made_in.name.startswith(STRONG) else made_in.key


def looks(plan: AtlasPlan) -> list[Pass]:
    """The looks of the stronger agent, in order; none in an atlas of one strength."""
    return [each for each in plan.passes if each.name.startswith(STRONG)]


def stronger(plan: AtlasPlan) -> str:
    """The stronger agent; empty in an atlas of one strength."""
    return next((each.agent for each in looks(plan)), "")


def together(plan: AtlasPlan, games: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The games of all looks as those of one pass, blocks numbered on; empty without any."""
    parts, before = list[pd.DataFrame](), 0
    for each in looks(plan):
        own = games.get(each.key, pd.DataFrame())
        if len(own):
            parts.append(own.assign(block=own["block"] + before, made_in=f"{STRONG}-{SEATS}"))
        before += each.blocks
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def wanted(undecided: Mapping[str, float]) -> set[str]:
    """The variants of a later look: of those of which nothing is settled, the ones with the likeliest word."""
    nearest = sorted(undecided, key=lambda item: (-undecided[item], item))
    return set(nearest[:int(np.ceil(SHARE * len(nearest)))])
