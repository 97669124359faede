"""Grid chess: the board is divided into sixteen blocks of four squares, and a move leaves its block."""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.filters import Blocks
from feerie.rules.genre import Names

__all__ = ["GRID"]

GRID = (
    Condition("grid", (Blocks(),), Names(("grid chess", "grid"), ("échecs grille", "grille"), ("Gitterschach",))),
)
