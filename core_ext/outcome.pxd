"""What a finished game came to, for whoever evaluates positions."""
from core_ext.arena cimport Outcome
from core_ext.state cimport State
from core_ext.types cimport MAX_SEATS


cdef inline void result_of(State s, Outcome* out) noexcept nogil:
    """Requires a game that is over."""
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
