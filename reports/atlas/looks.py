"""The passes of an atlas by two strengths, and which variants get more games: those near a verdict.

The stronger agent sits in all seats, look after look, where a word can come: in variants in which weak play, all of it
pooled, surely favours one of two, or one of four. Of those the first look plays all. Each later one plays such as the
looks before it do not settle, the nearest to a word first. Few variants are not pooled, and the first look plays all of
them. What is played follows from the games alone, so a stopped atlas goes on as if it had not been stopped.

Four seats take their passes by name: a game of theirs takes three times as long.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from games.api import InputError
from mcts.agents import Search, make
from reports.atlas.plan import PASSES, AtlasPlan, Pass

STRONG, DEEP, MATCH = "strong", "deep", "match"         # passes, the first with the number of its look
FIRST = f"{STRONG}1"
LOOKS = (6, 10, 16)         # games of a variant in each look
LOOKS_OF_FOUR = (12, 12, 24)        # at four seats; blocks are of four games
SHARES = (1.0, 0.5)         # of the variants of which a word can come, that get the second look and the third
SHARES_OF_FOUR = (0.5, 0.5)
MATCH_GAMES = 4
DEEP_GAMES = 24     # of 12 halves correlated at 0.59 in 168 worlds of 504, of 24 at 0.75 (docs/experiments.md)
QUARTER = 4                 # times the budget of the player that `deep` is measured against
SEATS, FOUR = 2, 4
TABLES = (SEATS, FOUR)      # numbers of seats at which there are looks


def passes(stronger: str) -> tuple[Pass, ...]:
    """The usual passes, and those of a stronger agent. Raises InputError for one without a budget to be divided."""
    agent = _stronger(stronger)
    assert agent.params.simulations is not None
    less = replace(agent, params=replace(agent.params, simulations=agent.params.simulations // QUARTER)).name
    return (*PASSES, Pass(MATCH, agent.name, "greedy", SEATS, MATCH_GAMES), *_looks(agent.name, SEATS, LOOKS),
            Pass(DEEP, agent.name, less, SEATS, DEEP_GAMES))


def by_name(stronger: str) -> tuple[Pass, ...]:
    """The passes of four seats, which are played where they are asked for. Raises InputError as `passes` does."""
    agent = _stronger(stronger)
    return Pass(MATCH, agent.name, "greedy", FOUR, MATCH_GAMES), *_looks(agent.name, FOUR, LOOKS_OF_FOUR)


def _stronger(text: str) -> Search:
    agent = make(text)
    budget = agent.params.simulations if isinstance(agent, Search) else None
    if not isinstance(agent, Search) or not budget or budget < QUARTER:
        raise InputError(f"--stronger: found {text[:60]!r}, expected a search with {QUARTER} simulations or more, "
                         "such as mcts:100")
    return agent


def _looks(agent: str, seats: int, games: Sequence[int]) -> Iterator[Pass]:
    return (Pass(f"{STRONG}{n}", agent, "", seats, each) for n, each in enumerate(games, start=1))


def only(usual: Sequence[Pass], names: Sequence[str], more: Sequence[Pass] = ()) -> tuple[Pass, ...]:
    """Those of these passes that are named, all looks at a table by one name; the usual ones without names, and `more`
    only by name. `greedy-2=60` is one of 60 games; `strong-2=60` is one look of 60 games and no later one, as for
    variants that are to get alike many.

    Raises InputError for others.
    """
    all_ = (*usual, *more)
    known, asked = list(dict.fromkeys(name_of(each) for each in all_)), dict[str, int | None]()
    for text in names:
        name, equals, games = text.partition("=")
        if name not in known:
            raise InputError(f"--pass: found {name[:60]!r}, expected {', '.join(known[:-1])} or {known[-1]}")
        if equals and not re.fullmatch("[1-9][0-9]{0,5}", games):
            raise InputError(f"--pass: found {text[:60]!r}, expected {name} or a number of games, such as {name}=60")
        asked[name] = int(games) if equals else None
    chosen = (each for each in all_ if name_of(each) in asked or not names and each in usual)
    return tuple(replace(each, games=asked.get(name_of(each)) or each.games) for each in chosen
                 if not (is_look(each) and asked.get(name_of(each)) and each.name != FIRST))


def name_of(made_in: Pass) -> str:
    """What a pass is asked for by: its key, or for a look what all looks are called."""
    return name_of_looks(made_in.seats) if is_look(made_in) else made_in.key


def is_look(made_in: Pass) -> bool:
    """Whether the stronger agent sits in all seats of a pass."""
    return made_in.name.startswith(STRONG)


def is_later(plan: AtlasPlan, made_in: Pass) -> bool:
    """Whether a pass is a look that some variants get only, for what the looks before it found."""
    return is_look(made_in) and made_in in looks(plan, made_in.seats)[1:]


def name_of_looks(seats: int = SEATS) -> str:
    """What all looks at a table together are asked for by."""
    return f"{STRONG}-{seats}"


def options(plan: AtlasPlan) -> str:
    """The passes of an atlas as the command line asks for them; empty where it has the usual ones."""
    usual = passes(stronger(plan))
    if plan.passes == usual:
        return ""
    games = {name_of(each): each.games for each in (*usual, *by_name(stronger(plan))) if not is_look(each)}
    return "".join(f" --pass {name}" + ("" if _as_usual(plan, each, games) else f"={each.games}")
                   for name, each in {name_of(each): each for each in plan.passes}.items())


def _as_usual(plan: AtlasPlan, each: Pass, games: Mapping[str, int]) -> bool:
    """Whether a pass needs no number of games: all looks at a table are there, or it has the usual number."""
    return len(looks(plan, each.seats)) > 1 if is_look(each) else each.games == games[name_of(each)]


def looks(plan: AtlasPlan, seats: int = SEATS) -> list[Pass]:
    """The looks of the stronger agent at one table, in order; none in an atlas of one strength."""
    return [each for each in plan.passes if is_look(each) and each.seats == seats]


def stronger(plan: AtlasPlan) -> str:
    """The stronger agent; empty in an atlas of one strength."""
    return next((each.agent for each in plan.passes if is_look(each)), "")


def together(plan: AtlasPlan, games: Mapping[str, pd.DataFrame], seats: int = SEATS) -> pd.DataFrame:
    """The games of all looks at a table as those of one pass, blocks numbered on; empty without any."""
    parts, before = list[pd.DataFrame](), 0
    for each in looks(plan, seats):
        own = games.get(each.key, pd.DataFrame())
        if len(own):
            parts.append(own.assign(block=own["block"] + before, made_in=name_of_looks(seats)))
        before += each.blocks
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def wanted(undecided: Mapping[str, float], look: int, seats: int = SEATS) -> list[str]:
    """The variants of this look, 2 or later, the likeliest word first: of those that may get one and have none yet."""
    nearest = sorted(undecided, key=lambda item: (-undecided[item], item))
    shares = SHARES if seats == SEATS else SHARES_OF_FOUR
    return nearest[:int(np.ceil(shares[look - 2] * len(nearest)))]
