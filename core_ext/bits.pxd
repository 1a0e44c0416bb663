"""Small arithmetic on bit sets and on the ring of six die faces."""
from libc.stdint cimport uint64_t
from core_ext.types cimport action_t

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


cdef inline int list_bits(action_t* out, int n, uint64_t bits, int first) noexcept nogil:
    """Append first + b for each bit b to a list of n actions; returns the new length."""
    while bits:
        out[n] = first + first_bit(bits)
        bits &= bits - 1
        n += 1
    return n
