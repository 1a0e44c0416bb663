# What an action is worth at a glance: weights of playouts, priors of the search, and all that `greedy` knows.
# Included by state.pyx.


cdef void weigh_actions(const Position* at, const Rules* r, const action_t* actions, int n, float sharpness,
                        float* out) noexcept nogil:
    """Puts as the plan sketched has them; of any other action worth ** sharpness."""
    cdef Outlook outlook
    cdef Offers offers
    cdef int i
    cdef float v, before = -1, weight = 0
    if at.stage == PLAN or at.stage == BATH_PUT:
        weigh_puts(at, r, actions, n, out)
        return
    look_out(at, r, &outlook)
    offers.known = 0
    for i in range(n):
        v = worth_action(&outlook, &offers, actions[i])
        v = v if v > LEAST else LEAST
        if v != before:         # a power costs more than a worth, and sends to deeds are often worth the same
            before, weight = v, cubed(v) if sharpness == 3 else powf(v, sharpness)
        out[i] = weight


cdef inline float cubed(float v) noexcept nogil:
    """powf(v, 3) to the last bit, for a few instructions. Requires 0.05 <= v <= 2 ** 20, of which all floats were compared.

    A cube as a double is rounded once more than a power, which tells only next to the middle of two floats: from 0.05 to 256
    they come to another float for 69,860 values of 104,018,740, whose doubles are at most 0.0017 of the distance between two
    floats away from their middle. Up to 0.0039 of it powf is asked.
    """
    cdef double cube = <double>v * v * v
    cdef uint64_t bits
    memcpy(&bits, &cube, sizeof(double))
    if <uint32_t>(bits & 0x1FFFFFFF) - <uint32_t>(0x10000000 - 0x200000) < <uint32_t>0x400000:
        return powf(v, 3)
    return <float>cube


cdef void weigh_puts(const Position* at, const Rules* r, const action_t* actions, int n, float* out) noexcept nogil:
    """Most for the next step of the plan sketched, some for completing another place, little for the rest."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef const Seat* s = &at.seat[at.actor]
    cdef Asides asides
    cdef int i, j = 0
    cdef action_t wanted = next_put(at, r, s, <const uint8_t*>s.market if at.stage == PLAN else <const uint8_t*>at.hand,
                                     &asides)
    for i in range(n):
        out[i] = w.unplanned
        while j < asides.n and asides.put[j] < actions[i]:
            j += 1
        if j < asides.n and asides.put[j] == actions[i]:
            out[i] = w.aside * asides.share[j]
        if actions[i] == wanted:
            out[i] = 1


cdef action_t weighted_action(const Position* at, const Rules* r, float sharpness, Stream* rng) noexcept nogil:
    """A legal action drawn in proportion to its weight, with no draw where there is one."""
    cdef action_t actions[MAX_ACTIONS]
    cdef float weights[MAX_ACTIONS]
    cdef int n = legal_actions(at, r, actions)
    if n == 1:
        return actions[0]
    weigh_actions(at, r, actions, n, sharpness, weights)
    return actions[weighted(weights, n, rng)]


cdef int weighted_step(Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """A whole plan at once, which is one thought; else one action, as sharp as playouts are to be."""
    if at.stage == PLAN:
        return planned_step(at, r, rng)
    apply_decision(at, r, weighted_action(at, r, r.heuristics[at.actor].sharpness, rng))
    return 1


cdef int weighted_playout(Position* at, const Rules* r, Stream* rng, int* decisions, int until) noexcept nogil:
    """The contract's loop with direct calls."""
    cdef int made, steps = 0
    while at.stage != OVER and decisions[0] < until:
        if at.stage < TAKE_BACK:
            apply_chance(at, r, sample_chance(at, r, rng))
            made = 1
        else:
            made = weighted_step(at, r, rng)
            decisions[0] += made
        steps += made
    return steps


cdef int planned_step(Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """The followers of a plan put down and, unless it must go on, the plan ended; how many decisions that was."""
    cdef int n = lay_plan(at, r, rng)
    if n and not can_plan(at, r):
        go_on(at, r)
    elif can_end_plan(at, r):
        n += 1
        go_on(at, r)
    else:                   # too many on the market: any of them must go somewhere
        n += 1
        apply_decision(at, r, weighted_action(at, r, r.heuristics[at.actor].prior, rng))
    return n


# ---- worth of an action -----------------------------------------------------------------------------

cdef float worth_action(const Outlook* o, Offers* offers, action_t a) noexcept nogil:
    """What an action other than a put looks worth, in points or so."""
    if a < A_TAKE_BACK:
        return 0.3                                              # no second send
    if a < A_KEEP:
        return 2.0 if a == A_DRAW else worth_return(o, o.r.place_of[a - A_TAKE_BACK])
    if a < A_USE:
        return 1.0 + o.w.wanted[profession_of(a - A_KEEP)]
    if a < A_VILLAGE:
        a -= A_USE
        return 2 * worth_place(o, a) if a == GUILDHALL else worth_place(o, a)       # before moving on
    if a < A_MOVE:
        return worth_village(o, BOATMAN + a - A_VILLAGE)
    if a < A_SEND:
        a -= A_MOVE
        return inclined(o, worth_route(o, a % ROUTES), VEHICLES[a // ROUTES])
    if a <= A_PAY:
        return worth_send(o, offers, (a - A_SEND) % 63 // 9, (a - A_SEND) % 9)
    if a < A_PASS:
        return inclined(o, worth_steps(o, a - A_PAY) - (a - A_PAY), PHARMACY)
    if a == A_PASS:
        return 0.1
    if a < A_TILE:
        return 0.1 if a == A_TAKE_NONE else worth_good(o, a - A_TAKE)
    if a < A_TECHNOLOGY:
        return o.w.tile_worth[a - A_TILE]
    if a < A_KEEP_TECHNOLOGY:
        return 1.0 + o.w.place_use[o.r.place_of[a - A_TECHNOLOGY]]
    if a == A_KEEP_TECHNOLOGY:
        return 0.1
    if a < A_FOOD:
        return 6.0 / (1.0 + worth_item(o, a))
    if a < A_SHIELD:
        return 4.0 - o.r.score_good[a - A_FOOD]
    if a == A_SHIELD:
        return worth_shield(o)
    return 1.0


cdef float worth_return(const Outlook* o, int place) noexcept nogil:
    """Taking back what waits on a place: where the bag cannot give enough anyway, and the place is not complete."""
    cdef bint complete = is_complete(o.r, o.s, place)
    if place == SACRISTY or place == TOWN_HALL and complete:
        return 0.2
    if complete:
        return 0.2 if worth_place(o, place) > 0 else 4.0
    return 4.0 if o.at.draws > total(o.s.bag, KINDS) else 0.2


cdef float worth_shield(const Outlook* o) noexcept nogil:
    if o.at.event == PLAGUE:
        return 0.8
    if o.at.event == TAXES:
        return 0.7 * (total(o.s.goods, GOODS) // o.r.tax_goods)
    return 1.2 * o.r.harvest_units[pile_now(o.at, o.r)]


cdef float worth_item(const Outlook* o, action_t a) noexcept nogil:
    """What a thing given up in torture is missed."""
    if a < A_GIVE_FOLLOWER:
        return 0.3 * o.left
    if a == A_GIVE_FOLLOWER:
        return 0.5 + 0.1 * o.left
    if a == A_GIVE_STATION:
        return 0.2 if 3 * o.s.stock > o.left else o.station
    if a < A_GIVE_STEP:
        return o.station
    if a == A_GIVE_STEP:
        return worth_steps(o, 1) if o.s.development else 0
    if a < A_GIVE_TECHNOLOGY:
        return o.r.score_good[a - A_GIVE_GOOD]
    return 0.3 * o.left


cdef dict weight_fields(dict numbers):
    """The fields of HeuristicWeights from the numbers of tuning.py, where places and tiles go by name."""
    found = dict(numbers)
    for name in ("wanted", "place_use", "tile_worth"):
        found[name] = list(numbers[name].values())
    for name in ("early", "late"):      # the action of some places is not planned for as such
        values = iter(numbers[name].values())
        found[name] = [0 if i in (VILLAGE, TOWN_HALL, HERB_GARDEN, SCHOOL, GUNPOWDER_TOWER) else next(values)
                       for i in range(INCLINED)]
    return found
