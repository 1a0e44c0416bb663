# Module 4, fights with dice (rules R4.3G, and R4.3D.5 where module 2 lets nobody wait). Included by state.pyx.
#
# While a tile is fought for, turn.battle says which, turn.foe who holds it, turn.dice how many dice the defender has.

cdef enum:
    MOST_HITS = 40              # that a table of odds holds


# ---- 3G: one fight after the other ------------------------------------------------------------------

cdef bint begin_fights(Position* at, const Rules* r) noexcept nogil:
    """Fight wherever own attackers stand, in the order that the owner chooses (R4.3D.4, R4.3G.6)."""
    cdef uint64_t tiles
    while True:
        tiles = battlefields(&at.owner[at.actor])
        if tiles == 0:
            return False
        if at.turn.ends & 2:
            if cancel_fight(at, r, first_bit(tiles)):
                return True
        elif tiles & (tiles - 1):
            at.stage = FIGHT
            return True
        elif begin_fight(at, r, first_bit(tiles)):
            return True
        clear_battle(at)


cdef int list_fights(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return list_bits(out, 0, battlefields(&at.owner[at.actor]), A_FIGHT)


cdef int fight(Position* at, const Rules* r, int t) noexcept nogil:
    """The owner fights for this tile now."""
    somebody_tired(at)
    return ASKS if begin_fight(at, r, t) else end_battle(at)


cdef bint begin_fight(Position* at, const Rules* r, int t) noexcept nogil:
    """Roll dice, unless nobody is left to fight or the tile may be attacked no longer; true if somebody is asked."""
    at.turn.battle = 1 + t
    at.turn.foe = 1 + holder(at, r, t)
    at.turn.last = 0
    if armies_on(at, r, t) == 0:
        return conquer(at, r)
    if not at_risk(at, r, t):
        return retreat(at, r)
    if r.fights == MAN_TO_MAN:
        return fight_singly(at, r)
    at.stage = ATTACK
    return True


cdef bint fight_singly(Position* at, const Rules* r) noexcept nogil:
    """Those whom the trolley has brought fall one by one, each with a defender (R4.3D.8, R1.3E.13)."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int t = at.turn.battle - 1
    while o.spent[t] and armies_on(at, r, t):
        remove_resident(o, t)
        remove_armies(at, r, t, 1)
    if o.spent[t]:
        return conquer(at, r)
    return retreat(at, r)


cdef bint cancel_fight(Position* at, const Rules* r, int t) noexcept nogil:
    """The last settlement was laid: attackers elsewhere go back without a fight (R4.E.2); true if somebody is asked."""
    at.turn.battle = 1 + t
    at.turn.last = 0
    return retreat(at, r)


# ---- dice (R4.3G.1, R4.3G.2, R4.3G.7) ---------------------------------------------------------------

cdef int attack_dice(const Position* at) noexcept nogil:
    """A die for each attacker (R4.3G.1), with privilege III(4) one more (R4.3G.7)."""
    cdef const Owner* o = &at.owner[at.actor]
    return o.spent[at.turn.battle - 1] + has(o, III_4)


cdef int hits_of(const Position* at, const Rules* r, int die) noexcept nogil:
    """Hits of an attacker's die (1-6) on the terrain that is attacked; II(7): a mountain is a meadow."""
    cdef int kind = at.kind[at.turn.battle - 1]
    if kind == MOUNTAIN and has(&at.owner[at.actor], II_7):
        kind = MEADOW
    return r.attack_hits[min(max(die + r.attack_bonus[kind], 0), 6)]


cdef inline bint shielded(const Position* at) noexcept nogil:
    """Whether privilege I(4) cancels a hit of the attacker (R4.3G.7)."""
    return at.turn.foe <= OWNERS and has(&at.owner[at.turn.foe - 1], I_4)


cdef int attack_effect(const Position* at, const Rules* r, int hits) noexcept nogil:
    """Armies that so many hits remove, a headquarters counting each hit: one may be cancelled, surplus lapses."""
    return min(max(hits - shielded(at), 0), armies_on(at, r, at.turn.battle - 1))


cdef int defence_effect(const Position* at, const Rules* r, int hits) noexcept nogil:
    """Attackers that so many hits remove."""
    return min(hits, <int>at.owner[at.actor].spent[at.turn.battle - 1])


cdef void odds_of_hits(const Position* at, const Rules* r, bint attack, double* odds) noexcept nogil:
    """The probability of 0, 1, 2, ... hits of all dice of one side, before anything lapses. `odds`: MOST_HITS places."""
    cdef double ways[3]
    cdef int die, n, hits
    memset(ways, 0, sizeof(ways))
    memset(odds, 0, MOST_HITS * sizeof(double))
    for die in range(1, 7):
        ways[hits_of(at, r, die) if attack else r.defence_hits[die]] += 1
    odds[0] = 1
    for n in range(attack_dice(at) if attack else at.turn.dice):
        for hits in range(MOST_HITS - 1, -1, -1):
            odds[hits] = (odds[hits] * ways[0] + (odds[hits - 1] * ways[1] if hits > 0 else 0)
                          + (odds[hits - 2] * ways[2] if hits > 1 else 0)) / 6


cdef int list_hits(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    """What the dice can do, and how likely it is."""
    cdef double odds[MOST_HITS]
    cdef double effect[MOST_HITS]
    cdef bint attack = at.stage == ATTACK
    cdef int hits, n = 0
    odds_of_hits(at, r, attack, odds)
    memset(effect, 0, sizeof(effect))
    for hits in range(MOST_HITS):
        if odds[hits]:
            effect[attack_effect(at, r, hits) if attack else defence_effect(at, r, hits)] += odds[hits]
    for hits in range(MOST_HITS):
        if effect[hits]:
            out[n], probs[n] = hits, effect[hits]
            n += 1
    return n


cdef action_t keyed_hits(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Each die of a fight has a key: the attacker's turn and the space that is fought for say which fight it is.

    Dice of a garrison (R4.3G.5) are drawn like those of an owner.
    """
    cdef bint attack = at.stage == ATTACK
    cdef int t = at.turn.battle - 1, n, die, hits = 0
    cdef uint64_t fight = ((<uint64_t>at.round << 8 | (128 + at.q[t])) << 8 | (128 + at.r[t])) << 8
    for n in range(attack_dice(at) if attack else at.turn.dice):
        die = 1 + keyed_below(k, KEY_ATTACK if attack else KEY_DEFENCE, logical(k, at.actor), fight | n, 6)
        hits += hits_of(at, r, die) if attack else r.defence_hits[die]
    return attack_effect(at, r, hits) if attack else defence_effect(at, r, hits)


# ---- what the dice do (R4.3G.1-4) -------------------------------------------------------------------

cdef int roll_attack(Position* at, const Rules* r, int hits) noexcept nogil:
    """Armies fall; the defender rolls a die for each hit (R4.3G.2), with III(4) one more if it rolls at all (R4.3G.7)."""
    cdef int foe = at.turn.foe - 1
    at.turn.dice = hits
    if hits and foe < OWNERS and has(&at.owner[foe], III_4):
        at.turn.dice += 1
    remove_armies(at, r, at.turn.battle - 1, hits)
    if at.turn.dice:
        at.stage = DEFENCE
        return ASKS
    return ASKS if retreat(at, r) else end_battle(at)


cdef int roll_defence(Position* at, const Rules* r, int hits) noexcept nogil:
    """Attackers fall; who is left takes the tile, or retreats (R4.3G.3)."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int t = at.turn.battle - 1, k
    cdef bint asks
    at.turn.dice = 0
    for k in range(hits):
        remove_resident(o, t)
    if armies_on(at, r, t):
        asks = retreat(at, r)
    elif o.spent[t]:
        asks = conquer(at, r)
    else:
        asks = settle_capital(at, r, False)
    return ASKS if asks else end_battle(at)


cdef bint conquer(Position* at, const Rules* r) noexcept nogil:
    """An attacker becomes a settlement, of the supply or recalled; without one the tile stays neutral (R4.3G.3)."""
    cdef Owner* o = &at.owner[at.actor]
    if o.settlements == 0:
        if r.recall and o.settled:
            take_spent(o, at.turn.battle - 1)
            at.turn.target, at.turn.settle_from = at.turn.battle - 1, FIGHT
            at.stage = RECALL_SETTLEMENT
            return True
        return retreat(at, r)
    take_spent(o, at.turn.battle - 1)
    resident_settles(at, r, at.actor, at.turn.battle - 1)
    return settle_capital(at, r, True)


cdef int settle_conqueror(Position* at, const Rules* r) noexcept nogil:
    """The settlement that the supply lacked is there (R2.3A.2)."""
    resident_settles(at, r, at.actor, at.turn.target)
    at.turn.settle_from = at.turn.target = 0
    return ASKS if settle_capital(at, r, True) else end_battle(at)


# ---- retreat (R4.3G.3, U26) -------------------------------------------------------------------------

cdef bint retreat(Position* at, const Rules* r) noexcept nogil:
    """Surviving attackers leave, one by one where there is a choice; whom no own tile takes returns to the supply."""
    cdef Owner* o = &at.owner[at.actor]
    cdef action_t out[SIDES]
    cdef int t = at.turn.battle - 1, n
    if armies_on(at, r, t):
        at.turn.barred |= bit(t)
    while o.spent[t]:
        n = list_retreats(at, r, out)
        if n > 1:
            at.stage = RETREAT
            return True
        if n:
            withdraw(at, out[0] - A_RETREAT)
        else:
            remove_resident(o, t)
    return settle_capital(at, r, False)


cdef int list_retreats(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Own neighbouring tiles with room, in the order of tiles and so that room is left for as many as can have it."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t tiles = 0
    cdef int t = at.turn.battle - 1, side, there, n = 0, room = 0, left
    for side in range(SIDES):
        there = at.near[t][side]
        if there != NOWHERE and there + 1 >= at.turn.last and owns(o, there) and room_on(r, o, there) > 0:
            tiles |= bit(there)
            room += room_on(r, o, there)
    left = min(room, <int>o.spent[t])
    while tiles:
        there = first_bit(tiles)
        tiles &= tiles - 1
        if room >= left:
            out[n] = A_RETREAT + there
            n += 1
        room -= room_on(r, o, there)
    return n


cdef void withdraw(Position* at, int there) noexcept nogil:
    """An attacker lies exhausted on an own tile."""
    take_spent(&at.owner[at.actor], at.turn.battle - 1)
    add_spent(&at.owner[at.actor], there)
    at.turn.last = 1 + there


cdef int choose_retreat(Position* at, const Rules* r, int there) noexcept nogil:
    withdraw(at, there)
    return ASKS if retreat(at, r) else end_battle(at)
