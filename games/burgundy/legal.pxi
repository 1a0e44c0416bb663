# What may be done. Included by state.pyx.

cdef class Legal(Effects):
    """Legal actions of each stage, ascending, and the uniform random choice in MAIN."""

    # ---- legal actions, ascending ----------------------------------------------------------------

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int n = 0
        if at.stage == MAIN:
            return self.legal_main(out)
        if at.stage == CASTLE_ACTION:
            n = list_bits(out, n, self.unique_stock(), A_TAKE + 48)
            n = self.list_free_places(out, n)
            n = self.list_sales(out, n)
            out[n] = A_WORKERS + 2
            n += 1
            if self.rules.buy_anytime:
                n = self.list_purchases(out, n)
            return n
        if at.stage == TAKE_FREE:
            return self.decline(out, list_bits(out, 0, self.unique_stock() & self.stock_of(at.allowed), A_TAKE + 48))
        if at.stage == PLACE_FREE:
            return self.decline(out, self.list_free_places(out, 0))
        if at.stage == SELL_FREE:
            return self.decline(out, self.list_sales(out, 0))
        return self.legal_rare(out)

    @cython.final
    cdef int decline(self, action_t* out, int n) noexcept nogil:
        out[n] = A_DECLINE
        return n + 1

    @cython.final
    cdef void main_choices(self, Choices* c) noexcept nogil:
        """What MAIN offers, as bit sets: the list and the random choice both read them."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef const Rules* r = &self.rules
        cdef const Board* b = &r.board[s.board]
        cdef int i, steps, a = s.dice[0], z = 0 if s.dice[1] == a else s.dice[1]    # nothing is within reach of face 0
        cdef uint32_t stock = self.unique_stock()
        cdef uint64_t spaces
        cdef bint helped = s.knowledge & r.live & TURNS_FREELY
        c.dice = (a != 0) + (z != 0)
        steps = reach(r, s, 12)                                     # without free steps it is the same for every use
        c.set[0], c.set[1] = stock & r.slots_within[a][steps], stock & r.slots_within[z][steps]
        for i in range(STORAGE):
            spaces = spaces_for(r, s, s.storage[i]) & -<uint64_t>self.stands(s, i)
            if helped:
                steps = reach(r, s, helper_tile(colour_of(s.storage[i])))
            c.set[2 + i], c.set[5 + i] = spaces & b.within[a][steps], spaces & b.within[z][steps]
        if helped:
            steps = reach(r, s, 0)
        c.set[8], c.set[9] = s.holding & r.goods_within[a][steps], s.holding & r.goods_within[z][steps]
        c.others = self.list_others(c.other, c.dice)

    @cython.final
    cdef int list_others(self, action_t* out, int dice) noexcept nogil:
        """Purchases and the rare moves of MAIN: what follows the workers actions in a list."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int die, n = self.list_purchases(out, 0)
        if self.rules.free_discard and s.storage[2]:
            n = self.list_discards(out, n)
        if not dice:
            out[n] = A_END
            n += 1
        elif self.rules.pass_die:
            for die in range(dice):
                out[n] = A_IDLE + die
                n += 1
        return n

    @cython.final
    cdef int legal_main(self, action_t* out) noexcept nogil:
        cdef Choices c
        cdef int n = 0, i
        self.main_choices(&c)
        for i in range(SETS):
            n = list_bits(out, n, c.set[i], FIRST_CODE[i])
        for i in range(c.dice):
            out[n] = A_WORKERS + i
            n += 1
        for i in range(c.others):
            out[n] = c.other[i]
            n += 1
        return n

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        """The contract's uniform draw; in MAIN the sets are counted, not listed."""
        cdef Choices c
        cdef action_t actions[MAX_ACTIONS]
        cdef int upto[SETS + 1]                     # how many choices the sets before this one have
        cdef int n, i, set = 0
        if self.at.stage != MAIN:
            n = self.legal_actions(actions)
            return actions[0] if n == 1 else actions[below(rng, n)]
        self.main_choices(&c)
        upto[0] = 0
        for i in range(SETS):
            upto[i + 1] = upto[i] + popcount(c.set[i])
        n = upto[SETS] + c.others + c.dice
        n = 0 if n == 1 else below(rng, n)
        for i in range(SETS):                       # in which set it falls: counted, as a branch here would be luck
            set += n >= upto[i + 1]
        n -= upto[set]
        if set < SETS:
            return FIRST_CODE[set] + nth_bit(c.set[set], n)
        return A_WORKERS + n if n < c.dice else c.other[n - c.dice]

    @cython.final
    cdef int stands(self, const Seat* s, int space) noexcept nogil:
        """1 where a tile lies on this storage space and no equal one before it, else 0. Luck decides: no branch."""
        cdef int tile = s.storage[space]
        return ((tile != 0) & ((space < 1) | (tile != s.storage[0])) & ((space < 2) | (tile != s.storage[1])))

    @cython.final
    cdef uint32_t stock_of(self, int colours) noexcept nogil:
        cdef uint32_t slots = 0
        cdef int slot
        for slot in range(24):
            slots |= <uint32_t>(colours >> colour_of(self.at.depot[slot]) & 1) << slot
        return slots & self.at.stock

    @cython.final
    cdef uint32_t unique_stock(self) noexcept nogil:
        """Slots with a tile; of equal tiles in one depot the first stands for all."""
        cdef uint32_t slots = self.at.stock, unique = slots
        if self.rules.twins:
            while slots:
                if self.twin_before(first_bit(slots)):
                    unique &= ~(<uint32_t>1 << first_bit(slots))
                slots &= slots - 1
        return unique

    @cython.final
    cdef bint twin_before(self, int slot) noexcept nogil:
        """An equal tile lies on an earlier space of the same depot."""
        cdef int i
        for i in range(slot & ~3, slot):
            if self.at.depot[i] == self.at.depot[slot]:
                return True
        return False

    @cython.final
    cdef int list_free_places(self, action_t* out, int n) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int i
        for i in range(STORAGE):
            if self.stands(s, i):
                n = list_bits(out, n, spaces_for(&self.rules, s, s.storage[i]), A_PLACE + 222 + 37 * i)
        return n

    @cython.final
    cdef int list_sales(self, action_t* out, int n) noexcept nogil:
        """Sales that need no die."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int colour
        for colour in range(6):
            if s.goods[colour]:
                out[n] = A_SELL + 12 + colour
                n += 1
        return n

    @cython.final
    cdef int list_purchases(self, action_t* out, int n) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int i, j
        if at.bought or s.silver < self.rules.purchase or (s.storage[2] and not self.rules.buy_discard):
            return n
        for i in range(self.rules.black_slots):
            if at.black[i]:
                for j in range(i):
                    if at.black[j] == at.black[i]:
                        break
                else:
                    out[n] = A_BUY_BLACK + i
                    n += 1
        if has(&self.rules, s, 6):
            n = list_bits(out, n, self.unique_stock(), A_BUY)
        return n

    @cython.final
    cdef int list_discards(self, action_t* out, int n) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int i
        for i in range(STORAGE):
            if self.stands(s, i):
                out[n] = A_DISCARD + i
                n += 1
        return n

    @cython.final
    cdef int legal_rare(self, action_t* out) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int n = 0, i
        if at.stage == DISCARD:
            return self.list_discards(out, n)
        if at.stage == SHIP_DEPOT:
            return self.list_depots(out)
        if at.stage == SHIP_SECOND:
            for i in range(DEPOTS):
                if self.neighbours(first_bit(at.cleared)) >> i & 1:
                    out[n] = A_CLEAR + i
                    n += 1
            return self.decline(out, n) if self.rules.tile5_one else n
        if at.stage == SHIP_COLOUR:
            for i in range(6):
                if at.allowed >> i & 1:
                    out[n] = A_LOAD + i
                    n += 1
        elif at.stage == CHOOSE_BOARD:
            for i in range(1, 10):
                if i == 1 or not self.board_used(i):
                    out[n] = A_BOARD + i
                    n += 1
        elif at.stage == CHOOSE_CASTLE:
            n = list_bits(out, n, self.rules.board[s.board].of_colour[CASTLE], A_START_CASTLE)
        return n

    @cython.final
    cdef bint board_used(self, int board) noexcept nogil:
        """Another seat has this board, as far as the actor may know."""
        cdef int i
        if not self.rules.distinct or (self.rules.secret and self.at.stage == CHOOSE_BOARD):
            return False
        for i in range(self.seats):
            if self.at.seat[i].board == board:
                return True
        return False

    @cython.final
    cdef int list_depots(self, action_t* out) noexcept nogil:
        """Any depot (B34); with tile 5 pairs of neighbours too (B44, B47). With tile5_one=no a depot stands alone only
        where no neighbour may be cleared with it."""
        cdef bint pairs = self.rules.tile5_joint and has(&self.rules, &self.at.seat[self.at.actor], 5)
        cdef int d, n = 0
        for d in range(DEPOTS):
            if self.depot_eligible(d) and not (pairs and not self.rules.tile5_one and self.neighbours(d)):
                out[n] = A_CLEAR + d
                n += 1
        if pairs:
            for d in range(DEPOTS):
                if self.depot_eligible(d) and self.depot_eligible((d + 1) % 6):
                    out[n] = A_CLEAR_PAIR + d
                    n += 1
        return n
