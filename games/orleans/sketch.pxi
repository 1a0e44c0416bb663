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
    cdef Outlook outlook
    cdef Prospects found
    cdef uint8_t have[KINDS]
    cdef uint64_t open = s.free & ~low_bits(at.last if s.fresh & ~s.technology else 0), planned = 0, spaces
    cdef int i, coming = total(s.bag, KINDS)
    look_out(at, r, &outlook)
    memcpy(have, given, KINDS)
    memset(on, 0, SPACES)
    coming += list_prospects(&outlook, open, rng, &found)
    if asides != NULL:
        list_asides(r, s, given, &found, asides)
    for i in range(found.n):
        spaces = r.of_place[found.place[found.order[i]]]
        if fill_place(r, s, have, on, spaces & s.free):
            planned |= spaces & s.free
            coming += popcount(spaces & ~s.technology)
    planned |= plan_sends(&outlook, have, on, open)
    if given == <const uint8_t*>s.market:
        coming = min(coming, r.knight_draws[s.track[KNIGHT]])
        planned |= plan_leftovers(at, r, s, have, on, open & ~planned, coming, found.useful)
    return planned


cdef int list_prospects(const Outlook* o, uint64_t open, Stream* rng, Prospects* found) noexcept nogil:
    """The places that followers could complete, most worth for each follower first; how many stand on complete ones."""
    cdef const Rules* r = o.r
    cdef const Seat* s = o.s
    cdef uint32_t places = (BOARD_PLACES | s.tiles << 10) & ~(<uint32_t>1 << TOWN_HALL | <uint32_t>1 << GUNPOWDER_TOWER)
    cdef uint64_t spaces
    cdef float useful, density
    cdef int p, i, coming = 0, n = 0
    if o.at.stage == BATH_PUT:
        places &= ~(<uint32_t>1 << BATHHOUSE)
    found.useful = 0
    while places:
        p = first_bit(places)
        places &= places - 1
        spaces = r.of_place[p] & s.free
        useful = worth_place(o, p)
        if useful > 0:
            found.useful |= <uint32_t>1 << p
        if useful > 0 and spaces == 0:
            coming += popcount(r.of_place[p] & ~s.technology)
        elif useful > o.w.place_least and not spaces & ~open:
            density = useful / (o.w.place_base + popcount(spaces))
            if rng != NULL:
                density *= expf(o.w.blur * bell(rng))
            if density <= 0:
                continue
            found.place[n], found.density[n] = p, density
            i = n
            while i and found.density[found.order[i - 1]] < density:    # of equals the first place first
                found.order[i] = found.order[i - 1]
                i -= 1
            found.order[i] = n
            n += 1
    found.n = n
    return coming


cdef inline float bell(Stream* rng) noexcept nogil:
    """About normal, with mean 0 and standard deviation 1: the sum of three uniform numbers."""
    cdef uint64_t bits = draw64(rng)
    cdef int sum = <int>(bits & 0xFFFFF) + <int>(bits >> 20 & 0xFFFFF) + <int>(bits >> 40 & 0xFFFFF)
    return <float>sum * <float>(2.0 / (1 << 20)) - 3


cdef void list_asides(const Rules* r, const Seat* s, const uint8_t* given, const Prospects* found,
                      Asides* asides) noexcept nogil:
    """The first put of each place that could be completed by itself, with its share of the highest density."""
    cdef uint8_t have[KINDS]
    cdef uint8_t on[SPACES]
    cdef uint64_t spaces
    cdef int i
    asides.n = 0
    for i in range(found.n):
        spaces = r.of_place[found.place[i]] & s.free
        memcpy(have, given, KINDS)
        if fill_place(r, s, have, on, spaces):
            asides.put[asides.n] = first_put(r, s, on, spaces)
            asides.share[asides.n] = found.density[i] / found.density[found.order[0]]
            asides.n += 1


cdef bint fill_place(const Rules* r, const Seat* s, uint8_t* have, uint8_t* on, uint64_t spaces) noexcept nogil:
    """Find followers for all these spaces: those asked for, then stand-ins, monks last; false if too few."""
    cdef const uint64_t* fits = r.fits[variant(s)]
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
            if left[k] and fits[profession_of(k)] >> space & 1:
                break
        else:
            return False
        left[k] -= 1
        on[space] = 1 + k
    memcpy(have, left, KINDS)
    return True


cdef uint64_t plan_sends(const Outlook* o, uint8_t* have, uint8_t* on, uint64_t open) noexcept nogil:
    """Followers that are better off on deeds go to the Town Hall, then to the Gunpowder Tower."""
    cdef Offers offers
    cdef float worth[PROFESSIONS]
    cdef uint64_t planned = 0, spaces
    cdef int office, space, k, best
    cdef float top
    offers.known = 0
    for k in range(PROFESSIONS):
        worth[k] = worth_best_send(o, &offers, k) if have[k] else 0
    for office in range(2):
        if office == 1 and not has_place(o.s, GUNPOWDER_TOWER):
            break
        spaces = o.r.of_place[OFFICES[office]] & open
        while spaces:
            space = first_bit(spaces)
            spaces &= spaces - 1
            best, top = -1, o.w.send_least
            for k in range(PROFESSIONS):
                if have[k] and worth[k] > top:
                    best, top = k, worth[k]
            if best < 0:
                break
            have[best] -= 1
            on[space] = 1 + best
            planned |= bit(space)
    return planned


cdef uint64_t plan_leftovers(const Position* at, const Rules* r, const Seat* s, uint8_t* have, uint8_t* on,
                             uint64_t open, int coming, uint32_t useful) noexcept nogil:
    """Where the market would be too full for the next draws, followers wait on the places of most use."""
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef const uint64_t* fits = r.fits[variant(s)]
    cdef int over = total(have, KINDS) + coming - market_size(r, s)
    cdef int p, k, space, best_space, best_kind
    cdef uint64_t planned = 0, spaces
    cdef float v, top
    while over > 0:
        top, best_space, best_kind = 0, -1, 0
        for k in range(KINDS):
            if not have[k]:
                continue
            spaces = open & fits[profession_of(k)] & ~r.of_place[TOWN_HALL] & ~r.of_place[SACRISTY]
            while spaces:
                space = first_bit(spaces)
                spaces &= spaces - 1
                p = r.place_of[space]
                v = 1.0 + w.place_use[p] - 0.5 * popcount(r.of_place[p] & s.free)
                if r.want[space] != profession_of(k):
                    v -= 3
                if v > top and useful >> p & 1 and not (r.before[space] != NOWHERE and open >> r.before[space] & 1):
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
