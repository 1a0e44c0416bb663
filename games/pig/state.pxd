"""Pig: one position in one plain struct, and the numbers the rules read."""
cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from core_ext.rng cimport Stream
from core_ext.state cimport State

cdef enum:
    SEATS = 5                   # most seats
    ROLL = 0                    # action codes
    HOLD = 1

cdef struct Position:
    uint32_t moves              # choices made so far, by all seats
    uint32_t round              # turns that the seat to act has had before this one
    uint16_t banked[SEATS]
    uint16_t pot                # points of this turn, not yet banked
    uint16_t rolls              # rolls of this turn that went into the pot
    uint8_t turn                # seat to act
    uint8_t rolling             # 1: the die is in the air, a chance node
    uint8_t over                # 1: won, or ended by the cap

cdef struct Rules:              # constant while a game is played
    int goal
    int faces
    int bust
    int cap

@cython.final
cdef class PigState(State):
    cdef Position at
    cdef Rules rules
    cdef void choose(self, int action) noexcept nogil
    cdef void show_face(self, int face) noexcept nogil
    cdef void pass_turn(self) noexcept nogil
    cdef bint must_hold(self) noexcept nogil
    cdef int plain_playout(self, Stream* rng, int* decisions) noexcept nogil
