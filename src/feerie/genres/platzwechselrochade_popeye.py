"""Platzwechselrochade as Popeye reads it: once per side, never with a pawn, also out of check, no other castling."""
from __future__ import annotations

from dataclasses import replace

from feerie.genres.orthodox import ORTHODOX
from feerie.rules.castling import Exchange
from feerie.rules.genre import ExtraState, Names

PLATZWECHSELROCHADE_POPEYE = replace(
    ORTHODOX,
    name="platzwechselrochade-popeye",
    names=Names(("ExchangeCastling (Popeye)",), ("Platzwechselrochade (Popeye)", "EchangeRoque (Popeye)"),
                ("Platzwechselrochade (Popeye)",)),
    castlings=(Exchange(("Q", "R", "B", "N"), rights=("X", "x"), in_check=True),),
    extra_state=ExtraState("Xx", default="Xx"),
)
