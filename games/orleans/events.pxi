# Phase 6, Events; paying, and what is given up instead of coins (rules 26, 27, 57-62). Included by state.pyx.


# ---- the event for each seat (rules 26, 57) ---------------------------------------------------------

cdef bint next_to_face_event(Position* at, const Rules* r, int place) noexcept nogil:
    """The event for the seats from this place of the play order on; false where it has passed all of them."""
    at.phase = 6
    while place < r.seats:
        at.cursor, at.actor = place, place if r.from_seat_0 else seat_at(at, r, place)      # U12
        if face_event(at, r):
            return True
        place += 1
    return False


cdef bint face_event(Position* at, const Rules* r) noexcept nogil:
    """The event for the actor; true where something is asked."""
    cdef Seat* s = &at.seat[at.actor]
    if at.event == INCOME:
        gain_coins(at, r, s, r.status[s.development])
    elif at.event == TRADING_DAY:
        gain_coins(at, r, s, popcount(s.stations))
    elif at.event != PILGRIMAGE and event_harms(at, r, s):
        if has_place(s, SACRISTY) and is_complete(r, s, SACRISTY):
            if r.shield_forced:
                lift_followers(s, r.of_place[SACRISTY], s.bag)
                return False
            at.stage = SHIELD
            return True
        return suffer_event(at, r)
    return False


cdef bint event_harms(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """This event takes something from the seat."""
    if at.event == PLAGUE:
        return total(s.bag, KINDS) > 0
    if at.event == TAXES:
        return total(s.goods, GOODS) >= r.tax_goods
    return r.harvest_units[pile_now(at, r)] > 0


cdef bint suffer_event(Position* at, const Rules* r) noexcept nogil:
    """Plague, Taxes or Harvest for the actor; true where something is asked (rules 57, 58)."""
    if at.event == PLAGUE:
        at.stage = PLAGUE_DRAW
        return True
    if at.event == TAXES:
        return not pay(at, r, at.actor, total(at.seat[at.actor].goods, GOODS) // r.tax_goods)
    at.debt = r.harvest_units[pile_now(at, r)]
    at.last = 0
    return continue_harvest(at, r)


cdef bint decide_shield(Position* at, const Rules* r, bint used) noexcept nogil:
    """Sacristy (U15): the event passes its owner by and the monk goes to the bag; true where something is asked."""
    cdef Seat* s = &at.seat[at.actor]
    if used:
        lift_followers(s, r.of_place[SACRISTY], s.bag)
    return not used and suffer_event(at, r)


cdef void take_by_plague(Position* at, const Rules* r, int kind) noexcept nogil:
    """A neutral follower goes to the supply, an own one back (rule 29, U17)."""
    if kind < PROFESSIONS:
        at.seat[at.actor].bag[kind] -= 1
        if r.plague_box:
            at.lost[kind] += 1
        else:
            at.supply[kind] += 1


# ---- Harvest (rule 58) ------------------------------------------------------------------------------

cdef bint continue_harvest(Position* at, const Rules* r) noexcept nogil:
    """Hand in food till a choice is left or all is given; then pay for what is missing."""
    cdef Seat* s = &at.seat[at.actor]
    cdef uint32_t foods
    cdef int g, missing = at.debt - total(s.goods, WOOL)
    if missing >= 0:
        for g in range(WOOL):
            hand_in(at, r, s, g, s.goods[g])
        at.debt = at.last = 0
        return not pay(at, r, at.actor, missing * r.harvest_fine)
    while at.debt:
        foods = foods_to_give(at, s)
        if foods & (foods - 1):
            at.stage = FOOD
            return True
        g = first_bit(foods)
        hand_in(at, r, s, g, 1)
        at.debt -= 1
    at.last = 0
    return False


cdef uint32_t foods_to_give(const Position* at, const Seat* s) noexcept nogil:
    """Bit good: food that may be handed in next; a later kind only where it and those after it are enough."""
    cdef int g, after = 0
    cdef uint32_t foods = 0
    for g in range(WINE, -1, -1):
        after += s.goods[g]
        if g >= at.last and s.goods[g] and after >= at.debt:
            foods |= 1 << g
    return foods


cdef void hand_in(Position* at, const Rules* r, Seat* s, int good, int units) noexcept nogil:
    """Food of a seat goes to the goods market, or out of the game (U17)."""
    s.goods[good] -= units
    if r.harvest_box:
        at.gone[good] += units
    else:
        at.goods[good] += units


cdef bint give_food(Position* at, const Rules* r, int good) noexcept nogil:
    """The actor has chosen a food; true where something is asked."""
    hand_in(at, r, &at.seat[at.actor], good, 1)
    at.last = good
    at.debt -= 1
    return continue_harvest(at, r)


# ---- paying, and torture (rules 59-61, U10, U11, U23) -----------------------------------------------

cdef bint pay(Position* at, const Rules* r, int seat, int coins) noexcept nogil:
    """Pay as far as there are coins; true if that settles it, false if torture is next."""
    cdef Seat* s = &at.seat[seat]
    cdef int paid = coins if coins < s.coins else s.coins
    s.coins -= paid
    at.debt = coins - paid
    at.actor = seat
    at.last = 0
    return settle_debt(at, r)


cdef bint settle_debt(Position* at, const Rules* r) noexcept nogil:
    """True where nothing is owed any more; else the next item is asked for."""
    cdef Seat* s = &at.seat[at.actor]
    if at.debt and items_from(r, s, 0) > 0:
        at.stage = TORTURE
        return False
    if r.owe:
        s.owed += at.debt
    at.debt = at.last = 0
    memset(at.drawn, 0, KINDS)
    return True


cdef int list_items(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Items in canonical order: one is offered where it and those after it can settle the debt.

    If all must go, the first is. A place tile takes the technology on it along, so that must be to spare.
    """
    cdef const Seat* s = &at.seat[at.actor]
    cdef int item, tile, needed, n = 0
    cdef bint all_go = items_from(r, s, at.last) <= at.debt
    for item in range(at.last, ITEMS):
        if not has_item(r, s, item):
            continue
        needed, tile = at.debt, item
        if item < ITEM_FOLLOWER and s.technology & r.of_place[10 + item]:
            if all_go:
                out[0] = A_GIVE_TECHNOLOGY + 10 + item
                return 1
            needed += 1
        elif ITEM_TECHNOLOGY + 10 <= item < ITEM_TECHNOLOGY + PLACES:
            tile = item - ITEM_TECHNOLOGY - 10                  # it comes just before the tile it lies on
            if tile < at.last:
                continue
        if all_go or item == ITEM_FOLLOWER or items_from(r, s, tile) >= needed:
            out[n] = A_GIVE_TILE + item
            n += 1
            if all_go:
                break
    return n


cdef bint has_item(const Rules* r, const Seat* s, int item) noexcept nogil:
    """The seat could give this item, a code counted from A_GIVE_TILE."""
    item += A_GIVE_TILE
    if item < A_GIVE_FOLLOWER:
        return s.tiles >> (item - A_GIVE_TILE) & 1
    if item == A_GIVE_FOLLOWER:
        return total(s.bag, PROFESSIONS) > 0
    if item == A_GIVE_STATION:
        return s.stock > 0
    if item < A_GIVE_STEP:
        return s.stations >> (item - A_GIVE_BUILT) & 1
    if item == A_GIVE_STEP:
        return steps_back(r, s) > 0
    if item < A_GIVE_TECHNOLOGY:
        return s.goods[item - A_GIVE_GOOD] > 0
    if item == A_GIVE_TECHNOLOGY + PLACES:
        return s.kept > 0
    return (s.technology & r.of_place[item - A_GIVE_TECHNOLOGY]) != 0


cdef int items_from(const Rules* r, const Seat* s, int item) noexcept nogil:
    """Things there are to give from this item on; technology on a place tile comes just before that."""
    cdef uint64_t there = s.technology & r.board
    cdef int g, n = s.kept
    if item <= ITEM_FOLLOWER:
        n += popcount(s.tiles >> item) + popcount(s.technology & r.from_place[10 + item])
        n += total(s.bag, PROFESSIONS)
        if not r.lost_to_supply:
            n += neutral_on(s, manned(r, s) & r.from_place[10 + item])      # their tiles bring them to the bag (U23)
    if item <= ITEM_STATION:
        n += s.stock
    if item <= ITEM_BUILT:
        n += popcount(s.stations)
    elif item < ITEM_STEP:
        n += popcount(s.stations >> (item - ITEM_BUILT))
    if item <= ITEM_STEP:
        n += steps_back(r, s)
    for g in range(GOODS):
        if item <= ITEM_GOOD + g:
            n += s.goods[g]
    if item > ITEM_TECHNOLOGY:
        there &= r.from_place[item - ITEM_TECHNOLOGY]
    return n + popcount(there)


cdef int neutral_on(const Seat* s, uint64_t spaces) noexcept nogil:
    """Neutral followers on these spaces, on each of which a follower stands."""
    cdef int n = 0
    while spaces:
        n += s.on[first_bit(spaces)] <= PROFESSIONS
        spaces &= spaces - 1
    return n


cdef bint is_in_order(const Position* at, const Rules* r) noexcept nogil:
    """In a torture: what may still be given in canonical order pays the debt, or is all there is."""
    cdef const Seat* s = &at.seat[at.actor]
    return items_from(r, s, at.last) >= min(<int>at.debt, items_from(r, s, 0))


cdef int steps_back(const Rules* r, const Seat* s) noexcept nogil:
    """Steps that the marker can go back: a coin space is neither entered nor crossed (rule 60)."""
    cdef int n = 0, d = s.development
    if r.coins_at[d] and not r.leave_coin_space:
        return 0
    while d > 0 and not r.coins_at[d - 1]:
        d -= 1
        n += 1
    return n


cdef void give_item(Position* at, const Rules* r, action_t a) noexcept nogil:
    """One item leaves the game, or a follower of the bag is about to be drawn."""
    cdef Seat* s = &at.seat[at.actor]
    cdef uint64_t space
    at.last = a - A_GIVE_TILE
    at.debt -= 1
    if a < A_GIVE_FOLLOWER:
        give_tile(at, r, s, a - A_GIVE_TILE)
        at.last += 1
    elif a == A_GIVE_FOLLOWER:
        at.stage, at.last = LOSE_DRAW, 0
    elif a == A_GIVE_STATION:
        s.stock -= 1
    elif a < A_GIVE_STEP:
        s.stations &= ~(<uint32_t>1 << (a - A_GIVE_BUILT))
    elif a == A_GIVE_STEP:
        s.development -= 1
    elif a < A_GIVE_TECHNOLOGY:
        s.goods[a - A_GIVE_GOOD] -= 1
        at.gone[a - A_GIVE_GOOD] += 1
    elif a == A_GIVE_TECHNOLOGY + PLACES:
        s.kept -= 1
    else:
        space = s.technology & r.of_place[a - A_GIVE_TECHNOLOGY]
        if a >= A_GIVE_TECHNOLOGY + 10:
            at.last = a - A_GIVE_TECHNOLOGY - 10
        s.on[first_bit(space)] = 0
        s.technology &= ~space
        s.free |= space
        sort_twins(r, s)


cdef void give_tile(Position* at, const Rules* r, Seat* s, int tile) noexcept nogil:
    """A place tile goes with its technology; its followers stay with their owner, or not (U23)."""
    cdef uint64_t spaces = r.of_place[10 + tile], left = spaces & ~(s.free | s.technology)
    cdef int space, kind
    while r.lost_to_supply and left:
        space = first_bit(left)
        left &= left - 1
        kind = s.on[space] - 1
        if kind < PROFESSIONS:
            at.supply[kind] += 1
            s.on[space] = 0
            s.free |= <uint64_t>1 << space
    lift_followers(s, spaces, s.bag)
    left = spaces & s.technology
    if left:
        s.on[first_bit(left)] = 0
    s.technology &= ~spaces
    s.free &= ~spaces
    s.tiles &= ~(<uint32_t>1 << tile)
