"""Genres and elements of the dictionary together: men by letter, rules of promotion, holes; and what conflicts."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from facts import ROOT

from feerie import Position, Problem
from feerie.formats import convert
from feerie.formats.entries import Defaults
from feerie.formats.popeye import reader, writer
from feerie.formats.yacpdb import parse as parse_yacpdb
from feerie.formats.yacpdb import write as write_yacpdb
from feerie.game.genre_file import load
from feerie.genres import ORTHODOX, GenreError, conditions_of, elements_of, find, known_too
from feerie.men import CAMEL, GRASSHOPPER, LION, with_men
from feerie.problems.twins import ChangeCondition, Twin
from feerie.rules.board import Board
from feerie.rules.combination import combine
from feerie.rules.completeness import check
from feerie.rules.genre import Genre, Man, Names
from feerie.rules.movement import KNIGHTWISE, Leaper, Mode
from feerie.rules.on_board import on_board
from feerie.rules.royalty import Royalty
from feerie.rules.trait import Trait

REX = find("rex-multiplex")
A = replace(with_men(ORTHODOX, [GRASSHOPPER]), name="a", names=Names())
B = replace(with_men(ORTHODOX, [LION]), name="b", names=Names())
AT_THE_END = replace(ORTHODOX, name="end", names=Names(), men=(*ORTHODOX.men, Man("E", ORTHODOX.man("N").moves)))
AMAZON = replace(ORTHODOX, name="amazon", names=Names(), men=tuple(
    replace(man, moves=(*man.moves, (Leaper(KNIGHTWISE), Mode.BOTH))) if man.letter == "Q" else man
    for man in ORTHODOX.men))
KNIGHTLESS = replace(ORTHODOX, name="knightless", names=Names(), men=tuple(
    replace(man, promotion=replace(man.promotion, to=("Q", "R", "B"))) if man.promotion else man
    for man in ORTHODOX.men if man.letter != "N"))


@pytest.mark.parametrize(("genres", "letters", "promotion"), [
    ((A, B), "G LI P N B R Q K", "Q R B N G LI"),
    ((A, REX), "G P N B R Q K", "Q R B N G K"),
    ((REX, A, B), "G LI P N B R Q K", "Q R B N K G LI"),
    ((A, AT_THE_END), "G P N B R Q K E", "Q R B N G"),
    ((A, AMAZON, AT_THE_END), "G P N B R Q K E", "Q R B N G"),
    ((KNIGHTLESS, AMAZON), "P B R Q K", "Q R B"),
    ((A, A), "G P N B R Q K", "Q R B N G"),
])
def test_men_are_combined_by_letter(genres: tuple[Genre, ...], letters: str, promotion: str) -> None:
    made = combine(ORTHODOX, *genres)
    assert " ".join(man.letter for man in made.men) == letters
    becomes = made.man("P").promotion
    assert becomes is not None and " ".join(becomes.to) == promotion
    assert made.man("Q") == (AMAZON if AMAZON in genres else ORTHODOX).man("Q")
    assert made.royalty == (REX if REX in genres else ORTHODOX).royalty


def test_royal_kinds_traits_and_rules_are_united() -> None:
    neutral, royal = (replace(ORTHODOX, name=trait.value, names=Names(), traits=(frozenset({trait}),))
                      for trait in (Trait.NEUTRAL, Trait.ROYAL))
    queens = replace(ORTHODOX, name="queens", names=Names(), royalty=Royalty(kinds=("Q",)))
    made = combine(ORTHODOX, neutral, royal, queens, REX)
    assert made.traits == (*neutral.traits, *royal.traits)
    assert made.royalty == Royalty(Royalty.MULTIPLEX.doctrine, ("Q",))


OTHER = replace(ORTHODOX, name="other", names=Names(), men=(Man("G", CAMEL.moves, name="gnu"), *ORTHODOX.men))


@pytest.mark.parametrize(("make", "said"), [
    (lambda: combine(ORTHODOX, A, OTHER), "a and other cannot be combined: both have the man G of their own"),
    (lambda: combine(ORTHODOX, KNIGHTLESS, REX), "knightless and rex-multiplex cannot be combined: both change the "
                                                 "man P"),
    (lambda: combine(ORTHODOX, REX, find("siamois")), "rex-multiplex and siamois cannot be combined: both change the "
                                                      "royalty"),
    (lambda: with_men(OTHER, [GRASSHOPPER]), "other has a man with the letter G: the grasshopper cannot be added"),
    (lambda: find("promotion:QR+promotion:Q"), "promotion:QR and promotion:Q cannot be combined: both say what men "
                                               "promote to"),
    (lambda: find("promotion:PQ"), "P promotes itself: it is nothing to promote to"),
    (lambda: find("promotion:QX"), "no man has the letter X (known: P, N, B"),
    (lambda: find("promotion:QK"), "promotion to royal men needs a rule of several kings"),
    (lambda: find("promotoin:QR"), "no genre is called 'promotoin:QR' (did you mean promotion:QR?)"),
    (lambda: find("grashoper"), "no genre is called 'grashoper' (did you mean grasshopper?)"),
    (lambda: on_board(find("rollerball"), replace(find("rollerball").board, walls=frozenset(range(49)))),
     "the goals of its kings cannot be holes"),
])
def test_what_conflicts_is_one_sentence(make: Callable[[], Genre], said: str) -> None:
    with pytest.raises(GenreError) as error:
        make()
    assert said in str(error.value) and "\n" not in str(error.value)


def test_a_genre_file_and_the_dictionary() -> None:
    [cavalcade] = load(ROOT / "examples" / "genres" / "cavalcade.py")
    with known_too([cavalcade]):
        genre = find("cavalcade+grasshopper+promotion:QH")
        assert genre.name == "cavalcade+grasshopper+promotion:QH"
        assert conditions_of(genre) is cavalcade and elements_of(genre).promotion == ("Q", "H")
        moves = Position(genre, "7k/1P6/8/8/8/8/8/K6G w - - - 0 1").legal_moves
        assert {move.promotion for move in moves if move.promotion} == {"Q", "H"}


@pytest.mark.parametrize("squares", ["a8", "e1h8", "a1b1c1d1e1f1g1h1", "c3d5"])
def test_holes_leave_what_is_complete(squares: str) -> None:
    genre = find(f"rokagogo+berolina-pawn+holes:{squares}")
    own = replace(genre, name="own", names=Names())
    assert check(own) is own
    assert find("orthodox+holes:h1").start is None


def test_holes_take_castlings_with_them() -> None:
    moves = {move.uci() for move in Position("holes:d1", "4k3/8/8/8/8/8/8/R2*K2R w K -").legal_moves}
    assert "e1g1" in moves and "e1c1" not in moves
    board = Board.with_walls(8, 8, "h8")
    assert on_board(ORTHODOX, board).man("P").promotion.zones[0] == board.rows(7)       # type: ignore[union-attr]


PROMOTIONS = {"grasshopper+promotion:QG": ("PromOnly Q G", "PromSeul D S", "UWnur D G"),
              "promotion:QRBN": ("PromOnly Q R B S", "PromSeul D T F C", "UWnur D T L S"),
              "lion+nightrider+promotion:N.NR.LI": ("PromOnly S N LI", "PromSeul C N LI", "UWnur S N LI"),
              "hunter1:.RHR+promotion:Q.H1": ("PromOnly Q RH/R", "PromSeul D ST/T", "UWnur D TH/T"),
              "rex-multiplex+promotion:QK": ("PromOnly Q K", "PromSeul D R", "UWnur D K")}


@pytest.mark.parametrize("name", PROMOTIONS)
def test_rules_of_promotion_are_written_and_read(name: str) -> None:
    problem = Problem(find(name), "7k/2P5/8/8/8/8/8/K7", "h#1.5")
    for code, said in zip(("en", "fr", "de"), PROMOTIONS[name], strict=True):
        text = writer.write(problem, language=code)
        assert said in " ".join(text.split()), text
        assert [entry.problem for entry in reader.parse(text)] == [problem]
    entry = write_yacpdb(problem)
    assert PROMOTIONS[name][0] in entry
    [read] = parse_yacpdb(entry)
    assert read.problem is not None and read.problem.genre == problem.genre


@pytest.mark.parametrize(("conditions", "said"), [
    ("PromOnly", "'PromOnly' needs the letters of men, like Q R B S"),
    ("PromOnly Q rx", "the man 'RX' is not supported"),
    ("PromOnly p/pa", "P/.PA is not supported"),
    ("PromOnly Q K", "promotion to royal men needs a rule of several kings"),
])
def test_rules_of_promotion_that_are_refused(conditions: str, said: str) -> None:
    [entry] = reader.parse(f"BeginProblem\nCondition {conditions}\nPieces White Kc1 Pd7 Black Ka8\nStipulation h#1.5\n"
                           "EndProblem")
    assert entry.problem is None and said in str(entry.error)


@pytest.mark.parametrize(("genre", "rules"), [
    ("royal", "orthodox"), ("leo+neutral", "leo"), ("rokagogo+kamikaze+cylinder", "rokagogo+cylinder"),
    ("rokagogo+neutral-royal+promotion:QR", "rokagogo+promotion:QR"),
])
def test_traits_that_no_man_has_are_no_conditions(genre: str, rules: str) -> None:
    """To Popeye, "Condition royal" is Royal Dynasty. A FEN list has no other place for traits."""
    problem = Problem(find(genre), "7k/2P5/8/8/8/8/8/K7 w - -", "h#1.5")
    for name, kept in (("popeye", rules), ("yacpdb", rules), ("fen", genre), ("epd", genre), ("json", genre)):
        form = convert.FORMATS[name]
        written = convert.write(problem, form)
        assert not written.lost, name
        [entry] = form.read("".join(form.document(iter([written.text]))), Defaults())
        assert find(kept) == entry.get().genre, name
    [twin] = reader.parse(writer.write(replace(problem, twins=(Twin((ChangeCondition(find(genre)),)),))))
    assert twin.get().twins == (Twin((ChangeCondition(find(rules)),)),)


@pytest.mark.parametrize("trait", ["royal", "Neutral", "kamikaze", "neutral-royal"])
@pytest.mark.parametrize("before", ["", "Rokagogo "])
def test_traits_are_not_read_as_conditions(before: str, trait: str) -> None:
    [entry] = reader.parse(f"BeginProblem\nCondition {before}{trait}\nForsyth 7k/8/8/8/8/8/8/K7\nStipulation h#1\n"
                           "EndProblem")
    assert entry.problem is None and trait in str(entry.error)


def test_promotion_in_twins_and_captions() -> None:
    [entry] = reader.parse("BeginProblem\nCondition promonly q g\nPieces White Kc1 Pd7 Black Ka8\nStipulation h#1.5\n"
                           "Twin Condition PromOnly R\nEndProblem")
    assert entry.problem is not None
    parts = [part.genre.name for _, part in entry.problem.parts() if isinstance(part, Problem)]
    assert parts == ["grasshopper+promotion:QG", "promotion:R"]
