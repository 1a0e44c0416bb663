# What nature does. Included by state.pyx.

cdef class Chance(Legal):
    """Chance nodes: their outcomes, a draw for a search, the draw of a played game; and what secret choices hide (B14)."""

    # ---- chance ----------------------------------------------------------------------------------

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        cdef Position* at = &self.at
        cdef int colour, a, b, n
        if at.stage == ROLL:
            a, b = below(rng, 6), below(rng, 6)
            return 5 * (a if a < b else b) + a + b                  # 6 * lower + higher
        if at.stage == ROLL_WHITE:
            return below(rng, 6)
        if at.stage == FILL_DEPOT:
            colour = self.slot_colour(at.cursor)
            return pick(at.supply, TYPES[colour], TYPES[colour + 1], below(rng, at.left[colour]))
        if at.stage == FILL_BLACK:
            return pick(at.dark, 1, TILE_TYPES, below(rng, at.left[DARK_LEFT]))
        if at.stage == START_SEAT:
            return below(rng, self.seats)
        if at.stage == DEAL_BOARD:
            n = below(rng, self.boards_left())
            for a in range(1, 10):
                if not self.board_used(a):
                    if n == 0:
                        return a
                    n -= 1
        return pick(at.goods_supply, 0, 6, below(rng, total(at.goods_supply, 0, 6)))

    @cython.final
    cdef int boards_left(self) noexcept nogil:
        cdef int b, n = 0
        for b in range(1, 10):
            n += not self.board_used(b)
        return n

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        cdef Position* at = &self.at
        cdef int a, b, n = 0
        if at.stage == ROLL:
            for a in range(6):
                for b in range(a, 6):
                    out[n], probs[n] = 6 * a + b, (1 if a == b else 2) / 36.0
                    n += 1
            return n
        if at.stage == ROLL_WHITE or at.stage == START_SEAT:
            n = 6 if at.stage == ROLL_WHITE else self.seats
            for a in range(n):
                out[a], probs[a] = a, 1.0 / n
            return n
        if at.stage == DEAL_BOARD:
            for a in range(1, 10):
                if not self.board_used(a):
                    out[n], probs[n] = a, 1.0 / self.boards_left()
                    n += 1
            return n
        if at.stage == FILL_DEPOT:
            a = self.slot_colour(at.cursor)
            return shares(at.supply, TYPES[a], TYPES[a + 1], out, probs)
        if at.stage == FILL_BLACK:
            return shares(at.dark, 1, TILE_TYPES, out, probs)
        return shares(at.goods_supply, 0, 6, out, probs)

    cdef action_t keyed_chance(self, const Keys* k) noexcept nogil:
        """Dice belong to (logical player, round, die); of a supply the tile with the lowest key comes next."""
        cdef Position* at = &self.at
        cdef int a, b, when = 5 * at.phase + at.round
        if at.stage == ROLL:
            a = keyed_below(k, KEY_DICE, logical(k, at.actor), 2 * when, 6)
            b = keyed_below(k, KEY_DICE, logical(k, at.actor), 2 * when + 1, 6)
            return 6 * a + b if a <= b else 6 * b + a
        if at.stage == ROLL_WHITE:
            return keyed_below(k, KEY_WHITE, 0, when, 6)
        if at.stage == FILL_DEPOT:
            a = self.slot_colour(at.cursor)
            return next_tile(k, KEY_SUPPLY, at.supply, self.rules.supply, TYPES[a], TYPES[a + 1])
        if at.stage == FILL_BLACK:
            return next_tile(k, KEY_DARK, at.dark, self.rules.dark, 1, TILE_TYPES)
        if at.stage == START_SEAT:
            return keyed_below(k, KEY_START, 0, 0, self.seats)     # of the table, not of a player
        if at.stage == DEAL_BOARD:
            return self.keyed_board(k)
        if at.stage == START_GOODS:
            return self.keyed_goods(k, 3 * logical(k, at.actor) + at.cursor % 3)
        return self.keyed_goods(k, 3 * self.seats + 5 * at.phase + at.cursor)

    @cython.final
    cdef action_t keyed_board(self, const Keys* k) noexcept nogil:
        """The boards are shuffled once; logical player l gets the l-th."""
        cdef int who = logical(k, self.at.actor), b, other, rank, best = 0
        cdef uint64_t mine
        if not self.rules.distinct:
            return 1 + keyed_below(k, KEY_BOARDS, 1 + who, 0, 9)
        for b in range(1, 10):
            mine, rank = keyed(k, KEY_BOARDS, 0, b), 0
            for other in range(1, 10):
                rank += keyed(k, KEY_BOARDS, 0, other) < mine
            if rank == who and not self.board_used(b):
                return b
            if best == 0 and not self.board_used(b):
                best = b
        return best                                                 # the l-th is gone: this deal was not all by these keys

    @cython.final
    cdef action_t keyed_goods(self, const Keys* k, int position) noexcept nogil:
        """The goods tile at this position of the shuffled stack; if none of it is left, the next that is."""
        cdef uint64_t key[64]
        cdef uint8_t colour[64]
        cdef int n = 0, i, j, c
        cdef uint64_t h
        for c in range(6):
            for i in range(self.rules.goods_copies):
                if n == 64:
                    break
                h, j = keyed(k, KEY_GOODS, c, i), n
                while j > 0 and key[j - 1] > h:
                    key[j], colour[j] = key[j - 1], colour[j - 1]
                    j -= 1
                key[j], colour[j] = h, c
                n += 1
        for i in range(n):
            c = colour[(position + i) % n]
            if self.at.goods_supply[c]:
                return c
        return pick(self.at.goods_supply, 0, 6, 0)

    # ---- hidden choices (secret=yes, B14) --------------------------------------------------------

    @cython.final
    cdef bint unseen(self, int other, int seat) noexcept nogil:
        """`seat` may not see what `other` chose: choosing is still going on, and in secret."""
        return (self.rules.secret and other != seat and other < self.seats
                and (self.at.stage == CHOOSE_BOARD or self.at.stage == CHOOSE_CASTLE))

    cdef uint64_t info_key(self, int seat) noexcept nogil:
        cdef Position seen
        cdef int i
        if not self.rules.secret:
            return hash_bytes(<const unsigned char*>&self.at, sizeof(Position))
        seen = self.at
        for i in range(self.seats):
            if self.unseen(i, seat):
                seen.seat[i].filled = seen.seat[i].open = 0
                seen.seat[i].castle = NOWHERE
                memset(seen.seat[i].tiles, 0, HEXES)
                if self.rules.choose_boards:
                    seen.seat[i].board = 0
        if self.rules.secret and self.at.actor != seat and self.at.stage == CHOOSE_CASTLE and self.rules.choose_boards:
            seen.stage = CHOOSE_BOARD
        return hash_bytes(<const unsigned char*>&seen, sizeof(Position))

    cdef void determinize(self, int seat, Stream* rng) noexcept nogil:
        cdef int i, nth
        cdef Seat* s
        cdef uint64_t castles
        for i in range(self.seats):
            s = &self.at.seat[i]
            if not self.unseen(i, seat) or s.board == 0:
                continue
            if self.rules.choose_boards:
                s.board = 1 + below(rng, 9)
                while s.castle == NOWHERE and self.fixed_castle(i) != NOWHERE:
                    s.board = 2 + below(rng, 8)                     # its castle is still being chosen: not a fixed one
            if s.castle == NOWHERE:
                continue
            castles = self.rules.board[s.board].of_colour[CASTLE]
            for nth in range(<int>below(rng, popcount(castles))):
                castles &= castles - 1
            memset(s.tiles, 0, HEXES)
            s.filled = s.open = 0
            s.castle = first_bit(castles) if self.fixed_castle(i) == NOWHERE else self.fixed_castle(i)
            put(&self.rules, s, CASTLE_TILE, s.castle)
