"""Rollerball taken word for word from the encyclopedia: rooks run any distance sideways, even against the arrows."""
from __future__ import annotations

from dataclasses import replace

from feerie.genres.rollerball import ROLLERBALL, ROOK, RookRun
from feerie.rules.genre import Names
from feerie.rules.movement import Mode

LITERAL_ROOK = replace(ROOK, moves=((RookRun(against_arrows=True), Mode.BOTH),))

ROLLERBALL_LITERAL = replace(
    ROLLERBALL,
    name="rollerball-literal",
    names=Names(("Rollerball, literal reading",), ("Rollerball, lecture littérale",),
                ("Rollerball, wörtliche Lesart",)),
    men=tuple(LITERAL_ROOK if man is ROOK else man for man in ROLLERBALL.men),
)
