# Module 5, exploring (rules R5; which spaces can be explored: spaces.pxi). Included by state.pyx.
#
# While a space is explored, turn.source and turn.side say from where, turn.odds how many explorer tiles lie at each
# stack, and then turn.target is the new tile. A resident that explores stays active until it is done.


# ---- 3D, 3E: exploring a space ----------------------------------------------------------------------

cdef int explore(Position* at, const Rules* r, int t, int side) noexcept nogil:
    """A resident on the tile explores the space on that side."""
    return begin_exploration(at, r, t, side)


cdef int begin_exploration(Position* at, const Rules* r, int t, int side) noexcept nogil:
    """The explorer tiles are shared out; privilege I(10) may move one where two stacks have some.

    It asks, or a tile lies there and all that follows for residents is done, or the trolley has still to enter it.
    """
    cdef int kind, stacks = 0
    at.turn.source, at.turn.side = t, side
    share_explorers(at, at.q[t] + side_q(side), at.r[t] + side_r(side), at.turn.odds)
    for kind in range(KINDS):
        stacks += at.turn.odds[kind] > 0
    if stacks > 1 and has(&at.owner[at.actor], I_10):
        at.stage = MOVE_EXPLORER
        return ASKS
    return roll_explorers(at, r)


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


cdef int move_explorer(Position* at, const Rules* r, action_t a) noexcept nogil:
    if a != A_DONE:
        at.turn.odds[(a - A_EXPLORER) // KINDS] -= 1
        at.turn.odds[(a - A_EXPLORER) % KINDS] += 1
    return roll_explorers(at, r)


cdef int roll_explorers(Position* at, const Rules* r) noexcept nogil:
    """The die picks a stack (R5.3D.8); where all explorer tiles lie at one, that one."""
    cdef int kind
    for kind in range(KINDS):
        if at.turn.odds[kind] == EXPLORER_TILES:
            return lay_explored(at, r, kind)
    at.stage = EXPLORED
    return ASKS


cdef int list_explored(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    return list_shares(at.turn.odds, 0, KINDS, out, probs)


cdef action_t keyed_explored(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Each space has a key, so the same die falls for it whoever explores it, and whenever."""
    cdef int q = at.q[at.turn.source] + side_q(at.turn.side), row = at.r[at.turn.source] + side_r(at.turn.side)
    return nth_kind(at.turn.odds, keyed_below(k, KEY_EXPLORED, 128 + q, 128 + row, EXPLORER_TILES))


cdef int lay_explored(Position* at, const Rules* r, int kind) noexcept nogil:
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
        return DONE                             # it drives on to the tile
    if r.explorer == STAYS:
        tire(o, at.turn.source)
    elif r.explorer == RETURNS:
        send_back(at)
    return go_on_following(at, r)


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


# ---- 3D: who follows the explorer (R5.3D.13) --------------------------------------------------------

cdef int go_on_following(Position* at, const Rules* r) noexcept nogil:
    """Asks who follows as long as anybody can."""
    cdef action_t out[SIDES + 1]
    if r.follow and list_followers(at, r, out) > 1:
        at.stage = FOLLOW
        return ASKS
    return go_on_exploring(at, r)


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


cdef int follow(Position* at, const Rules* r, action_t a) noexcept nogil:
    """A resident steps on to the new tile without tiring; the first one becomes a settlement."""
    cdef Owner* o = &at.owner[at.actor]
    if a == A_DONE:
        return go_on_exploring(at, r)
    take_active(o, at.near[at.turn.target][a - A_FOLLOW])
    if owns(o, at.turn.target):
        add_active(o, at.turn.target)
    elif opposed(at, r, at.actor, at.turn.target):
        attack_tile(at, r, at.turn.target)
    elif o.settlements:
        return settle_follower(at, r)
    else:
        at.turn.settle_from = FOLLOW
        at.stage = RECALL_SETTLEMENT
        return ASKS
    return go_on_following(at, r)


cdef int settle_follower(Position* at, const Rules* r) noexcept nogil:
    """There is a settlement for the first one that follows."""
    at.turn.settle_from = 0
    resident_settles(at, r, at.actor, at.turn.target)
    return go_on_following(at, r)


# ---- 3D: what becomes of the explorer (R5.3D.1-5) ---------------------------------------------------

cdef int go_on_exploring(Position* at, const Rules* r) noexcept nogil:
    """Where it may explore many spaces it is asked for another one, as long as its own tile is not recalled."""
    cdef action_t out[SIDES + 1]
    cdef Owner* o = &at.owner[at.actor]
    if r.explorer == RETURNS_AFTER_MANY and owns(o, at.turn.source) and list_more_spaces(at, r, out) > 1:
        at.stage = EXPLORE_MORE
        return ASKS
    return end_exploration(at, r)


cdef int list_more_spaces(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    out[0] = A_DONE
    return list_spaces(at, r, at.turn.source, out, 1)


cdef int explore_more(Position* at, const Rules* r, action_t a) noexcept nogil:
    if a == A_DONE:
        return end_exploration(at, r)
    return begin_exploration(at, r, at.turn.source, (a - A_EXPLORE) % SIDES)


cdef int end_exploration(Position* at, const Rules* r) noexcept nogil:
    """The exploration is over; an explorer of many spaces is done now, if its tile was not recalled with all residents."""
    if r.explorer == RETURNS_AFTER_MANY and owns(&at.owner[at.actor], at.turn.source):
        send_back(at)
    at.turn.explored = 0
    at.turn.source = at.turn.target = 0
    somebody_tired(at)
    return DONE


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


# ---- points on tiles (R5.3D.12) --------------------------------------------------------------------

cdef int harvest(Position* at, const Rules* r, int t) noexcept nogil:
    """A resident is exhausted for one point of its tile (R5.3D.12)."""
    cdef Owner* o = &at.owner[at.actor]
    tire(o, t)
    at.pile[t] -= 1
    o.collected[FROM_EXPLORING] += 1
    somebody_tired(at)
    return DONE
