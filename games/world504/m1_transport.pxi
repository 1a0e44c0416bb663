# Module 1, transport: upgrades, what goods are paid and score (rules R1; the trolley itself: m1_trolley.pxi).
# Included by state.pyx.


# ---- set-up (R1.S) ----------------------------------------------------------------------------------

cdef void load_first(Position* at, const Rules* r, int i) noexcept nogil:
    """One good of the capital's stack is on the trolley at once (R1.S.10)."""
    cdef Owner* o = &at.owner[i]
    cdef int city = at.number[o.capital] - 1
    if at.stock[city]:
        at.stock[city] -= 1
        o.hold[0] = 1 + r.offers[city]


# ---- 3C: upgrades (R1.3C) ---------------------------------------------------------------------------

cdef bint begin_upgrade(Position* at, const Rules* r) noexcept nogil:
    """Ask for at most one upgrade a turn, where one can be paid (R1.3C.1)."""
    cdef action_t out[3]
    if list_upgrades(at, r, out) == 1:
        return False
    at.stage = BUY_UPGRADE
    return True


cdef inline int upgrade_price(const Rules* r, const Owner* o, bint hold) noexcept nogil:
    """A step of movement points or the second hold, with privilege I(8) cheaper (R1.3C.2-4)."""
    return (r.hold_price if hold else r.step_price) - (r.upgrade_cheaper if has(o, I_8) else 0)


cdef int list_upgrades(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    cdef const Owner* o = &at.owner[at.actor]
    cdef int n = 1
    out[0] = A_DONE
    if o.speed < 3 and o.money >= upgrade_price(r, o, False):
        out[n] = A_STEP_UP
        n += 1
    if o.holds == 1 and o.money >= upgrade_price(r, o, True):
        out[n] = A_HOLD_UP
        n += 1
    return n


cdef int upgrade(Position* at, const Rules* r, action_t a) noexcept nogil:
    cdef Owner* o = &at.owner[at.actor]
    if a != A_DONE:
        o.money -= upgrade_price(r, o, a == A_HOLD_UP)
        if a == A_HOLD_UP:
            o.holds = 2
        else:
            o.speed += 1
    return PASSES


# ---- 3H: goods sold (R1.3H) -------------------------------------------------------------------------

cdef int goods_income(Position* at, const Rules* r, int i) noexcept nogil:
    """Each good of the row is paid its price; then its price falls and all others rise (R1.3H.1, R8.3H.6).

    Of what is paid in a city of another owner a tenth is due to that owner, in a free city to the bank (R1.3H.2).
    """
    cdef int k, good, due, other, income = 0
    for k in range(at.turn.sales):
        good = (at.turn.sale[k] & 7) - 1
        income += r.prices[at.price[good]]
        if at.turn.sale[k] >> 3:
            due = (r.prices[at.price[good]] + has(&at.owner[i], I_6) * r.privilege_income[I_6]) // 10
            income -= due
            if at.turn.sale[k] >> 3 <= OWNERS:
                earn(&at.owner[(at.turn.sale[k] >> 3) - 1], due)
        for other in range(GOODS):
            if other == good:
                at.price[other] = max(0, at.price[other] - r.price_fall)
            elif at.price[other] < PRICES - 1:
                at.price[other] += 1
        if not r.sales_stay:
            at.supply[good] += 1
    return income


# ---- scoring (R1.F, R1.T) ---------------------------------------------------------------------------

cdef int cargo_points(const Rules* r, const Owner* o) noexcept nogil:
    """Goods delivered: by how many there are of each kind (R1.F.1), and for sets of all five (R1.F.2)."""
    cdef int good, points = 0, sets = 255
    for good in range(GOODS):
        points += r.cargo_points[min(<int>o.delivered[good], GOODS)]
        sets = min(sets, <int>o.delivered[good])
    return points + r.cargo_set * sets


cdef int cargo_carried(const Owner* o) noexcept nogil:
    """Goods in the holds, which decide a tie (R1.T.1)."""
    return (0 < o.hold[0] <= GOODS) + (0 < o.hold[1] <= GOODS)
