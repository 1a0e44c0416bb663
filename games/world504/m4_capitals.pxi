# Module 4, capitals that fall: three on a headquarters, new capitals, takeovers (rules R4.3D.5-9, R4.E). Included by
# state.pyx.


# ---- three on a headquarters (R4.3D.15, R4.3D.9) ----------------------------------------------------

cdef int assault(Position* at, const Rules* r, int t, int side) noexcept nogil:
    """One of three residents goes on to the headquarters; with the third both they and it are removed."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int capital = at.near[t][side]
    if at.stage == ACT:
        at.turn.target, at.turn.dice = capital, r.capital_armies
        reach_city(at, r, at.actor, capital)
    take_active(o, t)
    o.residents += 1
    at.turn.dice -= 1
    at.turn.last = 1 + t
    if at.turn.dice:
        at.stage = ASSAULT
        return ASKS
    at.turn.last = at.turn.target = 0
    at.turn.battle = 1 + capital
    somebody_tired(at)
    fell_capital(at, r, holder(at, r, capital))
    return ASKS if settle_capital(at, r, False) else end_battle(at)


# ---- a capital has fallen (R4.3D.5, R4.3D.6, R4.3D.9, R4.E.3, R4.E.4) -------------------------------

cdef bint settle_capital(Position* at, const Rules* r, bint conquered) noexcept nogil:
    """The owner whose capital fell makes another city its capital, or has lost all (R4.3D.6, R4.E.3, R4.E.4); true if
    somebody is asked.
    """
    cdef Owner* o
    cdef int number, cities
    if not at.turn.beaten:
        return False
    o = &at.owner[at.turn.beaten - 1]
    cities = other_cities(at, o) if r.new_home else 0
    if cities > 1:
        at.actor = at.turn.beaten - 1
        at.stage = NEW_HOME
        return True
    if cities == 1:
        for number in range(CITIES):
            if at.city_at[number] != NOWHERE and (o.settled >> at.city_at[number]) & 1:
                make_capital(at, r, at.turn.beaten - 1, at.city_at[number])
                break
        at.turn.beaten = 0
        return False
    if r.company_falls:
        return settle_company(at, r, conquered)
    at.turn.ends |= 1
    if conquered and takes_over(at, r):
        at.stage = TAKEOVER
        return True
    lose_all(at, r)
    return False


cdef bint settle_company(Position* at, const Rules* r, bint conquered) noexcept nogil:
    """Who has conquered the capital takes over all tiles of the company, else they are nobody's; true if somebody is asked."""
    cdef action_t out[SIDES + 1]
    if not conquered and r.late_conquest and list_conquests(at, r, out) > 1:
        at.stage = CONQUER
        return True
    if conquered and takes_over(at, r):
        at.stage = TAKEOVER
        return True
    lose_all(at, r)
    return False


cdef int list_new_homes(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """The other cities of the owner whose capital has fallen."""
    cdef int number, n = 0
    for number in range(CITIES):
        if at.city_at[number] != NOWHERE and (at.owner[at.actor].settled >> at.city_at[number]) & 1:
            out[n] = A_CAPITAL + number
            n += 1
    return n


cdef int choose_new_home(Position* at, const Rules* r, int number) noexcept nogil:
    make_capital(at, r, at.actor, at.city_at[number])
    at.turn.beaten = 0
    at.actor = at.order[at.place]
    return end_battle(at)


cdef int conquer_capital(Position* at, const Rules* r, action_t a) noexcept nogil:
    """The resident settles in the city, or the company's tiles are nobody's."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int t = at.turn.battle - 1
    if a == A_DONE:
        lose_all(at, r)
        return end_battle(at)
    take_active(o, at.near[t][a - A_CONQUER])
    if o.settlements == 0:
        at.turn.target, at.turn.settle_from = t, FIGHT
        at.stage = RECALL_SETTLEMENT
        return ASKS
    resident_settles(at, r, at.actor, t)
    return ASKS if settle_capital(at, r, True) else end_battle(at)


cdef void make_capital(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The headquarters replaces the settlement there (R4.3D.5, R4.3D.9)."""
    cdef Owner* o = &at.owner[i]
    o.settled &= ~bit(t)
    o.settlements += 1
    o.capital = t
    recount_links(at, r)


cdef void lose_all(Position* at, const Rules* r) noexcept nogil:
    """The beaten owner loses all tiles that nobody has taken over (R4.E.3)."""
    cdef Owner* o = &at.owner[at.turn.beaten - 1]
    cdef int t
    while o.settled:
        t = first_bit(o.settled)
        while residents_on(o, t):
            remove_resident(o, t)
        lose_tile(at, r, at.turn.beaten - 1, t, False)
    if r.company_falls:
        start_afresh(at, r, at.turn.beaten - 1)
    at.turn.beaten = 0


# ---- takeover (R4.E.3) ------------------------------------------------------------------------------

cdef bint takes_over(Position* at, const Rules* r) noexcept nogil:
    """The actor takes over the beaten owner's tiles as far as its pieces go; true if it has to choose (R4.E.3)."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef const Owner* lost = &at.owner[at.turn.beaten - 1]
    while lost.settled and o.settlements:
        if lost.settled & (lost.settled - 1) and pieces_short(o, lost):
            return True
        take_over_tile(at, r, first_bit(lost.settled))
    return False


cdef bint pieces_short(const Owner* o, const Owner* lost) noexcept nogil:
    """Whether it matters which tiles come first: settlements are short, or residents of which there are some."""
    cdef uint64_t tiles = lost.settled
    cdef int residents = 0
    while tiles:
        residents += residents_on(lost, first_bit(tiles))
        tiles &= tiles - 1
    return o.settlements < popcount(lost.settled) or 0 < o.residents < residents


cdef int list_takeovers(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Any tile of the beaten owner, while the actor has a settlement for it."""
    return list_bits(out, 0, at.owner[at.turn.beaten - 1].settled, A_TAKEOVER) if at.owner[at.actor].settlements else 0


cdef int take_over(Position* at, const Rules* r, int t) noexcept nogil:
    """One tile after the other; what no piece is left for is nobody's."""
    take_over_tile(at, r, t)
    if takes_over(at, r):
        return ASKS
    lose_all(at, r)
    return end_battle(at)


cdef void take_over_tile(Position* at, const Rules* r, int t) noexcept nogil:
    """Own armies replace those of the beaten owner: a settlement, and as many exhausted residents as are left."""
    cdef Owner* o = &at.owner[at.actor]
    cdef Owner* lost = &at.owner[at.turn.beaten - 1]
    cdef int residents = 0
    while residents_on(lost, t):
        remove_resident(lost, t)
        residents += 1
    lose_tile(at, r, at.turn.beaten - 1, t, False)
    settle(at, r, at.actor, t)
    residents = min(min(residents, <int>o.residents), room_on(r, o, t))
    while residents > 0:
        o.residents -= 1
        add_idle(at, o, t)
        residents -= 1
