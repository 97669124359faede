"""Movements, traits and rules in Python, without a compiled form: they play as they are, and say what they lack."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from facts import ROOT, Fact, facts
from plain_men import in_plain_terms
from some_men import COMPILED, NO_CYLINDER, OLDEST, SOME

from feerie import Position, Problem, solve
from feerie.game.genre_file import load
from feerie.genres import ORTHODOX, GenreError, find
from feerie.kernel.general_judge import GeneralJudge
from feerie.kernel.judges import new_judge
from feerie.kernel.perft import count_leaves
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.men import CAMEL, GRASSHOPPER, MEN, with_men
from feerie.notation import fen
from feerie.rules.along import Arrival
from feerie.rules.board import Board
from feerie.rules.change import Stage
from feerie.rules.completeness import check
from feerie.rules.facet import Men
from feerie.rules.genre import Genre, Man, Names
from feerie.rules.movement import Mode
from feerie.rules.properties import NO_PROPERTY, Property
from feerie.rules.scene import Played, Scene
from feerie.rules.setup import Setup
from feerie.rules.trait import OwnTrait, Trait
from feerie.rules.unit import Unit, letter_of, side_of, unit_of

EXAMPLE = ROOT / "examples" / "genres" / "oddities.py"
PAGE = ROOT / "docs" / "own-genre.md"
LETTERS = {man.letter for man in MEN}
BOARDS = {"chessboard": "orthodox", "cylinder": "cylinder", "holes": "holes:c3d5d6g4b7"}


def in_python(genre: Genre) -> Genre:
    """The genre with the men of the dictionary written in Python."""
    return replace(genre, name="plain", names=Names(), men=tuple(
        in_plain_terms(man) if man.letter in LETTERS else man for man in genre.men))


def judge_of(genre: Genre, setup: Setup) -> Judge:
    judge = new_judge(compiled_rules(genre))
    judge.load(setup)
    return judge


def changes(judge: Judge) -> list[Any]:
    """What the legal moves do, in an order that both forms have."""
    assert isinstance(judge, GeneralJudge)
    return sorted(judge.changes_of(move) for move in judge.moves())


def random_setup(rng: Random, genre: Genre, letters: list[str], traits: tuple[str, ...] = ("",)) -> Setup:
    """A king on each side and some men."""
    squares = rng.sample(genre.board.squares, rng.randint(5, 14))
    men = [""] * genre.board.size
    men[squares[0]], men[squares[1]] = "K", "k"
    for square in squares[2:]:
        unit = unit_of(rng.choice(letters))
        man = genre.man(unit.letter)
        if not man.promotion or 8 <= square < 56:
            men[square] = rng.choice(traits) + str(replace(unit, side=rng.randrange(2)))
    return Setup(tuple(men), rng.randrange(2))


QUICK = [(man, board, 4 if man in OLDEST else 2) for number, man in enumerate(SOME) if man in COMPILED
         for board in ("chessboard" if man.letter in NO_CYLINDER else list(BOARDS)[number % 3],)]
LONG = [pytest.param(man, board, 40, marks=pytest.mark.long) for man in COMPILED for board in BOARDS
        if board != "cylinder" or man.letter not in NO_CYLINDER]


@pytest.mark.parametrize(("man", "board", "count"), [*QUICK, *LONG],
                         ids=lambda value: value.letter if isinstance(value, Man) else str(value))
def test_men_in_python_move_as_their_compiled_form(man: Man, board: str, count: int) -> None:
    genre = with_men(replace(find(BOARDS[board]), name="own", castlings=(), loses=Property.LINES), [man])
    plain, rng, found = check(in_python(genre)), Random(f"{man.letter} {board} {count}"), 0
    letters = [str(Unit(man.letter, 0))] * 4 + ["Q", "R", "B", "N", "P"]
    for _ in range(count):
        setup = random_setup(rng, genre, letters)
        fast, slow = judge_of(genre, setup), judge_of(plain, setup)
        where = f"{man.letter} {board}: {fen.write(genre, setup)}"
        assert fast.verdict() is slow.verdict(), where
        assert changes(fast) == changes(slow), where
        found += len(changes(fast))
    assert found


FEW = [fact for fact in facts("men") if "moves" in fact and fact["men"] and fact["fen"].split()[3] == "-"
       and not {"genre", "traits", "promotion"} & fact.keys()]     # men in Python take nothing en passant


@pytest.mark.parametrize("fact", [*FEW[:6], *(pytest.param(fact, marks=pytest.mark.long) for fact in FEW[6:])],
                         ids=lambda fact: fact["fen"])
def test_men_in_python_move_as_in_popeye(fact: Fact) -> None:
    known = {man.letter: man for man in MEN}
    genre = with_men(ORTHODOX, [known[letter] for letter in fact["men"].split()])
    position = Position(in_python(genre), fact["fen"])
    if genre.men[0].letter != "BP":         # its double step is none to what is written in Python
        assert sorted(move.origin + move.target + (move.promotion or "").lower() for move in position.legal_moves) == \
            sorted(move.partition("@")[0] for move in fact["moves"].split())


def test_searches_find_the_same() -> None:
    genre = with_men(ORTHODOX, [GRASSHOPPER])
    for text, stipulation in (("7k/8/5K1G/8/8/8/8/6Q1 w - -", "#2"), ("7k/6p1/8/8/2G5/1Q6/8/K7 w - -", "h#1.5")):
        fast, slow = (solve(Problem(each, text, stipulation)) for each in (genre, in_python(genre)))
        assert slow.complete and fast.complete
        assert (slow.keys, slow.lines) == (fast.keys, fast.lines)
    position = Position(genre, "7k/6p1/8/8/3G4/1Q6/8/K7 w - -")
    assert Position(in_python(genre), position.fen()).perft(2) == position.perft(2)


@dataclass(frozen=True)
class Brittle:
    """What kamikaze men do, but for promotions."""

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        if played.captured:
            yield played.target, ""


def test_a_trait_in_python_is_what_its_compiled_form_is() -> None:
    genre, rng, gone = with_men(ORTHODOX, [CAMEL]), Random(7), 0
    own = check(replace(genre, name="own", names=Names(), traits=(frozenset({OwnTrait("brittle", Brittle())}),)))
    genre = replace(genre, traits=(frozenset({Trait.KAMIKAZE}),))
    for _ in range(30):
        setup = random_setup(rng, genre, [".CA", "R", "N", "Q"], ("", "(kamikaze)"))
        brittle = replace(setup, men=tuple(man.replace("kamikaze", "brittle") for man in setup.men))
        fast, slow = judge_of(genre, setup), judge_of(own, brittle)
        assert isinstance(fast, GeneralJudge) and isinstance(slow, GeneralJudge)
        assert fast.verdict() is slow.verdict()
        texts = {text: move for judge in (slow,) for move in judge.moves()
                 for text in [judge.rules.tables.uci(move)]}
        assert sorted(texts) == sorted(map(fast.rules.tables.uci, fast.moves()))
        for move in fast.moves():
            other = texts[fast.rules.tables.uci(move)]
            fast.push(move)
            slow.push(other)
            assert slow.save().men == tuple(man.replace("kamikaze", "brittle") for man in fast.save().men)
            assert slow.key == slow.recomputed_key()
            gone += sum(map(bool, setup.men)) - sum(map(bool, slow.save().men)) == 2
            fast.pop()
            slow.pop()
    assert gone > 3


@dataclass(frozen=True)
class NoCannibals:
    """No man takes one of its own kind."""

    def may_capture(self, scene: Scene, square: int, side: int, struck: int) -> bool:
        return letter_of(scene.men[square]) != letter_of(scene.men[struck])


@dataclass(frozen=True)
class Frost:
    """Whatever stands beside the square of arrival, kings apart, becomes a pawn... of the other side."""

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        men, target = scene.men, played.target
        for at in (target - 1, target + 1):
            if 8 <= at < 56 and at // 8 == target // 8 and men[at] and letter_of(men[at]) != "K":
                yield at, "p" if side_of(men[at]) == 0 else "P"


def lines(genre: Genre, men: tuple[str, ...], turn: int, depth: int) -> int:
    """The lines of play under NoCannibals or Frost with riders and leapers alone, by brute force."""
    if not depth:
        return 1
    return sum(lines(genre, after, turn ^ 1, depth - 1) for after in plays(genre, men, turn)
               if not is_checked(genre, after, turn))


def arrivals(genre: Genre, men: tuple[str, ...], square: int, side: int) -> Iterator[int]:
    for movement, _ in genre.man(letter_of(men[square])).moves:
        for ray in movement.rays(genre.board, square, side):
            for at in ray:
                yield at
                if men[at]:
                    break


def allows(genre: Genre, men: tuple[str, ...], square: int, struck: int) -> bool:
    return Frost() in genre.rules or letter_of(men[square]) != letter_of(men[struck])


def is_checked(genre: Genre, men: tuple[str, ...], side: int) -> bool:
    king = men.index("k" if side else "K")
    return any(man and side_of(man) != side and king in arrivals(genre, men, at, side ^ 1)
               and allows(genre, men, at, king) for at, man in enumerate(men))


def plays(genre: Genre, men: tuple[str, ...], turn: int) -> Iterator[tuple[str, ...]]:
    for square, man in enumerate(men):
        for at in arrivals(genre, men, square, turn) if man and side_of(man) == turn else ():
            if men[at] and (side_of(men[at]) == turn or letter_of(men[at]) == "K"
                            or not allows(genre, men, square, at)):
                continue
            after = [*men]
            after[square], after[at] = "", man
            for other in (at - 1, at + 1) if Frost() in genre.rules else ():
                if 8 <= other < 56 and other // 8 == at // 8 and after[other] and letter_of(after[other]) != "K":
                    after[other] = "p" if side_of(after[other]) == 0 else "P"
            yield tuple(after)


@dataclass(frozen=True)
class Still:
    """Nowhere: for pawns that only stand."""

    def rays(self, board: Board, square: int, side: int) -> tuple[()]:
        return ()


@pytest.mark.parametrize("rule", [NoCannibals(), Frost()], ids=["captures", "effects"])
def test_rules_in_python_against_brute_force(rule: object) -> None:
    pawn = replace(ORTHODOX.man("P"), moves=((Still(), Mode.BOTH),), promotion=None, en_passant=False)
    genre = check(replace(ORTHODOX, name="ruled", names=Names(), rules=(rule,), castlings=(), start=None,
                          men=(pawn, *ORTHODOX.men[1:])))
    rng, matters = Random(3), 0
    without = replace(genre, name="bare", rules=(), loses=Property.LINES)
    for _ in range(6):
        setup = random_setup(rng, genre, ["R", "N", "Q", "B"])
        judge = judge_of(genre, setup)
        if judge.in_check(setup.turn ^ 1):
            continue
        assert count_leaves(judge, 2) == lines(genre, setup.men, setup.turn, 2), fen.write(genre, setup)
        matters += count_leaves(judge, 2) != count_leaves(judge_of(without, setup), 2)
    assert matters > 1


def test_a_trait_in_python_is_asked_for_its_bearers_alone() -> None:
    genre = check(replace(ORTHODOX, name="own", names=Names(), start=None,
                          traits=(frozenset({OwnTrait("meek", NoCannibals())}),)))
    position = Position(genre, "7k/8/8/8/3r4/8/8/K1(meek)RR4 w - -")
    assert "d1d4" in {move.uci() for move in position.legal_moves}
    position = Position(genre, "2r4k/8/8/3r4/8/8/8/K1(meek)RR4 w - -")
    assert {"d1d5", "c1c7"} <= {move.uci() for move in position.legal_moves}
    assert "c1c8" not in {move.uci() for move in position.legal_moves}


def test_moves_of_men_in_python_are_read_back() -> None:
    rng, genre = Random(9), in_python(with_men(ORTHODOX, [man for man in MEN if man.letter in ("L", "G", "MA")]))
    for _ in range(8):
        setup = random_setup(rng, genre, ["L", "G", ".MA", "R", "P"])
        position = Position(genre, fen.write(genre, setup))
        if not position.is_valid():
            continue
        for move in position.legal_moves:
            for text in (move.uci(), position.san(move), position.long(move)):
                assert position.parse(text) == move, f"{position.fen()}: {text}"


def test_effects_are_changes_of_their_own_stage() -> None:
    genre = replace(ORTHODOX, name="frost", names=Names(), rules=(Frost(),), start=None)
    judge = judge_of(genre, fen.parse(genre, "7k/8/8/3n1b2/8/8/8/K3R3 w - -"))
    assert isinstance(judge, GeneralJudge)
    [move] = [move for move in judge.moves() if judge.rules.tables.uci(move) == "e1e5"]
    assert [(change.square, change.before, change.after) for change in judge.changes_of(move)
            if change.stage is Stage.EFFECT] == [("d5", "n", "P"), ("f5", "b", "P")]


# ------------------------------------------------------------------------------------------- what may go wrong

@dataclass(frozen=True)
class Faulty:
    """Fails where it sees a bishop."""

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        if "b" in men:
            raise LookupError("no way")
        yield from ()


@dataclass(frozen=True)
class Astray:
    """Off the board."""

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[Arrival]:
        yield Arrival(square, 64)


@dataclass(frozen=True)
class Regicide:
    """The king that moved is gone."""

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        yield played.target, ""


def with_man(movement: object, **more: Any) -> Genre:
    return replace(ORTHODOX, name="mine", names=Names(), start=None,
                   men=(Man("O", ((movement, Mode.BOTH),), **more), *ORTHODOX.men))


def test_what_fails_while_it_is_asked_is_raised() -> None:
    genre = check(with_man(Faulty()))
    fine, wrong = "7k/8/8/8/8/8/8/KO6 w - -", "6bk/8/8/8/8/8/8/KO6 w - -"
    said = "a rule in Python fails: LookupError: no way"
    assert len(Position(genre, fine).legal_moves) == 2
    with pytest.raises(GenreError, match=said):
        Position(genre, wrong).status()
    with pytest.raises(GenreError, match=said):
        count_leaves(judge_of(genre, fen.parse(genre, wrong)), 2)
    for stipulation in ("h#2", "#2"):
        with pytest.raises(GenreError, match=said):
            solve(Problem(genre, "7k/8/8/8/8/8/4p3/K1O3R1 w - -", stipulation))
    ruled = replace(ORTHODOX, name="ruled", names=Names(), rules=(Regicide(),), start=None)
    with pytest.raises(GenreError, match="an effect takes or makes a royal man on"):
        Position(ruled, "7k/8/8/8/8/8/8/K7 w - -").status()


@pytest.mark.parametrize(("genre", "said"), [
    (with_man(Astray()), "a move of O from a1 leaves the board"),
    (with_man(Faulty(), en_passant=True), "O has a movement in Python: it cannot capture en passant"),
    (replace(ORTHODOX, name="mine", rules=(3,)), "rules: 3 has none of the methods admits, may_move"),
    (replace(ORTHODOX, name="mine", traits=(frozenset({OwnTrait("royal", Brittle())}),)), "a new name of lower-case"),
    (replace(ORTHODOX, name="mine", traits=(frozenset({"shy"}),)),      # type: ignore[arg-type]
     "traits: 'shy' is not a trait"),
])
def test_what_is_said_of_mistakes(genre: Genre, said: str) -> None:
    with pytest.raises(GenreError) as error:
        check(genre)
    assert said in str(error.value)


def test_no_property_is_taken_for_granted() -> None:
    assert GRASSHOPPER.loses != NO_PROPERTY
    judge = judge_of(replace(ORTHODOX, name="ruled", names=Names(), rules=(NoCannibals(),)),
                     Position("orthodox").setup)
    assert not any(judge.has(each) for each in Property)


# --------------------------------------------------------------------------------------------------- the example

def test_the_page_shows_the_example_as_it_is() -> None:
    assert EXAMPLE.read_text(encoding="utf-8").strip() in PAGE.read_text(encoding="utf-8")


def test_the_example() -> None:
    [genre] = load(EXAMPLE)
    position = Position(genre, "7k/2r5/8/2O5/8/q1(brittle)R5/5Q2/K7 w - -")
    assert sorted(move.uci() for move in position.legal_moves) == ["a1b1", "c3a3", "c5a3", "f2a2"]
    assert position.play("c3a3").fen().split()[0] == "7k/2r5/8/2O5/8/8/5Q2/K7"
    assert {finding.sentence for finding in position.explain("c3a3").findings} >= {
        "the rook on c3 takes the queen on a3", "the rook on a3 disappears"}
