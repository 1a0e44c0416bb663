"""Games to train a net on: by the net against itself, or by the heuristics; each position with what it is worth.

A position is what the net's inputs say of it. Its target has three numbers a seat, in the order of the net's outputs:
shares of the win, points, utilities. All seats play with open cards, so this is for games that hide nothing.
"""
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

import numpy as np

from core_ext.arena cimport Outcome
from core_ext.judged cimport MAX_ACTIVE, net_inputs, net_ready, net_seat
from core_ext.net cimport Net, Weights, judge
from core_ext.outcome cimport result_of
from core_ext.rng cimport Stream, below, stream, unit
from core_ext.state cimport State
from core_ext.types cimport CHANCE, MAX_ACTIONS, MAX_SEATS, TERMINAL, action_t

from core_ext.net import check

cdef enum:
    MAX_CHAIN = 32              # actions of one turn
    MAX_ENDS = 4096             # ends of a turn that are looked at
    MANY = 64                   # more outcomes of chance than this are drawn,
    DRAWN = 32                  # so many times
    MOST_TURNS = 100_000        # recorded positions of a game


cdef class Positions:
    """Positions that were met, with their targets."""
    cdef int seats
    cdef list starts
    cdef bytearray which, values, targets

    def __init__(self, int seats):
        self.seats, self.starts = seats, [0]
        self.which, self.values, self.targets = bytearray(), bytearray(), bytearray()

    cdef int add(self, State s) except -1:
        """The inputs of this position. Returns the seat whose view they take."""
        cdef int which[MAX_ACTIVE]
        cdef float values[MAX_ACTIVE]
        cdef int n = net_inputs(s, which, values)
        self.which.extend((<char*>which)[:n * sizeof(int)])
        self.values.extend((<char*>values)[:n * sizeof(float)])
        self.starts.append(self.starts[len(self.starts) - 1] + n)
        return net_seat(s)

    cdef int worth(self, const Outcome* out, int view) except -1:
        """The target of the next position without one."""
        cdef float target[3 * MAX_SEATS]
        cdef int i, seat
        for i in range(self.seats):
            seat = (view + i) % self.seats
            target[i], target[self.seats + i] = out.shares[seat], out.points[seat]
            target[2 * self.seats + i] = out.utilities[seat]
        self.targets.extend((<char*>target)[:3 * self.seats * sizeof(float)])
        return 0

    cdef tuple arrays(self):
        """(starts, which, values, targets): the inputs of position k are those from starts[k] up to starts[k + 1]."""
        return (np.array(self.starts, np.int64), np.frombuffer(self.which, np.int32).copy(),
                np.frombuffer(self.values, np.float32).copy(),
                np.frombuffer(self.targets, np.float32).reshape(-1, 3 * self.seats).copy())


cdef class Player:
    """Looks at all ways to play a turn, one move ahead, and takes the one that the net likes best."""
    cdef Net net
    cdef list scratch           # a position for each action of a turn
    cdef State best             # after the best turn
    cdef Outcome worth          # of it
    cdef int ends               # that were looked at
    cdef action_t path[MAX_CHAIN]
    cdef action_t best_path[MAX_CHAIN]
    cdef int best_length

    def __init__(self, Net net, State start):
        check(net, start)
        self.net, self.scratch, self.best = net, [start.blank()], start.blank()

    cdef int choose(self, State s) except -1:
        """Fill in `best`, `worth` and `best_path`. Requires a seat to act."""
        cdef int who = s.current_player()
        self.ends, self.worth.utilities[who] = 0, -1
        return self.look(s, who, 0)

    cdef int look(self, State s, int mover, int depth) except -1:
        cdef action_t actions[MAX_ACTIONS]
        cdef Outcome out
        cdef int n = s.legal_actions(actions), i, who
        cdef State t
        if depth == len(self.scratch):
            self.scratch.append(s.blank())
        t = self.scratch[depth]
        memset(&out, 0, sizeof(Outcome))
        for i in range(n):
            if self.ends >= MAX_ENDS:
                return 0
            t.copy_from(s)
            t.apply_action(actions[i])
            t.reraise()
            self.path[depth] = actions[i]
            who = t.current_player()
            if who == mover and not net_ready(t) and depth + 1 < MAX_CHAIN:
                self.look(t, mover, depth + 1)
                continue
            if who == TERMINAL:
                result_of(t, &out)
            else:
                judge(&self.net.weights, t, &out)
            self.ends += 1
            if out.utilities[mover] > self.worth.utilities[mover]:
                self.worth = out
                self.best.copy_from(t)
                self.best_path[:] = self.path
                self.best_length = depth + 1
        return 0

    cdef int value(self, State s, Outcome* out) except -1:
        """What a position is worth where a seat is to act, if it plays its best; else as it stands."""
        cdef int who = s.current_player()
        if who == TERMINAL:
            result_of(s, out)
        elif who == CHANCE:
            judge(&self.net.weights, s, out)
        else:
            self.choose(s)
            out[0] = self.worth
        return s.reraise()

    cdef int ahead(self, State s, State t, Stream* rng, Outcome* out) except -1:
        """A turn ahead: the mean over the next draw, if there is one, of the best that the next seat can do. `t` is
        scratch."""
        cdef action_t actions[MAX_ACTIONS]
        cdef double chances[MAX_ACTIONS]
        cdef Outcome one
        cdef int n, i
        cdef bint drawn
        memset(out, 0, sizeof(Outcome))
        if s.current_player() != CHANCE:
            return self.value(s, out)
        n = s.chance_outcomes(actions, chances)
        drawn = n > MANY
        if drawn:
            n = DRAWN
        for i in range(n):
            t.copy_from(s)
            t.apply_action(s.sample_chance(rng) if drawn else actions[i])
            self.value(t, &one)
            mix(out, &one, 1.0 / n if drawn else chances[i], s.seats)
        return 0


cdef void mix(Outcome* to, const Outcome* more, double part, int seats) noexcept nogil:
    """Add so large a part of a result."""
    cdef int i
    for i in range(seats):
        to.utilities[i] += <float>(part * more.utilities[i])
        to.shares[i] += <float>(part * more.shares[i])
        to.points[i] += <float>(part * more.points[i])


cdef struct Turn:               # a recorded position of a game
    Outcome worth               # by the net
    Outcome instead             # of the best play, where another one was made on purpose
    bint strayed
    int view


def best_turn(net: Net, state: State) -> list:
    """The actions of the best turn as the net sees it. Raises ValueError where no seat is to act."""
    if state.current_player() < 0:
        raise ValueError("no seat is to act here")
    cdef Player player = Player(net, state)
    player.choose(state)
    return [player.best_path[i] for i in range(player.best_length)]


def self_play(net: Net, start: State, games: int, seed: int, first: int = 0, explore: float = 0.0,
              trust: float = 0.7) -> tuple:
    """Games of the net against itself, game k with stream (seed, first + k). Returns (starts, which, values, targets),
    see `Positions.arrays`: every position that the net is ready for, worth its lambda-return.

    With probability `explore` a turn is played by the heuristics instead of as the net likes best. `trust`: lambda, the
    part of what comes later in a target (TD(lambda): Sutton, 1988; with afterstates: Tesauro, 1992).
    """
    cdef Player player = Player(net, start)
    cdef Positions found = Positions(start.seats)
    cdef State s = start.blank()
    cdef Stream rng
    cdef Turn* turns = NULL
    cdef Turn* grown
    cdef Outcome later
    cdef uint64_t k = seed, number = first
    cdef int n, room = 0, who, i, g, count = games
    cdef double stray = explore, keep = trust
    cdef bint on_purpose
    try:
        for g in range(count):
            rng = stream(k, number + g)
            s.copy_from(start)
            n, who = 0, s.current_player()
            while who != TERMINAL and n < MOST_TURNS:
                if net_ready(s):
                    if n == room:
                        room = 2 * room + 256
                        grown = <Turn*>realloc(turns, room * sizeof(Turn))
                        if grown == NULL:
                            raise MemoryError("no memory for the positions of a game")
                        turns = grown
                    turns[n].view, turns[n].strayed = found.add(s), False
                    judge(&net.weights, s, &turns[n].worth)
                    n += 1
                if who == CHANCE:
                    s.apply_action(s.sample_chance(&rng))
                else:
                    player.choose(s)
                    on_purpose = stray > 0 and unit(&rng) < stray
                    if on_purpose:
                        s.weighted_step(&rng)
                        while s.current_player() == who and not net_ready(s):
                            s.weighted_step(&rng)
                        if n:
                            turns[n - 1].strayed, turns[n - 1].instead = True, player.worth
                    else:
                        s.copy_from(player.best)
                s.reraise()
                who = s.current_player()
            memset(&later, 0, sizeof(Outcome))
            if who == TERMINAL:
                result_of(s, &later)
            elif n:
                later = turns[n - 1].worth
            found.targets.extend(targets_of(found, turns, n, &later, keep))
    finally:
        free(turns)
    return found.arrays()


cdef bytes targets_of(Positions found, const Turn* turns, int n, const Outcome* end, double keep):
    """The targets of a game's positions, in their order: from the end backwards."""
    cdef Positions back = Positions(found.seats)
    cdef Outcome later = end[0], mixed
    cdef int i
    rows = []
    for i in range(n - 1, -1, -1):
        if turns[i].strayed:
            later = turns[i].instead
        back.targets = bytearray()
        back.worth(&later, turns[i].view)
        rows.append(bytes(back.targets))
        memset(&mixed, 0, sizeof(Outcome))
        mix(&mixed, &later, keep, found.seats)
        mix(&mixed, &turns[i].worth, 1 - keep, found.seats)
        later = mixed
    return b"".join(reversed(rows))


def positions_ahead(net: Net, start: State, games: int, seed: int, first: int = 0, share: float = 0.1,
                    explore: float = 0.0) -> tuple:
    """The same games, of which a share of the positions is kept, each worth what the net thinks of it one turn ahead:
    the mean over all that may be drawn of the best that can be made of it. Such a target has hardly any noise."""
    cdef Player player = Player(net, start)
    cdef Positions found = Positions(start.seats)
    cdef State s = start.blank(), t = start.blank()
    cdef Stream rng
    cdef Outcome out
    cdef uint64_t k = seed, number = first
    cdef double part = share, stray = explore
    cdef int who, g, count = games, view
    for g in range(count):
        rng = stream(k, number + g)
        s.copy_from(start)
        who = s.current_player()
        while who != TERMINAL:
            if net_ready(s) and unit(&rng) < part:
                view = found.add(s)
                player.ahead(s, t, &rng, &out)
                found.worth(&out, view)
            if who == CHANCE:
                s.apply_action(s.sample_chance(&rng))
            elif stray > 0 and unit(&rng) < stray:
                s.weighted_step(&rng)
                while s.current_player() == who and not net_ready(s):
                    s.weighted_step(&rng)
            else:
                player.choose(s)
                s.copy_from(player.best)
            s.reraise()
            who = s.current_player()
    return found.arrays()


def played_out(start: State, games: int, each: int, trials: int, seed: int, first: int = 0, wildest: float = 1.0,
               by: State | None = None) -> tuple:
    """Positions of games by the heuristics, `each` of a game at most, each worth the mean of `trials` playouts.

    Every seat of a game has a style of its own: the share of its moves that are drawn evenly and not by the heuristics,
    from none to `wildest`. `by` is a state of the same game whose heuristics play the playouts, by default those of
    `start`.
    """
    cdef Positions found = Positions(start.seats)
    cdef State s = start.blank(), t = (start if by is None else by).blank()
    cdef Stream rng
    cdef Outcome out, sum_of
    cdef uint64_t k = seed, number = first
    cdef int who, g, i, met, decisions = 0, count = games, most = each, many = trials, view
    cdef double most_wild = wildest
    cdef double wild[MAX_SEATS]
    kept = [start.blank() for _ in range(most)]
    for g in range(count):
        rng = stream(k, number + g)
        for i in range(start.seats):
            wild[i] = unit(&rng)
            wild[i] *= wild[i] * most_wild
        s.copy_from(start)
        who, met = s.current_player(), 0
        while who != TERMINAL:
            if net_ready(s):           # reservoir sampling (Vitter, 1985)
                met += 1
                i = met - 1 if met <= most else <int>below(&rng, met)
                if i < most:
                    (<State>kept[i]).copy_from(s)
            if who == CHANCE:
                s.apply_action(s.sample_chance(&rng))
            elif unit(&rng) < wild[who]:
                s.apply_action(s.random_action(&rng))
            else:
                s.weighted_step(&rng)
            s.reraise()
            who = s.current_player()
        for i in range(min(met, most)):
            view = found.add(kept[i])
            memset(&sum_of, 0, sizeof(Outcome))
            for _ in range(many):
                t.copy_from(kept[i])
                decisions = 0
                t.weighted_playout(&rng, &decisions, 1 << 30)
                t.reraise()
                result_of(t, &out)
                mix(&sum_of, &out, 1.0 / many, start.seats)
            found.worth(&sum_of, view)
    return found.arrays()
