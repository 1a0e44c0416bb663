"""Pig: the rules. A turn is a chain of rolls and one hold, each a choice of its own; each roll is a chance node.

Choices, forced holds and the cap follow OpenSpiel's `pig`, so that games can be compared move by move.
"""
cimport cython
from libc.math cimport pow
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from core_ext.rng cimport Keys, Stream, below, draw64, keyed_below, logical
from core_ext.state cimport State
from core_ext.types cimport CHANCE, TERMINAL, action_t, int8_t, uint8_t

cdef enum Purpose:              # names of the keyed draws
    KEY_DIE = 1

cdef enum:
    SURE = 40                   # weight of what a good player does, against 1
    MARK = 0x4000               # a pot that no course can make: where it is found later tells what became of it


cdef dict courses_by_die = {}   # (faces, bust) to the courses of that die, made when it is first played with


cdef bytes courses_of(int faces, int bust):
    """What every series of CHOICES choices, each with the die that may follow, comes to while neither the goal nor the cap
    is met: an array of Course, played by the rules themselves. Empty for a die that would make it too long."""
    cdef PigState play = PigState.__new__(PigState)
    cdef Course* out
    cdef int number, rest, k, count = <int>pow(2 * faces, CHOICES)
    if 2 * faces > MOST_CASES:
        return b""
    if (faces, bust) not in courses_by_die:
        play.seats, play.rules.goal, play.rules.cap = 2, 2 * MARK, 2 * CHOICES
        play.rules.faces, play.rules.bust = faces, bust
        made = bytearray(count * sizeof(Course))
        out = <Course*><char*>made
        for number in range(count):
            memset(&play.at, 0, sizeof(Position))
            play.at.pot, rest = MARK, number
            for k in range(CHOICES):
                play.choose(rest & 1)
                out[number].thrown += play.at.rolling
                if play.at.rolling:
                    play.show_face(1 + (rest >> 1) % faces)
                rest //= 2 * faces
            out[number].passes = 2 * play.at.round + play.at.turn
            out[number].keeps = -(play.at.pot >= MARK)
            out[number].banks = -(play.at.banked[0] >= MARK)
            out[number].pot, out[number].rolls = play.at.pot + MARK * out[number].keeps, play.at.rolls
            out[number].own = play.at.banked[0] + MARK * out[number].banks
            out[number].other = play.at.banked[1]
        courses_by_die[faces, bust] = bytes(made)
    return courses_by_die[faces, bust]


@cython.final
cdef class PigState(State):
    """A position of Pig. Made by games.pig.setup.new_state."""

    def __cinit__(self):
        self.memory, self.size = <void*>&self.at, sizeof(Position)
        memset(&self.at, 0, sizeof(Position))

    def __init__(self, int seats, dict options, dict numbers):
        """`numbers` has the fields of the Rules struct."""
        self.seats, self.options = seats, options
        self.rules = numbers
        self.take_courses(courses_of(self.rules.faces, self.rules.bust))

    cdef void take_courses(self, bytes courses):
        self.courses = courses
        self.course, self.course_count = <const Course*><const char*>courses, len(courses) // sizeof(Course)

    cpdef State blank(self):
        cdef PigState other = PigState.__new__(PigState)
        other.seats, other.options, other.rules = self.seats, self.options, self.rules
        other.take_courses(self.courses)
        return other

    # ---- the contract ----------------------------------------------------------------------------

    cdef int current_player(self) noexcept nogil:
        if self.at.over:
            return TERMINAL
        if self.at.rolling:
            return CHANCE
        return self.at.turn

    @cython.final
    cdef bint must_hold(self) noexcept nogil:
        """The pot already wins: another roll could only lose it, and is not offered."""
        return self.at.banked[self.at.turn] + self.at.pot >= self.rules.goal

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        if self.must_hold():
            out[0] = HOLD
            return 1
        out[0], out[1] = ROLL, HOLD
        return 2

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        if self.must_hold():
            return HOLD
        return below(rng, 2)

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        """Uniformly random play of two seats, without a branch on luck: a hold or a bust is a coin, which no processor can
        predict. Far from the goal several choices are one draw (`leap`); then one word of the stream is one choice and the
        die that may follow: its lowest bit, and its upper half."""
        cdef Position* p = &self.at
        cdef Race r
        cdef int holds, passes, face, swap, left = self.rules.cap - <int>p.moves, goal = self.rules.goal
        cdef uint64_t word
        if self.seats != 2 or p.over:
            return self.plain_playout(rng, decisions)
        r.made, r.thrown = 0, p.rolling
        if p.rolling:
            self.show_face(1 + below(rng, self.rules.faces))
        r.own, r.other, r.pot, r.rolls = p.banked[p.turn], p.banked[1 - p.turn], p.pot, p.rolls
        r.turns = 2 * p.round + p.turn
        self.leap(&r, left, rng)
        while True:
            word = draw64(rng)
            holds = <int>(word & 1) | (r.own + r.pot >= goal)
            face = 1 + <int>(((word >> 32) * <uint64_t>self.rules.faces) >> 32)
            r.made += 1
            r.own += r.pot & -holds
            if r.own >= goal or r.made == left:
                break
            r.thrown += 1 - holds
            passes = holds | (face == self.rules.bust)
            r.pot = (r.pot + face) & (passes - 1)
            r.rolls = (r.rolls + 1) & (passes - 1)
            r.turns += passes
            swap = (r.own ^ r.other) & -passes
            r.own ^= swap
            r.other ^= swap
        p.turn, p.round, p.moves = r.turns & 1, r.turns >> 1, p.moves + r.made
        p.banked[p.turn], p.banked[1 - p.turn] = r.own, r.other
        p.pot, p.rolls, p.rolling, p.over = r.pot, r.rolls, 1 - holds, 1
        if holds:
            self.pass_turn()
        decisions[0] += r.made
        return r.made + r.thrown

    @cython.final
    cdef inline void leap(self, Race* r, int left, Stream* rng) noexcept nogil:
        """Play on by whole courses, each as likely as any other, until a seat might come to the goal in one, or the cap."""
        cdef int far = self.rules.goal - CHOICES * self.rules.faces, keeps, swap
        cdef const Course* c
        while r.own + r.pot < far and r.other < far and r.made + CHOICES < left and self.course_count:
            c = self.course + below(rng, self.course_count)
            keeps = c.keeps
            r.own += (r.pot & c.banks) + c.own
            r.other += c.other
            r.pot = (r.pot & keeps) + c.pot
            r.rolls = (r.rolls & keeps) + c.rolls
            r.turns += c.passes
            r.made += CHOICES
            r.thrown += c.thrown
            swap = (r.own ^ r.other) & -(c.passes & 1)
            r.own ^= swap
            r.other ^= swap

    @cython.final
    cdef int plain_playout(self, Stream* rng, int* decisions) noexcept nogil:
        cdef int steps = 0
        while not self.at.over:
            if self.at.rolling:
                self.show_face(1 + below(rng, self.rules.faces))
            else:
                self.choose(self.random_action(rng))
                decisions[0] += 1
            steps += 1
        return steps

    cdef void apply_action(self, action_t action) noexcept nogil:
        if self.at.rolling:
            self.show_face(action)
        else:
            self.choose(action)

    @cython.final
    cdef void choose(self, int action) noexcept nogil:
        self.at.moves += 1
        if action == ROLL:
            self.at.rolling = 1
        else:
            self.at.banked[self.at.turn] += self.at.pot
            self.at.over = self.at.banked[self.at.turn] >= self.rules.goal
            self.pass_turn()
        if self.at.moves >= <uint32_t>self.rules.cap:
            self.at.over = 1                # even with the die in the air: nothing it shows could be used any more

    @cython.final
    cdef void show_face(self, int face) noexcept nogil:
        self.at.rolling = 0
        if face == self.rules.bust:
            self.pass_turn()
        else:
            self.at.pot += face
            self.at.rolls += 1

    @cython.final
    cdef void pass_turn(self) noexcept nogil:
        self.at.pot = self.at.rolls = 0
        self.at.turn += 1
        if self.at.turn == self.seats:
            self.at.turn = 0
            self.at.round += 1

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        return 1 + below(rng, self.rules.faces)

    cdef action_t keyed_chance(self, const Keys* k) noexcept nogil:
        """The die belongs to (logical player, its turn, the roll in it): a hold of one seat moves no die of another."""
        cdef uint64_t roll = (<uint64_t>self.at.round << 16) + self.at.rolls
        return 1 + keyed_below(k, KEY_DIE, logical(k, self.at.turn), roll, self.rules.faces)

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        cdef int i
        for i in range(self.rules.faces):
            out[i], probs[i] = i + 1, 1.0 / self.rules.faces
        return self.rules.faces

    # ---- results ---------------------------------------------------------------------------------

    cdef void scores(self, double* points) noexcept nogil:
        cdef int s
        for s in range(self.seats):
            points[s] = self.at.banked[s]

    cdef void win_shares(self, double* shares) noexcept nogil:
        """The seat that banked the goal has it all; a game that the cap ended is undecided, whatever was banked."""
        cdef int s, winner = -1
        for s in range(self.seats):
            if self.at.banked[s] >= self.rules.goal:
                winner = s
        for s in range(self.seats):
            shares[s] = 1.0 / self.seats if winner < 0 else <double>(s == winner)

    # ---- hints for the search --------------------------------------------------------------------

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        """Keep pace and end race (Neller & Presser, 2010), scaled to the goal: roll on where a seat has 71 of 100 or more;
        else hold at 21 and an eighth of the rival's lead. Two seats of such play win as often as two of best play do."""
        cdef int s, rival = 0, own = self.at.banked[self.at.turn], goal = self.rules.goal, mark
        if n == 1:
            out[0] = 1.0
            return
        for s in range(self.seats):
            if s != self.at.turn and self.at.banked[s] > rival:
                rival = self.at.banked[s]
        mark = (21 * goal + 50) // 100 + (rival - own) // 8
        if 100 * own >= 71 * goal or 100 * rival >= 71 * goal:
            mark = goal
        out[0] = SURE if self.at.pot == 0 or self.at.pot < mark else 1
        out[1] = SURE + 1 - out[0]

    cdef int features(self, int seat, float* out) noexcept nogil:
        """Shares of the goal: own, best rival, both with the pot where it is theirs, squares, and whose turn it is."""
        cdef Position* at = &self.at
        cdef float goal = self.rules.goal, own = at.banked[seat] / goal, rival = 0, pot = at.pot / goal, mine, theirs
        cdef int s
        cdef float turn = at.turn == seat
        for s in range(self.seats):
            if s != seat and at.banked[s] / goal > rival:
                rival = at.banked[s] / goal
        mine = min(1.0, own + pot * turn)
        theirs = min(1.0, rival if turn else max(rival, at.banked[at.turn] / goal + pot))
        out[0], out[1], out[2], out[3] = own, rival, own - rival, turn
        out[4], out[5], out[6] = mine, theirs, mine - theirs
        out[7], out[8] = mine * mine * mine, theirs * theirs * theirs
        out[9] = ((seat - at.turn + self.seats) % self.seats) / <float>self.seats
        return 10

    # ---- what Python sees ------------------------------------------------------------------------

    def sources(self) -> list:
        """Points of each seat by where they came from."""
        return [{"banked": self.at.banked[s]} for s in range(self.seats)]

    def numbers(self) -> dict:
        """The fields of the Rules struct."""
        return self.rules

    def raw(self) -> dict:
        """The Position struct as plain numbers and lists, by field name."""
        return self.at

    def load(self, raw: dict) -> None:
        """Set the position from such a dict. Checks no rule."""
        self.at = raw
