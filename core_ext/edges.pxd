"""The edges of a node: which actions have one, new ones, the outcome they prove, the one that a line follows.

The edges of a node lie side by side in the arena and ascend by code. Threads that share a tree may read them at any time, so new
ones are written elsewhere and the node is then shown where they are.
"""
from libc.stdint cimport int64_t, uint32_t
from core_ext.arena cimport (MOVER, NOBODY, PROVEN, SEAT_BITS, Arena, Edge, Node, Own, Span, carried, first_span, leave, move_edge,
                             new_edges, put_span, seized, span_of, unused)
from core_ext.atomic cimport load32
from core_ext.state cimport State
from core_ext.types cimport MAX_ACTIONS, action_t


cdef inline bint all_known(const Arena* a, Span v, int who, const action_t* actions, int n) noexcept nogil:
    """Every legal action has its edge at this node, whose edges ascend by code."""
    cdef const Edge* e = a.edges + v.first
    cdef uint32_t j = 0
    cdef int i
    for i in range(n):
        while j < v.count and e[j].code < (actions[i] << SEAT_BITS | who):
            j += 1
        if j == v.count or e[j].code != (actions[i] << SEAT_BITS | who):
            return False
    return True


cdef inline int known_of(const Arena* a, Span v, int who, const action_t* actions, float* weights, int n,
                  action_t* known) noexcept nogil:
    """Those of the actions that have an edge at this node, with their weights in the same order; how many."""
    cdef const Edge* e = a.edges + v.first
    cdef uint32_t j = 0
    cdef int i, found = 0
    for i in range(n):
        while j < v.count and e[j].code < (actions[i] << SEAT_BITS | who):
            j += 1
        if j < v.count and e[j].code == (actions[i] << SEAT_BITS | who):
            known[found], weights[found] = actions[i], weights[i]
            found += 1
    return found


cdef inline bint add_edges(Arena* a, Node* v, int who, const action_t* actions, const float* weights, int n,
                    Own* own) noexcept nogil:
    """Merge in edges for the actions not seen here before: all move to the arena's end. False: the tree is full, or another
    thread is at it."""
    cdef Span span = span_of(v)
    if a.shared and span.count == 0:
        return first_edges(a, v, who, actions, weights, n, own)
    if not seized(a, v):
        return False
    span = span_of(v)
    if a.shared and all_known(a, span, who, actions, n):        # another thread was faster
        leave(a, v)
        return True
    cdef uint32_t first = new_edges(a, span.count + n, own), i = 0, k = 0
    cdef int j = 0, code
    cdef const Edge* old = a.edges + span.first
    cdef Edge* new
    if first == NOBODY:
        leave(a, v)
        return False
    new = a.edges + first
    while i < span.count or j < n:
        code = actions[j] << SEAT_BITS | who if j < n else 0x7FFFFFFF
        if i < span.count and old[i].code <= code:
            if a.shared:
                move_edge(a, span.first + i, first + k)
            else:
                new[k] = old[i]
            j += old[i].code == code
            i += 1
        else:
            new[k].code, new[k].prior = code, weights[j]
            j += 1
        k += 1
    unused(a, first + span.count + n, span.count + n - k, own)    # what was merged takes less than was asked for
    if a.shared:
        for i in range(span.count):
            carried(a, span.first + i)
    put_span(v, first, k)
    leave(a, v)
    return True


cdef inline bint first_edges(Arena* a, Node* v, int who, const action_t* actions, const float* weights, int n,
                      Own* own) noexcept nogil:
    """The same of a node without edges. False: the tree is full, or another thread gave it other edges."""
    cdef uint32_t first = new_edges(a, n, own)
    cdef int i
    if first == NOBODY:
        return False
    for i in range(n):
        a.edges[first + i].code, a.edges[first + i].prior = actions[i] << SEAT_BITS | who, weights[i]
    first_span(a, v, first, n, own)
    return all_known(a, span_of(v), who, actions, n)


cdef inline uint32_t proof_of(const Arena* a, uint32_t node) noexcept nogil:
    """The outcome that this node is proven to have, or NOBODY: an edge proven to win all, or all edges proven."""
    cdef Span v = span_of(&a.nodes[node])
    cdef const Edge* e = a.edges + v.first
    cdef uint32_t i, child, best = NOBODY
    cdef int who = e[0].code & MOVER
    cdef float top = -1, worth
    cdef bint all_proven = True
    for i in range(v.count):
        child = load32(&e[i].child)
        if not child & PROVEN:
            all_proven = False
            continue
        child &= ~<uint32_t>PROVEN
        worth = a.outcomes[child].utilities[who]
        if worth > top:
            best, top = child, worth
    return best if all_proven or top >= 0.999999 else NOBODY


cdef inline int64_t most_visited(const Arena* a, State s, uint32_t node, int64_t wanted):
    """The most visited edge of a legal action, or that of the action wanted; -1: none was visited. An open tree has no
    edges for forced moves after chance; the line ends there."""
    cdef action_t actions[MAX_ACTIONS]
    cdef int n = s.legal_actions(actions), who = s.current_player(), i
    cdef const Node* v = &a.nodes[node]
    cdef const Edge* e
    cdef uint32_t j
    cdef int64_t best = -1
    for j in range(v.first, v.first + v.count):
        e = &a.edges[j]
        for i in range(n):
            if e.code == (actions[i] << SEAT_BITS | who) and e.visits \
                    and (wanted < 0 or wanted == actions[i]) and (best < 0 or e.visits > a.edges[best].visits):
                best = j
    return best
