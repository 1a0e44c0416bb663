# Weighed cases: room for them, equal ones as one, and which to keep. Included by state.pyx.

cdef enum:
    CONTENT = OTHERS * KINDS + AGES * (OTHERS + KINDS) + KINDS      # bytes of a case that tell it from others
    FIRST_ROOM = 64
    MOST_MADE = 1 << 20         # cases that one event may make

cdef double LEAST = 1e-10       # share of the weight below which a case is left out


cdef bint make_cases(Cases* one, Cases* two) noexcept nogil:
    """No cases yet, with room for some, twice; whether there was memory."""
    one.at = <Case*>malloc(FIRST_ROOM * sizeof(Case))
    two.at = <Case*>malloc(FIRST_ROOM * sizeof(Case))
    one.places = <uint32_t*>malloc(4 * FIRST_ROOM * sizeof(uint32_t))
    two.places = <uint32_t*>malloc(4 * FIRST_ROOM * sizeof(uint32_t))
    one.n = two.n = 0
    one.lost = two.lost = False
    one.most = two.most = KEPT
    one.room = two.room = FIRST_ROOM
    one.length = two.length = 4 * FIRST_ROOM
    return one.at != NULL and two.at != NULL and one.places != NULL and two.places != NULL


cdef void free_cases(Cases* one, Cases* two) noexcept nogil:
    free(one.at)
    free(two.at)
    free(one.places)
    free(two.places)


cdef bint more_room(Cases* out, int room) noexcept nogil:
    """Room for so many cases; no where there is no memory, and nothing is lost."""
    cdef Case* at = <Case*>realloc(out.at, room * sizeof(Case))
    if at == NULL:
        return False
    out.at, out.room = at, room
    return True


cdef void find_places(Cases* out, uint32_t mask) noexcept nogil:
    """Spread the cases over a table of this length less 1; without memory for it the one there stays."""
    cdef uint32_t* places
    cdef uint32_t h
    cdef int i
    if mask >= out.length:
        places = <uint32_t*>malloc((mask + 1) * sizeof(uint32_t))
        if places == NULL:
            return
        free(out.places)
        out.places, out.length = places, mask + 1
    out.mask = mask
    memset(out.places, 0, (mask + 1) * sizeof(uint32_t))
    for i in range(out.n):
        h = out.at[i].hash & mask
        while out.places[h]:
            h = (h + 1) & mask
        out.places[h] = i + 1


cdef void none_left(Cases* out, int n) noexcept nogil:
    """Forget all cases; so many are to be gone on with. Only as much of the table is used, and swept, as they may need."""
    cdef uint32_t mask = 4 * FIRST_ROOM - 1
    while mask < out.length - 1 and mask < <uint32_t>(8 * n):
        mask = 2 * mask + 1
    out.n = 0
    find_places(out, mask)


cdef void add(Cases* out, const Case* case, double weight) noexcept nogil:
    """One more way to come to this case."""
    cdef uint32_t hash, h
    cdef Case* found
    if weight <= 0:
        return
    if <uint32_t>out.n >= out.mask:         # a full table: there was no memory for a longer one
        out.lost = True
        return
    hash = <uint32_t>hash_bytes(<const unsigned char*>case, CONTENT)
    h = hash & out.mask
    while out.places[h]:
        found = &out.at[out.places[h] - 1]
        if found.hash == hash and memcmp(found, case, CONTENT) == 0:
            found.weight += weight
            return
        h = (h + 1) & out.mask
    if out.n == out.room and (out.n >= MOST_MADE or not more_room(out, 2 * out.n)):
        out.lost = True
        return
    found = &out.at[out.n]
    found[0] = case[0]
    found.weight, found.hash = weight, hash
    out.n += 1
    out.places[h] = out.n
    if 2 * <uint32_t>out.n > out.mask:
        find_places(out, 2 * out.mask + 1)


cdef bint keep(Cases* out, const Case* cases, int n) noexcept nogil:
    """Become these cases, only to be read or moved on; no where there is no memory."""
    if n > out.room and not more_room(out, n):
        return False
    memcpy(out.at, cases, n * sizeof(Case))
    out.n = n
    return True


cdef void prune(Cases* out) noexcept nogil:
    """Weights that sum to 1, without cases too unlikely to matter, and no more than `most`.

    Where there are more, those lighter than some c stand for each other: each stays with probability weight / c, and then
    weighs c, so that no hand comes up too often or too seldom on the whole (Fearnhead & Clifford, 2003). Which stay is
    settled by evenly spaced marks, so the same cases always leave the same.
    """
    cdef Case* cases = out.at
    cdef double total = 0, low = 0, high = 0, c, sum, mark = 0.5
    cdef int i, n, m = 0, step
    for i in range(out.n):
        total += cases[i].weight
    for i in range(out.n):
        if cases[i].weight > LEAST * total:
            if m < i:
                cases[m] = cases[i]
            cases[m].weight /= total
            high = max(high, cases[m].weight)
            m += 1
    out.lost = out.lost or m < out.n
    out.n = m
    if m <= out.most:
        return
    out.lost = True
    for step in range(50):              # the c with which so many cases are expected to stay
        c = 0.5 * (low + high)
        sum = 0
        for i in range(m):
            sum += min(cases[i].weight / c, 1)
        if sum > out.most - 1:
            low = c
        else:
            high = c
    n, m = m, 0
    for i in range(n):
        if cases[i].weight < high:
            mark -= cases[i].weight / high
            if mark >= 0:
                continue
            mark += 1
        cases[m] = cases[i]
        cases[m].weight = max(cases[m].weight, high)
        m += 1
    out.n = m
