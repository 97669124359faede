"""YACPDB entries, read and written: problems as YAML documents in the format of the Yet Another Chess Problem Database.

    ---
    authors: ["Bakke, Nils Adrian"]
    source: {name: feenschach, date: {year: 1997}}
    algebraic: {white: [Kh1, Rg1], black: [Ka6, Ra8, Sh6, Pf5, Ph5]}
    stipulation: "r#2"
    options: [CastlingChess]
    solution: ...

Men, options and twins are written as in Popeye's English; conditions are listed as options. A text may hold one entry,
a list of entries, or several documents. Kings and rooks at home may castle.
"""
from __future__ import annotations

import re
from typing import Any

from feerie.errors import ProblemError
from feerie.formats.popeye.phrases import OptionValues, Phrases, genre_of
from feerie.formats.popeye.words import OPTIONS, word
from feerie.formats.popeye.writer import condition_words, double_step, men_words, option_words, twin_text
from feerie.problems.problem import Problem, ProblemEntry
from feerie.problems.stipulation import Aim, Play, Stipulation
from feerie.problems.twins import Twin, labels
from feerie.rules.board import SquareError
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup

__all__ = ["is_yacpdb", "parse", "write"]

_FIELD = re.compile(r"^(?:\s*|- +)['\"]?(?:algebraic|stipulation)['\"]? *:", re.MULTILINE)
_DOCUMENT = re.compile(r"^---(?=\s|$)|^\.\.\.\s*$", re.MULTILINE)
_MAN = re.compile("([A-Za-z0-9]{1,2})([a-h][1-8])")
_LABEL = re.compile("[a-z]|z[1-9][0-9]{0,3}")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_ORDER = r"\d*(?:1st|2nd|3rd|[04-9]th|1[123]th)"
_DISTINCTION = re.compile(rf"(?:(?:Special|{_ORDER}(?:-{_ORDER})?) )?(?:Special )?"
                          r"(?:Prize|Place|HM|Honorable Mention|Commendation|Comm\.|cm)(?:, .*)?", re.IGNORECASE)
_UNKNOWN = "{unknown}"
"""The text of an unknown solution: the format requires the field."""


def is_yacpdb(text: str) -> bool:
    """Whether a text looks like an entry: it has a field "algebraic" or "stipulation"."""
    return _FIELD.search(text) is not None


def parse(text: str) -> list[ProblemEntry]:
    """All entries of a text in order. An error in one does not affect other documents or other entries of a list.

    Errors begin with the number of the line.
    """
    entries: list[ProblemEntry] = []
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    start = 0
    for end in [*(found.start() for found in _DOCUMENT.finditer(text)), len(text)]:
        _read_document(text[start:end], text.count("\n", 0, start), entries)
        start = end
    return entries


def _read_document(text: str, lines: int, entries: list[ProblemEntry]) -> None:
    """Adds the entries of one document; `lines`: how many lines precede it."""
    import yaml

    number = len(entries) + 1
    try:
        node: Any = yaml.compose(_DOCUMENT.sub("", text, count=1), Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = lines + 1 + (mark.line if mark else 0)
        problem = getattr(error, "problem", None) or "this is no YAML"
        entries.append(ProblemEntry(number, line, error=ProblemError(f"line {line}: {problem}")))
        return
    if node is None:
        return
    for item in node.value if isinstance(node.value, list) and node.id == "sequence" else [node]:
        reader = _Reader(lines)
        line = reader.at(item)
        try:
            entries.append(ProblemEntry(len(entries) + 1, line, reader.problem(item)))
        except ProblemError as error:
            located = ProblemError(f"line {reader.line}: {error}")
            entries.append(ProblemEntry(len(entries) + 1, line, error=located))


class _Reader:
    """Reads one entry from YAML nodes; `line` is the line of the node looked at last."""

    def __init__(self, lines: int) -> None:
        self.lines = lines
        self.line = lines + 1

    def at(self, node: Any) -> int:
        """Sets `line` to the line of a node and returns it."""
        self.line = self.lines + 1 + int(node.start_mark.line)
        return self.line

    def fields(self, node: Any, what: str) -> dict[str, Any]:
        """The values of a mapping by key."""
        self.at(node)
        if node.id != "mapping":
            raise ProblemError(f"{what} must have fields with names")
        return {key.value: value for key, value in node.value if key.id == "scalar"}

    def items(self, node: Any, what: str) -> list[Any]:
        """The nodes of a list."""
        self.at(node)
        if node.id != "sequence":
            raise ProblemError(f"{what} must be a list")
        return list(node.value)

    def text(self, node: Any, what: str) -> str:
        """The text of a scalar without trailing spaces; "" for None."""
        if node is None:
            return ""
        self.at(node)
        if node.id != "scalar":
            raise ProblemError(f"{what} must be a text")
        return "\n".join(line.rstrip() for line in node.value.split("\n")).strip()

    def texts(self, node: Any, what: str) -> list[str]:
        """The non-empty texts of a list, or one text; none for None."""
        if node is None:
            return []
        if node.id == "scalar":
            return [text] if (text := self.text(node, what)) else []
        return [text for item in self.items(node, what) if (text := self.text(item, what))]

    def problem(self, node: Any) -> Problem:
        """The problem of an entry."""
        fields = self.fields(node, "an entry")
        begin = self.line
        missing = [name for name in ("algebraic", "stipulation") if name not in fields]
        if missing:
            raise ProblemError(f"the field {missing[0]!r} is missing")
        genre, options = self.options(fields.get("options"))
        stipulation = self.stipulation(fields["stipulation"])
        men = self.men(genre, fields["algebraic"])
        twins = self.twins(fields["twins"]) if "twins" in fields else {}
        solution = self.text(fields.get("solution"), "solution")
        texts = {"source": self.source(fields.get("source")), "award": self.award(fields.get("award")),
                 "intended": self.text(fields.get("intended-solutions"), "intended-solutions")}
        comments = self.texts(fields.get("comments"), "comments")
        authors = self.texts(fields.get("authors"), "authors")
        self.line = begin
        flags = genre.extra_state.default if genre.extra_state else ""
        passed = None if options.en_passant is None else genre.board.index(options.en_passant)
        problem = Problem(genre, Setup(men, rights=genre.rights, flags=flags, en_passant=passed), stipulation,
                          options=options.options(), twins=twins.values(), zeroposition="a" in twins,
                          author=[_display_name(author) for author in authors],
                          remarks=[line for comment in comments for line in comment.split("\n") if line.strip()],
                          solution_text="" if solution == _UNKNOWN else solution, **texts)
        problem.twins_applied()
        return problem

    def stipulation(self, node: Any) -> Stipulation:
        text = self.text(node, "stipulation")
        if not text:
            raise ProblemError('the stipulation is empty (one that begins with # needs quotes: "#2")')
        return Stipulation.parse(text)

    def options(self, node: Any) -> tuple[Genre, OptionValues]:
        """The genre, from the conditions among the options, and the other options."""
        names: list[str] = []
        values = OptionValues()
        for text in self.texts(node, "options"):
            phrases = Phrases(text, "en")
            if phrases.option(values) and phrases.peek() is None:
                continue
            name = Phrases("", "en").condition("".join(text.split())) if phrases.index == 0 else None
            if name is None:
                raise ProblemError(f"option or condition {text[:40]!r} is not supported")
            names.append(name)
        return genre_of(names), values

    def men(self, genre: Genre, node: Any) -> tuple[str, ...]:
        """The men on all squares of the board, from the lists of their colours."""
        men = [""] * genre.board.size
        for colour, values in self.fields(node, "algebraic").items():
            if colour not in ("white", "black", "neutral"):
                raise ProblemError(f"algebraic has white and black men, not {colour[:20]!r}")
            for text in self.texts(values, colour):
                if colour == "neutral":
                    raise ProblemError(f"{text[:20]}: neutral men are not supported")
                found = _MAN.fullmatch(text)
                if not found:
                    properties = len(text.split()) > 1
                    raise ProblemError(f"{text[:40]!r}: men with properties are not supported" if properties
                                       else f"{text[:40]!r} is no man with its square (example: Sg1)")
                man = Phrases("", "en").man(found[1])
                try:
                    men[genre.board.index(found[2])] = man if colour == "white" else man.lower()
                except SquareError as error:
                    raise ProblemError(str(error)) from None
        return tuple(men)

    def twins(self, node: Any) -> dict[str, Twin]:
        """The twins by label, in the order of labels."""
        found = {}
        for label, value in self.fields(node, "twins").items():
            text = self.text(value, f"twin {label[:10]}")
            if not _LABEL.fullmatch(label):
                raise ProblemError(f"{label[:10]!r} is no label of a twin (they are a to z, then z1, z2...)")
            phrases = Phrases(text, "en")
            found[label] = phrases.twin()
            if rest := phrases.peek():
                raise ProblemError(f"twin {label}: {rest.text[:40]!r} is no change a twin can make")
        ordered = dict(sorted(found.items(), key=lambda item: (len(item[0]), item[0])))
        expected = labels()
        if "a" not in ordered:
            next(expected)
        for label in ordered:
            if label != next(expected):
                raise ProblemError(f"twin {label}: the one before it is missing")
        return ordered

    def source(self, node: Any) -> str:
        """Name, volume, issue, round, number and date of a source as one line."""
        if node is None or node.id == "scalar":
            return self.text(node, "source")
        fields = self.fields(node, "source")
        names = [self.text(fields[name], name) for name in ("name", "volume", "issue", "round") if name in fields]
        if "problemid" in fields:
            names.append("no. " + self.text(fields["problemid"], "problemid"))
        source = " ".join(name for name in names if name)
        date = self.date(fields.get("date"))
        return source if date in source else f"{source}, {date}" if source else date

    def date(self, node: Any) -> str:
        """A date as "1991", "3/1991" or "5/3/1991"."""
        if node is None or node.id == "scalar":
            return self.text(node, "date")
        fields = self.fields(node, "date")
        return "/".join(self.text(fields[name], name) for name in ("day", "month", "year") if name in fields)

    def award(self, node: Any) -> str:
        """The distinction, and the tourney if it has a name of its own."""
        if node is None or node.id == "scalar":
            return self.text(node, "award")
        fields = self.fields(node, "award")
        award = self.text(fields.get("distinction"), "distinction")
        if "tourney" in fields and fields["tourney"].id == "mapping":
            tourney = self.fields(fields["tourney"], "tourney")
            name = self.text(tourney.get("name"), "name")
            award = ", ".join(part for part in (award, name) if part)
        return award


def _display_name(author: str) -> str:
    """ "Bakke, Nils Adrian" is Nils Adrian Bakke."""
    family, comma, given = author.partition(",")
    return f"{given.strip()} {family.strip()}" if comma and given.strip() else author


def write(problem: Problem) -> str:
    """The problem as an entry of the format's schema; reading it gives the same problem.

    The format has no field for the title, for a source without a year, or for a distinction other than such as "2nd
    Prize": they become comments. ProblemError for what cannot be expressed at all: a second position (`a=>b`), and
    state of the game that only a FEN can hold.
    """
    import yaml

    class Dumper(yaml.SafeDumper):
        """Writes texts of several lines as they are."""

    def block(dumper: Any, text: str) -> Any:
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)

    Dumper.add_representer(str, block)
    text: str = yaml.dump(_entry(problem), Dumper=Dumper, allow_unicode=True, sort_keys=False, width=100,
                          default_flow_style=None, explicit_start=True)
    return text


def _entry(problem: Problem) -> dict[str, Any]:
    genre, diagram = problem.genre, problem.diagram
    if problem.target is not None:
        raise ProblemError("a YACPDB entry has no place for a second position")
    if set(diagram.flags) != set(genre.extra_state.default if genre.extra_state else ""):
        raise ProblemError("a YACPDB entry has no place for the state of the game (flags)")
    entry: dict[str, Any] = {}
    comments = [f"Title: {problem.title}"] if problem.title else []
    if problem.author:
        entry["authors"] = [author.replace(",", " ") for author in problem.author]
    year = _YEAR.search(problem.source)
    if year:
        entry["source"] = {"name": problem.source, "date": {"year": int(year[0])}}
    elif problem.source:
        comments.append(f"Source: {problem.source}")
    if problem.award and year and _DISTINCTION.fullmatch(problem.award):
        entry["award"] = {"tourney": "ditto", "distinction": problem.award}
    elif problem.award:
        comments.append(f"Award: {problem.award}")
    men = {"white": men_words(genre, diagram, 0), "black": men_words(genre, diagram, 1)}
    entry["algebraic"] = {colour: list(words) for colour, words in men.items() if words}
    stipulation = str(problem.stipulation)
    if problem.stipulation.play is Play.PROOF and problem.stipulation.goal.aim is Aim.DIAGRAM:
        stipulation = stipulation.replace("dia", "PG", 1)
    entry["stipulation"] = stipulation
    options = [*option_words(problem.options, "en"), *condition_words(genre, "en")]
    if diagram.en_passant is not None:
        options.append(f"{word(OPTIONS, 'en_passant', 'en')} {double_step(genre, diagram.en_passant)}")
    if options:
        entry["options"] = options
    names = labels()
    if problem.twins and not problem.zeroposition:
        next(names)
    if problem.twins:
        entry["twins"] = {next(names): twin_text(twin, "en") for twin in problem.twins}
    if problem.intended:
        number = int(problem.intended) if problem.intended.isdecimal() else 0
        entry["intended-solutions"] = number if number > 1 else problem.intended
    entry["solution"] = problem.solution_text or _UNKNOWN
    if problem.remarks or comments:
        entry["comments"] = [*problem.remarks, *comments]
    return entry

