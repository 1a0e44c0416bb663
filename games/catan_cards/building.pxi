# What is built, and what that causes. Included by state.pyx.

cdef class Building(Table):
    """The build step (rules 22-31)."""

    @cython.final
    cdef void pay(self, action_t a) noexcept nogil:
        """The cards go to the discard pile; the thing is laid out."""
        cdef Position* at = &self.at
        cdef int k, n, i, total = 0, due = 0
        cdef const int* cost = self.rules.cost[at.thing]
        for k in range(KINDS):
            n = a >> 5 * (4 - k) & 31
            due += cost[k]
            total += n if n <= cost[k] else cost[k] + (n - cost[k]) // self.rules.replace
            for i in range(n):
                self.saw(E_SHOW, at.turn, at.turn, k)
                self.from_hand(at.turn, k)
                at.discard[k] += 1
        if total < due:
            at.used |= 4
        self.lay(at.thing)
        if not (self.rules.end_late or self.rules.end_turn) and self.points_of(at.turn) >= self.rules.goal:
            self.finish(at.turn)
        else:
            self.after_lay(at.thing)

    @cython.final
    cdef void lay(self, int thing) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* me = &at.seat[at.turn]
        if thing < EXPANSION:
            at.built |= 1 << thing
        if thing == ROAD or thing == KNIGHT:
            self.take_row(at.turn, thing == KNIGHT)
        elif thing == SETTLEMENT:
            at.settlements -= 1
            me.settlements += 1
        elif thing == CITY:
            me.settlements -= 1
            me.cities += 1
        else:
            at.expansions[thing - EXPANSION] -= 1
            at.laid |= 1 << (thing - EXPANSION)
            me.cities -= 1
            me.expansions |= 1 << (thing - EXPANSION)

    @cython.final
    cdef void take_row(self, int s, bint knights) noexcept nogil:
        """A road or knight joins the row of seat s, from the stack or from another seat (rules 26, 29, U7)."""
        cdef Position* at = &self.at
        cdef uint8_t* stack = &at.knights if knights else &at.roads
        cdef uint8_t* row = &at.seat[s].knights if knights else &at.seat[s].roads
        cdef uint16_t* sides = &at.seat[s].knight_sides if knights else &at.seat[s].road_sides
        cdef uint8_t* his
        cdef uint16_t* his_sides
        cdef int p, side = row[0] > 0 and not sides[0] >> (row[0] - 1) & 1
        if stack[0]:
            stack[0] -= 1
        else:
            p = self.victim(s, knights)
            his = &at.seat[p].knights if knights else &at.seat[p].roads
            his_sides = &at.seat[p].knight_sides if knights else &at.seat[p].road_sides
            his[0] -= 1
            if self.rules.side_kept:
                side = his_sides[0] >> his[0] & 1
            his_sides[0] &= ~(1 << his[0])
        sides[0] |= side << row[0]
        row[0] += 1

    @cython.final
    cdef void after_lay(self, int thing) noexcept nogil:
        cdef Position* at = &self.at
        if thing == SETTLEMENT and self.seats > 2:
            at.stage = FLIP
        elif thing == CITY and at.events[0] + at.events[1]:
            at.stage = EVENT
        else:
            self.build_done()

    @cython.final
    cdef void event(self, int which) noexcept nogil:
        """The event on the back of a city (rule 27)."""
        cdef Position* at = &self.at
        cdef int k
        at.events[which] -= 1
        if which == 0:
            self.robber(0)
        elif self.rules.market_day:
            for k in range(KINDS):
                at.discard[k] += at.market[k]
                at.market[k] = 0
            at.need = self.rules.market
            self.market_card()
        else:
            self.build_done()

    @cython.final
    cdef void robber(self, int place) noexcept nogil:
        """The next seat with too many cards discards, from this place in the order on; then the destiny card turns."""
        cdef Position* at = &self.at
        cdef int s
        for place in range(place, self.seats):
            s = (at.turn + self.rules.robber_next + place) % self.seats
            if at.seat[s].cards > self.rules.robber_limit:
                at.need = at.seat[s].cards - self.rules.robber_limit
                at.least = 0
                at.actor, at.stage = s, ROBBER
                return
        at.actor = at.turn
        if self.seats > 2:
            at.destiny ^= 1
        self.build_done()

    @cython.final
    cdef void market_card(self) noexcept nogil:
        if self.at.need == 0 or not self.await_card(FOR_MARKET):
            self.build_done()

    @cython.final
    cdef void build_done(self) noexcept nogil:
        cdef Position* at = &self.at
        at.stage = BUILD
        at.need = at.least = at.thing = at.coming = 0
        if self.rules.end_late and self.points_of(at.turn) >= self.rules.goal:
            self.finish(at.turn)
