"""Words every floor shares: actions, seats, and the two answers that are not a seat."""
from libc.stdint cimport int32_t

cdef extern from "<stdint.h>" nogil:
    # bytes as in C; but arrays of those of libc.stdint become byte strings in Python, arrays of these lists of numbers
    ctypedef short int8_t
    ctypedef unsigned short uint8_t

ctypedef int32_t action_t       # a seat's action, or at a chance node an outcome; 0 <= action < 2**26

cdef enum:
    CHANCE = -1                 # current_player(): nature draws
    TERMINAL = -2               # current_player(): the game is over
    MAX_SEATS = 6
    MAX_ACTIONS = 1024          # room for one list of legal actions, in any game
    MAX_FEATURES = 192          # room for the inputs of a value function
