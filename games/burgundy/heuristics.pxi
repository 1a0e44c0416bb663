# What an action is worth at a glance: weights of playouts, priors of the search, and all that `greedy` knows.
# Included by state.pyx.

cdef enum:
    # bit stage: those whose actions may take or place a tile
    PLACING = 1 << MAIN | 1 << DISCARD | 1 << CASTLE_ACTION | 1 << TAKE_FREE | 1 << PLACE_FREE


cdef extern from *:
    """
    #include <string.h>
    typedef float four_floats __attribute__((vector_size(16)));
    typedef int four_ints __attribute__((vector_size(16)));

    static inline four_floats limited(four_floats x, float low, float high) {
        four_floats lows = {low, low, low, low}, highs = {high, high, high, high};
        four_ints under = x < lows, over = x > highs;
        return (four_floats)(((four_ints)x & ~under & ~over) | ((four_ints)lows & under) | ((four_ints)highs & over));
    }

    static inline void powered(float *at, float sharpness) {
        four_floats y;
        memcpy(&y, at, sizeof y);
        y = 1 + limited(sharpness * y, -60, 40) * (1.0f / 256);
        y *= y; y *= y; y *= y; y *= y; y *= y; y *= y; y *= y; y *= y;
        memcpy(at, &y, sizeof y);
    }
    """
    void powered(float* at, float sharpness) noexcept nogil
    # Four worths x become about e ** (sharpness * x), always above 0 and rising with x:
    # (1 + x / 256) ** 256 by eight squarings.


cdef inline void sharpen(float* out, int n, float sharpness) noexcept nogil:
    """e ** (sharpness * worth) in place of each worth. Requires room for three more than n."""
    cdef int i
    for i in range(n, n + 3):
        out[i] = 0
    for i in range(0, n, 4):
        powered(&out[i], sharpness)


cdef inline int drawn(float* weights, int n, Stream* rng) noexcept nogil:
    """What core_ext.state.weighted draws, four at a time: fewer branches that luck decides.

    Requires room for three more than n.
    """
    cdef float total = 0, mark, first, second, third
    cdef int i
    for i in range(n, n + 3):
        weights[i] = 0
    for i in range(0, n, 4):
        total = total + weights[i] + weights[i + 1] + weights[i + 2] + weights[i + 3]
    mark = <float>(unit(rng) * total)
    for i in range(0, n, 4):
        first = mark - weights[i]
        second = first - weights[i + 1]
        third = second - weights[i + 2]
        mark = third - weights[i + 3]
        if mark < 0:
            return i + (first >= 0) + (second >= 0) + (third >= 0)
    return n - 1


cdef inline float worth_take(Glance* g, int die, int slot) noexcept nogil:
    return worth_taking(g, g.at.depot[slot], die, soon_after(g, die)) - worth_spent(g, die, slot // 4 + 1, 12)


cdef inline float worth_place(Glance* g, int die, int tile, int hex) noexcept nogil:
    return g.w.place + worth_placing(g, tile, hex) - worth_spent(g, die, g.b.die[hex], helper_tile(colour_of(tile)))


cdef inline int weigh_takes(Glance* g, uint64_t takes, action_t* actions, float* out, int n) noexcept nogil:
    """Append takes with a die (bit action) and their worth, as worth_take has it; returns the new length."""
    cdef const float* toll = tolls(g, 12)
    cdef uint64_t soon[2]
    cdef int slot, die
    soon[0], soon[1] = soon_after(g, 0), soon_after(g, 1)
    while takes:
        slot = first_bit(takes)
        takes &= takes - 1
        actions[n] = A_TAKE + slot
        die = slot >= 24
        slot -= 24 * die
        out[n] = worth_taking(g, g.at.depot[slot], 0, soon[die]) - toll[DISTANCE[g.face[die]][slot // 4 + 1]]
        n += 1
    return n


cdef inline int weigh_places(Glance* g, const uint64_t* spaces, action_t* actions, float* out, int n) noexcept nogil:
    """Append placements with a die, hexes by die and storage space, and their worth; returns the new length."""
    cdef uint64_t sets[7]
    cdef int which[7]
    cdef int i, hex, die, full = 0, left = 0
    for i in range(6):                          # those with a hex; then one loop, which is easier to foresee than six
        sets[full], which[full] = spaces[i], i
        full += spaces[i] != 0
        left += popcount(spaces[i])
    full = 0
    for left in range(left, 0, -1):
        i, hex = which[full], first_bit(sets[full])
        sets[full] &= sets[full] - 1
        full += sets[full] == 0
        die = i > 2
        actions[n] = A_PLACE + 37 * i + hex
        out[n] = worth_place(g, die, g.s.storage[i - 3 * die], hex)
        n += 1
    return n


cdef inline float worth_sale(const Glance* g, int die, int colour) noexcept nogil:
    return g.w.sell + worth_selling(g, colour) - worth_spent(g, die, colour + 1, 0)


cdef inline float worth_workers(const Glance* g) noexcept nogil:
    cdef int number = g.r.tile[14] if has(g.r, g.s, 14) else g.r.workers
    return g.w.workers + number * g.worker + (g.silver if has(g.r, g.s, 13) else 0)


cdef inline float worth_buying(Glance* g, int tile) noexcept nogil:
    return g.w.buy + worth_taking(g, tile, 3, soon_after(g, 3)) - g.r.purchase * g.silver

cdef void action_weights(const Position* at, const Rules* r, const action_t* actions, int n, float* out) noexcept nogil:
    """Writes e ** (prior * worth) of each action."""
    cdef Glance g
    cdef float weights[MAX_ACTIONS + 3]
    cdef int i
    first_look(&g)
    look(&g, at, r)
    look_around(&g)
    for i in range(n):
        weights[i] = worth_action(&g, actions[i])
    sharpen(weights, n, g.w.prior)
    memcpy(out, weights, n * sizeof(float))


cdef action_t weighted_action(const Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """The contract's draw, but as sharp as playouts are to be; the weights of action_weights are softer priors."""
    cdef Glance g
    first_look(&g)
    return draw_at_a_glance(at, r, &g, rng)


cdef action_t draw_at_a_glance(const Position* at, const Rules* r, Glance* g, Stream* rng) noexcept nogil:
    """weighted_action, with a glance that may be of earlier decisions of this playout."""
    cdef action_t actions[MAX_ACTIONS]
    cdef float weights[MAX_ACTIONS + 3]
    cdef int i, n
    look(g, at, r)
    if at.stage == MAIN:
        look_around(g)
        n = weigh_main(g, actions, weights)
    else:
        n = legal_actions(at, r, actions)
        if PLACING >> at.stage & 1:
            look_around(g)
        for i in range(n):
            weights[i] = worth_action(g, actions[i])
    if n == 1:
        return actions[0]
    sharpen(weights, n, g.w.sharpness)
    return actions[drawn(weights, n, rng)]


cdef int weighted_playout(Position* at, const Rules* r, Stream* rng, int* decisions, int until) noexcept nogil:
    """The contract's loop: one glance for all decisions, as much of it holds from one to the next."""
    cdef Glance g
    cdef int steps = 0
    first_look(&g)
    while at.stage != OVER and decisions[0] < until:
        if at.stage < CHOOSE_BOARD:
            apply_chance(at, r, sample_chance(at, r, rng))
        else:
            apply_decision(at, r, draw_at_a_glance(at, r, &g, rng))
            decisions[0] += 1
        steps += 1
    return steps


cdef int weigh_main(Glance* g, action_t* actions, float* out) noexcept nogil:
    """Legal actions of MAIN, ascending, and the worth of each; returns how many."""
    cdef Choices c
    cdef int die, i, n = 0
    cdef uint64_t bits
    main_choices(g.at, g.r, &c)
    n = weigh_takes(g, c.set[0] | c.set[1] << 24, actions, out, n)
    n = weigh_places(g, &c.set[2], actions, out, n)
    bits = c.set[8] | c.set[9] << 6
    while bits:
        i = first_bit(bits)
        bits &= bits - 1
        die = i >= 6
        actions[n], out[n] = A_SELL + i, worth_sale(g, die, i - 6 * die)
        n += 1
    actions[n], actions[n + 1] = A_WORKERS, A_WORKERS + 1
    out[n] = out[n + 1] = worth_workers(g)
    n += c.dice
    for i in range(c.others):
        actions[n], out[n] = c.other[i], worth_action(g, c.other[i])
        n += 1
    return n


cdef float worth_action(Glance* g, action_t a) noexcept nogil:
    """Worth of any action; those that place or take need look_around."""
    cdef const HeuristicWeights* w = g.w
    cdef const Seat* s = g.s
    cdef int number, tile
    if a < A_PLACE:
        return worth_take(g, a // 24, a % 24)
    if a < A_SELL:
        a -= A_PLACE
        return worth_place(g, a // 111, s.storage[a % 111 // 37], a % 37)
    if a < A_WORKERS:
        a -= A_SELL
        return worth_sale(g, a // 6, a % 6)
    if a < A_BUY_BLACK:
        return worth_workers(g)
    if a < A_DISCARD:
        return worth_buying(g, g.at.black[a - A_BUY_BLACK] if a < A_BUY else g.at.depot[a - A_BUY])
    if a < A_CLEAR:
        tile = s.storage[a - A_DISCARD]
        if not g.tried >> tile & 1:
            try_out(g, tile)
        return -w.discard * (g.best_place[tile] if g.where[tile] else -1)
    if a < A_CLEAR_PAIR:
        return worth_clearing(g, goods_at(g.at, a - A_CLEAR))
    if a < A_LOAD:
        a -= A_CLEAR_PAIR
        return worth_clearing(g, goods_at(g.at, a) + goods_at(g.at, (a + 1) % 6))
    if a < A_BOARD:
        return w.load * goods_lying(g.at, g.at.cleared, a - A_LOAD)
    if a < A_START_CASTLE:
        return 0
    if a < A_END:
        number = a - A_START_CASTLE
        return w.castle_near * popcount(g.r.near[number]) + w.castle_size * g.b.size[number]
    return w.finish if a == A_END else w.decline


# ---- tables that follow from the numbers of tuning.py ----

NO_TABLES = {"effect": [[0] * TILE_TYPES] * 25, "fill": [[[0] * 9] * 9] * 25}


cdef int fill_effects(HeuristicWeights* w, early, late) except -1:
    """From its worth in the first round to that in the last, along a straight line; all animals have one number."""
    cdef int tile, t
    cdef float first, last
    for tile in range(1, TILE_TYPES):
        name = TILE_NAMES[tile] if tile <= WATCHTOWER or tile >= FIRST_KNOWLEDGE else "animals"
        first, last = early[name], late[name]
        for t in range(25):
            w.effect[t][tile] = (first * (24 - t) + last * t) / 24
    return 0


cdef void fill_regions(HeuristicWeights* w, const Rules* r) noexcept:
    """A share of what the region will bring if it is finished at this pace, times how likely that still is."""
    cdef int t, size, left, k
    cdef double end, likely
    for t in range(25):
        for left in range(1, 9):
            k = left - 1 if left < 6 else 5
            end = t + (left - 1) * w.pace
            likely = 1 if left == 1 else 1 / (1 + exp((end - w.horizon) / w.blur))
            for size in range(left, 9):
                w.fill[t][size][left] = <float>(likely * (w.share[k] * r.region_points[size]
                                                + w.phase_share[k] * r.phase_points[<int>end // 5 if end < 25 else 4]))
