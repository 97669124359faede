"""Explanations of genres with men of the dictionary: the facts of data/explain_men.json, and random positions.

What is explained is worked out from the plain methods of the movements; the kernel, which works otherwise, says which
moves are legal, and both must agree about every pair of squares.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from facts import Fact, facts
from some_men import OLDEST, OTHERS, SOME

from feerie import Position
from feerie.game.explanation import Explanation
from feerie.genres import find
from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.men import name_of_man
from feerie.notation.languages import LANGUAGES, language
from feerie.rules.along import Course, Hop, Lame, Overtake, Ride, Vault, course_of
from feerie.rules.genre import Genre
from feerie.rules.royalty import Royalty
from feerie.rules.setup import Setup
from feerie.rules.trait import Trait
from feerie.rules.unit import Unit, side_of
from feerie.why.what_if import WhatIf

FACTS = facts("explain_men")
ALONE = (*map(name_of_man, SOME), "neutral", "royal", "kamikaze", "neutral-royal",
         "volage", "officiating", "halfneutral", "uncapturable", "patrolling", "holes:c3d5e4", "cylinder")
MIXED = ("grasshopper+lion+neutral", "locust+kamikaze+cylinder", "rokagogo+pao+mao", "rex-multiplex+grasshopper",
         "siamois+leo+neutral", "ultra-rex-multiplex+nightrider-hopper", "roque+vao+kamikaze",
         "platzwechselrochade+locust+berolina-pawn", "berolina-pawn+neutral+royal", "camel+zebra+holes:d4e4",
         "grasshopper+royal+cylinder", "nightrider+mao+neutral-kamikaze+holes:b2g7")


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact['genre']} {fact.get('move')} {fact['fen'].split()[0]}")
def test_a_fact(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    asked = position.explain(fact.get("move")).move
    for code in LANGUAGES:
        explanation = position.explain(asked, code)
        assert explanation.legal is fact["legal"]
        told = {finding.sentence for finding in explanation.findings}
        assert set(fact.get(code, ())) <= told, "\n".join(sorted(told))


def test_facts_are_of_every_man_and_trait() -> None:
    named = {part for fact in FACTS for part in fact["genre"].split("+")}
    assert named >= {*map(name_of_man, OLDEST), *(trait.value for trait in Trait)}
    assert all({"en", "fr", "de"} & fact.keys() for fact in FACTS)


@pytest.mark.parametrize("along", [Ride(), Hop(), Hop(beyond=None), Hop(2, 2), Lame(), Vault(), Overtake()], ids=repr)
def test_a_course_has_an_obstacle_unless_it_arrives(along: Ride | Hop | Lame | Vault | Overtake) -> None:
    for length in range(1, 8):
        line = tuple(range(10, 10 + length))
        for there in product((False, True), repeat=length):
            occupied = frozenset(square for square, is_there in zip(line, there, strict=True) if is_there)
            courses = [(target, course_of(along, line, occupied, target)) for target in line]
            going = {(course.struck, target) for target, course in courses if course and course.obstacle is None}
            assert going == set(along.arrivals(line, occupied))
            assert all(set(course.passed) <= occupied for _, course in courses if course)


class Strange:
    """Goes to the second square of a line if a man stands on the first or the third; says nothing of why."""

    def arrivals(self, line: tuple[int, ...], occupied: frozenset[int]) -> Iterator[tuple[int, int]]:
        from feerie.rules.along import Arrival

        if {line[0], line[-1]} & occupied:
            yield Arrival(line[1], line[1])


def test_a_way_to_go_that_says_nothing_of_its_needs() -> None:
    assert course_of(Strange(), (1, 2, 3), frozenset({3}), 2) == Course(2)  # type: ignore[arg-type]
    refused = course_of(Strange(), (1, 2, 3), frozenset(), 2)               # type: ignore[arg-type]
    assert refused and refused.obstacle and not refused.at


NAMES = {
    ("de", "G"): {"the": "der Grashüpfer", "of": "des Grashüpfers", "by": "vom Grashüpfer"},
    ("de", "LI"): {"the": "der Löwe", "whom": "den Löwen", "of": "des Löwen", "by a": "von einem Löwen"},
    ("de", "BP"): {"a": "ein Berolina-Bauer", "into": "in einen Berolina-Bauern", "of": "des Berolina-Bauern"},
    ("de", "CA"): {"the": "das Kamel", "whom": "das Kamel", "into": "in ein Kamel", "no": "kein Kamel", "it": "es"},
    ("de", "L"): {"the": "die Heuschrecke", "of": "der Heuschrecke", "by": "von der Heuschrecke"},
    ("de", "(royal)G"): {"the": "der königliche Grashüpfer", "whom": "den königlichen Grashüpfer",
                         "of": "des königlichen Grashüpfers", "a": "ein königlicher Grashüpfer"},
    ("de", "=(royal)Z"): {"the": "das neutrale königliche Zebra", "a": "ein neutrales königliches Zebra"},
    ("de", "(kamikaze)q"): {"by": "von der Kamikaze-Dame", "bare": "Kamikaze-Dame"},
    ("de", "=N"): {"bare": "neutraler Springer", "to": "dem neutralen Springer", "no": "keinen neutralen Springer"},
    ("fr", "G"): {"the": "la Sauterelle", "by": "par la Sauterelle", "e": "e", "it": "elle"},
    ("fr", "NR"): {"of": "du Noctambule", "a": "un Noctambule", "it": "il"},
    ("fr", "=(royal)L"): {"the": "la Locuste royale neutre", "by a": "par une Locuste royale neutre"},
    ("fr", "(kamikaze)B"): {"to": "au Fou kamikaze"},
    ("en", "=Q"): {"a": "a neutral queen"},
    ("en", "=(royal)G"): {"by a": "by a neutral royal grasshopper"},
}
"""Forms of names, by language and text of a man."""


@pytest.mark.parametrize(("code", "man"), NAMES, ids=str)
def test_names_are_declined(code: str, man: str) -> None:
    words = language(code, find("+".join(map(name_of_man, OLDEST))))
    assert {form: words.form(form, man) for form in NAMES[code, man]} == NAMES[code, man]


# ------------------------------------------------------------------------------------------------ random positions

def random_setup(rng: Random, genre: Genre) -> Setup:
    """A diagram with kings, men of the dictionary and others, many of them with traits."""
    several = genre.royalty is not Royalty.ONE_KING
    squares = rng.sample(genre.board.squares, rng.randint(7, 18))
    texts = [""] * genre.board.size
    royal_kinds = () if several else genre.royalty.kinds
    letters = [man.letter for man in genre.men if not man.royal and man.letter not in royal_kinds]
    fairy = [letter for letter in letters if letter not in "QRBNP"]
    traits = [each for each in genre.traits if Trait.ROYAL not in each]
    royal = [each for each in genre.traits if Trait.ROYAL in each]
    home = genre.home_rights if rng.random() < 0.4 else {}
    for right, (king, rook) in home.items():
        if rng.random() < 0.7:
            texts[king], texts[rook] = genre.home_men(right)
    squares = [square for square in squares if not texts[square]]
    for side in (0, 1):
        at_home = str(Unit(genre.royal.letter, side)) in texts
        for _ in range(rng.choice((1, 2)) - at_home if several else 1 - at_home):
            other = rng.random() < 0.7 and royal
            texts[squares.pop()] = str(Unit(rng.choice(fairy or letters), side, rng.choice(royal))) if other \
                else str(Unit(rng.choice((genre.royal.letter, *royal_kinds)), side))
    for square in squares:
        letter = rng.choice(fairy if fairy and rng.random() < 0.6 else letters)
        man = genre.man(letter)
        side = rng.randrange(2)
        if man.region is None or square in man.region[side]:
            with_traits = traits and rng.random() < 0.5
            texts[square] = str(Unit(letter, side, rng.choice(traits) if with_traits else frozenset()))
    return Setup(tuple(texts), rng.randrange(2), genre.rights_at_home(texts))


def judge_of(genre: Genre, setup: Setup) -> Judge:
    judge = new_judge(compiled_rules(genre), 2)
    judge.load(setup)
    return judge


def check_claims(diagram: WhatIf, move: str, explanation: Explanation) -> None:
    """What findings say of men and squares is true; attacks are asked of the kernel."""
    genre, index = diagram.genre, diagram.genre.board.index
    side = diagram.setup.turn
    attempts = {attempt.move(diagram).uci(): attempt for attempt in diagram.one_man_moves()}
    partners = {genre.board.name(attempt.castling[1].partner_to) for attempt in diagram.castlings() if attempt.castling}
    for finding in explanation.findings:
        assert {man[-2:] for man in finding.men} <= {*map(genre.board.name, diagram.occupied), move[2:4], *partners}, (
            move, finding)
    for finding in explanation.reasons:
        squares, men = [index(name) for name in finding.squares], [index(man[-2:]) for man in finding.men]
        if finding.rule == "along the line" and "hurdle" in finding.sentence and not finding.men:
            assert not {*squares} & diagram.occupied - {index(move[2:4])}, (move, finding)
        if finding.rule == "way free":
            assert men and {*men} <= diagram.occupied & {*squares}, (move, finding)
        if finding.rule in ("man not pinned", "check parried", "king safe", "king's square not attacked") \
                and move in attempts:
            after = judge_of(genre, attempts[move].after.setup)
            [king] = squares
            origin = index(move[:2])
            attackers = {square for square in men if square not in (origin, index(move[2:4]))}
            assert attackers <= {*after.attacks(side ^ 1, king)} | {*attempts[move].after.attacked_kings(side)[king]}
            assert diagram.men[king] or king == index(move[2:4])


def check(position: Position, rng: Random, share: float) -> int:
    """Compare the plain methods with the kernel, and explain pairs of squares; returns how many legal moves there are.

    `share`: of the pairs that are not legal, how many are explained.
    """
    genre, diagram, name = position.genre, WhatIf.at(position), position.genre.board.name
    side = position.turn.number
    judge = judge_of(genre, position.setup)
    for by in (0, 1):
        assert diagram.kings(by) == judge.kings(by)
        for square in genre.board.squares:
            assert diagram.attackers(square, by) == sorted(judge.attacks(by, square)), (position, name(square), by)
    legal = {move.uci(): move for move in position.legal_moves}
    attempts = {attempt.move(diagram).uci(): attempt for attempt in diagram.one_man_moves()}
    for uci, move in legal.items():
        if not move.is_castling:
            assert uci in attempts and attempts[uci].move(diagram).captured_on == move.captured_on, (position, uci)
            assert attempts[uci].after.men == position.play(move).setup.men, (position, uci)
    squares = [name(square) for square in genre.board.squares]
    own = [square for square, man in position.men().items() if man[0] == "=" or side_of(man) == side]
    pairs = [origin + target for origin in own for target in squares if origin + target not in legal]
    others = [rng.choice(squares) + rng.choice(squares) for _ in range(3)]
    for asked in (*legal, *attempts, *rng.sample(pairs, int(len(pairs) * share)), *others):
        explanation = position.explain(asked)
        assert explanation.findings and explanation.legal == all(finding.holds for finding in explanation.findings), (
            position, asked, str(explanation))
        if explanation.legal:
            assert explanation.move in legal and (asked in legal or genre.board.wraps or genre.has_plain_movements)
        elif asked in legal:
            raise AssertionError(f"{position} {asked}: {explanation}")
        else:
            check_claims(diagram, asked, explanation)
        if rng.random() < share:
            other = position.explain(asked, rng.choice(("fr", "de")))
            assert [replace(finding, sentence="") for finding in other.findings] == [
                replace(finding, sentence="") for finding in explanation.findings]
            assert "{" not in other.text and "  " not in other.text
    check_position(position)
    return len(legal)


def check_position(position: Position) -> None:
    """What is said of the position itself; the moves it names are legal or not as it says."""
    explanation = position.explain()
    legal = {move.uci() for move in position.legal_moves}
    for finding in explanation.findings:
        if finding.moves:
            assert {uci in legal for uci in finding.moves} == {finding.holds}, (position, str(finding))
    if position.is_valid():
        attacked = {finding.squares[0] for finding in explanation.findings
                    if finding.rule == "king attacked" and finding.men and finding.men[0][-2:] != finding.squares[0]}
        if position.genre.rules:        # a king may be saved, or crushed, by what a capture does besides
            assert bool(attacked) == position.is_check(), position
        else:
            assert attacked == {square for square in position.kings(position.turn)
                                if position.is_attacked(square, position.turn.other)}, position
    if position.status().word == "check" and position.genre.royalty is Royalty.ONE_KING:
        told = {uci for finding in explanation.findings if finding.holds for uci in finding.moves}
        assert {uci[:4] for uci in legal} == {uci[:4] for uci in told}, (position, legal ^ told)
    for code in LANGUAGES:
        assert "{" not in position.explain(None, code).text


def check_random(genre: Genre, rng: Random, count: int, share: float) -> None:
    seen = invalid = 0
    while seen < count:
        position = Position(genre, random_setup(rng, genre))
        if not position.is_valid():     # most are, with many royal men
            if invalid < 10 * count:
                check_position(position)
            invalid += 1
            continue
        check(position, rng, share)
        seen += 1
        moves = list(position.legal_moves)
        if moves:
            double = [move for move in moves if abs(int(move.target[1:]) - int(move.origin[1:])) == 2
                      and genre.man(move.man).en_passant]
            checks = [move for move in moves if position.gives_check(move)]
            check(position.play(rng.choice(checks or double or moves)), rng, share / 2)


@pytest.mark.sample(15)
@pytest.mark.parametrize("name", [*ALONE, *MIXED])
def test_random_positions(name: str) -> None:
    check_random(find(name), Random(f"men {name}"), 1, 0.05)


@pytest.mark.long
@pytest.mark.parametrize("name", [*ALONE, *MIXED, *map(name_of_man, OTHERS)])
def test_many_random_positions(name: str) -> None:
    check_random(find(name), Random(f"many men {name}"), 3, 0.3)
