"""Evaluating a leaf: playouts to the end or cut off, and a net or a linear value function."""
from libc.limits cimport INT_MAX
from libc.string cimport memset
from core_ext.arena cimport Outcome
from core_ext.judged cimport net_plays_on, net_ready
from core_ext.net cimport judge_turn
from core_ext.outcome cimport result_of
from core_ext.rng cimport Stream
from core_ext.state cimport State, softmax
from core_ext.types cimport CHANCE, MAX_FEATURES, MAX_SEATS, TERMINAL


cdef void evaluate(const Evaluation* by, State s, Stream* rng, Outcome* out) noexcept nogil:
    """What this position came to, or is worth. Leaves `s` where the playout ended."""
    if s.current_player() == TERMINAL:
        result_of(s, out)
    elif by.playout != NONE and play_on(by, s, rng):
        result_of(s, out)
    elif by.net != NULL:
        judged(by, s, rng, out)
    else:
        valued(by, s, out)


cdef bint play_on(const Evaluation* by, State s, Stream* rng) noexcept nogil:
    """The playout, in place. True: it came to the game's end; False: it was cut off before a decision."""
    cdef int who, decisions = 0
    if by.playout == WEIGHTED:
        s.weighted_playout(rng, &decisions, by.cutoff if by.cutoff else INT_MAX)
    elif by.cutoff == 0:
        s.random_playout(rng, &decisions)
    while True:
        who = s.current_player()
        if who == TERMINAL:
            return True
        if who == CHANCE:
            s.apply_action(s.sample_chance(rng))
        elif by.cutoff and decisions >= by.cutoff:
            return False
        else:
            s.apply_action(s.random_action(rng))
            decisions += 1


cdef void judged(const Evaluation* by, State s, Stream* rng, Outcome* out) noexcept nogil:
    """An unfinished game by the net: where it is ready for a chance node, or after the draw; or where the heuristics have
    played on to."""
    cdef bint on = net_plays_on(s)
    cdef int who = s.current_player()
    while (who == CHANCE or on and who != TERMINAL) and not net_ready(s):
        if who == CHANCE:
            s.apply_action(s.sample_chance(rng))
        else:
            s.weighted_step(rng)
        who = s.current_player()
    if s.current_player() == TERMINAL:
        result_of(s, out)
    else:
        judge_turn(by.net, s, out)


cdef void valued(const Evaluation* by, State s, Outcome* out) noexcept nogil:
    """An unfinished game by the value function; shares of the win go by softmax, and points are those so far."""
    cdef double worth[MAX_SEATS]
    cdef double expected[MAX_SEATS]
    cdef double shares[MAX_SEATS]
    cdef double points[MAX_SEATS]
    cdef int i
    worths(by, s, worth)
    s.utilities_of(worth, expected)
    softmax(worth, s.seats, shares)
    s.scores(points)
    for i in range(s.seats):
        out.utilities[i], out.shares[i], out.points[i] = <float>expected[i], <float>shares[i], <float>points[i]


cdef void worths(const Evaluation* by, State s, double* worth) noexcept nogil:
    """weights . features of each seat."""
    cdef float inputs[MAX_FEATURES]
    cdef int seat, i, n
    for seat in range(s.seats):
        n = s.features(seat, inputs)
        worth[seat] = 0
        for i in range(n):
            worth[seat] += by.weights[i] * inputs[i]


cdef int take_weights(Evaluation* by, State s, weights) except -1:
    """The weights of the value function, one a feature of the game. Raises ValueError where they do not fit."""
    cdef float inputs[MAX_FEATURES]
    cdef int i
    by.inputs = s.features(0, inputs)
    if not by.inputs or by.inputs != len(weights):
        raise ValueError(f"value function: found {len(weights)} weights for {by.inputs} features of this game")
    for i in range(by.inputs):
        by.weights[i] = weights[i]
    return 0


def value(State state, weights) -> list:
    """Utility that the value function with these weights expects for each seat; one weight a feature of the game."""
    cdef Evaluation by
    cdef double worth[MAX_SEATS]
    cdef double utilities[MAX_SEATS]
    cdef int i
    memset(&by, 0, sizeof(Evaluation))
    take_weights(&by, state, weights)
    worths(&by, state, worth)
    state.utilities_of(worth, utilities)
    return [<float>utilities[i] for i in range(state.seats)]
