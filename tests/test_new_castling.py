"""A kind of castling that no genre of the package has: moves, notation and explanation need only its dataclass."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from feerie import Position
from feerie.genres import ORTHODOX
from feerie.rules.board import Board
from feerie.rules.castling import Castling, Partners, Style
from feerie.rules.genre import Names


@dataclass(frozen=True)
class LeapfrogCastling:
    """The king leaps over an adjacent partner, which takes the king's square."""

    men: tuple[str, ...]
    partners: Partners = Partners.OWN
    style: Style = Style.ARRIVALS
    in_check: bool = False
    spends_right: bool = False
    right_implies_home: bool = False

    def castlings(self, board: Board, side: int) -> Iterator[Castling]:
        """Along ranks and files."""
        for king in board.squares:
            for direction in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                ray = board.ray(king, *direction)
                if len(ray) > 1:
                    yield Castling(king, ray[1], ray[0], king, frozenset((ray[1],)), frozenset((king,)))


GENRE = replace(ORTHODOX, name="leapfrog", names=Names(), castlings=(LeapfrogCastling(("N",)),))


def test_a_new_castling_is_explained_by_its_squares() -> None:
    legal = Position(GENRE, "7k/8/8/8/8/8/8/KN6 w - -")
    assert [legal.san(move) for move in legal.legal_moves if move.is_castling] == ["Kc1(Na1)"]
    assert legal.explain("a1c1").legal
    blocked = Position(GENRE, "7k/8/8/8/8/8/8/KNB5 w - -")
    assert [reason.sentence for reason in blocked.explain("a1c1").reasons] == [
        "the way between the king and the knight on b1 is blocked by the bishop on c1"]
    without = Position(GENRE, "7k/8/8/8/8/8/8/KB6 w - -")
    assert [reason.sentence for reason in without.explain("a1c1").reasons] == ["White has no knight on b1"]
