# What each seat has counted of the others' cards. Included by state.pyx; README.md says what is exact, and why.

cdef class Memory(Base):
    """Each seat's count of the others' cards: kept up event by event where it is certain; where it is not, it stands still."""

    @cython.final
    cdef void saw(self, int type, int a, int b, int kind) noexcept nogil:
        """Something happens to a card. Called before it moves."""
        if self.counting:
            self.saw_cards(type, a, b, kind, NULL)

    @cython.final
    cdef void saw_cards(self, int type, int a, int b, int kind, const uint8_t* cards) noexcept nogil:
        """`cards`: the hand seen, or the discards that become the pile."""
        cdef Position* at = &self.at
        cdef Entry e
        cdef int i
        cdef bint open = False, begins
        if not self.counting:
            return
        memset(&e, 0, sizeof(Entry))
        e.type, e.a, e.b, e.kind = type, a, b, kind
        if cards != NULL:
            memcpy(e.named, cards, KINDS)
        begins = whole(type) or type != at.tail[0] or a != at.tail[1] or b != at.tail[2]
        for i in range(self.seats):
            if (type == E_SHUFFLE and self.laid_bare(i, cards)) or \
                    (at.trace[i] == 0 and self.settled(i, type, a, b, kind, cards)):
                at.trace[i] = 0
                continue
            open = True
            if at.trace[i] == 0:
                self.told.since[i] = self.told.n
            at.trace[i] = self.traced_by(i, &e, begins)
        if open:
            at.tail[0], at.tail[1], at.tail[2] = type, a, b
        else:
            memset(at.tail, 0, sizeof(at.tail))
        if self.telling:
            if not open:
                let_go(&self.told)
            elif not tell(&self.told, &e, self.needed()):
                self.forget_all()
                self.saw_cards(type, a, b, kind, cards)     # nobody is in doubt now: all count it

    @cython.final
    cdef uint64_t traced_by(self, int i, const Entry* e, bint begins) noexcept nogil:
        """Seat i's trace after an event that it does not count."""
        cdef Entry seen = e[0]
        cdef bint named = sees(i, e.type, e.a, e.b)
        if not whole(e.type):
            seen.named[e.kind if named else 0] = 1
        elif not named:
            memset(seen.named, 0, KINDS)
        return traced(self.at.trace[i], &seen, begins or self.at.trace[i] == 0)

    @cython.final
    cdef int needed(self) noexcept nogil:
        """The first entry of the story that some seat has not counted."""
        cdef int i, first = self.told.n
        for i in range(self.seats):
            if self.at.trace[i]:
                first = min(first, self.told.since[i])
        return first

    @cython.final
    cdef void forget_all(self) noexcept nogil:
        """There was no memory for the story: nobody knows anything but its own cards."""
        cdef int i
        for i in range(self.seats):
            memset(&self.at.count[i], 0, sizeof(Count))
            self.forget(i, &self.at)
        memset(self.at.tail, 0, sizeof(self.at.tail))
        let_go(&self.told)

    @cython.final
    cdef bint settled(self, int i, int type, int a, int b, int kind, const uint8_t* cards) noexcept nogil:
        """Bring seat i's count up to date if the event leaves one case only; else say no and change nothing."""
        cdef Count* c = &self.at.count[i]
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
        cdef Count* c = &at.count[i]
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
        cdef Count* c = &at.count[i]
        cdef int j, s, holders = 0
        for s in range(self.seats):
            holders += s != i and at.seat[s].cards > 0
        if holders > 1:
            return False
        memset(c, 0, sizeof(Count))
        for j in range(self.seats - 1):
            memcpy(c.hand[j].known, at.seat[(i + 1 + j) % self.seats].hand, KINDS)
        memcpy(c.unseen, cards, KINDS)
        return True

    # ---- what a seat does not know --------------------------------------------------------------------

    @cython.final
    cdef void forget(self, int i, Position* p) noexcept nogil:
        """Everything but the known cards of seat i's count is one heap of unseen cards."""
        cdef Count* c = &p.count[i]
        cdef int j, k
        self.hidden_from(i, p, c.unseen)
        memset(c.old, 0, KINDS)
        for j in range(self.seats - 1):
            c.hand[j].older = 0
            for k in range(KINDS):
                c.unseen[k] -= c.hand[j].known[k]
        p.trace[i] = 0

    @cython.final
    cdef void hidden_from(self, int i, const Position* p, uint8_t* cards) noexcept nogil:
        """What lies in the pile and in the hands of all but seat i, together."""
        cdef int s, k
        memcpy(cards, p.pile, KINDS)
        for s in range(self.seats):
            if s != i:
                for k in range(KINDS):
                    cards[k] += p.seat[s].hand[k]

    @cython.final
    cdef void mask(self, int i, Position* p) noexcept nogil:
        """Blot out of a copy of the position all that seat i does not know."""
        cdef int s
        memset(p.pile, 0, KINDS)
        for s in range(self.seats):
            if s != i:
                memset(p.seat[s].hand, 0, KINDS)
                memset(&p.count[s], 0, sizeof(Count))
                p.trace[s] = 0
        self.mask_series(i, p)
        p.viewer = NOBODY

    @cython.final
    cdef void mask_series(self, int i, Position* p) noexcept nogil:
        """Blot out how far the series of another pair's trade has come, and the last event where seat i has counted all."""
        if p.trace[i] == 0:
            memset(p.tail, 0, sizeof(p.tail))
        if p.stage == GIVE and i != p.actor and i != p.partner:
            p.least = 0
