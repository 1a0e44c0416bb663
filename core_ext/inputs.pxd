"""Writing down what a net sees of a position: numbers of inputs and their values, one after the other."""

cdef struct Inputs:             # those that are not 0
    int* which
    float* values
    int n


cdef inline void put(Inputs* to, int number, float value) noexcept nogil:
    to.which[to.n], to.values[to.n] = number, value
    to.n += 1


cdef inline void put_any(Inputs* to, int number, float value) noexcept nogil:
    """The same of a value that may be 0, which is left out."""
    if value != 0:
        put(to, number, value)


cdef inline void thermometer(Inputs* to, int first, int reached, int most) noexcept nogil:
    """The first `reached` of `most` inputs in a row."""
    cdef int i
    for i in range(reached if reached < most else most):
        put(to, first + i, 1)
