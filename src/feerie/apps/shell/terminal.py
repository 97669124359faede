"""What all commands share: arguments, output, errors, progress, and Ctrl-C.

The output is text or, with --json, one JSON document. Exit status: 0 done; 1 partly done, because of a limit or Ctrl-C;
2 bad input, with one line on standard error.
"""
from __future__ import annotations

import codecs
import errno
import io
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self, TextIO, TypeVar

import click

from feerie import genres
from feerie.apps.shell.candidates import genre_names
from feerie.apps.shell.catalogue import catalogue
from feerie.apps.shell.click_messages import click_message
from feerie.apps.shell.fen_arguments import joined_fens
from feerie.apps.shell.programs import Program, language_option
from feerie.apps.shell.run_language import run_language, speaking, translated, wording
from feerie.base.errors import Error, IllegalMoveError, Message, message_of, nearest, system_reason
from feerie.game.position import Position, Status
from feerie.game.status import StatusWord
from feerie.game.status_text import ended, illegality, to_move
from feerie.notation.control import json_pieces, one_line, printable
from feerie.notation.languages import MEN_OF_FIGURINES, Language
from feerie.notation.languages import language as language_of
from feerie.rules.genre import Genre

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["BAD", "DONE", "PARTLY", "Bar", "Programs", "Stop", "complain", "emit", "fen_argument", "file_error",
           "find_genre", "genre_argument", "genre_file_option", "interruptible", "is_array", "is_closed", "json_option",
           "language_option", "position_of", "require_legal", "say", "signs_option", "status_document",
           "status_line", "warn", "words_of"]

DONE, PARTLY, BAD = 0, 1, 2

SPELLINGS = {"analyze": "analyse"}
"""Other spellings of commands."""

_Command = TypeVar("_Command", bound=Callable[..., Any])


def find_genre(context: click.Context, parameter: click.Parameter, value: str | None) -> Genre | None:
    """The genre of an argument or option; GenreError for an unknown genre, and for a problem file in its place."""
    try:
        return None if value is None else genres.find(value)
    except genres.GenreError:
        if value is not None and os.path.isfile(value):
            raise genres.GenreError("a genre is expected first: {} is a file, and files of problems are read by "
                                    "feerie solve, draw, sheet and convert", repr(value)) from None
        raise


def _load_genres(context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> None:
    """Make the genres of these files known while the command runs; GenreError or OSError if one cannot be used."""
    if value:
        from feerie.game.genre_file import load

        # the context of the whole run is always closed; that of a command is not if its arguments are wrong
        context.find_root().with_resource(genres.known_too([genre for path in value for genre in load(path)]))


genre_file_option = click.option("--genre-file", multiple=True, metavar="FILE", is_eager=True, expose_value=False,
                                 callback=_load_genres, help="A Python file that defines genres, known by their "
                                 "names then; it is run. May be repeated.")


def genre_argument(command: _Command) -> _Command:
    """The argument GENRE, and the option that loads genres of one's own."""
    return click.argument("genre", callback=find_genre, shell_complete=genre_names)(genre_file_option(command))


json_option = click.option("--json", "as_json", is_flag=True, help="Write one JSON document.")
signs_option = click.option("--signs", type=click.Choice(["plain", "book"]), default="plain", show_default=True,
                            help="Signs of moves in text: + and #, or as in books † and ‡, castlings as Kf3 (Re3) †.")


def words_of(language: str, signs: str) -> Language:
    """The words of the options --language and --signs."""
    words = language_of(language)
    return words.with_book_signs() if signs == "book" else words


def fen_argument(required: bool) -> Callable[[_Command], _Command]:
    """The argument FEN: one text (see `joined_fens`); "-", or nothing if it is not required, means the game array."""
    if required:
        return click.argument("fen", metavar="FEN")
    return click.argument("fen", required=False, default="-", metavar="[FEN]")


def is_array(fen: str) -> bool:
    """Whether a FEN argument names the game array: "-", or as in UCI "startpos"."""
    return fen.strip() in ("-", "startpos")


def position_of(genre: Genre, fen: str) -> Position:
    """The position of a FEN argument; Error for an invalid one."""
    return Position(genre, None if is_array(fen) else fen)


# ------------------------------------------------------------------------------------------------- answers

def emit(document: object) -> None:
    """Print the JSON document of an answer; for long lists and values computed late see json_pieces."""
    for piece in json_pieces(document, ensure_ascii=not _is_utf8(sys.stdout)):
        sys.stdout.write(piece)
    sys.stdout.write("\n")


def say(text: str, **how: Any) -> None:
    """Print a text on standard output (`how`: as for print), with control characters made visible."""
    print(printable(text), **how)


def pour(pieces: Iterable[bytes]) -> None:
    """Write a UTF-8 document to standard output as it is; on a terminal, control characters are made visible."""
    sys.stdout.flush()
    if sys.stdout.isatty():
        pieces = (printable(piece.decode("utf-8", "replace").replace("\r\n", "\n")).encode() for piece in pieces)
    sys.stdout.buffer.writelines(pieces)
    sys.stdout.buffer.flush()


def status_document(position: Position, status: Status) -> dict[str, Any]:
    """The JSON form of the status of a position."""
    return {"genre": position.genre.name, "fen": position.fen(), "turn": position.turn, "status": status.word,
            "winner": status.winner, "reason": status.reason.value if status.reason else None,
            "square": status.square, "man": status.man, "checked": list(position.checked_squares())}


def status_line(position: Position, status: Status, language: str | None = None) -> str:
    """The status of a position in one line: "mate: White wins (checkmate)". None: in the language of the run."""
    words = language_of(language or run_language(), position.genre)
    reason = words.word(f"reason: {status.reason.value}") if status.reason else ""
    word = words.word(f"status: {status.word}" if status.word in (StatusWord.OK, StatusWord.ILLEGAL) else status.word)
    said = catalogue(words.code).message(illegality(position)) if status.word == StatusWord.ILLEGAL \
        else ended(status.winner, reason, words) if reason else to_move(position, words)
    return words.sentence("status line", status=word, said=said)


LONGEST_MESSAGE = 2000


def complain(message: str, kind: str = "error") -> None:
    """Print an error, an English message, in one line on standard error and in the language of the run."""
    _tell(_one_line(translated(message)), kind)


def _one_line(message: str) -> str:
    """A message without line breaks and of bounded length; no-break spaces stay."""
    line = one_line(message)
    return line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE // 2]}...{line[-LONGEST_MESSAGE // 4:]}"


def _tell(line: str, kind: str = "error") -> None:
    """Print a line on standard error. If that cannot be written, the exit status alone tells."""
    try:
        print(f"{wording(kind)}{language_of(run_language()).colon} {printable(line)}", file=sys.stderr, flush=True)
    except OSError:
        _drop(sys.stderr)


def warn(message: str) -> None:
    """Print a warning in one line on standard error."""
    complain(message, "warning")


def remaining(seconds: float, before: float, now: float) -> str:
    """The time left, from the progress in the last `seconds` (`before` to `now`, out of 1); "" if poorly known."""
    if seconds < 5 or now - before < 0.05 or now >= 1:
        return ""
    left = seconds * (1 - now) / (now - before)
    if left < 90:
        return wording("about {} s left", max(1, round(left / 10)) * 10)
    if left < 5400:
        return wording("about {} min left", round(left / 60))
    return wording("about {} h left", round(left / 3600))


class Stop(threading.Event):
    """Set when the program is to stop. `is_hasty`: by SIGTERM or SIGHUP, after which there is no time to print much."""

    is_hasty = False


@contextmanager
def interruptible() -> Iterator[Stop]:
    """A stop that Ctrl-C, SIGTERM or SIGHUP sets while the block lasts; a second one raises KeyboardInterrupt.

    Outside the main thread, which alone receives signals, nothing sets it.
    """
    stop = Stop()

    def interrupted(number: int, _: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.is_hasty = number != signal.SIGINT
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), interrupted) for name in names
              if name != "SIGHUP" or signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN}      # nohup stays in force
    try:
        yield stop
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


class Bar:
    """Progress on standard error: a bar if that is a terminal and the work takes long enough."""

    SHOWN_AFTER = 1.0
    """Seconds."""

    def __init__(self, title: str) -> None:
        self._title, self._text = title, ""
        self._done: float = 0
        self._of: float | None = None
        self._first: tuple[float, float] | None = None      # when it was first told how much was done, and how much
        self._bar: Progress | None = None
        self._lock = threading.Lock()
        self._timer = threading.Timer(self.SHOWN_AFTER, self._show)
        self._timer.daemon = True
        if sys.stderr.isatty():
            self._timer.start()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        with self._lock:
            if self._timer.finished.is_set():
                return
            self._bar = Progress(TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"),
                                 TimeElapsedColumn(), TextColumn("{task.fields[left]}"),
                                 console=Console(stderr=True), transient=True)
            task = self._bar.add_task(self._description, left="")
            self._bar.update(task, completed=self._done, total=self._of)
            self._bar.start()

    def __call__(self, done: float, of: float) -> None:
        """So much is done, out of so much."""
        self._done, self._of = done, of
        now = time.monotonic()
        if self._first is None:
            self._first = now, done / of
        if self._bar is not None:
            self._bar.start()
            left = remaining(now - self._first[0], self._first[1], done / of)
            self._bar.update(self._bar.task_ids[0], completed=done, total=of, left=left)

    def tell(self, text: str) -> None:
        """Show a text behind the title."""
        self._text = text
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], description=self._description)

    @property
    def _description(self) -> str:
        return "  ".join(filter(None, (self._title, self._text)))

    def hide(self) -> None:
        """Remove the bar until it is told of more progress, so that something else can be printed."""
        with self._lock:
            if self._bar is not None:
                self._bar.stop()

    def part(self, number: int, of: int) -> Callable[[int, int], None]:
        """The same bar for one of several equal parts of the work; parts are numbered from 0."""
        return lambda done, whole: self(number + done / whole, of)

    def close(self) -> None:
        """Remove the bar."""
        self._timer.cancel()
        with self._lock:
            if self._bar is not None:
                self._bar.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()


# ------------------------------------------------------------------------------------------------- failing

def require_legal(position: Position) -> None:
    """Raises IllegalMoveError if there are no moves because the diagram is illegal."""
    status = position.status()
    if status.word == StatusWord.ILLEGAL:
        raise IllegalMoveError(wording("the diagram is {}", status_line(position, status)))


def file_error(error: OSError) -> Message:
    """What is wrong with a file, in one line."""
    return Message("{}: {}", error.filename, system_reason(error)) if error.filename else system_reason(error)


class Programs(Program, click.Group):
    """A group of commands, some of which are loaded when called, with errors of one line each.

    `later`: name of the command -> the module that defines it under the same name.
    """

    command_class = Program

    def __init__(self, *args: Any, later: Mapping[str, str], **values: Any) -> None:
        super().__init__(*args, **values)
        self.later = later

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of definition."""
        return [*self.commands, *self.later]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with a name, loaded if need be."""
        if cmd_name not in self.later:
            return self.commands.get(cmd_name)
        from importlib import import_module

        command = getattr(import_module(self.later[cmd_name]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context,
                        args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names; for an unknown one UsageError, which names the nearest."""
        name = args[0]
        if ctx.resilient_parsing or self.get_command(ctx, name) is not None or name.startswith("-"):
            return super().resolve_command(ctx, args)
        if name in SPELLINGS:
            return super().resolve_command(ctx, [SPELLINGS[name], *args[1:]])
        near = nearest(name.lower(), self.list_commands(ctx)) if name else ""
        raise click.UsageError(Message("no such command {}. Did you mean {}?", repr(name[:40]), repr(near)) if near else
                               Message("no such command {}", repr(name[:40])), ctx)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, complete_var: str | None = None,
             standalone_mode: bool = True, **extra: Any) -> Any:
        """Run a command; its exit status is returned or, in standalone mode, that of the process."""
        _prepare_streams()
        given = sys.argv[1:] if args is None else list(args)
        if given != (joined := joined_fens(given)):
            args = given = joined
        with speaking(given), _one_line_errors() as outcome:
            status = super().main(args, prog_name or "feerie", complete_var, False, **extra) or DONE
            sys.stdout.flush()
            if _is_lost(sys.stdout):
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            outcome.status = status
        if standalone_mode:
            sys.exit(outcome.status)
        return outcome.status


class _Outcome:
    """The exit status, while it is being determined."""

    status = BAD


@contextmanager
def _one_line_errors() -> Iterator[_Outcome]:
    """Turns every error about input, and Ctrl-C, into a line on standard error and an exit status."""
    outcome = _Outcome()
    try:
        yield outcome
    except click.Abort:
        outcome.status = PARTLY
        complain("interrupted")
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "feerie"
        _tell(_one_line(wording("{} (see {} --help)", click_message(error), path)))
    except click.ClickException as error:
        complain(click_message(error))
    except BrokenPipeError:
        outcome.status = PARTLY
        _drop(sys.stdout)
    except OSError as error:
        complain(file_error(error))
        try:
            sys.stdout.flush()
        except OSError:
            _drop(sys.stdout)
    except (Error, ValueError) as error:
        complain(message_of(error))
    except MemoryError:
        complain("there is not enough memory")


SUBSTITUTES = {"✓": "+", "✗": "-", "†": "+", "‡": "#", "↔": "<->", "×": "x", "→": "->", "½": ".5",
               "’": "'", "„": '"', "“": '"', "”": '"', "«": '"', "»": '"', "–": "-"}
"""What replaces signs of the output on terminals that lack them; figurines become letters of the run's language."""


def _spell(error: UnicodeError) -> tuple[str, int]:
    """What is written for characters that a stream lacks: a substitute, the letter without accent, or "?"."""
    assert isinstance(error, UnicodeEncodeError)
    from unicodedata import normalize

    missing = error.object[error.start:error.end]
    words = language_of(run_language())
    letters = {figurine: words.letter(man, problem=True) for figurine, man in MEN_OF_FIGURINES.items()}
    bare = (normalize("NFKD", letter).encode("ascii", "ignore").decode() for letter in missing)
    return "".join(SUBSTITUTES.get(letter) or letters.get(letter) or plain or "?"
                   for letter, plain in zip(missing, bare)), error.end


codecs.register_error("feerie.spell", _spell)


def _is_utf8(stream: TextIO) -> bool:
    return (getattr(stream, "encoding", None) or "").lower() in ("utf-8", "utf8")


class _Closed(io.RawIOBase):
    """An output that whoever started the program has closed: what is written is lost, and that is remembered.

    A command whose output is not what it is called for may so do its work nevertheless.
    """

    is_written = False

    def writable(self) -> bool:
        """Output is accepted."""
        return True

    def write(self, data: Any) -> int:
        """Lose some output."""
        self.is_written = True
        return len(data)


def is_closed(stream: TextIO) -> bool:
    """Whether nobody can read what is written to a stream, because it was closed before the program began."""
    return isinstance(getattr(getattr(stream, "buffer", None), "raw", None), _Closed)


def _is_lost(stream: TextIO) -> bool:
    """Whether something was written to a stream that was closed."""
    return is_closed(stream) and stream.buffer.raw.is_written     # type: ignore[attr-defined]


def _prepare_streams() -> None:
    """Make sure that no output fails for characters that the terminal lacks, and no input for invalid bytes."""
    if sys.stdin is None:       # closed by whoever started the program, as may be the others
        sys.stdin = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.BufferedWriter(_Closed()), encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace" if _is_utf8(stream) else "feerie.spell")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _drop(stream: TextIO) -> None:
    """A stream cannot be written any more: discard what is still to be written."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        return
