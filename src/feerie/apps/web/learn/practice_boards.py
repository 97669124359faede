"""Positions to try moves in: any position, moves from it, and why a move is not legal. Nothing is stored."""
from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from feerie import genres
from feerie.apps.web.games.answers import (
    View,
    destinations,
    genre_document,
    illegal,
    outcome_text,
    position_document,
    position_said,
    run_flags,
    table_said,
    why_document,
)
from feerie.base.errors import IllegalMoveError
from feerie.game.game import Game
from feerie.game.position import Position
from feerie.game.tables import Tables
from feerie.game.typed_moves import typed_move
from feerie.notation.fen import men_in
from feerie.notation.languages import language as language_of
from feerie.why.typed_moves import explained

__all__ = ["MOVES_TRIED", "PracticeBoards"]

MOVES_TRIED = 300
"""Single moves in a line."""
GAMES = 64
"""Games that are cached, so that the next move need not replay the ones before it."""

_Line = tuple[str, str | None, tuple[str, ...]]


class PracticeBoards:
    """Lines from positions. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._games: OrderedDict[_Line, Game] = OrderedDict()
        self._tables = Tables()

    def show(self, genre: str, fen: str | None, line: Sequence[str], view: View) -> dict[str, Any]:
        """The position after a line, as the page shows it: `texts` has the line in the view's notation.

        Errors: GenreError, FenError, IllegalMoveError, InvalidMoveError.
        """
        with self._lock:
            game = self._game(genre, fen, tuple(line))
            return self._document(game, view)

    def play(self, genre: str, fen: str | None, line: Sequence[str], move: str, view: View) -> dict[str, Any]:
        """The position after one more move, in any notation; IllegalMoveError with the rule's reasons."""
        with self._lock:
            game = self._game(genre, fen, tuple(line))
            position = game.position
            try:
                uci = typed_move(position, move, view.language).uci()
            except IllegalMoveError as error:
                raise illegal(error, lambda: explained(position, move, language_of(view.language)),
                              view.language) from None
            return self._document(self._game(genre, fen, (*line, uci)), view)

    def why(self, genre: str, fen: str | None, line: Sequence[str], move: str, language: str) -> dict[str, Any]:
        """Why a move is legal or not after a line; InvalidMoveError if the text is not a move."""
        with self._lock:
            position = self._game(genre, fen, tuple(line)).position
        found = explained(position, move, language_of(language))
        told = why_document(found, table_said(self._tables, position, language))
        return told | {"findings": [[finding.holds, finding.sentence] for finding in found.findings]}

    def pgn(self, genre: str, fen: str | None, line: Sequence[str]) -> str:
        """A line as PGN."""
        with self._lock:
            return self._game(genre, fen, tuple(line)).pgn()

    def _game(self, genre: str, fen: str | None, line: tuple[str, ...]) -> Game:
        """The game of a line; made from the game without its last move, if that is cached."""
        wanted = genre, fen, line
        game = self._games.pop(wanted, None)
        if game is None and line:
            game = self._games.pop((genre, fen, line[:-1]), None)
            if game is not None:
                game.push(line[-1])
        if game is None:
            found = genres.with_men_of(genres.find(genre), men_in(fen or ""))
            game = Game(found, Position(found, fen))
            for uci in line:
                game.push(uci)
        self._games[wanted] = game
        while len(self._games) > GAMES:
            self._games.popitem(last=False)
        return game

    @staticmethod
    def _document(game: Game, view: View) -> dict[str, Any]:
        position, moves = game.position, game.moves
        before = [at.beyond_move_rule() for at in game.positions]
        writers = [at.long if view.notation == "long" else at.san for at in before]
        outcome = game.outcome() if position.is_valid() else None
        return {**position_document(position, moves[-1] if moves else None),
                "genre": genre_document(game.genre, view.language), "line": [move.uci() for move in moves],
                "texts": [write(move, view.language) for write, move in zip(writers, moves, strict=False)],
                "flags": run_flags(position), "over": outcome is not None,
                "first_turn": game.start.turn, "move_number": game.start.fullmove_number,
                "said": outcome_text(game.genre, outcome.result, outcome.reason.value, view.language) if outcome
                else position_said(position, view), "destinations": [] if outcome else destinations(position)}
