"""PGN as text: the games of a file, their headers and tokens, read and written.

Source: S. J. Edwards, *Portable Game Notation Specification and Implementation Guide*, 1994. Nothing here knows the
rules: moves stay text. Reading is tolerant of move lists as people paste them: figurines, attached numbers, signs of
evaluation, commas.

    >>> [(token.kind.value, token.text) for token in tokens("1.e4! {best} e5 (1...c5 $14) 1-0")]  # doctest: +ELLIPSIS
    [('move', 'e4'), ('nag', '1'), ('comment', 'best'), ('move', 'e5'), ('open', '('), ('move', 'c5'), ...]
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from feerie.base.errors import Message, PgnError, at_line
from feerie.rules.literals import EvaluationUnit

__all__ = ["ARROW_COLOURS", "LONGEST_ARGUMENT", "NULL_TEXT", "RESULTS", "ROSTER", "Kind", "Record", "Token",
           "arrow_commands", "arrows", "clock_time", "commands", "evaluation", "layout", "looks_like_pgn", "records",
           "seconds", "tokens", "with_command", "without_commands", "write_headers"]

ROSTER: Mapping[str, str] = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?",
                             "Result": "*"}
"""The headers every game has, with their values if nothing is known: the "seven tag roster"."""

NULL_TEXT = "--"
"""A null move; "Z0", "0000" and "@@@@" are read too."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

LONGEST_LOOSE_HEADER = 1000
"""Longer headers are read only if they are written in strict PGN."""

WIDTH = 80
"""Lines are written shorter than this unless a single word is longer."""


@dataclass
class Record:
    """A game as it stands in a file.

    `headers`: in order. `movetext`: what follows them. `errors`: what could not be read.
    `line`: the number of its first line, from 1.
    """

    headers: dict[str, str] = field(default_factory=dict)
    movetext: str = ""
    errors: list[PgnError] = field(default_factory=list)
    line: int = 1


class Kind(Enum):
    """What a token is.

    PARTNER: "(Re3)" without a number, the partner of a castling or a variation of one move. PROSE: words that are no
    moves. AFTER_PROSE: what may be moves behind these, and the number of the move that follows, as "12." or "12...".
    """

    MOVE = "move"
    PROSE = "prose"
    AFTER_PROSE = "after"
    NAG = "nag"
    COMMENT = "comment"
    OPEN = "open"
    CLOSE = "close"
    PARTNER = "partner"
    RESULT = "result"
    UNKNOWN = "unknown"


class Token(NamedTuple):
    """A token: for a comment the text without braces, for a NAG its number (signs such as "!?" become numbers)."""

    kind: Kind
    text: str


# Games of a file

_NAME = r"[^\W_][\w+#=:.-]*"
_TAG = re.compile(rf'\s*\[\s*({_NAME})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_LOOSE_TAG = re.compile(rf'\s*+\[\s*+({_NAME})\s++["\'\u201c\u201e]?+(.*)\]\s*+$')
_CLOSING = ('"', "'", "\u201d", "\u201c")
_HEADER = re.compile(rf"\s*\[\s*{_NAME}\s")
_FIRST_HEADER = re.compile(r'\s*\[\s*Event\s+"[^"]*"\s*\]\s*$')
_MOVE_WORD = re.compile(r"(?<![^\s.])(?:[A-Z\u2654-\u265f]?[a-z]?[0-9]{0,2}[-x:]?[a-z][1-9][0-9]?|[0O]-[0O](?:-[0O])?)"
                        r"[+#!?]*(?!\S)")
_BRACES = re.compile("[{};]")
_COMMENT = re.compile(r"\{[^}]*(?:\}|\Z)|;.*")
_FIRST_NUMBER = re.compile(r"\s*+1\.(?!\s*\.)")
_NUMBER = re.compile(r"(?<!\S)[0-9]++\.")
_OVER = re.compile(r"(?:1-0|0-1|1/2-1/2|\*)\s*$")


def looks_like_pgn(text: str) -> bool:
    """Whether a text, which may be a file's name, looks like a game: it has a header or a move, or several lines.

    >>> looks_like_pgn("1. e4 e5"), looks_like_pgn('[Event "x"]'), looks_like_pgn("games/4. Runde.pgn")
    (True, True, False)
    """
    return "\n" in text or _HEADER.match(text) is not None or _MOVE_WORD.search(text) is not None


def records(lines: Iterable[str]) -> Iterator[Record]:
    """The games of a text, given line by line; only one of them is kept in memory.

    A game ends where headers begin after its moves, with a line that ends in a result and is followed by an empty one,
    or where an empty line is followed by the number of a first move, "1.", though the game has numbers already. A
    comment that is not closed ends before the next header "Event" that follows an empty line. Lines escaped by "%" stay
    in the movetext; before and among headers they are left out.
    """
    game, text, escaped = Record(), list[str](), list[str]()
    in_comment = is_over = after_blank = is_numbered = False
    number = depth = 0
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\r\n").lstrip("\ufeff")
        blank = not line or line.isspace()
        if in_comment and after_blank and _FIRST_HEADER.match(line):
            game.errors.append(PgnError(at_line(number, Message("a comment is not closed before this line"))))
            in_comment = False
        begins = not in_comment and not blank and (
            (_HEADER if after_blank or not text else _TAG).match(line) is not None)
        again = after_blank and is_numbered and not depth and _FIRST_NUMBER.match(line)
        if not in_comment and not blank and ((begins and text) or (is_over and after_blank) or again or
                                             (begins and after_blank and game.headers and _repeats(game, line))):
            yield _finished(game, text)
            game, text, is_over, is_numbered, depth = Record(line=number), [], False, False, 0
        after_blank = blank
        if begins and not text:
            escaped.clear()
            line = _read_headers(game, line, number)
            if not line:
                continue
        if not in_comment and line.startswith("%"):
            (text or escaped).append(line)
        else:
            if not text and not blank:
                text += escaped
                escaped.clear()
            if text or not blank:
                text.append(line)
            if not blank:
                if not is_numbered or "(" in line or ")" in line:
                    outside = _outside(line, in_comment)
                    is_numbered = is_numbered or _NUMBER.search(outside) is not None
                    depth = max(0, depth + outside.count("(") - outside.count(")"))
                in_comment = _ends_in_comment(line, in_comment)
                is_over = not in_comment and _OVER.search(line) is not None
    if in_comment:
        game.errors.append(PgnError(at_line(number, Message("a comment is not closed at the end"))))
    if game.headers or text or game.errors:
        yield _finished(game, text)


def _finished(game: Record, text: list[str]) -> Record:
    game.movetext = "\n".join(text).strip()
    return game


def _repeats(game: Record, line: str) -> bool:
    found = _TAG.match(line)
    return found is not None and found[1] in game.headers


def _read_headers(game: Record, line: str, number: int) -> str:
    """Add the headers of a line, which may have several, with moves after them; returns those moves."""
    at = 0
    while found := _TAG.match(line, at):
        game.headers[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        at = found.end()
    rest = line[at:].strip()
    loose = _LOOSE_TAG.match(line) if rest and at == 0 and len(line) <= LONGEST_LOOSE_HEADER else None
    if loose:
        value = loose[2].rstrip()
        game.headers[loose[1]] = (value[:-1] if value.endswith(_CLOSING) else value).replace('\\"', '"')
    elif at and rest and not (rest.startswith("[") or rest.endswith("]")):
        return rest
    elif rest:
        game.errors.append(PgnError(at_line(number, Message("not a header: {}", repr(rest[:40])))))
    return ""


def _outside(line: str, in_comment: bool) -> str:
    """What stands outside comments in a line that begins in one or not."""
    return _COMMENT.sub("", line.partition("}")[2] if in_comment else line)


def _ends_in_comment(line: str, in_comment: bool) -> bool:
    """Whether a comment in braces is open at the end of a line that begins in one or not."""
    if "{" not in line and "}" not in line:
        return in_comment
    for found in _BRACES.finditer(line):
        if in_comment:
            in_comment = found[0] != "}"
        elif found[0] == ";":
            return False
        else:
            in_comment = found[0] == "{"
    return in_comment


# Tokens

_SIGNS: Mapping[str, str] = {
    "!": "1", "?": "2", "!!": "3", "??": "4", "!?": "5", "?!": "6", "\u203c": "3", "\u2047": "4", "\u2049": "5",
    "\u2048": "6", "\u25a1": "7", "=": "10", "\u221e": "13", "\u2a72": "14", "+=": "14", "\u2a71": "15", "=+": "15",
    "\u00b1": "16", "+/-": "16", "+/\u2212": "16", "\u2213": "17", "-/+": "17", "+-": "18", "+\u2212": "18",
    "-+": "19", "\u2212+": "19", "\u2a00": "22", "N": "146"}
"""Signs of evaluation -> NAG."""

_BLANKS = str.maketrans(dict.fromkeys("\u00a0\u2007\u202f\u3000", " ")
                        | dict.fromkeys("\u200b\u200c\u2060\ufeff\ufe0e\ufe0f"))

_TOKEN = re.compile(r"""
    [\s,]+
  | ^% [^\n]*
  | \{ (?P<brace> [^}]* ) (?: \} | \Z )
  | ; (?P<semicolon> [^\n]* )
  | (?P<result> (?: 1[-\u2013]0 | 0[-\u2013]1 | 1/2[-\u2013]1/2 | \u00bd[-\u2013]\u00bd | \* ) ) (?= [\s;{)] | \Z )
  | (?P<value> \( \s* (?: [-+\u2212]? [0-9]+ [.,] [0-9]+ (?: \s?/\s?[0-9]+ )? | [-+]? \#-?[0-9]+ ) \s* \) )
  | (?P<partner> \( [A-Z\u2654-\u265f][a-z][1-9][0-9]? \) )
  | (?P<null> -- | (?: Z0 | 0000 | @@@@ ) (?= [\s(){};$!?] | \Z ) )
  | (?P<open> \( ) | (?P<close> \) )
  | \$ (?P<nag> [0-9]+ )
  | [0-9]++ \s*+ (?: \. | \u2026 )++ (?: \s*+ \.++ )?
  | (?P<move> (?: [A-Za-z\u2654-\u265f] | [0Oo]-[0Oo] | @@@@ ) [^\s(){};$,!?\u203c\u2047\u2048\u2049\u2026]* )
  | [0-9]++ (?= [\s({] | \Z )
  | \.+ | \u2026
  | (?P<sign> [!?]{1,2} | [\u203c\u2047-\u2049\u25a1\u221e\u2a71\u2a72\u00b1\u2213\u2a00]
      | [-+\u2212]/[-+\u2212] | \+- | -\+ | \+\u2212 | \u2212\+ | \+= | =\+ | = )
  | [+\u2020\u2021\#]+
  | (?P<unknown> [0-9]++ | < [^<>\n]* > | \S )
""", re.VERBOSE | re.MULTILINE)
_NESTED = re.compile(r"\{[^{}]*\{")
_BRACKETS = str.maketrans("{}", "()")
_REMARK = re.compile(r"e\.?p\.?|run|ch\.?|dbl\.?|dis\.?|check|mate|checkmate")
_NO_MOVE = re.compile(r"(?![0Oo]-[0Oo])[^0-9<\u2194]+")
_PROSE_END = re.compile(r"""
    [{}();$] | ^% | \Z
  | (?<!\S) (?: (?P<number> [0-9]++ ) \s*+ (?P<dots> (?: \. | \u2026 )++ (?: \s*+ \.++ )? ) (?! [0-9] )
             | (?: 1[-\u2013]0 | 0[-\u2013]1 | 1/2[-\u2013]1/2 | \u00bd[-\u2013]\u00bd | \* ) (?= [\s;{)] | \Z ) )
""", re.VERBOSE | re.MULTILINE)
_LAST_SIGNS = "=+-\u2212\u00b1\u2213\u221e"
_STOPPED = re.compile(r"(?:[+-]?[=/]?[+\u2212-]|[=\u00b1\u2213\u221e])\Z")


def tokens(movetext: str) -> Iterator[Token]:
    """The tokens of a movetext; move numbers, signs of check that stand alone and escaped lines are left out.

    A comment ends with its first closing brace. If that brace matches one inside the comment, and the comment's own is
    closed further on, it ends there; braces in it become brackets, which can be written.
    """
    text = movetext if movetext.isascii() else movetext.translate(_BLANKS)
    ends = _ends_of_nested(text)
    rest = _TOKEN.finditer(text)
    while found := next(rest, None):
        kind = found.lastgroup
        if kind is None:
            continue
        word = found[kind]
        if kind == "move":
            if word[-1].isdigit() or not _is_prose(word):
                yield from _move(word)
            elif word in _SIGNS:
                yield Token(Kind.NAG, _SIGNS[word])
            elif not _REMARK.fullmatch(word):
                prose, behind = _prose(text, found.start())
                yield from prose
                rest = _TOKEN.finditer(text, behind)
        elif kind == "brace" and "{" in word and (end := ends.get(found.start())):
            rest = _TOKEN.finditer(text, end + 1)
            yield Token(Kind.COMMENT, text[found.start() + 1:end].translate(_BRACKETS).replace("\n", " ").strip())
        elif kind in ("brace", "semicolon"):
            yield Token(Kind.COMMENT, word.replace("\n", " ").strip())
        elif kind == "value":
            yield Token(Kind.COMMENT, word[1:-1].strip())
        elif kind == "partner":
            yield Token(Kind.PARTNER, word[1:-1])
        elif kind == "sign":
            yield Token(Kind.NAG, _SIGNS[word]) if word in _SIGNS else Token(Kind.UNKNOWN, word)
        elif kind == "null":
            yield Token(Kind.MOVE, NULL_TEXT)
        elif kind == "result":
            yield Token(Kind.RESULT, "1/2-1/2" if word[0] == "\u00bd" else word.replace("\u2013", "-"))
        else:
            yield Token(Kind(kind), word)


def _ends_of_nested(text: str) -> dict[int, int]:
    """The place of each opening brace -> that of its closing one; {} if no braces are nested."""
    ends, opened = dict[int, int](), list[int]()
    if _NESTED.search(text):
        for found in re.finditer("[{}]", text):
            if found[0] == "{":
                opened.append(found.start())
            elif opened:
                ends[opened.pop()] = found.start()
    return ends


def _is_prose(word: str) -> bool:
    """Whether a word cannot be a move: it has letters or digits only, apart from signs."""
    return word.strip(".,:!?").isdigit() or (_NO_MOVE.fullmatch(word) is not None and any(map(str.isalpha, word)))


def _prose(text: str, start: int) -> tuple[list[Token], int]:
    """The tokens of prose that begins with a word at `start`, and where what follows them begins."""
    stop = _PROSE_END.search(text, start)
    assert stop
    words = list(re.finditer(r"\S+", text[start:stop.start()]))
    last = max((place for place, word in enumerate(words) if _is_prose(word[0])), default=0)
    end = start + words[last].end()
    found = [Token(Kind.PROSE, " ".join(text[start:end].split()))]
    if not stop["number"]:
        return found, end
    number = stop["number"].lstrip("0") + ("." if stop["dots"] == "." else "...")
    found.append(Token(Kind.AFTER_PROSE, " ".join([*text[end:stop.start()].split(), number])))
    return found, stop.end()


def _move(word: str) -> Iterator[Token]:
    """A move, and the sign of evaluation attached to it ("Nf3\u00b1", "e4=")."""
    glued = _STOPPED.search(word) if word[-1] in _LAST_SIGNS else None
    sign = glued[0] if glued and glued[0] in _SIGNS else ""
    yield Token(Kind.MOVE, word[:len(word) - len(sign)])
    if sign:
        yield Token(Kind.NAG, _SIGNS[sign])


# What comments hold for programs

_COMMAND = re.compile(r"\[%([A-Za-z][A-Za-z0-9_]*)\s++([^][]{0,1000})\]")
_EVALUATION = re.compile(r"(?:#([-+]?\d{1,6})|([-+]?\d{1,6}(?:\.\d{1,9})?))(?:,\d{1,6})?")
_CLOCK = re.compile(r"(?:(\d{1,6}):)?(\d{1,6}):(\d{1,2}(?:\.\d{1,9})?)")


def commands(comment: str) -> dict[str, str]:
    """The commands in a comment, name -> argument.

    >>> commands("[%clk 0:01:30] good [%eval 0.25,12]")
    {'clk': '0:01:30', 'eval': '0.25,12'}
    """
    return {found[1]: found[2].strip() for found in _COMMAND.finditer(comment)}


def without_commands(comment: str) -> str:
    """The comment as people read it."""
    return " ".join(_COMMAND.sub(" ", comment).split())


def with_command(comment: str, name: str, argument: str | None) -> str:
    """The comment with a command in place of the one of that name, or after the commands it begins with.

    None as the argument removes the command.

    >>> with_command("[%clk 0:01:30] good", "eval", "0.25")
    '[%clk 0:01:30] [%eval 0.25] good'
    >>> with_command("[%clk 0:01:30] good", "clk", None)
    'good'
    """
    present = rf"\[%{re.escape(name)}\s++[^][]{{0,1000}}\]"
    if argument is None:
        return re.sub(rf"{present}\s*", "", comment).strip()
    written, at = f"[%{name} {argument}]", 0
    if re.search(present, comment):
        return re.sub(present, lambda _: written, comment)
    while found := _COMMAND.match(comment, at):
        at = found.end()
        while comment[at:at + 1].isspace():
            at += 1
    return " ".join(part for part in (comment[:at].strip(), written, comment[at:]) if part)


def clock_time(seconds: float) -> str:
    """Seconds as a clock shows them, to the thousandth.

    >>> clock_time(598), clock_time(3661.25)
    ('0:09:58', '1:01:01.25')
    """
    whole, part = divmod(round(seconds * 1000), 1000)
    fraction = f".{part:03}".rstrip("0") if part else ""
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}"


def seconds(text: str) -> float | None:
    """The seconds of a time as a clock shows it, "0:01:30.5" or "1:30"; None for any other text.

    >>> seconds("1:00:01.5"), seconds("soon")
    (3601.5, None)
    """
    found = _CLOCK.fullmatch(text.strip())
    return int(found[1] or 0) * 3600 + int(found[2]) * 60 + float(found[3]) if found else None


def evaluation(text: str) -> tuple[EvaluationUnit, float] | None:
    """The argument of "eval": pawns from White's point of view, or moves to mate; a depth after a comma is left out.

    >>> evaluation("0.25,12"), evaluation("#-3"), evaluation("good")
    (('pawns', 0.25), ('mate', -3), None)
    """
    found = _EVALUATION.fullmatch(text.strip())
    if found is None:
        return None
    return ("mate", int(found[1])) if found[1] else ("pawns", float(found[2]))


ARROW_COLOURS: Mapping[str, str] = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
LONGEST_ARGUMENT = 1000
_ARROW = re.compile(r"([GRYB])([a-z][1-9][0-9]?)([a-z][1-9][0-9]?)?")


def arrows(comment: str) -> list[tuple[str, str, str]]:
    """The arrows of the commands "cal" and the squares of "csl": from, to and colour; a square has the same from and
    to.

    >>> arrows("[%csl Rd5][%cal Ge2e4,Bg1f3] look")
    [('d5', 'd5', 'red'), ('e2', 'e4', 'green'), ('g1', 'f3', 'blue')]
    """
    found = [(command[1], _ARROW.fullmatch(item.strip())) for command in _COMMAND.finditer(comment)
             if command[1] in ("csl", "cal") for item in command[2].split(",")]
    return [(item[2], item[3] or item[2], ARROW_COLOURS[item[1]]) for name, item in found
            if item and (name == "cal") == (item[3] is not None)]


def arrow_commands(drawn: Iterable[tuple[str, str, str]]) -> dict[str, str | None]:
    """The arguments of "csl" and "cal" for what `arrows` returns; None if there is nothing to draw."""
    letters = {colour: letter for letter, colour in ARROW_COLOURS.items()}
    written: dict[str, list[str]] = {"csl": [], "cal": []}
    for origin, target, colour in drawn:
        ends = origin if origin == target else origin + target
        written["csl" if origin == target else "cal"].append(letters[colour] + ends)
    return {name: ",".join(items) or None for name, items in written.items()}


# Writing

def write_headers(headers: Mapping[str, str]) -> str:
    """The headers, one a line, each followed by a line feed. Raises PgnError for a name that cannot be read again."""
    for name in headers:
        if not (isinstance(name, str) and re.fullmatch(_NAME, name)):
            raise PgnError("the name of a header must be one word of letters and digits, not {}", repr(name))
    return "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in headers.items())


def _quoted(value: str) -> str:
    return " ".join(str(value).splitlines()).replace("\\", "\\\\").replace('"', '\\"')


def layout(words: Iterable[str], width: int = WIDTH) -> str:
    """Words separated by blanks, in lines of less than `width` characters if possible.

    A comment is one word: programs take a line feed in it as part of its text. One that begins with ";" ends its line.
    """
    lines, line, ends_line = list[str](), "", False
    for word in words:
        if line and (len(line) + 1 + len(word) >= width or ends_line):
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
        ends_line = word.startswith(";")
    return "\n".join([*lines, line])
