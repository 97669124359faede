"""Solutions as PGN: all lines are there, other programs read them, and the problem can be read again."""
from __future__ import annotations

import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from feerie import Game, Problem, solve
from feerie.apps.cli import main
from feerie.formats import files
from feerie.game.node import Node
from feerie.views.captions import collect
from feerie.views.solution_pgn import LEFT_OUT, game_of_solution, pieces

LINES = [
    ("orthodox", "8/8/8/8/8/1P1k1p2/7r/R3K2R w KQ -", "h#2"), ("orthodox", "8/8/8/8/8/6k1/8/5K1Q w - -", "h#1.5"),
    ("orthodox", "1k6/8/8/8/6K1/r2Q4/5b2/8 w - -", "ser-h#3"), ("orthodox", "7k/8/5K2/8/8/8/8/R7 w - -", "ser-#2"),
    ("orthodox", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R", "dia2"),
    ("roque", "8/8/8/8/2k5/8/7p/1K6 w - -", "ser-r=3"), ("rokagogo", "3k4/8/8/8/8/8/4P3/R3K2R w - -", "h#2"),
    ("neutral", "8/8/8/8/7k/1K6/3=R4/8 w - -", "ser-zh82"), ("neutral", "8/8/8/8/7k/1K6/3=R4/8 w - -", "ser-hzh82"),
]


def ends(game: Game) -> set[tuple[str, ...]]:
    """The lines of a game, null moves left out."""
    found, waiting = set(), list[tuple[Node, tuple[str, ...]]]([(game.root, ())])
    while waiting:
        node, line = waiting.pop()
        line += () if node.is_null or node.parent is None else (node.uci(),)
        waiting += [(child, line) for child in node.variations]
        if node.is_end() and line:
            found.add(line)
    return found


@pytest.mark.parametrize(("genre", "fen", "stipulation"), LINES)
def test_lines(genre: str, fen: str, stipulation: str) -> None:
    solution = solve(Problem(genre, fen, stipulation))
    assert solution.lines and ends(game_of_solution(solution)) == set(solution.lines)
    [text] = pieces(collect(solution))
    [entry] = files.parse(text)
    assert (entry.get().stipulation, entry.get().diagram) == (solution.problem.stipulation, solution.problem.diagram)
    if genre == "orthodox":
        chess_pgn = pytest.importorskip("chess.pgn")
        theirs = chess_pgn.read_game(io.StringIO(text))
        assert not theirs.errors and len(theirs.variations) == len({line[0] for line in solution.lines})


def test_a_battle() -> None:
    solution = solve(Problem("orthodox", "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -", "#3"))
    game = game_of_solution(solution)
    assert [(node.uci(), node.nags) for node in game.root.variations] == [(key, {1}) for key in solution.keys]
    replies = {node.uci() for node in game.root.variations[0].variations}
    assert solution.tree and replies == {child.move for child in solution.tree.children[0].children
                                         if child.role.value == "variation"}


def test_what_there_is_no_room_for_is_marked() -> None:
    solution = solve(Problem("orthodox", "8/8/8/8/8/1P1k1p2/7r/R3K2R w KQ -", "h#2"))
    whole, part = game_of_solution(solution), game_of_solution(solution, most=3)
    assert not whole.end().comment and part.end().comment == LEFT_OUT
    assert len(ends(part)) < len(ends(whole))


def test_from_the_command_line(tmp_path: Path) -> None:
    path = str(tmp_path / "two.pgn")
    result = CliRunner().invoke(main, ["solve", "--fen", "8/8/8/8/8/5k2/8/5K1Q", "--stipulation", "h#2", "-o", path])
    assert result.exit_code == 0
    again = CliRunner().invoke(main, ["solve", path, "--json"])
    assert again.exit_code == 0 and '"h#2"' in again.output
