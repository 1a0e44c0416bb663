"""Leduc hold'em: the rules, with the choices and their codes as OpenSpiel's `leduc_poker` has them.

Two seats, six cards: two each of three ranks. Both put in the ante and get a card, then bet; a card is turned up on the
board, then both bet again. In each round seat 0 acts first. Whoever pairs the board wins, else the higher card; equal
cards share the pot. Suits are never compared, so cards are dealt by rank.
"""
cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset
from core_ext.rng cimport Keys, Stream, below, keyed, logical, mix
from core_ext.state cimport State, hash_bytes
from core_ext.types cimport CHANCE, TERMINAL, action_t

cdef enum Purpose:              # names of the keyed draws
    KEY_CARD = 1

cdef enum:
    NOBODY = -1


@cython.final
cdef class LeducState(State):
    """A position of Leduc hold'em. Made by games.leduc_poker.setup.new_state."""

    def __cinit__(self):
        self.memory, self.size, self.may_hide = <void*>&self.at, sizeof(Position), True
        memset(&self.at, 0, sizeof(Position))

    def __init__(self, int seats, dict options, dict numbers):
        """`numbers` has the fields of the Rules struct."""
        self.seats, self.options, self.rules = seats, options, numbers
        self.at.paid[0] = self.at.paid[1] = self.rules.ante

    cpdef State blank(self):
        cdef LeducState other = LeducState.__new__(LeducState)
        other.seats, other.options, other.rules = self.seats, self.options, self.rules
        return other

    # ---- the course of a game --------------------------------------------------------------------

    cdef int current_player(self) noexcept nogil:
        if self.at.ended:
            return TERMINAL
        if self.at.dealt < 2 + self.at.round:
            return CHANCE
        return self.at.acts & 1

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        """A seat that owes nothing cannot fold; a raise needs one left in this round."""
        cdef int seat = self.at.acts & 1, n = 0
        if self.at.paid[seat] < self.at.paid[1 - seat]:
            out[n] = FOLD
            n += 1
        out[n] = CALL
        n += 1
        if self.at.raises < self.rules.raises:
            out[n] = RAISE
            n += 1
        return n

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        """The contract's loop with direct calls: 18 % more random playouts a second."""
        cdef int steps = 0, who = self.current_player()
        while who != TERMINAL:
            if who == CHANCE:
                self.apply_action(self.sample_chance(rng))
            else:
                self.apply_action(self.random_action(rng))
                decisions[0] += 1
            steps += 1
            who = self.current_player()
        return steps

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        cdef action_t actions[3]
        cdef int n = self.legal_actions(actions)
        if n == 1:
            return actions[0]
        return actions[below(rng, n)]

    cdef void apply_action(self, action_t action) noexcept nogil:
        cdef Position* at = &self.at
        cdef int seat = at.acts & 1, other = 1 - seat
        if at.dealt < 2 + at.round:
            if at.dealt == 0:
                at.card[0] = 1 + action
            elif at.dealt == 1:
                at.card[1] = 1 + action
            else:
                at.board = 1 + action
            at.dealt += 1
            return
        at.act[at.round][at.acts] = 1 + action
        at.acts += 1
        if action == FOLD:
            at.folded = 1 + seat
            at.ended = 1
        elif action == RAISE:
            at.paid[seat] = at.paid[other] + self.rules.stake[at.round]
            at.raises += 1
        else:
            at.paid[seat] = at.paid[other]
            if at.acts > 1:                     # any call but a check by the first to act ends the round
                self.end_round()

    @cython.final
    cdef void end_round(self) noexcept nogil:
        if self.at.round:
            self.at.ended = 1
        else:
            self.at.round = 1
            self.at.acts = self.at.raises = 0

    # ---- who sees what ---------------------------------------------------------------------------

    @cython.final
    cdef bint hidden_other(self, int seat) noexcept nogil:
        """The other seat's card is dealt, and `seat` does not see it: there was no showdown."""
        return self.at.card[1 - seat] != 0 and not (self.at.ended and not self.at.folded)

    @cython.final
    cdef int left(self, int rank, bint without_hidden, int seat) noexcept nogil:
        """Cards of a rank in the deck; with `without_hidden`, as far as `seat` can tell by the cards it sees."""
        cdef int s, n = SUITS - (self.at.board == rank + 1)
        for s in range(2):
            if not (without_hidden and s != seat and self.hidden_other(seat)):
                n -= self.at.card[s] == rank + 1
        return n

    cdef void resample(self, int seat, Stream* rng) noexcept nogil:
        """The other's card is any of those that this seat has not seen, each as likely as another."""
        cdef int rank, total = 0, n
        if not self.hidden_other(seat):
            return
        for rank in range(RANKS):
            total += self.left(rank, True, seat)
        n = below(rng, total)
        for rank in range(RANKS):
            n -= self.left(rank, True, seat)
            if n < 0:
                self.at.card[1 - seat] = 1 + rank
                return

    cdef uint64_t information_state_key(self, int seat) noexcept nogil:
        """Who looks, the cards that seat sees, the betting."""
        cdef Position seen = self.at
        if self.hidden_other(seat):
            seen.card[1 - seat] = 0
        return mix(hash_bytes(<const unsigned char*>&seen, sizeof(Position)) + seat)

    # ---- chance ----------------------------------------------------------------------------------

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        cdef int rank, n = below(rng, DECK - self.at.dealt)
        for rank in range(RANKS - 1):
            n -= self.left(rank, False, 0)
            if n < 0:
                return rank
        return RANKS - 1

    cdef action_t keyed_chance(self, const Keys* k) noexcept nogil:
        """The six cards are shuffled once, each by a key of its own. Logical player l gets the l-th, the board the third.

        If none of that rank is left, as after a deal that was not all by these keys, it is the next that is.
        """
        cdef uint8_t order[DECK]
        cdef uint64_t key[DECK]
        cdef uint64_t h
        cdef int i, j, place = logical(k, self.at.dealt) if self.at.dealt < 2 else 2
        for i in range(DECK):
            h, j = keyed(k, KEY_CARD, i // SUITS, i % SUITS), i
            while j > 0 and key[j - 1] > h:
                key[j], order[j] = key[j - 1], order[j - 1]
                j -= 1
            key[j], order[j] = h, i // SUITS
        while self.left(order[place], False, 0) == 0:
            place = (place + 1) % DECK
        return order[place]

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        cdef int rank, some, n = 0
        for rank in range(RANKS):
            some = self.left(rank, False, 0)
            if some:
                out[n], probs[n] = rank, <double>some / (DECK - self.at.dealt)
                n += 1
        return n

    # ---- results ---------------------------------------------------------------------------------

    @cython.final
    cdef int strength(self, int seat) noexcept nogil:
        """At a showdown the higher wins: a pair with the board before every single card."""
        return self.at.card[seat] + (RANKS + 1 if self.at.card[seat] == self.at.board else 0)

    cdef void scores(self, double* points) noexcept nogil:
        """Chips won or lost: what a seat has put in is gone until the pot is won or shared."""
        cdef int winner = NOBODY, pot = self.at.paid[0] + self.at.paid[1], s
        for s in range(2):
            points[s] = -<int>self.at.paid[s]
        if not self.at.ended:
            return
        if self.at.folded:
            winner = 2 - self.at.folded
        elif self.strength(0) != self.strength(1):
            winner = self.strength(1) > self.strength(0)
        if winner == NOBODY:
            points[0] = points[1] = 0
        else:
            points[winner] += pot

    @cython.final
    cdef int most_chips(self) noexcept nogil:
        """The most a seat can win or lose."""
        return self.rules.ante + self.rules.raises * (self.rules.stake[0] + self.rules.stake[1])

    cdef void returns(self, double* utilities) noexcept nogil:
        """Linear in chips: one half, and half of the chips as a share of the most that can be won."""
        cdef int s
        self.scores(utilities)
        for s in range(2):
            utilities[s] = 0.5 + utilities[s] / (2.0 * self.most_chips())

    # ---- hints for the search --------------------------------------------------------------------

    @cython.final
    cdef float chance_to_win(self, int seat) noexcept nogil:
        """Against a random card of those unseen, ties for half; before the board is known its pair counts for little."""
        cdef float better = 0, all_cards = 0, n
        cdef int rank, mine = self.at.card[seat] - 1, board = self.at.board - 1
        if mine < 0:
            return 0.5
        for rank in range(RANKS):
            n = self.left(rank, True, seat) if self.hidden_other(seat) else rank == self.at.card[1 - seat] - 1
            all_cards += n
            if rank == mine:
                better += n / 2
            elif mine == board or (rank != board and rank < mine):
                better += n
        return better / all_cards if all_cards > 0 else 0.5

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        """The likelier the own card wins against a random one, the rather a raise and the less a fold."""
        cdef float p = self.chance_to_win(self.at.acts & 1)
        cdef int i
        for i in range(n):
            if actions[i] == FOLD:
                out[i] = 0.02 + 1.2 * (1 - p) * (1 - p)
            elif actions[i] == CALL:
                out[i] = 0.5
            else:
                out[i] = 0.1 + 1.5 * p * p

    cdef int features(self, int seat, float* out) noexcept nogil:
        """Chance to win, the pot, what is owed, the raises, the round and the place in it."""
        cdef Position* at = &self.at
        cdef float p = self.chance_to_win(seat), most = self.most_chips(), pot = (at.paid[0] + at.paid[1]) / (2 * most)
        cdef float owed = (at.paid[0] if at.paid[0] > at.paid[1] else at.paid[1]) - at.paid[seat]
        cdef float pair = at.board != 0 and at.card[seat] == at.board
        out[0], out[1], out[2], out[3] = p, p * p, pair, at.card[seat] / 3.0
        out[4], out[5] = pot, (2 * p - 1) * pot
        out[6], out[7] = owed / most, at.paid[seat] / most
        out[8], out[9] = at.raises / <float>self.rules.raises, at.round
        out[10], out[11] = at.folded == seat + 1, at.folded == 2 - seat
        out[12] = seat
        return 13

    # ---- what Python sees ------------------------------------------------------------------------

    def sources(self) -> list:
        """Chips of each seat by where they came from and where they went."""
        cdef double[2] points
        self.scores(points)
        return [{"antes": -self.rules.ante, "raises": self.rules.ante - self.at.paid[s],
                 "pot": int(points[s]) + self.at.paid[s]} for s in range(2)]

    def raw(self) -> dict:
        """The Position struct as plain numbers and lists, by field name; acts by round as action codes."""
        cdef Position* at = &self.at
        return {"paid": [at.paid[0], at.paid[1]], "card": [at.card[0], at.card[1]], "board": at.board, "dealt": at.dealt,
                "round": at.round, "raises": at.raises, "ended": at.ended, "folded": at.folded,
                "act": [[at.act[r][i] - 1 for i in range(MOST_ACTS) if at.act[r][i]] for r in range(2)]}

    def unseen(self, seat: int) -> tuple:
        """What `seat` does not know: (the seats whose card is hidden from it, the cards those may have, by rank)."""
        if not 0 <= seat < 2:
            raise ValueError(f"seat {seat} of a game with seats 0 to 1")
        if not self.hidden_other(seat):
            return [], []
        return [1 - seat], [rank for rank in range(RANKS) for _ in range(self.left(rank, True, seat))]
