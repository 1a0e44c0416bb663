"""Monte Carlo tree search over any State: open loop, PUCT, one playout a simulation.

Nodes and edges are flat arrays; an edge knows its child by number. Chance is drawn anew in every simulation (open loop:
Perez et al., 2015), so a node stands for a sequence of decisions and its legal actions may differ from visit to visit; an
edge counts how often it was available (Cowling, Powley & Whitehouse, 2012) and is judged against that. Each edge keeps the
utility of the seat that moves there, so every seat maximises its own (max^n: Luckhardt & Irani, 1986).
"""
import numpy as np

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset
from core_ext.playout cimport playout
from core_ext.rng cimport Stream, stream
from core_ext.state cimport State
from core_ext.types cimport CHANCE, MAX_ACTIONS, MAX_SEATS, TERMINAL, action_t

cdef enum:
    MAX_DEPTH = 512
    SEAT_BITS = 3               # an edge's code is action << SEAT_BITS | mover

cdef struct Edge:               # 32 bytes
    double total                # sum of the mover's utility
    uint32_t visits
    uint32_t available          # simulations through the node in which it was legal
    uint32_t child              # number of a node; 0: none yet
    int32_t code
    float prior                 # heuristic weight, not normalised: what is legal changes
    float spare

cdef struct Node:               # its edges are edges[first : first + count], ascending by code
    uint32_t first
    uint32_t count

cdef struct RootEdge:           # what is reported of a root action, beyond what the search needs
    double wins                 # of the seat to move: sum and sum of squares
    double wins_squared
    double score_squared        # of the seat to move
    double scores[MAX_SEATS]
    double utilities[MAX_SEATS]


cdef class Tree:
    """A search tree below one position. Grown by `run`, read by `root` and `line`."""
    cdef State start, play
    cdef Node* nodes
    cdef Edge* edges
    cdef uint32_t node_room, edge_room
    cdef readonly uint32_t node_count, edge_count
    cdef RootEdge* roots
    cdef readonly int64_t simulations
    cdef readonly bint full         # the limit on edges is reached: the tree grows no more
    cdef double exploration, fpu
    cdef bint heuristic
    cdef int mover
    cdef uint32_t limit

    def __cinit__(self):
        self.nodes, self.edges, self.roots = NULL, NULL, NULL

    def __dealloc__(self):
        free(self.nodes)
        free(self.edges)
        free(self.roots)

    def __init__(self, State state, exploration: float, fpu: float, heuristic: bool, limit: int = 40_000_000):
        """`fpu`: an unvisited action counts as this much below the node's mean. `limit`: edges at most (32 bytes each)."""
        if state.current_player() < 0:
            raise ValueError("a search needs a position in which a seat is to act")
        self.start, self.play = state.copy(), state.blank()
        self.mover = state.current_player()
        self.exploration, self.fpu, self.heuristic, self.limit = exploration, fpu, heuristic, limit
        self.node_count, self.edge_count = 1, 0
        self.room(1024, 16 * MAX_ACTIONS)
        self.nodes[0].first = self.nodes[0].count = 0
        self.roots = <RootEdge*>realloc(NULL, MAX_ACTIONS * sizeof(RootEdge))
        if self.roots == NULL:
            raise MemoryError
        memset(self.roots, 0, MAX_ACTIONS * sizeof(RootEdge))

    cdef int room(self, uint32_t nodes, uint32_t edges) except -1:
        """Make sure of room for so many nodes and edges in all."""
        cdef void* p
        if nodes > self.node_room:
            p = realloc(self.nodes, <size_t>nodes * sizeof(Node))
            if p == NULL:
                raise MemoryError
            self.nodes, self.node_room = <Node*>p, nodes
        if edges > self.edge_room:
            p = realloc(self.edges, <size_t>edges * sizeof(Edge))
            if p == NULL:
                raise MemoryError
            self.edges, self.edge_room = <Edge*>p, edges
        return 0

    def run(self, n: int, seed: int, first: int) -> None:
        """n more simulations; number k draws from stream (seed, first + k), so chunks do not change the tree."""
        cdef int64_t k = 0, count = n
        cdef uint64_t s = seed, begin = first
        cdef State play = self.play
        while k < count:
            if self.edge_room - self.edge_count < 8 * MAX_ACTIONS and self.edge_room < self.limit:
                self.room(self.node_room, min(<uint32_t>(2 * self.edge_room), self.limit))
            if self.node_room - self.node_count < 16:
                self.room(2 * self.node_room, self.edge_room)
            with nogil:
                while k < count:
                    self.simulate(play, s, begin + k)
                    k += 1
                    if (self.edge_room - self.edge_count < 4 * MAX_ACTIONS and self.edge_room < self.limit) or \
                            self.node_room - self.node_count < 2:
                        break
        self.simulations += count

    cdef void simulate(self, State s, uint64_t seed, uint64_t number) noexcept nogil:
        """One playout's way down the tree, to the end of the game and back; `s` is scratch."""
        cdef Stream rng = stream(seed, number)
        cdef action_t actions[MAX_ACTIONS]
        cdef uint32_t path[MAX_DEPTH]
        cdef int64_t chosen
        cdef int who, n, depth = 0, ignored = 0
        cdef uint32_t node = 0
        cdef bint fresh = False
        s.copy_from(self.start)
        s.determinize(self.mover, &rng)
        who = s.current_player()
        while who != TERMINAL and not fresh and depth < MAX_DEPTH:
            if who == CHANCE:
                s.apply(s.sample_chance(&rng))
            else:
                n = s.legal_actions(actions)
                if n == 1 and depth:
                    s.apply(actions[0])                     # a forced move needs no node
                else:
                    chosen = self.choose(s, node, who, actions, n)
                    if chosen < 0:
                        break
                    path[depth] = chosen
                    depth += 1
                    fresh = self.edges[chosen].visits == 0
                    s.apply(self.edges[chosen].code >> SEAT_BITS)
                    if not fresh:
                        if self.edges[chosen].child == 0:
                            if self.node_count >= self.node_room:
                                break
                            self.nodes[self.node_count].first = self.nodes[self.node_count].count = 0
                            self.edges[chosen].child = self.node_count
                            self.node_count += 1
                        node = self.edges[chosen].child
            who = s.current_player()
        if who != TERMINAL:
            playout(s, &rng, self.heuristic, &ignored)
        self.back_up(s, path, depth)

    cdef void back_up(self, State s, const uint32_t* path, int depth) noexcept nogil:
        cdef double utilities[MAX_SEATS]
        cdef double points[MAX_SEATS]
        cdef double won[MAX_SEATS]
        cdef int i
        cdef Edge* e
        cdef RootEdge* r
        s.returns(utilities)
        for i in range(depth):
            e = &self.edges[path[i]]
            e.visits += 1
            e.total += utilities[e.code & ((1 << SEAT_BITS) - 1)]
        if depth:
            s.scores(points)
            s.win_shares(won)
            r = &self.roots[path[0] - self.nodes[0].first]
            r.wins += won[self.mover]
            r.wins_squared += won[self.mover] * won[self.mover]
            r.score_squared += points[self.mover] * points[self.mover]
            for i in range(s.seats):
                r.scores[i] += points[i]
                r.utilities[i] += utilities[i]

    cdef int64_t choose(self, State s, uint32_t node, int who, const action_t* actions, int n) noexcept nogil:
        """The edge to follow, by  Q + c P sqrt(N) / (1 + n)  (PUCT: Silver et al., 2017), N counted while it was
        available; -1: the tree is full. Ties go to the lowest action."""
        cdef Node* v = &self.nodes[node]
        cdef Edge* e
        cdef int i, j = 0
        cdef double q, score, top = -1e300, sum_p = 0, value = 0, mean
        cdef int64_t best = -1, visits = 0
        cdef uint32_t legal[MAX_ACTIONS]
        if not self.all_known(node, who, actions, n) and not self.add_edges(s, node, who, actions, n):
            return -1
        e = self.edges + v.first
        for i in range(n):
            while e[j].code != (actions[i] << SEAT_BITS | who):
                j += 1
            legal[i] = j
            sum_p += e[j].prior
            visits += e[j].visits
            value += e[j].total
            e[j].available += 1
        mean = value / visits if visits else 0.5
        for i in range(n):
            j = legal[i]
            q = e[j].total / e[j].visits if e[j].visits else mean - self.fpu
            score = q + self.exploration * (e[j].prior / sum_p) * sqrt(<double>e[j].available) / (1 + e[j].visits)
            if score > top:
                top, best = score, v.first + j
        return best

    cdef bint all_known(self, uint32_t node, int who, const action_t* actions, int n) noexcept nogil:
        """Every legal action has its edge at this node."""
        cdef Node* v = &self.nodes[node]
        cdef const Edge* e = self.edges + v.first
        cdef uint32_t j = 0
        cdef int i
        for i in range(n):
            while j < v.count and e[j].code < (actions[i] << SEAT_BITS | who):
                j += 1
            if j == v.count or e[j].code != (actions[i] << SEAT_BITS | who):
                return False
        return True

    cdef bint add_edges(self, State s, uint32_t node, int who, const action_t* actions, int n) noexcept nogil:
        """Merge edges for the actions not seen here before: the block moves to the arena's end. False: no room."""
        cdef Node* v = &self.nodes[node]
        cdef const Edge* old = self.edges + v.first
        cdef Edge* new = self.edges + self.edge_count
        cdef float weights[MAX_ACTIONS]
        cdef uint32_t i = 0, k = 0
        cdef int j = 0, code
        if self.edge_count + v.count + <uint32_t>n > self.edge_room:
            self.full = True
            return False
        s.action_weights(actions, n, weights)
        while i < v.count or j < n:
            code = actions[j] << SEAT_BITS | who if j < n else 0x7FFFFFFF
            if i < v.count and old[i].code <= code:
                new[k] = old[i]
                j += old[i].code == code
                i += 1
            else:
                memset(&new[k], 0, sizeof(Edge))
                new[k].code, new[k].prior = code, weights[j]
                j += 1
            k += 1
        v.first, v.count = self.edge_count, k
        self.edge_count += k
        return True

    def root(self) -> list:
        """One dict per root action: action, visits, prior, and sums of wins, squares, utilities and scores per seat."""
        cdef uint32_t i
        cdef Node* v = &self.nodes[0]
        cdef double all_p = sum([self.edges[v.first + i].prior for i in range(v.count)]) or 1.0
        return [{
            "action": self.edges[v.first + i].code >> SEAT_BITS, "visits": self.edges[v.first + i].visits,
            "prior": self.edges[v.first + i].prior / all_p,
            "wins": self.roots[i].wins, "wins_squared": self.roots[i].wins_squared,
            "score_squared": self.roots[i].score_squared,
            "scores": [self.roots[i].scores[k] for k in range(self.start.seats)],
            "utilities": [self.roots[i].utilities[k] for k in range(self.start.seats)],
        } for i in range(v.count)]

    def line(self, action: int, length: int = 12) -> list:
        """The principal variation that begins with `action`: most visited replies, up to the next chance node."""
        cdef State s = self.start.copy()
        cdef action_t actions[MAX_ACTIONS]
        cdef uint32_t node = 0, i
        cdef int64_t best
        cdef int n
        moves = []
        wanted = action
        while len(moves) < length and s.current_player() >= 0:
            n = s.legal_actions(actions)
            if n == 1 and moves:
                moves.append(actions[0])
                s.apply(actions[0])
                continue
            best = -1
            for i in range(self.nodes[node].first, self.nodes[node].first + self.nodes[node].count):
                if moves or self.edges[i].code >> SEAT_BITS == wanted:
                    if self.edges[i].visits and (best < 0 or self.edges[i].visits > self.edges[best].visits):
                        best = i
            if best < 0:
                break
            moves.append(self.edges[best].code >> SEAT_BITS)
            s.apply(self.edges[best].code >> SEAT_BITS)
            node = self.edges[best].child
            if node == 0:
                break
        return moves or [action]
