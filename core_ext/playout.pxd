"""Playouts: random play from a position to the end."""
from core_ext.rng cimport Stream
from core_ext.state cimport State

cdef int playout(State s, Stream* rng, bint heuristic, int* decisions) noexcept nogil
