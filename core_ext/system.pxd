"""What threads of compiled code need of the system: a gate, and a clock."""
from libc.stdint cimport int64_t

cdef extern from * nogil:
    """
    #include <stdint.h>

    #ifdef _WIN32
    #ifndef WIN32_LEAN_AND_MEAN
    #define WIN32_LEAN_AND_MEAN
    #endif
    #ifndef NOMINMAX
    #define NOMINMAX
    #endif
    #include <windows.h>

    // the lock of Windows has two ways out; who is within says which: `alone` is written only by one that is alone
    typedef struct { SRWLOCK lock; int alone; } ludosoph_gate;

    static inline int ludosoph_make_gate(ludosoph_gate *gate, const void *attributes) {
        (void)attributes;
        InitializeSRWLock(&gate->lock);
        gate->alone = 0;
        return 0;
    }

    static inline int ludosoph_unmake_gate(ludosoph_gate *gate) {
        (void)gate;
        return 0;
    }

    static inline int ludosoph_enter_together(ludosoph_gate *gate) {
        AcquireSRWLockShared(&gate->lock);
        return 0;
    }

    static inline int ludosoph_enter_alone(ludosoph_gate *gate) {
        AcquireSRWLockExclusive(&gate->lock);
        gate->alone = 1;
        return 0;
    }

    static inline int ludosoph_go_out(ludosoph_gate *gate) {
        if (!gate->alone) {
            ReleaseSRWLockShared(&gate->lock);
            return 0;
        }
        gate->alone = 0;
        ReleaseSRWLockExclusive(&gate->lock);
        return 0;
    }

    static inline int64_t ludosoph_nanoseconds(void) {
        LARGE_INTEGER now, second;
        QueryPerformanceCounter(&now);
        QueryPerformanceFrequency(&second);
        return now.QuadPart / second.QuadPart * 1000000000
            + now.QuadPart % second.QuadPart * 1000000000 / second.QuadPart;
    }
    #else
    #include <pthread.h>
    #include <time.h>

    typedef pthread_rwlock_t ludosoph_gate;
    #define ludosoph_make_gate pthread_rwlock_init
    #define ludosoph_unmake_gate pthread_rwlock_destroy
    #define ludosoph_enter_together pthread_rwlock_rdlock
    #define ludosoph_enter_alone pthread_rwlock_wrlock
    #define ludosoph_go_out pthread_rwlock_unlock

    static inline int64_t ludosoph_nanoseconds(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    }
    #endif
    """
    # many may be within together, or one alone (a lock for readers and writers)
    ctypedef struct Gate "ludosoph_gate":
        pass
    int make_gate "ludosoph_make_gate"(Gate* gate, const void* attributes)
    int unmake_gate "ludosoph_unmake_gate"(Gate* gate)
    int enter_together "ludosoph_enter_together"(Gate* gate)
    int enter_alone "ludosoph_enter_alone"(Gate* gate)
    int go_out "ludosoph_go_out"(Gate* gate)
    int64_t nanoseconds "ludosoph_nanoseconds"() noexcept          # on the clock of time.perf_counter
