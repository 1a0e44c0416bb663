# Who has won: scores, ties, the value of the end. Included by state.pyx.


cdef void scores(const Position* at, const Rules* r, double* points) noexcept nogil:
    cdef int i
    for i in range(r.seats):
        points[i] = seat_points(at, r, i)


# ---- victory (R*.T) ---------------------------------------------------------------------------------

cdef void win_shares(const Position* at, const Rules* r, double* shares) noexcept nogil:
    """Most points, then what the page at TOP I lets decide ties, then shared (U39)."""
    cdef double ranks[OWNERS]
    cdef int i
    for i in range(r.seats):
        ranks[i] = seat_points(at, r, i) * 1e6 + tie_break(at, r, i)
    shares_of_best(ranks, r.seats, shares)


cdef double tie_break(const Position* at, const Rules* r, int i) noexcept nogil:
    """What decides between seats with the same points: the more the better, below 1e6."""
    cdef const Owner* o = &at.owner[i]
    if r.tie == TIE_SHARED:                             # R2.T.2, R9.T.1, U39
        return 0
    if r.tie == TIE_CARGO:                              # then the income of the last round (R1.T.1)
        return 1e5 * cargo_carried(o) + o.income
    if r.tie == TIE_POPULATION:                         # R2.T.1, R7.T.1
        return residents_on_board(o) + popcount(o.settled)
    if r.tie == TIE_MONEY:                              # R3.T.1, U30
        return o.money + (o.income if r.tie_with_income else 0)
    if r.tie == TIE_RESIDENTS:                          # R5.T.1
        return residents_on_board(o)
    if r.tie == TIE_ON_ROADS:                           # R6.T.1
        return residents_on_roads(at, r, i)
    if r.tie == TIE_PLANTS:                             # R8.T.1
        return plants_of(at, r, i)
    if r.tie == TIE_ARMIES:                             # R4.T.1
        return armies_of(r, o)
    return 0


cdef void returns(const Position* at, const Rules* r, double* utilities) noexcept nogil:
    """The share of the win, mixed with the lead over the mean of the others."""
    cdef double points[OWNERS]
    cdef double margin
    cdef int i
    win_shares(at, r, utilities)
    scores(at, r, points)
    for i in range(r.seats):
        margin = points[i] - mean_of_others(points, r.seats, i)
        utilities[i] = win_and_margin(utilities[i], margin, r.margin_scale, r.margin_weight)
