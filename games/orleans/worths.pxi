# What parts of a position look worth to a seat, in points of the end. Included by state.pyx.


# ---- the rest of the game ---------------------------------------------------------------------------

cdef int rounds_left(const Position* at) noexcept nogil:
    """Rounds after this one."""
    return ROUNDS - at.round


cdef float status_ahead(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """Development status that the seat may end with."""
    cdef int d = s.development + <int>(r.heuristics[at.actor].pace * rounds_left(at))
    return r.status[d if d < DEVELOPMENT else DEVELOPMENT]


cdef float inclined(const Position* at, const Rules* r, float v, int what) noexcept nogil:
    """What is of use at all, more or less by what the tuning found for it early and late in the game."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    if v <= 0:
        return v
    return v + w.late[what] + (w.early[what] - w.late[what]) * rounds_left(at) * <float>(1.0 / (ROUNDS - 1))


# ---- stations, development, goods -------------------------------------------------------------------

cdef float worth_station(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """A station, now: its points at the end and its share of the Trading Days to come."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    return w.station * (status_ahead(at, r, s) * r.score_status + w.trading * rounds_left(at))


cdef float worth_steps(const Position* at, const Rules* r, const Seat* s, int steps) noexcept nogil:
    """Steps on the development track; exact in the last round."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef int i, d = s.development, counted = popcount(s.stations) + s.citizens
    cdef float v = 0, each = w.step * (counted + w.step_ahead * rounds_left(at)) / 6.0 + w.step_least
    for i in range(steps):
        if d == DEVELOPMENT:
            break
        d += 1
        v += r.coins_at[d]
        if r.citizen_at[d] and at.citizens >> (r.citizen_at[d] - 1) & 1:
            v += status_ahead(at, r, s)
        if rounds_left(at) == 0:
            v += counted * (r.status[d] - r.status[d - 1])
        else:
            v += each
    return v


cdef float worth_good(const Position* at, const Rules* r, const Seat* s, int good) noexcept nogil:
    """Its points, or what it saves at a Harvest."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    if good <= WINE and s.goods[GRAIN] + s.goods[CHEESE] + s.goods[WINE] < food_needed(at, r):
        return w.food * r.harvest_fine
    return r.score_good[good]


cdef int food_needed(const Position* at, const Rules* r) noexcept nogil:
    """Units that the Harvests to come ask of each seat."""
    cdef int p, n = 0
    for p in range(3):
        n += at.hourglass[EVENTS * p + HARVEST] * r.harvest_units[p if r.piles else pile_now(at, r)]
    return n + (r.harvest_units[pile_now(at, r)] if at.event == HARVEST and at.phase < 6 else 0)


# ---- followers --------------------------------------------------------------------------------------

cdef int crew_size(const Rules* r, const Seat* s) noexcept nogil:
    """Followers of the seat that are not on deeds."""
    return total(s.bag, KINDS) + total(s.market, KINDS) + popcount(manned(r, s))


cdef int crew_of(const Seat* s, int profession) noexcept nogil:
    """Those of one profession; who stands on places is not counted."""
    cdef int n = s.bag[profession] + s.market[profession]
    return n + s.bag[PROFESSIONS + profession] + s.market[PROFESSIONS + profession] if profession < 4 else n


cdef float worth_follower(const Position* at, const Rules* r, const Seat* s, int profession) noexcept nogil:
    """One more of this profession for the rest of the game: dear while there are few, a burden to a full bag."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef int spare = crew_size(r, s) - r.knight_draws[s.track[KNIGHT]]
    cdef float v = w.crew * w.wanted[profession] / (w.same + crew_of(s, profession))
    if profession == MONK:
        v = w.monk
    if spare < 3:
        v += w.short_crew
    elif spare > 5:
        v -= w.full_crew * (spare - 5)
    return rounds_left(at) * v


cdef float worth_draws(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """The next knight: more followers each round to come, as far as there are any."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef int step = s.track[KNIGHT], more = r.knight_draws[step + 1] - r.knight_draws[step]
    cdef int spare = crew_size(r, s) + 1 - r.knight_draws[step + 1]
    cdef float v = (w.draw if spare > 2 else (w.draw_short if spare > 0 else w.draw_none)) * rounds_left(at)
    if more == 0:
        v *= w.draw_same
    if step + 1 == r.citizen_knight and at.citizens >> CITIZEN_KNIGHT & 1:
        v += status_ahead(at, r, s)
    return v


cdef float worth_recruit(const Position* at, const Rules* r, const Seat* s, int profession) noexcept nogil:
    """What a recruiting action brings in all."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef float v = worth_follower(at, r, s, profession)
    cdef int good
    if profession == FARMER:
        good = r.farmer_good[s.track[FARMER] + 1]
        return v + w.census * rounds_left(at) + (worth_good(at, r, s, good) if at.goods[good] else 0)
    if profession == BOATMAN:
        v += w.boatman * r.boatman_coins[s.track[BOATMAN] + 1]
        if s.track[BOATMAN] + 1 == r.citizen_boatman and at.citizens >> CITIZEN_BOATMAN & 1:
            v += status_ahead(at, r, s)
        return v
    if profession == CRAFTSMAN:
        return v + worth_technology(at, r)
    if profession == TRADER:
        return v + w.tile * rounds_left(at)
    if profession == KNIGHT:
        return v + worth_draws(at, r, s)
    if profession == SCHOLAR:
        return v + worth_steps(at, r, s, r.scholar_steps[s.track[SCHOLAR] + 1])
    return v


cdef float worth_technology(const Position* at, const Rules* r) noexcept nogil:
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    return w.technology * rounds_left(at) if at.technology else 0.0


# ---- the merchant -----------------------------------------------------------------------------------

cdef float worth_ways(const Position* at, const Rules* r, const Seat* s, uint64_t routes) noexcept nogil:
    cdef float v, best = 0
    while routes:
        v = worth_route(at, r, s, first_bit(routes))
        routes &= routes - 1
        if v > best:
            best = v
    return best


cdef float worth_route(const Position* at, const Rules* r, const Seat* s, int route) noexcept nogil:
    """The best good on it, and the town it leads to."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef int i, town = other_end(r, s, route)
    cdef float v = 0, best = 0
    for i in range(r.road_first[route], r.road_first[route + 1]):
        if at.road[i] and worth_good(at, r, s, at.road[i] - 1) > best:
            best = worth_good(at, r, s, at.road[i] - 1)
    if s.stock and rounds_left(at) > 0:
        if can_build(at, r, s, town):
            v = w.town_ready if is_complete(r, s, GUILDHALL) else w.town_ahead
        v = worth_station(at, r, s) * (v + w.town_near * popcount(r.near[town] & ~towns_built(at, r)))
    return best + v


# ---- deeds ------------------------------------------------------------------------------------------

cdef float worth_send(const Position* at, const Rules* r, const Seat* s, int profession, int way) noexcept nogil:
    """Reward, the citizen if it is the last space, and a bag that gets thinner."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef int deed = way if way < DEEDS else CANALISATION, open = total(at.deed[deed], PROFESSIONS)
    cdef float v = r.deed_coins[deed] if way < DEEDS else worth_steps(at, r, s, r.canal_steps)
    if open == 1:
        v += w.citizen * status_ahead(at, r, s)
    elif open == 2:
        v += w.send_second
    return v - worth_follower(at, r, s, profession)


cdef float worth_best_send(const Position* at, const Rules* r, const Seat* s, int profession) noexcept nogil:
    cdef int d
    cdef float v, best = -9
    for d in range(DEEDS):
        if at.deed[d][profession]:
            v = worth_send(at, r, s, profession, d)
            if v > best:
                best = v
    return best


# ---- places -----------------------------------------------------------------------------------------

cdef float worth_place(const Position* at, const Rules* r, const Seat* s, int place) noexcept nogil:
    """What an action there looks worth to this seat now; 0 or less where it is of no use."""
    cdef float v = 0, each
    cdef int p, n
    if place == VILLAGE:
        n = village_recruits(at, r, s)
        for p in range(BOATMAN, TRADER + 1):
            each = worth_village(at, r, s, p) if n >> p & 1 else 0
            if each > v:
                v = each
        return v
    if place == SHIP:
        v = worth_ways(at, r, s, open_routes(r, s, 0))
    elif place == WAGON or place == HORSE_WAGON:
        v = worth_ways(at, r, s, open_routes(r, s, 1))
    elif place == GUILDHALL:
        if s.stock:         # a town that is taken may be left first
            v = worth_station(at, r, s)
            v *= 1 if can_build(at, r, s, s.merchant) else r.heuristics[at.actor].guild_ahead
    elif place == PHARMACY:
        n = pharmacy_limit(r, s)
        v = worth_steps(at, r, s, n) - n
    elif place == SACRISTY:
        v = 0.4
    elif plain_place(place) and can_use(at, r, s, place):
        v = worth_plain(at, r, s, place)
    return inclined(at, r, v, place)


cdef float worth_village(const Position* at, const Rules* r, const Seat* s, int profession) noexcept nogil:
    """Recruiting a boatman, craftsman or trader."""
    return inclined(at, r, worth_recruit(at, r, s, profession), PLACES + profession - BOATMAN)


cdef float worth_plain(const Position* at, const Rules* r, const Seat* s, int place) noexcept nogil:
    """A place whose action asks for no further word and can be done."""
    if place <= MONASTERY:
        return worth_recruit(at, r, s, RECRUIT_OF[place])
    if place == LABORATORY:
        return worth_technology(at, r)
    if place == HOSPITAL:
        return r.status[s.development]
    if place == OFFICE:
        return popcount(s.stations)
    if place == BATHHOUSE:
        return r.heuristics[at.actor].bath
    if r.place_good[place]:
        return worth_good(at, r, s, r.place_good[place] - 1)
    return r.place_coins[place] + worth_steps(at, r, s, r.place_steps[place])
