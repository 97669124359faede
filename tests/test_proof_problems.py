"""What surrounds the search for proof games: published ones with their counts, unfinished diagrams, constraints, lists.

The facts (diagram, length, number of solutions, source) are those of databases, of Popeye's examples and of Natch's
test suite. Orthodox games are replayed with python-chess.
"""
from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import chess
import pytest
import yaml

import feerie
from feerie.base.errors import FenError, ProblemError
from feerie.formats import files, proof_list
from feerie.formats.convert import FORMATS
from feerie.formats.convert import write as write_as
from feerie.notation import fen as fens
from feerie.notation.languages import language
from feerie.problems import soundness as reports
from feerie.problems.constraints import Constraints
from feerie.problems.journeys import journeys, journeys_of
from feerie.problems.line import LinePlayer
from feerie.problems.solution import Solution
from feerie.problems.stipulation import Stipulation
from feerie.rules.target import SIGNS, Target, admits
from feerie.solving.help_task import HelpTask
from feerie.solving.proof_explanation import NoGame, ProspectEnd, explain_proof
from feerie.verification.claim_reader import Claims, read
from feerie.verification.claims import CheckResult
from feerie.verification.verify import verify
from feerie.views.captions import stipulation as caption_of
from feerie.views.proof_text import explanation_lines

FACTS = json.loads((Path(__file__).parent / "data" / "proof_games.json").read_text(encoding="utf-8"))
OPEN_GAME = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"
KNIGHT = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R"


def problem(diagram: str, stipulation: str, **more: Any) -> feerie.Problem:
    return feerie.Problem(more.pop("genre", "orthodox"), diagram, stipulation, **more)


def solved(diagram: str, stipulation: str, **more: Any) -> feerie.Solution:
    return feerie.solve(problem(diagram, stipulation, **more), threads=1, hash_mb=16)


def checked(solution: feerie.Solution, **changes: Any) -> CheckResult:
    [claims] = read(json.dumps(solution.as_json() | changes))
    assert isinstance(claims, Claims)
    return verify(claims, max_nodes=30_000).verdict


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact['about']} {fact['genre']} {fact['stipulation']}")
def test_published_games(fact: dict[str, Any]) -> None:
    solution = solved(fact["fen"], fact["stipulation"], genre=fact["genre"], target=fact.get("target"))
    assert solution.complete and len(solution.lines) == fact["solutions"]
    assert solution.verdict == "complete"
    if fact["genre"] != "orthodox" or fact["stipulation"].startswith("ser-"):
        return
    for line in solution.lines:
        board = chess.Board()
        for move in line:
            board.push_uci(move)        # raises an error for an illegal move
        assert board.board_fen() == fact["fen"].split()[0]


# ------------------------------------------------------------------------------------------ unfinished diagrams

def test_what_a_sign_admits() -> None:
    table = {"?": "✓✓✓", "~": "✗✓✓", "+": "✗✓✗", "-": "✗✗✓", "N": "✗✓✗", "": "✓✗✗"}
    for sign, row in table.items():
        assert "".join("✗✓"[admits(sign, man)] for man in ("", "N", "n")) == row
    assert set(SIGNS) == set(table) - {"N", ""}


def test_signs_and_requirements_are_read_and_written() -> None:
    genre = feerie.find("orthodox")
    text = "rnbqkb1r/pppppp-p/????????/4~3/8/5+2/PPPPPPPP/RNBQK?1R b KQ - 0 1"
    setup = fens.parse_target(genre, text)
    assert fens.write(genre, setup) == text
    assert fens.parse_target(genre, text.split()[0]).rights == ""
    with pytest.raises(FenError, match=r"castling: Q needs R on a1, found N"):
        fens.parse_target(genre, "4k3/8/8/8/8/8/8/N3K3 w Q")
    with pytest.raises(FenError, match="wall on a8"):
        fens.parse_target(genre, "*7/8/8/8/8/8/8/8")
    with pytest.raises(FenError):
        feerie.Position("orthodox", text)
    target = problem(text, "dia2").end
    assert target and not target.is_finished and (target.fewest(0), target.most(0)) == (15, 25)


@pytest.mark.parametrize(("diagram", "stipulation"), [
    ("rnbqkbnr/pppp~ppp/8/4?3/4P3/5?2/PPPP1PPP/RNBQKB~R", "dia1.5"),
    ("rnbqkbnr/ppp?pppp/8/3-4/4+3/8/PPPP1PPP/RNBQKBNR", "dia1"),
    ("????????/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "exact-dia2"),
    ("r?bqk?nr/pppp-ppp/????????/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "exact-dia2"),
    (KNIGHT.replace("/8/8/8/", "/8/8/?7/"), "dia?"),
])
def test_unfinished_diagrams(diagram: str, stipulation: str) -> None:
    """The lines are all the games that end in one of the positions that the diagram admits."""
    asked = problem(diagram, stipulation)
    lines = set(solved(diagram, stipulation).lines)
    start, end = feerie.Position(asked.genre, asked.start), asked.end
    assert end and lines
    length = max(map(len, lines))

    def games(position: feerie.Position, line: tuple[str, ...]) -> None:
        if line and end.is_reached_by(position.setup) and (not asked.stipulation.exact or len(line) == length) \
                and (len(line) - length) % 2 == 0:
            found.add(line)
            return
        if len(line) < length:
            for move in position.legal_moves:
                games(position.play(move), (*line, move.uci()))

    found: set[tuple[str, ...]] = set()
    if length < 4:
        games(start, ())
        assert lines == found
    else:
        assert lines == set(HelpTask(asked, shortcuts=False).alone().lines)
    for line in lines:
        position = start
        for move in line:
            position = position.play(move)
        assert end.is_reached_by(position.setup)


def test_required_rights() -> None:
    home = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"
    assert solved(home, "exact-dia4").lines
    kept = solved(home + " w KQkq - 0 1", "exact-dia4").lines
    assert 0 < len(kept) < len(solved(home, "exact-dia4").lines)
    assert not any(move[:2] in ("e1", "e8", "a1", "h8") for line in kept for move in line)
    assert solved(home + " w - - 0 1", "exact-dia4").lines == solved(home, "exact-dia4").lines


# ------------------------------------------------------------------------------------------------ constraints

def test_constraints_are_read_and_written() -> None:
    data = yaml.safe_load("""
        g1: {path: [f3, e5], captured: {on: e5, by: d6}}
        e1: unmoved
        b8: {moves: 2-4}
        a1: {captured: false, moves: 3+}
        never: [d4, e4]
        """)
    constraints = Constraints.of(data)
    assert constraints.texts == ("a1 moves 3+, uncaptured", "b8 moves 2-4", "e1 unmoved",
                                 "g1 path f3 e5, captured on e5 by d6", "never d4 e4")
    assert Constraints.of(list(constraints.texts)) == constraints
    assert Constraints.of("Ng1: path f3, e5; moves 2").texts == ("Ng1 path f3 e5, moves 2",)


BROKEN = {
    "g1": "says nothing", "nonsense": "begins neither", "g1 flies": "not understood", "g1 moves 4-2": "more than",
    "g1 path f3, path e5": "two things", "g1 unmoved, path f3": "two things", "never": "names no square",
    "e4 unmoved": "no man starts", "Bg1 unmoved": "the man that starts on g1 is N", "z9 unmoved": "not a square",
    "e2 captured by d2": "same side", "e1 captured": "never taken", "g1 unmoved, uncaptured": "g1 is empty",
    "g1 path f3, moves 3": "moves at most", "e2 moves 3+": "gives|give",
}


@pytest.mark.parametrize("text", BROKEN)
def test_contradictions(text: str) -> None:
    with pytest.raises(ProblemError, match=BROKEN[text]) as error:
        problem(KNIGHT, "dia1.5", constraints=[text])
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("diagram", "fault"), [
    ("rnbqkbnr/pppppppp/8/8/8/5NN1/PPPPPPPP/RNBQKB1R", "White has 17 men"),
    ("rnbqkbnr/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBN1", "Black has 17 men"),
    ("rnbqkbn1/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBN1", "Black has 9 pawns"),
    ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "Black has no king"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQKBNR", "White has 2 kings"),
])
def test_numbers_of_men(diagram: str, fault: str) -> None:
    with pytest.raises(ProblemError, match=fault):
        problem(diagram, "dia4")
    if "no king" in fault:
        assert problem(diagram.replace("q1b", "q?b"), "dia4").end
    if "kings" in fault:
        assert problem(diagram.replace("PPPPPPPP", "PPPPPPP1"), "dia9", genre="rexmultiplex").end


@pytest.mark.parametrize(("constraints", "stipulation"), list(product(
    [["g1 path f3"], ["e2 moves 2"], ["g1 moves 2+"], ["never e3 e6"], ["e2 path e4", "d8 unmoved"], ["b1 moves 0"]],
    ["dia2.5", "exact-dia2.5", "dia?"])))
def test_every_line_keeps_to_the_constraints(constraints: list[str], stipulation: str) -> None:
    solution = solved(OPEN_GAME, stipulation, constraints=constraints)
    plain = solved(OPEN_GAME, f"exact-dia{(len(solution.lines[0]) if solution.lines else 5) / 2}".replace(".0", ""))
    player, said = LinePlayer(plain.problem), Constraints.of(constraints)
    kept = [line for line in plain.lines if said.broken_by(journeys(player, line)) is None]
    assert [line for line in solution.lines if len(line) == len(plain.lines[0])] == kept
    assert reports.soundness(solution).tested.value in ("constrained", "examined")
    assert reports.soundness(solution).certificate is None
    if stipulation == "dia?" and len(plain.lines[0]) < 5:
        assert checked(solution) is CheckResult.CONFIRMED
        if len(solution.lines) > 1:
            assert checked(solution, lines=[list(line) for line in solution.lines[1:]],
                           keys=sorted({line[0] for line in solution.lines[1:]})) is CheckResult.REFUTED


def test_the_checker_notices_broken_constraints() -> None:
    plain = solved(OPEN_GAME, "exact-dia2.5")
    other = [list(line) for line in plain.lines]
    constrained = solved(OPEN_GAME, "exact-dia2.5", constraints=["e2 path e4"])
    assert checked(constrained, lines=other, keys=list(plain.keys)) is CheckResult.REFUTED


def test_journeys_of_castlings_captures_and_promotions() -> None:
    game = "e2e4 d7d5 e4d5 c7c6 d5c6 e7e5 c6b7 e8e7 b7a8q g8f6 g1f3 g7g6 f1e2 f8g7 e1g1"
    position = feerie.Position("orthodox")
    made = []
    for uci in game.split():
        made.append(position.parse(uci))
        position = position.play(uci)
    found = {journey.home: journey for journey in journeys_of(feerie.Position("orthodox"), made)}
    assert (found["e2"].squares, found["e2"].becomes, found["e2"].moves) == (["e4", "d5", "c6", "b7", "a8"], "Q", 5)
    assert (found["h1"].squares, found["h1"].moves, found["e1"].squares) == (["f1"], 0, ["g1"])
    assert (found["d7"].captured_on, found["d7"].captured_by, found["a8"].captured_by) == ("d5", "e2", "e2")


# ------------------------------------------------------------------------------- names, captions, lists, formats

@pytest.mark.parametrize(("text", "usual"), [
    ("PG 6.5", "dia6.5"), ("PJ en 2,5 coups", "dia2.5"), ("BP in 6,5 Zügen", "dia6.5"), ("SPG in 6.5", "dia6.5"),
    ("Beweispartie in 7 Zügen", "dia7"), ("partie justificative en 3 coups", "dia3"),
    ("dia ?", "dia?"), ("PG ?", "dia?"),
    ("proof game in 3 moves", "dia3"), ("exact-PG 4", "exact-dia4"), ("ser-PG 4", "ser-dia4"), ("a=>b ?", "a=>b?"),
])
def test_names_of_stipulations(text: str, usual: str) -> None:
    assert str(Stipulation.parse(text)) == usual


def test_captions_are_read_again() -> None:
    for code, name in (("en", "exact-PG 1.5"), ("fr", "exact-PJ 1,5"), ("de", "exact-BP 1,5")):
        asked = problem(OPEN_GAME, "exact-dia1.5")
        assert caption_of(asked, code) == name
        assert Stipulation.parse(name) == asked.stipulation


def test_lists_of_proof_games() -> None:
    text = ("Gianni Donati\nInternet 1996\n\ntcf1rfct/pppp1ppp/8/4p3/3d4/4RP2/PPPPP1PP/TCFD1FCT\n6\n\n-----\n"
            f"{KNIGHT} 0.5\n{KNIGHT} w - - 0 1\n?\n\n"
            "rn1qkbnr/ppp2ppp/3pp3/8/4K1b1/4P3/PPPP1PPP/RNBQ1BNR\n7 - Rokagogo\n"
            f"{KNIGHT}\n\nno length\n{KNIGHT[1:]} 3\n{KNIGHT} 3 - Masand\n")
    found = files.parse(text)
    assert [str(entry.problem.stipulation) if entry.problem else str(entry.error).split(":")[0] for entry in found] == [
        "exact-dia3", "dia0.5", "dia?", "exact-dia3.5", "line 14", "line 17", "line 18"]
    first = found[0].get()
    assert (first.author, first.source) == (("Gianni Donati",), "Internet 1996")
    assert first.fen.split()[0] == "rnb1kbnr/pppp1ppp/8/4p3/3q4/4KP2/PPPPP1PP/RNBQ1BNR"
    assert found[3].get().genre == feerie.find("rokagogo")
    for entry in found[:4]:
        assert next(proof_list.entries(proof_list.write(entry.get()))).get() == entry.get()


@pytest.mark.parametrize("name", ["popeye", "epd", "pgn", "json"])
def test_formats_hold_everything(name: str) -> None:
    asked = problem(f"{KNIGHT.replace('pppppppp', 'ppp?ppp~')} w KQ", "dia1", constraints=["g1 path f3", "never d4"])
    assert not write_as(asked, FORMATS[name]).lost
    two = feerie.Problem("orthodox", "4k3/8/8/8/8/8/8/R3K3 b", "a=>b2", target="?3k3/8/8/8/8/8/8/R3K3 w Q")
    assert not write_as(two, FORMATS[name]).lost
    plain = problem(KNIGHT, "dia?", constraints=["g1 path f3"])
    assert not write_as(plain, FORMATS["yacpdb"]).lost or "source" in write_as(plain, FORMATS["yacpdb"]).lost


def test_a_yaml_entry_has_constraints() -> None:
    text = ("---\nalgebraic: {white: [Ke1], black: [Ke8]}\nstipulation: 'PG 1'\n"
            "constraints: {e1: unmoved, never: [d4]}\n")
    text = text.replace("[Ke1]", "[" + ", ".join(f"{man}{square}" for man, square in zip(
        "RSBQKBSRPPPPPPPP", [f"{file}1" for file in "abcdefgh"] + [f"{file}2" for file in "abcdefgh"])) + "]")
    text = text.replace("[Ke8]", "[" + ", ".join(f"{man}{square}" for man, square in zip(
        "RSBQKBSRPPPPPPPP", [f"{file}8" for file in "abcdefgh"] + [f"{file}7" for file in "abcdefgh"])) + "]")
    [entry] = files.parse(text)
    assert entry.get().constraints.texts == ("e1 unmoved", "never d4") and not entry.get().unread


# ---------------------------------------------------------------------------------------------- verdicts, reasons

def test_verdicts() -> None:
    assert solved(KNIGHT, "dia?").verdict == "shortest proven"
    assert solved(OPEN_GAME, "dia1.5").verdict == "complete"
    assert feerie.solve(problem(OPEN_GAME, "dia1.5"), threads=1, max_solutions=1).verdict == "limit"
    assert solved("7k/8/5K2/8/8/8/8/6R1", "#2").verdict is None
    assert checked(solved(KNIGHT, "dia?")) is CheckResult.CONFIRMED
    assert checked(solved(OPEN_GAME, "dia?")) is CheckResult.CONFIRMED
    longer = [["e2e3", "e7e6", "e3e4", "e6e5", "g1f3"]]
    assert checked(solved(OPEN_GAME, "dia?"), lines=longer, keys=["e2e3"], sound=True) is CheckResult.REFUTED


@pytest.mark.parametrize(("diagram", "stipulation", "reason"), [
    ("rnbqkbnr/1p1p1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "dia1", NoGame.LOST),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBQR", "dia4", NoGame.PROMOTED),
    ("rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNP", "dia4", NoGame.UNREACHABLE),
    ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R", "dia1", NoGame.PARITY),
    ("rnbqkbnr/1pp1pppp/p2p4/1B6/4P3/8/PPPP1PPP/RNBQK1NR", "dia2", NoGame.SEARCHED),
    ("rnbqkb1r/pppppppp/8/8/8/5n2/PPPPPPPP/RNBQKBNR", "dia1", NoGame.LEAST),
    ("rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQK1NR", "dia3", NoGame.NEVER),
    ("rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR", "dia?", NoGame.NEVER),
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQK2R w KQ", "dia3.5", NoGame.EXCLUDED),
])
def test_reasons(diagram: str, stipulation: str, reason: NoGame) -> None:
    solution = solved(diagram, stipulation)
    found = explain_proof(solution)
    assert solution.complete and not solution.lines and found and found.why_not
    assert found.why_not.reason is reason
    for code in ("en", "fr", "de"):
        assert any(line for line in explanation_lines(found, language(code)))
    assert json.dumps(found.as_json())


def test_explanation_of_a_game() -> None:
    solution = solved("rnbqkbn1/p1ppppp1/1p6/Q7/8/4P2r/PPPP1PPP/RNB1KBNR", "dia3")
    found = explain_proof(solution)
    assert found and not found.why_not
    assert [(bound.least, bound.moves, bound.spare) for bound in found.bounds] == [(3, 3, 0), (2, 3, 1)]
    text = "\n".join(explanation_lines(found, language("en")))
    assert "wQd1-h5-a5 (2)" in text and "bPh7-h5 (1), taken on h5 by wQd1" in text
    assert explain_proof(solved("7k/8/5K2/8/8/8/8/6R1", "#2")) is None


@pytest.mark.parametrize(("code", "lines"), [
    ("en", ["White: moves needed at least 15, available 5, lacking 10",
            "No solution: White has lost 15 men; Black has only 5 moves."]),
    ("fr", ["Blancs\xa0: au moins 15 coups nécessaires, 5 disponibles, il en manque 10",
            "Pas de solution\xa0: les Blancs ont perdu 15 pièces, les Noirs n’ont que 5 coups."]),
    ("de", ["Weiß: mindestens 15 Züge nötig, 5 verfügbar, 10 zu wenig",
            "Keine Lösung: Weiß hat 15 Steine verloren, Schwarz hat nur 5 Züge."])])
def test_without_a_game_no_moves_were_made(code: str, lines: list[str]) -> None:
    found = explain_proof(solved("8/8/8/3k4/8/8/8/4K3", "exact-dia5"))
    assert found
    told = list(explanation_lines(found, language(code)))
    assert [told[0], told[-1]] == lines


def test_games_among_many_are_found_soon() -> None:
    """Each takes millions of positions if one first move is searched to its end after the other."""
    for diagram, plies in (("r1b1kbnr/p1p1p1p1/p6p/5p2/8/N2QPN2/PP3PPP/R1B1K2R", 15),
                           ("1nRq1bnr/2r1kp2/4p3/2pp2P1/2PP2P1/N3P2p/P4K1P/R1BQ1BNR", 34),
                           ("r1bqkb1r/p1p1p1pp/3p4/3B1pP1/P3n3/2P5/1PQ1PPNP/RNB3K1", 31)):
        found = feerie.solve(problem(diagram, f"exact-dia{plies / 2:g}"), threads=1, max_solutions=10)
        assert len(found.lines) == 10 and found.nodes < 1_000_000
        assert checked(found) is not CheckResult.REFUTED


def test_games_found_in_a_search_that_is_stopped_are_kept() -> None:
    asked = problem("r1b1kbnr/p1p1p1p1/p6p/5p2/8/N2QPN2/PP3PPP/R1B1K2R", "exact-dia7.5")
    found = feerie.solve(asked, threads=1, max_solutions=100_000, max_nodes=400_000)
    assert not found.complete and found.lines


def test_limited_searches_of_few_games_are_complete() -> None:
    """Whether probed or not, fewer games than the limit are all of them."""
    for diagram, stipulation, limit in ((OPEN_GAME, "dia2.5", 1000), (KNIGHT, "exact-dia2.5", 1000)):
        limited = feerie.solve(problem(diagram, stipulation), threads=1, max_solutions=limit)
        assert limited.complete and list(limited.lines) == list(solved(diagram, stipulation).lines)


def test_a_target_counts_its_men() -> None:
    target = Target(("K", "?", "~", "+", "-", "", "p"))
    assert (target.fewest(0), target.most(0), target.fewest(1), target.most(1)) == (2, 4, 2, 4)


def test_prospects_where_the_search_is_stopped() -> None:
    """The knights of c1 and c3 come from b1 and g1 by the shortest paths, and nothing is left open."""
    diagram = problem("1n1r1kn1/1pp2ppp/3ppq1r/p4b1B/3P1BQb/1RN1P3/PPP2PPP/2N2RK1", "dia14")
    found = explain_proof(Solution(diagram, complete=False))
    assert found and not found.journeys and found.why_not is None
    men = {prospect.home: prospect for prospect in found.prospects}
    assert men["g1"].ends == (ProspectEnd("c1", "N", 2, 2),) and men["b1"].ends == (ProspectEnd("c3", "N", 1, 1),)
    assert {"a2", "h7"}.isdisjoint(men)
    # c2 and d2 may have been taken anywhere, or stand there
    open_ended = explain_proof(Solution(problem("1n1r1kn1/1pp2ppp/3ppq1r/p4b1B/3P1BQb/1RN1P3/P??2PPP/2N2RK1", "dia14"),
                                        complete=False))
    assert open_ended and open_ended.bounds[0].least == 12
    assert ProspectEnd(None, None, 0, 2) in {prospect.home: prospect for prospect in open_ended.prospects}["c2"].ends
