"""Tic-tac-toe: one position in six bytes. A cell is 3 * row + column, from 0 at the lower left."""
from libc.stdint cimport uint16_t
from core_ext.state cimport State
from core_ext.types cimport uint8_t

cdef enum Result:
    PLAYING
    WON_0                       # seat 0 has three in a line
    WON_1
    DRAWN                       # the board is full

cdef struct Position:
    uint16_t marks[2]           # of each seat: bit cell
    uint8_t ply                 # marks on the board; the seat to act is ply & 1
    uint8_t result

cdef class TicTacToeState(State):
    cdef Position at
