"""What a finished game is worth to a seat: shares of the win, and a win mixed with the lead in points."""
from libc.math cimport tanh


cdef inline double win_and_margin(double win, double margin, double scale, double weight) noexcept nogil:
    """(1 - weight) win + weight (1 + tanh(margin / scale)) / 2: in [0, 1] where the share of the win is."""
    return (1 - weight) * win + weight * 0.5 * (1 + tanh(margin / scale))


cdef inline double mean_of_others(const double* numbers, int seats, int seat) noexcept nogil:
    """Requires two seats or more."""
    cdef double all = 0
    cdef int i
    for i in range(seats):
        all += numbers[i]
    return (all - numbers[seat]) / (seats - 1)


cdef inline void shares_of_best(const double* numbers, int seats, double* shares) noexcept nogil:
    """1 for the seat with the highest number, 1/k for each of k that are level, 0 for the others."""
    cdef double best = numbers[0]
    cdef int i, level = 0
    for i in range(1, seats):
        best = max(best, numbers[i])
    for i in range(seats):
        level += numbers[i] == best
    for i in range(seats):
        shares[i] = 1.0 / level if numbers[i] == best else 0.0
