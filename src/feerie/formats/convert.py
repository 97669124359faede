"""Files of problems, converted from one format into another.

What is lost is not looked up in a list: what was written is read back and compared, field by field, with what was to be
written.

To add a format, add an entry to FORMATS.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from os.path import splitext
from typing import Any

from feerie.base.errors import Error, Message, ProblemError, at_line
from feerie.formats import popeye, position_list, problem_json, problem_pgn, proof_list, yacpdb
from feerie.formats.entries import Content, Defaults, Diagram, Entry, of_problems, unquoted
from feerie.formats.popeye.words import BEGIN, LANGUAGES, nearest_language, word
from feerie.formats.yacpdb_writer import write_olive
from feerie.genres import elements_of
from feerie.men.elements import Elements, of_men
from feerie.problems.metadata import Award, Metadata, Source, display_name, persons
from feerie.problems.problem import Problem, without_fields
from feerie.problems.stipulation import Aim

__all__ = ["FORMATS", "NO_PROBLEM", "Format", "FormatError", "Written", "format_by_suffix", "format_of", "losses",
           "read", "write"]


NO_PROBLEM = Message("a diagram without a stipulation is not a problem (give one with --stipulation)")


class FormatError(ProblemError):
    """The text is in none of the formats."""


@dataclass(frozen=True)
class Format:
    """A format. `name`: as in --to and --from; `title`: its proper name; `suffixes`: those of its files, without the
    dot.

    `recognises`: whether a text looks like it; `read`: the entries of a text; `write`: one entry, in a language if the
    format has words. `frame`: what stands before the first entry, between two, and after the last. `media`: its media
    type.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    recognises: Callable[[str], bool]
    read: Callable[[str, Defaults], Iterator[Entry]]
    write: Callable[[Content, str], str]
    frame: Callable[[str], tuple[str, str, str]]
    media: str = "text/plain; charset=utf-8"

    def document(self, texts: Iterator[str], language: str = "en") -> Iterator[str]:
        """The text of a file of entries, in pieces."""
        begin, between, end = self.frame(language)
        yield begin
        for number, text in enumerate(texts):
            yield between + text if number else text
        yield end


def _problem(content: Content) -> Problem:
    if isinstance(content, Diagram):
        raise ProblemError(NO_PROBLEM)
    return content


def _plain(language: str) -> tuple[str, str, str]:
    return "", "", ""


FORMATS = {form.name: form for form in (
    Format("popeye", "Popeye", ("pop", "inp"), popeye.is_popeye, lambda text, _: of_problems(popeye.entries(text)),
           lambda content, language: popeye.block(_problem(content), nearest_language(language)),
           lambda language: popeye.frame(nearest_language(language))),
    Format("yacpdb", "YACPDB", ("yaml", "yml"), yacpdb.is_yacpdb, lambda text, _: of_problems(yacpdb.entries(text)),
           lambda content, _: yacpdb.write(_problem(content)), _plain),
    Format("olive", "Olive", ("olv",), yacpdb.is_yacpdb, lambda text, _: of_problems(yacpdb.entries(text)),
           lambda content, _: write_olive(_problem(content)), _plain),
    Format("proof-games", "Natch, Euclide", ("pg",), proof_list.is_proof_list,
           lambda text, _: of_problems(proof_list.entries(text)),
           lambda content, _: proof_list.write(_problem(content)), _plain),
    Format("fen", "FEN", ("fen", "fens"), position_list.is_position, position_list.entries,
           lambda content, _: position_list.write_fen(content), _plain),
    Format("epd", "EPD", ("epd",), position_list.is_position, position_list.entries,
           lambda content, _: position_list.write_epd(content), _plain),
    Format("pgn", "PGN", ("pgn",), problem_pgn.is_pgn, problem_pgn.entries,
           lambda content, _: problem_pgn.write(content), lambda _: ("", "\n", "")),
    Format("json", "JSON", ("json",), problem_json.is_json, problem_json.entries,
           lambda content, _: problem_json.write(content),
           lambda _: (problem_json.BEGIN, ",\n", f"\n{problem_json.END}"), media="application/json"),
)}
"""The formats by name. If a text looks like two of them, the suffix decides, then the order here."""


def format_by_suffix(path: str) -> Format | None:
    """The format that the suffix of a file's name means; None for an unknown one."""
    suffix = splitext(path)[1].removeprefix(".").lower()
    return next((form for form in FORMATS.values() if suffix and suffix in form.suffixes), None)


def format_of(text: str, path: str = "") -> Format:
    """The format of a text: by its content or, if that does not decide, by its file's name.

    Raises FormatError if neither decides.
    """
    text = unquoted(text)
    named = format_by_suffix(path)
    if named is not None and (named.recognises(text) or not text.strip()):
        return named
    for form in FORMATS.values():
        if form.recognises(text):
            return form
    if named is not None and next(named.read(text, Defaults()), None) is not None:
        return named
    begins = ", ".join(word(BEGIN, "begin", language) for language in LANGUAGES)
    raise FormatError(at_line(1, Message("this is none of the formats {} (an input file for Popeye begins with one of "
                                         "{})", ", ".join(FORMATS), begins)))


def read(text: str, form: Format, defaults: Defaults) -> Iterator[Entry]:
    """The entries of a text; diagrams get the stipulation given for all."""
    for entry in form.read(unquoted(text), defaults):
        content = entry.content
        if isinstance(content, Diagram) and defaults.stipulation is not None:
            try:
                diagram = content.setup
                if defaults.stipulation.goal.aim is Aim.DIAGRAM:
                    diagram = without_fields(content.genre, diagram.men, defaults.stipulation)
                problem = Problem(content.genre, diagram, defaults.stipulation, unread=content.unread)
                entry = Entry(entry.number, entry.line, problem)
            except ProblemError as error:
                entry = Entry(entry.number, entry.line, error=ProblemError("line {}: {}", entry.line, error))
        yield entry


@dataclass(frozen=True)
class Written:
    """An entry in its new format. `lost`: the names of the fields that are not in it, or not as they were."""

    text: str
    lost: tuple[str, ...] = ()


def write(content: Content, form: Format, language: str = "en") -> Written:
    """An entry in a format, with what is lost. Raises ProblemError if the format cannot hold it at all."""
    text = form.write(content, language)
    begin, _, end = form.frame(language)
    found = [*form.read(begin + text + end, Defaults(content.genre))]
    if len(found) != 1:
        raise ProblemError("{} cannot hold it", form.name)
    try:
        again = found[0].get()
    except Error as error:
        raise ProblemError("{} cannot hold it ({})", form.name, error) from None
    return Written(text, losses(content, again))


def losses(before: Content, after: Content) -> tuple[str, ...]:
    """The names of the fields in which two entries differ."""
    old, new = _facts(before), _facts(after)
    lost = [name for name in old if old[name] != new.get(name, "")]
    if "solution" in lost and isinstance(before, Problem) and isinstance(after, Problem):
        moves = problem_pgn.solution_moves(before)
        if moves is not None and moves == problem_pgn.solution_moves(after):
            lost.remove("solution")
    return tuple(lost)


def _facts(content: Content) -> dict[str, Any]:
    """What an entry says, by field name; empty fields are left out, and traits that no man has."""
    setup = content.setup if isinstance(content, Diagram) else content.diagram
    idle = {*Elements(traits=elements_of(content.genre).traits).names} - {*of_men(setup.men).names}
    genre = "+".join(part for part in content.genre.name.split("+") if part not in idle)
    found: dict[str, Any] = {"genre": genre, "diagram": replace(setup, halfmoves=0, moves=1)}
    if (setup.halfmoves, setup.moves) != (0, 1):
        found["clocks"] = setup.halfmoves, setup.moves
    if isinstance(content, Diagram):
        found["operations"] = {name: value for name, value in content.operations if name not in ("hmvc", "fmvn")}
        found["game"] = content.game
    else:
        found |= {"stipulation": content.stipulation, "target": content.target, "options": repr(content.options),
                  "constraints": content.constraints, "zeroposition": content.zeroposition, "twins": content.twins,
                  "authors": tuple(map(display_name, persons(map(_words, content.author)))),
                  "source": _words(content.source), "title": _words(content.title), "award": _words(content.award),
                  "intended solutions": content.intended, "remarks": tuple(map(_words, content.remarks)),
                  "solution": _bare(content.solution_text), **_told(content)}
    return {name: value for name, value in found.items() if value}


def _told(problem: Problem) -> dict[str, Any]:
    """What a database says about a problem beyond the texts of the problem itself, with which it agrees."""
    told: Metadata = problem.metadata
    source = told.source if told.source.text == problem.source else Source()
    award = told.award if told.award.text == problem.award else Award()
    return {"keywords": told.keywords, "page": source.pagenumber, "comments on the source": source.comments,
            "judges": award.judges, "date of the tourney": award.date, "reprints": told.reprints,
            "versionists": told.versionists, "correctors": told.correctors, "references": frozenset(told.references),
            "foreign ids": told.foreign_ids, "glyphs": frozenset(told.glyphs),
            "non-standard stipulation": told.stipulation}


def _words(text: str) -> str:
    """A text without what no format keeps: how its words are separated."""
    return " ".join(text.split())


def _bare(text: str) -> str:
    """A text of several lines without trailing blanks and without empty lines around it."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()
