"""Reading and changing a counter that threads share, without a lock."""
from libc.stdint cimport uint32_t

cdef extern from *:
    """
    #include <stdint.h>
    #define ludosoph_load32(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)

    static inline int ludosoph_swap32(uint32_t *p, uint32_t expected, uint32_t wanted) {
        return __atomic_compare_exchange_n(p, &expected, wanted, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    }
    """
    uint32_t load32 "ludosoph_load32"(const uint32_t* p) noexcept nogil
    bint swap32 "ludosoph_swap32"(uint32_t* p, uint32_t expected, uint32_t wanted) noexcept nogil   # True: it was as expected
