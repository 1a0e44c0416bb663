# What each seat has counted of the others' cards. Included by state.pyx; README.md says what is exact, and why.

cdef class Memory(Base):
    """Each seat's count of the others' cards: kept up event by event where it is certain, logged where it is not."""

    @cython.final
    cdef void saw(self, int type, int a, int b, int kind) noexcept nogil:
        """Something happens to cards. Called before they move."""
        if self.counting:
            self.saw_cards(type, a, b, kind, NULL)

    @cython.final
    cdef void saw_cards(self, int type, int a, int b, int kind, const uint8_t* cards) noexcept nogil:
        cdef Position* at = &self.at
        cdef int i, done = 0, all = (1 << self.seats) - 1, entry = entry_of(type, a, b, kind)
        cdef int size = size_of(entry)
        if not self.counting:
            return
        if at.entries + size > LOG:
            self.make_room(size)
        for i in range(self.seats):
            if at.since[i] == at.entries and self.settled(i, entry, cards):
                done |= 1 << i
        if done == all:
            return
        at.log[at.entries] = entry
        if size > 1:
            at.log[at.entries + 1] = cards[0] | cards[1] << 6
            at.log[at.entries + 2] = cards[2] | cards[3] << 6
            at.log[at.entries + 3] = cards[4]
        at.entries += size
        for i in range(self.seats):
            if done >> i & 1:
                at.since[i] = at.entries

    @cython.final
    cdef bint settled(self, int i, int entry, const uint8_t* cards) noexcept nogil:
        """Bring seat i's count up to date if the entry leaves one case only; else say no and change nothing."""
        cdef Position* at = &self.at
        cdef Count* c = &at.count[i]
        cdef int type = entry & 7, a = entry >> 3 & 7, b = entry >> 6 & 7, kind = entry >> 9 & 7, j, s
        cdef Config now
        cdef Config after[2]
        cdef Cases out
        cdef uint8_t sizes[OTHERS]
        if type == E_DRAW:
            if a == i:
                c.unseen[kind] -= 1
            return True
        if type == E_TURN:
            c.unseen[kind] -= 1
            return True
        if a == i and type != E_SHUFFLE:
            if type == E_MOVE or type == E_GIVE:
                c.known[(b - i - 1 + self.seats) % self.seats][kind] += 1
            return True
        j = (a - i - 1 + self.seats) % self.seats
        if type == E_TAKE:
            c.known[j][kind] += 1
            return True
        if type == E_SHOW:
            if c.known[j][kind]:
                c.known[j][kind] -= 1
                return True
            if not c.older[j]:
                c.unseen[kind] -= 1
                return True
        if type == E_LOOK and b != i and b != 7:
            return True
        now.count = c[0]
        now.weight = 1
        out.at, out.n, out.room, out.table = after, 0, 2, NULL
        for s in range(self.seats - 1):
            sizes[s] = at.seat[(i + 1 + s) % self.seats].cards
        expand(&out, &now, self.seats, i, entry, cards, sizes)
        if out.n != 1:
            return False
        c[0] = after[0].count
        return True

    @cython.final
    cdef void make_room(self, int n) noexcept nogil:
        """Room for n more entries: what all have counted goes; a seat whose entries alone fill the log gives up."""
        cdef Position* at = &self.at
        cdef int i, k, first
        while True:
            first = at.entries
            for i in range(self.seats):
                first = min(first, at.since[i])
            if first:
                for k in range(LOG):
                    at.log[k] = at.log[k + first] if k + first < at.entries else 0
                at.entries -= first
                for i in range(self.seats):
                    at.since[i] -= first
            if at.entries + n <= LOG:
                return
            for i in range(self.seats):
                if at.since[i] == 0:
                    self.give_up(i)

    @cython.final
    cdef void give_up(self, int i) noexcept nogil:
        """Keep of seat i's count what is certain, card by card, and let all else be unseen."""
        cdef Position* at = &self.at
        cdef Count* c = &at.count[i]
        cdef int e = at.since[i], entry, type, a, b, kind, j, to, k, s
        cdef uint8_t hand[KINDS]
        while e < at.entries:
            entry = at.log[e]
            type, a, b, kind = entry & 7, entry >> 3 & 7, entry >> 6 & 7, entry >> 9 & 7
            j, to = (a - i - 1 + self.seats) % self.seats, (b - i - 1 + self.seats) % self.seats
            if type == E_LOOK and a != i and (b == i or b == 7):
                unpack(&at.log[e + 1], hand)
                memcpy(c.known[j], hand, KINDS)
            elif type == E_TAKE and a != i:
                c.known[j][kind] += 1
            elif type == E_MOVE or type == E_GIVE:
                if a == i:
                    c.known[to][kind] += 1
                elif b == i:
                    c.known[j][kind] -= c.known[j][kind] > 0
                else:
                    for k in range(KINDS):
                        c.known[j][k] -= c.known[j][k] > 0
            elif type == E_SHOW and a != i:
                c.known[j][kind] -= c.known[j][kind] > 0
            e += size_of(entry)
        self.forget(i, at)

    @cython.final
    cdef void forget(self, int i, Position* p) noexcept nogil:
        """Everything but the known cards of seat i's count is one heap of unseen cards."""
        cdef Count* c = &p.count[i]
        cdef int j, k, s
        memcpy(c.unseen, p.pile, KINDS)
        memset(c.old, 0, KINDS)
        memset(c.older, 0, OTHERS)
        for j in range(self.seats - 1):
            s = (i + 1 + j) % self.seats
            for k in range(KINDS):
                c.unseen[k] += p.seat[s].hand[k] - c.known[j][k]
        p.since[i] = p.entries

    @cython.final
    cdef void mask(self, int i, Position* p) noexcept nogil:
        """Blot out of a copy of the position all that seat i does not know."""
        cdef int s
        memset(p.pile, 0, KINDS)
        for s in range(self.seats):
            if s != i:
                memset(p.seat[s].hand, 0, KINDS)
                memset(&p.count[s], 0, sizeof(Count))
        self.mask_log(i, p)
        p.viewer = NOBODY

    @cython.final
    cdef void mask_log(self, int i, Position* p) noexcept nogil:
        """Only seat i's part of the log, with the kinds that it saw; so too the series of another pair's trade."""
        cdef int s, e = 0, entry, k, first = p.since[i]
        for k in range(LOG):
            p.log[k] = p.log[k + first] if k + first < p.entries else 0
        p.entries -= first
        for s in range(PLAYERS):
            p.since[s] = 0 if s == i or s >= self.seats else p.entries
        while e < p.entries:
            entry = p.log[e]
            if not sees(i, entry):
                p.log[e] = entry & 511
                for k in range(1, size_of(entry)):
                    p.log[e + k] = 0
            e += size_of(entry)
        if p.stage == GIVE and i != p.actor and i != p.partner:
            p.least = 0

    @cython.final
    cdef int weigh(self, int i) noexcept nogil:
        """Weigh the cases that seat i's log leaves; how many. Kept, as a search asks for the same again and again."""
        cdef Position* at = &self.at
        cdef Config other[CONFIGS]
        cdef uint16_t table[2 * CONFIGS]
        cdef uint8_t sizes[8]
        cdef uint8_t hands[OTHERS]
        cdef uint8_t cards[KINDS]
        cdef Cases out
        cdef int ends[LOG]
        cdef int e = at.since[i], n = 0, s, c
        cdef uint64_t key = self.info_key(i)
        if self.cases_known and self.case_key == key:
            return self.cases_known
        memset(sizes, 0, 8)
        for s in range(self.seats):
            sizes[s] = at.seat[s].cards
        while e < at.entries:
            ends[n] = e
            n += 1
            e += size_of(at.log[e])
        for s in range(n - 1, -1, -1):
            resize(at.log[ends[s]], sizes, -1)
        self.case[0].count = at.count[i]
        self.case[0].weight = 1
        self.cases_known = 1
        for e in range(n):
            for s in range(self.seats - 1):
                hands[s] = sizes[(i + 1 + s) % self.seats]
            memset(table, 0, sizeof(table))
            out.at, out.n, out.room, out.table = other, 0, CONFIGS, table
            if size_of(at.log[ends[e]]) > 1:
                unpack(&at.log[ends[e] + 1], cards)
            for c in range(self.cases_known):
                expand(&out, &self.case[c], self.seats, i, at.log[ends[e]], cards, hands)
            if out.n == 0:          # only where cases were dropped, or a position by hand contradicts itself
                self.case[0].count = at.count[i]
                e = at.since[i]
                self.give_up(i)
                other[0].count = at.count[i]
                at.count[i], at.since[i] = self.case[0].count, e
                self.case[0].count = other[0].count
                self.cases_known = 1
                break
            memcpy(self.case, other, out.n * sizeof(Config))
            self.cases_known = out.n
            resize(at.log[ends[e]], sizes, 1)
        self.case_key = key
        return self.cases_known

    @cython.final
    cdef void deal(self, int i, Stream* rng) noexcept nogil:
        """Deal the hands of the others and the pile as seat i's count says. Requires that all cases are possible."""
        cdef Position* at = &self.at
        cdef int n = self.weigh(i) if at.since[i] < at.entries else 0, c = 0, s, j, k, fresh
        cdef double total = 0, mark
        cdef Count count
        cdef Seat* seat
        if n == 0:
            count = at.count[i]
        else:
            for c in range(n):
                total += self.case[c].weight
            mark = unit(rng) * total
            for c in range(n):
                mark -= self.case[c].weight
                if mark < 0:
                    break
            count = self.case[c].count
        for j in range(self.seats - 1):
            s = (i + 1 + j) % self.seats
            seat = &at.seat[s]
            fresh = unknown(&count, j, seat.cards)
            memcpy(seat.hand, count.known[j], KINDS)
            for k in range(count.older[j]):
                seat.hand[draw_one(count.old, rng)] += 1
            for k in range(fresh):
                seat.hand[draw_one(count.unseen, rng)] += 1
        memcpy(at.pile, count.unseen, KINDS)
