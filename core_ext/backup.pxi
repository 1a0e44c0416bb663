cdef class Backup(Descent):
    """The way back: results into edges, and what is known for certain as far up as it goes."""

    @cython.final
    cdef void simulate(self, State s, RootEdge* roots, uint64_t seed, uint64_t number) noexcept nogil:
        """One simulation; `s` is scratch."""
        cdef Stream rng = stream(seed, number), redeal
        cdef Path p
        cdef Outcome out
        cdef int seat
        memset(&out, 0, sizeof(Outcome))
        p.depth, p.outcome = 0, NOBODY
        if self.kind == DECOUPLED:
            for seat in range(s.seats):
                p.trails[seat].edge = NOBODY
        s.copy_from(self.start)
        if self.hides:
            redeal = stream(seed ^ REDEALS, number)
            s.resample(self.mover, &redeal)
        self.descend(s, &rng, &p)
        if p.outcome != NOBODY:
            out = self.outcomes[p.outcome]
            if p.exact:                             # proven by another way, or another thread: the nodes above may be now
                self.prove_from(&p, p.depth - 1)
        elif s.current_player() == TERMINAL:
            result_of(s, &out)
            if self.solve and p.exact and p.closing and p.depth and not s.failed:
                self.prove(&p, &out)
        else:
            judge(&self.judge_by, s, &rng, &out)
        if not s.failed:
            self.back_up(s.seats, &p, &out, roots)

    @cython.final
    cdef void back_up(self, int seats, const Path* p, const Outcome* out, RootEdge* roots) noexcept nogil:
        cdef int i, who
        cdef Edge* e
        cdef RootEdge* r
        for i in range(p.depth):
            e = &self.edges[p.edges[i]]
            who = e.code & MOVER
            if self.shared:
                sum_double(&e.total, out.utilities[who])
            else:
                e.total += out.utilities[who]
        if p.depth and p.nodes[0] == self.top:
            who = self.mover
            r = &roots[p.edges[0] - first_of(self.nodes[self.top].span)]
            r.count += 1
            r.wins += out.shares[who]
            r.wins_squared += out.shares[who] * out.shares[who]
            r.utility_squared += out.utilities[who] * out.utilities[who]
            r.score_squared += out.points[who] * out.points[who]
            for i in range(seats):
                r.scores[i] += out.points[i]
                r.utilities[i] += out.utilities[i]

    # ---- solved subtrees (MCTS-Solver: Winands, Bjornsson & Saito, 2008; here for any number of seats) ------

    @cython.final
    cdef void prove(self, const Path* p, const Outcome* out) noexcept nogil:
        """The last edge leads to `out` for certain; so may the edges above it."""
        cdef uint32_t number = self.intern(out)
        if number != NOBODY:
            store32(&self.edges[p.edges[p.depth - 1]].child, PROVEN | number)
            self.prove_from(p, p.depth - 1)

    @cython.final
    cdef void prove_from(self, const Path* p, int i) noexcept nogil:
        """An edge of the path's node i was proven: perhaps the node is now, and the edge that leads to it."""
        cdef uint32_t number
        while True:
            number = self.proof_of(p.nodes[i])
            if number == NOBODY:
                return
            if i == 0:
                store32(<uint32_t*>&self.settled, 1)
                return
            if not p.sure[i]:
                return
            i -= 1
            store32(&self.edges[p.edges[i]].child, PROVEN | number)

    @cython.final
    cdef uint32_t proof_of(self, uint32_t node) noexcept nogil:
        """The outcome that this node is proven to have, or NOBODY: an edge proven to win all, or all edges proven."""
        cdef uint64_t span = load64(&self.nodes[node].span)
        cdef const Edge* e = self.edges + first_of(span)
        cdef uint32_t i, child, best = NOBODY
        cdef int who = e[0].code & MOVER
        cdef float top = -1, worth
        cdef bint all_proven = True
        for i in range(count_of(span)):
            child = load32(&e[i].child)
            if not child & PROVEN:
                all_proven = False
                continue
            worth = self.outcomes[child & ~<uint32_t>PROVEN].utilities[who]
            if worth > top:
                best, top = child & ~<uint32_t>PROVEN, worth
        return best if all_proven or top >= 0.999999 else NOBODY
