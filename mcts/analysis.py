"""What a search found, in words and plain data: one JSON document, its plans, moves and lines of play in notation.

All of it is made in a position dealt anew from what the side to move knows: no part of it, such as where a line of play
ends, tells what is hidden from that side.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from games.frozen import frozen
from games.positions import whose
from mcts.confidence import Confidence, Phase, seen
from mcts.margins import margins
from mcts.turns import bound_order

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game
    from mcts.course import SoFar
    from mcts.outlook import Outlook
    from mcts.params import SearchParams
    from mcts.plans import Plan, Plans
    from mcts.result import MoveInfo
    from mcts.search import Searched

LINE = 12           # moves of a line of play at most
SEEN = 8            # visits of a reply that is called likely, at least
TRIED = 5           # draws that tell whose decision comes after luck
LEFT_ALONE = 16     # simulations that weigh as much as the guess that a move left alone is as good as the worst plan


@frozen
class Found:
    """All that is known of a position after a search: what `analysis` writes down."""

    game: Game
    state: State                # dealt anew from what the side to move knows
    search: Searched
    plans: Plans
    sure: Confidence
    points: Outlook             # of the first plans
    seconds: float
    stopped: bool
    lines: Lines
    late: Callable[[], bool] = lambda: False        # whether the time is over


class Lines:
    """Lines of play in notation, from one position; what several of them begin with is put into words once."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state = game, state
        self.texts: dict[tuple[int, ...], str | None] = {}     # of the last action of each; None: it does not fit

    def line(self, actions: Sequence[int]) -> list[str]:
        """The moves of a line of play.

        Ends before the first action that does not fit: a line that runs on past a chance node without naming
        its outcome says nothing about a position anyone can set up.
        """
        at, standing, words = self.state, 0, list[str]()
        for k, action in enumerate(actions):
            path = tuple(actions[:k + 1])
            if path not in self.texts:
                at = self.state.copy() if at is self.state else at
                for before in actions[standing:k]:
                    at.apply_action(before)
                standing = k
                fits = not at.is_terminal() and action in at.legal_actions()
                self.texts[path] = self.game.notation.action_text(at, action) if fits else None
            text = self.texts[path]
            if text is None:
                break
            words.append(text)
        return words


def analysis(found: Found, query: str = "") -> dict[str, Any]:
    """The answer to one query as a JSON document; field names as in KataGo's analysis engine where they mean the same.

    Chances (`winrate`, `winChance` and its bounds, `loss`, `pBest`) are shares of 1 and those of the side to move:
    the chance to win, from the first plan to the last move: calibrated, or else the share of `chanceGames` games won
    that were played on from the first plan. `utility` is what the search maximises. Losses
    are differences of `winrate` to the first row. `scoreMean` has one number a seat. `query` comes back as `id`.
    Numbers that are not known are null. docs/search.md tells what each field means.
    """
    state = found.state
    document: dict[str, Any] = {
        "id": query,
        "game": found.game.name,
        "version": found.game.version,
        **whose(found.game, state),
        "rootInfo": _root(found),
        "planInfos": [_plan(found, order, plan) for order, plan in enumerate(found.plans.plans)],
        "moveInfos": [{**info, "order": order} for order, info in enumerate(_moves(found))],
    }
    if found.game.hidden.belief is not None:
        document["belief"] = found.game.hidden.belief(state, state.current_player())
    return document


def partial_analysis(game: Game, state: State, so_far: SoFar, params: SearchParams, phase: Phase | None, seconds: float,
                     query: str = "") -> dict[str, Any]:
    """What is known while a search runs, in the fields of `analysis` as far as they are known by then: moves as the
    trees see them, and from half of the budget on the plans that are being valued.

    `state` is dealt anew as for the search, and `phase` what was measured of this third of the game; None: nothing was.
    """
    moves, plans = so_far.moves, so_far.plans
    own = seen(moves, plans)
    phase = own if phase is None else phase.read_by(own)
    first, lines = moves[0].utility if not plans else plans[0].utility, Lines(game, state)
    return {
        "id": query,
        "game": game.name,
        "version": game.version,
        "currentPlayer": state.current_player(),
        "rootInfo": {
            "visits": so_far.visits,
            "winrate": number(float(phase.chance(first))),
            "utility": number(first),
            "nodes": so_far.nodes,
            "seconds": number(seconds),
            "simulationsPerSecond": number(so_far.visits / seconds if seconds > 0 else 0.0),
            "seed": params.seed,
            "threads": params.threads,
        },
        "planInfos": [
            {"order": order, "moves": lines.line(plan.actions), "simulations": plan.simulations,
             "utility": number(plan.utility), "winrate": number(float(phase.chance(plan.utility)))}
            for order, plan in enumerate(plans)],
        "moveInfos": [
            {"move": game.notation.action_text(state, info.action), "order": order, "visits": info.visits,
             "winrate": number(float(phase.chance(info.utility))) if info.visits else None,
             "utility": number(info.utility) if info.visits else None, "prior": number(info.prior),
             "proven": number(info.proven), "pv": lines.line(info.pv)}
            for order, info in enumerate(moves)],
    }


def _root(found: Found) -> dict[str, Any]:
    result, sure, first = found.search.result, found.sure, found.plans.plans[0]
    visits = result.visits + found.plans.simulations
    points, errors = points_of(found, 0)
    proof = first.proof
    return {
        "visits": visits,
        "winrate": number(sure.chance[0]),
        "winChance": number(sure.chance[0]),
        "winChanceLow": number(sure.low),
        "winChanceHigh": number(sure.high),
        "utility": number(first.utility),
        "scoreMean": numbers(points or ()),
        "scoreStderr": numbers(errors or ()),
        "scoreStdev": number(0.0 if proof is not None else found.points.scores[0, :, first.seat].std(ddof=1)),
        "hurried": found.plans.hurried,
        "handUnknown": None,
        "scoreIsResult": bool((found.points.scores == found.points.wins).all()),
        "verdict": sure.verdict.value,
        "level": sure.level,
        "lossAtMost": number(sure.risk),
        "missed": number(sure.missed),
        "plans": len(found.plans.plans) + found.plans.others,
        "chained": any(len(p.actions) > 1 for p in found.plans.plans),
        "nodes": sum(t.node_count for t in found.search.trees),
        "seconds": number(found.seconds),
        "simulationsPerSecond": number(visits / found.seconds if found.seconds > 0 else 0.0),
        "seed": result.seed,
        "threads": result.threads,
        "repeatable": result.repeatable,
        "solved": found.plans.solved,
        "treeFull": any(t.full for t in found.search.trees),
        "calibrated": sure.calibrated,
        "chanceGames": sure.games,
        "phase": sure.phase,
        "playouts": found.points.playouts,
    }


def _plan(found: Found, order: int, plan: Plan) -> dict[str, Any]:
    game, state, sure = found.game, found.state, found.sure
    seen = order < len(found.points.scores)
    points, errors = points_of(found, order)
    if plan.proof is not None:
        margin: tuple[float | None, float | None] = float(margins(np.array([plan.proof.points]))[0, plan.seat]), 0.0
    else:
        margin = (None, None) if points is None else found.points.margin(order, plan.seat)
    other = _compared_with(order, len(found.points.scores))
    if other is not None and any(p.proof is not None and not p.end.is_terminal()
                                 for p in (plan, found.plans.plans[other])):
        other = None            # the games played on from a proven plan's end are not those of the proof
    return {
        "order": order,
        "moves": found.lines.line(plan.actions),
        "then": then(plan),
        "goesOn": goes_on(plan),
        "before": [list(pair) for pair in bound_order(game, state, plan.actions, found.late)]
        if seen and (order == 0 or not found.late()) else None,
        "simulations": plan.simulations,
        "utility": number(plan.utility),
        "utilityStderr": number(plan.stderr),
        "winrate": number(sure.chance[order]),
        "winrateStderr": number(sure.chance_error(float(sure.chance[order]), order)),
        "loss": number(sure.loss[order]),
        "pBest": number(sure.p_best[order]),
        "level": order < sure.level,
        "proven": plan.proven,
        "scoreMean": None if points is None else numbers(points),
        "scoreStderr": None if errors is None else numbers(errors),
        "margin": number(margin[0]),
        "marginStderr": number(margin[1]),
        "against": None if other is None else {"plan": other, "points": [
            {"seat": d.seat, "source": d.source, "points": number(d.points), "stderr": number(d.stderr)}
            for d in found.points.differences(order, other)]},
        "next": likely(found, plan) if seen else [],
    }


def points_of(found: Found, order: int) -> tuple[Sequence[float] | None, Sequence[float] | None]:
    """The points of each seat with a plan and their errors: those of its proof, else those played on for; or None."""
    proof = found.plans.plans[order].proof
    if proof is not None:
        return proof.points, [0.0] * len(proof.points)
    if order >= len(found.points.scores):
        return None, None
    points, errors = found.points.points(order)
    return points.tolist(), errors.tolist()


def _compared_with(order: int, shown: int) -> int | None:
    """The plan whose points are held against this one's: the next for the first, the first for all others."""
    if order >= shown or shown < 2:
        return None
    return 1 if order == 0 else 0


def then(plan: Plan) -> str:
    """What comes after a plan: who decides next, luck, or nothing."""
    who = plan.end.current_player()
    return "over" if plan.end.is_terminal() else "luck" if who < 0 else f"seat {who}"


def goes_on(plan: Plan) -> bool:
    """Whether the seat has more to decide in this turn after the luck that ends the plan, as a rule."""
    return plan.end.is_chance_node() and sum(_decider(plan.end, k) == plan.seat for k in range(TRIED)) > TRIED / 2


def _decider(at: State, seed: int) -> int:
    at, number = at.copy(), 0
    while at.is_chance_node():
        at.apply_action(at.sample_chance(seed, number))
        number += 1
    return at.current_player()


def likely(found: Found, plan: Plan) -> list[dict[str, Any]]:
    """What the search expects after a plan: the most visited replies, turn by turn, up to the next luck."""
    path, at, turns, count = list(plan.actions), plan.end.copy(), list[dict[str, Any]](), 0
    while at.current_player() >= 0 and count < LINE:
        legal, seat = at.legal_actions(), at.current_player()
        replies = sorted(found.search.known(path), key=lambda reply: -reply[1])
        if len(legal) > 1 and (not replies or replies[0][1] < SEEN):
            break
        action = legal[0] if len(legal) == 1 else replies[0][0]
        if not turns or turns[-1]["seat"] != seat:
            turns.append({"seat": seat, "moves": []})
        turns[-1]["moves"].append(found.game.notation.action_text(at, action))
        at.apply_action(action)
        path.append(action)
        count += 1
    return turns


def _moves(found: Found) -> list[dict[str, Any]]:
    """Every legal move, best first: by the best plan that can begin with it, else by the search alone."""
    of_plan: dict[int, list[int]] = {}
    for k, plan in enumerate(found.plans.plans):
        for action in plan.firsts:
            of_plan.setdefault(action, []).append(k)
    rows = [_move(found, info, of_plan.get(info.action, [])) for info in found.search.result.moves]
    return sorted(rows, key=lambda row: (-row["winrate"], len(rows) if row["plan"] is None else row["plan"],
                                         -row["visits"]))


def _move(found: Found, info: MoveInfo, mine: Sequence[int]) -> dict[str, Any]:
    sure, plans = found.sure, found.plans.plans
    plan = mine[0] if mine else None
    if plan is not None:
        utility, chance = plans[plan].utility, float(sure.chance[plan])
    else:
        utility = left_alone(info, plans)
        chance = min(float(sure.phase_chance(utility)), float(sure.chance[-1 if info.visits == 0 else 0]))
    points, errors = (None, None) if plan is None else points_of(found, plan)
    played = points is not None and plan is not None and plans[plan].proof is None
    return {
        "move": found.game.notation.action_text(found.state, info.action),
        "order": 0,
        "visits": info.visits,
        "winrate": number(chance),
        "winrateStderr": number(sure.chance_error(chance, None if plan is None else plan)),
        "loss": number(float(sure.chance[0]) - chance),
        "pBest": number(float(sum(sure.p_best[k] for k in mine))),
        "utility": number(utility),
        "plan": plan,
        "scoreMean": None if points is None else numbers(points),
        "scoreStderr": None if errors is None else numbers(errors),
        "scoreStdev": number(found.points.scores[plan, :, plans[plan].seat].std(ddof=1) if played and plan is not None
                             else None if points is None else 0.0),
        "prior": number(info.prior),
        "proven": None if info.proven is None else number(info.proven),
        "pv": found.lines.line(info.pv if plan is None else plans[plan].actions),
    }


def left_alone(info: MoveInfo, plans: Sequence[Plan]) -> float:
    """The utility of a move that begins no plan that was valued: the search's mean, drawn to the worst plan's where it
    made few visits, and never above the first plan's.
    """
    if info.proven is not None:
        return min(info.proven, plans[0].utility)
    worst = plans[-1].utility
    return min(plans[0].utility, (info.visits * info.utility + LEFT_ALONE * worst) / (info.visits + LEFT_ALONE))


def line(game: Game, state: State, actions: Sequence[int]) -> list[str]:
    """A line of play in notation, from `state`, as far as it fits."""
    return Lines(game, state).line(actions)


def number(x: float | None) -> float | None:
    """A number JSON can hold, or None: JSON has no NaN."""
    return None if x is None or not isfinite(x) else round(float(x), 6)


def numbers(x: Iterable[float]) -> list[float | None]:
    """One number a seat."""
    return [number(float(each)) for each in x]
