"""Worlds drawn by lot for a section of the atlas: which they are, how they are played, and the section on its page.

    python -m bench atlas --lot 168 --seed 3

It says how to play them, so that which they are can be written down before anybody looks. A run need not be whole:
worlds are played in the order of the lot, so those that the clock did not come to are as much a matter of luck as those
that were not drawn.
"""
from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import games
from bench.pages.atlas_cost import GAME
from bench.pages.atlas_rows import KIND
from bench.pages.contents import with_contents, without_contents
from games.api import InputError
from reports.atlas.plan import AtlasPlan


def lot(count: int, seed: int) -> list[str]:
    """So many of all worlds, drawn by this seed, in the order of the draw. Raises InputError where there are fewer."""
    names = sorted(games.load(GAME).variants.kinds[KIND].names())
    if count > len(names):
        raise InputError(f"--lot: found {count}, expected {len(names)} or fewer")
    return random.Random(seed).sample(names, count)


def to_play(count: int, seed: int, strong: str, passes: Sequence[str], folder: str) -> str:
    """The command that plays these passes of the worlds of a lot, into this folder of `build`."""
    items = " ".join(f"--item {world}" for world in lot(count, seed))
    asked = " ".join(f"--pass {name}" for name in passes)
    return f"ludosoph atlas {GAME} {items} --stronger {strong} {asked} --seed {seed} --out build/{folder}"


def check(run: Path, plan: AtlasPlan) -> None:
    """Raises InputError where the worlds are not those that the seed of their games draws: which are played must not
    follow from what is found.
    """
    if sorted(plan.items) != sorted(lot(len(plan.items), plan.seed)):
        raise InputError(f"{run}: holds other worlds than those that seed {plan.seed} draws; expected the run of "
                         f"python -m bench atlas --lot {len(plan.items)} --seed {plan.seed}")


def put(page: Path, section: Sequence[str]) -> None:
    """The section, its heading first, in place of one with this heading, else at the end of a page; the rest stays."""
    before, found, rest = without_contents(page.read_text("utf-8")).partition(f"\n{section[0]}\n")
    after = re.search(r"^## .*", rest, re.MULTILINE | re.DOTALL)
    parts = [before.strip(), *section, *([after[0].strip()] if found and after else [])]
    page.write_text(with_contents("\n\n".join(parts)) + "\n", encoding="utf-8")
