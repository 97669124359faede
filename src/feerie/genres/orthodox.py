"""Orthodox chess, castling included; the other genres on eight by eight squares are changes of it."""
from __future__ import annotations

from feerie.men.chess import CHESSMEN
from feerie.rules.castling import ORTHODOX_CASTLING
from feerie.rules.ending import DeadMaterial, MoveRule, Repetition
from feerie.rules.genre import Genre, Names

ORTHODOX = Genre(
    name="orthodox",
    names=Names(("Orthodox chess", "chess", "standard"), ("Échecs orthodoxes", "échecs", "orthodoxe"),
                ("Orthodoxes Schach", "Schach", "orthodox")),
    men=CHESSMEN,
    start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    castlings=(ORTHODOX_CASTLING,),
    endings=(Repetition(automatic=5, claim=3), MoveRule(automatic=150, claim=100), DeadMaterial()),
)
