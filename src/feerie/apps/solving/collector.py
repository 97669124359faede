"""Python's cyclic garbage collector, which runs rarely while a command solves.

A solution tree has no cycles, but collections walk it again and again: with the usual thresholds they take a twentieth
of the time of a problem with many keys, or more. The thresholds belong to the process, so only commands change them,
never the library.
"""
from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["rare_collections"]

THRESHOLDS = (50_000, 20, 50)
"""As in gc.set_threshold: new objects between two youngest collections, and how many of these per older collection."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """A block in which collections are rare."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
