"""Genres of your own: a Python file that defines them.

A genre file is a program. It is run when it is named, never otherwise, and can do whatever a program can: load only
those you wrote or trust.
"""
from __future__ import annotations

import os
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType

from feerie import genres
from feerie.base.errors import FenError, Message, in_one_line, message_of
from feerie.base.limited import limited
from feerie.game.position import Position
from feerie.game.status_text import illegality
from feerie.kernel.verdict import compiled_rules
from feerie.rules.completeness import check
from feerie.rules.genre import Genre, GenreError

__all__ = ["load"]


def load(path: str | os.PathLike[str]) -> tuple[Genre, ...]:
    """The genres that a file defines: the Genre values at its top level, in order, without those of the package.

    Raises OSError if the file cannot be read. Raises GenreError, in one line with the file and what is missing, if it
    fails, defines no genre or one that is incomplete or beyond the kernel, or if a name is taken.
    """
    name = os.fspath(path)
    with open(name, "rb") as file:
        module = _run(name, limited(file, name=name))
    found = tuple(dict.fromkeys(value for value in vars(module).values()
                                if isinstance(value, Genre) and not any(value is genre for genre in genres.GENRES)))
    if not found:
        raise GenreError("{}: no genre is defined: a value like MINE = replace(ORTHODOX, name=...) is missing", name)
    try:
        for genre in found:
            check(genre)
            compiled_rules(genre)
            if genre.start is not None and not (start := Position(genre)).is_valid():
                raise GenreError("{}: start: the position is illegal: {}", genre.name, illegality(start))
        genres.check_names(found)
    except FenError as error:
        raise GenreError("{}: {}: start: {}", name, genre.name, _line(error)) from None
    except GenreError as error:
        raise GenreError("{}: {}", name, _line(error)) from None
    except Exception as error:      # a movement or castling of the file failed
        raise GenreError(_failure(name, error)) from None
    return found


def _run(name: str, source: bytes) -> ModuleType:
    """The module that a file defines, known to Python under a name of its own."""
    module = ModuleType("feerie_genre_file_" + re.sub(r"\W", "_", Path(name).stem))
    module.__file__ = name
    before = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module       # dataclasses look their module up
    try:
        exec(compile(source, name, "exec"), vars(module))
    except (Exception, SystemExit) as error:
        if before is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = before
        raise GenreError(_failure(name, error)) from None
    return module


def _failure(name: str, error: BaseException) -> Message:
    """An exception in one line: the file, the line in it, and what went wrong."""
    if isinstance(error, SyntaxError):
        line: int | None = error.lineno
        text = Message(error.msg or "no Python")
    else:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
        line, text = lines[-1] if lines else None, _line(error)
    said = text if isinstance(error, GenreError) else Message("{}: {}", type(error).__name__, text)
    return Message("{}, line {}: {}", name, line, said) if line else Message("{}: {}", name, said)


def _line(error: BaseException) -> Message:
    """The message of an exception in one line."""
    return in_one_line(message_of(error)) or Message("no reason given")
