"""What a run of `feerie solve` prints as it goes: text, with a blank line between its parts, or JSON."""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from typing import Any

from feerie.apps.shell.terminal import emit
from feerie.apps.solving.documents import Documents
from feerie.base.errors import ProblemError
from feerie.base.frozen import frozen
from feerie.notation.control import json_text, printable
from feerie.notation.languages import Language
from feerie.problems.place import Place
from feerie.problems.problem import Problem
from feerie.problems.solution import UciLine
from feerie.solving.limits import FoundLines
from feerie.views.board_text import board
from feerie.views.captions import asked, named
from feerie.views.notations import Notation

__all__ = ["PrintedForm", "RunOutput", "problem_heading"]

LINES_AT_ONCE = 1000
"""Lines that are written at a time."""


@frozen
class PrintedForm:
    """How results are printed.

    `language`: the code of that of the text; `words`, `notation`: those of its moves; `has_text`: whether there is any,
    printed or in a document; `no_board`: without diagrams. `as_json`: JSON is printed instead of text; `json_lines`:
    each result, and each line, as soon as it is known.
    """

    language: str
    words: Language
    notation: Notation
    has_text: bool = True
    no_board: bool = False
    as_json: bool = False
    json_lines: bool = False


class RunOutput:
    """Prints results as they come. `documents`: get the text too; `problems`, `results`: the JSON forms, as far as they
    are kept.

    `clear`: called before text is printed, to remove a line of progress.
    """

    def __init__(self, form: PrintedForm, documents: Documents) -> None:
        self.form, self.documents = form, documents
        self.problems: list[dict[str, Any]] = []
        self.results: list[dict[str, Any]] = []
        self._begun_problem: tuple[Place, Problem] | None = None
        self.clear: Callable[[], None] = lambda: None
        self._begun = False

    @property
    def prints(self) -> bool:
        """Whether text goes to standard output, where JSON or a document may be instead."""
        return not self.form.as_json and not self.documents.take_output

    def show(self, text: str) -> None:
        """Print a text at once, with a blank line before it unless it is the first."""
        self.stream(text.split("\n"))

    def stream(self, lines: Iterable[str]) -> None:
        """Print lines as they are computed, with a blank line before them unless they are the first."""
        self.clear()
        if self.prints and self._begun:
            print()
        self.documents.begin_text()
        self.go_on(lines)

    def go_on(self, lines: Iterable[str]) -> None:
        """Print lines as they are computed, below those that were printed last."""
        self.clear()
        lines = iter(lines)
        while some := list(islice(lines, LINES_AT_ONCE)):
            text = printable("\n".join(some))
            if self.prints:
                sys.stdout.write(text + "\n")
                self._begun = True
            self.documents.show(text)
        if self.prints:
            sys.stdout.flush()

    def begin_problem(self, place: Place, problem: Problem) -> None:
        """Begin a problem: the results to come are those of its parts. It is kept, or printed, with the first."""
        self._begun_problem = place, problem

    def end_problem(self) -> None:
        """End a problem, which may have no results."""
        self._begun_problem = None

    def add_result(self, result: dict[str, Any]) -> None:
        """Keep the JSON form of a result, or print it if each is to be printed at once."""
        if self._begun_problem:
            place, problem = self._begun_problem
            self._begun_problem = None
            if self.form.as_json or self.documents.need_json:
                from feerie.formats.problem_json import document

                with suppress(ProblemError):    # a twin that was not read: its failure says so, the parts are results
                    self._add("problem", {**place.as_json(), "problem": document(problem)}, self.problems)
        self._add("result", result, self.results)

    def _add(self, name: str, item: dict[str, Any], items: list[dict[str, Any]]) -> None:
        if self.form.json_lines:
            emit({name: item})
            sys.stdout.flush()
        if not self.form.json_lines or self.documents.need_json:
            items.append(item)

    @staticmethod
    def printer_of_lines(place: Place, label: str) -> FoundLines:
        """A function that prints the lines of a part as they are found, a JSON document each."""
        begins = [json_text({**place.as_json(), "label": label, "set_play": is_set_play, "moves": []},
                            ensure_ascii=True)[:-len("]}")] for is_set_play in (False, True)]

        def show(lines: Iterable[tuple[bool, UciLine]]) -> None:
            write, comma = sys.stdout.write, '", "'.join        # moves in UCI need no escapes
            for is_set_play, line in lines:
                write(f'{begins[is_set_play]}"{comma(line)}"]}}\n')
            sys.stdout.flush()

        return show


def problem_heading(problem: Problem, form: PrintedForm) -> str:
    """Author, source, title and board of a problem; stipulation, rules and number of men."""
    words = form.notation.words(form.language)
    drawn = [] if form.no_board else ["", board(problem.genre, problem.diagram, words.code, problem=True), ""]
    return "\n".join([*named(problem), *drawn, asked(problem, words), *problem.constraints.texts]).strip("\n")
