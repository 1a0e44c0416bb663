"""A turn as a chain of decisions: all that a seat can do before somebody else decides or a chance event occurs, and in
what orders.
"""
from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from mcts.pairs import made, resampled
from mcts.search import Reply

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

LOOKED_AT = 800         # positions within a turn that are looked at, those that the search liked most first,
ENOUGH = 64             # and end positions that are enough where the search knows no more
MOST_ORDERED = 8        # actions of a plan that are tried in every order
LONGEST = 48            # actions of a plan, as many as simulations follow (core_ext/tree.pyx); longer turns are cut off
DEALS = 64              # of what is hidden: a game that ends alike in all of them has a known result

Known = Callable[[Sequence[int]], list[Reply]]          # what a search holds after these actions


@dataclass
class Ending:
    """A position in which a seat's turn can end, and the way there that the search liked most."""

    state: State
    actions: tuple[int, ...]
    visits: float               # by all ways there
    most: float                 # by this one
    worth: float | None         # mean utility of the simulations that came here by this way, None: there were none
    proven: float | None        # its utility, where that is known
    blind: bool                 # its way leads through a proof: the tree knows no more of it than what is best there
    firsts: set[int]            # actions that the ways there begin with


def same_position(game: Game, state: State) -> Hashable:
    """Equal for positions that differ in nothing that counts, such as the order of tiles in a store."""
    return state.to_bytes() if game.same is None else game.same(state)


def ending_of(state: State, actions: Sequence[int]) -> Ending:
    """The end of these actions, of which nothing is known."""
    at = state.copy()
    for action in actions:
        at.apply_action(action)
    return Ending(at, tuple(actions), 0.0, 0.0, None, result_of(state, at, actions), False, {actions[0]})


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


class _Way(NamedTuple):
    """A beginning of a turn; the most visited comes first."""

    rank: float                 # minus its visits
    number: int
    at: State
    path: tuple[int, ...]
    reply: Reply | None         # what the search holds of its last action
    blind: bool


def endings(game: Game, state: State, known: Known, most: int = LOOKED_AT) -> list[Ending]:
    """Where the turn of the seat to act can end, each position once, most visited first.

    Looks at what the search visited, most visited first, and goes on by the priors of the game where it knows nothing,
    at `most` positions in all; a chain begun is finished even then, by the action of the highest prior. Where turns are
    so long that none of these ends one, the farthest positions that the search visited are finished so.
    """
    seat, order = state.current_player(), count()
    found: dict[Hashable, Ending] = {}
    farthest = list[_Way]()
    waiting = [_Way(0.0, next(order), state, (), None, False)]
    looked = 0
    while waiting:
        way = heappop(waiting)
        if way.at.current_player() != seat or len(way.path) == LONGEST:
            _add(found, state, way)
            continue
        looked += 1
        if looked > most or way.path and -way.rank < 1 and len(found) >= ENOUGH:
            if way.reply is not None and way.reply[1] > 0 and looked <= 2 * most:
                _add(found, state, _finished(seat, way))
            continue
        proven, held = way.reply is not None and way.reply[4] is not None, known(way.path)
        if not any(reply[1] for reply in held) and len(farthest) < ENOUGH:
            farthest.append(way)
        for share, following in _replies(way.at, held, -way.rank, proven):
            after = way.at.copy()
            after.apply_action(following[0])
            heappush(waiting, _Way(-share, next(order), after, (*way.path, following[0]), following,
                                   way.blind or proven))
    for way in () if found else farthest:
        _add(found, state, _finished(seat, way))
    return sorted(_merged(game, found.values()), key=lambda e: (-e.visits, -(e.worth or 0.0), e.actions))


def _replies(at: State, held: list[Reply], visits: float, proven: bool) -> list[tuple[float, Reply]]:
    """Every legal action with its visits; where there are none, less than one visit shared out by the priors, or all
    that were made before the position was proven and the tree let go of it.
    """
    seen = {reply[0]: reply for reply in held}
    legal, priors = at.legal_actions(), at.action_weights()
    total = sum(priors) or 1.0
    share = visits if proven else min(visits, 0.5) if visits else 0.5
    return [(float(seen[a][1]) if a in seen and seen[a][1] else share * p / total,
             seen.get(a, (a, 0, 0.0, p / total, None))) for a, p in zip(legal, priors, strict=True)]


def _add(found: dict[Hashable, Ending], state: State, way: _Way) -> None:
    reply, visits = way.reply, -way.rank
    worth = None if reply is None or reply[1] == 0 else reply[2] / reply[1]
    if way.at.is_terminal():
        proven = result_of(state, way.at, way.path)
    else:
        proven = None if reply is None else reply[4]
    _join(found, way.at.to_bytes(), Ending(way.at, way.path, visits, visits, worth, proven,
                                           way.blind and proven is None, {way.path[0]}))


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


def _merged(game: Game, found: Iterable[Ending]) -> list[Ending]:
    """Endings that differ in nothing that counts become one."""
    if game.same is None:
        return list(found)
    by: dict[Hashable, Ending] = {}
    for one in found:
        _join(by, game.same(one.state), one)
    return list(by.values())


def _finished(seat: int, way: _Way) -> _Way:
    """The turn played to its end by the action of the highest prior, or as far as a plan goes."""
    at, path = way.at.copy(), way.path
    while at.current_player() == seat and len(path) < LONGEST:
        legal, priors = at.legal_actions(), at.action_weights()
        action = legal[priors.index(max(priors))]
        at.apply_action(action)
        path = (*path, action)
    return way._replace(at=at, path=path)


def bound_order(game: Game, state: State, actions: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs (i, j), i < j, of which action i has to come before action j; those that follow from two others are
    left out. Every order that keeps to them leads to the same position; where no such pairs say which orders do, or
    there are too many to try, each action is bound to the next. Empty: any order leads to the same position.

    Actions that a table takes in any order (`Talk.unordered`) are not bound to their like, though the notation may
    know only one order of them.
    """
    texts, at = list[str](), state.copy()
    for action in actions:
        texts.append(game.notation.action_text(at, action))
        at.apply_action(action)
    size = len(texts)
    everything = {(i, j) for i in range(size) for j in range(i + 1, size)}
    bound = everything if size > MOST_ORDERED else _needed(game, state, texts, same_position(game, at), everything)
    bound -= _alike(texts, game.talk.unordered)
    return sorted((i, j) for i, j in bound if not any((i, k) in bound and (k, j) in bound for k in range(i + 1, j)))


def _needed(game: Game, state: State, texts: Sequence[str], goal: Hashable,
            everything: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs that every order to the goal has; everything where other orders have them too."""
    orders = _Orders(game, texts, goal, state.current_player())
    count = orders.count(state, frozenset())
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


class _Orders:
    """The orders in which a seat can make some actions and reach the goal; positions met in two ways are looked at
    once.
    """

    def __init__(self, game: Game, texts: Sequence[str], goal: Hashable, seat: int) -> None:
        self.game, self.texts, self.goal, self.seat = game, texts, goal, seat
        self.seen = set[tuple[int, int]]()          # (i, j): action i comes before action j in one of them
        self.known: dict[tuple[frozenset[int], Hashable], int] = {}

    def count(self, at: State, done: frozenset[int]) -> int:
        """How many there are from a position in which some of the actions are made."""
        here = same_position(self.game, at)
        if len(done) == len(self.texts):
            return int(here == self.goal)
        if at.current_player() != self.seat:
            return 0
        if (done, here) not in self.known:
            self.known[done, here] = sum(self._after(at, done, k) for k in range(len(self.texts)) if k not in done)
        return self.known[done, here]

    def _after(self, at: State, done: frozenset[int], k: int) -> int:
        after = at.copy()
        try:
            after.apply_action(self.game.notation.parse_action(at, self.texts[k]))
        except ValueError:
            return 0
        count = self.count(after, done | {k})
        if count:
            self.seen |= {(i, k) for i in done}
        return count
