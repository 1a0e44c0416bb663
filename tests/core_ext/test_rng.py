"""The random streams and keys against slow, plain Python, and what makes them independent."""
from __future__ import annotations

from itertools import product

import pytest

from core_ext.rng import keyed_number, stream_numbers

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
SEEDS = (0, 1, 2, 12345, 2**32, 2**63, MASK)


def mix(z: int) -> int:
    """The finaliser of splitmix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def splitmix64(state: int, count: int) -> list[int]:
    """The first draws of splitmix64 from a state."""
    return [mix(state + GOLDEN * (i + 1) & MASK) for i in range(count)]


def slow_stream(seed: int, number: int, count: int) -> list[int]:
    return splitmix64(mix(seed + GOLDEN * (mix(number) | 1) & MASK), count)


def slow_key(seed: int, block: int, purpose: int, who: int, ordinal: int) -> int:
    h = mix(seed + GOLDEN & MASK)
    h = mix(h ^ (block + 0xD1B54A32D192ED03 & MASK))
    h = mix(h ^ (purpose * 0x8CB92BA72F3D8DD7 + 1 & MASK))
    h = mix(h ^ (who * 0xAEF17502108EF2D9 + 1 & MASK))
    return mix(h ^ (ordinal * GOLDEN + 1 & MASK))


def ones(numbers: list[int]) -> list[float]:
    """Share of ones in each of the 64 bits."""
    return [sum(n >> bit & 1 for n in numbers) / len(numbers) for bit in range(64)]


def test_the_slow_generator_is_splitmix64():
    # published outputs for the state 1234567
    assert splitmix64(1234567, 5) == [6457827717110365317, 3203168211198807973, 9817491932198370423,
                                      4593380528125082431, 16408922859458223821]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("number", (0, 1, 7, 2**40, MASK))
def test_a_stream_is_its_formula(seed, number):
    assert stream_numbers(seed, number, 20) == slow_stream(seed, number, 20)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_keyed_draw_is_its_formula(seed):
    for block, purpose, who, ordinal in product((0, 1, 2**40), (1, 7), (0, 3, 49), (0, 1, 24)):
        assert keyed_number(seed, block, purpose, who, ordinal) == slow_key(seed, block, purpose, who, ordinal)


def test_streams_of_neighbouring_numbers_share_no_draw():
    drawn = [n for seed, number in product((0, 1, 2), range(400)) for n in stream_numbers(seed, number, 20)]
    assert len(set(drawn)) == len(drawn)


def test_each_bit_is_as_often_one():
    within = stream_numbers(5, 0, 20_000)
    across = [stream_numbers(5, number, 1)[0] for number in range(20_000)]
    keyed = [keyed_number(5, block, 6, 1, 3) for block in range(20_000)]
    for numbers in (within, across, keyed):
        assert max(abs(share - 0.5) for share in ones(numbers)) < 0.018      # five standard errors


def test_streams_and_keys_are_not_correlated_with_their_neighbours():
    firsts = [stream_numbers(9, number, 1)[0] for number in range(20_001)]
    blocks = [keyed_number(9, block, 6, 0, 0) for block in range(20_001)]
    ordinals = [keyed_number(9, 0, 6, 0, ordinal) for ordinal in range(20_001)]
    for numbers in (firsts, blocks, ordinals):
        both = [a ^ b for a, b in zip(numbers, numbers[1:], strict=False)]
        assert max(abs(share - 0.5) for share in ones(both)) < 0.018


def test_draws_with_different_names_are_different_draws():
    names = list(product(range(3), range(4), range(1, 8), range(5), range(20)))
    drawn = {keyed_number(*name) for name in names}
    assert len(drawn) == len(names)


def test_a_named_draw_does_not_depend_on_what_was_drawn_before():
    alone = keyed_number(3, 2, 6, 1, 9)
    for ordinal in range(9):
        keyed_number(3, 2, 6, 1, ordinal)
    assert keyed_number(3, 2, 6, 1, 9) == alone
