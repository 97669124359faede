"""Échecs Roque: the king castles with any man of any colour on any line."""
from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from feerie.genres.orthodox import ORTHODOX
from feerie.rules.castling import LineCastling, Partners
from feerie.rules.movement import QUEENWISE

ROQUE = replace(
    ORTHODOX,
    name="roque",
    names=MappingProxyType({"en": ("Castling chess", "Castlingchess"),
                            "fr": ("Échecs Roque", "EchecsRoque"),
                            "de": ("Rochadeschach", "Rochade-Schach")}),
    castlings=(LineCastling(QUEENWISE, ("Q", "R", "B", "N", "P", "K"), Partners.EITHER),),
)
