"""A small net that judges positions: what each seat may expect of the win, of its points, and of what a search
maximises.

Two hidden layers of rectified linear units. Few inputs of a position are not 0, so the first layer adds up the rows of
those few. Every layer is such a sum of rows, in a fixed order: processors that add four or eight numbers at a time come
to the same result. How a net is trained stands in mcts/training.
"""
from libc.math cimport exp
from libc.string cimport memcpy, memset

import numpy as np

from core_ext.arena cimport Outcome
from core_ext.judged cimport MAX_ACTIVE, net_inputs, net_plays_on, net_ready, net_seat, net_utilities
from core_ext.outcome cimport result_of
from core_ext.state cimport State, softmax
from core_ext.types cimport MAX_ACTIONS, MAX_SEATS, TERMINAL, action_t

cdef enum:
    MAX_BYTES = 1024            # of a position that is put back after moves of a turn were tried
    MAX_CHAIN = 8               # moves of a turn that are tried one after the other

MOST_FIRST, MOST_SECOND, MOST_INPUTS = MAX_FIRST, MAX_SECOND, MAX_ACTIVE


cdef class Net:
    """The weights of a net, which never change."""

    def __init__(self, seats: int, rows, layers):
        """`rows`: of each number that an input can have, its row in the first matrix, or -1; `layers`: three pairs of a
        matrix (from, to) and a bias (to). Raises ValueError where they do not fit together."""
        cdef int i
        self.seats = seats
        cdef const int[::1] all_rows = np.array(rows, np.int32)
        cdef const float[:, ::1] square
        cdef const float[::1] line
        cdef const float* numbers[6]
        if len(layers) != 3:
            raise ValueError(f"layers: found {len(layers)}, expected 3")
        shapes = [np.shape(matrix) for matrix, _ in layers]
        if not 1 <= seats <= MAX_SEATS:
            raise ValueError(f"seats: found {seats}, expected 1 to {MAX_SEATS}")
        if any([len(shape) != 2 for shape in shapes]) or shapes[0][1] != shapes[1][0] or shapes[1][1] != shapes[2][0]:
            raise ValueError(f"layers: found matrices of {shapes}, expected each to begin where the one before ends")
        if not (0 < shapes[0][1] <= MAX_FIRST and 0 < shapes[1][1] <= MAX_SECOND and shapes[2][1] == 3 * seats):
            raise ValueError(f"layers: found {shapes[0][1]}, {shapes[1][1]} and {shapes[2][1]} units, expected at most "
                             f"{MAX_FIRST}, at most {MAX_SECOND}, and {3 * seats}")
        if [np.shape(bias) for _, bias in layers] != [(shape[1],) for shape in shapes]:
            raise ValueError("layers: found a bias that is not as long as its matrix is wide")
        if len(all_rows) and not -1 <= np.min(all_rows) <= np.max(all_rows) < shapes[0][0]:
            raise ValueError(f"rows: found {np.min(all_rows)} to {np.max(all_rows)}, expected -1 to {shapes[0][0] - 1}")
        if not len(all_rows) or not shapes[0][0]:
            raise ValueError("rows: found none, expected some")
        if not all([np.isfinite(each).all() for layer in layers for each in layer]):
            raise ValueError("layers: found a number that is not finite")
        self.layers = [(np.array(matrix, np.float32), np.array(row, np.float32)) for matrix, row in layers]
        self.arrays = (np.asarray(all_rows), padded(self.layers))
        for i in range(3):
            square, line = self.arrays[1][i]
            numbers[2 * i], numbers[2 * i + 1] = &square[0, 0], &line[0]
        self.weights = Weights(
            seats=seats, numbers=len(all_rows), first=up(shapes[0][1]), second=up(shapes[1][1]), last=up(shapes[2][1]),
            rows=&all_rows[0],
            first_weights=numbers[0], first_bias=numbers[1], second_weights=numbers[2], second_bias=numbers[3],
            last_weights=numbers[4], last_bias=numbers[5])

    @property
    def rows(self):
        """Of each number that an input can have, its row in the first matrix, or -1."""
        return self.arrays[0]

    def __reduce__(self):
        return Net, (self.seats, self.arrays[0], self.layers)

    def judge(self, state: State) -> tuple:
        """(utilities, shares of the win, points) that each seat may expect, in a game that is not over. Raises
        ValueError where it is over, or has another number of seats."""
        cdef Outcome out
        check(self, state)
        if state.current_player() == TERMINAL:
            raise ValueError("the game is over, and needs no judgement")
        judge_turn(&self.weights, state, &out)
        state.reraise()
        return ([out.utilities[i] for i in range(self.seats)], [out.shares[i] for i in range(self.seats)],
                [out.points[i] for i in range(self.seats)])


cdef int up(int n):
    """The next multiple of a block."""
    return (n + BLOCK - 1) // BLOCK * BLOCK


cdef list padded(list layers):
    """The same layers with units that are always 0, so that each has as many as whole blocks."""
    found, above = [], 0
    for matrix, bias in layers:
        wide = up(len(bias)) - len(bias)
        found.append((np.ascontiguousarray(np.pad(matrix, ((0, above), (0, wide)))), np.pad(bias, (0, wide))))
        above = wide
    return found


def check(Net net, State state) -> None:
    """Raises ValueError for a game of another number of seats."""
    if net.seats != state.seats:
        raise ValueError(f"model: found one for {net.seats} seats, expected one for {state.seats}")


cdef extern from *:
    """
    /* A block of sums stays in registers while the rows are added to it. The version for wider registers adds the same
       numbers in the same order, and does not fuse products and sums, so both come to the same. */
    #define LUDOSOPH_BLOCK 16
    #if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) \\
        && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    #define LUDOSOPH_WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define LUDOSOPH_WIDE
    #endif

    static LUDOSOPH_WIDE void ludosoph_layer(const float* weights, const float* bias, int width, const int* rows,
                                             const float* values, int n, float* out)
    {
        for (int at = 0; at < width; at += LUDOSOPH_BLOCK) {
            float sums[LUDOSOPH_BLOCK];
            for (int j = 0; j < LUDOSOPH_BLOCK; j++)
                sums[j] = bias[at + j];
            for (int i = 0; i < n; i++) {
                const float* row = weights + (long)rows[i] * width + at;
                const float value = values[i];
                for (int j = 0; j < LUDOSOPH_BLOCK; j++)
                    sums[j] += value * row[j];
            }
            for (int j = 0; j < LUDOSOPH_BLOCK; j++)
                out[at + j] = sums[j];
        }
    }
    """
    int BLOCK "LUDOSOPH_BLOCK"
    void layer "ludosoph_layer" (const float* weights, const float* bias, int width, const int* rows, const float*
    values, int n,
                                 float* out) noexcept nogil
    # the sum of a bias and of n rows of a matrix, each times its value; requires a width that is a multiple of BLOCK


cdef int positive(const float* units, int n, int* which, float* values) noexcept nogil:
    """The units above 0, in their order; how many they are."""
    cdef int i, found = 0
    for i in range(n):
        which[found], values[found] = i, units[i]
        found += units[i] > 0
    return found


cdef void judge(const Weights* net, State s, Outcome* out) noexcept nogil:
    cdef int which[MAX_ACTIVE]
    cdef float values[MAX_ACTIVE]
    cdef float units[MAX_FIRST]
    cdef double logits[MAX_SEATS]
    cdef double shares[MAX_SEATS]
    cdef double points[MAX_SEATS]
    cdef double utilities[MAX_SEATS]
    cdef int n = net_inputs(s, which, values), seats = net.seats, view = net_seat(s), i, row, seat, known = 0
    for i in range(n):
        row = net.rows[which[i]] if which[i] < net.numbers else -1
        if row >= 0:
            which[known], values[known] = row, values[i]
            known += 1
    layer(net.first_weights, net.first_bias, net.first, which, values, known, units)
    n = positive(units, net.first, which, values)
    layer(net.second_weights, net.second_bias, net.second, which, values, n, units)
    n = positive(units, net.second, which, values)
    layer(net.last_weights, net.last_bias, net.last, which, values, n, units)
    for i in range(seats):
        seat = view + i if view + i < seats else view + i - seats
        logits[seat], points[seat] = units[i], units[seats + i]
        utilities[seat] = 1 / (1 + exp(-<double>units[2 * seats + i]))
    softmax(logits, seats, shares)
    net_utilities(s, shares, points, utilities)
    for i in range(seats):
        out.utilities[i], out.shares[i], out.points[i] = <float>utilities[i], <float>shares[i], <float>points[i]


cdef void judge_turn(const Weights* net, State s, Outcome* out) noexcept nogil:
    cdef int who = s.current_player()
    if who >= 0 and not net_ready(s) and not net_plays_on(s) and s.size <= MAX_BYTES:
        out.utilities[who] = -1
        best_end(net, s, who, MAX_CHAIN, out)
    else:
        judge(net, s, out)


cdef void best_end(const Weights* net, State s, int mover, int moves, Outcome* best) noexcept nogil:
    """Raise `best` to what the best end of this turn is worth to the mover. Leaves `s` as it was."""
    cdef action_t actions[MAX_ACTIONS]
    cdef char before[MAX_BYTES]
    cdef Outcome found
    cdef int n = s.legal_actions(actions), i, who
    memcpy(before, s.memory, s.size)
    memset(&found, 0, sizeof(Outcome))
    for i in range(n):
        s.apply_action(actions[i])
        who = s.current_player()
        if who == mover and not net_ready(s) and moves > 1:
            best_end(net, s, mover, moves - 1, best)
        else:
            if who == TERMINAL:
                result_of(s, &found)
            else:
                judge(net, s, &found)
            if found.utilities[mover] > best.utilities[mover]:
                best[0] = found
        memcpy(s.memory, before, s.size)
