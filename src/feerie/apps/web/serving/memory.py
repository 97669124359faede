"""Memory of a long-running server: freed memory is reused by all threads, and returned to the system.

glibc keeps separate memory for the threads ("arenas") and returns it late; see `man mallopt`, `man malloc_trim`. With
any other C library, nothing is done.
"""
from __future__ import annotations

import ctypes
import sys

__all__ = ["limit_arenas", "trim"]

_M_ARENA_MAX = -8
_ARENAS = 2
"""Python's global lock lets only one thread allocate at a time, except for those of the engine."""
_C = ctypes.CDLL(None) if sys.platform == "linux" else None


def limit_arenas() -> None:
    """Let the threads of this process share memory from now on."""
    if set_option := getattr(_C, "mallopt", None):
        set_option(_M_ARENA_MAX, _ARENAS)


def trim() -> None:
    """Return freed memory to the system."""
    if trim := getattr(_C, "malloc_trim", None):
        trim(0)
