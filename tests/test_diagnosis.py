"""What is said of positions, tested with the reference: flights and parries are played there, one by one."""
from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from facts import Fact, facts
from random_positions import GENRE_NAMES, random_fen
from reference import Move as RefMove
from reference import Ref, Square, owned, reference, square_named

from feerie import Position
from feerie.genres import GENRES
from feerie.notation.languages import LANGUAGES
from feerie.why.explain import Explanation, RuleFinding, explain

POSITIONS = [fact for name in ("positions", "rollerball_positions", "popeye_moves", "endings") for fact in facts(name)
             if "genre" in fact and "fen" in fact]
FACTS = facts("diagnosis")


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact['genre']} {fact['status']} {fact['fen'].split()[0]}")
def test_a_fact(fact: Fact) -> None:
    position = Position(fact["genre"], fact["fen"])
    explanation = position.explain()
    assert explanation.status and explanation.status.word == fact["status"]
    assert {finding.rule for finding in explanation.findings} >= set(fact.get("rules", ()))
    for code in LANGUAGES:
        if code in fact:
            told = {finding.sentence for finding in explain(position, None, code).findings}
            assert set(fact[code]) <= told, "\n".join(sorted(told))


def test_facts_are_of_every_genre_and_status() -> None:
    assert {fact["genre"] for fact in FACTS} >= {genre.name for genre in GENRES}
    assert {fact["status"] for fact in FACTS} >= {"mate", "check", "stalemate", "illegal", "draw", "win", "ok"}


# -------------------------------------------------------------------------------- against the reference

def neighbours(ref: Ref, king: Square) -> set[Square]:
    """The squares next to a king."""
    return {(king[0] + files, king[1] + ranks) for files in (-1, 0, 1) for ranks in (-1, 0, 1)
            if (files or ranks) and (king[0] + files, king[1] + ranks) in ref._squares()}


def squares(names: tuple[str, ...]) -> set[Square]:
    """Squares by name."""
    return {square_named(name) for name in names}


def stepped(ref: Ref, king: Square, target: Square) -> Ref:
    """The board after a step of a king that need not be legal."""
    man = ref.board[king]
    return ref._after(RefMove("", "", ((king, target, man),), taken=target if target in ref.board else None))


def uci_of(origin: Square, target: Square) -> str:
    """The text of a move without promotion."""
    return "".join(f"{'abcdefgh'[file]}{rank + 1}" for file, rank in (origin, target))


def enemy_of(ref: Ref) -> str:
    """The side that is not to move."""
    return "b" if ref.side == "w" else "w"


def check_flight(ref: Ref, finding: RuleFinding) -> tuple[Square, Square]:
    """Check that a flight is what the finding says; returns the king's square and the flight."""
    [uci], [name] = finding.moves, finding.squares
    king, target = square_named(uci[:2]), square_named(name)
    occupant = ref.board.get(target, "")
    assert uci[2:4] == name and ref.board[king] == owned("k", ref.side)
    assert finding.holds == (uci in ref.moves()), (ref.fen(), finding)
    if finding.holds:
        return king, target
    if occupant and occupant.isupper() == (ref.side == "w"):
        assert squares(tuple(man[1:] for man in finding.men)) == {target}, (ref.fen(), finding)
    elif occupant.lower() != "k":
        after = stepped(ref, king, target)
        guards = {square for square, _ in after._attacks(after.board, target, enemy_of(ref))}
        if guards:
            assert squares(tuple(man[1:] for man in finding.men)) == guards, (ref.fen(), finding)
            check_ways(finding, after, target)
        else:   # another king is left attacked, or the move gives a check that may not be given
            assert after._in_check(ref.side) or not after._received_check_is_legal(0), (ref.fen(), finding)
    return king, target


def check_ways(finding: RuleFinding, after: Ref, target: Square) -> None:
    """Every path runs from a named man to the square, over empty squares."""
    assert {way[0] for way in finding.ways} >= {man[1:] for man in finding.men}, finding
    for way in finding.ways:
        assert square_named(way[-1]) == target
        assert not any(square_named(name) in after.board for name in way[1:-1]), (after.fen(), finding)


def answering(ref: Ref, king: Square) -> Iterator[str]:
    """The moves of one man, legal or not, that lift an attack from a king and are not the king's own."""
    before = ref._attacks(ref.board, king, enemy_of(ref))
    for move in ref._one_man_moves():
        if move.men[0][0] != king and before - ref._attacks(ref._after(move).board, king, enemy_of(ref)):
            yield move.uci


def said(explanation: Explanation, *rules: str) -> set[str]:
    """The moves that findings of some rules are about."""
    return {uci for finding in explanation.findings if finding.rule in rules for uci in finding.moves}


def check_held_men(ref: Ref, explanation: Explanation) -> None:
    """For a stalemate: every man except the kings is named, and so is each of its moves."""
    if explanation.status and explanation.status.word == "stalemate":
        held = {uci for uci in said(explanation, "man held") if ref.board[square_named(uci[:2])].lower() != "k"}
        stuck = {man[1:] for finding in explanation.findings for man in finding.men[:1]
                 if finding.rule == "man held" and not finding.moves}
        kings = ref._kings(ref.side)
        moves = [move for move in ref._one_man_moves() if move.men[0][0] not in kings]
        assert held == {move.uci for move in moves}, ref.fen()
        own = {square for square, man in ref.board.items() if man.isupper() == (ref.side == "w")}
        assert squares(tuple(stuck)) == own - set(kings) - {move.men[0][0] for move in moves}, ref.fen()


def check(position: Position) -> Explanation:
    """What is said of a position agrees with the reference, and nothing is left out."""
    explanation = position.explain()
    status = position.status()
    assert explanation.status == status and explanation.legal == (status.word != "illegal")
    ref = reference(position.genre.name, position.fen())
    legal = set(ref.moves()) if status.word != "draw" else set()
    kings = {finding.squares[0]: finding for finding in explanation.findings if finding.rule == "king attacked"}
    for name, finding in kings.items():
        attackers = {square for square, _ in ref._attacks(ref.board, square_named(name), enemy_of(ref))}
        if attackers and status.word != "illegal":
            assert squares(tuple(man[1:] for man in finding.men)) == attackers, (position, finding)
            check_ways(finding, ref, square_named(name))
    for finding in explanation.findings:
        assert finding.sentence and "{" not in finding.sentence
        if finding.moves:
            assert {uci in legal for uci in finding.moves} == {finding.holds}, (position, finding)
    check_held_men(ref, explanation)
    flights = [check_flight(ref, finding) for finding in explanation.findings
               if finding.rule == "flight" and finding.moves]
    exchanges = [square_named(finding.squares[0]) for finding in explanation.findings
                 if finding.rule == "flight" and not finding.moves]     # the text of the flight is that of an exchange
    assert len(flights) == len(set(flights)), (position, "a flight is told twice")
    if status.word not in ("mate", "check", "stalemate"):
        return explanation
    assert set(kings) == {f"{'abcdefgh'[file]}{rank + 1}" for file, rank in ref._kings(ref.side)}
    for king in ref._kings(ref.side):
        attacked = bool(ref._attacks(ref.board, king, enemy_of(ref)))
        if attacked or status.word == "stalemate":
            told = {target for of, target in flights if of == king}
            rescues = {square_named(uci[2:4]) for uci in said(explanation, "rescue") if square_named(uci[:2]) == king}
            told |= {target for target in exchanges if uci_of(king, target) in legal} & neighbours(ref, king)
            assert told | rescues == neighbours(ref, king), (position, king)
        if is_mate_of_several(ref, status.word):
            check_rescues(ref, explanation, king)
        elif attacked:
            assert set(answering(ref, king)) <= said(explanation, "parry"), position
    check_illegal_checks(position, ref, explanation)
    return explanation


def is_mate_of_several(ref: Ref, word: str) -> bool:
    """Whether this is a mate by the definition of Rex Multiplex, one king after the other."""
    return word == "mate" and ref.genre.royalty == "rex-multiplex" and len(ref._kings(ref.side)) > 1


def check_rescues(ref: Ref, explanation: Explanation, king: Square) -> None:
    """Every move that frees a king is reported, with the new check or the illegal check that refutes it."""
    here = [finding for finding in explanation.findings if finding.rule == "rescue"]
    for move in ref._one_man_moves():
        start, end, _ = move.men[0]
        after, now = ref._after(move), end if start == king else king
        if after._attacks(after.board, now, enemy_of(ref)):
            continue
        assert not ref._rescues(king, move, 0)
        told = [finding for finding in here if move.uci in finding.moves]
        assert told, (ref.fen(), move.uci)
        for finding in told:
            for name in finding.squares:
                square = square_named(name)
                if square in after._kings(ref.side):
                    before = start if square == end else square
                    old = ref._attacks(ref.board, before, enemy_of(ref)) if before in ref._kings(ref.side) else set()
                    assert after._attacks(after.board, square, enemy_of(ref)) - old, (ref.fen(), finding)
                else:
                    assert square in after._kings(enemy_of(ref)) and not after._received_check_is_legal(0)


def illegal_checks(ref: Ref) -> set[str]:
    """In Rex Multiplex: the moves that only the check they give makes illegal."""
    found = set()
    if ref.genre.royalty == "rex-multiplex":
        for move in ref._candidates():
            after = ref._after(move)
            if not after._in_check(ref.side) and not after._received_check_is_legal(0):
                found.add(move.uci)
    return found


def check_illegal_checks(position: Position, ref: Ref, explanation: Explanation) -> None:
    """They are reported, and no others; for each, also the replies that would parry if the same rule allowed them."""
    expected = illegal_checks(ref)
    if explanation.status and explanation.status.word != "mate":
        assert said(explanation, "illegal check") == expected, ref.fen()
    if explanation.legal:
        for move in ref._candidates():
            if move.uci in expected:
                assert said(position.explain(move.uci), "illegal check") == illegal_checks(ref._after(move)), ref.fen()


@pytest.mark.parametrize("genre", sorted({fact["genre"] for fact in POSITIONS}))
def test_positions_of_the_facts(genre: str) -> None:
    for fact in POSITIONS:
        if fact["genre"] == genre:
            check(Position(genre, fact["fen"]))


def check_random(genre: str, seed: str, games: int, plies: int) -> None:
    """Check the positions of games from random diagrams, in which checks are given where they can be."""
    rng = Random(seed)
    for _ in range(games):
        position = Position(genre, random_fen(rng, genre))
        for _ in range(plies):
            check(position)
            moves = list(position.legal_moves)
            if not moves:
                break
            position = position.play(max(moves, key=lambda move: (position.gives_check(move), rng.random())))


@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_random_positions(genre: str) -> None:
    check_random(genre, f"diagnosis {genre}", 6, 4)


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_many_random_positions(genre: str) -> None:
    check_random(genre, f"diagnosis long {genre}", 300, 6)
