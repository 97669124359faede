"""What optimisations may rely on in a genre.

A rule says which properties it does not keep (`loses`), `kernel/properties.py` derives those of a genre, and an
optimisation says in one line which it needs (`NEEDS`). It is used only where the genre has them all. Without any
property every search is plain: slow, and right.
"""
from __future__ import annotations

from enum import IntFlag

__all__ = ["EVERY_PROPERTY", "NO_PROPERTY", "Property"]


class Property(IntFlag):
    """What may hold of all positions and moves of a genre. A *line* is the squares between two that are on one ray.

    `LINES`        a man reaches a square, and attacks it, if a ray leads there and all squares before it are empty: so
                   the sets of men by kind, the attack tables, pins and check masks of the kernel hold
    `RAYS`         a move takes its man along one of its rays, over empty squares, and takes what stood where the man
                   arrives; or it is a castling, or a capture en passant. Rules may forbid such moves
    `TAILS`        every tail of a ray is a ray of the square at which it starts
    `MUTUAL`       a rider attacks the squares from which it can be attacked by its like, along the same lines (so that
                   every tail of its rays is a ray, too)
    `ONE_LINE`     one line at most joins two squares for one kind of men
    `SAME_LINE`    one line at most joins two squares for all men together
    `PAWNS`        the man that captures en passant is moved by shifting all of its kind; no other captures otherwise
                   than it moves, promotes, or is moved so
    `ONE_GOAL`     a game is won by mate alone, and not by a run of a king
    `ONE_KING`     a side has one king, for good
    `STEADY_KIND`  men change their kind by promotion only
    `STEADY_SIDE`  men stay on their side
    `FEWER`        men only disappear
    `SMALL`        a move changes two squares, a capture en passant three and a castling four
    `FREE`         a move is legal if it leaves no king of the mover attacked; what a doctrine demands of several
                   kings comes on top, and captures that rules do not admit are no moves
    `STEPS`        a side has a legal move if its king could step, without capture, to a square that no enemy man
                   strikes, unless the step gives check, or rules of contact or of watched men forbid it
    `KEYED`        the hash key covers everything that decides what may happen
    `PLACES_ONE`   of the squares that a move changes one alone holds a man afterwards, of a castling two, and no more
                   than one man disappears, of the side that does not move
    """

    LINES = 1
    TAILS = 2
    MUTUAL = 4
    ONE_LINE = 8
    SAME_LINE = 16
    PAWNS = 32
    ONE_GOAL = 64
    ONE_KING = 128
    STEADY_KIND = 256
    STEADY_SIDE = 512
    FEWER = 1024
    SMALL = 2048
    FREE = 4096
    KEYED = 8192
    STEPS = 16384
    PLACES_ONE = 32768
    RAYS = 65536


NO_PROPERTY = Property(0)
EVERY_PROPERTY = ~NO_PROPERTY
