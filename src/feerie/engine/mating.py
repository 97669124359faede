"""Forced mates by the proof-number search of `search/`, as a line of play."""
from __future__ import annotations

from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import Judge
from feerie.search.forced.forced import ForcedSearch
from feerie.search.forced.proof_numbers import ProofNumberSearch
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
        return int(self.forced.nodes)

    def line(self, among: set[int] | None = None) -> list[int]:
        """The moves of a mate, packed, against the defence that lasts longest as far as known; none if there is none.

        `among`: the first moves to look at, None for all. The mate need not be the shortest, unless `among` is given.
        search.forced.Stopped if the judge was stopped.
        """
        if among is not None:
            length, key = self._shortest_among(among)
        else:
            length = max(0, self.search.prove(self.length))
            key = self._winning_move(length) if length else 0
        moves: list[int] = []
        while length:
            moves.append(key)
            self.judge.push(key)
            replies = {} if self.forced.is_reached(key) else \
                {reply: self._length_after(reply, length - 1) for reply in self.judge.moves()}
            if not replies:
                break
            reply = max(replies, key=lambda reply: replies[reply])
            length = replies[reply]
            moves.append(reply)
            self.judge.push(reply)
            key = self._winning_move(length)
        return moves

    def _winning_move(self, length: int) -> int:
        """A move of a mate in at most `length` moves, which has been proved; proved again if that was forgotten."""
        return int(self.search.winning_move(length)
                   or (self.search.prove(length) and self.search.winning_move(length)))

    def _shortest_among(self, among: set[int]) -> tuple[int, int]:
        for length in range(1, self.length + 1):
            for move in self.forced.winning_moves(length):
                if move in among:
                    return length, move
        return 0, 0

    def _length_after(self, reply: int, length: int) -> int:
        self.judge.push(reply)
        found = self.search.prove(length)
        self.judge.pop()
        return int(found)
