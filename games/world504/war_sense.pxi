# What fights are worth at a glance: heuristics of module 4. Included by state.pyx.

cdef enum:
    PRIZE = 12                  # victory points or so: an opponent's capital, where its fall ends the game


cdef float hits_a_die(const Position* at, const Rules* r, const Owner* o, int t) noexcept nogil:
    """Hits that an attacker's die scores on this tile on the average."""
    cdef int kind = at.kind[t], die, hits = 0
    if kind == MOUNTAIN and has(o, II_7):
        kind = MEADOW
    for die in range(1, 7):
        hits += r.attack_hits[min(max(die + r.attack_bonus[kind], 0), 6)]
    return hits / <float>6


cdef int attackers_for(const Position* at, const Owner* o, int t) noexcept nogil:
    """Own residents that are on the tile or can still step on to it."""
    return min(residents_on(o, t) + residents_beside(at, o, t, 0), 7)


cdef float strength(const Position* at, const Rules* r, const Owner* o, int t, int attackers) noexcept nogil:
    """What so many attackers remove on the average, against what defends the tile: from 1 on they are likely to win it."""
    cdef int armies = armies_on(at, r, t)
    if armies == 0:
        return 2
    if r.fights == MAN_TO_MAN:
        return attackers / <float>(armies + 1)
    return attackers * hits_a_die(at, r, o, t) / (armies + <float>0.5)


cdef float worth_conquest(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """The tile for its new owner, and that its former owner has it no longer."""
    cdef int who = holder(at, r, t)
    cdef float worth = 2 * worth_ground(at, r, look, t)         # half of it stands for ground that is not free
    if who < OWNERS:
        worth *= 1.5
        if at.owner[who].capital == t and r.siege == AT_RISK:
            worth += PRIZE
    return worth


cdef float worth_attack(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """One more resident on an opponent's tile: much where enough can come and more are needed, little elsewhere."""
    cdef int here = residents_on(look.o, t)
    cdef float can = strength(at, r, look.o, t, attackers_for(at, look.o, t))
    if can < 1:
        return LEAST
    if here and strength(at, r, look.o, t, here) >= <float>1.3:
        return look.w.done * <float>0.9                 # enough are there
    return look.w.done + worth_conquest(at, r, look, t) * min(can, <float>1.5)


cdef float worth_of_war(const Position* at, const Rules* r, const Outlook* look, action_t a) noexcept nogil:
    """Fights, retreats, assaults and takeovers."""
    cdef int t
    if a < A_RETREAT:
        return 1
    if a < A_ASSAULT:
        return look.w.done + pull(at, r, look, a - A_RETREAT, 0)
    if a < A_TAKEOVER:
        t = at.near[(a - A_ASSAULT) // SIDES][(a - A_ASSAULT) % SIDES]
        return look.w.done + worth_conquest(at, r, look, t)
    if a < A_CONQUER:
        return look.w.done + 2 * worth_ground(at, r, look, a - A_TAKEOVER)
    return PRIZE
