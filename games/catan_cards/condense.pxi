# What remains of the log's oldest part when it is full. Included by state.pyx.

cdef class Condensed(Belief):
    """Room in the log."""

    cdef void make_room(self) noexcept nogil:
        """What all have counted goes from the log; if it is little, seats that need the oldest quarter count it now.

        In a simulation below a search's root nobody deals by the log any more: it goes whole.
        """
        cdef Position* at = &self.at
        cdef uint8_t before[LOG_BYTES]
        cdef Cursor c
        cdef Entry e
        cdef int i, start, end = at.logged, first = at.logged
        cdef int since[PLAYERS]
        if self.simulated:
            self.clear_log(at)
            for i in range(self.seats):
                memset(self.count(at, i), 0, self.count_size())
                self.forget(i, at)
            return
        for i in range(self.seats):
            first = min(first, at.since[i])
        if first < end // CUT:
            first = self.entry_from(end // CUT)
            for i in range(self.seats):
                if at.since[i] < first:
                    self.give_up(i, first)
            first = end
            for i in range(self.seats):
                first = min(first, at.since[i])
        for i in range(self.seats):
            since[i] = at.since[i]
        memcpy(before, self.log(at), self.log_bytes())
        self.clear_log(at)
        memset(&c, 0, sizeof(Cursor))
        while c.at < end:
            start = c.at
            read_entry(before, &c, self.seats, &e)
            for i in range(self.seats):
                if since[i] == start:
                    at.since[i] = at.logged
            if start >= first:
                self.write(at, &e)
        for i in range(self.seats):
            if since[i] == end:
                at.since[i] = at.logged

    @cython.final
    cdef int entry_from(self, int bit) noexcept nogil:
        """Where the first entry from this bit on begins."""
        cdef Cursor c
        cdef Entry e
        memset(&c, 0, sizeof(Cursor))
        while c.at < bit:
            read_entry(self.log(&self.at), &c, self.seats, &e)
        return c.at

    @cython.final
    cdef void give_up(self, int i, int end) noexcept nogil:
        """Let seat i count up to bit `end` of the log, or to a later place, as well as one count can."""
        if not self.settled_later(i, end):
            self.keep_certain(i, end)

    @cython.final
    cdef bint settled_later(self, int i, int end) noexcept nogil:
        """Count up to the last place, from bit `end` on, at which one case is left, which loses nothing; no if there is none.

        With more than FEW cases on the way the search for such a place is given up.
        """
        cdef Position* at = &self.at
        cdef Case first, found
        cdef Case* case
        cdef Cases cases, made
        cdef Cursor c = self.cursor(i)
        cdef Entry e
        cdef uint8_t sizes[8]
        cdef int j, found_at = 0
        cdef Count* count = self.count(at, i)
        self.sizes_before(self.log(at), c, at.logged, sizes)
        self.first_case(i, &first)
        if make_cases(&cases, &made):
            keep(&cases, &first, 1)
            while c.at < at.logged and cases.n <= FEW:
                read_entry(self.log(at), &c, self.seats, &e)
                self.weigh_entry(i, &e, sizes, &cases, &made)
                case = cases.at
                if c.at >= end and cases.n == 1 and number(case.old[1]) == 0 and number(case.old[2]) == 0:
                    found, found_at = case[0], c.at
        free_cases(&cases, &made)
        if found_at:
            memcpy(count.unseen, found.unseen, KINDS)
            memcpy(count.old, found.old[0], KINDS)
            for j in range(self.seats - 1):
                memcpy(count.hand[j].known, found.known[j], KINDS)
                count.hand[j].older = found.older[0][j]
            at.since[i] = found_at
        return found_at > 0

    @cython.final
    cdef void keep_certain(self, int i, int end) noexcept nogil:
        """Let seat i's count at bit `end` of the log be what is certain, card by card, and all else unseen."""
        cdef Position* at = &self.at
        cdef Count* count = self.count(at, i)
        cdef uint8_t* his
        cdef uint8_t hidden[KINDS]
        cdef Cursor c = self.cursor(i)
        cdef Entry e
        cdef int j, k
        for k in range(KINDS):
            hidden[k] = count.unseen[k] + count.old[k]
            for j in range(self.seats - 1):
                hidden[k] += count.hand[j].known[k]
        while c.at < end:
            read_entry(self.log(at), &c, self.seats, &e)
            his = count.hand[(e.a - i - 1 + self.seats) % self.seats].known
            if e.type == E_SHUFFLE:
                for k in range(KINDS):
                    hidden[k] += e.named[k]
            elif e.type == E_TURN or (e.type == E_DRAW and e.a == i):
                hidden[e.kind] -= 1
            elif e.type == E_DRAW:
                pass
            elif e.a == i:
                if e.type == E_MOVE or e.type == E_GIVE:
                    hidden[e.kind] += 1
                    count.hand[(e.b - i - 1 + self.seats) % self.seats].known[e.kind] += 1
            elif e.type == E_TAKE:
                hidden[e.kind] += 1
                his[e.kind] += 1
            elif e.type == E_LOOK:
                if e.b == i or e.b == 7:
                    memcpy(his, e.named, KINDS)
            elif e.type == E_SHOW or e.b == i:
                hidden[e.kind] -= 1
                his[e.kind] -= his[e.kind] > 0
            else:
                for k in range(KINDS):
                    his[k] -= his[k] > 0
        memset(count.old, 0, KINDS)
        for j in range(self.seats - 1):
            count.hand[j].older = 0
            for k in range(KINDS):
                hidden[k] -= count.hand[j].known[k]
        memcpy(count.unseen, hidden, KINDS)
        at.since[i] = c.at
