"""Kuhn poker: the rules, for two seats as Kuhn has them and for more as OpenSpiel has them.

Every seat puts in the ante and gets one card. In turn each passes or bets; once a seat has bet, each other seat has one
last act, to fold or to call. The highest card that is still in wins the pot.
"""
cimport cython
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset
from core_ext.bits cimport first_bit, nth_bit, popcount
from core_ext.rng cimport Keys, Stream, below, keyed, logical, mix
from core_ext.state cimport State, hash_bytes
from core_ext.types cimport CHANCE, TERMINAL, action_t

cdef enum Purpose:              # names of the keyed draws
    KEY_CARD = 2


@cython.final
cdef class KuhnState(State):
    """A position of Kuhn poker. Made by games.kuhn_poker.setup.new_state."""

    def __cinit__(self):
        self.memory, self.size, self.may_hide = <void*>&self.at, sizeof(Position), True
        memset(&self.at, 0, sizeof(Position))

    def __init__(self, int seats, dict options, dict numbers):
        """`numbers` has the fields of the Rules struct."""
        self.seats, self.options = seats, options
        self.rules = numbers

    cpdef State blank(self):
        cdef KuhnState other = KuhnState.__new__(KuhnState)
        other.seats, other.options, other.rules = self.seats, self.options, self.rules
        return other

    # ---- the course of a game --------------------------------------------------------------------

    @cython.final
    cdef bint over(self) noexcept nogil:
        """All have passed, or all have answered the first bet (the opener's seat is opener - 1)."""
        if self.at.opener == 0:
            return self.at.acts == self.seats
        return self.at.acts == self.at.opener - 1 + self.seats

    cdef int current_player(self) noexcept nogil:
        if self.at.dealt < self.seats:
            return CHANCE
        if self.over():
            return TERMINAL
        return self.at.acts % self.seats

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        out[0], out[1] = PASS, BET
        return 2

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        return below(rng, 2)

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        """The contract's loop with direct calls: 7 % more random playouts a second."""
        cdef int steps = 0
        while self.at.dealt < self.seats:
            self.apply_action(self.sample_chance(rng))
            steps += 1
        while not self.over():
            self.apply_action(below(rng, 2))
            decisions[0] += 1
            steps += 1
        return steps

    cdef void apply_action(self, action_t action) noexcept nogil:
        cdef int seat
        if self.at.dealt < self.seats:
            self.at.card[self.at.dealt] = 1 + action
            self.at.dealt += 1
            return
        if action == BET:
            seat = self.at.acts % self.seats
            self.at.bets |= 1 << seat
            if self.at.opener == 0:
                self.at.opener = 1 + seat
        self.at.acts += 1

    # ---- who sees what ---------------------------------------------------------------------------

    @cython.final
    cdef int contenders(self) noexcept nogil:
        """Bit seat: has a claim on the pot when the betting is over."""
        return self.at.bets if self.at.bets else (1 << self.seats) - 1

    @cython.final
    cdef int folded(self) noexcept nogil:
        """Bit seat: has passed since the first bet. The seat d places after the opener acts d acts after it."""
        cdef int d, s, folded = 0
        for d in range(1, self.at.acts - self.at.opener + 1 if self.at.opener else 0):
            s = (self.at.opener - 1 + d) % self.seats
            if not self.at.bets >> s & 1:
                folded |= 1 << s
        return folded

    @cython.final
    cdef int shown(self) noexcept nogil:
        """Bit seat: its card lies open, as at the end where two or more are still in."""
        cdef int still_in = self.contenders()
        if self.current_player() == TERMINAL and popcount(still_in) > 1:
            return still_in
        return 0

    @cython.final
    cdef int hidden_from(self, int seat) noexcept nogil:
        """Bit other: has a card that `seat` does not see."""
        return ((1 << self.at.dealt) - 1) & ~(1 << seat) & ~self.shown()

    @cython.final
    cdef int cards_unseen(self, int hidden) noexcept nogil:
        """Bit rank: lies in the deck or with one of the `hidden` seats."""
        cdef int s, unseen = (1 << (self.seats + 1)) - 1
        for s in range(self.at.dealt):
            if not hidden >> s & 1:
                unseen &= ~(1 << (self.at.card[s] - 1))
        return unseen

    cdef void resample(self, int seat, Stream* rng) noexcept nogil:
        """The unseen cards are dealt anew to the seats whose card is hidden, each deal as likely as another."""
        cdef int s, rank, hidden = self.hidden_from(seat), unseen = self.cards_unseen(hidden)
        for s in range(self.at.dealt):
            if hidden >> s & 1:
                rank = nth_bit(unseen, below(rng, popcount(unseen)))
                unseen &= ~(1 << rank)
                self.at.card[s] = 1 + rank

    cdef uint64_t information_state_key(self, int seat) noexcept nogil:
        """Who looks, the cards that seat sees, the betting."""
        cdef Position seen = self.at
        cdef int s, hidden = self.hidden_from(seat)
        for s in range(SEATS):
            if hidden >> s & 1:
                seen.card[s] = 0
        return mix(hash_bytes(<const unsigned char*>&seen, sizeof(Position)) + seat)

    # ---- chance ----------------------------------------------------------------------------------

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        cdef int left = self.cards_unseen(0)
        return nth_bit(left, below(rng, popcount(left)))

    cdef action_t keyed_chance(self, const Keys* k) noexcept nogil:
        """The cards are shuffled once, each by a key of its own; logical player l gets the l-th, or the next one left."""
        cdef uint8_t order[SEATS + 1]
        cdef uint64_t key[SEATS + 1]
        cdef uint64_t h
        cdef int i, j, cards = self.seats + 1, left = self.cards_unseen(0), place = logical(k, self.at.dealt)
        for i in range(cards):
            h, j = keyed(k, KEY_CARD, i, 0), i
            while j > 0 and key[j - 1] > h:
                key[j], order[j] = key[j - 1], order[j - 1]
                j -= 1
            key[j], order[j] = h, i
        while not left >> order[place] & 1:
            place = (place + 1) % cards
        return order[place]

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        cdef int n = 0, left = self.cards_unseen(0), cards = popcount(left)
        while left:
            out[n], probs[n] = first_bit(left), 1.0 / cards
            left &= left - 1
            n += 1
        return n

    # ---- results ---------------------------------------------------------------------------------

    @cython.final
    cdef int paid(self, int seat) noexcept nogil:
        """Chips this seat has put in."""
        return self.rules.ante + self.rules.bet * (self.at.bets >> seat & 1)

    @cython.final
    cdef int winner(self) noexcept nogil:
        """The highest card still in. Requires that the game is over."""
        cdef int s, best = -1, still_in = self.contenders()
        for s in range(self.seats):
            if still_in >> s & 1 and (best < 0 or self.at.card[s] > self.at.card[best]):
                best = s
        return best

    cdef void scores(self, double* points) noexcept nogil:
        """Chips won or lost: what a seat has put in is gone until it wins the pot."""
        cdef int s, pot = 0
        for s in range(self.seats):
            points[s] = -self.paid(s)
            pot += self.paid(s)
        if self.current_player() == TERMINAL:
            points[self.winner()] += pot

    cdef void returns(self, double* utilities) noexcept nogil:
        """Linear in chips: a seat's share of the chips when every one has been put in; the shares sum to 1."""
        cdef int s, most = self.rules.ante + self.rules.bet
        self.scores(utilities)
        for s in range(self.seats):
            utilities[s] = (most + utilities[s]) / (most * self.seats)

    # ---- hints for the search --------------------------------------------------------------------

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        """The better the card against the seats still in, the more a bet; the lowest card bluffs now and then."""
        cdef int seat = self.at.acts % self.seats, rank = self.at.card[seat] - 1, rivals
        cdef float best = 1.0
        for rivals in range(self.seats - 1 if self.at.opener == 0 else popcount(self.at.bets)):
            best *= (rank - rivals) / <float>(self.seats - rivals) if rank > rivals else 0.0
        if self.at.opener:
            out[0], out[1] = 1.0 - 0.98 * best, 0.02 + 0.98 * best
        elif rank == 0:
            out[0], out[1] = 0.75, 0.25
        else:
            out[0], out[1] = 1.0 - 0.8 * best, 0.1 + 0.8 * best

    cdef int features(self, int seat, float* out) noexcept nogil:
        """The own card, whether in or out, how many have bet or folded, and the place in the betting."""
        cdef Position* at = &self.at
        cdef int folded = self.folded()
        cdef float n = self.seats, rank = (at.card[seat] - 1) / n if at.card[seat] else 0.5
        cdef float betted = at.bets >> seat & 1, gone = folded >> seat & 1, facing = at.opener != 0
        out[0], out[1], out[2], out[3], out[4] = rank, rank * rank, facing, betted, gone
        out[5], out[6] = rank * betted, rank * facing * (1 - betted) * (1 - gone)
        out[7], out[8] = popcount(at.bets) / n, popcount(folded) / n
        out[9], out[10] = seat / n, at.acts / n
        return 11

    # ---- what Python sees ------------------------------------------------------------------------

    def sources(self) -> list:
        """Chips of each seat by where they came from and where they went."""
        pot = sum(self.paid(s) for s in range(self.seats))
        best = self.winner() if self.current_player() == TERMINAL else -1
        return [{"antes": -self.rules.ante, "bets": self.rules.ante - self.paid(s), "pot": pot if s == best else 0}
                for s in range(self.seats)]

    def numbers(self) -> dict:
        """The fields of the Rules struct."""
        return self.rules

    def raw(self) -> dict:
        """The Position struct as plain numbers and lists, by field name; and `folded`, the bits of seats that are out."""
        return {"card": [self.at.card[s] for s in range(self.seats)], "dealt": self.at.dealt, "acts": self.at.acts,
                "opener": self.at.opener, "bets": self.at.bets, "folded": self.folded()}

    def unseen(self, seat: int) -> tuple:
        """What `seat` does not know: (the seats whose card is hidden from it, the ranks those may have)."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} of a game with seats 0 to {self.seats - 1}")
        cdef int hidden = self.hidden_from(seat), ranks = self.cards_unseen(hidden)
        return ([s for s in range(self.seats) if hidden >> s & 1], [r for r in range(self.seats + 1) if ranks >> r & 1])
