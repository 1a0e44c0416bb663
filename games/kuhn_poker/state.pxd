"""Kuhn poker: one position in one plain struct, and the numbers the rules read."""
cimport cython
from libc.stdint cimport uint8_t
from core_ext.rng cimport Keys
from core_ext.state cimport State

cdef enum:
    SEATS = 5                   # most seats
    PASS = 0                    # action codes: check or fold
    BET = 1                     # bet or call

cdef struct Position:
    uint8_t card[SEATS]         # of each seat: 1 + rank, ranks from 0; 0: not dealt
    uint8_t dealt               # cards dealt, to the seats in order
    uint8_t acts                # passes and bets made
    uint8_t opener              # 1 + the seat that bet first; 0: nobody has
    uint8_t bets                # bit seat: has put the bet in

cdef struct Rules:              # constant while a game is played
    int ante
    int bet

@cython.final
cdef class KuhnState(State):
    cdef Position at
    cdef Rules rules
    cdef bint over(self) noexcept nogil
    cdef int contenders(self) noexcept nogil
    cdef int folded(self) noexcept nogil
    cdef int shown(self) noexcept nogil
    cdef int hidden_from(self, int seat) noexcept nogil
    cdef int cards_unseen(self, int hidden) noexcept nogil
    cdef int paid(self, int seat) noexcept nogil
    cdef int winner(self) noexcept nogil
