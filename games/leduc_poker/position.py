"""A position of Leduc hold'em as JSON, both ways: the cards and the acts, from which it is played again.

A position can be written as one seat sees it, with `view` and `?` for the card that this seat does not see.
"""
from __future__ import annotations

from typing import Any

from core_ext.state import State
from games import headings
from games.fields import Field
from games.leduc_poker.state import LeducState
from games.leduc_poker.tables import RANKS, SUITS

REQUIRED = (*headings.REQUIRED, "cards", "board", "betting")
OPTIONAL = (*headings.OPTIONAL, "view")
UNSEEN = "?"
CODES = {"fold": 0, "check": 1, "call": 1, "raise": 2}
MOST_ACTS = 8           # of a round


def own(state: State) -> LeducState:
    """The state as one of this game. Raises TypeError for a state of another."""
    if not isinstance(state, LeducState):
        raise TypeError(f"a {type(state).__name__} where a state of leduc_poker belongs")
    return state


def acts_of(state: State) -> list[list[str]]:
    """The acts so far, a list for each of the two rounds. A call before any raise is a check."""
    told = []
    for codes in own(state).raw()["act"]:
        raised = [2 in codes[:n] for n in range(len(codes))]
        told.append([("fold", "call" if after else "check", "raise")[code] for code, after in zip(codes, raised)])
    return told


def position_to_json(state: State, view: int | None = None) -> dict[str, Any]:
    """The position as plain data, ready for json.dumps; position_from_json gives an equal state back.

    With `view`, a seat, the card that this seat does not see is written `?`.
    """
    mine = own(state)
    raw = mine.raw()
    cards = [RANKS[card - 1] if card else None for card in raw["card"]]
    if view is not None and mine.unseen(view):
        cards[1 - view] = UNSEEN
    return {
        **headings.heading(state, "leduc_poker"),
        **({"view": view} if view is not None else {}),
        "cards": cards,
        "board": RANKS[raw["board"] - 1] if raw["board"] else None,
        "betting": acts_of(mine),
    }


def position_from_json(document: Any) -> State:
    """The state that a document describes; a `?` becomes the lowest card of which one is left.

    Raises InputError, and nothing else, for any JSON value that is no position the rules can reach: the message names
    the place in the document, what was found there and what was expected.
    """
    fields = Field(document, "").keys(REQUIRED, OPTIONAL)
    state = own(headings.start(fields, "leduc_poker"))
    view = fields["view"].integer(0, 1, "a seat") if "view" in fields else None
    board = None if fields["board"].value is None else fields["board"].index(RANKS, "null or a card")
    entries = fields["cards"].items(length=2)
    for card in _cards(entries, board, view):
        state.apply_action(card)
    rounds = fields["betting"].items(length=2)
    for number, acts in enumerate(entry.items(most=MOST_ACTS) for entry in rounds):
        if acts and state.is_chance_node():
            rounds[number].fail("an empty list: a card is still to be dealt")
        for act in acts:
            _act(state, act, number)
        if number == 0 and board is not None:
            if not state.is_chance_node() or state.raw()["dealt"] < 2:
                fields["board"].fail("null: the first round is not over, or ended with a fold")
            if board not in state.legal_actions():
                fields["board"].fail(f"a card of which one is left; there are {SUITS} of each")
            state.apply_action(board)
    if view is not None and entries[1 - view].value == UNSEEN and not state.unseen(view):
        entries[1 - view].fail("its card, which lies open")
    return state


def _cards(entries: list[Field], board: int | None, view: int | None) -> list[int]:
    """Ranks of the cards dealt to the seats; for a `?` the lowest of which one is left beside the known ones."""
    if entries[0].value is None and entries[1].value is not None:
        entries[1].fail("null, as seat 0 has no card yet")
    for seat, entry in enumerate(entries):
        if entry.value == UNSEEN and view != 1 - seat:
            entry.fail("a card" if view is None else "the card of the seat whose view this is")
    known = [entry.index(RANKS, "null or a card") for entry in entries if entry.value not in (None, UNSEEN)]
    seen = [*known, *([board] if board is not None else [])]
    unknown = next(rank for rank in range(len(RANKS)) if seen.count(rank) < SUITS)
    return [unknown if entry.value == UNSEEN else known.pop(0) for entry in entries if entry.value is not None]


def _act(state: LeducState, act: Field, number: int) -> None:
    """Plays one act of a document, in round `number`."""
    raw = state.raw()
    if state.is_terminal() or state.is_chance_node() or raw["round"] != number:
        act.fail("no further act: this round of betting is over")
    owing = raw["paid"][0] != raw["paid"][1]
    words = [("fold", "call" if owing else "check", "raise")[code] for code in state.legal_actions()]
    if act.value not in words:
        act.fail(" or ".join(f"'{word}'" for word in words))
    state.apply_action(CODES[act.value])
