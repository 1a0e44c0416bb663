# What each seat has counted of the others' cards. Included by state.pyx; README.md says what is exact, and why.

cdef class Memory(Base):
    """Each seat's count of the others' cards: kept up event by event where it is certain, logged where it is not."""

    def __dealloc__(self):
        free(self.case)
        free(self.places)

    # ---- where things lie -----------------------------------------------------------------------------

    @cython.final
    cdef int count_size(self) noexcept nogil:
        return packed_size(self.seats)

    @cython.final
    cdef Count* count(self, Position* p, int i) noexcept nogil:
        """What seat i has counted: to be read and written for as many hands as there are other seats."""
        return <Count*>&p.notes[i * packed_size(self.seats)]

    @cython.final
    cdef uint8_t* log(self, Position* p) noexcept nogil:
        return &p.notes[self.seats * packed_size(self.seats)]

    @cython.final
    cdef int log_room(self) noexcept nogil:
        return NOTES - self.seats * packed_size(self.seats)

    # ---- events ---------------------------------------------------------------------------------------

    @cython.final
    cdef void saw(self, int type, int a, int b, int kind) noexcept nogil:
        """Something happens to a card. Called before it moves."""
        if self.counting:
            self.saw_cards(type, a, b, kind, NULL)

    @cython.final
    cdef void saw_cards(self, int type, int a, int b, int kind, const uint8_t* cards) noexcept nogil:
        """`cards`: the hand seen, or the discards that become the pile."""
        cdef Position* at = &self.at
        cdef int i, all = (1 << self.seats) - 1, done = 0, current = 0
        cdef Entry e
        if not self.counting:
            return
        for i in range(self.seats):
            if type == E_SHUFFLE and self.laid_bare(i, cards):
                done |= 1 << i
            elif at.since[i] == at.logged:
                current |= 1 << i
                if self.settled(i, type, a, b, kind, cards):
                    done |= 1 << i
        if done != all:
            e.type, e.a, e.b, e.cards, e.named = type, a, b, 1, cards
            e.kind[0] = e.kind[1] = kind
            self.make_room(2 + KINDS)
            self.write(at, &e, current & ~done == 0)
        for i in range(self.seats):
            if done >> i & 1:
                at.since[i] = at.logged
        if done == all and at.logged:
            at.logged = at.open = 0
            memset(at.since, 0, sizeof(at.since))
            memset(self.log(at), 0, self.log_room())

    @cython.final
    cdef void write(self, Position* p, const Entry* e, bint join) noexcept nogil:
        """Add an entry to a log that has room; if it may `join`, in one with the last, where that is like it."""
        cdef uint8_t* log = self.log(p)
        cdef Entry last
        if e.cards == 1 and join and p.open:
            unpack(&log[p.open - 1], &last)
            if last.type == e.type and last.a == e.a and (last.b == e.b or e.type == E_DRAW or e.type == E_SHOW
                                                         or e.type == E_TAKE or e.type == E_TURN):
                last.cards = 2
                last.kind[0], last.kind[1] = min(last.kind[0], e.kind[0]), max(last.kind[0], e.kind[0])
                pack(&log[p.open - 1], &last)
                p.open = 0
                return
        p.open = p.logged + 1 if e.cards == 1 and e.type != E_LOOK and e.type != E_SHUFFLE else 0
        p.logged += pack(&log[p.logged], e)

    @cython.final
    cdef bint settled(self, int i, int type, int a, int b, int kind, const uint8_t* cards) noexcept nogil:
        """Bring seat i's count up to date if the event leaves one case only; else say no and change nothing."""
        cdef Count* c = self.count(&self.at, i)
        cdef Held* his
        cdef int j, k, n, sorts, fresh
        if type == E_TURN or type == E_DRAW:
            c.unseen[kind] -= type == E_TURN or a == i
            return True
        if type == E_SHUFFLE:
            return self.settled_shuffle(i, cards)
        if a == i:
            if type == E_MOVE or type == E_GIVE:
                c.hand[(b - i - 1 + self.seats) % self.seats].known[kind] += 1
            return True
        his = &c.hand[(a - i - 1 + self.seats) % self.seats]
        if type == E_TAKE:
            his.known[kind] += 1
            return True
        fresh = self.at.seat[a].cards - his.older - number(his.known)
        if type == E_LOOK:
            if b != i and b != 7:
                return True
            if his.older and fresh:
                return False
            for k in range(KINDS):
                n = cards[k] - his.known[k]
                his.known[k] = cards[k]
                c.old[k] -= n if his.older else 0
                c.unseen[k] -= 0 if his.older else n
            his.older = 0
            return True
        if type == E_SHOW or b == i:
            if type != E_MOVE and his.known[kind]:
                his.known[kind] -= 1
                return True
            sorts = (his.known[kind] > 0) + (his.older and c.old[kind]) + (fresh > 0 and c.unseen[kind] > 0)
            if sorts != 1:
                return False
            if his.known[kind]:
                his.known[kind] -= 1
            elif his.older and c.old[kind]:
                his.older -= 1
                c.old[kind] -= 1
            else:
                c.unseen[kind] -= 1
            return True
        sorts, n = (his.older > 0) + (fresh > 0), 0
        for k in range(KINDS):
            if his.known[k]:
                sorts += 1
                n = k
        if sorts != 1:
            return False
        j = (b - i - 1 + self.seats) % self.seats
        if his.older:
            his.older -= 1
            c.hand[j].older += 1
        elif not fresh:
            his.known[n] -= 1
            c.hand[j].known[n] += 1
        return True

    @cython.final
    cdef bint settled_shuffle(self, int i, const uint8_t* cards) noexcept nogil:
        """The discards become the pile. A count has one age of older cards, so two at once are left to the log."""
        cdef Position* at = &self.at
        cdef Count* c = self.count(at, i)
        cdef Held* his
        cdef int j, k, with_old = 0, with_new = 0, last = 0, latest = 0
        for j in range(self.seats - 1):
            his = &c.hand[j]
            if his.older:
                with_old += 1
                last = j
            if at.seat[(i + 1 + j) % self.seats].cards > his.older + number(his.known):
                with_new += 1
                latest = j
        if with_old > 1 and with_new > 1:
            return False
        for k in range(KINDS):
            if with_old == 1:
                c.hand[last].known[k] += c.old[k]
            if with_new == 1:
                c.hand[latest].known[k] += c.unseen[k]
        if with_old == 1:
            c.hand[last].older = 0
        if with_old <= 1:
            memset(c.old, 0, KINDS)
        if with_new > 1:
            for j in range(self.seats - 1):
                c.hand[j].older = at.seat[(i + 1 + j) % self.seats].cards - number(c.hand[j].known)
            memcpy(c.old, c.unseen, KINDS)
        memcpy(c.unseen, cards, KINDS)
        return True

    @cython.final
    cdef bint laid_bare(self, int i, const uint8_t* cards) noexcept nogil:
        """With the pile empty and cards in one other hand at most, seat i knows them, whatever it knew before."""
        cdef Position* at = &self.at
        cdef Count* c = self.count(at, i)
        cdef int j, s, holders = 0
        for s in range(self.seats):
            holders += s != i and at.seat[s].cards > 0
        if holders > 1:
            return False
        memset(c, 0, self.count_size())
        for j in range(self.seats - 1):
            memcpy(c.hand[j].known, at.seat[(i + 1 + j) % self.seats].hand, KINDS)
        memcpy(c.unseen, cards, KINDS)
        return True

    # ---- when the log is full -------------------------------------------------------------------------

    @cython.final
    cdef void make_room(self, int n) noexcept nogil:
        """Room for n more bytes: what all have counted goes; if it is little, seats give up the oldest part."""
        cdef Position* at = &self.at
        cdef uint8_t* log = self.log(at)
        cdef int i, first, end, room = self.log_room()
        cdef Entry e
        while at.logged + n > room:
            first = at.logged
            for i in range(self.seats):
                first = min(first, at.since[i])
            if first == 0:
                while first < room // 16:
                    first += unpack(&log[first], &e)
                for i in range(self.seats):
                    if at.since[i] < first:
                        self.give_up(i, first)
            end = at.logged - first
            memmove(log, log + first, end)
            memset(log + end, 0, first)
            at.logged = end
            at.open = at.open - first if at.open > first else 0
            for i in range(self.seats):
                at.since[i] -= first

    @cython.final
    cdef void give_up(self, int i, int end) noexcept nogil:
        """Let seat i's count at byte `end` of the log be what is certain, card by card, and all else unseen."""
        cdef Position* at = &self.at
        cdef Count* c = self.count(at, i)
        cdef uint8_t* log = self.log(at)
        cdef uint8_t* his
        cdef uint8_t hidden[KINDS]
        cdef int e = at.since[i], j, k, m
        cdef Entry entry
        for k in range(KINDS):
            hidden[k] = c.unseen[k] + c.old[k]
            for j in range(self.seats - 1):
                hidden[k] += c.hand[j].known[k]
        while e < end:
            e += unpack(&log[e], &entry)
            his = c.hand[(entry.a - i - 1 + self.seats) % self.seats].known
            for m in range(entry.cards):
                k = entry.kind[m]
                if entry.type == E_SHUFFLE:
                    for k in range(KINDS):
                        hidden[k] += entry.named[k]
                elif entry.type == E_TURN or (entry.type == E_DRAW and entry.a == i):
                    hidden[k] -= 1
                elif entry.type == E_DRAW:
                    pass
                elif entry.a == i:
                    if entry.type == E_MOVE or entry.type == E_GIVE:
                        hidden[k] += 1
                        c.hand[(entry.b - i - 1 + self.seats) % self.seats].known[k] += 1
                elif entry.type == E_TAKE:
                    hidden[k] += 1
                    his[k] += 1
                elif entry.type == E_LOOK:
                    if entry.b == i or entry.b == 7:
                        memcpy(his, entry.named, KINDS)
                elif entry.type == E_SHOW or entry.b == i:
                    hidden[k] -= 1
                    his[k] -= his[k] > 0
                else:
                    for k in range(KINDS):
                        his[k] -= his[k] > 0
        memset(c.old, 0, KINDS)
        for j in range(self.seats - 1):
            c.hand[j].older = 0
            for k in range(KINDS):
                hidden[k] -= c.hand[j].known[k]
        memcpy(c.unseen, hidden, KINDS)
        at.since[i] = end

    @cython.final
    cdef void forget(self, int i, Position* p) noexcept nogil:
        """Everything but the known cards of seat i's count is one heap of unseen cards."""
        cdef Count* c = self.count(p, i)
        cdef int j, k, s
        memcpy(c.unseen, p.pile, KINDS)
        memset(c.old, 0, KINDS)
        for j in range(self.seats - 1):
            s = (i + 1 + j) % self.seats
            c.hand[j].older = 0
            for k in range(KINDS):
                c.unseen[k] += p.seat[s].hand[k] - c.hand[j].known[k]
        p.since[i] = p.logged

    # ---- what a seat does not know --------------------------------------------------------------------

    @cython.final
    cdef void mask(self, int i, Position* p) noexcept nogil:
        """Blot out of a copy of the position all that seat i does not know."""
        cdef int s
        memset(p.pile, 0, KINDS)
        for s in range(self.seats):
            if s != i:
                memset(p.seat[s].hand, 0, KINDS)
                memset(self.count(p, s), 0, self.count_size())
        self.mask_log(i, p)
        p.viewer = NOBODY

    @cython.final
    cdef void mask_log(self, int i, Position* p) noexcept nogil:
        """Only seat i's part of the log, with the kinds that it saw; so too the series of another pair's trade.

        Where entries were cut for another seat's sake they are joined, as that too tells what another seat knows.
        """
        cdef uint8_t* log = self.log(p)
        cdef uint8_t before[NOTES]
        cdef uint8_t none[KINDS]
        cdef int s, n, m, at = p.since[i], end = p.logged
        cdef Entry e, one
        memset(p.since, 0, sizeof(p.since))
        p.open = 0
        if end:
            memcpy(before, log, end)
            memset(log, 0, end)
        p.logged = 0
        memset(none, 0, KINDS)
        while at < end:
            at += unpack(&before[at], &e)
            one = e
            one.cards = 1
            for m in range(e.cards):
                one.kind[0] = one.kind[1] = e.kind[m]
                if not sees(i, e.type, e.a, e.b):
                    one.kind[0] = one.kind[1] = 0
                    one.named = none
                self.write(p, &one, True)
        for s in range(self.seats):
            p.since[s] = 0 if s == i else p.logged
        if p.stage == GIVE and i != p.actor and i != p.partner:
            p.least = 0
