"""A small net that judges a position inside a simulation: two hidden layers, no interpreter, no allocation, no
library."""
from core_ext.arena cimport Outcome
from core_ext.state cimport State

cdef enum:
    MAX_FIRST = 128             # units of the first hidden layer, at most
    MAX_SECOND = 64             # units of the second one

cdef struct Weights:            # matrices row by row; a row belongs to an input, or to a unit of the layer before
    int seats
    int numbers                 # numbers that a game gives its inputs lie below this
    int first                   # units of the first hidden layer
    int second                  # units of the second hidden layer
    int last                    # outputs; all three are multiples of a block, with units that are always 0 at the end
    const int* rows             # (numbers): the row of each input; -1: the net does not look at it
    const float* first_weights  # (inputs, first)
    const float* first_bias
    const float* second_weights     # (first, second)
    const float* second_bias
    const float* last_weights       # (second, last)
    const float* last_bias          # (last): logits of the win, points, logits of the utility, each by seat from
                                    # net_seat on

cdef class Net:
    cdef readonly int seats
    cdef Weights weights
    cdef readonly list layers   # as they were given: three pairs of a matrix and a bias
    cdef tuple arrays           # what the weights point to

cdef void judge(const Weights* net, State s, Outcome* out) noexcept nogil
# what the net thinks of a game that is not over; requires as many seats as the net has

cdef void judge_turn(const Weights* net, State s, Outcome* out) noexcept nogil
# the same of any position: where the net is not ready for it, of the best way to play the turn on, unless the heuristics
# are to do so, which this does not
