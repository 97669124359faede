"""Matches: games between two players, several at a time, until all are played or a sequential test has decided."""
from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from feerie import __version__
from feerie.match.openings import Opening
from feerie.match.player import Player, Stopped
from feerie.match.players import PlayerSpecification
from feerie.match.record import MatchRecord
from feerie.match.referee import GameRecord, play_game
from feerie.match.statistics import PAIR_SCORES, SINGLE_SCORES, EloEstimate, Sprt, estimate
from feerie.match.time_control import TimeControl
from feerie.rules.genre import Genre

__all__ = ["Match", "Openings", "Standing"]


class Openings(Protocol):
    """Openings by number, from 0 on, and what distinguishes them from others."""

    @property
    def identity(self) -> Mapping[str, object]: ...

    def __getitem__(self, number: int) -> Opening: ...


@dataclass(frozen=True)
class Standing:
    """The score of a match, as player A sees it. `pairs`: how often a pair of games gave 0, 1/2, 1, 3/2, 2 points."""

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]

    @classmethod
    def of(cls, games: Mapping[int, GameRecord]) -> Standing:
        """The standing after these games."""
        points = Counter(game.points for game in games.values())
        pairs = Counter(games[number].points + games[number + 1].points for number in games
                        if number % 2 and number + 1 in games)
        return cls(points[1.0], points[0.5], points[0.0], (pairs[0.0], pairs[0.5], pairs[1.0], pairs[1.5], pairs[2.0]))

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.wins + self.draws + self.losses

    def elo(self) -> EloEstimate | None:
        """Player A's lead in Elo: from pairs, whose games depend on each other, if every game is in a pair."""
        if 2 * sum(self.pairs) == self.games:
            return estimate(self.pairs, PAIR_SCORES)
        return estimate((self.losses, self.draws, self.wins), SINGLE_SCORES)


@dataclass(frozen=True)
class Match:
    """A match to be played. Games are numbered from 1; A has White in odd ones; games 1 and 2 share an opening.

    `max_moves`: as for `play_game`. `seed`: of players who choose at random. `sprt`: ends the match when it decides.
    """

    genre: Genre
    players: tuple[PlayerSpecification, PlayerSpecification]
    openings: Openings
    control: TimeControl
    games: int
    max_moves: int = 300
    seed: str = "0"
    sprt: Sprt | None = None

    def settings(self) -> dict[str, Any]:
        """What makes a difference to the games: a match can be resumed only if all of it is the same."""
        return {"version": __version__, "genre": self.genre.name, "A": self.players[0].text, "B": self.players[1].text,
                "limit": self.control.document(), "openings": dict(self.openings.identity),
                "max_moves": self.max_moves, "seed": self.seed}

    def open_players(self) -> tuple[Player, Player]:
        """Both players; PlayerError."""
        first, second = (player.open(self.genre, self.control, f"{self.seed}:{letter}")
                         for player, letter in zip(self.players, "AB", strict=True))
        return first, second

    def try_players(self) -> None:
        """PlayerError if a player cannot be started."""
        for player in self.open_players():
            try:
                player.begin(1)
            finally:
                player.close()

    def decision(self, standing: Standing) -> str | None:
        """The verdict of the sequential test, None while there is none."""
        return self.sprt.verdict(self.sprt.llr(standing.pairs)) if self.sprt else None

    def play(self, record: MatchRecord, concurrency: int, stop: threading.Event,
             told: Callable[[GameRecord], None]) -> bool:
        """Play the games that the record lacks; return whether all are played or the test has decided.

        `told`: called with each new game, by one thread at a time. An error of a thread ends the match and is raised.
        """
        if self.decision(Standing.of(record.games)):
            return True
        play = _Play(self, record, stop, told)
        threads = [threading.Thread(target=play.work, name=f"match {number}") for number in range(concurrency)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():        # a wait without a timeout would keep Python from handling signals
                    thread.join(0.1)
        finally:
            play.ended.set()
            for thread in threads:
                thread.join()
        if play.error is not None:
            raise play.error
        return all(number in record.games for number in range(1, self.games + 1)) \
            or self.decision(Standing.of(record.games)) is not None


class _Play:
    """The play of a match by several threads, each of which has players of its own and does `work`."""

    def __init__(self, match: Match, record: MatchRecord, stop: threading.Event,
                 told: Callable[[GameRecord], None]) -> None:
        self._match, self._record, self._stop, self._told = match, record, stop, told
        self._waiting = [number for number in range(match.games, 0, -1) if number not in record.games]
        self._lock = threading.Lock()
        self.ended = _EitherEvent(stop)
        self.error: BaseException | None = None

    def work(self) -> None:
        """Play games until none is left."""
        players: list[Player] = []
        try:
            players += self._match.open_players()
            while (task := self._next()) is not None:
                number, opening = task
                self._finish(play_game(self._match.genre, number, (players[0], players[1]), opening,
                                       self._match.control, self._match.max_moves, self.ended))
        except Stopped:
            pass
        except BaseException as error:
            self.error = self.error or error
            self.ended.set()
        finally:
            for player in players:
                player.close()

    def _next(self) -> tuple[int, Opening] | None:
        with self._lock:
            if self.ended.is_set() or not self._waiting:
                return None
            number = self._waiting.pop()
            return number, self._match.openings[(number - 1) // 2]

    def _finish(self, game: GameRecord) -> None:
        with self._lock:
            if self.ended.is_set() and not self._stop.is_set():
                return      # the test has decided: games still played do not count
            self._record.add(game)
            self._told(game)
            if self._match.decision(Standing.of(self._record.games)):
                self.ended.set()


class _EitherEvent(threading.Event):
    """An event that is set when it or another one is."""

    def __init__(self, other: threading.Event) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        """Whether one of them is set."""
        return super().is_set() or self._other.is_set()
