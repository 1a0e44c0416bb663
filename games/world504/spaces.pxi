# Unexplored spaces, and tiles that are laid on them (rules G7, R5.3D.1-9). Included by state.pyx.
#
# Explorer tiles are shared out to the stacks for each space that is explored; where no stack can take one the space
# stays unexplored.

cdef enum:
    EXPLORER_TILES = 6


# ---- the explorer tiles (R5.3D.6, R5.3D.7) ----------------------------------------------------------

cdef void share_explorers(const Position* at, int q, int row, uint8_t* odds) noexcept nogil:
    """How the explorer tiles are shared out for this space (R5.3D.6, R5.3D.7); all 0 where no stack can take one."""
    cdef int k, kind, left = EXPLORER_TILES
    cdef uint64_t around = tiles_around(at, q, row)
    memset(odds, 0, KINDS)
    if at.stack[CITY]:
        odds[CITY] = min(left, land_to_city(at, around))
        left -= odds[CITY]
    if at.stack[WATER] and not any_kind(at, around, WATER):
        odds[WATER] = min(left, hexes(q, row) - 1)
        left -= odds[WATER]
    for kind in range(MEADOW, WATER):
        if left and at.stack[kind]:
            odds[kind] = 1
            left -= 1
    while 0 < left < EXPLORER_TILES:
        for k in range(KINDS):
            kind = CITY if k == 0 else WATER if k == 1 else k - 1
            if left and odds[kind]:
                odds[kind] += 1
                left -= 1


cdef uint64_t tiles_around(const Position* at, int q, int row) noexcept nogil:
    """The tiles next to a space that has none itself."""
    cdef uint64_t found = 0
    cdef int t
    for t in range(at.tiles):
        if hexes(at.q[t] - q, at.r[t] - row) == 1:
            found |= bit(t)
    return found


cdef bint any_kind(const Position* at, uint64_t tiles, int kind) noexcept nogil:
    while tiles:
        if at.kind[first_bit(tiles)] == kind:
            return True
        tiles &= tiles - 1
    return False


cdef int land_to_city(const Position* at, uint64_t around) noexcept nogil:
    """Land tiles on the shortest way over explored land from a space to a city; 0 where no way leads to one (U34)."""
    cdef uint64_t seen = around, edge = around, further
    cdef int t, side, n = 0
    while edge:
        if any_kind(at, edge, CITY):
            return n
        n += 1
        further = 0
        while edge:
            t = first_bit(edge)
            edge &= edge - 1
            if at.kind[t] == WATER:
                continue
            for side in range(SIDES):
                if at.near[t][side] != NOWHERE:
                    further |= bit(at.near[t][side])
        edge = further & ~seen
        seen |= further
    return 0


# ---- what may be explored ---------------------------------------------------------------------------

cdef bint may_explore(const Position* at, const Rules* r, int t, int side) noexcept nogil:
    """Whether the space on that side of a tile is unknown, within the limit of plan 1 (R5.3D.9), and can be filled."""
    cdef uint8_t odds[KINDS]
    cdef int kind, q = at.q[t] + side_q(side), row = at.r[t] + side_r(side)
    if at.near[t][side] != NOWHERE or hexes(q, row) > r.explore_within:
        return False
    for kind in range(MEADOW, WATER):
        if at.stack[kind]:
            return True
    share_explorers(at, q, row, odds)
    return total(odds, KINDS) > 0


cdef int spaces_beside(const Position* at, const Rules* r, int t) noexcept nogil:
    """Bit side: the space there can be explored from this tile (R5.3D.1-5)."""
    cdef int side, found = 0
    for side in range(SIDES):
        if at.near[t][side] == NOWHERE and may_explore(at, r, t, side):
            found |= 1 << side
    return found


cdef bint has_space(const Position* at, const Rules* r, int t) noexcept nogil:
    """Whether there is one."""
    cdef int side
    for side in range(SIDES):
        if at.near[t][side] == NOWHERE and may_explore(at, r, t, side):
            return True
    return False


cdef int list_spaces(const Position* at, const Rules* r, int t, action_t* out, int n) noexcept nogil:
    """Append the explorations from this tile."""
    return list_sides(out, n, spaces_beside(at, r, t), A_EXPLORE + SIDES * t)


# ---- laying tiles (G7) ------------------------------------------------------------------------------

cdef int lay_tile(Position* at, const Rules* r, int kind, int q, int row) noexcept nogil:
    """Put a tile of this kind on the board, out of its stack; cities come in ascending number (G7, R1.S.7)."""
    cdef int t = at.tiles, side, other, number = 0
    at.tiles += 1
    at.q[t], at.r[t] = q, row
    know_kind(at, t, kind)
    for other in range(t):
        side = side_of(at.q[other] - q, at.r[other] - row)
        if side < SIDES:
            at.near[t][side], at.near[other][opposite(side)] = other, t
            at.beside[t] |= bit(other)
            at.beside[other] |= bit(t)
    if kind == CITY:
        while at.city_at[number] != NOWHERE:
            number += 1
        place_city(at, r, t, number)
    at.stack[kind] -= 1
    find_rim(at, r)
    return t


cdef void place_city(Position* at, const Rules* r, int t, int number) noexcept nogil:
    """Tile t is the city of this number (from 0), with its demand and its goods (G7a, R1.S.5, R1.S.7, R5.S.8)."""
    at.city_at[number], at.number[t] = t, number + 1
    if r.goods_in_cities:
        at.demand[number] = ((1 << GOODS) - 1) & ~(1 << r.offers[number])
        at.stock[number] = r.city_stock
        at.supply[r.offers[number]] -= r.city_stock


cdef inline void know_kind(Position* at, int t, int kind) noexcept nogil:
    at.kind[t] = kind
    at.of_kind[kind] |= bit(t)


cdef void derive(Position* at, const Rules* r) noexcept nogil:
    """Put the fields right that follow from the tiles: who lies beside whom, the tiles of a kind, the rim."""
    cdef int t, side
    memset(at.beside, 0, sizeof(at.beside))
    memset(at.of_kind, 0, sizeof(at.of_kind))
    for t in range(at.tiles):
        if at.kind[t] < KINDS:
            know_kind(at, t, at.kind[t])
        for side in range(SIDES):
            if at.near[t][side] != NOWHERE:
                at.beside[t] |= bit(at.near[t][side])
    find_rim(at, r)


cdef void find_rim(Position* at, const Rules* r) noexcept nogil:
    """Which tiles lie next to a space that can be explored: it changes when a tile is laid, so it is kept."""
    cdef int t
    at.rim = 0
    if r.explorer or r.cart_explores:
        for t in range(at.tiles):
            if popcount(at.beside[t]) < SIDES and has_space(at, r, t):
                at.rim |= bit(t)


# ---- points on tiles (R5.3D.10, R5.3D.12) -----------------------------------------------------------

cdef inline int full_pile(const Position* at, const Rules* r, int t) noexcept nogil:
    """Points that lie on a tile when it has been explored (R5.3D.10)."""
    return r.pile_city if at.kind[t] == CITY else r.pile_land if at.kind[t] != WATER else 0


cdef uint64_t harvest_sites(const Position* at, const Owner* o) noexcept nogil:
    """Tiles with an active resident and points left for it (R5.3D.12)."""
    cdef uint64_t tiles = o.up, found = 0
    while tiles:
        if at.pile[first_bit(tiles)]:
            found |= tiles & -tiles
        tiles &= tiles - 1
    return found
