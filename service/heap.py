"""Gives memory that searches no longer need back to the system; only the allocator of GNU libc keeps it by default.

It learns from large blocks that are freed: the arrays of a tree are then cut from one of many heaps, each of a few
threads, and such a heap keeps what it had at its highest. All heaps together grow until each of them has once held the
largest trees, and copies of positions by the thousand, at the same time.
"""
from __future__ import annotations

import ctypes
import sys
from functools import cache

M_MMAP_THRESHOLD = -3       # malloc.h
LARGE = 256 * 2**10         # bytes of a block that comes from the system and goes back there as soon as it is free


@cache
def _libc() -> ctypes.CDLL | None:
    """The C library of this process, where it is GNU's."""
    found = ctypes.CDLL(None) if sys.platform == "linux" else None
    return found if hasattr(found, "mallopt") and hasattr(found, "malloc_trim") else None


def settle() -> None:
    """Large blocks stay large blocks, whatever was freed before."""
    if (libc := _libc()) is not None:
        libc.mallopt(M_MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """Pages of all heaps that nothing lies on go back to the system. It takes milliseconds."""
    if (libc := _libc()) is not None:
        libc.malloc_trim(0)
