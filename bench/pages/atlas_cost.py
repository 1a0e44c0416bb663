"""What an atlas takes: processor seconds of its passes in a few worlds, before all of them are played."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from time import process_time

from bench.pages.atlas_rows import KIND
from reports.atlas import looks
from reports.atlas.games import play_unit
from reports.atlas.plan import FOUR, PASSES, Pass, Unit, make_plan

GAME, SEED, CORES = "world504", 1, 2
WORLDS = 504


def cost(worlds: Sequence[str]) -> Iterable[str]:
    """Seconds of each pass in these worlds, and what all 504 would take at their mean."""
    plan, total = make_plan(GAME, KIND, worlds, {}, SEED), 0.0
    for world in plan.items:
        taken = [_seconds(plan.items, each, world) for each in PASSES]
        total += sum(taken)
        yield (f"{world}: " + ", ".join(f"{each.key} {seconds:.1f} s" for each, seconds in zip(
            PASSES, taken, strict=True)))
    mean = total / len(plan.items)
    yield f"{mean:.1f} s a world; {WORLDS} such worlds take {WORLDS * mean / CORES / 3600:.2f} hours of {CORES} cores"


def games_of_stronger(worlds: Sequence[str], stronger: str) -> Iterable[str]:
    """Seconds of a game in these worlds: of greedy at four seats, of the stronger at two and at four, and against a
    quarter of its budget. One block of each.
    """
    deep = next(each for each in looks.passes(stronger) if each.name == looks.DEEP)
    trial = (replace(FOUR, games=4), Pass(looks.STRONG, stronger, "", 2, 2), Pass(looks.STRONG, stronger, "", 4, 4),
             replace(deep, games=2))
    total = dict.fromkeys(trial, 0.0)
    for world in worlds:
        taken = {each: _seconds(worlds, each, world) / each.size for each in trial}
        total = {each: total[each] + seconds for each, seconds in taken.items()}
        yield f"{world}: " + ", ".join(f"{each.key} {seconds:.2f} s" for each, seconds in taken.items())
    yield f"a game, mean of {len(worlds)}: " + ", ".join(
        f"{each.key} {seconds / len(worlds):.2f} s" for each, seconds in total.items())


def _seconds(worlds: Sequence[str], made_in: Pass, world: str) -> float:
    """Processor seconds of a pass in one world."""
    plan, begun = make_plan(GAME, KIND, worlds, {}, SEED, (made_in,)), process_time()
    play_unit(plan, Unit(made_in, world))
    return process_time() - begun
