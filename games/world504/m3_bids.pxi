# Module 3, money for places: sums that are bid, sealed bids, lots, the order by income, taxes (R3.1).
# Included by state.pyx.

cdef enum:
    MOST = 3999                 # no bid is higher: codes of actions end there


# ---- sums: first the tens, then the units -----------------------------------------------------------

cdef inline int most_to_bid(int money) noexcept nogil:
    return min(money, MOST)


cdef int list_sums(const Position* at, action_t* out, int n, int least, int most) noexcept nogil:
    """Append tens with a sum from `least` to `most`; once they are named, the units."""
    cdef int sum
    if at.bid_tens == 0:
        for sum in range(least // 10, most // 10 + 1):
            out[n] = A_TENS + sum
            n += 1
        return n
    for sum in range(max(least, 10 * (at.bid_tens - 1)), min(most, 10 * at.bid_tens - 1) + 1):
        out[n] = A_UNITS + sum % 10
        n += 1
    return n


cdef int name_sum(Position* at, action_t a, int least, int most) noexcept nogil:
    """The sum that this action names, or -1 where its units are still to be named."""
    cdef int tens
    if a < A_UNITS:
        tens = a - A_TENS
        if max(least, 10 * tens) < min(most, 10 * tens + 9):
            at.bid_tens = 1 + tens
            return -1
        return max(least, 10 * tens)
    tens = at.bid_tens - 1
    at.bid_tens = 0
    return 10 * tens + a - A_UNITS


# ---- sealed bids for the first order (R3.1.1) -------------------------------------------------------

cdef bint begin_bids(Position* at, const Rules* r) noexcept nogil:
    """Every seat bids in secret, up to the start money."""
    at.actor, at.stage = 0, SEALED_BID
    return True


cdef int list_sealed_bids(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return list_sums(at, out, 0, 0, most_to_bid(money_of(at, r, at.actor)))


cdef int seal_bid(Position* at, const Rules* r, action_t a) noexcept nogil:
    cdef int sum = name_sum(at, a, 0, most_to_bid(money_of(at, r, at.actor)))
    if sum < 0:
        at.stage = SEALED_UNITS
        return ASKS
    at.bid[at.actor] = sum
    at.stage = SEALED_BID
    if at.actor + 1 < r.seats:
        at.actor += 1
        return ASKS
    return settle_bids(at, r)


cdef int settle_bids(Position* at, const Rules* r) noexcept nogil:
    """The highest bid that is not yet paid is next, among equals by lot; DONE when all have their places.

    These are places of the first share round (U17), or of the first round.
    """
    cdef int i, high = -1, tied = 0
    for i in range(r.seats):
        if at.bid[i] > high:
            high, tied = at.bid[i], 0
        if high >= 0 and at.bid[i] == high:
            tied |= 1 << i
    if tied == 0:
        at.places = 0
        if not r.companies:
            memcpy(at.former, at.order, OWNERS)
        return DONE
    if popcount(tied) > 1:
        at.lots, at.stage = tied, LOT
        return ASKS
    return pay_bid(at, r, first_bit(tied))


cdef int list_lots(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    cdef int i, n = list_bits(out, 0, at.lots, 0)
    for i in range(n):
        probs[i] = 1.0 / n
    return n


cdef action_t keyed_lot(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Each logical player has a key; the lowest of those tied is first."""
    cdef uint64_t h, low = 0
    cdef int i, best = -1
    for i in range(r.seats):
        if (at.lots >> i) & 1:
            h = keyed(k, KEY_LOTS, logical(k, i), 0)
            if best < 0 or h < low:
                low, best = h, i
    return best


cdef int draw_lot(Position* at, const Rules* r, int i) noexcept nogil:
    """Seat i is first of those who are tied; each of the others is paid for it."""
    cdef int other
    for other in range(r.seats):
        if (at.lots >> other) & 1 and other != i:
            give(at, r, other, r.lost_lot)
    at.lots = 0
    return pay_bid(at, r, i)


cdef int pay_bid(Position* at, const Rules* r, int i) noexcept nogil:
    """The seat pays its bid and chooses a place; the last one has no choice."""
    cdef int free = free_places(at, r)
    give(at, r, i, -at.bid[i])
    at.bid[i] = -1
    at.actor = i
    if free & (free - 1):
        at.stage = PLACE
        return ASKS
    return take_place(at, r, first_bit(free))


cdef inline int free_places(const Position* at, const Rules* r) noexcept nogil:
    """Bit place: nobody has chosen it yet."""
    return ((1 << r.seats) - 1) & ~at.places


cdef int list_places(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return list_bits(out, 0, free_places(at, r), A_PLACE)


cdef int choose_place(Position* at, const Rules* r, int place) noexcept nogil:
    return take_place(at, r, place)


cdef int take_place(Position* at, const Rules* r, int place) noexcept nogil:
    """The acting seat changes places with the one there, who has not chosen yet; then it may pick a capital."""
    cdef uint8_t* order = &at.seating[0] if r.companies else &at.order[0]
    cdef int before = 0
    while order[before] != at.actor:
        before += 1
    order[before], order[place] = order[place], at.actor
    at.places |= 1 << place
    if r.choosing == BY_BID:
        at.stage = CAPITAL
        return ASKS
    return settle_bids(at, r)


# ---- later rounds (R3.1.2, R3.1.3, R3.1.5) ----------------------------------------------------------

cdef void sort_by_income(const Position* at, uint8_t* owners, int n, int sign) noexcept nogil:
    """From the highest last income to the lowest, or with -1 upwards; equals stay in their order."""
    cdef int place, i, j
    for place in range(1, n):
        i, j = owners[place], place
        while j > 0 and sign * at.owner[owners[j - 1]].income < sign * at.owner[i].income:
            owners[j] = owners[j - 1]
            j -= 1
        owners[j] = i


cdef void order_by_income(Position* at, const Rules* r, int sign) noexcept nogil:
    """High incomes first (R3.1.2, R9.1.4), or with -1 low ones (R9.1.3); who is tied changes order with the other."""
    cdef int place, old = at.founded - at.fresh
    for place in range(old):
        at.order[place] = at.former[old - 1 - place]
    sort_by_income(at, at.order, old, sign)
    put_fresh_first(at)


cdef bint collect_taxes(Position* at, const Rules* r) noexcept nogil:
    """Taxes on the income set aside, by place or by its size; then it is taken (R3.1.3, R3.1.5, R7.1.3).

    Companies have dealt with their income already and pay of what they have, no more than that (R3.1.6, R9.1.2, FAQ11).
    """
    cdef uint8_t owners[OWNERS]
    cdef Owner* o
    cdef int place, rate, tax
    if at.round == 1:
        return False
    memcpy(owners, at.order, OWNERS)
    if r.taxes == BY_INCOME_SIZE:
        sort_by_income(at, owners, at.founded, 1)
    for place in range(at.founded):
        o = &at.owner[owners[place]]
        rate = r.tax_first if place == 0 else (0 if place == at.founded - 1 else r.tax_others)
        tax = 0 if has(o, II_2) else rate * (o.income // 10)
        if r.companies:
            earn(o, -min(tax, <int>o.money))
        else:
            earn(o, o.income - tax)
            o.income = 0
    return False
