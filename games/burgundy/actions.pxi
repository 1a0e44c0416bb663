# What an action code does: taking, placing, selling, and ships (B25-B48). Included by state.pyx.


# ---- from codes to the rules ------------------------------------------------------------------------

cdef void apply_decision(Position* at, const Rules* r, action_t a) noexcept nogil:
    """What follows from a seat's action, by its code."""
    if a < A_PLACE:
        apply_take(at, r, a // 24, a % 24)
    elif a < A_SELL:
        apply_place(at, r, (a - A_PLACE) // 111, (a - A_PLACE) % 111 // 37, (a - A_PLACE) % 37)
    elif a < A_WORKERS:
        apply_sell(at, r, (a - A_SELL) // 6, (a - A_SELL) % 6)
    elif a < A_BUY_BLACK:
        if a - A_WORKERS < 2:
            use_die(&at.seat[at.actor], a - A_WORKERS)
        gain_workers(at, r)
    elif a < A_DISCARD:
        buy_tile(at, r, 25 + a - A_BUY_BLACK if a < A_BUY else 1 + a - A_BUY)
    else:
        apply_rare(at, r, a)


cdef void apply_take(Position* at, const Rules* r, int die, int slot) noexcept nogil:
    """A tile from a numbered depot, with a die (B28) or free of one (die 2)."""
    spend_die(r, &at.seat[at.actor], die, slot // 4 + 1, 12)
    at.cursor = at.allowed = 0
    take_tile(at, r, 1 + slot)


cdef void apply_place(Position* at, const Rules* r, int die, int space, int hex) noexcept nogil:
    cdef Seat* s = &at.seat[at.actor]
    spend_die(r, s, die, r.board[s.board].die[hex], helper_tile(colour_of(s.storage[space])))
    place_tile(at, r, space, hex)


cdef void apply_sell(Position* at, const Rules* r, int die, int colour) noexcept nogil:
    spend_die(r, &at.seat[at.actor], die, colour + 1, 0)
    sell_goods(at, r, colour)


cdef void apply_rare(Position* at, const Rules* r, action_t a) noexcept nogil:
    """Discards, ships, the choices of the set-up, and the ends of turns and of effects."""
    cdef Seat* s = &at.seat[at.actor]
    if a < A_CLEAR:
        unstore(s, a - A_DISCARD)
        if at.stage == DISCARD:
            store_tile(at, r, at.taking)
    elif a < A_CLEAR_PAIR:
        if at.stage == SHIP_SECOND:
            at.cursor = 1 + a - A_CLEAR
        at.cleared |= 1 << (a - A_CLEAR)
        clear_depots(at, r, 1 << (a - A_CLEAR))
    elif a < A_LOAD:
        at.cleared = 1 << (a - A_CLEAR_PAIR) | 1 << (a - A_CLEAR_PAIR + 1) % 6
        clear_depots(at, r, at.cleared)
    elif a < A_BOARD:
        load_goods(at, r, a - A_LOAD)
    elif a < A_START_CASTLE:
        s.board = a - A_BOARD
        next_setup_choice(at, r)
    elif a < A_END:
        place_start_castle(at, r, a - A_START_CASTLE)
        next_setup_choice(at, r)
    elif a == A_END:
        end_turn(at, r)
    elif a == A_DECLINE:
        if at.stage == SHIP_SECOND:
            advance_marker(at, r)
        else:
            end_action(at, r)
    else:
        use_die(s, a - A_IDLE)
        end_action(at, r)


# ---- tiles, goods and workers (B25-B46) -------------------------------------------------------------

cdef void take_tile(Position* at, const Rules* r, int source) noexcept nogil:
    """The tile of `source` (1 + slot, or 25 + black space) goes to storage; a full one is cleared first (B28)."""
    cdef Seat* s = &at.seat[at.actor]
    if s.storage[2]:
        at.taking, at.stage = source, DISCARD
    else:
        store_tile(at, r, source)


cdef void store_tile(Position* at, const Rules* r, int source) noexcept nogil:
    """The tile of `source` goes to the first free storage space. Requires one."""
    cdef Seat* s = &at.seat[at.actor]
    cdef int space = stored(s), back_to_castle = at.cursor
    if source > 24:
        s.storage[space] = at.black[source - 25]
        at.black[source - 25] = NO_TILE
    else:
        s.storage[space] = at.depot[source - 1]
        at.depot[source - 1] = NO_TILE
        at.stock &= ~(<uint32_t>1 << (source - 1))
    if back_to_castle:
        at.taking, at.cursor, at.stage = 0, 0, CASTLE_ACTION
    else:
        end_action(at, r)


cdef void buy_tile(Position* at, const Rules* r, int source) noexcept nogil:
    """The purchase of a turn (B33)."""
    at.seat[at.actor].silver -= r.purchase
    at.bought = 1
    at.cursor = at.stage == CASTLE_ACTION
    take_tile(at, r, source)


cdef void sell_goods(Position* at, const Rules* r, int colour) noexcept nogil:
    """All goods of one colour (B31); tiles 3 and 4 (B44, B46)."""
    cdef Seat* s = &at.seat[at.actor]
    s.sources[FROM_SALES] += s.goods[colour] * r.sold_goods
    s.sold[colour] += s.goods[colour]
    s.goods[colour] = 0
    s.holding &= ~(1 << colour)
    s.silver += r.tile[3] if has(r, s, 3) else r.sale_silver
    if has(r, s, 4):
        s.workers += r.tile[4]
    end_action(at, r)


cdef void gain_workers(Position* at, const Rules* r) noexcept nogil:
    """The workers action (B32) with tiles 13 and 14."""
    cdef Seat* s = &at.seat[at.actor]
    s.workers += r.tile[14] if has(r, s, 14) else r.workers
    if has(r, s, 13):
        s.silver += r.tile[13]
    end_action(at, r)


cdef void place_tile(Position* at, const Rules* r, int space, int hex) noexcept nogil:
    """A stored tile goes to the duchy: its points, region, colour bonus, then what it lets its owner do (B43)."""
    cdef Seat* s = &at.seat[at.actor]
    cdef const Board* b = &r.board[s.board]
    cdef int tile = s.storage[space], colour = colour_of(tile), bit = 1 << colour
    unstore(s, space)
    put(r, s, tile, hex)
    if colour == ANIMAL:
        s.sources[FROM_ANIMALS] += points_of_herd(r, s, herd(s, b.region[hex]), tile)
    elif tile == WATCHTOWER:
        s.sources[FROM_WATCHTOWERS] += r.watchtower_points
    if not b.region[hex] & ~s.filled:                           # B41
        s.sources[FROM_REGIONS] += r.region_points[b.size[hex]]
        s.sources[FROM_PHASES] += r.phase_points[at.phase]
        if not b.of_colour[colour] & ~s.filled:                 # B42
            if at.large & bit:
                at.large ^= bit
                s.large |= bit
                s.sources[FROM_BONUSES] += r.large_bonus
            elif at.small & bit:
                at.small ^= bit
                s.small |= bit
                s.sources[FROM_BONUSES] += r.small_bonus
    trigger_tile(at, r, tile)


cdef void trigger_tile(Position* at, const Rules* r, int tile) noexcept nogil:
    """Rules B34-B39. A 'may' that cannot be used is not asked."""
    cdef Seat* s = &at.seat[at.actor]
    if tile == CASTLE_TILE:
        at.stage, at.allowed, at.cursor = CASTLE_ACTION, 0, 0
        return
    if tile == SHIP_TILE:
        ship_arrives(at, r)
        return
    if FIRST_KNOWLEDGE <= tile < CASTLE_TILE:
        s.knowledge |= <uint32_t>1 << (tile - FIRST_KNOWLEDGE + 1)
    elif tile == BOARDING_HOUSE:
        s.workers += r.boarding_workers
    elif tile == BANK:
        s.silver += r.bank_silver
    elif tile == WAREHOUSE and total(s.goods, 6):
        at.stage = SELL_FREE
        return
    elif tile == CITY_HALL and can_place_any(r, s):
        at.stage = PLACE_FREE
        return
    elif tile == CARPENTER and offer_depot_tiles(at, 1 << BUILDING):
        return
    elif tile == CHURCH and offer_depot_tiles(at, 1 << MINE | 1 << KNOWLEDGE | 1 << CASTLE):
        return
    elif tile == MARKET and offer_depot_tiles(at, 1 << SHIP | 1 << ANIMAL):
        return
    end_action(at, r)


cdef bint offer_depot_tiles(Position* at, int colours) noexcept nogil:
    """A building lets its owner take a tile of these colours from a numbered depot, if there is one."""
    cdef int slot
    for slot in range(24):
        if at.depot[slot] and colours >> colour_of(at.depot[slot]) & 1:
            at.stage, at.allowed = TAKE_FREE, colours
            return True
    return False


# ---- ships (B34, B47) -------------------------------------------------------------------------------

cdef bint can_clear_depot(const Position* at, const Rules* r, int depot) noexcept nogil:
    return r.empty_ship_depot or total(&at.goods[6 * depot], 6) > 0


cdef void ship_arrives(Position* at, const Rules* r) noexcept nogil:
    """The owner picks a depot to clear; where there is none, only the marker moves."""
    cdef int d
    at.allowed, at.cleared, at.cursor = 0, 0, 0
    for d in range(DEPOTS):
        if can_clear_depot(at, r, d):
            at.stage = SHIP_DEPOT
            return
    advance_marker(at, r)


cdef void clear_depots(Position* at, const Rules* r, int depots) noexcept nogil:
    """Take from these depots all goods that fit: three stacks, each of one colour."""
    cdef Seat* s = &at.seat[at.actor]
    cdef int colour, fresh = 0, free = 3
    for colour in range(6):
        if s.goods[colour]:
            bring_aboard(at, depots, colour)
            free -= 1
        elif goods_lying(at, depots, colour):
            fresh |= 1 << colour
    if popcount(fresh) <= free:
        for colour in range(6):
            if fresh >> colour & 1:
                bring_aboard(at, depots, colour)
    elif free > 0:
        at.stage, at.allowed = SHIP_COLOUR, fresh
        return
    end_clearing(at, r)


cdef int goods_lying(const Position* at, int depots, int colour) noexcept nogil:
    """Goods of one colour at these depots."""
    cdef int d, n = 0
    for d in range(DEPOTS):
        if depots >> d & 1:
            n += at.goods[6 * d + colour]
    return n


cdef void bring_aboard(Position* at, int depots, int colour) noexcept nogil:
    cdef int d
    cdef Seat* s = &at.seat[at.actor]
    for d in range(DEPOTS):
        if depots >> d & 1:
            s.goods[colour] += at.goods[6 * d + colour]
            at.goods[6 * d + colour] = 0
    s.holding |= (s.goods[colour] != 0) << colour


cdef void load_goods(Position* at, const Rules* r, int colour) noexcept nogil:
    """The colour that was chosen goes on a free stack; with none left the clearing ends."""
    cdef Seat* s = &at.seat[at.actor]
    bring_aboard(at, 1 << (at.cursor - 1) if at.cursor else at.cleared, colour)
    at.allowed ^= 1 << colour
    if popcount(<uint64_t>s.holding) >= 3:
        end_clearing(at, r)


cdef void end_clearing(Position* at, const Rules* r) noexcept nogil:
    """One clearing is complete; tile 5 with tile5_joint=no may go on to a neighbour."""
    cdef Seat* s = &at.seat[at.actor]
    at.allowed = 0
    if not r.tile5_joint and at.cursor == 0 and has(r, s, 5) and clearable_neighbours(at, r, first_bit(at.cleared)):
        at.stage = SHIP_SECOND
    else:
        advance_marker(at, r)


cdef int clearable_neighbours(const Position* at, const Rules* r, int d) noexcept nogil:
    """Depots that may be cleared together with depot d: bit depot."""
    cdef int left = (d + 5) % 6, right = (d + 1) % 6
    return (can_clear_depot(at, r, left) << left) | (can_clear_depot(at, r, right) << right)


cdef void advance_marker(Position* at, const Rules* r) noexcept nogil:
    """One space forward, on top of any markers there (B34)."""
    cdef int me = at.actor, s, above = 0
    if at.track[me] < 6:
        for s in range(4):
            if s >= r.seats:
                break
            if s != me and at.track[s] == at.track[me] and at.height[s] > at.height[me]:
                at.height[s] -= 1
            elif s != me and at.track[s] == at.track[me] + 1:
                above += 1
        at.track[me] += 1
        at.height[me] = above
    end_action(at, r)
