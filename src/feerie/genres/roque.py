"""Échecs Roque: the king castles with any man of any colour on any line."""
from __future__ import annotations

from dataclasses import replace

from feerie.genres.orthodox import ORTHODOX
from feerie.rules.castling import LineCastling, Partners
from feerie.rules.genre import Names
from feerie.rules.movement import QUEENWISE

ROQUE = replace(
    ORTHODOX,
    name="roque",
    names=Names(("Castling chess", "Castlingchess"), ("Échecs Roque", "EchecsRoque"),
                ("Rochadeschach", "Rochade-Schach")),
    castlings=(LineCastling(QUEENWISE, ("Q", "R", "B", "N", "P", "K"), Partners.EITHER),),
)
