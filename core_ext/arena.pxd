"""What a search tree is made of: nodes, edges and proven outcomes, in flat arrays that name each other by number.

The arrays grow between simulations only (`grow` in arena.pyx), so pointers into them are good for one simulation.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset
from core_ext.types cimport MAX_ACTIONS, MAX_SEATS

cdef enum:
    SEAT_BITS = 3               # an edge's code is action << SEAT_BITS | mover
    MOVER = 7                   # mask of the mover
    SPARE_NODES = 64            # free for one simulation at least; with fewer the arrays grow before the next
    SPARE_EDGES = 4 * MAX_ACTIONS
    SPARE_OUTCOMES = 32
    SAME_OUTCOMES = 8           # the outcomes first met, which are compared before a new one is added

cdef enum:
    PROVEN = 0x80000000         # flag of Edge.child: the rest of it is the number of an Outcome
    NOBODY = 0xFFFFFFFF         # no node, no edge, no outcome

cdef struct Edge:               # 32 bytes
    double total                # sum of the mover's utility over the visits
    uint32_t visits
    uint32_t available          # simulations through the node in which it was legal
    uint32_t child              # number of a node, 0: none yet; or PROVEN with the number of the outcome it leads to
    int32_t code
    float prior                 # share of the heuristic weight (where the list is known to change: the weight itself)

cdef struct Node:               # its edges are edges[first : first + count]
    uint32_t first
    uint32_t count              # 0: not expanded yet
    uint32_t visits

cdef struct Outcome:            # what a position comes to, one number a seat
    float utilities[MAX_SEATS]
    float shares[MAX_SEATS]     # of the win
    float points[MAX_SEATS]

cdef struct Arena:
    Node* nodes
    Edge* edges
    Outcome* outcomes           # those that are proven
    uint64_t* keys              # of information sets: an open-addressing table, 0 where free
    uint32_t* keyed_nodes       # the node of each key
    uint32_t node_count, edge_count, outcome_count, key_count
    uint32_t node_room, edge_room, outcome_room, key_room
    uint32_t limit              # edges at most
    bint full                   # the limit was met: the tree grows no more

cdef int reserve(Arena* a, uint32_t nodes, uint32_t edges, uint32_t outcomes, uint32_t keys) except -1
cdef int grow(Arena* a) except -1
cdef void release(Arena* a) noexcept


cdef inline bint few_nodes(const Arena* a) noexcept nogil:
    return a.node_count + <uint64_t>SPARE_NODES > a.node_room


cdef inline bint few_edges(const Arena* a) noexcept nogil:
    return a.edge_room < a.limit and a.edge_count + <uint64_t>SPARE_EDGES > a.edge_room


cdef inline bint few_outcomes(const Arena* a) noexcept nogil:
    return a.outcome_count + <uint64_t>SPARE_OUTCOMES > a.outcome_room


cdef inline bint few_keys(const Arena* a) noexcept nogil:
    """More than half of the table is taken."""
    return 2 * (a.key_count + <uint64_t>1) > a.key_room > 0


cdef inline bint cramped(const Arena* a) noexcept nogil:
    """Time to grow."""
    return few_nodes(a) or few_edges(a) or few_outcomes(a) or few_keys(a)


cdef inline uint32_t new_node(Arena* a) noexcept nogil:
    """An empty node. There is always room for a simulation's few."""
    memset(&a.nodes[a.node_count], 0, sizeof(Node))
    a.node_count += 1
    return a.node_count - 1


cdef inline uint32_t new_edges(Arena* a, uint32_t n) noexcept nogil:
    """The number of the first of n edges set to zero; NOBODY: the tree is full."""
    if a.edge_count + <uint64_t>n > a.edge_room:
        a.full = True
        return NOBODY
    memset(&a.edges[a.edge_count], 0, n * sizeof(Edge))
    a.edge_count += n
    return a.edge_count - n


cdef inline uint32_t child_of(Arena* a, uint32_t edge) noexcept nogil:
    """The node below an edge that is not proven, made when it is first needed."""
    if a.edges[edge].child == 0:
        a.edges[edge].child = new_node(a)
    return a.edges[edge].child


cdef inline uint32_t slot_of(const Arena* a, uint64_t key) noexcept nogil:
    """The place of a key, which is not 0, in the table, or the free place where it belongs."""
    cdef uint32_t at = <uint32_t>(key & (a.key_room - 1))
    while a.keys[at] and a.keys[at] != key:
        at = (at + 1) & (a.key_room - 1)
    return at


cdef inline uint32_t node_of_key(Arena* a, uint64_t key) noexcept nogil:
    """The node of an information set, made when it is first met."""
    cdef uint32_t at = slot_of(a, key)
    if a.keys[at] == 0:
        a.keys[at], a.keyed_nodes[at] = key, new_node(a)
        a.key_count += 1
    return a.keyed_nodes[at]


cdef inline uint32_t outcome_number(Arena* a, const Outcome* out) noexcept nogil:
    """The number under which this outcome is kept; most games have but a few, found among the first. NOBODY: no room."""
    cdef uint32_t i
    for i in range(min(a.outcome_count, <uint32_t>SAME_OUTCOMES)):
        if memcmp(&a.outcomes[i], out, sizeof(Outcome)) == 0:
            return i
    if a.outcome_count >= a.outcome_room:
        return NOBODY
    a.outcomes[a.outcome_count] = out[0]
    a.outcome_count += 1
    return a.outcome_count - 1
