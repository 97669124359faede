"""The line of moves to a node of a game, on one stack of the kernel's positions: for reading and writing many games."""
from __future__ import annotations

from feerie.game.position import Position
from feerie.kernel.judges import new_judge
from feerie.kernel.packed_move import move_partner
from feerie.kernel.verdict import PositionVerdict, compiled_rules
from feerie.rules.genre import Genre

__all__ = ["NULL_NUMBER", "GameLine"]

NULL_NUMBER = 0
"""Stands for a null move among packed and extended moves: none goes from a square to itself."""


class GameLine:
    """Moves from a position on, one behind another, and back.

    `judge`: has the position on top; it is another one when the line grows.
    """

    def __init__(self, genre: Genre) -> None:
        self._rules = compiled_rules(genre)
        self._has_run = genre.king_run is not None
        self.judge = new_judge(self._rules, 256)

    def start(self, position: Position) -> None:
        """Begin with a position."""
        self._start = position.setup
        self.judge.load(self._start)
        self._moves: list[int] = []
        self._over = [not position.is_valid() or position.beyond_move_rule().outcome() is not None]

    def __len__(self) -> int:
        return len(self._moves)

    def legal(self) -> list[int]:
        """The legal moves, packed, also after a draw by the move rule; none where the game is won or lost.

        Nor behind a null move of a side that is in check, which leaves an illegal diagram.
        """
        return [] if self._over[-1] else self.judge.moves()

    def is_capture(self, move: int) -> bool:
        """Whether a legal move takes a man."""
        return self.judge.is_capture(move)

    def partner(self, move: int) -> str:
        """The FEN letter of the man that castles along."""
        return self.judge.man_at(move_partner(move))

    @property
    def turn(self) -> int:
        """0 White, 1 Black."""
        return self.judge.turn

    def push(self, move: int) -> None:
        """Play a legal move."""
        may_run = self._has_run and self.judge.moves_king(move)
        try:
            self.judge.push(move)
        except IndexError:
            self._grow()
            self.judge.push(move)
        self._moves.append(move)
        self._over.append(may_run and self.judge.verdict() is PositionVerdict.RUN)

    def push_null(self) -> None:
        """Play a null move."""
        try:
            self.judge.pass_turn()
        except IndexError:
            self._grow()
            self.judge.pass_turn()
        self._moves.append(NULL_NUMBER)
        self._over.append(self.judge.in_check(self.judge.turn ^ 1))       # no diagram where a move is legal

    def again(self, move: int) -> None:
        """Play a move that `pop` gave, or NULL_NUMBER."""
        if move == NULL_NUMBER:
            self.push_null()
        else:
            self.push(move)

    def pop(self) -> int:
        """Take the last move back and give it."""
        self.judge.pop()
        self._over.pop()
        return self._moves.pop()

    def _grow(self) -> None:
        self.judge = new_judge(self._rules, 2 * self.judge.capacity)
        self.judge.load(self._start)
        for move in self._moves:
            if move == NULL_NUMBER:
                self.judge.pass_turn()
            else:
                self.judge.push(move)
