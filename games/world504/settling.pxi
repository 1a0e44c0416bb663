# Settlements that are laid and lost, and what follows (rules G16, G21). Included by state.pyx.


# ---- what a settlement brings -----------------------------------------------------------------------

cdef bint lays_last(const Position* at, const Rules* r) noexcept nogil:
    """Whether a settlement laid now, the last one, ends the game: in 3D, by the corrections in fights too (R4.E.2)."""
    cdef int phase = phase_of(at, r)
    return r.end_pieces and (phase == RESIDENTS or (r.end_in_fights and phase == FIGHTS)) and not at.turn.settle_from


cdef inline void end_after_turn(Position* at, const Rules* r) noexcept nogil:
    """The game is over after this turn; by the corrections no more is fought if this is laid in a fight (R4.E.2)."""
    at.turn.ends |= 2 if phase_of(at, r) == FIGHTS else 1


cdef void win_tile(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The owner lays a settlement on a tile whose armies fell this turn: what stands there is its own at once.

    That is the plant (R4.3D.10, R4.3G.10) and the factories (R4.3D.13, R4.3G.9); a free city may bring an award (R2.Z.4).
    """
    if not (at.turn.fallen >> t) & 1:
        return
    if at.kind[t] != CITY:
        if makes_for(at.plant[t], NOBODY):
            take_plant(at, r, i, t)
        return
    pass_factories(at, at.number[t] - 1, NOBODY, i)
    award_factory(at, r, i)
    if (at.turn.freed >> (at.number[t] - 1)) & 1:
        at.turn.freed &= ~(1 << (at.number[t] - 1))
        award_free_city(at, r, i)


cdef void gain_first_settlement(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The first settlement of anybody takes a point of the pile, once (R5.3D.11), or an income token (R5.3D.15-17)."""
    if at.pile[t] and at.pile[t] == full_pile(at, r, t):
        at.pile[t] -= 1
        at.owner[i].collected[FROM_EXPLORING] += 1
    if r.token_income:
        at.owner[i].tokens += 1


# ---- settlements ------------------------------------------------------------------------------------

cdef void settle(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The acting owner lays a settlement of its supply on a tile that it does not own (G21). What follows is here."""
    cdef Owner* o = &at.owner[i]
    cdef bint first = not inhabited(at, r, t)
    o.settlements -= 1
    o.settled |= bit(t)
    if r.war:
        if o.settlements == 0 and lays_last(at, r):
            end_after_turn(at, r)
        win_tile(at, r, i, t)
        recount_links(at, r)
    if at.kind[t] == CITY:
        at.turn.cities += 1
        pay_house(at, r, i, t)
    if first:
        gain_for_first(at, r, i, t)
        gain_first_settlement(at, r, i, t)
    if r.award:
        award_settlement(at, r, i)


cdef void resident_settles(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """A resident that left its tile or the trolley becomes a settlement; it goes to the supply or to a city card."""
    cdef Owner* o = &at.owner[i]
    settle(at, r, i, t)
    if not mark_by_settling(at, r, i, t):
        o.residents += 1


cdef void unsettle(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The owner's settlement leaves the tile for the supply; what stood on it is lost (G16)."""
    cdef Owner* o = &at.owner[i]
    o.settled &= ~bit(t)
    o.settlements += 1
    if r.lost_buildings:
        leave_factories(at, r, i, t)
        leave_plant(at, r, i, t)
        leave_roads(at, r, i, t)
    leave_house(at, r, i, t)
    if r.war:
        recount_links(at, r)


# ---- the start of an owner --------------------------------------------------------------------------

cdef void found_capital(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The owner's headquarters comes on this city (G5), with what starts there (R1.S.9, R1.S.10, R2.S.3, R2.S.5)."""
    cdef Owner* o = &at.owner[i]
    o.capital = t
    if r.carts:
        o.trolley, o.holds = t, r.cart_holds
    if r.first_load:
        load_first(at, r, i)
    if r.mark != NO_CARDS:
        o.cards |= 1 << (at.number[t] - 1)
        o.residents -= r.capital_resident
        o.settlements -= r.capital_settlement
