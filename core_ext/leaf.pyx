"""Judging a leaf: playouts to the end or cut off, a linear value function, and mixtures of the two."""
from libc.limits cimport INT_MAX
from libc.math cimport exp
from libc.string cimport memset
from core_ext.arena cimport Outcome
from core_ext.rng cimport Stream
from core_ext.state cimport State, softmax, weighted
from core_ext.types cimport CHANCE, MAX_ACTIONS, MAX_FEATURES, MAX_SEATS, TERMINAL, action_t


cdef void result_of(State s, Outcome* out) noexcept nogil:
    """What a finished game came to."""
    cdef double numbers[MAX_SEATS]
    cdef int i
    s.returns(numbers)
    for i in range(s.seats):
        out.utilities[i] = <float>numbers[i]
    s.win_shares(numbers)
    for i in range(s.seats):
        out.shares[i] = <float>numbers[i]
    s.scores(numbers)
    for i in range(s.seats):
        out.points[i] = <float>numbers[i]


cdef void value_of(const Judge* j, State s, float* utilities) noexcept nogil:
    """Utility expected by each seat: what the game makes of the seats' weights . features."""
    cdef double worth[MAX_SEATS]
    cdef double expected[MAX_SEATS]
    cdef int seat
    worths(j, s, worth)
    s.utilities_of(worth, expected)
    for seat in range(s.seats):
        utilities[seat] = <float>expected[seat]


cdef void worths(const Judge* j, State s, double* worth) noexcept nogil:
    """weights . features of each seat."""
    cdef float inputs[MAX_FEATURES]
    cdef int seat, i, n
    for seat in range(s.seats):
        n = s.features(seat, inputs)
        worth[seat] = 0
        for i in range(n):
            worth[seat] += j.weights[i] * inputs[i]


cdef void remember(Memory* memory, int seat, action_t action) noexcept nogil:
    if memory.played < MAST_MOVES:
        memory.moves[memory.played] = seat * MAST_SLOTS + (action & (MAST_SLOTS - 1))
        memory.played += 1


cdef void learn(Memory* memory, const Outcome* out) noexcept nogil:
    """Each action of this simulation, in the tree and after it, is credited with its seat's utility."""
    cdef int i, seat, slot
    for i in range(memory.played):
        seat, slot = memory.moves[i] // MAST_SLOTS, memory.moves[i] % MAST_SLOTS
        memory.totals[seat][slot] += out.utilities[seat]
        memory.counts[seat][slot] += 1
    memory.played = 0


cdef action_t mast_action(const Judge* j, Memory* memory, State s, int seat, Stream* rng) noexcept nogil:
    """Drawn in proportion to weight * exp(mean / tau), an action not yet met counting as a win (Finnsson & Björnsson, 2008)."""
    cdef action_t actions[MAX_ACTIONS]
    cdef float weights[MAX_ACTIONS]
    cdef int i, slot, n = s.legal_actions(actions)
    cdef float mean
    if n == 1:
        return actions[0]
    s.action_weights(actions, n, weights)
    for i in range(n):
        slot = actions[i] & (MAST_SLOTS - 1)
        mean = memory.totals[seat][slot] / memory.counts[seat][slot] if memory.counts[seat][slot] else 1
        weights[i] *= <float>exp((mean - 1) / j.tau)
    return actions[weighted(weights, n, rng)]


cdef void take_value(const Judge* j, State s, Rungs* rungs) noexcept nogil:
    cdef float utilities[MAX_SEATS]
    cdef int seat
    value_of(j, s, utilities)
    for seat in range(s.seats):
        rungs.sums[seat] += utilities[seat]
    rungs.taken += 1


cdef inline void value_if_due(const Judge* j, State s, int decisions, Rungs* rungs) noexcept nogil:
    """A value is taken after each `mix_every` decisions, `mix_times` in all."""
    if decisions >= rungs.due:
        take_value(j, s, rungs)
        rungs.due = decisions + j.mix_every if rungs.taken < j.mix_times else INT_MAX


cdef bint play_weighted(const Judge* j, State s, Stream* rng, Stream* luck, Rungs* rungs) noexcept nogil:
    """The same with weighted actions, which the game plays by itself from one value to the next."""
    cdef int decisions = 0, last = j.cutoff if j.cutoff else INT_MAX
    while True:
        s.weighted_playout(rng, luck, &decisions, rungs.due if rungs.due < last else last)
        if s.current_player() == TERMINAL:
            return True
        value_if_due(j, s, decisions, rungs)
        if decisions >= last:
            while s.current_player() == CHANCE:
                s.apply_action(s.sample_chance(luck))
            return s.current_player() == TERMINAL


cdef bint play_on(const Judge* j, Memory* memory, State s, Stream* rng, Stream* luck, Rungs* rungs) noexcept nogil:
    """The playout, in place; chance draws from `luck`. True: it came to the game's end; False: it was cut off."""
    cdef int who = s.current_player(), decisions = 0
    cdef action_t action
    if j.playout == UNIFORM and j.cutoff == 0 and luck == rng and rungs.due == INT_MAX:
        s.random_playout(rng, &decisions)
        return True
    if j.playout == WEIGHTED:
        return play_weighted(j, s, rng, luck, rungs)
    while who != TERMINAL:
        value_if_due(j, s, decisions, rungs)
        if who == CHANCE:
            s.apply_action(s.sample_chance(luck))
        else:
            if j.cutoff and decisions == j.cutoff:
                return False
            if j.playout == UNIFORM:
                action = s.random_action(rng)
            else:
                action = mast_action(j, memory, s, who, rng)
                remember(memory, who, action)
            s.apply_action(action)
            decisions += 1
        who = s.current_player()
    return True


cdef void valued(const Judge* j, State s, Outcome* out) noexcept nogil:
    """An unfinished game by the value function; shares of the win go by softmax, and points are those so far."""
    cdef double worth[MAX_SEATS]
    cdef double expected[MAX_SEATS]
    cdef double shares[MAX_SEATS]
    cdef double points[MAX_SEATS]
    cdef int i
    worths(j, s, worth)
    s.utilities_of(worth, expected)
    softmax(worth, s.seats, shares)
    s.scores(points)
    for i in range(s.seats):
        out.utilities[i], out.shares[i], out.points[i] = <float>expected[i], <float>shares[i], <float>points[i]


cdef void judge(const Judge* j, Memory* memory, State s, Stream* rng, Stream* luck, Outcome* out) noexcept nogil:
    """What this position came to, or is worth. Leaves `s` where the playout ended."""
    cdef Rungs rungs
    cdef double share
    cdef int i
    if s.current_player() == TERMINAL:
        result_of(s, out)
        return
    if j.playout == NONE:
        valued(j, s, out)
        return
    memset(&rungs, 0, sizeof(Rungs))
    rungs.due = j.mix_every if j.mix_every and j.mix > 0 else INT_MAX
    if j.mix > 0 and j.mix_every == 0:
        take_value(j, s, &rungs)
    if play_on(j, memory, s, rng, luck, &rungs):
        result_of(s, out)
    else:
        valued(j, s, out)
    if rungs.taken:
        share = j.mix * rungs.taken / j.mix_times       # a game that ends before a value is due stands for it
        for i in range(s.seats):
            out.utilities[i] = <float>((1 - share) * out.utilities[i] + share * (rungs.sums[i] / rungs.taken))


def value(State state, weights) -> list:
    """Utility that the value function with these weights expects for each seat; one weight an input of `features`."""
    cdef Judge j
    cdef float utilities[MAX_SEATS]
    cdef float inputs[MAX_FEATURES]
    cdef int i
    memset(&j, 0, sizeof(Judge))
    j.inputs = state.features(0, inputs)
    if j.inputs != len(weights):
        raise ValueError(f"weights: found {len(weights)}, expected {j.inputs}, one an input of the game's features")
    for i in range(j.inputs):
        j.weights[i] = weights[i]
    value_of(&j, state, utilities)
    return [utilities[i] for i in range(state.seats)]
