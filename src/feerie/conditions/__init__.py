"""Conditions of the dictionary of fairy chess, one family a file; `CONDITIONS` lists them all."""
from __future__ import annotations

from feerie.conditions.andernach import ANDERNACH
from feerie.conditions.anticirce import ANTICIRCE
from feerie.conditions.barred import BARRED
from feerie.conditions.borrowed import BORROWED
from feerie.conditions.checkless import CHECKLESS
from feerie.conditions.circe import CIRCE
from feerie.conditions.composite import COMPOSITE
from feerie.conditions.departure import DEPARTURE
from feerie.conditions.edge import EDGE
from feerie.conditions.einstein import EINSTEIN
from feerie.conditions.grid import GRID
from feerie.conditions.immune import IMMUNE
from feerie.conditions.kinds import KINDS
from feerie.conditions.koko import KOKO
from feerie.conditions.legacy import LEGACY
from feerie.conditions.mummer import MUMMERS
from feerie.conditions.mutual import MUTUAL
from feerie.conditions.obligation import OBLIGATION
from feerie.conditions.observation import OBSERVATION
from feerie.conditions.oscillation import OSCILLATION
from feerie.conditions.shades import SHADES
from feerie.conditions.shelter import SHELTER
from feerie.conditions.squares import SQUARES
from feerie.conditions.ultraschachzwang import ULTRASCHACHZWANG
from feerie.rules.condition import Condition

__all__ = ["CONDITIONS"]

CONDITIONS: tuple[Condition, ...] = (
    *CIRCE,
    *ANTICIRCE,
    *IMMUNE,
    *ANDERNACH,
    *EINSTEIN,
    *KINDS,
    *LEGACY,
    *OSCILLATION,
    *OBSERVATION,
    *MUTUAL,
    *BORROWED,
    *COMPOSITE,
    *DEPARTURE,
    *SHELTER,
    *GRID,
    *SHADES,
    *EDGE,
    *KOKO,
    *BARRED,
    *CHECKLESS,
    *ULTRASCHACHZWANG,
    *MUMMERS,
    *OBLIGATION,
    *SQUARES,
)
"""In the order in which the name of a genre has them."""
