"""The worlds as variants of one game, each a module at TOP I, II and III: what an atlas asks; and who begins."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from core_ext.state import State
from games.api import TurnIncome, VariantKind, clockwise_from, own
from games.packed import codes
from games.world504.conditions import MODULES, POSITIONS, atoms_of, worlds
from games.world504.privileges import deck
from games.world504.rulebook import name_of, words
from games.world504.setup import DEFAULTS
from games.world504.state import World504State

[SEALED_BIDS] = codes("world504", "SEALED_BIDS")


def parts(world: str) -> list[int]:
    """The modules at TOP I, II and III, from 0."""
    return [MODULES.index(digit) for digit in world]


def goal(options: Mapping[str, str]) -> str:
    """Worlds with the same module at TOP I count the same things: points, money or shares."""
    return f"goal={options.get('world', DEFAULTS['world'])[0]}"


def absent(options: Mapping[str, str]) -> str:
    """Why no seat of this world can have a privilege; empty where one can."""
    world = options.get("world", DEFAULTS["world"])
    true = atoms_of(world)
    if deck(true) and "CO" not in true:
        return ""
    having = [other for other in worlds() if deck(atoms_of(other)) and "CO" not in atoms_of(other)]
    why = f"in world {world} companies have privileges, not seats" if deck(true) else \
        f"world {world} has no privileges (module 3)"
    return f"{why}; worlds that have: {', '.join(having[:8])} and {len(having) - 8} more"


def order(state: State) -> Sequence[int] | None:
    """Seats in the order of the first round, or of the first share round; None until it is known for sure.

    Where the start card or a draw decides it, that is before the first decision; where it is bid for, after the bids.
    """
    mine = own(state, World504State)
    known, rules = mine.first_order(), mine.rules_in_force()
    if known is not None or rules["first_order"] == SEALED_BIDS or mine.current_player() < 0:
        return known
    raw = mine.raw()
    return clockwise_from(raw["start"], mine.seats) if rules["companies"] else list(raw["order"][:mine.seats])


def turn(state: State) -> TurnIncome | None:
    """The turn under way and the income that phase 3H would bring its owner now; None between turns."""
    found = own(state, World504State).turn_income()
    return found and TurnIncome(*found)


def capped(state: State) -> bool:
    """Whether the last allowed round ended the game."""
    return own(state, World504State).capped()


WORLDS = VariantKind(
    option="world", names=worlds, factors=tuple(f"TOP {position}" for position in POSITIONS),
    levels=tuple(f"{digit} {row['name']}" for digit, row in sorted(words().items())), parts=parts, title=name_of,
    turn=turn, capped=capped)
