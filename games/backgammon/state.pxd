"""Backgammon: one position in one plain struct."""
from libc.stdint cimport int8_t, uint8_t, uint32_t
from core_ext.state cimport State

cdef enum:
    OFF = 0                     # place of checkers borne off
    BAR = 25                    # place of checkers on the bar
    PLACES = 26                 # off, points 1-24, bar
    HIT = 64                    # flag in Position.played

cdef enum Stage:
    # chance nodes
    OPENING                     # one die each; outcome: 6 * (die of seat 0 - 1) + (die of seat 1 - 1), never equal
    ROLL                        # `seat` rolls; outcome: 6 * (larger - 1) + (smaller - 1)
    # decisions of `seat`
    PLAY                        # one checker move; action: 32 * face + place it leaves
    OVER                        # `seat` has won

# Places are a seat's own: it moves from 24 down to 1, and its point p is the other seat's 25 - p. Masks have bit p for
# place p. `made` and `single` are kept in the numbers of the OTHER seat, who asks whether it may land there.
cdef struct Position:
    uint32_t own[2]             # places 1-25 with a checker of the seat, in its own numbers
    uint32_t made[2]            # points with two or more of its checkers, in the other seat's numbers
    uint32_t single[2]          # points with exactly one, in the other seat's numbers
    uint32_t moves[2]           # PLAY: places that a checker may leave by dice[0], by dice[1]
    uint32_t turns[2]           # turns begun by each seat: the ordinal of its next roll
    int8_t count[2][PLACES]     # checkers of each seat by place
    uint8_t dice[2]             # PLAY: the faces rolled, larger first; else 0
    uint8_t stage
    uint8_t seat                # who rolls or plays; OVER: the winner
    uint8_t left                # PLAY: checker moves still to be made this turn
    uint8_t done                # PLAY: checker moves made
    uint8_t played[4]           # PLAY: those moves: place left, + 32 if by dice[1], + 64 if it hit
    uint8_t unused[2]           # always 0, so that no byte of the struct is padding
