# What a seat may do. Included by state.pyx.

cdef enum:
    EVEN = 32                   # bit of a balance of 0: as many cards replaced as replacements paid


cdef bint waiver(const Position* at, const Rules* r, int s) noexcept nogil:
    """The university works for this build (U4)."""
    return at.seat[s].expansions >> UNIVERSITY & 1 and (
        r.university_each or not at.used >> 2 & 1)


cdef int replacements(const int* cost) noexcept nogil:
    return cost[0] + cost[1] + cost[2] + cost[3] + cost[4]


cdef uint64_t reach(const Rules* r, const Seat* s, const int* cost, uint64_t* after) noexcept nogil:
    """Balances (cards left out less replacements) that can be made, as bits EVEN + balance.

    after[k]: with kinds k and higher alone; after[5] is a balance of 0.
    """
    cdef int k, d, t, least, most = replacements(cost), each = r.replace
    cdef uint64_t here, later
    after[KINDS] = <uint64_t>1 << EVEN
    for k in range(KINDS - 1, -1, -1):
        later = after[k + 1]
        least = cost[k] - s.hand[k]
        here = 0
        for d in range(least if least > 0 else 0, cost[k] + 1):
            here |= later << d
        t = 1
        while t <= most and s.hand[k] >= cost[k] + each * t:
            here |= later >> t
            t += 1
        after[k] = here
    return after[0]


cdef bint payable(const Position* at, const Rules* r, int s, int thing) noexcept nogil:
    cdef uint64_t after[KINDS + 1]
    cdef uint64_t ends
    cdef const int* cost = r.cost[thing]
    cdef const Seat* me = &at.seat[s]
    if me.cards + 1 < replacements(cost):     # a replacement is several cards, a waiver one
        return False
    if (me.hand[0] >= cost[0] and me.hand[1] >= cost[1] and me.hand[2] >= cost[2] and me.hand[3] >= cost[3]
            and me.hand[4] >= cost[4]):
        return True
    ends = reach(r, me, cost, after)
    return (ends >> EVEN & 1) or (waiver(at, r, s) and ends >> (EVEN + 1) & 1)


cdef int payments(const Position* at, const Rules* r, int s, int thing, action_t* out, int most) noexcept nogil:
    """All different payments, at most so many, ascending: kind by kind, the amount of each counted up."""
    cdef uint64_t after[KINDS + 1]
    cdef const int* cost = r.cost[thing]
    cdef const Seat* seat = &at.seat[s]
    cdef uint64_t wanted = <uint64_t>1 << EVEN
    cdef int paid[KINDS]
    cdef int balance[KINDS + 1]
    cdef int n = 0, k = 0, each = r.replace, limit = replacements(cost), b
    if waiver(at, r, s):
        wanted |= wanted << 1
    reach(r, seat, cost, after)
    paid[0], balance[0] = -1, 0
    while k >= 0:
        paid[k] += 1 if paid[k] < cost[k] else each     # 0 to the cost, then the cost and replacements
        if paid[k] > seat.hand[k] or paid[k] > cost[k] + each * limit:
            k -= 1
            continue
        b = balance[k] + (cost[k] - paid[k] if paid[k] <= cost[k] else -(paid[k] - cost[k]) // each)
        if not possible(after[k + 1], b, wanted):
            continue
        balance[k + 1] = b
        if k == KINDS - 1:
            out[n] = A_PAY | paid[0] << 20 | paid[1] << 15 | paid[2] << 10 | paid[3] << 5 | paid[4]
            n += 1
            if n == most:
                break
        else:
            k += 1
            paid[k] = -1
    return n
cdef inline bint possible(uint64_t after, int balance, uint64_t wanted) noexcept nogil:
    """A balance so far can still come to one of those wanted."""
    return ((after << balance if balance >= 0 else after >> -balance) & wanted) != 0


cdef bint guild_ready(const Position* at, const Rules* r, int s) noexcept nogil:
    """Seat s has a guild that it may use in this stage (rule 31, U6)."""
    return (at.seat[s].expansions >> GUILD & 1 and not at.used >> 1 & 1
            and (r.guild_trade if at.stage == TRADE else r.guild_build))


cdef int list_guild(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    cdef int s, me = at.turn
    if guild_ready(at, r, me):
        for s in range(r.seats):
            if s != me and at.seat[s].cards and points_of(at, r, s) >= points_of(at, r, me):
                out[n] = A_GUILD + s
                n += 1
    return n


cdef int victim(const Position* at, const Rules* r, int s, bint knights) noexcept nogil:
    """The seat that would lose a road or knight to s (rules 29, 30), or NOBODY."""
    cdef int step, p, safe
    cdef const Seat* other
    for step in range(1, r.seats):
        p = (s + (r.seats - step if at.destiny else step)) % r.seats
        other = &at.seat[p]
        if knights:
            safe = r.church_knights if other.expansions >> CHURCH & 1 else 0
        else:
            safe = r.castle_roads if other.expansions >> CASTLE & 1 else 0
        if (other.knights if knights else other.roads) > safe:
            return p
    return NOBODY


cdef bint buildable(const Position* at, const Rules* r, int s, int thing) noexcept nogil:
    """The thing may be built now, if it can be paid."""
    cdef int type = thing - EXPANSION
    if thing < EXPANSION and at.built >> thing & 1:
        return False
    if thing == ROAD:
        return at.roads > 0 or victim(at, r, s, False) != NOBODY
    if thing == KNIGHT:
        return at.knights > 0 or victim(at, r, s, True) != NOBODY
    if thing == SETTLEMENT:
        return at.settlements > 0
    if thing == CITY:
        return at.seat[s].settlements > 0
    return (at.seat[s].cities > 0 and at.expansions[type] > 0 and not at.seat[s].expansions >> type & 1
            and (at.laid == 0 or (r.types_limit and not at.laid >> type & 1)))


cdef int list_trades(const Position* at, const Rules* r, action_t* out, int most) noexcept nogil:
    cdef const Seat* me = &at.seat[at.turn]
    cdef int k, s, n = 1
    out[0] = A_STOP
    if at.left and (r.empty_pile_trade or pile_open(at)):
        for k in range(1, min(at.left, me.cards) + 1):
            out[n] = A_PILE + k
            n += 1
        if n >= most:
            return n
    if at.left and (me.cards or r.empty_hand_trade):
        if me.roads:
            for k in range(1, min(at.left, number(at.market)) + 1):
                out[n] = A_MARKET + k
                n += 1
        if me.roads or library_ready(at, r):
            for s in range(r.seats):
                if s != at.turn:
                    for k in range(1, min(at.left, at.seat[s].cards) + 1):
                        out[n] = A_SEAT + 16 * s + k
                        n += 1
    return list_guild(at, r, out, n)


cdef bint library_ready(const Position* at, const Rules* r) noexcept nogil:
    """The seat in turn has a library not used this turn (rule 21)."""
    cdef const Seat* me = &at.seat[at.turn]
    return me.expansions >> LIBRARY & 1 and not at.used & 1 and (me.roads or r.roadless_library)


cdef int list_builds(const Position* at, const Rules* r, action_t* out, int most) noexcept nogil:
    cdef int thing, s = at.turn, n
    out[0] = A_END
    n = list_guild(at, r, out, 1)
    for thing in range(THINGS):
        if buildable(at, r, s, thing) and payable(at, r, s, thing):
            out[n] = A_BUILD + thing
            n += 1
            if n >= most:
                break
    return n


cdef int list_kinds(const Position* at, const uint8_t* cards, action_t* out) noexcept nogil:
    """Kinds that may come next in a series: none lower than the last, nor one that leaves too few (rule 20)."""
    cdef int k, n = 0, later = 0
    for k in range(KINDS - 1, at.least - 1, -1):
        later += cards[k]
        if cards[k] and later >= at.need:
            out[n] = A_KIND + k
            n += 1
    if n == 0:                              # a hand dealt anew in the middle of another seat's series
        for k in range(KINDS - 1, -1, -1):
            if cards[k]:
                out[n] = A_KIND + k
                n += 1
    for k in range(n // 2):
        out[k], out[n - 1 - k] = out[n - 1 - k], out[k]
    return n


cdef int list_actions(const Position* at, const Rules* r, action_t* out, int most) noexcept nogil:
    """All legal actions; where there are more than `most`, perhaps only so many."""
    cdef int k, n = 0, stage = at.stage
    if stage == TRADE:
        return list_trades(at, r, out, most)
    if stage == BUILD:
        return list_builds(at, r, out, most)
    if stage == PAY:
        n = payments(at, r, at.turn, at.thing, out, most)
        if n == 0:                          # as in list_kinds: another seat cannot know what can be paid
            out[0] = A_PAY
            n = 1
        return n
    if stage == DISCARD or stage == RETURN or stage == GIVE or stage == ROBBER:
        return list_kinds(at, at.seat[at.actor].hand, out)
    if stage == TAKE:
        return list_kinds(at, at.market, out)
    if stage == PICK:
        for k in range(KINDS):
            if at.seat[at.partner].hand[k]:
                out[n] = A_KIND + k
                n += 1
        return n
    if stage == FELLOW:
        if not at.seat[at.turn].roads:
            out[0] = A_OPEN
            return 1
        out[0], out[1] = A_BLIND, A_OPEN
        return 2
    if stage == FLIP:
        out[0], out[1] = A_FLIP, A_KEEP
        return 2
    out[0], out[1] = A_DRAW, A_LEAVE
    return 2


cdef action_t random_action(const Position* at, const Rules* r, Stream* rng) noexcept nogil:
    cdef action_t actions[MAX_ACTIONS]
    cdef int n = list_actions(at, r, actions, MAX_ACTIONS)
    return actions[0] if n == 1 else actions[below(rng, n)]
