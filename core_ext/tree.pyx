"""Monte Carlo tree search over any State.

A simulation walks down the tree by UCT or PUCT, judges the leaf it comes to, and adds the result to the edges it took. Each
edge keeps the utility of the seat that moves there, so every seat maximises its own (max^n: Luckhardt & Irani, 1986). The
kinds of tree differ in what a node stands for:

open    a sequence of decisions. Chance is drawn anew in every simulation and hidden things are redealt, so what is legal at a
        node may differ from visit to visit (open loop: Perez et al., 2015; single-observer information-set search: Cowling,
        Powley & Whitehouse, 2012).
keyed   an information set of the seat to act, found by its key, whatever way led there: hidden things are redealt from what the
        searcher knows, each seat chooses by what it would know itself (multiple-observer search, ibid.).
decoupled   a sequence of one seat's own decisions. Each seat has a tree, and a simulation walks down all of them at once, each
        when its seat is to act (a tree a seat as in multiple-observer search; decoupled as where seats move at once: Tak, Lanctot
        & Winands, 2014). What others do is drawn anew like luck, and not told apart: where it matters little to what a seat
        had better do, the seat's tree is as deep as if it were alone; where all depends on it, this is the wrong tree.
"""
from threading import Condition

cimport cython
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset
from core_ext.arena cimport MOVER, NOBODY, PROVEN, SEAT_BITS, Arena, Edge, Node, Outcome, copy_edge, count_of, first_of, span_of
from core_ext.atomic cimport load32, load64, load_double, store32, store64, sum32, sum_double, swap32
from core_ext.leaf cimport NONE, UNIFORM, WEIGHTED, Judge, Playout, judge, result_of
from core_ext.rng cimport Stream, below, mix, stream
from core_ext.select cimport AtHand, Policy, best_available, best_edge, best_uct, prepare
from core_ext.state cimport State
from core_ext.types cimport CHANCE, MAX_ACTIONS, MAX_FEATURES, MAX_SEATS, TERMINAL, action_t

cdef enum:
    MAX_DEPTH = 512
    FIRST_NODES = 1024          # room of a new tree
    FIRST_EDGES = 8 * MAX_ACTIONS
    FIRST_OUTCOMES = 64
    FIRST_KEYS = 4096           # a power of two
    REDEALS = 0x5EED            # of the streams that redeal

cdef enum Kind:
    OPEN, KEYED, DECOUPLED

KINDS = {"open": OPEN, "keyed": KEYED, "decoupled": DECOUPLED}
PLAYOUTS = {"uniform": UNIFORM, "heuristic": WEIGHTED, "none": NONE}

cdef AtHand few
prepare(&few)

cdef struct Trail:              # one simulation's way down a seat's own tree
    uint32_t edge               # the last; NOBODY: none yet
    int seen                    # visits it had before this one

cdef struct Path:               # one simulation's way down
    uint32_t nodes[MAX_DEPTH]
    uint32_t edges[MAX_DEPTH]
    bint sure[MAX_DEPTH]        # nothing was drawn between the edge before and this node
    int depth
    Trail trails[MAX_SEATS]     # decoupled
    bint closing                # nothing was drawn after the last edge
    bint exact                  # every simulation that takes these edges comes to this very position
    uint32_t outcome            # what the last edge is proven to lead to, or NOBODY

cdef struct RootEdge:           # what is reported of a root action, beyond what the search needs
    int64_t count               # simulations summed up here: fewer than the edge's visits where a tree was kept
    double wins                 # of the seat to move: sum and sum of squares
    double wins_squared
    double utility_squared      # of the seat to move
    double score_squared        # of the seat to move
    double scores[MAX_SEATS]
    double utilities[MAX_SEATS]


cdef class Worker:
    """What one thread needs for itself: a position to play on and its root statistics."""
    cdef State play
    cdef RootEdge* roots
    cdef int64_t simulations

    def __init__(self, State state):
        self.play = state.blank()
        self.roots = <RootEdge*>calloc(MAX_ACTIONS, sizeof(RootEdge))
        if self.roots == NULL:
            raise MemoryError("no memory for a search thread")

    def __dealloc__(self):
        free(self.roots)


include "descent.pxi"
include "backup.pxi"


cdef class Tree(Backup):
    """A search tree below one position. Grown by `run`, read by `root` and `line`."""

    def __init__(self, State state, *, kind: str = "open", policy: str = "puct", exploration: float = 1.0,
                 fpu: float = 0.1, playout: str = "heuristic", cutoff: int = 0, weights=(), solve: bool = True,
                 workers: int = 1, limit: int = 40_000_000):
        """The settings are those of mcts.params.SearchParams. `limit`: edges at most, 32 bytes each. More than one worker:
        as many threads may call `run` at once, each with a worker of its own."""
        if state.current_player() < 0:
            state.reraise()
            raise ValueError("a search needs a position in which a seat is to act")
        self.start, self.mover, self.hides = state.copy(), state.current_player(), state.hides
        self.kind, self.solve = KINDS[kind], solve and not state.hides
        self.policy.uct, self.policy.exploration, self.policy.fpu = policy == "uct", exploration, fpu
        self.plain = policy == "uct" and fpu == float("-inf")
        self.take_judge(playout, cutoff, weights)
        self.workers = [Worker(state) for _ in range(workers)]
        self.shared, self.crowd, self.limit = workers > 1, workers, limit
        self.gate, self.inside = Condition(), 0
        self.make_room()

    def take_judge(self, playout: str, cutoff: int, weights) -> None:
        cdef float inputs[MAX_FEATURES]
        cdef int i
        memset(&self.judge_by, 0, sizeof(Judge))
        self.judge_by.playout, self.judge_by.cutoff = <Playout><int>PLAYOUTS[playout], cutoff
        if cutoff or playout == "none":
            self.judge_by.inputs = self.start.features(0, inputs)
            if not self.judge_by.inputs or self.judge_by.inputs != len(weights):
                raise ValueError(f"value function: found {len(weights)} weights for {self.judge_by.inputs} features of this game")
            for i in range(self.judge_by.inputs):
                self.judge_by.weights[i] = weights[i]

    def make_room(self) -> None:
        """The first blocks."""
        self.reserve(FIRST_NODES, min(<uint32_t>FIRST_EDGES, self.limit), FIRST_OUTCOMES, FIRST_KEYS if self.kind == KEYED else 0)
        if self.kind == KEYED:
            self.node_of_key(self.key_at(self.start, self.mover))
        else:
            self.new_node()
        if self.kind == DECOUPLED:
            for seat in range(self.start.seats):
                self.tops[seat] = self.new_node() if seat != self.mover else self.top

    cdef int come_in(self) except -1:
        """Before a thread goes to work: where there is little room it waits until no other is at work, and makes more."""
        with self.gate:
            while self.cramped() and self.inside:
                self.gate.wait()
            self.grow()
            self.inside += 1
        return 0

    cdef int go_out(self) except -1:
        with self.gate:
            self.inside -= 1
            self.gate.notify_all()
        return 0

    def run(self, n: int, seed: int, first: int, worker: int = 0) -> int:
        """n more simulations, fewer if the position is solved; number k draws from stream (seed, first + k), so chunks do
        not change a tree grown by one worker. Returns how many were made."""
        cdef int64_t k = 0, count = n
        cdef uint64_t s = seed, begin = first
        cdef Worker own = self.workers[worker]
        cdef State play = own.play
        cdef RootEdge* roots = own.roots
        while k < count and not load32(<uint32_t*>&self.settled):
            self.come_in()
            with nogil:
                while k < count and not load32(<uint32_t*>&self.settled):
                    self.simulate(play, roots, s, begin + k)
                    if play.failed:
                        break
                    k += 1
                    if self.cramped():
                        break
            self.go_out()
            if play.failed:
                break
        own.simulations += k
        play.reraise()
        return k

    def advance(self, State now, actions) -> bool:
        """Make `now` the root: the position after these actions of seats and outcomes of chance. False: nothing is known of
        it, or the tree holds half of what it may, and is to be given up; the tree must then not be used any more.

        An open tree is kept only where nothing is hidden and as far as no luck was drawn: what it knows beyond is of all
        draws and redeals together. Decoupled trees are kept only as far as no other seat has acted either.
        """
        cdef State s = self.start.copy()
        cdef uint32_t node = self.top
        cdef int64_t edge
        cdef bint blurs = self.kind != KEYED
        if now.current_player() < 0 or self.edge_count > self.limit // 2 or (blurs and self.hides):
            return False
        if self.kind == DECOUPLED and now.current_player() != self.mover:
            return False
        for action in actions:
            if blurs and (node == NOBODY or s.current_player() == CHANCE):
                return False
            if self.kind == DECOUPLED and s.current_player() != self.mover:
                return False
            if blurs:
                edge = self.edge_of(node, <int>action)
                if edge < 0:
                    return False
                s.apply_action(action)
                node = self.edges[edge].child
                if node == 0 or node & PROVEN:
                    return False
            else:
                s.apply_action(action)
        if self.kind == KEYED:
            node = self.find(self.key_at(now, now.current_player()))
        if node == NOBODY or self.nodes[node].span == 0:
            return False
        self.start, self.mover, self.top, self.settled = now.copy(), now.current_player(), node, False
        self.tops[self.mover] = node
        self.clear_roots()
        return True

    cdef int64_t edge_of(self, uint32_t node, int action):
        """The edge of an action or outcome at a node, or -1."""
        cdef uint32_t i, first = first_of(self.nodes[node].span)
        for i in range(first, first + count_of(self.nodes[node].span)):
            if self.edges[i].code >> SEAT_BITS == action:
                return i
        return -1

    cdef void clear_roots(self):
        cdef Worker w
        for w in self.workers:
            memset(w.roots, 0, MAX_ACTIONS * sizeof(RootEdge))

    @property
    def solved(self) -> bool:
        """The root's worth is proven."""
        return load32(<uint32_t*>&self.settled) != 0

    @property
    def simulations(self) -> int:
        """Made so far, by all workers."""
        cdef Worker w
        total = 0
        for w in self.workers:
            total += w.simulations
        return total

    def lead(self) -> int:
        """By how many visits the most visited root action is ahead of the next: all it has where there is no other, -1
        where anything in the tree is proven, since a proof that grows to the root counts for more than visits."""
        cdef uint32_t i, visits, most = 0, second = 0, first = first_of(self.nodes[self.top].span)
        if self.outcome_count:
            return -1
        for i in range(first, first + count_of(self.nodes[self.top].span)):
            visits = load32(&self.edges[i].visits)
            if visits > most:
                most, second = visits, most
            elif visits > second:
                second = visits
        return most - second

    def root(self) -> list:
        """One dict per root action, ascending: action, visits, their sum of the mover's utility, prior, what it is proven to be
        worth to the mover (or None); and of the `count` simulations since this became the root the sums of wins, squares,
        utilities and scores per seat."""
        cdef Edge* e
        cdef Worker w
        cdef RootEdge* r
        cdef uint32_t i, first = first_of(self.nodes[self.top].span), child
        cdef int k, seats = self.start.seats
        rows = []
        for i in range(count_of(self.nodes[self.top].span)):
            e = &self.edges[first + i]
            child = load32(&e.child)
            row = {"action": e.code >> SEAT_BITS, "visits": load32(&e.visits), "total": load_double(&e.total),
                   "prior": e.prior, "proven": None, "count": 0, "wins": 0.0, "wins_squared": 0.0,
                   "utility_squared": 0.0, "score_squared": 0.0, "scores": [0.0] * seats,
                   "utilities": [0.0] * seats}
            if child & PROVEN:
                row["proven"] = self.outcomes[child & ~<uint32_t>PROVEN].utilities[self.mover]
            for w in self.workers:
                r = &w.roots[i]
                row["count"] += r.count
                row["wins"] += r.wins
                row["wins_squared"] += r.wins_squared
                row["utility_squared"] += r.utility_squared
                row["score_squared"] += r.score_squared
                for k in range(seats):
                    row["scores"][k] += r.scores[k]
                    row["utilities"][k] += r.utilities[k]
            rows.append(row)
        return sorted(rows, key=lambda row: row["action"])

    def line(self, action: int, length: int = 12) -> list:
        """The principal variation that begins with `action`: most visited replies, up to the next chance node.

        Hidden things are as one redeal has them: the line must not tell what the mover cannot know.
        """
        cdef State s = self.start.copy()
        cdef Stream rng = stream(0, 0)
        cdef uint32_t node = self.top
        cdef uint32_t own[MAX_SEATS]        # decoupled: where each seat stands in its own tree; forced moves have no edge there
        cdef action_t legal[MAX_ACTIONS]
        cdef int64_t edge
        cdef int who
        own[:] = self.tops
        if self.hides:
            s.resample(self.mover, &rng)
        moves = []
        while len(moves) < length and s.current_player() >= 0 and node != NOBODY:
            edge, who = self.most_visited(s, node, -1 if moves else action), s.current_player()
            if edge < 0 and (self.kind != DECOUPLED or s.legal_actions(legal) > 1):
                break
            move = self.edges[edge].code >> SEAT_BITS if edge >= 0 else legal[0]
            moves.append(move)
            s.apply_action(move)
            if edge >= 0:
                node = self.below(s, <uint32_t>edge)
            if self.kind == DECOUPLED:
                own[who] = node
                node = own[s.current_player()] if s.current_player() >= 0 else NOBODY
        return moves or [action]

    cdef int64_t most_visited(self, State s, uint32_t node, int64_t wanted):
        """The most visited edge of a legal action, or that of the action wanted; -1: none was visited. An open tree has no
        edges for forced moves after chance; the line ends there."""
        cdef action_t actions[MAX_ACTIONS]
        cdef int n = s.legal_actions(actions), i
        cdef uint32_t j, first = first_of(self.nodes[node].span)
        cdef int64_t best = -1
        for j in range(first, first + count_of(self.nodes[node].span)):
            for i in range(n):
                if self.edges[j].code == (actions[i] << SEAT_BITS | s.current_player()) and self.edges[j].visits \
                        and (wanted < 0 or wanted == actions[i]) \
                        and (best < 0 or self.edges[j].visits > self.edges[best].visits):
                    best = j
        return best

    cdef uint32_t below(self, State s, uint32_t edge):
        """The node that an edge leads to, without making one; NOBODY where there is none."""
        cdef uint32_t child = self.edges[edge].child
        if child & PROVEN or (s.current_player() < 0 and self.kind != DECOUPLED):
            return NOBODY
        if self.kind != KEYED:
            return child if child else NOBODY
        return self.find(self.key_at(s, s.current_player()))

    cdef uint32_t find(self, uint64_t key):
        """The node of a key, without making one; NOBODY where there is none."""
        cdef uint32_t at = <uint32_t>(key & (self.key_room - 1))
        while self.keys[at] and self.keys[at] != key:
            at = (at + 1) & (self.key_room - 1)
        return self.keyed_nodes[at] - 1 if self.keys[at] and self.keyed_nodes[at] else NOBODY
