"""Small arithmetic on bit sets and on the ring of six die faces."""
from libc.stdint cimport uint64_t

cdef extern from * nogil:
    int popcount "__builtin_popcountll" (uint64_t bits)
    int first_bit "__builtin_ctzll" (uint64_t bits)     # requires bits != 0


cdef inline int ring_distance(int a, int b) noexcept nogil:
    """Steps from face a to face b, 1-6, with 6 and 1 neighbours: 0-3."""
    cdef int d = a - b if a > b else b - a
    return d if d <= 3 else 6 - d


cdef inline int nth_bit(uint64_t bits, int n) noexcept nogil:
    """The position of the nth set bit, from 0. Requires n < popcount(bits)."""
    cdef int i
    for i in range(n):
        bits &= bits - 1
    return first_bit(bits)
