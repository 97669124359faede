"""Conditions of the dictionary of fairy chess, one family a file; `CONDITIONS` lists them all."""
from __future__ import annotations

from feerie.rules.condition import Condition

__all__ = ["CONDITIONS"]

CONDITIONS: tuple[Condition, ...] = ()
