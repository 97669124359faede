"""Learn Rollerball by playing, with numpy alone: temporal differences and a small net.

    python examples/learning/learn_rollerball.py [--minutes M] [--games N] [--net FILE]

A net of one hidden layer estimates the points of the side to move from the squares of the men, and of the kings on
their run. It plays both sides of many games at once: every legal move is tried and taken back (Batch.undo), and the
move is chosen after which the other side's prospects are worst, sometimes another one. What a position was worth is
then told from those that followed it, the nearer ones counting more, up to the first move that was not the best one
(TD(lambda), Sutton 1988, with cuts as in Watkins's Q(lambda); for games, Tesauro 1995). At the end the net plays
against a level of the engine, with a search of two plies and of captures after them. Needs the extra env.
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
HIDDEN, RATE, LAMBDA = 32, 0.002, 0.85
STRAYS = 0.15, 0.05
"""The share of moves that are drawn at random, at the beginning of learning and at its end."""
WINDOW, SAMPLE = 32, 256
"""Plies that are played between two lessons, and positions in a step of a lesson."""
LONGEST = 160
"""Plies of a game of learning; one that is longer counts as drawn."""
CAPTURES = 2
"""Plies of captures that are looked at after the two of the search."""


class Net:
    """Squares of men -> HIDDEN units (ReLU) -> tanh, trained by Adam (Kingma and Ba 2015)."""

    def __init__(self, inputs: int) -> None:
        rng, self.inputs = np.random.default_rng(1), inputs
        self.weights = [rng.normal(0, (2 / 12) ** 0.5, (inputs, HIDDEN)).astype(np.float32),
                        np.zeros(HIDDEN, np.float32),
                        rng.normal(0, 0.02, (HIDDEN, 1)).astype(np.float32), np.zeros(1, np.float32)]
        self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        self.steps = 0

    def values(self, inputs: Any) -> Any:
        """The expected points of the side to move, from -1 to 1. Few inputs are set, two kings at least."""
        first, bias, second, last = self.weights
        places = np.flatnonzero(inputs)
        starts = np.searchsorted(places, np.arange(len(inputs)) * self.inputs)
        hidden = np.add.reduceat(first[places % self.inputs], starts) + bias
        return np.tanh(np.maximum(hidden, 0) @ second + last)[:, 0]

    def learn(self, inputs: Any, targets: Any) -> None:
        """One step of gradient descent on the squared errors."""
        first, bias, second, last = self.weights
        given = inputs.astype(np.float32)
        hidden = np.maximum(given @ first + bias, 0)
        found = np.tanh(hidden @ second + last)[:, 0]
        out = ((found - targets) * (1 - found * found))[:, None] / len(targets)
        back = (out @ second.T) * (hidden > 0)
        self.steps += 1
        slopes = given.T @ back, back.sum(0), hidden.T @ out, out.sum(0)
        for weight, slope, (mean, square) in zip(self.weights, slopes, self.moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= RATE * (mean / (1 - 0.9 ** self.steps)) / (np.sqrt(square / (1 - 0.999 ** self.steps)) + 1e-8)


def inputs_of(batch: Batch) -> Any:
    """By game, what the net sees, as booleans: the planes of the men of both sides, and of kings with their flag."""
    planes = batch.observe().view(np.bool_)
    names = batch.plane_names
    kings = [planes[:, names.index(f"{side} K")] & planes[:, names.index(f"right {flag}")]
             for side, flag in (("own", "K"), ("other", "k"))]
    men = planes[:, :names.index("right K")]
    return np.concatenate([men, np.stack(kings, 1)], 1).reshape(len(batch), -1)


def after_moves(batch: Batch, captures: bool = False) -> tuple[Any, Any, Batch | None]:
    """Each game after each of its moves, or captures: the number of the game, the action, and the batch of positions.
    """
    games, actions = batch.legal_mask().nonzero()
    if captures:
        count = batch.plane_names.index("right K") // 2
        others = batch.observe()[:, count:2 * count].any(1).reshape(len(batch), -1)
        targets = actions % 64
        plain = (actions < 4096) & (targets < others.shape[1])
        taking = plain & others[games, np.where(plain, targets, 0)]
        games, actions = games[taking], actions[taking]
    if not len(games):
        return games, actions, None
    children = batch.take(games)
    children.step(actions)
    return games, actions, children


def tried(net: Net, batch: Batch) -> tuple[Any, Any, Any]:
    """Every move of games that go on: the number of the game, the action, and what it is worth to the side that makes
    it. Without copies: the first move of all games is made and taken back, then the second one, and so on.
    """
    games, actions = batch.legal_mask().nonzero()
    counts = np.bincount(games, minlength=len(batch))
    firsts = np.cumsum(counts) - counts
    seen, over = np.empty((len(games), net.inputs), np.bool_), np.full(len(games), np.nan, np.float32)
    movers = batch.turns.copy()
    for number in range(counts.max()):
        places = firsts + np.minimum(number, counts - 1)
        ended = batch.step(actions[places])
        seen[places] = inputs_of(batch)
        over[places[ended]] = batch.rewards[ended, movers[ended]]
        batch.undo()
    return games, actions, np.where(np.isnan(over), -net.values(seen), over)


def best_of_each(games: Any, values: Any, count: int) -> Any:
    """For each game, the place in `values` of the best move; -1 if it has none."""
    order = np.lexsort((values, games))
    last = np.append(games[order][1:] != games[order][:-1], True)
    best = np.full(count, -1)
    best[games[order][last]] = order[last]
    return best


class Lessons:
    """What is played between two lessons, and what it teaches."""

    def __init__(self, net: Net, count: int) -> None:
        self.net, self.batch = net, Batch(GENRE, count, seed=3, most_plies=LONGEST)
        self.rng, self.seen = np.random.default_rng(2), 0

    def play(self, strays: float) -> tuple[Any, Any]:
        """Play WINDOW plies of each game; the positions, and what they are worth to the side to move."""
        inputs, values, cuts = [], [], []
        count = len(self.batch)
        for _ in range(WINDOW):
            inputs.append(inputs_of(self.batch))
            games, actions, found = tried(self.net, self.batch)
            best = best_of_each(games, found, count)
            chosen = actions[best].astype(np.int32)
            strayed = self.rng.random(count) < strays
            chosen[strayed] = self.batch.sample()[strayed]
            ended = self.batch.step(chosen)
            values.append(found[best])
            cuts.append(strayed | ended)
            self.batch.reset(ended)
        self.seen += WINDOW * count
        worth = [values[-1]]
        for value, cut in zip(values[-2::-1], cuts[-2::-1], strict=True):
            worth.append(np.where(cut, value, (1 - LAMBDA) * value - LAMBDA * worth[-1]))
        return np.concatenate(inputs), np.concatenate(worth[::-1])

    def teach(self, inputs: Any, worth: Any) -> None:
        """Learn from positions in any order."""
        order = self.rng.permutation(len(inputs))
        for start in range(0, len(order), SAMPLE):
            chosen = order[start:start + SAMPLE]
            self.net.learn(inputs[chosen], worth[chosen])


def learn(net: Net, minutes: float, count: int) -> int:
    """Play and learn; the number of positions seen."""
    lessons, begin = Lessons(net, count), time.monotonic()
    while (done := (time.monotonic() - begin) / (60 * minutes)) < 1:
        lessons.teach(*lessons.play(STRAYS[0] + done * (STRAYS[1] - STRAYS[0])))
    return lessons.seen


def quiet_values(net: Net, batch: Batch, plies: int) -> Any:
    """What games are worth to the side to move, which may capture or leave it, as may the other side ("quiescence").
    """
    values = -np.where(batch.ended, batch.rewards[np.arange(len(batch)), batch.turns ^ 1],
                       -net.values(inputs_of(batch)))
    games, _, children = after_moves(batch, captures=True) if plies else ((), (), None)
    if children is not None:
        np.maximum.at(values, games, -quiet_values(net, children, plies - 1))
    return values


def choose(net: Net, game: Batch) -> int:
    """The move of a search of two plies and of captures: the one whose best reply is worst for the other side."""
    _, actions, children = after_moves(game)
    assert children is not None
    values = children.rewards[np.arange(len(children)), children.turns ^ 1].astype(np.float64)
    replies_to, _, replies = after_moves(children)
    if replies is not None:
        found = -quiet_values(net, replies, CAPTURES)
        best = best_of_each(replies_to, found, len(children))
        values = np.where(best < 0, values, -found[best])
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
    parser.add_argument("--games", type=int, default=256, help="games at once (default: 256)")
    parser.add_argument("--match", type=int, default=40, help="games of the match (default: 40)")
    parser.add_argument("--level", default="casual", help="the level of the engine (default: casual)")
    parser.add_argument("--net", type=Path, help="where the net is saved; if it is there, it is read and learns on")
    given = parser.parse_args()
    net = Net(inputs_of(Batch(GENRE, 1)).shape[1])
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
