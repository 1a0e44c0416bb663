cdef class Descent(Arena):
    """The way down: which node, which edge, until there is something to judge."""
    cdef State start
    cdef Policy policy
    cdef Judge judge_by
    cdef int kind, mover
    cdef bint hides, solve
    cdef bint plain             # UCT and nothing else: no priors are asked for
    cdef bint settled           # the root's worth is proven
    cdef uint32_t top           # the root's node
    cdef uint32_t tops[MAX_SEATS]       # decoupled: those of the seats' trees; the mover's is `top`
    cdef list workers
    cdef object gate            # whoever has it may see who is at work, and make room
    cdef int inside             # threads at work

    @cython.final
    cdef uint64_t key_at(self, State s, int who) noexcept nogil:
        """Never 0."""
        return mix(s.information_state_key(who) + <uint64_t>who + 1) | 1

    @cython.final
    cdef uint32_t visit(self, uint32_t* counter) noexcept nogil:
        """One visit more; returns how many there were. Counted on the way down, a visit without a result yet is a loss
        to other threads, which keeps them apart (virtual loss: Chaslot et al., 2008)."""
        cdef uint32_t before
        if self.shared:
            return sum32(counter, 1)
        before = counter[0]
        counter[0] = before + 1
        return before

    @cython.final
    cdef void descend(self, State s, Stream* rng, Path* p) noexcept nogil:
        """Play `s` down the tree to an edge without visits, a finished game, or an edge that is proven."""
        cdef action_t actions[MAX_ACTIONS]
        cdef uint32_t node = self.top, edge = NOBODY, child
        cdef int n, who = s.current_player()
        cdef action_t action
        p.exact, p.closing = not self.hides, True
        while who != TERMINAL and p.depth < MAX_DEPTH:
            if who == CHANCE:
                s.apply_action(s.sample_chance(rng))
                p.closing = False
                p.exact = p.exact and self.kind == KEYED
                who = s.current_player()
                continue
            if p.depth:
                node = self.next_node(s, who, edge, p)
                if node == NOBODY:
                    return
            if p.depth == 0 or p.exact or self.kind == KEYED:
                edge = self.chosen(s, node, who, rng)
            else:
                n = s.legal_actions(actions)
                if n == 1:                  # a forced move needs no node
                    s.apply_action(actions[0])
                    who = s.current_player()
                    continue
                edge = self.available(s, node, who, actions, n)
            if edge == NOBODY:
                return
            p.nodes[p.depth], p.edges[p.depth], p.sure[p.depth] = node, edge, p.closing
            p.depth += 1
            p.closing = True
            child = load32(&self.edges[edge].child)
            n = self.visit(&self.edges[edge].visits)
            if child & PROVEN:
                p.outcome = child & ~<uint32_t>PROVEN
                return
            action = self.edges[edge].code >> SEAT_BITS
            if self.kind == DECOUPLED:
                p.trails[who] = Trail(edge=edge, seen=n)
            s.apply_action(action)
            who = s.current_player()
            if self.kind != DECOUPLED and n == 0:
                return

    @cython.final
    cdef uint32_t next_node(self, State s, int who, uint32_t edge, Path* p) noexcept nogil:
        """The node in which `who` acts after `edge`; NOBODY: the tree ends here, or there is no room."""
        if self.kind == KEYED:
            return self.node_of_key(self.key_at(s, who))
        if self.kind == DECOUPLED:
            return self.own_node(who, p)
        return self.child_of(edge)

    @cython.final
    cdef uint32_t own_node(self, int who, Path* p) noexcept nogil:
        """The node of `who` in its own tree; NOBODY where its last edge had no visits before, or there is no room."""
        cdef const Trail* own = &p.trails[who]
        if who != self.mover:
            p.exact = False                 # the mover's tree does not know what the others do
        if own.edge == NOBODY:
            return self.tops[who]
        if own.seen == 0:
            return NOBODY
        return self.child_of(own.edge)

    @cython.final
    cdef uint32_t chosen(self, State s, uint32_t node, int who, Stream* rng) noexcept nogil:
        """The edge to follow at a node whose edges are always the same; NOBODY: no room for them."""
        cdef Node* v = &self.nodes[node]
        cdef uint32_t visits = self.visit(&v.visits)
        cdef uint64_t span = load64(&v.span)
        cdef const Edge* e
        if span == 0:
            if not self.give_edges(s, node, who, rng):
                return NOBODY
            span = load64(&v.span)
        e = self.edges + first_of(span)
        if self.plain:
            return first_of(span) + best_uct(e, count_of(span), visits, self.outcomes, who, self.policy.exploration,
                                             &few)
        return first_of(span) + best_edge(&self.policy, e, count_of(span), visits, self.outcomes, who)

    @cython.final
    cdef bint give_edges(self, State s, uint32_t node, int who, Stream* rng) noexcept nogil:
        """Give a node the edges of all legal actions, in random order: equals are then tried in no order of the board.
        False: no room, or another thread is at it."""
        cdef action_t actions[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef float total = 0
        cdef Node* v = &self.nodes[node]
        cdef Edge* e
        cdef uint32_t first
        cdef int i, j, n
        if not swap32(&v.lock, 0, 1):
            return load64(&v.span) != 0
        n = s.legal_actions(actions)
        first = self.new_edges(n)
        if first == NOBODY:
            store32(&v.lock, 0)
            return False
        if not self.plain:
            s.action_weights(actions, n, weights)
            for i in range(n):
                total += weights[i]
        e = self.edges + first
        for i in range(n):
            j = <int>below(rng, i + 1)              # inside-out shuffle (Durstenfeld)
            e[i] = e[j]
            e[j].code = actions[i] << SEAT_BITS | who
            e[j].prior = <float>1.0 / n if self.plain else weights[i] / total
        store64(&v.span, span_of(first, n))
        return True

    @cython.final
    cdef uint32_t available(self, State s, uint32_t node, int who, const action_t* actions, int n) noexcept nogil:
        """The edge to follow at a node whose edges come and go; NOBODY: the tree is full, or another thread is at it."""
        cdef uint32_t legal[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef Node* v = &self.nodes[node]
        cdef Edge* e
        cdef uint64_t span = load64(&v.span)
        cdef bint known = self.all_known(span, who, actions, n)
        cdef int i
        cdef uint32_t j = 0
        self.visit(&v.visits)
        if not (known and self.plain):
            s.action_weights(actions, n, weights)
        if not known:
            if not self.add_edges(node, who, actions, weights, n):
                return NOBODY
            span = load64(&v.span)
        e = self.edges + first_of(span)
        for i in range(n):
            while e[j].code != (actions[i] << SEAT_BITS | who):
                j += 1
            legal[i] = j
            self.visit(&e[j].available)
            if self.plain:
                weights[i] = e[j].prior     # no more than the order in which they are tried
        return first_of(span) + legal[best_available(&self.policy, e, legal, weights, n)]

    @cython.final
    cdef bint all_known(self, uint64_t span, int who, const action_t* actions, int n) noexcept nogil:
        """Every legal action has its edge in this block, which ascends by code."""
        cdef const Edge* e = self.edges + first_of(span)
        cdef uint32_t j = 0, count = count_of(span)
        cdef int i
        for i in range(n):
            while j < count and e[j].code < (actions[i] << SEAT_BITS | who):
                j += 1
            if j == count or e[j].code != (actions[i] << SEAT_BITS | who):
                return False
        return True

    @cython.final
    cdef bint add_edges(self, uint32_t node, int who, const action_t* actions, const float* weights, int n) noexcept nogil:
        """Merge edges for the actions not seen here before: the block moves to the arena's end. False: no room, or another
        thread is at it. What other threads add to the old block meanwhile is lost, which harms nothing but their own sum."""
        cdef Node* v = &self.nodes[node]
        cdef uint64_t span
        cdef uint32_t first, count, i = 0, k = 0
        cdef int j = 0, code
        cdef const Edge* old
        cdef Edge* new
        if self.shared and not swap32(&v.lock, 0, 1):
            return False
        span = load64(&v.span)
        count = count_of(span)
        first = self.new_edges(count + n)
        if first == NOBODY or count + n > 0xFFFF:
            store32(&v.lock, 0)
            return False
        old, new = self.edges + first_of(span), self.edges + first
        while i < count or j < n:
            code = actions[j] << SEAT_BITS | who if j < n else 0x7FFFFFFF
            if i < count and old[i].code <= code:
                copy_edge(&new[k], &old[i])
                j += old[i].code == code
                i += 1
            else:
                new[k].code, new[k].prior = code, weights[j]
                j += 1
            k += 1
        if not self.shared:
            self.edge_count -= count + n - k        # what was merged takes less than was asked for
        store64(&v.span, span_of(first, k))
        store32(&v.lock, 0)
        return True
