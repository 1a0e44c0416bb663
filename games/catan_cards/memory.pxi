# What each seat has counted of the others' cards. Included by state.pyx; README.md says what is exact, and why.

cdef class Memory(Base):
    """Each seat's count of the others' cards: kept up event by event where it is certain, logged where it is not."""

    # ---- where things lie -----------------------------------------------------------------------------

    @cython.final
    cdef int count_size(self) noexcept nogil:
        return packed_size(self.seats)

    @cython.final
    cdef Count* count(self, Position* p, int i) noexcept nogil:
        """What seat i has counted: to be read and written for as many hands as there are other seats."""
        return <Count*>(notes_of(p, self.seats) + i * packed_size(self.seats))

    @cython.final
    cdef uint8_t* log(self, Position* p) noexcept nogil:
        return notes_of(p, self.seats) + self.seats * packed_size(self.seats)

    @cython.final
    cdef int log_bytes(self) noexcept nogil:
        return notes_size(self.seats) - self.seats * packed_size(self.seats)

    @cython.final
    cdef int log_room(self) noexcept nogil:
        """Bits. Some are kept back: a log whose beginning is cut off may tell its first event at more length."""
        return 8 * self.log_bytes() - 16

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
        cdef int i, all = (1 << self.seats) - 1, done = 0
        cdef Entry e
        if not self.counting:
            return
        for i in range(self.seats):
            if type == E_SHUFFLE and self.laid_bare(i, cards):
                done |= 1 << i
            elif at.since[i] == at.logged and self.settled(i, type, a, b, kind, cards):
                done |= 1 << i
        if done != all:
            e.type, e.a, e.b, e.kind = type, a, b, kind
            if cards != NULL:
                memcpy(e.named, cards, KINDS)
            if at.logged + MOST_BITS > self.log_room():
                self.make_room()
            self.write(at, &e)
        for i in range(self.seats):
            if done >> i & 1:
                at.since[i] = at.logged
        if done == all and at.logged:
            self.clear_log(at)

    @cython.final
    cdef void clear_log(self, Position* p) noexcept nogil:
        memset(self.log(p), 0, self.log_bytes())
        memset(p.since, 0, sizeof(p.since))
        memset(p.tail, 0, sizeof(p.tail))
        p.logged = 0

    @cython.final
    cdef void write(self, Position* p, const Entry* e) noexcept nogil:
        """Add an entry to a log that has room."""
        cdef Cursor c
        c.at, c.type, c.a, c.b = p.logged, p.tail[0], p.tail[1], p.tail[2]
        write_entry(self.log(p), &c, self.seats, e)
        p.logged = c.at
        p.tail[0], p.tail[1], p.tail[2] = c.type, c.a, c.b

    cdef void make_room(self) noexcept nogil:
        """See condense.pxi."""

    @cython.final
    cdef Cursor cursor(self, int i) noexcept nogil:
        """The place in the log before which seat i has counted all."""
        cdef Cursor c
        cdef Entry e
        memset(&c, 0, sizeof(Cursor))
        while c.at < self.at.since[i]:
            read_entry(self.log(&self.at), &c, self.seats, &e)
        return c

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

    # ---- what a seat does not know --------------------------------------------------------------------

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

        The order of cards that the same seats move one after the other tells nothing: they are laid out by kind.
        """
        cdef uint8_t before[LOG_BYTES]
        cdef uint8_t run[KINDS]             # of the cards alike but for their kinds that are still to be written
        cdef Cursor c
        cdef Entry e, last
        cdef int s, first = p.since[i], end = p.logged
        if first < end:
            memcpy(before, self.log(p), self.log_bytes())
        self.clear_log(p)
        memset(&c, 0, sizeof(Cursor))
        memset(&last, 0, sizeof(Entry))
        memset(run, 0, KINDS)
        while first < end and c.at < end:
            s = c.at
            read_entry(before, &c, self.seats, &e)
            if s < first:
                continue
            if not sees(i, e.type, e.a, e.b):
                e.kind = 0
                memset(e.named, 0, KINDS)
            if e.type != last.type or e.a != last.a or e.b != last.b:
                self.write_run(p, &last, run)
            last = e
            if e.type == E_SHUFFLE or e.type == E_LOOK:
                self.write(p, &e)
            else:
                run[e.kind] += 1
        self.write_run(p, &last, run)
        for s in range(self.seats):
            p.since[s] = 0 if s == i else p.logged
        if p.stage == GIVE and i != p.actor and i != p.partner:
            p.least = 0

    @cython.final
    cdef void write_run(self, Position* p, Entry* e, uint8_t* run) noexcept nogil:
        """Write as many entries like this one as there are cards, by kind, and take those away."""
        for e.kind in range(KINDS):
            while run[e.kind]:
                self.write(p, e)
                run[e.kind] -= 1
