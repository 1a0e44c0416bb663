# Inputs of a linear value function. Nothing in them is hidden, so every seat's are what all may know.
# Included by state.pyx.

cdef enum:                      # what is counted, in the order of WORTH in tuning.py
    IN_POINTS = 0               # made, and by knowledge tiles at the end
    IN_KNOWLEDGE_END
    IN_GOODS                    # tiles, colours, the highest stack
    IN_COLOURS
    IN_STACK
    IN_SILVER                   # pieces, and the first two of them
    IN_SILVER_TWO
    IN_WORKERS                  # pieces, and the first three of them
    IN_WORKERS_THREE
    IN_STORED = 9               # tiles by hex colour
    IN_DICE = 15                # to use in this round
    IN_MINES                    # times the phases left; with tile 2 once more
    IN_MINES_TILE_2
    IN_AHEAD                    # seats that this one would play before
    IN_SHIPS                    # spaces on the turn-order track
    IN_OPEN                     # hexes, and faces that open one
    IN_FACES
    IN_EMPTY = 22               # hexes by colour
    IN_REGION = 28              # size points of unfinished regions by spaces left, eight and more in one
    IN_NEARLY = 36              # all points of regions with an open hex and 1, 2, 3 spaces left
    IN_BEGUN = 39               # filled share of all points of unfinished regions
    IN_FAR                      # hexes of regions without an open one
    IN_BONUS = 41               # points of colour bonuses with 1, 2, 3 or 4 spaces to go
    IN_PASTURE = 44             # animals of the largest herd, for each of two spaces left; with tile 7 once more
    IN_PASTURE_TILE_7
    IN_TILE = 46                # knowledge tiles 1-26, ten each
    IN_BOARD = 72               # boards 1-9, ten each
    COUNTS = 81
    INPUTS = 162                # each count, and each times the share of the rounds left


cdef int features(const Position* at, const Rules* r, int seat, float* out) noexcept nogil:
    """What makes points now or later, in units of ten points or so.

    All shrink with the square root of the rounds left, as the luck still to come grows: what is left of a lead is
    its size against that. All come twice, the second time less the fewer rounds are left, so that a point made
    may weigh more than one in sight, and what only pays in time fades.
    """
    cdef const Seat* s = &at.seat[seat]
    cdef const Board* b = &r.board[s.board]
    cdef int i, t = rounds_played(at)
    cdef float sharp = 0.1 / sqrt(26.0 - t), left = (25 - t) / 25.0
    memset(out, 0, COUNTS * sizeof(float))
    count_holdings(at, r, seat, s, out)
    count_regions(at, r, s, b, out)
    count_bonuses(at, r, out)
    for i in range(1, 27):
        out[IN_TILE + i - 1] = 10 * (s.knowledge >> i & 1)
    if s.board:
        out[IN_BOARD + s.board - 1] = 10
    for i in range(COUNTS):
        out[i] *= sharp
        out[COUNTS + i] = left * out[i]
    return INPUTS


cdef void count_holdings(const Position* at, const Rules* r, int seat, const Seat* s, float* out) noexcept nogil:
    """Points, goods, silver, workers, stored tiles, dice, mines, ships."""
    cdef int i, left = 0 if at.stage == OVER else 5 - at.phase
    for i in range(SOURCES):
        out[IN_POINTS] += s.sources[i]
    out[IN_KNOWLEDGE_END] = knowledge_points(r, s) if left else 0
    for i in range(6):
        out[IN_GOODS] += s.goods[i]
        out[IN_STACK] = max(out[IN_STACK], <float>s.goods[i])
    out[IN_COLOURS] = popcount(<uint64_t>s.holding)
    out[IN_SILVER], out[IN_SILVER_TWO] = s.silver, min(2, s.silver)
    out[IN_WORKERS], out[IN_WORKERS_THREE] = s.workers, min(3, s.workers)
    for i in range(stored(s)):
        out[IN_STORED + colour_of(s.storage[i])] += 1
    out[IN_DICE] = dice_to_come(at, seat)
    out[IN_MINES] = popcount(s.filled & r.board[s.board].of_colour[MINE]) * left
    out[IN_MINES_TILE_2] = out[IN_MINES] * has(r, s, 2)
    out[IN_AHEAD], out[IN_SHIPS] = seats_ahead(at, r, seat), at.track[seat]


cdef void count_regions(const Position* at, const Rules* r, const Seat* s, const Board* b, float* out) noexcept nogil:
    """Hexes still empty, how near their regions are to being filled, and what pastures may yet give."""
    cdef uint64_t todo = (<uint64_t>1 << HEXES) - 1 & ~s.filled, region, animals
    cdef int i, size, left, grazing, phase = min(4, at.phase)
    cdef float all_of_it
    out[IN_OPEN] = popcount(s.open)
    for i in range(1, 7):
        out[IN_FACES] += (s.open & b.within[i][0]) != 0
    while todo and s.board:
        i = first_bit(todo)
        region = b.region[i]
        todo &= ~region
        size, left = b.size[i], popcount(region & ~s.filled)
        all_of_it = r.region_points[size] + r.phase_points[phase]
        out[IN_EMPTY + b.colour[i]] += left
        out[IN_REGION + min(left, 8) - 1] += r.region_points[size]
        out[IN_BEGUN] += all_of_it * (size - left) / size
        if not region & s.open:
            out[IN_FAR] += left
        elif left <= 3:
            out[IN_NEARLY + left - 1] += all_of_it
        if b.colour[i] == ANIMAL:
            animals = herd(s, region & s.filled)
            grazing = max(max(animals & 255, animals >> 8 & 255), max(animals >> 16 & 255, animals >> 24 & 255))
            out[IN_PASTURE] += grazing * min(left, 2)
    out[IN_PASTURE_TILE_7] = out[IN_PASTURE] * has(r, s, 7)


cdef void count_bonuses(const Position* at, const Rules* r, float* out) noexcept nogil:
    """Colour bonuses still to be had, by spaces to go; counts of empty hexes must stand in `out`."""
    cdef int colour, points, left
    for colour in range(COLOURS):
        left = <int>out[IN_EMPTY + colour]
        if at.large >> colour & 1:
            points = r.large_bonus
        elif at.small >> colour & 1:
            points = r.small_bonus
        else:
            continue
        if 0 < left <= 4:
            out[IN_BONUS + min(left, 3) - 1] += points


cdef int dice_to_come(const Position* at, int seat) noexcept nogil:
    """Dice this seat has still to use in this round, rolled or not."""
    cdef int i
    if at.stage == OVER or at.stage == ROLL:
        return 2 * (at.stage == ROLL)
    for i in range(at.turn):
        if at.order[i] == seat:
            return 0
    return (at.seat[seat].dice[0] != 0) + (at.seat[seat].dice[1] != 0)


cdef int seats_ahead(const Position* at, const Rules* r, int seat) noexcept nogil:
    """How many seats this one would play before, as the track stands."""
    cdef uint8_t order[4]
    cdef int i
    order[0] = 0
    order_of_play(at, r, order)
    for i in range(r.seats):
        if order[i] == seat:
            return r.seats - 1 - i
    return 0


cdef void utilities_of(const Position* at, const Rules* r, const double* worths, double* utilities) noexcept nogil:
    """Softmax; where a seat's rivalry is less than 1, a logit of each seat by itself."""
    cdef int i
    if r.rivals:
        softmax(worths, r.seats, utilities)
        return
    for i in range(r.seats):
        utilities[i] = 1 / (1 + exp(-lead(r, i, worths, r.usual_worth[rounds_played(at)])))
