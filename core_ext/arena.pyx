"""The memory of a search tree: arrays that grow between simulations and are freed together."""
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc


cdef void* resized(void* block, size_t bytes) except NULL:
    cdef void* p = realloc(block, bytes)
    if p == NULL:
        raise MemoryError(f"no memory for a search tree of {bytes / 1e9:.1f} GB more")
    return p


cdef int reserve(Arena* a, uint32_t nodes, uint32_t edges, uint32_t outcomes, uint32_t keys) except -1:
    """Room for so many in all. `keys` is a power of two, or 0."""
    if nodes > a.node_room:
        a.nodes, a.node_room = <Node*>resized(a.nodes, <size_t>nodes * sizeof(Node)), nodes
    if edges > a.edge_room:
        a.edges, a.edge_room = <Edge*>resized(a.edges, <size_t>edges * sizeof(Edge)), edges
    if outcomes > a.outcome_room:
        a.outcomes, a.outcome_room = <Outcome*>resized(a.outcomes, <size_t>outcomes * sizeof(Outcome)), outcomes
    if keys > a.key_room:
        rehash(a, keys)
    return 0


cdef int rehash(Arena* a, uint32_t room) except -1:
    """A larger table of keys, with the old ones put in again."""
    cdef uint64_t* old_keys = a.keys
    cdef uint32_t* old_nodes = a.keyed_nodes
    cdef uint32_t old_room = a.key_room, i, at
    a.keys = <uint64_t*>calloc(room, sizeof(uint64_t))
    a.keyed_nodes = <uint32_t*>calloc(room, sizeof(uint32_t))
    if a.keys == NULL or a.keyed_nodes == NULL:
        raise MemoryError("no memory for the table of information sets")
    a.key_room = room
    for i in range(old_room):
        if old_keys[i]:
            at = slot_of(a, old_keys[i])
            a.keys[at], a.keyed_nodes[at] = old_keys[i], old_nodes[i]
    free(old_keys)
    free(old_nodes)
    return 0


cdef int grow(Arena* a) except -1:
    """Twice the room where little is left, up to the limit, until there is enough. Not during a simulation of any thread."""
    while cramped(a):
        reserve(a, 2 * a.node_room if few_nodes(a) else a.node_room,
                <uint32_t>min(2 * <uint64_t>a.edge_room, a.limit) if few_edges(a) else a.edge_room,
                2 * a.outcome_room if few_outcomes(a) else a.outcome_room,
                2 * a.key_room if few_keys(a) else a.key_room)
    return 0


cdef void release(Arena* a) noexcept:
    free(a.nodes)
    free(a.edges)
    free(a.outcomes)
    free(a.keys)
    free(a.keyed_nodes)
