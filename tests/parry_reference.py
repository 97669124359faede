"""Parry series without help by their definition, on python-chess: which lines count, without any search technique.

The kinds of play: "" (pser-#), "s" (pser-s#), "r" (pser-r#); the goals: "#", "=", "#=", "+", "x", "~".
"""
from __future__ import annotations

from collections.abc import Callable

import chess

UciLine = tuple[str, ...]

GOALS: dict[str, Callable[[chess.Board, chess.Board, chess.Move], bool]] = {
    "#": lambda before, after, move: after.is_checkmate(),
    "=": lambda before, after, move: after.is_stalemate(),
    "#=": lambda before, after, move: not any(after.legal_moves),
    "+": lambda before, after, move: after.is_check(),
    "x": lambda before, after, move: before.is_capture(move),
    "~": lambda before, after, move: True,
}


class ParrySeries:
    """The rules of a stipulation: how the series ends (`play`) and what is to be reached (`goal`)."""

    def __init__(self, goal: str, play: str) -> None:
        self.goal, self.play = GOALS[goal], play

    def lines(self, board: chess.Board, moves: int) -> list[UciLine]:
        """All lines: for each first move those of the least length."""
        if self.has_duty(board):
            return []
        found: list[UciLine] = []
        for move in board.legal_moves:
            by_length = (self.beginning_with(board, move, length) for length in range(1, moves + 1))
            found += next(filter(None, by_length), [])
        return found

    def beginning_with(self, board: chess.Board, move: chess.Move, length: int) -> list[UciLine]:
        """The lines of exactly `length` moves of the series that begin with a move."""
        after = played(board, move)
        if not self.play and self.goal(board, after, move):
            return [(move.uci(),)] if length == 1 else []
        if not self.play and length == 1:
            return []
        found = self.answered(after, length - 1)
        return [(move.uci(), *line) for line in found[1]] if found and found[0] == length - 1 else []

    def answered(self, board: chess.Board, left: int) -> tuple[int, list[UciLine]] | None:
        """The other side's turn: the moves of the series that are still needed, at most `left`, and the lines."""
        replies = list(board.legal_moves)
        goals = [move for move in replies if self.play and self.goal(board, played(board, move), move)]
        if goals and (self.play == "r" or len(goals) == len(replies)):
            return 0, [(move.uci(),) for move in goals]
        if not board.is_check():
            board = board.copy(stack=False)
            board.push(chess.Move.null())
            return self.shortest(board, left)
        needed = 0
        found: list[UciLine] = [(move.uci(),) for move in goals]
        for move in replies:
            if move in goals:
                continue
            after = self.shortest(played(board, move), left)
            if after is None:
                return None
            needed = max(needed, after[0])
            found += [(move.uci(), *line) for line in after[1]]
        return (needed, found) if replies else None

    def shortest(self, board: chess.Board, left: int) -> tuple[int, list[UciLine]] | None:
        """The series goes on: the least length that succeeds, at most `left`, and its lines."""
        if self.has_duty(board):
            return None
        for length in range(1, left + 1):
            found = [line for move in board.legal_moves for line in self.beginning_with(board, move, length)]
            if found:
                return length, found
        return None

    def has_duty(self, board: chess.Board) -> bool:
        """Whether the side of the series could reach the goal itself, in reflex play."""
        return self.play == "r" and any(self.goal(board, played(board, move), move) for move in board.legal_moves)


def played(board: chess.Board, move: chess.Move) -> chess.Board:
    """The board after a move."""
    after = board.copy(stack=False)
    after.push(move)
    return after
