# Module 2, awards: tasks whose first to fulfil them is paid (rules R2.Z). Included by state.pyx.


# ---- the tasks (R2.S) -------------------------------------------------------------------------------

cdef void lay_awards(Position* at, const Rules* r) noexcept nogil:
    """The tasks of the world are open: one a good or a terrain, or two (R2.S.7)."""
    cdef int k, open = 0
    if r.award == SECOND_GOODS or r.award == THREE_PLANTS:
        open = GOODS
    elif r.award == THIRD_EXPLORED or r.award == THIRD_CONNECTED:
        open = TERRAINS
    elif r.award and r.award != FREE_CITIES:    # of these it counts how many there were
        open = 2
    for k in range(open):
        at.award[k] = 1


cdef void take_award(Position* at, const Rules* r, int i, int task, int points) noexcept nogil:
    """The first to fulfil a task takes its points."""
    if at.award[task]:
        at.award[task] = 0
        pay_award(at, r, i, points)


cdef void pay_award(Position* at, const Rules* r, int i, int points) noexcept nogil:
    """Points, or with module 9 at TOP I money that counts as income (R2.Z.9)."""
    if r.award_money:
        at.turn.prize += r.award_money * points
    else:
        at.owner[i].collected[FROM_AWARDS] += points


# ---- who fulfils them (R2.Z) ------------------------------------------------------------------------

cdef int count_kind(const Position* at, uint64_t tiles, int kind) noexcept nogil:
    """How many of these tiles are of this kind."""
    cdef int n = 0
    while tiles:
        n += at.kind[first_bit(tiles)] == kind
        tiles &= tiles - 1
    return n


cdef void award_delivery(Position* at, const Rules* r, int i, int good) noexcept nogil:
    """The second good of a kind (R2.Z.1)."""
    if r.award == SECOND_GOODS and at.owner[i].delivered[good] >= 2:
        take_award(at, r, i, good, r.award_each)


cdef void award_factory(Position* at, const Rules* r, int i) noexcept nogil:
    """Own factories in three cities, or three in one (R2.Z.3)."""
    cdef int number, cities = 0, here
    if r.award != FACTORIES_FIRST:
        return
    for number in range(CITIES):
        here = own_factories_in(at, i, number)
        cities += here > 0
        if here == 3:
            take_award(at, r, i, 1, r.award_large)
    if cities >= 3:
        take_award(at, r, i, 0, r.award_large)


cdef void award_explored(Position* at, const Rules* r, int i, int kind) noexcept nogil:
    """The third tile of a terrain that the owner has explored (R2.Z.5, R5.3D.18)."""
    if r.award == THIRD_EXPLORED and kind != WATER and at.owner[i].explored[kind] >= 3:
        take_award(at, r, i, kind, r.award_each)


cdef void award_link(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The third tile of a terrain that the owner's roads connect (R2.Z.6)."""
    if r.award == THIRD_CONNECTED and count_kind(at, at.owner[i].linked, at.kind[t]) >= 3:
        take_award(at, r, i, at.kind[t], r.award_each)


cdef void award_settlement(Position* at, const Rules* r, int i) noexcept nogil:
    """Every terrain settled, once or twice; the headquarters counts (R2.Z.7)."""
    cdef int kind, n, least = TILES
    if r.award != ALL_TERRAINS:
        return
    for kind in range(TERRAINS):
        n = count_kind(at, own_tiles(&at.owner[i]), kind)
        least = min(least, n)
    if least >= 1:
        take_award(at, r, i, 0, r.award_large)
    if least >= 2:
        take_award(at, r, i, 1, 2 * r.award_large)


cdef void award_plant(Position* at, const Rules* r, int i, int good) noexcept nogil:
    """Three plants of a good (R2.Z.8)."""
    cdef int t, n = 0
    if r.award != THREE_PLANTS:
        return
    for t in range(at.tiles):
        n += at.plant[t] == plant_of(good, i)
    if n >= 3:
        take_award(at, r, i, good, r.award_each)


cdef void award_free_city(Position* at, const Rules* r, int i) noexcept nogil:
    """Each conquest of a free city in the game is worth a point more than the one before (R2.Z.4)."""
    if r.award == FREE_CITIES:
        pay_award(at, r, i, r.award_free_city + at.award[0])
        at.award[0] += 1
