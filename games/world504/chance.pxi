# What chance decides: outcomes with their odds, a draw for a search, the draw of a played game. Included by state.pyx.

cdef enum Purpose:              # names of the keyed draws
    KEY_START = 1, KEY_WATERS, KEY_TILES, KEY_ORDER, KEY_EXTRAS, KEY_PRIVILEGES, KEY_LOTS, KEY_EXPLORED, KEY_CARDS
    KEY_ATTACK, KEY_DEFENCE


cdef int chance_outcomes(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    """The outcomes of this chance node, ascending, and their probabilities."""
    if at.stage == WATERS:
        return list_waters(at, r, out, probs)
    if at.stage == TILE:
        return list_shares(at.stack, 0, WATER, out, probs)
    if at.stage == START_SEAT:
        return list_alike(r.seats, out, probs)
    if at.stage == NEXT_IN_ORDER:
        return list_unplaced(at, r, out, probs)
    if at.stage == EXTRAS:
        return list_extras(at, r, out, probs)
    if at.stage == DRAW_PRIVILEGE:
        return list_privileges(at, r, out, probs)
    if at.stage == LOT:
        return list_lots(at, r, out, probs)
    if at.stage == EXPLORED:
        return list_explored(at, r, out, probs)
    if at.stage == ATTACK or at.stage == DEFENCE:
        return list_hits(at, r, out, probs)
    return list_cards(at, r, out, probs)


cdef action_t sample_chance(const Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """One outcome, drawn for a search."""
    cdef action_t outcomes[MAX_ACTIONS]
    cdef double probs[MAX_ACTIONS]
    cdef int n = chance_outcomes(at, r, outcomes, probs)
    return outcomes[nth_share(probs, n, unit(rng))]


cdef inline int nth_share(const double* probs, int n, double x) noexcept nogil:
    """Which outcome x, uniform on [0, 1), falls to."""
    cdef int k = 0
    while k < n - 1 and x >= probs[k]:
        x -= probs[k]
        k += 1
    return k


cdef action_t keyed_chance(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Each component has a key of its own, so that a tile or a card that is missing shifts no other."""
    if at.stage == WATERS:
        return keyed_waters(at, r, k)
    if at.stage == TILE:
        return keyed_tile(at, r, k)
    if at.stage == START_SEAT:
        return keyed_below(k, KEY_START, 0, 0, r.seats)         # of the table, not of a player
    if at.stage == NEXT_IN_ORDER:
        return keyed_next(at, r, k)
    if at.stage == EXTRAS:
        return keyed_extras(at, r, k)
    if at.stage == DRAW_PRIVILEGE:
        return keyed_privilege(at, r, k)
    if at.stage == LOT:
        return keyed_lot(at, r, k)
    if at.stage == EXPLORED:
        return keyed_explored(at, r, k)
    if at.stage == ATTACK or at.stage == DEFENCE:
        return keyed_hits(at, r, k)
    return keyed_card(at, r, k)


cdef void apply_chance(Position* at, const Rules* r, action_t a) noexcept nogil:
    """What follows from an outcome."""
    carry_on(at, r, turn_out(at, r, a))


cdef int turn_out(Position* at, const Rules* r, action_t a) noexcept nogil:
    """The deed of an outcome; it says whether it asks, is done, or was the last of its phase."""
    if at.stage == WATERS:
        return lay_waters(at, r, a)
    if at.stage == TILE:
        return lay_drawn(at, r, a)
    if at.stage == START_SEAT:
        return set_start(at, r, a)
    if at.stage == NEXT_IN_ORDER:
        return place_in_order(at, r, a)
    if at.stage == EXTRAS:
        return set_extras(at, r, a)
    if at.stage == DRAW_PRIVILEGE:
        return show_privilege(at, r, a)
    if at.stage == LOT:
        return draw_lot(at, r, a)
    if at.stage == EXPLORED:
        return lay_explored(at, r, a)
    if at.stage == ATTACK:
        return roll_attack(at, r, a)
    if at.stage == DEFENCE:
        return roll_defence(at, r, a)
    return show_card(at, r, a)
