"""What threads of compiled code need of the system: a gate, and a clock."""
from libc.stdint cimport int64_t

cdef extern from "<pthread.h>" nogil:
    # many may be within together, or one alone (a lock for readers and writers)
    ctypedef struct Gate "pthread_rwlock_t":
        pass
    int make_gate "pthread_rwlock_init"(Gate* gate, const void* attributes)
    int unmake_gate "pthread_rwlock_destroy"(Gate* gate)
    int enter_together "pthread_rwlock_rdlock"(Gate* gate)
    int enter_alone "pthread_rwlock_wrlock"(Gate* gate)
    int go_out "pthread_rwlock_unlock"(Gate* gate)

cdef extern from * nogil:
    """
    #include <stdint.h>
    #include <time.h>

    static inline int64_t ludosoph_nanoseconds(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    }
    """
    int64_t nanoseconds "ludosoph_nanoseconds"() noexcept          # on the clock of time.perf_counter
