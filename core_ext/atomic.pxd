"""Loads, stores and sums that threads may do at once without a lock. On one thread the loads and stores cost nothing."""
from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #define ludosoph_load32(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
    #define ludosoph_load64(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
    #define ludosoph_store32(p, x) __atomic_store_n((p), (x), __ATOMIC_RELEASE)
    #define ludosoph_store64(p, x) __atomic_store_n((p), (x), __ATOMIC_RELEASE)
    #define ludosoph_sum32(p, x) __atomic_fetch_add((p), (x), __ATOMIC_RELAXED)

    static inline int ludosoph_swap32(uint32_t *p, uint32_t expected, uint32_t wanted) {
        return __atomic_compare_exchange_n(p, &expected, wanted, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    }
    static inline int ludosoph_swap64(uint64_t *p, uint64_t expected, uint64_t wanted) {
        return __atomic_compare_exchange_n(p, &expected, wanted, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    }
    static inline double ludosoph_load_double(const double *p) {
        double x;
        __atomic_load(p, &x, __ATOMIC_RELAXED);
        return x;
    }
    static inline void ludosoph_sum_double(double *p, double x) {
        double seen = ludosoph_load_double(p), wanted;
        do {
            wanted = seen + x;
        } while (!__atomic_compare_exchange(p, &seen, &wanted, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    }
    """
    uint32_t load32 "ludosoph_load32"(const uint32_t* p) noexcept nogil
    uint64_t load64 "ludosoph_load64"(const uint64_t* p) noexcept nogil
    void store32 "ludosoph_store32"(uint32_t* p, uint32_t x) noexcept nogil
    void store64 "ludosoph_store64"(uint64_t* p, uint64_t x) noexcept nogil
    uint32_t sum32 "ludosoph_sum32"(uint32_t* p, uint32_t x) noexcept nogil             # returns what was there
    bint swap32 "ludosoph_swap32"(uint32_t* p, uint32_t expected, uint32_t wanted) noexcept nogil
    bint swap64 "ludosoph_swap64"(uint64_t* p, uint64_t expected, uint64_t wanted) noexcept nogil
    double load_double "ludosoph_load_double"(const double* p) noexcept nogil
    void sum_double "ludosoph_sum_double"(double* p, double x) noexcept nogil
