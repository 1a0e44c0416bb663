# Module 3, privileges: the deck, the open row, auctions and the shop (R3.S.10, R3.S.11, R3.2, R3.3C).
# Included by state.pyx.


# ---- the deck (R3.S.10) -----------------------------------------------------------------------------
# With two or four players the deck has one or two cards of each kind. With three it has one sure card of each kind, and
# half of the second cards are set aside unseen. How many second cards of a step are left can be seen, as the backs of
# steps differ; which they are cannot.

cdef uint64_t kinds_of_step(const Rules* r, int step) noexcept nogil:
    """Bit privilege: the kinds of this step that the deck has."""
    cdef uint64_t left = r.kinds_in_deck, found = 0
    while left:
        if r.step_of[first_bit(left)] == step:
            found |= left & -left
        left &= left - 1
    return found


cdef int cards_left(const Position* at, const Rules* r, int step) noexcept nogil:
    """Cards of this step that the deck still has."""
    cdef uint64_t kinds = kinds_of_step(r, step)
    cdef int n = popcount(kinds) * (r.copies if r.copies else 1) + at.extras[step]
    while kinds:
        n -= at.drawn[first_bit(kinds)]
        kinds &= kinds - 1
    return n


cdef int step_on_top(const Position* at, const Rules* r) noexcept nogil:
    """The step of the next card, 0-2; 3 where the deck is empty."""
    cdef int step = 0
    while step < 3 and cards_left(at, r, step) == 0:
        step += 1
    return step


cdef double choices(int n, int k) noexcept nogil:
    """In how many ways k of n things can be chosen."""
    cdef double ways = 1
    cdef int i
    if k < 0 or k > n:
        return 0
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways


cdef double ways_to_place(int once, int unseen, int extras) noexcept nogil:
    """In how many ways the second cards can be of kinds seen once or unseen, each way weighed by the draws so far.

    A kind with two cards shows the first one in two ways, which is why a kind seen once counts double.
    """
    cdef double ways = 0
    cdef int i
    for i in range(min(once, extras) + 1):
        ways += choices(once, i) * (1 << i) * choices(unseen, extras - i)
    return ways


cdef void count_seen(const Position* at, uint64_t kinds, int* seen) noexcept nogil:
    """Of these kinds, how many have shown no card, one, two."""
    seen[0] = seen[1] = seen[2] = 0
    while kinds:
        seen[at.drawn[first_bit(kinds)]] += 1
        kinds &= kinds - 1


cdef int list_privileges(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    """The kinds that can be drawn next, and the exact odds given all cards that were seen."""
    cdef int step = step_on_top(at, r), cards = cards_left(at, r, step), p, n = 0
    cdef uint64_t left = kinds_of_step(r, step)
    cdef double by_draws[3]
    expect_copies(at, r, step, by_draws)
    while left:
        p = first_bit(left)
        left &= left - 1
        if by_draws[at.drawn[p]] > 0:
            out[n], probs[n] = p, by_draws[at.drawn[p]] / cards
            n += 1
    return n


cdef void expect_copies(const Position* at, const Rules* r, int step, double* by_draws) noexcept nogil:
    """Cards that the deck is expected to hold of a kind of this step that was drawn 0, 1 or 2 times: three places."""
    cdef int seen[3]
    cdef int n, extras
    cdef double ways
    if r.copies:
        for n in range(3):
            by_draws[n] = r.copies - n
        return
    count_seen(at, kinds_of_step(r, step), seen)
    extras = at.extras[step] - seen[2]
    ways = ways_to_place(seen[1], seen[0], extras)
    by_draws[0] = 1 + ways_to_place(seen[1], seen[0] - 1, extras - 1) / ways
    by_draws[1] = 2 * ways_to_place(seen[1] - 1, seen[0], extras - 1) / ways
    by_draws[2] = 0


cdef action_t keyed_privilege(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Each card has a key, and the lowest one of the step on top is next."""
    cdef uint8_t left[PRIVILEGES]
    cdef uint64_t kinds = kinds_of_step(r, step_on_top(at, r)), seconds = 0
    cdef int p
    if r.copies == 0:
        seconds = keyed_seconds(at, r, k, kinds)
    memset(left, 0, PRIVILEGES)
    while kinds:
        p = first_bit(kinds)
        kinds &= kinds - 1
        left[p] = (r.copies if r.copies else 1 + ((seconds >> p) & 1)) - at.drawn[p]
    return lowest_kind(k, KEY_PRIVILEGES, 0, left, at.drawn, PRIVILEGES)


# ---- second cards with three players ----------------------------------------------------------------

cdef int extras_left(const Position* at, const Rules* r) noexcept nogil:
    """Second cards for the step at the cursor and those after it: half of all kinds are set aside, rounded down."""
    cdef int kinds = popcount(r.kinds_in_deck), step, n = kinds - kinds // 2
    for step in range(at.cursor):
        n -= at.extras[step]
    return n


cdef int kinds_after(const Position* at, const Rules* r) noexcept nogil:
    """Kinds of the steps after the one at the cursor."""
    cdef int step, n = 0
    for step in range(at.cursor + 1, 3):
        n += popcount(kinds_of_step(r, step))
    return n


cdef int list_extras(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    """How many second cards of the step at the cursor stay in the deck: as when so many of all kinds are drawn."""
    cdef int here = popcount(kinds_of_step(r, at.cursor)), after = kinds_after(at, r), left = extras_left(at, r)
    cdef int extras, n = 0
    for extras in range(max(0, left - after), min(here, left) + 1):
        out[n] = extras
        probs[n] = choices(here, extras) * choices(after, left - extras) / choices(here + after, left)
        n += 1
    return n


cdef uint64_t lowest_keys(const Keys* k, uint64_t kinds, int n) noexcept nogil:
    """Of these kinds, the n whose second cards have the lowest keys."""
    cdef uint64_t found = 0, left, h, low = 0
    cdef int i, best
    for i in range(n):
        left, best = kinds & ~found, -1
        while left:
            h = keyed(k, KEY_EXTRAS, first_bit(left), 0)
            if best < 0 or h < low:
                low, best = h, first_bit(left)
            left &= left - 1
        found |= bit(best)
    return found


cdef action_t keyed_extras(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Every second card has a key; those with the lowest ones stay in the deck."""
    cdef uint64_t kinds = 0
    cdef int step
    for step in range(at.cursor, 3):
        kinds |= kinds_of_step(r, step)
    return popcount(lowest_keys(k, kinds, extras_left(at, r)) & kinds_of_step(r, at.cursor))


cdef uint64_t keyed_seconds(const Position* at, const Rules* r, const Keys* k, uint64_t kinds) noexcept nogil:
    """Of these kinds, all of one step, those with a second card: those that have shown it, then by key."""
    cdef uint64_t left = kinds, shown = 0
    while left:
        if at.drawn[first_bit(left)] == 2:
            shown |= left & -left
        left &= left - 1
    return shown | lowest_keys(k, kinds & ~shown, at.extras[r.step_of[first_bit(kinds)]] - popcount(shown))


cdef int set_extras(Position* at, const Rules* r, int n) noexcept nogil:
    at.extras[at.cursor] = n
    at.cursor += 1
    return set_certain_extras(at, r)


cdef bint set_certain_extras(Position* at, const Rules* r) noexcept nogil:
    """Ask chance for the next step's second cards where more than one number is possible; then open the row."""
    cdef action_t out[MAX_ACTIONS]
    cdef double probs[MAX_ACTIONS]
    while at.cursor < 3:
        if list_extras(at, r, out, probs) > 1:
            at.stage = EXTRAS
            return True
        at.extras[at.cursor] = out[0]
        at.cursor += 1
    return draw_more(at, r)


# ---- the open row (R3.S.11) -------------------------------------------------------------------------

cdef bint lay_privileges(Position* at, const Rules* r) noexcept nogil:
    """Make the deck and show the first cards, each at the full price (R3.S.10, R3.S.11)."""
    at.shown = r.row_start
    return draw_more(at, r) if r.copies else set_certain_extras(at, r)


cdef bint draw_more(Position* at, const Rules* r) noexcept nogil:
    """Whether a card is still to be drawn into the row, and the deck has one."""
    if at.shown and step_on_top(at, r) < 3:
        at.stage = DRAW_PRIVILEGE
        return True
    at.shown = 0
    return False


cdef int row_length(const Position* at) noexcept nogil:
    cdef int n = 0
    while at.row[n]:
        n += 1
    return n


cdef int show_privilege(Position* at, const Rules* r, int p) noexcept nogil:
    """A card is drawn to the right end of the row; after the last one the phase goes on."""
    at.row[row_length(at)] = 1 + p
    at.drawn[p] += 1
    at.shown -= 1
    if draw_more(at, r):
        return ASKS
    if phase_of(at, r) == AUCTION:
        return offer_card(at, r)
    if phase_of(at, r) == BUY_PRIVILEGE:
        free_lower_steps(at, r, r.step_of[p])
        return open_shop(at, r)
    return PASSES


cdef int take_from_row(Position* at, int place) noexcept nogil:
    """The card at this place leaves the row, the others close up around the marker; returns the privilege."""
    cdef int p = at.row[place] - 1, other
    for other in range(place, ROW - 1):
        at.row[other] = at.row[other + 1]
    at.row[ROW - 1] = 0
    if place < at.free_row:
        at.free_row -= 1
    return p


cdef inline int row_price(const Position* at, const Rules* r, int place) noexcept nogil:
    """Price or minimum bid: nothing to the left of the marker (R3.S.11)."""
    return 0 if place < at.free_row else r.privilege_price


# ---- auctions (R3.2) --------------------------------------------------------------------------------

cdef bint begin_auctions(Position* at, const Rules* r) noexcept nogil:
    """From the second round unsold cards cost nothing, and new ones come to their right (R3.2.1)."""
    at.card = 0
    if at.round > 1:
        at.free_row = row_length(at)
        at.shown = max(0, min(r.owners, r.row_limit - row_length(at)))
        if draw_more(at, r):
            return True
    return offer_card(at, r)


cdef bint offer_card(Position* at, const Rules* r) noexcept nogil:
    """Put up the next card that anybody can bid for, from left to right; false when all are done (R3.2.2, R3.2.3)."""
    cdef int i
    while at.row[at.card]:
        at.high, at.bidder, at.bidding = -1, NOBODY, 0
        for i in range(r.owners):
            if at.agent[i] != NOBODY and not has(&at.owner[i], at.row[at.card] - 1):
                at.bidding |= 1 << i
        if ask_bidder(at, r, 0 if r.companies else at.order[0]):
            return True
        close_auction(at, r)
    at.high, at.bidder, at.bidding, at.card = 0, 0, 0, 0
    return False


cdef int least_bid(const Position* at, const Rules* r) noexcept nogil:
    return row_price(at, r, at.card) if at.high < 0 else at.high + 1


cdef int bidding_place(const Position* at, const Rules* r, int i) noexcept nogil:
    """Seats bid as they sit, companies as they come in the order (R3.2.2, FAQ22)."""
    cdef int place = 0
    if not r.companies:
        return i
    while at.order[place] != i:
        place += 1
    return place


cdef bint ask_bidder(Position* at, const Rules* r, int first) noexcept nogil:
    """Ask the next owner, from place `first` on, who is in and has not bid highest; who lacks the money is out."""
    cdef int i, turn
    for turn in range(at.founded):
        i = (first + turn) % at.founded
        if r.companies:
            i = at.order[i]
        if not (at.bidding >> i) & 1 or i == at.bidder:
            continue
        if most_to_bid(at.owner[i].money) >= least_bid(at, r):
            at.actor, at.stage = i, BID
            return True
        at.bidding &= ~(1 << i)
    return False


cdef int list_bids(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Pass, or the tens of a bid; then its units."""
    out[0] = A_DONE
    return list_sums(at, out, at.stage == BID, least_bid(at, r), most_to_bid(at.owner[at.actor].money))


cdef int bid(Position* at, const Rules* r, action_t a) noexcept nogil:
    """Open ascending bids; who passes is out for this card (R3.2.2)."""
    cdef int sum
    if a == A_DONE:
        at.bidding &= ~(1 << at.actor)
    else:
        sum = name_sum(at, a, least_bid(at, r), most_to_bid(at.owner[at.actor].money))
        if sum < 0:
            at.stage = BID_UNITS
            return ASKS
        at.high, at.bidder = sum, at.actor
    if ask_bidder(at, r, bidding_place(at, r, at.actor) + 1):
        return ASKS
    close_auction(at, r)
    return offer_card(at, r)


cdef void close_auction(Position* at, const Rules* r) noexcept nogil:
    """The highest bidder pays and has the card. Without a bid it stays, or is gone if it was to be had for nothing."""
    if at.bidder != NOBODY:
        earn(&at.owner[at.bidder], -at.high)
        at.owner[at.bidder].privileges |= bit(take_from_row(at, at.card))
    elif row_price(at, r, at.card) == 0:
        take_from_row(at, at.card)
    else:
        at.card += 1


# ---- the shop (R3.3C) -------------------------------------------------------------------------------

cdef bint begin_shop(Position* at, const Rules* r) noexcept nogil:
    """Fewer cards than there should be: one is drawn. Then the owner may buy (R3.3C.1)."""
    at.shown = row_length(at) < r.row_limit
    return draw_more(at, r) or open_shop(at, r)


cdef void free_lower_steps(Position* at, const Rules* r, int step) noexcept nogil:
    """A card of this step was drawn: the marker moves behind all cards of lower steps (R3.3C.1)."""
    while at.free_row < row_length(at) and r.step_of[at.row[at.free_row] - 1] < step:
        at.free_row += 1


cdef bint open_shop(Position* at, const Rules* r) noexcept nogil:
    cdef action_t out[MAX_ACTIONS]
    if list_offers(at, r, out) > 1:
        at.stage = TAKE_PRIVILEGE
        return True
    at.free_row = row_length(at)
    return False


cdef int list_offers(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """None, or a kind of the row that the owner lacks and can pay (R3.3C.2)."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t kinds = 0
    cdef int place
    for place in range(row_length(at)):
        if row_price(at, r, place) <= o.money:
            kinds |= bit(at.row[place] - 1)
    out[0] = A_DONE
    return list_bits(out, 1, kinds & ~o.privileges, A_TAKE)


cdef int take_offer(Position* at, const Rules* r, action_t a) noexcept nogil:
    """Buy the card, the cheaper one of two of a kind; or buy none, and all that lies there costs nothing (R3.3C.3)."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int place = 0
    if a == A_DONE:
        at.free_row = row_length(at)
    else:
        while at.row[place] != 1 + a - A_TAKE:
            place += 1
        earn(o, -row_price(at, r, place))
        o.privileges |= bit(take_from_row(at, place))
    return PASSES
