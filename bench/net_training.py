"""Training of learned nets with numpy: the network and its gradient, Adam, rounding.

In real numbers the net is y = b + v . c(b' + W x)^2 with c clipped to 0 ... 1, and a position is worth UNIT * y
centipawns. With two views x is what the side to move sees and then what the other side sees, with the same W for both;
v and b are chosen by the number of men. Numbers are rounded as engine/net.py needs them: to 256ths in the first layer,
to 64ths in the second.
"""
from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

import numpy as np
from net_examples import BATCH, Array, Batch, Examples, Taught, fitted_scale, home_zones, sigmoid, turned_over

from feerie.engine.net import NET_ACTIVE, NET_SHIFT
from feerie.engine.net_file import NetFile
from feerie.engine.net_inputs import rules_hash
from feerie.rules.genre import Genre

ONE, OUTPUT_ONE = NET_ACTIVE + 1, 64
UNIT = ONE * ONE * OUTPUT_ONE >> NET_SHIFT
"""Centipawns that the net's output 1 stands for."""
CLIP, OUTPUT_CLIP = 1.98, 127 / OUTPUT_ONE
"""Weights are kept between these bounds and their negatives."""
HELD_OUT = 20
"""Every game whose number this divides is kept for validation."""
START_WEIGHTS = 0.03
"""The standard deviation of the first layer's weights before training."""
ZONE_DECAY = 5.0
"""By what the weights of zones decay towards what they have in common, times the rate."""


class Network:
    """The net in real numbers, its gradient, and Adam's moments. `values`: the first layer's weights by input and
    hidden unit, its biases, then the weights and biases of the outputs. If there are `zones`, the first layer's weights
    are what all zones have in common ("factorised"), and what each zone adds to that comes at the end."""

    def __init__(self, inputs: int, hidden: int, scale: float, rng: Any, views: int = 1, buckets: int = 1,
                 zones: int = 1, decay: float = 1.0) -> None:
        self.scale, self.views, self.decay = scale, views, decay
        self.values = [rng.normal(0, START_WEIGHTS, (inputs, hidden)).astype(np.float32),
                       np.full(hidden, 0.25, np.float32),
                       np.tile(rng.normal(0, 0.1, views * hidden), (buckets, 1)).astype(np.float32),
                       np.zeros(buckets, np.float32),
                       *([np.zeros((zones, inputs, hidden), np.float32)] if zones > 1 else [])]
        self.first = [np.zeros_like(value) for value in self.values]
        self.second = [np.zeros_like(value) for value in self.values]
        self.steps = 0
        self.matrix: Array = np.zeros((0, inputs + 1), np.float32)

    def load(self, file: NetFile) -> None:
        """Begin with the weights of a net of the same shape; ValueError if it has another."""
        rows: Array = np.array(file.rows, np.float32).reshape(-1, *self.values[0].shape) / ONE
        values: list[Array] = [rows.mean(axis=0), np.array(file.biases, np.float32) / ONE,
                               np.array(file.output, np.float32).reshape(file.buckets, -1) / OUTPUT_ONE,
                               np.array(file.output_biases, np.float32) / (ONE * ONE * OUTPUT_ONE)]
        if len(rows) > 1:
            values.append(rows - values[0])
        if [value.shape for value in values] != [value.shape for value in self.values]:
            raise ValueError("the net to begin with has another shape")
        self.values = values

    def set_inputs(self, batch: Batch, value: float) -> Array:
        """Set the inputs of a batch to a value in the matrix, whose rows are views by zone, and return these rows."""
        if len(batch.inputs) > len(self.matrix):
            self.matrix = np.zeros((len(batch.inputs), len(self.values[0]) + 1), np.float32)
        self.matrix[np.arange(len(batch.inputs))[:, None], batch.inputs[by_zone(batch)]] = value
        return self.matrix[:len(batch.inputs), :-1]

    def rows(self) -> Array:
        """The first layer's weights by zone, input and hidden unit."""
        return self.values[0] + self.values[4] if len(self.values) > 4 else self.values[0][None]

    def first_sums(self, batch: Batch, matrix: Array) -> Array:
        """Sums of the hidden layer, without biases, by view and position."""
        rows, order = self.rows(), by_zone(batch)
        sums: Array = np.empty((len(matrix), rows.shape[2]), rows.dtype)
        for zone, part in enumerate(parts(batch, len(rows))):
            sums[order[part]] = matrix[part] @ rows[zone]
        return sums

    def forward(self, batch: Batch, matrix: Array) -> tuple[Array, Array, Array]:
        """Sums of the hidden layer of both views, its clipped values, expected results."""
        biases, output, bias = self.values[1:4]
        sums = np.hstack(np.split(self.first_sums(batch, matrix) + biases, self.views))
        active = np.clip(sums, 0.0, 1.0)
        value = np.einsum("ij,ij,ij->i", active, active, output[batch.buckets]) + bias[batch.buckets]
        return sums, active, sigmoid((value * UNIT + batch.base) / self.scale)

    def expected(self, batch: Batch) -> Array:
        """The results expected for a batch of positions."""
        found = self.forward(batch, self.set_inputs(batch, 1.0))[2]
        self.set_inputs(batch, 0.0)
        return found

    def learn(self, batch: Batch, rate: float) -> float:
        """Make one step of Adam; return the batch's sum of squared errors before it."""
        output, bias = self.values[2:4]
        matrix = self.set_inputs(batch, 1.0)
        sums, active, expected = self.forward(batch, matrix)
        error = expected - batch.targets
        slope = (2 * UNIT / self.scale / len(error)) * error * expected * (1 - expected)
        inside = (sums > 0) & (sums < 1)
        back = slope[:, None] * (2 * active * output[batch.buckets]) * inside
        back = np.concatenate(np.split(back, self.views, axis=1))
        ordered = back[by_zone(batch)]
        rows = [matrix[part].T @ ordered[part] for part in parts(batch, len(self.rows()))]
        self.set_inputs(batch, 0.0)
        chosen = (batch.buckets[:, None] == np.arange(len(bias))).astype(np.float32) * slope[:, None]
        self._adam([sum(rows), back.sum(axis=0), chosen.T @ (active * active), chosen.sum(axis=0),
                    *([np.stack(rows)] if len(rows) > 1 else [])], rate)
        return float(np.sum(error * error))

    def _adam(self, gradients: list[Array], rate: float) -> None:
        self.steps += 1
        for number, gradient in enumerate(gradients):
            first, second = self.first[number], self.second[number]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            step = rate * np.sqrt(1 - 0.999 ** self.steps) / (1 - 0.9 ** self.steps)
            self.values[number] -= (step * first / (np.sqrt(second) + 1e-8)).astype(np.float32)
        self.values[0] *= np.float32(1 - rate * self.decay)
        for differences in self.values[4:]:
            differences *= np.float32(1 - rate * ZONE_DECAY)
        np.clip(self.values[0], -CLIP, CLIP, out=self.values[0])
        np.clip(self.values[2], -OUTPUT_CLIP, OUTPUT_CLIP, out=self.values[2])

    def rounded(self, header: dict[str, Any], factor: float) -> NetFile:
        """The net in integers, its values multiplied by a factor."""
        biases, output, bias = self.values[1:4]
        rows, output, bias = np.clip(self.rows(), -CLIP, CLIP), factor * output, factor * bias

        def whole(values: Array, one: int) -> array[int]:
            return array("h", np.rint(values * one).astype(np.int16).ravel().tolist())

        output_biases = array("i", [round(float(each) * ONE * ONE * OUTPUT_ONE) for each in bias])
        return NetFile(header, whole(rows, ONE), whole(biases, ONE), whole(output, OUTPUT_ONE), output_biases)


def by_zone(batch: Batch) -> Array:
    """The views of a batch in the order of their zones."""
    return np.argsort(batch.zones, kind="stable")


def parts(batch: Batch, zones: int) -> list[slice]:
    """By zone, which of these belong to it."""
    ends = np.cumsum(np.bincount(batch.zones, minlength=zones)).tolist()
    return [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]


@dataclass(frozen=True)
class Course:
    """How a net is trained.

    `blend`: the share of the game's result in the target; the rest is what `trace` says, see net_examples.traced.
    `scale`: centipawns per unit of the logistic function that turns scores into results. `reflect`: learn from
    positions with files flipped, too, where that changes little. `factor`: what the net's values are multiplied by
    in the end; results in the targets make them greater from net to net. `zones`: by zone of the own king, see
    net_examples.home_zones. `rate`: Adam's at the beginning; it falls to nearly nothing. `decay`: by what the first
    layer's weights decay, times the rate: decoupled weight decay (Loshchilov and Hutter 2019).
    """

    hidden: int = 64
    views: int = 1
    buckets: int = 1
    epochs: int = 20
    blend: float = 0.5
    trace: float = 0.0
    scale: float = 200.0
    factor: float = 1.0
    reflect: bool = False
    zones: bool = False
    rate: float = 0.002
    decay: float = 1.0
    seed: int = 1


def train(genre: Genre, positions: Array, traces: Array, course: Course, base: Array = None,
          before: NetFile | None = None) -> NetFile:
    """A net trained on positions; prints the loss of every epoch. `traces`: as read_positions gives them.

    `base`: what its values are added to. `before`: the net whose weights it begins with; if that was trained on other
    games, what it learned from them is kept in part.
    """
    print(f"results are told best by scores / {fitted_scale(positions):.0f}")
    known = np.zeros(len(positions), np.float32) if base is None else base
    targets = course.blend * (positions["result"] + 1) / 2 + (1 - course.blend) * traces
    held_out = positions["game"] % HELD_OUT == 0
    learned, checked = (Taught(positions, known, targets).chosen(which) for which in (~held_out, held_out))
    if course.reflect:
        learned = Taught(np.concatenate([learned.positions, turned_over(genre, learned.positions)]),
                         np.tile(learned.base, 2), np.tile(learned.targets, 2))
    king_zones = home_zones(genre) if course.zones else []
    examples, validation = (Examples.of(genre, taught, course.views, course.buckets, king_zones)
                            for taught in (learned, checked))
    references = {"target": validation.targets, "result": (checked.positions["result"] + 1) / 2,
                  "score": sigmoid(checked.positions["score"] / course.scale)}

    def losses(expected: Array) -> str:
        return ", ".join(f"{name} {np.mean((expected - value) ** 2):.5f}" for name, value in references.items())

    print(f"mean square errors in games held out, without the net: {losses(sigmoid(validation.base / course.scale))}")
    rng = np.random.default_rng(course.seed)
    network = Network(examples.seen.inputs, course.hidden, course.scale, rng, course.views, course.buckets,
                      examples.seen.zones, course.decay)
    if before is not None:
        network.load(before)
    steps = course.epochs * -(-len(examples) // BATCH)
    loss = held = 0.0
    for epoch in range(course.epochs):
        total = 0.0
        for batch in examples.batches(rng):
            rate = 1e-5 + course.rate * 0.5 * (1 + np.cos(np.pi * network.steps / steps))
            total += network.learn(batch, rate)
        expected = np.concatenate([network.expected(batch) for batch in validation.batches()])
        loss, held = total / len(examples), float(np.mean((expected - validation.targets) ** 2))
        print(f"epoch {epoch + 1}: loss {loss:.5f}, of games held out {held:.5f} ({losses(expected)})", flush=True)
    data = {"positions": len(examples), "seed": course.seed, "epochs": course.epochs, "blend": course.blend,
            "trace": course.trace, "scale": course.scale, "reflect": course.reflect, "factor": course.factor,
            "rate": course.rate, "decay": course.decay, "loss": round(loss, 5), "loss held out": round(held, 5),
            **({"before": before.header["sha256"]} if before is not None else {})}
    header = {"genres": {genre.name: rules_hash(genre)}, "adds": base is not None, "data": data, "match": {},
              **({"zones": king_zones} if king_zones else {})}
    return network.rounded(header, course.factor)
