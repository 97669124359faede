"""What forced play leaves out near the end, by bits; prunings.pxd has the same for compiled modules."""
from __future__ import annotations

from enum import IntFlag


class Prunings(IntFlag):
    """The proofs that leave out moves near the end of forced play; each can be switched off.

    frontier.py says what they need of a genre, and mate_filter.py what the last one does.

    `FLIGHTS`         checks that leave the king a step do not mate
    `SLOW_MATES`      moves after which a standing reply holds against every check do not mate in two
    `REFUTED`         moves that leave a standing reply do not stalemate
    `MET_QUIETLY`     moves that leave the defender a reply without check force no mate in self play
    `MATE_FILTER`     moves after which the attacker cannot be mated force no mate in self and reflex play; of several
                      kings as kings_filter.py says
    `UNMATED`         moves that leave a quiet standing reply after which the attacker cannot be mated in two do not
                      force that in self and reflex play; only with `MATE_FILTER`

    What they earn differs: without `FLIGHTS`, direct mates in five took 14 % more instructions, reflex mates in four
    and five 4 %; without `UNMATED`, self-mates in four took up to three times as long, reflex mates 2 % more.
    """

    FLIGHTS = 1
    SLOW_MATES = 2
    REFUTED = 4
    MET_QUIETLY = 8
    MATE_FILTER = 16
    UNMATED = 32
    ALL = 63


DROP_EVADED, PRUNE_SLOW, PRUNE_REFUTED, PRUNE_MET, FILTER_MATES, PRUNE_UNMATED = (1 << bit for bit in range(6))
