"""Odds of fights (R4.3G.1, R4.3G.2): the fractions of odds.py against all faces of all dice."""
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from .odds import attack_odds, defence_odds

ATTACK_HITS = (0, 0, 0, 1, 1, 2, 2)             # by the result of a die from 0 to 6
TERRAIN_SHIFT = {"city": -1, "mountain": -1, "meadow": 1, "field": 1, "forest": 0, "desert": 0}
FACES = range(1, 7)


def counted(rolls, hits):
    """What fraction of these rolls makes so many hits."""
    counts = Counter(hits(roll) for roll in rolls)
    return {n: Fraction(count, counts.total()) for n, count in counts.items()}


@pytest.mark.parametrize("terrain", TERRAIN_SHIFT)
@pytest.mark.parametrize("dice", [1, 2, 4])
def test_r4_3g_1_hits_of_the_attacker_by_terrain(terrain, dice):
    def hits(roll):
        return min(3, sum(ATTACK_HITS[min(6, max(0, face + TERRAIN_SHIFT[terrain]))] for face in roll))

    assert attack_odds(dice, terrain, 3) == counted(product(FACES, repeat=dice), hits)


@pytest.mark.parametrize("attackers", [1, 2, 5])
@pytest.mark.parametrize("removed", [0, 1, 3])
def test_r4_3g_2_hits_of_the_defence(removed, attackers):
    def hits(roll):
        return min(attackers, sum(face > 2 for face in roll))

    assert defence_odds(removed, attackers) == counted(product(FACES, repeat=removed), hits)


def test_r4_3g_7_a_shield_takes_a_hit_off_before_the_surplus_lapses():
    assert attack_odds(2, "forest", 2, shield=True) == {
        n: sum((odds for m, odds in attack_odds(2, "forest", 4).items() if min(2, max(0, m - 1)) == n), Fraction(0))
        for n in range(3)}


def test_r4_3g_7_more_dice_and_mountains_like_meadows():
    assert attack_odds(2, "mountain", 9, die=True) == attack_odds(3, "city", 9)
    assert attack_odds(2, "mountain", 9, as_meadow=True) == attack_odds(2, "meadow", 9)
    assert attack_odds(2, "city", 9, as_meadow=True) == attack_odds(2, "city", 9)
    assert defence_odds(2, 9, die=True) == defence_odds(3, 9)
    assert defence_odds(0, 9, die=True) == {0: 1}


def test_v27_three_attackers_on_a_meadow_against_two():
    assert attack_odds(3, "meadow", 2) == {0: Fraction(1, 216), 1: Fraction(1, 36), 2: Fraction(209, 216)}
    assert defence_odds(2, 3) == {0: Fraction(1, 9), 1: Fraction(4, 9), 2: Fraction(4, 9)}
