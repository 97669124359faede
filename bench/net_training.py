"""Training of learned nets with numpy: inputs of recorded positions, the network and its gradient, Adam, rounding.

In real numbers the net is y = b + v . c(b' + W x)^2 with c clipped to 0 ... 1, and a position is worth UNIT * y
centipawns. With two views x is what the side to move sees and then what the other side sees, with the same W for both;
v and b are chosen by the number of men. Numbers are rounded as engine/net.py wants them: 256ths in the first layer,
64ths in the second.
"""
from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from feerie.engine.net import NET_ACTIVE, NET_MEN, NET_SHIFT
from feerie.engine.net_file import NetFile
from feerie.engine.net_inputs import NetInputs, rules_hash
from feerie.kernel.tables import tables_of
from feerie.rules.genre import Genre

Array = Any
"""numpy.ndarray; numpy need not be installed where types are checked."""
POSITION = np.dtype([("men", "u1", 64), ("turn", "u1"), ("quiet", "u1"), ("score", "<i2"), ("result", "i1"),
                     ("game", "<u4"), ("ply", "<u2")])
"""A position of a file of games. `men` by square: 0, or 1 + kind, 16 more for Black; a king with its flag set has the
kind after the last. `score` and `result` (-1, 0, 1): of the side to move."""
ONE, OUTPUT_ONE = NET_ACTIVE + 1, 64
UNIT = ONE * ONE * OUTPUT_ONE >> NET_SHIFT
"""Centipawns that the net's output 1 stands for."""
CLIP, OUTPUT_CLIP = 1.98, 127 / OUTPUT_ONE
"""Weights are kept between these bounds and their negatives."""
HELD_OUT = 20
"""Every game whose number this divides is kept for validation."""
BATCH = 4096
START_WEIGHTS = 0.03
"""The standard deviation of the first layer's weights before training."""
DECAY = 1.0
"""By what the first layer's weights fall, times the rate: decoupled weight decay (Loshchilov and Hutter 2019)."""
MOST_SCORE = 2000
"""Positions with greater scores in centipawns teach nothing."""


def active_inputs(genre: Genre, positions: Array, reflected: bool = False) -> Array:
    """The inputs that are set in each position: one row each, filled up with the number of inputs.

    `reflected`: of the positions with their files turned over.
    """
    files = genre.board.files
    inputs = NetInputs(tables_of(genre))
    numbers: Array = np.full((2, 32, 64), inputs.count, np.int16)
    for turn in (0, 1):
        for side in (0, 1):
            for slot in range(inputs.slots):
                for square in inputs.squares:
                    image = square + files - 1 - 2 * (square % files) if reflected else square
                    seen = inputs.mirror[image] if turn else image
                    numbers[turn, 1 + slot + 16 * side, square] = inputs.number(side != turn, slot, seen)
    found = numbers[positions["turn"][:, None], positions["men"], np.arange(64)[None, :]]
    found.sort(axis=1)
    return found[:, :int((found < inputs.count).sum(axis=1).max())].copy()


def other_view(genre: Genre) -> Array:
    """By input as the side to move sees a man, the input that it is as the other side sees it."""
    inputs = NetInputs(tables_of(genre))
    swap: Array = np.zeros(inputs.count, np.intp)
    for enemy in (False, True):
        for slot in range(inputs.slots):
            for square in inputs.squares:
                swap[inputs.number(enemy, slot, square)] = inputs.number(not enemy, slot, inputs.mirror[square])
    return swap


class Batch(NamedTuple):
    """Positions: their inputs as a matrix of 0 and 1, the numbers of their outputs, what the net's values are added to
    (in centipawns), and their targets."""

    matrix: Array
    buckets: Array
    base: Array
    targets: Array


class Examples:
    """Inputs and targets of positions, and which of `buckets` outputs each is for. `base`: what the net's values are
    added to, in centipawns. `blend`: the share of the game's result in the target, the rest is the score's.

    `scale`: centipawns per unit of the logistic function that turns scores into results. `reflect`: double them by
    positions with files turned over, where that changes little.
    """

    def __init__(self, genre: Genre, positions: Array, base: Array, blend: float, scale: float, buckets: int = 1,
                 reflect: bool = False) -> None:
        self.inputs = active_inputs(genre, positions)
        if reflect:
            self.inputs = np.concatenate([self.inputs, active_inputs(genre, positions, True)])
            positions, base = np.concatenate([positions, positions]), np.concatenate([base, base])
        self.base = base.astype(np.float32)
        self.count = NetInputs(tables_of(genre)).count
        men = (self.inputs < self.count).sum(axis=1)
        self.buckets = np.minimum((men - 1) * buckets // NET_MEN, buckets - 1)
        expected = sigmoid(positions["score"] / scale)
        self.targets = (blend * (positions["result"] + 1) / 2 + (1 - blend) * expected).astype(np.float32)

    def __len__(self) -> int:
        return len(self.targets)

    def batch(self, chosen: Array) -> Batch:
        """Chosen positions."""
        matrix: Array = np.zeros((len(chosen), self.count + 1), np.float32)
        np.put_along_axis(matrix, self.inputs[chosen].astype(np.int64), 1.0, axis=1)
        return Batch(matrix[:, :-1], self.buckets[chosen], self.base[chosen], self.targets[chosen])

    def batches(self, rng: Any = None) -> Iterator[Batch]:
        """All of them in batches, in random order if there is a generator."""
        order = np.arange(len(self)) if rng is None else rng.permutation(len(self))
        for start in range(0, len(order), BATCH):
            yield self.batch(order[start:start + BATCH])


def sigmoid(x: Array) -> Array:
    """The logistic function."""
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def fitted_scale(positions: Array) -> float:
    """The scale for which scores tell results best, in the sense of least squares."""
    scores, results = positions["score"].astype(np.float64), (positions["result"] + 1) / 2
    return float(min(range(60, 800, 10), key=lambda scale: np.mean((sigmoid(scores / scale) - results) ** 2)))


class Network:
    """The net in real numbers, its gradient, and Adam's moments. `swap`: other_view for two views, else None."""

    def __init__(self, inputs: int, hidden: int, scale: float, rng: Any, swap: Array = None, buckets: int = 1) -> None:
        self.scale, self.swap, self.hidden = scale, swap, hidden
        self.views = 1 if swap is None else 2
        self.values = [rng.normal(0, START_WEIGHTS, (inputs, hidden)).astype(np.float32),
                       np.full(hidden, 0.25, np.float32),
                       np.tile(rng.normal(0, 0.1, self.views * hidden), (buckets, 1)).astype(np.float32),
                       np.zeros(buckets, np.float32)]
        self.first = [np.zeros_like(value) for value in self.values]
        self.second = [np.zeros_like(value) for value in self.values]
        self.steps = 0

    def forward(self, batch: Batch) -> tuple[Array, Array, Array]:
        """Sums of the hidden layer, its clipped values, expected results."""
        rows, biases, output, bias = self.values
        if self.views == 2:
            rows, biases = np.hstack([rows, rows[self.swap]]), np.tile(biases, 2)
        sums = batch.matrix @ rows + biases
        active = np.clip(sums, 0.0, 1.0)
        value = np.einsum("ij,ij,ij->i", active, active, output[batch.buckets]) + bias[batch.buckets]
        return sums, active, sigmoid((value * UNIT + batch.base) / self.scale)

    def loss(self, examples: Examples) -> float:
        """The mean square error."""
        total = sum(float(np.sum((self.forward(batch)[2] - batch.targets) ** 2)) for batch in examples.batches())
        return total / len(examples)

    def learn(self, batch: Batch, rate: float) -> float:
        """One step of Adam; the batch's sum of square errors before it."""
        _, _, output, bias = self.values
        sums, active, expected = self.forward(batch)
        error = expected - batch.targets
        slope = (2 * UNIT / self.scale / len(error)) * error * expected * (1 - expected)
        inside = (sums > 0) & (sums < 1)
        back = slope[:, None] * (2 * active * output[batch.buckets]) * inside
        rows = batch.matrix.T @ back
        if self.views == 2:
            rows = rows[:, :self.hidden] + rows[self.swap, self.hidden:]
        chosen = (batch.buckets[:, None] == np.arange(len(bias))).astype(np.float32) * slope[:, None]
        self._adam([rows, back.sum(axis=0).reshape(self.views, -1).sum(axis=0), chosen.T @ (active * active),
                    chosen.sum(axis=0)], rate)
        return float(np.sum(error * error))

    def _adam(self, gradients: list[Array], rate: float) -> None:
        self.steps += 1
        for number, gradient in enumerate(gradients):
            first, second = self.first[number], self.second[number]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            step = rate * np.sqrt(1 - 0.999 ** self.steps) / (1 - 0.9 ** self.steps)
            self.values[number] -= (step * first / (np.sqrt(second) + 1e-8)).astype(np.float32)
        self.values[0] *= np.float32(1 - rate * DECAY)
        np.clip(self.values[0], -CLIP, CLIP, out=self.values[0])
        np.clip(self.values[2], -OUTPUT_CLIP, OUTPUT_CLIP, out=self.values[2])

    def rounded(self, genre: Genre, data: dict[str, Any], factor: float, adds: bool) -> NetFile:
        """The net in integers, its values multiplied by a factor."""
        rows, biases, output, bias = self.values
        output, bias = factor * output, factor * bias

        def whole(values: Array, one: int) -> array[int]:
            return array("h", np.rint(values * one).astype(np.int16).ravel().tolist())

        header = {"genres": {genre.name: rules_hash(genre)}, "adds": adds, "data": data, "match": {}}
        output_biases = array("i", [round(float(each) * ONE * ONE * OUTPUT_ONE) for each in bias])
        return NetFile(header, whole(rows, ONE), whole(biases, ONE), whole(output, OUTPUT_ONE), output_biases)


def read_positions(paths: list[Path]) -> Array:
    """The quiet positions of files of games, numbered so that no two games have the same number."""
    parts, games = [], 0
    for path in paths:
        part = np.fromfile(path, POSITION)
        part["game"] += games
        games = int(part["game"].max()) + 1
        parts.append(part[(part["quiet"] == 1) & (np.abs(part["score"]) <= MOST_SCORE)])
    return np.concatenate(parts)


@dataclass(frozen=True)
class Course:
    """How a net is trained. `blend`, `scale`, `reflect`: see Examples.

    `factor`: what its values are multiplied by in the end. Results in the targets make them greater from net to net.
    """

    hidden: int = 64
    views: int = 1
    buckets: int = 1
    epochs: int = 20
    blend: float = 0.5
    scale: float = 200.0
    factor: float = 1.0
    reflect: bool = False
    seed: int = 1


def train(genre: Genre, positions: Array, course: Course, base: Array = None) -> NetFile:
    """A net trained on positions; prints the loss of every epoch. `base`: what its values are added to."""
    print(f"results are told best by scores / {fitted_scale(positions):.0f}")
    held_out = positions["game"] % HELD_OUT == 0
    settings = course.blend, course.scale, course.buckets
    known = np.zeros(len(positions), np.float32) if base is None else base
    examples = Examples(genre, positions[~held_out], known[~held_out], *settings, course.reflect)
    validation = Examples(genre, positions[held_out], known[held_out], *settings)
    before = np.mean((sigmoid(validation.base / course.scale) - validation.targets) ** 2)
    print(f"mean square error of games held out, without the net: {before:.5f}")
    rng = np.random.default_rng(course.seed)
    network = Network(examples.count, course.hidden, course.scale, rng,
                      other_view(genre) if course.views == 2 else None, course.buckets)
    steps = course.epochs * -(-len(examples) // BATCH)
    losses = (0.0, 0.0)
    for epoch in range(course.epochs):
        total = 0.0
        for batch in examples.batches(rng):
            rate = 1e-5 + 0.002 * 0.5 * (1 + np.cos(np.pi * network.steps / steps))
            total += network.learn(batch, rate)
        losses = (total / len(examples), network.loss(validation))
        print(f"epoch {epoch + 1}: loss {losses[0]:.5f}, of games held out {losses[1]:.5f}", flush=True)
    data = {"positions": len(examples), "seed": course.seed, "epochs": course.epochs, "blend": course.blend,
            "scale": course.scale, "reflect": course.reflect, "factor": course.factor, "loss": round(losses[0], 5),
            "loss held out": round(losses[1], 5)}
    return network.rounded(genre, data, course.factor, base is not None)
