"""Magic numbers that are known to serve: found by trial, written to magics.bin by scripts/write-magics."""
from __future__ import annotations

import os
from functools import cache
from struct import Struct

__all__ = ["MAGICS_FILE", "RECORD", "known_magics"]

MAGICS_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "magics.bin")
RECORD = Struct("<QBQ")
"""The relevant squares of a look-up (bits), how many bits more than these squares the index has, and the number."""


@cache
def known_magics() -> dict[int, tuple[int, int]]:
    """By relevant squares: how many bits more than these squares the index has, and the number."""
    with open(MAGICS_FILE, "rb") as file:
        return {mask: (spare, magic) for mask, spare, magic in RECORD.iter_unpack(file.read())}
