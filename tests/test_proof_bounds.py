"""The bounds on play to a position lose no game: random games are found again, with every other way to the same end.

From the array and from random positions, in every genre, and under conditions that leave men on their rays; captures,
promotions and castlings are favoured. The lines are those of a search without bounds, and the game that was played is
always among them. Orthodox games are replayed with python-chess. Each bound is switched off in turn.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import chess
import pytest
from certified import CONDITION_ENTRIES
from random_positions import GENRE_NAMES, random_fen

import feerie
from feerie.notation import fen as fens
from feerie.problems.constraints import Constraints
from feerie.problems.journeys import Journey, journeys
from feerie.problems.line import LinePlayer
from feerie.search.proof.graph import can_be_followed
from feerie.search.proof.structs import Bounds
from feerie.solving.help_task import HelpTask
from feerie.solving.task import Task

QUICK, LONG = 2, 500
RESTRAINED = ("multicaptures", "koko+rokagogo", "immune:rex", "bolero", "maximummer:white+roque", "grid+rex-multiplex",
              "promotion-squares:white:d5e5", "isardam+platzwechselrochade-popeye", "brunner")
"""Genres of the general path whose men go along their rays."""
PLAIN_NODES = {False: 8_000, True: 400_000}
"""About how many positions a search without bounds may play, in quick and long runs; it limits the length of games."""


def lines(problem: feerie.Problem, shortcuts: bool = True, bounds: Bounds = Bounds.ALL) -> Sequence[tuple[str, ...]]:
    return HelpTask(problem, shortcuts=shortcuts, bounds=bounds).alone().lines


def random_start(rng: Random, genre: str) -> feerie.Position:
    """The array, or a random legal position of at most sixteen men a side."""
    if rng.random() < 0.2 and feerie.find(genre).start:
        return feerie.Position(genre)
    while True:
        try:
            position = feerie.Position(genre, random_fen(rng, genre))
        except feerie.Error:
            continue
        if list(position.legal_moves):
            return position


def weight(move: feerie.Move) -> int:
    return 1 + 3 * move.is_capture + 6 * move.is_castling + 6 * bool(move.promotion)


def random_game(rng: Random, genre: str, most: int) -> feerie.Problem | None:
    """A problem that asks for the games with the length and end of a random one; None if that ended too soon."""
    start = position = random_start(rng, genre)
    plies, size = 0, 1
    wanted = rng.randint(4, 8)
    played = []
    while plies < wanted:
        moves = list(position.legal_moves)
        size *= len(moves)
        if not moves or size > most and plies >= 2:
            break
        move = rng.choices(moves, [weight(move) for move in moves])[0]
        played.append(move.uci())
        position = position.play(move)
        plies += 1
    if plies < 2:
        return None
    length = f"{plies // 2}.5" if plies % 2 else f"{plies // 2}"
    return feerie.Problem(genre, start.fen(), f"exact-a=>b{length}", target=position.fen(), title=" ".join(played))


def compare(genre: str, seed: int, count: int, long: bool,
            change: Callable[[Random, feerie.Problem], feerie.Problem] | None = None) -> None:
    """Compare `count` random games, each problem as it is or changed."""
    rng = Random(f"{genre} {seed}" if change is None else f"{genre} {seed} unfinished")
    done = 0
    while done < count:
        problem = random_game(rng, genre, PLAIN_NODES[long])
        if problem is None:
            continue
        if change is not None:
            problem = change(rng, problem)
        about = repr(problem)
        found = lines(problem)
        assert tuple(problem.title.split()) in found, about
        assert found == lines(problem, shortcuts=False), about
        assert found == lines(problem, bounds=Bounds.ALL | Bounds.EARLY_TABLES), about
        if genre == "orthodox" and change is None:
            replay(problem, found)
        done += 1


def replay(problem: feerie.Problem, found: Sequence[tuple[str, ...]]) -> None:
    """Every line is legal and ends at the target, says python-chess."""
    for line in found:
        board = chess.Board(problem.fen)
        for uci in line:
            board.push(board.parse_uci(uci.split("/")[0]))
        assert problem.target is not None
        assert [man or "" for man in map(str, (board.piece_at(square) or "" for square in chess.SQUARES))] \
            == [man or "" for man in problem.target.men]


@pytest.mark.parametrize("genre", [*GENRE_NAMES, *RESTRAINED])
def test_no_game_is_lost(genre: str) -> None:
    compare(genre, 1, QUICK, False)


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_no_game_is_lost_long(genre: str) -> None:
    compare(genre, 2, LONG, True)


def is_followed(genre: str) -> bool:
    problem = feerie.Problem(genre, "4k3/8/8/8/8/8/8/4K3 w - -", "h#1")
    return can_be_followed(Task.judge(problem, problem.start))


@pytest.mark.long
@pytest.mark.parametrize("genre", CONDITION_ENTRIES)
def test_no_game_is_lost_under_conditions(genre: str) -> None:
    """Where men leave their rays, change, or come back, none is followed."""
    if is_followed(genre):
        compare(genre, 2, LONG // 40, False)
        compare(genre, 2, LONG // 100, False, left_open)


def test_genres_whose_men_are_followed() -> None:
    assert all(map(is_followed, (*GENRE_NAMES[:4], *RESTRAINED)))
    assert not any(map(is_followed, ("circe", "andernach", "einstein", "make-and-take", "grasshopper", "neutral")))


def left_open(rng: Random, problem: feerie.Problem) -> feerie.Problem:
    """The same question with some squares of the target unknown, or known only in part."""
    assert problem.target is not None
    men = list(problem.target.men)
    for square in rng.sample([i for i, man in enumerate(men) if man != "*"], rng.choice((1, 3, 8, 25))):
        man = men[square]
        signs = ["?"] if not man else ["?", "~", "+" if man.isupper() else "-"]
        men[square] = rng.choice(signs)
    board = fens.write(problem.genre, replace(problem.target, men=tuple(men))).split()[0]
    return feerie.Problem(problem.genre, problem.fen, str(problem.stipulation), target=board, title=problem.title)


@pytest.mark.parametrize("genre", [*GENRE_NAMES, *RESTRAINED])
def test_no_game_to_an_unfinished_diagram_is_lost(genre: str) -> None:
    compare(genre, 1, QUICK, False, left_open)


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRE_NAMES)
def test_no_game_to_an_unfinished_diagram_is_lost_long(genre: str) -> None:
    compare(genre, 2, LONG // 10, True, left_open)


@pytest.mark.parametrize("bound", [bound for bound in Bounds if bound is not Bounds.ALL])
def test_each_bound_can_be_switched_off(bound: Bounds) -> None:
    rng = Random(str(bound))
    games = [random_game(rng, genre, PLAIN_NODES[False])
             for genre in ("orthodox", "roque", "rokagogo", "platzwechselrochade")]
    problems = [problem for problem in games if problem is not None]
    assert problems
    for problem in problems:
        assert lines(problem) == lines(problem, bounds=Bounds.ALL & ~bound) == lines(problem, bounds=bound)


def test_kings_that_castlings_carry_pay_for_it() -> None:
    """In Roque a king may be the other one's partner. If that costs nothing, the search takes several times as long."""
    problem = feerie.Problem("roque", "rnbq1bnr/1p1ppp1p/4k1p1/8/2K5/3P4/PPPpPPPP/RNBQ1BNR", "dia4")
    priced, plain = (HelpTask(problem, bounds=bounds).alone() for bounds in (Bounds.ALL, Bounds.ALL & ~Bounds.PRICES))
    assert priced.lines == plain.lines and len(priced.lines) == 1
    assert 3 * priced.nodes < plain.nodes


def test_parity_shortens_the_search() -> None:
    """Where only one man can lose a move."""
    problem = feerie.Problem("orthodox", "2kr1bnr/pppbpppp/8/8/n7/3q1P2/PPPPP1PP/RNBQKBNR", "exact-dia8")
    used, plain = (HelpTask(problem, bounds=bounds).alone() for bounds in (Bounds.ALL, Bounds.ALL & ~Bounds.PARITY))
    assert used.lines == plain.lines and len(used.lines) == 1
    assert 50 * used.nodes < plain.nodes


@pytest.mark.parametrize("stipulation", ["dia1", "exact-dia2", "exact-dia2.5", "ser-dia2", "exact-ser-dia3"])
def test_parity_excludes_what_a_search_without_bounds_does(stipulation: str) -> None:
    """A knight reaches f3 in an odd number of moves; who uses up the others?"""
    problem = feerie.Problem("orthodox", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R", stipulation)
    assert lines(problem) == lines(problem, shortcuts=False)


def random_constraints(rng: Random, men: Sequence[Journey]) -> list[str]:
    """Constraints that are true of some of the men of a line."""
    texts = []
    for man in rng.sample(men, min(3, len(men))):
        clauses = [f"moves {man.moves}"]
        if rng.random() < 0.6:
            clauses.append("path " + " ".join(man.squares) if man.squares else "unmoved")
        if man.captured_on:
            clauses.append(rng.choice(["captured", f"captured on {man.captured_on}", f"captured by {man.captured_by}"]))
        elif rng.random() < 0.5:
            clauses.append("uncaptured")
        texts.append(f"{man.home} {', '.join(rng.sample(clauses, rng.randint(1, len(clauses))))}")
    entered = {square for man in men for square in man.squares}
    empty = sorted({man.home for man in men if not man.squares} - entered)
    return texts + (["never " + rng.choice(empty)] if empty and rng.random() < 0.5 else [])


@pytest.mark.parametrize("genre", ["orthodox", "rokagogo", "roque", "platzwechselrochade", "rex-multiplex"])
def test_constraints_lose_no_game_that_keeps_to_them(genre: str) -> None:
    rng, done = Random(f"{genre} constraints"), 0
    while done < 6:
        plain = random_game(rng, genre, PLAIN_NODES[False])
        if plain is None:
            continue
        player = LinePlayer(plain)
        found = lines(plain)
        said = random_constraints(rng, journeys(player, rng.choice(found)))
        problem = feerie.Problem(genre, plain.fen, str(plain.stipulation), target=plain.target_fen, constraints=said)
        wanted = Constraints.of(said)
        kept = {line for line in found if wanted.broken_by(journeys(player, line)) is None}
        for bounds in (Bounds.ALL, Bounds.ALL | Bounds.EARLY_TABLES):
            assert set(lines(problem, bounds=bounds)) == kept, repr(problem)
        done += 1


def test_rights_that_the_target_needs_are_told_apart_where_castlings_need_none() -> None:
    """In Rokagogo rights make no difference, but a target may require them: the rook of h8 may have moved, not a8's."""
    problem = feerie.Problem("rokagogo", "rn2k1nr/4p3/8/1p6/P5p1/8/3p4/R1B1K3 w Qkq - 0 1", "exact-a=>b2.5",
                             target="rn2k1nr/4p3/8/1p4B1/P5p1/8/8/R3K3 w q - 0 1")
    found = lines(problem)
    assert ("c1d2", "h8h2", "d2c1", "h2h8", "c1g5") in found and len(found) == 52
    assert found == lines(problem, shortcuts=False)


def test_a_rook_and_two_bishops_that_a_pawn_frees() -> None:
    """43 plies, found from 30,000 positions: the pawn waits for the rook, the bishop goes round the rook."""
    diagram = feerie.Problem("orthodox", "4Q1k1/p1pp2pp/rpn2p2/1brnp1b1/1BRNP1Bq/RPN2P2/P1PP2PP/6K1", "exact-dia21.5")
    solution = HelpTask(diagram).alone()
    assert len(solution.lines) == 1 and solution.complete and solution.nodes < 100_000
