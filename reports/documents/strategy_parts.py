"""What a strategy report is made of: which experiments a game allows, each a run in a folder of its own."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import games
import mcts.simulate
from games.api import Game, InputError
from mcts.agents import Flat, Search, make
from reports.experiments.items import GIFTS, OPENINGS, SEATS, SKILL, STYLES, boards
from reports.experiments.plan import BalancePlan
from reports.experiments.question import Question, make_plan
from reports.experiments.trials import MOST_MOVES
from reports.wording import capitalised

GAMES = "games"             # the part that is simulated, and told by sources, strategies and shape
SKILL_SHARE = 10            # the ladder searches: it is given so many times fewer games
LEAST_SKILL = 40            # games of the ladder
LEAST_OPENINGS = 40         # blocks of each board's first moves, each of up to MOST_MOVES games
DOUBLINGS = 3
LEAST_BUDGET = 8            # of the ladder, for an agent that does not search


@dataclass(frozen=True)
class Asked:
    """What a person asks of a strategy report."""

    game: str
    agent: str = "greedy"
    games: int = 1000           # of each part
    seats: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    shape: int = 10             # games that are judged, with `judge` playouts before each decision
    judge: int = 50


@dataclass(frozen=True)
class Part:
    """One run of the report: simulated games or a balance run."""

    name: str
    title: str
    plan: mcts.simulate.Plan | BalancePlan


def parts(asked: Asked) -> list[Part]:
    """The parts that the game allows, in the order of the page. Raises InputError for what cannot be asked at all.

    An experiment that this table cannot be given, such as boards for more seats than there are, is left out.
    """
    game = games.load(asked.game)
    simulated = mcts.simulate.plan(asked.game, [asked.agent], asked.games, asked.seats, asked.options, asked.seed)
    if asked.shape < 1 or asked.judge < 2:
        raise InputError(f"--shape, --judge: found {asked.shape} and {asked.judge}, expected 1 or more games and 2 or "
                         "more playouts")
    found = [Part(GAMES, "Games as they are played", simulated)]
    for name, title, question in _questions(game, asked):
        try:
            found.append(Part(name, title, make_plan(question)))
        except InputError:
            continue
    return found


def _questions(game: Game, asked: Asked) -> Sequence[tuple[str, str, Question]]:
    """(name, title, question) of each balance run."""
    agent = make(asked.agent)

    def question(kind: str, games: int = asked.games, experiments: Sequence[str] = (), agents: Sequence[str] = (
            asked.agent,), budget: int | None = None) -> Question:
        return Question(asked.game, kind, experiments=experiments, agents=agents, budget=budget, seats=asked.seats,
                        options=asked.options, games=games, seed=asked.seed, doublings=DOUBLINGS)

    own = boards(game)
    out = [(name, "Boards", question(name)) for name, kind in game.balance.items.items() if kind is own]
    starts = len(own.items) if own else 1
    out.append((OPENINGS, "First moves", question(OPENINGS, max(asked.games, LEAST_OPENINGS * MOST_MOVES * starts))))
    out += [(name, capitalised(name), question(name, experiments=["robin"]))
            for name, kind in game.balance.items.items() if kind.given_by == GIFTS]
    out += [(STYLES, "Ways to play", question(STYLES)), (SEATS, "Seats", question(SEATS))]
    budget = LEAST_BUDGET
    if isinstance(agent, Search | Flat):
        budget = (agent.params.simulations if isinstance(agent, Search) else agent.playouts) or LEAST_BUDGET
    searcher = asked.agent if isinstance(agent, Search | Flat) else f"mcts:{LEAST_BUDGET}"
    ladder = max(LEAST_SKILL, asked.games // SKILL_SHARE)
    out.append((SKILL, "How much skill matters", question(SKILL, ladder, agents=[searcher], budget=budget)))
    return out
