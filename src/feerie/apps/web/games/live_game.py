"""A live game: its moves, players and clock, and what the players may do."""
from __future__ import annotations

import hashlib
import random
import secrets
import threading
import time
from base64 import urlsafe_b64encode
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from feerie.apps.web.games.game_store import GameStore, StoredGame
from feerie.apps.web.serving.refusal import RefusedError
from feerie.game.game import Game, forget_positions
from feerie.game.position import Position
from feerie.game.status import other_side, result_of
from feerie.game.typed_moves import typed_move
from feerie.notation.languages import language as language_of
from feerie.rules.chess960 import array_of, number_of_arrays
from feerie.rules.move import Move
from feerie.rules.side import SIDES, Side
from feerie.why.typed_moves import explained

if TYPE_CHECKING:
    from feerie.game.explanation import Explanation

__all__ = ["LONGEST_GAME", "LiveGame", "Offer", "Settings"]

LONGEST_GAME = 1000
"""Single moves."""
DAY = 86_400.0
"""Seconds."""
POSITIONS_KEPT = 2
"""Last positions of a game that are kept in memory, some kB each: those needed to report a move."""


@dataclass(frozen=True)
class Settings:
    """How a game is played.

    `opponent`: "engine", "board" (two at one board) or "link" (two browsers). `side`: of whoever opened the game.
    `level`: of the engine. `seconds`: the engine's time for a move if there is no clock. `clock`: seconds for the
    whole game, None without a clock; `increment`: seconds added after every move. `days`: by correspondence, days for
    each move, which pass while the server is down too; None otherwise.
    """

    opponent: str = "board"
    side: str = Side.WHITE
    level: str = "full"
    seconds: float = 1.0
    clock: float | None = None
    increment: float = 0.0
    days: int | None = None

    @property
    def engine_side(self) -> str | None:
        """The side the engine plays, None where it does not."""
        return other_side(self.side) if self.opponent == "engine" else None


class Offer(NamedTuple):
    """What a side has offered or asked for: `kind` is "draw" or "takeback"."""

    kind: str
    side: str


class Names(NamedTuple):
    """The id of a game, and the secrets that let White and Black move."""

    id: str
    player_tokens: tuple[str, str]


def _new_names() -> Names:
    return Names(secrets.token_urlsafe(12), (secrets.token_urlsafe(12), secrets.token_urlsafe(12)))


class LiveGame:
    """A game that is played. Every change is committed to the store before anybody sees it, or not made at all.

    Callers of methods that change the game must hold its `lock`. `stamp` rises with every change of the position or the
    result; `common`: number of first moves that have stayed the same since the last `mark_published`.
    """

    def __init__(self, stored: StoredGame, store: GameStore) -> None:
        self.id, self.store = stored.id, store
        self.player_tokens: dict[str, str] = dict(zip(SIDES, stored.player_tokens, strict=True))
        self.settings = Settings(**stored.settings)
        self.names: dict[str, str] = dict(zip(SIDES, stored.names, strict=True))
        self.present = frozenset[str]()                 # the sides whose players have the game open
        self.game = Game(stored.genre, Position(stored.genre, stored.fen))
        for uci in stored.moves:
            self._push(uci)
        self.lock = threading.RLock()
        self.result, self.reason = stored.result, stored.reason
        self.stamp = self.revision = 0
        self.common = len(self.game)
        self.offer: Offer | None = None
        self.declined: str | None = None                # the kind of the last offer that was declined
        self.rematch: str | None = None                 # the id of the game that follows, if that has been opened
        self.texts: dict[tuple[str, str], list[str]] = {}
        self.used = time.monotonic()
        self.client = ""        # the address of whoever moved last
        begin = self.settings.clock
        self._left: dict[str, float] = dict(zip(SIDES, stored.clocks or (begin or 0.0, begin or 0.0), strict=True))
        self._since = time.monotonic()
        self._last_move, self._created = stored.last_move, stored.created

    @classmethod
    def open(cls, store: GameStore, start: Position, settings: Settings, moves: list[str],
             names: Names | None = None) -> LiveGame:
        """A new game, saved in the store; `names`: new ones if not given."""
        clocks = (settings.clock, settings.clock) if settings.clock else None
        game, player_tokens = names or _new_names()
        stored = StoredGame(game, start.genre.name, start.fen(), asdict(settings), player_tokens, moves=moves,
                            clocks=clocks)
        live_game = cls(stored, store)
        outcome = live_game.game.outcome()
        if outcome:
            live_game.result, live_game.reason = outcome.result, outcome.reason.value
            stored.result, stored.reason = live_game.result, live_game.reason
        store.add(stored)
        return live_game

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result != "*"

    @property
    def turn(self) -> str:
        """The side to move."""
        return self.game.position.turn

    @property
    def moves(self) -> list[str]:
        """The moves in UCI."""
        return [node.uci() for node in self.game.node.line()[1:]]

    def sides_of(self, player_token: str) -> tuple[str, ...]:
        """The sides that the holder of a player token may move."""
        given = player_token.encode()
        held = tuple(side for side in SIDES if secrets.compare_digest(self.player_tokens[side].encode(), given))
        return SIDES if held and self.settings.opponent == "board" else held

    @property
    def has_clock(self) -> bool:
        """Whether the game has a clock."""
        return self.settings.clock is not None

    @property
    def is_timed(self) -> bool:
        """Whether a side can run out of time, by a clock or by the days of a correspondence game."""
        return self.has_clock or self.settings.days is not None

    @property
    def running(self) -> str | None:
        """The side whose time is running; it runs after each side's first move."""
        return self.turn if self.is_timed and not self.is_over and len(self.game) >= 2 else None

    def left(self, side: str) -> float:
        """The seconds a side has left: for the game or, by correspondence, for the move."""
        if self.settings.days is not None:
            passed = time.time() - self._last_move if side == self.running else 0.0
            return max(0.0, self.settings.days * DAY - passed)
        passed = time.monotonic() - self._since if side == self.running else 0.0
        return max(0.0, self._left[side] - passed)

    # --------------------------------------------------------------------------------------------- playing

    def move(self, text: str, language: str = "en") -> Move:
        """Play a move of the side to move; errors as of Position.parse, RefusedError if the game is over."""
        self._require_going_on()
        if len(self.game) >= LONGEST_GAME:
            raise RefusedError("too long")
        move = typed_move(self.game.position, text, language)
        side = self.turn
        left = self.left(side) + (self.settings.increment if self.running else 0.0)
        clocks = {**self._left, side: left}
        common = len(self.game)
        self._push(move)
        outcome = self.game.outcome()
        end = (outcome.result, outcome.reason.value) if outcome else None
        try:
            self.store.move(self.id, common, move.uci(), tuple(clocks.values()) if self.has_clock else None, end)
        except BaseException:
            self.game.pop()
            self.forget()
            raise
        self._left, self._since, self._last_move = clocks, time.monotonic(), time.time()
        self.offer = self.declined = None
        self.result, self.reason = end or (self.result, self.reason)
        self._changed(common)
        return move

    def _push(self, move: Move | str) -> None:
        self.game.push(move)
        self.forget()

    def forget(self, kept: int = POSITIONS_KEPT) -> None:
        """Keep only the last positions; the others are computed again when needed."""
        forget_positions(self.game, kept)

    def take_back(self, plies: int) -> None:
        """Take back the last moves; a game that had ended goes on."""
        keep = len(self.game) - plies
        if keep < 0 or plies < 1:
            raise RefusedError("nothing to take back")
        self.store.take_back(self.id, keep)
        self.result, self.reason = "*", ""
        for _ in range(plies):
            self.game.pop()
        self.forget()
        for texts in self.texts.values():
            del texts[keep:]
        self._since, self._last_move, self.offer = time.monotonic(), time.time(), None
        self._changed(keep)

    def rename(self, side: str, name: str) -> None:
        """A player says what to be called."""
        named = {**self.names, side: " ".join("".join(each if each.isprintable() else " " for each in name).split())}
        self.store.rename(self.id, tuple(named.values()))
        self.names = named
        self._changed()

    def is_here(self, sides: frozenset[str]) -> None:
        """These players have the game open, and no others."""
        if sides != self.present:
            self.present = sides
            self._changed()

    def resign(self, side: str) -> None:
        """A side resigns."""
        self._require_going_on()
        self._end(result_of(other_side(side)), "resignation")
        self._changed()

    def draw(self, side: str) -> None:
        """A side offers or accepts a draw, or claims one if the rules allow it."""
        self._require_going_on()
        claim = self.game.outcome(claim_draw=True)
        if claim:
            self._end(claim.result, claim.reason.value)
        elif self.settings.opponent == "board" or self.offer == Offer("draw", other_side(side)):
            self._end(result_of(None), "agreement")
        else:
            self.offer, self.declined = Offer("draw", side), None
        self._changed()

    def ask_take_back(self, side: str) -> None:
        """A side takes back its last move, or asks the other to allow it."""
        accepts = self.offer == Offer("takeback", other_side(side))
        asking = other_side(side) if accepts else side
        plies = 1 if self.turn != asking or self.settings.opponent == "board" else 2
        if len(self.game) < plies:
            raise RefusedError("nothing to take back")
        if accepts or self.settings.opponent != "link":
            self.take_back(plies)
            return
        self._require_going_on()
        self.offer, self.declined = Offer("takeback", side), None
        self._changed()

    def names_of_rematch(self) -> Names:
        """The names of the game that follows: always the same, and known to nobody who does not know both tokens."""
        def name(what: str) -> str:
            secret = " ".join((what, self.id, *self.player_tokens.values()))
            return urlsafe_b64encode(hashlib.sha256(secret.encode()).digest()[:12]).decode()

        return Names(name("game"), (name(Side.WHITE), name(Side.BLACK)))

    def open_rematch(self, *, new_array: bool = False) -> LiveGame:
        """Another game with the sides exchanged, from the same position or another array (where there are several)."""
        if not self.is_over:
            raise RefusedError("not over")
        settings, names = self.settings, self.names_of_rematch()
        if settings.opponent != "board":
            settings = replace(settings, side=other_side(settings.side))
        start = self.game.start
        if new_array and (count := number_of_arrays(start.genre)):
            last = array_of(start.genre, start.fen())
            start = Position(start.genre, str(random.choice([each for each in range(count) if each != last])))
        following = LiveGame.open(self.store, start, settings, [], names)
        self.rematch = following.id
        self._changed()
        return following

    def decline(self) -> None:
        """Decline the offer."""
        if self.offer:
            self.declined, self.offer = self.offer.kind, None
            self._changed()

    def fall_of_the_flag(self) -> bool:
        """End the game if the side to move has no time left; returns whether it did."""
        side = self.running
        if side is None or self.left(side) > 0:
            return False
        self._left[side] = 0.0
        self._end(result_of(other_side(side)), "time")
        self._changed()
        return True

    def _require_going_on(self) -> None:
        if self.is_over:
            raise RefusedError("game over")

    def _end(self, result: str, reason: str) -> None:
        if self.running:
            self._left[self.turn] = self.left(self.turn)
        self.store.end(self.id, result, reason)
        self.result, self.reason, self.offer = result, reason, None

    def _changed(self, common: int | None = None) -> None:
        self.stamp += common is not None or self.is_over
        self.common = min(self.common, len(self.game) if common is None else common)
        self.revision += 1

    def mark_published(self) -> None:
        """All listeners have the current state of the game."""
        self.common = len(self.game)

    # ------------------------------------------------------------------------------------------------- PGN

    def pgn(self) -> str:
        """The game as PGN."""
        game = self.game
        game.headers["Event"] = "Féerie"
        game.headers["Date"] = time.strftime("%Y.%m.%d", time.localtime(self._created))
        engine = self.settings.engine_side
        for name, side in (("White", Side.WHITE), ("Black", Side.BLACK)):
            game.headers[name] = f"feerie ({self.settings.level})" if side == engine else self.names[side] or "?"
        game.headers["Result"] = self.result
        text = game.pgn()
        self.forget()
        return text

    def why(self, move: str, language: str) -> Explanation:
        """Why a move is legal or not; InvalidMoveError if the text is not a move."""
        return explained(self.game.position, move, language_of(language))
