"""Lists of proof games as Natch and Euclide read them: a diagram, and under it the number of plies.

    Gianni Donati, Noam D. Elkies
    Internet Mailing List 1996

    rnb1kbnr/pppp1ppp/8/4p3/3q4/4KP2/PPPPP1PP/RNBQ1BNR
    6

The diagram is the board of a FEN, in English, German or French letters (in English S is a knight too), and may be
unfinished. The length may stand on the same line. A whole number counts plies, and the game has exactly that many;
"3.0", "7.5" and "7,5" are moves; "?" asks for the shortest game. Conditions follow " - ": "10 - Rokagogo". The lines
before a diagram are author, source and remarks; lines of dashes separate the problems.
"""
from __future__ import annotations

import re
from collections.abc import Iterator

from feerie.base.errors import Error, ProblemError
from feerie.formats.popeye.phrases import Phrases, combined
from feerie.notation.languages import language as language_of
from feerie.problems.problem import Problem, ProblemEntry
from feerie.problems.stipulation import Stipulation
from feerie.rules.genre import Genre
from feerie.rules.target import SIGNS

__all__ = ["entries", "is_proof_list", "write"]

_BOARD = re.compile(r"([A-Za-z0-9*?~+-]{1,20}(?:/[A-Za-z0-9*?~+-]{1,20}){3,})(?:\s+(.*))?")
_LENGTH = re.compile(r"(\d{1,4}(?:[.,][05])?|\?)(?:\s+-\s+(\S.*))?")
_DASHES = re.compile(r"-{3,}")
_WHOLE = re.compile(r"\d{1,4}")


def is_proof_list(text: str) -> bool:
    """Whether the first board of a text has its length after it, or on the next non-empty line."""
    lines = [line.strip() for line in text.removeprefix("\ufeff")[:100_000].splitlines() if line.strip()]
    for number, line in enumerate(lines):
        if found := _BOARD.fullmatch(line):
            rest = _without_fields(found[2] or "")
            return _LENGTH.fullmatch(rest) is not None or not rest and number + 1 < len(lines) \
                and _LENGTH.fullmatch(lines[number + 1]) is not None
    return False


def entries(text: str) -> Iterator[ProblemEntry]:
    """The proof games of a list one after another; errors begin with the number of the line."""
    number, before = 0, list[str]()
    lines = enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1)
    for at, line in lines:
        line = line.strip()
        found = _BOARD.fullmatch(line)
        if found is None:
            if _DASHES.fullmatch(line):
                before = [said for said in before if said.startswith("-- ")]
            elif line:
                before.append(line)
            continue
        number += 1
        length = _without_fields(found[2] or "")
        while not length:
            _, length = next(lines, (0, "?!"))
            length = length.strip()
        try:
            yield ProblemEntry(number, at, _problem(found[1], length, before))
        except Error as error:
            yield ProblemEntry(number, at, error=ProblemError("line {}: {}", at, error))
        before = []


def _without_fields(rest: str) -> str:
    """The text after a board, without the other fields of a FEN."""
    words = rest.split()
    if words and words[0] in ("w", "b"):
        fields = 5 if len(words) >= 5 else len(words)
        return " ".join(words[fields:])
    return rest.strip()


def _problem(board: str, length: str, before: list[str]) -> Problem:
    found = _LENGTH.fullmatch(length)
    if found is None:
        if length == "?!":
            raise ProblemError("the number of moves is missing below the diagram")
        raise ProblemError("the number of moves is missing below the diagram (found {})", repr(length[:20]))
    names = [combined([]).name]
    for text in (found[2] or "").split(","):
        if text.strip():
            name = Phrases("", "en").condition("".join(text.split()))
            if name is None:
                raise ProblemError("condition {} is not supported", repr(text.strip()[:40]))
            names.append(name)
    genre = combined(names)
    title = next((text.removeprefix("-- ") for text in before if text.startswith("-- ")), "")
    told = [text for text in before if not text.startswith("-- ")]
    return Problem(genre, _english(genre, board), _stipulation(found[1]), author=told[:1], source=" ".join(told[1:2]),
                   title=title, remarks=told[2:])


def _stipulation(length: str) -> Stipulation:
    if not _WHOLE.fullmatch(length):
        return Stipulation.parse(f"dia{length}")
    plies = int(length)
    return Stipulation.parse(f"exact-dia{plies // 2}{'.5' if plies % 2 else ''}")


def _english(genre: Genre, board: str) -> str:
    """A board in FEN letters, translated from the first language that has all its letters, with a king on each side."""
    letters = {sign for sign in board if sign.isalpha()}
    kings = genre.royal.letter
    for code in ("en", "de", "fr"):
        words = language_of(code, genre)
        known = {words.letter(man.letter, problem=problem): man.letter for man in genre.men
                 for problem in (True, False)}
        known |= {letter.lower(): man.lower() for letter, man in known.items()}
        found = "".join(known.get(sign, sign) for sign in board)
        if letters <= known.keys() and (found.count(kings) == found.count(kings.lower()) == 1
                                        or code == "en" and any(sign in board for sign in SIGNS)):
            return found
    return board


def write(problem: Problem) -> str:
    """A proof game of a list. Raises ProblemError for what a list cannot hold."""
    stipulation = problem.stipulation
    if str(stipulation).removeprefix("exact-")[:3] != "dia" or problem.twins or problem.constraints:
        raise ProblemError("a list of proof games holds neither twins nor constraints, and no other stipulation")
    if stipulation.shortest:
        length = "?"
    else:
        length = str(problem.plies) if stipulation.exact else f"{stipulation.moves}.{'5' if stipulation.half else '0'}"
    told = [text for text in (", ".join(problem.author), problem.source, *problem.remarks) if text]
    name = "" if problem.genre == combined([]) else f" - {', '.join(problem.genre.name.split('+'))}"
    head = ([f"-- {problem.title}"] if problem.title else []) + told
    return "\n".join([*head, *([""] if head else []), problem.fen.split()[0], length + name, ""]) + "\n"
