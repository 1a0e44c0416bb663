"""Makes the example positions and the annotated record: `python examples/make.py`. Real play by the tree search.

The same seeds give the same files. The end-game is a last decision that has a single best move.
"""
from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import games  # noqa: E402
from core_ext.state import State  # noqa: E402
from games.api import Game  # noqa: E402
from games.records import Recorder, write  # noqa: E402
from games.world504.names import STAGE_NAMES  # noqa: E402
from games.world504.talk import DUE  # noqa: E402
from mcts.params import SearchParams  # noqa: E402
from mcts.play import Task, play  # noqa: E402
from mcts.search import search  # noqa: E402

GAME = games.load("burgundy")
TEXT = GAME.notation.action_text
LINE = 116              # characters of a line of an example that is written over several
MANY = 4                # moves of such a choice at least
# of 504: world, seats, seed, round and stage of the position
WORLDS = (("123", 2, 12, 4, "drive"), ("275", 3, 5, 4, "act"), ("352", 3, 23, 4, "bid"), ("586", 4, 31, 5, "act"),
          ("618", 3, 44, 5, "drive"), ("731", 2, 57, 4, "drive"), ("867", 4, 61, 5, "act"),
          ("391", 4, 5, 3, "shares"), ("789", 4, 5, 5, "act"), ("936", 2, 7, 4, "act"),
          ("456", 4, 3, 5, "fight"), ("486", 3, 3, 5, "act"), ("149", 4, 3, 4, "drive"), ("294", 3, 3, 3, "act"),
          ("945", 2, 3, 4, "fight"), ("981", 3, 3, 4, "drive"))


def decisions(seats: int, options: dict[str, str], seed: int, simulations: int, game: Game = GAME) -> Iterator[State]:
    """Self-play from the start: every position in which a seat has a choice, before it is made."""
    state = game.start(seats, options)
    for step in count():
        if state.is_terminal():
            return
        if state.is_chance_node():
            state.apply_action(state.keyed_chance(seed))
        elif len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        else:
            yield state.copy()
            state.apply_action(search(state, SearchParams(simulations=simulations, seed=step)).best)


def final_margin(state: State, seat: int) -> float:
    """The margin of `seat` when it plays best to the end from a position with no chance and no other seat left."""
    if state.is_terminal():
        points = state.scores()
        return points[seat] - max(p for s, p in enumerate(points) if s != seat)
    if state.current_player() != seat:
        raise ValueError("another seat or chance still decides")
    best = float("-inf")
    for action in state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        best = max(best, final_margin(after, seat))
    return best


def solvable(state: State) -> bool:
    """The last die of the last turn of a game in which one first move is better than every other, and wins."""
    raw = state.raw()
    seat = state.current_player()
    if raw["stage"] != 10 or raw["phase"] != 4 or raw["round"] != 4 or raw["turn"] + 1 != state.seats:
        return False
    if raw["seat"][seat]["dice"][1] or raw["seat"][seat]["silver"] >= 2:
        return False
    margins = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        margins.append(final_margin(after, seat))
    margins.sort(reverse=True)
    return len(margins) >= 5 and margins[0] >= margins[1] + 4 and margins[0] > 0 > margins[1]


def save(name: str, state: State, game: Game = GAME, comment: str = "") -> None:
    """One example file, written by hand's measure: a line for each part."""
    document = dict(game.notation.position_to_json(state))
    if comment:
        head = ("format", "game", "version", "seats", "options")
        document = {key: document[key] for key in head} | {"comment": comment} | document
    written = json.dumps if game is GAME else filled
    lines = [f" {json.dumps(key)}: {written(value)}" for key, value in document.items()]
    (HERE / name).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print(name)


def filled(value: object, indent: int = 1) -> str:
    """As JSON, over as many lines as it takes: an object fills them, a list of objects has one after the other."""
    flat = json.dumps(value)
    if len(flat) < LINE or not isinstance(value, list | dict):
        return flat
    margin = " " * (indent + 1)
    if isinstance(value, list):
        parts = ",\n".join(margin + filled(entry, indent + 1) for entry in value)
        return f"[\n{parts}\n{' ' * indent}]"
    lines = [margin]
    for place, (key, entry) in enumerate(value.items(), start=1):
        part = f"{json.dumps(key)}: {filled(entry, indent + 1)}" + ", " * (place < len(value))
        if len(lines[-1]) > len(margin) and len(lines[-1] + part.rstrip()) > LINE:
            lines.append(margin)
        lines[-1] += part
    return "{\n" + "\n".join(line.rstrip() for line in lines) + f"\n{' ' * indent}}}"


def find(name: str, seats: int, options: dict[str, str], seed: int, wanted: Callable[[State], bool],
         simulations: int = 200) -> None:
    """The first wanted position of self-play, over games from this seed on."""
    for game_seed in count(seed):
        for state in decisions(seats, options, game_seed, simulations):
            if wanted(state):
                save(name, state)
                return


def at_main(phase: int, round_: int) -> Callable[[State], bool]:
    """A turn about to begin in this phase and round, numbered from 0."""
    def wanted(state: State) -> bool:
        raw = state.raw()
        return raw["stage"] == 10 and (raw["phase"], raw["round"]) == (phase, round_) and \
            all(raw["seat"][state.current_player()]["dice"])
    return wanted


def rich_midgame(state: State) -> bool:
    """Phase C, with goods in hand and at the depots, knowledge tiles in both duchies and a full enough storage."""
    raw = state.raw()
    mine = raw["seat"][state.current_player()]
    return at_main(2, 2)(state) and sum(mine["goods"]) >= 2 and sum(raw["goods"]) >= 2 and \
        all(raw["seat"][s]["knowledge"] for s in range(state.seats)) and sum(t > 0 for t in mine["storage"]) == 2 and \
        mine["silver"] >= 2


def ship_choice(state: State) -> bool:
    """A ship has arrived, knowledge tile 5 lies in the duchy, and goods wait at two depots or more."""
    raw = state.raw()
    return raw["stage"] == 13 and bool(raw["seat"][state.current_player()]["knowledge"] >> 5 & 1) and \
        sum(any(raw["goods"][6 * d:6 * d + 6]) for d in range(6)) >= 2


def world504(world: str, seats: int, seed: int, round_: int, stage: str, simulations: int = 60) -> None:
    """The first choice among many moves at this stage of a round; no options are said where they are the usual ones."""
    game = games.load("world504")
    usual = next(option.default for option in game.options if option.name == "world")
    options = {} if world == usual else {"world": world}
    for state in decisions(seats, options, seed, simulations, game):
        raw = state.raw()
        if raw["round"] == round_ and STAGE_NAMES[raw["stage"]] == stage and len(state.legal_actions()) >= MANY:
            save(f"world504-{world}.json", state, game,
                 f"played by the tree search, {simulations} simulations a decision, from seed {seed}; "
                 f"round {round_}: {DUE[stage]}")
            return


def annotated(name: str, seed: int, simulations: int) -> None:
    """A whole game of the tree search against itself; each choice says what the search thought of it."""
    state = GAME.start(2, {"boards": "1"})
    recorder = Recorder(GAME, state, seed, [f"mcts:{simulations}"] * 2)
    for step in count():
        if state.is_terminal():
            break
        if state.is_chance_node():
            recorder.apply_action(state.keyed_chance(seed))
        elif len(state.legal_actions()) == 1:
            recorder.apply_action(state.legal_actions()[0])
        else:
            found = search(state, SearchParams(simulations=simulations, seed=step))
            best, *others = found.moves
            note = f"wins {100 * best.won:.0f} %, expected scores " + \
                " and ".join(f"{s:.0f}" for s in best.score_mean)
            if others:
                note += f"; next: {TEXT(state, others[0].action)}, wins {100 * others[0].won:.0f} %"
            recorder.apply_action(best.action, note=note)
    write(recorder.finish(), HERE / name)
    print(name)


def lesson(name: str, seed: int) -> None:
    """A whole game of a beginner against a search, whose luck and decisions a review can tell apart."""
    played = play(Task("burgundy", 2, {}, seed, ("heuristic:0.4", "mcts:100"), block=seed))
    (HERE / name).write_text("".join(f"{line}\n" for line in played.record), encoding="utf-8")
    print(name)


if __name__ == "__main__":
    find("burgundy-opening.json", 2, {}, 1, at_main(0, 0))
    find("burgundy-midgame.json", 2, {"boards": "5,7"}, 10, rich_midgame)
    find("burgundy-ship.json", 2, {"boards": "2,9"}, 20, ship_choice)
    find("burgundy-endgame.json", 2, {"boards": "6,4"}, 30, solvable)
    find("burgundy-three-seats.json", 3, {"boards": "random"}, 40, at_main(1, 3))
    find("burgundy-four-seats.json", 4, {"boards": "random"}, 50, at_main(3, 0))
    annotated("burgundy-game.jsonl", 60, 1000)
    lesson("burgundy-lesson.jsonl", 4)
    for world in WORLDS:
        world504(*world)
