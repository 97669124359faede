"""What XBoard is told about a genre, in its own terms: board and men, legal targets; and the FENs it writes."""
from __future__ import annotations

from collections.abc import Mapping

from feerie.rules.castling import Style
from feerie.rules.genre import Genre
from feerie.rules.move import Move

__all__ = ["full_fen", "highlighting", "is_shown", "setup"]

CHESS_LETTERS = "PNBRQK"
"""The men of chess in XBoard's order."""
NO_STEP = "G"
"""Betza's letter of a leap of three squares along a diagonal, which no pawn makes."""


def setup(genre: Genre) -> list[str]:
    """The answer to `variant`: men, board and game array; nothing where XBoard cannot be told.

    It has no array then, or men whose letters have two characters, which XBoard knows no way to show.
    XBoard lets men change places only in variants that it believes to be without castling. It promotes pawns on the
    last rank to queens by itself; if they do not promote there, it is told that they make no move it knows.
    """
    if genre.start is None or any(len(man.letter) > 1 for man in genre.men):
        return []
    board = genre.board
    letters = CHESS_LETTERS if all(man.letter in CHESS_LETTERS for man in genre.men) \
        else "".join(man.letter for man in genre.men)
    exchanges = any(family.style is Style.EXCHANGE for family in genre.castlings)
    parent = "nocastle" if exchanges else "fairy"
    told = [f"setup ({letters}{letters.lower()}) {board.files}x{board.ranks}+0_{parent} {genre.start}"]
    return told + [f"piece {man.letter}& {NO_STEP}" for man in genre.men
                   if man.promotion and man.promotion.zones != (board.rows(-1), board.rows(0))]


def is_shown(genre: Genre, move: Move) -> bool:
    """Whether XBoard moves the partner of a castling correctly.

    It carries the next man along if the king goes more than one square on its rank, but not from the first or last
    file, and it exchanges men where `setup` says so.
    """
    if move.partner is None or move.style in (Style.EXCHANGE, Style.KING_TAKES_ROOK):
        return True
    board = genre.board
    origin, target = board.index(move.origin), board.index(move.target)
    return board.rank(origin) == board.rank(target) and board.file(origin) not in (0, board.files - 1)


def full_fen(genre: Genre, fen: str) -> str:
    """The full form of a FEN from XBoard, which omits the castling field if it believes that there is none."""
    fields = fen.split()
    if len(fields) == 5 and fields[3].isdigit() and fields[4].isdigit():
        castles = fields[2] != "-" and all(letter in genre.rights for letter in fields[2])
        fields[2:3] = [fields[2], "-"] if castles else [genre.rights or "-", fields[2]]
    return " ".join(fields)


def highlighting(genre: Genre, marks: Mapping[str, str]) -> str:
    """Marks of squares, written like the board of a FEN."""
    board = genre.board
    return "/".join(_packed("".join(marks.get(board.name(rank * board.files + file), " ")
                                    for file in range(board.files))) for rank in reversed(range(board.ranks)))


def _packed(row: str) -> str:
    """A rank of marks as in a FEN: runs of blanks as numbers."""
    text, run = "", 0
    for sign in row:
        if sign == " ":
            run += 1
        else:
            text, run = text + (str(run) if run else "") + sign, 0
    return text + (str(run) if run else "")
