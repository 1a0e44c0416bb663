# Bit sets, boards, tiles and draws: what is asked of them. Included by state.pyx.

cdef enum Purpose:              # names of the keyed draws; from KEY_DRAW on two for each kind of draw, by phase
    KEY_START = 1, KEY_GOODS, KEY_HOURGLASS, KEY_DRAW = 10

cdef enum:
    NOWHERE = 255
    MAX_LIST = 512              # room for the actions of one turn of phase 5: at most 30 + 3 + 43 + 126 + 3
    BOARD_PLACES = (1 << 10) - 1
    CANALISATION = 7
    ITEM_FOLLOWER = A_GIVE_FOLLOWER - A_GIVE_TILE       # items of torture, counted from the first tile
    ITEM_STATION = A_GIVE_STATION - A_GIVE_TILE
    ITEM_BUILT = A_GIVE_BUILT - A_GIVE_TILE
    ITEM_STEP = A_GIVE_STEP - A_GIVE_TILE
    ITEM_GOOD = A_GIVE_GOOD - A_GIVE_TILE
    ITEM_TECHNOLOGY = A_GIVE_TECHNOLOGY - A_GIVE_TILE
    ITEMS = A_FOOD - A_GIVE_TILE
    # places whose action asks for no further word
    PLAIN = ((1 << 30) - 1) & ~(1 << VILLAGE | 1 << SHIP | 1 << WAGON | 1 << TOWN_HALL | 1 << SACRISTY
                                | 1 << HERB_GARDEN | 1 << SCHOOL | 1 << PHARMACY | 1 << HORSE_WAGON
                                | 1 << GUNPOWDER_TOWER)
    STANDING = 15               # inputs that say how a seat stands

cdef float LEAST = 0.05         # no action is worth less to a weight
# in which order followers stand in for others: own ones first, monks last
cdef int* STAND_INS = [8, 7, 9, 10, 1, 0, 2, 3, 5, 4, 6]
cdef int* RECRUIT_OF = [FARMER, -1, SCHOLAR, KNIGHT, MONK]      # by place


cdef inline uint64_t bit(int n) noexcept nogil:
    return <uint64_t>1 << n


cdef inline uint64_t low_bits(int n) noexcept nogil:
    """The n lowest bits."""
    return (<uint64_t>1 << n) - 1


cdef inline void swap_bits(uint64_t* bits, int a, int b) noexcept nogil:
    if (bits[0] >> a ^ bits[0] >> b) & 1:
        bits[0] ^= bit(a) | bit(b)


cdef inline int least(int a, int b) noexcept nogil:
    return a if a < b else b


cdef inline int total(const uint8_t* counts, int n) noexcept nogil:
    cdef int i, sum = 0
    for i in range(n):
        sum += counts[i]
    return sum


cdef inline uint32_t held(const uint8_t* counts) noexcept nogil:
    """Bit kind: there is one."""
    cdef int k
    cdef uint32_t kinds = 0
    for k in range(KINDS):
        kinds |= <uint32_t>(counts[k] != 0) << k
    return kinds


cdef inline int list_bits(action_t* out, int n, uint64_t bits, int first) noexcept nogil:
    """Append first + b for each bit b; returns the new length."""
    while bits:
        out[n] = first + first_bit(bits)
        bits &= bits - 1
        n += 1
    return n


cdef inline int trade(int kind) noexcept nogil:
    """The profession of a kind of follower."""
    return kind if kind < PROFESSIONS else kind - PROFESSIONS


cdef inline int rank_of(int on) noexcept nogil:
    """Order of what stands on spaces alike: technology, followers by kind, nothing."""
    return 0 if on == TECHNOLOGY_TILE else (on if on else 99)


cdef inline bint plain_place(int place) noexcept nogil:
    return PLAIN >> place & 1


cdef inline int variant(const Seat* s) noexcept nogil:
    """Which stand-ins this seat has: bit 0 by the Herb Garden, bit 1 by the School (rule 30)."""
    return (s.tiles >> (HERB_GARDEN - 10) & 1) | (s.tiles >> (SCHOOL - 10) & 1) << 1


cdef inline uint64_t owned(const Rules* r, const Seat* s) noexcept nogil:
    """All spaces of the seat's places."""
    cdef uint64_t spaces = r.board
    cdef uint32_t tiles = s.tiles
    while tiles:
        spaces |= r.of_place[10 + first_bit(tiles)]
        tiles &= tiles - 1
    return spaces


cdef void unplan(Seat* s) noexcept nogil:
    """Take back what was put down in this planning."""
    cdef int space
    while s.fresh:
        space = first_bit(s.fresh)
        s.fresh &= s.fresh - 1
        if s.on[space] == TECHNOLOGY_TILE:
            s.technology &= ~bit(space)
            s.kept += 1
            s.placed -= 1
        else:
            s.market[s.on[space] - 1] += 1
        s.on[space] = 0
        s.free |= bit(space)


cdef int points_of(const Rules* r, const Seat* s) noexcept nogil:
    """Score as it stands (rule 64)."""
    cdef int g, points = s.coins * r.score_coin + s.bonus - s.owed
    for g in range(GOODS):
        points += s.goods[g] * r.score_good[g]
    return points + (popcount(s.stations) + s.citizens) * r.status[s.development] * r.score_status


cdef int lowest(const Keys* k, uint64_t purpose, uint64_t who, const uint8_t* left, const uint8_t* gone,
                int n) noexcept nogil:
    """Each component has a key; of a sort the lowest key leaves first; the sort whose waiting key is lowest is next."""
    cdef uint64_t key[128]
    cdef uint64_t h, low = 0
    cdef int t, i, j, copies, best = -1
    for t in range(n):
        if not left[t]:
            continue
        copies = least(left[t] + gone[t], 128)
        for i in range(copies):
            h, j = keyed(k, purpose, who, (<uint64_t>t << 8) + i), i
            while j > 0 and key[j - 1] > h:
                key[j] = key[j - 1]
                j -= 1
            key[j] = h
        h = key[least(gone[t], copies - 1)]
        if best < 0 or h < low:
            low, best = h, t
    return best
