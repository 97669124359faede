"""Grid chess: the board is divided into sixteen blocks of four squares, and a move leaves its block.

Contact grid: besides, a man that has moved touches another one across a line of the grid.
"""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.filters import Blocks, Contact
from feerie.rules.genre import Names

__all__ = ["GRID"]

GRID = (
    Condition("grid", (Blocks(),), Names(("grid chess", "grid"), ("échecs grille", "grille"), ("Gitterschach",))),
    Condition("contact-grid", (Blocks(), Contact(across=Blocks())), Names(
        ("contact grid chess", "contact grid"), ("échecs contact-grille", "contact-grille"), ("Kontaktgitter",))),
)
