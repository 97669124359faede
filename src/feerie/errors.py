"""The errors of the package: a small hierarchy, each of them also a ValueError; and what raises and words them."""
from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

__all__ = ["AmbiguousMoveError", "ArgumentError", "CheckpointError", "ClusterError", "EngineError", "Error", "FenError",
           "IllegalMoveError", "InvalidMoveError", "PgnError", "ProblemError", "check_callable", "check_number",
           "check_whole", "nearest", "no_attribute", "require_path", "require_whole", "shortened",
           "text_for_path", "wrong_type"]

NEARNESS = 0.7
"""How similar a name must be to a text to be suggested for it: the ratio of difflib, 1 for equal ones."""


class Error(Exception):
    """Base class of the errors the package raises about its input."""


class ArgumentError(Error, ValueError):
    """An argument makes no sense: there is no such side, a drawing would be too small, a limit is negative."""


class FenError(Error, ValueError):
    """The text does not describe a position; `field` names the part that is wrong ("board", "en passant", ...)."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class InvalidMoveError(Error, ValueError):
    """The text is not written as a move."""


class IllegalMoveError(Error, ValueError):
    """The text is a move, but not a legal one here."""


class AmbiguousMoveError(Error, ValueError):
    """The text fits several legal moves."""


class PgnError(Error, ValueError):
    """The text is not valid PGN or EPD."""


class ProblemError(Error, ValueError):
    """The problem is not stated in a valid way."""


class CheckpointError(Error, ValueError):
    """The file is not a checkpoint of this job."""


class ClusterError(Error, ValueError):
    """The cluster cannot be used."""


class EngineError(Error, ValueError):
    """The engine cannot search as asked: the position is illegal, a net does not fit, another search is running."""


def wrong_type(name: str, expected: str, given: object, hint: str = "") -> TypeError:
    """The error for an argument of the wrong type: its name, what it may be, what was given, and advice.

    >>> str(wrong_type("fen", "a FEN or a Setup", 5))
    'fen must be a FEN or a Setup, not int'
    """
    return TypeError(f"{name} must be {expected}, not {type(given).__name__}{hint and f': {hint}'}")


def no_attribute(value: object, name: str, advice: Mapping[str, str]) -> AttributeError:
    """The error for an attribute that a value does not have; `advice` says, by name, what to use instead.

    >>> str(no_attribute(5, "nimerator", {"nimerator": "value.numerator"}))
    "'int' object has no attribute 'nimerator'; use value.numerator"
    """
    if name in advice:
        return AttributeError(f"{type(value).__name__!r} object has no attribute {name!r}; use {advice[name]}")
    return AttributeError(f"{type(value).__name__!r} object has no attribute {name!r}", name=name, obj=value)


def check_whole(**given: object) -> None:
    """Raise TypeError for the first of some arguments, by name, that is neither a whole number nor None.

    >>> check_whole(threads=2, hash_mb=None)
    """
    require_whole(**{name: value for name, value in given.items() if value is not None})


def check_callable(**given: object) -> None:
    """Raise TypeError for the first of some arguments, by name, that is neither a function nor None.

    >>> check_callable(progress=print, found=None)
    """
    for name, value in given.items():
        if value is not None and not callable(value):
            raise wrong_type(name, "a function or None", value)


def check_number(**given: object) -> None:
    """Raise TypeError for the first of some arguments, by name, that is neither a number nor None.

    >>> check_number(seconds=0.5, max_seconds=None)
    """
    for name, value in given.items():
        if value is not None and not (hasattr(value, "__float__") or hasattr(value, "__index__")):
            raise wrong_type(name, "a number", value)


def require_whole(**given: object) -> None:
    """Raise TypeError for the first of some arguments, by name, that is not a whole number.

    >>> require_whole(threads=2)
    """
    for name, value in given.items():
        if not hasattr(value, "__index__"):     # numpy integers have it too
            raise wrong_type(name, "a whole number", value)


def require_path(**given: object) -> None:
    """Raise TypeError for the first of some arguments, by name, that is not a file path: a string or a `pathlib` path.

    >>> require_path(path="problems.pop")
    """
    for name, value in given.items():
        if not isinstance(value, (str, os.PathLike)):
            raise wrong_type(name, "the path of a file", value)


def text_for_path(path: str, what: str, advice: str) -> ArgumentError:
    """The error where a text was given for the path of a file: what it looks like, and how that is read.

    >>> str(text_for_path("1. e4 e5", "a game", "from_pgn reads a text"))
    "no file is called '1. e4 e5', which looks like a game: from_pgn reads a text"
    """
    return ArgumentError(f"no file is called {shortened(path)!r}, which looks like {what}: {advice}")


def shortened(text: str, most: int = 40) -> str:
    """A text for a message: its beginning and dots if it has more than `most` characters.

    >>> shortened("rnbqkbnr/pppppppp/8/8", 12)
    'rnbqkbnr/...'
    """
    return text if len(text) <= most else f"{text[:most - 3]}..."


def nearest(text: str, names: Iterable[str]) -> str:
    """The name that was probably meant: the shortest that begins with the text, or the most similar one; "" for none.

    >>> nearest("plya", ["play", "perft"]), nearest("play-l", ["play", "play-line"]), nearest("solve", ["play"])
    ('play', 'play-line', '')
    """
    from difflib import get_close_matches  # needed for messages only

    known = list(names)
    begun = min((name for name in known if name.startswith(text)), key=len, default="")
    return begun or next(iter(get_close_matches(text, known, 1, NEARNESS)), "")
