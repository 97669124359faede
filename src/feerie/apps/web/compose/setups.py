"""Setups for the page's board editor: men put on squares, and what the other fields of the FEN may be."""
from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feerie import genres
from feerie.apps.web.games.answers import genre_document
from feerie.apps.web.serving.error_messages import error_message
from feerie.base.errors import FenError
from feerie.game.position import Position
from feerie.game.status import StatusWord
from feerie.game.status_text import illegality
from feerie.notation import fen as fens
from feerie.notation.languages import language as language_of
from feerie.rules.board import BLACK
from feerie.rules.chess960 import array_of, number_of_arrays
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup
from feerie.rules.side import Side
from feerie.rules.target import SIGNS
from feerie.rules.unit import kind_texts, letter_of

if TYPE_CHECKING:       # Python in a browser lacks the package that checks requests
    from feerie.apps.web.compose.schemas import SetupAsked

__all__ = ["setup_document", "setup_of"]


def setup_of(asked: SetupAsked) -> tuple[Genre, Setup]:
    """The genre and the setup that the editor asks for; FenError if a man or a square does not exist."""
    genre = genres.find(asked.genre)
    fen = asked.fen or (genre.start if asked.begins else None)
    if fen:
        genre = genres.with_men_of(genre, fens.men_in(fen))
        if any(sign in SIGNS for sign in fens.men_in(fen)):
            return genre, fens.parse_target(genre, fen)
        genre = fens.placed(genre, fen)
        return genre, fens.parse(genre, fen)
    known = {*kind_texts(genre), *kind_texts(genre, BLACK), *SIGNS}
    squares = {genre.board.name(square): square for square in genre.board.squares}
    men = [""] * genre.board.size
    for name, man in asked.men.items():
        if name in squares and man in known:
            men[squares[name]] = man
        elif not asked.fitting:
            raise FenError("{} cannot stand on {}", repr(man), name, field="board")
    genre = fens.placed(genre, Setup(tuple(men)), every=True)
    homes = genre.rights_at_home(men)
    flags = "".join(letter for letter in genre.flags if letter in asked.flags)
    setup = Setup(tuple(men), Side(asked.turn).number, "".join(right for right in homes if right not in asked.denied),
                  None, flags)
    if asked.passed and asked.passed in _passable(genre, setup):
        board, side, rights, _, *rest = fens.write(genre, setup).split()
        setup = fens.parse(genre, " ".join([board, side, rights, asked.passed, *rest]))
    return genre, setup


def setup_document(genre: Genre, setup: Setup, language: str) -> dict[str, Any]:
    """A setup for the editor: its FEN, men, the rights that king and rook at home may have, flags, what is said of it.

    `passable`: the squares that a pawn may just have passed over; `arrays`: the number of game arrays of a genre that
    has several, 0 elsewhere, and `array` that of the setup, None if it is none.
    """
    known = replace(setup, men=tuple("" if man in SIGNS else man for man in setup.men))
    position, board = Position(genre, known), genre.board
    words = language_of(language, genre)
    status = position.status()
    is_unfinished = known != setup
    homes = genre.rights_at_home(setup.men)
    rights = [{"letter": right, "squares": [board.name(square) for square in genre.right_squares[right]],
               "held": right in setup.rights} for right in homes]
    flags = [{"letter": letter, "set": letter in setup.flags} for letter in genre.flags]
    said = error_message(illegality(position), language) if status.word == StatusWord.ILLEGAL \
        else "" if status.reason is None else words.word(f"reason: {status.reason.value}")
    return {"genre": genre_document(genre, language, problem=True), "fen": fens.write(genre, setup),
            "men": {board.name(square): man for square, man in setup.pieces}, "unfinished": is_unfinished,
            "turn": position.turn, "rights": rights, "flags": flags, "passable": _passable(genre, setup),
            "passed": None if setup.en_passant is None else board.name(setup.en_passant),
            "status": status.word, "said": said, "check": list(position.checked_squares()),
            "start": genre.start, "arrays": number_of_arrays(genre), "array": array_of(genre, fens.write(genre, setup)),
            "signs": list(SIGNS)}


def _passable(genre: Genre, setup: Setup) -> list[str]:
    """The squares that can be the en passant square in a FEN with these men."""
    if not any(man.en_passant for man in genre.men) or any(man and man in SIGNS for man in setup.men):
        return []
    pawns = {man.letter for man in genre.men if man.en_passant}
    board, side, rights, _, *rest = fens.write(genre, setup).split()
    found = []
    for square, man in enumerate(setup.men):
        passer = genre.board.step(square, 0, 1 if setup.turn else -1)
        if man or square in genre.board.walls or passer is None or letter_of(setup.men[passer]) not in pawns:
            continue
        name = genre.board.name(square)
        try:
            fens.parse(genre, " ".join([board, side, rights, name, *rest]))
        except FenError:
            continue
        found.append(name)
    return found
