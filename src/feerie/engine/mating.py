"""Forced mates by the search of `search/`, as a line of play."""
from __future__ import annotations

from feerie.kernel.verdict import Judge
from feerie.search.forced import ForcedSearch
from feerie.search.transposition import TranspositionTable, entries_for

GOAL_MATE, DIRECT = 0, 0
MOST_ENTRIES = 1 << 22


class MateFinder:
    """Looks for a mate in at most `moves` moves in a position; `judge` may be stopped from another thread."""

    def __init__(self, position: Judge, moves: int) -> None:
        self.judge = Judge(position.rules, 2 * moves + 8)
        self.judge.copy_from(position)
        self.length = moves
        self.search = ForcedSearch(self.judge, GOAL_MATE, DIRECT,
                                   TranspositionTable(entries_for(2 * moves, MOST_ENTRIES)))

    @property
    def nodes(self) -> int:
        """Moves made so far."""
        return int(self.search.nodes)

    def line(self, among: set[int] | None = None) -> list[int]:
        """The moves of a shortest mate against the longest defence, packed; none where there is no mate.

        `among`: the first moves to look at, None for all. search.forced.Stopped where the judge was stopped.
        """
        if among is not None:
            length, key = self._shortest_among(among)
        else:
            length = self.search.shortest_win(self.length)
            key = self.search.winning_moves(length)[0] if length else 0
        moves: list[int] = []
        while length:
            moves.append(key)
            self.judge.push(key)
            length -= 1
            if not length:
                break
            replies = {reply: self._length_after(reply, length) for reply in self.judge.moves()}
            reply = max(replies, key=lambda reply: replies[reply])
            length = replies[reply]
            moves.append(reply)
            self.judge.push(reply)
            key = self.search.winning_moves(length)[0]
        return moves

    def _shortest_among(self, among: set[int]) -> tuple[int, int]:
        for length in range(1, self.length + 1):
            for move in self.search.winning_moves(length):
                if move in among:
                    return length, move
        return 0, 0

    def _length_after(self, reply: int, length: int) -> int:
        self.judge.push(reply)
        found = self.search.shortest_win(length)
        self.judge.pop()
        return found
