"""The memory of a server that runs for long: freed memory is used again by all threads, and given back to the system.

glibc keeps memory apart for each thread ("arenas") and gives it back late; see `man mallopt`, `man malloc_trim`. Where
the C library is another one, nothing is done.
"""
from __future__ import annotations

import ctypes
import sys

__all__ = ["limit_arenas", "trim"]

_M_ARENA_MAX = -8
_ARENAS = 2
"""Python's global lock lets one thread allocate at a time, but those of the engine."""
_C = ctypes.CDLL(None) if sys.platform == "linux" else None


def limit_arenas() -> None:
    """Let the threads of this process have memory in common from now on."""
    if set_option := getattr(_C, "mallopt", None):
        set_option(_M_ARENA_MAX, _ARENAS)


def trim() -> None:
    """Give freed memory back to the system."""
    if trim := getattr(_C, "malloc_trim", None):
        trim(0)
