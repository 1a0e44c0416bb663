# What may be done: legal actions of each stage, ascending, and the uniform random choice. Included by state.pyx.


cdef int legal_actions(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    cdef const Seat* s = &at.seat[at.actor]
    cdef int n = 0
    if at.stage == MAIN:
        return list_main(at, r, out)
    if at.stage == CASTLE_ACTION:
        n = list_bits(out, n, unique_stock(at, r), A_TAKE + 48)
        n = list_free_placements(at, r, out, n)
        n = list_bits(out, n, s.holding, A_SELL + 12)
        out[n] = A_WORKERS + 2
        n += 1
        return list_purchases(at, r, out, n) if r.buy_anytime else n
    if at.stage == TAKE_FREE:
        return list_decline(out, list_bits(out, 0, unique_stock(at, r) & stock_of_colours(at, at.allowed), A_TAKE + 48))
    if at.stage == PLACE_FREE:
        return list_decline(out, list_free_placements(at, r, out, 0))
    if at.stage == SELL_FREE:
        return list_decline(out, list_bits(out, 0, s.holding, A_SELL + 12))
    if at.stage == DISCARD:
        return list_discards(at, out, 0)
    if at.stage == SHIP_DEPOT:
        return list_clearings(at, r, out)
    if at.stage == SHIP_SECOND:
        n = list_bits(out, 0, clearable_neighbours(at, r, first_bit(at.cleared)), A_CLEAR)
        return list_decline(out, n) if r.tile5_one else n
    if at.stage == SHIP_COLOUR:
        return list_bits(out, 0, at.allowed, A_LOAD)
    if at.stage == CHOOSE_CASTLE:
        return list_bits(out, 0, r.board[s.board].of_colour[CASTLE], A_START_CASTLE)
    return list_boards(at, r, out)


cdef int list_decline(action_t* out, int n) noexcept nogil:
    out[n] = A_DECLINE
    return n + 1


cdef void main_choices(const Position* at, const Rules* r, Choices* c) noexcept nogil:
    """What MAIN offers, as bit sets: the list and the random choice both read them."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef const Board* b = &r.board[s.board]
    cdef int i, steps, a = s.dice[0], z = 0 if s.dice[1] == a else s.dice[1]    # nothing is within reach of face 0
    cdef uint32_t stock = unique_stock(at, r)
    cdef uint64_t spaces
    cdef bint helped = s.knowledge & r.live & TURNS_FREELY
    c.dice = (a != 0) + (z != 0)
    steps = reach(r, s, 12)                                     # without free steps it is the same for every use
    c.set[0], c.set[1] = stock & r.slots_within[a][steps], stock & r.slots_within[z][steps]
    for i in range(STORAGE):
        spaces = spaces_for(r, s, s.storage[i]) & -<uint64_t>is_first_copy(s, i)
        if helped:
            steps = reach(r, s, helper_tile(colour_of(s.storage[i])))
        c.set[2 + i], c.set[5 + i] = spaces & b.within[a][steps], spaces & b.within[z][steps]
    if helped:
        steps = reach(r, s, 0)
    c.set[8], c.set[9] = s.holding & r.goods_within[a][steps], s.holding & r.goods_within[z][steps]
    c.others = list_others(at, r, c.other, c.dice)


cdef int list_others(const Position* at, const Rules* r, action_t* out, int dice) noexcept nogil:
    """Purchases and the rare moves of MAIN: what follows the workers actions in a list."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef int die, n = list_purchases(at, r, out, 0)
    if r.free_discard and s.storage[2]:
        n = list_discards(at, out, n)
    if not dice:
        out[n] = A_END
        n += 1
    elif r.pass_die:
        for die in range(dice):
            out[n] = A_IDLE + die
            n += 1
    return n


cdef int list_main(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Actions with a die, purchases, and the end of the turn."""
    cdef Choices c
    cdef int n = 0, i
    main_choices(at, r, &c)
    for i in range(SETS):
        n = list_bits(out, n, c.set[i], FIRST_CODE[i])
    for i in range(c.dice):
        out[n] = A_WORKERS + i
        n += 1
    for i in range(c.others):
        out[n] = c.other[i]
        n += 1
    return n


cdef action_t random_action(const Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """The contract's uniform draw; in MAIN the sets are counted, not listed."""
    cdef Choices c
    cdef action_t actions[MAX_ACTIONS]
    cdef int upto[SETS + 1]                     # how many choices the sets before this one have
    cdef int n, i, set = 0
    if at.stage != MAIN:
        n = legal_actions(at, r, actions)
        return actions[0] if n == 1 else actions[below(rng, n)]
    main_choices(at, r, &c)
    upto[0] = 0
    for i in range(SETS):
        upto[i + 1] = upto[i] + popcount(c.set[i])
    n = upto[SETS] + c.others + c.dice
    n = 0 if n == 1 else below(rng, n)
    for i in range(SETS):                       # in which set it falls: counted, as a branch here would be luck
        set += n >= upto[i + 1]
    n -= upto[set]
    if set < SETS:
        return FIRST_CODE[set] + nth_bit(c.set[set], n)
    return A_WORKERS + n if n < c.dice else c.other[n - c.dice]


cdef int is_first_copy(const Seat* s, int space) noexcept nogil:
    """1 where a tile lies on this storage space and no equal one before it, else 0. Luck decides: no branch."""
    cdef int tile = s.storage[space]
    return ((tile != 0) & ((space < 1) | (tile != s.storage[0])) & ((space < 2) | (tile != s.storage[1])))


cdef uint32_t stock_of_colours(const Position* at, int colours) noexcept nogil:
    """Slots with a tile of these colours."""
    cdef uint32_t slots = 0
    cdef int slot
    for slot in range(24):
        slots |= <uint32_t>(colours >> colour_of(at.depot[slot]) & 1) << slot
    return slots & at.stock


cdef uint32_t unique_stock(const Position* at, const Rules* r) noexcept nogil:
    """Slots with a tile; of equal tiles in one depot the first stands for all."""
    cdef uint32_t slots = at.stock, unique = slots
    if r.twins:
        while slots:
            if twin_before(at, first_bit(slots)):
                unique &= ~(<uint32_t>1 << first_bit(slots))
            slots &= slots - 1
    return unique


cdef bint twin_before(const Position* at, int slot) noexcept nogil:
    """An equal tile lies on an earlier space of the same depot."""
    cdef int i
    for i in range(slot & ~3, slot):
        if at.depot[i] == at.depot[slot]:
            return True
    return False


cdef int list_free_placements(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    """Placements that need no die."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef int i
    for i in range(STORAGE):
        if is_first_copy(s, i):
            n = list_bits(out, n, spaces_for(r, s, s.storage[i]), A_PLACE + 222 + 37 * i)
    return n


cdef int list_purchases(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    """Tiles that silver buys (B33): from the black depot, with tile 6 from any."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef int i, j
    if not may_buy(at, r, s):
        return n
    for i in range(r.black_slots):
        if at.black[i]:
            for j in range(i):
                if at.black[j] == at.black[i]:
                    break
            else:
                out[n] = A_BUY_BLACK + i
                n += 1
    if has(r, s, 6):
        n = list_bits(out, n, unique_stock(at, r), A_BUY)
    return n


cdef int list_discards(const Position* at, action_t* out, int n) noexcept nogil:
    """Stored tiles that may go."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef int i
    for i in range(STORAGE):
        if is_first_copy(s, i):
            out[n] = A_DISCARD + i
            n += 1
    return n


cdef int list_boards(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Boards that the actor may choose; board 1 always, as any number may play it (A11)."""
    cdef int board, n = 0
    for board in range(1, 10):
        if board == 1 or not board_taken(at, r, board):
            out[n] = A_BOARD + board
            n += 1
    return n


cdef bint board_taken(const Position* at, const Rules* r, int board) noexcept nogil:
    """Another seat has this board, as far as the actor may know."""
    cdef int i
    if not r.distinct or (r.secret and at.stage == CHOOSE_BOARD):
        return False
    for i in range(r.seats):
        if at.seat[i].board == board:
            return True
    return False


cdef int list_clearings(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Depots for a ship: any (B34); with tile 5 pairs of neighbours too (B44, B47). With tile5_one=no a depot stands
    alone only where no neighbour may be cleared with it."""
    cdef bint pairs = r.tile5_joint and has(r, &at.seat[at.actor], 5)
    cdef int d, n = 0
    for d in range(DEPOTS):
        if can_clear_depot(at, r, d) and not (pairs and not r.tile5_one and clearable_neighbours(at, r, d)):
            out[n] = A_CLEAR + d
            n += 1
    if pairs:
        for d in range(DEPOTS):
            if can_clear_depot(at, r, d) and can_clear_depot(at, r, (d + 1) % 6):
                out[n] = A_CLEAR_PAIR + d
                n += 1
    return n
