"""Openings: short lines from which both players play, each with both colours."""
from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from feerie.base.errors import Error, Message
from feerie.base.limited import MOST_INPUT_MEGABYTES, limited
from feerie.formats.decoding import decode
from feerie.game.game import Game
from feerie.game.pgn_files import ForeignGame, read_pgn
from feerie.game.position import Position
from feerie.game.status_text import illegality
from feerie.match.movers import mobility_values
from feerie.notation import epd
from feerie.notation.moves import is_uci, parse_uci
from feerie.rules.chess960 import is_like
from feerie.rules.genre import Genre
from feerie.rules.trait import Trait
from feerie.rules.unit import letter_of, unit_of

__all__ = ["MadeOpenings", "Opening", "OpeningError", "OpeningFile", "is_calm"]

MOST_TRIES = 500
"""Random lines that are tried for one opening."""


class OpeningError(Error, ValueError):
    """A file of openings that cannot be read, or a genre for which none can be made."""


@dataclass(frozen=True)
class Opening:
    """A position as FEN, and moves from it as UCI texts, that are played before the players are asked."""

    fen: str
    moves: tuple[str, ...] = ()

    def game(self, genre: Genre) -> Game:
        """The game after the opening."""
        game = Game(genre, self.fen)
        for text in self.moves:
            game.push(parse_uci(game.position, text))
        return game


class OpeningFile:
    """The openings of a file: games in PGN, or one opening a line: a FEN, an EPD, or UCI moves from the game array.

    `plies`: how many moves at most of each, None for all. Blank lines, and lines that begin with "#", are skipped; of
    games the main line counts. OpeningError, with the number of the line or the game, if one is not an opening or the
    game would be over; OSError if the file cannot be read or has more than so many `megabytes`. After the last comes
    the first again.
    """

    def __init__(self, genre: Genre, path: str, plies: int | None = None, megabytes: int = MOST_INPUT_MEGABYTES
                 ) -> None:
        with open(path, "rb") as file:
            data = limited(file, megabytes, path)
        self.identity: dict[str, object] = {"file": hashlib.sha256(data).hexdigest()}
        if plies is not None:
            self.identity["plies"] = plies
        lines = decode(data).splitlines()
        if any(_PGN_TAG.match(line) for line in lines):
            self._found = [_read_game(genre, game, plies, Message("{}, game {}", path, number))
                           for number, game in enumerate(read_pgn(lines, genre), 1)]
        else:
            self._found = [_read_line(genre, line, plies, Message("{}, line {}", path, number))
                           for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
        if not self._found:
            raise OpeningError("{}: there are no openings in it", path)

    def __getitem__(self, number: int) -> Opening:
        return self._found[number % len(self._found)]


_PGN_TAG = re.compile(r'\s*\[\w+\s+".*"\s*\]')


def _read_line(genre: Genre, line: str, plies: int | None, where: Message) -> Opening:
    text = line.strip()
    try:
        if all(map(is_uci, text.split())):
            return _checked(genre, Opening(Position(genre).fen(), tuple(text.split())[:plies]))
        return _checked(genre, Opening(Position(genre, epd.parse(genre, text)[0] if ";" in text else text).fen()))
    except ValueError as error:
        raise OpeningError("{}: {}", where, error) from None


def _read_game(genre: Genre, game: Game | ForeignGame, plies: int | None, where: Message) -> Opening:
    try:
        if wrong := game.errors[0] if isinstance(game, ForeignGame) else game.main_line_error:
            raise wrong
        if isinstance(game, ForeignGame) or not is_like(game.genre, genre):
            raise OpeningError("a game of {}, not of {}", game.headers.get("Variant", "orthodox"), genre.name)
        return _checked(genre, Opening(game.start.fen(), tuple(move.uci() for move in game.mainline_moves()[:plies])))
    except ValueError as error:
        raise OpeningError("{}: {}", where, error) from None


def _checked(genre: Genre, opening: Opening) -> Opening:
    """An opening from which a game can be played; ValueError if it is not one."""
    game = opening.game(genre)
    if not game.position.is_valid():
        raise OpeningError("the diagram is illegal: {}", illegality(game.position))
    if game.is_over(claim_draw=True, announced=False):
        raise OpeningError("the game is over")
    return opening


class MadeOpenings:
    """Openings made of `plies` random legal moves from the game array, kept if `is_balanced` says so.

    The same seed gives the same openings. Two of them never lead to the same position as long as there are enough.
    OpeningError if a genre has no array, or no opening is found.
    """

    def __init__(self, genre: Genre, seed: str, plies: int, is_balanced: Callable[[Game], bool]) -> None:
        if genre.start is None:
            raise OpeningError("{} has no game array: give a file of openings", genre.name)
        self._genre, self._seed, self._plies, self._is_balanced = genre, seed, plies, is_balanced
        self._found: list[Opening] = []
        self._ends: set[Position] = set()
        self._random = random.Random(f"openings:{genre.name}:{seed}:{plies}")
        self.identity: dict[str, object] = {"seed": seed, "plies": plies, "judge": is_balanced.__name__}

    def __getitem__(self, number: int) -> Opening:
        while len(self._found) <= number:
            self._found.append(self._make())
        return self._found[number]

    def _make(self) -> Opening:
        last = None
        for tried in range(MOST_TRIES):
            game = self._line()
            if game is None or not self._is_balanced(game):
                continue
            last = Opening(game.start.fen(), tuple(move.uci() for move in game.moves))
            end = game.position.without_clocks()
            if end not in self._ends or tried > MOST_TRIES // 5:
                self._ends.add(end)
                return last
        if last is not None:
            return last
        raise OpeningError("no balanced opening of {} plies was found in {} tries", self._plies, MOST_TRIES)

    def _line(self) -> Game | None:
        """A game of random moves, None if it ends too soon."""
        game = Game(self._genre)
        for _ in range(self._plies):
            if game.is_over(claim_draw=True, announced=False):
                return None
            game.push(self._random.choice(sorted(game.position.legal_moves, key=str)))
        return None if game.is_over(claim_draw=True, announced=False) else game


def is_calm(game: Game) -> bool:
    """Whether neither side can end the game or win material by its next move, and both have the same material.

    This judges openings if the search is not compiled. The side not to move is judged as if it were to move.
    """
    values = mobility_values(game.genre)
    position = game.position
    units = [unit_of(man) for man in position.men().values()]
    balance = sum(values[unit.letter] * (-1 if unit.side else 1) for unit in units if Trait.NEUTRAL not in unit.traits)
    if abs(balance) > 1e-9 or position.is_check():
        return False
    return all(_is_quiet(state) for state in (position, position.pass_turn()))


def _is_quiet(position: Position) -> bool:
    """Whether the side to move has no winning move, and can take nothing unguarded or worth more than what takes it."""
    if not position.is_valid():
        return False
    values = mobility_values(position.genre)
    for move in position.legal_moves:
        if position.sign_after(move) in ("mate", "win"):
            return False
        if move.captured and (values[letter_of(move.captured)] > values[letter_of(move.man)] or not
                              _is_retaken(position.play(move), move.target)):
            return False
    return True


def _is_retaken(position: Position, square: str) -> bool:
    return any(move.is_capture and move.target == square for move in position.legal_moves)
