# Coins, citizens, development, and where things go. Included by state.pyx.

cdef class Course(State):
    """What every part of the rules uses: play order, coins, citizens, development, followers that leave places."""

    cdef void act_from(self, int seat) noexcept nogil:
        """Phase 5 goes on with `seat`. Said by Actions."""

    cdef void begin_events(self) noexcept nogil:
        """Phase 6 begins. Said by Rounds."""

    @cython.final
    cdef int seat_at(self, int place) noexcept nogil:
        """The seat that is at this place of the play order, from 0."""
        return (self.at.start + place) % self.seats

    @cython.final
    cdef int event_seat(self, int place) noexcept nogil:
        """The same for payments and events (U12)."""
        return place if self.rules.from_seat_0 else self.seat_at(place)

    @cython.final
    cdef void gain(self, Seat* s, int coins) noexcept nogil:
        """Coins from the bank, as far as it has them (U16)."""
        cdef int i, there = 0
        if self.rules.coin_limit >= 0:
            for i in range(self.seats):
                there += self.at.seat[i].coins
            if coins > self.rules.coin_limit - there:
                coins = self.rules.coin_limit - there if self.rules.coin_limit > there else 0
        s.coins += coins

    @cython.final
    cdef void take_citizen(self, Seat* s, int which) noexcept nogil:
        """The first to come there takes it (rules 37, 38, 51)."""
        if self.at.citizens >> which & 1:
            self.at.citizens &= ~(1 << which)
            s.citizens += 1

    @cython.final
    cdef void develop(self, Seat* s, int steps) noexcept nogil:
        """Walk on the development track, with all it pays; what goes beyond its end is lost (rules 38, 39)."""
        cdef int i
        for i in range(steps):
            if s.development == DEVELOPMENT:
                return
            s.development += 1
            if self.rules.coins_at[s.development]:
                self.gain(s, self.rules.coins_at[s.development])
            if self.rules.citizen_at[s.development]:
                self.take_citizen(s, self.rules.citizen_at[s.development] - 1)

    @cython.final
    cdef int status(self, const Seat* s) noexcept nogil:
        return self.rules.status[s.development]

    @cython.final
    cdef void to_bag(self, Seat* s, uint64_t spaces) noexcept nogil:
        """The followers on these spaces go to the own bag; technology stays (rule 24)."""
        cdef int space
        spaces &= ~(s.free | s.technology)
        s.free |= spaces
        while spaces:
            space = first_bit(spaces)
            spaces &= spaces - 1
            s.bag[s.on[space] - 1] += 1
            s.on[space] = 0

    @cython.final
    cdef void tidy(self, Seat* s) noexcept nogil:
        """Sort spaces of one place that ask for the same: technology first, then followers by kind, then empty ones."""
        cdef uint64_t twins = self.rules.twins & ~s.free
        cdef int space, before
        cdef uint8_t moved
        while twins:
            space = first_bit(twins)
            twins &= twins - 1
            before = self.rules.before[space]
            while before != NOWHERE and rank_of(s.on[space]) < rank_of(s.on[before]):
                moved = s.on[space]
                s.on[space] = s.on[before]
                s.on[before] = moved
                swap_bits(&s.free, space, before)
                swap_bits(&s.technology, space, before)
                space = before
                before = self.rules.before[space]

    @cython.final
    cdef void add_tile(self, Seat* s, int tile) noexcept nogil:
        """A place tile comes to the own board (rule 40)."""
        s.tiles |= <uint32_t>1 << tile
        s.free |= self.rules.of_place[10 + tile]
        self.at.tiles &= ~(<uint32_t>1 << tile)

    @cython.final
    cdef bint has_place(self, const Seat* s, int place) noexcept nogil:
        return place < 10 or s.tiles >> (place - 10) & 1

    @cython.final
    cdef int market_size(self, const Seat* s) noexcept nogil:
        """Followers that the market holds, the Gunpowder Tower's spaces included (U14)."""
        return self.rules.market + (self.rules.tower if self.has_place(s, GUNPOWDER_TOWER) else 0)
