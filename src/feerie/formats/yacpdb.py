"""YACPDB entries, read: problems as YAML documents in the format of the Yet Another Chess Problem Database.

    ---
    authors: ["Bakke, Nils Adrian"]
    source: {name: feenschach, date: {year: 1997}}
    algebraic: {white: [Kh1, Rg1], black: [Ka6, Ra8, Sh6, Pf5, Ph5]}
    stipulation: "r#2"
    options: [CastlingChess]
    solution: ...

Men, options and twins are written as in Popeye's English; conditions are listed as options, or as `conditions`. A text
may hold one entry, a list of entries, or several documents. Kings and rooks at home may castle.

The collections of Olive (.olv) are files of such entries. Older versions have the source as a string, with `date`,
`source-id` ("issue/number") and `distinction` beside it.

JSON may hold the same entries: `problem_json` reads such documents, `problem_of` one entry of them.

A field that the format does not have is ignored with a warning (see `Problem.unread`), since it may change the rules.
"""
from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any, NamedTuple

from feerie.base.errors import Message, ProblemError, at_line, nearest
from feerie.formats.popeye.phrases import (
    LETTERS,
    NEUTRAL,
    Hunters,
    Men,
    OptionValues,
    Phrases,
    combined,
    hunter_names,
    with_men,
)
from feerie.formats.popeye.words import CONDITIONS, suggestion
from feerie.formats.problem_texts import options_of, twin_of
from feerie.formats.yacpdb_writer import COMMENTS, CONSTRAINT, UNKNOWN, write
from feerie.problems.constraints import Constraints
from feerie.problems.json_values import wrong_kind
from feerie.problems.metadata import Award, Metadata, Source, date_of, display_name
from feerie.problems.problem import Problem, ProblemEntry, without_fields
from feerie.problems.stipulation import Stipulation
from feerie.problems.twins import Twin, Unreadable, labels
from feerie.rules.board import SQUARE_NAME
from feerie.rules.genre import Genre

__all__ = ["entries", "is_yacpdb", "parse", "problem_of", "write"]

_FIELD = re.compile(r"^(?:[^\S\n]*|- +)['\"]?(?:algebraic|stipulation)['\"]? *:", re.MULTILINE)
_DOCUMENT = re.compile(r"^---(?=\s|$)|^\.\.\.[ \t]*$", re.MULTILINE)
_ITEM = re.compile(r"^-(?=\s)", re.MULTILINE)
_COMMENT = re.compile("^ *#.*$", re.MULTILINE)
_ALIAS = re.compile(r"(?:^|[\s,\[{:-])\*\w")
_MAN = re.compile(f"({LETTERS})({SQUARE_NAME})")
_IGNORED = {"ash", "id", "legend"}
"""Fields that a program computes from the others, or assigns itself."""
_REFERENCES = ("after", "version-of", "correction-of", "anticipated-by")
_TOLD = {"correctors", "foreignids", "glyphs", "keywords", "non-standard-stipulation", "reprints", "versionists",
         "date", "distinction", "source-id", *_REFERENCES}
"""Fields that say nothing about what is to be solved; "date", "distinction" and "source-id" are those of old versions.
"""
_FIELDS = {
    "an entry": _IGNORED | _TOLD | {"algebraic", "authors", "award", "comments", "conditions", "constraints",
                                    "intended-solutions", "options", "solution", "source", "stipulation", "title",
                                    "twins"},
    "source": {"comments", "date", "issue", "name", "pagenumber", "problemid", "round", "variant", "volume"},
    "date": {"day", "month", "year"},
    "award": {"distinction", "judges", "tourney"},
    "tourney": {"date", "name"},
    "a foreign id": {"domain", "problemid"},
}
"""The names of the fields of an entry and of its parts. Those of other parts are checked where they are read."""
LONGEST_ENTRY = 1_000_000
"""The most characters that are read at once: an entry, or a document whose entries refer to each other."""
_DEEPEST = 100
"""The deepest nesting of an entry."""
_MOST_GAPS = 26
"""The most twins that may be missing before one."""
_LABEL = re.compile("[a-z]|z[1-9][0-9]{0,3}")


def is_yacpdb(text: str) -> bool:
    """Whether a text looks like an entry: it has a field "algebraic" or "stipulation", and is not JSON."""
    return _FIELD.search(text) is not None and not (text.lstrip()[:1] in ("{", "[") and _is_valid_json(text))


def _is_valid_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def parse(text: str) -> list[ProblemEntry]:
    """All entries of a text in order. An error in one does not affect other documents or other entries of a list.

    Errors begin with the number of the line.
    """
    return list(entries(text))


def entries(text: str) -> Iterator[ProblemEntry]:
    """The entries of a text one after another; see `parse`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    start, lines, number = 0, 0, 0
    ends = (found.start() for found in _DOCUMENT.finditer(text))
    for end in chain(ends, (len(text),)):
        for entry in _document(text[start:end], lines):
            number += 1
            yield replace(entry, number=number)
        lines += text.count("\n", start, end)
        start = end


def problem_of(entry: dict[str, Any], line: int = 1) -> Problem:
    """The problem of an entry that JSON gave, which begins on a line. Raises ProblemError as the errors of `parse`."""
    node = _node(entry, line - 1)
    _check_size(node, {})
    return _Reader(0).problem(node)


def _node(value: Any, line: int, depth: int = 0) -> Any:
    """What JSON holds as a YAML node; a field that is null is left out, as if it were missing."""
    import yaml

    if depth > _DEEPEST:
        raise ProblemError(Message("it is nested too deeply"))
    mark = yaml.Mark("", 0, line, 0, None, 0)
    if isinstance(value, dict):
        return yaml.MappingNode("", [(_node(name, line), _node(part, line, depth + 1)) for name, part in value.items()
                                     if part is not None], mark, mark)
    if isinstance(value, list):
        return yaml.SequenceNode("", [_node(part, line, depth + 1) for part in value], mark, mark)
    return yaml.ScalarNode("", value if isinstance(value, str) else json.dumps(value), mark, mark)


def _document(text: str, lines: int) -> Iterator[ProblemEntry]:
    """The entries of one document; `lines`: how many lines precede it.

    A list whose entries begin at the margin is read entry by entry: that needs less memory, and an entry that is not
    valid YAML does not affect the others. If an entry refers to another one (an alias), the document is read as a
    whole.
    """
    text = _DOCUMENT.sub("", text, count=1)
    if all(line[:1] in ("%", "#") or not line.strip() for line in text.split("\n")):     # directives only
        return
    begins = [found.start() for found in _ITEM.finditer(text)]
    if len(begins) > 1 and not _COMMENT.sub("", text[:begins[0]]).strip() and not _ALIAS.search(text):
        for start, end in pairwise([*begins, len(text)]):
            yield from _entries(text[start:end], lines + text.count("\n", 0, start))
    else:
        yield from _entries(text, lines)


def _entries(text: str, lines: int) -> Iterator[ProblemEntry]:
    """The entries of a text that is read at once, all with the number 1."""
    import yaml

    if len(text) > LONGEST_ENTRY:
        fault = Message("the entry is longer than {} letters", LONGEST_ENTRY)
        yield ProblemEntry(1, lines + 1, error=ProblemError(at_line(lines + 1, fault)))
        return
    try:
        node: Any = yaml.compose(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError) as error:    # escapes above Unicode, %YAML 9...9
        mark = getattr(error, "problem_mark", None)
        line = lines + 1 + (mark.line if mark else 0)
        why = Message("it is nested too deeply" if isinstance(error, RecursionError) else "a number is too large")
        problem = getattr(error, "problem", None)
        fault = Message(problem) if problem else Message("this is not YAML ({})", why)
        yield ProblemEntry(1, line, error=ProblemError(at_line(line, fault)))
        return
    if node is None:
        return
    sizes: dict[int, _Size] = {}
    for item in node.value if isinstance(node.value, list) and node.id == "sequence" else [node]:
        reader = _Reader(lines)
        line = reader.at(item)
        try:
            _check_size(item, sizes)
            yield ProblemEntry(1, line, reader.problem(item))
        except ProblemError as error:
            located = ProblemError("line {}: {}", reader.line, error)
            yield ProblemEntry(1, line, error=located)


class _Size(NamedTuple):
    """What a YAML node holds with its aliases expanded: characters, lists and fields; and how deep it is nested."""

    letters: int
    depth: int


def _check_size(node: Any, sizes: dict[int, _Size]) -> None:
    """Raise ProblemError for an entry that aliases make larger than an entry may be, or endless.

    `sizes`: those of the nodes of the document measured so far, by identity; it is filled.
    """
    letters, depth = _size(node, sizes)
    if letters > LONGEST_ENTRY:
        raise ProblemError("the entry is longer than {} letters", LONGEST_ENTRY)
    if depth > _DEEPEST:
        raise ProblemError("this is not YAML ({})", Message("it is nested too deeply"))


def _size(node: Any, sizes: dict[int, _Size]) -> _Size:
    """The size of a node. An alias names an earlier node, so this goes no deeper than the text is nested."""
    if node.id == "scalar":
        return _Size(1 + len(node.value), 0)
    if id(node) not in sizes:
        sizes[id(node)] = _Size(0, _DEEPEST)        # what contains itself is nested too deeply
        parts = node.value if node.id == "sequence" else chain.from_iterable(node.value)
        found = [_size(part, sizes) for part in parts]
        sizes[id(node)] = _Size(1 + sum(size.letters for size in found),
                                1 + max((size.depth for size in found), default=0))
    return sizes[id(node)]


def _data(node: Any) -> Any:
    """What a YAML node holds: strings, lists and mappings."""
    if node.id == "sequence":
        return [_data(item) for item in node.value]
    if node.id == "mapping":
        return {_data(key): _data(value) for key, value in node.value if key.id == "scalar"}
    return _text(node.value)


class _Reader:
    """Reads one entry from YAML nodes; `line` is the line of the node looked at last."""

    def __init__(self, lines: int) -> None:
        self.lines = lines
        self.line = lines + 1
        self.unread: list[str] = []
        self.constraints: list[str] = []
        self.hunters: Hunters = {}

    def at(self, node: Any) -> int:
        """Set `line` to the line of a node and return it."""
        self.line = self.lines + 1 + int(node.start_mark.line)
        return self.line

    def fields(self, node: Any, what: str) -> dict[str, Any]:
        """The values of a mapping by key. Raises ProblemError for a repeated key; an unknown one gives a warning."""
        self.at(node)
        if node.id != "mapping":
            raise ProblemError("{} must have fields with names", what)
        begin, found = self.line, {}
        known = _FIELDS.get(what)
        for key, value in node.value:
            self.at(key)
            name = _text(key.value) if key.id == "scalar" else ""
            if name in found:
                raise ProblemError("{}: the field {} stands twice", what, repr(name[:40]))
            if key.id != "scalar" or known is not None and name not in known:
                self.unread.append(at_line(self.line, _ignored(name, known or ())))
            if key.id == "scalar":
                found[name] = value
        self.line = begin
        return found

    def items(self, node: Any, what: str) -> list[Any]:
        """The nodes of a list."""
        self.at(node)
        if node.id != "sequence":
            raise wrong_kind(what, list)
        return list(node.value)

    def text(self, node: Any, what: str) -> str:
        """The text of a scalar without trailing spaces; "" for None."""
        if node is None:
            return ""
        self.at(node)
        if node.id != "scalar":
            raise wrong_kind(what, str)
        return "\n".join(line.rstrip() for line in _text(node.value).split("\n")).strip()

    def texts(self, node: Any, what: str) -> list[str]:
        """The non-empty strings of a list, or one string; none for None."""
        if node is None:
            return []
        if node.id == "scalar":
            return [text] if (text := self.text(node, what)) else []
        return [text for item in self.items(node, what) if (text := self.text(item, what))]

    def problem(self, node: Any) -> Problem:
        """The problem of an entry."""
        fields = self.fields(node, Message("an entry"))
        begin = self.line
        missing = [name for name in ("algebraic", "stipulation") if name not in fields]
        if missing:
            raise ProblemError("the field {} is missing", repr(missing[0]))
        genre, options = self.options(fields.get("options"), fields.get("conditions"))
        stipulation = self.stipulation(fields["stipulation"])
        placed = [*self.men(fields["algebraic"])]
        twins = self.twins(fields["twins"]) if "twins" in fields else {}
        genre = combined([genre.name, *hunter_names(self.hunters)]) if self.hunters else genre
        genre = with_men(genre, [man for man, _ in placed])
        board = Men(genre, "en")
        for man, square in placed:
            board.put(man, square)
        solution = self.text(fields.get("solution"), "solution")
        intended = self.text(fields.get("intended-solutions"), "intended-solutions")
        metadata, texts = self.publication(fields)
        constraints = [Constraints.of(_data(fields["constraints"]))] if "constraints" in fields else []
        self.line = begin
        passed = None if options.en_passant is None else genre.board.index(options.en_passant)
        diagram = replace(without_fields(genre, board.all(), stipulation), en_passant=passed)
        return Problem(genre, diagram, stipulation,
                       constraints=Constraints.of([*(text for each in constraints for text in each.texts),
                                                   *self.constraints]),
                       options=options.options(), twins=twins.values(), zeroposition="a" in twins,
                       author=[display_name(author) for author in metadata.authors], intended=intended,
                       remarks=[line for comment in metadata.comments for line in comment.split("\n")
                                if line.strip()],
                       solution_text="" if solution == UNKNOWN else solution, unread=self.unread,
                       metadata=metadata, **texts)

    def publication(self, fields: dict[str, Any]) -> tuple[Metadata, dict[str, str]]:
        """What an entry says besides the problem, and its source, title and award as strings.

        Comments that stand for a field that the format does not have become that field again.
        """
        found = {"title": title} if (title := self.text(fields.get("title"), "title")) else {}
        comments = []
        for comment in self.texts(fields.get("comments"), "comments"):
            if comment.startswith(CONSTRAINT) and "\n" not in comment:
                self.constraints.append(comment.removeprefix(CONSTRAINT))
                continue
            name = next((name for name, start in COMMENTS.items() if comment.startswith(start)), None)
            if name is None or name in found or "\n" in comment or fields.get(name) is not None:
                comments.append(comment)
            else:
                found[name] = comment.removeprefix(COMMENTS[name])
        source, award = self.source(fields), self.award(fields)
        references = ((name, self.text(fields[name], name)) for name in _REFERENCES if name in fields)
        glyphs = self.fields(fields["glyphs"], "glyphs") if "glyphs" in fields else {}
        metadata = Metadata(
            authors=tuple(self.texts(fields.get("authors"), "authors")), source=source, award=award,
            reprints=tuple(self.source_of(item, "source") for item in self.list(fields, "reprints")),
            keywords=tuple(self.texts(fields.get("keywords"), "keywords")), comments=tuple(comments),
            versionists=tuple(self.texts(fields.get("versionists"), "versionists")),
            correctors=tuple(self.texts(fields.get("correctors"), "correctors")), references=tuple(references),
            foreign_ids=tuple(self.foreign_id(item) for item in self.list(fields, "foreignids")),
            glyphs=tuple((name, self.text(node, "a glyph")) for name, node in glyphs.items()),
            stipulation=self.text(fields.get("non-standard-stipulation"), "non-standard-stipulation"))
        return metadata, {"title": "", "source": source.text, "award": award.text} | found

    def list(self, fields: dict[str, Any], name: str) -> list[Any]:
        """The nodes of a field that is a list, none if it is missing."""
        return self.items(fields[name], name) if name in fields else []

    def foreign_id(self, node: Any) -> tuple[str, str]:
        """Where else the problem is found, and its number there."""
        fields = self.fields(node, Message("a foreign id"))
        return self.text(fields.get("domain"), "domain"), self.text(fields.get("problemid"), "problemid")

    def stipulation(self, node: Any) -> Stipulation:
        text = self.text(node, "stipulation")
        if not text:
            raise ProblemError('the stipulation is empty (one that begins with # needs quotes: "#2")')
        return Stipulation.from_entry(text)

    def options(self, node: Any, conditions: Any) -> tuple[Genre, OptionValues]:
        """The genre, from the conditions given among the options and separately, and the other options."""
        genre, values = options_of(self.texts(node, "options"), combined([]), self.hunters)
        names = [genre.name]
        for text in self.texts(conditions, "conditions"):
            name = Phrases(text, "en", self.hunters).whole_condition()
            if name is None:
                unknown = Message("condition {} is not supported", repr(text[:40]))
                raise ProblemError(suggestion(unknown, text[:40], "en", CONDITIONS))
            names.append(name)
        return combined(names), values

    def men(self, node: Any) -> Iterator[tuple[str, str]]:
        """The men, as texts of setups, with their squares, from the lists of their colours."""
        for colour, values in self.fields(node, "algebraic").items():
            if colour not in ("white", "black", "neutral"):
                raise ProblemError("algebraic has white, black and neutral men, not {}", repr(colour[:20]))
            yield from (self.man(text, colour) for text in self.texts(values, colour))

    def man(self, text: str, colour: str) -> tuple[str, str]:
        """A man with its square, perhaps behind its traits: "Sg1", "Royal Gd4"."""
        phrases = Phrases(text, "en", self.hunters)
        traits = phrases.traits()
        rest = "".join(token.text for token in phrases.rest())
        found = _MAN.fullmatch(rest)
        if not found:
            phrases.refuse_kind(text.split()[-2] if len(text.split()) > 1 else "")
            raise ProblemError("{} is not a man with its square (example: Sg1)", repr(text[:40]))
        return phrases.placed(found[1], colour, traits | (NEUTRAL if colour == "neutral" else frozenset())), found[2]

    def twins(self, node: Any) -> dict[str, Twin]:
        """The twins by label, in the order of labels. One that cannot be read, or is missing, does not affect others.
        """
        found = {}
        for label, value in self.fields(node, "twins").items():
            if not _LABEL.fullmatch(label):
                ignored = Message("twin {} was ignored: the labels are a to z, then z1, z2...", repr(label[:10]))
                self.unread.append(at_line(self.at(value), ignored))
                continue
            found[label] = self.twin(value)
        ordered = dict(sorted(found.items(), key=lambda item: (len(item[0]), item[0])))
        expected = labels()
        if "a" not in ordered:
            next(expected)
        complete: dict[str, Twin] = {}
        for label, twin in ordered.items():
            gaps: dict[str, Twin] = {}
            while (name := next(expected)) != label:
                if len(gaps) == _MOST_GAPS:
                    self.unread.append(Message("twin {} and those after it were ignored: the ones before are missing",
                                               label))
                    return complete
                gaps[name] = Twin((Unreadable(Message("the twin is missing")),))
            complete |= {**gaps, label: twin}
        return complete

    def twin(self, node: Any) -> Twin:
        """A twin; if it cannot be read, one that says why."""
        try:
            return twin_of(self.text(node, "a twin"), self.hunters)
        except ProblemError as error:
            return Twin((Unreadable(str(error), self.line),))

    def source(self, fields: dict[str, Any]) -> Source:
        """The source of an entry."""
        node = fields.get("source")
        if node is not None and node.id != "scalar":
            return self.source_of(node, "source")
        issue, _, number = self.text(fields.get("source-id"), "source-id").rpartition("/")
        return Source(self.text(node, "source"), self.date(fields.get("date")), issue=issue, problemid=number)

    def source_of(self, node: Any, what: str) -> Source:
        """A source from its fields."""
        fields = self.fields(node, what)
        texts = {name: self.text(fields.get(name), name)
                 for name in ("name", "volume", "issue", "round", "problemid", "pagenumber", "variant")}
        comments = tuple(self.texts(fields.get("comments"), "comments"))
        return Source(**texts, date=self.date(fields.get("date")), comments=comments)

    def date(self, node: Any) -> str:
        """A date as "1991", "1991-03" or "1991-03-05"."""
        if node is None or node.id == "scalar":
            return date_of(self.text(node, "date"))
        fields = self.fields(node, "date")
        parts = [self.text(fields[name], name) for name in ("year", "month", "day") if name in fields]
        return "-".join(part.zfill(2) for part in parts) if "year" in fields else "/".join(reversed(parts))

    def award(self, fields: dict[str, Any]) -> Award:
        """The distinction and the tourney."""
        node = fields.get("award")
        if node is None or node.id == "scalar":
            distinction = self.text(node, "award") or self.text(fields.get("distinction"), "distinction")
            return Award(distinction)
        parts = self.fields(node, "award")
        tourney, date = self.tourney(parts.get("tourney"))
        return Award(self.text(parts.get("distinction"), "distinction"), tourney, date,
                     tuple(self.texts(parts.get("judges"), "judges")))

    def tourney(self, node: Any) -> tuple[str, str]:
        """The name of a tourney, "ditto" for that of the source, and its date."""
        if node is None or node.id == "scalar":
            return self.text(node, "tourney"), ""
        fields = self.fields(node, "tourney")
        return self.text(fields.get("name"), "name"), self.date(fields.get("date"))


def _ignored(name: str, known: Iterable[str]) -> Message:
    """What is said about a field with a name that is not known, with the one that was perhaps meant."""
    if not name:
        return Message("a field without a name was ignored")
    ignored = Message("the field {} is unknown and was ignored", repr(name[:40]))
    near = nearest(name[:40].lower(), sorted(known))
    return Message("{} (did you mean {}?)", ignored, near) if near else ignored


def _text(text: str) -> str:
    """A text without lone surrogates, which escapes can name and no file can hold."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text
