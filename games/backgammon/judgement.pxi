# What a net sees of a position before a roll, in the view of the seat that rolls. Included by state.pyx.
#
# The checkers by point, much as TD-Gammon had them (Tesauro, 1995), and beside them numbers that players count: pips,
# shots, points made at home, and how well the last checker gets away. A side is the seat that rolls, then the other
# one.

cdef enum:
    POINT_INPUTS = 5            # of a point: a single checker; two or more, three, four, five or more
    BAR_INPUTS = 3
    OFF_INPUTS = 2
    PIP_STEP = 8                # pips are told in steps of so many,
    PIP_STEPS = 20              # up to so many steps
    ROLL_STEPS = 9              # rolls of 36 in steps of four
    HOME = 6
    PRIME = 6
    ANCHORS = 3                 # points held in the enemy's home
    BACK = 4                    # checkers there
    AT_BAR = 24 * POINT_INPUTS
    AT_OFF = AT_BAR + BAR_INPUTS
    AT_PIPS = AT_OFF + OFF_INPUTS
    AT_SHOTS = AT_PIPS + PIP_STEPS
    AT_FREE = AT_SHOTS + ROLL_STEPS
    AT_HOME = AT_FREE + ROLL_STEPS
    AT_PRIME = AT_HOME + HOME
    AT_ANCHORS = AT_PRIME + PRIME
    AT_BACK = AT_ANCHORS + ANCHORS
    SIDE_INPUTS = AT_BACK + BACK
    LEAD_STEP = 4               # pips
    LEAD_STEPS = 12             # of the lead in the race, either way
    AT_TOUCHING = 2 * SIDE_INPUTS
    AT_LEAD = AT_TOUCHING + 2


cdef int net_inputs_of(const Position* at, int* which, float* values) noexcept nogil:
    cdef Inputs to
    cdef int mine = pips(at, at.seat), theirs = pips(at, 1 - at.seat)
    cdef int lead = theirs - mine if theirs > mine else mine - theirs
    cdef bint touching = contact(at)
    to.which, to.values, to.n = which, values, 0
    side_inputs(&to, at, at.seat, 0, mine, touching)
    side_inputs(&to, at, 1 - at.seat, SIDE_INPUTS, theirs, touching)
    put(&to, AT_TOUCHING + touching, 1)
    thermometer(&to, AT_LEAD if theirs > mine else AT_LEAD + LEAD_STEPS, (lead + LEAD_STEP // 2) // LEAD_STEP,
                LEAD_STEPS)
    return to.n


cdef void side_inputs(Inputs* to, const Position* at, int seat, int first, int my_pips, bint touching) noexcept nogil:
    cdef const int8_t* count = at.count[seat]
    cdef uint32_t made = 0, run
    cdef int p, n, back = 0, prime = 0, input
    for p in range(1, 25):
        n, input = count[p], first + (p - 1) * POINT_INPUTS
        if n == 1:
            put(to, input, 1)
        elif n:
            made |= bit(p)
            thermometer(to, input + 1, n - 1, POINT_INPUTS - 1)
            if n > POINT_INPUTS:
                to.values[to.n - 1] = <float>(1 + 0.5 * (n - POINT_INPUTS))
        if p > 18:
            back += n
    n = count[BAR]
    thermometer(to, first + AT_BAR, n, BAR_INPUTS)
    if n > BAR_INPUTS:
        to.values[to.n - 1] = <float>(1 + 0.5 * (n - BAR_INPUTS))
    if count[OFF]:
        put(to, first + AT_OFF, 1)
        put(to, first + AT_OFF + 1, <float>(count[OFF] / 8.0))
    thermometer(to, first + AT_PIPS, my_pips // PIP_STEP, PIP_STEPS)
    thermometer(to, first + AT_HOME, popcount(made & 0x7E), HOME)
    if not touching:
        return
    thermometer(to, first + AT_SHOTS, (hitting_rolls(at, seat) + 3) // 4, ROLL_STEPS)
    thermometer(to, first + AT_FREE, (free_rolls(at, seat) + 3) // 4, ROLL_STEPS)
    run = made
    while run:                  # each step shortens every row of points by one
        prime += 1
        run &= run >> 1
    thermometer(to, first + AT_PRIME, prime, PRIME)
    thermometer(to, first + AT_ANCHORS, popcount(made >> 19 & 0x3F), ANCHORS)
    thermometer(to, first + AT_BACK, back, BACK)


cdef int hitting_rolls(const Position* at, int seat) noexcept nogil:
    """How many of the 36 rolls hit a single checker; a move must not end on a point held, even on its way."""
    cdef int a, b, n = 0
    if at.single[1 - seat] == 0:
        return 0
    for a in range(1, 7):
        n += hits_twice(at, seat, a)
        for b in range(1, a):
            n += 2 * hits(at, seat, a, b)
    return n


cdef bint hits(const Position* at, int seat, int a, int b) noexcept nogil:
    """Whether two different dice can hit."""
    cdef uint32_t own = at.own[seat], open = ~at.made[1 - seat], blots = at.single[1 - seat]
    cdef uint32_t by_a = own >> a, by_b = own >> b
    cdef int barred = at.count[seat][BAR]
    if barred:
        own &= ~bit(BAR)
        by_a, by_b = bit(BAR) >> a, bit(BAR) >> b
    if (by_a | by_b) & blots:
        return True
    by_a &= open
    by_b &= open
    if barred > 1:              # the other die has to enter, too
        return False
    if barred:
        return ((by_a and (own | by_a) >> b & blots) or (by_b and (own | by_b) >> a & blots)) != 0
    return (by_a >> b | by_b >> a) & blots != 0


cdef bint hits_twice(const Position* at, int seat, int die) noexcept nogil:
    """Whether a double can hit."""
    cdef uint32_t own = at.own[seat], open = ~at.made[1 - seat], blots = at.single[1 - seat]
    cdef int barred = at.count[seat][BAR], moves = 4
    if barred:
        own = own & ~bit(BAR) | bit(BAR) >> die
        if not open & bit(BAR) >> die:
            return False
        if blots & bit(BAR) >> die:
            return True
        moves -= barred
    while moves > 0:
        own = own >> die & open
        if own & blots:
            return True
        moves -= 1
    return False


cdef int free_rolls(const Position* at, int seat) noexcept nogil:
    """How many of the 36 rolls move the last checker by both dice, or bring it in from the bar."""
    cdef uint32_t last = bit(highest(at.own[seat])) if at.own[seat] else 0, open = ~at.made[1 - seat]
    cdef uint32_t by_a, by_b
    cdef int a, b, n = 0
    for a in range(1, 7):
        by_a = last >> a & open
        for b in range(1, a + 1):
            by_b = last >> b & open
            if at.count[seat][BAR]:
                n += (by_a | by_b != 0) * (1 + (a != b))
            else:
                n += ((by_a >> b | by_b >> a) & open != 0) * (1 + (a != b))
    return n
