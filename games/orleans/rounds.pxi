# Set-up, the phases around planning and actions, and the end. Included by state.pyx.

cdef class Rounds(Actions):
    """The course of the game: rules 10-18, 26, 27, 57, 58, 63."""

    # ---- set-up ----------------------------------------------------------------------------------

    @cython.final
    cdef void begin(self) noexcept nogil:
        cdef Position* at = &self.at
        cdef const Rules* r = &self.rules
        cdef int i
        memcpy(at.deed, r.deed, sizeof(at.deed))
        memcpy(at.supply, r.supply, PROFESSIONS)
        memcpy(at.goods, r.goods, GOODS)
        memcpy(at.hourglass, r.hourglass, 3 * EVENTS)
        at.tiles, at.technology = r.tiles, r.technology
        at.citizens = (1 << CITIZENS) - 1
        for i in range(self.seats):
            self.equip(i)
        if r.start == NOWHERE:
            at.stage = START_SEAT
        else:
            self.seat_starts(r.start)

    @cython.final
    cdef void equip(self, int seat) noexcept nogil:
        """What a seat begins with (rule 15), and its gifts."""
        cdef const Rules* r = &self.rules
        cdef Seat* s = &self.at.seat[seat]
        cdef uint32_t tiles = r.gift_tiles[seat]
        cdef int i
        s.free = r.board
        s.coins = r.start_coins + r.gift_coins[seat]
        s.bonus = r.gift_points[seat]
        s.development = r.gift_steps[seat]
        s.stock = r.start_stations
        s.merchant = r.home
        for i in range(4):
            s.market[PROFESSIONS + i] = r.start_own[i]
        for i in range(GOODS):
            s.goods[i] = r.gift_goods[seat][i]
            self.at.goods[i] -= s.goods[i]
        s.kept = r.gift_technology[seat]
        self.at.technology -= s.kept
        while tiles:
            self.add_tile(s, first_bit(tiles))
            tiles &= tiles - 1

    @cython.final
    cdef void seat_starts(self, int seat) noexcept nogil:
        self.at.start = seat
        self.at.stage, self.at.cursor = MAP_GOOD, 0
        self.deal_goods()

    @cython.final
    cdef void deal_goods(self) noexcept nogil:
        """Go on from `cursor`: goods on the map, then those left out of the game (rule 10)."""
        cdef Position* at = &self.at
        if at.stage == MAP_GOOD:
            while at.cursor < ROAD_SPACES and not self.rules.road_used[at.cursor]:
                at.cursor += 1
            if at.cursor < ROAD_SPACES and total(at.goods, GOODS):
                return
            at.stage, at.cursor = REMOVE_GOOD, 0
        if at.cursor < self.rules.goods_removed and total(at.goods, GOODS):
            return
        at.cursor = 0
        self.begin_round()

    # ---- phases 1 and 2 --------------------------------------------------------------------------

    @cython.final
    cdef int pile(self) noexcept nogil:
        """The letter of this round's hourglass tile: 0 A, 1 B, 2 C (rule 13)."""
        cdef int p = 0
        while self.at.round > self.rules.pile_end[p]:
            p += 1
        return p

    @cython.final
    cdef void begin_round(self) noexcept nogil:
        cdef Position* at = &self.at
        cdef int i
        at.round += 1
        at.phase, at.actor, at.cursor = 1, at.start, 0
        for i in range(self.seats):
            at.seat[i].sent = 0
        if at.round == 1:
            self.revealed(PILGRIMAGE)
        else:
            at.stage = REVEAL

    @cython.final
    cdef void revealed(self, int event) noexcept nogil:
        """Census (rule 18): the one ahead on the farmer track gains a coin, with 3 or more seats the last one pays."""
        cdef Position* at = &self.at
        cdef int i, first = 0, last = 0, firsts = 0, lasts = 0
        at.event, at.phase = event, 2
        for i in range(self.seats):
            if at.seat[i].track[FARMER] > at.seat[first].track[FARMER]:
                first = i
            if at.seat[i].track[FARMER] < at.seat[last].track[FARMER]:
                last = i
        for i in range(self.seats):
            firsts += at.seat[i].track[FARMER] == at.seat[first].track[FARMER]
            lasts += at.seat[i].track[FARMER] == at.seat[last].track[FARMER]
        if firsts == 1:
            self.gain(&at.seat[first], self.rules.census)
        if self.seats > 2 and lasts == 1 and not self.pay(last, self.rules.census):
            return
        self.begin_followers()

    @cython.final
    cdef void begin_followers(self) noexcept nogil:
        self.at.phase = 3
        self.followers(0)

    # ---- phase 6 ---------------------------------------------------------------------------------

    cdef void begin_events(self) noexcept nogil:
        self.at.phase, self.at.passed = 6, 0
        self.events(0)

    @cython.final
    cdef void events(self, int place) noexcept nogil:
        """The event for the seats from this place on (U12); then the next round, or the end."""
        cdef Position* at = &self.at
        while place < self.seats:
            at.cursor, at.actor = place, self.event_seat(place)
            if self.strikes():
                return
            place += 1
        at.start = (at.start + 1) % self.seats                      # phase 7
        if at.round == ROUNDS:
            self.finish()
        else:
            self.begin_round()

    @cython.final
    cdef bint strikes(self) noexcept nogil:
        """The event for the actor; true where something is asked."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        if at.event == INCOME:
            self.gain(s, self.status(s))
        elif at.event == TRADING_DAY:
            self.gain(s, popcount(s.stations))
        elif at.event != PILGRIMAGE and self.harms(s):
            if self.has_place(s, SACRISTY) and self.complete(s, SACRISTY):
                if self.rules.shield_forced:
                    self.to_bag(s, self.rules.of_place[SACRISTY])
                    return False
                at.stage = SHIELD
                return True
            return self.suffer()
        return False

    @cython.final
    cdef bint harms(self, const Seat* s) noexcept nogil:
        """This event takes something from the seat."""
        if self.at.event == PLAGUE:
            return total(s.bag, KINDS) > 0
        if self.at.event == TAXES:
            return total(s.goods, GOODS) >= self.rules.tax_goods
        return self.rules.harvest_units[self.pile()] > 0

    @cython.final
    cdef bint suffer(self) noexcept nogil:
        """Plague, Taxes or Harvest for the actor; true where something is asked (rules 57, 58)."""
        cdef Position* at = &self.at
        if at.event == PLAGUE:
            at.stage = PLAGUE_DRAW
            return True
        if at.event == TAXES:
            return not self.pay(at.actor, total(at.seat[at.actor].goods, GOODS) // self.rules.tax_goods)
        at.debt = self.rules.harvest_units[self.pile()]
        at.last = 0
        return self.feed()

    @cython.final
    cdef uint32_t foods(self, const Seat* s) noexcept nogil:
        """Bit good: food that may be handed in next; a later kind only where it and those after it are enough."""
        cdef int g, after = 0
        cdef uint32_t foods = 0
        for g in range(WINE, -1, -1):
            after += s.goods[g]
            if g >= self.at.last and s.goods[g] and after >= self.at.debt:
                foods |= 1 << g
        return foods

    @cython.final
    cdef bint feed(self) noexcept nogil:
        """Hand in food till a choice is left or all is given; then pay for what is missing."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef uint32_t foods
        cdef int g, missing = at.debt - total(s.goods, WOOL)
        if missing >= 0:
            for g in range(WOOL):
                self.hand_in(s, g, s.goods[g])
            at.debt = at.last = 0
            return not self.pay(at.actor, missing * self.rules.harvest_fine)
        while at.debt:
            foods = self.foods(s)
            if foods & (foods - 1):
                at.stage = FOOD
                return True
            g = first_bit(foods)
            self.hand_in(s, g, 1)
            at.debt -= 1
        at.last = 0
        return False

    @cython.final
    cdef void hand_in(self, Seat* s, int good, int units) noexcept nogil:
        s.goods[good] -= units
        if self.rules.harvest_box:
            self.at.gone[good] += units
        else:
            self.at.goods[good] += units

    @cython.final
    cdef void food_given(self, int good) noexcept nogil:
        self.hand_in(&self.at.seat[self.at.actor], good, 1)
        self.at.last = good
        self.at.debt -= 1
        if not self.feed():
            self.events(self.at.cursor + 1)

    @cython.final
    cdef void shielded(self, bint used) noexcept nogil:
        """Sacristy (U15): the event passes its owner by and the monk goes to the bag."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        if used:
            self.to_bag(s, self.rules.of_place[SACRISTY])
            self.events(self.at.cursor + 1)
        elif not self.suffer():
            self.events(self.at.cursor + 1)

    @cython.final
    cdef void plague_takes(self, int kind) noexcept nogil:
        """A neutral follower goes to the supply, an own one back (rule 29, U17)."""
        cdef Position* at = &self.at
        if kind < PROFESSIONS:
            at.seat[at.actor].bag[kind] -= 1
            if self.rules.plague_box:
                at.lost[kind] += 1
            else:
                at.supply[kind] += 1
        self.events(at.cursor + 1)

    @cython.final
    cdef void settled(self) noexcept nogil:
        """After an item of a torture: the next one, or the game goes on."""
        if self.tortured():
            if self.at.phase == 2:
                self.begin_followers()
            else:
                self.events(self.at.cursor + 1)

    # ---- the end (rule 63) -----------------------------------------------------------------------

    @cython.final
    cdef void finish(self) noexcept nogil:
        cdef Position* at = &self.at
        cdef int i, n, most = -1, best = 0, level = 0
        for i in range(self.seats):
            n = popcount(at.seat[i].stations)
            if n > most:
                most, best, level = n, i, 0
            level += n == most
        if level == 1:
            self.take_citizen(&at.seat[best], CITIZEN_STATIONS)
        at.stage, at.actor, at.cursor = OVER, 0, 0
