# What may be done. Included by state.pyx.

cdef class Legal(Rounds):
    """Legal actions of each stage, ascending."""

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int n
        if self.at.stage == PLAN:
            n = self.list_puts(s.market, out)
            if self.can_stop():
                out[n] = A_DONE
                n += 1
            return list_bits(out, n, self.planned_technology(s), A_TECHNOLOGY)
        if self.at.stage == ACT:
            return self.listed_acts(out)
        return self.legal_rare(out)

    @cython.final
    cdef int listed_acts(self, action_t* out) noexcept nogil:
        """Actions of phase 5 with pass in its place."""
        cdef int n = self.list_acts(out)
        out[n] = A_PASS
        return n + 1

    @cython.final
    cdef int legal_rare(self, action_t* out) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int n = 0
        if at.stage == TAKE_BACK:
            n = list_bits(out, 0, self.returnable(s), A_TAKE_BACK)
            out[n] = A_DRAW
            return n + 1
        if at.stage == SEND_MORE:
            if not self.rules.send_all:
                out[0] = A_DONE
                return 1 + self.more_sends(out + 1)
            return self.more_sends(out)
        if at.stage == TECHNOLOGY:
            n = list_bits(out, 0, self.technology_spaces(s), A_TECHNOLOGY)
            if self.rules.may_keep:
                out[n] = A_KEEP_TECHNOLOGY
                n += 1
            return n
        if at.stage == CHOOSE_TILE:
            return list_bits(out, 0, self.tiles_offered(s, s.track[TRADER]), A_TILE)
        if at.stage == ROUTE_GOOD:
            n = list_bits(out, 0, self.route_goods(), A_TAKE)
            if self.rules.may_leave_good:
                out[n] = A_TAKE_NONE
                n += 1
            return n
        if at.stage == BATH_PUT:
            n = self.list_puts(at.hand, out)
            out[n] = A_DONE
            return n + 1
        if at.stage == KEEP:
            return list_bits(out, 0, held(at.hand), A_KEEP)
        if at.stage == FOOD:
            return list_bits(out, 0, self.foods(s), A_FOOD)
        if at.stage == SHIELD:
            out[0], out[1] = A_SHIELD, A_DECLINE
            return 2
        return self.list_items(out)
