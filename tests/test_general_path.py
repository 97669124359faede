"""The general path: it agrees with the fast one, with Popeye's answers (data/men.json), and with the plain methods.

A genre is put on the general path by decree, by taking `Property.LINES` from it; that its solutions stay the same is
tested with the other properties, in test_needs.py.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest
from facts import SOURCE, TESTS, Fact, facts, perft_facts
from poisoned import answer
from random_positions import GENRE_NAMES, crowded_fen, random_fen
from some_men import IN_TABLES, NO_CYLINDER, OTHERS, SOME
from test_own_men import solved

from feerie import ArgumentError, Error, FenError, Position, Problem, ProblemError, solve
from feerie.genres import ORTHODOX, find
from feerie.kernel.general_judge import GeneralJudge
from feerie.kernel.general_tables import takes_general_path
from feerie.kernel.judges import new_judge
from feerie.kernel.perft import count_leaves
from feerie.kernel.verdict import Judge, PositionVerdict, compiled_rules
from feerie.men import MEN, with_men
from feerie.problems.stipulation import Stipulation
from feerie.rules.along import lines_of
from feerie.rules.board import BLACK, BOTH, CHESSBOARD, FILES, RANKS, WHITE, Board
from feerie.rules.change import Change, Stage
from feerie.rules.facet import plain_arrivals
from feerie.rules.genre import Genre, GenreError, Man, Names
from feerie.rules.movement import Mode
from feerie.rules.properties import Property
from feerie.rules.royalty import Royalty
from feerie.rules.setup import Setup
from feerie.rules.trait import Trait
from feerie.rules.unit import Unit, kind_text, kind_texts, unit_of
from feerie.solving.proof_explanation import explain_proof

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

import fairy

BOARDS = {"chessboard": CHESSBOARD, "cylinder": Board(8, 8, wraps=FILES),
          "holes": Board.with_walls(8, 8, "c3", "d5", "d6", "g4", "b7")}
FEW, FEW_MEN = 40, 12
"""A position with no more moves than this is also counted two moves deep; one with no more men is also solved."""


def by_decree(genre: Genre) -> Genre:
    """The genre, on the general path."""
    return replace(genre, loses=Property.LINES)


def judge_of(genre: Genre, setup: Setup) -> Judge:
    judge = new_judge(compiled_rules(genre))
    judge.load(setup)
    return judge


def texts(judge: Judge, moves: Iterable[int]) -> list[str]:
    return sorted(judge.rules.tables.uci(move) for move in moves)


def seen(judge: Judge) -> tuple[object, ...]:
    """What a judge says of its position. Moves are not compared where one king of several may be taken already."""
    verdict = judge.verdict()
    moves = [] if verdict is PositionVerdict.EXPOSED else judge.moves()
    assert verdict is PositionVerdict.EXPOSED or judge.legal_move_count() == len(moves)
    return (texts(judge, moves), verdict, judge.in_check(WHITE), judge.in_check(BLACK), judge.save(),
            sorted(text for move in moves if judge.gives_check(move) for text in texts(judge, [move])),
            {square: judge.pinners(square) for side in (WHITE, BLACK) for square in judge.kings(side)},
            [judge.attacks(side, square) for side in (WHITE, BLACK) for square in judge.kings(side ^ 1)])


def compare(fast: Judge, general: GeneralJudge, keys: dict[int, int]) -> None:
    """Compare a position and those after each move; `keys`: those of the fast path with those of the general one."""
    where = f"{fast.rules.tables.genre.name}: {fast.save()}"
    assert seen(fast) == seen(general), where
    assert general.key == general.recomputed_key(), where
    assert keys.setdefault(fast.key, general.key) == general.key, where
    if fast.verdict() is PositionVerdict.EXPOSED:
        return
    codes = {text: move for move in fast.moves() for text in texts(fast, [move])}
    for move in general.moves():
        text = general.rules.tables.uci(move)
        men = list(fast.save().men)
        for change in general.changes_of(move):
            at = CHESSBOARD.index(change.square) if fast.rules.tables.genre.board == CHESSBOARD \
                else fast.rules.tables.genre.board.index(change.square)
            assert men[at] == change.before, f"{where} {text}"
            men[at] = change.after
        fast.push(codes[text])
        general.push(move)
        assert fast.save() == general.save(), f"{where} {text}"
        assert tuple(men) == general.save().men, f"{where} {text}"
        assert keys.setdefault(fast.key, general.key) == general.key == general.recomputed_key(), f"{where} {text}"
        assert fast.verdict() is general.verdict(), f"{where} {text}"
        fast.pop()
        general.pop()
    if len(codes) <= FEW:
        assert count_leaves(fast, 2) == count_leaves(general, 2) == count_leaves(general, 2, False), where


@pytest.mark.parametrize("count", [pytest.param(4), pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GENRE_NAMES)
def test_both_paths_agree(name: str, count: int) -> None:
    genre, rng, keys = find(name), Random(zlib.crc32(name.encode()) + count), dict[int, int]()
    assert not takes_general_path(genre)
    for number in range(count):
        fen = crowded_fen(rng) if number % 4 == 3 and "multiplex" in name else random_fen(rng, name)
        position = Position(genre, fen)         # Chess960: of the genre with these homes
        general = judge_of(by_decree(position.genre), position.setup)
        assert isinstance(general, GeneralJudge)
        compare(judge_of(position.genre, position.setup), general, keys)
    assert len(set(keys.values())) == len(keys), "different positions have different keys"


def on_lines(man: Man) -> Genre | None:
    """Orthodox chess with a man of the dictionary, if the fast path takes it."""
    genre = with_men(ORTHODOX, [man])
    return None if takes_general_path(genre) else genre


LINED = [man for man in MEN if on_lines(man)]


@pytest.mark.sample(6)
@pytest.mark.parametrize("man", LINED, ids=lambda man: man.letter)
def test_both_paths_agree_on_men_of_the_dictionary(man: Man) -> None:
    """In positions, and in what is solved with the shortcuts of each path."""
    genre, rng, keys, text = with_men(ORTHODOX, [man]), Random(man.letter), dict[int, int](), kind_text(man.letter)
    for number in range(12):
        board, *rest = random_fen(rng, "orthodox").split()
        men = str.maketrans({"N": text, "n": text.lower(), "P": text} if number % 2 else {"B": text, "b": text.lower()})
        fen = " ".join((board.translate(men), *rest))
        setup = Position(genre, fen).setup
        judge = judge_of(by_decree(genre), setup)
        assert isinstance(judge, GeneralJudge)
        compare(judge_of(genre, setup), judge, keys)
        for stipulation in ("h#1.5", "#2", "s#1") if len(list(filter(None, setup.men))) <= FEW_MEN else ():
            problems = [Problem(each, fen, stipulation) for each in (genre, by_decree(genre))]
            if Position(genre, problems[0].start).is_valid():
                fast, general = (solved(problem, shortcuts=True) for problem in problems)
                assert fast.tree == general.tree and sorted(fast.lines) == sorted(general.lines), f"{fen} {stipulation}"


def test_men_for_which_the_fast_path_has_no_room() -> None:
    """Two kinds that capture en passant, too many movements, several ways to a square under Rex Multiplex."""
    assert len(LINED) > 50
    for name in ("berolina-pawn", "squirrel+erlking+okapi", "grasshopper"):
        assert takes_general_path(find(name)), name
    assert takes_general_path(replace(find("rose"), royalty=Royalty.MULTIPLEX))


def test_both_paths_agree_in_perft() -> None:
    for fact in perft_facts():
        position = Position(fact.genre, fact.epd)
        judge = judge_of(by_decree(position.genre), position.setup)
        for depth, leaves in fact.up_to(3000):
            assert count_leaves(judge, depth) == leaves, f"{fact}, depth {depth}"


def test_positions_and_moves_agree() -> None:
    rng = Random("positions")
    for name in GENRE_NAMES:
        fen = random_fen(rng, name)
        fast, general = Position(name, fen), Position(by_decree(find(name)), fen)
        assert fast.status() == general.status()
        assert set(fast.legal_moves) == set(general.legal_moves)
        for move in general.legal_moves:
            assert general.san(move) == fast.san(move)
            assert general.play(move).fen() == fast.play(move).fen()


# Men and traits

def genre_of(fact: Fact) -> Genre:
    """The genre of a fact, orthodox chess if it names none, with its men, traits and rule of promotion."""
    known = {man.letter: man for man in MEN}
    genre = with_men(find(fact.get("genre", "orthodox")), [known[letter] for letter in fact["men"].split()])
    if "promotion" in fact:
        genre = find(f"{genre.name.removeprefix('orthodox+')}+promotion:{fact['promotion']}")
    traits = tuple(frozenset(map(Trait, each.split(","))) for each in fact.get("traits", ()))
    return replace(genre, traits=traits)


@pytest.mark.parametrize("fact", [fact for fact in facts("men") if "moves" in fact], ids=lambda fact: fact["fen"])
def test_moves_of_men(fact: Fact) -> None:
    genre = genre_of(fact)
    general = genre if takes_general_path(genre) else by_decree(genre)
    for each in dict.fromkeys((genre, general)):
        position = Position(each, fact["fen"])
        assert sorted(move.uci() for move in position.legal_moves) == fact["moves"].split()
        for move in position.legal_moves:
            assert position.parse(move.uci()) == position.parse(position.long(move)) == move
        assert position.fen() == Position(each, position.fen()).fen()
    judge = judge_of(general, Position(genre, fact["fen"]).setup)
    assert isinstance(judge, GeneralJudge)
    vanishing = [move for move in judge.moves() if judge.changes_of(move)[-1].stage is Stage.VANISH]
    assert texts(judge, vanishing) == fact.get("vanishing", "").split()


@pytest.mark.parametrize("fact", [fact for fact in facts("men") if "lines" in fact], ids=lambda fact: fact["fen"])
def test_lines_of_men(fact: Fact) -> None:
    assert Position(genre_of(fact), fact["fen"]).perft(2) == fact["lines"]


@pytest.mark.parametrize("fact", [fact for fact in facts("men") if "stipulation" in fact], ids=lambda fact: fact["fen"])
def test_problems_with_men(fact: Fact) -> None:
    solution = solve(Problem(genre_of(fact), fact["fen"], fact["stipulation"]))
    assert solution.complete
    assert len(solution.lines) == fact["solutions"]


def plain_moves(man: Man, board: Board, square: int, side: int, men: dict[int, int]) -> set[tuple[int, int]]:
    """Where a man goes, and on which square it takes, by the plain methods; `men`: whose man stands where."""
    found = set()
    for movement, mode in man.moves:
        for line, along in lines_of(movement, board, square, side):
            for struck, target in along.arrivals(line, men.keys()):
                if mode != Mode.QUIET and men.get(struck) == side ^ 1:
                    found.add((target, struck))
                if mode != Mode.CAPTURE and struck == target and target not in men:
                    found.add((target, target))
    return found


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("man", [
    *(man for man in SOME if man in IN_TABLES), *(man for man in ORTHODOX.men if not man.royal),
    *(pytest.param(man, marks=pytest.mark.long) for man in OTHERS if man in IN_TABLES)], ids=lambda man: man.letter)
def test_look_ups_hold_what_the_plain_methods_say(man: Man, name: str) -> None:
    board, rng = BOARDS[name], Random(f"{man.letter} {name}")
    bare = replace(man, promotion=None, region=None)
    men = tuple(replace(each, promotion=None, region=None) for each in ORTHODOX.men if each.letter != man.letter)
    genre = by_decree(Genre("plain", (bare, *men), None, Names(), board))
    reached = 0
    for number in range(1000):
        if number >= 60 and reached > 10:
            break
        squares = rng.sample(board.squares, rng.randint(1, 24))
        side = rng.choice((WHITE, BLACK))
        owners = {square: rng.choice((WHITE, BLACK)) for square in squares[1:]}
        texts_by_square = [""] * board.size
        texts_by_square[squares[0]] = str(Unit(man.letter, side))
        for square, owner in owners.items():
            texts_by_square[square] = str(Unit("B" if man.letter != "B" else "R", owner))
        try:
            judge = judge_of(genre, Setup(tuple(texts_by_square), side))
        except GenreError:
            assert name == "cylinder" and man.letter in NO_CYLINDER
            return
        assert isinstance(judge, GeneralJudge)
        moves = [judge.changes_of(move) for move in judge.moves() if move & 63 == squares[0]]
        found = {(board.index(changes[-1].square), board.index(changes[1].square)) for changes in moves}
        assert found == plain_moves(man, board, squares[0], side, owners)
        assert len(found) == len(moves)
        reached += len(found)
    assert reached > 10


def test_a_cylinder_joins_the_first_file_and_the_last() -> None:
    cylinder = BOARDS["cylinder"]
    assert cylinder.step(cylinder.index("h3"), 1, 1) == cylinder.index("a4")
    assert len(cylinder.ray(cylinder.index("a1"), 1, 0)) == 7
    bishop = {at for step in ((1, 1), (-1, 1)) for at in cylinder.ray(cylinder.index("f1"), *step)}
    assert len(bishop) == 13
    multiplex = replace(ORTHODOX, board=cylinder, castlings=(), royalty=Royalty.MULTIPLEX)
    assert takes_general_path(multiplex)


def test_a_torus_joins_ranks_too() -> None:
    torus, lying = Board(8, 8, wraps=BOTH), Board(8, 8, wraps=RANKS)
    knight = {torus.name(at) for files, ranks in product((-2, -1, 1, 2), repeat=2) if abs(files) != abs(ranks)
              if (at := torus.step(torus.index("a8"), files, ranks)) is not None}
    assert knight == {"b2", "b6", "c1", "c7", "g1", "g7", "h2", "h6"}
    assert lying.step(lying.index("e1"), 0, -1) == lying.index("e8") and lying.step(lying.index("h1"), 1, 0) is None
    assert torus.crosses_edge(torus.index("a8"), torus.index("h1")) and not lying.crosses_edge(0, 7)
    assert find("cylinder+horizontal-cylinder").name == find("Tore").name == "torus" and find("torus").start is None


def test_both_paths_agree_on_a_cylinder() -> None:
    genre, rng, keys = replace(ORTHODOX, board=BOARDS["cylinder"], name="cylinder"), Random(3), dict[int, int]()
    for _ in range(12):
        setup = Position(genre, random_fen(rng, "orthodox")).setup
        general = judge_of(by_decree(genre), setup)
        assert isinstance(general, GeneralJudge)
        compare(judge_of(genre, setup), general, keys)


def test_more_kinds_of_men_than_the_fast_path_has_room_for() -> None:
    more = tuple(Man(letter, ORTHODOX.men[1].moves) for letter in "ACE")
    position = Position(replace(ORTHODOX, name="many", men=(*more, *ORTHODOX.men)), "7k/8/8/8/8/8/8/AK6 w - -")
    assert position.perft(2) == Position("orthodox", "7k/8/8/8/8/8/8/NK6 w - -").perft(2)
    assert position.outcome() is None
    solution = solve(Problem(position.genre, "7k/8/6K1/4E3/8/8/8/R7 w - -", "#2"))
    assert solution.keys == solve(Problem("orthodox", "7k/8/6K1/4N3/8/8/8/R7 w - -", "#2")).keys


def test_changes_of_a_move() -> None:
    genre = with_men(ORTHODOX, [man for man in MEN if man.letter == "L"])
    position = Position(genre, "7k/3P4/8/8/8/8/1n6/L3K2R w K - 0 1")
    judge = judge_of(by_decree(genre), position.setup)
    assert isinstance(judge, GeneralJudge)
    changes = {text: judge.changes_of(move) for move in judge.moves() for text in texts(judge, [move])}
    assert changes["d7d8q"] == [Change("d7", "P", "", Stage.ARRIVE), Change("d8", "", "P", Stage.ARRIVE),
                                Change("d8", "P", "Q", Stage.PROMOTE)]
    assert changes["a1c3"] == [Change("a1", "L", "", Stage.ARRIVE), Change("b2", "n", "", Stage.ARRIVE),
                               Change("c3", "", "L", Stage.ARRIVE)]
    assert changes["e1g1"] == [Change("e1", "K", "", Stage.ARRIVE), Change("h1", "R", "", Stage.ARRIVE),
                               Change("g1", "", "K", Stage.ARRIVE), Change("f1", "", "R", Stage.ARRIVE)]


def test_units_have_one_text_each() -> None:
    for text in ("N", "n", ".LI", ".li", "=N", "(royal)G", "(royal,kamikaze).nh", "=(kamikaze)Q", "(royal,shy)n"):
        assert str(unit_of(text)) == text
    assert str(unit_of("=.li")) == "=.LI"
    for text in ("", "NN", ".L", "(,)K", "(neutral)K", "==N", ".LIX"):
        with pytest.raises(ArgumentError):
            unit_of(text)
    for wrong, said in (("(regal)K", "no trait is called 'regal'"), ("(royl)K", "did you mean royal?"),
                        ("(,)K", "is not the text of a man"), ("(royal)K", "its genre must have royal")):
        with pytest.raises(FenError) as error:
            Position("orthodox", f"{wrong}6k/8/8/8/8/8/8/8 w - -")
        assert said in str(error.value)


def test_what_is_not_offered_yet_is_refused() -> None:
    lion = with_men(ORTHODOX, [man for man in MEN if man.letter == "LI"])
    with pytest.raises(ProblemError, match="the diagram is illegal: side not to move in check"):
        solve(Problem(lion, "R6k/8/8/8/8/8/8/K6.LI w - -", "#2"))
    with pytest.raises(FenError, match="expected one of the men"):
        Position(lion, "4.PAk2/8/8/8/8/8/8/K7 w - -")


def test_play_to_a_position_is_not_explained() -> None:
    problem = Problem("grasshopper", "7k/6p1/8/8/3G4/1Q6/8/K7", "a=>b1.5", target="7k/8/6p1/8/3G4/1Q6/K7/8")
    solution = solve(problem)
    assert solution.complete and not solution.lines and explain_proof(solution) is None


# Random positions with men and traits (bench/fairy.py)

Units = dict[int, Unit]


def positions_without_pawns(word: str, count: int) -> Iterator[Position]:
    """Random positions with men, and with traits that need no rules, White to move."""
    problems = fairy.problems(Random(f"{word} {count}"), "#2")
    for problem in islice((problem for problem in problems if not problem.genre.rules), count):
        men = tuple("" if text and unit_of(text).letter in fairy.PAWNS else text for text in problem.start.men)
        position = Position(problem.genre, replace(problem.start, men=men))
        if position.is_valid():
            yield position


def units_of(setup: Setup) -> Units:
    return {square: unit_of(text) for square, text in setup.pieces}


def belongs(unit: Unit, side: int) -> bool:
    return unit.side == side or Trait.NEUTRAL in unit.traits


def arrivals(genre: Genre, units: Units, square: int, side: int) -> Iterator[tuple[int, int, Mode]]:
    """What the man on a square strikes as a man of a side, where it arrives then, and what for."""
    man = next(man for man in genre.men if man.letter == units[square].letter)
    men = [str(units[at]) if at in units else "" for at in range(genre.board.size)]
    for (struck, target), mode in plain_arrivals(man.moves, genre.board, men, square, side):
        yield struck, target, mode


def is_royal(unit: Unit) -> bool:
    return unit.letter == "K" or Trait.ROYAL in unit.traits


def kings_struck(genre: Genre, units: Units, side: int) -> bool:
    struck = {at for square, unit in units.items() if belongs(unit, side ^ 1)
              for at, _, mode in arrivals(genre, units, square, side ^ 1) if mode != Mode.QUIET}
    return any(is_royal(units[at]) and belongs(units[at], side) for at in struck & units.keys())


def after_moves(genre: Genre, units: Units, side: int) -> Iterator[tuple[tuple[int, int, int], Units]]:
    """The legal moves of a position without pawns and castlings, by the plain methods, and what they lead to."""
    for square, unit in units.items():
        for struck, target, mode in arrivals(genre, units, square, side) if belongs(unit, side) else ():
            taken = units.get(struck)
            if mode == Mode.CAPTURE and taken is None or taken is None and struck != target or taken is not None and (
                    mode == Mode.QUIET or not belongs(taken, side ^ 1) or is_royal(taken)):
                continue
            after = {at: other for at, other in units.items() if at not in (square, struck)}
            if taken is None or Trait.KAMIKAZE not in unit.traits:
                after[target] = unit
            if not kings_struck(genre, after, side):
                yield (square, target, struck), after


def squares_of(move: int) -> tuple[int, int, int]:
    """Origin, target, and where a man is taken."""
    origin, target = move & 63, move >> 6 & 63
    return origin, target, move >> 21 & 63 if move >> 27 & 1 else target


@pytest.mark.parametrize("count", [pytest.param(20), pytest.param(1000, marks=pytest.mark.long)])
def test_legal_moves_and_mates_are_those_of_the_plain_methods(count: int) -> None:
    compared = Counter[str]()
    for position in positions_without_pawns("moves", count):
        genre, units = position.genre, units_of(position.setup)
        judge = judge_of(genre, position.setup)
        side = position.setup.turn
        expected = dict(after_moves(genre, units, side))
        where = f"{genre.name}: {position.fen()}"
        assert sorted(map(squares_of, judge.moves())) == sorted(expected), where
        assert judge.in_check(side) == kings_struck(genre, units, side), where
        mates = {move for move, after in expected.items() if kings_struck(genre, after, side ^ 1)
                 and next(after_moves(genre, after, side ^ 1), None) is None}
        found = Problem(genre, position.fen(), "#1")
        keys = {text for move in judge.moves() if squares_of(move) in mates for text in texts(judge, [move])}
        assert set(solve(found).keys) == keys, where
        compared.update(moves=len(expected), mates=len(mates), checked=judge.in_check(side), positions=1)
    assert compared["positions"] > count / 2 and compared["mates"] > count / 10 and compared["checked"]


@pytest.mark.parametrize("count", [pytest.param(6), pytest.param(150, marks=pytest.mark.long)])
@pytest.mark.parametrize("stipulation", ["h#2", "#2", "s#2", "ser-h#2", "hs#2", "r#2", "h=2"])
def test_no_shortcut_changes_a_solution_with_men(stipulation: str, count: int) -> None:
    for problem in islice(fairy.problems(Random(f"shortcuts {count} {stipulation}"), "h#2.5"), count):
        try:
            asked = replace(problem, stipulation=Stipulation.from_entry(stipulation))
            quick, plain = (solved(asked, shortcuts=shortcuts) for shortcuts in (True, False))
        except Error:
            continue
        assert quick.tree == plain.tree and sorted(quick.lines) == sorted(plain.lines), asked


POISONED = [
    ("grasshopper", "8/8/8/8/8/1K6/3R4/k1G5 w - -", "#2"), ("grasshopper", "8/8/8/8/8/1K1G4/3R4/k7 w - -", "#1"),
    ("grasshopper", "7R/8/8/8/8/8/2K2G2/k2R4 b - -", "h#1"), ("grasshopper", "8/8/8/8/8/1K1G4/3R4/k7 b - -", "h=1.5"),
    ("grasshopper", "8/8/8/8/8/1K1G4/3R4/k7 w - -", "s#1"), ("grasshopper", "8/8/8/8/8/kgK5/p7/8 w - -", "hs#1.5"),
    ("neutral", "8/8/8/8/7k/1K6/3=R4/8 w - -", "ser-zh82"),
]


def test_searches_do_not_read_what_this_path_does_not_keep(tmp_path: Path) -> None:
    """Uncompiled that is poisoned; the answers are the same, unless a search forgets that it needs lines."""
    shutil.copytree(SOURCE, tmp_path / "feerie", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.c"))
    told = [json.loads(subprocess.run([sys.executable, str(TESTS / "poisoned.py"), *forgetful], text=True, check=True,
                                      env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True,
                                      input=json.dumps(POISONED)).stdout) for forgetful in ([], ["forgetful"])]
    right = [answer(Problem(*problem)) for problem in POISONED]
    assert told[0] == {"poisoned": True, "answers": right}
    assert told[1]["answers"] != right


@pytest.mark.parametrize("count", [pytest.param(8), pytest.param(150, marks=pytest.mark.long)])
def test_no_shortcut_changes_play_to_a_position(count: int) -> None:
    rng, compared = Random(count), 0
    few = (problem for problem in fairy.problems(rng, "#2") if len(kind_texts(problem.genre)) <= 8)
    for problem in islice(few, count):
        position = Position(problem.genre, problem.start)
        for _ in range(3):
            if moves := list(position.legal_moves):
                position = position.play(rng.choice(moves))
        try:
            asked = Problem(problem.genre, problem.fen, "a=>b1.5", target=position.fen().split()[0])
        except Error:
            continue
        quick, plain = (solved(asked, shortcuts=shortcuts) for shortcuts in (True, False))
        assert sorted(quick.lines) == sorted(plain.lines), asked
        compared += bool(quick.lines)
    assert compared > count / 4
