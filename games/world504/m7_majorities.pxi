# Module 7, majorities: the table, what it pays, scorings and what they cost (rules R7). Included by state.pyx.


# ---- the majority table (R7.3D.1-R7.3D.7) -----------------------------------------------------------

cdef void count_table(const Position* at, const Rules* r, int i, int* counts) noexcept nogil:
    """How many tiles of each kind owner i has on the table, with the privileges that count as one more."""
    cdef const Owner* o = &at.owner[i]
    count_kinds(at, counted_tiles(at, r, i), counts)
    counts[FIELD] += has(o, I_12)
    counts[FOREST] += has(o, II_10)
    counts[MEADOW] += has(o, III_2)
    counts[CITY] += has(o, III_3)


cdef uint64_t counted_tiles(const Position* at, const Rules* r, int i) noexcept nogil:
    """The tiles that count: with a settlement or headquarters, connected by roads, or with plants and houses.

    What is conquered counts for its new owner and no longer for the one before (R7.3D.2).
    """
    cdef const Owner* o = &at.owner[i]
    cdef uint64_t tiles = own_tiles(o), counted = 0
    cdef bint counts
    cdef int t
    if r.table == SETTLEMENTS:
        return tiles
    if r.table == CONNECTED:
        return o.linked
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        if at.kind[t] == CITY:
            counts = r.table_houses or t == o.capital
        else:
            counts = makes_for(at.plant[t], i)
        if counts:
            counted |= bit(t)
    return counted


cdef void most_counted(const Position* at, const Rules* r, int* most) noexcept nogil:
    """The highest count of each terrain, and 1 at least: nobody has a majority of nothing (U28)."""
    cdef int counts[KINDS]
    cdef int i, k
    for k in range(TERRAINS):
        most[k] = 1
    for i in range(r.owners):
        count_table(at, r, i, counts)
        for k in range(TERRAINS):
            most[k] = max(most[k], counts[k])


cdef int majority_income(const Position* at, const Rules* r, int i) noexcept nogil:
    """Money for each tile of a terrain of which nobody has more, up to the sum of that terrain (R7.3H.1)."""
    cdef int counts[KINDS]
    cdef int most[TERRAINS]
    cdef int k, income = 0
    count_table(at, r, i, counts)
    most_counted(at, r, most)
    for k in range(TERRAINS):
        if counts[k] == most[k]:
            income += min(counts[k] * r.majority_each, <int>r.majority_most[k])
    return income


cdef int end_majorities(const Position* at, const Rules* r, int i) noexcept nogil:
    """Points for majorities at the end, also for those that are shared (R7.F.2)."""
    cdef int counts[KINDS]
    cdef int most[TERRAINS]
    cdef int k, points = 0
    count_table(at, r, i, counts)
    most_counted(at, r, most)
    for k in range(TERRAINS):
        if counts[k] == most[k]:
            points += r.majority_end[k]
    return points


# ---- phase 5: scoring cards (R7.S.2, R7.5.1) --------------------------------------------------------
# The cards lie in three rows that are used up one after the other, one card a turn; each row has one scoring. What is
# left of a row after its scoring are ticks.

cdef void lay_cards(Position* at, const Rules* r) noexcept nogil:
    """Three rows of cards, face down (R7.S.2); for companies they are laid round by round."""
    if r.scoring_cards and not r.companies:
        at.ticks[0], at.ticks[1], at.ticks[2] = r.card_row_1 - 1, r.card_row_2 - 1, r.card_row_3 - 1


cdef void lay_row(Position* at, const Rules* r) noexcept nogil:
    """From the third round on companies have a row of one card each, of which one is a scoring (R7.S.3)."""
    cdef int row
    if r.scoring_cards and r.companies and at.round > 2 and at.scorings < 3:
        for row in range(at.scorings):
            at.ticks[row] = 0
        at.ticks[at.scorings] = at.founded - 1


cdef inline int card_row(const Position* at) noexcept nogil:
    """The first row that has cards left; 3 if none has."""
    cdef int row = 0
    while row < 3 and at.scored[row] and not at.ticks[row]:
        row += 1
    return row


cdef bint turn_card(Position* at, const Rules* r) noexcept nogil:
    """The end of a turn: from the third round on the owner turns up its card, where it may be either kind (R7.5.1)."""
    cdef int row = card_row(at)
    if at.round < 3 or row == 3:
        return False
    if at.scored[row]:
        at.ticks[row] -= 1
        return False
    if at.ticks[row] == 0:
        return score_majorities(at, r, row)
    at.stage = TURN_CARD
    return True


cdef int list_cards(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    """A tick (0) or the scoring (1) of the row."""
    cdef int ticks = at.ticks[card_row(at)]
    out[0], out[1] = 0, 1
    probs[0], probs[1] = <double>ticks / (ticks + 1), 1.0 / (ticks + 1)
    return 2


cdef action_t keyed_card(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """The scoring is one of the cards left in the row; how many these are has a key, and with companies the round too.

    So it does not matter how many were laid, as a company can fall, and a row that is laid again is shuffled again.
    """
    cdef int row = card_row(at), left = at.ticks[row] + 1
    cdef uint64_t laid = at.round if r.companies else 0
    return keyed_below(k, KEY_CARDS, row, laid << 8 | left, left) == 0


cdef int show_card(Position* at, const Rules* r, int scoring) noexcept nogil:
    cdef int row = card_row(at)
    if scoring:
        return score_majorities(at, r, row)
    at.ticks[row] -= 1
    return PASSES


# ---- phase 5: scorings (R7.5.2-R7.5.5) --------------------------------------------------------------

cdef bint score_majorities(Position* at, const Rules* r, int row) noexcept nogil:
    """All score (R7.5.2); before the third scoring those who miss their last turn are compensated (R7.5.5, U49).

    True if somebody is asked which pieces leave the board; after the third scoring the game is over.
    """
    cdef Owner* o
    cdef int place, compensation
    at.scored[row] = 1
    at.scorings += 1
    memset(&at.turn, 0, sizeof(Turn))
    for place in range(at.founded):
        o = &at.owner[at.order[place]]
        compensation = r.compensation if at.scorings == 3 and place > at.place else 0
        o.gain = scoring_points(at, r, at.order[place])
        o.collected[FROM_SCORINGS] += o.gain + compensation
        if r.compensation_costs:
            o.gain += compensation
    return asks_removal(at, r)


cdef int scoring_points(const Position* at, const Rules* r, int i) noexcept nogil:
    """What owner i gains for first and second places in the terrains (R7.5.2, R7.5.3)."""
    cdef int table[OWNERS][KINDS]
    cdef int j, k, ahead, level, points = 0
    for j in range(r.owners):
        count_table(at, r, j, table[j])
    for k in range(TERRAINS):
        ahead = level = 0
        for j in range(r.owners):
            ahead += table[j][k] > table[i][k]
            level += j != i and table[j][k] == table[i][k]
        if table[i][k] == 0 or ahead > 1:
            continue
        if ahead == 0:
            points += r.majority_first[k] - (r.majority_tied if level else 0)
        elif r.second_places:
            points += r.majority_second[k]
    return points


# ---- phase 5: pieces that leave the board (R7.5.4) --------------------------------------------------

cdef bint asks_removal(Position* at, const Rules* r) noexcept nogil:
    """Who gained most removes first, ties by turn order; true if somebody has a choice. After the last it goes on."""
    while True:
        while at.to_remove:
            if remove_certain(at, r):
                at.stage = REMOVE
                return True
        if not next_remover(at, r):
            break
    if at.scorings == 3:
        finish(at)
        return True
    return False


cdef bint next_remover(Position* at, const Rules* r) noexcept nogil:
    """The owner with the highest gain that it has not yet paid for becomes the actor."""
    cdef int place, i, best = NOBODY
    for place in range(at.founded):
        i = at.order[place]
        if at.owner[i].gain and (best == NOBODY or at.owner[i].gain > at.owner[best].gain):
            best = i
    at.turn.last = 0
    if best == NOBODY:
        return False
    at.actor = best
    at.to_remove = at.owner[best].gain // r.points_per_piece
    at.owner[best].gain = 0
    return True


cdef bint remove_certain(Position* at, const Rules* r) noexcept nogil:
    """Remove what has to go; true if the actor has a choice. What cannot be removed costs its points (R7.5.4)."""
    cdef Owner* o = &at.owner[at.actor]
    cdef action_t out[MAX_ACTIONS]
    cdef int all = residents_on_board(o)
    if all > at.to_remove:
        if list_removals(at, r, out) > 1:
            return True
        take_resident(at, o, out[0] - A_REMOVE)
        return False
    remove_residents(at, o)
    all = popcount(o.settled)
    if all > at.to_remove:
        if at.to_remove and list_removals(at, r, out) > 1:
            return True
        if at.to_remove:
            take_settlement(at, r, out[0] - A_REMOVE_SETTLEMENT)
        return False
    while o.settled:
        take_settlement(at, r, first_bit(o.settled))
    o.collected[FROM_SCORINGS] -= at.to_remove * r.points_per_piece
    at.to_remove = 0
    return False


cdef void remove_residents(Position* at, Owner* o) noexcept nogil:
    """All residents leave the board."""
    cdef uint64_t tiles
    while o.up | o.down:
        tiles = o.up | o.down
        take_resident(at, o, first_bit(tiles))


cdef void take_resident(Position* at, Owner* o, int t) noexcept nogil:
    """One resident of the tile goes to the supply; between turns all are exhausted."""
    if o.spent[t]:
        take_spent(o, t)
    else:
        take_active(o, t)
    o.residents += 1
    at.to_remove -= 1


cdef void take_settlement(Position* at, const Rules* r, int t) noexcept nogil:
    unsettle(at, r, at.actor, t)
    at.to_remove -= 1


cdef int list_removals(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Residents, in the order of tiles and so that enough are left; settlements if there are no more residents."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t tiles = o.up | o.down, loose
    cdef int t, n = 0, left = residents_on_board(o)
    if left:
        while tiles:
            t = first_bit(tiles)
            tiles &= tiles - 1
            if t + 1 >= at.turn.last and left >= at.to_remove:
                out[n] = A_REMOVE + t
                n += 1
            left -= residents_on(o, t)
        return n
    loose = o.settled & ~joined(at, o, o.settled)
    if loose:                                   # what has lost its connection goes first (U29)
        return list_bits(out, n, loose, A_REMOVE_SETTLEMENT)
    tiles = o.settled
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        if joined(at, o, o.settled & ~bit(t)) == o.settled & ~bit(t):
            out[n] = A_REMOVE_SETTLEMENT + t
            n += 1
    return n


cdef uint64_t joined(const Position* at, const Owner* o, uint64_t tiles) noexcept nogil:
    """Those of the tiles that hang together with the owner's capital."""
    cdef uint64_t seen = 0, open = bit(o.capital)
    cdef int t, side, there
    while open:
        t = first_bit(open)
        open &= open - 1
        for side in range(SIDES):
            there = at.near[t][side]
            if there != NOWHERE and ((tiles & ~seen) >> there) & 1:
                seen |= bit(there)
                open |= bit(there)
    return seen


cdef int remove_piece(Position* at, const Rules* r, action_t a) noexcept nogil:
    """The actor takes the resident or settlement off; then the next removal is asked for (R7.5.4)."""
    if a >= A_REMOVE_SETTLEMENT:
        take_settlement(at, r, a - A_REMOVE_SETTLEMENT)
    else:
        at.turn.last = 1 + a - A_REMOVE
        take_resident(at, &at.owner[at.actor], a - A_REMOVE)
    return asks_removal(at, r)
