"""Other programs as engines: asked as our own engine is, answering with the same values."""
from __future__ import annotations

import shlex
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from feerie.base.errors import ArgumentError, EngineError, Error
from feerie.game.analysis import Analysis, Clock, Limit, Line, Score
from feerie.game.engine import check_question
from feerie.game.game import Game
from feerie.game.position import Position
from feerie.game.turns import Run, Turns
from feerie.match.player import Failure, Fault
from feerie.match.process import EngineProcess
from feerie.match.program_player import ProgramPlayer
from feerie.rules.genre import Genre
from feerie.rules.move import Move

__all__ = ["ProgramEngine", "ProgramRun", "Question", "illegal", "moves_read", "next_words", "result"]

POLL_SECONDS = 0.1
"""Between two looks at the clock while a program thinks."""
STOP_SECONDS = 5.0
"""How long a program may take to end a search that it was told to end."""


@dataclass(frozen=True)
class Question:
    """What a search is asked. `moves`: the only first moves, None for all."""

    game: Game
    limit: Limit
    multipv: int
    moves: tuple[Move, ...] | None

    @property
    def position(self) -> Position:
        """The position to search."""
        return self.game.position


class ProgramRun(Run):
    """A search of a program. Times are those of the monotonic clock; `patience`: seconds beyond its limit of time."""

    def __init__(self, question: Question, patience: float) -> None:
        super().__init__()
        self.question = question
        self._patience = patience
        self._lock = threading.Lock()
        self._halt: Callable[[], None] | None = None
        self._stopped_at = 0.0
        self._began = time.monotonic()

    def stop(self) -> None:
        """Tell the program to end the search, at once or as soon as it has begun."""
        with self._lock:
            super().stop()
            self._stopped_at = self._stopped_at or time.monotonic()
            halt, self._halt = self._halt, None
        if halt:
            with suppress(Failure):
                halt()

    def begin(self, halt: Callable[[], None]) -> None:
        """The program has been told to search; `halt` tells it to end."""
        self._began = time.monotonic()
        with self._lock:
            is_stopped = self.stopped
            self._halt = None if is_stopped else halt
        if is_stopped:
            halt()

    def elapsed(self) -> float:
        """Seconds since the program was told to search."""
        return time.monotonic() - self._began

    def check_patience(self) -> None:
        """Failure if the program has been silent for too long: after its time, or after it was stopped."""
        limit = self.question.limit
        given = limit.seconds if limit.seconds is not None else limit.clock.seconds if limit.clock else None
        if self.stopped and time.monotonic() - self._stopped_at > STOP_SECONDS:
            raise Failure(Fault.HANGS)
        if given is not None and self.elapsed() > given + self._patience:
            raise Failure(Fault.HANGS)


class ProgramEngine(ABC):
    """A program that is asked for the best move, with the methods of `Engine`.

    `command`: its words, or a text that is split as by a shell. `options`: by name, set at each start. `patience`: how
    many seconds beyond a limit of time the program may take. It is started by the first search, or by `prepare`, and
    again for positions of another genre; it runs until `close` or the end of a `with` block.

    EngineError for a program that cannot be started, does not know the genre or an option, ends, says nothing in time
    or plays an illegal move; the next search starts it again.
    """

    def __init__(self, command: str | Sequence[str], options: Mapping[str, object] | None = None, *,
                 patience: float = 10.0) -> None:
        self.command = tuple(shlex.split(command) if isinstance(command, str) else command)
        if not self.command:
            raise ArgumentError("a program needs a command")
        self.options = {name: str(value).lower() if isinstance(value, bool) else str(value)
                        for name, value in (options or {}).items()}
        self._patience = patience
        self._player: ProgramPlayer | None = None
        self._turns: Turns[ProgramRun] = Turns()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {shlex.join(self.command)}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()

    def search(self, position: Position | Game, *, seconds: float | None = None, depth: int | None = None,
               nodes: int | None = None, mate: int | None = None, clock: Clock | None = None, multipv: int = 1,
               moves: Collection[Move | str] | None = None) -> Analysis:
        """The result of a search that ends at the first of the limits given, as in Engine.search.

        Its best move is the one that the program plays. If no line that it has shown begins with that move, the line is
        the move alone, with the score of the best line shown, or 0.
        """
        *_, last = self.iterate(position, seconds=seconds, depth=depth, nodes=nodes, mate=mate, clock=clock,
                                multipv=multipv, moves=moves)
        return last

    def iterate(self, position: Position | Game, *, seconds: float | None = None, depth: int | None = None,
                nodes: int | None = None, mate: int | None = None, clock: Clock | None = None, multipv: int = 1,
                moves: Collection[Move | str] | None = None) -> Iterator[Analysis]:
        """What the program shows while it thinks, as it comes, and the result at the end, as in Engine.iterate.

        From this call on stop() ends the search. Closing the iterator ends it, too.
        """
        limit = Limit(seconds, depth, nodes, mate, clock)
        now, over, allowed = check_question(position, limit, multipv, moves)
        if over:
            return iter((Analysis((), 0, 0, 0, 0.0),))
        game = position if isinstance(position, Game) and not any(node.is_null for node in position.node.line()) \
            else Game(now.genre, now)       # not every program knows null moves
        question = Question(game, limit, multipv, None if allowed is None else tuple(allowed))
        self._check(question)
        run = ProgramRun(question, self._patience)
        self._turns.announce(run)
        return self._turns.results(run, self._answers(run))

    def stop(self) -> None:
        """Tell the program to end the running search; from any thread. Its best move so far is its result."""
        self._turns.stop()

    def prepare(self, position: Position) -> None:
        """Start the program for the genre of a position, if it is not running; EngineError. Not during a search."""
        if self._player is None or self._player.genre != position.genre:
            self.close()
            self._player = self._new_player(position.genre)
            try:
                self._player.begin(1)
            except BaseException:
                self._player = None
                raise

    def close(self) -> None:
        """End the program; not during a search. The next search starts it again."""
        if self._player is not None:
            self._player.close()
            self._player = None

    def _answers(self, run: ProgramRun) -> Generator[Analysis, None, None]:
        """Ask; whatever ends the reading, the program is not left thinking."""
        try:
            self.prepare(run.question.position)
            assert self._player
            yield from self._ask(self._player, run)
        except GeneratorExit:
            run.stop()
            self._drain(run)
            raise
        except Failure as failure:
            self.close()
            raise EngineError("{} has failed: {}", repr(self.command[0]), failure) from None

    def _drain(self, run: ProgramRun) -> None:
        """Wait until the program has ended a search that was stopped; it is ended itself if it does not."""
        try:
            if self._player:
                while not self._is_end(next_words(self._player.running, run)):
                    pass
        except Failure:
            self.close()

    @abstractmethod
    def _new_player(self, genre: Genre) -> ProgramPlayer:
        """The program as a player of a genre, not started yet."""

    @abstractmethod
    def _check(self, question: Question) -> None:
        """ArgumentError for what the protocol cannot ask."""

    @abstractmethod
    def _ask(self, player: ProgramPlayer, run: ProgramRun) -> Generator[Analysis, None, None]:
        """What the program shows, then its result; Failure."""

    @abstractmethod
    def _is_end(self, words: list[str]) -> bool:
        """Whether a line that begins with these words ends a search."""


def next_words(process: EngineProcess, run: ProgramRun) -> list[str]:
    """The words of the next line; Failure if the program is gone or silent for too long."""
    while (line := process.receive(POLL_SECONDS)) is None:
        run.check_patience()
    return line.split()


def moves_read(position: Position, texts: Iterable[str], read: Callable[[Position, str], Move]) -> tuple[Move, ...]:
    """The moves of a line as far as they can be read and are legal."""
    moves: list[Move] = []
    for text in texts:
        try:
            move = read(position, text)
            position = position.play(move)
        except Error:
            break
        moves.append(move)
    return tuple(moves)


def result(question: Question, last: Analysis | None, best: Move, seconds: float) -> Analysis:
    """The result of a search whose program plays `best`: what it has shown `last`, with a line of this move first."""
    if last is None:
        return Analysis((Line(Score(0), (best,), question.position),), 0, 0, 0, seconds)
    found = next((line for line in last.lines if line.moves[:1] == (best,)), None)
    first = found or Line(last.lines[0].score, (best,), question.position)
    return replace(last, lines=(first, *(line for line in last.lines if line is not found))[:question.multipv],
                   seconds=seconds)


def illegal(text: str) -> Failure:
    """The failure of a program that plays what is not a legal move."""
    return Failure(Fault.ILLEGAL, repr(text[:40]))
