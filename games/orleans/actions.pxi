# Phase 5: actions. Included by state.pyx.

cdef class Actions(Offers):
    """What places do, one action a turn (rules 23-25, 33-53, 55)."""

    cdef void act_from(self, int seat) noexcept nogil:
        """The next seat that has not passed and can act; who cannot act passes, which is when technology is placed."""
        cdef Position* at = &self.at
        while at.passed != (1 << self.seats) - 1:
            if not at.passed >> seat & 1:
                at.actor, at.last = seat, 0
                if self.can_act():
                    at.stage = ACT
                    return
                at.passed |= 1 << seat
                if self.offer_technology():
                    return
            seat = (seat + 1) % self.seats
        self.begin_events()

    @cython.final
    cdef void pass_round(self) noexcept nogil:
        self.at.passed |= 1 << self.at.actor
        if not self.offer_technology():
            self.act_from((self.at.actor + 1) % self.seats)

    @cython.final
    cdef void action_done(self) noexcept nogil:
        self.at.last = 0
        if not (self.rules.technology_once and self.offer_technology()):
            self.act_from((self.at.actor + 1) % self.seats)

    # ---- doing it --------------------------------------------------------------------------------

    @cython.final
    cdef void recruit(self, Seat* s, int profession) noexcept nogil:
        """A neutral follower goes to the bag and the marker one step on (rules 24, 33)."""
        self.at.supply[profession] -= 1
        s.bag[profession] += 1
        if profession == MONK:
            return
        s.track[profession] += 1
        if profession == BOATMAN:
            self.gain(s, self.rules.boatman_coins[s.track[BOATMAN]])
            if s.track[BOATMAN] == self.rules.citizen_boatman:
                self.take_citizen(s, CITIZEN_BOATMAN)
        elif profession == KNIGHT and s.track[KNIGHT] == self.rules.citizen_knight:
            self.take_citizen(s, CITIZEN_KNIGHT)
        elif profession == SCHOLAR:
            self.develop(s, self.rules.scholar_steps[s.track[SCHOLAR]])
        elif profession == FARMER:
            self.take_good(s, self.rules.farmer_good[s.track[FARMER]])

    @cython.final
    cdef void take_good(self, Seat* s, int good) noexcept nogil:
        """From the goods market, if there is one (U4)."""
        if self.at.goods[good]:
            self.at.goods[good] -= 1
            s.goods[good] += 1

    @cython.final
    cdef void take_technology(self, Seat* s) noexcept nogil:
        if self.at.technology:
            self.at.technology -= 1
            s.kept += 1

    @cython.final
    cdef void use(self, int place) noexcept nogil:
        """An action that needs no further word."""
        cdef const Rules* r = &self.rules
        cdef Seat* s = &self.at.seat[self.at.actor]
        if place == BATHHOUSE:
            self.bath()
            return
        self.to_bag(s, r.of_place[place])
        if place <= MONASTERY:
            self.recruit(s, RECRUIT_OF[place])
        elif place == GUILDHALL:
            s.stations |= <uint32_t>1 << s.merchant
            s.stock -= 1
        elif place == LABORATORY:
            self.take_technology(s)
        elif place == HOSPITAL:
            self.gain(s, self.status(s))
        elif place == OFFICE:
            self.gain(s, popcount(s.stations))
        elif r.place_good[place]:
            self.take_good(s, r.place_good[place] - 1)
        else:
            self.gain(s, r.place_coins[place])
            self.develop(s, r.place_steps[place])
        self.action_done()

    @cython.final
    cdef void village(self, int profession) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        self.to_bag(s, self.rules.of_place[VILLAGE])
        self.recruit(s, profession)
        if profession == CRAFTSMAN:
            self.take_technology(s)
        if profession == TRADER and self.tiles_offered(s, s.track[TRADER]):
            self.at.stage = CHOOSE_TILE
        else:
            self.action_done()

    @cython.final
    cdef void choose_tile(self, int tile) noexcept nogil:
        self.add_tile(&self.at.seat[self.at.actor], tile)
        self.action_done()

    @cython.final
    cdef void move(self, int vehicle, int route) noexcept nogil:
        """To the other end of a route; one of its goods is taken (rule 45, U5)."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef const Rules* r = &self.rules
        cdef uint32_t goods
        self.to_bag(s, r.of_place[HORSE_WAGON if vehicle == 2 else SHIP + vehicle])
        s.merchant = r.route_end[route][1] if s.merchant == r.route_end[route][0] else r.route_end[route][0]
        at.route = 1 + route
        goods = self.route_goods()
        if goods and (r.may_leave_good or goods & (goods - 1)):
            at.stage = ROUTE_GOOD
        else:
            self.take_from_route(first_bit(goods) if goods else -1)

    @cython.final
    cdef uint32_t route_goods(self) noexcept nogil:
        """Bit good: lies on the route just travelled."""
        cdef uint32_t goods = 0
        cdef int i
        for i in range(self.rules.road_first[self.at.route - 1], self.rules.road_first[self.at.route]):
            if self.at.road[i]:
                goods |= 1 << (self.at.road[i] - 1)
        return goods

    @cython.final
    cdef void take_from_route(self, int good) noexcept nogil:
        """The first tile of that kind on the route just travelled; -1: none."""
        cdef Position* at = &self.at
        cdef int i
        for i in range(self.rules.road_first[at.route - 1], self.rules.road_first[at.route]):
            if good >= 0 and at.road[i] == 1 + good:
                at.road[i] = 0
                at.seat[at.actor].goods[good] += 1
                break
        at.route = 0
        self.action_done()

    @cython.final
    cdef void pharmacy(self, int coins) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        self.to_bag(s, self.rules.of_place[PHARMACY])
        s.coins -= coins
        self.develop(s, coins)
        self.action_done()

    @cython.final
    cdef void send(self, int code) noexcept nogil:
        """A follower to a deed and its reward; the second of the same action follows, or the action is done (U13)."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int office = code // 63, k = code % 63 // 9, way = code % 9, deed = way if way < DEEDS else CANALISATION
        cdef uint64_t spaces = self.rules.of_place[TOWN_HALL if office == 0 else GUNPOWDER_TOWER] & ~s.free
        cdef bint second = at.stage == SEND_MORE
        cdef action_t some[2 * 63]
        while s.on[first_bit(spaces)] != 1 + k:
            spaces &= spaces - 1
        s.on[first_bit(spaces)] = 0
        s.free |= bit(first_bit(spaces))
        if not self.rules.send_again:
            s.sent |= 1 << office
        at.deed[deed][k] -= 1
        if way < DEEDS:
            self.gain(s, self.rules.deed_coins[deed])
        else:
            self.develop(s, self.rules.canal_steps)
        if total(at.deed[deed], PROFESSIONS) == 0:
            self.take_citizen(s, CITIZEN_DEED + deed)
        self.tidy(s)
        at.stage, at.last = SEND_MORE, 1 + code
        if second or self.more_sends(some) == 0:
            self.action_done()

    @cython.final
    cdef int more_sends(self, action_t* out) noexcept nogil:
        """The second send of an action, none before the first in order of code."""
        cdef int office = (self.at.last - 1) // 63, i, m = 0
        cdef int n = self.list_sends(&self.at.seat[self.at.actor], office, out, 0)
        for i in range(n):
            if self.rules.send_all or out[i] >= A_SEND + self.at.last - 1:
                out[m] = out[i]
                m += 1
        return m

    # ---- Bathhouse as an action (rule 55) --------------------------------------------------------

    @cython.final
    cdef void bath(self) noexcept nogil:
        """Three are drawn; the follower spent stays on its space till the end of the action."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int k
        at.draws = 3
        if total(s.bag, KINDS) <= 3:
            for k in range(KINDS):
                at.hand[k] = s.bag[k]
                s.bag[k] = 0
            at.draws = 2
            self.bath_on()
        else:
            at.stage = BATH_DRAW

    @cython.final
    cdef void bathed(self, int kind) noexcept nogil:
        cdef Position* at = &self.at
        at.seat[at.actor].bag[kind] -= 1
        at.hand[kind] += 1
        at.drawn[kind] += 1
        at.draws -= 1
        if at.draws == 0:
            at.draws = 2
            memset(at.drawn, 0, KINDS)
            self.bath_on()

    @cython.final
    cdef void bath_on(self) noexcept nogil:
        """At most two of the drawn are put on spaces."""
        self.at.stage = BATH_PUT
        if self.at.draws == 0 or not self.can_put(self.at.hand):
            self.bath_done()

    @cython.final
    cdef void bath_done(self) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int k
        for k in range(KINDS):
            s.bag[k] += at.hand[k]
        memset(at.hand, 0, KINDS)
        at.draws = 0
        s.fresh = 0
        self.to_bag(s, self.rules.of_place[BATHHOUSE])
        self.tidy(s)
        self.action_done()
