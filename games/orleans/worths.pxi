# The numbers of the heuristics. Included by state.pyx.

# The named ones were found by greedy seats with altered numbers that played those without, 600 games a step.

# points a round, for the rest of the game
cdef float W_CREW = 0.63, W_SAME = 0.53     # one more follower: WANTED x W_CREW / (W_SAME + those of its profession)
cdef float W_MONK = 0.11                    # a monk instead
cdef float W_SHORT = 0.013                  # any follower, while there are hardly more than are drawn
cdef float W_FULL = 0.065                   # each follower too many
cdef float W_DRAW = 1.2                     # a draw more
cdef float W_DRAW_SHORT = 0.25              # the same while there is hardly anybody to draw
cdef float W_TECHNOLOGY = 0.1, W_TILE = 0.85
cdef float W_CENSUS = 0.021                 # a step on the farmer track
cdef float STEP_AHEAD = 0.83                # stations and citizens to come
# shares
cdef float W_FOOD = 0.46                    # of the fine for a missing unit: food that is needed
cdef float W_STEP = 0.55                    # of its part of the next status: a development step
cdef float W_STATION = 2.0, W_BOATMAN = 0.087
cdef float TOWN_READY = 2.5                 # of a station: to reach a free town with a complete Guildhall
cdef float TOWN_AHEAD = 0.15                # the same without
cdef float GUILD_AHEAD = 0.36               # of a station: the Guildhall while the merchant's town is taken
# points
cdef float W_BATH = 0.86
cdef float PLACE_LEAST = 0.56               # a place worth less is not planned for
cdef float SEND_LEAST = 0.22                # nor a deed
# followers
cdef float PLACE_BASE = 0.13                # that a place counts as costing beside those it needs

# weights of puts: the plan sketched, another place, any other
cdef float PLANNED = 1.0, ASIDE = 0.04, UNPLANNED = 0.001

# how often a profession is asked for
cdef float* WANTED = [1.2, 1.0, 1.0, 1.0, 1.0, 0.9, 2.0]
# how useful a place is in the long run: where technology and waiting followers go
cdef float* PLACE_USE = [2.0, 2.0, 2.2, 2.6, 1.8, 2.0, 2.2, 2.6, 2.4, 0.0,
                         0.5, 0.8, 1.2, 1.5, 2.0, 0.5, 0.5, 0.0, 0.5, 1.2, 2.2, 1.6,
                         1.2, 1.2, 0.0, 0.5, 1.8, 1.0, 1.5, 0.0]
cdef float* TILE_WORTH = [2.5, 2.8, 3.4, 3.6, 4.0, 3.0, 1.5, 4.0, 2.5, 3.6, 5.0, 4.0,
                          3.6, 3.0, 5.0, 3.5, 4.0, 4.5, 3.5, 3.5]
# in which order followers stand in for others: own ones first, monks last
cdef int* STAND_INS = [8, 7, 9, 10, 1, 0, 2, 3, 5, 4, 6]
