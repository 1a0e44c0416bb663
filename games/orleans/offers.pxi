# Phase 5: what can be done. Included by state.pyx.

cdef class Offers(Plans):
    """Complete places and the actions they offer (rules 23, 33, 34, 45-47, 50)."""

    @cython.final
    cdef bint complete(self, const Seat* s, int place) noexcept nogil:
        """All spaces are filled; of the Town Hall and the Gunpowder Tower one is enough (rule 23, U21)."""
        cdef uint64_t spaces = self.rules.of_place[place]
        if place == TOWN_HALL or place == GUNPOWDER_TOWER:
            return (spaces & ~s.free) != 0
        return spaces != 0 and (spaces & s.free) == 0

    @cython.final
    cdef bint can_recruit(self, const Seat* s, int profession) noexcept nogil:
        """Someone is left to recruit and the own track goes on (rules 33, 34)."""
        return self.at.supply[profession] > 0 and (
            profession == MONK or s.track[profession] < self.rules.last_step[profession])

    @cython.final
    cdef bint can_develop(self, const Seat* s) noexcept nogil:
        """An action that only gives development is worth its name (U9)."""
        return s.development < DEVELOPMENT or self.rules.full_others

    @cython.final
    cdef bint can_use(self, const Seat* s, int place) noexcept nogil:
        """A complete place of this seat whose action asks for no further word can act now."""
        cdef const Rules* r = &self.rules
        if place == FARM_HOUSE:
            return self.can_recruit(s, FARMER) and (
                r.good_farm_house or self.at.goods[r.farmer_good[s.track[FARMER] + 1]] > 0)
        if place == UNIVERSITY:
            return self.can_recruit(s, SCHOLAR) and (s.development < DEVELOPMENT or r.full_university)
        if place == CASTLE:
            return self.can_recruit(s, KNIGHT)
        if place == MONASTERY:
            return self.can_recruit(s, MONK) and self.at.event != PILGRIMAGE
        if place == GUILDHALL:
            return s.stock > 0 and self.can_build(s)
        if place == LABORATORY:
            return self.at.technology > 0
        if place == BATHHOUSE:
            return r.bath_action and total(s.bag, KINDS) > 0
        if place == SACRISTY or not plain_place(place):
            return False
        if r.place_good[place]:
            return self.at.goods[r.place_good[place] - 1] > 0 or r.good_tiles
        if r.place_coins[place] == 0 and r.place_steps[place]:
            return self.can_develop(s)
        return True

    @cython.final
    cdef bint can_build(self, const Seat* s) noexcept nogil:
        """The merchant's town is free; Orléans has room for one station of each seat (rule 47)."""
        cdef int i
        cdef uint32_t town = <uint32_t>1 << s.merchant
        if s.merchant == self.rules.home:
            return not s.stations & town
        for i in range(self.seats):
            if self.at.seat[i].stations & town:
                return False
        return True

    @cython.final
    cdef uint32_t recruits(self, const Seat* s) noexcept nogil:
        """Bit profession: boatman, craftsman, trader, whom the Village can recruit now (U7, U8)."""
        cdef uint32_t who = 0
        if self.can_recruit(s, BOATMAN):
            who |= 1 << BOATMAN
        if self.can_recruit(s, CRAFTSMAN) and (self.at.technology or self.rules.bare_technology):
            who |= 1 << CRAFTSMAN
        if self.can_recruit(s, TRADER) and (self.tiles_offered(s, s.track[TRADER] + 1) or self.rules.bare_tile):
            who |= 1 << TRADER
        return who

    @cython.final
    cdef uint32_t tiles_offered(self, const Seat* s, int step) noexcept nogil:
        """Place tiles that this step of the trader track allows (rule 40)."""
        return self.at.tiles & self.rules.first_tiles if step == 1 else self.at.tiles

    @cython.final
    cdef uint64_t ways(self, const Seat* s, int vehicle) noexcept nogil:
        """Routes the merchant can travel: the Ship's are waterways (rule 45)."""
        cdef uint64_t routes = self.rules.routes_at[s.merchant]
        return routes & self.rules.waterways if vehicle == 0 else routes & ~self.rules.waterways

    @cython.final
    cdef int pharmacy_most(self, const Seat* s) noexcept nogil:
        cdef int n = least(self.rules.pharmacy, s.coins)
        return n if self.rules.full_others else least(n, DEVELOPMENT - s.development)

    @cython.final
    cdef int list_sends(self, const Seat* s, int office, action_t* out, int n) noexcept nogil:
        """Followers of the Town Hall (0) or the Gunpowder Tower (1) to deeds; own ones stay (rules 29, 31, 50)."""
        cdef uint64_t spaces = self.rules.of_place[TOWN_HALL if office == 0 else GUNPOWDER_TOWER] & ~s.free
        cdef uint32_t who = 0
        cdef int k, d, first = A_SEND + 63 * office
        while spaces:
            k = s.on[first_bit(spaces)] - 1
            spaces &= spaces - 1
            if k < PROFESSIONS:
                who |= 1 << k
        while who:
            k = first_bit(who)
            who &= who - 1
            for d in range(DEEDS):
                if self.at.deed[d][k]:
                    out[n] = first + 9 * k + d
                    n += 1
            if self.at.deed[CANALISATION][k] and self.rules.canal_steps and self.can_develop(s):
                out[n] = first + 9 * k + DEEDS
                n += 1
        return n

    @cython.final
    cdef int list_acts(self, action_t* out) noexcept nogil:
        """All that the actor can do now, but pass."""
        cdef const Rules* r = &self.rules
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef uint64_t routes
        cdef uint32_t places = 0, some
        cdef int p, vehicle, n = 0
        some = BOARD_PLACES | s.tiles << 10
        while some:
            p = first_bit(some)
            some &= some - 1
            if self.complete(s, p):
                places |= <uint32_t>1 << p
        if not places:
            return 0
        some = places
        while some:
            p = first_bit(some)
            some &= some - 1
            if self.can_use(s, p):
                out[n] = A_USE + p
                n += 1
        if places >> VILLAGE & 1:
            n = list_bits(out, n, self.recruits(s), A_VILLAGE - BOATMAN)
        for vehicle in range(3):
            if places >> (HORSE_WAGON if vehicle == 2 else SHIP + vehicle) & 1:
                n = list_bits(out, n, self.ways(s, vehicle), A_MOVE + ROUTES * vehicle)
        if places >> TOWN_HALL & 1 and not s.sent & 1:                # U21
            n = self.list_sends(s, 0, out, n)
        if places >> GUNPOWDER_TOWER & 1 and not s.sent & 2:
            n = self.list_sends(s, 1, out, n)
        if places >> PHARMACY & 1:
            for p in range(1, self.pharmacy_most(s) + 1):
                out[n] = A_PAY + p
                n += 1
        return n

    @cython.final
    cdef bint can_act(self) noexcept nogil:
        cdef action_t some[MAX_LIST]
        return self.list_acts(some) > 0
