"""The rules pages of the documentation as lessons: HTML with places for boards, and what stands on them.

The texts are those of `docs`, of which an installed package has a copy that its build makes. A place for a board is an
element with the attribute `data-practice`, the number of a `PracticeBoard`. Positions come from the page's diagrams,
from FENs in its text and its examples, and from the facts that the tests of a ruling name.
"""
from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from feerie import genres
from feerie.apps.web.serving.texts import SOURCES, page_texts
from feerie.base.errors import Error
from feerie.notation.languages import ENGLISH
from feerie.rules.genre import Genre

__all__ = ["Lesson", "NoLessonError", "PracticeBoard", "lesson"]

_TESTS = re.compile(r"^Tests\u00a0?: (.*(?:\n.+)*)", re.MULTILINE)
_RULINGS = re.compile(r"^## (?:Rulings|Décisions|Entscheidungen)\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_FEN = r"[1-8a-zA-Z*]+(?:/[1-8a-zA-Z*]+){6,}"
_QUOTED_FEN = re.compile(rf'"({_FEN}(?: [wb]\b[^"\n]*)?)"')
_FEN_IN_TEXT = re.compile(rf"{_FEN} [wb]( .*)?")
_COMMAND = re.compile(r"^\$ feerie (?:why|status|moves|play-line) (.*)$", re.MULTILINE)


class NoLessonError(Error, LookupError):
    """There is no page of this genre, or the texts are not installed."""


@dataclass(frozen=True)
class PracticeBoard:
    """A position to try moves in. `line`: moves (UCI) played first; `tried`: a move that an example asks about.
    `arrows` (from, to, and perhaps colour) and `marks` (square -> "dot", "cross", "circle") explain it before the first
    move.
    """

    genre: str
    fen: str | None
    line: tuple[str, ...] = ()
    caption: str = ""
    tried: str = ""
    arrows: tuple[tuple[str, ...], ...] = ()
    marks: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Lesson:
    """A page: its HTML and the boards on it, in a `language`. `summary`: its first rule, without marks of emphasis."""

    genre: str
    title: str
    language: str
    summary: str
    html: str
    boards: tuple[PracticeBoard, ...]

    def as_json(self) -> dict[str, Any]:
        """The lesson as JSON values."""
        return asdict(self)


@lru_cache(maxsize=64)
def lesson(genre: str, language: str) -> Lesson:
    """The rules page of a genre; if the page in this language has no rulings, those of the English page follow."""
    found = genres.find(genre)
    if found.name not in {each.name for each in genres.GENRES}:
        raise NoLessonError("{} has no page of its own", genre)
    text, english = _page(found.name, language), _page(found.name, ENGLISH.code)
    page = _Page(found, language)
    html = page.html(text)
    if not _RULINGS.search(text) and (rulings := _RULINGS.search(english)):
        html += f'<section lang="{ENGLISH.code}">{page.html(rulings[0])}</section>'
    return Lesson(found.name, found.title(language), language, _summary(text), html, tuple(page.boards))


def _summary(text: str) -> str:
    """The first paragraph of a page, which says the rule in a sentence or two; links in it are plain text."""
    first = next((part for part in text.split("\n\n") if not re.match(r"[#|!`<]", part)), "")
    return re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", first).replace("\n", " ").replace("*", "").strip()


def _page(genre: str, language: str) -> str:
    """The rules page in a language, or the English one."""
    for folder in (SOURCES / "docs" / language, SOURCES / "docs"):
        with suppress(OSError):
            return (folder / "genres" / f"{genre}.md").read_text(encoding="utf-8")
    raise NoLessonError("the rules page of {} is not installed", genre)


@lru_cache(maxsize=1)
def _figures() -> dict[str, PracticeBoard]:
    rows = json.loads((SOURCES / "docs" / "diagrams" / "figures.json").read_text(encoding="utf-8"))
    return {row["name"]: PracticeBoard(row["genre"], row["fen"], tuple(row["line"]), "", "",
                               tuple(map(tuple, row["arrows"])), row["marks"]) for row in rows}


@lru_cache(maxsize=1)
def _positions() -> dict[tuple[str, str], PracticeBoard]:
    rows = json.loads((SOURCES / "tests" / "data" / "positions.json").read_text(encoding="utf-8"))["facts"]
    return {(row["genre"], row["id"]): PracticeBoard(row["genre"], row["fen"], (), row["why"],
                                             next(iter(row.get("illegal", ())), "").partition("/")[0]) for row in rows}


@lru_cache(maxsize=32)
def _perft(genre: str) -> dict[str, PracticeBoard]:
    """The positions of a file of perft facts by their names."""
    text = (SOURCES / "tests" / "data" / "perft" / f"{genre}.perft").read_text(encoding="utf-8")
    return {name: PracticeBoard(genre, fen, (), name)
            for name, fen in re.findall(r"^id (.*)\nepd (.*)$", text, re.MULTILINE)}


class _Page:
    """Writes one page, and collects its boards."""

    def __init__(self, genre: Genre, language: str) -> None:
        self.genre, self.language = genre, language
        self.boards: list[PracticeBoard] = []
        self.markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
        for kind in ("image", "fence", "code_inline", "link_open", "link_close", "heading_open"):
            self.markdown.renderer.rules[kind] = getattr(self, kind)          # type: ignore[attr-defined]

    def html(self, text: str) -> str:
        """A text in Markdown as HTML."""
        text = _TESTS.sub(lambda found: f"\n```facts\n{found[1]}\n```", text)
        out = str(self.markdown.render(text))
        return re.sub(r' style="text-align:(\w+)"', r' class="\1"', out)       # the page has no styles of elements

    def place(self, board: PracticeBoard) -> str:
        """The place of a board."""
        self.boards.append(board)
        return f'<span class="practice" data-practice="{len(self.boards) - 1}"></span>'

    # ------------------------------------------------------------------------------------------ kinds of tokens

    def image(self, tokens: Sequence[Token], at: int, *unused: Any) -> str:
        """A diagram: a board."""
        token = tokens[at]
        figure = _figures().get(Path(str(token.attrs["src"])).stem)
        if figure is None:
            return escape(token.content)
        return self.place(PracticeBoard(figure.genre, figure.fen, figure.line, token.content, "", figure.arrows,
                                        figure.marks))

    def fence(self, tokens: Sequence[Token], at: int, *unused: Any) -> str:
        """An example with the boards it refers to, or the facts of a ruling."""
        kind, text = tokens[at].info.strip(), tokens[at].content
        if kind == "facts":
            return self._boards(list(_named_facts(text, self.genre.name)), page_texts(self.language)["facts"])
        code = f'<pre tabindex="0"><code>{escape(text)}</code></pre>'
        return code + self._boards(list(_examples(text, kind, self.genre.name)), page_texts(self.language)["to try"])

    def _boards(self, boards: list[PracticeBoard], title: str) -> str:
        if not boards:
            return ""
        places = "".join(self.place(board) for board in boards)
        return (f'<details class="practice-boards"><summary>{escape(title)} ({len(boards)})</summary>'
                f'<p>{places}</p></details>')

    def code_inline(self, tokens: Sequence[Token], at: int, *unused: Any) -> str:
        """A FEN in the text: a board; anything else as it is."""
        text = tokens[at].content
        is_fen = _FEN_IN_TEXT.fullmatch(text)
        return self.place(PracticeBoard(self.genre.name, text)) if is_fen else f"<code>{escape(text)}</code>"

    def heading_open(self, tokens: Sequence[Token], at: int, *unused: Any) -> str:
        """A heading with the id that links use."""
        title = re.sub(r"[^\w\- ]", "", tokens[at + 1].content.lower()).strip().replace(" ", "-")
        return f'<{tokens[at].tag} id="{escape(title)}">'

    def link_open(self, tokens: Sequence[Token], at: int, *unused: Any) -> str:
        """A link to another lesson, within the page, or to a source; links to other pages are plain text."""
        target = str(tokens[at].attrs["href"])
        path, _, anchor = target.partition("#")
        name = Path(path).stem
        if re.match("https?:", target):
            return f'<a href="{escape(target)}" rel="noreferrer" target="_blank">'
        if not path:
            return f'<a href="#{escape(anchor)}">'
        if name in {genre.name for genre in genres.GENRES}:
            return f'<a data-lesson="{name}" href="{name}">'
        return "<span>"

    def link_close(self, tokens: Sequence[Token], at: int, *unused: Any) -> str:
        """The end of a link."""
        depth, opened = 0, at
        while depth or tokens[opened].type != "link_open":
            opened -= 1
        return "</span>" if self.link_open(tokens, opened) == "<span>" else "</a>"


def _named_facts(text: str, genre: str) -> Iterator[PracticeBoard]:
    """The positions in a line like: positions `R15`, `other/R16`; perft `game array`; `test_x.py::test_y`."""
    for part in text.replace("\n", " ").split(";"):
        kind = part.split("`")[0].strip()
        for name in re.findall(r"`([^`]+)`", part):
            of, _, own = name.rpartition("/")
            if kind == "positions":
                yield _positions()[of or genre, own]
            elif kind == "perft":
                yield _perft(of or genre)[own]


def _examples(text: str, kind: str, genre: str) -> Iterator[PracticeBoard]:
    """The positions that an example on the command line or in Python names."""
    if kind == "console":
        for arguments in _COMMAND.findall(text):
            words = shlex.split(re.sub(r" --\w+ \w+", "", arguments), comments=True)
            given = words[1] if len(words) > 1 and words[1] != "-" else None
            moves = tuple(word for word in words[2:] if re.fullmatch(r"([a-h][1-8]){2}[a-z]?", word))
            asks = "$ feerie why" in text
            yield PracticeBoard(words[0], given, () if asks else moves, " ".join(words[2:]),
                                moves[0] if asks and moves else "")
    seen = set(_COMMAND.findall(text)) if kind == "console" else set()
    if kind in ("console", "python"):
        for given in dict.fromkeys(_QUOTED_FEN.findall(text)):
            if not any(given in arguments for arguments in seen):
                yield PracticeBoard(genre, given)
