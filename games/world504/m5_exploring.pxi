# Module 5, exploring. Included by state.pyx.
# While a space is explored, turn.source and turn.side say from where, turn.odds how many explorer tiles lie at each
# stack, and then turn.target is the new tile. A resident that explores stays active until it is done.

cdef enum:
    EXPLORER_TILES = 6


# ---- what may be explored ---------------------------------------------------------------------------

cdef bint may_explore(const Position* at, const Rules* r, int t, int side) noexcept nogil:
    """Whether the space on that side of a tile is unknown, within the limit of plan 1 (R5.3D.9), and can be filled."""
    cdef uint8_t odds[KINDS]
    cdef int kind, q = at.q[t] + side_q(side), row = at.r[t] + side_r(side)
    if at.near[t][side] != NOWHERE or hexes(q, row) > r.explore_within:
        return False
    for kind in range(MEADOW, WATER):
        if at.stack[kind]:
            return True
    share_explorers(at, q, row, odds)
    return total(odds, KINDS) > 0


cdef int spaces_beside(const Position* at, const Rules* r, int t) noexcept nogil:
    """Bit side: the space there can be explored from this tile (R5.3D.1-5)."""
    cdef int side, found = 0
    for side in range(SIDES):
        if at.near[t][side] == NOWHERE and may_explore(at, r, t, side):
            found |= 1 << side
    return found


cdef bint has_space(const Position* at, const Rules* r, int t) noexcept nogil:
    """Whether there is one."""
    cdef int side
    for side in range(SIDES):
        if at.near[t][side] == NOWHERE and may_explore(at, r, t, side):
            return True
    return False


cdef int list_spaces(const Position* at, const Rules* r, int t, action_t* out, int n) noexcept nogil:
    """Append the explorations from this tile."""
    return list_sides(out, n, spaces_beside(at, r, t), A_EXPLORE + SIDES * t)


# ---- the explorer tiles (R5.3D.7) -------------------------------------------------------------------

cdef void share_explorers(const Position* at, int q, int row, uint8_t* odds) noexcept nogil:
    """How the explorer tiles are shared out for this space (R5.3D.6, R5.3D.7); all 0 where no stack can take one."""
    cdef int k, kind, left = EXPLORER_TILES
    cdef uint64_t around = tiles_around(at, q, row)
    memset(odds, 0, KINDS)
    if at.stack[CITY]:
        odds[CITY] = min(left, land_to_city(at, around))
        left -= odds[CITY]
    if at.stack[WATER] and not any_kind(at, around, WATER):
        odds[WATER] = min(left, hexes(q, row) - 1)
        left -= odds[WATER]
    for kind in range(MEADOW, WATER):
        if left and at.stack[kind]:
            odds[kind] = 1
            left -= 1
    while 0 < left < EXPLORER_TILES:
        for k in range(KINDS):
            kind = CITY if k == 0 else WATER if k == 1 else k - 1
            if left and odds[kind]:
                odds[kind] += 1
                left -= 1


cdef uint64_t tiles_around(const Position* at, int q, int row) noexcept nogil:
    """The tiles next to a space that has none itself."""
    cdef uint64_t found = 0
    cdef int t
    for t in range(at.tiles):
        if hexes(at.q[t] - q, at.r[t] - row) == 1:
            found |= bit(t)
    return found


cdef bint any_kind(const Position* at, uint64_t tiles, int kind) noexcept nogil:
    while tiles:
        if at.kind[first_bit(tiles)] == kind:
            return True
        tiles &= tiles - 1
    return False


cdef int land_to_city(const Position* at, uint64_t around) noexcept nogil:
    """Land tiles on the shortest way over explored land from a space to a city; 0 where no way leads to one (U34)."""
    cdef uint64_t seen = around, edge = around, further
    cdef int t, side, n = 0
    while edge:
        if any_kind(at, edge, CITY):
            return n
        n += 1
        further = 0
        while edge:
            t = first_bit(edge)
            edge &= edge - 1
            if at.kind[t] == WATER:
                continue
            for side in range(SIDES):
                if at.near[t][side] != NOWHERE:
                    further |= bit(at.near[t][side])
        edge = further & ~seen
        seen |= further
    return 0


# ---- 3D, 3E: exploring a space ----------------------------------------------------------------------

cdef void explore(Position* at, const Rules* r, int t, int side) noexcept nogil:
    """A resident on the tile explores the space on that side."""
    begin_exploration(at, r, t, side)


cdef void begin_exploration(Position* at, const Rules* r, int t, int side) noexcept nogil:
    """The explorer tiles are shared out; privilege I(10) may move one where two stacks have some."""
    cdef int kind, stacks = 0
    at.turn.source, at.turn.side = t, side
    share_explorers(at, at.q[t] + side_q(side), at.r[t] + side_r(side), at.turn.odds)
    for kind in range(KINDS):
        stacks += at.turn.odds[kind] > 0
    if stacks > 1 and has(&at.owner[at.actor], I_10):
        at.stage = MOVE_EXPLORER
        return
    roll_explorers(at, r)


cdef int list_explorer_moves(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """I(10): one explorer tile goes from its stack to another that has some, or all stay."""
    cdef int source, target, n = 1
    out[0] = A_DONE
    for source in range(KINDS):
        for target in range(KINDS):
            if source != target and at.turn.odds[source] and at.turn.odds[target]:
                out[n] = A_EXPLORER + KINDS * source + target
                n += 1
    return n


cdef void move_explorer(Position* at, const Rules* r, action_t a) noexcept nogil:
    if a != A_DONE:
        at.turn.odds[(a - A_EXPLORER) // KINDS] -= 1
        at.turn.odds[(a - A_EXPLORER) % KINDS] += 1
    roll_explorers(at, r)


cdef void roll_explorers(Position* at, const Rules* r) noexcept nogil:
    """The die picks a stack (R5.3D.8); where all explorer tiles lie at one, that one."""
    cdef int kind
    for kind in range(KINDS):
        if at.turn.odds[kind] == EXPLORER_TILES:
            lay_explored(at, r, kind)
            return
    at.stage = EXPLORED


cdef int list_explored(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    return list_shares(at.turn.odds, 0, KINDS, out, probs)


cdef action_t keyed_explored(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Each space has a key, so the same die falls for it whoever explores it, and whenever."""
    cdef int q = at.q[at.turn.source] + side_q(at.turn.side), row = at.r[at.turn.source] + side_r(at.turn.side)
    return nth_kind(at.turn.odds, keyed_below(k, KEY_EXPLORED, 128 + q, 128 + row, EXPLORER_TILES))


cdef void lay_explored(Position* at, const Rules* r, int kind) noexcept nogil:
    """A tile of this kind lies on the space; it brings points, points lying on it, and income (R5.3D.10, R5.3D.15)."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int t = at.turn.source
    t = lay_tile(at, r, kind, at.q[t] + side_q(at.turn.side), at.r[t] + side_r(at.turn.side))
    memset(at.turn.odds, 0, KINDS)
    at.turn.target, at.turn.side = t, 0
    at.turn.explored |= bit(t)
    o.explored[kind] += 1
    o.collected[FROM_EXPLORING] += r.explored_points
    at.pile[t] = full_pile(at, r, t)
    if r.token_income:
        o.tokens += 1
    if r.award:
        award_explored(at, r, at.actor, kind)
    if kind == CITY:
        lay_garrison(at, r, t)
    elif r.land_gifts:
        gift_of_land(at, r, t)
    if r.cart_explores:
        after_trolley_exploration(at, r)
        return
    if r.explorer == STAYS:
        tire(o, at.turn.source)
    elif r.explorer == RETURNS:
        send_back(at)
    go_on_following(at, r)


cdef void gift_of_land(Position* at, const Rules* r, int t) noexcept nogil:
    """What a new tile brings besides, as far as the pieces go: militia on a mountain, elsewhere a settlement, on a field
    an exhausted resident, too (R5.3D.14). A settlement that is a gift brings no income token.
    """
    cdef Owner* o = &at.owner[at.actor]
    if at.kind[t] == MOUNTAIN:
        lay_militia(at, r, t)
    elif at.kind[t] != DESERT and at.kind[t] != WATER and o.settlements:
        o.settlements -= 1
        o.settled |= bit(t)
        if o.settlements == 0 and lays_last(at, r):
            end_after_turn(at, r)
        if at.kind[t] == FIELD and o.residents:
            o.residents -= 1
            add_idle(at, o, t)


cdef inline int full_pile(const Position* at, const Rules* r, int t) noexcept nogil:
    """Points that lie on a tile when it has been explored (R5.3D.10)."""
    return r.pile_city if at.kind[t] == CITY else r.pile_land if at.kind[t] != WATER else 0


# ---- 3D: who follows the explorer (R5.3D.13) --------------------------------------------------------

cdef void go_on_following(Position* at, const Rules* r) noexcept nogil:
    """Asks who follows as long as anybody can."""
    cdef action_t out[SIDES + 1]
    if r.follow and list_followers(at, r, out) > 1:
        at.stage = FOLLOW
        return
    go_on_exploring(at, r)


cdef int list_followers(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Sides of the new tile from which an active resident, but not the explorer, can step on to it."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef int side, there, t = at.turn.target, n = 1
    out[0] = A_DONE
    if room_on(r, o, t) <= 0 if owns(o, t) else not may_enter(at, r, at.actor, t):
        return n
    for side in range(SIDES):
        there = at.near[t][side]
        if there != NOWHERE and o.active[there] > (r.explorer == RETURNS_AFTER_MANY and there == at.turn.source):
            out[n] = A_FOLLOW + side
            n += 1
    return n


cdef void follow(Position* at, const Rules* r, action_t a) noexcept nogil:
    """A resident steps on to the new tile without tiring; the first one becomes a settlement."""
    cdef Owner* o = &at.owner[at.actor]
    if a == A_DONE:
        go_on_exploring(at, r)
        return
    take_active(o, at.near[at.turn.target][a - A_FOLLOW])
    if owns(o, at.turn.target):
        add_active(o, at.turn.target)
        go_on_following(at, r)
    elif opposed(at, r, at.actor, at.turn.target):
        attack_tile(at, r, at.turn.target)
        go_on_following(at, r)
    elif o.settlements:
        settle_follower(at, r)
    else:
        at.turn.settle_from = FOLLOW
        at.stage = RECALL_SETTLEMENT


cdef void settle_follower(Position* at, const Rules* r) noexcept nogil:
    """There is a settlement for the first one that follows."""
    at.turn.settle_from = 0
    resident_settles(at, r, at.actor, at.turn.target)
    go_on_following(at, r)


# ---- 3D: what becomes of the explorer (R5.3D.1-5) ---------------------------------------------------

cdef void go_on_exploring(Position* at, const Rules* r) noexcept nogil:
    """Where it may explore many spaces it is asked for another one, as long as its own tile is not recalled."""
    cdef action_t out[SIDES + 1]
    cdef Owner* o = &at.owner[at.actor]
    if r.explorer == RETURNS_AFTER_MANY and owns(o, at.turn.source) and list_more_spaces(at, r, out) > 1:
        at.stage = EXPLORE_MORE
        return
    end_exploration(at, r)


cdef int list_more_spaces(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    out[0] = A_DONE
    return list_spaces(at, r, at.turn.source, out, 1)


cdef void explore_more(Position* at, const Rules* r, action_t a) noexcept nogil:
    if a == A_DONE:
        end_exploration(at, r)
    else:
        begin_exploration(at, r, at.turn.source, (a - A_EXPLORE) % SIDES)


cdef void end_exploration(Position* at, const Rules* r) noexcept nogil:
    """The exploration is over; an explorer of many spaces is done now, if its tile was not recalled with all residents."""
    if r.explorer == RETURNS_AFTER_MANY and owns(&at.owner[at.actor], at.turn.source):
        send_back(at)
    at.turn.explored = 0
    at.turn.source = at.turn.target = 0
    somebody_tired(at)
    ask_again(at, r)


cdef void send_back(Position* at) noexcept nogil:
    """The explorer returns to the supply; it lies down instead where it found only water."""
    cdef Owner* o = &at.owner[at.actor]
    cdef uint64_t found = at.turn.explored
    tire(o, at.turn.source)
    while found and at.kind[first_bit(found)] == WATER:
        found &= found - 1
    if found:
        take_spent(o, at.turn.source)
        o.residents += 1


# ---- points and income tokens on tiles --------------------------------------------------------------

cdef void gain_first_settlement(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The first settlement of anybody takes a point of the pile, once (R5.3D.11), or an income token (R5.3D.15-17)."""
    if at.pile[t] and at.pile[t] == full_pile(at, r, t):
        at.pile[t] -= 1
        at.owner[i].collected[FROM_EXPLORING] += 1
    if r.token_income:
        at.owner[i].tokens += 1


cdef uint64_t harvest_sites(const Position* at, const Owner* o) noexcept nogil:
    """Tiles with an active resident and points left for it (R5.3D.12)."""
    cdef uint64_t tiles = o.up, found = 0
    while tiles:
        if at.pile[first_bit(tiles)]:
            found |= tiles & -tiles
        tiles &= tiles - 1
    return found


cdef void harvest(Position* at, const Rules* r, int t) noexcept nogil:
    """A resident is exhausted for one point of its tile (R5.3D.12)."""
    cdef Owner* o = &at.owner[at.actor]
    tire(o, t)
    at.pile[t] -= 1
    o.collected[FROM_EXPLORING] += 1
    somebody_tired(at)
    ask_again(at, r)
