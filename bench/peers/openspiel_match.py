"""A match of our search with OpenSpiel's at equal simulations: paired games with swapped seats, and their mean."""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import numpy as np
import pandas as pd
import typer

from bench.peers import ours
from bench.peers.environment import ROOT
from bench.peers.facts import facts
from bench.peers.games import PAIRINGS, Pairing
from bench.peers.pairs import deals, openings
from bench.peers.table import piped
from bench.peers.worker import Worker, openspiel
from games.registry import names
from mcts.interval import Interval, known, mean_interval, share_interval
from reports.documents.writers import write_csv

TITLE = "Equal simulations: matches with OpenSpiel"
LEAD = """Both sides search with UCT, the same exploration constant and as many simulations a decision, each with one
uniformly random playout, and play the action most visited (`sampled`: one drawn in proportion to visits). The two
games of a pair share the opening of 2 to 4 random moves, or the cards, and the seats are swapped; a pair is one
observation of the 95 % interval. In Leduc poker the result is chips a game, OpenSpiel's `ISMCTSBot` plays the other
side, and pairs go through all 120 deals before one comes again; else it is our share of the wins, a draw counting half.
The seed fixes openings, cards and our searches; `ISMCTSBot` does not repeat with the seed it is given, so a match of
Leduc poker that is played again has other games. Made by `python -m bench openspiel_match`."""

PROGRESS = 50                   # pairs between two lines on standard error

# what each pair begins with, in OpenSpiel's codes: moves, or the outcomes of chance as they are needed
BEGINS: dict[str, Callable[[int], Iterator[tuple[int, ...]]]] = {"connect_four": openings, "leduc_poker": deals}


@dataclass(frozen=True)
class Settings:
    """What both sides are given for a decision."""

    simulations: int
    exploration: float          # for utilities in [0, 1]
    sampled: bool
    seed: int


@dataclass
class Match:
    """Results of the pairs played so far: our chips, or our share of the win, in the game from each seat."""

    game: str
    settings: Settings
    results: list[tuple[float, float]] = field(default_factory=list)

    @property
    def in_chips(self) -> bool:
        return self.game == "leduc_poker"

    def interval(self) -> Interval:
        """The mean over games, one observation a pair."""
        means = [sum(pair) / 2 for pair in self.results]
        return mean_interval(means) if self.in_chips else share_interval(means)


def decision_seed(*parts: int) -> int:
    """A seed that OpenSpiel's 32 bits can hold, for one decision of one game."""
    return int(np.random.SeedSequence(parts).generate_state(1)[0]) >> 1


def play(pairing: Pairing, peer: Worker, begin: Sequence[int], our_seat: int, settings: Settings, pair: int) -> float:
    """One game: our chips, or our share of the win. Raises ValueError where the two sides name different results."""
    luck = list(begin)
    actions = [] if pairing.name == "leduc_poker" else [luck.pop(0) for _ in begin]
    state = pairing.ours(actions, peer)
    while not state.is_terminal():
        seed = decision_seed(settings.seed, pair, our_seat, len(actions))
        if state.is_chance_node():
            code = luck.pop(0)
        elif state.current_player() == our_seat:
            chosen = ours.choose(state, settings.simulations, settings.exploration, seed, settings.sampled)
            code = pairing.theirs(state, chosen)
        else:
            answer = peer.ask("choose", game=pairing.name, actions=actions, simulations=settings.simulations, seed=seed,
                              exploration=pairing.exploration(settings.exploration), sampled=settings.sampled)
            code = int(answer["action"])
        state.apply_action(pairing.translate(state, code))
        actions.append(code)
    returns = peer.ask("describe", game=pairing.name, actions=actions)["returns"]
    if abs(returns[our_seat] / pairing.span + 0.5 - state.returns()[our_seat]) > 1e-9:
        raise ValueError(f"{pairing.name} after {actions}: OpenSpiel's returns are {returns}, ours {state.returns()}")
    return float(returns[our_seat] if pairing.name == "leduc_poker" else state.win_shares()[our_seat])


def contest(match: Match, pairing: Pairing, peer: Worker, pairs: int) -> bool:
    """Play the pairs. Returns whether all were played; False after Ctrl-C, which keeps those that were."""
    begins = BEGINS[match.game](match.settings.seed)
    try:
        for pair in range(pairs):
            begin = next(begins)
            first, second = (play(pairing, peer, begin, seat, match.settings, pair) for seat in (0, 1))
            match.results.append((first, second))
            if len(match.results) % PROGRESS == 0:
                print(f"{match.game}: {len(match.results)} of {pairs} pairs, {said(match)}", file=sys.stderr)
    except KeyboardInterrupt:
        return False
    return True


def said(match: Match) -> str:
    """The mean with its interval, in words."""
    found = match.interval()
    scale, sign, unit = (1.0, "+", " chips") if match.in_chips else (100.0, "", " %")
    if not found.is_known:
        return f"{scale * found.estimate:{sign}.3g}{unit}"
    return f"{scale * found.estimate:{sign}.3f}{unit} ({scale * found.low:{sign}.3f} to {scale * found.high:{sign}.3f})"


def row(match: Match) -> dict[str, object]:
    """One line of the table."""
    found, results = match.interval(), np.array(match.results)
    level = 0.0 if match.in_chips else 0.5
    return {"game": match.game, "unit": "chips a game" if match.in_chips else "share of wins",
            "simulations": match.settings.simulations,
            "choice": "sampled" if match.settings.sampled else "most visited",
            "pairs": len(results), "games": results.size, "won": int((results > level).sum()),
            "level": int((results == level).sum()), "lost": int((results < level).sum()),
            "as_seat_0": float(results[:, 0].mean()), "as_seat_1": float(results[:, 1].mean()),
            "estimate": found.estimate, **known([("low", found.low), ("high", found.high), ("stderr", found.stderr)])}


def page(matches: Sequence[Match], about: dict[str, str]) -> str:
    """The matches as Markdown."""
    head = ["game", "choice", "simulations", "pairs", "won", "level", "lost", "mean with 95 % interval"]
    body = [[str(r["game"]), str(r["choice"]), f"{m.settings.simulations:,}", str(r["pairs"]), str(r["won"]),
             str(r["level"]), str(r["lost"]), said(m)] for m in matches for r in (row(m),)]
    listed = [f"* {name.replace('_', ' ')}: {value}" for name, value in about.items()]
    return "\n".join([f"# {TITLE}", "", LEAD, "", *listed, "", *piped(head, body, left=2)]) + "\n"


Games = Annotated[str, typer.Option(help="connect_four, leduc_poker or both, separated by a comma.")]
Simulations = Annotated[int, typer.Option(min=2, help="Simulations a decision, of both sides.")]
Pairs = Annotated[int, typer.Option(min=2, help="Pairs of games: 500 are 1,000 games.")]
Exploration = Annotated[float, typer.Option(help="c of UCT for utilities in [0, 1]; OpenSpiel's is converted.")]
Sampled = Annotated[bool, typer.Option("--sampled", help="In Leduc poker draw the action in proportion to visits.")]
Out = Annotated[Path, typer.Option(help="Folder for NAME.csv and NAME.md.")]
Name = Annotated[str, typer.Option(help="Name of these files.")]


def run(games: Games = "connect_four,leduc_poker", simulations: Simulations = 1000, pairs: Pairs = 500,
        exploration: Exploration = 1.0, sampled: Sampled = False, seed: int = 1,
        out: Out = ROOT / "bench" / "results", name: Name = "openspiel_match") -> None:
    """Play matches of our search with OpenSpiel's at equal simulations; write CSV and Markdown.

    OpenSpiel is installed into build/peers/venv on the first run. Ctrl-C ends the run and keeps what was played.

    Example: python -m bench openspiel_match --games leduc_poker --simulations 1000 --pairs 600
    """
    wanted = [word.strip() for word in games.split(",") if word.strip()]
    for word in wanted:
        if word not in BEGINS or word not in names():
            raise typer.BadParameter(f"--games: found {word!r}, expected some of {', '.join(BEGINS)}")
    with openspiel() as peer:
        version, matches, done = str(peer.ask("versions")["open_spiel"]), [], True
        for word in wanted:
            matches.append(Match(word, Settings(simulations, exploration, sampled and word == "leduc_poker", seed)))
            done = done and contest(matches[-1], PAIRINGS[word], peer, pairs)
    played = [m for m in matches if m.results]
    if not played:
        raise typer.Exit(1)
    about = facts(open_spiel=version, exploration=f"{exploration:g} for utilities in [0, 1]", seed=str(seed),
                  complete="yes" if done else "no, interrupted")
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.md").write_text(page(played, about), encoding="utf-8")
    print(write_csv(pd.DataFrame([row(m) | about for m in played]), out / f"{name}.csv"))
    print(out / f"{name}.md")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(run)
    try:
        app(arguments)
    except (RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
