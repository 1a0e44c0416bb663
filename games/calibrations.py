"""Calibration files: what searches of a game were measured to mean, read with the place of a fault.

`ludosoph calibrate` writes such a file for any game. The folders of our games hold `calibration.json`; beside a game in
a file of its own, `nim.py`, stands `nim-calibration.json`. mcts/confidence.py says what the numbers mean.
"""
from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite
from pathlib import Path
from typing import Any, NoReturn

from games.api import InputError
from games.documents import name_of, read_file
from games.fields import shown

FORMAT = "ludosoph-calibration/2"
UTILITY, SHARES = "utility", "won"      # what a fit is of: utilities, or shares of the win in simulations
HOLDS_SEARCH = "modelErrorHoldsSearch"  # of a fit: whether the error of a chance holds that of the search which says it
TOGETHER = "together"   # of a search: its error where its plans are judged together (mcts/posterior.py), if measured
THIRDS = 3              # of a game, each with numbers of its own
NUMBERS = {"phases": {"modelError": 0}, "searches": {"simulations": 1, "error": 0, "missed": 0}}    # the least


def beside(game_file: Path) -> Path:
    """The calibration of a game in a file of its own."""
    return game_file.with_name(f"{game_file.stem}-calibration.json")


def read_calibration(path: Path) -> Mapping[str, Any]:
    """The document in a file. Raises InputError naming the file and the place in it."""
    name, found = name_of(path), read_file(path)

    def wrong(place: str, value: Any, expected: str) -> NoReturn:
        raise InputError(f"{name}: {place}: found {shown(value)}, expected {expected}")

    def numbers(place: str, value: Any, expected: str, least: float = -inf) -> None:
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or value < least:
            wrong(place, value, expected)

    if not isinstance(found, dict) or found.get("format") != FORMAT:
        wrong("format", found.get("format") if isinstance(found, dict) else found,
              f"'{FORMAT}', as `ludosoph calibrate` writes it")
    if not isinstance(found.get("game"), str):
        wrong("game", found.get("game"), "the name of a game")
    if not isinstance(found.get("version"), int):
        wrong("version", found.get("version"), "the version of its rules")
    if not isinstance(found.get("fits"), dict) or not found["fits"]:
        wrong("fits", found.get("fits"), "an object with a fit for each number of seats")
    for fit, made in found["fits"].items():
        place = f"fits.{fit[:40]}"
        if not isinstance(made, dict):
            wrong(place, made, "an object")
        if made.get("of", UTILITY) not in (UTILITY, SHARES):
            wrong(f"{place}.of", made["of"], f"'{UTILITY}' or '{SHARES}'")
        if not isinstance(made.get(HOLDS_SEARCH, False), bool):
            wrong(f"{place}.{HOLDS_SEARCH}", made[HOLDS_SEARCH], "true or false")
        numbers(f"{place}.decisions", made.get("decisions"), "a number above 0")
        if not made["decisions"] > 0:
            wrong(f"{place}.decisions", made["decisions"], "a number above 0")
        for part, numbers_of in NUMBERS.items():
            rows = made.get(part)
            if not isinstance(rows, list) or not rows or part == "phases" and len(rows) != THIRDS:
                wrong(f"{place}.{part}", rows, f"a list of {f'{THIRDS} ' * (part == 'phases')}objects")
            for k, row in enumerate(rows):
                for each, least in numbers_of.items():
                    numbers(f"{place}.{part}[{k}].{each}", row.get(each) if isinstance(row, dict) else None,
                            f"a number, at least {least}", least)
                if TOGETHER in row:
                    numbers(f"{place}.{part}[{k}].{TOGETHER}", row[TOGETHER], "a number, at least 0", 0)
            if part == "searches" and rows != sorted(rows, key=lambda row: row["simulations"]):
                wrong(f"{place}.{part}", [row["simulations"] for row in rows], "the shortest search first")
        for k, row in enumerate(made["phases"]):
            pair = row.get("recalibration")
            if not isinstance(pair, list) or len(pair) != 2:
                wrong(f"{place}.phases[{k}].recalibration", pair, "two numbers")
            for value in pair:
                numbers(f"{place}.phases[{k}].recalibration", value, "two numbers")
    return found
