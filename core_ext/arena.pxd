"""What a search tree is made of: nodes, edges and proven outcomes, in flat arrays that name each other by number."""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from core_ext.atomic cimport load32, load_double
from core_ext.types cimport MAX_SEATS

cdef enum:
    SEAT_BITS = 3               # an edge's code is action << SEAT_BITS | mover
    MOVER = 7                   # mask of the mover

cdef enum:
    PROVEN = 0x80000000         # flag of Edge.child: the rest of it is the number of an Outcome
    NOBODY = 0xFFFFFFFF         # no node, no edge

cdef struct Edge:               # 32 bytes
    double total                # sum of the mover's utility over the visits
    uint32_t visits
    uint32_t available          # simulations through the node in which it was legal
    uint32_t child              # number of a node, 0: none yet; or PROVEN with the number of the outcome it leads to
    int32_t code
    float prior                 # share of the heuristic weight (where the list is known to change: the weight itself)

cdef struct Node:               # its edges are edges[first : first + count]
    uint64_t span               # first << 16 | count, in one word: threads see both or neither
    uint32_t visits
    uint32_t lock               # 1: a thread is giving it edges

cdef struct Outcome:            # a result known for certain, one number a seat
    float utilities[MAX_SEATS]
    float shares[MAX_SEATS]     # of the win
    float points[MAX_SEATS]
    uint32_t ready              # 1: written; other threads may look
cdef inline void copy_edge(Edge* to, const Edge* edge) noexcept nogil:
    """Field by field, since other threads may be adding to the edge; what they add later is lost with it."""
    to.total = load_double(&edge.total)
    to.visits, to.available, to.child = load32(&edge.visits), load32(&edge.available), load32(&edge.child)
    to.code, to.prior = edge.code, edge.prior

cdef inline uint32_t first_of(uint64_t span) noexcept nogil:
    return <uint32_t>(span >> 16)

cdef inline uint32_t count_of(uint64_t span) noexcept nogil:
    return <uint32_t>(span & 0xFFFF)

cdef inline uint64_t span_of(uint32_t first, uint32_t count) noexcept nogil:
    return <uint64_t>first << 16 | count


cdef class Arena:
    cdef Node* nodes
    cdef Edge* edges
    cdef Outcome* outcomes
    cdef uint64_t* keys             # of information sets: an open-addressing table, 0 where free
    cdef uint32_t* keyed_nodes      # the node of each key; 0: not yet made
    cdef readonly uint32_t node_count, edge_count, outcome_count
    cdef uint32_t node_room, edge_room, outcome_room, key_room, key_count
    cdef readonly uint32_t limit    # edges at most
    cdef readonly bint full         # the limit was met: the tree grows no more
    cdef readonly bint shared       # several threads at once: counters are atomic, and nothing moves while one is at work
    cdef uint32_t crowd             # threads that may be at work at once

    cdef int reserve(self, uint32_t nodes, uint32_t edges, uint32_t outcomes, uint32_t keys) except -1
    cdef int rehash(self, uint32_t room) except -1
    cdef int grow(self) except -1
    cdef bint cramped(self) noexcept nogil
    cdef void mark_full(self) noexcept nogil
    cdef uint32_t new_node(self) noexcept nogil
    cdef uint32_t new_edges(self, uint32_t n) noexcept nogil
    cdef uint32_t intern(self, const Outcome* out) noexcept nogil
    cdef uint32_t node_of_key(self, uint64_t key) noexcept nogil
    cdef uint32_t child_of(self, uint32_t edge) noexcept nogil
