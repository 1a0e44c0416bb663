"""Leduc hold'em: one position in one plain struct, and the numbers the rules read."""
cimport cython
from libc.stdint cimport uint8_t, uint16_t
from core_ext.rng cimport Keys
from core_ext.state cimport State

cdef enum:
    RANKS = 3
    SUITS = 2
    DECK = 6
    MOST_ACTS = 8               # of a round: check, six raises, call
    FOLD = 0                    # action codes
    CALL = 1                    # check or call
    RAISE = 2                   # bet or raise

cdef struct Position:
    uint16_t paid[2]            # chips each seat has put in
    uint8_t card[2]             # of each seat: 1 + rank; 0: not dealt
    uint8_t board               # 1 + rank; 0: not dealt
    uint8_t dealt               # cards dealt: seat 0, seat 1, board
    uint8_t round               # 0 or 1
    uint8_t acts                # of this round
    uint8_t raises              # of this round
    uint8_t ended               # 1: the betting is over
    uint8_t folded              # 1 + the seat that gave up; 0: none
    uint8_t act[2][MOST_ACTS]   # what was done: [round][n], 1 + action code; 0: nothing yet
    uint8_t unused              # always 0, so that no byte of the struct is padding

cdef struct Rules:              # constant while a game is played
    int ante
    int stake[2]                # chips of a raise, by round
    int raises

@cython.final
cdef class LeducState(State):
    cdef Position at
    cdef Rules rules
    cdef bint hidden_other(self, int seat) noexcept nogil
    cdef int left(self, int rank, bint without_hidden, int seat) noexcept nogil
    cdef int strength(self, int seat) noexcept nogil
    cdef int most_chips(self) noexcept nogil
    cdef void end_round(self) noexcept nogil
    cdef float chance_to_win(self, int seat) noexcept nogil
