"""Problems written as entries of YACPDB, and of Olive, whose collections (.olv) are files of such entries.

YACPDB accepts an entry only if it meets the JSON Schema of the format: there is always a solution, a source has a year,
an award needs a source and is a distinction such as "2nd Prize", persons are "Family, Given", and there are no other
fields. Olive keeps drafts, so it needs none of that. Source: `yacpdb/schemas/yacpdb-entry.md` in the repository
dturevski/olive-gui.
"""
from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from feerie.base.errors import ProblemError
from feerie.formats.popeye.words import OPTIONS, word
from feerie.formats.popeye.writer import condition_words, double_step, men_of, men_words, option_words, twin_text
from feerie.problems.metadata import Award, Metadata, Source, display_name, filed_name, persons
from feerie.problems.problem import Problem, without_fields
from feerie.problems.stipulation import Aim, Play, Stipulation
from feerie.problems.twins import labels
from feerie.rules.board import BLACK, WHITE

__all__ = ["COMMENTS", "CONSTRAINT", "UNKNOWN", "option_texts", "write", "write_olive"]

UNKNOWN = "{unknown}"
"""The text of an unknown solution: the format requires the field."""
COMMENTS = {"title": "Title: ", "source": "Source: ", "award": "Award: "}
"""The beginning of a comment that holds a text for which an entry has no field."""
CONSTRAINT = "Constraint: "
"""The beginning of a comment that holds an author's constraint."""
LONGEST_LABEL = 255

_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_DATED = re.compile(r"(.+), (?:(\d\d?)/)??(?:(\d\d?)/)?((?:1[5-9]|20)\d\d)")
_DATE = re.compile(r"(\d{4})(?:-(0[1-9]|1[012])(?:-(0[1-9]|[12]\d|3[01]))?)?")
_SPAN = re.compile(r"\d{4}-\d{4}")
_NUMBER = re.compile(r"[1-9]\d{0,8}")
_PERSON = re.compile("[^,]+(, [^,]+)?")
_ORDER = r"\d{0,3}(?:1st|2nd|3rd|[04-9]th|1[123]th)"
_DISTINCTION = re.compile(rf"(?:(?:Special|{_ORDER}(?:-{_ORDER})?) )?(?:Special )?"
                          r"(?:Prize|Place|HM|Honorable Mention|Commendation|Comm\.|cm)(?:, .*)?", re.IGNORECASE)
_ANYTHING = re.compile(".+")


@dataclass(frozen=True)
class _Dialect:
    """What one of the two programs accepts. `distinction`: the pattern of distinctions."""

    needs_year: bool
    needs_solution: bool
    distinction: re.Pattern[str]
    sorts_fields: bool


_YACPDB = _Dialect(needs_year=True, needs_solution=True, distinction=_DISTINCTION, sorts_fields=False)
_OLIVE = _Dialect(needs_year=False, needs_solution=False, distinction=_ANYTHING, sorts_fields=True)


def write(problem: Problem) -> str:
    """The problem as an entry of YACPDB; reading it gives the same problem.

    The format has no field for the title, for a source without a year, or for a distinction unlike "2nd Prize": they
    become comments, which the reader understands. Raises ProblemError for what cannot be expressed at all: a second
    position (`a=>b`), and state of the game that only a FEN can hold.
    """
    return _dumped(_entry(problem, _YACPDB), _YACPDB)


def write_olive(problem: Problem) -> str:
    """The problem as an entry of an Olive collection; errors as for `write`."""
    return _dumped(_entry(problem, _OLIVE), _OLIVE)


def _dumped(entry: dict[str, Any], dialect: _Dialect) -> str:
    import yaml

    class Dumper(yaml.SafeDumper):
        """Writes texts of several lines as they are, and never refers to another place."""

        def ignore_aliases(self, data: Any) -> bool:
            return True

    def block(dumper: Any, text: str) -> Any:
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)

    Dumper.add_representer(str, block)
    text: str = yaml.dump(entry, Dumper=Dumper, allow_unicode=True, sort_keys=dialect.sorts_fields, width=100,
                          default_flow_style=None, explicit_start=True)
    return text


def _entry(problem: Problem, dialect: _Dialect) -> dict[str, Any]:
    genre, diagram, told = problem.genre, problem.diagram, problem.metadata
    if problem.target is not None:
        raise ProblemError("a YACPDB entry has no place for a second position: write it as popeye, pgn or json")
    usual = without_fields(genre, diagram.men, problem.stipulation).flags
    if usual != diagram.flags:
        raise ProblemError("a YACPDB entry has no place for the state of the game ({} in the FEN, not {}): write it as "
                           "popeye, pgn or json", diagram.flags or "-", usual or "-")
    if diagram.births:
        raise ProblemError("a YACPDB entry has no place for men that were born elsewhere than where they stand: write "
                           "it as popeye, pgn or json")
    if problem.end is not None and not problem.end.is_plain:
        raise ProblemError("a YACPDB entry has no place for an unfinished diagram, or for castling rights: write it as "
                           "popeye, pgn or json")
    entry, comments = _publication(problem, dialect)
    comments += [CONSTRAINT + text for text in problem.constraints.texts]
    men = {"white": men_words(genre, diagram, 0), "black": men_words(genre, diagram, 1),
           "neutral": men_words(genre, diagram, None)}
    entry["algebraic"] = {colour: list(words) for colour, words in men.items() if words}
    entry["stipulation"] = _stipulation(problem)
    if told.stipulation:
        entry["non-standard-stipulation"] = told.stipulation
    options = option_texts(problem)
    if options:
        entry["options"] = options
    if problem.twins:
        names = labels()
        if not problem.zeroposition:
            next(names)
        entry["twins"] = {next(names): twin_text(twin, "en", problem.genre) for twin in problem.twins}
    if problem.intended:
        number = int(problem.intended) if problem.intended.isdecimal() else 0
        entry["intended-solutions"] = number if number > 1 else problem.intended
    if problem.solution_text or dialect.needs_solution:
        entry["solution"] = problem.solution_text or UNKNOWN
    if told.keywords:
        entry["keywords"] = list(dict.fromkeys(told.keywords))
    remarks = told.comments if _lines(told.comments) == [*problem.remarks] else problem.remarks
    if remarks or comments:
        entry["comments"] = list(dict.fromkeys([*remarks, *comments]))
    return entry | _references(told)


def option_texts(problem: Problem) -> list[str]:
    """Options and conditions, in Popeye's words, as entries list them; the en passant square is one of the options.

    Databases say that tries are part of the problem by "Defence 1", not by "Try".
    """
    step = [] if problem.diagram.en_passant is None else \
        [f"{word(OPTIONS, 'en_passant', 'en')} {double_step(problem.genre, problem.diagram)}"]
    tries = word(OPTIONS, "try", "en")
    options = [f"{word(OPTIONS, 'defence', 'en')} 1" if text == tries else text
               for text in option_words(problem.options, "en")]
    of_sides = [men for side in (WHITE, BLACK, None) for men in men_of(problem.genre, problem.diagram, side)]
    return [*options, *condition_words(problem.genre, "en", [str(unit) for unit, _ in of_sides]), *step]


def _stipulation(problem: Problem) -> str:
    """The stipulation as databases write it: words without quotation marks, if they are read so."""
    words, text = problem.stipulation.words, str(problem.stipulation)
    if words and len(words.split()) > 1 and Stipulation.from_entry(words) == problem.stipulation:
        return words
    is_game = problem.stipulation.play is Play.PROOF and problem.stipulation.goal.aim is Aim.DIAGRAM
    return text.replace("dia", "PG", 1) if is_game else text


def _publication(problem: Problem, dialect: _Dialect) -> tuple[dict[str, Any], list[str]]:
    """The fields of authors, source and award, and comments for what does not fit into them."""
    entry: dict[str, Any] = {}
    comments = [COMMENTS["title"] + problem.title] if problem.title else []
    authors = _authors(problem)
    if authors:
        entry["authors"] = authors
    source = problem.metadata.source if problem.metadata.source.text == problem.source else _parsed(problem.source)
    if fields := _source(source, dialect):
        entry["source"] = fields
    elif problem.source:
        comments.append(COMMENTS["source"] + problem.source)
    award = problem.metadata.award
    if award.text != problem.award or not award.tourney:
        award = Award(problem.award, "ditto")
    if fields and problem.award and dialect.distinction.fullmatch(award.distinction):
        entry["award"] = _award(award)
    elif problem.award:
        comments.append(COMMENTS["award"] + problem.award)
    return entry, comments


def _authors(problem: Problem) -> list[str]:
    """The authors as "Family, Given": as the file had them, or else one entry for each person of a list."""
    told = problem.metadata.authors
    if tuple(map(display_name, told)) == problem.author:
        names = list(told)
    else:
        names = [filed_name(name) for name in persons(problem.author)]
    fitting = (name if _PERSON.fullmatch(name) else name.replace(",", " ") for name in names)
    return list(dict.fromkeys(name for name in fitting if name.strip()))


def _parsed(text: str) -> Source:
    """The source that a one-line text names; without a year, only its name."""
    found = _DATED.fullmatch(text)
    if found:
        date = "-".join(part.zfill(2) for part in reversed(found.groups()[1:]) if part)
        source = Source(found[1], date)
        if source.text == text and _date(date):
            return source
    year = _YEAR.search(text)
    return Source(text, year[0] if year else "")


def _date(date: str) -> Any:
    """The field of a date; None for a text that is not a date."""
    found = _DATE.fullmatch(date)
    if found and int(found[1]):
        return {name: int(part) for name, part in zip(("year", "month", "day"), found.groups(), strict=True) if part}
    return {"year": date} if _SPAN.fullmatch(date) else None


def _source(source: Source, dialect: _Dialect) -> dict[str, Any]:
    """The fields of a source; none if the program would not accept it."""
    date = _date(source.date)
    texts = (source.name, source.volume, source.issue, source.round, source.problemid, source.variant)
    if dialect.needs_year and (date is None or not source.name or max(map(len, texts)) > LONGEST_LABEL):
        return {}
    fields: dict[str, Any] = {"name": source.name} if source.name else {}
    if date or source.date:
        fields["date"] = date or source.date
    for name in ("volume", "issue", "round", "problemid", "variant"):
        if value := getattr(source, name):
            fields[name] = value
    if _NUMBER.fullmatch(source.pagenumber):
        fields["pagenumber"] = int(source.pagenumber)
    if source.comments:
        fields["comments"] = list(dict.fromkeys(source.comments))
    return fields


def _award(award: Award) -> dict[str, Any]:
    tourney: Any = award.tourney
    if tourney != "ditto":
        tourney = {"name": award.tourney}
        if date := _date(award.date):
            tourney["date"] = date
    fields = {"tourney": tourney, "distinction": award.distinction}
    return fields | {"judges": list(award.judges)} if award.judges else fields


def _references(told: Metadata) -> dict[str, Any]:
    """The fields that refer to persons, other problems, and other publications of this one."""
    fields: dict[str, Any] = {name: int(number) for name, number in told.references if _NUMBER.fullmatch(number)}
    for name in ("versionists", "correctors"):
        if people := getattr(told, name):
            fields[name] = list(dict.fromkeys(people))
    if told.foreign_ids:
        fields["foreignids"] = [{"domain": domain, "problemid": number} for domain, number in told.foreign_ids]
    if told.glyphs:
        fields["glyphs"] = dict(told.glyphs)
    reprints = [found for reprint in told.reprints if (found := _source(reprint, _OLIVE))]
    if reprints:
        fields["reprints"] = reprints
    return fields


def _lines(comments: tuple[str, ...]) -> list[str]:
    """The non-empty lines of comments: they are the remarks of a problem."""
    return [line for comment in comments for line in comment.split("\n") if line.strip()]
