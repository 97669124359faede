"""Symmetries: exchanges of the two sides under which the rules of a genre stay the same.

An orthodox position mirrored in the board's middle line, with colours exchanged, is the same to the rules. On a ring
whose men run one way round, a mirror would reverse the direction in which they run; there the exchange is half a turn
of the board. Genres declare nothing for this: an exchange is tested against everything that the genre says.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import is_dataclass, replace
from functools import lru_cache
from typing import Any, cast

from feerie.base.errors import ArgumentError
from feerie.rules.along import Along, lines_of
from feerie.rules.board import BLACK, WHITE, Board, Ray
from feerie.rules.castling import CastlingFamily
from feerie.rules.facet import Rule, has_plain_movement
from feerie.rules.genre import Genre, Man
from feerie.rules.movement import Mode
from feerie.rules.setup import Setup
from feerie.rules.unit import of_other_side

__all__ = ["Image", "exchange_of_men", "exchange_of_sides", "exchanged", "swapped"]

Image = tuple[int, ...]
"""By square number: the number of the square to which it goes."""


def _flip(board: Board) -> Image:
    """The first rank becomes the last one."""
    return tuple(board.file(square) + board.files * (board.ranks - 1 - board.rank(square))
                 for square in range(board.size))


def _half_turn(board: Board) -> Image:
    """The board turned by 180 degrees."""
    return tuple(reversed(range(board.size)))


EXCHANGES: tuple[Callable[[Board], Image], ...] = (_flip, _half_turn)
"""What is tried, the usual one first."""


@lru_cache(maxsize=32)
def exchange_of_sides(genre: Genre) -> Image | None:
    """Where each square goes when the sides are exchanged and nothing else changes; None if there is no such way.

    If there are several ways, the flip of the ranks is taken.
    """
    return _first_exchange(genre, _facts)


@lru_cache(maxsize=32)
def exchange_of_men(genre: Genre) -> Image | None:
    """The same, whether or not castlings, rights and flags are exchanged with the men."""
    return _first_exchange(genre, _facts_of_men)


def _first_exchange(genre: Genre, facts: Callable[[Genre, Image], Iterator[bool]]) -> Image | None:
    images = (exchange(genre.board) for exchange in EXCHANGES)
    return next((image for image in images if all(facts(genre, image))), None)


def exchanged(genre: Genre, setup: Setup) -> Setup:
    """A setup with sides exchanged: colours, turn, rights, flags, squares; ArgumentError if there is no such way."""
    image = exchange_of_sides(genre)
    if image is None:
        raise ArgumentError("in {} the two sides do not have the same rules, so that they cannot be exchanged",
                            genre.name)
    men = [""] * len(setup.men)
    for square, man in setup.pieces:
        men[image[square]] = of_other_side(man)
    return Setup(tuple(men), setup.turn ^ 1, swapped(setup.rights, genre.rights),
                 None if setup.en_passant is None else image[setup.en_passant],
                 swapped(setup.flags, genre.flags), setup.halfmoves, setup.moves,
                 tuple(sorted((image[square], None if birth is None else image[birth])
                              for square, birth in setup.births)))


def swapped(letters: str, known: str) -> str:
    """Letters of rights or flags, with the side that has them exchanged, in their usual order."""
    return "".join(letter for letter in known if letter.swapcase() in letters)


def _facts(genre: Genre, image: Image) -> Iterator[bool]:
    """All that must hold if the exchange is to leave the rules as they are."""
    yield from _facts_of_men(genre, image)
    yield from _facts_of_rights(genre, image)
    yield {_exchanged_rule(rule, genre.board, image) for rule in genre.rules} == set(genre.rules)
    yield not any(getattr(rule, "oriented", False) for rule in genre.rules)


def _facts_of_men(genre: Genre, image: Image) -> Iterator[bool]:
    """What must hold for the moves of men other than castlings, and for king runs."""
    board, run = genre.board, genre.king_run
    yield {image[square] for square in board.walls} == board.walls
    for man in genre.men:
        yield from _facts_of_man(board, man, image)
    if run is not None:
        yield image[run.goals[WHITE]] == run.goals[BLACK]
        yield all(_moved(gate, image) == other for gate, other in zip(run.gates[WHITE], run.gates[BLACK], strict=True))


def _facts_of_rights(genre: Genre, image: Image) -> Iterator[bool]:
    """What must hold for castlings, rights and flags."""
    board, run = genre.board, genre.king_run
    yield set(genre.flags.swapcase()) == set(genre.flags)
    yield run is None or run.flags[WHITE].swapcase() == run.flags[BLACK]
    homes = {right: (image[king], image[rook]) for right, (king, rook) in genre.home_rights.items()}
    yield {right.swapcase(): squares for right, squares in homes.items()} == dict(genre.home_rights)
    yield all(_castlings(board, family, WHITE, image) == _castlings(board, family, BLACK, None)
              for family in genre.castlings)


def _facts_of_man(board: Board, man: Man, image: Image) -> Iterator[bool]:
    for zones in (man.region, man.promotion.zones if man.promotion else None):
        if zones is not None:
            yield _moved(zones[WHITE], image) == zones[BLACK]
    yield not has_plain_movement(man.moves)     # which goes wherever it says
    for square in board.squares:
        lines = _lines(board, man, square, WHITE)
        yield {(mode, tuple(image[at] for at in line), along) for mode, line, along in lines} \
            == set(_lines(board, man, image[square], BLACK))


def _lines(board: Board, man: Man, square: int, side: int) -> Iterator[tuple[Mode, Ray, Along]]:
    return ((mode, *line) for movement, mode in man.moves for line in lines_of(movement, board, square, side))


def _exchanged_rule(rule: Rule, board: Board, image: Image) -> Rule | None:
    """A rule as the exchange ought to have it: one that binds a side binds the other, and squares are where they go;
    None if that cannot be said of it.
    """
    changes: dict[str, Any] = {}
    if getattr(rule, "side", None) is not None:
        changes["side"] = rule.side ^ 1
    if isinstance(squares := getattr(rule, "squares", None), tuple):
        changes["squares"] = tuple(sorted(board.name(image[board.index(name)]) for name in squares))
    if not changes:
        return rule
    return cast(Rule, replace(cast(Any, rule), **changes)) if is_dataclass(rule) else None


def _moved(squares: frozenset[int], image: Image) -> frozenset[int]:
    return frozenset(image[square] for square in squares)


def _castlings(board: Board, family: CastlingFamily, side: int, image: Image | None) -> set[tuple[object, ...]]:
    """The castlings of a side; with an image, as the other side's ought to be."""
    if image is None:
        return {tuple(castling) for castling in family.castlings(board, side)}
    return {(image[one.king], image[one.king_to], image[one.partner], image[one.partner_to], _moved(one.empty, image),
             _moved(one.safe, image), one.right.swapcase() if one.right else None)
            for one in family.castlings(board, side)}
