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
from collections.abc import Sequence
from typing import Any

from feerie import genres
from feerie.apps.web.compose.drafts import draft_of
from feerie.apps.web.compose.schemas import ImportAsked
from feerie.apps.web.serving.error_messages import error_message
from feerie.base.errors import Error, ProblemError, at_line, message_of
from feerie.formats import convert, decoding
from feerie.formats.entries import Defaults, Diagram
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Stipulation
from feerie.rules.genre import Genre

__all__ = ["MOST_IMPORTED", "import_problems", "read_apart"]

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


def import_problems(asked: ImportAsked, language: str = "en") -> Found:
    """The problems in a text, a sentence for each entry that could not be read, or not completely, and how many entries
    have been looked at where there are more; None where all have been.
    """
    if asked.format and asked.format not in convert.FORMATS:
        raise ProblemError("there is no format {}", repr(asked.format[:20]))
    text, doubt = decoding.decoded(b64decode(asked.data), asked.encoding) if asked.data else decoding.Text(asked.text)
    known = convert.FORMATS[asked.format] if asked.format else convert.format_of(text, asked.name)
    stipulation = Stipulation.parse(asked.stipulation) if asked.stipulation else None
    problems: list[Problem] = []
    errors = [error_message(doubt, language)] if doubt and not asked.skip else []
    left_at = None
    for number, entry in enumerate(convert.read(text, known, Defaults(genres.find(asked.genre), stipulation))):
        if number < asked.skip:
            continue
        if len(problems) >= MOST_IMPORTED:
            left_at = number
            break
        try:
            content = entry.get()
            if isinstance(content, Diagram):
                raise ProblemError("a diagram without a stipulation is not a problem")
            draft_of(content)       # one that cannot be saved must not hold up the others
            problems.append(content)
            errors += [error_message(at_line(entry.line, doubt), language) for doubt in content.unread]
        except Error as error:
            errors.append(error_message(at_line(entry.line, message_of(error)), language))
    left = len(errors) - ERRORS_SHOWN
    return problems, errors[:ERRORS_SHOWN] + ([f"... (+ {left})"] if left > 0 else []), left_at


def _limit() -> None:
    """Limit this process. Windows has no such limits: there only the time of the clock counts."""
    if sys.platform != "win32":
        import resource

        for kind, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, MEGABYTES << 20)):
            allowed = resource.getrlimit(kind)[1]
            most = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
            resource.setrlimit(kind, (most, allowed))


def _answer(asked: dict[str, Any], language: str, own: Sequence[Genre]) -> Found | Error:
    with genres.known_too(genre for genre in own if genre not in genres.known()):
        try:
            return import_problems(ImportAsked(**asked), language)
        except Error as error:
            return error


def main() -> None:
    """Read the request from standard input, and write the answer: problems and sentences, or an error."""
    request = pickle.load(sys.stdin.buffer)
    _limit()
    sys.stdout.buffer.write(pickle.dumps(_answer(*request)))


if __name__ == "__main__":
    main()
