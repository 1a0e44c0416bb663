"""What backgammon's players lose a decision beside GNU Backgammon, by points and by wins.

    python -m bench gnubg --positions 200
    python -m bench gnubg --positions 200 --agent mcts:0.1s --agent net --model build/model.json

The positions are decisions with more than three results from games that GNU Backgammon's nets play with themselves. Its
nets judge, at two plies: what a decision loses is the equity of the best result less that of the one that was chosen.
By points, equity is that of money games without the cube, and our player plays with `scoring=points`; by wins, it is
twice the chance of winning, and our player plays with `scoring=win`. The package `gnubg-nn` is installed into an
environment of its own.
"""
from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

import games
from bench.peers.environment import ROOT, peer_python
from bench.peers.worker import Worker
from core_ext.state import State
from games.api import InputError
from mcts.agents import make
from mcts.interval import mean_interval
from mcts.levels import PLAYOUTS
from mcts.models import OWN

PACKAGE, MODULE = "gnubg-nn==1.1.0a11", "gnubg_nn"
WORKER = Path(__file__).parents[1] / "peers" / "gnubg_worker.py"
RESULTS = 3                 # a decision has more results than this
LOOKED_AT = 4               # results that look best without looking ahead, by points and by wins, are judged in depth
BAR, PLAY = 25, 2           # place of checkers on the bar, and stage of a decision, in our positions
AIMS = {"points": "points", "wins": "win"}      # what is measured, and the `scoring` of our game
NET, RAW = "net", "gnubg:0"     # players that do not search: our net, and theirs

Board = list[list[int]]     # two rows of 25, the points of each side as it counts them, and its bar; the second rolls
Judge = Callable[[Sequence[Board], int], list[list[float]]]


@dataclass(frozen=True)
class Decision:
    """A position to decide in, and what its best result is worth."""

    board: Board
    dice: tuple[int, int]
    best: dict[str, float]          # by aim, to the side that decides
    at_sight: dict[str, Board]      # by aim: the result that their net likes best without looking ahead
    race: bool


def worth(chances: Sequence[float], aim: str) -> float:
    """Equity of the side that has just moved, of the chances of the other one."""
    win, *more = chances
    return 1 - 2 * win - (more[0] + more[1] - more[2] - more[3] if aim == "points" else 0.0)


def is_race(board: Board) -> bool:
    """The last checkers of both sides have passed each other."""
    backs = [max((at for at in range(25) if row[at]), default=-1) for row in board]
    return sum(backs) < 23


def decision(board: Board, dice: tuple[int, int], results: Sequence[Board], judge: Judge) -> Decision:
    """What can be lost there. `results`: all boards that the roll can lead to, the other side on roll."""
    sight = judge(results, 0)
    order = {aim: sorted(range(len(results)), key=lambda i: -worth(sight[i], aim)) for aim in AIMS}
    some = sorted({i for each in order.values() for i in each[:LOOKED_AT]})
    deep = judge([results[i] for i in some], 2)
    return Decision(board, dice, {aim: max(worth(each, aim) for each in deep) for aim in AIMS},
                    {aim: list(results[order[aim][0]]) for aim in AIMS}, is_race(board))


def our_state(board: Board, dice: tuple[int, int], scoring: str) -> State:
    """Our position of a decision; seat 0 is on roll."""
    state = games.load("backgammon").start(2, {"scoring": scoring})
    state.load({"count": [ours(board[1]), ours(board[0])], "turns": [1, 1], "dice": list(dice), "stage": PLAY,
                "seat": 0})
    return state


def ours(row: Sequence[int]) -> list[int]:
    """Checkers by place: off, points 1 to 24, bar."""
    return [15 - sum(row), *row]


def theirs(state: State) -> Board:
    """The board after seat 0 has played, the other side on roll."""
    counts = state.raw()["count"]
    return [counts[0][1:], counts[1][1:]]


def chosen(player: str, at: Decision, aim: str, model: str, seed: int) -> Board:
    """The board that a player makes of a position."""
    if player == RAW:
        return at.at_sight[aim]
    state = our_state(at.board, at.dice, AIMS[aim])
    agent = make(f"net:{model}" if player == NET else player)
    while state.current_player() == 0:
        state.apply_action(agent.choose(state, seed))
    return theirs(state)


def decisions(worker: Worker, count: int, seed: int, folder: Path) -> list[Decision]:
    """The decisions to measure by, judged once and kept in a folder."""
    file = folder / f"gnubg-{count}-{seed}.json"
    if file.is_file():
        return [Decision(**{**each, "dice": (each["dice"][0], each["dice"][1])})
                for each in json.loads(file.read_text(encoding="utf-8"))]
    judge, found = judge_of(worker), []
    for number, each in enumerate(worker.ask("positions", seed=seed, count=count, results=RESULTS)["positions"], 1):
        dice = (each["dice"][0], each["dice"][1])
        results = worker.ask("ends", board=each["board"], dice=dice)["boards"]
        found.append(decision(each["board"], dice, results, judge))
        print(f"judged {number} of {count}", end="\r", file=sys.stderr)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps([vars(each) for each in found]), encoding="utf-8")
    return found


def judge_of(worker: Worker) -> Judge:
    """Their chances of boards, at so many plies."""
    def judge(boards: Sequence[Board], plies: int) -> list[list[float]]:
        chances: list[list[float]] = worker.ask("judge", boards=list(boards), plies=plies)["chances"]
        return chances
    return judge


def losses(player: str, aim: str, positions: Sequence[Decision], judge: Judge, model: str, seed: int) -> list[float]:
    """What a player loses in each position; never less than 0."""
    found = []
    for number, at in enumerate(positions):
        board = chosen(player, at, aim, model, seed + number)
        found.append(max(0.0, at.best[aim] - worth(judge([board], 2)[0], aim)))
    return found


def row(player: str, aim: str, lost: Sequence[float], positions: Sequence[Decision]) -> dict[str, Any]:
    """What is told of a player."""
    interval = mean_interval(lost)
    parts = {name: [loss for loss, at in zip(lost, positions, strict=True) if at.race == race]
             for name, race in (("contact", False), ("race", True))}
    return {"player": player, "by": aim, "positions": len(lost), "loss": round(interval.estimate, 4),
            "low": round(interval.low, 4), "high": round(interval.high, 4),
            **{name: round(sum(each) / len(each), 4) if each else None for name, each in parts.items()},
            "of": {name: len(each) for name, each in parts.items()}}


def run(positions: Annotated[int, typer.Option(min=2, help="decisions")] = 200,
        agent: Annotated[list[str] | None, typer.Option(
            help="players: specs of agents, net for the net alone, gnubg:0 for GNU Backgammon's own without search; "
                 "may repeat")] = None,
        model: Annotated[str, typer.Option(help="of the player net: own, or a file")] = OWN,
        seed: int = 1,
        folder: Annotated[Path, typer.Option(help="where judged positions are kept")] = ROOT / "build" / "gnubg"
        ) -> None:
    """Measure what players lose a decision, as JSON lines with 95 % intervals."""
    players = agent or [RAW, NET, f"mcts:0.1s,model={model}", f"mcts:3000,{PLAYOUTS}", "greedy"]
    for each in players:
        if each not in (NET, RAW):
            make(each)
    with Worker([str(peer_python(PACKAGE, MODULE)), str(WORKER)]) as worker:
        found = decisions(worker, positions, seed, folder)
        if not found:
            raise InputError(f"--positions: found {positions}, expected some")
        for player in players:
            for aim in AIMS:
                print(json.dumps(row(player, aim, losses(player, aim, found, judge_of(worker), model, seed), found)),
                      flush=True)
