"""The store of games: one SQLite file, in which every move is committed before anybody sees it.

How the file is opened and upgraded: see `database`. A move is on the disk before it is shown (`synchronous=FULL`), so
neither a killed process nor a power failure loses one.
"""
from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from feerie.apps.web.serving.database import Store, StoreError, StoreLimits
from feerie.apps.web.serving.refusal import RefusedError

__all__ = ["UPGRADES", "GameStore", "StoreError", "StoredGame"]

UPGRADES: tuple[str, ...] = (
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY, created REAL NOT NULL, genre TEXT NOT NULL, fen TEXT NOT NULL,
        settings TEXT NOT NULL, white_seat TEXT NOT NULL, black_seat TEXT NOT NULL,
        result TEXT NOT NULL DEFAULT '*', reason TEXT NOT NULL DEFAULT '');
    CREATE TABLE moves (
        game TEXT NOT NULL REFERENCES games(id), ply INTEGER NOT NULL, uci TEXT NOT NULL,
        white_clock REAL, black_clock REAL, played REAL NOT NULL, PRIMARY KEY (game, ply)) WITHOUT ROWID;
    """,
    """
    ALTER TABLE games ADD COLUMN white_name TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN black_name TEXT NOT NULL DEFAULT '';
    """,
)
"""Statement number n makes a file of version n + 1 out of one of version n."""

ABANDONED_DAYS = 90
"""Days without a move after which a game counts as abandoned: three times those of the slowest correspondence game."""
DAY = 86_400.0
"""Seconds."""
PART_REMOVED = 100
"""Where room is needed, one game in so many makes it, so that the next ones need not look again."""


@dataclass
class StoredGame:
    """A game as it is stored. `settings`: values that JSON has. `player_tokens`: the secrets that let White and Black
    move, in the columns white_seat and black_seat. `clocks`: seconds left, White's first, None without. `last_move`:
    when the last move was played, or the game opened; `created`: when it was opened. Both in seconds since 1970.
    `names`: what White and Black call themselves, "" for nothing.
    """

    id: str
    genre: str
    fen: str
    settings: dict[str, Any]
    player_tokens: tuple[str, str]
    result: str = "*"
    reason: str = ""
    moves: list[str] = field(default_factory=list)
    clocks: tuple[float, float] | None = None
    last_move: float = field(default_factory=time.time)
    created: float = field(default_factory=time.time)
    names: tuple[str, str] = ("", "")


class GameStore(Store):
    """The games in a file; StoreError if it is not one of ours, or of a later version. Safe to use from any thread.

    Where the limits are reached, a new game makes the oldest ones go that are over or abandoned. Games that are going
    on never go: where there are no others, the new one is refused.
    """

    def __init__(self, path: Path, limits: StoreLimits | None = None) -> None:
        super().__init__(path, UPGRADES, limits)

    @property
    def version(self) -> int:
        """The number of the schema."""
        return int(self._base.execute("PRAGMA user_version").fetchone()[0])

    def add(self, game: StoredGame) -> None:
        """Store a new game with the moves it has already; RefusedError where there is no room for it."""
        clocks = game.clocks or (None, None)
        with self._file, self._base:
            self._base.execute("BEGIN")
            self._make_room()
            self._base.execute("INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                               (game.id, game.created, game.genre, game.fen, json.dumps(game.settings),
                                *game.player_tokens, game.result, game.reason, *game.names))
            self._base.executemany("INSERT INTO moves VALUES (?,?,?,?,?,?)",
                                   [(game.id, ply, uci, *clocks, time.time()) for ply, uci in enumerate(game.moves)])

    def _make_room(self) -> None:
        """Let the oldest games go that may, if the limits are reached."""
        count = int(self._base.execute("SELECT COUNT(*) FROM games").fetchone()[0])
        if count < self.limits.games and not self._is_full():
            return
        going = self._base.execute(
            "SELECT id FROM games WHERE result <> '*' OR (created < :since AND NOT EXISTS "
            "(SELECT 1 FROM moves WHERE game = id AND played >= :since)) ORDER BY created, id LIMIT :most",
            {"since": time.time() - ABANDONED_DAYS * DAY,
             "most": max(1, count // PART_REMOVED, count + 1 - self.limits.games)}
        ).fetchall()
        for table, column in (("moves", "game"), ("games", "id")):
            self._base.executemany(f"DELETE FROM {table} WHERE {column}=?", going)
        if not going or count - len(going) >= self.limits.games:
            raise RefusedError("games full")

    def _require(self, game: str) -> None:
        """RefusedError if a game is not stored any more."""
        if self._base.execute("SELECT 1 FROM games WHERE id=?", (game,)).fetchone() is None:
            raise RefusedError("no such game")

    def move(self, game: str, ply: int, uci: str, clocks: Sequence[float] | None, end: tuple[str, str] | None = None
             ) -> None:
        """Store a move, of which the first is number 0, with result and reason if it ends the game."""
        with self._file, self._base:
            self._base.execute("BEGIN")
            self._require(game)
            self._base.execute("INSERT INTO moves VALUES (?,?,?,?,?,?)",
                               (game, ply, uci, *(clocks or (None, None)), time.time()))
            if end is not None:
                self._base.execute("UPDATE games SET result=?, reason=? WHERE id=?", (*end, game))

    def take_back(self, game: str, plies: int) -> None:
        """Delete all moves after the first `plies`, and the result; the last move left counts as played now."""
        with self._file, self._base:
            self._base.execute("BEGIN")
            self._require(game)
            self._base.execute("DELETE FROM moves WHERE game=? AND ply>=?", (game, plies))
            self._base.execute("UPDATE moves SET played=? WHERE game=? AND ply=?", (time.time(), game, plies - 1))
            self._base.execute("UPDATE games SET result='*', reason='' WHERE id=?", (game,))

    def end(self, game: str, result: str, reason: str) -> None:
        """Store the result of a game that ended other than by a move."""
        with self._file, self._base:
            self._base.execute("BEGIN")
            self._require(game)
            self._base.execute("UPDATE games SET result=?, reason=? WHERE id=?", (result, reason, game))

    def rename(self, game: str, names: Sequence[str]) -> None:
        """Store what White and Black call themselves."""
        with self._file, self._base:
            self._base.execute("BEGIN")
            self._require(game)
            self._base.execute("UPDATE games SET white_name=?, black_name=? WHERE id=?", (*names, game))

    def has(self, game: str) -> bool:
        """Whether there is a game with an id."""
        with self._file:
            return self._base.execute("SELECT 1 FROM games WHERE id=?", (game,)).fetchone() is not None

    def find(self, game: str) -> StoredGame | None:
        """The game with an id, None if there is none."""
        with self._file:
            row = self._base.execute(
                "SELECT id, genre, fen, settings, white_seat, black_seat, result, reason, created, white_name, "
                "black_name FROM games WHERE id=?", (game,)).fetchone()
            if row is None:
                return None
            moves = self._base.execute("SELECT uci, white_clock, black_clock, played FROM moves WHERE game=? "
                                       "ORDER BY ply", (game,)).fetchall()
        clocks = (moves[-1][1], moves[-1][2]) if moves and moves[-1][1] is not None else None
        return StoredGame(row[0], row[1], row[2], json.loads(row[3]), (row[4], row[5]), row[6], row[7],
                          [uci for uci, *_ in moves], clocks, moves[-1][3] if moves else row[8], row[8], row[9:])
