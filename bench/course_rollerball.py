"""Rollerball as the COL333 course of IIT Delhi plays it (assignment 5, autumn 2023, the board of 7x7): no king run.

    feerie match A B --genre course-rollerball --genre-file bench/course_rollerball.py

Moves, rebounds, promotions, mate and stalemate are those of Rollerball. The course's board counts no repetitions; the
draw by the third occurrence is kept from Rollerball, because games need an end. Programs that play this:
col333_player.py.
"""
from __future__ import annotations

from dataclasses import replace

from feerie.genres import ROLLERBALL
from feerie.rules.ending import Repetition
from feerie.rules.genre import Names

COURSE_ROLLERBALL = replace(
    ROLLERBALL,
    name="course-rollerball",
    names=Names(("Rollerball without the king run",), ("Rollerball sans la course du roi",),
                ("Rollerball ohne Königslauf",)),
    start="2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w - - 0 1",
    endings=(Repetition(automatic=3),),
    extra_state=None,
)
