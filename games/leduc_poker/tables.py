"""Leduc hold'em in numbers. Source: F. Southey et al., "Bayes' Bluff: Opponent Modelling in Poker" (UAI 2005)."""

RANKS = "JQK"           # low to high
SUITS = 2               # cards of each rank
ANTE = 1                # chips that each seat puts in before the deal
SMALL, BIG = 2, 4       # chips of a raise in the first and in the second round
RAISES = 2              # most raises in a round
