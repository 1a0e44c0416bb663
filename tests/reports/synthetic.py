"""A run made of dice, not of play: every number in it is known, and it takes no engine and no time."""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

TILES = ("castle", "mine", "ship", "cow 2", "cow 3", "pig 4", "church", "bank", "knowledge 2", "knowledge 10",
         "knowledge 15", "warehouse")
SOURCES = ("regions", "phases", "bonuses", "animals", "goods", "watchtowers")


@dataclass
class SyntheticRun:
    """What `reports.run.Run` gives: manifest, seats, tiles, and both in batches."""

    manifest: dict[str, Any] = field(default_factory=dict)
    seats: pd.DataFrame = field(default_factory=pd.DataFrame)
    tiles: pd.DataFrame = field(default_factory=pd.DataFrame)

    def batches(self) -> Iterator[tuple[pd.DataFrame, pd.DataFrame]]:
        """All rows at once."""
        yield self.seats, self.tiles


def make_run(blocks: int = 60, agents: tuple[str, ...] = ("mcts:400", "greedy"), strength: float = 12.0,
             seed: int = 1, tiles: bool = True, boards: tuple[int, ...] = (1, 5), ties: bool = False) -> SyntheticRun:
    """`blocks` blocks with one rotation a seat; the first agent scores `strength` points more than the others.

    Tiles are handed to seats that are ahead or not, without touching the score: all of them are worth nothing.
    With `ties` every seat of every game scores the same.
    """
    rng = np.random.default_rng(seed)
    n = len(agents)
    seat_rows: list[dict[str, Any]] = []
    tile_rows: list[dict[str, Any]] = []
    for block in range(blocks):
        luck = rng.normal(0, 18, n)
        for rotation in range(n):
            game = block * n + rotation
            sitting = [agents[(seat + rotation) % n] for seat in range(n)]
            parts = rng.dirichlet(np.array([30.0, 22, 12, 18, 10, 0.001]), n)
            scores = [180 if ties else int(180 + luck[s] + rng.normal(0, 12) + strength * (sitting[s] == agents[0]))
                      for s in range(n)]
            best = [s for s in range(n) if scores[s] == max(scores)]
            for s in range(n):
                points = np.floor(parts[s] * scores[s]).astype(int)
                points[0] += scores[s] - points.sum()
                others = [scores[o] for o in range(n) if o != s]
                seat_rows.append({
                    "game": game, "block": block, "rotation": rotation, "seat": s, "agent": sitting[s],
                    "board": boards[(s + block) % len(boards)], "score": scores[s],
                    "win": 1 / len(best) if s in best else 0.0,
                    "margin": scores[s] - (float(np.mean(others)) if others else 0.0),
                    "decisions": int(110 + rng.integers(0, 30)), "forced": int(rng.integers(0, 9)), "rounds": 25,
                    **{f"source_{name}": int(p) for name, p in zip(SOURCES, points, strict=True)}})
                for at, tile in enumerate(TILES):
                    if rng.random() < (0.85 - 0.06 * at) * (1.3 if s in best and at % 2 else 0.9):
                        tile_rows.append({"game": game, "block": block, "seat": s, "tile": tile,
                                          "count": 1 + int(rng.random() < 0.2)})
    manifest = {"format": "ludosoph-run/1", "kind": "simulate", "game": "burgundy", "version": 1, "seats": n,
                "agents": list(agents), "seed": 7, "options": {"boards": "1,5"}, "games": blocks * n, "blocks": blocks,
                "block_games": n, "part_blocks": blocks,
                "begun": {"at": "2031-02-03T04:05:06+00:00", "machine": "abacus"}}
    empty = pd.DataFrame({"game": [], "block": [], "seat": [], "tile": [], "count": []})
    return SyntheticRun(manifest, pd.DataFrame(seat_rows), pd.DataFrame(tile_rows) if tiles and tile_rows else empty)


def write_run(run: SyntheticRun, folder: Path) -> Path:
    """The run as a run directory of one part."""
    (folder / "games").mkdir(parents=True)
    (folder / "tiles").mkdir()
    (folder / "manifest.json").write_text(json.dumps(run.manifest), encoding="utf-8")
    run.seats.to_parquet(folder / "games" / "part-00000.parquet", index=False)
    run.tiles.to_parquet(folder / "tiles" / "part-00000.parquet", index=False)
    return folder
