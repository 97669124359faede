"""Platzwechselrochade as Popeye reads it: once a side, never with a pawn, also out of check, no other castling."""
from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from feerie.genres.orthodox import ORTHODOX
from feerie.rules.castling import Exchange
from feerie.rules.genre import ExtraState

PLATZWECHSELROCHADE_POPEYE = replace(
    ORTHODOX,
    name="platzwechselrochade-popeye",
    names=MappingProxyType({"en": ("ExchangeCastling (Popeye)",),
                            "fr": ("EchangeRoque (Popeye)",),
                            "de": ("Platzwechselrochade (Popeye)",)}),
    castlings=(Exchange(("Q", "R", "B", "N"), rights=("X", "x"), in_check=True),),
    extra_state=ExtraState("Xx", default="Xx"),
)
