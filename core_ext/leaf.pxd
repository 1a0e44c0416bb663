"""What a position at the edge of the tree is worth: a playout, a value function, or both."""
from libc.stdint cimport uint32_t
from core_ext.arena cimport Outcome
from core_ext.rng cimport Stream
from core_ext.state cimport State
from core_ext.types cimport MAX_FEATURES, MAX_SEATS, action_t

cdef enum Playout:
    UNIFORM                     # uniformly random actions
    WEIGHTED                    # by the game's light heuristics
    MAST                        # by the mean result of each action so far (move-average sampling)
    NONE                        # no playout: the value function alone

cdef enum:
    MAST_SLOTS = 4096           # of each seat; actions share a slot where their codes are equal in the low bits
    MAST_MOVES = 2048           # of one playout at most are remembered

cdef struct Judge:              # how leaves are judged
    Playout playout
    int cutoff                  # decisions after which a playout is broken off and valued; 0: it goes to the end
    double mix                  # share of the value function in the worth of a leaf that is played out
    int mix_every               # its values are those after each so many decisions of the playout; 0: the leaf's own
    int mix_times               # how many of them
    double tau                  # MAST: temperature of the choice
    int inputs                  # of the value function; 0: there is none
    float weights[MAX_FEATURES]

cdef struct Rungs:              # values taken on the way of a playout
    double sums[MAX_SEATS]
    int taken
    int due                     # decisions of the playout after which the next is; INT_MAX: none

cdef struct Memory:             # of one thread's MAST
    float totals[MAX_SEATS][MAST_SLOTS]
    float counts[MAX_SEATS][MAST_SLOTS]
    uint32_t moves[MAST_MOVES]  # of this playout: seat * MAST_SLOTS + slot
    int played

cdef void value_of(const Judge* j, State s, float* utilities) noexcept nogil
cdef void judge(const Judge* j, Memory* memory, State s, Stream* rng, Stream* luck, Outcome* out) noexcept nogil
cdef void result_of(State s, Outcome* out) noexcept nogil
cdef void remember(Memory* memory, int seat, action_t action) noexcept nogil
cdef void learn(Memory* memory, const Outcome* out) noexcept nogil
