"""Chess960: the 960 arrays by number, and which king and rooks the castling rights of a position mean.

King and rooks start on other squares in each game. They stay the same during a game, so they are part of its rules:
`placed` gives the genre of the games to which a position may belong, whose castling has these squares. All else is that
of the orthodox castling: four rights, K and Q, k and q, each with a home square of king and rook.

Sources: the numbers are those of Scharnagl, "Fischer-Random-Schach (FRC/Chess960)", 2004; the letters of rights those
of X-FEN (Scharnagl, 2003) and Shredder-FEN (Meyer-Kahlen).
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from feerie.base.errors import ArgumentError
from feerie.rules.castling import Chess960Castling
from feerie.rules.genre import Genre
from feerie.rules.unit import without_marks

__all__ = ["ARRAYS", "array_fen", "array_number", "array_of", "castling_of", "is_like", "number_of_arrays", "placed",
           "require_like", "right_letters"]

ARRAYS = 960
"""The number of arrays."""

_KNIGHTS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
"""The free squares on which the knights stand, of the five that are left to them, by the last part of the number."""


def _rank(number: int) -> str:
    """The men of the array of a number, from the a-file on."""
    men = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    men[2 * light + 1] = men[2 * dark] = "B"
    _free(men, [queen], "Q")
    _free(men, _KNIGHTS[knights], "NN")
    _free(men, (0, 1, 2), "RKR")
    return "".join(men)


def _free(men: list[str], places: Iterable[int], letters: str) -> None:
    """Put men on some of the free squares of a rank, counted from the a-file on."""
    free = [file for file, man in enumerate(men) if not man]
    for place, letter in zip(places, letters, strict=True):
        men[free[place]] = letter


@lru_cache(maxsize=1)
def _numbers() -> dict[str, int]:
    return {_rank(number): number for number in range(ARRAYS)}


def array_fen(number: int) -> str:
    """The FEN of the array of a number from 0 to 959; 518 is the orthodox one.

    >>> array_fen(0)
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    """
    rank = _rank(number)
    return f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1"


def number_of_arrays(genre: Genre) -> int:
    """How many game arrays a genre has, which are called by their numbers; 0 where it has one, or none."""
    return ARRAYS if castling_of(genre) is not None else 0


def array_number(fen: str) -> int | None:
    """The number of the array that a FEN shows, from 0 to 959; None for any other position.

    >>> array_number("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    518
    """
    number = _numbers().get(fen.split(" ")[0].rpartition("/")[2])
    return number if number is not None and array_fen(number).split(" ")[:2] == fen.split(" ")[:2] else None


def array_of(genre: Genre, fen: str) -> int | None:
    """The number of a FEN among the game arrays of a genre that has several; None if it is none."""
    return array_number(fen) if number_of_arrays(genre) else None


def castling_of(genre: Genre) -> Chess960Castling | None:
    """The castling of Chess960 that a genre has; None if it has none."""
    family = genre.home_castling
    return family if isinstance(family, Chess960Castling) else None


def is_like(genre: Genre, other: Genre) -> bool:
    """Whether two genres have the same rules, wherever king and rooks start in their games."""
    return genre == other or (castling_of(genre) is not None and _with_starts(genre, ()) == _with_starts(other, ()))


def require_like(genre: Genre, other: Genre) -> None:
    """Raise ArgumentError if a position of one genre cannot begin a game of another."""
    if not is_like(genre, other):
        raise ArgumentError("the position is one of {}, the game one of {}: give its setup to play on by other rules",
                            genre.name, other.name)


def placed(genre: Genre, men: Sequence[str], rights: str, *, is_text: bool = True) -> Genre:
    """The genre of the games to which a position may belong; the genre itself if it has no castling of Chess960.

    `men`: FEN letters by square. `rights`: K, Q, k, q mean the outermost rook on this side of the king, A to H and a to
    h that of a file. With `is_text` False what is at home in the genre already stays so. A rook that no right means has
    its square in the genre, or the corner, with the king of its side.
    """
    family = castling_of(genre)
    if family is None:
        return genre
    board, homes = genre.board, dict(genre.home_rights)
    meant = [found for letter in rights if is_text or letter not in homes or letter not in genre.rights_at_home(men)
             for found in _meant(genre, men, letter)]
    starts = homes | {right: (king, rook) for right, king, rook in meant}
    for right, king, _ in meant:
        other = next((other for other in homes if other != right and other.isupper() == right.isupper()), right)
        rook = starts[other][1]
        if (king < rook) == (other.lower() == "k") and king != rook:
            starts[other] = king, rook
    usual = replace(family, starts=()).homes(board)
    return _with_starts(genre, tuple((right, board.name(starts[right][0]), board.name(starts[right][1]))
                                     for right in usual if starts[right] != usual[right]))


def _meant(genre: Genre, men: Sequence[str], letter: str) -> list[tuple[str, int, int]]:
    """The right, king and rook that a letter of the castling field means, at most one; none if they do not stand there.
    """
    for right, home in genre.home_rights.items():
        if right.isupper() != letter.isupper() or not (right == letter or letter.lower() in "abcdefgh"):
            continue
        wing, first = right.lower() == "k", genre.board.files * genre.board.rank(home[0])
        rank = range(first, first + genre.board.files)
        king_letter, rook_letter = genre.home_men(right)
        kings = [square for square in rank if without_marks(men[square]) == king_letter]
        rooks = [square for square in rank if without_marks(men[square]) == rook_letter]
        king = home[0] if home[0] in kings else kings[0] if kings else None
        beside = [rook for rook in rooks if king is not None and (rook > king) == wing]
        if right != letter:
            beside = [rook for rook in beside if genre.board.name(rook)[0] == letter.lower()
                      and letter not in genre.rights]
        if king is not None and beside:
            return [(right, king, beside[-1 if wing else 0])]
    return []


def _with_starts(genre: Genre, starts: tuple[tuple[str, str, str], ...]) -> Genre:
    """A genre whose castling of Chess960, if it has one, has king and rooks on certain squares: the genre itself if
    they are there.
    """
    family = castling_of(genre)
    return genre if family is None or family.starts == starts else _moved(genre, family, starts)


@lru_cache(maxsize=256)
def _moved(genre: Genre, family: Chess960Castling, starts: tuple[tuple[str, str, str], ...]) -> Genre:
    return replace(genre, castlings=tuple(replace(family, starts=starts) if each is family else each
                                          for each in genre.castlings))


def right_letters(genre: Genre, men: Sequence[str], rights: str, *, shredder: bool = False) -> str:
    """Castling rights as a FEN has them: in X-FEN, K, Q, k and q for outermost rooks and else the file of the rook; in
    Shredder-FEN always the file.
    """
    if castling_of(genre) is None:
        return rights
    text = ""
    for right in rights:
        home = genre.home_rights.get(right)
        meant = [] if shredder else _meant(genre, men, right)
        if home is not None and (not meant or meant[0][1:] != home):
            file = genre.board.name(home[1])[0]
            file = file.upper() if right.isupper() else file
            right = right if file in genre.rights else file
        text += right
    return text
