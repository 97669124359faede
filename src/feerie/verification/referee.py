"""The referee: legal moves, passes, and whether a move reaches a goal, asked of positions and paid from a budget."""
from __future__ import annotations

from collections.abc import Callable

from feerie.kernel.verdict import Judge, compiled_rules
from feerie.position import BLACK, WHITE, Position, Reason
from feerie.problems.stipulation import Aim, Goal
from feerie.verification.claims import Budget
from feerie.verification.reckless import RECKLESS, loose_moves, reaches_recklessly
from feerie.rules.move import Move
from feerie.rules.setup import Setup

__all__ = ["Referee"]

LONG = 30
"""Clocks are forgotten from this many moves on: no rule about moves without capture ends a problem."""
AIMS = (Aim.MATE, Aim.STALEMATE, Aim.MATE_OR_STALEMATE, Aim.DOUBLE_STALEMATE, Aim.AUTO_STALEMATE, Aim.CHECK,
        Aim.CAPTURE, Aim.TARGET, Aim.ANY_MOVE, Aim.CASTLING, Aim.EN_PASSANT, Aim.POSITION, Aim.DIAGRAM, *RECKLESS)


class Referee:
    """Knows one goal. `wanted`: the men of the position that is to be reached, where the goal is one.

    `sides`: who may be the one to reach it ("white", "black"); only for them a reckless goal makes moves legal.
    """

    def __init__(self, goal: Goal, budget: Budget, wanted: Setup | None = None,
                 sides: tuple[str, ...] = (WHITE, BLACK)) -> None:
        self.goal, self.budget, self.wanted, self.sides = goal, budget, wanted, sides
        self._found: dict[int, tuple[str, ...]] = {}
        self._test = _TESTS.get(goal.aim)

    @staticmethod
    def knows(goal: Goal | None) -> bool:
        """Whether it can tell that a goal is reached."""
        return goal is None or goal.aim in AIMS

    @staticmethod
    def moves(position: Position) -> list[str]:
        """The legal moves, as UCI."""
        return [move.uci() for move in position.legal_moves]

    def options(self, position: Position) -> list[str]:
        """The legal moves and those that only the goal makes legal: no play goes on after them."""
        return [*self.moves(position), *(self.goals(position) if self.goal.aim in RECKLESS else ())]

    @staticmethod
    def is_legal(position: Position, move: object) -> bool:
        """Whether a move is legal, and play may go on after it."""
        return move in position.legal_moves

    def is_option(self, position: Position, move: object) -> bool:
        """Whether a move is legal, be it by the goal alone."""
        return move in position.legal_moves or self.goal.aim in RECKLESS and move in self.goals(position)

    def play(self, position: Position, move: str) -> Position:
        """The position after a legal move."""
        self.budget.spend()
        after = position.play(move)
        return after.without_clocks() if after.halfmove_clock > LONG else after

    @staticmethod
    def passed(position: Position) -> Position:
        """The position with the other side to move; what was just passed over cannot be taken any more."""
        return position.pass_turn().without_clocks()

    def goals(self, position: Position) -> tuple[str, ...]:
        """The legal moves that reach the goal at once, those included that only the goal makes legal."""
        key = position.key
        if key not in self._found and self.goal.aim in RECKLESS:
            tried = list(loose_moves(position)) if position.turn in self.sides else []
            self.budget.spend(len(tried))
            self._found[key] = tuple(uci for uci, after in tried if reaches_recklessly(self.goal.aim, position, after))
        elif key not in self._found:
            moves = position.legal_moves
            self.budget.spend(len(moves))
            self._found[key] = tuple(move.uci() for move in moves if self.reaches(position, move))
        return self._found[key]

    def reaches(self, position: Position, move: Move) -> bool:
        """Whether a legal move reaches the goal.

        Of a castling either man may reach a target square, and castling of every kind is castling. Double stalemate
        is that of both sides; auto-stalemate that of the side that has moved, whatever the other can do.
        """
        aim = self.goal.aim
        if self._test is not None:
            return self._test(position, move)
        if aim is Aim.TARGET:
            return self.goal.square in (move.target, move.partner and move.partner[1])
        after = position.play(move)
        if aim is Aim.DOUBLE_STALEMATE:
            return after.is_stalemate() and not _can_move_again(after)
        if aim is Aim.AUTO_STALEMATE:
            return not _can_move_again(after)
        return self.wanted is not None and after.setup.men == self.wanted.men


_TESTS: dict[Aim, Callable[[Position, Move], bool]] = {
    Aim.MATE: lambda position, move: position.sign_after(move) == "mate",
    Aim.STALEMATE: lambda position, move: position.sign_after(move) == "stalemate",
    Aim.MATE_OR_STALEMATE: lambda position, move: position.sign_after(move) in ("mate", "stalemate"),
    Aim.CHECK: lambda position, move: position.gives_check(move),
    Aim.CAPTURE: lambda position, move: move.is_capture,
    Aim.ANY_MOVE: lambda position, move: True,
    Aim.CASTLING: lambda position, move: move.is_castling,
    Aim.EN_PASSANT: lambda position, move: move.is_en_passant,
}


def _can_move_again(position: Position) -> bool:
    """Whether the side that has just moved could move once more, were it its turn."""
    again = Referee.passed(position)
    if again.status().reason is not Reason.SIDE_NOT_TO_MOVE_IN_CHECK:
        return len(again.legal_moves) > 0
    judge = Judge(compiled_rules(again.genre), 2)        # a position of this kind has no legal moves by itself
    judge.load(again.setup)
    return judge.legal_move_count() > 0
