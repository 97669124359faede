"""The images of a board under which the rules for some men stay the same: tables get up to eight times smaller."""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from feerie.rules.board import Board
from feerie.rules.castling import CastlingFamily
from feerie.rules.genre import Genre, Man
from feerie.rules.symmetry import Image

__all__ = ["images_for"]

def images_for(genre: Genre, men: frozenset[str]) -> tuple[Image, ...]:
    """The rotations and reflections that keep the rules for men of these letters, the identity first.

    Castlings that need a right of the FEN do not count: tables have no such rights.
    """
    return tuple(image for image in _images(genre.board) if all(_facts(genre, men, image)))


def _images(board: Board) -> Iterator[Image]:
    """All that map the board's rectangle to itself."""
    for flips in (False, True):
        for mirrors in (False, True):
            for turns in (False, True) if board.files == board.ranks else (False,):
                image = []
                for square in range(board.size):
                    file, rank = board.file(square), board.rank(square)
                    file = board.files - 1 - file if mirrors else file
                    rank = board.ranks - 1 - rank if flips else rank
                    image.append(rank + board.files * file if turns else file + board.files * rank)
                yield tuple(image)


def _facts(genre: Genre, men: frozenset[str], image: Image) -> Iterator[bool]:
    """All that must hold."""
    board, run = genre.board, genre.king_run
    yield {image[square] for square in board.walls} == board.walls
    if run is not None:
        yield all(image[goal] == goal for goal in run.goals)
        yield all(_moved(gate, image) == gate for gates in run.gates for gate in gates)
    for man in genre.men:
        if man.letter in men:
            yield from (fact for side in (0, 1) for fact in _facts_of_man(board, man, side, image))
    yield _keeps_castlings(genre, image)


@lru_cache(maxsize=256)
def _keeps_castlings(genre: Genre, image: Image) -> bool:
    """Whether castlings without a right are the same after an image."""
    same = tuple(range(genre.board.size))
    return all(_castlings(genre, family, side, image) == _castlings(genre, family, side, same)
               for family in genre.castlings for side in (0, 1))


def _facts_of_man(board: Board, man: Man, side: int, image: Image) -> Iterator[bool]:
    for zones in (man.region, man.promotion.zones if man.promotion else None):
        if zones is not None:
            yield _moved(zones[side], image) == zones[side]
    for square in board.squares:
        yield {(mode, tuple(image[at] for at in ray)) for movement, mode in man.moves
               for ray in movement.rays(board, square, side)} \
            == {(mode, ray) for movement, mode in man.moves for ray in movement.rays(board, image[square], side)}


def _moved(squares: frozenset[int], image: Image) -> frozenset[int]:
    return frozenset(image[square] for square in squares)


def _castlings(genre: Genre, family: CastlingFamily, side: int, image: Image) -> set[tuple[object, ...]]:
    """The castlings of a side without a right, as their image."""
    return {(image[one.king], image[one.king_to], image[one.partner], image[one.partner_to], _moved(one.empty, image),
             _moved(one.safe, image), one.right)
            for one in family.castlings(genre.board, side) if one.right is None or one.right in genre.flags}
