"""Popeye's input language, read and written."""
from __future__ import annotations

from feerie.formats.popeye.reader import is_popeye, parse
from feerie.formats.popeye.writer import write

__all__ = ["is_popeye", "parse", "write"]
