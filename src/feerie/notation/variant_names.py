"""What the protocols of chess programs call genres and moves: as everywhere, except for those of which they know."""
from __future__ import annotations

from feerie import genres as all_genres
from feerie.base.frozen import frozen
from feerie.rules.castling import Style
from feerie.rules.genre import Genre
from feerie.rules.move import Move

__all__ = ["UCI_NAMES", "XBOARD_NAMES", "VariantNames", "xboard_move"]


@frozen
class VariantNames:
    """The names of a protocol. `orthodox`, `chess960`: those of orthodox chess and Chess960."""

    orthodox: str
    chess960: str

    def of(self, genre: Genre) -> str:
        """The name of a genre.

        >>> UCI_NAMES.of(all_genres.ORTHODOX), XBOARD_NAMES.of(all_genres.ORTHODOX), UCI_NAMES.of(all_genres.ROQUE)
        ('chess', 'normal', 'roque')
        """
        return self.orthodox if genre is all_genres.ORTHODOX else \
            self.chess960 if genre.name == all_genres.CHESS960.name else genre.name

    def find(self, name: str) -> Genre:
        """The genre of a name: this protocol's, or any that `genres.find` knows; its errors."""
        return all_genres.ORTHODOX if name == self.orthodox else all_genres.find(name)

    def all(self, *more: Genre) -> tuple[str, ...]:
        """The names of all genres that are known, and of others."""
        return tuple(dict.fromkeys(self.of(genre) for genre in (*all_genres.known(), *more)))


UCI_NAMES = VariantNames("chess", all_genres.CHESS960.name)
XBOARD_NAMES = VariantNames("normal", "fischerandom")


def xboard_move(move: Move) -> str:
    """A move in XBoard's protocol: in coordinates, a castling of Chess960 as "O-O" or "O-O-O"."""
    if move.partner is None or move.style is not Style.KING_TAKES_ROOK:
        return move.uci()
    return "O-O" if move.origin < move.partner[0] else "O-O-O"
