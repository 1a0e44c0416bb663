"""What a search tree is made of: nodes, edges and proven outcomes, in flat arrays that name each other by number.

The arrays grow between simulations only (`grow` in arena.pyx), so pointers into them are good for one simulation.

Where threads share a tree, each takes room for many nodes and edges in one step and hands it out to itself, and what is
new is written before the number that leads to it. What is near the root all threads would write in every simulation, and
each write takes the line from the others. So an edge of many visits gets visits and results of a thread several at a time
(`gather`). A node's edges are the one thing that moves: where more have to be added they are copied, and each old
edge says where it went. Visits and results that still come to the old one are carried after it (`carried`).
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset
from core_ext.atomic cimport (add32, add_double, add_pair, glance32, load32, load64, load_pair, note32, store32, store_pair,
                              swap32, swap64, swap_pair, take_double, take_pair)
from core_ext.types cimport MAX_ACTIONS, MAX_SEATS

cdef enum:
    SEAT_BITS = 3               # an edge's code is action << SEAT_BITS | mover
    MOVER = 7                   # mask of the mover
    SPARE_NODES = 64            # free for one simulation at least; with fewer the arrays grow before the next
    SPARE_EDGES = 4 * MAX_ACTIONS
    SPARE_OUTCOMES = 32
    SAME_OUTCOMES = 8           # the outcomes first met, which are compared before a new one is added
    LINE = 64                   # bytes of a cache line
    OWN_NODES = 64              # what a thread takes at a time of a tree that is shared; no more than SPARE_NODES
    OWN_EDGES = 1024
    HOT = 512                   # an edge with as many visits gets those of a thread so many at a time
    AT_ONCE = 8
    SUMS = 256                  # edges for which a thread gathers at the same time; a power of two
    MOST_SHARED = 1 << 30       # edges of a tree that threads share, so that MOVED is no part of a number

cdef enum:
    PROVEN = 0x80000000         # flag of Edge.child: the rest of it is the number of an Outcome
    MOVED = 0x40000000          # flag of Edge.child without PROVEN: the rest of it is the number of the edge it became
    NOBODY = 0xFFFFFFFF         # no node, no edge, no outcome

cdef struct Edge:               # 32 bytes
    double total                # sum of the mover's utility over the visits
    uint32_t visits             # these two are changed as one
    uint32_t unheard            # visits without a result yet; always 0 in a tree of one thread
    uint32_t available          # simulations through the node in which it was legal
    uint32_t child              # number of a node, 0: none yet; or PROVEN with the number of the outcome it leads to
    int32_t code
    float prior                 # share of the heuristic weight (where the list is known to change: the weight itself)

cdef struct Node:               # its edges are edges[first : first + count]
    uint32_t first              # these two are changed as one
    uint32_t count              # 0: not expanded yet
    uint32_t visits             # where threads share the tree, the first only, as many as there are edges
    uint32_t busy               # a thread adds to its edges

cdef struct Span:               # edges of a node, as they were at one moment
    uint32_t first
    uint32_t count

cdef struct Sum:                # visits of an edge and their results, which the edge does not have yet
    double total
    uint32_t edge
    uint32_t visits

cdef struct Own:                # what a thread has of a shared tree for itself: room, and sums by the lowest bits of the edge
    uint32_t node, last_node    # from the next one to before the last
    uint32_t edge, last_edge
    Sum sums[SUMS]

cdef struct Outcome:            # what a position comes to, one number a seat
    float utilities[MAX_SEATS]
    float shares[MAX_SEATS]     # of the win
    float points[MAX_SEATS]

cdef struct Arena:
    Node* nodes
    Edge* edges
    Outcome* outcomes           # those that are proven
    uint64_t* keys              # of information sets: an open-addressing table, 0 where free
    uint32_t* keyed_nodes       # the node of each key, plus 1; 0 while a thread makes it
    uint32_t node_room, edge_room, outcome_room, key_room
    uint32_t limit              # edges at most
    uint32_t threads            # that may grow the tree at the same time
    bint shared                 # by more than one thread
    char apart[LINE]            # threads write what follows all the time, and only read what comes before
    uint32_t node_count, edge_count, outcome_count, key_count
    uint32_t full               # the limit was met: the tree grows no more
    uint32_t adding             # a thread adds an outcome
    char and_apart[LINE]

cdef int reserve(Arena* a, uint32_t nodes, uint32_t edges, uint32_t outcomes, uint32_t keys) except -1
cdef int grow(Arena* a) except -1
cdef void release(Arena* a) noexcept


cdef inline bint few_nodes(const Arena* a) noexcept nogil:
    return glance32(&a.node_count) + <uint64_t>SPARE_NODES * a.threads > a.node_room


cdef inline bint few_edges(const Arena* a) noexcept nogil:
    return a.edge_room < a.limit and glance32(&a.edge_count) + <uint64_t>SPARE_EDGES * a.threads > a.edge_room


cdef inline bint few_outcomes(const Arena* a) noexcept nogil:
    return glance32(&a.outcome_count) + <uint64_t>SPARE_OUTCOMES * a.threads > a.outcome_room


cdef inline bint few_keys(const Arena* a) noexcept nogil:
    """More than half of the table is taken."""
    return 2 * (glance32(&a.key_count) + <uint64_t>a.threads) > a.key_room > 0


cdef inline bint cramped(const Arena* a) noexcept nogil:
    """Time to grow."""
    return few_nodes(a) or few_edges(a) or few_outcomes(a) or few_keys(a)


cdef inline uint32_t new_node(Arena* a, Own* own) noexcept nogil:
    """An empty node. There is always room for a simulation's few."""
    cdef uint32_t node
    if a.shared:
        if own.node == own.last_node:
            own.node = add32(&a.node_count, OWN_NODES)
            own.last_node = own.node + OWN_NODES
        node = own.node
        own.node += 1
    else:
        node = a.node_count
        a.node_count += 1
    memset(&a.nodes[node], 0, sizeof(Node))
    return node


cdef inline uint32_t new_edges(Arena* a, uint32_t n, Own* own) noexcept nogil:
    """The number of the first of n edges set to zero; NOBODY: the tree is full."""
    cdef uint32_t first
    if a.shared and n <= OWN_EDGES // 8:        # of longer lists the rest of what a thread has would be too much to leave
        if own.edge + n > own.last_edge:
            first = room_for(a, OWN_EDGES)
            if first != NOBODY:
                own.edge, own.last_edge = first, first + OWN_EDGES
        if own.edge + n <= own.last_edge:
            own.edge += n
            return own.edge - n
    first = room_for(a, n)
    if first == NOBODY:
        note32(&a.full, True)
    return first


cdef inline uint32_t room_for(Arena* a, uint32_t n) noexcept nogil:
    """The number of the first of n edges set to zero, taken from what is left for all; NOBODY: there are not so many."""
    cdef uint32_t first = glance32(&a.edge_count)
    while True:
        if first + <uint64_t>n > a.edge_room:
            return NOBODY
        if not a.shared:
            a.edge_count += n
            break
        if swap32(&a.edge_count, first, first + n):
            break
        first = glance32(&a.edge_count)
    memset(&a.edges[first], 0, n * sizeof(Edge))
    return first


cdef inline void unused(Arena* a, uint32_t end, uint32_t n, Own* own) noexcept nogil:
    """The last n of the edges before `end` are not needed; where another thread has taken edges since, they are lost."""
    if not a.shared:
        a.edge_count -= n
    elif own.edge == end:
        own.edge -= n
        memset(&a.edges[own.edge], 0, n * sizeof(Edge))
    elif n:
        swap32(&a.edge_count, end, end - n)


# ---- the edges of a node --------------------------------------------------------------------------------------------

cdef inline Span span_of(const Node* v) noexcept nogil:
    """Where the edges of a node are now."""
    cdef uint64_t pair = load_pair(&v.first)
    return Span(first=<uint32_t>pair, count=<uint32_t>(pair >> 32))


cdef inline void put_span(Node* v, uint32_t first, uint32_t count) noexcept nogil:
    """From now on these are the edges of the node."""
    store_pair(&v.first, first | <uint64_t>count << 32)


cdef inline void first_span(Arena* a, Node* v, uint32_t first, uint32_t count, Own* own) noexcept nogil:
    """The same of a node that had none when these were made. Where another thread was faster, its edges stay."""
    if not a.shared:
        v.first, v.count = first, count
    elif not swap_pair(&v.first, 0, first | <uint64_t>count << 32):
        unused(a, first + count, count, own)


cdef inline bint seized(const Arena* a, Node* v) noexcept nogil:
    """This thread, and no other until `leave`, changes the edges of the node. False: another one is at it."""
    return not a.shared or swap32(&v.busy, False, True)


cdef inline void leave(const Arena* a, Node* v) noexcept nogil:
    if a.shared:
        store32(&v.busy, False)


cdef inline bint has_moved(uint32_t child) noexcept nogil:
    return child & (PROVEN | MOVED) == MOVED


cdef inline uint32_t carried(Arena* a, uint32_t edge) noexcept nogil:
    """The edge that this one became, after its visits and results were carried there.

    Whoever adds to an edge calls this afterwards. So nothing is lost: either the thread that moves the edge finds what was
    added, since it takes it after it has said that the edge moved, or this one does, since it looks after it has added.
    """
    cdef uint32_t child = load32(&a.edges[edge].child), to
    cdef uint64_t visits
    cdef double total
    while has_moved(child):
        to = child & ~<uint32_t>MOVED
        visits, total = take_pair(&a.edges[edge].visits), take_double(&a.edges[edge].total)
        if visits:
            add_pair(&a.edges[to].visits, visits)
        if total != 0:
            add_double(&a.edges[to].total, total)
        edge, child = to, load32(&a.edges[to].child)
    return edge


cdef inline uint32_t visit(Arena* a, uint32_t* edge, bint* later) noexcept nogil:
    """Count a visit of which nothing is heard yet; how many there were before. `edge` becomes the one that it is now.

    `later`: the edge is hot, so the visit is counted with its result, by `gather`. One more among so many tells others nothing.
    """
    cdef uint32_t seen
    later[0] = False
    if a.shared:
        seen = glance32(&a.edges[edge[0]].visits)
        if seen >= HOT:
            later[0] = True
            edge[0] = carried(a, edge[0])
            return seen
        seen = <uint32_t>add_pair(&a.edges[edge[0]].visits, 1 | <uint64_t>1 << 32)
        edge[0] = carried(a, edge[0])
        return seen
    seen = a.edges[edge[0]].visits
    a.edges[edge[0]].visits = seen + 1
    return seen


cdef inline void hear(Arena* a, uint32_t edge, float utility) noexcept nogil:
    """Add the result of a visit."""
    if a.shared:
        add_pair(&a.edges[edge].visits, <uint64_t>0xFFFFFFFF << 32)
        add_double(&a.edges[edge].total, utility)
        carried(a, edge)
    else:
        a.edges[edge].total += utility


cdef inline void gather(Arena* a, Own* own, uint32_t edge, float utility) noexcept nogil:
    """A visit of a hot edge and its result, which the edge gets with some more."""
    cdef Sum* s = &own.sums[edge & (SUMS - 1)]
    if s.edge != edge:
        hand_over(a, s)
        s.edge = edge
    s.visits += 1
    s.total += utility
    if s.visits == AT_ONCE:
        hand_over(a, s)


cdef inline void hand_over(Arena* a, Sum* s) noexcept nogil:
    """The edge gets what was gathered for it."""
    if s.visits:
        add_pair(&a.edges[s.edge].visits, s.visits)
        add_double(&a.edges[s.edge].total, s.total)
        carried(a, s.edge)
        s.visits, s.total = 0, 0


cdef inline void move_edge(Arena* a, uint32_t edge, uint32_t to) noexcept nogil:
    """The first half of moving an edge in a shared tree: `to`, which no thread knows yet, takes its place."""
    cdef uint32_t child = load32(&a.edges[edge].child)
    a.edges[to].code, a.edges[to].prior = a.edges[edge].code, a.edges[edge].prior
    note32(&a.edges[to].available, glance32(&a.edges[edge].available))
    while True:
        note32(&a.edges[to].child, child)
        if swap32(&a.edges[edge].child, child, MOVED | to):
            return
        child = load32(&a.edges[edge].child)


cdef inline uint32_t child_of(Arena* a, uint32_t edge, Own* own) noexcept nogil:
    """The node below an edge, made when it is first needed; NOBODY: another thread has proven the edge meanwhile."""
    cdef uint32_t child = load32(&a.edges[edge].child), made = NOBODY
    if not a.shared:
        if child == 0:
            child = a.edges[edge].child = new_node(a, own)
        return child
    while True:
        if child & PROVEN:
            return NOBODY
        if has_moved(child):
            edge = child & ~<uint32_t>MOVED
        elif child:
            return child
        else:
            if made == NOBODY:
                made = new_node(a, own)
            if swap32(&a.edges[edge].child, 0, made):
                return made
        child = load32(&a.edges[edge].child)


# ---- information sets and outcomes ----------------------------------------------------------------------------------

cdef inline uint32_t slot_of(const Arena* a, uint64_t key) noexcept nogil:
    """The place of a key, which is not 0, in the table, or the free place where it belongs."""
    cdef uint32_t at = <uint32_t>(key & (a.key_room - 1))
    cdef uint64_t there = load64(&a.keys[at])
    while there and there != key:
        at = (at + 1) & (a.key_room - 1)
        there = load64(&a.keys[at])
    return at


cdef inline uint32_t node_of_key(Arena* a, uint64_t key, Own* own) noexcept nogil:
    """The node of an information set, made when it is first met."""
    cdef uint32_t at = slot_of(a, key), node
    if not a.shared:
        if a.keys[at] == 0:
            a.keys[at], a.keyed_nodes[at] = key, new_node(a, own) + 1
            a.key_count += 1
        return a.keyed_nodes[at] - 1
    while load64(&a.keys[at]) != key:
        if swap64(&a.keys[at], 0, key):
            add32(&a.key_count, 1)
        else:
            at = slot_of(a, key)
    node = load32(&a.keyed_nodes[at])
    if node == 0:
        node = new_node(a, own) + 1
        if not swap32(&a.keyed_nodes[at], 0, node):
            node = load32(&a.keyed_nodes[at])
    return node - 1


cdef inline uint32_t same_outcome(const Arena* a, uint32_t count, const Outcome* out) noexcept nogil:
    """The number of this outcome among the first; NOBODY: it is not among them."""
    cdef uint32_t i
    for i in range(min(count, <uint32_t>SAME_OUTCOMES)):
        if memcmp(&a.outcomes[i], out, sizeof(Outcome)) == 0:
            return i
    return NOBODY


cdef inline uint32_t outcome_number(Arena* a, const Outcome* out) noexcept nogil:
    """The number under which this outcome is kept; most games have but a few, found among the first. NOBODY: no room."""
    cdef uint32_t count = load32(&a.outcome_count), number = same_outcome(a, count, out)
    if number != NOBODY or count >= a.outcome_room:
        return number
    if a.shared:
        if not swap32(&a.adding, False, True):
            return NOBODY               # another thread adds one: this proof waits until the position is met again
        count = load32(&a.outcome_count)
        number = same_outcome(a, count, out)
    if number == NOBODY:
        number = count
        a.outcomes[count] = out[0]
        store32(&a.outcome_count, count + 1)
    if a.shared:
        store32(&a.adding, False)
    return number
