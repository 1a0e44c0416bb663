"""Connect Four: one position in 24 bytes, and the arithmetic of its bitboards.

A cell is bit 7 * column + row, rows counted from 0 at the bottom. Row 6 of each column is always empty: it keeps a line
that leaves a column at the top from going on at the bottom of the next.
"""
cimport cython
from libc.stdint cimport uint64_t
from core_ext.rng cimport Stream
from core_ext.state cimport State
from core_ext.types cimport action_t, uint8_t

cdef enum:
    COLUMNS = 7
    ROWS = 6
    CELLS = 42
    STEP = 7                    # bits from a cell to its right neighbour; 1 up, 6 and 8 along the diagonals

cdef enum Result:
    PLAYING
    WON_0                       # seat 0 has four in a line
    WON_1
    DRAWN                       # the board is full

cdef struct Position:
    uint64_t stones[2]          # of each seat
    uint8_t ply                 # stones on the board; the seat to act is ply & 1
    uint8_t result
    uint8_t unused[6]           # always 0, so that no byte of the struct is padding

cdef class ConnectFourState(State):
    cdef Position at
