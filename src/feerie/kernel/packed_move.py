"""The fields of a move as the kernel packs it into 32 bits.

| bits  | field       |                                                                                |
|-------|-------------|--------------------------------------------------------------------------------|
| 0-5   | origin      | square of the man that moves; of a castling the king's                         |
| 6-11  | target      | square it goes to                                                              |
| 12-14 | man         | what it is before the move                                                     |
| 15-17 | result      | what it is after the move; of a castling, what the partner is                  |
| 18-20 | kind        | PLAIN, EN_PASSANT, or CASTLING + the number of the family                      |
| 21-26 | partner     | of a castling: the partner's square before the move                            |
| 27-29 | partner man | of a castling: what the partner is before the move                             |

packed_move.pxd has the same functions for compiled modules, inlined.

An extended move has 64 bits: a packed move, and from bit 32 on what else a reader needs to know of the position before
it. It says by itself, without the position, what the move is.

| bits  | field        |                                                                               |
|-------|--------------|-------------------------------------------------------------------------------|
| 32    | side         | whose move it is                                                              |
| 33    | partner side | of a castling: whose man the partner is                                       |
| 34    | is capture   | whether a man is taken                                                        |
| 35-37 | captured     | what is taken                                                                 |
| 38-43 | captured on  | square of the man that is taken                                               |

A followed move (`Judge.follow`) says in addition what the position after it is.

| bits  | field        |                                                                               |
|-------|--------------|-------------------------------------------------------------------------------|
| 48-50 | verdict      | a PositionVerdict                                                             |
| 51    | gives check  | whether the side to move is in check                                          |
"""
from __future__ import annotations

__all__ = ["CHECK_SHIFT", "EXTENDED", "MAN_BITS", "ORIGIN_BITS", "PACKED", "TARGET_BITS", "VERDICT_SHIFT",
           "extended_captured", "extended_captured_on", "extended_is_capture", "extended_partner_side",
           "extended_side", "followed_gives_check", "followed_verdict", "move_kind", "move_man", "move_origin",
           "move_partner", "move_partner_man", "move_result", "move_target"]

PACKED = (1 << 32) - 1
"""The bits of an extended move that are the packed move."""
EXTENDED = (1 << 64) - 1 & ~(15 << 48)
"""The bits of an extended move; those left out are for Replay."""
ORIGIN_BITS, TARGET_BITS, MAN_BITS = 63, 63 << 6, 7 << 12
"""The bits of these fields of a packed move."""
VERDICT_SHIFT, CHECK_SHIFT = 48, 51
"""Where these fields of a followed move begin."""


def move_origin(move: int) -> int:
    """The square the man (of a castling: the king) comes from."""
    return move & 63


def move_target(move: int) -> int:
    """The square it goes to."""
    return move >> 6 & 63


def move_man(move: int) -> int:
    """The kind of man that moves."""
    return move >> 12 & 7


def move_result(move: int) -> int:
    """The kind of man it is afterwards; of a castling, the kind the partner is afterwards."""
    return move >> 15 & 7


def move_kind(move: int) -> int:
    """PLAIN, EN_PASSANT, or CASTLING + the number of the castling's family."""
    return move >> 18 & 7


def move_partner(move: int) -> int:
    """Of a castling: the square the partner comes from."""
    return move >> 21 & 63


def move_partner_man(move: int) -> int:
    """Of a castling: the kind of man the partner is before the move."""
    return move >> 27 & 7


def extended_side(move: int) -> int:
    """Whose move it is: 0 White, 1 Black."""
    return move >> 32 & 1


def extended_partner_side(move: int) -> int:
    """Of a castling: whose man the partner is."""
    return move >> 33 & 1


def extended_is_capture(move: int) -> bool:
    """Whether a man is taken."""
    return bool(move >> 34 & 1)


def extended_captured(move: int) -> int:
    """Of a capture: the kind of man that is taken."""
    return move >> 35 & 7


def extended_captured_on(move: int) -> int:
    """Of a capture: the square of the man that is taken."""
    return move >> 38 & 63


def followed_verdict(move: int) -> int:
    """Of a followed move: the verdict on the position after it, the number of a PositionVerdict."""
    return move >> VERDICT_SHIFT & 7


def followed_gives_check(move: int) -> bool:
    """Of a followed move: whether it gives check."""
    return bool(move >> CHECK_SHIFT & 1)
