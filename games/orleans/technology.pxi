# Technology tiles. Included by state.pyx.

cdef class Technology(Payments):
    """Where technology may go, and when (rules 41, 42, U6, U22)."""

    @cython.final
    cdef uint64_t technology_spaces(self, const Seat* s) noexcept nogil:
        """Empty spaces that a technology tile of this seat may go to (rule 42, U6)."""
        cdef const Rules* r = &self.rules
        cdef uint64_t spaces = s.free & r.technical, twins, there = s.technology
        cdef int space
        if not s.kept:
            return 0
        if (s.track[CRAFTSMAN] <= 1) if r.first_by_step else (s.placed == 0):
            spaces &= r.farmers
        while there:
            space = first_bit(there)
            there &= there - 1
            spaces &= ~r.of_place[r.place_of[space]]
        twins = spaces & r.twins
        while twins:
            space = first_bit(twins)
            twins &= twins - 1
            if s.free >> r.before[space] & 1:
                spaces &= ~bit(space)
        return spaces & ~low_bits(self.at.last)

    @cython.final
    cdef uint64_t planned_technology(self, const Seat* s) noexcept nogil:
        """technology_planning=yes: spaces for technology before the first follower of a plan (U22)."""
        if not self.rules.technology_planning or s.fresh & ~s.technology:
            return 0
        return self.technology_spaces(s)

    @cython.final
    cdef void put_technology(self, int space) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        s.on[space] = TECHNOLOGY_TILE
        s.free &= ~bit(space)
        s.technology |= bit(space)
        s.kept -= 1
        s.placed += 1
        at.last = 0
        if s.placed > 1 and self.rules.may_keep:            # the first may be bound to a farmer's space
            at.last = 1 + space
        if at.stage == PLAN:
            s.fresh |= bit(space)

    @cython.final
    cdef bint offer_technology(self) noexcept nogil:
        """True where the actor is asked for a space."""
        self.at.last = 0
        if not self.technology_spaces(&self.at.seat[self.at.actor]):
            return False
        self.at.stage = TECHNOLOGY
        return True
