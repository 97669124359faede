"""Speed of the library from Python, compared with python-chess.

    python bench/library.py [--rounds N] [--games N] [--seed N]

Playouts: games of random moves, from the array until no legal move is left, as a user would write them. Lists: all
legal moves of a thousand orthodox positions, as values. Counting: perft written in Python, by playing moves. All in CPU
time on one thread; every measurement is made several times in turn with python-chess's, and the best one counts,
because noise only adds time. python-chess is not needed for our own figures.
"""
from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from functools import partial

from feerie.game.game import Game
from feerie.game.position import Position
from feerie.genres import GENRES

try:
    import chess
except ImportError:
    chess = None  # type: ignore[assignment]

LONGEST_GAME = 600
"""Plies after which a playout ends in any case."""
POSITIONS = 1000
PERFT_DEPTH = 3
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

Sample = Callable[[], tuple[int, float]]
"""How much was done, and the CPU seconds it took."""


# Playouts

def position_playouts(genre: str, games: int, seed: int) -> int:
    """The number of moves of some random games, with Position."""
    rng = random.Random(seed)
    played = 0
    for _ in range(games):
        position = Position(genre)
        for _ in range(LONGEST_GAME):
            moves = list(position.legal_moves)
            if not moves:
                break
            position = position.play(rng.choice(moves))
            played += 1
    return played


def game_playouts(genre: str, games: int, seed: int) -> int:
    """The number of moves of some random games, with Game, until the game is over by every rule of the genre."""
    rng = random.Random(seed)
    played = 0
    for _ in range(games):
        game = Game(genre)
        for _ in range(LONGEST_GAME):
            if game.is_over():
                break
            game.push(rng.choice(list(game.position.legal_moves)))
            played += 1
    return played


def board_playouts(games: int, seed: int) -> int:
    """The number of moves of some random games, with python-chess; the same end as with Position."""
    rng = random.Random(seed)
    played = 0
    for _ in range(games):
        board = chess.Board()
        for _ in range(LONGEST_GAME):
            moves = list(board.legal_moves)
            if not moves or board.halfmove_clock >= 150:
                break
            board.push(rng.choice(moves))
            played += 1
    return played


def board_games(games: int, seed: int) -> int:
    """The number of moves of some random games, with python-chess, until the game is over by every rule."""
    rng = random.Random(seed)
    played = 0
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < LONGEST_GAME:
            board.push(rng.choice(list(board.legal_moves)))
            played += 1
    return played


# Lists of moves

def some_fens(count: int, seed: int) -> list[str]:
    """FENs of positions of random orthodox games."""
    rng = random.Random(seed)
    fens: list[str] = []
    while len(fens) < count:
        position = Position("orthodox")
        for _ in range(rng.randrange(4, 90)):
            if not position.legal_moves:
                break
            position = position.play(rng.choice(list(position.legal_moves)))
        if position.legal_moves:
            fens.append(position.fen())
    return fens


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """What a piece of work returns, and its CPU seconds."""
    begun = time.process_time()
    done = work()
    return done, time.process_time() - begun


def position_lists(fens: list[str]) -> tuple[int, float]:
    """All legal moves of positions just made; making them is not timed."""
    positions = [Position("orthodox", fen) for fen in fens]
    return timed(lambda: sum(len(list(position.legal_moves)) for position in positions))


def board_lists(fens: list[str]) -> tuple[int, float]:
    """The same with python-chess."""
    boards = [chess.Board(fen) for fen in fens]
    return timed(lambda: sum(len(list(board.legal_moves)) for board in boards))


# Counting

def position_perft(position: Position, depth: int) -> int:
    """Perft written in Python; the moves of the last ply are counted, not played."""
    if depth == 1:
        return len(position.legal_moves)
    return sum(position_perft(position.play(move), depth - 1) for move in position.legal_moves)


def board_perft(board: chess.Board, depth: int) -> int:
    """The same with python-chess."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += board_perft(board, depth - 1)
        board.pop()
    return total


# The table

def best(samples: dict[str, Sample], rounds: int) -> dict[str, float]:
    """How much each does per second, in the best of several rounds; the rounds are interleaved."""
    found = dict.fromkeys(samples, 0.0)
    for _ in range(rounds):
        for name, sample in samples.items():
            done, seconds = sample()
            found[name] = max(found[name], done / seconds)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=6, help="playouts in a round")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    games, seed = options.games, options.seed
    fens = some_fens(POSITIONS, seed)
    samples: dict[str, Sample] = {
        "playouts, Position: moves": lambda: timed(lambda: position_playouts("orthodox", games, seed)),
        "playouts, Game: moves": lambda: timed(lambda: game_playouts("orthodox", games, seed)),
        "lists, Position: moves": lambda: position_lists(fens),
        "perft, Position: lines": lambda: timed(lambda: position_perft(Position("orthodox", KIWIPETE), PERFT_DEPTH))}
    if chess is not None:
        samples |= {
            "playouts, python-chess: moves": lambda: timed(lambda: board_playouts(games, seed)),
            "playouts to the end of the game, python-chess: moves": lambda: timed(lambda: board_games(games, seed)),
            "lists, python-chess: moves": lambda: board_lists(fens),
            "perft, python-chess: lines": lambda: timed(lambda: board_perft(chess.Board(KIWIPETE), PERFT_DEPTH))}
    for genre in GENRES:
        if genre.start is not None and genre.name != "orthodox":
            samples[f"playouts, {genre.name}: moves"] = partial(
                timed, partial(position_playouts, genre.name, max(1, games // 3), seed))
    for name, rate in best(samples, options.rounds).items():
        print(f"{name + ' a second':64}{rate:>12,.0f}")


if __name__ == "__main__":
    main()
