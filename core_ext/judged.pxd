"""What a net sees of a position, and which positions it judges as they stand."""
from core_ext.state cimport State

cdef enum:
    MAX_ACTIVE = 1024           # room for the inputs of a net that are not 0 in one position, in any game

cdef class JudgedState(State):
    # a game that declares what a net sees of its positions

    cdef int inputs_of_net(self, int* which, float* values) noexcept nogil
    # writes the numbers and values of those inputs that are not 0 here, in the view of seat_of_net, and returns how many, at
    # most MAX_ACTIVE

    cdef int seat_of_net(self) noexcept nogil
    # whose view the inputs take: output k of a net is about seat (seat_of_net + k) % seats. By default 0: each for itself

    cdef bint ready_for_net(self) noexcept nogil
    # whether a net judges positions of this kind as they stand, by default all of a game that is not over. Where it does not,
    # as within a turn, the turn is played on first

    cdef bint plays_on_for_net(self) noexcept nogil
    # whether such a position is played on by the heuristics, to the next that a net judges. By default not: then the best
    # end of the turn is looked for, which takes turns of few ends

    cdef bint utilities_by_net(self, const double* shares, const double* points, double* utilities) noexcept nogil
    # utilities, where they follow from the expected shares of the win and points of all seats; False, the default: they do
    # not, and the net tells them

# The same of any game. One that declares nothing shows a net who is to act, and the bits and small values of its position.
cdef int net_inputs(State s, int* which, float* values) noexcept nogil
cdef int net_seat(State s) noexcept nogil
cdef bint net_ready(State s) noexcept nogil
cdef bint net_plays_on(State s) noexcept nogil
cdef bint net_utilities(State s, const double* shares, const double* points, double* utilities) noexcept nogil
