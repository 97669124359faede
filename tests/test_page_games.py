"""Whole games on the page by clicks, one in every genre, and the moves that only fairy genres have."""
from __future__ import annotations

from typing import Any

import pytest
import test_page
from facts import facts
from test_page import Visit, begin, click, men, moves, shot, stand

from feerie import Game
from feerie.genres import GENRES

browser, visit = test_page.browser, test_page.visit
GAMES = {fact["genre"]: fact for fact in facts("page_games")}


@pytest.mark.parametrize("genre", [genre.name for genre in GENRES])
def test_the_games_are_what_the_library_makes_of_them(genre: str) -> None:
    game = Game(genre)
    for number, move in enumerate(GAMES[genre]["moves"].split()):
        assert not game.outcome(), number
        game.push(move)
    outcome = game.outcome()
    assert outcome and outcome.winner and outcome.winner.title() in GAMES[genre]["end"]


def enter(page: Any, genre: str, line: list[str]) -> list[str]:
    """Play moves by clicks, each once the previous one is on the list; returns their short notation by the library."""
    game, written = Game(genre), list[str]()
    for move in line:
        click(page, move[:2], move[2:4])
        written.append(game.position.san(game.position.parse(move)))
        game.push(move)
        moves(page, *written)
    return written


def whole_game(visit: Visit, genre: str) -> None:
    """Play the game of a genre to the end, from its array, or one of its arrays."""
    page = visit()
    begin(page, genre, GAMES[genre].get("fen", ""))
    line = GAMES[genre]["moves"].split()
    enter(page, genre, line)
    assert page.inner_text(".said") == GAMES[genre]["end"]
    position = Game(genre).position
    for move in line:
        position = position.play(position.parse(move))
    stand(page, **position.men())
    assert men(page) == position.men()
    assert page.is_hidden("[data-action=resign]")
    shot(page, f"game-{genre}")


@pytest.mark.long
@pytest.mark.parametrize("genre", GAMES)
def test_a_whole_game(visit: Visit, genre: str) -> None:
    whole_game(visit, genre)


def test_a_king_run(visit: Visit) -> None:
    page = visit()
    begin(page, "rollerball", "7/1K5/2***2/2***2/2***1k/7/7 w - - K")
    click(page, "b6", "c6")
    moves(page, "Kc6")
    assert "White: the king's run has begun" in page.inner_text(".flags")
    click(page, "g3", "g2")
    moves(page, "Kc6", "Kg2")
    click(page, "c6", "d6")
    moves(page, "Kc6", "Kg2", "Kd6#")
    assert page.inner_text(".said") == "White wins (king run)"


def test_a_castling_with_an_enemy_pawn(visit: Visit) -> None:
    page = visit()
    begin(page, "roque", "k7/8/8/8/7p/8/8/4K3 w - -")
    click(page, "e1")
    page.wait_for_selector(".cg-shapes circle")     # the pawn is marked as the partner
    shot(page, "roque-partner")
    click(page, "g3")
    moves(page, "Kg3(Pf2)")
    stand(page, a8="k", g3="K", f2="p", g2="")
    assert len(men(page)) == 3


def test_an_exchange_that_promotes(visit: Visit) -> None:
    page = visit()
    begin(page, "platzwechselrochade", "4K3/8/8/8/8/8/4P3/k7 w - -")
    click(page, "e8", "e2")
    page.wait_for_selector("dialog[open]")
    assert page.locator("dialog[open] .choices button").count() == 4
    shot(page, "exchange-promotion")
    page.click("dialog [data-value=e8e2q]")
    page.wait_for_function("() => document.querySelectorAll('.san').length === 1")
    stand(page, e8="Q", e2="K", a1="k")
    assert len(men(page)) == 3


def test_keyboard_alone(visit: Visit) -> None:
    """From the choice of the genre to taking back a move, without a pointer."""
    page = visit()
    page.wait_for_selector("button.main")
    page.focus("#genre")
    page.keyboard.type("Cas")                       # typing chooses from a list
    for _ in range(12):
        if page.evaluate("document.activeElement.id") == "opponent":
            break
        page.keyboard.press("Tab")
    page.keyboard.type("two")
    for _ in range(12):
        if page.evaluate("document.activeElement.type") == "submit":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#move:enabled")
    page.wait_for_selector("cg-board piece")
    for _ in range(40):
        if page.evaluate("document.activeElement.id") == "move":
            break
        page.keyboard.press("Tab")
    for number, move in enumerate(("e4", "c6", "Ke3"), 1):
        page.keyboard.type(move)
        page.keyboard.press("Enter")
        page.wait_for_function("count => document.querySelectorAll('.san').length === count", arg=number)
    page.wait_for_function("() => document.querySelector('#announcer').textContent.includes('Ke3')")
    for _ in range(30):
        if page.evaluate("document.activeElement.dataset.action") == "take back":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    moves(page, "e4", "c6")


def test_a_premove_and_games_found_again(visit: Visit, server: Any) -> None:
    white = visit()
    begin(white, "orthodox", opponent="link", side="white", clock="days 3")
    link = white.input_value("#invitation")
    black = visit(link.removeprefix(server.address), locale="fr-FR")
    black.wait_for_selector("cg-board")
    black.click("[data-action=flip]")
    click(black, "e7", "e5")
    black.wait_for_selector("[data-action=forget]")
    shot(black, "premove")
    click(white, "e2", "e4")
    moves(white, "e4", "e5")
    moves(black, "e4", "e5")
    black.fill("#move", "e5e4")                     # a typed one; it turns out not to be legal
    black.press("#move", "Enter")
    assert "e5e4" in black.inner_text(".offers")
    click(white, "g1", "f3")
    black.wait_for_function("() => document.querySelector('#problem').textContent !== ''")
    moves(white, "e4", "e5", "Nf3")
    assert white.inner_text(".player.white .clock") == "3d 0h"
    black.click(".brand")
    black.wait_for_selector(".own li")
    assert "Échecs orthodoxes" in black.inner_text(".own li") and "Trait aux Noirs" in black.inner_text(".own li")
    shot(black, "own-games")
    black.click(".own a")
    moves(black, "e4", "e5", "Cf3")
