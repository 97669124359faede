"""Batches of games: the same rules, moves and results as Game and python-chess, whatever path a genre goes."""
from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import chess
import pytest
from random_positions import GENRE_NAMES, random_fen

import feerie
from feerie.base.errors import ArgumentError

np: Any = pytest.importorskip("numpy", reason="environments need numpy")

from feerie.env import Batch

GENERAL = ("grasshopper", "circe", "rokagogo+andernach", "rex-multiplex+nightrider", "einstein", "chess960")
CROWDED = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"


def pushed(batch: Any, plies: int) -> Iterator[tuple[list[feerie.Game], Any]]:
    """Random games played in a batch and as Game values; yields both before each ply."""
    games = [feerie.Game(batch.genre, batch.position(i)) for i in range(len(batch))]
    for _ in range(plies):
        yield games, batch
        actions = batch.sample()
        for i, game in enumerate(games):
            if not batch.ended[i]:
                game.push(batch.uci(i, actions[i]))
        batch.step(actions)
    yield games, batch


def check_game(batch: Any, i: int, game: feerie.Game, mask: Any) -> None:
    """One game of a batch is the same as a Game."""
    outcome = game.outcome(claim_draw=True, announced=False)
    assert batch.fen(i) == game.position.fen()
    assert batch.turns[i] == game.position.turn.number
    assert batch.outcome(i) == outcome
    assert batch.ended[i] == (outcome is not None) and not batch.cut[i]
    points = {None: 0, "white": 1, "black": -1}[outcome.winner if outcome else None]
    assert batch.rewards[i].tolist() == [points, -points]
    actions = mask.nonzero()[0].tolist()
    assert actions == batch.legal_actions(i).tolist()
    texts = sorted(batch.uci(i, action) for action in actions)
    assert texts == ([] if outcome else sorted(move.uci() for move in game.position.legal_moves))


def planes_of(batch: Any, game: feerie.Game) -> Any:
    """The planes of a position, from its FEN letters."""
    position = game.position
    board, setup, us = position.genre.board, position.setup, position.turn
    seen = position.mirror().setup if us == "black" else setup
    planes = {name: np.zeros(board.size, np.uint8) for name in batch.plane_names}
    for square, man in seen.pieces:
        planes[f"own {man}" if man.isupper() else f"other {man.upper()}"][square] = 1
    for letter in seen.rights + seen.flags:
        planes[f"right {letter}"][:] = 1
    if seen.en_passant is not None:
        planes["en passant"][seen.en_passant] = 1
    planes["clock"][:] = min(255, position.halfmove_clock)
    planes["repetitions"][:] = game.repetitions() - 1
    planes["black"][:] = us == "black"
    planes["board"][list(board.squares)] = 1
    return np.stack(list(planes.values())).reshape(batch.plane_shape)


@pytest.mark.parametrize("name", [name for name in GENRE_NAMES if "chess960" not in name])
def test_games_are_those_of_game(name: str) -> None:
    """From the game array, and from random positions."""
    rng = Random(name)
    legal = [position for position in (feerie.Position(name, random_fen(rng, name)) for _ in range(40))
             if position.is_valid()][:8]
    for batch, plies in ((Batch(name, 2, seed=5), 100), (Batch(name, len(legal), seed=7, start=legal), 12)):
        for games, _ in pushed(batch, plies):
            masks, planes = batch.legal_mask(), batch.observe()
            for i, game in enumerate(games):
                check_game(batch, i, game, masks[i])
                if not batch.ended[i]:
                    assert (planes[i] == planes_of(batch, game)).all(), game


@pytest.mark.parametrize("name", GENERAL)
def test_games_of_the_general_path(name: str) -> None:
    start = None if feerie.find(name).start else "4k3/8/2p1p3/8/8/3P4/8/R3K2R w KQ - 0 1"
    batch = Batch(name, 2, seed=3, start=start)
    for games, _ in pushed(batch, 25):
        masks, planes = batch.legal_mask(), batch.observe()
        for i, game in enumerate(games):
            check_game(batch, i, game, masks[i])
            own = [name.startswith("own") for name in batch.plane_names]
            assert planes[i][own].sum() == sum(man.isupper() == (game.position.turn == "white")
                                               for man in game.position.men().values())
    plies = [batch.ply(i) for i in range(2)]
    batch.undo()
    assert [batch.ply(i) + 1 for i in range(2)] == plies and not batch.ended.any()


def test_whole_games_are_those_of_python_chess() -> None:
    """Legal moves, masks, ends and results, with draws claimed when they may be."""
    batch = Batch("orthodox", 12, seed=2)
    boards = [chess.Board() for _ in range(len(batch))]
    while not batch.ended.all():
        actions, masks = batch.sample(), batch.legal_mask()
        for i, board in enumerate(boards):
            if not batch.ended[i]:
                side = not board.turn
                expected = {_action(move, side): move for move in board.legal_moves}
                assert set(masks[i].nonzero()[0].tolist()) == expected.keys() and len(expected) == masks[i].sum()
                board.push(expected[actions[i]])
        batch.step(actions)
        for i, board in enumerate(boards):
            mated = board.is_checkmate()
            assert batch.ended[i] == bool(mated or board.is_stalemate() or board.is_insufficient_material()
                                          or board.is_repetition(3) or board.halfmove_clock >= 100)
            assert batch.rewards[i, 0] == (0 if not mated else -1 if board.turn else 1)
    assert (batch.rewards[:, 0] == 1).any() and (batch.rewards[:, 0] == -1).any()


def _action(move: chess.Move, flipped: bool) -> int:
    """The number of a move by its description in numbering.py, with squares of python-chess."""
    origin, target = ((square ^ 56 if flipped else square) for square in (move.from_square, move.to_square))
    if move.promotion is None:
        return origin * 64 + target
    pairs = [(48 + file, 56 + file + step) for file in range(8) for step in (-1, 0, 1) if 0 <= file + step < 8]
    return 4096 + 4 * pairs.index((origin, target)) + move.promotion - 2


def test_actions_of_the_first_genres() -> None:
    assert [Batch(name, 1).action_count for name in ("orthodox", "rollerball", "rex-multiplex")] == [4184, 4104, 4206]
    batch = Batch("orthodox", 1, start="8/P6k/8/8/8/8/6pK/8 b - - 0 1")
    assert (batch.action(0, "g1=N"), batch.uci(0, 4096 + 4 * 18)) == (4096 + 4 * 18, "g2g1n")
    batch.step([batch.action(0, "Kg7")])
    assert batch.action(0, "a8=Q") == 4096 + 3


def test_undo_and_copies() -> None:
    batch = Batch("rollerball", 5, seed=9)
    seen = []
    for _ in range(60):
        seen.append(([batch.fen(i) for i in range(5)], batch.legal_mask().copy(), batch.observe().copy()))
        batch.step(batch.sample())
    copies = batch.take([4, 4, 0], seed=1)
    assert [copies.fen(i) for i in range(3)] == [batch.fen(i) for i in (4, 4, 0)]
    assert (copies.legal_mask() == batch.legal_mask()[[4, 4, 0]]).all()
    assert (copies.observe() == batch.observe()[[4, 4, 0]]).all()
    copies.undo()
    assert copies.fen(2) == seen[-1][0][0]
    plies = [batch.ply(i) for i in range(5)]
    for ply in range(59, -1, -1):
        batch.undo(np.array([count > ply for count in plies]))
        fens, masks, planes = seen[ply]
        assert [batch.fen(i) for i in range(5)] == fens
        assert (batch.legal_mask() == masks).all() and (batch.observe() == planes).all()
    with pytest.raises(IndexError, match="no move to take back"):
        batch.undo()


def test_random_games_depend_on_the_seed_alone() -> None:
    def fens(n: int, seed: int) -> list[str]:
        batch = Batch("roque", n, seed)
        for _ in range(10):
            batch.step(batch.sample())
        return [batch.fen(i) for i in range(n)]

    assert fens(8, 1)[:3] == fens(3, 1) != fens(3, 2)
    assert len(set(fens(8, 1))) == 8


def test_a_crowded_position() -> None:
    """More moves than a game keeps."""
    batch, position = Batch("orthodox", 2, start=CROWDED), feerie.Position("orthodox", CROWDED)
    assert len(position.legal_moves) > 96
    assert (batch.legal_mask().sum(1) == len(position.legal_moves)).all()
    actions = batch.legal_actions(0)[[0, -1]]
    texts = [batch.uci(0, action) for action in actions]
    batch.step(actions)
    assert [batch.fen(i) for i in (0, 1)] == [position.play(text).fen() for text in texts]


def test_arrays_are_filled_in_place() -> None:
    batch = Batch("orthodox", 3)
    arrays = batch.turns, batch.ended, batch.rewards, batch.legal_mask(), batch.observe(), batch.sample()
    batch.step(batch.sample())
    assert batch.turns is arrays[0] and batch.ended is arrays[1] and batch.rewards is arrays[2]
    assert np.shares_memory(batch.legal_mask(), arrays[3]) and batch.observe() is arrays[4]
    masks, planes = np.ones((3, batch.action_count), np.bool_), np.ones((3, *batch.plane_shape), np.int8)
    assert np.shares_memory(batch.legal_mask(out=masks), masks) and (masks == batch.legal_mask()).all()
    batch.observe(out=planes)
    assert (planes == batch.observe()).all()
    with pytest.raises(ArgumentError, match="out must be a contiguous array of bytes"):
        batch.legal_mask(out=masks[:, ::2])


def test_games_are_cut() -> None:
    batch = Batch("orthodox", 2, most_plies=3)
    for _ in range(3):
        assert not batch.ended.any()
        batch.step(batch.sample())
    assert batch.ended.all() and batch.cut.all() and not batch.rewards.any() and batch.outcome(0) is None
    assert not batch.legal_mask().any()
    before = batch.fen(0)
    batch.step([-1, 99999])     # what stands for a game that has ended is not read
    assert batch.fen(0) == before
    batch.reset([True, False])
    assert batch.ended.tolist() == [False, True] and batch.ply(0) == 0


def test_errors() -> None:
    batch = Batch("orthodox", 2)
    fens = batch.fen(0), batch.fen(1)
    for call, message in (
            (lambda: batch.step([batch.action(0, "e4"), 5]), "game 1: the action 5 is not legal"),
            (lambda: batch.step([796]), "there are 2 games and 1 actions"),
            (lambda: batch.reset([True]), "there are 2 games and 1 marks"),
            (lambda: batch.take([2]), "games must be given by numbers from 0 to 1"),
            (lambda: batch.uci(0, 4184), "4184 is not the number of a move"),
            (lambda: Batch("orthodox", 0), "n must be between 1 and"),
            (lambda: Batch("orthodox", 2, start=["8/8/8/8/8/8/8/K1k5"]), "2 games and 1 positions"),
            (lambda: Batch("orthodox", 1, start="k6R/8/8/8/8/8/8/7K w - -"), "illegal position"),
            (lambda: Batch("roque", 1, start=feerie.Position("orthodox")), "the position is one of orthodox")):
        with pytest.raises(ArgumentError, match=message):
            call()
    assert (batch.fen(0), batch.fen(1)) == fens
    with pytest.raises(IndexError):
        batch.fen(2)


def test_other_threads_run_meanwhile() -> None:
    """A step lets another thread of Python work: no interval is long enough for the lock to be passed on otherwise."""
    batch = Batch("orthodox", 10_000, most_plies=20)
    asked, worked = threading.Event(), []

    def work() -> None:
        asked.wait()
        worked.append(True)

    thread, interval = threading.Thread(target=work), sys.getswitchinterval()
    thread.start()
    sys.setswitchinterval(1000)
    try:
        asked.set()
        for _ in range(10):
            batch.step(batch.sample())
        done = bool(worked)
    finally:
        sys.setswitchinterval(interval)
        thread.join()
    assert done


# An observation is a dictionary with a mask, of which the test warns.
@pytest.mark.filterwarnings("ignore:Observation (space for each agent probably|is not a NumPy array)")
@pytest.mark.parametrize("name", ("orthodox", "rollerball", "circe"))
def test_the_environment_of_pettingzoo(name: str) -> None:
    testing = pytest.importorskip("pettingzoo.test", reason="PettingZoo is not installed")
    from feerie.env.pettingzoo_env import env

    testing.api_test(env(name), num_cycles=300)
    game = env(name)
    game.reset()
    game.step(game.unwrapped.batch.action_count - 1)      # not legal
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.rewards == {"player_0": -1, "player_1": 0}


def test_an_agent_sees_its_own_side() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from feerie.env.pettingzoo_env import env

    game = env("orthodox", render_mode="ansi", start="7k/5K2/8/6Q1/8/8/8/8 w - - 0 1")
    game.reset()
    assert game.observe("player_0")["action_mask"].any() and not game.observe("player_1")["action_mask"].any()
    game.step(game.unwrapped.batch.action(0, "Qg7"))
    assert game.rewards == {"player_0": 1, "player_1": -1} and game.terminations["player_0"]
    assert game.render().startswith("8 . .")


@pytest.mark.parametrize("opponent", ("random", "beginner", lambda position: position.legal_moves[0].uci()))
def test_the_environment_of_gymnasium(opponent: Any) -> None:
    checker = pytest.importorskip("gymnasium.utils.env_checker", reason="Gymnasium is not installed")
    from feerie.env.gymnasium_env import OpponentEnv

    checker.check_env(OpponentEnv("rollerball", opponent=opponent), skip_render_check=True)
    game = OpponentEnv("rollerball", opponent=opponent, side="black", most_plies=200)
    ends = set()
    for seed in range(3):
        planes, info = game.reset(seed=seed)
        reward, over, cut = 0.0, False, False
        while not (over or cut):
            assert planes[game.batch.plane_names.index("black")].all()
            planes, reward, over, cut, info = game.step(game.action_space.sample(info["action_mask"]))
        ends.add((reward, over, cut))
    assert ends <= {(1.0, True, False), (-1.0, True, False), (0.0, True, False), (0.0, False, True)}
    game.reset(seed=1)
    assert game.step(0)[1:4] == (-1.0, True, False)
    with pytest.raises(ArgumentError, match="side must be"):
        OpponentEnv("rollerball", side="red")
