"""The passes of an atlas by two strengths, and which variants get more games: those near a verdict.

The stronger agent sits in all seats, look after look, where a word can come: in variants in which weak play, all of it
pooled, surely favours one of two. Of those the first look plays all. Each later one plays such as the looks before it
do not settle, the nearest to a word first. Few variants are not pooled, and the first look plays all of them. What is
played follows from the games alone, so a stopped atlas goes on as if it had not been stopped.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from games.api import InputError
from mcts.agents import Search, make
from reports.atlas.plan import PASSES, AtlasPlan, Pass

STRONG, DEEP, MATCH = "strong", "deep", "match"         # passes, the first with the number of its look
LOOKS = (6, 10, 16)         # games of a variant in each look
SHARES = (1.0, 0.5)         # of the variants of which a word can come, that get the second look and the third
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
    """Those of these passes that are named, all looks by one name; all without names. `greedy-2=60` is one of 60 games.

    Raises InputError for others.
    """
    known, asked = list(dict.fromkeys(name_of(each) for each in usual)), dict[str, int | None]()
    for text in names:
        name, equals, games = text.partition("=")
        if name not in known:
            raise InputError(f"--pass: found {name[:60]!r}, expected {', '.join(known[:-1])} or {known[-1]}")
        if equals and (name == name_of_looks() or not re.fullmatch("[1-9][0-9]{0,5}", games)):
            raise InputError(f"--pass: found {text[:60]!r}, expected {name}"
                             + ("" if name == name_of_looks() else f" or a number of games, such as {name}=60"))
        asked[name] = int(games) if equals else None
    return tuple(replace(each, games=asked.get(name_of(each)) or each.games) for each in usual
                 if not names or name_of(each) in asked)


def name_of(made_in: Pass) -> str:
    """What a pass is asked for by: its key, or for a look what all looks are called."""
    return name_of_looks() if made_in.name.startswith(STRONG) else made_in.key


def name_of_looks() -> str:
    """What all looks together are asked for by."""
    return f"{STRONG}-{SEATS}"


def options(plan: AtlasPlan) -> str:
    """The passes of an atlas as the command line asks for them; empty where it has the usual ones."""
    usual = passes(stronger(plan))
    if plan.passes == usual:
        return ""
    games = {name_of(each): each.games for each in usual}
    return "".join(f" --pass {name}" + ("" if name == name_of_looks() or each.games == games[name] else
                                        f"={each.games}")
                   for name, each in {name_of(each): each for each in plan.passes}.items())


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
            parts.append(own.assign(block=own["block"] + before, made_in=name_of_looks()))
        before += each.blocks
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def wanted(undecided: Mapping[str, float], look: int) -> list[str]:
    """The variants of this look, 2 or later, the likeliest word first: of those that may get one and have none yet."""
    nearest = sorted(undecided, key=lambda item: (-undecided[item], item))
    return nearest[:int(np.ceil(SHARES[look - 2] * len(nearest)))]
