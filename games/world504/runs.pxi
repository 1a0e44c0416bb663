# Phase 3D, runs (rules R2.3D.1, R6.3D.1). Included by state.pyx.
#
# A resident that runs free goes at once to any tile in reach. After somebody has tired it may do so once: a tile where
# a run has ended sends nobody on until then. Residents of an owner are alike, and where one can go in two runs it can
# go in one, so every distribution of residents is reached by runs from tiles that lose to tiles that win, and no chain
# of runs is longer than the number of residents.


cdef uint64_t run_reach(const Position* at, const Rules* r, const Owner* o, int source) noexcept nogil:
    """The tiles where an active resident can come without tiring, without the one it starts from."""
    cdef uint64_t room = tiles_with_room(r, o), passes = own_tiles(o) if r.full_tiles_open else room
    cdef uint64_t seen = bit(source), open = seen, beside
    cdef int t
    while open:
        t = first_bit(open)
        beside = free_neighbours(at, r, o, t) & passes & ~seen
        seen |= beside
        open = (open & (open - 1)) | beside
    return seen & room & ~bit(source)


cdef uint64_t find_runners(const Position* at, const Rules* r, const Owner* o, const Acts* can) noexcept nogil:
    """Tiles from which run_reach has any tile: most often one next to it shows it."""
    cdef uint64_t tiles = o.up & ~at.turn.ran, rest = o.down if r.hurry else 0, found = 0
    cdef int t
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        if (at.beside[t] & rest | can.roads[t]) & can.room or r.full_tiles_open and run_reach(at, r, o, t):
            found |= bit(t)
    return found


cdef int list_stops(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return list_bits(out, 0, run_reach(at, r, &at.owner[at.actor], at.turn.source), A_STOP)
