"""Men of the dictionary, traits, holes and a cylinder with castlings of every kind and several kings: legal moves,
check, mate and stalemate against the plain generator of men_reference.py, in random positions and after their moves.
"""
from __future__ import annotations

from random import Random

import pytest
from men_reference import MenRef, men_reference
from some_men import OLDEST

from feerie import Position
from feerie.genres import find
from feerie.men import MEN
from feerie.men.elements import Elements
from feerie.rules.setup import Setup

CASTLINGS = ("orthodox", "roque", "rokagogo", "platzwechselrochade")
ROYALTIES = ("", "rex-multiplex", "ultra-rex-multiplex", "siamois")
RULES = tuple("+".join(filter(None, (castling, royalty))) for castling in CASTLINGS for royalty in ROYALTIES)
BOARDS = ("", "holes", "cylinder", "", "holes", "horizontal-cylinder", "", "holes", "torus")
NAMED = (*OLDEST, *(man for man in MEN if man.letter in ("MP", "MH")))
NAMES = {man.letter.lower(): man.name.lower().replace(" ", "-") for man in NAMED}
TRAITS = {"=": "neutral", "!": "royal", "^": "kamikaze"}
SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
HOLES = ("b3", "d5", "g4", "e2")
SAME_RULES = 10
"""So many positions have the same men of the dictionary and the same board, whose tables take time."""
CHILDREN = 4
"""After so many moves of a position it is compared again."""


def text_of(man: str) -> str:
    """A man of the reference as setups have it."""
    letter = man.rstrip("=!^")
    named = ",".join(TRAITS[sign] for sign in "!^" if sign in man)
    return "=" * ("=" in man) + (f"({named})" if named else "") + "." * (len(letter) > 1) + letter


def scattered(rng: Random, rules: str, letters: tuple[str, ...], board: str) -> tuple[dict[str, str], str]:
    """Men by square, and who moves. Kings stand at home or are several where the rules allow it."""
    men: dict[str, str] = {}
    free = [square for square in SQUARES if board != "holes" or square not in HOLES]
    rng.shuffle(free)

    def put(man: str, *squares: str) -> None:
        square = next((each for each in (*squares, *free) if each in free and each not in men
                       and not (man.rstrip("=!^").lower() in ("p", "bp", "mp") and each[1] in "18")), "")
        if square:
            men[square] = man

    several = any(royalty in rules for royalty in ROYALTIES[1:])
    for king, home in (("K", "e1"), ("k", "e8")):
        count = rng.choice((1, 2, 2, 3)) if several else 1
        for number in range(count):
            royal = letters[0] if letters[0] not in ("bp", "mp") else "k"
            royal = (royal.upper() if king == "K" else royal) + "!"
            man = king + "^" * (rng.random() < 0.1) if rng.random() < 0.7 else royal
            put(man, *([home] if not number and rng.random() < 0.3 else []))
        if rng.random() < 0.4:
            put("R" if king == "K" else "r", rng.choice("ah") + home[1])
    for _ in range(rng.choice((3, 5, 8, 12))):
        man = rng.choice((*letters, *letters, "q", "r", "b", "n", "p", "p"))
        man = man.upper() if rng.random() < 0.5 else man
        put(man + "^" if rng.random() < 0.15 else man.upper() + "=" if rng.random() < 0.15 else man)
    return men, rng.choice("wb")


def position_of(rules: str, letters: tuple[str, ...], board: str, men: dict[str, str], side: str) -> Position:
    elements = Elements(tuple(man for man in NAMED if man.letter.lower() in letters),
                        holes=HOLES if board == "holes" else ()).names
    elements += (board,) if board not in ("", "holes") else ()
    genre = find("+".join([rules, *elements, *TRAITS.values()]))
    placed = [""] * 64
    for square, man in men.items():
        placed[genre.board.index(square)] = text_of(man)
    return Position(genre, Setup(tuple(placed), "wb".index(side), genre.rights_at_home(placed)))


def compare(position: Position, reference: MenRef) -> None:
    where = f"{position.genre.name}: {position.fen()}"
    status = str(position.status().word)
    assert status == reference.status(), where
    if status != "illegal":
        assert sorted(move.uci() for move in position.legal_moves) == reference.moves(), where
        assert position.is_check() == reference._in_check(reference.side), where


@pytest.mark.parametrize("count", [pytest.param(2), pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("rules", RULES)
def test_the_plain_generator_agrees(rules: str, count: int) -> None:
    rng, met, number, last = Random(rules + str(count)), set[str](), 0, -1
    while number < count:
        if last != number // SAME_RULES:
            last = number // SAME_RULES
            board = BOARDS[(RULES.index(rules) + last) % len(BOARDS)]
            # lines of a locust meet too often on a torus, those of a marine ship on all round boards
            without = {"l", "mh"} if board == "torus" else {"mh"} if board not in ("", "holes") else set()
            letters = tuple(rng.sample(sorted(NAMES.keys() - without), 2))
        men, side = scattered(rng, rules, letters, board)
        known = tuple(letter for letter in NAMES if letter in letters)
        reference = men_reference(rules, known, men, side, HOLES if board == "holes" else (),
                                  board.replace("holes", ""))
        status = reference.status()
        if status == "illegal" and rng.random() < 0.9:
            continue
        position = position_of(rules, letters, board, men, side)
        compare(position, reference)
        met.add(status)
        number += 1
        moves = reference.moves()
        for uci in rng.sample(moves, min(CHILDREN, len(moves))):
            compare(position.play(uci), reference.play(uci))
    assert met - {"illegal"}
