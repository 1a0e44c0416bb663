# A plan at a glance: it completes the places of most worth. What the heuristics put first. Included by state.pyx.


cdef action_t next_put(const Position* at, const Rules* r, const Seat* s, const uint8_t* given,
                       Asides* asides) noexcept nogil:
    """The first step of the plan sketched; A_DONE if there is none. To `asides` go the first steps of completing each
    other place, as if it came first."""
    cdef uint8_t on[SPACES]
    cdef uint64_t planned = sketch_plan(at, r, s, given, on, asides, NULL)
    return first_put(r, s, on, planned) if planned else A_DONE


cdef action_t first_put(const Rules* r, const Seat* s, uint8_t* on, uint64_t planned) noexcept nogil:
    """The first put of what is planned, once its place is arranged as plans offer it."""
    cdef int space = first_bit(planned)
    arrange_place(r, s, on, planned & r.of_place[r.place_of[space]])
    return A_PUT + KINDS * space + on[space] - 1


cdef int lay_plan(Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """The actor puts down the followers of a plan as playouts make them; returns how many."""
    cdef Seat* s = &at.seat[at.actor]
    cdef uint8_t on[SPACES]
    cdef uint64_t planned, left
    cdef int space, place, n = 0
    if r.tower and total(s.market, KINDS) >= r.market + 2:
        return 0            # who may go first to the tower is for the list to say
    planned = sketch_plan(at, r, s, s.market, on, NULL, rng)
    left = planned
    while left:
        place = r.place_of[first_bit(left)]
        arrange_place(r, s, on, planned & r.of_place[place])
        left &= ~r.of_place[place]
    while planned:
        space = first_bit(planned)
        planned &= planned - 1
        if not may_put(at, r, s, space, on[space] - 1):
            break
        put_follower(at, s.market, space, on[space] - 1)
        n += 1
    return n


cdef bint may_put(const Position* at, const Rules* r, const Seat* s, int space, int kind) noexcept nogil:
    """The list of puts has this one of a follower on the market."""
    return open_spaces(at, r, s) >> space & 1 and not is_swapped(r, s, space, kind)


cdef uint64_t sketch_plan(const Position* at, const Rules* r, const Seat* s, const uint8_t* given, uint8_t* on,
                          Asides* asides, Stream* rng) noexcept nogil:
    """Spaces of a plan that completes places, most worth for each follower first; who goes where is written to `on`.

    With a stream the order of places is blurred: plans of playouts differ.
    """
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef uint8_t have[KINDS]
    cdef float density[PLACES]
    cdef float useful[PLACES]
    cdef uint64_t open = s.free & ~low_bits(at.last if s.fresh & ~s.technology else 0), planned = 0, spaces
    cdef uint32_t places = BOARD_PLACES | s.tiles << 10
    cdef int p, best, coming = total(s.bag, KINDS)
    memcpy(have, given, KINDS)
    memset(on, 0, SPACES)
    for p in range(PLACES):
        density[p] = 0
        useful[p] = 0
        spaces = r.of_place[p] & s.free
        if not (places >> p & 1) or p == TOWN_HALL or p == GUNPOWDER_TOWER:
            continue
        if p == BATHHOUSE and at.stage == BATH_PUT:
            continue
        useful[p] = worth_place(at, r, s, p)
        if useful[p] > 0 and spaces == 0:
            coming += popcount(r.of_place[p] & ~s.technology)
        elif useful[p] > w.place_least and not spaces & ~open:
            density[p] = useful[p] / (w.place_base + popcount(spaces))
            if rng != NULL:
                density[p] *= expf(w.blur * bell(rng))
    if asides != NULL:
        list_asides(r, s, given, density, asides)
    while True:
        best = 0
        for p in range(1, PLACES):
            if density[p] > density[best]:
                best = p
        if density[best] <= 0:
            break
        density[best] = 0
        if fill_place(r, s, have, on, r.of_place[best] & s.free):
            planned |= r.of_place[best] & s.free
            coming += popcount(r.of_place[best] & ~s.technology)
    planned |= plan_sends(at, r, s, have, on, open)
    if given == <const uint8_t*>s.market:
        coming = min(coming, r.knight_draws[s.track[KNIGHT]])
        planned |= plan_leftovers(at, r, s, have, on, open & ~planned, coming, useful)
    return planned


cdef inline float bell(Stream* rng) noexcept nogil:
    """About normal, with mean 0 and standard deviation 1: the sum of three uniform numbers."""
    cdef uint64_t bits = draw64(rng)
    cdef int sum = <int>(bits & 0xFFFFF) + <int>(bits >> 20 & 0xFFFFF) + <int>(bits >> 40 & 0xFFFFF)
    return <float>sum * <float>(2.0 / (1 << 20)) - 3


cdef void list_asides(const Rules* r, const Seat* s, const uint8_t* given, const float* density,
                      Asides* asides) noexcept nogil:
    """The first put of each place that could be completed by itself, with its share of the highest density."""
    cdef uint8_t have[KINDS]
    cdef uint8_t on[SPACES]
    cdef uint64_t spaces
    cdef float most = 0
    cdef int p
    asides.n = 0
    for p in range(PLACES):
        if density[p] > most:
            most = density[p]
    for p in range(PLACES):
        if density[p] <= 0:
            continue
        spaces = r.of_place[p] & s.free
        memcpy(have, given, KINDS)
        if fill_place(r, s, have, on, spaces):
            asides.put[asides.n] = first_put(r, s, on, spaces)
            asides.share[asides.n] = density[p] / most
            asides.n += 1


cdef bint fill_place(const Rules* r, const Seat* s, uint8_t* have, uint8_t* on, uint64_t spaces) noexcept nogil:
    """Find followers for all these spaces: those asked for, then stand-ins, monks last; false if too few."""
    cdef uint8_t left[KINDS]
    cdef uint64_t todo = spaces, stand_ins = 0
    cdef int space, want, i, k = 0
    memcpy(left, have, KINDS)
    while todo:
        space = first_bit(todo)
        todo &= todo - 1
        want = r.want[space]
        if want < 4 and left[PROFESSIONS + want]:
            k = PROFESSIONS + want
        elif want < PROFESSIONS and left[want]:
            k = want
        else:
            stand_ins |= bit(space)
            continue
        left[k] -= 1
        on[space] = 1 + k
    while stand_ins:
        space = first_bit(stand_ins)
        stand_ins &= stand_ins - 1
        for i in range(KINDS):
            k = STAND_INS[i]
            if left[k] and r.fits[variant(s)][profession_of(k)] >> space & 1:
                break
        if not left[k] or not r.fits[variant(s)][profession_of(k)] >> space & 1:
            return False
        left[k] -= 1
        on[space] = 1 + k
    memcpy(have, left, KINDS)
    return True


cdef uint64_t plan_sends(const Position* at, const Rules* r, const Seat* s, uint8_t* have, uint8_t* on,
                         uint64_t open) noexcept nogil:
    """Followers that are better off on deeds go to the Town Hall, then to the Gunpowder Tower."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef uint64_t planned = 0, spaces
    cdef int office, space, k, best
    cdef float v, top
    for office in range(2):
        if office == 1 and not has_place(s, GUNPOWDER_TOWER):
            break
        spaces = r.of_place[OFFICES[office]] & open
        while spaces:
            space = first_bit(spaces)
            spaces &= spaces - 1
            best, top = -1, w.send_least
            for k in range(PROFESSIONS):
                if have[k]:
                    v = worth_best_send(at, r, s, k)
                    if v > top:
                        best, top = k, v
            if best < 0:
                break
            have[best] -= 1
            on[space] = 1 + best
            planned |= bit(space)
    return planned


cdef uint64_t plan_leftovers(const Position* at, const Rules* r, const Seat* s, uint8_t* have, uint8_t* on,
                             uint64_t open, int coming, const float* useful) noexcept nogil:
    """Where the market would be too full for the next draws, followers wait on the places of most use."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef int over = total(have, KINDS) + coming - market_size(r, s)
    cdef int p, k, space, best_space, best_kind
    cdef uint64_t planned = 0, spaces
    cdef float v, top
    while over > 0:
        top, best_space, best_kind = 0, -1, 0
        for k in range(KINDS):
            if not have[k]:
                continue
            spaces = open & r.fits[variant(s)][profession_of(k)] & ~r.of_place[TOWN_HALL] & ~r.of_place[SACRISTY]
            while spaces:
                space = first_bit(spaces)
                spaces &= spaces - 1
                p = r.place_of[space]
                v = 1.0 + w.place_use[p] - 0.5 * popcount(r.of_place[p] & s.free)
                if r.want[space] != profession_of(k):
                    v -= 3
                if v > top and useful[p] > 0 and not (r.before[space] != NOWHERE and open >> r.before[space] & 1):
                    top, best_space, best_kind = v, space, k
        if best_space < 0:
            break
        have[best_kind] -= 1
        on[best_space] = 1 + best_kind
        planned |= bit(best_space)
        open &= ~bit(best_space)
        over -= 1
    return planned


cdef void arrange_place(const Rules* r, const Seat* s, uint8_t* on, uint64_t spaces) noexcept nogil:
    """Of two that can change places in one place the lower kind first: on spaces alike that is what plans offer."""
    cdef const uint64_t* fits = r.fits[variant(s)]
    cdef uint64_t later
    cdef int a, b
    cdef uint8_t moved
    while spaces:
        a = first_bit(spaces)
        spaces &= spaces - 1
        later = spaces
        while later:
            b = first_bit(later)
            later &= later - 1
            if on[a] > on[b] and fits[profession_of(on[a] - 1)] >> b & 1 and fits[profession_of(on[b] - 1)] >> a & 1:
                moved = on[a]
                on[a] = on[b]
                on[b] = moved
