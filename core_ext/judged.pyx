"""What a net sees of a position: what the game declares, or else the bits and small values of the position."""
from core_ext.bits cimport first_bit
from core_ext.state cimport State
from core_ext.types cimport MAX_SEATS, TERMINAL

cdef extern from "Python.h" nogil:
    bint PyObject_TypeCheck(void* thing, void* kind)

# Inputs by default: who is to act, then for each byte of the position its bits and whether it is a certain small value.
cdef enum:
    SMALL = 16
    BYTE_INPUTS = 8 + SMALL


cdef class JudgedState(State):
    """A position of a game that declares what a net sees of it."""

    cdef int inputs_of_net(self, int* which, float* values) noexcept nogil:
        return inputs_of_bytes(self, which, values)

    cdef int seat_of_net(self) noexcept nogil:
        return 0

    cdef bint ready_for_net(self) noexcept nogil:
        return self.current_player() != TERMINAL

    cdef bint plays_on_for_net(self) noexcept nogil:
        return False

    cdef bint utilities_by_net(self, const double* shares, const double* points, double* utilities) noexcept nogil:
        return False


cdef void* judged_kind = <void*>JudgedState


cdef inline bint declares(State s) noexcept nogil:
    """Whether the game says what a net sees. Asked without the interpreter, whose types never change."""
    return PyObject_TypeCheck(<void*>s, judged_kind)


cdef int inputs_of_bytes(State s, int* which, float* values) noexcept nogil:
    cdef const unsigned char* at = <const unsigned char*>s.memory
    cdef int n = 0, i, bits, first, who = s.current_player()
    cdef int size = <int>s.size
    if who >= 0:
        which[n] = who
        n += 1
    for i in range(size):
        if not at[i]:
            continue
        if n > MAX_ACTIVE - 9:
            break
        bits, first = at[i], MAX_SEATS + i * BYTE_INPUTS
        if bits <= SMALL:
            which[n] = first + 7 + bits
            n += 1
        while bits:
            which[n] = first + first_bit(bits)
            n += 1
            bits &= bits - 1
    for i in range(n):
        values[i] = 1
    return n


cdef int net_inputs(State s, int* which, float* values) noexcept nogil:
    return (<JudgedState>s).inputs_of_net(which, values) if declares(s) else inputs_of_bytes(s, which, values)


cdef int net_seat(State s) noexcept nogil:
    return (<JudgedState>s).seat_of_net() if declares(s) else 0


cdef bint net_ready(State s) noexcept nogil:
    return (<JudgedState>s).ready_for_net() if declares(s) else s.current_player() != TERMINAL


cdef bint net_plays_on(State s) noexcept nogil:
    return declares(s) and (<JudgedState>s).plays_on_for_net()


cdef bint net_utilities(State s, const double* shares, const double* points, double* utilities) noexcept nogil:
    return declares(s) and (<JudgedState>s).utilities_by_net(shares, points, utilities)


# ---- what Python sees --------------------------------------------------------------------------------

def inputs(state: State) -> dict:
    """The inputs of a net that are not 0 in a position: their values by number."""
    cdef int which[MAX_ACTIVE]
    cdef float values[MAX_ACTIVE]
    cdef int n = net_inputs(state, which, values)
    state.reraise()
    return {which[i]: values[i] for i in range(n)}


def seat_in_view(state: State) -> int:
    """Whose view the inputs of a net take."""
    return net_seat(state)


def plays_on(state: State) -> bool:
    """Whether the heuristics play on to where a net judges, instead of a look at all ends of a turn."""
    return net_plays_on(state)


def is_ready(state: State) -> bool:
    """Whether a net judges this position as it stands."""
    found = net_ready(state)
    state.reraise()
    return found
