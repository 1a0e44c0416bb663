# Where the trolley should go, at a glance: heuristics of phase 3E. Included by state.pyx.


cdef void weigh_drives(const Position* at, const Rules* r, const Outlook* look, const action_t* actions, int n,
                       float* out) noexcept nogil:
    """Deliver, load what is wanted, and go towards the place where most is to be done."""
    cdef uint8_t steps[TILES]
    cdef float best = 0
    cdef int wanted = wanted_goods(at, r, look), target = cart_target(at, r, look, wanted, ~<uint64_t>0, &best), k
    if target != NOWHERE:
        steps_between(at, target, look.o.trolley, steps)
        if steps[look.o.trolley] == FAR:
            target = cart_target(at, r, look, wanted, land_around(at, look.o.trolley), &best)
            if target != NOWHERE:
                steps_between(at, target, look.o.trolley, steps)
    for k in range(n):
        out[k] = worth_drive(at, r, look, actions[k], wanted, target, best, steps)


cdef float worth_drive(const Position* at, const Rules* r, const Outlook* look, action_t a, int wanted, int target,
                       float best, const uint8_t* steps) noexcept nogil:
    """One action of the trolley; `best` is what is to be done at `target`, `steps` how far each tile is from it."""
    cdef const Owner* o = look.o
    cdef const HeuristicWeights* w = look.w
    cdef int there
    if a == A_DONE:
        return w.done
    if a == A_SELL_OWN:
        return worth_foreign(at, r, look, a)
    if a < A_DRIVE:
        return w.done + 2 * worth_road(at, r, look, a - A_FREE_ROAD)
    if a < A_LOAD:
        there = at.near[o.trolley][a - A_DRIVE]
        if there == NOWHERE:
            return w.done + worth_space(r, look)
        if target == NOWHERE or steps[there] >= steps[o.trolley]:
            if r.lay == ANYWHERE and o.settlements and not owns(o, there):
                return (w.done + worth_ground(at, r, look, there)) * 0.5
            return LEAST
        there = points_to_buy(at, way_cost(at, r, o, o.trolley, a - A_DRIVE))
        return w.done + w.cart * best - price_of_points(at, r, there) * look.mark
    if a <= A_LOAD_PLANT:
        return w.done + w.load if (wanted >> good_loaded(at, r, o, a)) & 1 else LEAST
    if a == A_LOAD_RESIDENT:
        return LEAST
    if a < A_UNLOAD_RESIDENT:
        return LEAST if (wanted >> (a - A_UNLOAD)) & 1 else w.done * 2
    if a == A_UNLOAD_RESIDENT:
        return w.done + (0 if owns(o, o.trolley) else worth_ground(at, r, look, o.trolley))
    if a < A_SETTLE:
        return w.done + w.deliver + delivery(at, r, look, a - A_DELIVER)
    return w.done + worth_ground(at, r, look, o.trolley)


cdef inline int good_loaded(const Position* at, const Rules* r, const Owner* o, action_t a) noexcept nogil:
    return good_made(at.plant[o.trolley]) if a == A_LOAD_PLANT else a - A_LOAD


cdef float delivery(const Position* at, const Rules* r, const Outlook* look, int good) noexcept nogil:
    """What delivering a good brings: its price, or what one more of it scores."""
    cdef float worth = 0
    if r.income == INCOME_GOODS:
        worth += r.prices[at.price[good]] * look.mark
    if r.goal == GOODS_DELIVERED:
        worth += 5.0 / (1 + look.o.delivered[good])
    return worth


cdef int city_takes(const Position* at, const Rules* r, const Outlook* look, int number) noexcept nogil:
    """Bit good: the owner could deliver it in that city (number from 0)."""
    if at.city_at[number] == NOWHERE:
        return 0
    if r.house_delivery and not house_takes(at, r, look.i, number):
        return 0
    return bit(GOODS) - 1 if r.house_delivery and not r.house_needs_demand else at.demand[number]


cdef int wanted_goods(const Position* at, const Rules* r, const Outlook* look) noexcept nogil:
    """Bit good: the owner could deliver it in some city."""
    cdef int number, wanted = 0
    for number in range(CITIES):
        wanted |= city_takes(at, r, look, number)
    return wanted


cdef int cart_target(const Position* at, const Rules* r, const Outlook* look, int wanted, uint64_t tiles,
                     float* best) noexcept nogil:
    """Of `tiles` the one where the trolley finds most to do for the way there, or NOWHERE; `best` is what it finds."""
    cdef const Owner* o = look.o
    cdef uint64_t ripe = at.ripe & o.settled & tiles
    cdef bint room = (o.holds > 0 and o.hold[0] == 0) or (o.holds > 1 and o.hold[1] == 0)
    cdef float v, most = 0
    cdef int number, t, found = NOWHERE
    for number in range(CITIES):
        t = at.city_at[number]
        if t == NOWHERE or t == o.trolley or not (tiles >> t) & 1:
            continue
        v = at_city(at, r, look, number, wanted if room else 0)
        if v / (2 + tiles_apart(at, o.trolley, t)) > most:
            most, found, best[0] = v / (2 + tiles_apart(at, o.trolley, t)), t, v
    while ripe and room:
        t = first_bit(ripe)
        ripe &= ripe - 1
        if t == o.trolley or not makes_for(at.plant[t], look.i):
            continue                                    # nothing to drive for, or another owner's
        v = look.w.load / (2 + tiles_apart(at, o.trolley, t))
        if v > most and (wanted >> good_made(at.plant[t])) & 1:
            most, found, best[0] = v, t, look.w.load
    for t in range(at.tiles if r.cart_explores else 0):
        v = worth_space(r, look) / (2 + tiles_apart(at, o.trolley, t))
        if v > most and t != o.trolley and at.kind[t] != WATER and (at.rim & tiles) >> t & 1:
            most, found, best[0] = v, t, worth_space(r, look)
    return found


cdef float at_city(const Position* at, const Rules* r, const Outlook* look, int number, int missed) noexcept nogil:
    """What the trolley can do in a city: deliver, load what is `missed` elsewhere, mark its card, lay a settlement."""
    cdef const Owner* o = look.o
    cdef float v = 0
    cdef int k, good, takes = city_takes(at, r, look, number)
    for k in range(o.holds):
        good = o.hold[k] - 1
        if 0 <= good < GOODS and (takes >> good) & 1:
            v += look.w.deliver + delivery(at, r, look, good)
    if at.stock[number] and (missed >> r.offers[number]) & 1:
        v += look.w.load
    if (r.mark == BY_TROLLEY or r.mark == BY_MARKER) and not (o.cards >> number) & 1:
        v += look.w.card + r.card_income * (1 + popcount(o.cards)) * look.mark
    if r.lay != NOT and o.settlements and not owns(o, at.city_at[number]):
        v += worth_ground(at, r, look, at.city_at[number])
    return v


cdef void steps_between(const Position* at, int target, int end, uint8_t* steps) noexcept nogil:
    """Steps over land from the target to each tile; FAR where there is no way, or it is longer than that to `end`."""
    cdef uint64_t edge = bit(target), found, left = land(at) & ~edge
    cdef int t, n = 0
    memset(steps, FAR, TILES)
    while edge:
        found = 0
        while edge:
            t = first_bit(edge)
            edge &= edge - 1
            steps[t] = n
            found |= at.beside[t]
        if steps[end] != FAR:
            return
        edge = found & left
        left &= ~edge
        n += 1


cdef uint64_t land_around(const Position* at, int t) noexcept nogil:
    """All tiles that can be reached from a tile over land, it included."""
    cdef uint64_t found = bit(t), edge = found, ground = land(at)
    while edge:
        t = first_bit(edge)
        edge = (edge & (edge - 1)) | (at.beside[t] & ground & ~found)
        found |= edge
    return found
