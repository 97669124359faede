# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The evaluation by a learned net: one hidden layer over the men on their squares, in integer arithmetic.

    h[v][j] = biases[j] + sum of rows[i][j] over the inputs i that are set (NetInputs: the men as side v sees them)
    value   = (output_biases[b] + sum of output[b][v][j] * c(h[v][j])^2 over v and j) >> OUTPUT_SHIFT
    c(x)    = min(max(x, 0), ACTIVE)

v is the side to move and, if the net has two views, then the other side; b, one of the `buckets` of outputs, follows
from the number of men. A net with *zones* has separate rows for each zone of the board in which the king of side v may
stand ("king buckets", Chess Programming Wiki). The layer is that of Nasu's networks (NNUE, 2018): its sums are kept for
every frame of a line, and those of a position are updated from those of an earlier position on the line by the men that
came and went; when the king changes zones they are computed afresh. The square of a clipped linear unit is its usual
activation today. Compilers turn the inner loops into vector instructions.

Nothing overflows, whatever the position; a net for which this cannot be shown is refused when it is loaded. No square
holds more than one man, so h[v][j] lies between two sums over the squares, of the least and of the greatest weight on
each; both must be 16-bit numbers. Intermediate sums between two positions may wrap round, which does not change the
result. c(x) * output[b][v][j] must be a 16-bit number, too, and the whole sum a 32-bit number.
"""
from __future__ import annotations

from functools import lru_cache
from itertools import product as cases
from typing import Any

import cython

from feerie.base.errors import EngineError, Message
from feerie.engine.net_file import NetFile, net_of
from feerie.engine.net_inputs import NetInputs
from feerie.kernel.tables import Tables, tables_of
from feerie.kernel.verdict import Judge
from feerie.rules.genre import Genre

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import lowest, popcount
    from feerie.kernel.tables import SQUARES
    BLOCK, MOST_HIDDEN, MOST_OUTPUTS, SLOTS, ACTIVE, OUTPUT_SHIFT, MOST = 64, 256, 16, 9, 255, 13, 20000
    FULL_BOARD, LINE, CHANGES = 32, 160, 128

NET_ACTIVE = 255
"""What stands for 1 in the hidden layer, less one 256th."""
NET_SHIFT = 13
NET_MEN = 32
"""With b buckets, a position of n men uses output (n - 1) * b // NET_MEN, or the last one if that is less."""


class Net:
    """A net ready for use in a genre; EngineError if it does not fit the genre or could overflow."""

    def __init__(self, file: NetFile, tables: Tables) -> None:
        inputs = NetInputs(tables, file.king_zones)
        if not file.fits(tables.genre) or inputs.count != file.inputs:
            raise EngineError("the net is for {}, not for {}", ", ".join(file.header["genres"]) or Message("no genre"),
                              tables.genre.name)
        self.file, self.hidden, self.views, self.buckets = file, file.hidden, file.views, file.buckets
        self.kinds, self.royal, self.flagged = len(tables.letters), tables.royal, inputs.flagged
        self.zoned = bool(file.king_zones)
        size: int = inputs.zones * 2 * SLOTS * SQUARES * file.hidden
        if cython.compiled:
            self.allocation = cython.cast(cython.pointer(i16), calloc(size + BLOCK, cython.sizeof(i16)))
            if not self.allocation:
                raise MemoryError
            self.rows = net_aligned(self.allocation)
        else:
            self.rows, self.biases, self.mirror = [0] * size, [0] * MOST_HIDDEN, [0] * (4 * SQUARES)
            self.zone_at = [0] * (2 * SQUARES)
            self.output, self.output_biases = [0] * (MOST_OUTPUTS * MOST_HIDDEN), [0] * MOST_OUTPUTS
        self._fill(inputs)
        self._check_bounds(inputs.zones)

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
            for view, seen in enumerate((square, inputs.mirror[square])):
                self.mirror[view * SQUARES + square] = seen
                self.mirror[(2 + view) * SQUARES + square] = inputs.turned[seen]
                self.zone_at[view * SQUARES + square] = 2 * inputs.zone_of(seen) + inputs.turns(seen)
            for zone in range(inputs.zones):
                for enemy in range(2):
                    for slot in range(inputs.slots):
                        row = (((2 * zone + enemy) * SLOTS + slot) * SQUARES + square) * self.hidden
                        start = inputs.number(enemy == 1, slot, square, zone) * self.hidden
                        for weight in file.rows[start:start + self.hidden]:
                            self.rows[row] = weight
                            row += 1

    def _check_bounds(self, zones: int) -> None:
        """EngineError if a sum could overflow in some position."""
        for zone, j in cases(range(zones), range(self.hidden)):
            low = high = self.biases[j]
            for square in range(SQUARES):
                least = greatest = 0
                for slot in range(2 * SLOTS):
                    weight = self.rows[((2 * zone * SLOTS + slot) * SQUARES + square) * self.hidden + j]
                    least, greatest = min(least, weight), max(greatest, weight)
                low, high = low + least, high + greatest
            if low < -0x8000 or high > 0x7FFF:
                raise EngineError("the net cannot be used: unit {} could overflow", j)
        outputs = self.views * self.hidden
        for bucket in range(self.buckets):
            most = abs(self.output_biases[bucket])
            for j in range(outputs):
                product = self.output[bucket * outputs + j] * ACTIVE
                if product < -0x8000 or product > 0x7FFF:
                    raise EngineError("the net cannot be used: unit {} could overflow", j % self.hidden)
                most += abs(product) * ACTIVE
            if most >= 1 << 31:
                raise EngineError("the net cannot be used: its output could overflow")

    def evaluation_of(self, judge: Judge) -> int:
        """What the position on top of a judge is worth to the side to move, in centipawns."""
        return Accumulator(self).evaluation_of(judge)


@lru_cache(maxsize=8)
def shipped_net(genre: Genre) -> Net | None:
    """The net of the package that won its match in a genre, shared by all who use it; None if there is none."""
    file = net_of(genre)
    return Net(file, tables_of(genre)) if file else None


class Accumulator:
    """The sums of the hidden layer at the frames of a judge, by the side whose view they are; evaluates by its net.

    A Zobrist key says which position the sums at a frame belong to, so nothing need be called when moves are made and
    taken back. With a net of two views, a frame has the sums of both or of neither.
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
            self.sums, self.keys, self.zones = [0] * size, [0] * (2 * LINE), [0, 0]
            self.came, self.went = [0] * (2 * CHANGES), [0] * (2 * CHANGES)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.allocation)

    def evaluation_of(self, judge: Judge) -> int:
        """What the position on top of a judge is worth to the side to move, in centipawns; computed afresh."""
        self.sum_up(judge, judge.ply, judge.frames[judge.ply].turn, 0)
        self.keys[0] = self.keys[LINE] = 0
        return self.value(judge, judge.ply, 0)

    def evaluation_at(self, judge: Judge, p: int) -> int:
        """`evaluate`, for Python code."""
        return self.evaluate(judge, p)

    def evaluate(self, judge: Judge, p: int) -> int:
        """What the position of a judge at frame p is worth to the side to move, in centipawns."""
        self.bring(judge, p, judge.frames[p].turn)
        return self.value(judge, p, p)

    def bring(self, judge: Judge, p: int, view: int) -> None:
        """Bring the sums of a view at p up to date, and those of the other if the net has two.

        Missing sums at frames before p are computed, too, since the other moves at these frames will need them: with
        one view at every second frame, where the same side is to move, with two views at each.
        """
        start = view * LINE if self.net.views == 1 else 0
        q = p
        while q >= 0 and self.keys[start + q] != judge.frames[q].key:
            q -= 1
        if q < 0:
            self.sum_up(judge, 0, view, 0)
            self.keys[start] = judge.frames[0].key
            q = 0
        while q < p:
            reached = min(q + (2 if self.net.views == 1 else 1), p)
            self.list_changes(judge, q, reached, view)
            kept = not self.net.zoned or self.zone(judge, q, view) == self.zones[view]
            kept_other = not self.net.zoned or self.zone(judge, q, view ^ 1) == self.zones[view ^ 1]
            if kept:
                self.combine(view, q, reached, 0)
            if self.net.views == 2 and kept_other:
                self.combine(view ^ 1, q, reached, CHANGES)
            if not kept or self.net.views == 2 and not kept_other:
                self.list_all(judge, reached, view)
                if not kept:
                    self.combine_all(view, reached, 0)
                if self.net.views == 2 and not kept_other:
                    self.combine_all(view ^ 1, reached, CHANGES)
            self.keys[start + reached] = judge.frames[reached].key
            q = reached

    def zone(self, judge: Judge, p: int, view: int) -> int:
        """The zone of the king of a view at p: twice its number, plus 1 if the files are flipped.

        0 if there is no king or more than one.
        """
        kings = judge.frames[p].men[self.net.royal] & judge.frames[p].sides[view]
        return 0 if not kings or kings & (kings - 1) else self.net.zone_at[view * SQUARES + lowest(kings)]

    def find_zones(self, judge: Judge, p: int) -> None:
        """Set the zones for which inputs are listed to those at p."""
        if self.net.zoned:
            self.zones[0], self.zones[1] = self.zone(judge, p, 0), self.zone(judge, p, 1)

    def list_changes(self, judge: Judge, q: int, p: int, view: int) -> None:
        """List the inputs that differ between q and p, for a view and for the other if the net has two."""
        self.came_count = self.went_count = 0
        self.find_zones(judge, p)
        turned = judge.frames[p].sides[0] ^ judge.frames[q].sides[0]
        for kind in range(self.net.kinds):
            men, before = judge.frames[p].men[kind], judge.frames[q].men[kind]
            if kind == self.net.royal and self.net.flagged:
                self.list_flagged(judge, q, p, view)
            elif men != before or men & turned:
                came, went = men & (~before | turned), before & (~men | turned)
                while came:
                    square = lowest(came)
                    came &= came - 1
                    self.list_came(judge.frames[p].sides[1] >> square & 1, kind, square, view)
                while went:
                    square = lowest(went)
                    went &= went - 1
                    self.list_went(judge.frames[q].sides[1] >> square & 1, kind, square, view)

    def list_flagged(self, judge: Judge, q: int, p: int, view: int) -> None:
        """`list_changes` for the kings where those with their run flag set are a kind of their own."""
        for side in range(2):
            slot = self.net.kinds if judge.frames[p].rights & judge.run_flags[side] else self.net.royal
            other = self.net.kinds if judge.frames[q].rights & judge.run_flags[side] else self.net.royal
            self.list_men(side, slot, other, judge.frames[p].men[self.net.royal] & judge.frames[p].sides[side],
                          judge.frames[q].men[self.net.royal] & judge.frames[q].sides[side], view)

    def list_men(self, side: int, slot: int, other: int, men: int, before: int, view: int) -> None:
        """List the inputs of `slot` that the men of a side now set, and those of `other` that they no longer set."""
        came = men if slot != other else men & ~before
        went = before if slot != other else before & ~men
        while came:
            self.list_came(side, slot, lowest(came), view)
            came &= came - 1
        while went:
            self.list_went(side, other, lowest(went), view)
            went &= went - 1

    def list_came(self, side: int, slot: int, square: int, view: int) -> None:
        """List the input of `slot` for a man of a side as one that has come to a square."""
        self.came[self.came_count] = self.row(side ^ view, slot, view, square)
        if self.net.views == 2:
            self.came[CHANGES + self.came_count] = self.row(side ^ view ^ 1, slot, view ^ 1, square)
        self.came_count += 1

    def list_went(self, side: int, slot: int, square: int, view: int) -> None:
        """The same for a man that has left a square."""
        self.went[self.went_count] = self.row(side ^ view, slot, view, square)
        if self.net.views == 2:
            self.went[CHANGES + self.went_count] = self.row(side ^ view ^ 1, slot, view ^ 1, square)
        self.went_count += 1

    def row(self, enemy: int, slot: int, view: int, square: int) -> int:
        """Where the weights of an input begin."""
        zone = self.zones[view]
        return ((((zone & -2) + enemy) * SLOTS + slot) * SQUARES
                + self.net.mirror[((zone & 1) * 2 + view) * SQUARES + square]) * self.hidden

    def sum_up(self, judge: Judge, p: int, view: int, at: int) -> None:
        """Compute the sums of the position at p afresh, and put them at frame `at`; for which views: see bring."""
        self.list_all(judge, p, view)
        for other in range(self.net.views):
            self.combine_all(view ^ other, at, other * CHANGES)

    def list_all(self, judge: Judge, p: int, view: int) -> None:
        """List all inputs at p, for a view and for the other if the net has two."""
        self.came_count = self.went_count = 0
        self.find_zones(judge, p)
        for kind in range(self.net.kinds):
            for side in range(2):
                slot = kind
                if self.net.flagged and kind == self.net.royal and judge.frames[p].rights & judge.run_flags[side]:
                    slot = self.net.kinds
                self.list_men(side, slot, slot, judge.frames[p].men[kind] & judge.frames[p].sides[side], 0, view)

    def combine_all(self, view: int, at: int, listed: int) -> None:
        """Make the sums of a view at a frame from all its inputs, listed from place `listed` on."""
        start = (view * LINE + at) * self.hidden
        for j in range(self.hidden):
            self.sums[start + j] = self.net.biases[j]
        self.combine(view, at, at, listed)

    def combine(self, view: int, q: int, p: int, listed: int) -> None:
        """Make the sums of a view at p from those at q and the inputs listed for it, from place `listed` on."""
        if not cython.compiled:
            block = [0] * BLOCK
        source, target = (view * LINE + q) * self.hidden, (view * LINE + p) * self.hidden
        end = source + self.hidden
        a, b = self.came[listed], self.went[listed]
        if self.came_count == 1 and 1 <= self.went_count <= 2:
            if self.went_count == 1:
                add_difference(self.sums, source, target, self.net.rows, a, b, self.hidden)
            else:
                c = self.went[listed + 1]
                add_differences(self.sums, source, target, self.net.rows, a, b, c, self.hidden)
            return
        unit = 0
        while source < end:
            for j in range(BLOCK):
                block[j] = self.sums[source + j]
            for i in range(listed, listed + self.came_count):
                a = self.came[i] + unit
                for j in range(BLOCK):
                    block[j] += self.net.rows[a + j]
            for i in range(listed, listed + self.went_count):
                b = self.went[i] + unit
                for j in range(BLOCK):
                    block[j] -= self.net.rows[b + j]
            for j in range(BLOCK):
                self.sums[target + j] = block[j]
            source, target, unit = source + BLOCK, target + BLOCK, unit + BLOCK

    def value(self, judge: Judge, p: int, at: int) -> int:
        """The value of the net at p, whose sums are those at frame `at`."""
        us = judge.frames[p].turn
        bucket = (popcount(judge.frames[p].sides[0] | judge.frames[p].sides[1]) - 1) * self.net.buckets // FULL_BOARD
        if bucket >= self.net.buckets:
            bucket = self.net.buckets - 1
        total = self.net.output_biases[bucket]
        for view in range(self.net.views):
            total += propagate(self.sums, ((us ^ view) * LINE + at) * self.hidden, self.net.output,
                               (bucket * self.net.views + view) * self.hidden, self.hidden)
        return max(-MOST, min(MOST, total >> OUTPUT_SHIFT))


# The loops over hidden units; net.pxd has them compiled again for processors with wider vectors.

def add_difference(sums: Any, source: int, target: int, rows: Any, a: int, b: int, hidden: int) -> None:
    """Make the sums from `target` on from those from `source` on, with row a added and row b subtracted."""
    end = source + hidden
    while source < end:
        for j in range(BLOCK):
            sums[target + j] = sums[source + j] + rows[a + j] - rows[b + j]
        source, target, a, b = source + BLOCK, target + BLOCK, a + BLOCK, b + BLOCK


def add_differences(sums: Any, source: int, target: int, rows: Any, a: int, b: int, c: int, hidden: int) -> None:
    """The same with row c subtracted, too."""
    end = source + hidden
    while source < end:
        for j in range(BLOCK):
            sums[target + j] = sums[source + j] + rows[a + j] - rows[b + j] - rows[c + j]
        source, target, a, b, c = source + BLOCK, target + BLOCK, a + BLOCK, b + BLOCK, c + BLOCK


def propagate(sums: Any, start: int, weights: Any, output: int, hidden: int) -> int:
    """What the sums from `start` on add to the output whose weights begin at `output`."""
    total = 0
    end = start + hidden
    while start < end:
        for j in range(BLOCK):
            x = min(max(sums[start + j], 0), ACTIVE)
            product = x * weights[output + j]
            total += product * x
        start, output = start + BLOCK, output + BLOCK
    return total
