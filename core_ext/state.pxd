"""The contract every game fulfils. Methods are `noexcept nogil`: a simulation never meets the interpreter.

What Python may ask besides stands in state.pyx. Where a method has a default, the default is there too.
"""
from libc.stdint cimport uint64_t
from core_ext.rng cimport Keys, Stream
from core_ext.types cimport action_t


cdef class State:
    cdef readonly int seats
    cdef void* memory           # the position: one plain struct inside the object, set once by the game
    cdef readonly dict options  # the game's options as given, by name
    cdef readonly size_t size   # bytes of the position; copying, comparing and saving need nothing else
    cdef bint may_hide          # set once by the game: somewhere in it a seat may not know all
    cdef bint failed            # a rule written in Python has raised: nothing that follows counts (python_state.pyx)

    cdef int current_player(self) noexcept nogil
    # the seat to act, or CHANCE, or TERMINAL

    cdef int legal_actions(self, action_t* out) noexcept nogil
    # writes the legal actions of the seat to act, ascending, and returns how many: never 0, at most MAX_ACTIONS

    cdef action_t random_action(self, Stream* rng) noexcept nogil
    # legal_actions()[below(rng, n)], with no draw where n is 1; a game may find it without making the list

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil
    # plays uniformly at random to the end, in place; returns the steps, and adds those that seats made to `decisions`.
    # A game may repeat this loop in its own class, where the calls in it are direct

    cdef void apply_action(self, action_t action) noexcept nogil
    # a legal action of the seat to act, or at a chance node a possible outcome; deterministic

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil
    # one outcome of this chance node, drawn from a search's stream

    cdef action_t keyed_chance(self, const Keys* keys) noexcept nogil
    # the outcome that these keys give this chance node: the luck of a played game

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil
    # writes all outcomes, ascending, with probabilities that sum to 1; returns how many, at most MAX_ACTIONS

    cdef void returns(self, double* utilities) noexcept nogil
    # one number a seat in [0, 1], of a finished game: its share of the win mixed with a bounded margin

    cdef void win_shares(self, double* shares) noexcept nogil
    # one number a seat, of a finished game: 1/k for each of k seats that are level after the tie-breaks

    cdef void scores(self, double* points) noexcept nogil
    # one number a seat, at any time

    cdef bint hides(self) noexcept nogil
    # whether a seat may not know all, here or later on: then resample may change this position or one that follows. Never
    # true again once it is false. By default `may_hide`; a game says otherwise whose secrets come to light for good

    cdef void resample(self, int seat, Stream* rng) noexcept nogil
    # replaces what the seat cannot know by a draw that fits all that it knows

    cdef void resampled(self, int seat) noexcept nogil
    # called after Python has resampled a position for this seat, to play on from it: a game may put its memory right

    cdef uint64_t information_state_key(self, int seat) noexcept nogil
    # equal exactly within one information set of the seat

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil
    # heuristic weights of these actions for playouts and priors, each > 0, from what the seat to act knows

    cdef action_t weighted_action(self, Stream* rng) noexcept nogil
    # a legal action drawn for a playout, with no draw where there is only one: in proportion to action_weights, or to a
    # sharper form of them. Priors that are too sure keep a search from looking; playouts need not be so careful

    cdef int weighted_step(self, Stream* rng) noexcept nogil
    # makes the next step of a weighted playout and returns how many decisions it was: one, or several that a game takes
    # together

    cdef int weighted_playout(self, Stream* rng, int* decisions, int until) noexcept nogil
    # makes weighted steps and draws chance until the game is over or `until` decisions were made, which it adds to
    # `decisions`; returns the steps. A game may keep in it what it knows from one decision to the next

    cdef int features(self, int seat, float* out) noexcept nogil
    # writes the inputs of a linear value function, from what the seat knows, and returns how many (0: there are none)

    cdef void utilities_of(self, const double* values, double* utilities) noexcept nogil
    # turns the sums of the value function, one a seat, into utilities: by a softmax, unless a game says otherwise

    cdef void copy_from(self, State other) noexcept nogil
    # becomes a copy of `other`, a state of the same game and rules

    cdef int reraise(self) except -1
    # raises what a rule written in Python has raised, if one has; called where playouts end

    cpdef State blank(self)
    # a new object of the same game and rules, its position not yet set


cdef void softmax(const double* values, int n, double* shares) noexcept nogil
cdef int weighted(const float* weights, int n, Stream* rng) noexcept nogil
cdef uint64_t hash_bytes(const unsigned char* at, size_t size) noexcept nogil
