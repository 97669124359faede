"""How much of its time a search uses."""
from __future__ import annotations

from dataclasses import dataclass

RESERVE = 0.1
"""Seconds kept back for what happens outside the search: a busy machine, a slow connection."""
LEAST_SHARE = 0.3
"""The part of the time left that may be used even if it is not much more than the reserve."""
MOVES_LEFT = 26
"""The number of moves the time must last for if the clock does not say."""
PATIENCE = (1.9, 1.4, 1.15, 1.0, 0.85, 0.75)
"""What `soft` is multiplied by when the best move has been the same for 0, 1, ... more iterations."""
ITERATIONS_BACK = 3
"""The score is compared with that of so many iterations before."""
MOST_GAIN, MOST_DROP = 20, 60
"""Centipawns by which a score may have risen or fallen; more makes no difference. Falling by MOST_DROP doubles it."""


@dataclass(frozen=True, slots=True)
class TimeBudget:
    """Seconds of a search: it is stopped after `hard`; `soft` is what it uses on average."""

    soft: float
    hard: float

    def until(self, settled: int, scores: list[int]) -> float:
        """After how many seconds no new iteration is begun.

        `settled`: for how many iterations the best move has been the same. `scores`: of all iterations so far. A move
        that has just been found, and a score that falls, deserve more time; a move that stays best deserves less.
        """
        fall = scores[-1 - ITERATIONS_BACK] - scores[-1] if len(scores) > ITERATIONS_BACK else 0
        unrest = 1 + max(-MOST_GAIN, min(fall, MOST_DROP)) / MOST_DROP
        return min(self.hard, self.soft * PATIENCE[min(settled, len(PATIENCE) - 1)] * unrest)


def budget_of(seconds: float, increment: float, moves: int | None) -> TimeBudget:
    """What may be used of a clock for one move; `moves`: how many must be made in `seconds`, None for all."""
    left = max(0.001, seconds - RESERVE, LEAST_SHARE * seconds)
    share = left / min(moves or MOVES_LEFT, MOVES_LEFT) + 0.75 * increment
    hard = max(0.001, min(left * (0.8 if moves == 1 else 0.4), 4 * share))
    return TimeBudget(min(share * 0.5, hard), hard)
