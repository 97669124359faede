"""The data word of a transposition table entry: 64 bits.

| bits  | field       |                                                                                  |
|-------|-------------|----------------------------------------------------------------------------------|
| 0-15  | win length  | the goal can be forced in this many moves; 0: not known                          |
| 16-31 | loss length | the goal cannot be forced in this many moves or fewer (exact play: in exactly    |
|       |             | this many); 0: not known                                                         |
| 32-63 | move        | the packed move to try first, 0 for none                                         |

The word 0 means that nothing is known. table_entry.pxd has the same functions for compiled modules, inlined.
"""
from __future__ import annotations

__all__ = ["LOSS_FIELD", "NEVER", "WIN_FIELD", "entry_depth", "entry_move", "loss_entry", "loss_length", "win_entry",
           "win_length"]

WIN_FIELD = 0xFFFF
"""The bits of the win length."""
LOSS_FIELD = 0xFFFF << 16
"""The bits of the loss length."""
NEVER = 999
"""Loss length of a position from which the goal cannot be forced at all: no stipulation is longer."""


def win_entry(length: int) -> int:
    """A win in `length` moves, without a move."""
    return length


def loss_entry(length: int) -> int:
    """No win in `length` moves, without a move."""
    return length << 16


def win_length(entry: int) -> int:
    """In how many moves the goal can be forced; 0: not known."""
    return entry & 0xFFFF


def loss_length(entry: int) -> int:
    """In how many moves the goal cannot be forced; 0: not known."""
    return entry >> 16 & 0xFFFF


def entry_depth(entry: int) -> int:
    """Proof length plus refutation length: how deep the searches behind this entry were."""
    return (entry & 0xFFFF) + (entry >> 16 & 0xFFFF)


def entry_move(entry: int) -> int:
    """The packed move to try first, 0 for none."""
    return entry >> 32
