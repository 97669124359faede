"""Endgame tables of Syzygy for orthodox chess, which python-chess reads (the extra `books`), beside our own.

They know whether a position is won, drawn or lost, by the rule of fifty moves, and how many half-moves the winner needs
at most until a capture or pawn move that keeps the win. Source: Ronald de Man's tables, and `chess.syzygy`.
"""
from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import total_ordering
from typing import Any

from feerie import genres
from feerie.base.errors import ArgumentError, Error, wrong_type
from feerie.base.extras import load
from feerie.game.position import Position
from feerie.game.score import Score
from feerie.rules.move import Move

__all__ = ["Syzygy", "SyzygyError", "SyzygyResult"]

MEN_OF_TABLES = 7
WIN_CENTIPAWNS = 20_000
"""What a won position is worth; less by the half-moves to the next capture or pawn move."""


class SyzygyError(Error, RuntimeError):
    """Tables cannot be read: the package that does this is missing, or a file is damaged."""


@total_ordering
@dataclass(frozen=True, slots=True)
class SyzygyResult:
    """What the tables say: `outcome` for the side to move, "win", "draw" or "loss", with the rule of fifty moves.

    `zeroing`: half-moves until the winner takes or moves a pawn, against the longest resistance; 0 for a side that is
    mated, None in a draw. How many moves there are to the mate is not known. Results are ordered as players think of
    them.
    """

    outcome: str
    zeroing: int | None = None

    def __lt__(self, other: SyzygyResult) -> bool:
        return self.score < other.score if isinstance(other, SyzygyResult) else NotImplemented

    @property
    def score(self) -> Score:
        """As a score, which is far above all others, but no mate."""
        return Score({"win": 1, "draw": 0, "loss": -1}[self.outcome] * (WIN_CENTIPAWNS - (self.zeroing or 0)))


class Syzygy:
    """The tables of some folders: a path, several with the system's separator between them, or a list of paths.

    SyzygyError without python-chess, ArgumentError if a path is no folder or no tables are there.
    """

    def __init__(self, folders: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> None:
        load("chess", "chess", "books", SyzygyError)
        from chess import Board, syzygy

        if isinstance(folders, (str, os.PathLike)):
            self.folders = tuple(os.fspath(folders).split(os.pathsep))
        elif isinstance(folders, Sequence):
            self.folders = tuple(os.fspath(folder) for folder in folders)
        else:
            raise wrong_type("folders", "a path, or a list of paths", folders)
        self._board, self._tables = Board, syzygy.Tablebase()
        count = 0
        for folder in self.folders:
            if not os.path.isdir(folder):
                raise ArgumentError("{} is not a folder", repr(folder[:200]))
            count += self._tables.add_directory(folder)
        if not count:
            raise ArgumentError("there are no Syzygy tables in {}", ", ".join(self.folders)[:200])

    def __repr__(self) -> str:
        return f"<Syzygy {os.pathsep.join(self.folders)!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied or pickled, it opens its folders again."""
        return type(self), (self.folders,)

    def close(self) -> None:
        """Close the files."""
        self._tables.close()

    def probe(self, position: Position) -> SyzygyResult | None:
        """What the position is worth to the side to move; None if no table knows it, or a castling right is left."""
        if not isinstance(position, Position):
            raise wrong_type("position", "a Position", position)
        if position.genre != genres.ORTHODOX or position.castling_rights or not position.is_valid() \
                or len(position.men()) > MEN_OF_TABLES:
            return None
        position = position.without_move_rule()
        if outcome := position.outcome():
            return SyzygyResult("draw") if outcome.winner is None else SyzygyResult("loss", 0)
        board = self._board(position.fen())
        try:
            verdict, zeroing = self._tables.probe_wdl(board), self._tables.probe_dtz(board)
        except (KeyError, IndexError):      # MissingTableError is a KeyError
            return None
        if abs(verdict) < 2:        # a win that the rule of fifty moves prevents is a draw
            return SyzygyResult("draw")
        return SyzygyResult("win" if verdict > 0 else "loss", abs(zeroing))

    def moves(self, position: Position) -> list[tuple[Move, SyzygyResult]]:
        """The legal moves and what they are worth to the side that makes them, the best first; [] if no table knows.

        Of winning moves those are better that lead sooner to a capture or pawn move, or are one.
        """
        results = []
        for move in position.legal_moves if self.probe(position) else ():
            after = position.play(move)
            if (found := self.probe(after)) is None:
                return []
            zeroing = None if found.zeroing is None else 0 if after.is_checkmate() else \
                1 if after.halfmove_clock == 0 else found.zeroing + 1
            outcome = {"win": "loss", "loss": "win", "draw": "draw"}[found.outcome]
            results.append((move, SyzygyResult(outcome, zeroing)))
        return sorted(results, key=lambda item: item[1], reverse=True)
