"""The same rules on another board of the same size: what needs squares that do not exist there is left out."""
from __future__ import annotations

from dataclasses import replace

from feerie.rules.board import FILES, RANKS, Board, Wrap
from feerie.rules.castling import CastlingFamily, HomeCastling, LineCastling
from feerie.rules.ending import DeadMaterial, Ending
from feerie.rules.genre import Genre, GenreError, Man

__all__ = ["on_board"]


def on_board(genre: Genre, board: Board) -> Genre:
    """A genre on a board that lacks some squares of its own: promotion zones, regions, castlings and arrows have those
    that are left; where it becomes round, castlings go both ways. There is no game array if a square is lacking, or if
    the kings would stand beside each other, and no man is known to be unable to mate there.

    GenreError if a king has its goal on such a square.
    """
    squares = frozenset(board.squares)
    if genre.king_run and not squares.issuperset(genre.king_run.goals):
        raise GenreError("{}: the goals of its kings cannot be holes", genre.name)

    closes = board.wraps if genre.board.wraps is None else None

    def left(zones: tuple[frozenset[int], frozenset[int]]) -> tuple[frozenset[int], frozenset[int]]:
        return zones[0] & squares, zones[1] & squares

    def placed(man: Man) -> Man:
        promotion = replace(man.promotion, zones=left(man.promotion.zones)) if man.promotion else None
        return replace(man, promotion=promotion, region=left(man.region) if man.region else None)

    return replace(genre, board=board, men=tuple(map(placed, genre.men)),
                   start=genre.start if squares.issuperset(genre.board.squares) and not board.joins_ranks else None,
                   castlings=tuple(_left_of(part, board) for family in genre.castlings
                                   for part in (_round_parts(family, closes) if closes else (family,))),
                   endings=genre.endings if board == genre.board else tuple(map(_without_minors, genre.endings)),
                   arrows=tuple(arrow for arrow in genre.arrows if squares.issuperset(arrow)))


def _without_minors(ending: Ending) -> Ending:
    """An ending for a board that is not the one on which some men were found unable to mate."""
    return replace(ending, minors=()) if isinstance(ending, DeadMaterial) else ending


def _round_parts(family: CastlingFamily, joined: Wrap) -> tuple[CastlingFamily, ...]:
    """A castling in parts of which each leads from a king to a partner in one way, though the board is round."""
    if not isinstance(family, LineCastling):
        return (family,)
    parts: dict[tuple[bool, bool], list[tuple[int, int]]] = {}
    for step in family.directions:
        parts.setdefault((step[0] < 0 and joined is not RANKS, step[1] < 0 and joined is not FILES), []).append(step)
    return tuple(replace(family, directions=tuple(parts[way])) for way in sorted(parts))


def _left_of(family: CastlingFamily, board: Board) -> CastlingFamily:
    """A castling without the wings that a hole breaks; other families ask the board themselves."""
    if not isinstance(family, HomeCastling):
        return family
    holes = {board.name(square) for square in board.walls}

    def stands(king: str, rook: str) -> bool:
        first, last = sorted((king[0], rook[0]))
        return not any(hole[1:] == king[1:] and first <= hole[0] <= last for hole in holes)

    return replace(family, wings=tuple(tuple(wing for wing in wings if stands(wing[1], wing[3]))
                                       for wings in family.wings))
