"""From what a person asks to a checked plan. Nothing is played but a few quick games that set the ladder of tokens."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

import games
from games.api import Game, InputError
from mcts.agents import Agent, Flat, Search, make
from mcts.play import Task, check_seed
from mcts.simulate import MOST_GAMES
from reports.experiments import matters, what_if
from reports.experiments.against_kind import ALONE, LEAST
from reports.experiments.items import (
    GIFTS,
    HIDDEN,
    LADDER,
    NO_LOOK_AHEAD,
    NULL,
    OPENINGS,
    POINTS,
    RESOURCE,
    SEATS,
    SKILL,
    STYLES,
    Kind,
    kind_of,
    quantity,
    reason,
    resources,
    with_items,
    without_items,
)
from reports.experiments.plan import NAMES, STOPS, BalancePlan, budget_of, load
from reports.experiments.seats import TOKENS, check_order
from reports.experiments.skill import steps
from reports.experiments.trials import Line

SUPPLIES = ("given", "moved")
PROBES = 4                  # quick games that say how many points are usual
SHARE = 0.25                # of the usual score that the largest token of points may be
MOST_DOUBLINGS = 20
RAISED = 4                  # times the budget, for the second of two


@dataclass(frozen=True)
class Question:
    """What a person asks, as they said it."""

    game: str
    kind: str
    items: Sequence[str] = ()
    experiments: Sequence[str] = ()
    agents: Sequence[str] = ()
    budget: int | None = None
    seats: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    games: int = 2000
    seed: int = 0
    supply: str = "given"
    resource: str = ""
    points: str = ""
    stop: str = "fixed"
    delta_win: float = 2.0          # percentage points
    delta_margin: float | None = None    # points; by default as much as delta_win is worth in the game
    q: float = 0.10
    vary: str | Sequence[str] = ""
    doublings: int = 4
    recorded: bool = False
    one_budget: bool = False        # the budget alone, and not four times as much as well
    target: str = ""
    stronger: str = ""              # the agent whose games verdicts go by, beside one weaker


def make_plan(asked: Question) -> BalancePlan:
    """The plan of a question. Raises InputError naming what cannot be asked."""
    game, seed = games.load(asked.game), check_seed(asked.seed)
    seats = game.start(asked.seats, asked.options).seats
    agents = _agents(asked)
    kind = _there(game, _kind(game, asked, seats, agents), asked, seats)
    given = [asked.vary] if isinstance(asked.vary, str) else list(asked.vary)
    path, values = what_if.grids(given) if any(given) else ("", ())
    experiments = tuple("style" if (name, kind.name) == ("restrict", STYLES) else name
                        for name in dict.fromkeys(asked.experiments))
    experiments = experiments or (_usual(game, kind, path),)
    for experiment in experiments:
        _check_experiment(game, kind, experiment, seats)
    if kind.name == SKILL:
        agents = agents[:1]
    _check_numbers(asked, experiments)
    if asked.stronger:
        _check_strengths(asked, kind, path)
    tokens = _tokens(game, asked, seats) if "robin" in experiments else ()
    if kind.name == SEATS:
        check_order(game, seats, asked.options, seed)
        tokens = _to_compensate(game, asked)
    points = asked.delta_margin
    if points is None:
        points = matters.points(game.name, seats, asked.options, asked.delta_win / 100)
    draft = BalancePlan(game.name, game.version, seats, dict(asked.options), kind.name, kind.items, experiments,
                        agents, tokens, 1, seed, asked.supply, asked.stop, asked.delta_win / 100, points,
                        asked.q, path, values, what_if.digest(asked.options), asked.recorded,
                        _target(asked, kind, experiments, path), stronger=agents[-1] if asked.stronger else "")
    _check_starts(game, draft, kind)
    cycles = -(-asked.games // (draft.block_games * len(draft.cycle)))
    return replace(draft, blocks=cycles * len(draft.cycle))


def _target(asked: Question, kind: Kind, experiments: Sequence[str], path: str) -> str:
    """What effects should be where numbers are varied. Raises InputError where that cannot be measured."""
    if not asked.target:
        return ""
    if not path:
        raise InputError(f"--target: found {asked.target[:20]!r}, but no number is varied; add --vary PATH=lo..hi")
    target = what_if.check_target(asked.target)
    if target == what_if.MEAN and (len(kind.items) < LEAST or asked.stop != "fixed"
                                   or not {"robin", *ALONE} & set(experiments)):
        raise InputError(f"--target mean: takes {LEAST} items or more, --stop fixed, and one of the experiments robin, "
                         f"{', '.join(ALONE)}")
    return target


def _there(game: Game, kind: Kind, asked: Question, seats: int) -> Kind:
    """The kind without the items that this table cannot be given, as with fewer seats; what was named stays."""
    if asked.items or not kind.is_gift:
        return kind
    refused: dict[str, str] = {}
    for item in kind.items:
        try:
            game.start(seats, with_items(kind, asked.options, [item, *[""] * (seats - 1)]))
        except InputError as error:
            refused[item] = reason(error)
    if len(refused) == len(kind.items):
        item, why = next(iter(refused.items()))
        raise InputError(f"--items {kind.name}: none can be given to a seat here: {item}: {why}")
    return replace(kind, items=tuple(item for item in kind.items if item not in refused))


def _kind(game: Game, asked: Question, seats: int, agents: tuple[str, ...]) -> Kind:
    """The items asked for. Where no kind is named the experiment may say it."""
    name = asked.kind
    if not name and len(set(asked.experiments)) == 1 and asked.experiments[0] in (SEATS, SKILL):
        name = asked.experiments[0]
    if not name:
        known = ", ".join((SEATS, SKILL, STYLES, OPENINGS, *game.balance.items, *game.variants.kinds))
        raise InputError(f"--items: is missing; {game.name} has: {known}")
    if name == SKILL:
        return kind_of(game, name, _ladder_of_budgets(asked, agents[0]))
    if name in game.balance.items and (why := game.balance.items[name].absent(asked.options)):
        raise InputError(f"--items {name}: {why}")
    kind = kind_of(game, name, asked.items, seats)
    if name != STYLES or isinstance(make(agents[0]), Search | Flat):
        return kind
    if NO_LOOK_AHEAD in asked.items or kind.items == (NO_LOOK_AHEAD,):
        raise InputError(f"--items {STYLES}: found agent {agents[0]} and the style {NO_LOOK_AHEAD}, but it does not "
                         "look ahead anyway; expected mcts or flat")
    return replace(kind, items=tuple(item for item in kind.items if item != NO_LOOK_AHEAD))


def _ladder_of_budgets(asked: Question, least: str) -> tuple[str, ...]:
    """The steps from random moves to the least budget, and on through all doublings. Raises InputError."""
    if asked.items:
        raise InputError(f"--item: found {asked.items[0][:60]!r}, but --budget and --doublings name the ladder")
    if asked.budget is None:
        raise InputError("--budget: is missing; expected the least budget of the ladder, as in --budget 50")
    if not 1 <= asked.doublings <= MOST_DOUBLINGS:
        raise InputError(f"--doublings: found {asked.doublings}, expected 1 to {MOST_DOUBLINGS}")
    return steps(("random", *(_at(make(least), asked.budget << k) for k in range(asked.doublings + 1))))


def _usual(game: Game, kind: Kind, varied: str) -> str:
    own = next((name for name in NAMES if load(name).own_kind == kind.name), "")
    return own or ("boards" if not kind.is_gift else "take" if varied and game.balance.takes is not None else "robin")


def _check_experiment(game: Game, kind: Kind, experiment: str, seats: int) -> None:
    if experiment not in NAMES:
        raise InputError(f"--experiment: found {experiment[:40]!r}, expected one of {', '.join(NAMES)}")
    own = {record.own_kind: record.name for record in map(load, NAMES) if record.own_kind}
    refused = load(experiment).refuses(game, kind, seats)
    if own.get(kind.name, experiment) != experiment or experiment in own.values() and kind.name not in own:
        refused = f"does not go with --items {kind.name}; {', '.join(own)} have experiments of their own"
    if refused:
        raise InputError(f"--experiment {experiment}: {refused}")


def _agents(asked: Question) -> tuple[str, ...]:
    """The agent of all seats in canonical form; one that searches at its budget and at four times as much."""
    if len(asked.agents) > 1 or not asked.agents and asked.budget is None:
        raise InputError(f"--agent: found {len(asked.agents) or 'none'}, expected one, such as greedy or mcts:100: all "
                         "seats are played by the same")
    agent = make(asked.agents[0]) if asked.agents else make(f"mcts:{asked.budget}")
    if asked.budget is not None and asked.budget < 1:
        raise InputError(f"--budget: found {asked.budget}, expected 1 or more")
    budget = asked.budget or budget_of(agent.name)
    if asked.stronger:
        weaker, stronger = (_at(agent, budget) if asked.budget else agent.name), make(asked.stronger).name
        if weaker == stronger:
            raise InputError(f"--stronger: found {stronger}, which is the agent of --agent as well; expected a "
                             "stronger one")
        return weaker, stronger
    if not budget or isinstance(agent, Search) and agent.params.seconds and asked.budget is None:
        return (agent.name,)
    return tuple(_at(agent, n) for n in ((budget,) if asked.one_budget else (budget, RAISED * budget)))


def _check_strengths(asked: Question, kind: Kind, varied: str) -> None:
    """Raises InputError where two strengths would say nothing more."""
    if kind.name == SKILL:
        raise InputError(f"--stronger: does not go with --items {SKILL}, which compares strengths anyway")
    if asked.stop == "gsprt":
        raise InputError("--stronger: does not go with --stop gsprt, which decides without an interval; expected fixed "
                         "or sequence")
    if varied:
        raise InputError("--stronger: does not go with --vary; vary the number with the stronger agent as --agent")


def _at(agent: Agent, budget: int) -> str:
    """The agent with another budget a decision. Raises InputError for one that has none."""
    if isinstance(agent, Flat):
        return Flat(budget).name
    if not isinstance(agent, Search):
        raise InputError(f"--budget: found {budget}, but agent {agent.name} has no budget; expected mcts or flat")
    return replace(agent, params=replace(agent.params, seconds=None, simulations=budget)).name


def _check_numbers(asked: Question, experiments: tuple[str, ...]) -> None:
    for name, value, allowed in (("stop", asked.stop, STOPS), ("supply", asked.supply, SUPPLIES)):
        if value not in allowed:
            raise InputError(f"--{name}: found {value[:40]!r}, expected one of {', '.join(allowed)}")
    if asked.stop != "fixed" and not all(load(name).stops for name in experiments):
        can = ", ".join(name for name in NAMES if load(name).stops)
        raise InputError(f"--stop {asked.stop}: goes with the experiments {can}; found {', '.join(experiments)}")
    if not 1 <= asked.games <= MOST_GAMES:
        raise InputError(f"--games: found {asked.games}, expected 1 to {MOST_GAMES}")
    for name, size in (("delta-win", asked.delta_win), ("delta-margin", asked.delta_margin)):
        if size is not None and not 0 < size < 1000:
            raise InputError(f"--{name}: found {size:g}, expected more than 0")
    if not 0 < asked.q < 1:
        raise InputError(f"--q: found {asked.q:g}, expected between 0 and 1")


def _tokens(game: Game, asked: Question, seats: int) -> tuple[str, ...]:
    """The null token, points, one resource, and hidden points that check the prices."""
    there = resources(game)
    ladder = _ladder(game, asked, seats)
    own, unit = _resource(game, asked)
    points = tuple(f"{POINTS} {k}" for k in ladder) if POINTS in there else ()
    hidden = tuple(f"{HIDDEN} {k}" for k in (dict.fromkeys((ladder[0], ladder[-1])) if points else ladder))
    return (NULL, *points, *(f"{own} {k * unit}" for k in RESOURCE if own), *hidden)


def _to_compensate(game: Game, asked: Question) -> tuple[str, ...]:
    """A token of the resource in which places are compensated; none where the game has no resource to hand out."""
    own, unit = _resource(game, asked)
    return (f"{own} {TOKENS * unit}",) if own else ()


def _resource(game: Game, asked: Question) -> tuple[str, int]:
    """The resource asked for, else the game's first, and how much of it the smallest token is; or none."""
    others = [name for name in resources(game) if name != POINTS]
    own = asked.resource or next(iter(others), "")
    if own and own not in others:
        raise InputError(f"--resource: found {own[:40]!r}, {game.name} has: {', '.join(others) or 'none'}")
    return own, next((count for name, count in map(quantity, game.balance.tokens) if name == own), 1)


def _ladder(game: Game, asked: Question, seats: int) -> tuple[int, ...]:
    """Tokens of points: those asked for, else 2 to 10, or fewer and smaller where a game is won with few."""
    if asked.points:
        words = asked.points.split(",")
        if not all(w.strip().isdecimal() and 0 < int(w) <= 1000 for w in words):
            raise InputError(f"--points: found {asked.points[:40]!r}, expected whole numbers above 0, as in 2,4,6")
        return tuple(sorted({int(w) for w in words}))
    options = dict(asked.options)
    scores = [Line(Task(game.name, seats, options, asked.seed, ("greedy",) * seats, block=b)).play_out()
              .finished().scores for b in range(PROBES)]
    most = int(SHARE * float(np.mean(scores)))
    return LADDER if most >= LADDER[-1] else tuple(range(1, max(1, min(most, 5)) + 1))


def _check_starts(game: Game, draft: BalancePlan, kind: Kind) -> None:
    """Raises what the game says to any start that the plan asks for."""
    if draft.vary:
        if not any(o.name == "rules" for o in game.options):
            raise InputError(f"--vary: {game.name} has no option rules, through which printed numbers change")
        for value in draft.values:
            rules = what_if.rules_text(draft.options.get("rules", ""), draft.vary, value)
            game.start(draft.seats, {**draft.options, "rules": rules})
    items = kind.items if {"gift", "robin"} & set(draft.experiments) else ()
    for item in (*items, *draft.tokens):
        for seat in {0, draft.seats - 1}:
            held = ["" for _ in range(draft.seats)]
            held[seat] = item
            options = without_items(kind, draft.options, [item] if draft.supply == "moved" and item in items else [])
            holder = kind if kind.is_gift else replace(kind, given_by=GIFTS)
            _start(game, draft.seats, with_items(holder, options, held), f"{item} cannot be given to seat {seat}")
    if "boards" in draft.experiments:
        for first in range(len(kind.items)):
            held = [kind.items[(first + s) % len(kind.items)] for s in range(draft.seats)]
            _start(game, draft.seats, with_items(kind, draft.options, held), f"{', '.join(held)} cannot be given")
    if "supply" in draft.experiments:
        _start(game, draft.seats, without_items(kind, draft.options, kind.items),
               f"{kind.name} cannot be left out of the supply")


def _start(game: Game, seats: int, options: Mapping[str, str], what: str) -> None:
    """Raises InputError where the game refuses a start whose options this question makes up."""
    try:
        game.start(seats, options)
    except InputError as error:
        raise InputError(f"balance: {what} here: {reason(error)}") from error
