# Payments and torture. Included by state.pyx.

cdef class Payments(Course):
    """Paying, and what is given up instead of coins (rules 59-61, U10, U11, U23)."""

    @cython.final
    cdef bint pay(self, int seat, int coins) noexcept nogil:
        """Pay as far as there are coins; true if that settles it, false if torture is next."""
        cdef Seat* s = &self.at.seat[seat]
        cdef int paid = coins if coins < s.coins else s.coins
        s.coins -= paid
        self.at.debt = coins - paid
        self.at.actor = seat
        self.at.last = 0
        return self.tortured()

    @cython.final
    cdef bint tortured(self) noexcept nogil:
        """True where nothing is owed any more; else the next item is asked for."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        if at.debt and self.items_from(s, 0) > 0:
            at.stage = TORTURE
            return False
        if self.rules.owe:
            s.owed += at.debt
        at.debt = at.last = 0
        memset(at.drawn, 0, KINDS)
        return True

    @cython.final
    cdef int steps_back(self, const Seat* s) noexcept nogil:
        """Steps that the marker can go back: a coin space is neither entered nor crossed (rule 60)."""
        cdef int n = 0, d = s.development
        if self.rules.coins_at[d] and not self.rules.leave_coin_space:
            return 0
        while d > 0 and not self.rules.coins_at[d - 1]:
            d -= 1
            n += 1
        return n

    @cython.final
    cdef int items_of(self, const Seat* s, int item) noexcept nogil:
        """How many the seat could give of this item, a code from A_GIVE_TILE counted from 0."""
        item += A_GIVE_TILE
        if item < A_GIVE_FOLLOWER:
            return s.tiles >> (item - A_GIVE_TILE) & 1
        if item == A_GIVE_FOLLOWER:
            return total(s.bag, PROFESSIONS)
        if item == A_GIVE_STATION:
            return s.stock
        if item < A_GIVE_STEP:
            return s.stations >> (item - A_GIVE_BUILT) & 1
        if item == A_GIVE_STEP:
            return self.steps_back(s)
        if item < A_GIVE_TECHNOLOGY:
            return s.goods[item - A_GIVE_GOOD]
        if item == A_GIVE_TECHNOLOGY + PLACES:
            return s.kept
        return (s.technology & self.rules.of_place[item - A_GIVE_TECHNOLOGY]) != 0

    @cython.final
    cdef int items_from(self, const Seat* s, int item) noexcept nogil:
        """Things there are to give from this item on; technology on a place tile comes just before that."""
        cdef uint64_t there = s.technology & self.rules.board
        cdef int g, n = s.kept
        if item <= ITEM_FOLLOWER:
            n += popcount(s.tiles >> item) + popcount(s.technology & self.rules.from_place[10 + item])
            n += total(s.bag, PROFESSIONS)
        if item <= ITEM_STATION:
            n += s.stock
        if item <= ITEM_BUILT:
            n += popcount(s.stations)
        elif item < ITEM_STEP:
            n += popcount(s.stations >> (item - ITEM_BUILT))
        if item <= ITEM_STEP:
            n += self.steps_back(s)
        for g in range(GOODS):
            if item <= ITEM_GOOD + g:
                n += s.goods[g]
        if item > ITEM_TECHNOLOGY:
            there &= self.rules.from_place[item - ITEM_TECHNOLOGY]
        return n + popcount(there)

    @cython.final
    cdef uint64_t technology_on(self, const Seat* s, int place) noexcept nogil:
        return s.technology & self.rules.of_place[place]

    @cython.final
    cdef int list_items(self, action_t* out) noexcept nogil:
        """Items in canonical order: one is offered where it and those after it can settle the debt.

        If all must go, the first is. A place tile takes the technology on it along, so that must be to spare.
        """
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int item, tile, needed, n = 0
        cdef bint all_go = self.items_from(s, at.last) <= at.debt
        for item in range(at.last, ITEMS):
            if not self.items_of(s, item):
                continue
            needed, tile = at.debt, item
            if item < ITEM_FOLLOWER and self.technology_on(s, 10 + item):
                if all_go:
                    out[0] = A_GIVE_TECHNOLOGY + 10 + item
                    return 1
                needed += 1
            elif ITEM_TECHNOLOGY + 10 <= item < ITEM_TECHNOLOGY + PLACES:
                tile = item - ITEM_TECHNOLOGY - 10                  # it comes just before the tile it lies on
                if tile < at.last:
                    continue
            if all_go or item == ITEM_FOLLOWER or self.items_from(s, tile) >= needed:
                out[n] = A_GIVE_TILE + item
                n += 1
                if all_go:
                    break
        return n

    @cython.final
    cdef void give(self, action_t a) noexcept nogil:
        """One item leaves the game, or a follower of the bag is about to be drawn."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef uint64_t space
        at.last = a - A_GIVE_TILE
        at.debt -= 1
        if a < A_GIVE_FOLLOWER:
            self.give_tile(s, a - A_GIVE_TILE)
            at.last += 1
        elif a == A_GIVE_FOLLOWER:
            at.stage, at.last = LOSE_DRAW, 0
        elif a == A_GIVE_STATION:
            s.stock -= 1
        elif a < A_GIVE_STEP:
            s.stations &= ~(<uint32_t>1 << (a - A_GIVE_BUILT))
        elif a == A_GIVE_STEP:
            s.development -= 1
        elif a < A_GIVE_TECHNOLOGY:
            s.goods[a - A_GIVE_GOOD] -= 1
            at.gone[a - A_GIVE_GOOD] += 1
        elif a == A_GIVE_TECHNOLOGY + PLACES:
            s.kept -= 1
        else:
            space = self.technology_on(s, a - A_GIVE_TECHNOLOGY)
            if a >= A_GIVE_TECHNOLOGY + 10:
                at.last = a - A_GIVE_TECHNOLOGY - 10
            s.on[first_bit(space)] = 0
            s.technology &= ~space
            s.free |= space
            self.tidy(s)

    @cython.final
    cdef void give_tile(self, Seat* s, int tile) noexcept nogil:
        """A place tile goes with its technology; its followers stay with their owner, or not (U23)."""
        cdef uint64_t spaces = self.rules.of_place[10 + tile], left = spaces & ~(s.free | s.technology)
        cdef int space, kind
        while self.rules.lost_to_supply and left:
            space = first_bit(left)
            left &= left - 1
            kind = s.on[space] - 1
            if kind < PROFESSIONS:
                self.at.supply[kind] += 1
                s.on[space] = 0
                s.free |= <uint64_t>1 << space
        self.to_bag(s, spaces)
        left = spaces & s.technology
        if left:
            s.on[first_bit(left)] = 0
        s.technology &= ~spaces
        s.free &= ~spaces
        s.tiles &= ~(<uint32_t>1 << tile)

    @cython.final
    cdef void follower_lost(self, int kind) noexcept nogil:
        """The follower drawn in torture leaves the game; after it place tiles may be given again."""
        self.at.seat[self.at.actor].bag[kind] -= 1
        self.at.drawn[kind] += 1
        self.at.lost[kind] += 1
