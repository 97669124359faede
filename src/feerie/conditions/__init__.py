"""Conditions of the dictionary of fairy chess, one family a file; `CONDITIONS` lists them all."""
from __future__ import annotations

from feerie.conditions.andernach import ANDERNACH
from feerie.conditions.anticirce import ANTICIRCE
from feerie.conditions.circe import CIRCE
from feerie.conditions.einstein import EINSTEIN
from feerie.conditions.immune import IMMUNE
from feerie.rules.condition import Condition

__all__ = ["CONDITIONS"]

CONDITIONS: tuple[Condition, ...] = (*CIRCE, *ANTICIRCE, *IMMUNE, *ANDERNACH, *EINSTEIN)
