"""Games: a position and how it came about.

    >>> from feerie.genres import ROLLERBALL
    >>> game = Game(ROLLERBALL)
    >>> game.push("c1b1").uci()
    'c1b1'
    >>> game.pop().uci(), game.outcome()
    ('c1b1', None)
"""
from __future__ import annotations

from collections import Counter

from feerie.position import Outcome, Position, Reason
from feerie.rules.ending import DeadMaterial, MoveRule, Repetition
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.setup import Setup

__all__ = ["Game"]


class Game:
    """A game of a genre from its array or a given position on: push moves, pop them, ask for the outcome."""

    def __init__(self, genre: Genre | str, fen: str | Setup | Position | None = None) -> None:
        start = fen if isinstance(fen, Position) else Position(genre, fen)
        self._positions = [start]
        self._moves: list[Move] = []
        self._seen: Counter[Position] = Counter([_identity(start)])

    @property
    def genre(self) -> Genre:
        """The rules."""
        return self.position.genre

    @property
    def start(self) -> Position:
        """The first position."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, the first one first."""
        return tuple(self._moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions, the start first: one more than moves."""
        return tuple(self._positions)

    def push(self, move: Move | str, language: str = "en") -> Move:
        """Play a move: a Move, or a text in UCI, SAN or long form; errors as Position.parse."""
        played = self.position.parse(move, language) if isinstance(move, str) else move
        after = self.position.play(played)
        self._positions.append(after)
        self._moves.append(played)
        self._seen[_identity(after)] += 1
        return played

    def pop(self) -> Move:
        """Take the last move back and give it; IndexError where there is none."""
        if not self._moves:
            raise IndexError("no move to take back")
        self._seen[_identity(self._positions.pop())] -= 1
        return self._moves.pop()

    def peek(self) -> Move:
        """The last move; IndexError where there is none."""
        if not self._moves:
            raise IndexError("no move has been played")
        return self._moves[-1]

    def repetitions(self) -> int:
        """How many times the position now has occurred, this time included."""
        return self._seen[_identity(self.position)]

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game ended, None while it goes on; `claim_draw` counts draws that a player may claim."""
        found = self.position.outcome()
        if found or not self.position.is_valid():
            return found
        for ending in self.genre.endings:
            if isinstance(ending, Repetition) and _reached(self.repetitions(), ending, claim_draw):
                return Outcome(Reason.REPETITION)
            if isinstance(ending, MoveRule) and _reached(self.position.halfmove_clock, ending, claim_draw):
                return Outcome(Reason.MOVE_RULE)
            if isinstance(ending, DeadMaterial) and self._is_dead(ending):
                return Outcome(Reason.DEAD_MATERIAL)
        return None

    def is_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game has ended."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self) -> str:
        """ "1-0", "0-1", "1/2-1/2", or "*" while the game goes on."""
        outcome = self.outcome()
        return outcome.result if outcome else "*"

    def _is_dead(self, ending: DeadMaterial) -> bool:
        """Nothing but one king each and at most one minor man."""
        men = [man.upper() for man in self.position.men().values()]
        royal = self.genre.royal.letter
        others = [man for man in men if man != royal]
        return men.count(royal) == 2 and len(others) <= 1 and all(man in ending.minors for man in others)

    def __len__(self) -> int:
        return len(self._moves)

    def __repr__(self) -> str:
        return f"<Game {self.genre.name}: {' '.join(move.uci() for move in self._moves) or 'no move yet'}>"


def _reached(count: int, ending: Repetition | MoveRule, claim_draw: bool) -> bool:
    limit = ending.claim if claim_draw and ending.claim is not None else ending.automatic
    return count >= limit


def _identity(position: Position) -> Position:
    """The position without its clocks: what recurs when a position recurs."""
    return position.without_clocks()
