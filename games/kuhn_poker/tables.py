"""Kuhn poker in numbers. Source: H. W. Kuhn, "A simplified two-person poker" (1950). Data, no logic."""

RANKS = "89TJQK"        # low to high; a game of n seats has the n + 1 highest, one card each
ANTE = 1                # chips that each seat puts in before the deal
BET = 1                 # chips of the one bet there is
