"""Hunters: up the board, as their side sees it, they move and capture as one man, down the board as another, and
sideways not at all. The square where they arrive decides, whatever way leads to it.

A genre makes those it has from the letters of two men; the dictionary lists none (RR and BR, which see the board as
White does, are riders).
"""
from __future__ import annotations

from collections.abc import Iterator, Set
from functools import lru_cache
from typing import Any

from feerie.base.frozen import frozen
from feerie.men.making import Asked, Moves
from feerie.rules.along import RIDE, Along, Arrival, Course, Lame, LineMovement, course_of, lines_of
from feerie.rules.board import BLACK, CHESSBOARD, WHITE, Board, Ray
from feerie.rules.facet import Men, PlainMovement, has_plain_movement, is_plain_movement
from feerie.rules.genre import FIGURES, GenreError, Man, Names, Turned
from feerie.rules.movement import Mode, Movement
from feerie.rules.unit import kind_text

__all__ = ["MOST_HUNTERS", "AtEnd", "Ends", "Lines", "PlainMoves", "Rays", "hunter"]

MOST_HUNTERS = 9
"""The most hunters of a genre: their letters are H1 to H9."""

LONGEST_HOP = 12
"""Look-ups have no room for longer lines that go both ways; movements with such lines are asked in Python."""

_PATTERNS = ("{}-{} hunter", "{}-{} chasseur", "{}-{}-Jäger")
_NAMES_OF_CHESSMEN = {"P": ("pawn", "pion", "Bauer"), "N": ("knight", "cavalier", "Springer"),
                      "B": ("bishop", "fou", "Läufer"), "R": ("rook", "tour", "Turm"),
                      "Q": ("queen", "dame", "Dame"), "K": ("king", "roi", "König")}
_TURNS = (180, 270, 90)
"""How far the figures of hunters are turned, by their numbers."""

Region = tuple[frozenset[int], frozenset[int]]


def _goes(board: Board, square: int, target: int, side: int, up: bool) -> bool:
    """Whether a square is farther up the board than another, as a side sees it, or farther down."""
    ranks = board.rank(target) - board.rank(square)
    return ranks != 0 and (ranks > 0) == (up == (side == WHITE))


@frozen
class AtEnd:
    """As another way to go along lines, but only to the last square of the line."""

    along: Along

    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]:
        yield from (arrival for arrival in self.along.arrivals(line, occupied) if arrival.target == line[-1])

    def course(self, line: Ray, occupied: Set[int], target: int) -> Course | None:
        return course_of(self.along, line, occupied, target) if target == line[-1] else None


@frozen
class Rays:
    """What a movement by rays, none of which goes both ways, does up the board or down; none from outside a region."""

    movement: Movement
    up: bool
    region: Region | None = None

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        if self.region and square not in self.region[side]:
            return ()
        return tuple(ray for ray in self.movement.rays(board, square, side)
                     if _goes(board, square, ray[0], side, self.up))


@frozen
class Lines:
    """What a movement by lines, none of which goes both ways, does up the board or down."""

    movement: LineMovement
    up: bool

    @property
    def along(self) -> Along:
        return self.movement.along

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(line for line in self.movement.lines(board, square, side)
                     if _goes(board, square, line[-1], side, self.up))


@frozen
class Ends:
    """What a movement by rays or lines does up the board or down, a line for each square where it may arrive."""

    movement: Movement | LineMovement
    up: bool

    @property
    def along(self) -> Along:
        return Lame() if hasattr(self.movement, "rays") else AtEnd(self.movement.along)

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(dict.fromkeys(
            line[:at + 1] for line, along in lines_of(self.movement, board, square, side)
            for at in _arrivals(along, len(line)) if _goes(board, square, line[at], side, self.up)))


@frozen
class PlainMoves:
    """What a movement in Python does up the board or down."""

    movement: PlainMovement
    up: bool

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int | Arrival]:
        for arrival in self.movement.moves(board, men, square, side):
            target = arrival.target if isinstance(arrival, Arrival) else arrival
            if _goes(board, square, target, side, self.up):
                yield arrival


@lru_cache(maxsize=256)
def _arrivals(along: Along, length: int) -> tuple[int, ...]:
    """Where on a line of a length a man may arrive, 0 for its first square."""
    if along == RIDE:
        return tuple(range(length))
    line = tuple(range(length))
    return tuple(sorted({arrival.target for occupied in range(1 << length)
                         for arrival in along.arrivals(line, {at for at in line if occupied >> at & 1})}))


def _lines(movement: object) -> Iterator[tuple[int, Ray, Along]]:
    """All lines of a movement on the chessboard, each with the square where it begins."""
    return ((square, *line) for side in (WHITE, BLACK) for square in CHESSBOARD.squares
            for line in lines_of(movement, CHESSBOARD, square, side))


def _is_cut(movement: Movement | LineMovement) -> bool:
    """Whether a line of a movement may lead both up the board and down, or sideways and either."""
    rank = CHESSBOARD.rank
    return any(len(arrivals) > 1 and len({(rank(line[at]) > rank(square)) - (rank(line[at]) < rank(square))
                                          for at in arrivals}) > 1
               for square, line, along in _lines(movement) for arrivals in (_arrivals(along, len(line)),))


@lru_cache(maxsize=1024)
def _half(man: Man, up: bool) -> Moves:
    """The movements of a man up the board or down, as far as they lead there. A pawn on its first rank captures, and
    gives check, but does not step ahead.
    """
    found: list[tuple[Any, Mode]] = []
    for movement, mode in man.moves:
        region = man.region if man.en_passant and mode is Mode.QUIET else None
        half: Any = PlainMoves(movement, up) if is_plain_movement(movement) else \
            Ends(movement, up) if _is_cut(movement) else \
            Rays(movement, up, region) if hasattr(movement, "rays") else Lines(movement, up)
        if isinstance(half, Ends) and any(len(line) > LONGEST_HOP for _, line, _ in _lines(half)):
            half = PlainMoves(Asked(movement), up)
        if isinstance(half, PlainMoves) or any(_lines(half)):
            found.append((half, mode))
    return tuple(found)


@lru_cache(maxsize=256)
def hunter(number: int, up: Man, down: Man) -> Man:
    """The hunter of a number, from 1 to MOST_HUNTERS; GenreError for men of which none is made."""
    letters = f"{kind_text(up.letter)}/{kind_text(down.letter)}"
    moves = _half(up, True), _half(down, False)
    passes = up.en_passant and any(mode is not Mode.BOTH for _, mode in moves[0])
    if passes and (any(mode is Mode.CAPTURE for _, mode in moves[1]) or has_plain_movement(moves[1])):
        raise GenreError("{} is not supported: beside a man that captures en passant the second one must capture as it "
                         "moves, along lines", letters)
    en, fr, de = (pattern.format(*of) for pattern, *of in zip(_PATTERNS, _names(up), _names(down), strict=True))
    de = de[0].upper() + de[1:].replace(" ", "-")
    figure = up.drawn.figure if up.drawn else up.letter if up.letter in tuple(FIGURES) else None
    return Man(f"H{number}", moves[0] + moves[1], en_passant=passes,
               name=f"hunter{number}:{kind_text(up.letter)}{kind_text(down.letter)}", names=Names((en,), (fr,), (de,)),
               drawn=Turned(figure, _TURNS[number % len(_TURNS)]) if figure else None, halves=(up, down))


def _names(man: Man) -> tuple[str, str, str]:
    """The usual names of a man in English, French and German."""
    if man.letter in _NAMES_OF_CHESSMEN:
        return _NAMES_OF_CHESSMEN[man.letter]
    return man.names.en[0], man.names.fr[0], man.names.de[0]
