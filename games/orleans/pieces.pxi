# Counts, sets of bits, and what a seat has: followers on places, coins, goods, citizens, development.
# Included by state.pyx.

cdef enum Purpose:              # names of the keyed draws; from KEY_DRAW on two for each kind of draw, by phase
    KEY_START = 1, KEY_GOODS, KEY_HOURGLASS, KEY_DRAW = 10

cdef enum:
    NOWHERE = 255
    MAX_LIST = 512              # room for the actions of one turn of phase 5: at most 30 + 3 + 43 + 126 + 3
    BOARD_PLACES = (1 << 10) - 1    # bit place
    CANALISATION = 7
    ITEM_FOLLOWER = A_GIVE_FOLLOWER - A_GIVE_TILE       # items of torture, counted from the first tile
    ITEM_STATION = A_GIVE_STATION - A_GIVE_TILE
    ITEM_BUILT = A_GIVE_BUILT - A_GIVE_TILE
    ITEM_STEP = A_GIVE_STEP - A_GIVE_TILE
    ITEM_GOOD = A_GIVE_GOOD - A_GIVE_TILE
    ITEM_TECHNOLOGY = A_GIVE_TECHNOLOGY - A_GIVE_TILE
    ITEMS = A_FOOD - A_GIVE_TILE
    # bit place: those whose action asks for no further word
    PLAIN = ((1 << 30) - 1) & ~(1 << VILLAGE | 1 << SHIP | 1 << WAGON | 1 << TOWN_HALL | 1 << SACRISTY
                                | 1 << HERB_GARDEN | 1 << SCHOOL | 1 << PHARMACY | 1 << HORSE_WAGON
                                | 1 << GUNPOWDER_TOWER)
    STANDING = 15               # inputs that say how a seat stands

cdef float LEAST = 0.05         # no action is worth less to a weight
# in which order followers stand in for others: own ones first, monks last
cdef int* STAND_INS = [8, 7, 9, 10, 1, 0, 2, 3, 5, 4, 6]
cdef int* RECRUIT_OF = [FARMER, -1, SCHOLAR, KNIGHT, MONK]      # by place
cdef int* VEHICLES = [SHIP, WAGON, HORSE_WAGON]
cdef int* OFFICES = [TOWN_HALL, GUNPOWDER_TOWER]


# ---- counts and sets of bits ------------------------------------------------------------------------

cdef inline uint64_t bit(int n) noexcept nogil:
    return <uint64_t>1 << n


cdef inline uint64_t low_bits(int n) noexcept nogil:
    """The n lowest bits."""
    return (<uint64_t>1 << n) - 1


cdef inline void swap_bits(uint64_t* bits, int a, int b) noexcept nogil:
    if (bits[0] >> a ^ bits[0] >> b) & 1:
        bits[0] ^= bit(a) | bit(b)


cdef inline void pour(uint8_t* source, uint8_t* to) noexcept nogil:
    """All followers of one place go to another, by kind."""
    cdef int k
    for k in range(KINDS):
        to[k] += source[k]
        source[k] = 0


cdef inline uint32_t held(const uint8_t* counts) noexcept nogil:
    """Bit kind: there is one."""
    cdef int k
    cdef uint32_t kinds = 0
    for k in range(KINDS):
        kinds |= <uint32_t>(counts[k] != 0) << k
    return kinds


# ---- the round: places of the play order, hourglass tiles ------------------------------------------

cdef inline int seat_at(const Position* at, const Rules* r, int place) noexcept nogil:
    """The seat that is at this place of the play order, from 0."""
    return (at.start + place) % r.seats


cdef int pile_now(const Position* at, const Rules* r) noexcept nogil:
    """The letter of this round's hourglass tile: 0 A, 1 B, 2 C (rule 13)."""
    cdef int p = 0
    while at.round > r.pile_end[p]:
        p += 1
    return p


cdef int stack_now(const Position* at, const Rules* r) noexcept nogil:
    """Where this round's hourglass tile lies in Position.hourglass: a stack for each letter, or one for all."""
    return EVENTS * pile_now(at, r) if r.piles else 0


# ---- followers and places of a seat -----------------------------------------------------------------

cdef inline int profession_of(int kind) noexcept nogil:
    """The profession of a kind of follower."""
    return kind if kind < PROFESSIONS else kind - PROFESSIONS


cdef inline int rank_of(int on) noexcept nogil:
    """Order of what stands on spaces alike: technology, followers by kind, nothing."""
    return 0 if on == TECHNOLOGY_TILE else (on if on else 99)


cdef inline bint plain_place(int place) noexcept nogil:
    """Its action asks for no further word."""
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


cdef inline uint64_t manned(const Rules* r, const Seat* s) noexcept nogil:
    """Spaces where a follower stands."""
    return owned(r, s) & ~(s.free | s.technology)


cdef inline uint64_t first_twins(const Rules* r, const Seat* s, uint64_t spaces) noexcept nogil:
    """These free spaces without those that have a free one alike before them."""
    cdef uint64_t twins = spaces & r.twins
    cdef int space
    while twins:
        space = first_bit(twins)
        twins &= twins - 1
        if s.free >> r.before[space] & 1:
            spaces &= ~bit(space)
    return spaces


cdef inline bint has_place(const Seat* s, int place) noexcept nogil:
    """It is on the player board or one of the seat's place tiles."""
    return place < 10 or s.tiles >> (place - 10) & 1


cdef inline int market_size(const Rules* r, const Seat* s) noexcept nogil:
    """Followers that the market holds, the Gunpowder Tower's spaces included (U14)."""
    return r.market + (r.tower if has_place(s, GUNPOWDER_TOWER) else 0)


cdef void lift_followers(Seat* s, uint64_t spaces, uint8_t* to) noexcept nogil:
    """The followers on these spaces go to the own bag or market; technology stays (rule 24)."""
    cdef int space
    spaces &= ~(s.free | s.technology)
    s.free |= spaces
    while spaces:
        space = first_bit(spaces)
        spaces &= spaces - 1
        to[s.on[space] - 1] += 1
        s.on[space] = 0


cdef void derive_fields(Position* at, const Rules* r) noexcept nogil:
    """What a seat's spaces hold, as sets: `free` and `technology`."""
    cdef Seat* s
    cdef uint64_t spaces
    cdef int i, space
    for i in range(r.seats):
        s = &at.seat[i]
        s.free = s.technology = 0
        spaces = owned(r, s)
        while spaces:
            space = first_bit(spaces)
            spaces &= spaces - 1
            if s.on[space] == 0:
                s.free |= bit(space)
            elif s.on[space] == TECHNOLOGY_TILE:
                s.technology |= bit(space)


cdef void sort_twins(const Rules* r, Seat* s) noexcept nogil:
    """Sort spaces of one place that ask for the same: technology first, then followers by kind, then empty ones."""
    cdef uint64_t twins = r.twins & ~s.free
    cdef int space, before
    cdef uint8_t moved
    while twins:
        space = first_bit(twins)
        twins &= twins - 1
        before = r.before[space]
        while before != NOWHERE and rank_of(s.on[space]) < rank_of(s.on[before]):
            moved = s.on[space]
            s.on[space] = s.on[before]
            s.on[before] = moved
            swap_bits(&s.free, space, before)
            swap_bits(&s.technology, space, before)
            space = before
            before = r.before[space]


cdef void add_tile(Position* at, const Rules* r, Seat* s, int tile) noexcept nogil:
    """A place tile comes to the own board (rule 40)."""
    s.tiles |= <uint32_t>1 << tile
    s.free |= r.of_place[10 + tile]
    at.tiles &= ~(<uint32_t>1 << tile)


cdef void draw_from_bag(Position* at, int kind, uint8_t* to) noexcept nogil:
    """The actor draws this follower, one of a series of draws."""
    at.seat[at.actor].bag[kind] -= 1
    at.drawn[kind] += 1
    to[kind] += 1


# ---- coins, goods, citizens, development ------------------------------------------------------------

cdef void gain_coins(Position* at, const Rules* r, Seat* s, int coins) noexcept nogil:
    """Coins from the bank, as far as it has them (U16)."""
    cdef int i, there = 0
    if r.coin_limit >= 0:
        for i in range(r.seats):
            there += at.seat[i].coins
        if coins > r.coin_limit - there:
            coins = r.coin_limit - there if r.coin_limit > there else 0
    s.coins += coins


cdef inline void take_good(Position* at, Seat* s, int good) noexcept nogil:
    """From the goods market, if there is one (U4)."""
    if at.goods[good]:
        at.goods[good] -= 1
        s.goods[good] += 1


cdef inline void take_technology(Position* at, Seat* s) noexcept nogil:
    """From the stack, as long as there is one (U7)."""
    if at.technology:
        at.technology -= 1
        s.kept += 1


cdef void take_citizen(Position* at, Seat* s, int which) noexcept nogil:
    """The first to come there takes it (rules 37, 38, 51)."""
    if at.citizens >> which & 1:
        at.citizens &= ~(1 << which)
        s.citizens += 1


cdef void develop(Position* at, const Rules* r, Seat* s, int steps) noexcept nogil:
    """Walk on the development track, with all it pays; what goes beyond its end is lost (rules 38, 39)."""
    cdef int i
    for i in range(steps):
        if s.development == DEVELOPMENT:
            return
        s.development += 1
        if r.coins_at[s.development]:
            gain_coins(at, r, s, r.coins_at[s.development])
        if r.citizen_at[s.development]:
            take_citizen(at, s, r.citizen_at[s.development] - 1)
