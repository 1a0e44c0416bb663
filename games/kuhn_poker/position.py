"""A position of Kuhn poker as JSON, both ways: the cards and the acts, from which it is played again.

A position can be written as one seat sees it, with `view` and `?` for the cards that this seat does not see.
"""
from __future__ import annotations

from typing import Any

from core_ext.state import State
from games import headings
from games.fields import Field
from games.kuhn_poker.setup import ranks
from games.kuhn_poker.state import KuhnState

REQUIRED = (*headings.REQUIRED, "cards", "betting")
OPTIONAL = (*headings.OPTIONAL, "view")
UNSEEN = "?"
PASSES, BETS = ("check", "fold", "pass"), ("bet", "call")
MOST_ACTS = 9           # of five seats: four passes, a bet, four answers


def own(state: State) -> KuhnState:
    """The state as one of this game. Raises TypeError for a state of another."""
    if not isinstance(state, KuhnState):
        raise TypeError(f"a {type(state).__name__} where a state of kuhn_poker belongs")
    return state


def acts_of(state: State) -> list[str]:
    """The acts so far, in order. The first bet and who has bet say what they were."""
    raw, acts = own(state).raw(), []
    for n in range(raw["acts"]):
        opened = raw["opener"] and n >= raw["opener"]
        bet = raw["bets"] >> n % state.seats & 1 and n >= raw["opener"] - 1
        acts.append(("call" if opened else "bet") if bet else "fold" if opened else "check")
    return acts


def position_to_json(state: State, view: int | None = None) -> dict[str, Any]:
    """The position as plain data, ready for json.dumps; position_from_json gives an equal state back.

    With `view`, a seat, the cards that this seat does not see are written `?`.
    """
    mine = own(state)
    names = ranks(mine.seats)
    hidden = mine.unseen(view)[0] if view is not None else []
    cards = [UNSEEN if seat in hidden else names[card - 1] if card else None
             for seat, card in enumerate(mine.raw()["card"])]
    return {
        **headings.heading(state, "kuhn_poker"),
        **({"view": view} if view is not None else {}),
        "cards": cards,
        "betting": acts_of(mine),
    }


def position_from_json(document: Any) -> State:
    """The state that a document describes; each `?` becomes the lowest card that nobody else has, in seat order.

    Raises InputError, and nothing else, for any JSON value that is no position the rules can reach: the message names
    the place in the document, what was found there and what was expected.
    """
    fields = Field(document, "").keys(REQUIRED, OPTIONAL)
    state = own(headings.start(fields, "kuhn_poker"))
    view = fields["view"].integer(0, state.seats - 1, "a seat") if "view" in fields else None
    entries = fields["cards"].items(length=state.seats)
    unknown = _deal(state, entries, view)
    acts = fields["betting"].items(most=MOST_ACTS)
    if acts and state.is_chance_node():
        fields["betting"].fail("an empty list: not all cards are dealt")
    for act in acts:
        _act(state, act)
    if view is not None:
        for seat in unknown:
            if seat not in state.unseen(view)[0]:
                entries[seat].fail("its card, which lies open")
    return state


def _deal(state: KuhnState, entries: list[Field], view: int | None) -> list[int]:
    """Deals the cards of a document; returns the seats whose card was `?`."""
    names = ranks(state.seats)
    cards: list[int | None] = []
    unknown: list[int] = []
    for seat, entry in enumerate(entries):
        if entry.value is None:
            break
        if entry.value == UNSEEN and (view is None or seat == view):
            entry.fail("a card" if view is None else "the card of the seat whose view this is")
        if entry.value == UNSEEN:
            unknown.append(seat)
        cards.append(None if entry.value == UNSEEN else entry.index(names, "null or a card"))
        if cards[-1] is not None and cards[-1] in cards[:-1]:
            entry.fail("a card that no other seat has")
    for entry in entries[len(cards):]:
        if entry.value is not None:
            entry.fail("null, as the seat before it has no card yet")
    left = [rank for rank in range(len(names)) if rank not in cards]
    for card in cards:
        state.apply_action(left.pop(0) if card is None else card)
    return unknown


def _act(state: KuhnState, act: Field) -> None:
    if state.is_terminal():
        act.fail("no further act: the betting is over")
    words = ("fold", "call") if state.raw()["opener"] else ("check", "bet")
    if act.value not in words and act.value != "pass":
        act.fail(f"'{words[0]}' or '{words[1]}'")
    state.apply_action(int(act.value in BETS))
