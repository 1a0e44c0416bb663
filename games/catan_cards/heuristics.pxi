# What a seat would rather do: weights of actions, and inputs of a value function. Included by state.pyx.

cdef class Heuristics(Luck):
    """Light heuristics from the open cards and the own hand."""

    @cython.final
    cdef int short_of(self, int s, int thing, int* missing) noexcept nogil:
        """Cards that seat s lacks for a thing, by kind and in all."""
        cdef int k, lack, n = 0
        for k in range(KINDS):
            lack = self.rules.cost[thing][k] - self.at.seat[s].hand[k]
            missing[k] = lack if lack > 0 else 0
            n += missing[k]
        return n

    @cython.final
    cdef float worth(self, int s, int thing, int points) noexcept nogil:
        """Worth of building a thing to seat s, which has so many points."""
        cdef Seat* me = &self.at.seat[s]
        cdef const Rules* r = &self.rules
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
            return r.taste[s].winning
        if gain == 0 and thing <= KNIGHT:
            return r.taste[s].road_trades if thing == ROAD else r.taste[s].knight_draws
        return r.taste[s].worth[thing]

    @cython.final
    cdef int goal_of(self, int s, int* missing) noexcept nogil:
        """What to collect for next: much worth, few cards away; a road's price where nothing can be built."""
        cdef int thing, n, best = ROAD, points = self.points_of(s)
        cdef int lack[KINDS]
        cdef float value, top = -1, away = self.rules.taste[s].away
        cdef Position* at = &self.at
        cdef uint8_t built = at.built, laid = at.laid
        at.built = at.laid = 0
        for thing in range(THINGS):
            if self.buildable(s, thing):
                n = self.short_of(s, thing, lack)
                value = self.worth(s, thing, points) / (1 + away * n * n)
                if value > top:
                    top, best = value, thing
        at.built, at.laid = built, laid
        return self.short_of(s, best, missing)

    @cython.final
    cdef void values(self, int s, float* value) noexcept nogil:
        """How much seat s wants one card more of each kind (above 1), or can spare one (below 1)."""
        cdef int k, thing
        cdef int missing[KINDS]
        self.goal_of(s, missing)
        for k in range(KINDS):
            value[k] = 1.0
            if missing[k]:
                value[k] = self.rules.taste[s].wanted
            else:
                for thing in range(THINGS):         # spare beyond every single price
                    if self.rules.cost[thing][k] >= self.at.seat[s].hand[k] and self.at.seat[s].hand[k]:
                        break
                else:
                    value[k] = self.rules.taste[s].spare

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        """Weights of playouts, made softer: a search is to look at what they would never do, too."""
        cdef float softer = self.rules.taste[self.at.actor].prior
        cdef int i
        self.wishes(actions, n, out)
        for i in range(n):
            out[i] = pow(out[i], softer)

    cdef action_t weighted_action(self, Stream* rng) noexcept nogil:
        cdef action_t actions[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef int n = self.list_actions(actions, MAX_ACTIONS)
        if n == 1:
            return actions[0]
        self.wishes(actions, n, weights)
        return actions[weighted(weights, n, rng)]

    @cython.final
    cdef void wishes(self, const action_t* actions, int n, float* out) noexcept nogil:
        cdef Position* at = &self.at
        cdef const Taste* w = &self.rules.taste[at.actor]
        cdef float value[KINDS]
        cdef int i, k, a, points
        if at.stage == BUILD or at.stage == DRAW or at.stage == FLIP or at.stage == FELLOW:
            points = self.points_of(at.turn)
            for i in range(n):
                a = actions[i]
                out[i] = 1
                if a >= A_BUILD:
                    out[i] = self.worth(at.turn, a - A_BUILD, points)
                elif a >= A_GUILD:
                    out[i] = w.guild
                elif a == A_DRAW:
                    out[i] = w.draw
                elif a == A_OPEN:
                    out[i] = w.open_hand
                elif a == A_FLIP:
                    out[i] = w.flip
        elif at.stage == PAY:
            self.pay_weights(actions, n, out)
        elif at.stage == TRADE:
            self.trade_weights(actions, n, out)
        else:
            self.values(at.actor, value)
            for i in range(n):
                k = actions[i]
                out[i] = value[k] if at.stage == TAKE or at.stage == PICK else 1 / value[k]

    @cython.final
    cdef void trade_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        """Stop when the goal can be paid; from the market what is needed; blind cards no more than are needed."""
        cdef Position* at = &self.at
        cdef const Taste* w = &self.rules.taste[at.turn]
        cdef Seat* me = &at.seat[at.turn]
        cdef int missing[KINDS]
        cdef int i, k, a, lacks = self.goal_of(at.turn, missing), offered = 0, spare = 0
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

    @cython.final
    cdef void pay_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        """Few cards, and those of which most are left."""
        cdef const Taste* taste = &self.rules.taste[self.at.turn]
        cdef int i, k, m, paid
        cdef float w
        for i in range(n):
            w = 1
            for k in range(KINDS):
                paid = actions[i] >> 5 * (4 - k) & 31
                for m in range(min(paid, 20)):
                    w *= taste.pay_card
                if paid:
                    w *= 1 + taste.pay_left * (self.at.seat[self.at.turn].hand[k] - paid)
            out[i] = w + 1e-9

    cdef int features(self, int seat, float* out) noexcept nogil:
        """Points, trades, draws, cards, room to build, protection: own less the best other's; then the phase."""
        cdef Position* at = &self.at
        cdef float mine[10]
        cdef float best[10]
        cdef float theirs[10]
        cdef int s, f, k, most = 0
        self.inputs_of(seat, mine)
        for f in range(10):
            best[f] = -100
        for s in range(self.seats):
            if s != seat:
                most = max(most, self.points_of(s))
                self.inputs_of(s, theirs)
                for f in range(10):
                    best[f] = max(best[f], theirs[f])
        for f in range(10):
            out[f] = mine[f] - best[f]
        out[10] = max(most, self.points_of(seat)) / <float>self.rules.goal
        out[11] = 1.0 if at.turn == seat else 0.0
        for k in range(KINDS):
            out[12 + k] = at.seat[seat].hand[k] / 4.0
        out[17] = self.points_of(seat) / <float>self.rules.goal
        return 18

    @cython.final
    cdef void inputs_of(self, int s, float* f) noexcept nogil:
        cdef Seat* p = &self.at.seat[s]
        f[0] = self.points_of(s) / <float>self.rules.goal
        f[1] = (p.roads - popcount(p.road_sides)) / 3.0
        f[2] = (p.knights - popcount(p.knight_sides)) / 2.0
        f[3] = p.cards / 7.0
        f[4] = p.settlements / 2.0
        f[5] = p.cities / 2.0
        f[6] = popcount(p.expansions) / 2.0
        f[7] = p.expansions >> GUILD & 1
        f[8] = p.expansions >> UNIVERSITY & 1
        f[9] = p.expansions >> LIBRARY & 1
