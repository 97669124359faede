"""Files of problems, read in a process of their own.

What strangers send is read where it can neither hold up the server nor exhaust its memory: the process has a limit of
both. This module is its program as well: it reads a request from standard input and writes the answer.
"""
from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from base64 import b64decode
from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from feerie import genres
from feerie.apps.web.compose.drafts import draft_of
from feerie.apps.web.compose.schemas import ImportAsked
from feerie.apps.web.serving.error_messages import error_message
from feerie.base.errors import Error, ProblemError, at_line, message_of
from feerie.formats import convert, decoding
from feerie.formats.entries import Defaults, Diagram, Entry
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Stipulation
from feerie.rules.genre import Genre

__all__ = ["MOST_IMPORTED", "Found", "import_problems", "parts_apart", "read_apart"]

PART = 500
"""Entries of a part."""
BYTES_A_SECOND = 50_000
"""How fast a large file is read at least."""

MOST_IMPORTED = 1000
"""Problems that are read at a time; who wants the others asks again, and skips these."""
ERRORS_SHOWN = 20
SECONDS = 60
"""The time that reading may take, of the processor and twice that of the clock."""
MEGABYTES = 2048
"""The memory that reading may take: 32 MB of text need some hundreds."""
WAITING = 30.0
"""Seconds that an import waits for the one before it."""

Found = tuple[list[Problem], list[str], int | None]
_ALONE = threading.Lock()


def read_apart(asked: ImportAsked, language: str) -> Found:
    """As `import_problems`, in a process with limits; one at a time. ProblemError if a limit is reached."""
    own = [genre for genre in genres.known() if genre not in genres.GENRES]
    if not _ALONE.acquire(timeout=WAITING):
        raise ProblemError("another file is being read: try again")
    try:
        ran = subprocess.run([sys.executable, "-m", "feerie.apps.web.compose.imports"],
                             capture_output=True, check=False,
                             input=pickle.dumps((asked.model_dump(), language, own)), timeout=2 * SECONDS)
    except subprocess.TimeoutExpired:
        raise ProblemError("the file takes more than {} s to read", 2 * SECONDS) from None
    finally:
        _ALONE.release()
    if ran.returncode:
        if b"MemoryError" in ran.stderr:
            raise ProblemError("the file needs more than {} MB of memory to read", MEGABYTES)
        if ran.returncode < 0:
            raise ProblemError("the file takes more than {} s to read", SECONDS)
        raise RuntimeError(ran.stderr.decode(errors="replace")[-2000:])
    found: Found | Error = pickle.loads(ran.stdout)
    if isinstance(found, Error):
        raise found
    return found


def parts_apart(path: Path, asked: dict[str, Any], language: str) -> Generator[Found]:
    """The problems of a file, part by part, in a process with limits; one file at a time. ProblemError as `read_apart`.

    `asked`: fields of ImportAsked. The process ends with the iterator.
    """
    own = [genre for genre in genres.known() if genre not in genres.GENRES]
    if not _ALONE.acquire(timeout=WAITING):
        raise ProblemError("another file is being read: try again")
    try:
        with subprocess.Popen([sys.executable, "-m", "feerie.apps.web.compose.imports"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            try:
                assert process.stdin and process.stdout
                process.stdin.write(pickle.dumps((asked, language, own, path)))
                process.stdin.close()
                while (found := _next_part(process)) is not None:
                    if isinstance(found, Error):
                        raise found
                    yield found
            finally:
                process.kill()
    finally:
        _ALONE.release()


def _next_part(process: subprocess.Popen[bytes]) -> Found | Error | None:
    """The next part that the process has read; None at the end. ProblemError if it takes too long."""
    watch = threading.Timer(2 * SECONDS, process.kill)
    watch.start()
    try:
        found: Found | Error | None = pickle.load(process.stdout)       # type: ignore[arg-type]
    except (EOFError, pickle.UnpicklingError):
        raise ProblemError("the file takes more than {} s to read", SECONDS) from None
    finally:
        watch.cancel()
    return found


def import_problems(asked: ImportAsked, language: str = "en") -> Found:
    """The problems in a text, a sentence for each entry that could not be read, or not completely, and how many entries
    have been looked at where there are more; None where all have been.
    """
    content = b64decode(asked.data) if asked.data else asked.text
    errors, entries = _entries(content, asked.model_dump(), language)
    if asked.skip:
        errors = []
    list(islice(entries, asked.skip))
    found = list(islice(entries, MOST_IMPORTED))
    problems, wrong = _read(found, language)
    errors += wrong
    has_more = next(entries, None) is not None
    left = len(errors) - ERRORS_SHOWN
    return (problems, errors[:ERRORS_SHOWN] + ([f"... (+ {left})"] if left > 0 else []),
            asked.skip + len(found) if has_more else None)


def _entries(content: str | bytes, asked: dict[str, Any], language: str) -> tuple[list[str], Iterator[Entry]]:
    """What is doubtful about a text as a whole, and its entries."""
    known, stipulation = asked["format"], asked["stipulation"]
    if known and known not in convert.FORMATS:
        raise ProblemError("there is no format {}", repr(known[:20]))
    text, doubt = decoding.decoded(content, asked["encoding"]) if isinstance(content, bytes) \
        else decoding.Text(content)
    chosen = convert.FORMATS[known] if known else convert.format_of(text, asked["name"])
    defaults = Defaults(genres.find(asked["genre"]), Stipulation.parse(stipulation) if stipulation else None)
    return [error_message(doubt, language)] if doubt else [], iter(convert.read(text, chosen, defaults))


def _read(entries: Sequence[Entry], language: str) -> tuple[list[Problem], list[str]]:
    """The problems of entries, and what is wrong with them."""
    problems, errors = list[Problem](), list[str]()
    for entry in entries:
        try:
            content = entry.get()
            if isinstance(content, Diagram):
                raise ProblemError("a diagram without a stipulation is not a problem")
            draft_of(content)       # one that cannot be saved must not hold up the others
            problems.append(content)
            errors += [error_message(at_line(entry.line, doubt), language) for doubt in content.unread]
        except Error as error:
            errors.append(error_message(at_line(entry.line, message_of(error)), language))
    return problems, errors


def _parts(path: Path, asked: dict[str, Any], language: str) -> Iterator[Found]:
    """The parts of a file; the number with each is that of the entries that have been looked at."""
    errors, entries = _entries(path.read_bytes(), asked, language)
    looked_at = 0
    while found := list(islice(entries, PART)):
        problems, wrong = _read(found, language)
        looked_at += len(found)
        yield problems, errors + wrong, looked_at
        errors = []


def _limit(seconds: int) -> None:
    """Limit this process, its time to so many seconds. Windows has no such limits: there only the clock counts."""
    if sys.platform != "win32":
        import resource

        for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, MEGABYTES << 20)):
            allowed = resource.getrlimit(kind)[1]
            most = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
            resource.setrlimit(kind, (most, allowed))


def _answer(asked: dict[str, Any], language: str, own: Sequence[Genre], path: Path | None = None
            ) -> Iterator[Found | Error | None]:
    """The answer to a request or, to one for a file, its parts and None at the end; an error ends either."""
    with genres.known_too(genre for genre in own if genre not in genres.known()):
        try:
            if path is None:
                yield import_problems(ImportAsked(**asked), language)
            else:
                yield from _parts(path, asked, language)
                yield None
        except Error as error:
            yield error


def main() -> None:
    """Read the request from standard input, and write the answer: problems and sentences, or an error."""
    request = pickle.load(sys.stdin.buffer)
    _limit(SECONDS if len(request) == 3 else SECONDS + Path(request[3]).stat().st_size // BYTES_A_SECOND)
    for each in _answer(*request):
        sys.stdout.buffer.write(pickle.dumps(each))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
