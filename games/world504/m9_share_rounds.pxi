# Module 9, share rounds: buying, selling, founding, passing and quitting (rules R9.SR). Included by state.pyx.
#
# A seat's turn is a series: sales in any order, of each company once, then one share bought or `done`; or it passes or
# quits. Who sells first has all its money to buy with. What is bought first could differ only in how the markers of the
# two companies lie on one price; that is not offered.


cdef bint begin_share_round(Position* at, const Rules* r) noexcept nogil:
    """Before an operating round, but where two follow each other (R9.0.1, R9.0.2)."""
    at.fresh = at.young = 0
    if at.round == r.round_without_shares:
        return False
    if at.round == 1 and r.first_order == SEALED_BIDS:
        return begin_bids(at, r)
    seat_traders(at, r)
    return begin_dealing(at, r)


cdef void seat_traders(Position* at, const Rules* r) noexcept nogil:
    """Clockwise from the start card (R9.SR.1)."""
    cdef int place
    for place in range(r.seats):
        at.seating[place] = (at.start + place) % r.seats


cdef bint begin_dealing(Position* at, const Rules* r) noexcept nogil:
    """The first of the traders is asked; false where the share round is over at once."""
    at.cursor = r.seats - 1
    return ask_next_trader(at, r)


cdef bint ask_next_trader(Position* at, const Rules* r) noexcept nogil:
    """The next seat that is still in; who can but quit quits. False when all are out and the round is over (R9.SR.3)."""
    cdef action_t out[MAX_ACTIONS]
    at.turn.sold = 0
    while at.quit != (1 << r.seats) - 1:
        at.cursor = (at.cursor + 1) % r.seats
        at.actor = at.seating[at.cursor]
        if (at.quit >> at.actor) & 1:
            continue
        at.stage = SHARES
        if list_deals(at, r, out) > 1:
            return True
        leave_round(at)
    end_share_round(at, r)
    return False


cdef void leave_round(Position* at) noexcept nogil:
    """The actor is out; the first one takes the start card (R9.SR.3)."""
    if at.quit == 0:
        at.start = at.actor
    at.quit |= 1 << at.actor


cdef int list_deals(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """After a sale `done`; a share to buy, shares to sell; passing before anybody has quit, quitting."""
    cdef int c, n = 0
    if at.turn.sold:
        out[n] = A_DONE
        n += 1
    for c in range(r.owners):
        if may_buy(at, r, c):
            out[n] = A_BUY_SHARE + c
            n += 1
    if at.round > 1:
        for c in range(r.owners):
            n = list_sales(at, r, c, out, n)
    if at.turn.sold == 0:
        if at.quit == 0:
            out[n] = A_PASS
            n += 1
        out[n] = A_QUIT
        n += 1
    return n


cdef bint deal(Position* at, const Rules* r, action_t a) noexcept nogil:
    """What a seat does in a share round; false when it is over."""
    cdef action_t out[MAX_ACTIONS]
    cdef int passes = at.passes
    at.passes = 0
    if A_BUY_SHARE <= a < A_SELL_SHARES:
        return buy_share(at, r, a - A_BUY_SHARE)
    if A_SELL_SHARES <= a < A_PASS:
        sell_shares(at, r, (a - A_SELL_SHARES) // 10, (a - A_SELL_SHARES) % 10 + 1)
        if list_deals(at, r, out) > 1:
            return True
    elif a == A_QUIT:
        leave_round(at)
    elif a == A_PASS:
        at.passes = passes + 1
        if at.passes == r.seats:                # all in a row: who was first has the card (FAQ7)
            at.start = at.seating[(at.cursor + 1) % r.seats]
            end_share_round(at, r)
            return False
    return ask_next_trader(at, r)


# ---- buying and founding (R9.SR.4-R9.SR.7, R9.SR.9) -------------------------------------------------

cdef int price_to_buy(const Position* at, const Rules* r, int c) noexcept nogil:
    """The share price; for the president's card, which founds the company, twice the issue price (R9.SR.6)."""
    return share_price(at, c) if at.agent[c] != NOBODY else 10 * r.presidents_card * r.issue_quote[c]


cdef bint may_buy(const Position* at, const Rules* r, int c) noexcept nogil:
    """A share is left; the seat sold none in this share round, can pay, and has less than half (R9.SR.2, R9.SR.4)."""
    return (with_seats(at, r, c) < r.shares_each and not (at.sold[at.actor] >> c) & 1
            and at.held[at.actor][c] < r.most_shares and price_to_buy(at, r, c) <= at.cash[at.actor])


cdef bint buy_share(Position* at, const Rules* r, int c) noexcept nogil:
    """The seat pays the bank, which pays the company for shares of its board (R9.SR.5, U19)."""
    cdef int seat = at.actor
    cdef int cards = 1 if at.agent[c] != NOBODY else r.presidents_card
    at.turn.sold = 0                            # the turn is over, but for a capital to be chosen
    at.cash[seat] -= price_to_buy(at, r, c)
    at.held[seat][c] += cards
    at.bought[seat] |= 1 << c
    at.traded[c] += 1
    if at.aside[c]:
        at.aside[c] -= cards
        earn(&at.owner[c], 10 * cards * r.issue_quote[c])
    if at.agent[c] == NOBODY:
        return found_company(at, r, c)
    if at.held[seat][c] > at.held[at.agent[c]][c]:
        at.agent[c] = seat                      # R9.SR.9
    return ask_next_trader(at, r)


cdef bint found_company(Position* at, const Rules* r, int c) noexcept nogil:
    """The buyer presides, the marker comes on the issue price, and a city is chosen if one is to choose (R9.SR.6).

    So it is where other modules would have asked for a capital elsewhere: R3.S.9, R7.S.7, R9.S.8.
    """
    cdef action_t out[CITIES]
    at.agent[c] = at.actor
    at.quote[c] = r.issue_quote[c]
    lay_marker(at, c)
    join_order(at, c)
    at.young |= 1 << c
    if r.common_capital and at.round == 1:
        found_capital(at, r, c, at.city_at[0])
        return ask_next_trader(at, r)
    at.actor, at.stage = c, CAPITAL
    return list_capitals(at, r, out) > 1 or place_company(at, r, out[0] - A_CAPITAL)


cdef bint place_company(Position* at, const Rules* r, int number) noexcept nogil:
    """The company just founded has its headquarters in this city (number from 0); the next seat deals."""
    found_capital(at, r, at.actor, at.city_at[number])
    drive_out(at, r, at.actor)
    return ask_next_trader(at, r)


# ---- selling (R9.SR.10-R9.SR.12) --------------------------------------------------------------------

cdef int list_sales(const Position* at, const Rules* r, int c, action_t* out, int n) noexcept nogil:
    """How many shares of the company the seat may sell: the bank takes so many, and somebody can preside.

    All that are sold in a turn are sold at once, as the price falls once (R9.SR.10).
    """
    cdef int seat = at.actor, number, rest
    if ((at.bought[seat] | at.turn.sold) >> c) & 1 or at.agent[c] == NOBODY:
        return n
    for number in range(1, at.held[seat][c] + 1):
        rest = at.held[seat][c] - number
        if in_bank(at, r, c) + number > r.bank_most:
            break
        if at.agent[c] == seat and rest < r.presidents_card and successor(at, r, c, seat, rest) == NOBODY:
            break
        out[n] = A_SELL_SHARES + 10 * c + number - 1
        n += 1
    return n


cdef void sell_shares(Position* at, const Rules* r, int c, int number) noexcept nogil:
    """Who then has more presides first; the bank pays the price for each, then the price falls once (R9.SR.10)."""
    cdef int seat = at.actor, heir = NOBODY
    if at.agent[c] == seat:
        heir = successor(at, r, c, seat, at.held[seat][c] - number)
    if heir != NOBODY:
        at.agent[c] = heir
    at.held[seat][c] -= number
    at.cash[seat] += number * share_price(at, c)
    at.sold[seat] |= 1 << c
    at.turn.sold |= 1 << c
    move_price(at, r, c, -1)


# ---- the end of a share round (R9.SR.13-R9.SR.15) ---------------------------------------------------

cdef void end_share_round(Position* at, const Rules* r) noexcept nogil:
    """Prices rise for what was bought most (R9.SR.14) and for what seats hold wholly (R9.SR.13, with I(3) R9.SR.15).

    Each of the two goes through the companies from the highest price down.
    """
    cdef uint8_t market[OWNERS]
    cdef int k, c, most = 1
    for c in range(r.owners):
        most = max(most, <int>at.traded[c])
    memcpy(market, at.market, OWNERS)
    for k in range(at.founded):
        if r.most_bought_rises and at.traded[market[k]] == most:
            move_price(at, r, market[k], 1)
    memcpy(market, at.market, OWNERS)
    for k in range(at.founded):
        c = market[k]
        if with_seats(at, r, c) == r.shares_each:
            move_price(at, r, c, 2 if has(&at.owner[c], I_3) else 1)
    if at.round == 1:
        lay_garrisons(at, r)                    # U53
    memset(at.bought, 0, SEATS)
    memset(at.sold, 0, SEATS)
    memset(at.traded, 0, OWNERS)
    at.quit = at.passes = 0
    at.actor = at.order[0]
    for k in range(SEATS):
        at.seating[k] = k
