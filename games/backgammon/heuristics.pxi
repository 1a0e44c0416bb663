# What looks good. Included by state.pyx. Weights are stated here and only here.

cdef inline uint32_t standing(const Position* at, int seat) noexcept nogil:
    """Where the checkers of `seat` stand in the other seat's numbers, its bar being 0."""
    return at.made[seat] | at.single[seat] | (at.count[seat][BAR] > 0)


cdef inline bint in_shot(uint32_t enemies, int point) noexcept nogil:
    """An enemy stands 1 to 6 points behind this one: one die can hit here. Requires point >= 1."""
    return (enemies & (bit(point) - 1)) >> (point - 6 if point > 6 else 0) != 0


cdef inline bint contact(const Position* at) noexcept nogil:
    """Some checkers have yet to pass each other."""
    cdef uint32_t enemies = standing(at, 1)
    return at.own[0] != 0 and enemies != 0 and highest(at.own[0]) > first_bit(enemies)


cdef int pips(const Position* at, int seat) noexcept nogil:
    """What the seat has to roll to bear off all its checkers."""
    cdef int p, n = 0
    for p in range(1, PLACES):
        n += p * at.count[seat][p]
    return n


cdef float worth(const Position* at, int place, int die, bint touching, int lead) noexcept nogil:
    """What a checker move is worth at a glance, above 0. `lead`: pips the mover is ahead."""
    cdef int s = at.seat, to = place - die
    cdef const int8_t* mine = at.count[s]
    cdef uint32_t enemies
    cdef float v = 3
    if to <= 0:
        return 6
    if not touching:
        return 4 if place > 6 >= to else v
    enemies = standing(at, 1 - s)
    if at.single[1 - s] & bit(to):
        v += 2.5 + (25 - to) * 0.1          # the enemy loses more the nearer it was to its home
    if mine[to] == 1:
        v += 2.5 if to <= 8 else 1.5        # a point is made
    elif mine[to] == 0 and in_shot(enemies, to):
        v -= 1.2 if to > 18 else 0.6 + (25 - to) * 0.08
    if mine[place] == 2 and place < BAR and in_shot(enemies, place):
        v -= 0.3 + (25 - place) * 0.07      # a blot is left behind
    elif mine[place] == 1:
        v += 0.6                            # a blot is gone
    if place > 18 and to <= 18:
        v += 1 if lead > 0 else 0.3         # a checker at the back runs, the sooner the better the race stands
    if mine[place] > 4:
        v += 0.5                            # a heap is thinned out
    return v if v > 0.3 else 0.3


cdef void weigh(const Position* at, const action_t* actions, int n, float* out) noexcept nogil:
    cdef int i, lead = pips(at, 1 - at.seat) - pips(at, at.seat)
    cdef bint touching = contact(at)
    cdef float v
    for i in range(n):
        v = worth(at, actions[i] & 31, actions[i] >> 5, touching, lead)
        out[i] = v * v


# ---- inputs of a value function --------------------------------------------------------------------------

cdef enum:
    SIDES = 10                  # numbers that each side has, below
    FEATURES = 14

cdef void side(const Position* at, int seat, float* out) noexcept nogil:
    """Ten numbers of one side, each of the size of 1."""
    cdef uint32_t enemies = standing(at, 1 - seat), made = 0, run
    cdef const int8_t* n = at.count[seat]
    cdef int p, home = 0, back = 0, shots = 0, prime = 0
    for p in range(1, 25):
        if n[p] > 1:
            made |= bit(p)
        elif n[p] == 1:
            shots += in_shot(enemies, p)
    for p in range(1, 7):
        home += n[p]
        back += n[25 - p]
    run = made
    while run:                  # each step shortens every row of points by one
        prime += 1
        run &= run >> 1
    out[0] = -pips(at, seat) / 50.0
    out[1] = home / 5.0
    out[2] = n[BAR]
    out[3] = shots / 3.0
    out[4] = popcount(made & 0x7E) / 3.0
    out[5] = prime / 3.0
    out[6] = n[OFF] / 5.0
    out[7] = popcount(made >> 19 & 0x3F) / 2.0      # points held in the enemy's home
    out[8] = back / 4.0
    out[9] = popcount(made >> 7 & 0x3F) / 3.0       # points made in front of the home board


cdef int inputs_of(const Position* at, int seat, float* out) noexcept nogil:
    """Own minus the other side's; then contact, whose turn it is, the lead in a pure race, and who is shut in."""
    cdef float theirs[SIDES]
    cdef bint touching = contact(at)
    cdef float turn = 0
    cdef int i
    side(at, 1 - seat, theirs)
    side(at, seat, out)
    out[13] = theirs[2] * out[4] - out[2] * theirs[4]       # enemies on the bar against our points, and the reverse
    for i in range(SIDES):
        out[i] -= theirs[i]
    if at.stage == ROLL or at.stage == PLAY:
        turn = 1 if at.seat == seat else -1
    out[10] = 1.0 if touching else 0.0
    out[11] = turn
    out[12] = 0.0 if touching else 2 * out[0]
    return FEATURES
