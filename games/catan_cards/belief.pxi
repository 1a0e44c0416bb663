# The cases that a seat thinks possible, weighed; dealing by them. Included by state.pyx.

cdef double LEAST = 1e-10       # share of the weight below which a case is left out


cdef class Belief(Memory):
    """A seat's log gone through with all cases side by side."""

    @cython.final
    cdef Case* first_case(self, int i) noexcept nogil:
        """The only case, from seat i's count; where it lies."""
        cdef Count* c = self.count(&self.at, i)
        cdef int j
        if self.case == NULL:           # the only memory taken in a method: most states are never asked
            self.case = <Case*>malloc((KEPT + CASES) * sizeof(Case))
            self.places = <uint16_t*>malloc(2 * CASES * sizeof(uint16_t))
        memset(&self.case[0], 0, sizeof(Case))
        for j in range(self.seats - 1):
            memcpy(self.case[0].known[j], c.hand[j].known, KINDS)
            self.case[0].older[0][j] = c.hand[j].older
        memcpy(self.case[0].old[0], c.old, KINDS)
        memcpy(self.case[0].unseen, c.unseen, KINDS)
        self.case[0].weight = 1
        self.cases_known = 1
        return self.case

    @cython.final
    cdef int prune(self, Case* cases, int n) noexcept nogil:
        """Weights that sum to 1, without cases too unlikely to matter, and no more than KEPT; how many are left.

        Where there are more, those lighter than some c stand for each other: each stays with probability weight / c, and then
        weighs c, so that no hand comes up too often or too seldom on the whole (Fearnhead & Clifford, 2003). Which stay is
        settled by evenly spaced marks, so the same cases always leave the same.
        """
        cdef double total = 0, low = 0, high = 0, c = 0, sum, mark = 0.5
        cdef int i, m = 0, step
        for i in range(n):
            total += cases[i].weight
        for i in range(n):
            if cases[i].weight > LEAST * total:
                cases[m] = cases[i]
                cases[m].weight /= total
                high = max(high, cases[m].weight)
                m += 1
        if m <= KEPT:
            return m
        for step in range(50):              # the c with which KEPT cases are expected to stay
            c = 0.5 * (low + high)
            sum = 0
            for i in range(m):
                sum += min(cases[i].weight / c, 1)
            if sum > KEPT - 1:
                low = c
            else:
                high = c
        n, m = m, 0
        for i in range(n):
            if cases[i].weight < high:
                mark -= cases[i].weight / high
                if mark >= 0:
                    continue
                mark += 1
            cases[m] = cases[i]
            cases[m].weight = max(cases[m].weight, high)
            m += 1
        return m

    @cython.final
    cdef void sizes_before(self, const uint8_t* log, Cursor c, int end, uint8_t* sizes) noexcept nogil:
        """Sizes of all hands at this place of a log that ends now."""
        cdef Entry e
        cdef int s
        memset(sizes, 0, 8)
        for s in range(self.seats):
            sizes[s] = self.at.seat[s].cards
        while c.at < end:
            read_entry(log, &c, self.seats, &e)
            resize(e.type, e.a, e.b, sizes, -1)

    @cython.final
    cdef int weigh(self, int i) noexcept nogil:
        """Weigh the cases that seat i's log leaves; how many. Kept, as a search deals the same position again and again.

        The log is gone through as the seat saw it, so that cases come in the same order whatever it did not see.
        """
        cdef uint64_t key = mix(hash_bytes(<const unsigned char*>&self.at, sizeof(Position)) + i)
        cdef Position p
        cdef uint8_t sizes[8]
        cdef const uint8_t* log
        cdef Cursor c
        cdef Entry e
        if self.cases_known and self.case_key == key:
            return self.cases_known
        p = self.at
        self.mask_log(i, &p)
        log = self.log(&p)
        memset(&c, 0, sizeof(Cursor))
        self.sizes_before(log, c, p.logged, sizes)
        self.first_case(i)
        while c.at < p.logged:
            read_entry(log, &c, self.seats, &e)
            self.weigh_entry(i, &e, sizes)
        self.case_key = key
        return self.cases_known

    @cython.final
    cdef void weigh_entry(self, int i, const Entry* e, uint8_t* sizes) noexcept nogil:
        """Go on with all cases over one event; the sizes of hands with it."""
        cdef uint8_t hands[OTHERS]
        cdef int s
        for s in range(self.seats - 1):
            hands[s] = sizes[(i + 1 + s) % self.seats]
        self.weigh_card(i, e, e.kind, hands)
        resize(e.type, e.a, e.b, sizes, 1)

    @cython.final
    cdef void weigh_card(self, int i, const Entry* e, int kind, const uint8_t* hands) noexcept nogil:
        """Every case becomes those that can follow it."""
        cdef Cases out
        cdef int c, n = self.cases_known
        for c in range(n):
            if not moved_alike(&self.case[c], self.seats, i, e.type, e.a, e.b, kind):
                break
        else:
            if e.type == E_TURN or (e.type == E_DRAW and e.a == i):
                self.cases_known = max(1, self.prune(self.case, n))
            return
        out.at, out.n, out.places, out.mask = self.case + KEPT, 0, self.places, 63
        while out.mask < 2 * CASES - 1 and out.mask < 16 * n:
            out.mask = 2 * out.mask + 1
        memset(self.places, 0, (out.mask + 1) * sizeof(uint16_t))
        for c in range(n):
            expand(&out, &self.case[c], self.seats, i, e, kind, hands)
        n = self.prune(out.at, out.n)
        if n:                           # none only where a position by hand contradicts itself
            memcpy(self.case, out.at, n * sizeof(Case))
            self.cases_known = n

    @cython.final
    cdef void deal(self, int i, Stream* rng) noexcept nogil:
        """Deal the hands of the others and the pile as seat i's count says. Requires that all cases are possible."""
        cdef Position* at = &self.at
        cdef Case case
        cdef Seat* seat
        cdef int n, c = 0, j, k, g, fresh
        cdef double mark
        if at.since[i] == at.logged:
            self.first_case(i)
            self.case_key = 0
        else:
            n = self.weigh(i)
            mark = unit(rng)
            for c in range(n):
                mark -= self.case[c].weight
                if mark < 0:
                    break
        case = self.case[c]
        for j in range(self.seats - 1):
            seat = &at.seat[(i + 1 + j) % self.seats]
            fresh = fresh_of(&case, j, seat.cards)
            memcpy(seat.hand, case.known[j], KINDS)
            for g in range(AGES):
                for k in range(case.older[g][j]):
                    seat.hand[draw_one(case.old[g], rng)] += 1
            for k in range(fresh):
                seat.hand[draw_one(case.unseen, rng)] += 1
        memcpy(at.pile, case.unseen, KINDS)
