"""Speed of environments: steps a second of batches of games, beside PettingZoo and OpenSpiel.

    python bench/env.py [--games N] [--seconds S] [GENRE ...]

Random games on one thread, in CPU time: steps alone (a random legal action for each game, and the step), with the masks
of legal actions, and with masks and planes. Games that have ended begin anew. PettingZoo's and OpenSpiel's chess are
measured in the same run, where they are installed: their observation holds planes, and PettingZoo's the mask too. The
best of three measurements counts, because noise only adds time. Needs the extra env.
"""
from __future__ import annotations

import argparse
import random
import time
import warnings
from collections.abc import Callable, Iterator

from feerie.env import Batch

ROUNDS = 3
PLIES = 600
"""The length at which games are cut off."""


def best_rate(run: Callable[[float], Iterator[int]], seconds: float) -> float:
    """Steps per CPU second: the best of some measurements of a loop that yields how many steps it has made."""
    best = 0.0
    for _ in range(ROUNDS):
        steps, begun = 0, time.thread_time()
        for made in run(seconds):
            steps += made
            if time.thread_time() - begun > seconds:
                break
        best = max(best, steps / (time.thread_time() - begun))
    return best


def batches(genre: str, games: int, masks: bool, planes: bool) -> Callable[[float], Iterator[int]]:
    """Random games in a batch."""
    def run(_: float) -> Iterator[int]:
        batch = Batch(genre, games, seed=1, most_plies=PLIES)
        while True:
            for _ in range(16):
                ended = batch.step(batch.sample())
                if masks:
                    batch.legal_mask()
                if planes:
                    batch.observe()
                if ended.any():
                    batch.reset(ended)
            yield 16 * games
    return run


def pettingzoo_chess(_: float) -> Iterator[int]:
    """Random games in PettingZoo's chess, with observations and masks."""
    from pettingzoo.classic import chess_v6

    env = chess_v6.env()
    while True:
        env.reset()
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
            yield 1


def open_spiel_chess(tensors: bool) -> Callable[[float], Iterator[int]]:
    """Random games in OpenSpiel's chess."""
    def run(_: float) -> Iterator[int]:
        import pyspiel

        game, rng = pyspiel.load_game("chess"), random.Random(1)
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if tensors:
                    state.observation_tensor(), state.legal_actions_mask()
                state.apply_action(rng.choice(state.legal_actions()))
                yield 1
    return run


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genres", nargs="*", default=["orthodox", "rokagogo", "siamois", "rollerball"])
    parser.add_argument("--games", type=int, default=256, help="games of a batch (default: 256)")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of a measurement (default: 1)")
    given = parser.parse_args()
    print(f"{'million steps a second':32} {'steps':>8} {'masks':>8} {'planes':>8}")
    for genre in given.genres:
        rates = (best_rate(batches(genre, given.games, masks, planes), given.seconds) / 1e6
                 for masks, planes in ((False, False), (True, False), (True, True)))
        print(f"{genre:32}", *(f"{rate:8.2f}" for rate in rates), flush=True)
    others: list[tuple[str, Callable[[float], Iterator[int]]]] = [
        ("PettingZoo, chess, with planes", pettingzoo_chess),
        ("OpenSpiel, chess", open_spiel_chess(False)),
        ("OpenSpiel, chess, with planes", open_spiel_chess(True))]
    for name, run in others:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                print(f"{name:32} {best_rate(run, given.seconds) / 1e6:8.4f}")
        except ImportError as error:
            print(f"{name:32} not there: {error}")


if __name__ == "__main__":
    main()
