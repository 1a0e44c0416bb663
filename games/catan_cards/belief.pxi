# The cases that a seat thinks possible, weighed; dealing by them. Included by state.pyx.

cdef double LEAST = 1e-10       # share of the weight below which a case is left out


cdef class Belief(Memory):
    """A seat's log gone through with all cases side by side."""

    @cython.final
    cdef void first_case(self, int i) noexcept nogil:
        """The only case, from seat i's count."""
        cdef Count* c = self.count(&self.at, i)
        cdef int j
        if self.case == NULL:           # the only memory taken in a method: most states are never asked
            self.case = <Case*>malloc(2 * CASES * sizeof(Case))
            self.places = <uint16_t*>malloc(2 * CASES * sizeof(uint16_t))
        memset(&self.case[0], 0, sizeof(Case))
        for j in range(self.seats - 1):
            memcpy(self.case[0].known[j], c.hand[j].known, KINDS)
            self.case[0].older[0][j] = c.hand[j].older
        memcpy(self.case[0].old[0], c.old, KINDS)
        memcpy(self.case[0].unseen, c.unseen, KINDS)
        self.case[0].weight = 1

    @cython.final
    cdef int prune(self, Case* cases, int n) noexcept nogil:
        """Weights that sum to 1, without cases too unlikely to matter; how many are left."""
        cdef double total = 0, least = LEAST / 4
        cdef int c, m = 0, kept = CASES
        for c in range(n):
            total += cases[c].weight
        while kept > KEPT:
            least *= 4
            kept = 0
            for c in range(n):
                kept += cases[c].weight > least * total
        for c in range(n):
            if cases[c].weight > least * total:
                cases[m] = cases[c]
                cases[m].weight /= total
                m += 1
        return m

    @cython.final
    cdef int weigh(self, int i) noexcept nogil:
        """Weigh the cases that seat i's log leaves; how many. Kept, as a search asks for the same again and again."""
        cdef Position* at = &self.at
        cdef uint8_t* log = self.log(at)
        cdef uint8_t sizes[8]
        cdef uint8_t hands[OTHERS]
        cdef uint64_t key = self.info_key(i)
        cdef Entry e
        cdef int ends[NOTES]
        cdef int n = 0, m, s, x, p = at.since[i]
        if self.cases_known and self.case_key == key:
            return self.cases_known
        memset(sizes, 0, 8)
        for s in range(self.seats):
            sizes[s] = at.seat[s].cards
        while p < at.logged:
            ends[n] = p
            n += 1
            p += unpack(&log[p], &e)
        for m in range(n - 1, -1, -1):
            unpack(&log[ends[m]], &e)
            resize(e.type, e.a, e.b, sizes, -e.cards)
        self.first_case(i)
        self.cases_known = 1
        for m in range(n):
            unpack(&log[ends[m]], &e)
            for x in range(e.cards):
                for s in range(self.seats - 1):
                    hands[s] = sizes[(i + 1 + s) % self.seats]
                self.weigh_card(i, &e, e.kind[x], hands)
                resize(e.type, e.a, e.b, sizes, 1)
        self.case_key = key
        return self.cases_known

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
        out.at, out.n, out.places, out.mask = self.case + CASES, 0, self.places, 63
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
            self.cases_known = 0
            self.first_case(i)
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
