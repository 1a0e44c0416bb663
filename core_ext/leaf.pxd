"""What a position at the edge of the tree is worth: a playout, a value function or net, or one after the other."""
from core_ext.arena cimport Outcome
from core_ext.net cimport Weights
from core_ext.rng cimport Stream
from core_ext.state cimport State
from core_ext.types cimport MAX_FEATURES

cdef enum Playout:
    UNIFORM                     # uniformly random actions
    WEIGHTED                    # by the game's light heuristics
    NONE                        # no playout: the net or the value function alone

cdef struct Evaluation:         # how leaves are evaluated
    Playout playout
    int cutoff                  # decisions after which a playout is broken off and valued; 0: it goes to the end
    int inputs                  # of the value function; 0: there is none
    float weights[MAX_FEATURES]
    const Weights* net          # NULL: there is none, and the value function tells what a position is worth

cdef void evaluate(const Evaluation* by, State s, Stream* rng, Outcome* out) noexcept nogil
cdef int take_weights(Evaluation* by, State s, weights) except -1
