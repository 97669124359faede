"""How much of its time a search uses."""
from __future__ import annotations

from dataclasses import dataclass

OVERHEAD = 0.02
"""Seconds kept back for what happens outside the search."""
MOVES_LEFT = 26
"""The number of moves the time must last for if the clock does not say."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds of a search: no new iteration is begun after `soft`, and the search is stopped after `hard`."""

    soft: float
    hard: float


def budget_of(seconds: float, increment: float, moves: int | None) -> Budget:
    """What may be used of a clock for one move; `moves`: how many must be made in `seconds`, None for all."""
    left = max(0.001, seconds - OVERHEAD)
    share = left / min(moves or MOVES_LEFT, MOVES_LEFT) + 0.75 * increment
    hard = min(left * (0.8 if moves == 1 else 0.4), 4 * share)
    return Budget(min(share * 0.6, hard), max(0.001, hard))
