"""What matches and speeds came to, as tables for a terminal. Nothing is computed here but how it looks."""
from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from mcts.bench import Bench
from mcts.interval import ENOUGH, Interval
from mcts.match import MatchResult
from reports.terminal.layout import Paragraph, Sheet
from reports.wording import counted


def standings(result: MatchResult) -> RenderableType:
    """Which of the agents of a match is stronger, what each one reached, and what a reader has to know."""
    rows = [(s.agent, s.seats, Text(f"{100 * s.win.estimate:.1f}", _colour(s.win, result.par)), bounds(s.win, 100),
             f"{s.margin.estimate:.1f}", bounds(s.margin, 1), f"{s.score:.1f}") for s in result.standings]
    heads = ("agent", "seats", "win %", "95 % interval", "margin", "95 % interval", "score")
    lines = [strength(result), f"{result.games:,} games in {counted(result.blocks, 'block')}, "
             f"{result.seats} seats, seed {result.seed}, {result.game} version {result.version}."]
    if result.elo is not None:
        lines.append(f"Elo of {result.standings[0].agent} against the others: {result.elo.estimate:.1f}"
                     + (f", {bounds(result.elo, 1)} at 95 %." if result.elo.is_known else ", interval unknown."))
    if (decided := result.decision) is not None:
        level = {"s0": decided.test.s0, "s1": decided.test.s1}.get(decided.accepted)
        verdict = "is not settled" if level is None else f"finds the share nearer to {100 * level:.1f} %"
        verdict += f": log likelihood ratio {decided.ratio:.2f} after {counted(decided.blocks, 'block')}"
        if level is None and decided.blocks < decided.test.first:
            there = "there is 1" if decided.blocks == 1 else f"there are {decided.blocks:,}"
            verdict = f"looks at the games from {decided.test.first:,} blocks on, and {there}"
        lines.append(f"The sequential test of {100 * decided.test.s0:.1f} % against {100 * decided.test.s1:.1f} % "
                     f"{verdict}.")
    return Group(Paragraph(lines[0]), Text(""), Sheet(heads, rows, ("agent",)), Text(""),
                 *map(Paragraph, (*lines[1:], *result.notes)))


def strength(result: MatchResult) -> str:
    """In words, whether the first agent of a match is stronger than the others."""
    first, *others = result.standings
    against = others[0].agent if len(others) == 1 else "the others"
    share = f"{100 * first.win.estimate:.1f} % of the games; equal play would win {100 * result.par:.1f} %"
    if not first.win.is_known or result.blocks < ENOUGH["win"]:
        return f"{first.agent} won {share}."
    if first.win.low <= result.par <= first.win.high:
        return f"{first.agent} and {against} cannot be told apart: {first.agent} won {share}."
    level = "stronger" if first.win.low > result.par else "weaker"
    return f"{first.agent} is {level} than {against}: it won {share}."


def _colour(share: Interval, par: float) -> str:
    """Green for a share of the win above that of equal play, red for one below it, none where that is not sure."""
    if not share.is_known or share.low <= par <= share.high:
        return ""
    return "green" if share.low > par else "red"


def bounds(interval: Interval, unit: float, digits: int = 1) -> str:
    """The bounds of an interval in the unit of the column, where there are any."""
    return f"{unit * interval.low:.{digits}f} to {unit * interval.high:.{digits}f}" if interval.is_known else "-"


def speed(found: Bench) -> RenderableType:
    """The figures of a bench, one a line, and the threads."""
    b = found
    lines = [
        ("random playouts", f"{b.random_playouts_per_second:,.0f} /s",
         f"{b.decisions_per_game:.0f} decisions, {b.steps_per_game:.0f} steps each"),
        ("decisions", f"{b.decisions_per_second:,.0f} /s", "in uniform random play"),
        ("floor", f"{b.floor_games_per_second:,.0f} /s", "recorded random games applied again"),
        ("playout / floor", f"{b.playout_over_floor:.2f}", "time of a step"),
        ("heuristic playouts", f"{b.playouts_per_second:,.0f} /s", "to the end of the game"),
        ("simulations", f"{b.simulations_per_second:,.0f} /s", f"in a tree of {b.tree_simulations:,}, one thread"),
        ("whole simulations", f"{b.whole_simulations_per_second:,.0f} /s", "the same with playouts to the end"),
        ("tree / playouts", f"{100 * b.tree_over_playouts:.0f} %", "whole simulations / heuristic playouts"),
    ]
    threads = [(t.threads, f"{t.simulations_per_second:,.0f}", f"{t.speedup:.2f}") for t in b.threads]
    head = (f"{b.game} version {b.version}, {b.seats} seats: {b.simulations_per_second:,.0f} simulations a second on "
            "one thread")
    took = f"{b.seconds:.0f}" if b.seconds >= 10 else f"{b.seconds:.1f}"
    foot = f"Medians of {b.rounds} rounds in {took} s, seed {b.seed}; a position takes {b.state_bytes} bytes."
    return Group(Paragraph(head), Text(""), Sheet(("what", "rate", "of what"), lines, ("what", "of what")), Text(""),
                 Sheet(("threads", "simulations/s", "times one"), threads), Text(""), Paragraph(foot))
