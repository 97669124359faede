"""The referee: legal moves, null moves, and whether a move reaches a goal. Every position played costs budget."""
from __future__ import annotations

from collections.abc import Callable

from feerie.game.position import Position
from feerie.problems.stipulation import Goal
from feerie.rules.goal import Aim
from feerie.rules.move import Move
from feerie.rules.side import SIDES, Side
from feerie.rules.target import Target
from feerie.rules.unit import letter_of
from feerie.verification.claims import CheckBudget
from feerie.verification.king_exposing import pseudo_legal_moves, reaches_king_exposing_goal
from feerie.why.ways import promoted
from feerie.why.what_if import WhatIf

__all__ = ["Referee"]

MAX_CLOCK = 30
"""From this value on, clocks are reset: no rule about moves without a capture ends a problem."""


class Referee:
    """Knows one goal. `wanted`: the position to be reached, if that is the goal.

    `sides`: who may reach the goal ("white", "black"); a king-exposing goal makes moves legal for these sides only.
    """

    def __init__(self, goal: Goal, budget: CheckBudget, wanted: Target | None = None,
                 sides: tuple[Side, ...] = SIDES) -> None:
        self.goal, self.budget, self.wanted, self.sides = goal, budget, wanted, sides
        self._found: dict[int, tuple[str, ...]] = {}
        self._test = _TESTS.get(goal.aim)

    @staticmethod
    def knows(goal: Goal | None) -> bool:
        """Whether the referee can tell that a goal is reached; True for no goal."""
        return goal is None or goal.aim in _TESTS or goal.aim.exposes_king

    @staticmethod
    def moves(position: Position) -> list[str]:
        """The legal moves, in UCI."""
        return [move.uci() for move in position.legal_moves]

    def options(self, position: Position) -> list[str]:
        """The legal moves, and those that only the goal makes legal: play ends with them."""
        return [*self.moves(position), *(self.goals(position) if self.goal.aim.exposes_king else ())]

    @staticmethod
    def is_legal(position: Position, move: object) -> bool:
        """Whether a move is legal and play may go on after it."""
        return move in position.legal_moves

    def is_option(self, position: Position, move: object) -> bool:
        """Whether a move is legal, or made legal by the goal."""
        return move in position.legal_moves or self.goal.aim.exposes_king and move in self.goals(position)

    def play(self, position: Position, move: str) -> Position:
        """The position after a legal move."""
        self.budget.spend()
        after = position.play(move)
        return after.without_clocks() if after.halfmove_clock > MAX_CLOCK else after

    @staticmethod
    def passed(position: Position) -> Position:
        """The position after a null move: the other side to move, and no en passant capture."""
        return position.pass_turn().without_clocks()

    def goals(self, position: Position) -> tuple[str, ...]:
        """The moves that reach the goal at once, in UCI, including those that only the goal makes legal."""
        key = position.key
        if key not in self._found and self.goal.aim.exposes_king:
            tried = list(pseudo_legal_moves(position)) if position.turn in self.sides else []
            self.budget.spend(len(tried))
            self._found[key] = tuple(uci for uci, after in tried
                                     if reaches_king_exposing_goal(self.goal.aim, position, after))
        elif key not in self._found:
            moves = position.legal_moves
            self.budget.spend(len(moves))
            self._found[key] = tuple(move.uci() for move in moves if self.reaches(position, move))
        return self._found[key]

    def reaches(self, position: Position, move: Move) -> bool:
        """Whether a legal move reaches the goal."""
        return self._test is not None and self._test(self, position, move)


def _is_double_stalemate(referee: Referee, position: Position, move: Move) -> bool:
    after = position.play(move)
    return after.is_stalemate() and not _can_move_again(after)


def _arrival(position: Position, move: Move) -> str | None:
    """Where the man that moves stands after its move, by the plain methods of rules; None if it is gone."""
    board = position.genre.board
    if not move.is_capture or move.partner:
        return move.target
    man = promoted(move.man, letter_of(move.promotion)) if move.promotion else move.man
    assert move.captured_on is not None
    after = WhatIf.at(position).attempt(board.index(move.origin), board.index(move.target), man,
                                        board.index(move.captured_on)).after
    assert after.played is not None
    return None if after.played.mover is None else board.name(after.played.mover)


def _reaches_position(referee: Referee, position: Position, move: Move) -> bool:
    return referee.wanted is not None and referee.wanted.is_reached_by(position.play(move).setup)


_TESTS: dict[Aim, Callable[[Referee, Position, Move], bool]] = {
    Aim.MATE: lambda referee, position, move: position.sign_after(move) == "mate",
    Aim.STALEMATE: lambda referee, position, move: position.sign_after(move) == "stalemate",
    Aim.MATE_OR_STALEMATE: lambda referee, position, move: position.sign_after(move) in ("mate", "stalemate"),
    Aim.DOUBLE_STALEMATE: _is_double_stalemate,
    Aim.AUTO_STALEMATE: lambda referee, position, move: not _can_move_again(position.play(move)),
    Aim.CHECK: lambda referee, position, move: position.gives_check(move),
    Aim.CAPTURE: lambda referee, position, move: move.is_capture,
    Aim.TARGET: lambda referee, position, move: _arrival(position, move) == referee.goal.square,
    Aim.ANY_MOVE: lambda referee, position, move: True,
    Aim.CASTLING: lambda referee, position, move: move.is_castling,
    Aim.EN_PASSANT: lambda referee, position, move: move.is_en_passant,
    Aim.KING_RUN: lambda referee, position, move: position.sign_after(move) == "win",
    Aim.POSITION: _reaches_position,
    Aim.DIAGRAM: _reaches_position,
}
"""Whether a legal move reaches a goal, for every goal that does not expose a king.

A target square is reached by the man that stands there after its move, in castling by the king; every kind of castling
is castling. Double stalemate is that of both sides; auto-stalemate that of the side that has moved, whether or not the
other side can move.
"""


def _can_move_again(position: Position) -> bool:
    """Whether the side that has just moved could move again if it were its turn; it might capture the king."""
    return position.is_check() or len(Referee.passed(position).legal_moves) > 0
