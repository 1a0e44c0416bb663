"""What to ask of a search: a budget, and how to search.

A setting left at None is the game's own, which its matches found strongest (`State.search_settings`), else the general
default below. docs/experiments.md tells what each setting bought.
"""
from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, fields
from math import inf, isnan
from typing import Any

from core_ext.state import State
from games.api import InputError
from games.frozen import frozen
from mcts.limits import MOST_SECONDS, MOST_THREADS

DEFAULTS: dict[str, Any] = {
    "tree": None, "policy": "puct", "exploration": 1.0, "fpu": None, "playout": "heuristic", "cutoff": 0, "weights": (),
    "solve": True, "model": None,
}
FIRST_PLAY = {"puct": 0.1, "uct": -inf}     # the default of `fpu` by policy
WORDS = {"tree": ("open", "keyed", "decoupled"), "policy": ("puct", "uct"),
         "playout": ("heuristic", "uniform", "none")}
RANGES = {"exploration": (0.0, 100.0), "fpu": (-inf, 1.0), "cutoff": (0, 1_000_000),
          "max_edges": (1, 2_000_000_000)}

MOST_CORES = 16             # that a search takes without being told to


def cores() -> int:
    """Threads of a search that the clock ends, if nobody says how many: one a core at hand, at most MOST_CORES."""
    at_hand = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MOST_CORES, at_hand)


@frozen
class SearchParams:
    """A budget and the settings of the search. At least one of `simulations` and `seconds` is needed.

    Raises InputError naming the field refused.
    """

    simulations: int | None = None  # in all threads together
    seconds: float | None = None    # of wall clock
    threads: int = 1                # grow a tree together; two searches alike then differ a little
    deterministic: bool = False     # they grow a tree each, added up at the root: the same params, the same answer
    seed: int = 0
    early_stop: bool | None = None  # stop when the most visited action is out of reach and nothing is proven; by
                                    # default agents do, and advice, which shows all moves, does not
    max_edges: int = 40_000_000     # of a tree, 32 bytes an edge

    tree: str | None = None         # what a node stands for: "open" | "keyed" | "decoupled"
                                    # (core_ext/tree.pyx); by default keyed where something is hidden, else open
    policy: str | None = None       # "puct" | "uct"
    exploration: float | None = None    # c of either; utilities lie in [0, 1]
    fpu: float | None = None        # first-play urgency: unvisited actions count as the mean less this; -inf: first
    playout: str | None = None      # "heuristic" | "uniform" | "none": the value function alone
    cutoff: int | None = None       # decisions after which a playout is broken off and valued; 0: never
    weights: tuple[float, ...] | None = None    # of the value function, one a feature of the game
    model: str | None = None        # a net that judges leaves: "own", the one that comes with the game, or the path of
                                    # a file (mcts/models.py); with one there is no playout unless it is asked for
    solve: bool | None = None       # back up proven results exactly

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise InputError("a search needs a budget: simulations or seconds")
        if self.simulations is not None and self.simulations < 1:
            raise InputError(f"simulations: found {self.simulations}, expected 1 or more")
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise InputError(f"seconds: found {self.seconds}, expected more than 0, up to {MOST_SECONDS:g}")
        if not 1 <= self.threads <= MOST_THREADS:
            raise InputError(f"threads: found {self.threads}, expected 1 to {MOST_THREADS}")
        for name, allowed in WORDS.items():
            if getattr(self, name) not in (None, *allowed):
                raise InputError(f"{name}: found {getattr(self, name)!r}, expected one of {', '.join(allowed)}")
        if self.model is not None and (not self.model or "," in self.model):
            raise InputError(f"model: found {self.model!r}, expected own, none, or the path of a file without commas")
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if value is not None and (isnan(value) or not low <= value <= high):
                raise InputError(f"{name}: found {value}, expected {low:g} to {high:g}")

    @property
    def trees(self) -> int:
        """How many trees the threads grow."""
        return self.threads if self.deterministic else 1

    @property
    def repeatable(self) -> bool:
        """The same search, made again, comes to the same."""
        return self.seconds is None and (self.threads == 1 or self.deterministic)

    def settings(self, state: State) -> dict[str, Any]:
        """How to search this game: what was asked for, else the game's own settings, else the defaults.

        Raises InputError for a model that cannot be read, or fits another game.
        """
        asked = {name: getattr(self, name) for name in DEFAULTS if getattr(self, name) is not None}
        found = {**DEFAULTS, **game_settings(state), **asked}
        if found["tree"] is None:
            found["tree"] = "keyed" if state.hides else "open"
        if found["fpu"] is None:
            found["fpu"] = FIRST_PLAY[found["policy"]]
        name = found.pop("model")
        if name not in (None, "none"):
            from mcts.models import model_for

            found["net"] = model_for(state, name).net
            if "playout" not in asked and "cutoff" not in asked:
                found |= {"playout": "none", "cutoff": 0}
        return found


def game_settings(state: State) -> Mapping[str, Any]:
    """The game's own settings. Raises ValueError for a name that is none."""
    own: Mapping[str, Any] = state.search_settings()
    for name in own:
        if name not in DEFAULTS:
            raise ValueError(f"search settings of the game: found {name!r}, expected some of {', '.join(DEFAULTS)}")
    return own


BUDGET = ("simulations", "seconds", "seed")


def parse_settings(text: str) -> dict[str, Any]:
    """Settings written as `policy=uct,exploration=1.4,solve=no`. Raises InputError naming the part refused."""
    kinds = {f.name: str(f.type).split(" | ")[0] for f in fields(SearchParams) if f.name not in (*BUDGET, "weights")}
    found: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if name not in kinds or not equals:
            raise InputError(f"setting: found {part[:40]!r}, expected NAME=VALUE with one of {', '.join(kinds)}")
        found[name] = _value(name, kinds[name], value)
    return found


def _value(name: str, kind: str, text: str) -> Any:
    try:
        if kind == "bool":
            return {"yes": True, "no": False}[text]
        return int(text) if kind == "int" else float(text) if kind == "float" else text
    except (KeyError, ValueError):
        wanted = {"bool": "yes or no", "int": "a whole number", "float": "a number"}[kind]
        raise InputError(f"setting {name}: found {text[:40]!r}, expected {wanted}") from None


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def settings_text(params: SearchParams) -> str:
    """The settings that are not the default, as `parse_settings` reads them, in the order of the fields."""
    plain, parts = asdict(SearchParams(simulations=1)), []
    for name, value in asdict(params).items():
        if name not in (*BUDGET, "weights") and value != plain[name]:
            parts.append(f"{name}={_word(value)}")
    return ",".join(parts)
