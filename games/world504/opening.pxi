# The opening: the board, the first order, capitals and start money (rules G7, G8, R2.S.2, R1.S.5).
# Included by state.pyx.


# ---- the board (G7) ---------------------------------------------------------------------------------

cdef bint lay_board(Position* at, const Rules* r) noexcept nogil:
    """Lay what is drawn on the plan; where it has free spaces chance fills them, the waters first."""
    cdef int c, number
    if r.free_cells == 0:
        for c in range(r.cells):
            lay_tile(at, r, r.cell_kind[c], r.cell_q[c], r.cell_r[c])
        return False
    at.tiles = r.cells
    memcpy(at.near, r.cell_near, sizeof(at.near))
    memcpy(at.q, r.cell_q, TILES)
    memcpy(at.r, r.cell_r, TILES)
    for c in range(r.cells):
        at.kind[c] = r.cell_kind[c]
        if at.kind[c] == KINDS:
            continue
        at.stack[at.kind[c]] -= 1
        if at.kind[c] == CITY:
            number = r.cell_number[c] - 1
            place_city(at, r, c, number)
    derive(at, r)
    at.stage = WATERS
    return True


cdef int list_waters(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    """Every pair of free spaces on which the two waters that are drawn may lie, all alike."""
    cdef int a, b, n = 0
    for a in range(r.free_cells):
        for b in range(a + 1, r.free_cells):
            if not (r.apart[a] >> b) & 1:
                out[n] = TILES * a + b
                n += 1
    for a in range(n):
        probs[a] = 1.0 / n
    return n


cdef action_t keyed_waters(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    cdef action_t out[MAX_ACTIONS]
    cdef double probs[MAX_ACTIONS]
    cdef int n = list_waters(at, r, out, probs)
    return out[keyed_below(k, KEY_WATERS, 0, 0, n)]


cdef bint lay_waters(Position* at, const Rules* r, action_t pair) noexcept nogil:
    know_kind(at, r.free_cell[pair // TILES], WATER)
    know_kind(at, r.free_cell[pair % TILES], WATER)
    at.stack[WATER] -= 2
    at.stage = TILE
    at.cursor = 0
    return next_free_space(at, r)


cdef bint next_free_space(Position* at, const Rules* r) noexcept nogil:
    """Go to the next space that waits for its tile; false when there is none, and the board is done."""
    while at.cursor < r.free_cells and at.kind[r.free_cell[at.cursor]] != KINDS:
        at.cursor += 1
    return at.cursor < r.free_cells


cdef action_t keyed_tile(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Each tile has a key; the one with the lowest key of those left is next."""
    cdef uint8_t gone[KINDS]
    cdef int kind
    for kind in range(KINDS):
        gone[kind] = r.kinds[kind] - at.stack[kind]
    return lowest_kind(k, KEY_TILES, 0, at.stack, gone, WATER)


cdef bint lay_drawn(Position* at, const Rules* r, int kind) noexcept nogil:
    know_kind(at, r.free_cell[at.cursor], kind)
    at.stack[kind] -= 1
    return next_free_space(at, r)


# ---- the first order (G8) ---------------------------------------------------------------------------

cdef bint draw_order(Position* at, const Rules* r) noexcept nogil:
    """Clockwise games draw who has the start card; others their whole first order."""
    if r.first_order == START_CARD:
        if r.start != NOBODY:
            seat_order(at, r, r.start)
            return False
        at.stage = START_SEAT
        return True
    at.places = 0
    at.stage = NEXT_IN_ORDER
    return True


cdef void seat_order(Position* at, const Rules* r, int first) noexcept nogil:
    """Clockwise from the seat with the start card."""
    cdef int place
    at.start = first
    if r.companies:                             # they are in no order yet (R9.S.7)
        return
    for place in range(r.owners):
        at.order[place] = (first + place) % r.owners
    memcpy(at.former, at.order, OWNERS)


cdef int set_start(Position* at, const Rules* r, int seat) noexcept nogil:
    seat_order(at, r, seat)
    return PASSES


cdef int list_unplaced(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    """The owners that have no place yet, all alike; at.places says which have."""
    cdef int n = list_bits(out, 0, ((1 << r.owners) - 1) & ~at.places, 0), i
    for i in range(n):
        probs[i] = 1.0 / n
    return n


cdef action_t keyed_next(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Each logical player has a key; the lowest is next."""
    cdef uint64_t h, low = 0
    cdef int i, best = -1
    for i in range(r.owners):
        if not (at.places >> i) & 1:
            h = keyed(k, KEY_ORDER, logical(k, i), 0)
            if best < 0 or h < low:
                low, best = h, i
    return best


cdef bint place_in_order(Position* at, const Rules* r, int i) noexcept nogil:
    at.order[at.cursor] = i
    at.places |= 1 << i
    at.cursor += 1
    if at.cursor < r.owners - 1:
        return True
    for i in range(r.owners):                   # the last one has no choice
        if not (at.places >> i) & 1:
            at.order[at.cursor] = i
    at.places = 0
    memcpy(at.former, at.order, OWNERS)
    return False


# ---- capitals and money -----------------------------------------------------------------------------

cdef bint share_capital(Position* at, const Rules* r) noexcept nogil:
    """All begin in city 1 (R2.S.1, R5.S.7)."""
    cdef int i
    for i in range(r.owners):
        found_capital(at, r, i, at.city_at[0])
    return False


cdef bint choose_capitals(Position* at, const Rules* r) noexcept nogil:
    """In reverse order everybody picks a city (R1.S.5, R5.S.5, R7.S.6); in a round only the first time."""
    if at.round > 1:
        return False
    at.cursor = 0
    at.actor = at.order[r.owners - 1]
    at.stage = CAPITAL
    return True


cdef bint free_capital(const Position* at, const Rules* r, int number) noexcept nogil:
    """Whether a city (number from 0) may still become a capital: nobody's, not the centre, another good (R1.S.5)."""
    cdef int i, t = at.city_at[number]
    if t == NOWHERE or (r.outer_capitals and number == 0) or (r.edge_capitals and rim_place(number) < 0):
        return False
    for i in range(r.owners):
        if at.owner[i].capital == t:
            return False
        if r.different_goods and at.owner[i].capital != NOWHERE:
            if r.offers[at.number[at.owner[i].capital] - 1] == r.offers[number]:
                return False
    return True


cdef bint leaves_enough(const Position* at, const Rules* r, int number) noexcept nogil:
    """Whether those who choose later still find a city each if this one is taken now.

    Seats on plan 2 need space between them; companies may take any city at its edge (R4.S.4, R9.S.11).
    """
    cdef int i, c, t, waiting = -1
    cdef uint64_t goods = 0, cities = 0
    if r.spaced_capitals:
        return leaves_space(at, r, number)
    for i in range(r.owners):
        waiting += at.owner[i].capital == NOWHERE
    for c in range(CITIES):
        if c != number and free_capital(at, r, c) and not (r.different_goods and r.offers[c] == r.offers[number]):
            cities |= bit(c)
            goods |= bit(r.offers[c])
    return popcount(goods if r.different_goods else cities) >= waiting


# The cities at the rim of plan 2 clockwise, from 0, and which of these places are taken together (R4.S.3): opposites, two
# triangles, or all but two opposites.
cdef int* RIM = [4, 7, 8, 9, 5, 6]
cdef int* SPACED = [0b001001, 0b010010, 0b100100, 0b010101, 0b101010, 0b110110, 0b101101, 0b011011]


cdef int rim_place(int number) noexcept nogil:
    """The place of a city (number from 0) at the rim of plan 2, or -1."""
    cdef int place
    for place in range(6):
        if RIM[place] == number:
            return place
    return -1


cdef bint leaves_space(const Position* at, const Rules* r, int number) noexcept nogil:
    """Whether all capitals can be spaced as they must be if this city is taken now (R4.S.3), with different goods."""
    cdef int i, k, place, taken = 1 << rim_place(number)
    cdef uint64_t goods
    for i in range(r.owners):
        if at.owner[i].capital != NOWHERE:
            taken |= 1 << rim_place(at.number[at.owner[i].capital] - 1)
    for k in range(8):
        if popcount(SPACED[k]) != r.owners or taken & ~SPACED[k]:
            continue
        goods = 0
        for place in range(6):
            if (SPACED[k] >> place) & 1:
                goods |= bit(r.offers[RIM[place]])
        if not r.different_goods or popcount(goods) == r.owners:
            return True
    return False


cdef int list_capitals(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    cdef int number, n = 0
    if r.companies and (at.round > 1 or r.common_capital):
        return list_later_capitals(at, r, out)
    for number in range(CITIES):
        if free_capital(at, r, number) and leaves_enough(at, r, number):
            out[n] = A_CAPITAL + number
            n += 1
    return n


cdef int list_later_capitals(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """After the first share round: a city that is settled, or where capitals are separate any free one (R9.SR.7)."""
    cdef int number, i, t, n = 0
    cdef bint capital, settled
    for number in range(CITIES):
        t = at.city_at[number]
        if t == NOWHERE:
            continue
        capital = False
        for i in range(r.owners):
            capital = capital or at.owner[i].capital == t
        settled = inhabited(at, r, t) or (number == 0 and at.founded == 1)
        if settled if r.common_capital else not capital:
            out[n] = A_CAPITAL + number
            n += 1
    return n


cdef int choose_capital(Position* at, const Rules* r, int number) noexcept nogil:
    """The headquarters of the actor is there; the next one chooses, or settles its bid, or all have chosen."""
    cdef int i, waiting = 0
    found_capital(at, r, at.actor, at.city_at[number])
    for i in range(r.owners):
        waiting += at.owner[i].capital == NOWHERE
    if waiting == 0:
        lay_garrisons(at, r)
    if phase_of(at, r) == SET_ORDER:            # after the bids
        return settle_bids(at, r)
    at.cursor += 1
    if at.cursor == r.owners:
        return PASSES
    at.actor = at.order[r.owners - 1 - at.cursor]
    return ASKS


cdef bint pay_start(Position* at, const Rules* r) noexcept nogil:
    """Start money by place in the first order (R1.S.3, R2.S.2, R8.S.1), or the same for all (R1.S.2, R3.S.4)."""
    cdef int place
    if r.companies:
        pay_companies(at, r)
        return False
    for place in range(r.owners):
        earn(&at.owner[at.order[place]], r.start_money[place] + r.money_more + r.gift_money[at.order[place]])
    return False
