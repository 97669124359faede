"""The numbers of moves: actions of a genre of the fast path.

The action of a move is origin x 64 + target, squares being numbered from a1 along the ranks. A move by which a man
becomes another (a promotion, or a castling whose partner promotes) has a number from 4096 on instead: 4096 + pair x
kinds + kind. `pairs` numbers the moves, by origin and target, by which men may promote, and `kinds` are the letters
that they may become. Not every such number is a move.

Squares are as the mover sees them. Black's are exchanged with White's as Position.mirror does it, so that what is
learned for one side is true of the other: e7e5 has the number of e2e4. In genres whose sides have different rules
squares are as they are.
"""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from feerie.base.errors import ArgumentError
from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_partner_man, move_result, move_target
from feerie.kernel.tables import CASTLING, Tables, tables_of
from feerie.rules.genre import Genre
from feerie.rules.symmetry import exchange_of_sides

__all__ = ["PLAIN_ACTIONS", "Numbering", "numbering_of"]

PLAIN_ACTIONS = 64 * 64
"""The number of the first action by which a man becomes another."""


class Numbering:
    """The actions of a genre.

    `image`: by square, the square as Black sees it; None where Black sees the board as White does. `size`: one more
    than the greatest action.
    """

    def __init__(self, tables: Tables) -> None:
        genre = tables.genre
        self.tables, self.board = tables, genre.board
        self.image = exchange_of_sides(genre)
        pairs, kinds = set[tuple[int, int]](), set[int]()
        for side in (0, 1):
            for origin, target, becomes in _promotions(tables, side):
                pairs.add((self.seen(origin, side), self.seen(target, side)))
                kinds |= becomes
        self.pairs = {pair: number for number, pair in enumerate(sorted(pairs))}
        self.kinds = tuple(sorted(kinds))
        self.size = PLAIN_ACTIONS + len(self.pairs) * len(self.kinds)
        self._listed = tuple(self.pairs)

    def seen(self, square: int, side: int) -> int:
        """A square as a side sees it; and the square that a side sees so."""
        return self.image[square] if side and self.image and square < len(self.image) else square

    def number(self, move: int, side: int) -> int:
        """The action of a packed move of a side."""
        pair = self.seen(move_origin(move), side), self.seen(move_target(move), side)
        was = move_partner_man(move) if move_kind(move) >= CASTLING else move_man(move)
        if move_result(move) == was:
            return pair[0] * 64 + pair[1]
        return PLAIN_ACTIONS + self.pairs[pair] * len(self.kinds) + self.kinds.index(move_result(move))

    def uci(self, action: int, side: int) -> str:
        """The UCI text of an action of a side; ArgumentError for a number that is no move on this board."""
        letter = None
        if PLAIN_ACTIONS <= action < self.size:
            pair, kind = divmod(action - PLAIN_ACTIONS, len(self.kinds))
            letter, squares = self.tables.letters[self.kinds[kind]], self._listed[pair]
        else:
            squares = divmod(action, 64)
        origin, target = (self.seen(square, side) for square in squares)
        if not 0 <= action < self.size or not {origin, target} <= set(self.board.squares):
            raise ArgumentError("{} is not the number of a move", action)
        return self.board.uci(origin, target, letter)


def _promotions(tables: Tables, side: int) -> Iterator[tuple[int, int, set[int]]]:
    """Origin, target and what a man may become there: moves of men that promote, and castlings with them."""
    for man in tables.genre.men:
        if man.promotion:
            becomes = {tables.numbers[letter] for letter in man.promotion.to}
            for _, component in tables.rays_of(man, side):
                for origin, rays in enumerate(component):
                    for target in {square for ray in rays for square in ray if square in man.promotion.zones[side]}:
                        yield origin, target, becomes
    for family in tables.families[side]:
        for castle in family.castles:
            for kind, man in enumerate(tables.genre.men):
                if castle.promotes >> kind & 1 and man.promotion and (kind in family.men) != family.inverted:
                    yield castle.king, castle.king_to, {tables.numbers[letter] for letter in man.promotion.to}


@lru_cache(maxsize=32)
def numbering_of(genre: Genre) -> Numbering:
    """The actions of a genre of the fast path, made once."""
    return Numbering(tables_of(genre))
