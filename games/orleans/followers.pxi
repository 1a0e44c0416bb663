# Phase 3, Followers: taking back, drawing, and the Bathhouse of the first printing (rules 19-21, 55).
# Included by state.pyx.


cdef bint next_to_draw(Position* at, const Rules* r, int place) noexcept nogil:
    """Phase 3 for the seats from this place of the play order on; false where nothing more is asked or drawn in it."""
    cdef Seat* s
    cdef int room
    at.phase = 3
    while place < r.seats:
        at.cursor, at.actor = place, seat_at(at, r, place)
        s = &at.seat[at.actor]
        if r.tower and has_place(s, GUNPOWDER_TOWER):           # those in the tower count as on the market (U14)
            lift_followers(s, r.of_place[GUNPOWDER_TOWER], s.market)
        room = market_size(r, s) - total(s.market, KINDS)
        at.draws = min(r.knight_draws[s.track[KNIGHT]], room if room > 0 else 0)
        if r.take_back_bag:
            at.draws = min(at.draws, total(s.bag, KINDS))
        at.last = 0
        if returnable(at, r, s):
            at.stage = TAKE_BACK
            return True
        if continue_draws(at, r):
            return True
        place += 1
    return False


# ---- taking back, then drawing ----------------------------------------------------------------------

cdef uint64_t returnable(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """Spaces whose follower may be taken back next, ascending; of two alike side by side the first (U18)."""
    cdef uint64_t spaces, twins
    cdef int space
    if not at.draws or not r.take_back:
        return 0
    spaces = manned(r, s) & ~low_bits(at.last)
    twins = spaces & r.twins
    while twins:
        space = first_bit(twins)
        twins &= twins - 1
        if s.on[r.before[space]] == s.on[space]:
            spaces &= ~bit(space)
    return spaces


cdef bint take_back(Position* at, const Rules* r, int space) noexcept nogil:
    """A placed follower returns to the market in place of a draw (rule 21); true where this seat's phase 3 goes on."""
    cdef Seat* s = &at.seat[at.actor]
    lift_followers(s, bit(space), s.market)
    at.draws -= 1
    at.last = 1 + space
    return returnable(at, r, s) != 0 or stop_taking_back(at, r)


cdef bint stop_taking_back(Position* at, const Rules* r) noexcept nogil:
    """No more is taken back: the draws of this seat; false where its phase 3 is over."""
    at.last = 0
    sort_twins(r, &at.seat[at.actor])
    return continue_draws(at, r)


cdef bint continue_draws(Position* at, const Rules* r) noexcept nogil:
    """True where chance, or a choice between two followers, comes next; false where this seat's phase 3 is over."""
    cdef Seat* s = &at.seat[at.actor]
    if at.draws:
        if total(s.bag, KINDS) > at.draws:
            at.stage = DRAW
            return True
        pour(s.bag, s.market)
        at.draws = 0
    memset(at.drawn, 0, KINDS)
    return begin_look(at, r)


cdef bint draw_to_market(Position* at, const Rules* r, int kind) noexcept nogil:
    """A follower drawn blindly (rule 19); false where this seat's phase 3 is over."""
    draw_from_bag(at, kind, at.seat[at.actor].market)
    at.draws -= 1
    return continue_draws(at, r)


# ---- the Bathhouse of the first printing ------------------------------------------------------------

cdef bint begin_look(Position* at, const Rules* r) noexcept nogil:
    """The Bathhouse of the first printing: two more are drawn, one stays. True where that asks for something."""
    cdef Seat* s = &at.seat[at.actor]
    cdef int bag = total(s.bag, KINDS)
    if (r.bath_action or not has_place(s, BATHHOUSE) or bag == 0
            or total(s.market, KINDS) >= market_size(r, s)):
        return False
    if bag > 2:
        at.draws, at.stage = 2, BATH_LOOK
        return True
    pour(s.bag, at.hand)
    return choose_kept(at)


cdef bint draw_to_look(Position* at, const Rules* r, int kind) noexcept nogil:
    """One of the two more that are drawn; false where this seat's phase 3 is over."""
    draw_from_bag(at, kind, at.hand)
    at.draws -= 1
    return at.draws != 0 or choose_kept(at)


cdef bint choose_kept(Position* at) noexcept nogil:
    """True where the two that were drawn differ; else one of them stays without asking."""
    cdef uint32_t kinds = held(at.hand)
    if kinds & (kinds - 1):
        at.stage = KEEP
        return True
    keep_one(at, first_bit(kinds))
    return False


cdef void keep_one(Position* at, int kind) noexcept nogil:
    """This one stays on the market, the other goes back."""
    cdef Seat* s = &at.seat[at.actor]
    s.market[kind] += 1
    at.hand[kind] -= 1
    pour(at.hand, s.bag)
    memset(at.drawn, 0, KINDS)
