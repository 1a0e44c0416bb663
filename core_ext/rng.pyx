"""Streams and keys as Python sees them; the arithmetic is inline in rng.pxd."""


def stream_numbers(seed: int, number: int, count: int) -> list:
    """The first `count` 64-bit draws of stream (seed, number), for tests of the generator."""
    cdef Stream s = stream(<uint64_t>seed, <uint64_t>number)
    return [draw64(&s) for _ in range(count)]


def keyed_number(seed: int, block: int, purpose: int, who: int, ordinal: int) -> int:
    """The 64 bits of one named draw, for tests of the keys."""
    cdef Keys k
    k.seed, k.block, k.rotation, k.seats = seed, block, 0, 1
    return keyed(&k, purpose, who, ordinal)
