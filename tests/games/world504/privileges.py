"""Games of 504 at questions of module 3: sealed bids, joint phases, the open row."""
from typing import Any

from games.world504.conditions import atoms_of
from games.world504.phases import phases
from games.world504.setup import new_state
from games.world504.tables import PRIVILEGES

from .positions import A_DONE, SLOTS, STAGES, Raw, loaded, stage
from .turns import play

SECTIONS = ("opening", "round", "turn", "end of round")


def bidding(world: str, seats: int, **options: str) -> Any:
    """A game at its first sealed bid, or at its first round; chance does what is first in its list."""
    state = new_state(seats, {"world": world, "start": "1", **options})
    while state.raw()["round"] == 0:
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    return state


def bid_all(state: Any, *sums: int) -> Any:
    """Each seat seals its bid."""
    for sum_bid in sums:
        bid(state, sum_bid)
    return state


def bid(state: Any, sum_bid: int) -> Any:
    """Name a sum, tens first; sums whose tens leave no choice are named at once."""
    before = state.raw()["stage"]
    play(state, f"bid {sum_bid // 10 * 10}-{sum_bid // 10 * 10 + 9}")
    if stage(state).endswith("units") and state.raw()["stage"] == before + 1:
        play(state, f"bid {sum_bid}")
    return state


def after(world: str, raw: Raw, phase: str, seats: int = 2, **options: str) -> Any:
    """The state after this phase, the place in the table being found by its name, has ended."""
    section = next(n for n, name in enumerate(SECTIONS) if phase in phases(atoms_of(world))[name])
    place = SLOTS * section + phases(atoms_of(world))[SECTIONS[section]].index(phase)
    raw = {**raw, "phase": place, "stage": STAGES.index("build-factory")}
    state = loaded(world, raw, seats, **options)
    state.apply_action(A_DONE)
    return state


def at_turn(world: str, raw: Raw, phase: str, actor: int, seats: int = 2, **options: str) -> Any:
    """The state after this phase of the actor's turn."""
    return after(world, {**raw, "actor": actor, "place": raw["order"].index(actor)}, phase, seats, **options)


def row(raw: Raw) -> list[str]:
    """The open privileges, from the left."""
    return [PRIVILEGES[card - 1] for card in raw["row"] if card]


def lay_row(raw: Raw, *cards: str, free: int = 0) -> Raw:
    """These cards lie open; so many of them, from the left, cost nothing."""
    raw["row"] = [1 + PRIVILEGES.index(card) for card in cards] + [0] * (len(raw["row"]) - len(cards))
    raw["drawn"] = [cards.count(card) for card in PRIVILEGES]
    raw["free_row"] = free
    return raw


def owned(state: Any, owner: int) -> set[str]:
    cards = state.raw()["owner"][owner]["privileges"]
    return {card for n, card in enumerate(PRIVILEGES) if cards >> n & 1}


def money(state: Any, seats: int = 2) -> list[int]:
    return [owner["money"] for owner in state.raw()["owner"][:seats]]
