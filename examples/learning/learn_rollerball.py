"""Learn Rollerball by playing, with numpy alone: temporal differences and a small net.

    python examples/learn_rollerball.py [--minutes M] [--games N] [--net FILE]

A net of one hidden layer estimates, from the planes of a position, the points of the side to move. It plays both sides
of many games at once: every legal move is tried in a copy of its game (Batch.take), and the move is chosen after which
the other side's prospects are worst, sometimes another one. The value of each position is then pulled towards what
the position after the move was found to be worth (TD(0), Sutton 1988; for games, Tesauro 1995). At the end the net
plays against a level of the engine, with a search of two plies. Needs the extra env.
"""
from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from feerie import Engine
from feerie.env import Batch

GENRE = "rollerball"
HIDDEN, RATE, EXPLORATION = 64, 0.003, 0.08
LONGEST = 160
"""Plies of a game of learning; one that is longer counts as drawn."""


class Net:
    """Planes -> HIDDEN units (ReLU) -> tanh, trained by Adam (Kingma and Ba 2015)."""

    def __init__(self, inputs: int) -> None:
        rng = np.random.default_rng(1)
        self.weights = [rng.normal(0, (2 / 30) ** 0.5, (inputs, HIDDEN)).astype(np.float32),
                        np.zeros(HIDDEN, np.float32),
                        rng.normal(0, 0.02, (HIDDEN, 1)).astype(np.float32), np.zeros(1, np.float32)]
        self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        self.steps = 0

    def values(self, planes: Any) -> Any:
        """The expected points of the side to move, from -1 to 1."""
        return self._forward(inputs_of(planes))[1]

    def _forward(self, inputs: Any) -> tuple[Any, Any]:
        first, bias, second, last = self.weights
        hidden = np.maximum(inputs @ first + bias, 0)
        return hidden, np.tanh(hidden @ second + last)[:, 0]

    def learn(self, planes: Any, targets: Any) -> None:
        """One step of gradient descent on the squared errors."""
        inputs = inputs_of(planes)
        hidden, found = self._forward(inputs)
        out = ((found - targets) * (1 - found * found))[:, None] / len(targets)
        back = (out @ self.weights[2].T) * (hidden > 0)
        self.steps += 1
        slopes = inputs.T @ back, back.sum(0), hidden.T @ out, out.sum(0)
        for weight, slope, (mean, square) in zip(self.weights, slopes, self.moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= RATE * (mean / (1 - 0.9 ** self.steps)) / (np.sqrt(square / (1 - 0.999 ** self.steps)) + 1e-8)


def inputs_of(planes: Any) -> Any:
    """Planes as a matrix; the counters, which are not 0 or 1, are left out."""
    flat = planes.reshape(len(planes), -1).astype(np.float32)
    return np.minimum(flat, 1)


def after_all_moves(batch: Batch) -> tuple[Any, Any, Batch]:
    """Each game after each of its moves: the number of the game, the action, and the batch of positions."""
    games, actions = batch.legal_mask().nonzero()
    children = batch.take(games)
    children.step(actions)
    return games, actions, children


def prospects(net: Net, children: Batch) -> Any:
    """What the positions are worth to the side that has just moved: the result of those that have ended."""
    values = -net.values(children.observe())
    mover = children.turns ^ 1
    over = children.rewards[np.arange(len(children)), mover]
    return np.where(children.ended, over, values)


def best_of_each(games: Any, values: Any, count: int) -> Any:
    """For each game, the place in `values` of the best move."""
    order = np.lexsort((values, games))
    last = np.append(games[order][1:] != games[order][:-1], True)
    best = np.full(count, -1)
    best[games[order][last]] = order[last]
    return best


def learn(net: Net, minutes: float, count: int) -> int:
    """Play and learn; the number of positions seen."""
    batch = Batch(GENRE, count, seed=3, most_plies=LONGEST)
    rng, end, seen = np.random.default_rng(2), time.monotonic() + 60 * minutes, 0
    while time.monotonic() < end:
        planes = batch.observe().copy()
        games, actions, children = after_all_moves(batch)
        values = prospects(net, children)
        best = best_of_each(games, values, count)
        net.learn(planes, values[best])
        chosen = actions[best].astype(np.int32)
        strays = rng.random(count) < EXPLORATION
        chosen[strays] = batch.sample()[strays]
        batch.reset(batch.step(chosen))
        seen += count
    return seen


def choose(net: Net, game: Batch) -> int:
    """The move of a search of two plies: the one whose best reply is worst for the other side."""
    _, actions, children = after_all_moves(game)
    values = prospects(net, children)
    if not children.ended.all():
        replies_to, _, replies = after_all_moves(children)
        answers = prospects(net, replies)
        best = best_of_each(replies_to, answers, len(children))
        values = np.where(children.ended, values, -answers[best])
    return int(actions[values.argmax()])


def match(net: Net, level: str, games: int) -> tuple[int, int, int]:
    """Games won, drawn and lost against a level of the engine, with both colours; they begin with two random moves."""
    counts = [0, 0, 0]
    for number in range(games):
        engine, side = Engine(hash_mb=1, level=level, seed=number), number % 2
        game = Batch(GENRE, 1, seed=number // 2, most_plies=300)
        for _ in range(2):
            game.step(game.sample())
        while not game.ended[0]:
            if game.turns[0] == side:
                game.step([choose(net, game)])
            else:
                best = engine.search(game.position(0), depth=8).best
                game.step([game.action(0, str(best))])
        counts[1 - int(game.rewards[0, side])] += 1
    return counts[0], counts[1], counts[2]


def main() -> None:
    """Learn, and play the match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="time to learn (default: 10)")
    parser.add_argument("--games", type=int, default=128, help="games at once (default: 128)")
    parser.add_argument("--match", type=int, default=40, help="games of the match (default: 40)")
    parser.add_argument("--level", default="casual", help="the level of the engine (default: casual)")
    parser.add_argument("--net", type=Path, help="where the net is saved; if it is there, it is read and learns on")
    given = parser.parse_args()
    net = Net(int(np.prod(Batch(GENRE, 1).plane_shape)))
    if given.net and given.net.exists():
        net.weights = [np.array(each) for each in np.load(given.net).values()]
    if given.minutes:
        print(f"{learn(net, given.minutes, given.games)} positions seen", flush=True)
    if given.net:
        np.savez(given.net, *net.weights)
    won, drawn, lost = match(net, given.level, given.match)
    print(f"against {given.level}: {won} won, {drawn} drawn, {lost} lost")


if __name__ == "__main__":
    main()
