"""Seeds from seeds are those that numpy.random.SeedSequence gives."""
import random

import numpy as np

from mcts.seeds import derived, derived_for_each


def first(sequence: np.random.SeedSequence) -> int:
    return int(sequence.generate_state(1, np.uint64)[0])


def test_children_of_a_seed_are_those_of_numpy():
    rng = random.Random(1)
    for seed in (0, 1, 2**32 - 1, 2**32, 2**64 - 1, 2**130 + 7, 2**200, *(rng.getrandbits(63) for _ in range(50))):
        assert [derived(seed, child) for child in range(5)] == [first(s) for s in np.random.SeedSequence(seed).spawn(5)]


def test_seeds_of_several_numbers_are_those_of_numpy():
    rng = random.Random(2)
    for count in range(1, 9):
        numbers = [rng.getrandbits(rng.choice((1, 20, 40, 63))) for _ in range(count)]
        assert derived(numbers) == first(np.random.SeedSequence(numbers))
        assert derived(numbers, 3) == first(np.random.SeedSequence(numbers, spawn_key=(3,)))


def test_seeds_of_many_numbers_at_once_are_those_of_each():
    rng = random.Random(3)
    numbers = np.array([0, 1, 2**32 - 1, *(rng.getrandbits(32) for _ in range(50))], dtype=np.uint64)
    kept = numbers.copy()
    for before, after in (((), ()), ((5,), (2**63 - 1,)), ((1, 2**40, 3, 4), (0, 7)), ((9, 8, 7, 6, 5), ())):
        together = derived_for_each(before, numbers, after)
        assert [int(x) for x in together] == [derived((*before, int(number), *after)) for number in numbers]
    assert (numbers == kept).all()
