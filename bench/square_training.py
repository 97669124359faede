"""Learned values of men on squares: a fit of what is added to those in the evaluation from the tables.

The whole evaluation, with every other term unchanged, is to predict the result of a game and the score of a search,
both as expected results: logistic regression ("Texel's tuning method", Chess Programming Wiki) with Adam.
"""
from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from net_examples import BATCH, Array, active_inputs, fitted_scale, sigmoid
from net_training import HELD_OUT
from self_play import START, man_codes

from feerie.engine.evaluation import Evaluation
from feerie.engine.net_inputs import NetInputs
from feerie.engine.squares import LearnedSquares, men_hash
from feerie.engine.weights import Weights
from feerie.kernel.tables import SMALL_TABLE_BITS, SQUARES, tables_of
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.notation.fen import parse
from feerie.rules.genre import Genre

RATE = 3.0
"""Centipawns of the first steps."""
DECAY = 0.9995
"""What all values are multiplied by at each step, so that those of squares rarely met stay near 0."""


def evaluations(genre: Genre, positions: Array, squares: LearnedSquares | None = None) -> Array:
    """What the evaluation from the tables, with learned squares or without, says of positions, for the side to move."""
    tables = tables_of(genre)
    judge = Judge(compiled_rules(genre, SMALL_TABLE_BITS), 8)
    evaluation = Evaluation(Judge(compiled_rules(genre, SMALL_TABLE_BITS), 8), Weights(tables, learned=squares))
    letters = {code: letter for letter, code in man_codes(genre).items()}
    letters[0] = ""
    start = replace(parse(genre, genre.start or START), rights="", en_passant=None)
    out: Array = np.zeros(len(positions), np.float32)
    for number, position in enumerate(positions):
        judge.load(replace(start, men=tuple(letters[man] for man in position["men"].tolist()),
                           turn=int(position["turn"])))
        out[number] = evaluation.score_of(judge)
    return out


class SquareExamples:
    """Positions as sums of values: `columns` and `signs` by position and man, `phase` from 0 (ending) to 1."""

    def __init__(self, genre: Genre, positions: Array, blend: float, scale: float) -> None:
        inputs = NetInputs(tables_of(genre))
        weights = Weights(tables_of(genre))
        self.count = inputs.count // 2
        columns: Array = np.zeros(inputs.count + 1, np.int64)
        signs: Array = np.zeros(inputs.count + 1, np.float32)
        for slot in range(inputs.slots):
            for square in inputs.squares:
                own = inputs.number(False, slot, square)
                columns[own], signs[own] = own, 1
                enemy = inputs.number(True, slot, inputs.mirror[square])
                columns[enemy], signs[enemy] = own, -1
        active = active_inputs(genre, positions)
        self.columns, self.signs = columns[active], signs[active]
        phases = np.zeros(32)
        for letter, code in man_codes(genre).items():
            phases[code] = weights.phases[weights.tables.numbers[letter.upper()]]
        self.phase = np.minimum(1, phases[positions["men"]].sum(axis=1) / weights.full_phase).astype(np.float32)
        self.base = evaluations(genre, positions)
        self.scale = scale
        self.targets = blend * (positions["result"] + 1) / 2 + (1 - blend) * sigmoid(positions["score"] / scale)

    def expected(self, values: Array, chosen: Array) -> Array:
        """The results that chosen positions are expected to have."""
        sums = (values[self.columns[chosen]] * self.signs[chosen][..., None]).sum(axis=1)
        phase = self.phase[chosen]
        return sigmoid((self.base[chosen] + sums[:, 0] * phase + sums[:, 1] * (1 - phase)) / self.scale)

    def gradient(self, values: Array, chosen: Array) -> tuple[Array, float]:
        """The gradient of the mean square error, and the sum of square errors."""
        expected = self.expected(values, chosen)
        error = expected - self.targets[chosen]
        slope = 2 * error * expected * (1 - expected) / len(chosen)
        out: Array = np.zeros_like(values)
        columns = self.columns[chosen].ravel()
        for part, share in enumerate((self.phase[chosen], 1 - self.phase[chosen])):
            weights = (self.signs[chosen] * (slope * share)[:, None]).ravel()
            out[:, part] = np.bincount(columns, weights=weights, minlength=self.count)
        return out, float((error ** 2).sum())

    def loss(self, values: Array, chosen: Array) -> float:
        """The mean square error."""
        parts = np.array_split(chosen, max(1, len(chosen) // BATCH))
        return sum(float(((self.expected(values, part) - self.targets[part]) ** 2).sum())
                   for part in parts) / len(chosen)


def fit_squares(genre: Genre, positions: Array, epochs: int, blend: float, seed: int) -> LearnedSquares:
    """Values learned from positions; prints the loss of every epoch. `blend`: the share of the result in the target."""
    scale = fitted_scale(positions)
    examples = SquareExamples(genre, positions, blend, scale)
    held_out = positions["game"] % HELD_OUT == 0
    training, validation = np.nonzero(~held_out)[0], np.nonzero(held_out)[0]
    values, first, second = (np.zeros((examples.count, 2)) for _ in range(3))
    rng = np.random.default_rng(seed)
    before = loss = examples.loss(values, validation)
    step = 0
    for epoch in range(epochs):
        total = 0.0
        order = rng.permutation(training)
        for start in range(0, len(order), BATCH):
            gradient, errors = examples.gradient(values, order[start:start + BATCH])
            total += errors
            step += 1
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            rate = RATE * (1 - epoch / epochs) * np.sqrt(1 - 0.999 ** step) / (1 - 0.9 ** step)
            values = DECAY * (values - rate * first / (np.sqrt(second) + 1e-12))
        loss = examples.loss(values, validation)
        print(f"epoch {epoch + 1}: loss {total / len(training):.5f}, of games held out {loss:.5f}", flush=True)
    data = {"positions": len(training), "seed": seed, "epochs": epochs, "blend": blend, "scale": scale,
            "loss held out": round(loss, 5), "of the tables": round(before, 5)}
    mg, eg = (by_kind(genre, part) for part in values.T)
    return LearnedSquares(men_hash(tables_of(genre)), mg, eg, data, {})


def by_kind(genre: Genre, values: Array) -> dict[str, list[int]]:
    """Values by the letter of a man, lists by square."""
    tables = tables_of(genre)
    inputs = NetInputs(tables)
    found: dict[str, Any] = {letter: [0] * SQUARES for letter in tables.letters}
    for kind, letter in enumerate(tables.letters):
        for square in inputs.squares:
            found[letter][square] = round(float(values[inputs.number(False, kind, square)]))
    return found
