# What Python sees of seats' beliefs. Included by state.pyx.

cdef Case* own_cases(Play* play, int i, int* n) except NULL:
    """A copy of the cases that seat i thinks possible, to be freed; nobody waits for the lock while Python reads them."""
    cdef const Rules* r = &play.rules
    cdef Recalled* found
    cdef Case* case
    if not 0 <= i < r.seats:
        raise ValueError(f"seat {i} of a game with seats 0 to {r.seats - 1}")
    found = weigh(play, i)
    n[0] = found.end.n
    case = <Case*>malloc(max(1, n[0]) * sizeof(Case))
    if case != NULL:
        memcpy(case, found.end.case, n[0] * sizeof(Case))
    release(play)
    if case == NULL or n[0] == 0:
        free(case)
        raise MemoryError
    return case


cdef list cases(Play* play, int seat):
    """(weight, count) of each case that seat's knowledge leaves; weights sum to 1.

    A count has `known` (cards of each other hand, the seat after first), `older` and `old` (a list each, by
    shuffles since they were drawn) and `unseen`; see README.md.
    """
    cdef const Rules* r = &play.rules
    cdef int n = 0, c, others = r.seats - 1
    cdef Case* case = own_cases(play, seat, &n)
    try:
        total = sum(case[c].weight for c in range(n))
        return [(case[c].weight / total,
                 {"known": [[case[c].known[j][k] for k in range(KINDS)] for j in range(others)],
                  "older": [[case[c].older[g][j] for j in range(others)] for g in range(AGES)],
                  "old": [[case[c].old[g][k] for k in range(KINDS)] for g in range(AGES)],
                  "unseen": [case[c].unseen[k] for k in range(KINDS)]}) for c in range(n)]
    finally:
        free(case)


cdef tuple expected(Play* play, int seat):
    """Of each other hand, the seat after first: mean cards by kind, and sure ones; the means of the pile."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef double hands[OTHERS][KINDS]
    cdef double pile[KINDS]
    cdef int sure[OTHERS][KINDS]
    cdef int n = 0, c, j, k, g, fresh, unseen, others = r.seats - 1
    cdef Case* cases = own_cases(play, seat, &n)
    cdef Case* case
    cdef double w
    memset(hands, 0, sizeof(hands))
    memset(pile, 0, sizeof(pile))
    for c in range(n):
        case = &cases[c]
        unseen = max(1, number(case.unseen))
        for k in range(KINDS):
            pile[k] += case.weight * at.pile_cards * case.unseen[k] / unseen
        for j in range(others):
            fresh = fresh_of(case, j, at.seat[(seat + 1 + j) % r.seats].cards)
            for k in range(KINDS):
                w = case.known[j][k] + <double>fresh * case.unseen[k] / unseen
                for g in range(AGES):
                    if case.older[g][j]:
                        w += <double>case.older[g][j] * case.old[g][k] / number(case.old[g])
                hands[j][k] += case.weight * w
                sure[j][k] = case.known[j][k] if c == 0 else min(sure[j][k], case.known[j][k])
    free(cases)
    return ([[hands[j][k] for k in range(KINDS)] for j in range(others)],
            [[sure[j][k] for k in range(KINDS)] for j in range(others)], [pile[k] for k in range(KINDS)])


cdef bint counts_fit(Play* play, int seat) except *:
    """The seat's story can lead to cases that have as many cards as there are places for them.

    A few cases tell, as a rule; where none of them does, more are followed, and at last all, which takes seconds late in
    a game of many. No is said only where none was left out.
    """
    return leads_to_fitting(play, seat, FEW) or leads_to_fitting(play, seat, SOME) or leads_to_fitting(play, seat, KEPT)


cdef bint leads_to_fitting(Play* play, int seat, int most) except *:
    """Whether one of so many cases fits, or none might only because some were left out although as many as can be were kept."""
    cdef Cases cases, made
    cdef Case first
    cdef Entry run
    cdef uint8_t sizes[8]
    cdef int at = stands_at(play, seat), c
    cdef bint fit = False
    first_case(play, seat, &first)
    sizes_before(play, at, sizes)
    if not make_cases(&cases, &made):
        free_cases(&cases, &made)
        raise MemoryError
    cases.most = made.most = most
    keep(&cases, &first, 1)
    while at < play.told.n:
        at = next_run(&play.told, at, seat, &run)
        weigh_run(play, seat, &run, sizes, &cases, &made)
    for c in range(cases.n):
        fit = fit or fits(play, seat, &cases.at[c])
    fit = fit or (cases.lost and most == KEPT)
    free_cases(&cases, &made)
    return fit


cdef bint thinks_possible(Play* play, int seat) except *:
    """The hands as they lie are among those that the seat thinks possible."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int n = 0, c, j, k
    cdef Case* cases = own_cases(play, seat, &n)
    cdef bint fits = False
    for c in range(n):
        fits = True
        for j in range(r.seats - 1):
            for k in range(KINDS):
                fits = fits and cases[c].known[j][k] <= at.seat[(seat + 1 + j) % r.seats].hand[k]
        if fits:
            break
    free(cases)
    return fits


cdef list log_of(Play* play, int seat):
    """The story from where that seat's count stands still, as that seat saw it."""
    cdef const Rules* r = &play.rules
    cdef Told seen
    memset(&seen, 0, sizeof(Told))
    hold(&seen, &play.told)
    as_seen(&seen, seat, stands_at(play, seat))
    found = story_list(&seen, 0, seen.since, r.seats)[1]
    let_go(&seen)
    return found


cdef void settle_counts(Play* play, int keep) noexcept:
    """Fill in the counts of all seats but `keep` (255: of all) as if they had seen only what is open."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int s
    for s in range(r.seats):
        if s != keep:
            forget_count(at, r, s)
