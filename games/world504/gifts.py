"""Things given and taken: options `gifts` and `without`, and what an action acquires."""
from __future__ import annotations

from collections.abc import Collection
from typing import Any

from core_ext.state import State
from games.gifts import read_gifts, read_without
from games.packed import codes
from games.world504.names import STAGE_NAMES
from games.world504.privileges import privileges
from games.world504.tables import PRIVILEGES

MOST = {"money": 500}                               # of a token one seat may be given
TOKENS = tuple(f"{token} 10" for token in MOST)
[TAKE] = codes("world504", "A_TAKE")
OWNERS = codes("world504", "OWNERS")[0]


def takes(state: State, action: int) -> str | None:
    """The privilege that a legal action acquires for who acts: one of the row, or the one that its bid wins."""
    if TAKE <= action < TAKE + len(PRIVILEGES):
        return PRIVILEGES[action - TAKE]
    raw = state.raw()
    if STAGE_NAMES[raw["stage"]] not in ("bid", "bid-units"):
        return None
    after = state.copy()
    after.apply_action(action)
    won = after.raw()["owner"][raw["actor"]]["privileges"] & ~raw["owner"][raw["actor"]]["privileges"]
    return PRIVILEGES[won.bit_length() - 1] if won else None


def meaning() -> dict[str, str]:
    """What each privilege does."""
    return {privilege.card: privilege.short for privilege in privileges()}


def left_out(text: str) -> list[str]:
    """The privileges that option `without` names. Raises InputError."""
    return read_without(text, PRIVILEGES, "a privilege")


def given(text: str, seats: int, deck: Collection[str], world: str, companies: bool = False) -> dict[str, Any]:
    """Fields of the Rules struct: gifts by owner, money by seat. Raises InputError naming the gift refused."""
    money, held = [0] * OWNERS, [0] * OWNERS
    for gift in read_gifts(text, seats, PRIVILEGES, MOST, "a privilege"):
        if gift.name in MOST:
            money[gift.seat] += gift.number
            continue
        if companies:
            gift.refuse(f", but in world {world} companies have privileges, not seats; expected a gift of money")
        if gift.name not in deck:
            gift.refuse(f", but the deck of world {world} has no {gift.name}; expected "
                        f"{'one of ' + ', '.join(deck) if deck else 'a gift of money, as it has no privileges'}")
        if held[gift.seat] >> PRIVILEGES.index(gift.name) & 1:
            gift.refuse(", a second time; expected each privilege once for a seat")
        held[gift.seat] |= 1 << PRIVILEGES.index(gift.name)
    return {"gift_money": money, "gift_privileges": held}
