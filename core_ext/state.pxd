"""The contract every game fulfils. Methods are `noexcept nogil`: a simulation never meets the interpreter."""
from libc.stdint cimport uint64_t
from core_ext.rng cimport Keys, Stream
from core_ext.types cimport action_t


cdef class State:
    cdef readonly int seats
    cdef void* memory              # the position: one plain struct inside the object, set once by the game
    cdef readonly dict options  # the game's options as given, by name
    cdef readonly size_t size   # its bytes; copying, comparing and saving need nothing else
    cdef readonly bint hides    # set once by the game: seats may not know all, and resample may change the position
    cdef bint failed            # a rule written in Python has raised: nothing that follows counts (core_ext/python_state.pyx)

    cdef int current_player(self) noexcept nogil
    # the seat to act, or CHANCE, or TERMINAL

    cdef int legal_actions(self, action_t* out) noexcept nogil
    # how many, written to `out` ascending; requires a seat's turn; never 0; at most MAX_ACTIONS

    cdef action_t random_action(self, Stream* rng) noexcept nogil
    # legal_actions()[below(rng, n)], with no draw where n is 1; games may say it without making the list

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil
    # uniformly random play to the end, in place; the steps made, and the seats' own among them added to `decisions`;
    # a game may repeat this loop in its own class, where the calls in it are direct

    cdef void apply_action(self, action_t action) noexcept nogil
    # a seat's legal action, or at a chance node a possible outcome; deterministic

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil
    # one outcome of this chance node, drawn from a search's stream

    cdef action_t keyed_chance(self, const Keys* keys) noexcept nogil
    # the outcome that these keys give this chance node: the luck of a played game

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil
    # all outcomes, ascending, with probabilities that sum to 1; at most MAX_ACTIONS

    cdef void returns(self, double* utilities) noexcept nogil
    # one per seat in [0, 1], of a finished game: share of the win mixed with a bounded margin

    cdef void win_shares(self, double* shares) noexcept nogil
    # one per seat, of a finished game: 1/k for each of k seats level after the tie-breaks

    cdef void scores(self, double* points) noexcept nogil
    # one per seat, at any time

    cdef void resample(self, int seat, Stream* rng) noexcept nogil
    # replaces what the seat cannot know by a draw consistent with all that is public

    cdef void resampled(self, int seat) noexcept nogil
    # after Python has resampled a position for this seat, to be played on: a game may put its memory right

    cdef uint64_t information_state_key(self, int seat) noexcept nogil
    # equal exactly within one information set

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil
    # light heuristics for playouts and priors; each > 0; from what the seat to act knows

    cdef action_t weighted_action(self, Stream* rng) noexcept nogil
    # a legal action drawn as playouts are to draw it, with no draw where there is one: in proportion to action_weights, or
    # from a sharper form of them, as priors that are too sure keep a search from looking

    cdef int weighted_step(self, Stream* rng) noexcept nogil
    # what the seat to act does next in a weighted playout, applied; how many decisions that was. Where a chain of them
    # is one thought, a game may make them all at once

    cdef int weighted_playout(self, Stream* rng, int* decisions, int until) noexcept nogil
    # weighted steps and chance until the game is over or so many decisions were made, which it adds to `decisions`;
    # returns the steps. A game may keep in it what it knows from one decision to the next

    cdef int features(self, int seat, float* out) noexcept nogil
    # inputs of a linear value function, from what that seat knows; how many (0: the game has none), of the size of 1

    cdef void utilities_of(self, const double* worths, double* utilities) noexcept nogil
    # what a value function's sums, one a seat, say of the seats' utilities; their softmax, unless a game says otherwise

    cdef void copy_from(self, State other) noexcept nogil
    # becomes a copy of `other`, a state of the same game and rules

    cdef int reraise(self) except -1
    # raises what a rule written in Python has raised, if one has; asked where playouts end

    cpdef State blank(self)
    # a new object of the same game and rules, its position not yet set


cdef void softmax(const double* worths, int n, double* shares) noexcept nogil
cdef int weighted(const float* weights, int n, Stream* rng) noexcept nogil
cdef uint64_t hash_bytes(const unsigned char* at, size_t size) noexcept nogil
