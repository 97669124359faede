"""Genres of your own: the tutorial, files with mistakes, installed packages."""
from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from facts import ROOT

from feerie import Game, Position, Problem, genres, solve, soundness, text
from feerie.apps.cli import main
from feerie.game.genre_file import load
from feerie.genres import GENRES, ORTHODOX, GenreError
from feerie.problems.line import LinePlayer
from feerie.rules.board import Board
from feerie.rules.castling import HomeCastling
from feerie.rules.completeness import check
from feerie.rules.genre import Names
from feerie.solving.help_task import HelpTask

EXAMPLE = ROOT / "examples" / "genres" / "cavalcade.py"
PAGE = ROOT / "docs" / "own-genre.md"
HEAD = ("from dataclasses import replace\nfrom feerie.genres import ORTHODOX\n"
        "from feerie.rules.genre import Names, Man\n")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory to work in, with the example."""
    shutil.copy(EXAMPLE, tmp_path / "cavalcade.py")
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, stdin: str = "") -> Result:
    """A command with the example's genre."""
    result = CliRunner().invoke(main, [arguments[0], "--genre-file", "cavalcade.py", *arguments[1:]], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def document(*arguments: str, stdin: str = "") -> Any:
    """The JSON document of a command."""
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


# -------------------------------------------------------------------------------------------- the tutorial

def test_the_page_shows_the_example_as_it_is() -> None:
    assert EXAMPLE.read_text(encoding="utf-8").strip() in PAGE.read_text(encoding="utf-8")


def test_a_rider_with_a_letter_of_its_own_moves() -> None:
    moves = {move["uci"]: move["san"] for move in document("moves", "cavalcade", "-")["moves"]}
    assert {uci for uci in moves if uci.startswith("b1")} == {"b1a3", "b1c3", "b1d5", "b1e7"}
    assert moves["b1e7"] == "Hxe7"
    assert document("perft", "cavalcade", "3")["nodes"] == len(list(lines(3)))


def lines(depth: int) -> Iterator[Position]:
    """The positions after all lines of `depth` moves, played one move at a time."""
    positions = [Position(load("cavalcade.py")[0])]
    for _ in range(depth):
        positions = [position.play(move) for position in positions for move in position.legal_moves]
    return iter(positions)


def test_its_castling_line_and_its_ending_are_explained() -> None:
    castled = document("why", "cavalcade", "7k/8/8/8/7B/8/8/4K3 w - -", "e1g3")
    assert castled["legal"] and "castling" in {finding["rule"] for finding in castled["findings"]}
    straight = document("why", "cavalcade", "7k/8/8/8/8/8/8/4K2B w - -", "e1g1")
    assert not straight["legal"]
    won = document("status", "cavalcade", "4K3/8/8/8/8/8/8/7k b - - K 0 1")
    assert (won["status"], won["winner"], won["reason"]) == ("win", "white", "king run")
    assert document("why", "cavalcade", "4K3/8/8/8/8/8/8/7k b - - K 0 1")["status"] == "win"
    flag = document("play-line", "cavalcade", "7k/8/8/8/4K3/8/8/8 w - - - 0 1", "e4e5")
    assert flag["fen"].split()[4] == "K"


def test_a_mate_by_the_rider_is_explained_square_by_square() -> None:
    mate = document("why", "cavalcade", "k7/8/1K6/6H1/5B2/8/8/8 b - - - 0 1")
    assert mate["status"] == "mate"
    [attack] = [finding["ways"] for finding in mate["findings"] if finding["rule"] == "king attacked"]
    assert attack == [["g5", "e6", "c7", "a8"]]
    flights = {finding["squares"][0]: finding["men"] for finding in mate["findings"] if finding["rule"] == "flight"}
    assert set(flights) == {"a7", "b7", "b8"} and flights["b8"] == ["Bf4"]


def test_problems_are_solved() -> None:
    found = document("solve", "--genre", "cavalcade", "--fen", "8/4K3/8/8/8/8/8/7k w - - K 0 1",
                     "--stipulation", "run1")
    assert found["results"][0]["keys"] == ["e7e8"]
    found = document("solve", "--genre", "cavalcade", "--fen", "k7/8/1K6/8/5B2/7H/8/8 w - -", "--stipulation", "#1")
    assert found["results"][0]["complete"] and "h3g5" in found["results"][0]["keys"]


@pytest.mark.parametrize("words", [
    "BeginProblem Condition Cavalcade Pieces White Kc7 Hb4 Black Ka8 Stipulation #2 Twin Add White Hd2 EndProblem",
    "DebutProbleme Pieces Blanc Rc7 Hb4 Noir Ra8 Enonce #2 Condition Cavalcade Jumeau Ajoute Blanc Hd2 FinProbleme"])
def test_files_for_popeye_name_its_men(words: str) -> None:
    Path("own.pop").write_text(words, encoding="utf-8")
    (problem,) = json.loads(run("convert", "own.pop", "--to", "json").stdout)["problems"]
    assert problem["fen"].startswith("k7/2K5/8/8/1H6/8/8/8 ")
    assert problem["twins"] == ["Add White Hd2"]
    back = run("convert", "own.pop", "--to", "popeye", "--language", "en")
    assert "Hd2" in back.stdout and "Condition cavalcade" in back.stdout and not back.stderr, back.stderr


def test_it_is_played_and_drawn() -> None:
    options = {option for parameter in command("play").params for option in parameter.opts}
    opponent = ["--opponent", "random"] if "--opponent" in options else []
    game = document("play", "cavalcade", "--seed", "1", *opponent, stdin="b1c3\nwhy e2e5\nquit\n")
    assert game["moves"][0] == "b1c3" and len(game["moves"]) >= 2
    assert document("draw", "cavalcade", "-", "-o", "start.svg")["file"] == "start.svg"
    drawn = re.findall('href="#([^"]+)"', Path("start.svg").read_text(encoding="utf-8"))
    men = Position(load("cavalcade.py")[0]).men()
    assert len(drawn) == len(men) == 32 and len(set(drawn)) == len(set(men.values())) == 12


def command(name: str) -> click.Command:
    """A command by name."""
    found = main.get_command(click.Context(main), name)
    assert found is not None
    return found


def test_it_can_be_combined_and_is_gone_afterwards() -> None:
    wrong = run("moves", "cavalcade+rex-multiplex", "-")
    assert wrong.exit_code == 2 and wrong.exc_info      # both change the men; the traceback is kept
    with pytest.raises(GenreError):
        genres.find("cavalcade")
    assert run("moves", "cavalcade").exit_code == 0
    with pytest.raises(GenreError):
        genres.find("cavalcade")
    assert genres.known() == (*GENRES, *genres.installed()[0])


def test_every_command_with_a_genre_takes_files() -> None:
    context = click.Context(main)
    for name in main.list_commands(context):
        parameters = command(name).params
        names = {option for parameter in parameters for option in parameter.opts}
        if names & {"genre", "--genre"}:
            assert "--genre-file" in names, name


def test_in_python() -> None:
    [mine] = load("cavalcade.py")
    with genres.known_too([mine]):
        assert genres.find("Kavalkade") is mine and Position("cavalcade").genre is mine
    with pytest.raises(GenreError):
        genres.find("Kavalkade")


def test_the_royal_man_may_have_another_letter() -> None:
    men = tuple(replace(man, royal=man.letter == "N") for man in ORTHODOX.men if man.letter != "K")
    start = "rnbqnbrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQNBRR w KQkq - 0 1"
    mine = check(replace(ORTHODOX, name="mine", men=men, start=start.replace("RN", "RB").replace("rn", "rb")))
    assert Position(mine).castling_rights == "KQkq"
    assert {"e1g1", "e1c1"} <= {move.uci() for move in Position(mine, "4n3/8/8/8/8/8/8/R3N2R w KQ -").legal_moves}
    problem = Problem(mine, "n7/8/8/2B5/8/2Q5/8/7N w - -", "#1", intended=1)
    assert problem.warnings == () and soundness(solve(problem)).certificate
    assert Problem(mine, "8/8/8/8/8/2Q5/8/7N w - -", "#1").warnings == ("Black has no king, and #1 needs one",)


def test_the_man_at_home_may_have_another_letter() -> None:
    """Castling rights belong to the man that the genre's home castling names, on boards of any size too."""
    wings = ((("K", "e1", "c1", "f1", "d1"),), (("k", "e6", "c6", "f6", "d6"),))
    men = tuple(replace(man, promotion=None) for man in ORTHODOX.men if man.letter in "NRK")
    mine = check(replace(ORTHODOX, name="mine", names=Names(), board=Board(6, 6), men=men, endings=(),
                         castlings=(HomeCastling(wings, men=("N",)),), start="4kn/6/6/6/6/4KN w Kk - 0 1"))
    position = Position(mine)
    castling = position.parse("0-0")
    assert (position.castling_rights, castling.uci(), castling.partner) == ("Kk", "e1c1", ("f1", "d1"))
    assert position.san(castling) == "0-0"
    assert Game.from_pgn(Game(mine, moves=[castling]).pgn(), genre=mine).moves == (castling,)
    assert position.play(castling).explain("0-0").legal                 # the board ends beside the king on e6
    assert position.mirror().fen() == "4kn/6/6/6/6/4KN b Kk - 0 1"
    rook = Position(mine, "k5/6/6/6/6/4KR w K - 0 1")
    assert (rook.castling_rights, [move for move in rook.legal_moves if move.is_castling]) == ("", [])
    assert not rook.explain("e1c1").legal


# --------------------------------------------------------------------------------------------- mistakes

MINE = HEAD + "MINE = replace(ORTHODOX, name='mine', names=Names(), "
MISTAKES = {
    "nothing": ("x = 1", "no genre is defined"),
    "exception": ("x = 1\ny = 1 / 0", "mine.py, line 2: ZeroDivisionError: division by zero"),
    "syntax": ("x = (", "mine.py, line 1: SyntaxError"),
    "leaves": ("raise SystemExit('no')", "line 1: SystemExit: no"),
    "import": ("import no_such_module", "No module named 'no_such_module'"),
    "no start": (HEAD + "from feerie.rules.genre import Genre\nMINE = Genre(name='mine', men=ORTHODOX.men)",
                 "line 5: TypeError: Genre.__init__() missing 1 required positional argument: 'start'"),
    "empty start": (MINE + "start='')", "mine: start: the FEN of the game array is missing"),
    "unknown letter": (MINE + "start=ORTHODOX.start.replace('n', 'x'))", "start: no man has the letter 'x'"),
    "few ranks": (MINE + "start='k7/8/K7 w - -')", "start: 3 ranks, but the board has 8"),
    "few files": (MINE + "start='k7/8/8/8/8/8/7/K7 w - -')", "start: rank 2 has 7 squares, but the board has 8 files"),
    "no king": (MINE + "start='8/8/8/8/8/8/8/K7 w - -')", "start: Black has no king (k)"),
    "bad field": (MINE + "start='k7/8/8/8/8/8/8/K7 x - -')", "mine: start: "),
    "check": (MINE + "start='k7/8/8/8/8/8/8/K6B w - -')",
              "start: the position is illegal: side not to move in check "
              "(Black: king on a8 attacked by bishop on h1)"),
    "taken": (HEAD + "MINE = replace(ORTHODOX, name='roque', names=Names())", "the name 'roque' is taken by roque"),
    "title taken": (HEAD + "MINE = replace(ORTHODOX, name='mine')",
                    "the name 'Orthodox chess' is taken by orthodox: give it names=Names() or other names"),
    "twice": (HEAD + "A = replace(ORTHODOX, name='mine', names=Names())\nB = replace(A, start=None)",
              "the name 'mine' is taken by mine"),
    "name": (HEAD + "MINE = replace(ORTHODOX, name='My Genre', names=Names())", "letters, digits and hyphens"),
    "promotion": (MINE + "men=tuple(man for man in ORTHODOX.men if man.letter != 'B'), castlings=(), start=None)",
                  "men: P promotes to B, but no man has this letter"),
    "royal": (MINE + "men=ORTHODOX.men[:-1])", "men: a king is missing (a Man with royal=True)"),
    "two letters": (MINE + "men=(*ORTHODOX.men, ORTHODOX.men[1]))", "two men have the letter N"),
    "no movement": (MINE + "men=(*ORTHODOX.men, Man('H', ())))", "H has no movement"),
    "not a pair": (MINE + "men=(*ORTHODOX.men, Man('H', ORTHODOX.men[1].moves[0])))", "pairs of a movement and a Mode"),
    "off the board": (MINE + "men=(*ORTHODOX.men, Man('H', ((Ray(), Mode.BOTH),))))",
                      "a ray of H from a1 leaves the board: (64,)"),
    "fails": (MINE + "men=(*ORTHODOX.men, Man('H', ((Fails(), Mode.BOTH),))))", "RuntimeError: lost"),
    "ending": (MINE + "endings=(KingRun((60, 4), ((frozenset([1]),) * 2,) * 2),))",
               "extra_state: ExtraState('Kk') is missing"),
    "partner": (MINE + "castlings=(LineCastling(((1, 0),), ('H',)),))",
                "LineCastling has the partner H, but no man has this letter"),
    "two partners": (MINE + "castlings=(HomeCastling(ORTHODOX_CASTLING.wings, men=('R', 'N')),))",
                     "HomeCastling needs one partner, not 2"),
    "large board": (MINE + "board=Board(9, 8), start=None, castlings=(), men=(Man('K', ORTHODOX.men[-1].moves, "
                    "royal=True),), endings=())", "a board of 72 squares; the kernel takes 64 at most"),
    "many men": (MINE + "men=(*ORTHODOX.men, *(Man(letter, ORTHODOX.men[1].moves) for letter in map('A{}'.format, "
                 "'ABCDEFGHIJKLMNOPQRSTUVWXYZ'))))", "more than 31 kinds of men"),
    "two double steps": (MINE + "men=(replace(ORTHODOX.men[0], moves=((Berolina(), Mode.QUIET), (PawnAdvance(0), "
                         "Mode.CAPTURE))), *ORTHODOX.men[1:]))",
                         "two double steps that allow a capture en passant begin on c2"),
    "two that capture en passant": (MINE + "men=(*ORTHODOX.men, replace(ORTHODOX.men[0], letter='H')))",
                                    "more than one kind of men captures en passant"),
    "many movements": (MINE + "start=None, castlings=(), men=tuple(man if man.royal or man.letter == 'P' else replace("
                       "man, moves=tuple((Leaper(((step, 0),)), mode) for step in range(1, 8) for mode in (Mode.QUIET,"
                       " Mode.CAPTURE))) for man in ORTHODOX.men))",
                       "the men have too many movements for the kernel"),
}
EXTRAS = """\
from feerie.problems.line import LinePlayer
from feerie.rules.board import Board
from feerie.rules.castling import ORTHODOX_CASTLING, HomeCastling, LineCastling
from feerie.rules.ending import KingRun
from feerie.rules.movement import Leaper, Mode, PawnAdvance
class Berolina:
    def rays(self, board, square, side):
        ahead = 1 - 2 * side
        double = board.rank(square) == (1, 6)[side]
        rays = (board.ray(square, files, ahead)[:1 + double] for files in (-1, 1))
        return tuple(ray for ray in rays if ray)
class Ray:
    def rays(self, board, square, side):
        return ((64,),)
class Fails:
    def rays(self, board, square, side):
        raise RuntimeError("lost")
"""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_file_with_a_mistake(mistake: str) -> None:
    text, expected = MISTAKES[mistake]
    Path("mine.py").write_text(text.replace("MINE = ", EXTRAS + "MINE = ", 1) if "MINE = replace" in text else text)
    result = CliRunner().invoke(main, ["moves", "mine", "--genre-file", "mine.py"])
    assert result.exit_code == 2 and not result.stdout
    [line] = result.stderr.splitlines()
    assert line.startswith("error: mine.py") and expected in line, line
    assert not list(Path().glob("__pycache__"))


def test_a_file_that_is_not_there() -> None:
    result = CliRunner().invoke(main, ["moves", "mine", "--genre-file", "nowhere.py"])
    assert (result.exit_code, result.stderr) == (2, "error: nowhere.py: No such file or directory\n")
    Path("binary.py").write_bytes(bytes(range(256)))
    result = CliRunner().invoke(main, ["moves", "mine", "--genre-file", "binary.py"])
    assert result.exit_code == 2 and result.stderr.startswith("error: binary.py") and result.stderr.count("\n") == 1


def test_genres_of_the_package_are_complete() -> None:
    for genre in GENRES:
        assert check(genre) is genre
    with pytest.raises(GenreError, match="a Genre is expected"):
        check("orthodox")
    with pytest.raises(GenreError, match="8 ranks, but the board has 7"):
        check(replace(ORTHODOX, board=Board(8, 7), men=(replace(ORTHODOX.royal),), castlings=()))


# ------------------------------------------------------------------------------------- installed packages

class Entry(SimpleNamespace):
    """An entry point as in importlib.metadata."""

    def load(self) -> Any:
        """The object it refers to."""
        if isinstance(self.leads, Exception):
            raise self.leads
        return self.leads


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Entry]]:
    """Entry points of packages that are not installed."""
    entries: list[Entry] = []
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entries if group == "feerie.genres" else [])
    genres.installed.cache_clear()
    genres.forget_names()
    yield entries
    monkeypatch.undo()
    genres.installed.cache_clear()
    genres.forget_names()


def test_entry_points(offered: list[Entry]) -> None:
    mine = replace(ORTHODOX, name="mine", names=Names(("My chess",)))
    offered += [Entry(name="mine", value="mine:MINE", leads=mine),
                Entry(name="broken", value="broken:X", leads=ImportError("no module\nbroken")),
                Entry(name="orthodox", value="x:X", leads=replace(ORTHODOX, names=Names()))]
    assert genres.find("my chess") is mine and Position("mine").genre is mine
    result = CliRunner().invoke(main, ["genres", "--json"])
    assert result.exit_code == 0 and json.loads(result.stdout)[-1]["name"] == "mine"
    assert result.stderr.splitlines() == [
        "warning: the genre 'broken' of the entry point broken:X: ImportError: no module broken",
        "warning: the genre 'orthodox' of the entry point x:X: orthodox: the name 'orthodox' is taken by orthodox"]
    result = CliRunner().invoke(main, ["moves", "broken"])
    assert result.exit_code == 2 and "not loaded: the genre 'broken'" in result.stderr
    assert CliRunner().invoke(main, ["moves", "mine"]).exit_code == 0


def test_several_genres_behind_one_entry_point(offered: list[Entry]) -> None:
    offered.append(Entry(name="two", value="two:ALL", leads=tuple(
        replace(ORTHODOX, name=name, names=Names()) for name in ("first", "second"))))
    assert [genre.name for genre in genres.installed()[0]] == ["first", "second"]


@pytest.mark.parametrize("en_passant", (True, False))
@pytest.mark.parametrize("fen", ("8/8/Q7/p7/8/R7/3K4/k7 b - - 0 1", "8/8/Q7/p7/8/7R/3K4/k7 b - - 0 1"))
def test_pawns_must_capture_to_interpose_diagonally(en_passant: bool, fen: str) -> None:
    pawn = replace(ORTHODOX.man("P"), en_passant=en_passant)
    mine = replace(ORTHODOX, name="mine", names=Names(), men=(pawn, *ORTHODOX.men[1:]))
    problem = Problem(mine, fen, "h#1")
    lines = list(HelpTask(problem).alone().lines)
    assert lines == list(HelpTask(problem, shortcuts=False).alone().lines)
    assert (("a1b1", "a6b5") in lines) is ("/R7/" in fen)


def test_a_step_of_no_squares_has_no_ray() -> None:
    with pytest.raises(ValueError, match=r"\(0, 0\)"):
        Board(8, 8).ray(0, 0, 0)


def test_ranks_of_two_digits() -> None:
    """The squares of a move are not its first two letters and the next two."""
    men = tuple(replace(man, region=None) for man in ORTHODOX.men if man.promotion is None)
    genre = replace(ORTHODOX, name="tall", board=Board(5, 10), start=None, castlings=(), endings=(), men=men)
    check(genre)
    problem = Problem(genre, "1k3/5/1K3/5/5/5/5/5/5/R3R", "h#2.5")
    solution = solve(problem, max_solutions=20)
    line = next(line for line in solution.lines if line[:2] == ("a1b1", "b10a10"))
    assert [move.side for move in LinePlayer(problem).moves(line)] == [0, 1, 0, 1, 0]
    assert "1...Ra1-b1   2.Kb10-a10" in text(solution)
