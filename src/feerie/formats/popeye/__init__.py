"""Popeye's input language, read and written."""
from __future__ import annotations

from feerie.formats.popeye.reader import entries, is_popeye, language, parse
from feerie.formats.popeye.writer import block, frame, write

__all__ = ["block", "entries", "frame", "is_popeye", "language", "parse", "write"]
