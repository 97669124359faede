"""Chess960 (Robert James Fischer, 1996): orthodox chess from one of 960 arrays; king and rooks castle from there."""
from __future__ import annotations

from dataclasses import replace

from feerie.genres.orthodox import ORTHODOX
from feerie.rules.castling import CHESS960_CASTLING
from feerie.rules.genre import Names

CHESS960 = replace(
    ORTHODOX,
    name="chess960",
    names=Names(("Chess960", "Fischer random chess", "Fischerandom"),
                ("Échecs 960", "Échecs aléatoires Fischer"),
                ("Schach960", "Fischerschach", "Fischer-Random-Schach")),
    castlings=(CHESS960_CASTLING,),
)
