"""What the commands show: plain data to tables for a terminal. Nothing is computed here but how it looks."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from core_ext.state import State
from games.api import Game
from games.records import plain
from mcts.analysis import Z95
from mcts.bench import Bench
from mcts.interval import Interval
from mcts.match import MatchResult
from mcts.review import Review, totals


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], words: Sequence[str] = ()) -> Table:
    """A plain table; the columns named in `words` hold text and stand left, all others numbers."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for head in heads:
        made.add_column(head, justify="left" if head in words else "right", overflow="fold")
    for row in rows:
        made.add_row(*(Text(str(cell)) for cell in row))
    return made


def ranking(document: Mapping[str, Any], top: int) -> RenderableType:
    """The ranked moves of an analysis, its first `top` of them, and what can be said of the best."""
    mover, root, moves = document["currentPlayer"], document["rootInfo"], document["moveInfos"]
    seats = [mover, *(s for s in range(len(root["scoreMean"])) if s != mover)]
    heads = ["", "move", "visits", "win %", "±", "P(best) %", "loss %", *(f"seat {s} scores" for s in seats), "then"]
    rows = []
    for info in moves[:top]:
        seen = info["visits"] > 0
        rows.append([f"{info['order'] + 1}{'=' if info['tied'] and not alone(moves) else ''}", info["move"],
                     f"{info['visits']:,}", percent(info["winrateMean"]), percent(info["winrateMeanStderr"], Z95),
                     percent(info["pBest"]), percent(info["loss"]),
                     *(f"{info['scoreMean'][s]:.1f}" if seen else "-" for s in seats), line_text(info["pv"][1:6])])
    more = f", {len(moves) - top} more moves not shown" if len(moves) > top else ""
    foot = (f"seat {mover} to move: wins {chance_text(root, moves)}; {root['visits']:,} simulations in "
            f"{root['seconds']:.1f} s ({root['simulationsPerSecond']:,.0f}/s), seed {root['seed']}{more}")
    lines = [Text(foot), Text(verdict(root, moves))]
    if not root["calibrated"] and len(moves) > 1:
        lines.append(Text("P(best) and loss are rough: they were never measured for this game with so many seats."))
    if root["treeFull"]:
        lines.append(Text("The search tree reached its limit of memory and grew no further."))
    if document.get("belief"):
        lines += [Text(f"What seat {mover} expects of hidden things:"), *map(Text, belief_lines(document["belief"]))]
    return Group(table(heads, rows, ("move", "then")), *lines)


def outcome(game: Game, state: State, players: Sequence[str] | None) -> RenderableType:
    """Scores by source, and who won if the game is over."""
    names = seat_names(state.seats, players)
    sources = state.sources()
    heads = ["", *(name for name in game.sources if any(seat.get(name) for seat in sources)), "score"]
    rows = [[names[s], *(sources[s].get(name, 0) for name in heads[1:-1]), plain(points)]
            for s, points in enumerate(state.scores())]
    winners = [names[s] for s, share in enumerate(state.win_shares()) if share > 0] if state.is_terminal() else []
    return Group(table(heads, rows, ("",)), *([Text(f"won by {' and '.join(winners)}")] if winners else []))


def seat_names(seats: int, players: Sequence[str] | None) -> list[str]:
    """The seats by number, each with its player where they are known."""
    return [f"seat {s}" + (f" ({players[s]})" if players else "") for s in range(seats)]


def percent(share: float | None, times: float = 1.0) -> str:
    """A share in percent; a dash for what is not known."""
    return "-" if share is None else f"{100 * times * share:.1f}"


def alone(moves: Sequence[Mapping[str, Any]]) -> bool:
    """Whether no move is tied with the first."""
    return not any(info["tied"] for info in moves[1:])


def chance_text(root: Mapping[str, Any], moves: Sequence[Mapping[str, Any]]) -> str:
    """The win chance with the best move, with all of its error where that was measured."""
    error = moves[0]["winrateMeanStderr"]
    if root["winChance"] is None or error is None:
        return f"{100 * root['winrate']:.1f} %"
    return f"{100 * root['winChance']:.1f} ± {100 * Z95 * hypot(error, root['modelStderr']):.1f} %"


def verdict(root: Mapping[str, Any], moves: Sequence[Mapping[str, Any]]) -> str:
    """In words, how far the first move can be told from the others."""
    if len(moves) == 1:
        return "There is no other move."
    if root["solved"]:
        return "The position is solved: the best move is proven."
    if alone(moves):
        return "The best move is better than the next best ones, at 95 % confidence."
    others = [str(info["order"] + 1) for info in moves[1:] if info["tied"]]
    named = f"move {others[0]} may be" if len(others) == 1 else f"moves {' and '.join(others)} may be"
    return (f"Tied: {named} as good as the best one. The search does not tell them apart at 95 %, nor do "
            f"{root['pairedPlayouts']} playouts of each with the same luck. More time may settle it.")


def belief_lines(belief: Mapping[str, Any], indent: str = "  ") -> list[str]:
    """A belief as indented lines: numbers of one kind share a line, what holds more begins a new one."""
    lines = []
    for name, value in belief.items():
        if isinstance(value, Mapping) and any(isinstance(inner, Mapping) for inner in value.values()):
            lines += [f"{indent}{name}:", *belief_lines(value, indent + "  ")]
        else:
            lines.append(f"{indent}{name}: {plain_value(value)}")
    return lines


def plain_value(value: Any) -> str:
    """A number, a list of numbers or a flat mapping in one line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {plain_value(inner)}" for name, inner in value.items()) or "none"
    if isinstance(value, list | tuple):
        return " / ".join(map(plain_value, value))
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def line_text(moves: Sequence[str]) -> str:
    """A line of play in one string."""
    return " > ".join(moves)


def standings(result: MatchResult) -> RenderableType:
    """The entrants of a match, what the first one is worth, and what a reader has to know."""
    rows = [(s.agent, s.seats, *bounds(s.win, 100), *bounds(s.margin, 1), f"{s.score:.1f}") for s in result.standings]
    heads = ("agent", "seats", "win %", "95 % interval", "margin", "95 % interval", "score")
    lines = [f"{result.games} games in {result.blocks} blocks, {result.seats} seats, seed {result.seed}, "
             f"{result.game} version {result.version}; par is {100 * result.par:.1f} %"]
    if result.elo is not None:
        value, interval = bounds(result.elo, 1)
        lines.append(f"{result.standings[0].agent} against the others: {value} Elo, {interval}")
    if (decided := result.decision) is not None:
        level = {"s0": decided.test.s0, "s1": decided.test.s1}.get(decided.accepted)
        verdict = "not settled" if level is None else f"nearer {100 * level:.1f} %"
        lines.append(f"sequential test of {100 * decided.test.s0:.1f} % against {100 * decided.test.s1:.1f} %: "
                     f"{verdict}, log likelihood ratio {decided.ratio:.2f} after {decided.blocks} blocks")
    return Group(table(heads, rows, ("agent",)), *(Text(line) for line in (*lines, *result.notes)))


def bounds(interval: Interval, unit: float) -> tuple[str, str]:
    """Interval and bounds in the unit of the column; no bounds where there are none."""
    if not interval.is_known:
        return f"{unit * interval.estimate:.1f}", "-"
    return f"{unit * interval.estimate:.1f}", f"{unit * interval.low:.1f} to {unit * interval.high:.1f}"


def judgement(review: Review, names: Sequence[str], worst: int | None) -> RenderableType:
    """The rows of a review in order of play, or only the `worst` most expensive ones, and the totals of each seat."""
    rows = list(review.rows)
    if worst is not None:
        worst_ones = sorted(rows, key=lambda r: -r.cost)[:worst]
        rows = [r for r in rows if r in worst_ones]
    heads = ("event", "seat", "played", "win %", "cost", "±", "score cost", "better")
    cells = [(r.event, r.seat, r.move, f"{100 * r.winrate:.1f}", f"{100 * r.cost:.1f}{'!' if r.sure else ''}",
              f"{196 * r.cost_stderr:.1f}", f"{r.score_cost:.1f}", "" if r.move == r.best else r.best) for r in rows]
    sums = [(names[s], n, f"{100 * win:.1f}", f"{score:.1f}") for s, (n, win, score) in
            enumerate(totals(review.rows, len(names)))]
    foot = (f"cost: win chance lost, in percentage points; ! beyond its 95 % interval. {len(review.rows)} decisions "
            f"searched with {review.simulations:,} simulations each, {review.forced} had one legal move only.")
    return Group(table(heads, cells, ("played", "better")), Text(foot),
                 table(("seat", "decisions", "win % lost", "points lost"), sums, ("seat",)))


def speed(found: Bench) -> RenderableType:
    """The figures of a bench, one a line, and the threads."""
    b = found
    lines = [
        ("random playouts", f"{b.random_playouts_per_second:,.0f} /s",
         f"{b.decisions_per_game:.0f} decisions, {b.steps_per_game:.0f} steps each"),
        ("decisions", f"{b.decisions_per_second:,.0f} /s", "in uniform random play"),
        ("floor", f"{b.floor_games_per_second:,.0f} games/s", "recorded random games applied again"),
        ("playout / floor", f"{b.playout_over_floor:.2f}", "time a step"),
        ("heuristic playouts", f"{b.playouts_per_second:,.0f} /s", "to the end of the game"),
        ("simulations", f"{b.simulations_per_second:,.0f} /s", f"a tree of {b.tree_simulations:,}, one thread"),
        ("whole simulations", f"{b.whole_simulations_per_second:,.0f} /s", "the same with playouts to the end"),
        ("tree / playouts", f"{100 * b.tree_over_playouts:.0f} %", "of these, of the rate without a tree"),
    ]
    threads = [(t.threads, f"{t.simulations_per_second:,.0f}", f"{t.speedup:.2f}") for t in b.threads]
    foot = (f"{b.game} version {b.version}, {b.seats} seats, {b.state_bytes} bytes a position; medians of {b.rounds} "
            f"rounds in {b.seconds:.0f} s, seed {b.seed}")
    return Group(table(("", "rate", "of what"), lines, ("", "of what")),
                 table(("threads", "simulations/s", "times one"), threads), Text(foot))
