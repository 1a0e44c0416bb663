"""Backgammon in numbers: how the checkers stand at the start. Data, no logic.

Source: the rules of the game as commonly printed; OpenSpiel's `backgammon` sets up the same places.
"""

CHECKERS = 15                   # of each seat

# Checkers on a seat's own points at the start; both seats begin alike. A seat counts its points 24 to 1 in the
# direction in which it moves, so that its point p is the other seat's point 25 - p.
START = {24: 2, 13: 5, 8: 3, 6: 5}
