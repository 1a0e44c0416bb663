"""A state whose rules are functions over two plain structs: all that is played, and the numbers it is played by.

A game's state.pyx includes this file after its rules and derives its state from `RuledState`; a class body cannot include
a file, a module can. The game's state.pxd says what Position and Rules are, and declares the class with its fields:

    cdef class RuledState(JudgedState):
        cdef Position at
        cdef Rules rules
        cdef readonly object table      # what the numbers came from

The functions have the names and the arguments of the methods here, `at` and `r` before them. What only some games answer
by a function, such as features and weights, stands in the class of the game.
"""


cdef class RuledState(JudgedState):
    """A position and its rules, handed to the functions of a game."""

    def __cinit__(self):
        self.memory, self.size = <void*>&self.at, sizeof(Position)
        memset(&self.at, 0, sizeof(Position))

    cdef int current_player(self) noexcept nogil:
        return current_player(&self.at, &self.rules)

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        return legal_actions(&self.at, &self.rules, out)

    cdef void apply_action(self, action_t action) noexcept nogil:
        apply_action(&self.at, &self.rules, action)

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        return sample_chance(&self.at, &self.rules, rng)

    cdef action_t keyed_chance(self, const Keys* keys) noexcept nogil:
        return keyed_chance(&self.at, &self.rules, keys)

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        return chance_outcomes(&self.at, &self.rules, out, probs)

    cdef void returns(self, double* utilities) noexcept nogil:
        returns(&self.at, &self.rules, utilities)

    cdef void win_shares(self, double* shares) noexcept nogil:
        win_shares(&self.at, &self.rules, shares)

    cdef void scores(self, double* points) noexcept nogil:
        scores(&self.at, &self.rules, points)

    cdef void resample(self, int seat, Stream* rng) noexcept nogil:
        resample(&self.at, &self.rules, seat, rng)

    cdef uint64_t information_state_key(self, int seat) noexcept nogil:
        return information_state_key(&self.at, &self.rules, seat)

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        action_weights(&self.at, &self.rules, actions, n, out)

    def raw(self) -> dict:
        """The Position struct as plain numbers and lists, by field name."""
        return self.at

    def rules_table(self) -> dict:
        """The numbers in force, as in tables.RULES."""
        return self.table
