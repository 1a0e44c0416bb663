# Module 8, production: plants, the goods they make, trading houses, sales (rules R8). Included by state.pyx.


# ---- 3D: plants (R8.3D.2-R8.3D.5) -------------------------------------------------------------------

cdef inline int plant_crew(const Rules* r, const Owner* o, int kind) noexcept nogil:
    """How many active residents build the plant of the terrain (R8.3D.2, II(7))."""
    if kind == MOUNTAIN and r.mountain_plants_as_meadow and has(o, II_7):
        return r.plant_cost[MEADOW]
    return r.plant_cost[kind]


cdef void find_plants(const Position* at, const Rules* r, const Owner* o, Acts* can) noexcept nogil:
    """Tiles where active residents can build the plant of the terrain (R8.3D.2); deserts make nothing (R8.S.3).

    And land tiles beside water, deserts too, where they can build a fish plant (R8.3D.2).
    """
    cdef uint64_t tiles = o.up & ~at.of_kind[CITY], water = at.of_kind[WATER], free
    cdef int t, kind
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        kind = at.kind[t]
        free = at.plant[t] == 0                         # branches would take longer
        can.tiles[PLANTS_HERE] |= (free & (r.good_of[kind] < GOODS) & (o.active[t] >= plant_crew(r, o, kind))) << t
        can.tiles[FISH_HERE] |= (free & (o.active[t] >= r.fish_cost) & ((water & at.beside[t]) != 0)) << t


cdef int build_plant(Position* at, const Rules* r, int t, bint fish) noexcept nogil:
    """The crew is exhausted; in some worlds the plant makes one good at once (R8.3D.2-R8.3D.4)."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int good = FISH if fish else r.good_of[at.kind[t]]
    cdef int crew = r.fish_cost if fish else plant_crew(r, o, at.kind[t])
    while crew:
        tire(o, t)
        crew -= 1
    somebody_tired(at)
    at.plant[t] = plant_of(good, at.actor)
    if r.plant_good:
        make_good(at, r, t)
    if r.award:
        award_plant(at, r, at.actor, good)
    return DONE


cdef void make_good(Position* at, const Rules* r, int t) noexcept nogil:
    """A plant of the acting owner makes one good, if the box has one: on to the plant, or in front of the owner."""
    cdef int good = good_made(at.plant[t])
    if at.supply[good] == 0:
        return
    at.supply[good] -= 1
    if r.goods_on_plants:
        at.ripe |= bit(t)
    else:
        at.owner[at.actor].goods[good] += 1


cdef void leave_plant(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The settlement has gone: the plant is nobody's (R8.3D.5)."""
    if makes_for(at.plant[t], i):
        at.plant[t] = plant_of(good_made(at.plant[t]), NOBODY)


cdef void take_plants(Position* at, const Rules* r, int i) noexcept nogil:
    """Plants of nobody go to the owner whose turn begins, where its settlement is (R8.3D.5)."""
    cdef uint64_t tiles = at.owner[i].settled
    cdef int t
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        if makes_for(at.plant[t], NOBODY):
            take_plant(at, r, i, t)


cdef void take_plant(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The plant of nobody there is the owner's now."""
    at.plant[t] = plant_of(good_made(at.plant[t]), i)
    if r.award:
        award_plant(at, r, i, good_made(at.plant[t]))


# ---- 3D: trading houses (R8.3D.6) -------------------------------------------------------------------

cdef int house_price(const Position* at, const Rules* r, int i, int t) noexcept nogil:
    """What a settlement on this tile costs owner i: in a city by how many others are there, barracks among them (R8.3D.6, R8.3D.7, III(8))."""
    cdef int j, before = 0
    if not r.houses or at.kind[t] != CITY or has(&at.owner[i], III_8):
        return 0
    for j in range(r.owners):
        before += j != i and owns(&at.owner[j], t)
    return r.house_cost[before + ((at.barracks >> t) & 1)]


cdef void pay_house(Position* at, const Rules* r, int i, int t) noexcept nogil:
    at.owner[i].money -= house_price(at, r, i, t)


cdef void leave_house(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The goods on a trading house that is removed go back to the box."""
    cdef uint8_t* slots
    cdef int s
    if not r.house_delivery or at.kind[t] != CITY:
        return
    slots = at.owner[i].house[at.number[t] - 1]
    for s in range(STORE):
        if slots[s]:
            at.supply[slots[s] - 1] += 1
            slots[s] = 0


cdef int houses_of(const Position* at, const Owner* o) noexcept nogil:
    """Trading houses of an owner: cities with its settlement or headquarters (R8.3D.6)."""
    cdef int c, n = 0
    for c in range(CITIES):
        n += at.city_at[c] != NOWHERE and owns(o, at.city_at[c])
    return n


cdef int goods_room(const Position* at, const Rules* r, const Owner* o) noexcept nogil:
    """How many goods all trading houses of an owner take together (R8.3H.1, R8.3H.5, R8.F.1, R8.F.3, II(6))."""
    return houses_of(at, o) * r.house_capacity + r.capital_capacity - r.house_capacity + has(o, II_6)


# ---- 3E: goods on trading houses (R8.3E.1) ----------------------------------------------------------

cdef int stored_at(const Owner* o, int city) noexcept nogil:
    """How many goods lie on the owner's trading house of this city (number from 0)."""
    cdef int s, n = 0
    for s in range(STORE):
        n += o.house[city][s] != 0
    return n


cdef int room_in_house(const Position* at, const Rules* r, const Owner* o, int city) noexcept nogil:
    """How many goods more the trading house takes (R8.3E.1, R8.3E.3); below 0 if it holds the one that II(6) allows."""
    return (r.capital_capacity if o.capital == at.city_at[city] else r.house_capacity) - stored_at(o, city)


cdef bint house_takes(const Position* at, const Rules* r, int i, int city) noexcept nogil:
    """Whether the owner's trading house in this city (number from 0) takes a good; II(6): one of them one more."""
    cdef const Owner* o = &at.owner[i]
    cdef int c
    if at.city_at[city] == NOWHERE or not owns(o, at.city_at[city]):
        return False
    if room_in_house(at, r, o, city) > 0:
        return True
    if not has(o, II_6):
        return False
    for c in range(CITIES):
        if stored_at(o, c) and room_in_house(at, r, o, c) < 0:
            return False
    return True


cdef void store_in_house(Position* at, const Rules* r, int i, int city, int good) noexcept nogil:
    """Put a delivered good there; the goods of a house are kept ascending, so that equal positions are equal."""
    cdef uint8_t* slots = at.owner[i].house[city]
    cdef int s = stored_at(&at.owner[i], city)
    while s > 0 and slots[s - 1] > good + 1:
        slots[s] = slots[s - 1]
        s -= 1
    slots[s] = good + 1


cdef int count_stored(const Owner* o, int* counts) noexcept nogil:
    """Goods on all trading houses by kind into `counts`; returns how many."""
    cdef int c, s, n = 0
    memset(counts, 0, GOODS * sizeof(int))
    for c in range(CITIES):
        for s in range(STORE):
            if o.house[c][s]:
                counts[o.house[c][s] - 1] += 1
                n += 1
    return n


cdef int goods_owned(const Position* at, const Rules* r, int i) noexcept nogil:
    """Goods in front of an owner, on its plants, in its trolley and on its trading houses (R8.E.1, U64)."""
    cdef const Owner* o = &at.owner[i]
    cdef uint64_t tiles = at.ripe & o.settled
    cdef int counts[GOODS]
    cdef int n = total(o.goods, GOODS)
    if r.goods_on_plants:
        n += count_stored(o, counts) + cargo_carried(o)
        while tiles:
            n += makes_for(at.plant[first_bit(tiles)], i)
            tiles &= tiles - 1
    return n


# ---- sets of different goods (R8.3H.3, R8.F.1) ------------------------------------------------------
# What a set is worth grows faster than its size, so goods are divided best by making each set as large as it can be:
# the k-th has every kind of which there are k goods.

cdef void set_sizes(const int* counts, int* sizes, int most) noexcept nogil:
    """Of how many kinds there are 1, 2, ... `most` goods."""
    cdef int g, k
    for k in range(most):
        sizes[k] = 0
        for g in range(GOODS):
            sizes[k] += counts[g] > k


cdef int worth_of_sets(const int* counts, const uint8_t* worth) noexcept nogil:
    """The best division of all these goods into sets, a set of n kinds being worth worth[n]."""
    cdef int g, kinds, k = 0, all = 0
    while True:
        kinds = 0
        for g in range(GOODS):
            kinds += counts[g] > k
        if kinds == 0:
            return all
        all += worth[kinds]
        k += 1


cdef int best_sets(const int* sizes, const uint8_t* worth, int level, int most, int room, int left,
                   int goods_a_lack) noexcept nogil:
    """The best sets of at most `room` goods, out of `left`, none with more kinds than `most`.

    A kind of which the set lacks a good is exchanged for: that uses up `goods_a_lack` goods. Two is the printed price,
    and one that is out of reach forbids exchanges. Exchanging what was taken in exchange would only lose goods.
    """
    cdef int kinds, used, worth_here, best = 0
    for kinds in range(min(most, room), 0, -1):
        used = kinds
        if kinds > sizes[level]:
            used += (kinds - sizes[level]) * (goods_a_lack - 1)
        if used > left:
            continue
        worth_here = worth[kinds] + best_sets(sizes, worth, level + 1, kinds, room - kinds, left - used, goods_a_lack)
        best = max(best, worth_here)
    return best


# ---- 3H: sales (R8.3H.1-R8.3H.4) --------------------------------------------------------------------

cdef bint begin_trade(Position* at, const Rules* r) noexcept nogil:
    """Each own plant makes a good, in the order of tiles (R8.3H.1); then the owner exchanges and sells."""
    cdef uint64_t tiles = at.owner[at.actor].settled
    while tiles:
        if makes_for(at.plant[first_bit(tiles)], at.actor):
            make_good(at, r, first_bit(tiles))
        tiles &= tiles - 1
    return asks_trade(at, r)


cdef bint asks_trade(Position* at, const Rules* r) noexcept nogil:
    """Most often there is something to sell, so that no exchange needs to be found."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef action_t out[MAX_ACTIONS]
    cdef int first = max(0, at.turn.last - 1)
    at.stage = TRADE
    if total(o.goods + first, GOODS - first) and at.turn.sales < goods_room(at, r, o):
        return True
    return list_trades(at, r, out) > 1


cdef int list_trades(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Exchanges, never one before the last in their order; once something is sold only sales, likewise (R8.3H.2)."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef int a, b, taken, pair = -1, n = 1
    out[0] = A_DONE
    if at.turn.sales == 0:
        for a in range(GOODS):
            for b in range(a, GOODS):
                pair += 1
                if o.goods[a] <= (a == b) or o.goods[b] == 0:
                    continue
                for taken in range(GOODS):
                    if taken != a and taken != b and at.supply[taken] and GOODS * pair + taken + 1 >= at.turn.exchanged:
                        out[n] = A_EXCHANGE + GOODS * pair + taken
                        n += 1
    if at.turn.sales < goods_room(at, r, o):
        for a in range(max(0, at.turn.last - 1), GOODS):
            if o.goods[a]:
                out[n] = A_SELL + a
                n += 1
    return n


cdef bint trade(Position* at, const Rules* r, action_t a) noexcept nogil:
    """Exchange two goods for another one, or sell one (R8.3H.2, R8.3H.3); false when all is sold."""
    cdef Owner* o = &at.owner[at.actor]
    if a >= A_SELL:
        sell(at, o, a - A_SELL)
    elif a >= A_EXCHANGE:
        at.turn.exchanged = 1 + a - A_EXCHANGE
        exchange(at, o, (a - A_EXCHANGE) // GOODS, (a - A_EXCHANGE) % GOODS)
    return a != A_DONE and asks_trade(at, r)


cdef void sell(Position* at, Owner* o, int good) noexcept nogil:
    o.goods[good] -= 1
    at.supply[good] += 1
    at.turn.last = 1 + good
    at.turn.sale[at.turn.sales] = 1 + good
    at.turn.sales += 1


cdef void exchange(Position* at, Owner* o, int pair, int taken) noexcept nogil:
    """Both goods of a pair go to the box; pairs are numbered 0-0, 0-1 to 0-4, 1-1 and so on."""
    cdef int a = 0
    while pair >= GOODS - a:
        pair -= GOODS - a
        a += 1
    o.goods[a] -= 1
    o.goods[a + pair] -= 1
    o.goods[taken] += 1
    at.supply[a] += 1
    at.supply[a + pair] += 1
    at.supply[taken] -= 1


cdef int sales_income(const Position* at, const Rules* r) noexcept nogil:
    """What the goods sold this turn bring, in the best sets (R8.3H.3)."""
    cdef int counts[GOODS]
    cdef int s
    memset(counts, 0, sizeof(counts))
    for s in range(at.turn.sales):
        counts[at.turn.sale[s] - 1] += 1
    return worth_of_sets(counts, r.set_income)


cdef int stored_income(const Position* at, const Rules* r, int i) noexcept nogil:
    """All goods on the trading houses pay in each round; they stay, and none is exchanged (R8.3H.4).

    Without trolleys so many of the goods in front of the owner as its houses take (R9.3H.5).
    """
    cdef const Owner* o = &at.owner[i]
    cdef int counts[GOODS]
    cdef int sizes[ALL_GOODS]
    cdef int g, n
    if r.house_delivery:
        count_stored(o, counts)
        return worth_of_sets(counts, r.set_income)
    for g in range(GOODS):
        counts[g] = o.goods[g]
    n = total(o.goods, GOODS)
    set_sizes(counts, sizes, min(n, goods_room(at, r, o)))
    return best_sets(sizes, r.set_income, 0, GOODS, min(n, goods_room(at, r, o)), n, 2 * ALL_GOODS)


# ---- final scoring (R8.F) ---------------------------------------------------------------------------

cdef int stored_points(const Position* at, const Rules* r, int i) noexcept nogil:
    """The best sets of goods that the trading houses take, after exchanges (R8.F.1); with trolleys of what they hold
    (R8.F.2).

    The box does not limit exchanges here: who scores first would otherwise decide.
    """
    cdef const Owner* o = &at.owner[i]
    cdef int counts[GOODS]
    cdef int sizes[ALL_GOODS]
    cdef int g, n, room
    if r.house_delivery:
        room = n = count_stored(o, counts)
    else:
        n, room = 0, goods_room(at, r, o)
        for g in range(GOODS):
            counts[g] = o.goods[g]
            n += o.goods[g]
    set_sizes(counts, sizes, min(n, room))
    return best_sets(sizes, r.set_points, 0, GOODS, min(n, room), n, 2 if r.exchange_at_end else 2 * ALL_GOODS)


cdef int house_points(const Position* at, const Rules* r, int i) noexcept nogil:
    """Points for the trading houses themselves (R8.F.1)."""
    return r.house_points * houses_of(at, &at.owner[i])
