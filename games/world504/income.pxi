# Phase 3H: what an owner is paid, term by term (rules G24, R*.3H, privileges). Included by state.pyx.


cdef bint begin_income(Position* at, const Rules* r) noexcept nogil:
    """Phase 3H; it asks only where goods are exchanged and sold (R8.3H.1)."""
    if r.income == INCOME_SALES and not r.stored_income and begin_trade(at, r):
        return True
    pay_income(at, r)
    return False


cdef bint trade_or_pay(Position* at, const Rules* r, action_t a) noexcept nogil:
    """One step of the owner's trade; after the last one it is paid for what was sold (R8.3H.3)."""
    if trade(at, r, a):
        return True
    pay_income(at, r)
    return False


cdef void pay_income(Position* at, const Rules* r) noexcept nogil:
    """The owner takes its income, or sets it aside until taxes are paid (R3.3H.1, R3.3H.2)."""
    cdef int terms[INCOME_TERMS]
    cdef Owner* o = &at.owner[at.actor]
    cdef int k, income = 0
    find_income(at, r, at.actor, terms)
    for k in range(INCOME_TERMS):
        income += terms[k]
    o.income = income
    memset(at.turn.sale, 0, SALES)                      # the goods are paid for
    at.turn.sales = 0
    if not r.set_aside:
        earn(o, income)


cdef void find_income(Position* at, const Rules* r, int i, int* terms) noexcept nogil:
    """The terms of owner i's income; goods delivered are sold by it, so prices change (G24, R1.3H.1).

    What was done this turn counts for the owner whose turn it is only.
    """
    cdef bint own_turn = i == at.actor
    memset(terms, 0, INCOME_TERMS * sizeof(int))
    terms[PAID_BASE] = r.base_income
    if own_turn:
        terms[PAID_AWARDS] = at.turn.prize
    find_privilege_income(at, r, i, own_turn, terms)
    if r.income == INCOME_GOODS:
        if own_turn:
            terms[PAID_GOODS] = goods_income(at, r, i)  # less what is due to others (R1.3H.2)
    elif r.income == INCOME_FIRSTS:
        if own_turn:
            terms[PAID_FIRSTS] = at.turn.earned
            terms[PAID_CARDS] = card_income(at, r, i)
    elif r.income == INCOME_FACTORIES:
        terms[PAID_FACTORIES] = r.factory_income * own_factories(at, r, i)
    elif r.income == INCOME_TOKENS:
        terms[PAID_TOKENS] = r.token_income * at.owner[i].tokens
        if own_turn:
            terms[PAID_MILITIA] = at.turn.earned            # R4.3H.2
    elif r.income == INCOME_TILES:                          # R4.3H.1
        terms[PAID_TILES] = r.tile_income[has(&at.owner[i], III_5)] * popcount(at.owner[i].settled)
        terms[PAID_TERRAINS] = r.terrain_income[terrains_owned(at, &at.owner[i])]
    elif r.income == INCOME_ROADS:
        terms[PAID_ROADS] = road_income(at, r, i)
    elif r.income == INCOME_MAJORITIES:
        terms[PAID_MAJORITIES] = majority_income(at, r, i)
    elif r.stored_income:
        terms[PAID_SETS] = stored_income(at, r, i)
    elif own_turn:
        terms[PAID_SETS] = sales_income(at, r)


cdef void find_privilege_income(const Position* at, const Rules* r, int i, bint own_turn, int* terms) noexcept nogil:
    """What privileges add: I(2) and I(6) for what was done this turn, I(5) and II(12) in every turn."""
    cdef const Owner* o = &at.owner[i]
    terms[PAID_PRIVILEGES] = has(o, I_5) * r.privilege_income[I_5] + has(o, II_12) * r.privilege_income[II_12]
    if own_turn:
        terms[PAID_PRIVILEGES] += has(o, I_2) * r.privilege_income[I_2] * at.turn.cities
        terms[PAID_PRIVILEGES] += has(o, I_6) * r.privilege_income[I_6] * at.turn.sales
