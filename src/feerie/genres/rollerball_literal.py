"""Rollerball as the encyclopedia reads word for word: rooks run any distance sideways, against the arrows too."""
from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from feerie.genres.rollerball import ROLLERBALL, ROOK, RookRun
from feerie.rules.movement import Mode

LITERAL_ROOK = replace(ROOK, moves=((RookRun(against_arrows=True), Mode.BOTH),))

ROLLERBALL_LITERAL = replace(
    ROLLERBALL,
    name="rollerball-literal",
    names=MappingProxyType({"en": ("Rollerball, literal reading",), "fr": ("Rollerball, lecture littérale",),
                            "de": ("Rollerball, wörtliche Lesart",)}),
    men=tuple(LITERAL_ROOK if man is ROOK else man for man in ROLLERBALL.men),
)
