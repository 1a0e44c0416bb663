"""Pig in numbers. Source: J. Scarne, "Scarne on Dice" (1945). Data, no logic."""

GOAL = 100              # points banked that win
FACES = 6               # of the die; it shows 1 to FACES
BUST = 1                # this face empties the pot and passes the turn

# Not of the rules: a game could go on for ever, so this many choices end it undecided. Two sensible players need
# some 85, and two that choose at random some 120.
CAP = 1000
