"""Promotion: where a man must become another, and what."""
from __future__ import annotations

from feerie.base.frozen import frozen


@frozen
class Promotion:
    """A man of side s that arrives on `zones[s]` becomes one of the men `to` (letters), of its owner's choice."""

    zones: tuple[frozenset[int], frozenset[int]]
    to: tuple[str, ...]
