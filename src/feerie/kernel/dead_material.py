"""Men that cannot mate, however many there are: those that never leave a part of the board, like bishops of one colour.

The proof is by the tables of a genre. While a king stands in that part, every position of the two kings leaves it a
step out of the part to a square that the other king does not attack: no man can stand there or attack it. Outside of
the part, the king is not attacked.
"""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from feerie.kernel.tables import Tables, mask_of, tables_of
from feerie.rules.genre import Genre

__all__ = ["BoundMen", "bound_men"]


class BoundMen(NamedTuple):
    """Kinds of men, by number, that never leave a set of squares if they stand in it, and cannot mate there."""

    kinds: frozenset[int]
    squares: int


@lru_cache(maxsize=32)
def bound_men(genre: Genre) -> tuple[BoundMen, ...]:
    """The men of a genre that cannot mate while they are together, with a king each, in a part of the board.

    Men that promote or castle are not among them, nor is there any in a genre that kings can win by a run.
    """
    if genre.king_run:
        return ()
    tables = tables_of(genre)
    castling = {letter for family in genre.castlings for letter in family.men}
    targets = {number: _targets(tables, man.letter) for number, man in enumerate(genre.men)
               if not (man.royal or man.promotion or man.letter in castling)}
    parts = {part for of in targets.values() for part in _parts(of)}
    return tuple(BoundMen(frozenset(kind for kind, of in targets.items() if _is_closed(of, part)), part)
                 for part in sorted(parts) if all(_always_leaves(tables, part, side) for side in (0, 1)))


def _targets(tables: Tables, letter: str) -> dict[int, int]:
    """The squares that a man of either side may reach from each square in one move, on an empty board."""
    man, board = tables.genre.man(letter), tables.genre.board
    return {square: mask_of(target for side in (0, 1) for _, component in tables.rays_of(man, side)
                            for ray in component[square] for target in ray) for square in board.squares}


def _is_closed(targets: dict[int, int], part: int) -> bool:
    """Whether no move leads out of a part of the board."""
    return not any(reached & ~part for square, reached in targets.items() if part >> square & 1)


def _parts(targets: dict[int, int]) -> Iterator[int]:
    """The least parts of the board that no move leads out of, from each square."""
    for square in targets:
        part, grown = 0, 1 << square
        while grown != part:
            part = grown
            for origin, reached in targets.items():
                if part >> origin & 1:
                    grown |= reached
        yield part


def _always_leaves(tables: Tables, part: int, side: int) -> bool:
    """Whether a king of a side that stands in a part can always step out of it, whatever stands in the part."""
    king, squares = tables.genre.royal, tables.genre.board.squares
    steps, attacks = ([mask_of(target for _, component in tables.rays_of(king, of) for ray in component[square]
                               for target in (ray[:1] if of == side else ray)) for square in range(max(squares) + 1)]
                      for of in (side, side ^ 1))
    return all(steps[own] & ~part & ~attacks[other] & ~(1 << other) for own in squares if part >> own & 1
               for other in squares if other != own and not attacks[other] >> own & 1)
