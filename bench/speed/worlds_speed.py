"""How fast 504 is beside Orléans: worlds of different modules, each in turn with Orléans, against four marks."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Annotated

import typer

import mcts.bench
from bench.peers.facts import facts
from bench.publish import Row, page, publish
from games.positions import draw_on
from games.registry import load

ROOT = Path(__file__).resolve().parents[2]
WORLDS = ("123", "275", "352", "586", "618", "731", "867")      # all modules that can be played, and all board plans
DECISIONS, PLAYOUTS, FLOOR, TREE = 0.3, 0.2, 4.0, 0.7           # the marks
LEAD = f"""Two seats, one thread, this machine, seconds of the processor. Each world is measured as `ludosoph bench`
does it, right after Orléans, and its rates are shares of Orléans' of that moment. *Decisions* are those of random
playouts a second, *playouts* heuristic ones. *Playout / floor* is the time of a random playout by that of applying its
moves alone; *tree / playouts* the simulations a second of a search of {mcts.bench.TREE_SIMULATIONS:,} by heuristic
playouts a second. The marks are {DECISIONS:g}, {PLAYOUTS:g}, at most {FLOOR:g} and {TREE:.0%}; a figure in bold falls
short. Made by `python -m bench worlds_speed`."""


def measured(game: str, options: Mapping[str, str], seconds: float, seed: int) -> mcts.bench.Bench:
    """What `ludosoph bench` finds for two seats of this game."""
    rules = load(game)
    state = rules.start(2, options)
    draw_on(state, seed)
    return mcts.bench.bench(rules.name, rules.version, state, seconds, (1,), seed, clock=process_time,
                            simulations=mcts.bench.TREE_SIMULATIONS)


def row_of(world: str, seconds: float, seed: int) -> Row:
    """A world beside Orléans."""
    mark, found = measured("orleans", {}, seconds, seed), measured("world504", {"world": world}, seconds, seed)
    return {"world": world, "decisions": found.decisions_per_second, "orleans_decisions": mark.decisions_per_second,
            "playouts": found.playouts_per_second, "orleans_playouts": mark.playouts_per_second,
            "playout_over_floor": found.playout_over_floor, "tree_over_playouts": found.tree_over_playouts,
            "state_bytes": found.state_bytes}


def judged(row: Row) -> dict[str, tuple[str, bool]]:
    """Each figure that has a mark: its text, and whether it holds."""
    decisions, playouts = row["decisions"] / row["orleans_decisions"], row["playouts"] / row["orleans_playouts"]
    floor, tree = row["playout_over_floor"], row["tree_over_playouts"]
    return {"decisions": (f"{decisions:.2f}", decisions >= DECISIONS),
            "playouts": (f"{playouts:.2f}", playouts >= PLAYOUTS),
            "floor": (f"{floor:.2f}", floor <= FLOOR), "tree": (f"{tree:.0%}", tree >= TREE)}


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    head = ["world", "decisions a second", "of Orléans'", "playouts a second", "of Orléans'", "playout / floor",
            "tree / playouts"]
    body, short = [], []
    for row in rows:
        found = judged(row)
        shown = {name: text if holds else f"**{text}**" for name, (text, holds) in found.items()}
        short += [f"{name} in {row['world']}" for name, (_, holds) in found.items() if not holds]
        body.append([str(row["world"]), f"{row['decisions']:,.0f}", shown["decisions"], f"{row['playouts']:,.0f}",
                     shown["playouts"], shown["floor"], shown["tree"]])
    below = f"Short of a mark: {', '.join(short)}." if short else "All marks hold."
    return page("504 beside Orléans", LEAD, about, head, body, below=below)


Only = Annotated[list[str] | None, typer.Option("--world", help="Only these worlds.")]
Seconds = Annotated[float, typer.Option(min=0.1, help="Of one measurement, roughly.")]
Out = Annotated[Path, typer.Option(help="Folder for worlds-speed.csv and .md.")]


def run(world: Only = None, seconds: Seconds = 2.0, seed: int = 0, out: Out = ROOT / "bench" / "results") -> None:
    """Measure worlds of 504 beside Orléans; write CSV and Markdown.

    Example: python -m bench worlds_speed --world 867
    """
    rows: list[Row] = []
    for code in world or WORLDS:
        rows.append(row_of(code, seconds, seed))
        print(code, ", ".join(f"{name} {text}" for name, (text, _) in judged(rows[-1]).items()), flush=True)
    about = facts(seats="2", seed=str(seed))
    for path in publish(rows, about, written(rows, about), out, "worlds-speed"):
        print(path)
