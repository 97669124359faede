"""Python's cyclic garbage collector, paused while a solution tree is built.

A tree of nodes has no cycles, but each full collection walks all of it again, in vain.
"""
from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["collector_paused"]


@contextmanager
def collector_paused() -> Iterator[None]:
    """A block without garbage collections; for the whole process, as the collector is.

    Blocks of several threads may overlap: who leaves one that began with the collector on turns it on again, perhaps
    before others leave theirs, and the last such block always does.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
