# What a seat would rather do: weights of actions, and inputs of a value function. Included by state.pyx.

cdef int short_of(const Position* at, const Rules* r, int s, int thing, int* missing) noexcept nogil:
    """Cards that seat s lacks for a thing, by kind and in all."""
    cdef int k, lack, n = 0
    for k in range(KINDS):
        lack = r.cost[thing][k] - at.seat[s].hand[k]
        missing[k] = lack if lack > 0 else 0
        n += missing[k]
    return n


cdef float worth(const Position* at, const Rules* r, int s, int thing, int points) noexcept nogil:
    """Worth of building a thing to seat s, which has so many points."""
    cdef const Seat* me = &at.seat[s]
    cdef int gain
    if thing == ROAD:
        gain = r.side_points if me.roads and not me.road_sides >> (me.roads - 1) & 1 else 0
    elif thing == KNIGHT:
        gain = r.side_points if me.knights and not me.knight_sides >> (me.knights - 1) & 1 else 0
    elif thing == SETTLEMENT:
        gain = r.settlement_points
    elif thing == CITY:
        gain = r.city_points - r.settlement_points
    else:
        gain = r.points[thing - EXPANSION] - r.city_points
    if gain > 0 and points + gain >= r.goal:
        return r.heuristics[s].winning
    if gain == 0 and thing <= KNIGHT:
        return r.heuristics[s].road_trades if thing == ROAD else r.heuristics[s].knight_draws
    return r.heuristics[s].worth[thing]


cdef int goal_of(Position* at, const Rules* r, int s, int* missing) noexcept nogil:
    """What to collect for next: much worth, few cards away; a road's price where nothing can be built."""
    cdef int thing, n, best = ROAD, points = points_of(at, r, s)
    cdef int lack[KINDS]
    cdef float value, top = -1, away = r.heuristics[s].away
    cdef uint8_t built = at.built, laid = at.laid
    at.built = at.laid = 0
    for thing in range(THINGS):
        if buildable(at, r, s, thing):
            n = short_of(at, r, s, thing, lack)
            value = worth(at, r, s, thing, points) / (1 + away * n * n)
            if value > top:
                top, best = value, thing
    at.built, at.laid = built, laid
    return short_of(at, r, s, best, missing)


cdef void values(Position* at, const Rules* r, int s, float* value) noexcept nogil:
    """How much seat s wants one card more of each kind (above 1), or can spare one (below 1)."""
    cdef int k, thing
    cdef int missing[KINDS]
    goal_of(at, r, s, missing)
    for k in range(KINDS):
        value[k] = 1.0
        if missing[k]:
            value[k] = r.heuristics[s].wanted
        else:
            for thing in range(THINGS):         # spare beyond every single price
                if r.cost[thing][k] >= at.seat[s].hand[k] and at.seat[s].hand[k]:
                    break
            else:
                value[k] = r.heuristics[s].spare


cdef void action_weights(Position* at, const Rules* r, const action_t* actions, int n, float* out) noexcept nogil:
    """Weights of playouts, made softer: a search is to look at what they would never do, too."""
    cdef float softer = r.heuristics[at.actor].prior
    cdef int i
    wishes(at, r, actions, n, out)
    for i in range(n):
        out[i] = pow(out[i], softer)


cdef action_t weighted_action(Position* at, const Rules* r, Stream* rng) noexcept nogil:
    cdef action_t actions[MAX_ACTIONS]
    cdef float weights[MAX_ACTIONS]
    cdef int n = list_actions(at, r, actions, MAX_ACTIONS)
    if n == 1:
        return actions[0]
    wishes(at, r, actions, n, weights)
    return actions[weighted(weights, n, rng)]


cdef void wishes(Position* at, const Rules* r, const action_t* actions, int n, float* out) noexcept nogil:
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef float value[KINDS]
    cdef int i, k, a, points
    if at.stage == BUILD or at.stage == DRAW or at.stage == FLIP or at.stage == FELLOW:
        points = points_of(at, r, at.turn)
        for i in range(n):
            a = actions[i]
            out[i] = 1
            if a >= A_BUILD:
                out[i] = worth(at, r, at.turn, a - A_BUILD, points)
            elif a >= A_GUILD:
                out[i] = w.guild
            elif a == A_DRAW:
                out[i] = w.draw
            elif a == A_OPEN:
                out[i] = w.open_hand
            elif a == A_FLIP:
                out[i] = w.flip
    elif at.stage == PAY:
        pay_weights(at, r, actions, n, out)
    elif at.stage == TRADE:
        trade_weights(at, r, actions, n, out)
    else:
        values(at, r, at.actor, value)
        for i in range(n):
            k = actions[i]
            out[i] = value[k] if at.stage == TAKE or at.stage == PICK else 1 / value[k]


cdef void trade_weights(Position* at, const Rules* r, const action_t* actions, int n, float* out) noexcept nogil:
    """Stop when the goal can be paid; from the market what is needed; blind cards no more than are needed."""
    cdef const HeuristicWeights* w = &r.heuristics[at.turn]
    cdef const Seat* me = &at.seat[at.turn]
    cdef int missing[KINDS]
    cdef int i, k, a, lacks = goal_of(at, r, at.turn, missing), offered = 0, spare = 0
    for k in range(KINDS):
        offered += min(missing[k], at.market[k])
        if not missing[k]:
            spare += me.hand[k]
    for i in range(n):
        a = actions[i]
        if a == A_STOP:
            out[i] = w.stop if lacks else w.stop_ready
        elif a < A_MARKET:
            out[i] = w.pile if a - A_PILE <= min(lacks, spare) else w.pile_more
        elif a < A_SEAT:
            k = a - A_MARKET
            out[i] = w.market * k if k <= offered else w.market_more
        elif a < A_GUILD:
            k = a & 15
            out[i] = w.fellow if lacks and k <= min(lacks, 1 + spare) else w.fellow_more
        else:
            out[i] = w.guild


cdef void pay_weights(const Position* at, const Rules* r, const action_t* actions, int n, float* out) noexcept nogil:
    """Few cards, and those of which most are left."""
    cdef const HeuristicWeights* weights = &r.heuristics[at.turn]
    cdef int i, k, m, paid
    cdef float w
    for i in range(n):
        w = 1
        for k in range(KINDS):
            paid = actions[i] >> 5 * (4 - k) & 31
            for m in range(min(paid, 20)):
                w *= weights.pay_card
            if paid:
                w *= 1 + weights.pay_left * (at.seat[at.turn].hand[k] - paid)
        out[i] = w + 1e-9


cdef int features(const Position* at, const Rules* r, int seat, float* out) noexcept nogil:
    """Points, trades, draws, cards, room to build, protection: own less the best other's; then the phase."""
    cdef float mine[10]
    cdef float best[10]
    cdef float theirs[10]
    cdef int s, f, k, most = 0
    inputs_of(at, r, seat, mine)
    for f in range(10):
        best[f] = -100
    for s in range(r.seats):
        if s != seat:
            most = max(most, points_of(at, r, s))
            inputs_of(at, r, s, theirs)
            for f in range(10):
                best[f] = max(best[f], theirs[f])
    for f in range(10):
        out[f] = mine[f] - best[f]
    out[10] = max(most, points_of(at, r, seat)) / <float>r.goal
    out[11] = 1.0 if at.turn == seat else 0.0
    for k in range(KINDS):
        out[12 + k] = at.seat[seat].hand[k] / 4.0
    out[17] = points_of(at, r, seat) / <float>r.goal
    return 18


cdef void inputs_of(const Position* at, const Rules* r, int s, float* f) noexcept nogil:
    cdef const Seat* p = &at.seat[s]
    f[0] = points_of(at, r, s) / <float>r.goal
    f[1] = (p.roads - popcount(p.road_sides)) / 3.0
    f[2] = (p.knights - popcount(p.knight_sides)) / 2.0
    f[3] = p.cards / 7.0
    f[4] = p.settlements / 2.0
    f[5] = p.cities / 2.0
    f[6] = popcount(p.expansions) / 2.0
    f[7] = p.expansions >> GUILD & 1
    f[8] = p.expansions >> UNIVERSITY & 1
    f[9] = p.expansions >> LIBRARY & 1


# ---- playouts -------------------------------------------------------------------------------------

cdef int random_playout(Play* play, Stream* rng, int* decisions) noexcept nogil:
    """The contract's loop; here its calls are direct, and nobody counts cards."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int steps = 0, who = current_player(at)
    play.counting = False
    while who != TERMINAL:
        if who == CHANCE:
            apply_action(play, sample_chance(at, r, rng))
        else:
            apply_action(play, random_action(at, r, rng))
            decisions[0] += 1
        steps += 1
        who = current_player(at)
    play.counting = True
    return steps


cdef int weighted_playout(Play* play, Stream* rng, int* decisions, int until) noexcept nogil:
    """The same with weighted actions; cards are counted only where the game is broken off, as a value may be asked."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int steps = 0, who = current_player(at)
    play.counting = until != INT_MAX
    while who != TERMINAL and decisions[0] < until:
        if who == CHANCE:
            apply_action(play, sample_chance(at, r, rng))
        else:
            apply_action(play, weighted_action(at, r, rng))
            decisions[0] += 1
        steps += 1
        who = current_player(at)
    play.counting = True
    return steps
