"""An author's constraints on a proof game: what is said about the paths of the men, in addition to the diagram.

A constraint is about one man, named by the square on which it starts, or about squares that no man enters. As text:

    g1 path f3 e5           it goes to these squares one after another, and to no others
    e1 unmoved              it stays where it is throughout the game (or until it is taken)
    b8 moves 3              it makes three moves; "2-4": from two to four; "3+": three or more
    d8 captured on d4 by c1     it is taken; square and captor may be left out
    a1 uncaptured           it is not taken
    never d4 e4             no man enters these squares

Several statements about one man may be joined by commas: "g1 path f3 e5, captured by d7". A letter before the square
(Ng1; S is a knight too) must be that of the man. Castling is a move of the king; its partner arrives without a move.
The idea, and what can be said, are those of Jacobi (Caillaud, Dupont and Labelle, "Jacobi constraints").
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feerie.base.errors import ProblemError
from feerie.base.frozen import frozen
from feerie.rules.board import SQUARE_NAME

if TYPE_CHECKING:
    from feerie.problems.journeys import Journey

__all__ = ["NO_CONSTRAINTS", "Constraints", "ManConstraint"]

MOST_MOVES_OF_A_MAN = 999

_SQUARE = re.compile(SQUARE_NAME)
_MAN = re.compile(f"([A-Za-z]?)({SQUARE_NAME}):?")
_COUNT = re.compile(r"(\d{1,3})(?:(\+)|-(\d{1,3}))?")
_NEVER = "never"
_CLAUSES = ("path", "unmoved", "moves", "captured", "uncaptured")


@frozen
class ManConstraint:
    """What is said about one man.

    `square`: where it starts ("g1"); `letter`: its English letter, upper case, "" if not given. `path`: all the squares
    where it arrives, () for a man that stays; None if not said. `least`, `most`: the number of moves it makes itself,
    `most` None for any number. `captured`: whether it is taken, None if not said; `on`: where; `by`: the square on
    which its captor starts.
    """

    square: str
    letter: str = ""
    path: tuple[str, ...] | None = None
    least: int = 0
    most: int | None = None
    captured: bool | None = None
    on: str | None = None
    by: str | None = None

    def __str__(self) -> str:
        """The text of all statements."""
        clauses = []
        if self.path is not None:
            clauses.append(" ".join(["path", *self.path]) if self.path else "unmoved")
        if self.most is not None:
            clauses.append(f"moves {self.least}" + (f"-{self.most}" if self.most != self.least else ""))
        elif self.least:
            clauses.append(f"moves {self.least}+")
        if self.captured is not None:
            by = [f"{word} {square}" for word, square in (("on", self.on), ("by", self.by)) if square]
            clauses.append(" ".join(["captured" if self.captured else "uncaptured", *by]))
        return f"{self.letter}{self.square} {', '.join(clauses)}"

    def is_met_by(self, journey: Journey) -> bool:
        """Whether the journey of the man is as stated."""
        return (self.path is None or self.path == tuple(journey.squares)) \
            and self.least <= journey.moves <= (MOST_MOVES_OF_A_MAN if self.most is None else self.most) \
            and (self.captured is None or self.captured == (journey.captured_on is not None)) \
            and self.on in (None, journey.captured_on) and self.by in (None, journey.captured_by)

    def joined(self, other: ManConstraint) -> ManConstraint:
        """What both say about the man. Raises ProblemError if they say the same thing twice."""
        ours, theirs, empty = vars(self), vars(other), vars(ManConstraint(self.square))
        for name, value in theirs.items():
            if name not in ("square", "letter") and value != empty[name] != ours[name]:
                raise ProblemError("constraint: two things are said of {} ({}; {})", self.square,
                                   str(self).partition(" ")[2], str(other).partition(" ")[2])
        given = {name: value for name, value in theirs.items() if value != empty[name]}
        return replace(self, **given)


@frozen
class Constraints:
    """An author's constraints. `men`: what is said about men, by their squares; `never`: squares that no man enters.

    >>> print(*Constraints.of(["never e4 d4", "Ng1 path f3 e5, uncaptured"]).texts, sep="; ")
    Ng1 path f3 e5, uncaptured; never d4 e4
    """

    men: tuple[ManConstraint, ...] = ()
    never: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.men or self.never)

    @property
    def texts(self) -> tuple[str, ...]:
        """One text for each constraint, as `of` reads it."""
        return (*map(str, self.men), *((" ".join([_NEVER, *self.never]),) if self.never else ()))

    @classmethod
    def of(cls, data: Any) -> Constraints:
        """The constraints given by a string, a list of strings, or a mapping, as YAML and JSON have them.

        A mapping has squares as keys: `g1: {path: [f3, e5], captured: {on: e5, by: d7}}`, `e1: unmoved`,
        `b8: {moves: 3}` (or "2-4", "3+"), `a1: {captured: false}`; and `never: [d4, e4]`. Raises ProblemError, with the
        place, for anything else.
        """
        if isinstance(data, str):
            return cls.of([data] if data.strip() else [])
        if isinstance(data, Mapping):
            return cls.of([_text_of(key, value) for key, value in data.items()])
        if not isinstance(data, Sequence) or not all(isinstance(item, (str, Mapping)) for item in data):
            raise ProblemError("constraints are a list of texts, or fields named by squares")
        men: dict[str, ManConstraint] = {}
        never: set[str] = set()
        for item in data:
            found = _read(item) if isinstance(item, str) else cls.of(item)
            never.update(found.never)
            for man in found.men:
                men[man.square] = men[man.square].joined(man) if man.square in men else man
        return cls(tuple(men[square] for square in sorted(men)), tuple(sorted(never)))

    def broken_by(self, journeys: Iterable[Journey]) -> str | None:
        """The text of a constraint that the journeys of all men do not meet; None if they meet all."""
        by_home = {journey.home: journey for journey in journeys}
        for man in self.men:
            if man.square not in by_home or not man.is_met_by(by_home[man.square]):
                return str(man)
        entered = {square for journey in by_home.values() for square in journey.squares}
        return next((f"{_NEVER} {square}" for square in self.never if square in entered), None)


NO_CONSTRAINTS = Constraints()


def _read(text: str) -> Constraints:
    """The constraints of one text."""
    if len(text) > 1000:
        raise ProblemError("constraint {}... is too long", repr(text[:30]))
    words = text.replace(";", ",").replace(",", " , ").split()
    if words and words[0].lower().rstrip(":") == _NEVER:
        return Constraints(never=tuple(sorted(set(_squares([word for word in words[1:] if word != ","], text)))))
    found = _MAN.fullmatch(words[0]) if words else None
    if found is None:
        raise ProblemError("constraint {} begins neither with a man's square nor with {}", repr(text[:60]),
                           repr(_NEVER))
    man = ManConstraint(found[2], found[1].upper())
    clauses = list(_clauses(words[1:]))
    if not clauses:
        raise ProblemError("constraint {} says nothing of {}", repr(text[:60]), found[2])
    for clause in clauses:
        man = man.joined(_clause(man, clause, text))
    return Constraints((man,))


def _clauses(words: list[str]) -> Iterator[list[str]]:
    """The statements, one after another; each begins with its name. Commas are ignored."""
    clause: list[str] = []
    for word in map(str.lower, words):
        if word in _CLAUSES and clause:
            yield clause
            clause = []
        if word != ",":
            clause.append(word)
    if clause:
        yield clause


def _clause(man: ManConstraint, words: list[str], text: str) -> ManConstraint:
    """Add one statement about a man."""
    name, rest = words[0], words[1:]
    plain = ManConstraint(man.square, man.letter)
    if name == "unmoved" and not rest:
        return replace(plain, path=())
    if name == "path" and rest:
        return replace(plain, path=tuple(_squares(rest, text)))
    if name == "moves" and len(rest) == 1 and (count := _COUNT.fullmatch(rest[0])):
        least = int(count[1])
        most = None if count[2] else int(count[3] or count[1])
        if most is not None and most < least:
            raise ProblemError("constraint {}: {} is more than {}", repr(text[:60]), least, most)
        return replace(plain, least=least, most=most)
    if name == "uncaptured" and not rest:
        return replace(plain, captured=False)
    if name == "captured" and len(rest) % 2 == 0:
        places = dict(zip(rest[::2], _squares(rest[1::2], text), strict=True)) if rest else {}
        if len(places) == len(rest) // 2 and places.keys() <= {"on", "by"}:
            return replace(plain, captured=True, on=places.get("on"), by=places.get("by"))
    raise ProblemError("constraint {}: {} is not understood ({})", repr(text[:60]), repr(" ".join(words)[:40]),
                       ", ".join(_CLAUSES))


def _squares(words: Sequence[str], text: str) -> list[str]:
    for word in words:
        if not _SQUARE.fullmatch(word.lower()):
            raise ProblemError("constraint {}: {} is not a square", repr(text[:60]), repr(word[:20]))
    if not words:
        raise ProblemError("constraint {} names no square", repr(text[:60]))
    return [word.lower() for word in words]


def _text_of(key: Any, value: Any) -> str:
    """The text of one field of a mapping."""
    if not isinstance(key, str):
        raise ProblemError("constraints: {} is not a square", repr(key))
    if isinstance(value, str):
        return f"{key} {value}"
    if key == _NEVER and _is_texts(value):
        return " ".join([key, *value])
    if isinstance(value, Mapping) and value:
        return f"{key} {', '.join(_clause_text(key, name, item) for name, item in value.items())}"
    raise ProblemError("constraints: of {} a text or named fields are expected", key[:20])


def _clause_text(key: str, name: Any, value: Any) -> str:
    """The text of one field of a man: `path`, `moves` or `captured`."""
    if name == "path" and _is_texts(value):
        return " ".join(["path", *value]) if value else "unmoved"
    if name == "path" and isinstance(value, str):
        return f"path {value}"
    if name == "moves" and isinstance(value, (int, str)) and not isinstance(value, bool):
        return f"moves {value}"
    if name == "captured" and (isinstance(value, bool) or value in ("true", "false")):
        return "captured" if value in (True, "true") else "uncaptured"
    if name == "captured" and isinstance(value, Mapping) and all(isinstance(item, str) for item in value.values()):
        on = {True: "on"}       # what YAML 1.1 makes of the word
        return " ".join(["captured", *(f"{on.get(word, word)} {square}" for word, square in value.items())])
    raise ProblemError("constraints: the field {} of {} is not understood (path, moves, captured)",
                       repr(str(name)[:20]), key[:20])


def _is_texts(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value)
