# What parts of a position look worth to a seat, in points of the end. Included by state.pyx.


# ---- the rest of the game ---------------------------------------------------------------------------

cdef int rounds_left(const Position* at) noexcept nogil:
    """Rounds after this one."""
    return ROUNDS - at.round


cdef float status_ahead(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """Development status that the seat may end with."""
    cdef int d = s.development + <int>(r.heuristics[at.actor].pace * rounds_left(at))
    return r.status[d if d < DEVELOPMENT else DEVELOPMENT]


cdef int crew_size(const Rules* r, const Seat* s) noexcept nogil:
    """Followers of the seat that are not on deeds."""
    return total(s.bag, KINDS) + total(s.market, KINDS) + popcount(manned(r, s))


cdef int crew_of(const Seat* s, int profession) noexcept nogil:
    """Those of one profession; who stands on places is not counted."""
    cdef int n = s.bag[profession] + s.market[profession]
    return n + s.bag[PROFESSIONS + profession] + s.market[PROFESSIONS + profession] if profession < 4 else n


cdef int food_needed(const Position* at, const Rules* r) noexcept nogil:
    """Units that the Harvests to come ask of each seat."""
    cdef int p, n = 0
    for p in range(3):
        n += at.hourglass[EVENTS * p + HARVEST] * r.harvest_units[p if r.piles else pile_now(at, r)]
    return n + (r.harvest_units[pile_now(at, r)] if at.event == HARVEST and at.phase < 6 else 0)


# ---- what many worths rest on -----------------------------------------------------------------------

cdef void look_out(const Position* at, const Rules* r, Outlook* o) noexcept nogil:
    """The outlook of the seat that acts. Reckoned anew for each worth, it took a sixth of a playout."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    o.at, o.r, o.s, o.w = at, r, s, w
    o.left = rounds_left(at)
    o.status = status_ahead(at, r, s)
    o.station = w.station * (o.status * r.score_status + w.trading * o.left)
    o.counted = popcount(s.stations) + s.citizens
    o.built = towns_built(at, r)
    o.hungry = s.goods[GRAIN] + s.goods[CHEESE] + s.goods[WINE] < food_needed(at, r)
    o.crew = crew_size(r, s)
    o.spare = o.crew - r.knight_draws[s.track[KNIGHT]]
    o.burden = w.short_crew if o.spare < 3 else (-w.full_crew * (o.spare - 5) if o.spare > 5 else 0)


cdef inline float worth_follower(const Outlook* o, int profession) noexcept nogil:
    """One more of this profession for the rest of the game: dear while there are few, a burden to a full bag."""
    if profession == MONK:
        return o.left * (o.w.monk + o.burden)
    return o.left * (o.w.crew * o.w.wanted[profession] / (o.w.same + crew_of(o.s, profession)) + o.burden)


cdef inline float inclined(const Outlook* o, float v, int what) noexcept nogil:
    """What is of use at all, more or less by what the tuning found for it early and late in the game."""
    if v <= 0:
        return v
    return v + o.w.late[what] + (o.w.early[what] - o.w.late[what]) * o.left * <float>(1.0 / (ROUNDS - 1))


# ---- stations, development, goods -------------------------------------------------------------------

cdef float worth_steps(const Outlook* o, int steps) noexcept nogil:
    """Steps on the development track; exact in the last round."""
    cdef const Rules* r = o.r
    cdef int i, d = o.s.development
    cdef float v = 0, each = o.w.step * (o.counted + o.w.step_ahead * o.left) / 6.0 + o.w.step_least
    for i in range(steps):
        if d == DEVELOPMENT:
            break
        d += 1
        v += r.coins_at[d]
        if r.citizen_at[d] and o.at.citizens >> (r.citizen_at[d] - 1) & 1:
            v += o.status
        if o.left == 0:
            v += o.counted * (r.status[d] - r.status[d - 1])
        else:
            v += each
    return v


cdef inline float worth_good(const Outlook* o, int good) noexcept nogil:
    """Its points, or what it saves at a Harvest."""
    return o.w.food * o.r.harvest_fine if good <= WINE and o.hungry else o.r.score_good[good]


# ---- followers --------------------------------------------------------------------------------------

cdef float worth_draws(const Outlook* o) noexcept nogil:
    """The next knight: more followers each round to come, as far as there are any."""
    cdef const HeuristicWeights* w = o.w
    cdef int step = o.s.track[KNIGHT], more = o.r.knight_draws[step + 1] - o.r.knight_draws[step]
    cdef int spare = o.crew + 1 - o.r.knight_draws[step + 1]
    cdef float v = (w.draw if spare > 2 else (w.draw_short if spare > 0 else w.draw_none)) * o.left
    if more == 0:
        v *= w.draw_same
    if step + 1 == o.r.citizen_knight and o.at.citizens >> CITIZEN_KNIGHT & 1:
        v += o.status
    return v


cdef float worth_recruit(const Outlook* o, int profession) noexcept nogil:
    """What a recruiting action brings in all."""
    cdef const Rules* r = o.r
    cdef float v = worth_follower(o, profession)
    cdef int good
    if profession == FARMER:
        good = r.farmer_good[o.s.track[FARMER] + 1]
        return v + o.w.census * o.left + (worth_good(o, good) if o.at.goods[good] else 0)
    if profession == BOATMAN:
        v += o.w.boatman * r.boatman_coins[o.s.track[BOATMAN] + 1]
        if o.s.track[BOATMAN] + 1 == r.citizen_boatman and o.at.citizens >> CITIZEN_BOATMAN & 1:
            v += o.status
        return v
    if profession == CRAFTSMAN:
        return v + worth_technology(o)
    if profession == TRADER:
        return v + o.w.tile * o.left
    if profession == KNIGHT:
        return v + worth_draws(o)
    if profession == SCHOLAR:
        return v + worth_steps(o, r.scholar_steps[o.s.track[SCHOLAR] + 1])
    return v


cdef inline float worth_technology(const Outlook* o) noexcept nogil:
    return o.w.technology * o.left if o.at.technology else 0.0


# ---- the merchant -----------------------------------------------------------------------------------

cdef float worth_ways(const Outlook* o, uint64_t routes) noexcept nogil:
    cdef float v, best = 0
    while routes:
        v = worth_route(o, first_bit(routes))
        routes &= routes - 1
        if v > best:
            best = v
    return best


cdef float worth_route(const Outlook* o, int route) noexcept nogil:
    """The best good on it, and the town it leads to."""
    cdef const Rules* r = o.r
    cdef int i, town = other_end(r, o.s, route)
    cdef float v = 0, each, best = 0
    for i in range(r.road_first[route], r.road_first[route + 1]):
        if o.at.road[i]:
            each = worth_good(o, o.at.road[i] - 1)
            if each > best:
                best = each
    if o.s.stock and o.left > 0:
        if has_room(r, o.s, town, o.built):
            v = o.w.town_ready if is_complete(r, o.s, GUILDHALL) else o.w.town_ahead
        v = o.station * (v + o.w.town_near * popcount(r.near[town] & ~o.built))
    return best + v


# ---- deeds ------------------------------------------------------------------------------------------

cdef float worth_deed(const Outlook* o, int way) noexcept nogil:
    """Reward, and the citizen if it is the last space."""
    cdef int deed = way if way < DEEDS else CANALISATION, open = total(o.at.deed[deed], PROFESSIONS)
    cdef float v = o.r.deed_coins[deed] if way < DEEDS else worth_steps(o, o.r.canal_steps)
    if open == 1:
        v += o.w.citizen * o.status
    elif open == 2:
        v += o.w.send_second
    return v


cdef inline float offered(const Outlook* o, Offers* offers, int way) noexcept nogil:
    """The same, reckoned once for all who may be sent."""
    if not offers.known >> way & 1:
        offers.known |= <uint32_t>1 << way
        offers.worth[way] = worth_deed(o, way)
    return offers.worth[way]


cdef inline float worth_send(const Outlook* o, Offers* offers, int profession, int way) noexcept nogil:
    """What the deed brings, less the follower: the bag gets thinner."""
    return offered(o, offers, way) - worth_follower(o, profession)


cdef float worth_best_send(const Outlook* o, Offers* offers, int profession) noexcept nogil:
    cdef int d
    cdef float v, follower = worth_follower(o, profession), best = -9
    for d in range(DEEDS):
        if o.at.deed[d][profession]:
            v = offered(o, offers, d) - follower
            if v > best:
                best = v
    return best


# ---- places -----------------------------------------------------------------------------------------

cdef float worth_place(const Outlook* o, int place) noexcept nogil:
    """What an action there looks worth to this seat now; 0 or less where it is of no use."""
    cdef float v = 0, each
    cdef int p, n
    if place == VILLAGE:
        n = village_recruits(o.at, o.r, o.s)
        for p in range(BOATMAN, TRADER + 1):
            each = worth_village(o, p) if n >> p & 1 else 0
            if each > v:
                v = each
        return v
    if place == SHIP:
        v = worth_ways(o, open_routes(o.r, o.s, 0))
    elif place == WAGON or place == HORSE_WAGON:
        v = worth_ways(o, open_routes(o.r, o.s, 1))
    elif place == GUILDHALL:
        if o.s.stock:       # a town that is taken may be left first
            v = o.station
            v *= 1 if has_room(o.r, o.s, o.s.merchant, o.built) else o.w.guild_ahead
    elif place == PHARMACY:
        n = pharmacy_limit(o.r, o.s)
        v = worth_steps(o, n) - n
    elif place == SACRISTY:
        v = 0.4
    elif plain_place(place) and can_use(o.at, o.r, o.s, place):
        v = worth_plain(o, place)
    return inclined(o, v, place)


cdef float worth_village(const Outlook* o, int profession) noexcept nogil:
    """Recruiting a boatman, craftsman or trader."""
    return inclined(o, worth_recruit(o, profession), PLACES + profession - BOATMAN)


cdef float worth_plain(const Outlook* o, int place) noexcept nogil:
    """A place whose action asks for no further word and can be done."""
    if place <= MONASTERY:
        return worth_recruit(o, RECRUIT_OF[place])
    if place == LABORATORY:
        return worth_technology(o)
    if place == HOSPITAL:
        return o.r.status[o.s.development]
    if place == OFFICE:
        return popcount(o.s.stations)
    if place == BATHHOUSE:
        return o.w.bath
    if o.r.place_good[place]:
        return worth_good(o, o.r.place_good[place] - 1)
    return o.r.place_coins[place] + worth_steps(o, o.r.place_steps[place])
