# The course of the game: set-up, phases, rounds, turns, the points of the end and who has won (B8-B24, B33, B52, B53).
# Included by state.pyx.


# ---- set-up (B8-B15) --------------------------------------------------------------------------------

cdef void set_up(Position* at, const Rules* r) noexcept nogil:
    """Supplies, goods and gifts of a new game; chance deals the first goods (B8, B9, B11)."""
    cdef int i, castles
    memcpy(at.supply, r.supply, TILE_TYPES)
    memcpy(at.dark, r.dark, TILE_TYPES)
    castles = at.supply[CASTLE_TILE] - r.seats
    at.supply[CASTLE_TILE] = castles if castles > 0 else 0
    count_left(at)
    at.large = at.small = 0x3F
    for i in range(6):
        at.goods_supply[i] = r.goods_copies
    for i in range(r.seats):
        at.seat[i].castle = NOWHERE
        give_gifts(at, r, i)
    for i in range(r.seats, 4):
        at.order[i] = NOWHERE
    at.stage, at.cursor, at.actor = START_GOODS, 0, 0


cdef void give_gifts(Position* at, const Rules* r, int seat) noexcept nogil:
    """What option `gifts` gives a seat; the supplies stay whole."""
    cdef Seat* s = &at.seat[seat]
    s.knowledge = r.gift_knowledge[seat]
    memcpy(s.storage, r.gift_tiles[seat], STORAGE)
    s.sources[FROM_GIFTS] = r.gift_points[seat]
    s.silver, s.workers = r.gift_silver[seat], r.gift_workers[seat]


cdef void find_start_player(Position* at, const Rules* r) noexcept nogil:
    """All first goods are dealt: chance names the start player, unless an option has named it (B12)."""
    at.cursor = 0
    if r.start == NOWHERE:
        at.stage, at.actor = START_SEAT, 0
    else:
        set_start_player(at, r, r.start)


cdef void set_start_player(Position* at, const Rules* r, int first) noexcept nogil:
    """Clockwise from the start player: workers (B12) and the tower on the track (B13)."""
    cdef int i, s
    for i in range(r.seats):
        s = (first + i) % r.seats
        at.order[i] = s
        at.height[s] = r.seats - 1 - i
        at.seat[s].workers += r.start_workers[i]
        at.seat[s].silver += r.start_silver
        at.seat[s].board = r.given_board[s]
    at.cursor = 0
    at.stage = DEAL_BOARD
    if r.choose_boards or at.seat[0].board:
        next_setup_choice(at, r)
    else:
        at.actor = at.order[0]


cdef void next_setup_choice(Position* at, const Rules* r) noexcept nogil:
    """Each seat in play order settles its board and its start castle (B10, B14); then phase A begins."""
    cdef int hex
    while at.cursor < r.seats:
        at.actor = at.order[at.cursor]
        if at.seat[at.actor].board == 0:
            at.stage = CHOOSE_BOARD
            return
        hex = fixed_castle(at, r, at.actor)
        if hex == NOWHERE:
            at.stage = CHOOSE_CASTLE
            return
        place_start_castle(at, r, hex)
    if r.castle_scores:
        score_start_castles(at, r)
    begin_phase(at, r, 0)


cdef int fixed_castle(const Position* at, const Rules* r, int seat) noexcept nogil:
    """Where the seat's start castle stands without a choice, or NOWHERE."""
    if at.seat[seat].board == 1 and r.basic_castle != NOWHERE:
        return r.basic_castle
    return r.given_castle[seat]


cdef void place_start_castle(Position* at, const Rules* r, int hex) noexcept nogil:
    """Set up, not played: no action and no points (B15)."""
    cdef Seat* s = &at.seat[at.actor]
    s.castle = hex
    put(r, s, CASTLE_TILE, hex)
    at.cursor += 1


cdef void score_start_castles(Position* at, const Rules* r) noexcept nogil:
    """castle_scores=yes (A1): a start castle that fills its region is paid for it, in phase A."""
    cdef int i, hex
    cdef Seat* s
    for i in range(r.seats):
        s = &at.seat[i]
        hex = s.castle
        if r.board[s.board].size[hex] == 1:
            s.sources[FROM_START] += r.region_points[1] + r.phase_points[0]


# ---- phases and rounds (B16-B24) --------------------------------------------------------------------

cdef void begin_phase(Position* at, const Rules* r, int phase) noexcept nogil:
    """Clear the depots of hex tiles, not of goods (B17, B19), and refill."""
    at.phase, at.round, at.turn, at.white = phase, 0, 0, 0
    memset(at.depot, 0, sizeof(at.depot))
    memset(at.black, 0, sizeof(at.black))
    at.stock, at.cursor, at.stage, at.actor = 0, 0, FILL_DEPOT, 0
    refill_depots(at, r)


cdef int slot_colour(const Position* at, const Rules* r, int slot) noexcept nogil:
    """Colour of the tiles that come to a space of the numbered depots in this phase (B20)."""
    if slot == r.mine_slot and r.mine_phases >> at.phase & 1:
        return MINE                                             # B21
    return r.slot_colour[slot]


cdef void fill_slot(Position* at, const Rules* r, int slot, int tile) noexcept nogil:
    """The tile drawn for a space comes to lie there; one that is left out of the game is a blank."""
    cdef int colour = colour_of(tile)
    at.supply[tile] -= 1
    if colour < CASTLE:
        at.left[colour] -= 1
    if r.left_out >> tile & 1:
        return
    at.depot[slot] = tile
    at.stock |= <uint32_t>1 << slot


cdef void refill_depots(Position* at, const Rules* r) noexcept nogil:
    """Go on from `cursor` until chance must speak: depots (B20), black depot (B22), goods (B17)."""
    cdef int colour
    while at.stage == FILL_DEPOT:
        if at.cursor == 24:
            at.stage, at.cursor = FILL_BLACK, 0
            break
        colour = slot_colour(at, r, at.cursor)
        if r.slot_active[at.cursor]:
            if colour >= CASTLE:
                if at.supply[TYPES[colour]]:
                    fill_slot(at, r, at.cursor, TYPES[colour])
            elif at.left[colour]:
                return
        at.cursor += 1
    if at.stage == FILL_BLACK:
        if at.cursor < r.black_slots and at.left[DARK_LEFT]:
            return
        at.stage, at.cursor = FILL_GOODS, 0
    if at.cursor < 5 and total(at.goods_supply, 6):
        return
    at.cursor = 0
    begin_round(at, r)


cdef void begin_round(Position* at, const Rules* r) noexcept nogil:
    """The order is read off the track and holds for this round (B23, B51)."""
    order_of_play(at, r, at.order)
    at.stage, at.cursor, at.turn, at.white = ROLL, 0, 0, 0
    at.actor = at.order[0]


cdef void set_white_die(Position* at, const Rules* r, int face) noexcept nogil:
    """The round's goods go to the depot that the white die names (B23)."""
    at.white = face
    if at.coming[at.round]:
        at.goods[6 * (face - 1) + at.coming[at.round] - 1] += 1
        at.coming[at.round] = 0
    at.cursor = 0
    begin_turn(at, 0)


cdef void begin_turn(Position* at, int turn) noexcept nogil:
    """The seat at this place of the play order has its turn (B25)."""
    at.turn, at.actor, at.bought = turn, at.order[turn], 0
    at.stage = MAIN


cdef void end_turn(Position* at, const Rules* r) noexcept nogil:
    """The next seat, the next round or the end of the phase."""
    at.bought = 0
    if at.turn + 1 < r.seats:
        begin_turn(at, at.turn + 1)
    elif at.round < 4:
        at.round += 1
        begin_round(at, r)
    else:
        end_phase(at, r)


cdef void end_phase(Position* at, const Rules* r) noexcept nogil:
    """Silver for mines, workers by tile 2 (B24, B44); after phase E too."""
    cdef Seat* s
    cdef int i, mines
    for i in range(r.seats):
        s = &at.seat[i]
        mines = popcount(s.filled & r.board[s.board].of_colour[MINE])
        s.silver += mines * r.mine_silver
        if has(r, s, 2):
            s.workers += mines * r.tile[2]
    if at.phase < 4:
        begin_phase(at, r, at.phase + 1)
    else:
        score_game_end(at, r)
        at.stage = OVER


cdef inline bint may_pay(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """This turn's purchase is not made yet, and the silver for it is there (B33)."""
    return not at.bought and s.silver >= r.purchase


cdef inline bint may_buy(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """The purchase may be made now: the storage for it is there too, or a stored tile goes for it (A2)."""
    return may_pay(at, r, s) and (r.buy_discard or not s.storage[2])


cdef bint can_buy(const Position* at, const Rules* r) noexcept nogil:
    """A purchase is still possible this turn: some tile is for sale (B33). A full storage can be made room in (A3)."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef int i
    if not (may_buy(at, r, s) or (r.free_discard and may_pay(at, r, s))):
        return False
    if at.stock and has(r, s, 6):
        return True
    for i in range(BLACK_SLOTS):
        if at.black[i]:
            return True
    return False


cdef void end_action(Position* at, const Rules* r) noexcept nogil:
    """One action and all it triggered is complete."""
    at.taking = at.allowed = at.cleared = at.cursor = 0
    if at.seat[at.actor].dice[0] or can_buy(at, r):
        at.stage = MAIN
    else:
        end_turn(at, r)


# ---- the end (B52, B53) -----------------------------------------------------------------------------

cdef void score_game_end(Position* at, const Rules* r) noexcept nogil:
    """Goods, silver, workers and knowledge tiles (B52)."""
    cdef int i
    cdef Seat* s
    for i in range(r.seats):
        s = &at.seat[i]
        s.sources[FROM_GOODS] += total(s.goods, 6) * r.end_goods
        s.sources[FROM_SILVER] += s.silver * r.end_silver
        if r.end_workers:
            s.sources[FROM_WORKERS] += s.workers // r.end_workers
        s.sources[FROM_KNOWLEDGE] += knowledge_points(r, s)


cdef int knowledge_points(const Rules* r, const Seat* s) noexcept nogil:
    """What all knowledge tiles 15-26 of a seat bring (B45)."""
    cdef uint32_t tiles = s.knowledge & r.live & PAYS_AT_END
    cdef int points = 0
    while tiles:
        points += points_of_knowledge(r, s, first_bit(tiles))
        tiles &= tiles - 1
    return points


cdef int points_of_knowledge(const Rules* r, const Seat* s, int number) noexcept nogil:
    """What knowledge tile `number`, 15-26, brings at the end for all that the seat has now (B45)."""
    cdef const Board* b = &r.board[s.board]
    cdef uint64_t filled = s.filled & b.of_colour[BUILDING]
    cdef int i, n = 0
    if number == 15:
        for i in range(6):
            n += s.sold[i] > 0
    elif number < 24:
        if s.barred[r.pays_for[number]]:
            while filled:
                n += s.tiles[first_bit(filled)] == r.pays_for[number]
                filled &= filled - 1
    elif number == 24:
        n = species_of(s, b)
    elif number == 25:
        n = total(s.sold, 6)
    else:
        n = popcount(<uint64_t>s.large) + popcount(<uint64_t>s.small)
    return n * r.tile[number]


cdef void scores(const Position* at, const Rules* r, double* points) noexcept nogil:
    cdef int i, j
    for i in range(r.seats):
        points[i] = 0
        for j in range(SOURCES):
            points[i] += at.seat[i].sources[j]


cdef void win_shares(const Position* at, const Rules* r, double* won) noexcept nogil:
    """Most points; then more empty spaces; then later in turn order as the track stands (B53)."""
    cdef double points[4]
    cdef uint8_t order[4]
    cdef int i, s, best
    order[0] = 0
    scores(at, r, points)
    order_of_play(at, r, order)
    best = order[0]
    for i in range(r.seats):
        s = order[i]
        won[s] = 0.0
        if points[s] > points[best] or (points[s] == points[best] and
                popcount(at.seat[s].filled) <= popcount(at.seat[best].filled)):
            best = s
    won[best] = 1.0


cdef void returns(const Position* at, const Rules* r, double* utilities) noexcept nogil:
    """The share of the win, mixed with the lead over the mean of the others."""
    cdef double points[4]
    cdef int i
    win_shares(at, r, utilities)
    scores(at, r, points)
    for i in range(r.seats):
        utilities[i] = win_and_margin(utilities[i], lead(r, i, points, r.usual_points), 30, r.margin_weight)


cdef double lead(const Rules* r, int seat, const double* numbers, double usual) noexcept nogil:
    """A seat's number less the mean of the others', or so much of that as its `rivalry` says and of a usual one for the
    rest: with 0 a seat is its own rival."""
    cdef double others = mean_of_others(numbers, r.seats, seat)
    return numbers[seat] - r.rivalry[seat] * others - (1 - r.rivalry[seat]) * usual
