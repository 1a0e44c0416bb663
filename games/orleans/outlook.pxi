# What parts of a position look worth. Included by state.pyx.

cdef class Outlook(Hidden):
    """What parts of a position look worth, in points of the end."""

    @cython.final
    cdef int rounds_left(self) noexcept nogil:
        """Rounds after this one."""
        return ROUNDS - self.at.round

    @cython.final
    cdef float status_ahead(self, const Seat* s) noexcept nogil:
        """Development status that the seat may end with."""
        cdef int d = s.development + <int>(self.rules.taste[self.at.actor].pace * self.rounds_left())
        return self.rules.status[d if d < DEVELOPMENT else DEVELOPMENT]

    @cython.final
    cdef float worth_station(self, const Seat* s) noexcept nogil:
        """A station, now: its points at the end and its share of the Trading Days to come."""
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        return w.station * (self.status_ahead(s) * self.rules.score_status + w.trading * self.rounds_left())

    @cython.final
    cdef float worth_steps(self, const Seat* s, int steps) noexcept nogil:
        """Steps on the development track; exact in the last round."""
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        cdef int i, d = s.development, counted = popcount(s.stations) + s.citizens
        cdef float v = 0, each = w.step * (counted + w.step_ahead * self.rounds_left()) / 6.0 + w.step_least
        for i in range(steps):
            if d == DEVELOPMENT:
                break
            d += 1
            v += self.rules.coins_at[d]
            if self.rules.citizen_at[d] and self.at.citizens >> (self.rules.citizen_at[d] - 1) & 1:
                v += self.status_ahead(s)
            if self.rounds_left() == 0:
                v += counted * (self.rules.status[d] - self.rules.status[d - 1])
            else:
                v += each
        return v

    @cython.final
    cdef int crew(self, const Seat* s) noexcept nogil:
        """Followers of the seat that are not on deeds."""
        cdef uint64_t on = owned(&self.rules, s) & ~(s.free | s.technology)
        return total(s.bag, KINDS) + total(s.market, KINDS) + popcount(on)

    @cython.final
    cdef int crew_of(self, const Seat* s, int profession) noexcept nogil:
        """Those of one profession; who stands on places is not counted."""
        cdef int n = s.bag[profession] + s.market[profession]
        return n + s.bag[PROFESSIONS + profession] + s.market[PROFESSIONS + profession] if profession < 4 else n

    @cython.final
    cdef float worth_follower(self, const Seat* s, int profession) noexcept nogil:
        """One more of this profession for the rest of the game: dear while there are few, a burden to a full bag."""
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        cdef int spare = self.crew(s) - self.rules.knight_draws[s.track[KNIGHT]]
        cdef float v = w.crew * w.wanted[profession] / (w.same + self.crew_of(s, profession))
        if profession == MONK:
            v = w.monk
        if spare < 3:
            v += w.short_crew
        elif spare > 5:
            v -= w.full_crew * (spare - 5)
        return self.rounds_left() * v

    @cython.final
    cdef float worth_draws(self, const Seat* s) noexcept nogil:
        """The next knight: more followers each round to come, as far as there are any."""
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        cdef int step = s.track[KNIGHT], more = self.rules.knight_draws[step + 1] - self.rules.knight_draws[step]
        cdef int spare = self.crew(s) + 1 - self.rules.knight_draws[step + 1]
        cdef float v = (w.draw if spare > 2 else (w.draw_short if spare > 0 else w.draw_none)) * self.rounds_left()
        if more == 0:
            v *= w.draw_same
        if step + 1 == self.rules.citizen_knight and self.at.citizens >> CITIZEN_KNIGHT & 1:
            v += self.status_ahead(s)
        return v

    @cython.final
    cdef int food_needed(self) noexcept nogil:
        """Units that the Harvests to come ask of each seat."""
        cdef const Rules* r = &self.rules
        cdef int p, n = 0
        for p in range(3):
            n += self.at.hourglass[EVENTS * p + HARVEST] * r.harvest_units[p if r.piles else self.pile()]
        return n + (r.harvest_units[self.pile()] if self.at.event == HARVEST and self.at.phase < 6 else 0)

    @cython.final
    cdef float worth_good(self, const Seat* s, int good) noexcept nogil:
        """Its points, or what it saves at a Harvest."""
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        if good <= WINE and s.goods[GRAIN] + s.goods[CHEESE] + s.goods[WINE] < self.food_needed():
            return w.food * self.rules.harvest_fine
        return self.rules.score_good[good]

    @cython.final
    cdef float worth_technology(self) noexcept nogil:
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        return w.technology * self.rounds_left() if self.at.technology else 0.0

    @cython.final
    cdef float worth_recruit(self, const Seat* s, int profession) noexcept nogil:
        """What a recruiting action brings in all."""
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        cdef const Rules* r = &self.rules
        cdef float v = self.worth_follower(s, profession)
        cdef int good
        if profession == FARMER:
            good = r.farmer_good[s.track[FARMER] + 1]
            return v + w.census * self.rounds_left() + (self.worth_good(s, good) if self.at.goods[good] else 0)
        if profession == BOATMAN:
            v += w.boatman * r.boatman_coins[s.track[BOATMAN] + 1]
            if s.track[BOATMAN] + 1 == r.citizen_boatman and self.at.citizens >> CITIZEN_BOATMAN & 1:
                v += self.status_ahead(s)
            return v
        if profession == CRAFTSMAN:
            return v + self.worth_technology()
        if profession == TRADER:
            return v + w.tile * self.rounds_left()
        if profession == KNIGHT:
            return v + self.worth_draws(s)
        if profession == SCHOLAR:
            return v + self.worth_steps(s, r.scholar_steps[s.track[SCHOLAR] + 1])
        return v

    @cython.final
    cdef float inclined(self, float v, int what) noexcept nogil:
        """What is of use at all, more or less by what the tuning found for it early and late in the game."""
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        if v <= 0:
            return v
        return v + w.late[what] + (w.early[what] - w.late[what]) * self.rounds_left() * <float>(1.0 / (ROUNDS - 1))

    @cython.final
    cdef bint town_free(self, const Seat* s, int town) noexcept nogil:
        """A station of this seat could be built there."""
        cdef int i
        if s.stock == 0 or s.stations >> town & 1:
            return False
        if town != self.rules.home:
            for i in range(self.seats):
                if self.at.seat[i].stations >> town & 1:
                    return False
        return True

    @cython.final
    cdef float worth_route(self, const Seat* s, int route) noexcept nogil:
        """The best good on it, and the town it leads to."""
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        cdef const Rules* r = &self.rules
        cdef int i, town = r.route_end[route][0] if s.merchant == r.route_end[route][1] else r.route_end[route][1]
        cdef float v = 0, best = 0
        for i in range(r.road_first[route], r.road_first[route + 1]):
            if self.at.road[i] and self.worth_good(s, self.at.road[i] - 1) > best:
                best = self.worth_good(s, self.at.road[i] - 1)
        if s.stock and self.rounds_left() > 0:
            if self.town_free(s, town):
                v = w.town_ready if self.complete(s, GUILDHALL) else w.town_ahead
            v = self.worth_station(s) * (v + w.town_near * popcount(r.near[town] & ~self.built()))
        return best + v

    @cython.final
    cdef uint32_t built(self) noexcept nogil:
        """Bit town: somebody has a trading station there."""
        cdef uint32_t towns = 0
        cdef int i
        for i in range(self.seats):
            towns |= self.at.seat[i].stations
        return towns

    @cython.final
    cdef float worth_ways(self, const Seat* s, uint64_t routes) noexcept nogil:
        cdef float v, best = 0
        while routes:
            v = self.worth_route(s, first_bit(routes))
            routes &= routes - 1
            if v > best:
                best = v
        return best

    @cython.final
    cdef float worth_send(self, const Seat* s, int profession, int way) noexcept nogil:
        """Reward, the citizen if it is the last space, and a bag that gets thinner."""
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        cdef int deed = way if way < DEEDS else CANALISATION, open = total(self.at.deed[deed], PROFESSIONS)
        cdef float v = self.rules.deed_coins[deed] if way < DEEDS else self.worth_steps(s, self.rules.canal_steps)
        if open == 1:
            v += w.citizen * self.status_ahead(s)
        elif open == 2:
            v += w.send_second
        return v - self.worth_follower(s, profession)

    @cython.final
    cdef float worth_best_send(self, const Seat* s, int profession) noexcept nogil:
        cdef int d
        cdef float v, best = -9
        for d in range(DEEDS):
            if self.at.deed[d][profession]:
                v = self.worth_send(s, profession, d)
                if v > best:
                    best = v
        return best

    @cython.final
    cdef float worth_village(self, const Seat* s, int profession) noexcept nogil:
        """Recruiting a boatman, craftsman or trader."""
        return self.inclined(self.worth_recruit(s, profession), PLACES + profession - BOATMAN)

    @cython.final
    cdef float worth_place(self, const Seat* s, int place) noexcept nogil:
        """What an action there looks worth to this seat now; 0 or less where it is of no use."""
        cdef float v = 0, each
        cdef int p, n
        if place == VILLAGE:
            n = self.recruits(s)
            for p in range(BOATMAN, TRADER + 1):
                each = self.worth_village(s, p) if n >> p & 1 else 0
                if each > v:
                    v = each
            return v
        if place == SHIP:
            v = self.worth_ways(s, self.ways(s, 0))
        elif place == WAGON or place == HORSE_WAGON:
            v = self.worth_ways(s, self.ways(s, 1))
        elif place == GUILDHALL:
            if s.stock:         # a town that is taken may be left first
                v = self.worth_station(s)
                v *= 1 if self.town_free(s, s.merchant) else self.rules.taste[self.at.actor].guild_ahead
        elif place == PHARMACY:
            n = self.pharmacy_most(s)
            v = self.worth_steps(s, n) - n
        elif place == SACRISTY:
            v = 0.4
        elif plain_place(place) and self.can_use(s, place):
            v = self.worth_plain(s, place)
        return self.inclined(v, place)

    @cython.final
    cdef float worth_plain(self, const Seat* s, int place) noexcept nogil:
        """A place whose action asks for no further word and can be done."""
        cdef const Rules* r = &self.rules
        if place <= MONASTERY:
            return self.worth_recruit(s, RECRUIT_OF[place])
        if place == LABORATORY:
            return self.worth_technology()
        if place == HOSPITAL:
            return self.status(s)
        if place == OFFICE:
            return popcount(s.stations)
        if place == BATHHOUSE:
            return r.taste[self.at.actor].bath
        if r.place_good[place]:
            return self.worth_good(s, r.place_good[place] - 1)
        return r.place_coins[place] + self.worth_steps(s, r.place_steps[place])
