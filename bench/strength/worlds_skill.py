"""504, world by world: how games end, what greedy wins from random, and what the search wins from greedy."""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from joblib import Parallel, delayed

from bench.matches import KEY, Table, meet, percent, signed
from bench.peers.facts import facts
from bench.publish import Ledger, Row, page, publish
from games.packed import codes, enum
from games.registry import load
from games.world504.conditions import worlds
from mcts.agents import make
from mcts.walks import play_on

ROOT = Path(__file__).resolve().parents[2]
class What(StrEnum):
    """What is asked of the worlds."""

    ENDS = "ends"               # do games of greedy end by the world's rule?
    GREEDY = "greedy"           # greedy against random
    SEARCH = "search"           # mcts against greedy


SHOWN = 30          # worlds that a page of matches shows at most: those in which the first wins least
ALL = "The table shows the worlds that did worst; the command writes rows of all."
LEADS = {
    What.ENDS: "All seats play {agent}. A game that does not end by its world's rule stops after 40 rounds; why most "
               "of these do not end is told from their last position: a dead end of the rules, or of the agent.",
    What.GREEDY: "Greedy, which plays the move that the heuristics rate highest, against random moves. Games come in "
                 "blocks that share their luck, with swapped seats.",
    What.SEARCH: "The search against greedy. Games come in blocks that share their luck, with swapped seats.",
}


def endings(world: str, seats: int, games: int, seed: int, agent: str = "greedy") -> Row:
    """How many games of an agent in this world end by its rule, after how many rounds, and why most others do not."""
    game, rounds = load("world504"), 0
    reasons: Counter[str] = Counter()
    for number in range(games):
        state: Any = game.start(seats, {"world": world})
        for _ in play_on(state, make(agent), seed + number):
            pass
        raw = state.raw()
        rounds += raw["round"]
        if raw["capped"]:
            reasons[standstill(raw, state.rules_in_force())] += 1
    why = reasons.most_common(1)[0][0] if reasons else ""
    return {"world": world, "seats": seats, "games": games, "by_rule": games - reasons.total(),
            "rounds": round(rounds / games, 1), "why": why}


def standstill(raw: dict[str, Any], rules: dict[str, Any]) -> str:
    """Why a game that came to its last allowed round did not end before, told from its last position."""
    owners, goal = raw["owner"][:rules["owners"]], enum("world504", "Goal")[rules["goal"]]
    nowhere, city = codes("world504", "NOWHERE CITY")
    if goal == "goods-delivered" and rules["house_delivery"]:
        room = rules["owners"] * (len(raw["city_at"]) * rules["house_capacity"] + 1)
        if room < rules["end_goods"]:
            return f"rules: all trading houses together take {room} goods, and {rules['end_goods']} are asked for"
    if goal == "city-cards" and raw["stack"][city] and all(
            owner["cards"].bit_count() == len(raw["city_at"]) - raw["city_at"].count(nowhere) for owner in owners):
        return "rules: no space takes the last cities, as cities never lie side by side"
    if goal == "cities-connected" and rules["roads_each"] and all(owner["roads"] == 0 for owner in owners):
        return f"agent: its {rules['roads_each']} roads are built, and connect too few cities"
    return "agent: it finds nothing more to do"


def matched(world: str, table: Table, agents: tuple[str, str], ledger: Ledger) -> Row:
    """The line of a match in this world, at a table like this one."""
    return {"world": world} | meet(replace(table, options={"world": world}), *agents, ledger)


def pooled(rows: Sequence[Row]) -> str:
    """What all worlds come to together."""
    shares = [float(row["win"]) for row in rows]
    above, below = sum(share > 0.5 for share in shares), sum(float(row["high"]) < 0.5 for row in rows)
    return (f"Pooled over {len(rows)} worlds the first wins {100 * sum(shares) / len(shares):.1f} %; it wins more than "
            f"half in {above}, and is significantly below half in {below}.")


def lowest(rows: Sequence[Row]) -> list[Row]:
    """The worlds in which the first wins least, SHOWN at most, by their names."""
    worst = sorted(rows, key=lambda row: (float(row["win"]), float(row["margin"])))[:SHOWN]
    return sorted(worst, key=lambda row: str(row["world"]))


Games = Annotated[int, typer.Option(min=2, help="Games of each world, rounded up to whole blocks.")]
Only = Annotated[list[str] | None, typer.Option("--world", help="Only these worlds.")]
Sample = Annotated[int, typer.Option(help="So many worlds, drawn by the seed; 0: all.")]
MadeOf = Annotated[str, typer.Option(help="Only worlds made of these modules.")]
Having = Annotated[str, typer.Option(help="Only worlds with one of these modules at least.")]
Name = Annotated[str, typer.Option(help="Of the files; by default that of what is asked.")]
Jobs = Annotated[int, typer.Option(min=1, help="Games that are played side by side.")]
Simulations = Annotated[int, typer.Option(min=1, help="Simulations a decision, of the search.")]
Agent = Annotated[str, typer.Option(help="Who plays, of ends.")]
Out = Annotated[Path, typer.Option(help="Folder for the table and the ledger.")]


def run(what: What, games: Games = 20, seats: int = 2, sample: Sample = 0, world: Only = None,
        made_of: MadeOf = "123456789", having: Having = "123456789", simulations: Simulations = 200, seed: int = 1,
        out: Out = ROOT / "bench" / "results", name: Name = "", jobs: Jobs = 1, agent: Agent = "greedy") -> None:
    """Play 504 world by world; write CSV and Markdown. A finished block is kept and not played again.

    Example: python -m bench worlds_skill search --games 20 --sample 30
    """
    chosen = world or [code for code in worlds() if set(code) <= set(made_of) and set(code) & set(having)]
    if sample:
        chosen = sorted(random.Random(seed).sample(chosen, sample))
    name = name or f"worlds-{what}"
    about = facts(seed=str(seed), seats=str(seats))
    if what is What.ENDS:
        rows = Parallel(jobs)(delayed(endings)(code, seats, games, seed, agent) for code in chosen)
        head = ["world", "games", "by the world's rule", "rounds", "why not the others"]
        short = [row for row in rows if world or int(row["by_rule"]) < games]
        body = [[str(row[key]) for key in ("world", "games", "by_rule", "rounds", "why")] for row in short]
        good = sum(int(row["by_rule"]) >= 0.95 * games for row in rows)
        below = f"In {good} of {len(rows)} worlds at least 95 % of games end by the rule."
    else:
        agents = ("greedy", "random") if what is What.GREEDY else (f"mcts:{simulations}", "greedy")
        ledger = Ledger(out / f"{name}-blocks.csv", KEY)
        table = Table("world504", seats, {}, games, seed, jobs)
        rows = [matched(code, table, agents, ledger) for code in chosen]
        head = ["world", "first", "second", "games", "% of the win (95 %)", "ahead (95 %)"]
        body = [[str(row["world"]), *(f"`{row[agent]}`" for agent in ("first", "second")), str(row["games"]),
                 percent(row), signed(row)] for row in lowest(rows)]
        below = pooled(rows)
    print(below)
    below += f" {ALL}" if len(body) < len(rows) else ""
    lead = LEADS[what].format(agent=agent)
    for path in publish(rows, about, page(f"504: {what}", lead, about, head, body, below=below), out, name):
        print(path)
