"""What becomes of each man in a line of moves: where it goes, what it promotes to, who takes it and where."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feerie.game.position import Position
from feerie.rules.move import Move
from feerie.rules.unit import letter_of, unit_of

if TYPE_CHECKING:
    from feerie.problems.line import Line, LinePlayer

__all__ = ["Journey", "journeys", "journeys_of"]


@dataclass
class Journey:
    """The journey of a man, identified by the square it starts from.

    `home`: that square; `man`: its FEN letter there; `becomes`: its letter at the end, a different one after a
    promotion. `squares`: where it arrives, in order; `moves`: the number of moves it makes itself. Castling is the
    king's move; its partner is carried, and arrives without a move. `captured_on`: where it is taken, None if it is
    not; `captured_by`: the home of the man that takes it.
    """

    home: str
    man: str
    becomes: str
    squares: list[str] = field(default_factory=list)
    moves: int = 0
    captured_on: str | None = None
    captured_by: str | None = None

    @property
    def square(self) -> str | None:
        """Where it stands at the end; None if it was taken."""
        return None if self.captured_on else self.squares[-1] if self.squares else self.home


def journeys(player: LinePlayer, line: Line) -> tuple[Journey, ...]:
    """The journeys of all men in a line, by their homes in the order of squares.

    `player`: replays the lines of the problem. The moves of the line are legal.
    """
    made = (move.position.parse(move.uci) for move in player.moves(line))
    return journeys_of(player.start, made)


def journeys_of(start: Position, moves: Iterable[Move]) -> tuple[Journey, ...]:
    """The journeys of all men, beginning at a position."""
    found = {square: Journey(square, man, man) for square, man in start.men().items()}
    there = dict(found)
    for move in moves:
        king_or_man = there.pop(move.origin)
        partner = there.pop(move.partner[0]) if move.partner else None
        if move.captured_on is not None:
            taken = there.pop(move.captured_on)
            taken.captured_on, taken.captured_by = move.captured_on, king_or_man.home
        there[move.target] = king_or_man
        king_or_man.squares.append(move.target)
        king_or_man.moves += 1
        if partner is not None and move.partner is not None:
            there[move.partner[1]] = partner
            partner.squares.append(move.partner[1])
        if move.promotion:
            promoted = partner or king_or_man
            promoted.becomes = str(replace(unit_of(promoted.man), letter=letter_of(move.promotion)))
    board = start.genre.board
    return tuple(found[name] for name in sorted(found, key=board.index))
