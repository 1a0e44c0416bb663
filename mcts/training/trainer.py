"""Training a model of a game, until the time is over: play, fit, and now and then a match that has to be won.

It begins with positions of quick games by the heuristics, goes on with games of the net, and keeps what it knows in a
file beside the model, so that the same command goes on where it stopped. A new net replaces the one before only if it
wins a sequential match at equal time; the first one has to win against the search without a model.
"""
from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any
from zipfile import BadZipFile

import numpy as np

import games
from core_ext.judged import is_ready, plays_on
from core_ext.state import EndlessGame
from games.api import InputError
from games.documents import write_file
from mcts.interval import Sprt
from mcts.match import match, plan
from mcts.models import OWN, Model, read_model
from mcts.pairs import decisions_left
from mcts.training.fit import Layers, Positions, fit, joined, loss
from mcts.training.games import Batch, Played, play_batch
from mcts.workers import in_order

FORMAT = 1
SECOND = 32                 # units of the second hidden layer
KEPT = 400_000              # latest positions that are learned from
INPUTS = 40_000_000         # most inputs of all these positions together
SAVED = 50_000              # latest positions that a training keeps in its file
FIRST_SHARE = 0.08          # of the time that goes to games by the heuristics
MATCH_SHARE = 0.12          # of the time that each match may take
GENERATIONS = 60            # there are about so many
LEAST = 1.0                 # seconds of games in a generation
STEP, LAST_STEP = 1.5e-3, 1.5e-4    # size of the steps of the fit, at the beginning and at the end
EPOCHS = 0.7                # how often a generation's fit meets each position
LATE = 0.6                  # share of the time after which positions are judged a turn ahead, or by searches
MATCH = 400                 # games at most
GAIN = 0.08                 # share of the win by which a new net should be better
LOOKS = {"first": 8, "every": 4}
THINKING = 0.02             # seconds a decision in a match, at least;
PLAYOUTS = 50               # a slow game has as many more as so many playouts take

Tell = Callable[[float, str], None]     # share of the time that is over, and what is done


@dataclass(frozen=True)
class Plan:
    """What to train. Raises InputError for a number that cannot be meant."""

    game: str
    seats: int
    options: Mapping[str, str]
    hours: float
    width: int = 64             # units of the first hidden layer
    seed: int = 0
    jobs: int = 1

    def __post_init__(self) -> None:
        if not 0 < self.hours <= 10_000:
            raise InputError(f"hours: found {self.hours:g}, expected above 0, up to 10000")

    @property
    def seconds(self) -> float:
        """All of them."""
        return self.hours * 3600


@dataclass
class Training:
    """What is known so far."""

    layers: Layers
    generation: int = 0
    seconds: float = 0.0
    games: int = 0                  # played to learn from
    tried: int = -1                 # generation of the last match
    model: Model | None = None      # the one that has won its match
    matches: list[dict[str, Any]] = field(default_factory=list)
    windows: list[Positions] = field(default_factory=list)


def train(asked: Plan, out: Path, tell: Tell = lambda share, what: None) -> Training:
    """Train for the hours asked for, those of earlier calls with this file included. The model is in `out` once one has
    won its match. Raises InputError where `out` is no file for a model or holds the training of another game, and
    KeyboardInterrupt after Ctrl-C: then all but the generation under way is kept.
    """
    check_file(out)
    state = games.load(asked.game).start(asked.seats, dict(asked.options))
    kept = out.with_name(out.name + ".training")
    known = resumed(asked, kept, out)
    known = begun(asked, tell) if known is None else known
    while known.seconds < asked.seconds:
        begin = perf_counter()
        generation(asked, known, out, hidden=state.hides, tell=tell)
        known.seconds += perf_counter() - begin
        save(asked, known, kept)
        due = sum(each["seconds"] for each in known.matches) < 2 * MATCH_SHARE * known.seconds
        if due and (known.tried < 0 or known.generation >= 1.3 * known.tried) or known.seconds >= asked.seconds:
            attempt(asked, known, out, tell)
            save(asked, known, kept)
    return known


def check_file(out: Path) -> None:
    """Whether a model can be written there, and named in the settings of a search. Raises InputError."""
    if not out.name or out.is_dir():
        raise InputError(f"out: found {str(out)!r}, which is a folder, expected a file for the model")
    if not out.parent.is_dir():
        raise InputError(f"out: found {str(out)!r}, expected a file in a folder that there is")
    if "," in str(out) or str(out) in (OWN, "none"):
        raise InputError(f"out: found {str(out)!r}, expected a path without commas, and neither {OWN} nor none, which "
                         "mean something else as a model")


def begun(asked: Plan, tell: Tell) -> Training:
    """Games by the heuristics, and a net that has learned from them."""
    begin, count, played = perf_counter(), 16, 0
    parts: list[Positions] = []
    room = FIRST_SHARE * asked.seconds
    while (gone := perf_counter() - begin) < room / 2 or not parts:
        tell(gone / asked.seconds, "games by the heuristics")
        batches = [Batch(asked.game, asked.seats, asked.options, "playouts", count, asked.seed, played + k * count)
                   for k in range(asked.jobs)]
        parts += [each.positions for each in in_order(play_batch, batches, asked.jobs)]
        played += count * asked.jobs
        if sum(map(len, parts)) >= KEPT:
            break
        count = min(2 * count, max(1, int(count * (room / 2 - gone) / max(1e-3, perf_counter() - begin - gone))))
    positions = joined(parts)
    if len(positions) < 2:
        raise InputError(f"{asked.game}: found no position that a net could judge")
    layers = Layers.new(positions, asked.width, SECOND, asked.seed)
    until = perf_counter() + room / 2

    def over(share: float) -> bool:
        tell((perf_counter() - begin) / asked.seconds, "fit")
        return perf_counter() > until

    fit(layers, positions, 12, 2e-3, asked.seed, over, 4e-4)
    return Training(layers, seconds=perf_counter() - begin, games=played, windows=[positions])


def generation(asked: Plan, known: Training, out: Path, hidden: bool, tell: Tell) -> None:
    """Play with the net as it is, and learn from the latest positions."""
    share, net = known.seconds / asked.seconds, known.layers.net()
    seconds, kind = max(LEAST, 0.5 * asked.seconds / GENERATIONS), kind_of(known.generation, share, hidden, asked)
    candidate = model_of(asked, known)
    file = out.with_name(out.name + ".candidate")
    write_file(file, candidate.text().encode())
    begin, count = perf_counter(), 1
    parts: list[Positions] = []
    while (gone := perf_counter() - begin) < seconds:
        tell((known.seconds + gone) / asked.seconds, f"generation {known.generation + 1}, {known.games:,} games")
        batches = [Batch(asked.game, asked.seats, asked.options, kind, count, asked.seed + 1, known.games + k * count,
                         net=net, model=str(file)) for k in range(asked.jobs)]
        played: list[Played] = list(in_order(play_batch, batches, asked.jobs))
        parts += [each.positions for each in played]
        known.games += count * asked.jobs
        pace = sum(each.seconds for each in played) / len(played) / count
        count = max(1, min(2 * count, int((seconds - (perf_counter() - begin)) / max(pace, 1e-6))))
    known.windows.append(latest(joined(parts), KEPT))
    while len(known.windows) > 1 and (sum(map(len, known.windows)) > KEPT
                                      or sum(len(each.which) for each in known.windows) > INPUTS):
        known.windows.pop(0)
    positions = joined(known.windows)
    size = STEP * (LAST_STEP / STEP) ** min(1.0, share)
    until = perf_counter() + 2 * seconds

    def over(done: float) -> bool:
        return perf_counter() > until

    if len(positions):
        known.layers.grown(positions, asked.seed)
        fit(known.layers, positions, EPOCHS, size, asked.seed + known.generation, over, size)
    known.generation += 1
    file.unlink(missing_ok=True)


def latest(positions: Positions, most: int) -> Positions:
    """The last ones, at most so many and with at most INPUTS inputs."""
    first = max(0, len(positions) - most, int(np.searchsorted(positions.starts, positions.starts[-1] - INPUTS)))
    return positions.part(first, len(positions)) if first else positions


def kind_of(number: int, share: float, hidden: bool, asked: Plan) -> str:
    """How the games of a generation are played."""
    state = games.load(asked.game).start(asked.seats, dict(asked.options))
    if hidden or plays_on(state):
        return "search"
    if share < LATE or number % 2 == 0:
        return "self"
    while state.is_chance_node():
        state.apply_action(state.sample_chance(1, 0))
    return "search" if is_ready(state) else "ahead"


def model_of(asked: Plan, known: Training) -> Model:
    """The net as it is now, with its card."""
    card = {"trained": date.today().isoformat(), "by": asdict(replace(asked, options=dict(asked.options))),
            "games": known.games, "generations": known.generation, "seconds": round(known.seconds), "match": None}
    return Model(asked.game, games.load(asked.game).version, known.layers.net(), card)


def attempt(asked: Plan, known: Training, out: Path, tell: Tell) -> bool:
    """Let the net play a match against the one before, at equal time; if it wins, it is the model from now on."""
    begin, share = perf_counter(), known.seconds / asked.seconds
    candidate, file = model_of(asked, known), out.with_name(out.name + ".candidate")
    write_file(file, candidate.text().encode())
    room = max(4.0, MATCH_SHARE * asked.seconds)
    tell(share, f"match of generation {known.generation}")
    try:
        thinking = seconds_a_decision(asked)
        found = won(asked, str(file), str(out) if known.model else "none", thinking, room,
                    lambda: tell(share, f"match of generation {known.generation}"))
    finally:
        file.unlink(missing_ok=True)
    known.tried = known.generation
    known.matches.append({"generation": known.generation, "against": "the model before" if known.model else "no model",
                          "seconds": perf_counter() - begin, **found})
    known.seconds += perf_counter() - begin
    if found["won"]:
        known.model = replace(candidate, card={**candidate.card, "match": {
            **found, "against": known.matches[-1]["against"], "seconds_a_decision": thinking}})
        write_file(out, known.model.text().encode())
    return bool(found["won"])


def seconds_a_decision(asked: Plan) -> float:
    """How long to think in a match: a search that ends no playout has nothing to say."""
    state = games.load(asked.game).start(asked.seats, dict(asked.options))
    begin = perf_counter()
    decisions_left(state, PLAYOUTS)
    return max(THINKING, round(perf_counter() - begin, 3))


class _OverError(Exception):
    """The time of a match is over."""


def won(asked: Plan, new: str, old: str, thinking: float, seconds: float, tell: Callable[[], None]) -> dict[str, Any]:
    """A sequential match of the search with one model against the other, each with so many seconds a decision.

    A match that the time ends is won only by what leads clearly: the lower end of the 90 % interval is above par. So is
    one that a machine too busy to end a playout in so many seconds has broken off.
    """
    what = plan(asked.game, [f"mcts:{thinking}s,model={new}", f"mcts:{thinking}s,model={old}"], MATCH, asked.seats,
                asked.options, asked.seed + 17)
    par, begin, shares = 1 / asked.seats, perf_counter(), []

    def on_game(game: Any) -> None:
        shares.append(game.wins[game.task.entrants.index(0)])

    def progress(done: int, all_: int) -> None:
        tell()
        if perf_counter() - begin > seconds and done >= 2 * asked.seats:
            raise _OverError

    test = Sprt(par, min(1.0, par + GAIN), beta=0.2, **LOOKS)
    try:
        decision = match(what, asked.jobs, sprt=test, progress=progress, on_game=on_game).decision
        accepted = decision is not None and decision.accepted == "s1"
    except (_OverError, EndlessGame):
        accepted = clear(shares, asked.seats)
    return {"won": accepted, "games": len(shares), "share": round(float(np.mean(shares or [par])), 3)}


def clear(shares: list[float], seats: int) -> bool:
    """Whether whole blocks of games lead by more than 1.645 standard errors."""
    blocks = [float(np.mean(shares[k:k + seats])) for k in range(0, len(shares) - seats + 1, seats)]
    if len(blocks) < 4:
        return False
    error = max(float(np.std(blocks, ddof=1)), 0.05) / len(blocks) ** 0.5
    return float(np.mean(blocks)) - 1.645 * error > 1 / seats


def save(asked: Plan, known: Training, kept: Path) -> None:
    """Write down what is known. Of the positions only the latest are kept: the next generation plays new ones."""
    layers, data = known.layers, io.BytesIO()
    head = {"format": FORMAT, "plan": asdict(replace(asked, options=dict(asked.options))),
            "generation": known.generation, "seconds": known.seconds, "games": known.games, "tried": known.tried,
            "matches": known.matches,
            "steps": layers.steps, "scale": layers.scale, "shift": layers.shift}
    arrays: dict[str, Any] = {f"matrix{i}": each for i, each in enumerate(layers.matrices)}
    arrays |= {f"bias{i}": each for i, each in enumerate(layers.biases)}
    arrays |= {f"moment{m}_{i}": each for m, moment in enumerate(layers.moments) for i, each in enumerate(moment)}
    recent = latest(known.windows[-1], SAVED)
    np.savez(data, head=np.frombuffer(json.dumps(head).encode(), np.uint8), rows=layers.rows, starts=recent.starts,
             which=recent.which, values=recent.values, targets=recent.targets, **arrays)
    write_file(kept, data.getvalue())


def resumed(asked: Plan, kept: Path, out: Path) -> Training | None:
    """What an earlier call has left; None: nothing. Raises InputError for the training of another game."""
    if not kept.is_file():
        return None
    try:
        with np.load(io.BytesIO(kept.read_bytes()), allow_pickle=False) as file:
            head = json.loads(file["head"].tobytes().decode())
            if head["format"] != FORMAT:
                raise ValueError("another format")
            layers = Layers(file["rows"], [file[f"matrix{i}"] for i in range(3)], [file[f"bias{i}"] for i in range(3)],
                            head["scale"], head["shift"], head["steps"],
                            [[file[f"moment{m}_{i}"] for i in range(6)] for m in range(2) if f"moment{m}_0" in file])
            recent = Positions(file["starts"], file["which"], file["values"], file["targets"])
            same = {name: head["plan"][name] for name in ("game", "seats", "options", "width")}
    except (ValueError, KeyError, TypeError, EOFError, OSError, BadZipFile):
        raise InputError(f"{kept}: found what is no training, or is cut off; remove it to begin anew") from None
    if same != {"game": asked.game, "seats": asked.seats, "options": dict(asked.options), "width": asked.width}:
        raise InputError(f"{kept}: found the training of {same['game']} with {same['seats']} seats, "
                         f"{same['width']} units and options {same['options']}; expected that of the same plan, or "
                         "another --out")
    model = read_model(out) if out.is_file() and any(each["won"] for each in head["matches"]) else None
    return Training(layers, head["generation"], head["seconds"], head["games"], head["tried"], model, head["matches"],
                    [recent])


def quality(known: Training) -> dict[str, float]:
    """Mean squared errors on the latest positions."""
    return loss(known.layers, known.windows[-1])
