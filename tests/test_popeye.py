"""The solver against the solutions Popeye prints: tests/data/popeye_cases.json, read by popeye_cases.py."""
from __future__ import annotations

from contextlib import suppress

import pytest
from conftest import Unfinished
from facts import ROOT, Fact, facts
from popeye_cases import BEYOND, CASES, MEN, Case, outcome, problem_text

from feerie import men
from feerie.base.errors import ProblemError
from feerie.conditions import CONDITIONS
from feerie.formats import popeye, yacpdb
from feerie.formats.popeye.words import CONDITIONS as WORDS
from feerie.formats.popeye.words import SETTINGS, VARIANTS
from feerie.genres import GENRES, find
from feerie.problems.problem import Problem
from feerie.problems.twins import ChangeCondition, Mirror, Twin

LIMIT = 120.0
"""CPU seconds for a part of a case; one that takes longer is counted and named at the end of the run."""


@pytest.mark.parametrize("case", [
    pytest.param(case, id=case["id"], marks=[pytest.mark.long] if case.get("long") else []) for case in CASES + MEN])
def test_solutions_are_those_popeye_prints(case: Case, unfinished: Unfinished) -> None:
    """A case that `differs` must differ, and one that `awaits` something is refused."""
    found = outcome(case, LIMIT)

    if found.word == "unfinished":
        unfinished(LIMIT)
    wanted = ("different", "refused") if "differs" in case else ("refused",) if "awaits" in case else ("equal",)
    assert found.word in wanted, found


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case["id"] for case in CASES + MEN + BEYOND]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_problems_are_read_as_they_were_written(language: str) -> None:
    """Every stipulation, option and twin among the cases, in the three languages."""
    for case in CASES + MEN:
        try:
            problem = popeye.parse(problem_text(case))[0].get()
        except ProblemError:
            assert "differs" in case or "awaits" in case
            continue
        assert popeye.parse(popeye.write(problem, language=language))[0].get() == problem, case["id"]


PLACED = {"en": "BeginProblem\nCondition {}\nStipulation #1\nPieces White Ka1 Black Ka8\nEndProblem",
          "fr": "DebutProbleme\nCondition {}\nEnonce #1\nPieces Blanc Ra1 Noir Ra8\nFinProbleme",
          "de": "AnfangProblem\nBedingung {}\nForderung #1\nSteine Weiss Ka1 Schwarz Ka8\nEndeProblem"}


@pytest.mark.parametrize("fact", facts("condition_words"), ids=lambda fact: fact["text"])
def test_words_of_conditions(fact: Fact) -> None:
    [entry] = popeye.parse(PLACED[fact["language"]].format(fact["text"]))
    if "error" in fact:
        with pytest.raises(ProblemError, match=fact["error"]):
            entry.get()
    else:
        assert entry.get().genre.name == fact["genre"]


@pytest.mark.parametrize("name", [condition.name for condition in CONDITIONS])
def test_conditions_are_read_as_they_were_written(name: str) -> None:
    """In the three languages and as an entry, of the diagram and of a twin that goes on to mirror it."""
    twin = Twin((ChangeCondition(find(name)), Mirror("a1h1")))
    for problem in (Problem(name, "k7/8/8/8/8/8/8/K7", "#1"),
                    Problem("orthodox", "k7/8/8/8/8/8/8/K7", "#1", twins=[twin])):
        for language in PLACED:
            assert popeye.parse(popeye.write(problem, language=language))[0].get() == problem
        assert yacpdb.parse(yacpdb.write(problem))[0].get() == problem


def test_words_of_conditions_are_those_of_entries() -> None:
    names = {condition.base for condition in CONDITIONS}
    settings = {f"{name}:{setting}" for root, table in SETTINGS.items() for setting in table if setting
                for name in (root, *VARIANTS.get(root, ()))}
    assert names <= WORDS.keys() | settings, "no word in formats/popeye/words.py"
    assert WORDS.keys() - {genre.name for genre in GENRES} <= names, "no such condition"


def is_read(word: str) -> bool:
    """Whether a condition is read: alone, or with squares or letters of men behind it."""
    for behind in ("", " d4e5", " Q R B S"):
        with suppress(ProblemError):
            popeye.parse(PLACED["en"].format(word + behind))[0].get()
            return True
    return False


def test_what_the_page_on_popeye_counts() -> None:
    """How many of Popeye's conditions and walks are here."""
    words = facts("popeye_conditions")
    page = " ".join((ROOT / "docs" / "popeye.md").read_text(encoding="utf-8").split())
    assert f"Of Popeye's {len(words)} words for conditions {sum(map(is_read, map(str, words)))} are read" in page
    assert f"163 walks {6 + len(men.MEN) + 1} are here: the six men of chess, the {len(men.MEN)} of" in page
    assert "and [hunters](dictionary/hunters.md) of any two of them (`X/Y`)" in page


@pytest.mark.parametrize(("text", "genre"), [
    ("Pieces White Kh1 Pa2 Black Kh8 Ga8\nCondition CavalierMajeur",
     "grasshopper+nightrider+promotion:QRBG.NR+array:QRB.NR"),
    ("Pieces White Kh1 Pa2 Qb1 Black Kh8\nCondition MarineChess",
     "siren+triton+nereid+marine-knight+promotion:Q.SI.TR.ND.MS+array:.SI.TR.ND.MS"),
    ("Pieces White Kh1 Pa2 Black Kh8\nCondition CASTChess ExclusiveChess", "cast+exclusive")])
def test_sets_promote_to_other_men_of_the_diagram(text: str, genre: str) -> None:
    entry, = popeye.parse("\n".join(["BeginProblem", "Stipulation #1", text, "EndProblem"]))
    assert entry.get().genre.name == genre


def test_a_diagram_that_is_to_have_no_king_may_be_empty() -> None:
    entry, = popeye.parse("BeginProblem\nStipulation h#2\nOption NoWk NoBk\nEndProblem")
    assert not any(entry.get().diagram.men)
    entry, = popeye.parse("BeginProblem\nStipulation h#2\nOption NoWk\nEndProblem")
    with pytest.raises(ProblemError, match="the position is missing"):
        entry.get()
