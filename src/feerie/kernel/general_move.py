"""The fields of a move of the general path, packed into 32 bits. Squares and kind lie where packed_move has them.

| bits  | field       |                                                                                |
|-------|-------------|--------------------------------------------------------------------------------|
| 0-5   | origin      | square of the man that moves; of a castling the king's                         |
| 6-11  | target      | square it goes to                                                              |
| 12-17 | becomes     | its species after the move; of a castling, the partner's                       |
| 18-20 | kind        | PLAIN, EN_PASSANT, or CASTLING + the number of the family                      |
| 21-26 | aside       | of a castling the partner's square; else where a man is taken, if `takes aside`;|
|       |             | en passant, where the pawn took, if it goes on from there; else what is chosen, |
|       |             | if `chooses`, species + 1                                                      |
| 27    | takes aside | a man is taken that does not stand on the target, though not en passant        |
| 28    | zeroing     | a man that can promote moves, or castles along                                 |
| 29    | promotes    | the man becomes another                                                        |
| 30    | chooses     | an effect puts a man on a square where it becomes what is chosen: of a move     |
|       |             | that takes aside or en passant, and does not promote, `becomes` says species + 1;|
|       |             | an index (choices.py) where the player chooses a square: bits 12-17, then 21-26,|
|       |             | unless it takes aside, then 28, and 29 if it takes aside, which mean nothing else |
|       |             | there                                                                           |

general_move.pxd has those functions for compiled modules, inlined, that the kernel needs.

An extended move says by itself, without the position, what the move is:

| bits  | field        |                                                                               |
|-------|--------------|-------------------------------------------------------------------------------|
| 32    | side         | whose move it is                                                              |
| 33    | partner side | of a castling: whose man the partner is                                       |
| 34    | is capture   | whether a man is taken                                                        |
| 35-40 | captured     | what is taken                                                                 |
| 41-46 | captured on  | square of the man that is taken                                               |
| 48-51 |              | free for Replay                                                               |
| 52-57 | man          | species of the man that moves                                                 |
| 58-63 | partner man  | of a castling: the partner's species before the move                          |
"""
from __future__ import annotations

from feerie.kernel.packed_move import move_kind
from feerie.kernel.tables import EN_PASSANT

__all__ = ["ASIDE_BIT", "CHOICE_BIT", "PROMOTION_BIT", "ZEROING_BIT", "becomes_of", "captured_of", "captured_square_of",
           "choice_number_of", "choice_of", "index_of", "is_zeroing", "man_of", "names_choice_by_becomes",
           "partner_man_of", "promotes", "square_aside", "takes_aside", "with_choice", "with_index"]

ASIDE_BIT, ZEROING_BIT, PROMOTION_BIT, CHOICE_BIT = 1 << 27, 1 << 28, 1 << 29, 1 << 30


def becomes_of(move: int) -> int:
    """The species of the man after the move; of a castling, the partner's."""
    return move >> 12 & 63


def square_aside(move: int) -> int:
    """Of a castling the partner's square; else the square on which a man is taken, if `takes_aside`."""
    return move >> 21 & 63


def takes_aside(move: int) -> bool:
    """Whether a man is taken elsewhere than on the target, though not en passant."""
    return move & ASIDE_BIT != 0


def is_zeroing(move: int) -> bool:
    """Whether a man that can promote moves or castles along."""
    return move & ZEROING_BIT != 0


def promotes(move: int) -> bool:
    """Whether the man (of a castling: the partner) becomes another."""
    return move & PROMOTION_BIT != 0


def names_choice_by_becomes(move: int) -> bool:
    """Whether the field `becomes` has what a move chooses, if it does, since `aside` has a square."""
    return move & ASIDE_BIT != 0 or move_kind(move) == EN_PASSANT


def with_choice(move: int, choice: int) -> int:
    """A move that chooses a species, given + 1."""
    return (move & ~(63 << 12) | choice << 12 if names_choice_by_becomes(move) else move | choice << 21) | CHOICE_BIT


def choice_of(move: int) -> int:
    """The species + 1 that is chosen for what an effect puts on a square; 0 for no choice."""
    if not move & CHOICE_BIT:
        return 0
    return becomes_of(move) if names_choice_by_becomes(move) else square_aside(move)


def choice_number_of(move: int) -> int | None:
    """The index (choices.py) of what is chosen where the player chooses a square; None for nowhere, or no choice."""
    return index_of(move) if move & CHOICE_BIT else None


def index_of(move: int) -> int:
    """The index in a capture that has one."""
    if takes_aside(move):
        return becomes_of(move) | (move >> 28 & 3) << 6
    return becomes_of(move) | square_aside(move) << 6 | (move >> 28 & 1) << 12


def with_index(move: int, index: int) -> int:
    """A capture with an index, in place of what the man becomes."""
    move = move & ~(63 << 12 | ZEROING_BIT) | CHOICE_BIT
    if takes_aside(move):
        return move & ~PROMOTION_BIT | (index & 63) << 12 | (index >> 6) << 28
    return move & ~(63 << 21) | (index & 63) << 12 | (index >> 6 & 63) << 21 | (index >> 12) << 28


def captured_of(move: int) -> int:
    """Of an extended move that is a capture: the species that is taken."""
    return move >> 35 & 63


def captured_square_of(move: int) -> int:
    """Of an extended move that is a capture: the square of the man that is taken."""
    return move >> 41 & 63


def man_of(move: int) -> int:
    """Of an extended move: the species of the man that moves."""
    return move >> 52 & 63


def partner_man_of(move: int) -> int:
    """Of an extended castling: the partner's species before the move."""
    return move >> 58 & 63
