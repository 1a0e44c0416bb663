# How a game ends, as the page at TOP I says, and what adds points (who has won: victory.pxi). Included by state.pyx.


# ---- the end (R*.E) ---------------------------------------------------------------------------------

cdef bint goal_reached(const Position* at, const Rules* r) noexcept nogil:
    """At the end of a round: the world's own end. R7.E.1 is met within a round, at the third scoring."""
    cdef int i, n = 0
    if r.goal == GOODS_DELIVERED:                       # R1.E.1, R1.E.3
        for i in range(r.owners):
            n += total(at.owner[i].delivered, GOODS) + total(at.owner[i].lost, GOODS)
        return n >= r.end_goods
    if r.goal == ALL_FACTORIES:                         # R3.E.1
        return all_factories(at, r) >= r.end_factories
    if r.goal == LAST_ROUND:                            # R9.E.1
        return at.round >= r.end_rounds
    if r.goal == BOARD_EXPLORED:                        # R5.E.1
        return total(at.stack, KINDS) <= r.end_unexplored
    if r.goal == EMPIRE:                                # at the end of a turn (R4.E.1-3)
        return False
    if r.goal == CITIES_CONNECTED and r.road_pool:      # R6.E.2
        return pool_roads(at) >= r.road_pool
    for i in range(r.owners):
        if reaches_goal(at, r, i):
            return True
    return False


cdef bint reaches_goal(const Position* at, const Rules* r, int i) noexcept nogil:
    """Whether owner i alone has what ends the game (R2.E.1, R6.E.1, R8.E.1)."""
    if r.goal == CITY_CARDS:
        return popcount(at.owner[i].cards) >= r.end_cards
    if r.goal == CITIES_CONNECTED:
        return connected_cities(at, r, i) >= r.end_links
    if r.goal == TRADING_HOUSES:
        return houses_of(at, &at.owner[i]) >= r.end_houses and goods_owned(at, r, i) >= r.end_stored
    return False


# ---- points (R*.F) ----------------------------------------------------------------------------------

cdef void source_points(const Position* at, const Rules* r, int i, int* out) noexcept nogil:
    """Owner i's points by Source; those of R3.F.1, R5.F.1 and R7.F.1 were collected during the game."""
    cdef const Owner* o = &at.owner[i]
    memset(out, 0, POINT_SOURCES * sizeof(int))
    if r.goal == GOODS_DELIVERED:
        out[POINTS_GOODS] = cargo_points(r, o)
    elif r.goal == CITY_CARDS:
        out[POINTS_CARDS] = card_points(at, r, i)
        out[POINTS_DRIVE] = r.moved_on_points * o.moved_on
    elif r.goal == CITIES_CONNECTED:
        out[POINTS_ROADS] = road_points(at, r, i)
    elif r.goal == TRADING_HOUSES:
        out[POINTS_HOUSES] = house_points(at, r, i)
        out[POINTS_STORED] = stored_points(at, r, i)
    elif r.goal == EMPIRE:
        out[POINTS_CITIES] = r.empire_points[CITY] * popcount(own_tiles(o) & at.of_kind[CITY])
        out[POINTS_LAND] = land_points(at, r, o) - out[POINTS_CITIES]
    out[POINTS_FACTORIES] = o.collected[FROM_FACTORIES]
    out[POINTS_EXPLORING] = o.collected[FROM_EXPLORING]
    out[POINTS_SCORINGS] = o.collected[FROM_SCORINGS]
    out[POINTS_AWARDS] = o.collected[FROM_AWARDS]
    if r.majority_points:
        out[POINTS_MAJORITIES] = end_majorities(at, r, i)
    out[POINTS_PRIVILEGES] = privilege_points(r, o)


cdef int privilege_points(const Rules* r, const Owner* o) noexcept nogil:
    """Points that privileges are worth by themselves (R3.F.2)."""
    cdef uint64_t cards = o.privileges
    cdef int points = 0
    while cards:
        points += r.privilege_points[first_bit(cards)]
        cards &= cards - 1
    return points


cdef int points_of(const Position* at, const Rules* r, int i) noexcept nogil:
    """Owner i's points if the game ended now."""
    cdef int points[POINT_SOURCES]
    cdef int k, all = 0
    source_points(at, r, i, points)
    for k in range(POINT_SOURCES):
        all += points[k]
    return all
