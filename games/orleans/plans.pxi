# Phases 3 and 4: followers and planning. Included by state.pyx.

cdef class Plans(Technology):
    """Draws, followers taken back, and plans (rules 19-22, 28-31)."""

    # ---- phase 3 ---------------------------------------------------------------------------------

    @cython.final
    cdef void followers(self, int place) noexcept nogil:
        """Phase 3 for the seats from this place of the play order on; then planning."""
        cdef Position* at = &self.at
        cdef Seat* s
        cdef int room
        while place < self.seats:
            at.cursor, at.actor = place, self.seat_at(place)
            s = &at.seat[at.actor]
            self.clear_tower(s)
            room = self.market_size(s) - total(s.market, KINDS)
            at.draws = least(self.rules.knight_draws[s.track[KNIGHT]], room if room > 0 else 0)
            if self.rules.take_back_bag:
                at.draws = least(at.draws, total(s.bag, KINDS))
            at.last = 0
            if self.returnable(s):
                at.stage = TAKE_BACK
                return
            if self.draw_on():
                return
            place += 1
        self.plan(0)

    @cython.final
    cdef void clear_tower(self, Seat* s) noexcept nogil:
        """Followers in the Gunpowder Tower count among those of the market until the next plan (U14)."""
        cdef uint64_t spaces = self.rules.of_place[GUNPOWDER_TOWER] & ~s.free
        cdef int space
        if not self.rules.tower or not self.has_place(s, GUNPOWDER_TOWER):
            return
        s.free |= spaces
        while spaces:
            space = first_bit(spaces)
            spaces &= spaces - 1
            s.market[s.on[space] - 1] += 1
            s.on[space] = 0

    @cython.final
    cdef uint64_t returnable(self, const Seat* s) noexcept nogil:
        """Spaces whose follower may be taken back next, ascending; of two alike side by side the first (U18)."""
        cdef uint64_t spaces, twins
        cdef int space
        if not self.at.draws or not self.rules.take_back:
            return 0
        spaces = owned(&self.rules, s) & ~(s.free | s.technology) & ~low_bits(self.at.last)
        twins = spaces & self.rules.twins
        while twins:
            space = first_bit(twins)
            twins &= twins - 1
            if s.on[self.rules.before[space]] == s.on[space]:
                spaces &= ~bit(space)
        return spaces

    @cython.final
    cdef void take_back(self, int space) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        s.market[s.on[space] - 1] += 1
        s.on[space] = 0
        s.free |= bit(space)
        at.draws -= 1
        at.last = 1 + space
        if not self.returnable(s):
            self.drawing()

    @cython.final
    cdef void drawing(self) noexcept nogil:
        """No more is taken back: the draws of this seat, and on to the next."""
        self.at.last = 0
        self.tidy(&self.at.seat[self.at.actor])
        if not self.draw_on():
            self.followers(self.at.cursor + 1)

    @cython.final
    cdef bint draw_on(self) noexcept nogil:
        """True where chance, or a choice between two followers, comes next; false where this seat's phase 3 is over."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int k
        if at.draws:
            if total(s.bag, KINDS) > at.draws:
                at.stage = DRAW
                return True
            for k in range(KINDS):
                s.market[k] += s.bag[k]
                s.bag[k] = 0
            at.draws = 0
        memset(at.drawn, 0, KINDS)
        return self.look()

    @cython.final
    cdef void drawn_to_market(self, int kind) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        s.bag[kind] -= 1
        s.market[kind] += 1
        at.drawn[kind] += 1
        at.draws -= 1
        if not self.draw_on():
            self.followers(at.cursor + 1)

    @cython.final
    cdef bint look(self) noexcept nogil:
        """The Bathhouse of the first printing: two more are drawn, one stays. True where that asks for something."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int k, bag = total(s.bag, KINDS)
        if (self.rules.bath_action or not self.has_place(s, BATHHOUSE) or bag == 0
                or total(s.market, KINDS) >= self.market_size(s)):
            return False
        if bag > 2:
            at.draws, at.stage = 2, BATH_LOOK
            return True
        for k in range(KINDS):
            at.hand[k] = s.bag[k]
            s.bag[k] = 0
        return self.choose_kept()

    @cython.final
    cdef bint choose_kept(self) noexcept nogil:
        """True where the two that were drawn differ; else one of them stays without asking."""
        cdef int k, kinds = 0, some = 0
        for k in range(KINDS):
            if self.at.hand[k]:
                kinds += 1
                some = k
        if kinds > 1:
            self.at.stage = KEEP
            return True
        self.keep(some)
        return False

    @cython.final
    cdef void keep(self, int kind) noexcept nogil:
        """This one stays on the market, the other goes back."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int k
        s.market[kind] += 1
        at.hand[kind] -= 1
        for k in range(KINDS):
            s.bag[k] += at.hand[k]
        memset(at.hand, 0, KINDS)
        memset(at.drawn, 0, KINDS)

    @cython.final
    cdef void looked(self, int kind) noexcept nogil:
        cdef Position* at = &self.at
        at.seat[at.actor].bag[kind] -= 1
        at.hand[kind] += 1
        at.drawn[kind] += 1
        at.draws -= 1
        if at.draws == 0 and not self.choose_kept():
            self.followers(at.cursor + 1)

    # ---- phase 4 ---------------------------------------------------------------------------------

    @cython.final
    cdef void plan(self, int place) noexcept nogil:
        """Planning of the seats from this place of the play order on; then all plans are seen and phase 5 begins."""
        cdef Position* at = &self.at
        cdef int i
        at.phase = 4
        while place < self.seats:
            at.cursor, at.actor, at.last = place, self.seat_at(place), 0
            at.stage = PLAN
            if self.can_plan():
                return
            place += 1
        for i in range(self.seats):
            if at.seat[i].fresh:
                at.seat[i].fresh = 0
                self.tidy(&at.seat[i])
        at.cursor, at.phase, at.passed = 0, 5, 0
        self.act_from(at.start)

    @cython.final
    cdef bint can_plan(self) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        return self.planned_technology(s) != 0 or self.can_put(s.market)

    @cython.final
    cdef uint64_t open_spaces(self, const Seat* s) noexcept nogil:
        """Spaces a plan may go on to: those after the last one filled; of spaces alike the first free one."""
        cdef int space, low = self.at.last if s.fresh & ~s.technology else 0     # technology has an order of its own
        cdef uint64_t open = s.free & ~low_bits(low), twins = open & self.rules.twins
        while twins:
            space = first_bit(twins)
            twins &= twins - 1
            if s.free >> self.rules.before[space] & 1:
                open &= ~bit(space)
        return open

    @cython.final
    cdef bint can_put(self, const uint8_t* have) noexcept nogil:
        """The list of puts is not empty. Who it is matters only where someone was put on the same place before."""
        cdef const Rules* r = &self.rules
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef uint64_t fits = 0, open = self.open_spaces(s)
        cdef action_t some[SPACES * KINDS]
        cdef int k
        for k in range(KINDS):
            if have[k]:
                fits |= r.fits[variant(s)][trade(k)]
        open &= fits
        fits = open
        while fits:
            if not s.fresh & r.of_place[r.place_of[first_bit(fits)]]:
                return True
            fits &= fits - 1
        return open != 0 and self.list_puts(have, some) > 0

    @cython.final
    cdef bint swaps(self, const Seat* s, int space, int kind) noexcept nogil:
        """Someone put on an earlier space of this place could change places with `kind` here, and is of a higher kind.

        Such an arrangement is the other one over again; that one is offered.
        """
        cdef const Rules* r = &self.rules
        cdef const uint64_t* fits = r.fits[variant(s)]
        cdef uint64_t earlier = r.of_place[r.place_of[space]] & s.fresh & ~s.technology & low_bits(space)
        cdef int other, there
        while earlier:
            other = first_bit(earlier)
            earlier &= earlier - 1
            there = s.on[other] - 1
            if there > kind and fits[trade(kind)] >> other & 1 and fits[trade(there)] >> space & 1:
                return True
        return False

    @cython.final
    cdef int list_puts(self, const uint8_t* have, action_t* out) noexcept nogil:
        """Followers to spaces, ascending by space and kind, from those in `have`: of a plan, or of a Bathhouse."""
        cdef const Rules* r = &self.rules
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef uint64_t open = self.open_spaces(s), all = 0
        cdef uint64_t spaces[KINDS]
        cdef uint8_t kinds[KINDS]
        cdef int k, i, space, held = 0, n = 0
        cdef bint crowded
        for k in range(KINDS):
            if have[k]:
                spaces[held] = r.fits[variant(s)][trade(k)] & open
                all |= spaces[held]
                kinds[held] = k
                held += 1
        while all:
            space = first_bit(all)
            all &= all - 1
            crowded = (s.fresh & r.of_place[r.place_of[space]]) != 0
            for i in range(held):
                if spaces[i] >> space & 1 and not (crowded and self.swaps(s, space, kinds[i])):
                    out[n] = A_PUT + KINDS * space + kinds[i]
                    n += 1
        if have == <const uint8_t*>s.market and n and self.rules.tower:
            return self.leave_a_second(s, out, n)
        return n

    @cython.final
    cdef int leave_a_second(self, const Seat* s, action_t* out, int n) noexcept nogil:
        """With two followers too many on the market, the first one in the tower leaves one of its kind or a higher."""
        cdef int i, k, m = 0, highest = 0, first = first_bit(self.rules.of_place[GUNPOWDER_TOWER])
        if total(s.market, KINDS) < self.rules.market + 2:
            return n
        for k in range(KINDS):
            if s.market[k]:
                highest = k
        for i in range(n):
            if out[i] != A_PUT + KINDS * first + highest or s.market[highest] > 1:
                out[m] = out[i]
                m += 1
        return m

    @cython.final
    cdef void put(self, uint8_t* have, int space, int kind) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        have[kind] -= 1
        s.on[space] = 1 + kind
        s.free &= ~bit(space)
        s.fresh |= bit(space)
        self.at.last = 1 + space

    @cython.final
    cdef bint can_stop(self) noexcept nogil:
        """A plan may end: what stays fits on the market proper."""
        return total(self.at.seat[self.at.actor].market, KINDS) <= self.rules.market
