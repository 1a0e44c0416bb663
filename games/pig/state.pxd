"""Pig: one position in one plain struct, and the numbers the rules read."""
cimport cython
from libc.stdint cimport uint16_t, uint32_t
from core_ext.rng cimport Stream
from core_ext.state cimport State
from core_ext.types cimport int8_t, uint8_t

cdef enum:
    SEATS = 5                   # most seats
    ROLL = 0                    # action codes
    HOLD = 1
    CHOICES = 3                 # of a course
    MOST_CASES = 12             # of one choice of it: a hold or a roll, by face; more would need too large a table

cdef struct Position:
    uint32_t moves              # choices made so far, by all seats
    uint32_t round              # turns that the seat to act has had before this one
    uint16_t banked[SEATS]
    uint16_t pot                # points of this turn, not yet banked
    uint16_t rolls              # rolls of this turn that went into the pot
    uint8_t turn                # seat to act
    uint8_t rolling             # 1: the die is in the air, a chance node
    uint8_t over                # 1: won, or ended by the cap
    uint8_t unused[3]           # always 0, so that no byte of the struct is padding

cdef struct Rules:              # constant while a game is played
    int goal
    int faces
    int bust
    int cap

cdef struct Course:             # what some choices and their dice come to, whatever was banked and in the pot before
    int8_t keeps                # -1: that pot goes on; 0: it does not
    int8_t banks                # -1: that pot was banked; 0: it was not
    uint8_t own                 # points banked besides, by the seat that was to act
    uint8_t other               # and by the other
    uint8_t pot                 # points that it leaves in the pot, besides those before where that goes on
    uint8_t rolls               # likewise
    uint8_t passes              # of the turn
    uint8_t thrown              # dice

cdef struct Race:               # a playout of two seats under way
    int own                     # banked by the seat to act
    int other
    int pot
    int rolls
    uint32_t turns              # of both seats before this one
    int made                    # choices of this playout
    int thrown                  # and its dice

@cython.final
cdef class PigState(State):
    cdef Position at
    cdef Rules rules
    cdef bytes courses          # all of them; shared by the states of one die
    cdef const Course* course   # the first of them
    cdef uint32_t course_count  # 0: there are none for this die
    cdef void take_courses(self, bytes courses)
    cdef void leap(self, Race* r, int left, Stream* rng) noexcept nogil
    cdef void choose(self, int action) noexcept nogil
    cdef void show_face(self, int face) noexcept nogil
    cdef void pass_turn(self) noexcept nogil
    cdef bint must_hold(self) noexcept nogil
    cdef int plain_playout(self, Stream* rng, int* decisions) noexcept nogil
