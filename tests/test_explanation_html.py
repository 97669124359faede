"""Explanations as HTML: well formed, with every sentence, and with arrows along the paths."""
from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from facts import Fact, facts

from feerie import Position
from feerie.game.explanation import Explanation
from feerie.notation.languages import LANGUAGES
from feerie.views import explanation_html as module
from feerie.views.arrows import Route
from feerie.views.explanation_html import explanation_html
from feerie.why.explain import explain

FACTS = [*facts("diagnosis"), *facts("ray_rules"), *facts("explain_men")]


@pytest.mark.parametrize("fact", FACTS[::2], ids=lambda fact: f"{fact['genre']} {fact['fen'].split()[0]}")
def test_pages_are_well_formed_and_complete(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    for code in LANGUAGES:
        explanation = explain(position, fact.get("move"), code)
        page = explanation_html(position, explanation, code)
        xml = re.sub(r"<(meta[^>]*[^/])>", r"<\1/>", page.removeprefix("<!DOCTYPE html>\n"))
        root = ElementTree.fromstring(xml)
        assert root.get("lang") == code
        text = "".join(root.itertext())
        assert explanation.verdict in text
        for finding in explanation.findings:
            assert finding.sentence in text
        names = re.findall(r'\bid="([^"]+)"', page)
        assert len(set(names)) == len(names) and set(re.findall(r'href="#([^"]+)"', page)) <= set(names)


def test_arrows_turn_where_ways_turn() -> None:
    position = Position("rollerball", "7/7/2***1k/2***2/R1***2/7/K4R1 w - - - 0 1")
    assert module._moves(position, ["a3d7"], True) == [Route(("a3", "a7", "d7"), "green")]
    assert module._moves(position, ["g5g4", "nonsense"], False) == [Route(("g5", "g4"), "yellow")]
    board = Position("orthodox").genre.board
    assert module._arrows(board, [("a1", "b3"), ("a8", "a7", "a6", "b5", "c4")], "red") == [
        Route(("a1", "b3"), "red"), Route(("a8", "a6", "c4"), "red")]


def test_arrows_stop_at_the_edge_of_a_cylinder() -> None:
    position = Position("cylinder", "7k/8/8/8/8/8/6B1/K7 w - -")
    assert module._moves(position, ["g2b5"], True) == [Route(("g2", "h3"), "green"), Route(("a4", "b5"), "green")]
    assert module._moves(position, ["h8a7"], True) == [Route(("h8", "a7"), "green")]


def test_a_page_shows_attackers_and_flights() -> None:
    position = Position("orthodox", "R5k1/5ppp/8/8/8/8/8/4K3 b - -")
    page = explanation_html(position, position.explain())
    assert page.count("<details>") == sum(bool(finding.moves or finding.ways) for finding in
                                          position.explain().findings)
    assert 'class="feerie-arrows"' in page and 'class="feerie-marks"' in page


def test_a_legend_names_fairy_men_traits_and_the_board() -> None:
    position = Position("grasshopper+lion+neutral+royal+cylinder", "7k/8/8/3=G4/2.li5/8/8/K5(royal)g1 w - -")
    page = explanation_html(position, Explanation(None, False, "ungültig", ()), "de")
    assert re.findall(r'href="#([^"]+)"/></svg> ([^<]+)<', page) == [
        ("feerie-nQ-180", "G = Grashüpfer"), ("feerie-bQ-90", "LI = Löwe")]
    assert "königlich: Gg1" in page and "senkrechter Zylinder" in page
    names = re.findall(r'\bid="([^"]+)"', page)
    assert len(set(names)) == len(names) and set(re.findall(r'href="#([^"]+)"', page)) <= set(names)
