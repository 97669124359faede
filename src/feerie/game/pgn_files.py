"""Records of games: PGN files, read one game after another.

    >>> import io
    >>> file = io.StringIO('[Event "one"]\\n\\n1. e4 e5 2. Ke3 *\\n\\n[Variant "rollerball"]\\n\\n1. c1b1 *\\n')
    >>> for game in read_pgn(file):
    ...     print(game.headers.get("Variant"), len(game.mainline()), [str(error)[:18] for error in game.errors])
    None 2 ['2. Ke3: not a lega']
    rollerball 1 []
"""
from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from feerie.base.errors import Error, check_callable, text_for_path, wrong_type
from feerie.base.limited import limited_lines
from feerie.game.game import Game, starting_position
from feerie.game.node import Node
from feerie.game.pgn_reader import AnyLanguageReader, MovetextReader, reader
from feerie.notation import pgn
from feerie.rules.genre import Genre
from feerie.rules.move import Move

__all__ = ["ForeignGame", "read_pgn"]


@dataclass
class ForeignGame:
    """A game that cannot be set up, for example of an unknown variant: its text, which is written back as it was.

    `errors`: the reason comes first; they do not count in comparisons. It has no moves: `mainline()` and `variations`
    are empty, `genre` is None.
    """

    headers: dict[str, str]
    movetext: str
    errors: list[Error] = field(default_factory=list, compare=False)
    genre: None = None

    @property
    def variations(self) -> list[Node]:
        """No variations."""
        return []

    def mainline(self) -> list[Node]:
        """No nodes."""
        return []

    def mainline_moves(self) -> list[Move]:
        """No moves."""
        return []

    def tokens(self) -> Iterator[pgn.Token]:
        """The tokens of the text."""
        return pgn.tokens(self.movetext)

    def pgn(self) -> str:
        """Headers and text."""
        return f"{pgn.write_headers(self.headers)}\n{self.movetext}\n"

    __str__ = pgn

    def __repr__(self) -> str:
        """One line: the variant, and the reason why it cannot be set up."""
        return f"<ForeignGame {self.headers.get('Variant', '?')}{f': {self.errors[0]}' if self.errors else ''}>"


def read_pgn(file: str | os.PathLike[str] | Iterable[str] | Iterable[bytes], genre: Genre | str | None = None,
             language: str | None = None, *,
             wanted: Callable[[dict[str, str]], bool] | None = None) -> Iterator[Game | ForeignGame]:
    """Yield the games of a PGN file, one after another; only one is kept in memory.

    `file`: its path, an open file, or lines. Bytes are read as UTF-8, or else Latin-1. `genre`, `language`: see
    Game.from_pgn. `wanted`: called with the headers of each game, says whether to read it; the moves of the others are
    skipped, which is some ten times faster. What is wrong in a game is in its `errors`: a game with an illegal move
    keeps what comes before it; one whose headers name an unknown variant or an impossible position is a ForeignGame.
    Raises OSError if the file cannot be read, ArgumentError if there is no such file and the path is the text of a
    game.
    """
    check_callable(wanted=wanted)
    readers: dict[Genre, MovetextReader | AnyLanguageReader] = {}
    for record in pgn.records(_lines(file)):
        if wanted is not None and not wanted(record.headers):
            continue
        try:
            start = starting_position(record, genre)
        except Error as error:
            yield ForeignGame(record.headers, record.movetext, [error, *record.errors])
            continue
        known = readers.get(start.genre)
        if known is None:
            if len(readers) >= 8:
                readers.clear()
            known = readers[start.genre] = reader(start.genre, language)
        yield Game.from_record(record, start, known)


def _lines(file: str | os.PathLike[str] | Iterable[str] | Iterable[bytes]) -> Iterator[str]:
    if isinstance(file, (str, os.PathLike)):
        try:
            opened = open(file, "rb")  # noqa: SIM115
        except (OSError, ValueError):
            if isinstance(file, str) and pgn.looks_like_pgn(file) and not os.path.exists(file):
                raise text_for_path(file, "a game", "Game.from_pgn reads the text of one, read_pgn a path, an open "
                                    "file or lines, as text.splitlines() gives them") from None
            raise
        with opened:
            yield from _lines(limited_lines(opened, os.fspath(file)))
        return
    if isinstance(file, (bytes, bytearray)) or not isinstance(file, Iterable):
        raise wrong_type("file", "a path, an open file or lines", file,
                         "io.BytesIO makes a file of bytes" if isinstance(file, (bytes, bytearray)) else "")
    for line in file:
        if isinstance(line, str):
            yield line
            continue
        if not isinstance(line, (bytes, bytearray)):
            raise wrong_type("a line of the file", "a text or bytes", line)
        try:
            yield line.decode()
        except UnicodeDecodeError:
            yield line.decode("latin-1")
