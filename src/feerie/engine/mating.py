"""Forced mates by the proof-number search of `search/`, as a line of play."""
from __future__ import annotations

from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import Judge
from feerie.search.forced.forced import ForcedSearch
from feerie.search.forced.proof_numbers import ProofNumberSearch
from feerie.search.forced.proved_line import proved_line
from feerie.search.questions import SearchGoal
from feerie.search.transposition import TranspositionTable, entries_for

GOAL_MATE, GOAL_WIN, DIRECT = 0, 16, 0
FIRST_ENTRIES, MOST_ENTRIES = 1 << 14, 1 << 21
"""Of each table, at first and at most: touching a large one takes longer than finding an easy mate."""


class MateFinder:
    """Looks for a mate in at most `moves` moves in a position; `judge` may be stopped from another thread.

    A win by king run counts as a mate, as in scores.
    """

    def __init__(self, position: Judge, moves: int) -> None:
        self.judge = new_judge(position.rules, 2 * moves + 8)
        self.judge.copy_from(position)
        self.length = moves
        proofs, numbers = (TranspositionTable(entries_for(2 * moves, FIRST_ENTRIES),
                                              entries_for(2 * moves, MOST_ENTRIES), 2 * MOST_ENTRIES) for _ in range(2))
        goal = GOAL_WIN if position.rules.tables.genre.king_run else GOAL_MATE
        self.forced = ForcedSearch(self.judge, SearchGoal(goal), DIRECT, proofs)
        self.search = ProofNumberSearch(self.forced, numbers)

    @property
    def nodes(self) -> int:
        """Moves made so far."""
        return int(self.forced.goals.nodes)

    def line(self, among: set[int] | None = None) -> list[int]:
        """The moves of a mate, packed, against the defence that lasts longest as far as known; none if there is none.

        `among`: the first moves to look at, None for all. The mate need not be the shortest, unless `among` is given.
        search.forced.Stopped if the judge was stopped.
        """
        if among is not None:
            length, key = self._shortest_among(among)
        else:
            length, key = max(0, self.search.prove(self.length)), 0
        return proved_line(self.search, self.forced, length, key)

    def _shortest_among(self, among: set[int]) -> tuple[int, int]:
        for length in range(1, self.length + 1):
            for move in self.forced.winning_moves(length):
                if move in among:
                    return length, move
        return 0, 0
