# What things are worth to the seat to act, in points or so. Included by state.pyx.
#
# The numbers are the seat's heuristic weights (tuning.py); this file only uses them. A Glance keeps what several actions of
# one list share, so that it is worked out once.

cdef enum:
    NONE_OPEN = -1000000        # in Glance.best: no open hex of this colour
    UNSEEN = -1                 # in Glance.since
    NEVER = 40                  # in Glance.crowded: a tile taken now is never placed

# tile types whose worth depends on more than duchy, round and bonuses; knowledge tiles 15 and 25 count sales
cdef uint64_t CHANGING = (
    <uint64_t>1 << SHIP_TILE | <uint64_t>1 << (FIRST_KNOWLEDGE + 14) | <uint64_t>1 << (FIRST_KNOWLEDGE + 24)
    | 1 << WAREHOUSE | 1 << CARPENTER | 1 << CHURCH | 1 << MARKET | 1 << CITY_HALL)
cdef uint64_t PLAIN = 0         # tile types that go on to give the same to every seat, in every position of a round
for _tile in range(FIRST_ANIMAL, FIRST_KNOWLEDGE + 14):
    PLAIN |= <uint64_t>1 << _tile
PLAIN |= <uint64_t>1 << CASTLE_TILE


# ---- a glance ---------------------------------------------------------------------------------------

cdef inline void first_look(Glance* g) noexcept nogil:
    """Nothing has been seen yet."""
    g.since = UNSEEN


cdef void look(Glance* g, const Position* at, const Rules* r) noexcept nogil:
    """All that the actions of a list share, except what look_around sees."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef const Seat* s = &at.seat[at.actor]
    cdef const Board* b = &r.board[s.board]
    cdef int rest, i, steps
    cdef float turn
    g.at, g.r, g.w, g.s, g.b = at, r, w, s, b
    g.known = 0
    g.t = 5 * at.phase + at.round
    g.dice = (s.dice[0] != 0) + (s.dice[1] != 0)
    g.late = (g.t - 18) * <float>(1 / 6.0) if g.t > 18 else 0
    g.worker = (1 - g.late) * w.worker[s.workers if s.workers < 4 else 4] + g.late * w.worker_end
    g.silver = (1 - g.late) * w.silver[s.silver if s.silver < 3 else 3] + g.late * w.silver_end
    g.steps = reach(r, s, 0)
    # another copy of a knowledge tile adds nothing to a gift
    g.plain = PLAIN & ~(<uint64_t>s.knowledge << (FIRST_KNOWLEDGE - 1))
    g.soon[0], g.soon[1] = 0, w.take_soon
    g.full = stored(s)
    g.rivals = 0
    for i in range(STORAGE):
        g.rivals += (s.storage[i] != 0) << 4 * colour_of(s.storage[i])
    for i in range(2):
        rest = 2 * (24 - g.t) + g.dice - i
        g.crowded[i] = NEVER if rest <= 0 else w.take_late if rest <= g.full else 0
    g.sale, g.each = g.silver * (r.tile[3] if has(r, s, 3) else r.sale_silver), r.sold_goods
    if has(r, s, 4):
        g.sale += r.tile[4] * g.worker
    if has(r, s, 25):
        g.each += r.tile[25]
    g.face[0], g.face[1], g.face[2], g.face[3] = s.dice[0], s.dice[1], 0, 0
    g.helped = -1 if s.knowledge & r.live & (TURNS_FREELY | 1 << 8) else 0
    turn = w.turn * g.worker * (s.workers != 0)
    for steps in range(4):
        g.toll[0][steps] = turn * (cost_of_steps(r, s, steps, 0) if g.helped else steps)
    if g.helped:
        for i in range(1, 5):
            for steps in range(4):
                g.toll[i][steps] = turn * cost_of_steps(r, s, steps, 8 + i)


cdef void look_around(Glance* g) noexcept nogil:
    """The worth of filling each open hex. A glance that knows this duchy in this round keeps what it has."""
    cdef const Rules* r = g.r
    cdef const Board* b = g.b
    cdef const float* fill = &g.w.fill[g.t][0][0]
    cdef uint64_t open = g.s.open, empty = ~g.s.filled, far = empty & ~open, last = 0, spaces
    cdef int hex, colour, since = 4 * g.t + g.at.actor | g.at.large << 8 | g.at.small << 16
    cdef float v, most, opens = g.w.opens * (24 - g.t)
    if g.filled == g.s.filled and g.since == since:
        g.tried &= ~CHANGING
        g.told &= ~CHANGING
        return
    g.filled, g.since = g.s.filled, since
    g.tried = g.told = g.herded = 0
    for colour in range(COLOURS):
        g.best[colour] = NONE_OPEN
        spaces = b.of_colour[colour] & empty
        last |= spaces if not spaces & (spaces - 1) else 0      # the colour's last empty hex
    while open:
        hex = first_bit(open)
        open &= open - 1
        colour = b.colour[hex]
        v = fill[b.row[hex] + popcount(b.region[hex] & empty)]
        v += opens * popcount(r.near[hex] & far)
        if last >> hex & 1:
            v += worth_bonus(g, colour)
        g.hex[hex] = v
        most = g.best[colour]
        g.best[colour] = v if v > most else most


cdef float worth_bonus(const Glance* g, int colour) noexcept nogil:
    """The bonus tile that filling a colour brings now."""
    if g.at.large >> colour & 1:
        return g.w.bonus * g.r.large_bonus
    if g.at.small >> colour & 1:
        return g.w.bonus * g.r.small_bonus
    return 0


# ---- workers, sales and ships -----------------------------------------------------------------------

cdef inline const float* tolls(const Glance* g, int helper) noexcept nogil:
    """What turning a die costs, by steps, for a use that knowledge tile `helper` helps; 0: none does."""
    return g.toll[(helper - 8 if helper else 0) & g.helped]


cdef inline float worth_spent(const Glance* g, int die, int number, int helper) noexcept nogil:
    """What turning the die to `number` costs."""
    return tolls(g, helper)[DISTANCE[g.face[die]][number]]


cdef inline float worth_selling(const Glance* g, int colour) noexcept nogil:
    cdef float v = g.sale
    if has(g.r, g.s, 15) and not g.s.sold[colour]:
        v += g.r.tile[15]
    if popcount(<uint64_t>g.s.holding) == 3:
        v += g.w.sell_full
    return v + g.w.sell_each * g.each * g.s.goods[colour]


cdef inline int coming_aboard(const Glance* g, uint64_t lying) noexcept nogil:
    """Which of these goods, a byte a colour, would come on board: no more new colours than free stacks. Bit colour.

    The sum carries into the high bit of each byte that is not 0; the product brings these bits together.
    """
    cdef uint64_t high = (lying + <uint64_t>0x7F7F7F7F7F7F) & HIGH_BITS
    cdef int present = <int>(high * <uint64_t>0x0002040810204081 >> 56)
    cdef int fresh = present & ~g.s.holding, rest = fresh, i, held = popcount(<uint64_t>g.s.holding)
    for i in range(3):
        rest &= rest - (i >= held)
    return present & g.s.holding | fresh ^ rest


cdef inline float worth_clearing(const Glance* g, uint64_t lying) noexcept nogil:
    """What depots with these goods would put on board."""
    cdef int colour, colours = coming_aboard(g, lying)
    cdef float v = 0
    while colours:
        colour = first_bit(colours)
        colours &= colours - 1
        v += (g.w.clear_same if g.s.holding >> colour & 1 else g.w.clear_new) * (lying >> 8 * colour & 255)
    return v


cdef inline uint64_t goods_at(const Position* at, int depot) noexcept nogil:
    """A depot's goods, a byte a colour."""
    cdef uint32_t low
    cdef uint16_t high                              # two whole loads: one of six bytes would wait for its own store
    memcpy(&low, &at.goods[6 * depot], 4)
    memcpy(&high, &at.goods[6 * depot + 4], 2)
    return low | <uint64_t>high << 32


cdef float worth_ship(const Glance* g) noexcept nogil:
    """The best depot's goods, and a step forward that passes somebody."""
    cdef const Position* at = g.at
    cdef int i, me = at.actor
    cdef uint64_t stacks = 0                                        # one loop over all of them is easier to foresee
    cdef float best = 0
    cdef float v[DEPOTS]
    cdef float each[2]
    each[0], each[1] = g.w.clear_new, g.w.clear_same
    for i in range(DEPOTS):
        stacks |= <uint64_t>coming_aboard(g, goods_at(at, i)) << 6 * i
        v[i] = 0
    while stacks:
        i = first_bit(stacks)
        stacks &= stacks - 1
        v[i // 6] += each[g.s.holding >> i % 6 & 1] * at.goods[i]
    for i in range(DEPOTS):
        best = v[i] if v[i] > best else best
    best *= g.w.ship_goods
    for i in range(g.r.seats):
        if i != me and (at.track[i] == at.track[me] + 1 or
                        (at.track[i] == at.track[me] and at.height[i] > at.height[me])):
            return best + g.w.ahead
    return best


# ---- tiles ------------------------------------------------------------------------------------------

cdef float worth_building(const Glance* g, int tile, float v) noexcept nogil:
    """`v` and what the building brings by knowledge tiles and by its action."""
    cdef const Seat* s = g.s
    cdef uint32_t paying = s.knowledge & g.r.payers[tile]
    cdef float best = 0, sale
    cdef int i
    while paying:
        v += g.r.tile[first_bit(paying)]
        paying &= paying - 1
    if tile == WAREHOUSE:
        for i in range(6):
            sale = worth_selling(g, i) if s.goods[i] else 0
            best = sale if sale > best else best
        v += g.w.warehouse * best
    elif tile == CITY_HALL and s.storage[1]:
        v += g.w.city_hall
    elif CARPENTER <= tile <= MARKET and not g.at.stock:
        v += g.w.offer
    return v


cdef float worth_effect(Glance* g, int tile) noexcept nogil:
    """What a tile that is not plain goes on to give."""
    cdef const HeuristicWeights* w = g.w
    cdef float v = w.effect[g.t][tile]
    if tile <= WATCHTOWER:
        return worth_building(g, tile, v)
    if tile == MINE_TILE:
        return v + w.mine_each * (5 - g.at.phase)
    if tile == SHIP_TILE:
        return v + worth_ship(g)
    if g.s.knowledge >> (tile - FIRST_KNOWLEDGE + 1) & 1:
        return 0
    return v + w.tile_points * points_of_knowledge(g.r, g.s, tile - FIRST_KNOWLEDGE + 1)


cdef inline float worth_tile(Glance* g, int tile) noexcept nogil:
    """What a tile goes on to give, wherever it is placed."""
    if g.plain >> tile & 1:
        return g.w.effect[g.t][tile]
    if not g.told >> tile & 1:
        g.gives[tile] = worth_effect(g, tile)
        g.told |= <uint64_t>1 << tile
    return g.gives[tile]


cdef inline float worth_animals(Glance* g, int tile, int hex) noexcept nogil:
    """Points at once, and what the tile adds to those that may come after it."""
    cdef uint64_t region = g.b.region[hex]
    cdef int first = first_bit(region), left = popcount(region & ~g.s.filled) - 1
    cdef float more = g.w.animal_next * ((tile - FIRST_ANIMAL) % 3 + 2) * (left * (24 - g.t)) * <float>(1 / 24.0)
    if not g.herded >> first & 1:
        g.herd[first] = herd(g.s, region)
        g.herded |= <uint64_t>1 << first
    return more + points_of_herd(g.r, g.s, g.herd[first], tile)


cdef inline float worth_placing(Glance* g, int tile, int hex) noexcept nogil:
    cdef float v = g.hex[hex] + worth_tile(g, tile)
    return v + worth_animals(g, tile, hex) if FIRST_ANIMAL <= tile < FIRST_KNOWLEDGE else v


cdef float best_pasture(Glance* g, int tile, uint64_t spaces) noexcept nogil:
    """The best of these hexes for animals. Requires one."""
    cdef float v, best = NONE_OPEN
    cdef int hex
    while spaces:
        hex = first_bit(spaces)
        spaces &= spaces - 1
        v = g.hex[hex] + worth_animals(g, tile, hex)
        best = v if v > best else best
    return best


cdef float best_hex(const Glance* g, uint64_t spaces) noexcept nogil:
    """The best of these hexes for any other tile. Requires one."""
    cdef float v, best = NONE_OPEN
    while spaces:
        v = g.hex[first_bit(spaces)]
        spaces &= spaces - 1
        best = v if v > best else best
    return best


cdef inline float worth_best(Glance* g, int tile, uint64_t spaces) noexcept nogil:
    """The best placement that `spaces`, which are all for this tile, allow. Requires one."""
    if FIRST_ANIMAL <= tile < FIRST_KNOWLEDGE:
        return best_pasture(g, tile, spaces) + worth_tile(g, tile)
    if tile <= WATCHTOWER and g.s.barred[tile]:
        return best_hex(g, spaces) + worth_tile(g, tile)
    return g.best[colour_of(tile)] + worth_tile(g, tile)


cdef void try_out(Glance* g, int tile) noexcept nogil:
    """Where a tile may be placed, and the best of it."""
    cdef uint64_t spaces = spaces_for(g.r, g.s, tile)
    g.where[tile] = spaces
    g.best_place[tile] = worth_best(g, tile, spaces) if spaces else NONE_OPEN
    g.tried |= <uint64_t>1 << tile


cdef uint8_t FURTHER[64]            # of so many free hexes those beyond the first, 3 at most
for _free in range(2, 64):
    FURTHER[_free] = min(_free - 1, 3)


cdef void look_at(Glance* g, int tile) noexcept nogil:
    """The part of the worth of taking a tile that is the same for every way to get it."""
    cdef const HeuristicWeights* w = g.w
    cdef int same = g.rivals >> 4 * colour_of(tile) & 15, free
    cdef float v[2]             # without room and with it: a choice without a branch, as luck decides
    v[0] = v[1] = -w.take_full[g.full]
    if not g.tried >> tile & 1:
        try_out(g, tile)
    free = popcount(g.where[tile]) - same
    v[0] += w.take_none
    v[1] += w.take + w.take_share * g.best_place[tile] + w.take_spaces * FURTHER[free & 63]
    g.take[tile] = v[free > 0] - w.take_rival * same
    g.known |= <uint64_t>1 << tile


cdef inline uint64_t soon_after(const Glance* g, int die) noexcept nogil:
    """Hexes that a die left after this one (2, 3: none) is used can reach."""
    return g.b.within[g.face[1 - die if die < 2 else 0]][g.steps]


cdef inline float worth_taking(Glance* g, int tile, int die, uint64_t soon) noexcept nogil:
    """Worth of taking a tile from a depot, with die 0 or 1, free (2) or for silver (3); `soon` is of the other die."""
    if not g.known >> tile & 1:
        look_at(g, tile)
    return (g.take[tile] - g.crowded[die < 2] + (g.w.take_free if die == 2 else 0)
            + g.soon[(g.where[tile] & soon) != 0])
