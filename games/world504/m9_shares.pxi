# Module 9, shares: where they are, prices, presidents; private companies at TOP III (rules R9.S, R9.3B, R9.3H.3).
# Included by state.pyx. `c` is a company, `seat` a person; a private company has the number of its seat.


# ---- set-up (R9.S) ----------------------------------------------------------------------------------

cdef void lay_shares(Position* at, const Rules* r) noexcept nogil:
    """Shares lie on the boards of their companies (R9.S.4), in the bank (R9.S.5), or with their seats (R9.S.6)."""
    cdef int c
    for c in range(OWNERS):
        at.market[c] = c
    if not r.trade:
        return
    for c in range(r.owners):
        if r.trade == PRIVATE:
            at.held[c][c] = r.shares_each
            at.quote[c] = r.private_quote
        elif r.sold_by_company:
            at.aside[c] = r.shares_each


cdef void pay_companies(Position* at, const Rules* r) noexcept nogil:
    """Seats have the same start money (R9.S.2), companies so many issue prices (R9.S.4, R9.S.5)."""
    cdef int i
    for i in range(r.seats):
        at.cash[i] = r.start_money[i] + r.money_more + r.gift_money[i]
    for i in range(r.owners):
        at.owner[i].money = 10 * r.start_issues * r.issue_quote[i]


# ---- who has how many -------------------------------------------------------------------------------

cdef inline int with_seats(const Position* at, const Rules* r, int c) noexcept nogil:
    """Shares of the company that seats hold; its president's card counts two."""
    cdef int seat, n = 0
    for seat in range(r.seats):
        n += at.held[seat][c]
    return n


cdef inline int in_bank(const Position* at, const Rules* r, int c) noexcept nogil:
    """Shares of the company that the bank sells."""
    return r.shares_each - at.aside[c] - with_seats(at, r, c)


cdef inline int share_price(const Position* at, int c) noexcept nogil:
    return 10 * at.quote[c]


cdef int successor(const Position* at, const Rules* r, int c, int seat, int rest) noexcept nogil:
    """Who presides if this seat keeps only `rest` shares: the most of the others, ties clockwise; NOBODY if none can.

    It takes two shares to swap for the president's card, and more than the seat keeps (R9.SR.11).
    """
    cdef int turn, other, best = NOBODY
    for turn in range(1, r.seats):
        other = (seat + turn) % r.seats
        if at.held[other][c] > max(rest, r.presidents_card - 1):
            if best == NOBODY or at.held[other][c] > at.held[best][c]:
                best = other
    return best


# ---- prices (R9.SR.6, U10) --------------------------------------------------------------------------

cdef void move_price(Position* at, const Rules* r, int c, int steps) noexcept nogil:
    """The marker moves by steps of 10 Mark, within the track; where it arrives it lies on top."""
    cdef int quote = min(max(at.quote[c] + steps, 1), r.top_quote)
    if quote != at.quote[c]:
        at.quote[c] = quote
        lay_marker(at, c)


cdef void lay_marker(Position* at, int c) noexcept nogil:
    """The company's marker lies on top of those of its price; at.market keeps them from the highest down."""
    cdef int place = 0, to = 0
    while at.market[place] != c:
        place += 1
    for place in range(place, OWNERS - 1):
        at.market[place] = at.market[place + 1]
    while to < OWNERS - 1 and at.quote[at.market[to]] > at.quote[c]:
        to += 1
    for place in range(OWNERS - 1, to, -1):
        at.market[place] = at.market[place - 1]
    at.market[to] = c


# ---- private companies: 3B, the sale of one's own share (R9.3B) -------------------------------------

cdef bint begin_share_deals(Position* at, const Rules* r) noexcept nogil:
    """Ask while a share of another seat can be bought, or one's own sold."""
    cdef action_t out[SEATS + 2]
    if list_foreign_shares(at, r, out) == 1:
        at.turn.last = 0
        return False
    at.stage = BUY_FOREIGN
    return True


cdef int list_foreign_shares(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Done, one's own share to sell, or a share sold in an earlier round, of seats in ascending order (R9.3B.1)."""
    cdef int c, n = 1
    out[0] = A_DONE
    if may_sell_own(at, r):
        out[n] = A_SELL_OWN
        n += 1
    for c in range(max(0, at.turn.last - 1), r.owners):
        if c != at.actor and in_bank(at, r, c) and share_price(at, c) <= at.owner[at.actor].money:
            out[n] = A_BUY_FOREIGN + c
            n += 1
    return n


cdef int deal_in_shares(Position* at, const Rules* r, action_t a) noexcept nogil:
    cdef int c = a - A_BUY_FOREIGN
    if a != A_DONE:
        earn(&at.owner[at.actor], -share_price(at, c))
        at.held[at.actor][c] += 1
        at.turn.last = 1 + c
        if begin_share_deals(at, r):
            return ASKS
    at.turn.last = 0
    return PASSES


cdef bint may_sell_own(const Position* at, const Rules* r) noexcept nogil:
    """Once a turn one share of one's own, never the president's card (R9.3B.2)."""
    return r.trade == PRIVATE and not at.turn.sold_own and at.held[at.actor][at.actor] > r.presidents_card


cdef bint sells_here(const Position* at) noexcept nogil:
    """The stages of a turn after 3B that are no question within another."""
    return (at.stage == TAKE_PRIVILEGE or at.stage == BUY_UPGRADE or at.stage == BUY_RESIDENT or at.stage == ACT
            or at.stage == DRIVE or at.stage == BUILD_FACTORY or at.stage == TRADE)


cdef int sell_own(Position* at, const Rules* r) noexcept nogil:
    """The bank pays the price, which then falls; the share cannot be bought before the next round (R9.3B.2)."""
    cdef int c = at.actor
    at.turn.sold_own = 1
    earn(&at.owner[c], share_price(at, c))
    at.held[c][c] -= 1
    at.aside[c] += 1
    move_price(at, r, c, -1)
    return begin_share_deals(at, r) if at.stage == BUY_FOREIGN else ASKS


# ---- private companies: the end of a round (R9.3H.3) ------------------------------------------------

cdef bint close_market(Position* at, const Rules* r) noexcept nogil:
    """The highest incomes raise their prices most; sold shares can be bought; then income is taken (R9.3H.3)."""
    cdef int i, most = -1
    for i in range(r.owners):
        most = max(most, <int>at.owner[i].income)
    for i in range(r.owners):
        move_price(at, r, i, 2 if at.owner[i].income == most else 1)
        at.aside[i] = 0
        if r.taxes == NO_TAXES:
            earn(&at.owner[i], at.owner[i].income)
    return False
