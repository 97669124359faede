"""A dialogue with a chess program in lines of text, while the engine searches.

One loop handles everything in order: lines of input, iterations of the search, the end of the search. One thread reads
the input and another runs the search; they put events into the loop's queue, so the state of a dialogue has one owner.
"""
from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Queue, SimpleQueue
from typing import TYPE_CHECKING, Any

from feerie.base.errors import Error, IllegalMoveError, InvalidMoveError, system_reason
from feerie.game.game import Game
from feerie.game.position import Position
from feerie.notation.control import printable
from feerie.notation.moves import parse_uci
from feerie.rules.setup import Setup

if TYPE_CHECKING:
    from feerie.game.book import Book
    from feerie.game.engine import Analysis, Engine
    from feerie.game.syzygy import Syzygy
    from feerie.rules.genre import Genre
    from feerie.rules.move import Move

__all__ = ["LONGEST_INPUT", "USUAL_HASH", "Dialogue", "Quit", "Refused", "Search", "first_position", "move_of",
           "number", "opened_book", "opened_syzygy", "shown"]

LONGEST_INPUT = 1 << 20
"""Bytes of the longest line that is read; a longer one is an error, whatever it says."""

USUAL_HASH = 64
"""Megabytes of the hash table before the other program says how many."""


class Quit(Exception):
    """The dialogue is over."""


class Refused(Error, ValueError):
    """A command that makes no sense, or none at this point."""


@dataclass
class Search:
    """A search that has been started.

    `subject`: the game, or its last position alone. `options`: arguments of `Engine.iterate`. `held`: its end is not
    reported before the other side allows it. `results`: what the engine finds, from `begin` on. `latest`: the last
    iteration. `failure`: what the engine raised. `discarded`: nobody wants the result.
    """

    engine: Engine
    subject: Game | Position
    options: dict[str, Any]
    held: bool = False
    results: Iterator[Analysis] = field(default_factory=lambda: iter(()))
    latest: Analysis | None = None
    failure: str = ""
    stopping: bool = False
    discarded: bool = False
    finished: bool = False

    def begin(self) -> None:
        """Ask the engine to search: from now on it can be stopped, and be told that it ponders no longer."""
        try:
            self.results = self.engine.iterate(self.subject, **self.options)
        except Exception as error:
            self.failure = _failure(error)

    def stop(self) -> None:
        """Ask the engine to end; its end comes as an event."""
        self.stopping, self.held = True, False
        self.engine.stop()

    def best(self) -> Move | None:
        """The best move found; any legal one where there was no time for an iteration; None where there is none."""
        if self.latest and self.latest.best:
            return self.latest.best
        position = self.subject.position if isinstance(self.subject, Game) else self.subject
        return next(iter(position.legal_moves), None)


@dataclass(frozen=True)
class _InputLine:
    """A line of input; `text` is None where it was too long."""

    text: str | None


@dataclass(frozen=True)
class _Iteration:
    search: Search
    analysis: Analysis


@dataclass(frozen=True)
class _End:
    """The end of a search; of the input where `search` is None."""

    search: Search | None = None


@dataclass
class Dialogue:
    """The loop. A protocol says what a line does (`obey`), how an iteration is reported (`report`), what follows the
    end of a search (`conclude`), and which engine searches (`engine`).
    """

    search: Search | None = None
    _events: Queue[_InputLine | _Iteration | _End] = field(default_factory=lambda: Queue(4096))
    _searches: SimpleQueue[Search] = field(default_factory=SimpleQueue)
    _thinker: threading.Thread | None = None
    _over: bool = False

    def obey(self, line: str) -> None:
        """Do what a line says; Refused or another Error where it cannot be done, Quit at the end."""
        raise NotImplementedError

    def complain(self, message: str, line: str) -> None:
        """Report an error in a line."""
        raise NotImplementedError

    def report(self, search: Search, analysis: Analysis) -> None:
        """Report an iteration."""
        raise NotImplementedError

    def conclude(self, search: Search) -> None:
        """Report the result of a search that has ended and is not held."""
        raise NotImplementedError

    @property
    def engine(self) -> Engine:
        """The engine, made when it is first needed and after a change of its options."""
        raise NotImplementedError

    def take_usual_hash(self, reason: str) -> None:
        """Have an engine with a table of USUAL_HASH megabytes from now on, and tell the other program why."""
        raise NotImplementedError

    def prepare(self, position: Position) -> None:
        """Make what a search would make while the clock runs, with the usual table if there is no room for another.

        Other errors are left to the search.
        """
        with suppress(Error, MemoryError):
            try:
                self.engine.prepare(position)
            except MemoryError as error:
                if self.engine.hash_mb <= USUAL_HASH:
                    raise
                self.take_usual_hash(f"{error}; it has {USUAL_HASH} MB")
                self.engine.prepare(position)

    # ------------------------------------------------------------------------------------------------ the loop

    def run(self) -> None:
        """Run until the input ends or says to quit.

        BrokenPipeError if nobody reads the output any more, Refused if no thread can be started.
        """
        try:
            threading.Thread(target=self._listen, daemon=True).start()
        except RuntimeError:
            raise Refused("no thread can be started here, which a dialogue needs") from None
        try:
            while True:
                self._step()
        except Quit:
            pass
        finally:
            self._drop_search()

    def _step(self) -> None:
        """Handle one event."""
        self._handle(self._events.get())

    def _handle(self, event: _InputLine | _Iteration | _End) -> None:
        if isinstance(event, _InputLine):
            self._read(event.text)
        elif isinstance(event, _Iteration):
            event.search.latest = event.analysis
            if not event.search.discarded:
                self.report(event.search, event.analysis)
        elif event.search is None:
            raise Quit
        else:
            event.search.finished = True
            if event.search.discarded:
                self.search = None
            elif not event.search.held:
                self.release()

    def _read(self, text: str | None) -> None:
        try:
            if text is None:
                raise Refused("a line of more than {} bytes", LONGEST_INPUT)
            if text.strip():
                self.obey(text.strip())
        except BrokenPipeError:
            raise
        except (Error, ValueError) as error:
            self.complain(shown(str(error), 300), shown(text or "..."))

    def _listen(self) -> None:
        """Put the lines of the input into the queue (in a thread of its own)."""
        for line in _lines():
            self._events.put(_InputLine(line))
        self._events.put(_End())

    def say(self, text: str) -> None:
        """Write a line, at once."""
        print(printable(text), flush=True)

    # ------------------------------------------------------------------------------------------------ searching

    def begin(self, search: Search) -> None:
        """Start a search; none may be running. Quit if the dialogue is over."""
        assert self.search is None
        if self._over:
            raise Quit
        if self._thinker is None:
            thinker = threading.Thread(target=self._think, daemon=True)
            try:
                thinker.start()
            except RuntimeError:
                raise Refused("no thread can be started here to search in") from None
            self._thinker = thinker
        search.begin()
        self.search = search
        self._searches.put(search)

    def _think(self) -> None:
        """Run one search after another.

        One thread for all: on a busy machine the first turn of a new thread comes late, while the clock runs.
        """
        while True:
            self._run_search(self._searches.get())

    def _run_search(self, search: Search) -> None:
        """Search, and put the results into the queue."""
        try:
            for analysis in search.results:
                self._events.put(_Iteration(search, analysis))
        except Exception as error:
            search.failure = _failure(error)
        self._events.put(_End(search))

    def release(self) -> None:
        """Report the result of the search if it has ended; otherwise it is reported when it ends."""
        search = self.search
        if search is None:
            return
        search.held = False
        if search.finished:
            self.search = None
            self.conclude(search)

    def settle(self, command: str) -> None:
        """Wait for a search that has been told to stop; Refused if one is going on."""
        if self.search is not None and not self.search.stopping and not self.search.finished:
            raise Refused("{} while searching: stop first", command)
        if self.search is not None:
            self.search.held = False
        self._wait()

    def discard(self) -> None:
        """End a search whose result nobody wants."""
        if self.search is not None:
            self.search.discarded = True
            if self.search.finished:
                self.search = None
            else:
                self.search.stop()
                self._wait()

    def _wait(self) -> None:
        """Handle events until there is no search; lines that arrive in the meantime wait."""
        waiting: list[_InputLine | _Iteration | _End] = []
        if self.search is not None and self.search.finished:
            self.release()
        while self.search is not None:
            if not self.search.stopping:
                self.search.stop()      # one that has followed the search told to stop
            event = self._events.get()
            if isinstance(event, _InputLine) or (isinstance(event, _End) and event.search is None):
                waiting.append(event)
            else:
                self._handle(event)
        self._put_back(waiting)

    def _put_back(self, events: list[_InputLine | _Iteration | _End]) -> None:
        """Put events before all others of the queue."""
        if events:
            with self._events.mutex:
                self._events.queue.extendleft(reversed(events))
                self._events.not_empty.notify()

    def _drop_search(self) -> None:
        """At the end of the dialogue: end the search and report its result, if that is still possible."""
        self._over = True
        with suppress(BrokenPipeError, Quit):
            if self.search is not None and not self.search.finished:
                self.search.stop()
            self._wait()


def _chunks() -> Iterator[bytes]:
    """The bytes of standard input as they come.

    Unbuffered where possible: a thread that waits in a buffered read would keep the program from ending.
    """
    try:
        descriptor = sys.stdin.fileno()
    except (OSError, ValueError):
        yield sys.stdin.buffer.read()
        return
    with suppress(OSError):
        while chunk := os.read(descriptor, 1 << 16):
            yield chunk


def _lines() -> Iterator[str | None]:
    """The lines of standard input, None for one that is too long; no more than that is held in memory."""
    begun, too_long = bytearray(), False
    for chunk in _chunks():
        *complete, rest = chunk.split(b"\n")
        for part in complete:
            begun += part
            yield None if too_long or len(begun) > LONGEST_INPUT else begun.decode("utf-8", "replace").rstrip("\r")
            begun, too_long = bytearray(), False
        begun += rest
        if len(begun) > LONGEST_INPUT:
            begun, too_long = bytearray(), True
    if begun or too_long:
        yield None if too_long else begun.decode("utf-8", "replace").rstrip("\r")


def _failure(error: Exception) -> str:
    """What is reported of an error of the engine."""
    return f"{type(error).__name__}: {error}"


def shown(text: str, length: int = 80) -> str:
    """A text from outside, as messages quote it: one line, not too long, control characters visible."""
    plain = printable(" ".join(text.split()))
    return plain if len(plain) <= length else plain[:length - 3] + "..."


def first_position(genre: Genre) -> Position:
    """The game array; where a genre has none, the empty board, on which nothing is legal."""
    return Position(genre, None if genre.start else Setup(("",) * genre.board.size))


def move_of(position: Position, text: str) -> Move:
    """The legal move that another program means: UCI or, failing that, as people write it: "O-O", "a8=q", "Nf3".

    The errors of parse_uci, if neither fits.
    """
    try:
        return parse_uci(position, text.lower())
    except (InvalidMoveError, IllegalMoveError):
        with suppress(Error):
            return position.parse(text)
        raise


def opened_book(file: str) -> Book:
    """A book of Polyglot; Refused or Error if it cannot be read."""
    from feerie.game.book import Book

    try:
        return Book(file)
    except OSError as error:
        raise Refused("{}: {}", file, system_reason(error)) from None


def opened_syzygy(folders: str) -> Syzygy:
    """The tables of Syzygy in some folders; Error if there are none."""
    from feerie.game.syzygy import Syzygy

    return Syzygy(folders)


def number(text: str, what: str, low: int, high: int) -> int:
    """The integer in a text; Refused if it is not one, or not between `low` and `high`."""
    try:
        value = int(text) if len(text) < 30 else None
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        raise Refused("{}: expected a number from {} to {}, found {}", what, low, high, repr(shown(text, 30)))
    return value
