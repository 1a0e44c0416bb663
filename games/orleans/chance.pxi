# What nature does, and what plans hide. Included by state.pyx.

cdef class Chance(Legal):
    """Chance nodes: their outcomes, a draw for a search, the draw of a played game."""

    @cython.final
    cdef const uint8_t* lot(self, int* n) noexcept nogil:
        """What the outcome is drawn from, as counts by outcome: followers of a bag, goods, hourglass tiles."""
        cdef Position* at = &self.at
        n[0] = KINDS
        if at.stage == MAP_GOOD or at.stage == REMOVE_GOOD:
            n[0] = GOODS
            return at.goods
        if at.stage == REVEAL:
            n[0] = EVENTS
            return at.hourglass + EVENTS * (self.pile() if self.rules.piles else 0)
        if at.stage == LOSE_DRAW:
            n[0] = PROFESSIONS
        return at.seat[at.actor].bag

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        cdef int n, i = 0, mark
        cdef const uint8_t* lot
        if self.at.stage == START_SEAT:
            return below(rng, self.seats)
        lot = self.lot(&n)
        mark = below(rng, total(lot, n))
        while mark >= lot[i]:
            mark -= lot[i]
            i += 1
        return i

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        cdef int n, i, m = 0, all
        cdef const uint8_t* lot
        if self.at.stage == START_SEAT:
            for i in range(self.seats):
                out[i], probs[i] = i, 1.0 / self.seats
            return self.seats
        lot = self.lot(&n)
        all = total(lot, n)
        for i in range(n):
            if lot[i]:
                out[m], probs[m] = i, <double>lot[i] / all
                m += 1
        return m

    cdef action_t keyed_chance(self, const Keys* k) noexcept nogil:
        """Each component has a key of its own; of those that may come the lowest key does."""
        cdef Position* at = &self.at
        cdef int n, i
        cdef uint8_t gone[3 * EVENTS]
        cdef const uint8_t* lot
        if at.stage == START_SEAT:
            return keyed_below(k, KEY_START, 0, 0, self.seats)      # of the table, not of a player
        lot = self.lot(&n)
        if at.stage == MAP_GOOD or at.stage == REMOVE_GOOD:
            for i in range(GOODS):
                gone[i] = self.rules.goods[i] - lot[i]
            return lowest(k, KEY_GOODS, 0, lot, gone, n)
        if at.stage == REVEAL:
            n = self.pile() if self.rules.piles else 0
            for i in range(EVENTS):
                gone[i] = self.rules.hourglass[EVENTS * n + i] - lot[i]
            return lowest(k, KEY_HOURGLASS, n, lot, gone, EVENTS)
        i = KEY_DRAW + 2 * (at.stage - DRAW) + (at.phase == 6)
        return lowest(k, i, (<uint64_t>logical(k, at.actor) << 8) + at.round, lot, at.drawn, n)


# ---- plans that are hidden (rule 22, U20) -----------------------------------------------------------------

cdef class Hidden(Chance):
    """What a seat does not see of the others' plans."""

    @cython.final
    cdef bint unseen(self, int place, int seat) noexcept nogil:
        """The plan of the seat at this place of the play order is hidden from `seat`."""
        return (self.rules.hidden_plans and self.at.stage == PLAN and place <= self.at.cursor
                and self.seat_at(place) != seat)

    cdef uint64_t information_state_key(self, int seat) noexcept nogil:
        cdef Position seen
        cdef int i
        if not self.rules.hidden_plans or self.at.stage != PLAN:
            return hash_bytes(<const unsigned char*>&self.at, sizeof(Position))
        seen = self.at
        for i in range(self.at.cursor + 1):
            if self.unseen(i, seat):
                unplan(&seen.seat[self.seat_at(i)])
        if seen.actor != seat:
            seen.last = 0
        return hash_bytes(<const unsigned char*>&seen, sizeof(Position))

    cdef void resample(self, int seat, Stream* rng) noexcept nogil:
        """Plans that the seat cannot see are made anew by the light heuristics; one only begun is not yet begun."""
        cdef Position* at = &self.at
        cdef int place, cursor = at.cursor, actor = at.actor, last = at.last
        if not self.rules.hidden_plans or at.stage != PLAN:
            return
        for place in range(cursor + 1):
            if self.unseen(place, seat):
                unplan(&at.seat[self.seat_at(place)])
                if place == cursor:
                    last = 0
        for place in range(cursor):
            if self.unseen(place, seat):
                at.actor, at.last = self.seat_at(place), 0
                self.plan_lightly(rng)
        at.actor, at.last = actor, last

    cdef int lay_plan(self, Stream* rng) noexcept nogil:
        """The actor puts down the followers of a plan as playouts make them; how many. Said by Sketch."""

    @cython.final
    cdef void plan_lightly(self, Stream* rng) noexcept nogil:
        """A whole plan of the actor, as playouts make them."""
        cdef action_t a
        self.lay_plan(rng)
        while self.can_plan() and not self.can_stop():
            a = self.weighted_action(rng)
            if a == A_DONE:
                return
            if a >= A_TECHNOLOGY:
                self.put_technology(a - A_TECHNOLOGY)
            else:
                self.put(self.at.seat[self.at.actor].market, a // KINDS, a % KINDS)
