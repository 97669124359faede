"""Conditions: what moves do besides agrees with Popeye's answers, with the plain methods of rules, and in searches.

data/conditions.json: `facts`, positions with the number of legal moves, those that give check, and what moves do after
the stage of promotions: squares with what stood there before and after. Popeye has the same.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import certified
import pytest
from facts import Fact, facts
from plain_rules import in_plain, leaves, legal

from feerie import Position, Problem, ProblemError, Solution, solve
from feerie.conditions import CONDITIONS
from feerie.genres import GenreError, find
from feerie.kernel.general_judge import GeneralJudge
from feerie.kernel.general_tables import general_tables_of
from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import compiled_rules
from feerie.rules.births import elsewhere
from feerie.rules.change import Stage
from feerie.rules.genre import Genre
from feerie.rules.scene import Scene
from feerie.rules.setup import Setup
from feerie.rules.unit import letter_of
from feerie.solving.forced_task import ForcedTask
from feerie.solving.help_task import HelpTask

ASKED = ("regains", "admits_capture", "effects", "may_move", "may_capture", "goes_on_to", "takes_from", "places")
NAMES = tuple(condition.name for condition in CONDITIONS
              if any(hasattr(rule, method) for rule in condition.rules for method in ASKED))
"""The conditions with effects, and those that forbid captures, or that men move at all."""
PAIRS = ("circe+anticirce", "anticirce+andernach", "anticirce+einstein", "pwc+andernach", "clone-circe+einstein",
         "circe:rex+anticirce", "assassin-circe+andernach", "anti-andernach+circe", "circe+grasshopper+neutral",
         "equipollents-anticirce+locust", "einstein+berolina-pawn", "andernach+neutral", "rex-multiplex+circe:rex",
         "rex-multiplex+andernach", "rex-multiplex+einstein", "rokagogo+circe", "roque+anticirce", "siamois+anticirce",
         "diagram-circe+grasshopper+neutral", "diagram-circe+andernach", "diagram-circe:rex+anticirce",
         "diagram-anticirce+locust+neutral", "diagram-circe+diagram-anticirce", "diagram-circe+relegation",
         "rex-multiplex+diagram-circe:rex", "roque+diagram-circe", "diagram-circe+kamikaze",
         "sentinelles+diagram-circe", "platzwechselrochade+diagram-circe", "diagram-circe+kobul-kings",
         "diagram-immune+diagram-anticirce+einstein", "platzwechselrochade+pwc", "circe+kamikaze", "immune:rex+royal",
         "clone-circe:rex", "circe+holes:b8d1f7", "cast+locust", "superguards+neutral", "multicaptures+circe",
         "frankfurt+anticirce", "frankfurt+kobul-kings", "sentinelles+andernach", "kobul-kings+circe:rex",
         "central+grasshopper+neutral", "central+madrasi", "multicaptures+patrol", "cast+madrasi", "immobilio+lortap",
         "circe+take-and-make", "take-and-make+andernach", "make-and-take+grasshopper+neutral",
         "circe:rex+take-and-make:absolute", "immobilio+superguards", "madrasi+antiguards", "brunner+madrasi",
         "heffalumps+locust", "multicaptures+central", "norsk+circe", "biheffalumps+take-and-make",
         "super-circe+locust", "cage-circe+neutral", "super-anticirce+andernach", "take-and-make-circe+grasshopper")


def effects(judge: GeneralJudge, move: int) -> str:
    """What a move does after the stage of promotions."""
    return ", ".join(f"{change.square}: {change.before or '-'} {change.after or '-'}"
                     for change in judge.changes_of(move) if change.stage > Stage.PROMOTE)


def judge_of(genre: Genre, setup: Setup) -> GeneralJudge:
    judge = new_judge(compiled_rules(genre))
    judge.load(setup)
    assert isinstance(judge, GeneralJudge)
    return judge


@pytest.mark.parametrize("fact", facts("conditions"))
def test_moves_are_those_of_popeye(fact: Fact) -> None:
    position = Position(find(fact["genre"]), fact["fen"])
    judge = judge_of(position.genre, position.setup)
    moves = {judge.rules.tables.uci_texts[move]: move for move in judge.moves()}
    assert len(moves) == fact["count"]
    assert sorted(str(move) for move in position.legal_moves if position.gives_check(move)) == fact["checks"]
    assert {str(move): found for move, number in moves.items() if (found := effects(judge, number))} == fact["effects"]


def scattered(rng: Random, genre: Genre, *, rights: bool = True) -> Setup:
    """Kings and some men; kings and rooks at home rather often."""
    men = [""] * genre.board.size
    squares = genre.board.squares
    for king, homes in (("K", (4, 0, 7)), ("k", (60, 56, 63))):
        at_home = rights and rng.random() < 0.3
        square = homes[0] if at_home and not men[homes[0]] else rng.choice([at for at in squares if not men[at]])
        men[square] = king
        for corner in homes[1:] if at_home else ():
            if rng.random() < 0.6 and not men[corner] and corner in squares:
                men[corner] = "R" if king == "K" else "r"
    texts = judge_texts(genre)
    for _ in range(rng.randint(3, 11)):
        square, text = rng.choice(squares), rng.choice(texts)
        man = genre.man(text)
        side = int(text.rpartition(")")[2].islower())
        if not men[square] and (man.region is None or square in man.region[side]) and not (
                man.en_passant and (square < 8 or square > 55)):
            men[square] = text
    turn = rng.randrange(2)
    births = [rng.choice([square, rng.choice(squares), None]) for square in range(genre.board.size)] \
        if genre.has_births else []
    return Setup(tuple(men), turn, genre.rights_at_home(men) if rights else "", births=elsewhere(births, men))


def judge_texts(genre: Genre) -> list[str]:
    """Men but kings, those that orthodox chess lacks more often."""
    texts = general_tables_of(genre).texts
    found = [text for side in texts for text in side if letter_of(text) != "K" and "royal" not in text]
    return found + [text for text in found if letter_of(text) not in "QRBNP" or text[0] in "=("] \
        + [text for text in found if letter_of(text) == "P"]


def moves_of(genre: Genre, setup: Setup) -> Any:
    """All that is to be compared: moves with their changes, the positions after them, checks and mates."""
    position = Position(genre, setup)
    if not position.is_valid():
        return None
    judge = judge_of(genre, setup)
    found = {}
    for move in judge.moves():
        text = str(judge.rules.tables.uci_texts[move])
        after = position.play(text)
        found[text] = judge.changes_of(move), after.fen(), after.is_check(), after.is_checkmate()
    return found


def compare(name: str, first: int, last: int) -> None:
    compiled = find(name)
    plain = in_plain(compiled)
    for number in range(first, last):
        setup = scattered(Random(f"{name} {number}"), compiled)
        assert moves_of(compiled, setup) == moves_of(plain, setup), (name, number)


@pytest.mark.parametrize("name", [name for name in NAMES if not name.endswith(":rex")])
def test_compiled_forms_do_what_plain_methods_say(name: str) -> None:
    compare(name, 0, 2)


@pytest.mark.long
@pytest.mark.parametrize("name", (*NAMES, *PAIRS))
def test_compiled_forms_do_what_plain_methods_say_of_many(name: str) -> None:
    compare(name, 2, 24)


def perfts(name: str, count: int) -> None:
    genre, found = find(name), 0
    for number in range(100 * count):
        setup = scattered(Random(f"perft {name} {number}"), genre, rights=False)
        position = Position(genre, setup)
        if not position.is_valid() or any(genre.man(man).en_passant for man in setup.men if man):
            continue
        scene = Scene(genre, setup.men, births=setup.birthplaces if genre.has_births else ())
        found_there = sorted(move for move, _ in legal(scene, setup.turn))
        assert sorted(map(str, position.legal_moves)) == found_there, number
        if not found:
            assert position.perft(2) == leaves(scene, setup.turn, 2), number
        found += 1
        if found == count:
            return
    raise AssertionError("too few positions")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_moves_are_those_of_a_generator_in_python(name: str) -> None:
    perfts(name, 4)


@pytest.mark.parametrize(("step", "captures"), [("e1e2", []), ("e1e3", ["d3e2"]), ("e1e4", ["d3e2", "d4e3"])])
def test_pawns_are_taken_on_every_square_that_they_pass(step: str, captures: list[str]) -> None:
    """As Popeye has it: in Einstein chess pawns go one to three squares from their first rank."""
    after = Position(find("einstein"), "1k6/8/8/8/3p4/3p4/3p4/4P2K w - -").play(step)
    for position in (after, Position(after.genre, after.fen())):
        assert sorted(str(move) for move in position.legal_moves if move.is_en_passant) == captures


@pytest.mark.parametrize(("fen", "move", "rights"), [
    ("4k3/8/8/3r4/8/8/8/R2QK3 w Qe -", "d1d5", "Qq"), ("4k3/8/8/3r4/8/8/8/R2QK3 w Q -", "d1d5", "Q"),
    ("3rk3/8/8/8/8/8/8/3QK3 w E -", "d1d8", "E"),
    ("4k3/8/8/3(kamikaze)r4/8/8/8/3QK3 w e -", "d1d5", "q")])
def test_a_rook_that_comes_back_castles_if_its_king_has_not_moved(fen: str, move: str, rights: str) -> None:
    after = Position(find("circe+kamikaze"), fen).play(move)
    assert after.castling_rights == rights == Position(after.genre, after.fen()).castling_rights


@pytest.mark.parametrize("names", [("circe", "pwc"), ("anticirce", "mirror-anticirce"), ("einstein", "anti-einstein"),
                                   ("andernach", "anti-andernach"), ("immune", "file-immune")])
def test_two_rules_of_one_slot_are_refused(names: tuple[str, str]) -> None:
    with pytest.raises(GenreError, match="cannot be combined: both say"):
        find("+".join(names))


def test_homes_are_those_of_the_chessboard() -> None:
    with pytest.raises(GenreError, match="chessboard"):
        find("rollerball+circe")


def solved(problem: Problem, *, shortcuts: bool) -> Solution:
    return (ForcedTask if problem.stipulation.play.is_battle else HelpTask)(problem, shortcuts=shortcuts).alone()


def solutions(name: str, stipulation: str, first: int, last: int) -> None:
    """Searches find the same without pruning."""
    genre = find(name)
    for number in range(first, last):
        setup = scattered(Random(f"{stipulation} {name} {number}"), genre)
        try:
            problem = Problem(genre, Position(genre, setup).fen(), stipulation)
            quick, plain = (solved(problem, shortcuts=shortcuts) for shortcuts in (True, False))
        except ProblemError:
            continue
        assert quick.tree == plain.tree and sorted(quick.lines) == sorted(plain.lines), number


@pytest.mark.parametrize(("name", "fen"), [
    ("must-capture:white", "7k/6pp/8/3p4/4P3/8/8/R3K3 w - -"),
    ("alphabetic:white", "6k1/5ppp/8/8/N3p3/8/8/3RK3 w - -")])
def test_a_mate_that_may_not_be_chosen_is_none(name: str, fen: str) -> None:
    assert solve(Problem("orthodox", fen, "h#0.5")).lines and not solve(Problem(name, fen, "h#0.5")).lines


@pytest.mark.parametrize(("name", "stipulation"), [("circe", "h#2"), ("anticirce", "#2"), ("andernach", "h=2"),
                                                   ("einstein", "ser-h#2"), ("immune", "s#2"), ("circe:rex", "#2")])
def test_searches_find_the_same_without_pruning(name: str, stipulation: str) -> None:
    solutions(name, stipulation, 0, 2)


@pytest.mark.long
@pytest.mark.parametrize("stipulation", ["h#2", "#2", "ser-h#3", "s#2", "h=2", "r#2", "hs#2"])
@pytest.mark.parametrize("name", (*NAMES, *PAIRS))
def test_searches_find_the_same_without_pruning_in_many(name: str, stipulation: str) -> None:
    solutions(name, stipulation, 2, 3)


def hunting(name: str, count: int) -> Iterator[Position]:
    """Random legal positions of a condition, some with a man or a trait more, where the king of the other side is near
    its mate."""
    rng = Random(f"mates {name}")
    while count:
        hunted = rng.choice("wb")
        entry = certified.Entry(name)
        if rng.random() < 0.25:
            entry = certified.with_more(rng, entry)
        diagram = certified.scattered(rng, entry, hunted, "hunt", (1, 2, 2, 3, 3, 4, 5))
        if diagram is None:
            continue
        position = Position(diagram.genre, replace(diagram, side="b" if hunted == "w" else "w").setup)
        if position.is_valid():
            count -= 1
            yield position


@pytest.mark.sample(60)
@pytest.mark.parametrize("name", certified.CONDITION_ENTRIES)
def test_last_moves_are_all_mates(name: str) -> None:
    """The search for mates leaves out moves that cannot mate."""
    for position in hunting(name, 30):
        try:
            problem = Problem(position.genre, position.setup, "ser-#1")
        except ProblemError:
            continue
        mates = {str(move) for move in position.legal_moves if position.play(move).is_checkmate()}
        found = {line[0] for line in HelpTask(problem).alone().lines}
        assert found == mates, f"{position.genre.name}: {position.fen()}"
