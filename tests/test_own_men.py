"""The solver's prunings hold for men that no genre of the package has.

Genres with men that move and capture differently, promote although they are not pawns, go forwards only, leap in rows,
or capture en passant nowhere: with and without shortcuts the same solutions are found.
"""
from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from random import Random

import pytest

from feerie.base.errors import Error
from feerie.base.frozen import frozen
from feerie.genres.orthodox import ORTHODOX
from feerie.men.chess import BETWEEN, BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.rules.board import CHESSBOARD, Board, Ray
from feerie.rules.ending import KingRun
from feerie.rules.genre import ExtraState, Genre, Man, Names
from feerie.rules.movement import DIAGONAL, KNIGHTWISE, QUEENWISE, Leaper, Mode, Rider
from feerie.rules.promotion import Promotion
from feerie.solving.forced_task import ForcedTask
from feerie.solving.help_task import HelpTask

STIPULATIONS = ("#2", "#2", "#3", "=2", "s#2", "r#2", "h#2", "h#2.5", "h=2", "hs#2", "ser-#3", "ser-h#3")
LAST = (CHESSBOARD.rows(-1), CHESSBOARD.rows(0))


@frozen
class Forward:
    """Steps given as a side sees them, each repeated up to `most` times."""

    steps: tuple[tuple[int, int], ...]
    most: int = 1

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        ahead = 1 - 2 * side
        rays = (board.ray(square, files, ranks * ahead)[:self.most] for files, ranks in self.steps)
        return tuple(ray for ray in rays if ray)


@frozen
class Crooked:
    """Two steps in turn, any number of times."""

    pairs: tuple[tuple[tuple[int, int], tuple[int, int]], ...]

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(ray for pair in self.pairs if (ray := tuple(self._passed(board, square, pair))))

    @staticmethod
    def _passed(board: Board, square: int, pair: tuple[tuple[int, int], tuple[int, int]]) -> Iterator[int]:
        for files, ranks in cycle(pair):
            target = board.step(square, files, ranks)
            if target is None:
                return
            yield (square := target)


def promoting(man: Man, to: str) -> Man:
    return replace(man, promotion=Promotion(LAST, tuple(to)))


STRAIGHT = Man("P", ((Forward(((0, 1),)), Mode.BOTH),), region=(BETWEEN, BETWEEN))
GOLD = Man("G", ((Forward(((0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1))), Mode.BOTH),))
LANCE = Man("L", ((Forward(((0, 1),), 7), Mode.BOTH),))
SHORT = Man("H", ((Forward(((1, 1), (-1, 1), (0, -1)), 3), Mode.BOTH),))
NIGHTRIDER = Man("N", ((Rider(KNIGHTWISE), Mode.BOTH),))
LEAPS_QUIETLY = Man("N", ((Leaper(KNIGHTWISE), Mode.QUIET), (Leaper(QUEENWISE), Mode.CAPTURE)))
RIDES_QUIETLY = Man("Q", ((Rider(QUEENWISE), Mode.QUIET), (Leaper(KNIGHTWISE), Mode.CAPTURE)))
RIDES_TO_CAPTURE = Man("Q", ((Rider(QUEENWISE), Mode.CAPTURE), (Leaper(QUEENWISE), Mode.QUIET)))
BOYSCOUT = Man("B", ((Crooked(tuple(((f, r), (-f, r)) for f in (1, -1) for r in (1, -1))
                              + tuple(((f, r), (f, -r)) for f in (1, -1) for r in (1, -1))), Mode.BOTH),))
DABBABA = Man("N", ((Leaper(((2, 0), (-2, 0), (0, 2), (0, -2))), Mode.BOTH),))
DABBABA_RIDER = Man("N", ((Rider(((2, 0), (-2, 0), (0, 2), (0, -2))), Mode.BOTH),))
MEN = {
    "boyscouts": (PAWN, BOYSCOUT, KNIGHT, ROOK, QUEEN, KING),
    "dabbabas": (PAWN, BISHOP, ROOK, QUEEN, DABBABA, KING),
    "dabbaba-riders": (PAWN, DABBABA_RIDER, BISHOP, ROOK, QUEEN, KING),
    "no-pawns": (KNIGHT, BISHOP, ROOK, QUEEN, KING),
    "nothing-en-passant": (replace(PAWN, en_passant=False), KNIGHT, BISHOP, ROOK, QUEEN, KING),
    "straight-pawns": (promoting(STRAIGHT, "QR"), KNIGHT, BISHOP, ROOK, QUEEN, KING),
    "knights-promote": (PAWN, promoting(KNIGHT, "QR"), BISHOP, ROOK, QUEEN, KING),
    "bishops-promote": (promoting(BISHOP, "QN"), KNIGHT, ROOK, QUEEN, KING),
    "leaps-quietly": (promoting(PAWN, "QRN"), LEAPS_QUIETLY, ROOK, QUEEN, KING),
    "rides-quietly": (RIDES_QUIETLY, ROOK, KNIGHT, KING),
    "rides-to-capture": (promoting(PAWN, "Q"), RIDES_TO_CAPTURE, ROOK, KNIGHT, KING),
    "nightriders": (PAWN, NIGHTRIDER, BISHOP, ROOK, QUEEN, KING),
    "forwards": (promoting(STRAIGHT, "G"), GOLD, LANCE, ROOK, BISHOP, KING),
    "short-riders": (promoting(PAWN, "RH"), SHORT, ROOK, KNIGHT, KING),
    "royal-knight": (promoting(PAWN, "QR"), ROOK, QUEEN, BISHOP, replace(KING, moves=KNIGHT.moves)),
    "compound": (promoting(PAWN, "Q"), BISHOP,
                 Man("Q", ((Rider(DIAGONAL), Mode.BOTH), (Leaper(KNIGHTWISE), Mode.BOTH))), ROOK, KING),
}
GENRES = {name: replace(ORTHODOX, name=name, names=Names(), men=men, castlings=(), start=None)
          for name, men in MEN.items()}
GENRES["king-run"] = replace(ORTHODOX, name="king-run", names=Names(), castlings=(), start=None,
                             endings=(KingRun((35, 28), ((frozenset(), frozenset()),) * 2),),
                             extra_state=ExtraState("Kk", "Kk"))


def random_problem(rng: Random, genre: Genre) -> Problem | None:
    """A problem of three to nine men, the black king often in a corner; None if it is illegal."""
    squares = rng.sample(range(64), rng.randint(3, 9))
    men = dict(zip(squares, "Kk", strict=False))
    letters = [man.letter for man in genre.men if not man.royal]
    for square in squares[2:]:
        letter = rng.choice(letters)
        if letter != "P" or 8 <= square < 56:
            men[square] = letter.lower() if rng.random() < 0.4 else letter
    corner = rng.choice((0, 7, 56, 63))
    if corner not in men and rng.random() < 0.6:
        men[corner] = men.pop(squares[1])
    rows = ("".join(men.get(8 * rank + file, " ") for file in range(8)) for rank in range(7, -1, -1))
    field = re.sub(" +", lambda blanks: str(len(blanks[0])), "/".join(rows))
    try:
        problem = Problem(genre, field, rng.choice(STIPULATIONS))
        solved(problem, shortcuts=True)
    except Error:
        return None
    return problem


def solved(problem: Problem, *, shortcuts: bool) -> Solution:
    kind = ForcedTask if problem.stipulation.play.is_battle else HelpTask
    return kind(problem, shortcuts=shortcuts).alone()


@pytest.mark.parametrize("count", [pytest.param(12), pytest.param(600, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GENRES)
def test_shortcuts_change_no_solution(name: str, count: int) -> None:
    rng = Random(zlib.crc32(name.encode()) + count)
    with_solution = 0
    for _ in range(count):
        problem = random_problem(rng, GENRES[name])
        if problem is None:
            continue
        found, plain = solved(problem, shortcuts=True), solved(problem, shortcuts=False)
        assert found.tree == plain.tree and sorted(found.lines) == sorted(plain.lines), problem
        with_solution += bool(found.lines if found.tree is None else found.keys)
    assert with_solution >= count // 60
