"""The memory of a search tree: arrays that grow between chunks of simulations, while no thread is in the tree. Threads
take space by atomic counters.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset
from core_ext.atomic cimport load32, load64, store32, sum32, swap32, swap64
from core_ext.types cimport MAX_ACTIONS, MAX_SEATS

cdef enum:
    SPARE_NODES = 64            # a chunk ends when no more than these are free for each thread
    SPARE_EDGES = 4 * MAX_ACTIONS
    SPARE_OUTCOMES = 32
    SAME_OUTCOMES = 8           # the outcomes first met, which are compared before a new one is added
    NUMBERS = 3 * MAX_SEATS * sizeof(float)         # bytes of an outcome that are its value


cdef void* resized(void* block, size_t bytes) except NULL:
    cdef void* p = realloc(block, bytes)
    if p == NULL:
        raise MemoryError(f"no memory for a search tree of {bytes / 1e9:.1f} GB more")
    return p


cdef inline bint few_nodes(Arena a) noexcept nogil:
    return load32(&a.node_count) + <uint64_t>SPARE_NODES * a.crowd > a.node_room


cdef inline bint few_edges(Arena a) noexcept nogil:
    return a.edge_room < a.limit and load32(&a.edge_count) + <uint64_t>SPARE_EDGES * a.crowd > a.edge_room


cdef inline bint few_outcomes(Arena a) noexcept nogil:
    return load32(&a.outcome_count) + <uint64_t>SPARE_OUTCOMES * a.crowd > a.outcome_room


cdef inline bint few_keys(Arena a) noexcept nogil:
    """More than half of the table is taken."""
    return 2 * (load32(&a.key_count) + <uint64_t>a.crowd) > a.key_room > 0


cdef class Arena:
    """Nodes, edges and outcomes, freed together."""

    def __dealloc__(self):
        free(self.nodes)
        free(self.edges)
        free(self.outcomes)
        free(self.keys)
        free(self.keyed_nodes)

    cdef int reserve(self, uint32_t nodes, uint32_t edges, uint32_t outcomes, uint32_t keys) except -1:
        """Room for so many in all; node 0 is the root. `keys` is a power of two, or 0."""
        if nodes > self.node_room:
            self.nodes, self.node_room = <Node*>resized(self.nodes, <size_t>nodes * sizeof(Node)), nodes
        if edges > self.edge_room:
            self.edges, self.edge_room = <Edge*>resized(self.edges, <size_t>edges * sizeof(Edge)), edges
        if outcomes > self.outcome_room:
            self.outcomes = <Outcome*>resized(self.outcomes, <size_t>outcomes * sizeof(Outcome))
            if self.outcome_room == 0:
                memset(self.outcomes, 0, SAME_OUTCOMES * sizeof(Outcome))
            self.outcome_room = outcomes
        if keys > self.key_room:
            self.rehash(keys)
        return 0

    cdef int rehash(self, uint32_t room) except -1:
        """A larger table of keys, with the old ones put in again."""
        cdef uint64_t* old_keys = self.keys
        cdef uint32_t* old_nodes = self.keyed_nodes
        cdef uint32_t old_room = self.key_room, i, at
        self.keys = <uint64_t*>calloc(room, sizeof(uint64_t))
        self.keyed_nodes = <uint32_t*>calloc(room, sizeof(uint32_t))
        if self.keys == NULL or self.keyed_nodes == NULL:
            raise MemoryError("no memory for the table of information sets")
        self.key_room = room
        for i in range(old_room):
            if old_keys[i]:
                at = <uint32_t>(old_keys[i] & (room - 1))
                while self.keys[at]:
                    at = (at + 1) & (room - 1)
                self.keys[at], self.keyed_nodes[at] = old_keys[i], old_nodes[i]
        free(old_keys)
        free(old_nodes)
        return 0

    cdef int grow(self) except -1:
        """Twice the room where little is left, up to the limit, until there is enough. No thread may be in the tree."""
        while self.cramped():
            self.reserve(2 * self.node_room if few_nodes(self) else self.node_room,
                         <uint32_t>min(2 * <uint64_t>self.edge_room, self.limit) if few_edges(self) else self.edge_room,
                         2 * self.outcome_room if few_outcomes(self) else self.outcome_room,
                         2 * self.key_room if few_keys(self) else self.key_room)
        return 0

    cdef bint cramped(self) noexcept nogil:
        """Time to grow."""
        return few_nodes(self) or few_edges(self) or few_outcomes(self) or few_keys(self)

    cdef void mark_full(self) noexcept nogil:
        store32(<uint32_t*>&self.full, 1)

    cdef uint32_t new_node(self) noexcept nogil:
        """An empty node, or NOBODY."""
        cdef uint32_t number
        if load32(&self.node_count) >= self.node_room:
            self.mark_full()
            return NOBODY
        if self.shared:
            number = sum32(&self.node_count, 1)
            if number >= self.node_room:
                self.mark_full()
                return NOBODY
        else:
            number = self.node_count
            self.node_count += 1
        memset(&self.nodes[number], 0, sizeof(Node))
        return number

    cdef uint32_t new_edges(self, uint32_t n) noexcept nogil:
        """The number of the first of n edges set to zero, or NOBODY."""
        cdef uint32_t number
        if load32(&self.edge_count) + <uint64_t>n > self.edge_room:
            self.mark_full()
            return NOBODY
        if self.shared:
            number = sum32(&self.edge_count, n)
            if number + <uint64_t>n > self.edge_room:
                self.mark_full()
                return NOBODY
        else:
            number = self.edge_count
            self.edge_count += n
        memset(&self.edges[number], 0, n * sizeof(Edge))
        return number

    cdef uint32_t intern(self, const Outcome* out) noexcept nogil:
        """The number of this outcome; most games have but a few, found among the first. NOBODY: no room."""
        cdef uint32_t i, known = load32(&self.outcome_count), number
        for i in range(known if known < SAME_OUTCOMES else SAME_OUTCOMES):
            if load32(&self.outcomes[i].ready) and memcmp(&self.outcomes[i], out, NUMBERS) == 0:
                return i
        if known >= self.outcome_room:
            return NOBODY
        if self.shared:
            number = sum32(&self.outcome_count, 1)
            if number >= self.outcome_room:
                return NOBODY
        else:
            number = self.outcome_count
            self.outcome_count += 1
        memcpy(&self.outcomes[number], out, NUMBERS)
        store32(&self.outcomes[number].ready, 1)
        return number

    cdef uint32_t node_of_key(self, uint64_t key) noexcept nogil:
        """The node of an information set, made when it is first met. NOBODY: no room, or another thread is making it."""
        cdef uint32_t at = <uint32_t>(key & (self.key_room - 1)), node, tries = 0
        cdef uint64_t seen
        key += key == 0
        while True:
            seen = load64(&self.keys[at])
            if seen == key:
                node = load32(&self.keyed_nodes[at])
                return node - 1 if node else NOBODY
            if seen == 0:
                if 8 * <uint64_t>load32(&self.key_count) > 7 * <uint64_t>self.key_room:
                    self.mark_full()
                    return NOBODY
                if not swap64(&self.keys[at], 0, key):
                    continue                        # another thread was first: look again
                sum32(&self.key_count, 1)
                node = self.new_node()
                if node != NOBODY:
                    store32(&self.keyed_nodes[at], node + 1)
                return node
            at = (at + 1) & (self.key_room - 1)
            tries += 1
            if tries > 4096:
                return NOBODY

    cdef uint32_t child_of(self, uint32_t edge) noexcept nogil:
        """The node below an edge, made when it is first needed. NOBODY: no room, or another thread has just proven the edge."""
        cdef uint32_t child = load32(&self.edges[edge].child), node
        if child:
            return NOBODY if child & PROVEN else child
        node = self.new_node()
        if node == NOBODY:
            return NOBODY
        if swap32(&self.edges[edge].child, 0, node):
            return node
        child = load32(&self.edges[edge].child)         # another thread was first; its node counts, ours is lost
        return NOBODY if child & PROVEN else child
