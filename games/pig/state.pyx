"""Pig: the rules. A turn is a chain of rolls and one hold, each a choice of its own; each roll is a chance node.

Choices, forced holds and the cap follow OpenSpiel's `pig`, so that games can be compared move by move.
"""
cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from core_ext.rng cimport Keys, Stream, below, draw64, keyed_below, logical
from core_ext.state cimport State
from core_ext.types cimport CHANCE, TERMINAL, action_t

cdef enum Purpose:              # names of the keyed draws
    KEY_DIE = 1

cdef enum:
    SURE = 40                   # weight of what a good player does, against 1


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

    cpdef State blank(self):
        cdef PigState other = PigState.__new__(PigState)
        other.seats, other.options, other.rules = self.seats, self.options, self.rules
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
        """Two seats without a branch on luck: a hold or a bust is a coin, which no processor can predict. One word of the
        stream is one choice and the die that may follow: its lowest bit, and its upper half."""
        cdef Position* p = &self.at
        cdef int own, other, pot = p.pot, rolls = p.rolls, turn = p.turn, made = 0, thrown = 0
        cdef int holds, passes, face, swap, left = self.rules.cap - <int>p.moves
        cdef uint32_t turns = p.round
        cdef uint64_t word
        if self.seats != 2 or p.rolling or p.over:
            return self.plain_playout(rng, decisions)
        own, other = p.banked[turn], p.banked[1 - turn]
        while True:
            word = draw64(rng)
            holds = <int>(word & 1) | (own + pot >= self.rules.goal)
            face = 1 + <int>(((word >> 32) * <uint64_t>self.rules.faces) >> 32)
            made += 1
            own += pot & -holds
            if own >= self.rules.goal or made == left:
                break
            thrown += 1 - holds
            passes = holds | (face == self.rules.bust)
            pot = (pot + face) & (passes - 1)
            rolls = (rolls + 1) & (passes - 1)
            turns += turn & passes
            turn ^= passes
            swap = (own ^ other) & -passes
            own ^= swap
            other ^= swap
        p.banked[turn], p.banked[1 - turn], p.turn, p.round, p.moves = own, other, turn, turns, p.moves + made
        p.pot, p.rolls, p.rolling, p.over = pot, rolls, 1 - holds, 1
        if holds:
            self.pass_turn()
        decisions[0] += made
        return made + thrown

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

    cdef void apply(self, action_t action) noexcept nogil:
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
        cdef Position at
        cdef int s
        memset(&at, 0, sizeof(Position))
        for s in range(SEATS):
            at.banked[s] = raw["banked"][s]
        at.moves, at.round, at.pot, at.rolls = raw["moves"], raw["round"], raw["pot"], raw["rolls"]
        at.turn, at.rolling, at.over = raw["turn"], raw["rolling"], raw["over"]
        self.at = at
