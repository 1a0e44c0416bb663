# What looks good. Included by state.pyx.

cdef class Heuristics(Sketch):
    """What an action is worth at a glance: weights of playouts, priors of the search, and all that `greedy` knows."""

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        cdef Position* at = &self.at
        if at.stage == PLAN or at.stage == BATH_PUT:
            self.plan_weights(actions, n, out)
        else:
            self.weigh(actions, n, self.rules.taste[at.actor].prior, out)

    @cython.final
    cdef void weigh(self, const action_t* actions, int n, float sharpness, float* out) noexcept nogil:
        """Writes worth ** sharpness of each action other than a put."""
        cdef const Seat* s = &self.at.seat[self.at.actor]
        cdef int i
        cdef float v
        for i in range(n):
            v = self.worth(s, actions[i])
            out[i] = powf(v if v > LEAST else LEAST, sharpness)

    cdef int weighted_step(self, Stream* rng) noexcept nogil:
        """A whole plan at once, which is one thought; else the contract's draw, as sharp as playouts are to be."""
        cdef action_t actions[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef int n
        if self.at.stage == PLAN:
            return self.planned_step(rng)
        if self.at.stage == BATH_PUT:
            self.apply_action(self.weighted_action(rng))
            return 1
        n = self.legal_actions(actions)
        if n > 1:
            self.weigh(actions, n, self.rules.taste[self.at.actor].sharpness, weights)
        self.apply_action(actions[0] if n == 1 else actions[weighted(weights, n, rng)])
        return 1

    @cython.final
    cdef int planned_step(self, Stream* rng) noexcept nogil:
        """The followers of a plan put down and, unless it must go on, the plan ended; how many decisions that was."""
        cdef int n = self.lay_plan(rng)
        if n and not self.can_plan():
            self.plan(self.at.cursor + 1)
        elif self.can_stop():
            n += 1
            self.plan(self.at.cursor + 1)
        else:                   # too many on the market: any of them must go somewhere
            n += 1
            self.apply_action(self.weighted_action(rng))
        return n

    @cython.final
    cdef void plan_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        """Most for the next step of the plan sketched, some for completing another place, little for the rest."""
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        cdef const Seat* s = &self.at.seat[self.at.actor]
        cdef Asides asides
        cdef action_t wanted
        cdef int i, j = 0
        if self.at.stage == PLAN:
            wanted = self.next_put(s, s.market, &asides)
        else:
            wanted = self.next_put(s, self.at.hand, &asides)
        for i in range(n):
            out[i] = w.unplanned
            while j < asides.n and asides.put[j] < actions[i]:
                j += 1
            if j < asides.n and asides.put[j] == actions[i]:
                out[i] = w.aside * asides.share[j]
            if actions[i] == wanted:
                out[i] = 1

    @cython.final
    cdef float worth(self, const Seat* s, action_t a) noexcept nogil:
        """What an action other than a put looks worth, in points or so."""
        cdef const Taste* w = &self.rules.taste[self.at.actor]
        cdef const Rules* r = &self.rules
        cdef int vehicle
        if a < A_TAKE_BACK:
            return 0.3                                              # no second send
        if a < A_KEEP:
            return 2.0 if a == A_DRAW else self.worth_return(s, r.place_of[a - A_TAKE_BACK])
        if a < A_USE:
            return 1.0 + w.wanted[trade(a - A_KEEP)]
        if a < A_VILLAGE:
            a -= A_USE
            return 2 * self.worth_place(s, a) if a == GUILDHALL else self.worth_place(s, a)     # before moving on
        if a < A_MOVE:
            return self.worth_village(s, BOATMAN + a - A_VILLAGE)
        if a < A_SEND:
            a -= A_MOVE
            return self.inclined(self.worth_route(s, a % ROUTES), HORSE_WAGON if a // ROUTES == 2 else SHIP + a // ROUTES)
        if a <= A_PAY:
            return self.worth_send(s, (a - A_SEND) % 63 // 9, (a - A_SEND) % 9)
        if a < A_PASS:
            return self.inclined(self.worth_steps(s, a - A_PAY) - (a - A_PAY), PHARMACY)
        if a == A_PASS:
            return 0.1
        if a < A_TILE:
            return 0.1 if a == A_TAKE_NONE else self.worth_good(s, a - A_TAKE)
        if a < A_TECHNOLOGY:
            return w.tile_worth[a - A_TILE]
        if a < A_KEEP_TECHNOLOGY:
            return 1.0 + w.place_use[r.place_of[a - A_TECHNOLOGY]]
        if a == A_KEEP_TECHNOLOGY:
            return 0.1
        if a < A_FOOD:
            return 6.0 / (1.0 + self.worth_item(s, a))
        if a < A_SHIELD:
            return 4.0 - r.score_good[a - A_FOOD]
        if a == A_SHIELD:
            return self.worth_shield(s)
        return 1.0

    @cython.final
    cdef float worth_return(self, const Seat* s, int place) noexcept nogil:
        """Taking back what waits on a place: where the bag cannot give enough anyway, and the place is not complete."""
        if place == SACRISTY or place == TOWN_HALL and self.complete(s, place):
            return 0.2
        if self.complete(s, place):
            return 0.2 if self.worth_place(s, place) > 0 else 4.0
        return 4.0 if self.at.draws > total(s.bag, KINDS) else 0.2

    @cython.final
    cdef float worth_shield(self, const Seat* s) noexcept nogil:
        if self.at.event == PLAGUE:
            return 0.8
        if self.at.event == TAXES:
            return 0.7 * (total(s.goods, GOODS) // self.rules.tax_goods)
        return 1.2 * self.rules.harvest_units[self.pile()]

    @cython.final
    cdef float worth_item(self, const Seat* s, action_t a) noexcept nogil:
        """What a thing given up in torture is missed."""
        if a < A_GIVE_FOLLOWER:
            return 0.3 * self.rounds_left()
        if a == A_GIVE_FOLLOWER:
            return 0.5 + 0.1 * self.rounds_left()
        if a == A_GIVE_STATION:
            return 0.2 if 3 * s.stock > self.rounds_left() else self.worth_station(s)
        if a < A_GIVE_STEP:
            return self.worth_station(s)
        if a == A_GIVE_STEP:
            return self.worth_steps(s, 1) if s.development else 0
        if a < A_GIVE_TECHNOLOGY:
            return self.rules.score_good[a - A_GIVE_GOOD]
        return 0.3 * self.rounds_left()

    # ---- inputs of a value function --------------------------------------------------------------

    @cython.final
    cdef void stand(self, const Seat* s, float* out) noexcept nogil:
        """How a seat stands, in numbers of the size of 1; plans do not change them."""
        cdef float left = self.rounds_left() / <float>ROUNDS, counted = popcount(s.stations) + s.citizens
        cdef uint64_t on = owned(&self.rules, s) & ~(s.free | s.technology)
        cdef float all = self.crew(s), monks = s.bag[MONK] + s.market[MONK]
        while on:
            monks += s.on[first_bit(on)] == 1 + MONK
            on &= on - 1
        out[0] = points_of(&self.rules, s) / 40.0
        out[1] = (self.status_ahead(s) - self.status(s)) * counted / 20.0
        out[2] = s.development / 10.0
        out[3] = s.development * left / 10.0
        out[4] = counted / 5.0
        out[5] = self.rules.knight_draws[s.track[KNIGHT]] * left / 3.0
        out[6] = s.track[SCHOLAR] * left / 2.0
        out[7] = s.track[FARMER] * left / 3.0
        out[8] = s.track[BOATMAN] * left / 2.0
        out[9] = popcount(s.tiles) * left
        out[10] = (popcount(s.technology) + s.kept) * left
        out[11] = monks * left / 2.0
        out[12] = all * left / 10.0
        out[13] = total(s.goods, GOODS) / 10.0
        out[14] = s.coins / 20.0

    cdef int features(self, int seat, float* out) noexcept nogil:
        """Own standing less that of the best other seat, input by input; then how much of the game is played."""
        cdef float mine[STANDING]
        cdef float other[STANDING]
        cdef float best[STANDING]
        cdef int i, j
        cdef bint first = True
        self.stand(&self.at.seat[seat], mine)
        for i in range(self.seats):
            if i == seat:
                continue
            self.stand(&self.at.seat[i], other)
            for j in range(STANDING):
                if first or other[j] > best[j]:
                    best[j] = other[j]
            first = False
        for j in range(STANDING):
            out[j] = mine[j] - best[j]
        out[STANDING] = self.at.round / <float>ROUNDS
        out[STANDING + 1] = out[0] * out[STANDING]
        return STANDING + 2
