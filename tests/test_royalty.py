"""Royalty as a value: royal kinds and royal men under each rule of several kings, against plain Python."""
from __future__ import annotations

from random import Random

import pytest
from kings_reference import Kings

from feerie import Position, Problem, solve
from feerie.game.status import Reason
from feerie.genres import GENRES, ORTHODOX, GenreError, elements_of, find
from feerie.kernel.general_judge import GeneralJudge
from feerie.kernel.general_tables import takes_general_path
from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import compiled_rules
from feerie.rules.properties import Property
from feerie.rules.royalty import Doctrine, Royalty
from feerie.rules.setup import Setup
from feerie.rules.unit import unit_of

MIXED = {
    "one king": ("royal:G", "Kk GGgg RrNnP"),
    "rex multiplex, royal grasshoppers": ("rex-multiplex+royal:G", "KkGgGg RrQnNB"),
    "ultra, royal grasshoppers": ("ultra-rex-multiplex+royal:G", "KkGgGg RrQnNB"),
    "siamese, royal grasshoppers": ("siamois+royal:G", "KkGgGg RrQnNB"),
    "rex multiplex, royal locusts and maos": ("rex-multiplex+mao+royal:L.MA", "KkLl.MA.maRrBb Qq"),
    "ultra, royal paos": ("ultra-rex-multiplex+royal:.PA", "Kk.PA.pa.PA.paNnBq"),
    "siamese, royal queens": ("siamois+royal:Q", "KkQqQqNnBPp"),
    "rex multiplex, single royal men": ("rex-multiplex+royal+grasshopper+lion", "Kk(royal)G(royal)gGg.LI(royal).liRr"),
    "rex multiplex, promotion to royal men": ("rex-multiplex+royal:G+promotion:QGK", "KkGgPPPpppR"),
}


def men_of(text: str) -> list[str]:
    """The men of a row of them, a blank for none."""
    found, at = [], 0
    while at < len(text):
        length = next((length for length in range(1, 12) if _is_man(text[at:at + length])), 1)
        found.append(text[at:at + length].strip())
        at += length
    return [man for man in found if man]


def _is_man(text: str) -> bool:
    try:
        return text != "." and bool(unit_of(text))
    except ValueError:
        return False


def compare(name: str, men: list[str], rng: Random) -> tuple[str, int]:
    """Compare one position; its verdict, and the number of legal moves."""
    genre = find(name)
    board = [""] * 64
    for man in men:
        squares = [at for at in range(64) if not board[at] and not (unit_of(man).letter == "P" and at % 56 < 8)]
        board[rng.choice(squares)] = man
    plain = Kings(genre, tuple(board), rng.randrange(2))
    judge = new_judge(compiled_rules(genre))
    assert isinstance(judge, GeneralJudge)
    judge.load(Setup(tuple(board), plain.turn))
    where = f"{name}: {Position(genre, Setup(tuple(board), plain.turn)).fen()}"
    verdict = plain.verdict()
    assert judge.verdict().name.lower() == verdict, where
    if verdict == "exposed":
        return verdict, 0
    moves = sorted(judge.rules.tables.uci(move) for move in judge.moves())
    assert moves == sorted(step.uci(plain.men) for step in plain.legal()), where
    return verdict, len(moves)


@pytest.mark.parametrize("count", [pytest.param(4), pytest.param(150, marks=pytest.mark.long)])
@pytest.mark.parametrize("mixture", MIXED)
def test_royal_men_of_any_kind(mixture: str, count: int) -> None:
    name, text = MIXED[mixture]
    rng, found = Random(f"{mixture} {count}"), dict[str, int]()
    men, moves = men_of(text), 0
    while sum(found.values()) - found.get("exposed", 0) < count:
        chosen = [men[0], men[1], *rng.sample(men[2:], rng.randint(2, min(6, len(men) - 2)))]
        verdict, number = compare(name, chosen, rng)
        found[verdict] = found.get(verdict, 0) + 1
        moves += number
    assert moves


def mates(position: Kings, plies: int) -> list[tuple[str, ...]]:
    """The lines of cooperative play to mate."""
    if not plies:
        return [()] if position.verdict() == "mate" else []
    return [(step.uci(position.men), *line) for step in position.legal()
            for line in mates(position.after(step), plies - 1)]


HELPMATES = {"grasshopper+royal:G": "7N/8/6Q1/8/1r4g1/3K4/8/6R1",
             "rex-multiplex+royal:G": "8/K6R/8/5R1Q/5k2/1g6/7N/8",
             "ultra-rex-multiplex+royal:G": "3K4/8/8/8/5R2/2Q2g2/3R3k/1G6",
             "siamois+royal:Q": "1R5R/8/4K2B/8/8/2N3q1/8/5k2"}


@pytest.mark.parametrize("name", HELPMATES)
def test_searches_know_royal_kinds(name: str) -> None:
    problem = Problem(name, HELPMATES[name] + " b - -", "h#1")
    solution = solve(problem)
    assert solution.complete and solution.lines
    assert sorted(solution.lines) == sorted(mates(Kings(problem.genre, problem.diagram.men, 1), 2))


@pytest.mark.long
@pytest.mark.parametrize("mixture", [name for name in MIXED if name != "one king"])
def test_solutions_with_royal_men_of_any_kind(mixture: str) -> None:
    name, text = MIXED[mixture]
    rng, genre, men, done, found = Random(mixture), find(name), men_of(text), 0, 0
    for _ in range(20_000):
        board = [""] * 64
        chosen = [men[0], men[1], *rng.sample(men[2:], 3), "Q", "R"]
        for man, square in zip(chosen, rng.sample(range(8, 56), len(chosen)), strict=True):
            board[square] = man
        black, white = (Kings(genre, tuple(board), turn) for turn in (1, 0))
        if black.verdict() not in ("ok", "check") or white.verdict() not in ("ok", "check"):
            continue
        helped, direct = (solve(Problem(genre, Setup(tuple(board)), text)) for text in ("h#1", "#1"))
        done, solved = done + 1, bool(helped.lines or direct.keys)
        if done > 3 and not solved:
            continue
        where = f"{name}: {helped.problem.fen}"
        assert sorted(helped.lines) == sorted(mates(black, 2)), where
        assert sorted(direct.keys) == sorted(line[0] for line in mates(white, 1)), where
        found += solved
        if done >= 3 and found:
            return
    raise AssertionError("no problem with a solution")


def test_the_doctrines_of_the_genres() -> None:
    assert {genre.name: genre.royalty for genre in GENRES if genre.royalty != Royalty.ONE_KING} == {
        "rex-multiplex": Royalty.MULTIPLEX, "ultra-rex-multiplex": Royalty.ULTRA, "siamois": Royalty.SIAMESE}
    assert Royalty() == Royalty.ONE_KING == Royalty(Doctrine.ONE_KING)
    assert not any(takes_general_path(genre) for genre in GENRES)
    assert Property.LINES in Royalty(kinds=("G",)).loses


def test_royal_kinds_in_the_name_of_a_genre() -> None:
    genre = find("royal:qG+siamois")
    assert genre.name == "siamois+grasshopper+royal:QG" or genre.name == "siamois+grasshopper+royal:GQ"
    assert find(genre.name) == genre and set(elements_of(genre).royal) == {"G", "Q"}
    promotion = genre.man("P").promotion
    assert promotion and set(promotion.to) == {"R", "B", "N"}
    assert genre.royal_letters == {"K", "G", "Q"} and takes_general_path(genre)
    assert find("royal:K") == ORTHODOX or find("royal:K").royalty == Royalty.ONE_KING
    status = Position("royal:G", "7k/8/8/8/8/8/8/KG6 w - -").status()
    assert (status.word, status.reason) == ("illegal", Reason.TOO_MANY_KINGS)     # as Popeye: "only one king allowed"
    assert Position("royal:G+siamois", "7k/8/8/8/8/8/8/KG6 w - -").is_valid()


@pytest.mark.parametrize(("name", "said"), [
    ("royal:P", "P promotes: its kind cannot be royal, though single men may be ((royal)P)"),
    ("royal:X", "no man has the letter X (known: P, N, B, R, Q, K, G, NR"),
    ("royal:G+promotion:QG", "promotion to royal men needs a rule of several kings"),
    ("rollerball+siamois", "a king run needs one king a side"),
])
def test_royalty_that_does_not_fit(name: str, said: str) -> None:
    with pytest.raises(GenreError) as error:
        find(name)
    assert said in str(error.value)
