"""Printed solutions: Popeye's output, the `solution` of YACPDB entries, the movetext of PGN.

Only numbers, moves and their signs are read; words, boards and comments are skipped, so the language does not matter.
Nesting follows from the numbers ("2." after "1." without "1..." is a threat), or from the round brackets of PGN's
variations. Parts of twins begin with "a)", "b)" at the beginning of a line.
"""
from __future__ import annotations

import re
from collections.abc import Iterator

from feerie.problems.stored_solution import StoredMove, StoredPart

__all__ = ["MAX_TEXT", "divide", "read"]

MAX_TEXT = 2_000_000
"""Characters beyond this number are not read."""

_COMMENT = re.compile(r"\{[^{}]*\}|^[^\S\n]*(?:\||\+-)[^\n]*$|^\[\w+ \"[^\n]*\]\s*$|^[ \t]*;[^\n]*$", re.MULTILINE)
_NAME = re.compile(r"\[[A-Za-z]{1,2}[0-9']?\]")
"""The name of a move by which a theme is told: "1.Kd1[D]!"."""
_BRACKETED = re.compile(r"\[(\s*(?:[^\W\d_]+:?\s+)?\d{1,3}\s*\.[^\[\]]*)\]")
"""Threats in square brackets: "[2.Qd4#]"."""
_BESIDE = re.compile(r"\{\(([^\s(){}]{0,9}(?:~|[a-z][1-9])[^\s(){}]{0,9}) *\)\}|\((?:or|ou|oder) ([^\W\d_a-z])\)")
"""One more move in a comment, "Rb1-h1 {(R~)}", or one more promotion, "cxb8/B (or Q)"."""
_OPTIONAL = re.compile(r"\(([x:+#]+|e\.?p\.?)\)")
_QUOTES = str.maketrans(dict.fromkeys('"“”„«»\t', " "))
_REMARK = re.compile(r"^[ \t]*(?:[^\W\d_]{2,}[ \t]+){2}(?![^\n]*\d\s*[.…])[^\n]*$", re.MULTILINE)
"""A line of words without a move number, in which a move may be mentioned: "the key e7-e8=R promotes"."""
_BOARD = re.compile(r"^\+-+a-[^\n]*\n(?:[|\d][^\n]*\n)+\+-+a-[^\n]*$", re.MULTILINE)
_TARGET = re.compile(r"^[ \t]*=>", re.MULTILINE)
"""Between two boards: the second is the position that is to be reached from the first."""
_COMPLETE = r"^[ \t]*(?:solution finished|solution terminee|Loesung beendet)\."
_INCOMPLETE = (r"^[ \t]*(?:Partial solution|solution partielle|Partielle Loesung|solving interrupted|"
               r"solution interrompue|Bearbeitung abgebrochen)\b")
_PARTIAL = re.compile(_INCOMPLETE, re.MULTILINE | re.IGNORECASE)
_END = re.compile(rf"(?:{_COMPLETE}|{_INCOMPLETE})[^\n]*$", re.MULTILINE | re.IGNORECASE)
"""The line that ends Popeye's output for a problem, after a complete search or another."""
_NOTHING = re.compile(rf"{_COMPLETE}|\b(?:no solution|aucune solution|insoluble|keine Lösung|unlösbar)\.?[ \t]*$",
                      re.MULTILINE | re.IGNORECASE)
"""What says that there is no solution where there are no moves: the end of a complete search, the verdict of Féerie."""
_GAME = re.compile(r"(?<!\s)(?:[^\S\n]*+\n){2,}+(?=\[\w+ \")")
_LABEL = re.compile(r"^[ \t]*\+?([a-z]\d*)\)(?=\s|$|\d)", re.MULTILINE)
_ARRIVAL = r"(?:\((?:x?[a-z][1-9]\d?,?)+\)|\s?\((?:[^\W\d_]{1,2})?(?:[a-z][1-9]\d?-?)?[a-z][1-9]\d?\))?"
_DONE = r"(?:\s?\((?:[+-][^()\s]+|[^\W\d_]{0,3}[a-z][1-9]\d?=[a-z])\))*"
"""What a move does besides, in the short form; in the long one it stands in square brackets."""
_TOKEN = re.compile(rf"(?P<number>\d{{1,3}})\s*(?P<dots>\.(?:\s*[.…])*|…)|(?P<open>\()|(?P<close>\))|"
                    rf"(?P<word>[^\s()]{{1,40}}?(?=(?<!\d)\d+\.(?!\d))|[^\s()\[!?+#]++[!?+#]++(?=[^\W\d_])|"
                    rf"[^\s()]+{_ARRIVAL}{_DONE})")
_EN_PASSANT = re.compile(r"(?<=[1-9])\s?e\.?p\.?(?=\s?\(\+|[=\[])")
"""Between a capture en passant and what it does besides."""
_MOVE = re.compile(r"[a-z][1-9]|[0Oo]-[0Oo]")
_MARKS = re.compile(r"(?<![+#=†‡!?‼⁇⁈⁉□])[+#=†‡!?‼⁇⁈⁉□]++$")
_SIGNS = re.compile(r"(?:[+#=†‡!?‼⁇⁈⁉]|e\.?p\.?)+|run")
_TRUNCATED = re.compile(r"[^\W\d_a-z][a-z]")
"""The beginning of a move that goes on in brackets: "Rd(e,f)7"."""
_OR = re.compile(r"or|ou|oder|and|et|und|[/,&]", re.IGNORECASE)


def divide(text: str) -> list[str]:
    """The solutions of several problems: after each board of Popeye's output, or each game of a PGN; or the whole text.

    What follows the line that ends Popeye's output for a problem belongs to the next one. An output that ends before
    that line of its last problem does not have the solution of that one.

    >>> divide('[White "?"]\\n\\n1. e4 *\\n\\n[White "?"]\\n\\n1. d4 *\\n')[1].split()[-3:]
    ['1.', 'd4', '*']
    """
    text = text.replace("\r\n", "\n")
    boards = list(_BOARD.finditer(text))
    if boards:
        ends = [board.start() for board in boards[1:]] + [len(text)]
        after = [text[board.end():end] for board, end in zip(boards, ends, strict=True)]
        parts = [part for part in after[:-1] if not _TARGET.search(part)] + after[-1:]
        ended = [_END.search(part) for part in parts]
        if any(ended[:-1]) and not ended[-1]:
            del parts[-1]
        return [part[:end.end()] if end else part for part, end in zip(parts, ended, strict=False)]
    return _GAME.split(text.strip()) if text.lstrip().startswith("[") else [text]


def read(text: str, introductory: int = 0) -> list[StoredPart]:
    """The parts of a printed solution; one with the label "" if there are no labels.

    `introductory`: how many moves are made before the play proper, which then begins with the number 1 again. No parts
    if there are no moves, unless the text says that there is no solution.

    >>> [part] = read("1.Kc8-b8 0-0   2.g3-g2 Rf1-f8 #")
    >>> [[move.text for move in line] for line in part.lines()]
    [['Kc8-b8', '0-0', 'g3-g2', 'Rf1-f8']]
    """
    is_none, is_partial = _NOTHING.search(text) is not None, _PARTIAL.search(text) is not None
    text = _BESIDE.sub(lambda found: f" /{found[1] or found[2]}", text[:MAX_TEXT].replace("\r\n", "\n"))
    text = _COMMENT.sub(" ", text)
    text = _REMARK.sub(" ", text.translate(_QUOTES))
    text = _BRACKETED.sub(r"(\1)", _OPTIONAL.sub(r"\1", _NAME.sub("", text)))
    parts = []
    for label, body in _labelled(text):
        part = StoredPart(label, is_partial=is_partial)
        reader = _Reader(part, introductory)
        for line in body.split("\n"):
            reader.read_line(line)
        part.is_none = bool(label) and not part.moves
        if part.moves or label:
            parts.append(part)
    if is_none and not parts:
        parts.append(StoredPart(is_none=True))
    return parts


def _labelled(text: str) -> Iterator[tuple[str, str]]:
    """The texts of the parts with their labels."""
    found = list(_LABEL.finditer(text))
    yield "", text[:found[0].start() if found else len(text)]
    for number, match in enumerate(found, 1):
        yield match[1], text[match.end():found[number].start() if number < len(found) else len(text)]


class _Reader:
    """Reads the moves of a part.

    `path`: the moves from a first move to the last one read; `introductory`: as in `read`. `joins`: whether a move that
    follows directly is one more of a list; `is_late`: whether the number that stands
    directly before has dots; `passed_over`: the place of a defence instead of which there is some other word.
    """

    def __init__(self, part: StoredPart, introductory: int) -> None:
        self.part = part
        self.introduction = 2 * introductory
        self.path: list[StoredMove] = []
        self.place: int | None = None       # that of the next move; None before the first number
        self.proper = 0                     # that of the first move of the play proper, in this line
        self.outer: list[tuple[list[StoredMove], int | None]] = []
        self.joins = self.is_late = False
        self.passed_over: int | None = None

    def read_line(self, line: str) -> None:
        """Read all moves of a line."""
        self.proper = 0
        begun = False
        for token in _TOKEN.finditer(_EN_PASSANT.sub("", line)):
            if token["word"]:
                self.word(token["word"])
                continue
            self.joins = False
            if token["number"]:
                self.number(int(token["number"]), token["dots"] != ".", begun)
                begun = True
            elif token["open"]:
                self.outer.append((self.path[:], self.place))
            elif self.outer:
                self.path, self.place = self.outer.pop()

    def number(self, number: int, is_late: bool, begun: bool) -> None:
        """Read the number of a move. `is_late`: it has dots; `begun`: it is not the first of its line."""
        if begun and number == 1 and self.path:
            self.proper = self.introduction
        place = 2 * (number - 1) + is_late + self.proper
        if self.passed_over is not None and place == self.passed_over + 1:
            self.place = self.passed_over
            self.add("~")
        self.passed_over = None
        self.place, self.is_late = place if number else None, is_late

    def word(self, word: str) -> None:
        """Read a word: a move, the signs of the last move, or something to skip."""
        if _SIGNS.fullmatch(word):
            if self.path:
                self.path[-1].marks += word
            return
        if self.place is None:
            return
        if word == "~":
            self.place += 1
        elif _OR.fullmatch(word):
            self.joins = self.follows_move
        elif (_MOVE.search(word) or "~" in word) and not word.endswith(":"):
            self.move(word)
        elif word[:1] == "/" and self.follows_move:
            self.path[-1].text += _MARKS.sub("", word)
        else:
            self.joins = False
            if self.is_late or self.place % 2 and _TRUNCATED.fullmatch(word):
                self.passed_over = self.place
            if word[:1].isdigit():
                self.place = None       # a number such as that of "h#2.5"

    @property
    def follows_move(self) -> bool:
        """Whether the last move stands directly before."""
        return bool(self.path) and self.place is not None and self.path[-1].place == self.place - 1

    def move(self, word: str) -> None:
        """Read a move, or one more of a list of moves."""
        bare = word.rstrip(".,;/")
        marks = _MARKS.search(bare)
        text = bare[:marks.start()] if marks else bare
        if self.joins or word[:1] == "/" and self.follows_move:
            last = self.path[-1]
            last.text = f"{last.text}/{text.lstrip('/')}"
            last.marks = marks[0] if marks else last.marks
        else:
            self.add(text.lstrip("/"), marks[0] if marks else "")
        self.joins = word.endswith((",", "/"))

    def add(self, text: str, marks: str = "") -> None:
        """Add a move at its place."""
        assert self.place is not None
        move = StoredMove(text, self.place, marks)
        while self.path and self.path[-1].place >= move.place:
            self.path.pop()
        (self.path[-1].children if self.path else self.part.moves).append(move)
        self.path.append(move)
        self.place += 1
        self.passed_over, self.is_late = None, False
