"""Writes random games as a match file, as programs export them: for tests of the reader, written apart from this."""
from __future__ import annotations

import random

import games
from core_ext.state import State
from games.backgammon.names import place_and_face, place_text, would_hit


def turn_text(steps: list[tuple[int, int, bool]], chosen: random.Random) -> str:
    """(place, face, hit) of each step as people write them: joined where one checker goes on, equal ones counted."""
    chains: list[list[tuple[int, bool]]] = []
    for place, face, hit in steps:
        chain = next((c for c in chains if c[-1][0] == place and chosen.random() < 0.7), None)
        if chain is None:
            chain = [(place, False)]
            chains.append(chain)
        chain.append((max(0, place - face), hit))
    chosen.shuffle(chains)
    texts = []
    for chain in chains:
        kept = [chain[0], *[step for step in chain[1:-1] if step[1]], chain[-1]]       # only hits are named on the way
        texts.append("/".join(place_text(place) + "*" * hit for place, hit in kept))
    counted: dict[str, int] = {}
    for text in texts:
        counted[text] = counted.get(text, 0) + 1
    return " ".join(text + (f"({n})" if n > 1 else "") for text, n in counted.items())


class Game:
    """One random game: entries of both columns, and how it ended."""

    def __init__(self, seed: int) -> None:
        chosen, game = random.Random(seed), games.load("backgammon")
        self.state: State = game.start(2, {"scoring": "points"})
        self.entries: list[tuple[int, str]] = []
        while not self.state.is_terminal():
            raw = self.state.raw()
            outcome = chosen.choice(self.state.legal_actions())
            faces = (outcome // 6 + 1, outcome % 6 + 1)
            opening = raw["stage"] == 0
            seat = raw["seat"]
            self.state.apply_action(outcome)
            if opening:
                seat = self.state.raw()["seat"]
            steps = []
            while not self.state.is_terminal() and not self.state.is_chance_node():
                raw = self.state.raw()
                action = chosen.choice(self.state.legal_actions())
                place, face = place_and_face(action)
                steps.append((place, face, would_hit(raw["count"], seat, place, face)))
                self.state.apply_action(action)
            said = turn_text(steps, chosen) or chosen.choice(("", "Cannot Move"))
            first, second = sorted(faces, reverse=True)
            self.entries.append((seat, f"{first}{second}: {said}"))
        self.winner = max((0, 1), key=lambda s: self.state.scores()[s])
        self.points = int(max(self.state.scores()))


def match_text(seeds: list[int], length: int = 7) -> tuple[str, list[Game]]:
    """A whole match file and its games."""
    lines, made = ["; [Site \"a table\"]", "", f" {length} point match", ""], []
    for number, seed in enumerate(seeds, start=1):
        game = Game(seed)
        made.append(game)
        lines += [f" Game {number}", f" {'Ann the Tall : 0':<36}Bob : {number}"]
        row: list[str] = ["", ""]
        count = 0
        for seat, entry in [*game.entries, (game.winner, f"Wins {game.points} point{'s' * (game.points > 1)}")]:
            if seat == 0 and (row[0] or row[1]) or seat == 1 and row[1]:
                count, row = flush(lines, row, count)
            row[seat] = entry
        flush(lines, row, count)
        lines.append("")
    return "\n".join(lines) + "\n", made


def flush(lines: list[str], row: list[str], count: int) -> tuple[int, list[str]]:
    """Write a line of two columns."""
    lines.append(f"{count + 1:3}) {row[0]:<32}{row[1]}".rstrip())
    return count + 1, ["", ""]
