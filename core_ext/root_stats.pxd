"""What is reported of a root action, beyond what the search needs: sums over its simulations."""
from libc.stdint cimport int64_t
from core_ext.arena cimport Outcome
from core_ext.types cimport MAX_SEATS

cdef struct RootStats:          # what is reported of a root action, beyond what the search needs
    int64_t count               # simulations that began with it
    double wins                 # of the seat to move: sum and sum of squares
    double wins_squared
    double utility_squared      # of the seat to move
    double score_squared        # of the seat to move
    double scores[MAX_SEATS]
    double utilities[MAX_SEATS]


cdef inline void add_stats(RootStats* to, const RootStats* more, int seats) noexcept nogil:
    cdef int i
    to.count += more.count
    to.wins += more.wins
    to.wins_squared += more.wins_squared
    to.utility_squared += more.utility_squared
    to.score_squared += more.score_squared
    for i in range(seats):
        to.scores[i] += more.scores[i]
        to.utilities[i] += more.utilities[i]


cdef inline void note(RootStats* r, int who, int seats, const Outcome* out) noexcept nogil:
    """Add what one simulation came to; `who` is the seat to move at the root."""
    cdef int i
    r.count += 1
    r.wins += out.shares[who]
    r.wins_squared += out.shares[who] * out.shares[who]
    r.utility_squared += out.utilities[who] * out.utilities[who]
    r.score_squared += out.points[who] * out.points[who]
    for i in range(seats):
        r.scores[i] += out.points[i]
        r.utilities[i] += out.utilities[i]
