"""Recorded positions as examples for the training of nets: what the net sees of them, and their targets."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from feerie.engine.net import NET_MEN
from feerie.engine.net_inputs import NetInputs
from feerie.kernel.tables import tables_of
from feerie.rules.genre import Genre

Array = Any
"""numpy.ndarray; numpy need not be installed where types are checked."""
POSITION = np.dtype([("men", "u1", 64), ("turn", "u1"), ("quiet", "u1"), ("score", "<i2"), ("result", "i1"),
                     ("game", "<u4"), ("ply", "<u2")])
"""A position of a file of games. `men` by square: 0, or 1 + kind, 16 more for Black; a king with its flag set has the
kind after the last. `score` and `result` (-1, 0, 1): of the side to move."""
BATCH = 4096
MOST_SCORE = 2000
"""Positions with greater scores in centipawns teach nothing."""
CODES, SQUARES, MOST_MEN = 32, 64, 32
CHUNK = 1 << 16
"""Positions prepared at a time."""


def sigmoid(x: Array) -> Array:
    """The logistic function."""
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def read_positions(paths: list[Path], scale: float = 200.0, trace: float = 0.0) -> tuple[Array, Array]:
    """The quiet positions of files of games, numbered so that no two games have the same number, and the results that
    the scores of each and of those after it in its game predict (see traced)."""
    parts, traces, games = [], [], 0
    for path in paths:
        part = np.fromfile(path, POSITION)
        part["game"] += games
        games = int(part["game"].max()) + 1
        chosen = (part["quiet"] == 1) & (np.abs(part["score"]) <= MOST_SCORE)
        traces.append(traced(part, scale, trace)[chosen])
        parts.append(part[chosen])
    return np.concatenate(parts), np.concatenate(traces)


def traced(positions: Array, scale: float, trace: float) -> Array:
    """The expected result for the side to move in each position of whole games.

    `trace` is the share of what is expected from the next position on, at the end of a game of its result; the rest is
    the score's: the lambda-return (Sutton 1988), which Baxter, Tridgell and Weaver (2000) used for evaluations. With 0
    only the scores count, with 1 only the results.
    """
    expected = sigmoid(positions["score"] / scale)
    if trace:
        white = positions["turn"] == 0
        expected = np.where(white, expected, 1 - expected)
        last: Array = np.append(np.nonzero(positions["ply"][1:] == 0)[0], len(positions) - 1)
        lengths = np.diff(last, prepend=-1)
        following = np.where(white, positions["result"] + 1, 1 - positions["result"])[last] / 2
        for step in range(int(lengths.max(initial=0))):
            games = np.nonzero(lengths > step)[0]
            at = last[games] - step
            following[games] = expected[at] = (1 - trace) * expected[at] + trace * following[games]
        expected = np.where(white, expected, 1 - expected)
    return expected.astype(np.float32)


def fitted_scale(positions: Array) -> float:
    """The scale with which scores predict results best, in the sense of least squares."""
    scores, results = positions["score"].astype(np.float64), (positions["result"] + 1) / 2
    return float(min(range(60, 800, 10), key=lambda scale: np.mean((sigmoid(scores / scale) - results) ** 2)))


class Seen:
    """What sides see of positions. `men`: 64 times the number of a man plus its square, padded with 0.

    `table`: by side, and number and square of a man, its input in zone 0; the number of inputs of a zone if there is no
    man. `zone`, `turns`: by such an input, the zone of an own king, and whether files are flipped for it; 0 for other
    men. `turned`: by input, the one with the files flipped. `king_zones`: see NetInputs; if there are any, each side
    has one king.
    """

    def __init__(self, genre: Genre, positions: Array, king_zones: Sequence[int] = ()) -> None:
        inputs = NetInputs(tables_of(genre), king_zones)
        self.inputs, self.zones = inputs.per_zone, inputs.zones
        self.zone: Array = np.zeros(self.inputs + 1, np.int8)
        self.turns: Array = np.zeros(self.inputs + 1, np.bool_)
        self.turned: Array = np.arange(self.inputs + 1, dtype=np.int16)
        for square in inputs.squares if king_zones else ():
            for slot in {tables_of(genre).royal, inputs.slots - 1} if inputs.flagged else {tables_of(genre).royal}:
                king = inputs.number(False, slot, square)
                self.zone[king], self.turns[king] = inputs.zone_of(square), inputs.turns(square)
            if min(king_zones) >= 0:
                continue
            for enemy in (False, True):
                for slot in range(inputs.slots):
                    self.turned[inputs.number(enemy, slot, square)] = \
                        inputs.number(enemy, slot, inputs.turned[square])
        self.table: Array = np.full((2, CODES * SQUARES), self.inputs, np.int16)
        for view in (0, 1):
            for side in (0, 1):
                for slot in range(inputs.slots):
                    for square in inputs.squares:
                        seen = inputs.mirror[square] if view else square
                        self.table[view, SQUARES * (1 + slot + 16 * side) + square] = \
                            inputs.number(side != view, slot, seen)
        most = int(np.count_nonzero(positions["men"], axis=1).max(initial=1))
        self.men: Array = np.zeros((len(positions), most), np.uint16)
        for start in range(0, len(positions), CHUNK):
            men = positions["men"][start:start + CHUNK]
            rows, squares = np.nonzero(men)
            counts = np.bincount(rows, minlength=len(men))
            self.men[start + rows, np.arange(len(rows)) - (np.cumsum(counts) - counts)[rows]] = \
                SQUARES * men[rows, squares].astype(np.uint16) + squares

    def active(self, chosen: Array, sides: Array) -> tuple[Array, Array]:
        """The inputs that each side sees set in chosen positions, as for zone 0, and the zones of the sides' kings."""
        inputs = self.table[sides[:, None], self.men[chosen]]
        if self.zones == 1 and not self.turns.any():
            return inputs, np.zeros(len(inputs), np.int8)
        turns = self.turns[inputs].any(axis=1)
        return np.where(turns[:, None], self.turned[inputs], inputs), self.zone[inputs].max(axis=1)


def home_zones(genre: Genre) -> list[int]:
    """Zones of a king: in the first quarter of the ranks near a side of the board, there in the middle, and beyond.

    Files are flipped so that the king stands on the first half of them. In the form of NetInputs.
    """
    files, home = genre.board.files, genre.board.files * (genre.board.ranks // 4)
    zones = []
    for square in genre.board.squares:
        file = min(square % files, files - 1 - square % files)
        zone = 2 if square >= home else 0 if file < 3 * files // 8 else 1
        zones.append(zone if square % files < (files + 1) // 2 else ~zone)
    return zones


def active_inputs(genre: Genre, positions: Array) -> Array:
    """The inputs that are set in each position as the side to move sees it: one row each, padded with the number of
    inputs."""
    return Seen(genre, positions).active(np.arange(len(positions)), positions["turn"].astype(np.intp))[0]


def turned_over(genre: Genre, positions: Array) -> Array:
    """The positions with their files flipped."""
    out = positions.copy()
    files = genre.board.files
    squares = range(genre.board.size)
    out["men"][:, [square + files - 1 - 2 * (square % files) for square in squares]] = positions["men"][:, squares]
    return out


class Taught(NamedTuple):
    """Records of positions, what a net's values are added to (in centipawns), and the results to be predicted."""

    positions: Array
    base: Array
    targets: Array

    def chosen(self, which: Array) -> Taught:
        """Some of them."""
        return Taught(self.positions[which], self.base[which], self.targets[which])


class Batch(NamedTuple):
    """Positions: the inputs that are set, by view and position, the zones for which they are meant, the numbers of the
    positions' outputs, what the net's values are added to (in centipawns), and their targets."""

    inputs: Array
    zones: Array
    buckets: Array
    base: Array
    targets: Array


@dataclass
class Examples:
    """Positions with their targets, and which of `buckets` outputs each is for. `base`: what the net's values are
    added to, in centipawns. `views`: the side to move's, and then the other's."""

    seen: Seen
    turn: Array
    buckets: Array
    base: Array
    targets: Array
    views: int

    @classmethod
    def of(cls, genre: Genre, taught: Taught, views: int, buckets: int, king_zones: Sequence[int] = ()) -> Examples:
        """Examples of positions."""
        positions, base, targets = taught
        seen = Seen(genre, positions, king_zones)
        bucket = np.minimum((np.count_nonzero(seen.men, axis=1) - 1) * buckets // NET_MEN, buckets - 1)
        return cls(seen, positions["turn"].astype(np.intp), bucket.astype(np.uint8), base.astype(np.float32),
                   targets.astype(np.float32), views)

    def __len__(self) -> int:
        return len(self.targets)

    def batch(self, chosen: Array) -> Batch:
        """Chosen positions."""
        views = [self.seen.active(chosen, self.turn[chosen] ^ view) for view in range(self.views)]
        inputs, zones = (np.concatenate(parts) for parts in zip(*views, strict=True))
        return Batch(inputs, zones, self.buckets[chosen], self.base[chosen], self.targets[chosen])

    def batches(self, rng: Any = None) -> Iterator[Batch]:
        """All of them in batches, in random order if there is a generator."""
        order = np.arange(len(self)) if rng is None else rng.permutation(len(self))
        for start in range(0, len(order), BATCH):
            yield self.batch(order[start:start + BATCH])
