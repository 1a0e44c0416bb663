"""A game for tests of the search: seat 0 picks a wheel, chance turns it, and perhaps a seat may refuse what it shows.

Wheel w has faces 0 to n - 1; face k shows k / (n - 1) for seat 0, the rest is for seat 1, and comes up in proportion to
k + 1. The seat that answers, if there is one, accepts (0) or refuses (1); refused, seat 0 gets `refused`.
"""
cimport cython
from libc.string cimport memset
from core_ext.rng cimport Stream, unit
from core_ext.state cimport State
from core_ext.types cimport CHANCE, TERMINAL, action_t

cdef enum:
    WHEELS = 4
    NOBODY = -1

cdef struct Position:
    int wheel                   # -1: not picked yet
    int face                    # -1: not turned yet
    int answer                  # -1: none yet


@cython.final
cdef class Wheel(State):
    cdef Position at
    cdef int faces[WHEELS]
    cdef int wheels, answers
    cdef double refused

    def __cinit__(self):
        self.memory, self.size = <void*>&self.at, sizeof(Position)
        memset(&self.at, 0, sizeof(Position))
        self.at.wheel = self.at.face = self.at.answer = -1

    def __init__(self, faces, int answers=NOBODY, double refused=0.5):
        self.seats, self.options, self.wheels = 2, {}, len(faces)
        self.answers, self.refused = answers, refused
        for i, n in enumerate(faces):
            self.faces[i] = n

    cpdef State blank(self):
        cdef Wheel other = Wheel.__new__(Wheel)
        other.seats, other.options, other.wheels = self.seats, self.options, self.wheels
        other.answers, other.refused, other.faces = self.answers, self.refused, self.faces
        return other

    cdef int current_player(self) noexcept nogil:
        if self.at.wheel < 0:
            return 0
        if self.at.face < 0:
            return CHANCE
        return TERMINAL if self.answers == NOBODY or self.at.answer >= 0 else self.answers

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        cdef int i, n = self.wheels if self.at.wheel < 0 else 2
        for i in range(n):
            out[i] = i
        return n

    cdef void apply_action(self, action_t action) noexcept nogil:
        if self.at.wheel < 0:
            self.at.wheel = action
        elif self.at.face < 0:
            self.at.face = action
        else:
            self.at.answer = action

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        cdef int i, n = self.faces[self.at.wheel]
        for i in range(n):
            out[i], probs[i] = i, 2.0 * (i + 1) / (<double>n * (n + 1))
        return n

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        cdef int i, n = self.faces[self.at.wheel]
        cdef double mark = unit(rng) * n * (n + 1) / 2
        for i in range(n - 1):
            mark -= i + 1
            if mark < 0:
                return i
        return n - 1

    cdef void scores(self, double* points) noexcept nogil:
        points[0] = 0
        if self.at.face >= 0:
            points[0] = self.refused if self.at.answer == 1 else <double>self.at.face / (self.faces[self.at.wheel] - 1)
        points[1] = 1 - points[0]

    cdef void returns(self, double* utilities) noexcept nogil:
        self.scores(utilities)
