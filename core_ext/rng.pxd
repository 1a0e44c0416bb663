"""Random numbers of two kinds, never mixed: streams for searches, keys for games that are played."""
from libc.stdint cimport int64_t, uint32_t, uint64_t


cdef struct Stream:             # one playout's generator (splitmix64)
    uint64_t state


cdef struct Keys:               # whose luck a played game has; a draw is a function of these and its own name
    uint64_t seed               # of the run
    uint64_t block              # games of one block see the same luck
    int rotation                # seat s has the luck of logical player (s - rotation) mod seats
    int seats


cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    """The finaliser of splitmix64 (Steele, Lea & Flood, 2014): a bijection that scatters every bit."""
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline Stream stream(uint64_t seed, uint64_t number) noexcept nogil:
    """Stream `number` of `seed`: playout k draws from stream (seed, k), whatever thread runs it."""
    cdef Stream s
    s.state = mix(seed + <uint64_t>0x9E3779B97F4A7C15 * (mix(number) | 1))
    return s


cdef inline uint64_t draw64(Stream* s) noexcept nogil:
    s.state += <uint64_t>0x9E3779B97F4A7C15
    return mix(s.state)


cdef inline uint32_t below(Stream* s, uint32_t n) noexcept nogil:
    """Uniform on 0 .. n-1 (Lemire, 2019, without the rejection step: bias below n / 2**32). Requires n >= 1."""
    return <uint32_t>(((draw64(s) >> 32) * n) >> 32)


cdef inline double unit(Stream* s) noexcept nogil:
    """Uniform on [0, 1)."""
    return <double>(draw64(s) >> 11) * (1.0 / 9007199254740992.0)


cdef inline uint64_t keyed(const Keys* k, uint64_t purpose, uint64_t who, uint64_t ordinal) noexcept nogil:
    """64 random bits that belong to one named draw: (seed, block, purpose, seat or component, ordinal)."""
    cdef uint64_t h = mix(k.seed + <uint64_t>0x9E3779B97F4A7C15)
    h = mix(h ^ (k.block + <uint64_t>0xD1B54A32D192ED03))
    h = mix(h ^ (purpose * <uint64_t>0x8CB92BA72F3D8DD7 + 1))
    h = mix(h ^ (who * <uint64_t>0xAEF17502108EF2D9 + 1))
    return mix(h ^ (ordinal * <uint64_t>0x9E3779B97F4A7C15 + 1))


cdef inline uint32_t keyed_below(const Keys* k, uint64_t purpose, uint64_t who, uint64_t ordinal,
                                 uint32_t n) noexcept nogil:
    """Uniform on 0 .. n-1 for one named draw. Requires n >= 1."""
    return <uint32_t>(((keyed(k, purpose, who, ordinal) >> 32) * n) >> 32)


cdef inline int logical(const Keys* k, int seat) noexcept nogil:
    """The logical player whose luck `seat` has in this game of its block."""
    return (seat - k.rotation + k.seats) % k.seats
