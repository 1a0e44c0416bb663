"""Odds of fights in 504, in fractions, from the printed tables (R4.3G.1, R4.3G.2)."""
from fractions import Fraction
from functools import cache

ATTACK = {-1: (3, 2, 1), 0: (2, 2, 2), 1: (1, 2, 3)}    # of six faces: 0, 1, 2 hits, by what is added to the die
DEFENCE = (2, 4)                                        # of six faces: 0, 1 hit
ADDED = {"city": -1, "mountain": -1, "meadow": 1, "field": 1, "forest": 0, "desert": 0}


@cache
def rolled(faces, dice):
    """How likely so many hits are in all: one fraction for each number from 0 on."""
    if dice == 0:
        return (Fraction(1),)
    fewer, odds = rolled(faces, dice - 1), [Fraction(0)] * ((len(faces) - 1) * dice + 1)
    for hits, chance in enumerate(fewer):
        for more, count in enumerate(faces):
            odds[hits + more] += chance * Fraction(count, 6)
    return tuple(odds)


def capped(odds, most):
    """What goes beyond lapses."""
    return {n: sum(odds[n:]) if n == most else odds[n] for n in range(min(most, len(odds) - 1) + 1)}


def attack_odds(attackers, terrain, armies, *, die=False, as_meadow=False, shield=False):
    """Hits on so many armies. III(4): one die more; II(7): a mountain is like a meadow; I(4): a hit less."""
    added = ADDED["meadow" if as_meadow and terrain == "mountain" else terrain]
    odds = rolled(ATTACK[added], attackers + die)
    if shield:
        odds = (sum(odds[:2]), *odds[2:])
    return capped(odds, armies)


def defence_odds(removed, attackers, *, die=False):
    """Hits of the defence after so many losses; without a loss nobody rolls."""
    return capped(rolled(DEFENCE, removed + (die and removed > 0)), attackers)
