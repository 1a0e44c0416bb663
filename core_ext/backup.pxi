cdef class Backup(Descent):
    """The way back: results into edges, and what is known for certain as far up as it goes."""

    @cython.final
    cdef void simulate(self, State s, RootEdge* roots, Memory* memory, uint64_t seed, uint64_t number) noexcept nogil:
        """One simulation; `s` is scratch."""
        cdef Stream rng = stream(seed, number), own, world
        cdef Stream* luck = &own if self.common else &rng
        cdef Path p
        cdef Outcome out
        cdef int seat
        memset(&out, 0, sizeof(Outcome))
        p.depth, p.draws, p.outcome, p.seed = 0, 0, NOBODY, seed
        if self.kind == DECOUPLED:
            for seat in range(s.seats):
                p.trails[seat].edge = NOBODY
        own = rng
        s.copy_from(self.start)
        p.doubting = False
        if self.hides:
            world = stream(seed ^ WORLDS, number % self.worlds if self.worlds else number)
            s.resample(self.mover, &world)
            if self.doubt > 0 and unit(&rng) < self.doubt:
                p.doubting = True
                s.resample((self.mover + 1 + <int>below(&rng, s.seats - 1)) % s.seats, &rng)
        self.descend(s, &rng, luck, memory, &p)
        if p.outcome != NOBODY:
            out = self.outcomes[p.outcome]
            if p.exact:                             # proven by another way, or another thread: the nodes above may be now
                self.prove_from(&p, p.depth - 1)
        else:
            if self.policy.minimax > 0 and p.depth:
                self.value_leaf(s, &p)
            if s.current_player() == TERMINAL:
                result_of(s, &out)
                if self.solve and p.exact and p.closing and p.depth:
                    self.prove(&p, &out)
            else:
                judge(&self.judge_by, memory, s, &rng, luck, &out)
        self.back_up(s.seats, &p, &out, roots)
        if self.policy.minimax > 0:
            self.back_up_values(&p)
        if memory != NULL:
            learn(memory, &out)

    @cython.final
    cdef void back_up(self, int seats, const Path* p, const Outcome* out, RootEdge* roots) noexcept nogil:
        cdef int i, who
        cdef Edge* e
        cdef RootEdge* r
        for i in range(p.depth):
            e = &self.edges[p.edges[i]]
            who = e.code & MOVER
            if who == NATURE or not self.counts(p, who):
                continue
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

    # ---- solved subtrees (MCTS-Solver: Winands, Bjornsson & Saito, 2008; here for any number of seats and chance) ------

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
        if who == NATURE:
            return self.mixture_of(node)
        for i in range(count_of(span)):
            child = load32(&e[i].child)
            if not child & PROVEN:
                all_proven = False
                continue
            worth = self.outcomes[child & ~<uint32_t>PROVEN].utilities[who]
            if worth > top:
                best, top = child & ~<uint32_t>PROVEN, worth
        return best if all_proven or top >= 0.999999 else NOBODY

    @cython.final
    cdef uint32_t mixture_of(self, uint32_t node) noexcept nogil:
        """The mean of a chance node's outcomes, where all are listed and proven."""
        cdef uint64_t span = load64(&self.nodes[node].span)
        cdef const Edge* e = self.edges + first_of(span)
        cdef const Outcome* one
        cdef Outcome mean
        cdef uint32_t i, child
        cdef int seat
        memset(&mean, 0, sizeof(Outcome))
        if load32(&self.nodes[node].lock) & WIDE:
            return NOBODY
        for i in range(count_of(span)):
            child = load32(&e[i].child)
            if not child & PROVEN:
                return NOBODY
            one = &self.outcomes[child & ~<uint32_t>PROVEN]
            for seat in range(MAX_SEATS):
                mean.utilities[seat] += e[i].prior * one.utilities[seat]
                mean.shares[seat] += e[i].prior * one.shares[seat]
                mean.points[seat] += e[i].prior * one.points[seat]
        return self.intern(&mean)

    # ---- the value function in the tree (implicit minimax backups: Lanctot et al., 2014; two seats) ----------------------

    @cython.final
    cdef void value_leaf(self, State s, const Path* p) noexcept nogil:
        cdef float utilities[MAX_SEATS]
        cdef Edge* e = &self.edges[p.edges[p.depth - 1]]
        cdef int who = e.code & MOVER
        cdef Outcome out
        if who == NATURE:
            return
        if s.current_player() == TERMINAL:
            result_of(s, &out)
            store_float(&e.value, out.utilities[who])
        else:
            value_of(&self.judge_by, s, utilities)
            store_float(&e.value, utilities[who])

    @cython.final
    cdef float value_at(self, const Edge* e, int who) noexcept nogil:
        """The value of a visited edge; a proven one's is what it is proven to be."""
        cdef uint32_t child = load32(&e.child)
        if child & PROVEN:
            return self.outcomes[child & ~<uint32_t>PROVEN].utilities[who]
        return load_float(&e.value)

    @cython.final
    cdef void back_up_values(self, const Path* p) noexcept nogil:
        """Each edge above the last is worth what the best visited edge below it is worth, seen from its own mover."""
        cdef int i, who, above
        cdef uint64_t span
        cdef uint32_t j
        cdef float top
        cdef const Edge* e
        for i in range(p.depth - 1, 0, -1):
            span = load64(&self.nodes[p.nodes[i]].span)
            e = self.edges + first_of(span)
            who, above, top = e[0].code & MOVER, self.edges[p.edges[i - 1]].code & MOVER, -1
            if who == NATURE or above == NATURE or not p.sure[i]:
                continue
            for j in range(count_of(span)):
                if load32(&e[j].visits):
                    top = max(top, self.value_at(&e[j], who))
            if top >= 0:
                store_float(&self.edges[p.edges[i - 1]].value, top if who == above else 1 - top)
