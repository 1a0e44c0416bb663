"""Tic-tac-toe: the rules, on sets of cells."""
from core_ext.bits cimport popcount
from core_ext.state cimport State
from core_ext.types cimport TERMINAL, action_t

cdef enum:
    CELLS = 9
    CENTRE = 4
    CORNERS = 1 | 4 | 64 | 256
    WINS = 100                  # weights of moves, beside 2 for the centre, 1.5 for a corner and 1
    STOPS = 20

cdef int[8] LINES = [7, 56, 448, 73, 146, 292, 273, 84]


cdef int lines(int mine, int theirs, int wanted) noexcept nogil:
    """Lines with `wanted` marks of one seat and none of the other."""
    cdef int i, n = 0
    for i in range(8):
        n += popcount(mine & LINES[i]) == wanted and not theirs & LINES[i]
    return n


cdef int completing(int mine) noexcept nogil:
    """Cells that make three in a line with two of `mine`, marked by the other seat or not."""
    cdef int i, cells = 0
    for i in range(8):
        if popcount(mine & LINES[i]) == 2:
            cells |= LINES[i] & ~mine
    return cells


cdef class TicTacToeState(State):
    """A position of tic-tac-toe."""

    def __cinit__(self):
        self.memory, self.size = <void*>&self.at, sizeof(Position)

    cdef int current_player(self) noexcept nogil:
        return TERMINAL if self.at.result else self.at.ply & 1

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        cdef int cell, n = 0
        for cell in range(CELLS):
            if not (self.at.marks[0] | self.at.marks[1]) >> cell & 1:
                out[n] = cell
                n += 1
        return n

    cdef void apply_action(self, action_t action) noexcept nogil:
        cdef int seat = self.at.ply & 1
        self.at.marks[seat] |= 1 << action
        self.at.ply += 1
        if lines(self.at.marks[seat], 0, 3):
            self.at.result = WON_0 + seat
        elif self.at.ply == CELLS:
            self.at.result = DRAWN

    cdef void scores(self, double* points) noexcept nogil:
        points[0] = points[1] = 0.5 if self.at.result == DRAWN else 0.0
        if self.at.result == WON_0 or self.at.result == WON_1:
            points[self.at.result - WON_0] = 1.0

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        cdef int acting = self.at.ply & 1, win = completing(self.at.marks[acting])
        cdef int stop = completing(self.at.marks[1 - acting]), i, cell
        for i in range(n):
            cell = actions[i]
            out[i] = 2 if cell == CENTRE else 1.5 if CORNERS >> cell & 1 else 1
            if win >> cell & 1:
                out[i] = WINS
            elif stop >> cell & 1:
                out[i] = STOPS

    cdef int features(self, int seat, float* out) noexcept nogil:
        """Own minus the other seat's; README.md lists them."""
        cdef int mine = self.at.marks[seat], theirs = self.at.marks[1 - seat]
        out[0] = 1.0 if self.at.ply & 1 == seat else -1.0
        out[1] = self.at.ply / <float>CELLS
        out[2] = popcount(completing(mine) & ~theirs) - <float>popcount(completing(theirs) & ~mine)
        out[3] = (lines(mine, theirs, 1) - lines(theirs, mine, 1)) / <float>2
        out[4] = (mine >> CENTRE & 1) - <float>(theirs >> CENTRE & 1)
        out[5] = (popcount(mine & CORNERS) - popcount(theirs & CORNERS)) / <float>2
        out[6] = out[0] * out[2]
        return 7

    def raw(self) -> dict:
        """The fields of the position."""
        return self.at

    def load(self, raw: dict) -> None:
        """Take on such fields. Checks no rule."""
        self.at = raw

    def sources(self) -> list:
        """All points come from the result."""
        return [{"result": points} for points in (<object>self).scores()]
