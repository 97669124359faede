"""Python's cyclic garbage collector, which runs rarely while a command solves.

A solution tree has no cycles, but collections walk it again and again: with the usual thresholds they take a twentieth
of the time of a problem with many keys, or more. The thresholds are those of the process, so only commands change them,
not the library.
"""
from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["rare_collections"]

THRESHOLDS = (50_000, 20, 50)
"""As of gc.set_threshold: new objects between two collections of the youngest, and how many of these the older wait."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """A block with rare collections."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
