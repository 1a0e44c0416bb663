# Module 2, race: moving the capital, city cards, firsts (rules R2; awards: m2_awards.pxi). Included by state.pyx.


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


cdef int move_capital(Position* at, const Rules* r, action_t a) noexcept nogil:
    """The headquarters and the settlement change places (R2.3A.1)."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int t
    if a != A_DONE:
        t = at.city_at[a - A_CAPITAL]
        o.settled ^= bit(t) | bit(o.capital)
        o.capital = t
        recount_links(at, r)
    return PASSES


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


# ---- scoring (R2.F) ---------------------------------------------------------------------------------

cdef int card_points(const Position* at, const Rules* r, int i) noexcept nogil:
    """By how far the owner's city cards are from the number that ends the game; the capital's counts (R2.F.1)."""
    cdef int place = popcount(at.owner[i].cards) - (r.end_cards - 3)
    return r.card_points[min(max(place, 0), 4)]
