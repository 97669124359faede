"""Problems and games in PGN.

A problem is a game with the headers FEN and SetUp, `Stipulation`, and those of `HEADERS`; several authors, options,
twins, keywords or remarks are separated by "; ". Its moves are the solution if that is a single line of play in which
the sides move in turn. For a proof game the record begins with the game array, and the diagram is the header `Diagram`.

A game without a stipulation stands for its last position.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from feerie.base.errors import Error, Message, ProblemError, at_line, message_of
from feerie.formats.entries import Content, Defaults, Diagram, Entry
from feerie.formats.problem_texts import LISTS, problem_of, texts_of
from feerie.game.game import Game, starting_position
from feerie.game.node import Node
from feerie.game.pgn_reader import AnyLanguageReader
from feerie.game.position import Position
from feerie.notation import pgn
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Aim
from feerie.rules.genre import Genre
from feerie.rules.move import Move

__all__ = ["HEADERS", "entries", "is_pgn", "solution_moves", "write"]

HEADERS = {"stipulation": "Stipulation", "target": "Target", "constraints": "Constraints", "options": "Options",
           "twins": "Twins", "zeroposition": "ZeroPosition", "author": "Author", "source": "Source", "title": "Title",
           "award": "Award", "intended": "Intended", "keywords": "Keywords", "remarks": "Remarks"}
"""The headers of a problem, by what they say."""
LONGEST_SOLUTION = 5_000
"""The longest text that is tried as a line of moves."""
_SEPARATOR = "; "


def is_pgn(text: str) -> bool:
    """Whether the first thing in a text is a header."""
    text = text.lstrip("\ufeff \t\r\n")
    return text.startswith("[") and next(pgn.records(text[:2000].splitlines())).headers != {}


def entries(text: str, defaults: Defaults) -> Iterator[Entry]:
    """The problems and games of a file, one after another. An incomplete game is an error, with its line.

    One that lacks only the rest of a variation is read, with a warning.
    """
    for number, record in enumerate(pgn.records(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")), 1):
        try:
            yield Entry(number, record.line, _read(record, defaults.genre))
        except Error as error:
            yield Entry(number, record.line, error=ProblemError(at_line(record.line, message_of(error))))


def _read(record: pgn.Record, genre: Genre) -> Content:
    start = starting_position(record, genre)
    is_problem = HEADERS["stipulation"] in record.headers
    game = Game.from_record(record, start, _reader(start.genre))
    if game.main_line_error:
        raise game.main_line_error
    unread = tuple(Message("a variation was not read whole: {}", error) for error in game.errors)
    if is_problem:
        return replace(_problem(game, record.headers), unread=unread)
    return Diagram(start.genre, game.end().position.setup, game=game.pgn(), unread=unread)


def _problem(game: Game, headers: Mapping[str, str]) -> Problem:
    texts = {}
    for name, header in HEADERS.items():
        if value := headers.get(header, ""):
            texts[name] = value.split(_SEPARATOR) if name in LISTS else [value]
    for name, header in (("source", "Event"), ("author", "White")):
        if name not in texts and headers.get(header, "?").strip("?"):
            texts[name] = [headers[header]]
    problem = problem_of(game.genre, headers.get("Diagram") or game.start.fen(), texts)
    if not _is_single_line(game.root):
        return problem
    return problem_of(game.genre, headers.get("Diagram") or game.start.fen(),
                      texts | {"solution": [_line(game, begins_late=_begins_late(problem))]})


def _is_single_line(root: Node) -> bool:
    """Whether moves without variations or null moves follow: only such a solution is kept as text."""
    nodes = [root, *root.mainline()]
    return len(nodes) > 1 and all(len(node.variations) <= 1 and not node.is_null for node in nodes)


def _begins_late(problem: Problem) -> bool:
    """Whether the first move of the solution is the second one of its number: "1...Kc2-c3"."""
    return problem.stipulation.play.value.startswith("h") and problem.plies % 2 == 1


def _line(game: Game, *, begins_late: bool) -> str:
    """The moves of the main line as Popeye writes help play: "1.Kd2-e3 Rd4-d5 2.Ke3-e4 Rd5-e5 #"."""
    words: list[str] = []
    for ply, node in enumerate(game.mainline(), int(begins_late)):
        assert node.parent and node.move
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}..." if not words else ""
        words.append(number + node.parent.position.beyond_move_rule().long(node.move))
    return " ".join(words)


@lru_cache(maxsize=16)
def _reader(genre: Genre) -> AnyLanguageReader:
    return AnyLanguageReader(genre)


def solution_moves(problem: Problem) -> list[Move] | None:
    """The moves of the solution of a problem, if its text is a single line of play with the sides in turn."""
    game = _solved(problem)
    return game.mainline_moves() if game else None


def _solved(problem: Problem) -> Game | None:
    """The single line of the solution as a game from the position in which play begins."""
    text = problem.solution_text.rstrip().removesuffix(problem.stipulation.goal.aim.mark or "") \
        if problem.end is not None else problem.solution_text
    if not text or len(text) > LONGEST_SOLUTION or problem.stipulation.play.is_series:
        return None
    try:
        start = Position(problem.genre, problem.start)
        root = Node(None, "", start)
        errors = _reader(problem.genre).read(root, pgn.tokens(text)).errors
    except Error:
        return None
    game = Game(problem.genre, start)
    if errors or not _is_single_line(root):
        return None
    for move in root.mainline_moves():
        game.push(move)
    return game


def write(content: Content, solution: Game | None = None) -> str:
    """A problem or a game as PGN. A diagram without a game is a game without moves.

    `solution`: that of a problem, from the position in which play begins, with variations; without it, its text counts.
    """
    if isinstance(content, Diagram):
        return content.game or Game(content.genre, Position(content.genre, content.setup)).pgn()
    is_game = content.stipulation.goal.aim is Aim.DIAGRAM
    game = solution or _solved(content) or Game(content.genre, Position(content.genre, content.start))
    texts = texts_of(content)
    game.headers.update(White=" & ".join(content.author) or "?", Event=content.source or "?", Result="*")
    if not is_game:
        game.headers.update(SetUp="1", FEN=game.start.fen())
    else:
        game.headers["Diagram"] = content.fen
    game.headers.update((header, _SEPARATOR.join(texts[name])) for name, header in HEADERS.items() if name in texts)
    headers = {name: value for name, value in game.headers.items() if value}
    return f"{pgn.write_headers(headers)}\n{_movetext(game)}"


def _movetext(game: Game) -> str:
    """The moves, and the result "*": who wins is not what a problem is about."""
    moves = game.pgn(headers=False).rsplit(maxsplit=1)[:-1]
    return "\n".join([*moves, "*"]) + "\n"
