# Module 9, phase 4 and the end: dividends, maintenance, prices by income, assets, points by shares (rules R9.4, R9.F).
# Included by state.pyx.


# ---- phase 4 (R9.4) ---------------------------------------------------------------------------------

cdef bint begin_dividends(Position* at, const Rules* r) noexcept nogil:
    """Presidents decide in order (R9.4.1); or all companies pay a fixed share, and prices move by income (R9.4.4)."""
    cdef int c
    if r.dividends == BY_PRESIDENT:
        at.cursor = 0
        return ask_payout(at, r)
    move_prices_by_income(at, r)
    for c in range(r.owners):
        if at.agent[c] != NOBODY:
            pay_dividend(at, r, c, at.owner[c].income // r.fixed_part)
    return False


cdef bint ask_payout(Position* at, const Rules* r) noexcept nogil:
    """The next president decides, if it has a choice."""
    cdef action_t out[3]
    while at.cursor < at.founded:
        at.actor = at.order[at.cursor]
        if list_payouts(at, r, out) > 1:
            at.stage = PAYOUT
            return True
        settle_income(at, r, A_PAY_OUT)
    return False


cdef int list_payouts(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Pay out; withhold, but not in the last round (R9.E.1); with II(1) pay half."""
    cdef int n = 1
    out[0] = A_PAY_OUT
    if at.round < r.end_rounds:
        out[n] = A_WITHHOLD
        n += 1
    if has(&at.owner[at.actor], II_1):
        out[n] = A_PAY_HALF
        n += 1
    return n


cdef bint decide_payout(Position* at, const Rules* r, action_t a) noexcept nogil:
    settle_income(at, r, a)
    return ask_payout(at, r)


cdef void settle_income(Position* at, const Rules* r, action_t a) noexcept nogil:
    """The actor's company pays a dividend and its price rises, or it keeps all; then its upkeep (R9.4.1-R9.4.3)."""
    cdef int c = at.actor
    if a == A_WITHHOLD:
        earn(&at.owner[c], at.owner[c].income)
    else:
        pay_dividend(at, r, c, at.owner[c].income // (r.full_part if a == A_PAY_OUT else r.half_part))
        move_price(at, r, c, 1)
    pay_upkeep(at, r, c)
    at.cursor += 1


cdef void pay_dividend(Position* at, const Rules* r, int c, int each) noexcept nogil:
    """So much for each share of seats and of the bank; the company has the rest, with what its own shares bring."""
    cdef int seat
    for seat in range(r.seats):
        at.cash[seat] += each * at.held[seat][c]
    earn(&at.owner[c], at.owner[c].income - each * (r.shares_each - at.aside[c]))


cdef void pay_upkeep(Position* at, const Rules* r, int c) noexcept nogil:
    """For settlements and residents: the company, then its president, the rest is waived (R9.4.3, U18, I(7))."""
    cdef Owner* o = &at.owner[c]
    cdef int due = r.upkeep_settlement * popcount(o.settled) + r.upkeep_resident * residents_on_board(o)
    cdef int paid
    if has(o, I_7):
        due = min(due, <int>r.upkeep_most)
    paid = min(due, <int>o.money)
    earn(o, -paid)
    at.cash[at.agent[c]] -= min(due - paid, <int>at.cash[at.agent[c]])


cdef void move_prices_by_income(Position* at, const Rules* r) noexcept nogil:
    """The highest and the second highest income raise a price, the lowest ones make it fall (R9.4.4, U59).

    Several highest ones all rise, and nobody is second; several second ones stay. From the highest price down.
    """
    cdef uint8_t market[OWNERS]
    cdef int k, other, income, ahead, level, behind
    memcpy(market, at.market, OWNERS)
    for k in range(at.founded):
        income = at.owner[market[k]].income
        ahead = level = behind = 0
        for other in range(at.founded):
            ahead += at.owner[market[other]].income > income
            level += at.owner[market[other]].income == income
            behind += at.owner[market[other]].income < income
        if ahead == 0 or (ahead == 1 and level == 1):
            move_price(at, r, market[k], 1)
        if behind == 0:
            move_price(at, r, market[k], -1)


# ---- the end: assets and points by shares (R9.F) ----------------------------------------------------

cdef inline int share_count(const Position* at, const Rules* r, int seat, int c) noexcept nogil:
    """Shares of the company that count for the seat; the president's card counts as the world says."""
    cdef int n = at.held[seat][c]
    return n - r.presidents_card + r.president_counts if at.agent[c] == seat else n


cdef void find_bonuses(const Position* at, const Rules* r, int* bonus) noexcept nogil:
    """Points of founded companies for their rank; those level share them, rounded up (R9.F.3, R9.F.4)."""
    cdef int points[OWNERS]
    cdef int c, other, ahead, level, place, sum
    for c in range(r.owners):
        bonus[c] = points[c] = 0
        if at.agent[c] != NOBODY:
            points[c] = points_of(at, r, c)
    for c in range(r.owners):
        if at.agent[c] == NOBODY:
            continue
        ahead = level = sum = 0
        for other in range(r.owners):
            if at.agent[other] != NOBODY:
                ahead += points[other] > points[c]
                level += points[other] == points[c]
        for place in range(ahead, ahead + level):
            sum += r.rank_points[place]
        bonus[c] = (sum + level - 1) // level


cdef void seat_sources(const Position* at, const Rules* r, int seat, int* out) noexcept nogil:
    """What the seat's score is made of, by Source: its owner's points, its assets, or points through shares."""
    cdef int points[POINT_SOURCES]
    cdef int bonus[OWNERS]
    cdef int c, k, n
    if r.victory == BY_OWN_POINTS:
        source_points(at, r, seat, out)
        return
    memset(out, 0, POINT_SOURCES * sizeof(int))
    if r.victory == BY_ASSETS:
        out[POINTS_CASH] = at.cash[seat]
    else:
        find_bonuses(at, r, bonus)
    for c in range(r.owners):
        n = share_count(at, r, seat, c)
        if n == 0 or at.agent[c] == NOBODY:
            continue
        source_points(at, r, c, points)
        if r.victory == BY_ASSETS:
            out[POINTS_SHARES] += n * share_price(at, c)
            out[POINTS_MAJORITIES] += n * points[POINTS_MAJORITIES]         # R9.F.2
            continue
        out[POINTS_RANKING] += n * bonus[c]
        for k in range(POINT_SOURCES):
            out[k] += n * points[k]


cdef int seat_points(const Position* at, const Rules* r, int seat) noexcept nogil:
    """The seat's score if the game ended now."""
    cdef int points[POINT_SOURCES]
    cdef int k, all = 0
    seat_sources(at, r, seat, points)
    for k in range(POINT_SOURCES):
        all += points[k]
    return all
