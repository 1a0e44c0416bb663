"""Connect Four: the rules on bitboards. Which bit is which cell: state.pxd."""
cimport cython
from libc.math cimport INFINITY
from libc.stdint cimport uint64_t
from libc.string cimport memset
from core_ext.bits cimport popcount
from core_ext.rng cimport Stream, below, draw64, mix, unit
from core_ext.state cimport State, weighted
from core_ext.types cimport TERMINAL, action_t, uint8_t

cdef enum:
    FEATURES = 11
    SURE = 6                    # with fewer stones before a move nobody can complete a four
    PAIRED = 4                  # own stones, at least, where one more makes a pair: two lines share one cell at most
    BITS = 60                   # of a playout's fraction: times the columns it still fits a word
    PICKS = 8                   # columns from one: 7 ** 8 is far below 2 ** BITS, so all are as likely as in 8 draws

cdef uint64_t BOTTOM = 0x40810204081        # row 0 of every column
cdef uint64_t BOARD = 0xFDFBF7EFDFBF        # all 42 cells
cdef uint64_t ODD_ROWS = 0x54A952A54A95     # rows 0, 2, 4: the first, third and fifth, as people count
cdef uint64_t ACEG = 0x1FC07F01FC07F        # every second column
cdef uint64_t CENTRE = 0x7E00000            # column d
cdef uint64_t GATHER = 0x41041041040        # bits 7 * c times this stand side by side from bit 42 on, without a carry

# For each set of columns (bit c: column c is open): how many, and which they are in ascending order.
cdef uint8_t[128] COUNT
cdef uint8_t[128][8] NTH
for _open in range(128):
    COUNT[_open] = 0
    for _column in range(8):
        NTH[_open][_column] = 0
    for _column in range(COLUMNS):
        if _open >> _column & 1:
            NTH[_open][COUNT[_open]] = _column
            COUNT[_open] += 1

# Weights of moves: a win now outweighs stopping one, that outweighs all the rest; a stone under a cell where the other
# seat would win is a gift; of two threats one above the other the rival can stop the lower only, then the upper wins.
cdef float WINS = 10000, STOPS = 300, UNDER = 0.02, PAIR = 7
cdef float* BY_COLUMN = [1, 1.5, 2.5, 4, 2.5, 1.5, 1]

# For each set of open columns: their weights added up from the left, endless from the last on, and in all.
cdef float[128][8] UP_TO
cdef float[128] TOTAL
for _open in range(128):
    TOTAL[_open] = 0
    for _column in range(8):
        if _column < COUNT[_open]:
            TOTAL[_open] += BY_COLUMN[NTH[_open][_column]]
        UP_TO[_open][_column] = TOTAL[_open] if _column < COUNT[_open] - 1 else INFINITY


cdef inline bint four(uint64_t s) noexcept nogil:
    """Four stones stand in a line: pairs first, then pairs of pairs, the four directions in one test."""
    cdef uint64_t up = s & s >> 1, right = s & s >> STEP, rising = s & s >> STEP + 1, falling = s & s >> STEP - 1
    return ((up & up >> 2) | (right & right >> 2 * STEP) | (rising & rising >> 2 * (STEP + 1))
            | (falling & falling >> 2 * (STEP - 1))) != 0


cdef inline uint64_t completing(uint64_t s, int step) noexcept nogil:
    """Cells that make four with three stones of `s` along one direction, whether the gap is within or at an end."""
    cdef uint64_t before = s << step & s << 2 * step, after = s >> step & s >> 2 * step
    return (before & (s << 3 * step | s >> step)) | (after & (s << step | s >> 3 * step))


cdef inline uint64_t winning_cells(uint64_t s, uint64_t filled) noexcept nogil:
    """Empty cells where a further stone beside `s` makes four, playable or not."""
    return ((s << 1 & s << 2 & s << 3) | completing(s, STEP) | completing(s, STEP + 1)
            | completing(s, STEP - 1)) & BOARD & ~filled


cdef inline uint64_t landing(uint64_t filled) noexcept nogil:
    """The lowest empty cell of each column that is not full: adding to the bottom carries through the stones."""
    return (filled + BOTTOM) & BOARD


cdef inline uint64_t stacked(uint64_t cells) noexcept nogil:
    """Those of the cells whose upper neighbour is among them as well."""
    return cells & cells >> 1


cdef inline uint64_t open_pairs(uint64_t mine, uint64_t filled, uint64_t win) noexcept nogil:
    """Lower cells of new pairs of threats, one above the other, that a stone of `mine` may make; `win`: its threats.

    Also some that no single stone makes: stones fall into all columns a, c, e and g at once, then into b, d and f.
    """
    cdef uint64_t ready = landing(filled)
    if popcount(mine) < PAIRED:
        return 0
    return (stacked(winning_cells(mine | ready & ACEG, filled))
            | stacked(winning_cells(mine | ready & ~ACEG, filled))) & ~stacked(win)


cdef void weigh(uint64_t mine, uint64_t filled, uint64_t win, uint64_t stop, uint64_t pairs, const action_t* actions,
                int n, float* out) noexcept nogil:
    """Weights of these actions of the seat that has `mine`; `stop`: the other seat's threats, `pairs`: `open_pairs`."""
    cdef uint64_t special = win | stop | stop >> 1, move
    cdef int i
    for i in range(n):
        move = (filled + (<uint64_t>1 << STEP * actions[i])) & ~filled
        out[i] = BY_COLUMN[actions[i]]
        if move & special:
            out[i] *= WINS if move & win else STOPS if move & stop else UNDER
        elif pairs and pairs & stacked(winning_cells(mine | move, filled | move)):
            out[i] *= PAIR


cdef inline int open_columns(uint64_t filled) noexcept nogil:
    """Bit c: column c is not full."""
    return <int>((~filled >> (ROWS - 1) & BOTTOM) * GATHER >> 42) & 127


cdef inline void count_along(uint64_t mine, uint64_t theirs, int step, int* lines) noexcept nogil:
    """Add to lines[1-3] the lines of four along one direction that hold 1 to 3 of `mine` and none of `theirs`.

    Two half adders count each pair of neighbours: `one` of it, or `two`.
    """
    cdef uint64_t free = BOARD & ~theirs
    cdef uint64_t a = mine, b = mine >> step, c = mine >> 2 * step, d = mine >> 3 * step
    cdef uint64_t open = free & free >> step & free >> 2 * step & free >> 3 * step
    cdef uint64_t one_low = a ^ b, two_low = a & b, one_high = c ^ d, two_high = c & d
    cdef uint64_t three = open & ((two_low & one_high) | (two_high & one_low))
    cdef uint64_t two = open & ((one_low & one_high) | ((two_low ^ two_high) & ~(one_low | one_high)))
    cdef uint64_t one = open & (one_low ^ one_high) & ~(two_low | two_high)
    lines[3] += popcount(three)
    lines[2] += popcount(two)
    lines[1] += popcount(one)


cdef void count_lines(uint64_t mine, uint64_t theirs, int* lines) noexcept nogil:
    """lines[k]: lines of four that hold k of `mine` and none of `theirs`, k from 1 to 3."""
    memset(lines, 0, 4 * sizeof(int))
    count_along(mine, theirs, 1, lines)
    count_along(mine, theirs, STEP - 1, lines)
    count_along(mine, theirs, STEP, lines)
    count_along(mine, theirs, STEP + 1, lines)


@cython.final
cdef class ConnectFourState(State):
    """A position of Connect Four."""

    def __cinit__(self):
        self.memory, self.size = <void*>&self.at, sizeof(Position)

    # ---- the contract ----------------------------------------------------------------------------

    cdef int current_player(self) noexcept nogil:
        return TERMINAL if self.at.result else self.at.ply & 1

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        cdef int c, n = 0, open = open_columns(self.at.stones[0] | self.at.stones[1])
        for c in range(COLUMNS):
            out[n] = c              # kept only if the column is open; no branch
            n += open >> c & 1
        return n

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        cdef int open = open_columns(self.at.stones[0] | self.at.stones[1])
        return NTH[open][0] if COUNT[open] == 1 else NTH[open][below(rng, COUNT[open])]

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        """The contract's loop on local variables, with PICKS choices out of one number of the stream: a fraction times the
        columns open is a column, and what is left after the point is the next fraction."""
        cdef uint64_t filled = self.at.stones[0] | self.at.stones[1], last, before, fraction = 0
        cdef int open = open_columns(filled), n = COUNT[open], ply = self.at.ply, begun = ply, cell
        if self.at.result:
            return 0
        last = self.at.stones[1 - (ply & 1)]        # stones of the seat that moved last
        while True:
            if (ply - begun) % PICKS == 0:
                fraction = draw64(rng) >> 64 - BITS
            fraction *= n
            cell = STEP * NTH[open][fraction >> BITS]
            fraction &= (<uint64_t>1 << BITS) - 1
            filled |= filled + (<uint64_t>1 << cell)    # the carry stops at the lowest empty cell
            last ^= filled
            ply += 1
            if ply > SURE and four(last):
                self.at.result = WON_0 if ply & 1 else WON_1
                break
            if filled >> (cell + ROWS - 1) & 1:
                open = open_columns(filled)
                n = COUNT[open]
                if n == 0:
                    self.at.result = DRAWN
                    break
        self.at.stones[(ply - 1) & 1], self.at.stones[ply & 1] = last, filled ^ last
        self.at.ply = ply
        decisions[0] += ply - begun
        return ply - begun

    cdef void apply_action(self, action_t action) noexcept nogil:
        cdef uint64_t filled = self.at.stones[0] | self.at.stones[1]
        cdef int seat = self.at.ply & 1
        # the carry of this addition stops at the lowest empty cell of the column
        self.at.stones[seat] |= (filled + (<uint64_t>1 << STEP * action)) & ~filled
        self.at.ply += 1
        if four(self.at.stones[seat]):
            self.at.result = WON_0 + seat
        elif self.at.ply == CELLS:
            self.at.result = DRAWN

    cdef void win_shares(self, double* shares) noexcept nogil:
        shares[0] = 1.0 if self.at.result == WON_0 else 0.5 if self.at.result == DRAWN else 0.0
        shares[1] = 1.0 - shares[0]

    cdef void scores(self, double* points) noexcept nogil:
        if self.at.result == PLAYING:
            points[0] = points[1] = 0.0
        else:
            self.win_shares(points)

    cdef uint64_t information_state_key(self, int seat) noexcept nogil:
        """Nothing is hidden. No two positions give the same sum: its carries mark how high the columns stand."""
        return mix(self.at.stones[0] + (self.at.stones[0] | self.at.stones[1]) + BOTTOM)

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        cdef uint64_t mine = self.at.stones[self.at.ply & 1], theirs = self.at.stones[1 - (self.at.ply & 1)]
        cdef uint64_t filled = mine | theirs, win = winning_cells(mine, filled), stop = winning_cells(theirs, filled)
        weigh(mine, filled, win, stop, open_pairs(mine, filled, win), actions, n, out)

    cdef action_t weighted_action(self, Stream* rng) noexcept nogil:
        """The contract's choice. Where no column is special, all sums are in a table and met by the mark at once."""
        cdef uint64_t mine = self.at.stones[self.at.ply & 1], theirs = self.at.stones[1 - (self.at.ply & 1)]
        cdef uint64_t filled = mine | theirs, win = winning_cells(mine, filled), stop = winning_cells(theirs, filled)
        cdef uint64_t pairs = open_pairs(mine, filled, win)
        cdef int open = open_columns(filled), n = COUNT[open], i, nth = 0
        cdef action_t actions[COLUMNS]
        cdef float weights[COLUMNS]
        cdef float mark
        if n == 1:
            return NTH[open][0]
        if pairs or landing(filled) & (win | stop | stop >> 1):
            self.legal_actions(actions)
            weigh(mine, filled, win, stop, pairs, actions, n, weights)
            return actions[weighted(weights, n, rng)]
        mark = <float>(unit(rng) * TOTAL[open])
        for i in range(8):
            nth += mark >= UP_TO[open][i]
        return NTH[open][nth]

    cdef int features(self, int seat, float* out) noexcept nogil:
        """Own minus the other seat's; README.md lists them."""
        cdef uint64_t mine = self.at.stones[seat], theirs = self.at.stones[1 - seat], filled = mine | theirs
        cdef uint64_t win = winning_cells(mine, filled), lose = winning_cells(theirs, filled), ready = landing(filled)
        cdef uint64_t good = ODD_ROWS if seat == 0 else ~ODD_ROWS   # seat 0 fills odd rows where moves run out
        cdef int acting = self.at.ply & 1
        cdef int own[4]
        cdef int other[4]
        count_lines(mine, theirs, own)
        count_lines(theirs, mine, other)
        out[0] = 1.0 if acting == seat else -1.0
        out[1] = self.at.ply / <float>CELLS
        out[2] = out[0] * out[1]
        out[3] = (popcount(win & ready) > 0) - <float>(popcount(lose & ready) > 0)
        out[4] = (popcount(win) - popcount(lose)) / <float>2
        out[5] = (popcount(win & good) - popcount(lose & ~good)) / <float>2
        out[6] = (popcount(win & ~good) - popcount(lose & good)) / <float>2
        out[7] = (popcount(mine & CENTRE) - popcount(theirs & CENTRE)) / <float>3
        out[8] = (own[3] - other[3]) / <float>3
        out[9] = (own[2] - other[2]) / <float>6
        out[10] = (own[1] - other[1]) / <float>12
        return FEATURES

    cdef void copy_from(self, State other) noexcept nogil:
        self.at = (<ConnectFourState>other).at

    # ---- what the rest of the folder asks -----------------------------------------------------------

    def raw(self) -> dict:
        """The two bitboards, the number of stones and the result (0 playing, 1 and 2 a seat won, 3 drawn)."""
        return self.at

    def load(self, raw: dict) -> None:
        """Set the position from the two bitboards of such a dict. Checks no rule; `ply` and `result` are remade."""
        cdef Position at
        memset(&at, 0, sizeof(Position))
        at.stones[0], at.stones[1] = raw["stones"]
        at.ply = popcount(at.stones[0] | at.stones[1])
        if four(at.stones[0]):
            at.result = WON_0
        elif four(at.stones[1]):
            at.result = WON_1
        elif at.ply == CELLS:
            at.result = DRAWN
        self.at = at

    def sources(self) -> list:
        """Points of each seat by where they came from: all from the result."""
        return [{"result": points} for points in (<object>self).scores()]
