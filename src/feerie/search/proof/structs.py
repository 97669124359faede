"""Constants of the bounds for proof games; structs.pxd has the same for compiled modules.

A *node* is a man of a kind on a square: 64 * kind + square. A *destiny* of a man is one of the target's squares that
belong to its side, by number, or IS_CAPTURED.
"""
from __future__ import annotations

from enum import IntFlag

SIDE_LIMIT, ALL_MEN, GRAPH_NODES, DESTINIES, IS_CAPTURED, UNREACHABLE, IMPOSSIBLE = 16, 32, 512, 17, 16, 200, 1000
QUIET_MOVE, CAPTURING, CASTLING_KING, TRANSPORT = 1, 2, 4, 8


class Bounds(IntFlag):
    """The bounds on play to a position; each can be switched off. All are admissible in the genres named.

    `ASSIGNMENT`    each side's men are assigned to targets, or to being captured, at least total distance; any genre
    `CAPTURES`      the same with the captures that men need (pawns that change files); any genre
    `REGIONS`       a man keeps to the moves that leave its side enough moves and captures for the others; any genre
    `OBSTRUCTION`   no man passes or enters squares one of which another man always occupies; any genre
    `VICTIMS`       a man that must be captured goes where it can be; a move that can only capture needs a victim there;
                    any genre
    `KING_ATTACKS`  no king enters a square attacked by a man that never moves; genres in which a king may never be
                    left attacked, with one king a side
    `CASTLINGS`     partners need castlings, and these need king moves; any genre (elsewhere they are free)
    `PAIRS`         two men that stand in each other's way need more moves than each alone; any genre. Where a king may
                    never be left attacked, and a side has one king, pairs of enemies allow for that, too
    `CAPTORS`       where a single man can make a capture that must be made, its path leads there; any genre
    `CASES`         long searches tell apart which castling each side makes, or none, with the moves it takes; genres
                    in which a side castles once at most, with men that have not moved
    `TRIPLES`      long searches know where pairs of men can stand at the same time, so that others have squares, too;
                    any genre
    `PRICES`        long searches know what each castling is worth to the man that it carries; genres in which castlings
                    take men of either side, and each side has one king
    `PARITY`        where the numbers of moves are given, not only limited, a side's men make exactly as many; any genre
    `EARLY_TABLES`  not a bound: what only long searches do is done at once
    """

    ASSIGNMENT = 1
    CAPTURES = 2
    REGIONS = 4
    OBSTRUCTION = 8
    VICTIMS = 16
    KING_ATTACKS = 32
    CASTLINGS = 64
    PAIRS = 128
    EARLY_TABLES = 256
    CAPTORS = 512
    CASES = 1024
    TRIPLES = 2048
    PRICES = 4096
    PARITY = 8192
    ALL = 255 | CAPTORS | CASES | TRIPLES | PRICES | PARITY


USE_ASSIGNMENT, USE_CAPTURES, USE_REGIONS, USE_OBSTRUCTION, USE_VICTIMS, USE_KING_ATTACKS, USE_CASTLINGS, USE_PAIRS, \
    EARLY_TABLES, USE_CAPTORS, USE_CASES, USE_TRIPLES, USE_PRICES, USE_PARITY = (
        1 << bit for bit in range(14))
NO_REQUIRED_MOVE, TO_CASTLE, TO_CAPTURE = 0, 1, 2
OPEN_CASE, NO_CASTLING = -2, -1
