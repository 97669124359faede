"""What databases say about a problem apart from its content: where it was published, awards, keywords, references.

The fields are those of YACPDB entries, and the JSON form has their names. Values are strings as they are printed. A
problem has `author`, `source` and `award` as one-line strings; the parts they were made from are kept here, and count
as long as those strings are what the parts yield (see `Source.text`, `Award.text`, `display_name`).
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from feerie.base.errors import ProblemError
from feerie.base.frozen import frozen
from feerie.problems.json_values import texts, typed

__all__ = ["NO_METADATA", "Award", "Metadata", "Source", "date_of", "display_name", "filed_name",
           "persons"]

_DATE = re.compile(r"(\d{1,4})(?:-(\d\d?)(?:-(\d\d?))?)?")
_WRITTEN_DATE = re.compile(r"(?:(\d\d?)[/.] ?)?(\d\d?)[/.] ?(\d{4})|(\d{4})[-/.](\d\d?)(?:[-/.](\d\d?))?")
_AND = re.compile(r"(?<!\s)\s++(?:&|and|und|et)\s++|(?:(?<!\s)\s++)?;\s++")
_WORDS = re.compile(r"\S+")


@frozen
class Source:
    """A publication. `date`: "1991", "1991-03", "1991-03-05", a span "1965-1967", or any other text.

    `variant`: for a reprint, the changes to the diagram, as in a twin.
    """

    name: str = ""
    date: str = ""
    volume: str = ""
    issue: str = ""
    round: str = ""
    problemid: str = ""
    pagenumber: str = ""
    variant: str = ""
    comments: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Name, volume, issue, round, number and date in one line.

        >>> Source("feenschach", "1991-03", problemid="12").text
        'feenschach no. 12, 3/1991'
        """
        number = f"no. {self.problemid}" if self.problemid else ""
        source = " ".join(part for part in (self.name, self.volume, self.issue, self.round, number) if part)
        date = _date_text(self.date)
        return source if date in source else f"{source}, {date}" if source else date


@frozen
class Award:
    """A distinction. `tourney`: its name, "ditto" if it is that of the source; `date`: that of the tourney."""

    distinction: str = ""
    tourney: str = ""
    date: str = ""
    judges: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The distinction, and the tourney if it has a name of its own."""
        tourney = "" if self.tourney == "ditto" else self.tourney
        return ", ".join(part for part in (self.distinction, tourney) if part)


@frozen
class Metadata:
    """What a database says. Empty values mean not given.

    `authors`, `versionists`, `correctors`: persons as "Family, Given". `references`: "after", "version-of",
    "correction-of" or "anticipated-by", and the number of a problem. `foreign_ids`: domain and number. `glyphs`: the
    letters of a man, and the sign that stands for it. `stipulation`: the one in words. `comments`: each of one or more
    lines.
    """

    authors: tuple[str, ...] = ()
    source: Source = Source()
    award: Award = Award()
    reprints: tuple[Source, ...] = ()
    keywords: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    versionists: tuple[str, ...] = ()
    correctors: tuple[str, ...] = ()
    references: tuple[tuple[str, str], ...] = ()
    foreign_ids: tuple[tuple[str, str], ...] = ()
    glyphs: tuple[tuple[str, str], ...] = ()
    stipulation: str = ""

    def as_json(self) -> dict[str, Any]:
        """The fields that are given, by name; `Metadata.of` reads them."""
        return _given(self)

    @classmethod
    def of(cls, data: Any) -> Metadata:
        """Metadata from their JSON form. Raises ProblemError for anything else."""
        found: dict[str, Any] = {}
        for name, value in _members(data, cls, "metadata").items():
            if name == "source":
                found[name] = _values(value, Source, name)
            elif name == "award":
                found[name] = _values(value, Award, name)
            elif name == "reprints":
                found[name] = tuple(_values(item, Source, name) for item in typed(value, list, name))
            elif name in ("references", "foreign_ids", "glyphs"):
                found[name] = tuple(_pair(item, name) for item in typed(value, list, name))
            else:
                found[name] = _value(value, name, is_text=name == "stipulation")
        return cls(**found)


NO_METADATA = Metadata()


def display_name(person: str) -> str:
    """The name as it is printed: "Bakke, Nils Adrian" is Nils Adrian Bakke."""
    family, comma, given = person.partition(",")
    return f"{given.strip()} {family.strip()}" if comma and given.strip() else person


def filed_name(name: str) -> str:
    """The name as it is filed in lists: the family name is the last word with the particles before it.

    >>> filed_name("Nils Adrian Bakke"), filed_name("Jan van der Ven"), filed_name("A. B. Example jr.")
    ('Bakke, Nils Adrian', 'van der Ven, Jan', 'Example jr., A. B.')
    """
    if "," in name:
        return name
    words = _WORDS.findall(name)
    first = len(words) - 1
    if first > 0 and words[first].rstrip(".").lower() in ("jr", "sr", "ii", "iii"):
        first -= 1
    while first > 1 and words[first - 1].islower():
        first -= 1
    return f"{' '.join(words[first:])}, {' '.join(words[:first])}" if first > 0 else name


def persons(authors: Iterable[str]) -> tuple[str, ...]:
    """The names of individual persons, as one string may hold several.

    >>> persons(["Ann Name, Bob Name & Carl Name", "Bakke, Nils Adrian", "van der Ven, Jan"])
    ('Ann Name', 'Bob Name', 'Carl Name', 'Bakke, Nils Adrian', 'van der Ven, Jan')
    """
    return tuple(dict.fromkeys(name for author in authors for listed in _AND.split(author)
                               for name in _separated(listed) if name))


def _separated(names: str) -> list[str]:
    """Persons between commas, if each has a given name; else a comma stands behind the family name of one."""
    found = [name.strip() for name in names.split(",")]
    return found if all(" " in name and not name[0].islower() for name in found) else [names]


def date_of(text: str) -> str:
    """A date as it is kept, from one in figures: the day comes before the month, unless only the other way makes sense.

    >>> date_of("4/1/1936"), date_of("1.1936"), date_of("12/30/1936"), date_of("1936-1-4"), date_of("31/31/1936")
    ('1936-01-04', '1936-01', '1936-12-30', '1936-01-04', '31/31/1936')
    """
    found = _WRITTEN_DATE.fullmatch(text)
    if not found:
        return text
    day, month, year = found[1] or found[6], found[2] or found[5], found[3] or found[4]
    if day and int(month) > 12:
        day, month = month, day
    if not 0 < int(month) <= 12 or day and not 0 < int(day) <= 31:
        return text
    return "-".join(part.zfill(2) for part in (year, month, day) if part)


def _date_text(date: str) -> str:
    """A date as "1991", "3/1991" or "5/3/1991"."""
    found = _DATE.fullmatch(date)
    return "/".join(part.lstrip("0") for part in reversed(found.groups()) if part) if found else date


def _given(value: Any) -> dict[str, Any]:
    """The fields of a dataclass that differ from their defaults."""
    found = {}
    for item in fields(value):
        part = getattr(value, item.name)
        if part != item.default:
            found[item.name] = _plain(part)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, (Source, Award)):
        return _given(value)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _members(data: Any, kind: type, what: str) -> Mapping[str, Any]:
    """The members of an object. Raises ProblemError for one that the kind does not have."""
    given = typed(data, dict, what)
    unknown = [str(name) for name in given if name not in {item.name for item in fields(kind)}]
    if unknown:
        raise ProblemError("{} has no {}", what, repr(unknown[0][:30]))
    return given


def _values(data: Any, kind: type, what: str) -> Any:
    """A Source or an Award."""
    return kind(**{name: _value(value, name, is_text=name not in ("comments", "judges"))
                   for name, value in _members(data, kind, what).items()})


def _value(value: Any, name: str, *, is_text: bool) -> Any:
    return typed(value, str, name) if is_text else tuple(texts(value, name))


def _pair(value: Any, name: str) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(item, str) for item in value):
        raise ProblemError("{} must be pairs of texts", name)
    return value[0], value[1]
