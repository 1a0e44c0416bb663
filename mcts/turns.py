"""A turn as a chain of decisions: all that a seat can do before somebody else decides or a chance event occurs, and in
what orders.
"""
from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core_ext.plans import stand, ways
from mcts.redeals import DEALS, made, resampled
from mcts.search import Reply

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

LOOKED_AT = 800         # positions within a turn that are looked at: those first that the search liked most
ENOUGH = 64             # end positions that are enough where the search knows no more
MOST_ORDERED = 8        # actions of a plan that are tried in every order
LONGEST = 48            # actions of a plan, as many as simulations follow (core_ext/tree.pyx); longer turns are cut off

Known = Callable[[Sequence[int]], list[Reply]]          # what a search holds after these actions


@dataclass
class Ending:
    """A position in which a seat's turn can end, and the way there that the search liked most."""

    start: State                # where the turn began
    actions: tuple[int, ...]
    visits: float               # by all ways there
    most: float                 # by this one
    worth: float | None         # mean utility of the simulations that came here by this way, None: there were none
    proven: float | None        # its utility, where that is known
    blind: bool                 # its way leads through a proof: the tree knows no more of it than what is best there
    firsts: set[int]            # actions that the ways there begin with

    @cached_property
    def state(self) -> State:
        """The position; made when it is first asked for."""
        at = self.start.copy()
        stand(at, self.start, self.actions)
        return at


def same_position(game: Game, state: State) -> Hashable:
    """Equal for positions that differ in nothing that counts, such as the order of tiles in a store."""
    return state.to_bytes() if game.same is None else game.same(state)


def ending_of(state: State, actions: Sequence[int]) -> Ending:
    """The end of these actions, of which nothing is known. Raises ValueError for one that is not legal."""
    at = state.copy()
    for action in actions:
        at.apply_action(action)
    return Ending(state, tuple(actions), 0.0, 0.0, None, result_of(state, at, actions), False, {actions[0]})


def result_of(state: State, end: State, actions: Sequence[int]) -> float | None:
    """The utility of the seat to act where its actions end the game; None: they do not, or it hangs on what is hidden.
    """
    if not end.is_terminal():
        return None
    seat, result = state.current_player(), end.returns()
    for k in range(DEALS if state.hides else 0):
        at, done = made(resampled(state, seat, k), actions)
        if done < len(actions) or not at.is_terminal() or at.returns() != result:
            return None
    return result[seat]


def endings(game: Game, state: State, known: Known, most: int = LOOKED_AT,
            late: Callable[[], bool] = lambda: False) -> list[Ending]:
    """Where the turn of the seat to act can end, each position once, most visited first.

    Looks at what the search visited, most visited first, and goes on by the priors of the game where it knows nothing,
    at `most` positions in all, and at no more once it is `late`; a chain begun is finished even then, by the action of
    the highest prior. Where turns are so long that none of these ends one, the farthest positions that the search
    visited are finished so.
    """
    found: dict[Hashable, Ending] = {}
    for visits, path, reply, blind, key, over in ways(state, known, most, ENOUGH, LONGEST, late):
        worth = None if reply is None or reply[1] == 0 else reply[2] / reply[1]
        if over is None:
            proven = None if reply is None else reply[4]
        else:
            proven = ending_of(state, path).proven if state.hides else over
        _join(found, key, Ending(state, path, visits, visits, worth, proven, blind and proven is None, {path[0]}))
    return sorted(_merged(game, state, found.values()), key=lambda e: (-e.visits, -(e.worth or 0.0), e.actions))


def _join(found: dict[Hashable, Ending], key: Hashable, one: Ending) -> None:
    """Add one more way to a position."""
    other = found.get(key)
    if other is None:
        found[key] = one
        return
    if one.most > other.most:
        other.actions, other.most, other.worth, other.blind = one.actions, one.most, one.worth, one.blind
    other.firsts |= one.firsts
    other.visits += one.visits
    other.proven = one.proven if other.proven is None else other.proven


def _merged(game: Game, state: State, found: Iterable[Ending]) -> list[Ending]:
    """Endings that differ in nothing that counts become one."""
    if game.same is None:
        return list(found)
    by: dict[Hashable, Ending] = {}
    at = state.copy()
    for one in found:
        stand(at, state, one.actions)
        _join(by, game.same(at), one)
    return list(by.values())


def bound_order(game: Game, state: State, actions: Sequence[int], late: Callable[[], bool] = lambda: False
                ) -> list[tuple[int, int]]:
    """The pairs (i, j), i < j, of which action i has to come before action j; those that follow from two others are
    left out. Every order that keeps to them leads to the same position; where no such pairs say which orders do, or
    there are too many to try, or it is `late`, each action is bound to the next. Empty: any order leads to the same
    position.

    Actions that a table takes in any order (`Talk.unordered`) are not bound to their like, though the notation may
    know only one order of them.
    """
    texts, at = list[str](), state.copy()
    for action in actions:
        texts.append(game.notation.action_text(at, action))
        at.apply_action(action)
    size = len(texts)
    everything = {(i, j) for i in range(size) for j in range(i + 1, size)}
    goal = same_position(game, at)
    bound = everything if size > MOST_ORDERED else _needed(game, state, texts, goal, everything, late)
    bound -= _alike(texts, game.talk.unordered)
    return sorted((i, j) for i, j in bound if not any((i, k) in bound and (k, j) in bound for k in range(i + 1, j)))


def _needed(game: Game, state: State, texts: Sequence[str], goal: Hashable,
            everything: set[tuple[int, int]], late: Callable[[], bool]) -> set[tuple[int, int]]:
    """The pairs that every order to the goal has; everything where other orders have them too, or it is late."""
    orders = _Orders(game, texts, goal, state.current_player(), [state.blank() for _ in texts], late)
    try:
        count = orders.count(state, frozenset())
    except OutOfTime:
        return everything
    needed = everything - {(j, i) for i, j in orders.seen}
    return needed if count == _linear(len(texts), needed) else everything


def _alike(texts: Sequence[str], unordered: Sequence[str]) -> set[tuple[int, int]]:
    """The pairs of actions of one kind in a row that may be said in any order."""
    kinds = [text.split(maxsplit=1)[0] for text in texts]
    return {(i, j) for i in range(len(texts)) for j in range(i + 1, len(texts))
            if kinds[i] in unordered and set(kinds[i:j + 1]) == {kinds[i]}}


def _linear(size: int, bound: set[tuple[int, int]]) -> int:
    """How many orders keep to these pairs."""
    ways = {frozenset[int](): 1}
    for _ in range(size):
        longer: dict[frozenset[int], int] = {}
        for done, number in ways.items():
            for k in set(range(size)) - done:
                if all(i in done for i, j in bound if j == k):
                    longer[done | {k}] = longer.get(done | {k}, 0) + number
        ways = longer
    return sum(ways.values())


class OutOfTime(Exception):
    """The time is over."""


class _Orders:
    """The orders in which a seat can make some actions and reach the goal; positions met in two ways are looked at
    once.
    """

    def __init__(self, game: Game, texts: Sequence[str], goal: Hashable, seat: int, levels: Sequence[State],
                 late: Callable[[], bool]) -> None:
        self.game, self.texts, self.goal, self.seat, self.late = game, texts, goal, seat, late
        self.levels = levels                        # room for a position for each number of actions made
        self.seen = set[tuple[int, int]]()          # (i, j): action i comes before action j in one of them
        self.known: dict[tuple[frozenset[int], Hashable], int] = {}

    def count(self, at: State, done: frozenset[int]) -> int:
        """How many there are from a position in which some of the actions are made. Raises OutOfTime."""
        if self.late():
            raise OutOfTime
        here = same_position(self.game, at)
        if len(done) == len(self.texts):
            return int(here == self.goal)
        if at.current_player() != self.seat:
            return 0
        if (done, here) not in self.known:
            self.known[done, here] = sum(self._after(at, done, k) for k in range(len(self.texts)) if k not in done)
        return self.known[done, here]

    def _after(self, at: State, done: frozenset[int], k: int) -> int:
        after = self.levels[len(done)]      # nothing else stands there: orders are followed one after the other
        stand(after, at, ())
        try:
            after.apply_action(self.game.notation.parse_action(at, self.texts[k]))
        except ValueError:
            return 0
        count = self.count(after, done | {k})
        if count:
            self.seen |= {(i, k) for i in done}
        return count
