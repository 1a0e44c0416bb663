"""What differs between two runs, whether their blocks are pairs, and every outcome of both."""
from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from games.api import InputError
from mcts import tournament
from reports.documents import differences_balanced as balanced
from reports.documents import differences_simulated as simulated
from reports.documents.differences import POINTS, Difference, judged
from reports.experiments import matters
from reports.experiments.plan import KIND, MERGED, from_manifest
from reports.run import Run, open_run

UNSAID = ("format", "kind", "begun", "part_blocks", "blocks", "block_games", "reproducible",     # follow from the rest
          "delta_margin")
LONGEST = 80


@dataclass(frozen=True)
class Comparison:
    """Two runs of one game and kind; `first` and `second` are their names."""

    first: str
    second: str
    manifest: Mapping[str, Any]     # of the first
    differs: dict[str, tuple[str, str]]
    paired: bool
    why: str                        # they are paired, or are not
    differences: list[Difference]


def compare(first: Path, second: Path) -> Comparison:
    """The comparison of two run directories. Raises InputError for runs that cannot be compared, saying why."""
    runs = open_run(first), open_run(second)
    _refuse(first, second, *runs)
    names = (first.name, second.name) if first.name != second.name else (str(first), str(second))
    try:
        pair, why, lines = (_balanced if runs[0].manifest["kind"] == KIND else _simulated)(*runs)
    except InputError as error:
        raise InputError(f"{first} and {second}: {error}") from error
    points = matters.of_run(runs[0].manifest)
    return Comparison(*names, runs[0].manifest, differing(runs[0].manifest, runs[1].manifest), pair, why,
                      judged([replace(each, delta=points) if each.unit == POINTS else each for each in lines]))


def differing(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """What two manifests say differently, by name; options one by one."""
    one, other = ({**{k: v for k, v in m.items() if k not in (*UNSAID, "options")},
                   **{f"option {k}": v for k, v in m.get("options", {}).items()}} for m in (first, second))
    return {name: (_said(one.get(name)), _said(other.get(name))) for name in dict.fromkeys([*one, *other])
            if one.get(name) != other.get(name)}


def _said(value: Any) -> str:
    if value is None:
        return "not given"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else text[:LONGEST - 1] + "…"


def _refuse(first: Path, second: Path, one: Run, other: Run) -> None:
    if first.resolve() == second.resolve():
        raise InputError(f"{second}: is the first run again; expected another one")
    for path, run in ((first, one), (second, other)):
        if run.manifest.get("kind") == tournament.KIND:
            raise InputError(f"{path}: is a tournament, whose ratings hang on who plays; expected a run of simulate or "
                             "balance")
    told = [("game", "games"), ("kind", "kinds")]
    if one.manifest.get("kind") != KIND:        # what an item is worth can be asked of any number of seats
        told.append(("seats", "numbers of seats"))
    for name, what in told:
        a, b = one.manifest.get(name), other.manifest.get(name)
        if a != b:
            raise InputError(f"{first} and {second}: are runs of different {what}: found {a} and {b}; "
                             f"expected two of the same that differ in an option, version or agent")
    for path, run in ((first, one), (second, other)):
        if run.manifest.get("stop") == "gsprt":
            raise InputError(f"{path}: a sequential test decides and does not estimate; expected a run without it")
        if not run.parts:
            raise InputError(f"{path}: holds no finished games yet")


def _simulated(first: Run, second: Run) -> tuple[bool, str, list[Difference]]:
    same = all(first.manifest.get(name) == second.manifest.get(name) for name in ("seed", MERGED))
    why = ("both have the same seed, so game by game they see the same luck" if same
           else "their seeds differ, so they are independent")
    return same, why, simulated.differences(first, second, same)


def _balanced(first: Run, second: Run) -> tuple[bool, str, list[Difference]]:
    one, other = ((run, from_manifest(run.manifest, run.path)) for run in (first, second))
    pair = balanced.pairs(one[1], other[1])
    why = ("both have the same seed and ask the same, so game by game they see the same luck" if pair
           else "they are of different numbers of seats, so they count as independent" if one[1].seats != other[1].seats
           else "their seeds differ, so they are independent" if one[1].seed != other[1].seed
           else "they ask different things of the same seed, so their games are no pairs; intervals take them as "
                "independent")
    return pair, why, balanced.differences(one, other, pair)
