"""What a finished game is worth to a seat, where a win and the lead in points both count."""
from libc.math cimport tanh


cdef inline double win_and_margin(double win, double margin, double scale, double weight) noexcept nogil:
    """(1 - weight) win + weight (1 + tanh(margin / scale)) / 2: in [0, 1] where the share of the win is."""
    return (1 - weight) * win + weight * 0.5 * (1 + tanh(margin / scale))
