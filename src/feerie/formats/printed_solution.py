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

_COMMENT = re.compile(r"\{[^{}]*\}|^[^\S\n]*(?:\||\+-)[^\n]*$|^\[[^\n]*\]\s*$|^[ \t]*;[^\n]*$", re.MULTILINE)
_REMARK = re.compile(r"^[ \t]*(?:[^\W\d_]{2,}[ \t]+){2}(?![^\n]*\d\s*[.…])[^\n]*$", re.MULTILINE)
"""A line of words without a move number, in which a move may be mentioned: "the key e7-e8=R promotes"."""
_BOARD = re.compile(r"^\+-+a-[^\n]*\n(?:[|\d][^\n]*\n)+\+-+a-[^\n]*$", re.MULTILINE)
_TARGET = re.compile(r"^[ \t]*=>", re.MULTILINE)
"""Between two boards: the second is the position that is to be reached from the first."""
_NOTHING = re.compile(r"^(?:solution finished|solution terminee|Loesung beendet)\."
                      r"|\b(?:no solution|aucune solution|insoluble|keine Lösung|unlösbar)\.?[ \t]*$",
                      re.MULTILINE | re.IGNORECASE)
"""What says that there is no solution where there are no moves: the end of Popeye's output after a complete search, the
verdict of Féerie."""
_GAME = re.compile(r"(?<!\s)(?:[^\S\n]*+\n){2,}+(?=\[\w+ \")")
_LABEL = re.compile(r"^[ \t]*\+?([a-z]\d*)\)(?=\s|$|\d)", re.MULTILINE)
_ARRIVAL = r"(?:\s?\((?:[^\W\d_]{1,2})?(?:[a-z][1-9]\d?-?)?[a-z][1-9]\d?\))?"
_TOKEN = re.compile(rf"(?P<number>\d{{1,3}})\s*(?P<dots>\.{{3}}|…|\.)|(?P<open>\()|(?P<close>\))|"
                    rf"(?P<word>[^\s()]{{1,40}}?(?=(?<!\d)\d+\.(?!\d))|[^\s()!?]++[!?]+(?=\w)|[^\s()]+{_ARRIVAL})")
_MOVE = re.compile(r"[a-z][1-9]|[0Oo]-[0Oo]")
_MARKS = re.compile(r"(?<![+#=†‡!?‼⁇⁈⁉□])[+#=†‡!?‼⁇⁈⁉□]++$")
_SIGNS = re.compile(r"[+#=†‡!?‼⁇⁈⁉]+|e\.?p\.?|run")


def divide(text: str) -> list[str]:
    """The solutions of several problems: after each board of Popeye's output, or each game of a PGN; or the whole text.

    >>> divide('[White "?"]\\n\\n1. e4 *\\n\\n[White "?"]\\n\\n1. d4 *\\n')[1].split()[-3:]
    ['1.', 'd4', '*']
    """
    text = text.replace("\r\n", "\n")
    boards = list(_BOARD.finditer(text))
    if boards:
        ends = [board.start() for board in boards[1:]] + [len(text)]
        after = [text[board.end():end] for board, end in zip(boards, ends, strict=True)]
        return [part for part in after[:-1] if not _TARGET.search(part)] + after[-1:]
    return _GAME.split(text.strip()) if text.lstrip().startswith("[") else [text]


def read(text: str) -> list[StoredPart]:
    """The parts of a printed solution; one with the label "" if there are no labels.

    No parts if there are no moves, unless the text says that there is no solution.

    >>> [part] = read("1.Kc8-b8 0-0   2.g3-g2 Rf1-f8 #")
    >>> [[move.text for move in line] for line in part.lines()]
    [['Kc8-b8', '0-0', 'g3-g2', 'Rf1-f8']]
    """
    is_none = _NOTHING.search(text) is not None
    text = _COMMENT.sub(" ", text[:MAX_TEXT].replace("\r\n", "\n").replace("\t", " "))
    text = _REMARK.sub(" ", text)
    parts = []
    for label, body in _labelled(text):
        part = StoredPart(label)
        _Reader(part).read(body)
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
    """Reads the moves of a part. `path`: the moves from a first move to the last one read."""

    def __init__(self, part: StoredPart) -> None:
        self.part = part
        self.path: list[StoredMove] = []
        self.place: int | None = None       # that of the next move; None before the first number
        self.outer: list[tuple[list[StoredMove], int | None]] = []

    def read(self, text: str) -> None:
        """Read all moves of a text."""
        for token in _TOKEN.finditer(text):
            if token["number"]:
                self.place = 2 * (int(token["number"]) - 1) + (token["dots"] != ".")
                if self.place < 0:
                    self.place = None
            elif token["open"]:
                self.outer.append((self.path[:], self.place))
            elif token["close"]:
                if self.outer:
                    self.path, self.place = self.outer.pop()
            else:
                self.word(token["word"])

    def word(self, word: str) -> None:
        """Read a word: a move, the signs of the last move, or something to skip."""
        if _SIGNS.fullmatch(word):
            if self.path:
                self.path[-1].marks += word
            return
        if self.place is None or not _MOVE.search(word) or word.endswith(":"):
            if word[:1].isdigit() and not _MOVE.search(word):
                self.place = None       # a number such as that of "h#2.5"
            return
        marks = _MARKS.search(word)
        bare = word[:marks.start()] if marks else word
        move = StoredMove(bare.rstrip(".,;"), self.place, marks[0] if marks else "")
        while self.path and self.path[-1].place >= move.place:
            self.path.pop()
        (self.path[-1].children if self.path else self.part.moves).append(move)
        self.path.append(move)
        self.place += 1
