# Module 2, race: moving the capital, city cards, firsts, awards (rules R2). Included by state.pyx.


# ---- set-up (R2.S) ----------------------------------------------------------------------------------

cdef void lay_awards(Position* at, const Rules* r) noexcept nogil:
    """The tasks of the world are open: one a good or a terrain, or two (R2.S.7)."""
    cdef int k, open = 0
    if r.award == SECOND_GOODS or r.award == THREE_PLANTS:
        open = GOODS
    elif r.award == THIRD_EXPLORED or r.award == THIRD_CONNECTED:
        open = TERRAINS
    elif r.award and r.award != FREE_CITIES:    # of these it counts how many there were
        open = 2
    for k in range(open):
        at.award[k] = 1


# ---- 3A: the capital (R2.3A) ------------------------------------------------------------------------

cdef bint begin_moving_capital(Position* at, const Rules* r) noexcept nogil:
    """Ask where an own settlement in another city could become the headquarters (R2.3A.1)."""
    cdef action_t out[CITIES + 1]
    if list_new_capitals(at, r, out) == 1:
        return False
    at.stage = NEW_CAPITAL
    return True


cdef int list_new_capitals(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Keep the capital, or a city with an own settlement; the residents must have room where it was (G14)."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef int number, n = 1
    out[0] = A_DONE
    if residents_on(o, o.capital) > r.town_limit[0]:
        return n
    for number in range(CITIES):
        if at.city_at[number] != NOWHERE and (o.settled >> at.city_at[number]) & 1:
            out[n] = A_CAPITAL + number
            n += 1
    return n


cdef void move_capital(Position* at, const Rules* r, action_t a) noexcept nogil:
    """The headquarters and the settlement change places (R2.3A.1)."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int t
    if a != A_DONE:
        t = at.city_at[a - A_CAPITAL]
        o.settled ^= bit(t) | bit(o.capital)
        o.capital = t
        recount_links(at, r)
    go_on(at, r)


# ---- 3D, 3E: city cards (R2.3D, R2.3E) --------------------------------------------------------------

cdef void mark_card(Position* at, Owner* o, int t) noexcept nogil:
    """The owner is on the card of the city on this tile, for good (R2.3D.4)."""
    o.cards |= 1 << (at.number[t] - 1)
    at.turn.cards += 1


cdef inline bint on_card(const Position* at, const Owner* o, int t) noexcept nogil:
    """Whether the owner is on the card of the city on this tile."""
    return (o.cards >> (at.number[t] - 1)) & 1


cdef bint mark_by_settling(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """A resident that became a settlement in a new city goes on to its card: true if so (R2.3D.2, R2.3D.3)."""
    cdef Owner* o = &at.owner[i]
    if r.mark != BY_SETTLING or at.kind[t] != CITY or on_card(at, o, t):
        return False
    mark_card(at, o, t)
    return True


cdef bint mark_by_trolley(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The trolley is in a city: a marker (R2.3E.1, R2.3E.3) or a resident of the supply (R2.3E.2) goes on to its card.

    Markers wait in all cities from the start (G31b, R2.S.4, R2.S.6), so nothing counts them.
    True where the card is new.
    """
    cdef Owner* o = &at.owner[i]
    if (r.mark != BY_TROLLEY and r.mark != BY_MARKER) or at.kind[t] != CITY or on_card(at, o, t):
        return False
    if r.mark == BY_TROLLEY:
        if o.residents == 0:
            return False
        o.residents -= 1
    mark_card(at, o, t)
    return True


# ---- 3H: firsts and cards (R2.3H) -------------------------------------------------------------------

cdef void gain_for_first(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The owner's settlement is the only one on its tile: it is paid for once (R2.3H.1, R2.3H.3, R2.3H.4)."""
    if r.firsts:
        at.turn.earned += r.first_income[at.kind[t]]


cdef int card_income(const Position* at, const Rules* r, int i) noexcept nogil:
    """10 n for the n-th piece on city cards, for those of this turn; that of the capital is not counted (R2.3H.2)."""
    cdef int before = popcount(at.owner[i].cards) - 1 - at.turn.cards
    cdef int k, income = 0
    for k in range(1, at.turn.cards + 1):
        income += r.card_income * (before + k)
    return income


# ---- awards (R2.Z) ----------------------------------------------------------------------------------

cdef void take_award(Position* at, const Rules* r, int i, int task, int points) noexcept nogil:
    """The first to fulfil a task takes its points."""
    if at.award[task]:
        at.award[task] = 0
        pay_award(at, r, i, points)


cdef void pay_award(Position* at, const Rules* r, int i, int points) noexcept nogil:
    """Points, or with module 9 at TOP I money that counts as income (R2.Z.9)."""
    if r.award_money:
        at.turn.prize += r.award_money * points
    else:
        at.owner[i].collected[FROM_AWARDS] += points


cdef void award_delivery(Position* at, const Rules* r, int i, int good) noexcept nogil:
    """The second good of a kind (R2.Z.1)."""
    if r.award == SECOND_GOODS and at.owner[i].delivered[good] >= 2:
        take_award(at, r, i, good, r.award_each)


cdef void award_factory(Position* at, const Rules* r, int i) noexcept nogil:
    """Own factories in three cities, or three in one (R2.Z.3)."""
    cdef int number, cities = 0, here
    if r.award != FACTORIES_FIRST:
        return
    for number in range(CITIES):
        here = own_factories_in(at, i, number)
        cities += here > 0
        if here == 3:
            take_award(at, r, i, 1, r.award_large)
    if cities >= 3:
        take_award(at, r, i, 0, r.award_large)


cdef void award_explored(Position* at, const Rules* r, int i, int kind) noexcept nogil:
    """The third tile of a terrain that the owner has explored (R2.Z.5, R5.3D.18)."""
    if r.award == THIRD_EXPLORED and kind != WATER and at.owner[i].explored[kind] >= 3:
        take_award(at, r, i, kind, r.award_each)


cdef void award_link(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The third tile of a terrain that the owner's roads connect (R2.Z.6)."""
    if r.award == THIRD_CONNECTED and count_kind(at, at.owner[i].linked, at.kind[t]) >= 3:
        take_award(at, r, i, at.kind[t], r.award_each)


cdef int count_kind(const Position* at, uint64_t tiles, int kind) noexcept nogil:
    """How many of these tiles are of this kind."""
    cdef int n = 0
    while tiles:
        n += at.kind[first_bit(tiles)] == kind
        tiles &= tiles - 1
    return n


cdef void award_settlement(Position* at, const Rules* r, int i) noexcept nogil:
    """Every terrain settled, once or twice; the headquarters counts (R2.Z.7)."""
    cdef int kind, n, least = TILES
    if r.award != ALL_TERRAINS:
        return
    for kind in range(TERRAINS):
        n = count_kind(at, own_tiles(&at.owner[i]), kind)
        least = min(least, n)
    if least >= 1:
        take_award(at, r, i, 0, r.award_large)
    if least >= 2:
        take_award(at, r, i, 1, 2 * r.award_large)


cdef void award_plant(Position* at, const Rules* r, int i, int good) noexcept nogil:
    """Three plants of a good (R2.Z.8)."""
    cdef int t, n = 0
    if r.award != THREE_PLANTS:
        return
    for t in range(at.tiles):
        n += at.plant[t] == plant_of(good, i)
    if n >= 3:
        take_award(at, r, i, good, r.award_each)


cdef void award_free_city(Position* at, const Rules* r, int i) noexcept nogil:
    """Each conquest of a free city in the game is worth a point more than the one before (R2.Z.4)."""
    if r.award == FREE_CITIES:
        pay_award(at, r, i, r.award_free_city + at.award[0])
        at.award[0] += 1


# ---- scoring (R2.F) ---------------------------------------------------------------------------------

cdef int card_points(const Position* at, const Rules* r, int i) noexcept nogil:
    """By how far the owner's city cards are from the number that ends the game; the capital's counts (R2.F.1)."""
    cdef int place = popcount(at.owner[i].cards) - (r.end_cards - 3)
    return r.card_points[min(max(place, 0), 4)]
