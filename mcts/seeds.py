"""Seeds from seeds: the numbers of numpy.random.SeedSequence, without numpy.random.

To load numpy.random takes a fifth of what loading numpy takes, and a search needs nothing of it but a number a thread.
The method is M. E. O'Neill's ("Developing a seed_seq Alternative", 2015); tests hold it against numpy's own.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any

Array = Any                     # a numpy array of uint64; numpy itself is not loaded for it
Word = Any                      # a word, or an array with a word for each number

WORD = 0xFFFF_FFFF              # words have 32 bits
POOL = 4                        # words of entropy that are kept
HASH_IN = 0x43B0_D7E5, 0x931E_8875          # first multiplier of words that come in, and what multiplies it each time
HASH_OUT = 0x8B51_F9DD, 0x58F3_8DED         # the same of words that go out
MIX = 0xCA01_F9DD, 0x4973_F715              # multipliers of two words that become one


def derived(entropy: int | Sequence[int], *child: int) -> int:
    """The first 64 bits that numpy's SeedSequence(entropy, spawn_key=child) generates. Numbers are 0 or more."""
    given = [entropy] if isinstance(entropy, int) else entropy
    taken, key = _words(given), _words(child)
    if key:
        taken += [0] * (POOL - len(taken))
    low, high = islice(_hashes(cycle(_pool([*taken, *key])), *HASH_OUT), 2)
    return high << 32 | low


def derived_for_each(before: Sequence[int], numbers: Array, after: Sequence[int]) -> Array:
    """`derived((*before, number, *after))` of each of these numbers, which are below 2 ** 32, in one go.

    Of numpy's whole numbers without a sign all is computed as of Python's: products of two words fit into 64 bits.
    """
    words: list[Array] = [*_words(before), numbers, *_words(after)]
    low, high = islice(_hashes(cycle(_pool(words)), *HASH_OUT), 2)
    return high << 32 | low


def _words(numbers: Sequence[int]) -> list[int]:
    """Numbers as words, the lowest of each first; 0 is one word."""
    return [number >> at & WORD for number in numbers for at in range(0, max(1, number.bit_length()), 32)]


def _hashes(words: Iterator[Word], multiplier: int, more: int) -> Iterator[Word]:
    """Each word hashed, by a multiplier that changes from word to word."""
    for word in words:
        mixed = word ^ multiplier
        multiplier = multiplier * more & WORD
        mixed = mixed * multiplier & WORD
        yield mixed ^ mixed >> 16


def _mixed(one: Word, two: Word) -> Word:
    word: Word = one * MIX[0] - two * MIX[1] & WORD
    return word ^ word >> 16


def _pool(words: list[Word]) -> list[Word]:
    """All words hashed into POOL of them, so that each depends on every one."""
    first, rest = (words + [0] * POOL)[:POOL], words[POOL:]
    pool: list[Word] = []

    def coming() -> Iterator[Word]:
        """The words in the order in which they are hashed; those of the pool as they are by then."""
        yield from first
        for at in range(POOL):
            for _ in range(POOL - 1):
                yield pool[at]
        for word in rest:
            yield from [word] * POOL

    hashed = _hashes(coming(), *HASH_IN)
    pool += islice(hashed, POOL)
    for at in range(POOL):
        for other in range(POOL):
            if other != at:
                pool[other] = _mixed(pool[other], next(hashed))
    for _ in rest:
        for other in range(POOL):
            pool[other] = _mixed(pool[other], next(hashed))
    return pool
