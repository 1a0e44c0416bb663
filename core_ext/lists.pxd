"""C arrays to and from Python lists of numbers, with C's own range checks."""
from libc.stdint cimport uint8_t

ctypedef fused Number:
    uint8_t
    float
    double


cdef inline list bytes_list(const uint8_t* at, int n):
    return [at[i] for i in range(n)]


cdef inline int from_list(Number* at, int n, values) except -1:
    cdef int i
    if len(values) != n:
        raise ValueError(f"{len(values)} numbers where {n} belong")
    for i in range(n):
        at[i] = values[i]
    return 0
