"""The errors of the package: a small hierarchy, each of them also a ValueError; and what raises and words them.

What an error says is a `Message`: an English sentence that knows the text and the values it was made of, so that the
command line and the page can say it in another language.
"""
from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["AmbiguousMoveError", "ArgumentError", "CheckpointError", "ClusterError", "EngineError", "Error", "FenError",
           "IllegalMoveError", "InvalidMoveError", "Message", "PgnError", "ProblemError", "at_line", "check_callable",
           "check_number", "check_whole", "conjoined", "in_one_line", "line_of", "message_of", "nearest",
           "no_attribute", "require_path", "require_whole", "shortened", "system_reason", "text_for_path", "wrong_type"]

NEARNESS = 0.7
"""How similar a name must be to a text to be suggested for it: the ratio of difflib, 1 for equal ones."""


class Message(str):
    """An English sentence, or part of one, with the `text` and the `values` that it was made of.

    The text has a placeholder "{}" for each value and is the key of its translations. A value may be a Message itself,
    or an exception, whose message counts; anything else is kept as the string that stands in the sentence. A text
    without values is taken as it is, whatever braces it has.

    >>> found = Message("{}: {}", "e9", Message("{} is not a square", "'e9'"))
    >>> found, found.text, found.values
    ("e9: 'e9' is not a square", '{}: {}', ('e9', "'e9' is not a square"))
    >>> found.values[1].text
    '{} is not a square'
    """

    __slots__ = ("text", "values")
    text: str
    values: tuple[str, ...]

    def __new__(cls, text: str = "", *values: object) -> Message:
        if not values:
            if isinstance(text, Message):
                return text
            made = super().__new__(cls, text)
            made.text, made.values = text, ()
            return made
        kept = [value if isinstance(value, str) and type(value) in _KEPT
                else message_of(value) if isinstance(value, BaseException) else format(value) for value in values]
        made = super().__new__(cls, text.format(*kept))
        made.text, made.values = text, tuple(kept)
        return made

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[type[Message], tuple[str, ...]]:
        return Message, (self.text, *self.values)

    def as_json(self) -> dict[str, Any]:
        """The text and the values, so that a reader of a document can translate the message."""
        return {"text": self.text, "values": [value.as_json() if isinstance(value, Message) else value
                                              for value in self.values]}

    @classmethod
    def from_json(cls, document: Any) -> Message | None:
        """The message that `as_json` wrote; None for anything else."""
        if not isinstance(document, dict) or not isinstance(text := document.get("text"), str) \
                or not isinstance(values := document.get("values"), list):
            return None
        rest = text.split("{}")
        if values and (len(rest) != len(values) + 1 or any(brace in part for part in rest for brace in "{}")):
            return None
        read = [value if isinstance(value, str) else cls.from_json(value) for value in values]
        return None if None in read else cls(text, *read)


_KEPT = {str, Message}


class Error(Exception):
    """Base class of the errors the package raises about its input. `str` of an error is its Message.

    >>> str(Error("rank {} has {} squares", 3, 9)).values
    ('3', '9')
    """

    def __init__(self, text: str = "", *values: object) -> None:
        super().__init__(Message(text, *values))


class ArgumentError(Error, ValueError):
    """An argument makes no sense: there is no such side, a drawing would be too small, a limit is negative."""


class FenError(Error, ValueError):
    """The text does not describe a position; `field` names the part that is wrong ("board", "en passant", ...)."""

    def __init__(self, text: str = "", *values: object, field: str = "") -> None:
        super().__init__(text, *values)
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


def message_of(error: BaseException) -> Message:
    """What an exception says: its own message, or that of the standard library as texts of the catalogues."""
    if error.args and isinstance(error.args[0], Message):
        return error.args[0]
    if isinstance(error, ValueError) and hasattr(error, "lineno"):
        from json import JSONDecodeError  # it has been loaded: it raised the error

        if isinstance(error, JSONDecodeError):
            return Message("{}: line {} column {} (char {})", Message(error.msg), error.lineno, error.colno, error.pos)
    return Message(str(error))


def system_reason(error: OSError) -> Message:
    """Why the system refuses something: "Permission denied"."""
    return Message(error.strerror) if error.strerror else message_of(error)


def conjoined(parts: Iterable[object], last: str = "{} and {}", between: str = "{}, {}") -> Message:
    """Parts of a message joined by two texts: `last` joins the last part, `between` those before it.

    >>> conjoined(["K", "M"]).text, str(conjoined(["K", "M", "R"]))
    ('{} and {}', 'K, M and R')
    """
    first, *others = parts
    found = Message("{}", first)
    for left, part in zip(reversed(range(len(others))), others, strict=True):
        found = Message(between if left else last, found, part)
    return found


def at_line(line: int, message: str) -> Message:
    """A message after the line that it is about, unless it begins with a line already."""
    return Message(message) if line_of(message) else Message("line {}: {}", line, message)


def line_of(message: str) -> tuple[str, str] | None:
    """The line that a message begins with, and what it says about it; None if it begins with none.

    >>> line_of(at_line(3, Message("{} is empty", "e4")))
    ('3', 'e4 is empty')
    """
    if isinstance(message, Message) and message.text == "line {}: {}":
        line, said = message.values
        return line, said
    return None


def in_one_line(message: Message) -> Message:
    """A message without line breaks and repeated blanks."""
    if not message.values:
        return Message(" ".join(message.split()))
    return Message(message.text, *(in_one_line(value) if isinstance(value, Message) else " ".join(value.split())
                                   for value in message.values))


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
    return ArgumentError("no file is called {}, which looks like {}: {}", repr(shortened(path)),
                         Message(what), Message(advice))


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
