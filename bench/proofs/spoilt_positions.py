"""Positions of random games with a few values changed: what is accepted has to be playable.

    python -m bench spoilt_positions catan_cards --seconds 60

A changed document is refused in words, or it is read and played on at random: then each seat that is asked has a legal
action, and every later position can be read back from its own JSON. They are played in processes apart, which first
note the document, so that even a crash leaves it behind. Run it on the build with bounds checks to see more:
copy the tree as `make check-bounds` does. What fails is written to `--out`, a file for each kind of failure.
"""
from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from copy import deepcopy
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from typing import Annotated, Any

import typer

import games
from core_ext.state import State
from games.api import Game, InputError

ROOT = Path(__file__).resolve().parents[2]
# what would only lead to another game, and what seats remember: whether that can be true shows as the game goes on
KEPT = ("format", "game", "version", "seats", "options", "view", "memory", "log")
LARGE = (2, 3, 7, 15, 60, 200, 255)
MOVES = 150                 # that are played on at most
EVERY = 25                  # moves after which the position is read back
PLACES = 12                 # positions that are taken from a random game
TRIES = 6                   # changed documents of each
LONGEST = 400               # steps of the random game
TURN, HANGS = 20, 40        # seconds of a process, and after which more it hangs
LAST, LINES = "last.json", "counts.jsonl"
Leaf = tuple[Any, ...]


def kind_of(path: Leaf) -> Leaf:
    """The keys that lead to a value, whichever item of a list it belongs to."""
    return tuple("*" if isinstance(key, int) else key for key in path)


def items(document: Any) -> list[tuple[Any, Any]]:
    """Keys or places of a document, with their values; none of a number or word."""
    if isinstance(document, dict):
        return list(document.items())
    return list(enumerate(document)) if isinstance(document, list) else []


class Words:
    """Values seen in documents, by the keys that lead to them: a word is changed into another of its kind."""

    def __init__(self) -> None:
        self.seen: dict[Leaf, list[Any]] = defaultdict(list)

    def learn(self, document: Any, path: Leaf = ()) -> None:
        """Take in all values of a document."""
        seen = self.seen[kind_of(path)]
        if document not in seen and len(seen) < 200:
            seen.append(deepcopy(document))
        for key, value in items(document):
            self.learn(value, (*path, key))

    def another(self, path: Leaf, value: Any, rng: Random) -> Any:
        """A value in place of this one."""
        if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.6:
            return max(0, rng.choice((value + 1, value - 1, 0, *LARGE)))
        return deepcopy(rng.choice(self.seen[kind_of(path)]))


def paths(document: Any, path: Leaf = ()) -> list[Leaf]:
    """All places of a document that may be changed."""
    found = [path] if path else []
    for key, value in items(document):
        if path or key not in KEPT:
            found += paths(value, (*path, key))
    return found


def spoilt(document: dict[str, Any], words: Words, rng: Random) -> dict[str, Any]:
    """A copy in which one to three values are others, are gone or are new."""
    document = deepcopy(document)
    for _ in range(rng.choice((1, 1, 2, 3))):
        path = rng.choice(paths(document))
        place = document
        for key in path[:-1]:
            place = place[key]
        if rng.random() < 0.1:
            del place[path[-1]]
        elif len(path) == 1 and rng.random() < 0.2:          # a key that the document lacks, such as `doing`
            key = rng.choice([kind[0] for kind in words.seen if len(kind) == 1 and kind[0] not in KEPT])
            document[key] = deepcopy(rng.choice(words.seen[(key,)]))
        else:
            place[path[-1]] = words.another(path, place[path[-1]], rng)
    return document


def played(game: Game, state: State, rng: Random) -> str:
    """Play on at random; what is wrong, or nothing."""
    for n in range(MOVES):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.keyed_chance(rng.getrandbits(60)))
        else:
            actions = state.legal_actions()
            if not actions:
                return f"no legal action after {n} moves"
            state.apply_action(rng.choice(actions))
        if n % EVERY == 0:
            try:
                game.notation.position_from_json(game.notation.position_to_json(state), True)
            except InputError as refused:
                return f"its own position is refused later: {refused}"
    return ""


def one_game(game: Game, seed: int, out: Path) -> Counter[str]:
    """Changed documents of one random game: how many were refused, played on or failed, by the words of the failure."""
    rng, words, counts = Random(seed), Words(), Counter[str]()
    state = game.start(rng.choice(game.seats), {})
    documents = []
    for n in range(LONGEST):
        if n % 5 == 0 or n < PLACES:
            documents.append(game.notation.position_to_json(state))
        if state.is_terminal():
            break
        state.apply_action(state.keyed_chance(seed) if state.is_chance_node() else rng.choice(state.legal_actions()))
    for document in documents:
        words.learn(document)
    for document in rng.sample(documents, min(PLACES, len(documents))):
        for _ in range(TRIES):
            changed = spoilt(document, words, rng)
            (out / LAST).write_text(json.dumps(changed), "utf-8")
            try:
                read = game.notation.position_from_json(changed)
            except InputError:
                counts["refused"] += 1
                continue
            wrong = played(game, read, rng)
            counts[wrong or "played on"] += 1
            if wrong:
                kind = re.sub(r"\W+", "-", re.sub(r"\d+", "n", wrong))[:80]
                (out / f"{kind}.json").write_text(json.dumps(changed), "utf-8")
    return counts


def some_games(name: str, first: int, seconds: float, out: Path) -> None:
    """Games from this seed on, for about so long; what came of each is a line of a file."""
    game, begun = games.load(name), monotonic()
    with (out / LINES).open("a", encoding="utf-8") as lines:
        while monotonic() < begun + seconds:
            lines.write(json.dumps(one_game(game, first, out)) + "\n")
            lines.flush()
            first += 1


def run(
    name: Annotated[str, typer.Argument(help="a game")],
    seconds: Annotated[float, typer.Option(min=1, help="for about so long")] = 60.0,
    number: Annotated[int, typer.Option("--seed", help="of the first game")] = 0,
    out: Annotated[Path, typer.Option(help="a folder for documents that failed")] = Path("build/spoilt"),
) -> None:
    """Change positions and play on; what went wrong is counted by its words, and a document of each kind is kept."""
    out = out / name
    out.mkdir(parents=True, exist_ok=True)
    (out / LINES).write_text("", "utf-8")
    begun, total = monotonic(), Counter[str]()
    while monotonic() < begun + seconds:
        child = get_context("spawn").Process(target=some_games, args=(name, number, min(seconds, TURN), out))
        child.start()
        child.join(TURN + HANGS)
        if child.exitcode != 0:
            child.kill()
            total["crashes" if child.exitcode else "hangs"] += 1
            if (out / LAST).exists():
                (out / LAST).rename(out / f"crash-{number}.json")
        number += 1000
    for line in (out / LINES).read_text("utf-8").splitlines():
        total += Counter(json.loads(line))
    for words, count in sorted(total.items(), key=lambda item: -item[1]):
        print(f"{count:,} {words}")
