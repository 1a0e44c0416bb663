"""Counts by kind - a bag, a supply, a hand - and what chance draws from them."""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy
from core_ext.rng cimport Keys, keyed
from core_ext.types cimport action_t, uint8_t


cdef inline int total(const uint8_t* counts, int kinds) noexcept nogil:
    """How many there are of all kinds. Eight bytes are added as one number, in four lanes that no sum of theirs fills."""
    cdef uint64_t eight
    cdef int i, n = 0
    while kinds >= 8:
        memcpy(&eight, counts, 8)
        eight = (eight & <uint64_t>0x00FF00FF00FF00FF) + (eight >> 8 & <uint64_t>0x00FF00FF00FF00FF)
        n += <int>(eight * <uint64_t>0x0001000100010001 >> 48)
        counts += 8
        kinds -= 8
    for i in range(kinds):
        n += counts[i]
    return n


cdef inline int nth_kind(const uint8_t* counts, int nth) noexcept nogil:
    """The kind of the nth thing, laid out in order of kind. Requires nth < total."""
    cdef int kind = 0
    while nth >= counts[kind]:
        nth -= counts[kind]
        kind += 1
    return kind


cdef inline int list_shares(const uint8_t* counts, int first, int end, action_t* out, double* probs) noexcept nogil:
    """Kinds from `first` to before `end` that one drawn blindly may be of, with their probabilities; returns how many."""
    cdef int kind, n = 0, all = total(counts + first, end - first)
    for kind in range(first, end):
        if counts[kind]:
            out[n], probs[n] = kind, <double>counts[kind] / all
            n += 1
    return n


cdef inline int list_alike(int n, action_t* out, double* probs) noexcept nogil:
    """Outcomes 0 to n - 1, each as likely as the others; returns n."""
    cdef int i
    for i in range(n):
        out[i], probs[i] = i, 1.0 / n
    return n


cdef inline uint64_t ranked_key(const Keys* k, uint64_t purpose, uint64_t who, uint64_t first, int n,
                                int rank) noexcept nogil:
    """Of the keys of draws first, first + 1, ... the one with so many lower ones. Requires rank < n <= 128."""
    cdef uint64_t key[128]
    cdef uint64_t h
    cdef int i, j
    for i in range(n):
        h, j = keyed(k, purpose, who, first + i), i
        while j > 0 and key[j - 1] > h:
            key[j] = key[j - 1]
            j -= 1
        key[j] = h
    return key[rank]


cdef inline int lowest_kind(const Keys* k, uint64_t purpose, uint64_t who, const uint8_t* left, const uint8_t* gone,
                            int n) noexcept nogil:
    """Each component has a key; of a kind the lowest key leaves first; the kind whose waiting key is lowest is next."""
    cdef uint64_t h, low = 0
    cdef int kind, copies, best = -1
    for kind in range(n):
        if left[kind]:
            copies = min(left[kind] + gone[kind], 128)
            h = ranked_key(k, purpose, who, <uint64_t>kind << 8, copies, min(gone[kind], copies - 1))
            if best < 0 or h < low:
                low, best = h, kind
    return best
