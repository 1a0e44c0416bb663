"""Small wars for tests: two owners beside each other, an attack step by step, dice as the test names them."""
from __future__ import annotations

from typing import Any

from games.packed import codes
from games.world504.tables import KINDS

from .positions import NOWHERE, STAGES, Raw, act, can, enter, give, make, stage, start

GARRISON, MAN_TO_MAN, SIDES = *codes("world504", "GARRISON MAN_TO_MAN"), 6
CITY, WATER = KINDS.index("city"), KINDS.index("water")


def border(world: str, kind: str = "forest", *, mine: int = 3, residents: int = 0, seats: int = 2,
           **options: str) -> tuple[Raw, int, int]:
    """Two tiles side by side: a forest of seat 0 with so many active residents, one of this kind of seat 1 with so many
    exhausted ones. `city` is a free city that seat 1 has taken. Returns the position and both tiles.
    """
    raw = start(world, seats, **options).raw()
    free = [t for t in range(raw["tiles"]) if not held(raw, t) and raw["kind"][t] != WATER]
    for theirs in free:
        if (raw["kind"][theirs] == CITY) != (kind == "city") or armed(raw, theirs) != (kind == "city"):
            continue
        for own in raw["near"][theirs]:
            if own in free and raw["kind"][own] != CITY:
                make(raw, own, "forest")
                if kind != "city":
                    make(raw, theirs, kind)
                disarm(raw, theirs)
                give(raw, 0, settled=[own], up=[own] * mine)
                give(raw, 1, settled=[theirs], down=[theirs] * residents)
                return raw, own, theirs
    raise AssertionError(f"no border in world {world}")


def held(raw: Raw, t: int) -> bool:
    """Whether anybody has a settlement or headquarters there."""
    return any(o["settled"] >> t & 1 or o["capital"] == t for o in raw["owner"])


def armed(raw: Raw, t: int) -> bool:
    return bool((raw["barracks"] | raw["militia"]) >> t & 1)


def disarm(raw: Raw, t: int) -> None:
    """The garrison goes back to the box."""
    raw["barracks"] &= ~(1 << t)
    raw["militia"] &= ~(1 << t)


def siege(world: str, *, mine: int = 3, residents: int = 0, seats: int = 2, cities: int = 0,
          **options: str) -> tuple[Raw, int, int]:
    """Seat 0 stands beside the capital of seat 1, which has so many other cities. The position, the two tiles."""
    raw = start(world, seats, **options).raw()
    capital = raw["owner"][1]["capital"]
    beside = [t for t in raw["near"][capital] if t != NOWHERE and not held(raw, t)]
    own = next(t for t in beside if raw["kind"][t] not in (CITY, WATER))
    make(raw, own, "forest")
    give(raw, 0, settled=[own], up=[own] * mine)
    give(raw, 1, down=[capital] * residents)
    for t in [t for t in raw["city_at"] if t != NOWHERE and not held(raw, t)][:cities]:
        disarm(raw, t)
        give(raw, 1, settled=[t])
    return raw, own, capital


def side(raw: Raw, own: int, theirs: int) -> int:
    return int(raw["near"][own].index(theirs))


def at_war(world: str, raw: Raw, **options: str) -> Any:
    """Seat 0 in phase 3D."""
    return enter(world, raw, "residents", seats=options.pop("seats", 2), **options)      # type: ignore[arg-type]


def attack(state: Any, own: int, theirs: int, times: int = 1) -> Any:
    """So many residents step on to the tile."""
    for _ in range(times):
        act(state, "A_STEP", SIDES * own + side(state.raw(), own, theirs))
    return state


def may_attack(state: Any, own: int, theirs: int) -> bool:
    return can(state, "A_STEP", SIDES * own + side(state.raw(), own, theirs))


def rest(state: Any) -> Any:
    """No more is done in 3D, and nothing in 3E and 3F, until a fight is due."""
    while stage(state) in ("act", "drive", "build-factory") and not state.is_terminal():
        act(state, "A_DONE")
    return state


def roll(state: Any, *outcomes: int) -> Any:
    """These outcomes of the dice, one node after the other; each must be possible."""
    for outcome in outcomes:
        assert outcome in [number for number, _ in state.chance_outcomes()], (stage(state), outcome)
        state.apply_action(outcome)
    return state


def odds(state: Any) -> dict[int, float]:
    """The outcomes of the dice and their probabilities."""
    assert STAGES[state.raw()["stage"]] in ("attack", "defence")
    return dict(state.chance_outcomes())


def people(raw: Raw, owner: int, t: int) -> int:
    """Residents there."""
    return int(raw["owner"][owner]["active"][t] + raw["owner"][owner]["spent"][t])


def owns(raw: Raw, owner: int, t: int) -> bool:
    return bool(raw["owner"][owner]["settled"] >> t & 1 or raw["owner"][owner]["capital"] == t)
