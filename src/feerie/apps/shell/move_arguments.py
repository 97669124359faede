"""Moves on a command line: after a FEN or in its place, one in an argument or several."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from feerie.apps.shell.run_language import run_language
from feerie.apps.shell.terminal import require_legal
from feerie.base.errors import Error
from feerie.game.node import NULL_MOVE
from feerie.game.position import Position
from feerie.game.typed_moves import is_move, typed_move
from feerie.notation.moves import unnumbered
from feerie.notation.pgn import NULL_TEXT
from feerie.rules.genre import Genre

if TYPE_CHECKING:
    from feerie.game.game import Game

__all__ = ["play_typed", "without_fen"]


def play_typed(game: Game, texts: Sequence[str], language: str) -> list[str]:
    """Play moves as people type them, and return them as English SAN. A text may hold several; numbers are skipped.

    IllegalMoveError if the diagram is illegal or the game is over, and the errors of typed_move; they name the move.
    """
    played: list[str] = []
    if texts:
        require_legal(game.position)
    for text in texts:
        parts = text.split()
        if len(parts) > 1 and is_move(game.position, text, language):
            parts = [text]
        for part in filter(unnumbered, parts):
            try:
                played.append(_push(game, part, language))
            except Error as error:
                raise type(error)("move {} ({}): {}", len(played) + 1, part[:40], error) from None
    return played


def without_fen(genre: Genre, fen: str, moves: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """A FEN argument and the moves after it; if the argument is itself a move, all of them from the game array."""
    first = next((part for part in fen.split() if unnumbered(part)), "")
    if "/" in first or not fen.strip():
        return fen, moves
    return ("-", (fen, *moves)) if not first or is_move(Position(genre), first, run_language()) else (fen, moves)


def _push(game: Game, text: str, language: str) -> str:
    """Play one move, or pass; returns it as English SAN."""
    if text in (NULL_TEXT, NULL_MOVE):
        return game.push_null().san()
    position = game.position
    move = typed_move(position, text, language)
    game.push(move)
    return position.san(move)
