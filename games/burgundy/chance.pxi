# Chance nodes: their outcomes, a draw for a search, the draw of a played game; and what secret choices hide (B14).
# Included by state.pyx.


# ---- drawing an outcome -----------------------------------------------------------------------------

cdef action_t sample_chance(const Position* at, const Rules* r, Stream* rng) noexcept nogil:
    cdef int colour, a, b, n
    if at.stage == ROLL:
        a, b = below(rng, 6), below(rng, 6)
        return 5 * (a if a < b else b) + a + b                  # 6 * lower + higher
    if at.stage == ROLL_WHITE:
        return below(rng, 6)
    if at.stage == FILL_DEPOT:
        colour = slot_colour(at, r, at.cursor)
        return pick(at.supply, TYPES[colour], TYPES[colour + 1], below(rng, at.left[colour]))
    if at.stage == FILL_BLACK:
        return pick(at.dark, 1, TILE_TYPES, below(rng, at.left[DARK_LEFT]))
    if at.stage == START_SEAT:
        return below(rng, r.seats)
    if at.stage == DEAL_BOARD:
        n = below(rng, boards_left(at, r))
        for a in range(1, 10):
            if not board_taken(at, r, a):
                if n == 0:
                    return a
                n -= 1
    return pick(at.goods_supply, 0, 6, below(rng, total(at.goods_supply, 6)))


cdef int boards_left(const Position* at, const Rules* r) noexcept nogil:
    """Boards that chance may still deal."""
    cdef int b, n = 0
    for b in range(1, 10):
        n += not board_taken(at, r, b)
    return n


cdef int chance_outcomes(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    cdef int a, b, n = 0
    if at.stage == ROLL:
        for a in range(6):
            for b in range(a, 6):
                out[n], probs[n] = 6 * a + b, (1 if a == b else 2) / 36.0
                n += 1
        return n
    if at.stage == ROLL_WHITE or at.stage == START_SEAT:
        return list_alike(6 if at.stage == ROLL_WHITE else r.seats, out, probs)
    if at.stage == DEAL_BOARD:
        for a in range(1, 10):
            if not board_taken(at, r, a):
                out[n], probs[n] = a, 1.0 / boards_left(at, r)
                n += 1
        return n
    if at.stage == FILL_DEPOT:
        a = slot_colour(at, r, at.cursor)
        return list_shares(at.supply, TYPES[a], TYPES[a + 1], out, probs)
    if at.stage == FILL_BLACK:
        return list_shares(at.dark, 1, TILE_TYPES, out, probs)
    return list_shares(at.goods_supply, 0, 6, out, probs)


cdef action_t keyed_chance(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Dice belong to (logical player, round, die); of a supply the tile with the lowest key comes next."""
    cdef int a, b, when = 5 * at.phase + at.round
    if at.stage == ROLL:
        a = keyed_below(k, KEY_DICE, logical(k, at.actor), 2 * when, 6)
        b = keyed_below(k, KEY_DICE, logical(k, at.actor), 2 * when + 1, 6)
        return 6 * a + b if a <= b else 6 * b + a
    if at.stage == ROLL_WHITE:
        return keyed_below(k, KEY_WHITE, 0, when, 6)
    if at.stage == FILL_DEPOT:
        a = slot_colour(at, r, at.cursor)
        return next_tile(k, KEY_SUPPLY, at.supply, r.supply, TYPES[a], TYPES[a + 1])
    if at.stage == FILL_BLACK:
        return next_tile(k, KEY_DARK, at.dark, r.dark, 1, TILE_TYPES)
    if at.stage == START_SEAT:
        return keyed_below(k, KEY_START, 0, 0, r.seats)     # of the table, not of a player
    if at.stage == DEAL_BOARD:
        return keyed_board(at, r, k)
    if at.stage == START_GOODS:
        return keyed_goods(at, r, k, 3 * logical(k, at.actor) + at.cursor % 3)
    return keyed_goods(at, r, k, 3 * r.seats + 5 * at.phase + at.cursor)


cdef action_t keyed_board(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """The boards are shuffled once; logical player l gets the l-th."""
    cdef int who = logical(k, at.actor), b, other, rank, best = 0
    cdef uint64_t mine
    if not r.distinct:
        return 1 + keyed_below(k, KEY_BOARDS, 1 + who, 0, 9)
    for b in range(1, 10):
        mine, rank = keyed(k, KEY_BOARDS, 0, b), 0
        for other in range(1, 10):
            rank += keyed(k, KEY_BOARDS, 0, other) < mine
        if rank == who and not board_taken(at, r, b):
            return b
        if best == 0 and not board_taken(at, r, b):
            best = b
    return best                                                 # the l-th is gone: this deal was not all by these keys


cdef action_t keyed_goods(const Position* at, const Rules* r, const Keys* k, int position) noexcept nogil:
    """The goods tile at this position of the shuffled stack; if none of it is left, the next that is."""
    cdef uint64_t key[64]
    cdef uint8_t colour[64]
    cdef int n = 0, i, j, c
    cdef uint64_t h
    for c in range(6):
        for i in range(r.goods_copies):
            if n == 64:
                break
            h, j = keyed(k, KEY_GOODS, c, i), n
            while j > 0 and key[j - 1] > h:
                key[j], colour[j] = key[j - 1], colour[j - 1]
                j -= 1
            key[j], colour[j] = h, c
            n += 1
    for i in range(n):
        c = colour[(position + i) % n]
        if at.goods_supply[c]:
            return c
    return pick(at.goods_supply, 0, 6, 0)


# ---- what an outcome does ---------------------------------------------------------------------------

cdef void apply_chance(Position* at, const Rules* r, action_t a) noexcept nogil:
    """What follows from the outcome of each chance node."""
    if at.stage == ROLL:
        at.seat[at.actor].dice[0] = a // 6 + 1
        at.seat[at.actor].dice[1] = a % 6 + 1
        at.cursor += 1
        if at.cursor < r.seats:
            at.actor = at.order[at.cursor]
        else:
            at.stage, at.cursor, at.actor = ROLL_WHITE, 0, at.order[0]
    elif at.stage == ROLL_WHITE:
        set_white_die(at, r, a + 1)
    elif at.stage == FILL_DEPOT:
        fill_slot(at, r, at.cursor, a)
        at.cursor += 1
        refill_depots(at, r)
    elif at.stage == FILL_BLACK:
        at.dark[a] -= 1
        at.left[DARK_LEFT] -= 1
        at.black[at.cursor] = NO_TILE if r.left_out >> a & 1 else a
        at.cursor += 1
        refill_depots(at, r)
    elif at.stage == FILL_GOODS:
        at.goods_supply[a] -= 1
        at.coming[at.cursor] = a + 1
        at.cursor += 1
        refill_depots(at, r)
    elif at.stage == START_GOODS:
        at.goods_supply[a] -= 1
        at.seat[at.actor].goods[a] += 1
        at.seat[at.actor].holding |= 1 << a
        at.cursor += 1
        at.actor = at.cursor // 3
        if at.cursor == 3 * r.seats:
            find_start_player(at, r)
    elif at.stage == START_SEAT:
        set_start_player(at, r, a)
    else:
        at.seat[at.actor].board = a
        at.cursor += 1
        if at.cursor < r.seats:
            at.actor = at.order[at.cursor]
        else:
            at.cursor = 0
            next_setup_choice(at, r)


# ---- hidden choices (secret=yes, B14) ---------------------------------------------------------------

cdef bint hides_choice(const Position* at, const Rules* r, int other, int seat) noexcept nogil:
    """`seat` may not see what `other` chose: choosing is still going on, and in secret."""
    return (r.secret and other != seat and other < r.seats
            and (at.stage == CHOOSE_BOARD or at.stage == CHOOSE_CASTLE))


cdef uint64_t information_state_key(const Position* at, const Rules* r, int seat) noexcept nogil:
    """With what the seat may not see left out of the position."""
    cdef Position seen
    cdef int i
    if not r.secret:
        return hash_bytes(<const unsigned char*>at, sizeof(Position))
    seen = at[0]
    for i in range(r.seats):
        if hides_choice(at, r, i, seat):
            seen.seat[i].filled = seen.seat[i].open = 0
            seen.seat[i].castle = NOWHERE
            memset(seen.seat[i].tiles, 0, HEXES)
            if r.choose_boards:
                seen.seat[i].board = 0
    if at.actor != seat and at.stage == CHOOSE_CASTLE and r.choose_boards:
        seen.stage = CHOOSE_BOARD
    return hash_bytes(<const unsigned char*>&seen, sizeof(Position))


cdef void resample(Position* at, const Rules* r, int seat, Stream* rng) noexcept nogil:
    """Boards and start castles that the seat may not see are drawn anew; where boards are chosen, so is whether the seat
    that is choosing has its board already."""
    cdef int i, nth
    cdef Seat* s
    cdef uint64_t castles
    for i in range(r.seats):
        s = &at.seat[i]
        if not hides_choice(at, r, i, seat):
            continue
        if r.choose_boards and i == at.actor:
            s.board = 1 + below(rng, 9) if below(rng, 2) else 0
            if fixed_castle(at, r, i) != NOWHERE:
                s.board = 0                                     # with no castle to choose its choice would be over
            at.stage = CHOOSE_CASTLE if s.board else CHOOSE_BOARD
        if s.castle == NOWHERE:
            continue
        if r.choose_boards:
            s.board = 1 + below(rng, 9)
        castles = r.board[s.board].of_colour[CASTLE]
        for nth in range(<int>below(rng, popcount(castles))):
            castles &= castles - 1
        memset(s.tiles, 0, HEXES)
        s.filled = s.open = 0
        s.castle = first_bit(castles) if fixed_castle(at, r, i) == NOWHERE else fixed_castle(at, r, i)
        put(r, s, CASTLE_TILE, s.castle)
