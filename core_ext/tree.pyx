"""Monte Carlo tree search over any State.

A simulation walks down the tree by UCT or PUCT to an edge without visits, evaluates the position there, and adds the result to
the edges it took. Each edge keeps the utility of the seat that moves there, so every seat maximises its own (max^n: Luckhardt &
Irani, 1986). The kinds of tree differ in what a node stands for:

open    a sequence of decisions. Chance is drawn anew in every simulation and what is hidden is resampled, so what is legal at
        a node may differ from visit to visit (open loop: Perez et al., 2015; single-observer information-set search: Cowling,
        Powley & Whitehouse, 2012).
keyed   an information set of the seat to act, found by its key, whatever way led there. What is hidden is resampled from what
        the searcher knows; each seat chooses by what it would know itself (multiple-observer search, ibid.).
decoupled   a sequence of one seat's own decisions. Each seat has a tree, and a simulation walks down all of them at once, each
        when its seat is to act (a tree a seat as in multiple-observer search; decoupled as where seats move at once: Tak, Lanctot
        & Winands, 2014). What others do is drawn anew like luck, and not told apart: where it matters little to what a seat
        had better do, the seat's tree is as deep as if it were alone; where all depends on it, this is the wrong tree.

Several threads may grow a tree at the same time, each as one of its walkers. They wait for each other only where the arrays
grow. docs/search.md tells which of them may see numbers of a moment ago.

This file reads from top to bottom: the tree as Python sees it, the way down, the way back, proofs. What the edges of a node are
is in edges.pxd.
"""
cimport cython
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset
from core_ext.arena cimport (MOST_SHARED, MOVER, NOBODY, PROVEN, SEAT_BITS, SUMS, Arena, Edge, Node, Outcome, Own, Span,
                             child_of, cramped, first_span, gather, grow, hand_over, hear, new_edges, new_node, node_of_key,
                             outcome_number, release, reserve, slot_of, span_of, visit)
from core_ext.atomic cimport add32, glance32, load32, load64, note32, store32, swap64
from core_ext.edges cimport add_edges, all_known, known_of, most_visited, proof_of
from core_ext.leaf cimport NONE, UNIFORM, WEIGHTED, Evaluation, Playout, evaluate, take_weights
from core_ext.net cimport Net
from core_ext.outcome cimport result_of
from core_ext.rng cimport Stream, below, mix, stream
from core_ext.root_stats cimport RootStats, add_stats, note
from core_ext.select cimport AtHand, Policy, best_available, best_edge, best_uct, prepare
from core_ext.state cimport State
from core_ext.system cimport Gate, enter_alone, enter_together, go_out, make_gate, nanoseconds, unmake_gate
from core_ext.types cimport CHANCE, MAX_ACTIONS, MAX_SEATS, TERMINAL, action_t

from core_ext.net import check

cdef enum:
    MAX_DEPTH = 512
    MAX_PLAN = 48               # actions of a plan that simulations are told to begin with
    FIRST_NODES = 1024          # room of a new tree
    FIRST_EDGES = 8 * MAX_ACTIONS
    FIRST_OUTCOMES = 64
    FIRST_KEYS = 4096           # a power of two
    RESAMPLING = 0x5EED         # of the streams that resample what is hidden
    MANY = 128                  # where threads share a tree, `available` grows from here on by so much, once in as many times
    STEP = 8

cdef enum:
    MOST_TAKEN = 64             # simulations that a thread takes at a time, at most,
    APART = 512                 # bytes between positions, more than a State has beside its position
    SHORT = 50_000              # nanoseconds: if they take less, it takes more of them,
    LONG = 4 * SHORT            # and if they take more than this, fewer

cdef enum Kind:
    OPEN, KEYED, DECOUPLED

KINDS = {"open": OPEN, "keyed": KEYED, "decoupled": DECOUPLED}
PLAYOUTS = {"uniform": UNIFORM, "heuristic": WEIGHTED, "none": NONE}

cdef AtHand few
prepare(&few)

cdef struct Trail:              # one simulation's way down a seat's own tree
    uint32_t edge               # the last; NOBODY: none yet
    uint32_t seen               # visits it had before this one

cdef struct Path:               # one simulation's way down
    uint32_t nodes[MAX_DEPTH]
    uint32_t edges[MAX_DEPTH]
    bint later[MAX_DEPTH]       # this visit is counted with its result
    bint sure[MAX_DEPTH]        # nothing was drawn between the edge before and this node
    int depth
    int told                    # actions of the plan made so far
    Trail trails[MAX_SEATS]     # decoupled
    bint closing                # nothing was drawn after the last edge
    bint exact                  # every simulation that takes these edges comes to this very position
    uint32_t outcome            # what the last edge is proven to lead to, or NOBODY

@cython.final
cdef class Walker:
    """What a thread needs for itself to grow a tree."""
    cdef State scratch          # where its simulations play
    cdef RootStats* stats       # of its simulations, by the root's edges, in their order
    cdef Own* own               # room and sums
    cdef action_t plan[MAX_PLAN]        # what the seat to act at the root is told to begin with,
    cdef int plan_length                # 0: it is free
    cdef RootStats of_plan              # of the simulations that began with it
    cdef int64_t simulations

    def __cinit__(self):
        self.stats = <RootStats*>calloc(MAX_ACTIONS, sizeof(RootStats))
        self.own = <Own*>calloc(1, sizeof(Own))
        if self.stats == NULL or self.own == NULL:
            raise MemoryError("no memory for a search tree")

    def __dealloc__(self):
        free(self.stats)
        free(self.own)


@cython.final
cdef class Tree:
    """A search tree below one position. Grown by `run` and `share`, by one thread at a time as each of its walkers; read,
    while nobody grows it, by `root` and `line`."""
    cdef State start            # the position at the root
    cdef State reader           # where replies are asked for
    cdef list walkers           # one for each thread that may grow it
    cdef Arena arena
    cdef Gate gate              # simulations have it together; whoever makes the arrays larger has it alone
    cdef uint64_t given         # numbers of simulations that `share` has handed out
    cdef uint32_t halting       # `share` makes no more simulations
    cdef Policy policy
    cdef Evaluation leaf
    cdef Net net                # None: it has none
    cdef Kind kind
    cdef int mover              # the seat to act at the root
    cdef bint hides             # something is hidden at the root, and so counts as hidden in the whole tree
    cdef bint proves
    cdef bint plain             # UCT and nothing else: no priors are asked for
    cdef uint32_t tops[MAX_SEATS]       # the root node by seat: the mover's, and in decoupled trees those of all seats
    cdef uint32_t proven        # so is what the root is worth

    def __cinit__(self):
        make_gate(&self.gate, NULL)

    def __init__(self, State state, *, kind: str = "open", policy: str = "puct", exploration: float = 1.0,
                 fpu: float = 0.1, playout: str = "heuristic", cutoff: int = 0, weights=(), solve: bool = True,
                 net: Net | None = None, limit: int = 40_000_000, threads: int = 1):
        """The settings are those of mcts.params.SearchParams. `limit`: edges at most, 32 bytes each; `threads`: how many may
        grow the tree at the same time."""
        if state.current_player() < 0:
            state.reraise()
            raise ValueError("a search needs a position in which a seat is to act")
        self.start, self.reader, self.mover, self.hides = state.copy(), state.blank(), state.current_player(), state.hides()
        self.kind, self.proves = <Kind><int>KINDS[kind], solve and not self.hides
        self.policy = Policy(uct=policy == "uct", exploration=exploration, fpu=fpu)
        self.plain = policy == "uct" and fpu == float("-inf")
        self.leaf.playout, self.leaf.cutoff = <Playout><int>PLAYOUTS[playout], cutoff
        self.net = net
        if net is not None:
            check(net, state)
            self.leaf.net = &net.weights
        elif cutoff or playout == "none":
            take_weights(&self.leaf, state, weights)
        self.walkers = walkers(state, threads)
        self.arena.threads, self.arena.shared = threads, threads > 1
        self.arena.limit = min(limit, MOST_SHARED) if threads > 1 else limit
        reserve(&self.arena, FIRST_NODES, min(<uint32_t>FIRST_EDGES, self.arena.limit), FIRST_OUTCOMES,
                FIRST_KEYS if self.kind == KEYED else 0)
        cdef Own* own = (<Walker>self.walkers[0]).own
        self.tops[self.mover] = (node_of_key(&self.arena, key_at(self.start, self.mover), own) if self.kind == KEYED
                                 else new_node(&self.arena, own))
        if self.kind == DECOUPLED:
            for seat in range(state.seats):
                if seat != self.mover:
                    self.tops[seat] = new_node(&self.arena, own)

    def __dealloc__(self):
        release(&self.arena)
        unmake_gate(&self.gate)

    @property
    def node_count(self) -> int:
        return self.arena.node_count - sum([(<Walker>w).own.last_node - (<Walker>w).own.node for w in self.walkers])

    @property
    def edge_count(self) -> int:
        return self.arena.edge_count

    @property
    def unheard(self) -> int:
        """Visits of edges without a result, as long as simulations are on their way; so 0 while nobody grows the tree."""
        cdef uint32_t j
        cdef int64_t found = 0
        for j in range(self.arena.edge_count):
            found += <int32_t>self.arena.edges[j].unheard
        return found

    @property
    def full(self) -> bool:
        """The limit was met: the tree grows no more."""
        return self.arena.full != 0

    @property
    def solved(self) -> bool:
        """What the root is worth is proven."""
        return load32(&self.proven) != 0

    @property
    def simulations(self) -> int:
        """How many were made."""
        return sum([(<Walker>w).simulations for w in self.walkers])

    @property
    def halted(self) -> bool:
        """It was told to."""
        return load32(&self.halting) != 0

    def halt(self) -> None:
        """Threads in `share` come back as soon as they are through with a few simulations, those of later calls at once."""
        store32(&self.halting, True)

    def run(self, n: int, seed: int, first: int, walker: int = 0) -> int:
        """n more simulations, fewer if the position is solved; number k draws from stream (seed, first + k), so chunks do
        not change the tree. Returns how many were made."""
        cdef Walker w = self.walkers[walker]
        cdef int64_t k, count = n
        cdef uint64_t s = seed, begin = first
        w.scratch.failed = False        # an earlier call has raised what this was about
        with nogil:
            k = self.all_of(w, s, begin, count)
            self.hand_over_all(w)
        w.simulations += k
        w.scratch.reraise()
        return k

    def share(self, below: int, seed: int, seconds: float, walker: int = 0) -> int:
        """Simulations from the stock of all walkers, which are numbered from 0 on, until all those below a number are handed
        out, the position is solved, or so many seconds are over; one or a few at least, if there are any left. Number k draws
        from stream (seed, k). Returns how many this walker made."""
        cdef Walker w = self.walkers[walker]
        cdef uint64_t s = seed, end = below
        cdef int64_t made, begin = nanoseconds()
        cdef int64_t until = <int64_t>min(seconds * 1e9, 9e18 - begin) + begin
        w.scratch.failed = False        # an earlier call has raised what this was about
        with nogil:
            made = self.from_stock(w, s, end, until)
        w.simulations += made
        w.scratch.reraise()
        return made

    @property
    def handed_out(self) -> int:
        """How many simulations `share` has begun."""
        return load64(&self.given)

    def run_plan(self, plan, n: int, seed: int, first: int, walker: int = 0) -> dict:
        """n simulations that begin with these actions of the seat to act; they grow the same tree. Returns what they came to:
        count, and sums of the utilities and scores per seat, of the mover's wins, and of its squared utilities.

        Number k draws from stream (seed, first + k): two plans given the same numbers meet the same luck, as far as what
        they draw goes alike. Raises ValueError for a plan of more than 48 actions.
        """
        if len(plan) > MAX_PLAN:
            raise ValueError(f"a plan of {len(plan)} actions, expected {MAX_PLAN} at most")
        cdef Walker w = self.walkers[walker]
        memset(&w.of_plan, 0, sizeof(RootStats))
        for i, action in enumerate(plan):
            w.plan[i] = action
        w.plan_length = len(plan)
        try:
            self.run(n, seed, first, walker)
        finally:
            w.plan_length = 0
        cdef RootStats* r = &w.of_plan
        cdef int k, seats = self.start.seats
        return {"count": r.count, "wins": r.wins, "utility_squared": r.utility_squared,
                "utilities": [r.utilities[k] for k in range(seats)], "scores": [r.scores[k] for k in range(seats)]}

    def replies(self, actions) -> list:
        """What the tree holds after these actions, each of any seat: (action, visits, total, prior, proven) of its edges that
        are legal there and of the seat to act; `total` is the sum of its utility, `proven` what it is proven to be worth to
        it or None. Empty where the tree has no such node, and at chance nodes and ends.

        What is hidden stays as it is in the position at the root.
        """
        cdef State s = self.reader
        cdef uint32_t own[MAX_SEATS]        # decoupled: where each seat stands in its own tree
        cdef uint32_t node = self.tops[self.mover], j
        cdef int who
        cdef action_t legal[MAX_ACTIONS]
        cdef const Edge* e
        cdef int n, i
        s.copy_from(self.start)
        own[:] = self.tops
        for action in actions:
            node = self.after(s, node, action, own)
            if node == NOBODY:
                return []
        who, n, rows = s.current_player(), 0, []
        if who >= 0:
            n = s.legal_actions(legal)
        for j in range(self.arena.nodes[node].first, self.arena.nodes[node].first + self.arena.nodes[node].count):
            e = &self.arena.edges[j]
            for i in range(n):
                if e.code == (legal[i] << SEAT_BITS | who):
                    proven = self.arena.outcomes[e.child & ~<uint32_t>PROVEN].utilities[who] if e.child & PROVEN else None
                    rows.append((legal[i], e.visits, e.total, e.prior, proven))
        return rows

    def proof(self, actions):
        """(utilities, shares of the win, points), a number a seat, of what these actions, one at least, are proven to lead to;
        None: nothing is proven of them.
        """
        cdef State s = self.reader
        cdef uint32_t own[MAX_SEATS]
        cdef uint32_t node = self.tops[self.mover], j
        cdef const Outcome* out
        cdef int seats = self.start.seats, k
        s.copy_from(self.start)
        own[:] = self.tops
        for action in actions[:len(actions) - 1]:
            node = self.after(s, node, action, own)
            if node == NOBODY:
                return None
        last = actions[len(actions) - 1]
        for j in range(self.arena.nodes[node].first, self.arena.nodes[node].first + self.arena.nodes[node].count):
            if self.arena.edges[j].code == (<int>last << SEAT_BITS | s.current_player()) and self.arena.edges[j].child & PROVEN:
                out = &self.arena.outcomes[self.arena.edges[j].child & ~<uint32_t>PROVEN]
                return ([out.utilities[k] for k in range(seats)], [out.shares[k] for k in range(seats)],
                        [out.points[k] for k in range(seats)])
        return None

    cdef uint32_t after(self, State s, uint32_t node, int action, uint32_t* own):
        """Apply an action to `s`, which stands at `node`; the node it leads to, or NOBODY where the tree has none."""
        cdef int who = s.current_player()
        cdef action_t legal[MAX_ACTIONS]
        cdef int64_t edge = -1
        cdef uint32_t j
        for j in range(self.arena.nodes[node].first, self.arena.nodes[node].first + self.arena.nodes[node].count):
            if self.arena.edges[j].code == (action << SEAT_BITS | who):
                edge = j
        forced = edge < 0 and s.legal_actions(legal) == 1      # a forced move has no edge
        s.apply_action(action)
        if edge < 0 and not forced:
            return NOBODY
        if edge >= 0:
            node = self.below(s, <uint32_t>edge)
        if self.kind == DECOUPLED and node != NOBODY:
            own[who] = node
            node = own[s.current_player()] if s.current_player() >= 0 else NOBODY
        return node

    def lead(self) -> int:
        """By how many visits the most visited root action is ahead of the next: all it has where there is no other, -1
        where anything in the tree is proven, since a proof that grows to the root counts for more than visits."""
        cdef const Node* top = &self.arena.nodes[self.tops[self.mover]]
        cdef uint32_t i, visits, most = 0, second = 0
        if load32(&self.arena.outcome_count):
            return -1
        for i in range(top.first, top.first + top.count):
            visits = glance32(&self.arena.edges[i].visits)
            if visits > most:
                most, second = visits, most
            elif visits > second:
                second = visits
        return most - second

    def root(self) -> list:
        """One dict per root action, ascending: action, visits, their sum of the mover's utility, prior, what it is proven to be
        worth to the mover (or None); and of the `count` simulations that began with it the sums of wins, squares, utilities
        and scores per seat."""
        cdef Node* top = &self.arena.nodes[self.tops[self.mover]]
        cdef Edge* e
        cdef RootStats all_of_them
        cdef RootStats* r
        cdef uint32_t i
        cdef int k, seats = self.start.seats
        rows = []
        for i in range(top.count):
            e, r = &self.arena.edges[top.first + i], &all_of_them
            memset(r, 0, sizeof(RootStats))
            for walker in self.walkers:
                add_stats(r, &(<Walker>walker).stats[i], seats)
            proven = self.arena.outcomes[e.child & ~<uint32_t>PROVEN].utilities[self.mover] if e.child & PROVEN else None
            rows.append({"action": e.code >> SEAT_BITS, "visits": e.visits, "total": e.total, "prior": e.prior,
                         "proven": proven, "count": r.count, "wins": r.wins, "wins_squared": r.wins_squared,
                         "utility_squared": r.utility_squared, "score_squared": r.score_squared,
                         "scores": [r.scores[k] for k in range(seats)], "utilities": [r.utilities[k] for k in range(seats)]})
        return sorted(rows, key=lambda row: row["action"])

    def line(self, action: int, length: int = 12) -> list:
        """The principal variation that begins with `action`: most visited replies, up to the next chance node.

        What is hidden is resampled once: the line must not tell what the mover cannot know.
        """
        cdef State s = self.start.copy()
        cdef Stream rng = stream(0, 0)
        cdef uint32_t own[MAX_SEATS]        # decoupled: where each seat stands in its own tree
        cdef uint32_t node = self.tops[self.mover]
        cdef action_t legal[MAX_ACTIONS]
        cdef int64_t edge
        cdef int who
        own[:] = self.tops
        if self.hides:
            s.resample(self.mover, &rng)
        moves = []
        while len(moves) < length and s.current_player() >= 0 and node != NOBODY:
            edge, who = most_visited(&self.arena, s, node, -1 if moves else action), s.current_player()
            if edge < 0 and (self.kind != DECOUPLED or s.legal_actions(legal) > 1):
                break
            move = self.arena.edges[edge].code >> SEAT_BITS if edge >= 0 else legal[0]  # forced moves have no edge there
            moves.append(move)
            s.apply_action(move)
            if edge >= 0:
                node = self.below(s, <uint32_t>edge)
            if self.kind == DECOUPLED:
                own[who] = node
                node = own[s.current_player()] if s.current_player() >= 0 else NOBODY
        return moves or [action]

    cdef uint32_t below(self, State s, uint32_t edge):
        """The node that an edge leads to, without making one; NOBODY where there is none."""
        cdef uint32_t child = self.arena.edges[edge].child, at
        if child & PROVEN or (s.current_player() < 0 and self.kind != DECOUPLED):
            return NOBODY
        if self.kind != KEYED:
            return child if child else NOBODY
        at = slot_of(&self.arena, key_at(s, s.current_player()))
        return self.arena.keyed_nodes[at] - 1 if self.arena.keys[at] else NOBODY

    # ---- the way down: which node, which edge, until there is something to evaluate ---------------------------------

    cdef int64_t from_stock(self, Walker w, uint64_t seed, uint64_t below, int64_t until) except -1 nogil:
        """What `share` does, until this time of the clock. The interpreter is needed only where the arrays grow."""
        cdef uint64_t first = 0
        cdef int64_t made = 0, n = 1, took, before, now = nanoseconds()
        while not (load32(&self.proven) or load32(&self.halting)):
            before, took = now, self.next_numbers(n, below, &first)
            if took == 0:
                break
            made += self.all_of(w, seed, first, took)
            now = nanoseconds()
            if w.scratch.failed or now >= until:
                break
            if now - before < SHORT and n < MOST_TAKEN:
                n *= 2
            elif now - before > LONG and n > 1:
                n //= 2
        self.hand_over_all(w)
        return made

    cdef int64_t all_of(self, Walker w, uint64_t seed, uint64_t first, int64_t n) except -1 nogil:
        """Simulations `first` and so on, n of them, fewer if the position is solved or the rules fail; how many."""
        cdef int64_t k = 0
        cdef bint tight = False
        while k < n and not (load32(&self.proven) or w.scratch.failed):
            if tight:
                self.make_room()
            enter_together(&self.gate)
            tight = cramped(&self.arena)
            while k < n and not (tight or glance32(&self.proven) or w.scratch.failed):
                self.simulate(w, w.scratch, seed, first + k)
                k += not w.scratch.failed
                tight = cramped(&self.arena)
            go_out(&self.gate)
        return k

    cdef void hand_over_all(self, Walker w) noexcept nogil:
        """The tree gets what this thread has gathered."""
        cdef int i
        if self.arena.shared:
            enter_together(&self.gate)
            for i in range(SUMS):
                hand_over(&self.arena, &w.own.sums[i])
            go_out(&self.gate)

    cdef int make_room(self) except -1 nogil:
        """Larger arrays. Who waits for the others does not hold the lock of the interpreter: they may need it to finish."""
        enter_alone(&self.gate)
        with gil:
            try:
                grow(&self.arena)
            finally:
                go_out(&self.gate)
        return 0

    cdef int64_t next_numbers(self, int64_t n, uint64_t end, uint64_t* first) noexcept nogil:
        """Take the next n numbers of the stock, as far as they are below `end`; how many that are."""
        cdef uint64_t at = load64(&self.given), after
        while at < end:
            after = min(at + n, end)
            if swap64(&self.given, at, after):
                first[0] = at
                return after - at
            at = load64(&self.given)
        return 0

    cdef void simulate(self, Walker w, State s, uint64_t seed, uint64_t number) noexcept nogil:
        """One simulation; `s` is scratch."""
        cdef Stream rng = stream(seed, number), hidden
        cdef Path p
        cdef Outcome out
        memset(&out, 0, sizeof(Outcome))
        s.copy_from(self.start)
        if self.hides:
            hidden = stream(seed ^ RESAMPLING, number)
            s.resample(self.mover, &hidden)
        self.descend(w, s, &rng, &p)
        if p.outcome != NOBODY:
            out = self.arena.outcomes[p.outcome]
            if p.exact:                             # proven by another way: the nodes above may be now
                self.prove_from(&p, p.depth - 1)
        elif s.current_player() == TERMINAL:
            result_of(s, &out)
            if self.proves and p.exact and p.closing and p.depth and not s.failed:
                self.prove(&p, &out)
        else:
            evaluate(&self.leaf, s, &rng, &out)
        if not s.failed:
            self.back_up(w, s.seats, &p, &out)

    cdef void descend(self, Walker w, State s, Stream* rng, Path* p) noexcept nogil:
        """Play `s` down the tree to an edge without visits, a finished game, or an edge that is proven."""
        cdef action_t actions[MAX_ACTIONS]
        cdef uint32_t node = self.tops[self.mover], edge = NOBODY, seen, child
        cdef int n, seat, who = s.current_player()
        cdef bint follows
        p.depth, p.told, p.outcome, p.exact, p.closing = 0, 0, NOBODY, not self.hides, True
        if self.kind == DECOUPLED:
            for seat in range(s.seats):
                p.trails[seat].edge = NOBODY
        while who != TERMINAL and p.depth < MAX_DEPTH:
            if who == CHANCE:
                s.apply_action(s.sample_chance(rng))
                p.closing = False
                p.exact = p.exact and self.kind == KEYED
                who = s.current_player()
                continue
            if p.depth:
                node = self.next_node(w, s, who, edge, p)
                if node == NOBODY:
                    return
            if p.depth == 0 or p.exact or self.kind == KEYED:
                edge, n = self.best_of_all(w, s, node, who, rng), 0
            else:
                n = s.legal_actions(actions)
                if n == 1:                  # a forced move needs no node
                    s.apply_action(actions[0])
                    who = s.current_player()
                    p.told += 1
                    continue
                edge = self.best_of_legal(w, s, node, who, actions, n, rng.state)
            if edge == NOBODY:
                return
            follows = p.told < w.plan_length
            if follows:
                edge = self.as_told(w, node, who, edge, actions, n, p)
            seen = visit(&self.arena, &edge, &p.later[p.depth])
            p.nodes[p.depth], p.edges[p.depth], p.sure[p.depth] = node, edge, p.closing
            p.depth += 1
            p.closing = True
            child = load32(&self.arena.edges[edge].child)
            if child & PROVEN:
                p.outcome = child & ~<uint32_t>PROVEN
                return
            if self.kind == DECOUPLED:
                p.trails[who] = Trail(edge=edge, seen=seen + follows)
            s.apply_action(self.arena.edges[edge].code >> SEAT_BITS)
            who = s.current_player()
            if self.kind != DECOUPLED and seen == 0 and not follows:
                return

    cdef uint32_t as_told(self, Walker w, uint32_t node, int who, uint32_t edge, const action_t* legal, int n,
                          Path* p) noexcept nogil:
        """The edge of the plan's next action at this node; `n` actions are legal, 0: those of all edges. Where it is not among
        them the plan ends with the edge that the search chose."""
        cdef Span span = span_of(&self.arena.nodes[node])
        cdef action_t action = w.plan[p.told]
        cdef bint can = n == 0
        cdef uint32_t j
        cdef int i
        for i in range(n):
            can = can or legal[i] == action
        for j in range(span.first, span.first + span.count):
            if can and self.arena.edges[j].code == (action << SEAT_BITS | who):
                p.told += 1
                return j
        p.told = w.plan_length
        return edge

    cdef uint32_t next_node(self, Walker w, State s, int who, uint32_t edge, Path* p) noexcept nogil:
        """The node in which `who` acts after `edge`; NOBODY: the tree ends here."""
        if self.kind == KEYED:
            return node_of_key(&self.arena, key_at(s, who), w.own)
        if self.kind == DECOUPLED:
            return self.own_node(w, who, p)
        return child_of(&self.arena, edge, w.own)

    cdef uint32_t own_node(self, Walker w, int who, Path* p) noexcept nogil:
        """The node of `who` in its own tree; NOBODY where its last edge had no visits before."""
        cdef const Trail* own = &p.trails[who]
        if who != self.mover:
            p.exact = False                 # the mover's tree does not know what the others do
        if own.edge == NOBODY:
            return self.tops[who]
        return child_of(&self.arena, own.edge, w.own) if own.seen else <uint32_t>NOBODY

    cdef uint32_t best_of_all(self, Walker w, State s, uint32_t node, int who, Stream* rng) noexcept nogil:
        """The edge to follow at a node whose edges are always the same; NOBODY: the tree is full."""
        cdef Node* v = &self.arena.nodes[node]
        cdef Span span = span_of(v)
        cdef uint32_t visits = self.visits_here(v, span)
        cdef const Edge* e
        if span.count == 0:
            if not self.expand(w, s, v, who, rng):
                return NOBODY
            span = span_of(v)
        e = self.arena.edges + span.first
        if self.arena.shared:
            if self.plain:
                return span.first + best_uct(e, span.count, visits, self.arena.outcomes, who, self.policy.exploration,
                                             &few, True)
            return span.first + best_edge(&self.policy, e, span.count, visits, self.arena.outcomes, who, True)
        if self.plain:
            return span.first + best_uct(e, span.count, visits, self.arena.outcomes, who, self.policy.exploration, &few,
                                         False)
        return span.first + best_edge(&self.policy, e, span.count, visits, self.arena.outcomes, who, False)

    cdef uint32_t visits_here(self, Node* v, Span span) noexcept nogil:
        """Visits of a node before this one, which is counted. Where threads share the tree they are those of its edges,
        once as many are counted as there are edges: another number that all write would be one too many."""
        cdef uint32_t j, visits = glance32(&v.visits)
        if not self.arena.shared:
            v.visits = visits + 1
            return visits
        if span.count == 0 or visits <= span.count:
            return add32(&v.visits, 1)
        visits = 0
        for j in range(span.first, span.first + span.count):
            visits += glance32(&self.arena.edges[j].visits)
        return visits

    cdef uint32_t best_of_legal(self, Walker w, State s, uint32_t node, int who, const action_t* actions, int n,
                                uint64_t salt) noexcept nogil:
        """The edge to follow at a node whose edges come and go, with `salt` for lots; NOBODY: the tree is full. While another
        thread adds edges to the node, it is one of those that are there."""
        cdef action_t there[MAX_ACTIONS]
        cdef uint32_t legal[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef Node* v = &self.arena.nodes[node]
        cdef Edge* e
        cdef Span span = span_of(v)
        cdef bint known = all_known(&self.arena, span, who, actions, n)
        cdef int i
        cdef uint32_t j = 0, available
        cdef bint a_step = (salt >> 32) % STEP == 0
        if not (known and self.plain):
            s.action_weights(actions, n, weights)
        if not known:
            if not add_edges(&self.arena, v, who, actions, weights, n, w.own):
                if not self.arena.shared:
                    return NOBODY
                n = known_of(&self.arena, span_of(v), who, actions, weights, n, there)
                if n == 0:
                    return NOBODY
                actions = there
            span = span_of(v)
        e = self.arena.edges + span.first
        for i in range(n):
            while e[j].code != (actions[i] << SEAT_BITS | who):
                j += 1
            legal[i] = j
            available = glance32(&e[j].available)
            if not self.arena.shared or available < MANY:
                note32(&e[j].available, available + 1)      # two threads at once may count one
            elif a_step:
                note32(&e[j].available, available + STEP)
            if self.plain:
                weights[i] = e[j].prior     # no more than the order in which they are tried
        if self.arena.shared:
            return span.first + legal[best_available(&self.policy, e, legal, weights, n, salt, True)]
        return span.first + legal[best_available(&self.policy, e, legal, weights, n, salt, False)]

    # ---- the edges of a node ----------------------------------------------------------------------------------------

    cdef bint expand(self, Walker w, State s, Node* v, int who, Stream* rng) noexcept nogil:
        """Give a node the edges of all legal actions, in random order: equals are then tried in no order of the board.
        False: the tree is full. No thread waits for another here, which may have been stopped halfway."""
        cdef action_t actions[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef float total = 0
        cdef int i, j, n = s.legal_actions(actions)
        cdef uint32_t first = new_edges(&self.arena, n, w.own)
        cdef Edge* e
        if first == NOBODY:
            return False
        e = self.arena.edges + first
        if not self.plain:
            s.action_weights(actions, n, weights)
            for i in range(n):
                total += weights[i]
        for i in range(n):
            j = <int>below(rng, i + 1)              # inside-out shuffle (Durstenfeld)
            e[i] = e[j]
            e[j].code = actions[i] << SEAT_BITS | who
            e[j].prior = <float>1.0 / n if self.plain else weights[i] / total
        first_span(&self.arena, v, first, n, w.own)
        return True

    # ---- the way back ------------------------------------------------------------------------------------------------

    cdef void back_up(self, Walker w, int seats, const Path* p, const Outcome* out) noexcept nogil:
        """Add a result to the edges that led to it, each to the seat that moved."""
        cdef int i, who = self.mover
        cdef float utility
        for i in range(p.depth):
            utility = out.utilities[self.arena.edges[p.edges[i]].code & MOVER]
            if p.later[i]:
                gather(&self.arena, w.own, p.edges[i], utility)
            else:
                hear(&self.arena, p.edges[i], utility)
        if p.depth:
            note(&w.stats[p.edges[0] - span_of(&self.arena.nodes[p.nodes[0]]).first], who, seats, out)
        if w.plan_length:
            note(&w.of_plan, who, seats, out)

    # ---- solved subtrees (MCTS-Solver: Winands, Bjornsson & Saito, 2008; here for any number of seats) ------------------

    cdef void prove(self, const Path* p, const Outcome* out) noexcept nogil:
        """The last edge leads to `out` for certain; so may the edges above it."""
        cdef uint32_t number = outcome_number(&self.arena, out)
        if number != NOBODY:
            store32(&self.arena.edges[p.edges[p.depth - 1]].child, PROVEN | number)
            self.prove_from(p, p.depth - 1)

    cdef void prove_from(self, const Path* p, int i) noexcept nogil:
        """An edge of the path's node i was proven: perhaps the node is now, and the edge that leads to it."""
        cdef uint32_t number
        while True:
            number = proof_of(&self.arena, p.nodes[i])
            if number == NOBODY:
                return
            if i == 0:
                store32(&self.proven, True)
                return
            if not p.sure[i]:
                return
            i -= 1
            store32(&self.arena.edges[p.edges[i]].child, PROVEN | number)


cdef list walkers(State state, int count):
    """Walkers whose positions lie cache lines apart: each thread writes its own all the time."""
    found, others = [], []
    for _ in range(count):
        w = Walker()
        w.scratch = state.blank()
        while any([near(w.scratch, (<Walker>other).scratch) for other in found]):
            others.append(w.scratch)        # keeps its place until all are found
            w.scratch = state.blank()
        found.append(w)
    return found


cdef bint near(State one, State other):
    """Whether the two may lie on the same cache lines, or on lines that are fetched together."""
    cdef int64_t gap = <int64_t><size_t><void*>one - <int64_t><size_t><void*>other
    return abs(gap) < <int64_t>(one.size + APART)


cdef inline uint64_t key_at(State s, int who) noexcept nogil:
    """The key of what `who` knows, never 0."""
    return mix(s.information_state_key(who) + <uint64_t>who + 1) | 1
