"""Where a turn can end: its beginnings, looked at in the order in which a search liked them, without a State object for each.

A State of a large game carries all its rules, some 60 KB in Burgundy. So positions within a turn are made in one State that is used
again and again, from the position in which the turn begins.
"""
from heapq import heappop, heappush

from core_ext.state cimport State
from core_ext.types cimport MAX_ACTIONS, MAX_SEATS, TERMINAL, action_t

cdef enum:
    BETWEEN = 16                # positions that are looked at between two looks at the clock
    SOME = 4                    # end positions that are looked for however late it is

cdef double SAME = 1e-6         # utilities that differ by less are the same


cdef int go(State at, State start, tuple path) except -1:
    """`at` becomes the position after these actions, which are legal."""
    cdef int i
    at.copy_from(start)
    for i in range(len(path)):
        at.apply_action(<action_t><int>path[i])
    return at.reraise()


def stand(State at, State start, path) -> None:
    """`at`, a blank of `start`, becomes the position after these actions, which have to be legal."""
    go(at, start, tuple(path))


cdef tuple finished(State at, int seat, tuple path, int longest):
    """The path played on, in place, by the action of the highest prior until the turn ends or it is `longest` actions long."""
    cdef action_t legal[MAX_ACTIONS]
    cdef float weights[MAX_ACTIONS]
    cdef int n, i, best
    while at.current_player() == seat and len(path) < longest:
        n, best = at.legal_actions(legal), 0
        at.action_weights(legal, n, weights)
        for i in range(1, n):
            if weights[i] > weights[best]:
                best = i
        at.apply_action(legal[best])
        at.reraise()
        path = (*path, legal[best])
    return path


cdef tuple end_of(State at, int seat, double rank, tuple path, reply, bint blind):
    """(visits, path, last reply, blind, the position as bytes, its utility where the game is over)."""
    cdef double utilities[MAX_SEATS]
    over = None
    if at.current_player() == TERMINAL:
        at.returns(utilities)
        over = utilities[seat]
    found = (-rank, path, reply, blind, at.to_bytes(), over)
    at.reraise()
    return found


def ways(State start, known, int most, int enough, int longest, late) -> list:
    """The ways that the turn of the seat to act can go, those that the search liked most first: a list of (visits, path, what the
    search holds of its last action or None, whether it leads through a proof, the position as bytes, its utility for the seat where
    the game is over). A way ends where another seat decides or chance comes, or is `longest` actions long.

    `known(path)` is what a search holds after a path: (action, visits, total, prior, proven) of each reply. Goes on by the priors of
    the game where the search knows nothing, until `enough` end positions are known; `most` positions are looked at, fewer where
    `late()` says so. A beginning that the search visited is then played to its end by the highest priors. Where turns are so long
    that no end was met, the farthest beginnings are.
    """
    cdef State at = start.blank()
    cdef action_t legal[MAX_ACTIONS]
    cdef float weights[MAX_ACTIONS]
    cdef int seat = start.current_player(), looked = 0, number = 0, n, i, held
    cdef double rank, share, total
    cdef bint blind, proven, over = False
    cdef tuple path, reply, following, way
    cdef dict seen
    found, farthest, waiting, ends = [], [], [(0.0, 0, (), None, False)], set()
    while waiting:
        rank, _, path, reply, blind = heappop(waiting)
        go(at, start, path)
        if at.current_player() != seat or len(path) == longest:
            way = end_of(at, seat, rank, path, reply, blind)
            found.append(way)
            ends.add(way[4])
            continue
        looked += 1
        over = over or looked % BETWEEN == 0 and late()
        if over and len(ends) >= SOME:
            break
        if path and (over or looked > most or -rank < 1 and len(ends) >= enough):
            if reply is not None and reply[1] > 0 and looked <= 2 * most:
                way = end_of(at, seat, rank, finished(at, seat, path, longest), reply, blind)
                found.append(way)
                ends.add(way[4])
            continue
        proven, seen, held = reply is not None and reply[4] is not None, {}, 0
        for each in known(path):
            seen[each[0]] = each
            held += each[1] > 0
        if held == 0 and len(farthest) < enough:
            farthest.append((rank, path, reply, blind))
        n, total = at.legal_actions(legal), 0
        at.action_weights(legal, n, weights)
        at.reraise()
        for i in range(n):
            total += weights[i]
        share = -rank if proven else min(-rank, 0.5) if rank else 0.5
        for i in range(n):
            following = seen.get(legal[i])
            if following is None:
                following = (legal[i], 0, 0.0, weights[i] / total, None)
            number += 1
            heappush(waiting, (-<double>following[1] if following[1] else -share * weights[i] / total, number, (*path, legal[i]),
                               following, blind or proven))
    for rank, path, reply, blind in [] if found else farthest:
        go(at, start, path)
        found.append(end_of(at, seat, rank, finished(at, seat, path, longest), reply, blind))
    return found


cdef int forced(list levels, int level, int seat, bint own, double worth, int left, int* nodes) except -2:
    """Whether the game can be brought to its end within so many decisions: by the seat, with `worth` or more to it, where it is its
    `own` will; else by the others together, with no more. -1: `nodes` are used up. A draw of chance counts as no end.
    """
    cdef State at = levels[level], after
    cdef action_t legal[MAX_ACTIONS]
    cdef double utilities[MAX_SEATS]
    cdef int n, i, found, who = at.current_player()
    cdef bint wants = (who == seat) == own
    if who == TERMINAL:
        at.returns(utilities)
        return utilities[seat] >= worth - SAME if own else utilities[seat] <= worth + SAME
    if left == 0 or who < 0:
        return 0
    after = levels[level + 1]
    n = at.legal_actions(legal)
    for i in range(n):
        nodes[0] -= 1
        if nodes[0] < 0:
            return -1
        after.copy_from(at)
        after.apply_action(legal[i])
        found = forced(levels, level + 1, seat, own, worth, left - 1, nodes)
        if found < 0 or wants == (found == 1):
            return found
    return not wants


def decisions_to_end(State at, seat: int, own: bool, worth: float, most: int, nodes: int) -> int:
    """How many more decisions the game has at most if the seat hurries to win `worth`, its `own` will, or at least if the others
    hurry to keep it at that and it resists; `most` + 1: more than `most`, or more than can be seen by looking at so many positions.
    """
    levels = [at.copy(), *[at.blank() for _ in range(most)]]
    cdef int left, found, budget = nodes
    for left in range(most + 1):
        found = forced(levels, 0, seat, own, worth, left, &budget)
        if found:
            return left if found == 1 else most + 1
    return most + 1
