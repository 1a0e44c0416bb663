"""Numbers that threads share, read and changed without a lock.

`glance` and `note` order nothing: what they see or write may be a moment old. The others are seen in one order by all
threads. On processors of today a glance costs what any reading costs.
"""
from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>

    #if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    #error "pairs of numbers are read and changed as one: the first of them has to be the lower half"
    #endif
    typedef uint64_t __attribute__((may_alias)) ludosoph_word;

    #define ludosoph_load32(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
    #define ludosoph_store32(p, x) __atomic_store_n((p), (x), __ATOMIC_SEQ_CST)
    #define ludosoph_glance32(p) __atomic_load_n((p), __ATOMIC_RELAXED)
    #define ludosoph_note32(p, x) __atomic_store_n((p), (x), __ATOMIC_RELAXED)
    #define ludosoph_add32(p, x) __atomic_fetch_add((p), (x), __ATOMIC_SEQ_CST)
    #define ludosoph_load_pair(p) __atomic_load_n((const ludosoph_word *)(p), __ATOMIC_ACQUIRE)
    #define ludosoph_store_pair(p, x) __atomic_store_n((ludosoph_word *)(p), (x), __ATOMIC_SEQ_CST)
    #define ludosoph_swap_pair(p, expected, wanted) ludosoph_swap64((ludosoph_word *)(p), (expected), (wanted))
    #define ludosoph_add_pair(p, x) __atomic_fetch_add((ludosoph_word *)(p), (x), __ATOMIC_SEQ_CST)
    #define ludosoph_take_pair(p) __atomic_exchange_n((ludosoph_word *)(p), 0, __ATOMIC_SEQ_CST)

    static inline int ludosoph_swap32(uint32_t *p, uint32_t expected, uint32_t wanted) {
        return __atomic_compare_exchange_n(p, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }

    static inline int ludosoph_swap64(ludosoph_word *p, uint64_t expected, uint64_t wanted) {
        return __atomic_compare_exchange_n(p, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }

    static inline double ludosoph_glance_double(const double *p) {
        double x;
        __atomic_load(p, &x, __ATOMIC_RELAXED);
        return x;
    }

    static inline void ludosoph_add_double(double *p, double x) {
        double before = ludosoph_glance_double(p), after;
        do after = before + x;
        while (!__atomic_compare_exchange(p, &before, &after, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    }

    static inline double ludosoph_take_double(double *p) {
        double none = 0, x;
        __atomic_exchange(p, &none, &x, __ATOMIC_SEQ_CST);
        return x;
    }
    """
    uint32_t load32 "ludosoph_load32"(const uint32_t* p) noexcept nogil
    void store32 "ludosoph_store32"(uint32_t* p, uint32_t x) noexcept nogil
    uint32_t glance32 "ludosoph_glance32"(const uint32_t* p) noexcept nogil
    void note32 "ludosoph_note32"(uint32_t* p, uint32_t x) noexcept nogil
    uint32_t add32 "ludosoph_add32"(uint32_t* p, uint32_t x) noexcept nogil     # what it was before, as the next ones do
    bint swap32 "ludosoph_swap32"(uint32_t* p, uint32_t expected, uint32_t wanted) noexcept nogil   # True: it was as expected
    bint swap64 "ludosoph_swap64"(uint64_t* p, uint64_t expected, uint64_t wanted) noexcept nogil
    uint64_t load64 "ludosoph_load32"(const uint64_t* p) noexcept nogil

    # two 32-bit numbers that lie side by side, on a multiple of 8 bytes, as one number of which the first is the lower half
    uint64_t load_pair "ludosoph_load_pair"(const uint32_t* first) noexcept nogil
    void store_pair "ludosoph_store_pair"(uint32_t* first, uint64_t x) noexcept nogil
    bint swap_pair "ludosoph_swap_pair"(uint32_t* first, uint64_t expected, uint64_t wanted) noexcept nogil
    uint64_t add_pair "ludosoph_add_pair"(uint32_t* first, uint64_t x) noexcept nogil
    uint64_t take_pair "ludosoph_take_pair"(uint32_t* first) noexcept nogil     # and leave 0

    double glance_double "ludosoph_glance_double"(const double* p) noexcept nogil
    void add_double "ludosoph_add_double"(double* p, double x) noexcept nogil
    double take_double "ludosoph_take_double"(double* p) noexcept nogil         # and leave 0
