# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The evaluation by a learned net: one hidden layer over the men on their squares, in integer arithmetic.

    h[v][j] = biases[j] + sum of rows[i][j] over the inputs i that are set (NetInputs: the men as side v sees them)
    value   = (output_biases[b] + sum of output[b][v][j] * c(h[v][j])^2 over v and j) >> OUTPUT_SHIFT
    c(x)    = min(max(x, 0), ACTIVE)

v is the side to move, then the other side where the net has two views; b, one of the `buckets` of outputs, follows
from the number of men. The layer is that of Nasu's networks (NNUE, 2018): its sums are kept for every frame of a line,
and those of a position differ from those of a position before it on the line by the men that came and went. The
square of a clipped linear unit is usual for it today. Compilers make vector instructions of the inner loops.

Nothing overflows, whatever the position; a net of which this cannot be shown is refused when it is loaded. No square
holds more than one man, so that h[v][j] lies between the sums over the squares of the least and of the greatest weight
there, which must be 16-bit numbers; steps between two positions may wrap round, which changes nothing in their end.
c(x) * output[b][v][j] must be a 16-bit number, too, and the whole sum a 32-bit number.
"""
from __future__ import annotations

from typing import Any

import cython

from feerie.engine.net_file import NetFile
from feerie.engine.net_inputs import NetInputs
from feerie.errors import EngineError
from feerie.kernel.tables import Tables

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import lowest, popcount
    from feerie.kernel.tables import SQUARES
    BLOCK, MOST_HIDDEN, MOST_OUTPUTS, SLOTS, ACTIVE, OUTPUT_SHIFT, MOST = 64, 256, 16, 9, 255, 13, 20000
    FULL_BOARD, LINE, FARTHEST = 32, 160, 8

NET_ACTIVE = 255
"""What stands for 1 in the hidden layer, less one 256th."""
NET_SHIFT = 13
NET_MEN = 32
"""With b buckets, a position of n men has the output n - 1 times b divided by this, the last one at most."""


class Net:
    """A net ready for use in a genre; EngineError where it does not fit the genre or could overflow."""

    def __init__(self, file: NetFile, tables: Tables) -> None:
        inputs = NetInputs(tables)
        if not file.fits(tables.genre) or inputs.count != file.inputs:
            raise EngineError(f"the net is for {', '.join(file.header['genres']) or 'no genre'}, "
                              f"not for {tables.genre.name}")
        check_bounds(file, inputs)
        self.file, self.hidden, self.views, self.buckets = file, file.hidden, file.views, file.buckets
        self.kinds, self.royal, self.flagged = len(tables.letters), tables.royal, inputs.flagged
        size: int = 2 * SLOTS * SQUARES * file.hidden
        if cython.compiled:
            self.allocation = cython.cast(cython.pointer(i16), calloc(size + BLOCK, cython.sizeof(i16)))
            if not self.allocation:
                raise MemoryError
            self.rows = net_aligned(self.allocation)
        else:
            self.rows, self.biases, self.mirror = [0] * size, [0] * MOST_HIDDEN, [0] * (2 * SQUARES)
            self.output, self.output_biases = [0] * (MOST_OUTPUTS * MOST_HIDDEN), [0] * MOST_OUTPUTS
        self._fill(inputs)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.allocation)

    def _fill(self, inputs: NetInputs) -> None:
        file = self.file
        for j in range(self.hidden):
            self.biases[j] = file.biases[j]
        for j in range(self.buckets * self.views * self.hidden):
            self.output[j] = file.output[j]
        for j in range(self.buckets):
            self.output_biases[j] = file.output_biases[j]
        for square in inputs.squares:
            self.mirror[square], self.mirror[SQUARES + square] = square, inputs.mirror[square]
            for enemy in range(2):
                for slot in range(inputs.slots):
                    row = ((enemy * SLOTS + slot) * SQUARES + square) * self.hidden
                    start = inputs.number(enemy == 1, slot, square) * file.hidden
                    for j in range(self.hidden):
                        self.rows[row + j] = file.rows[start + j]

    def evaluation_of(self, judge: Any) -> int:
        """What the position on top of a judge is worth to the side to move, in centipawns."""
        return Accumulator(self).evaluation_of(judge)


class Accumulator:
    """The sums of the hidden layer at the frames of a judge, by side whose view they are; evaluates by its net.

    Which position the sums at a frame belong to is told by its Zobrist key, so that nothing need be said when moves
    are made and taken back.
    """

    def __init__(self, net: Net) -> None:
        self.net, self.hidden = net, net.hidden
        size: int = 2 * LINE * net.hidden
        if cython.compiled:
            self.allocation = cython.cast(cython.pointer(i16), calloc(size + BLOCK, cython.sizeof(i16)))
            if not self.allocation:
                raise MemoryError
            self.sums = net_aligned(self.allocation)
        else:
            self.sums, self.keys = [0] * size, [0] * (2 * LINE)
            self.came, self.went = [0] * (2 * SQUARES), [0] * (2 * SQUARES)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.allocation)

    def evaluation_of(self, judge: Any) -> int:
        """What the position on top of a judge is worth to the side to move, in centipawns; found anew."""
        for view in range(2):
            self.sum_up(judge, judge.ply, view, 0)
            self.keys[view * LINE] = 0
        return self.value(judge, judge.ply, 0)

    def evaluation_at(self, judge: Any, p: int) -> int:
        """`evaluate`, for Python code."""
        return self.evaluate(judge, p)

    def evaluate(self, judge: Any, p: int) -> int:
        """What the position of a judge at frame p is worth to the side to move, in centipawns."""
        us = judge.frames[p].turn
        self.bring(judge, p, us)
        if self.net.views == 2:
            self.bring(judge, p, us ^ 1)
        return self.value(judge, p, p)

    def bring(self, judge: Any, p: int, view: int) -> None:
        """Have the sums of a view at p."""
        q = p
        last = max(0, p - FARTHEST)
        while self.keys[view * LINE + q] != judge.frames[q].key:
            q -= 1
            if q < last:
                self.sum_up(judge, p, view, p)
                return
        if q == p:
            return
        self.came_count = self.went_count = 0
        for kind in range(self.net.kinds):
            men, before = judge.frames[p].men[kind], judge.frames[q].men[kind]
            if men == before and not (kind == self.net.royal and self.net.flagged) \
                    and not men & (judge.frames[p].sides[0] ^ judge.frames[q].sides[0]):
                continue
            for side in range(2):
                own, previous = men & judge.frames[p].sides[side], before & judge.frames[q].sides[side]
                self.list_change(judge, p, q, kind, side ^ view, side, own, previous)
        self.combine(view, q, p)
        self.keys[view * LINE + p] = judge.frames[p].key

    def list_change(self, judge: Any, p: int, q: int, kind: int, enemy: int, side: int, men: int, before: int) -> None:
        """List the inputs that men of a kind and side at p have set and that they had set at q (`before`)."""
        slot = other = kind
        if self.net.flagged and kind == self.net.royal:
            if judge.frames[p].rights & judge.run_flags[side]:
                slot = self.net.kinds
            if judge.frames[q].rights & judge.run_flags[side]:
                other = self.net.kinds
        came = men if slot != other else men & ~before
        went = before if slot != other else before & ~men
        view = side ^ enemy
        while came:
            self.came[self.came_count] = self.row(enemy, slot, view, lowest(came))
            self.came_count += 1
            came &= came - 1
        while went:
            self.went[self.went_count] = self.row(enemy, other, view, lowest(went))
            self.went_count += 1
            went &= went - 1

    def row(self, enemy: int, slot: int, view: int, square: int) -> int:
        """Where the weights of an input begin."""
        return ((enemy * SLOTS + slot) * SQUARES + self.net.mirror[view * SQUARES + square]) * self.hidden

    def sum_up(self, judge: Any, p: int, view: int, at: int) -> None:
        """Find the sums of a view of the position at p anew, and put them at frame `at`."""
        self.came_count = self.went_count = 0
        for kind in range(self.net.kinds):
            for side in range(2):
                self.list_change(judge, p, p, kind, side ^ view, side,
                                 judge.frames[p].men[kind] & judge.frames[p].sides[side], 0)
        start = (view * LINE + at) * self.hidden
        for j in range(self.hidden):
            self.sums[start + j] = self.net.biases[j]
        self.combine(view, at, at)
        self.keys[view * LINE + at] = judge.frames[p].key

    def combine(self, view: int, q: int, p: int) -> None:
        """Make the sums at p from those at q and the inputs listed."""
        if not cython.compiled:
            block = [0] * BLOCK
        source, target = (view * LINE + q) * self.hidden, (view * LINE + p) * self.hidden
        both = 1 if self.came_count and self.went_count else 0
        unit = 0
        while unit < self.hidden:
            if both:
                a, b = self.came[0] + unit, self.went[0] + unit
                for j in range(BLOCK):
                    block[j] = self.sums[source + unit + j] + self.net.rows[a + j] - self.net.rows[b + j]
            else:
                for j in range(BLOCK):
                    block[j] = self.sums[source + unit + j]
            for i in range(both, self.came_count):
                a = self.came[i] + unit
                for j in range(BLOCK):
                    block[j] += self.net.rows[a + j]
            for i in range(both, self.went_count):
                b = self.went[i] + unit
                for j in range(BLOCK):
                    block[j] -= self.net.rows[b + j]
            for j in range(BLOCK):
                self.sums[target + unit + j] = block[j]
            unit += BLOCK

    def value(self, judge: Any, p: int, at: int) -> int:
        """The value of the net at p, whose sums are those at frame `at`."""
        us = judge.frames[p].turn
        bucket = (popcount(judge.frames[p].sides[0] | judge.frames[p].sides[1]) - 1) * self.net.buckets // FULL_BOARD
        if bucket >= self.net.buckets:
            bucket = self.net.buckets - 1
        total = self.net.output_biases[bucket]
        for view in range(self.net.views):
            total += self.propagate(((us ^ view) * LINE + at) * self.hidden,
                                    (bucket * self.net.views + view) * self.hidden)
        return max(-MOST, min(MOST, total >> OUTPUT_SHIFT))

    def propagate(self, sums: int, output: int) -> int:
        """What the sums from `sums` on add to the output whose weights begin at `output`."""
        total = 0
        for j in range(self.hidden):
            x = min(max(self.sums[sums + j], 0), ACTIVE)
            product = x * self.net.output[output + j]
            total += product * x
        return total


def check_bounds(file: NetFile, inputs: NetInputs) -> None:
    """EngineError where a sum could overflow in some position."""
    hidden = file.hidden
    for j in range(hidden):
        low = high = file.biases[j]
        for square in inputs.squares:
            weights = [file.rows[inputs.number(enemy, slot, square) * hidden + j]
                       for enemy in (False, True) for slot in range(inputs.slots)]
            low, high = low + min(0, *weights), high + max(0, *weights)
        if not (low >= -0x8000 and high <= 0x7FFF):
            raise EngineError(f"the net cannot be used: unit {j} could overflow")
    outputs = file.views * hidden
    for bucket in range(file.buckets):
        products = [weight * NET_ACTIVE for weight in file.output[bucket * outputs:(bucket + 1) * outputs]]
        for j, product in enumerate(products):
            if not -0x8000 <= product <= 0x7FFF:
                raise EngineError(f"the net cannot be used: unit {j % hidden} could overflow")
        if sum(map(abs, products)) * NET_ACTIVE + abs(file.output_biases[bucket]) >= 1 << 31:
            raise EngineError("the net cannot be used: its output could overflow")
