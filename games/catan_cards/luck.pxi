# What nature does, and what seats know. Included by state.pyx.

cdef class Luck(Course):
    """Chance nodes: their outcomes, a draw for a search, the draw of a played game; determinization."""

    @cython.final
    cdef const uint8_t* source(self) noexcept nogil:
        """The cards, or backs of cities, of which one comes up."""
        cdef Position* at = &self.at
        if at.stage == EVENT:
            return at.events
        if at.stage == CARD and (at.coming == FOR_FELLOW or at.coming == FOR_GUILD):
            return at.seat[at.partner].hand
        return at.pile

    @cython.final
    cdef int cards_of(self, const uint8_t* source) noexcept nogil:
        return source[0] + source[1] if self.at.stage == EVENT else number(source)

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        cdef const uint8_t* cards
        if self.at.stage == START:
            return below(rng, self.seats)
        cards = self.source()
        return nth(cards, below(rng, self.cards_of(cards)))

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        cdef const uint8_t* cards
        cdef int k, n = 0, total
        if self.at.stage == START:
            for k in range(self.seats):
                out[k], probs[k] = k, 1.0 / self.seats
            return self.seats
        cards = self.source()
        total = self.cards_of(cards)
        for k in range(2 if self.at.stage == EVENT else KINDS):
            if cards[k]:
                out[n], probs[n] = k, <double>cards[k] / total
                n += 1
        return n

    cdef action_t keyed_chance(self, const Keys* k) noexcept nogil:
        """Each draw has a name of its own; the number drawn says which of the cards, laid out by kind, comes.

        A seat's draws belong to it: its second card at the end of round 7 has the same number whatever was played
        before, and two piles that differ little give mostly the same kind for it.
        """
        cdef Position* at = &self.at
        cdef const uint8_t* cards
        cdef int purpose, ordinal = at.round << 8, who = logical(k, at.turn)
        if at.stage == START:
            return keyed_below(k, KEY_START, 0, 0, self.seats)      # of the table, not of a player
        if at.stage == SETUP:
            if at.drawn < self.rules.market:
                purpose, who, ordinal = KEY_MARKET, 0, at.drawn
            else:
                purpose, who = KEY_HAND, logical(k, at.actor)
                ordinal = (at.drawn - self.rules.market) % self.rules.hand
        elif at.stage == EVENT:
            purpose, ordinal = KEY_EVENT, at.seat[at.turn].cities + popcount(at.seat[at.turn].expansions)
        elif at.coming == FOR_DRAW:
            purpose, ordinal = KEY_DRAW, ordinal + at.drawn
        else:
            purpose, ordinal = KEY_TRADE, ordinal + at.luck
        cards = self.source()
        return nth(cards, keyed_below(k, purpose, who, ordinal, self.cards_of(cards)))

    # ---- hidden cards ----------------------------------------------------------------------------

    cdef void resample(self, int seat, Stream* rng) noexcept nogil:
        """Deal what the seat does not know from its count; of the counts of others only what is open remains."""
        cdef Position* at = &self.at
        cdef int s
        if at.stage == OVER:
            return
        self.deal(seat, rng)
        self.telling = False
        self.mask_series(seat, at)
        for s in range(self.seats):
            if s != seat:
                memset(&at.count[s], 0, sizeof(Count))
                self.forget(s, at)

    cdef uint64_t information_state_key(self, int seat) noexcept nogil:
        cdef Position p = self.at
        self.mask(seat, &p)
        return mix(hash_bytes(<const unsigned char*>&p, sizeof(Position)) + seat)
