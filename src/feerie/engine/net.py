# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The evaluation by a learned net: one hidden layer over the men on their squares, in integer arithmetic.

    h[j] = biases[j] + sum of rows[i][j] over the inputs i that are set (NetInputs: the men as the mover sees them)
    value = (output_bias + sum of output[j] * c(h[j])^2 over j) >> OUTPUT_SHIFT,    c(x) = min(max(x, 0), ACTIVE)

A layer of sums over men that are there is that of Nasu's networks (NNUE, 2018); the square of a clipped linear unit
is usual for it today. Here all sums are found anew at every position: with a few dozen men the engine is hardly slower
than with the evaluation from the tables. Compilers make vector instructions of the inner loops.

Nothing overflows, whatever the position; a net of which this cannot be shown is refused when it is loaded. No square
holds more than one man, so that h[j] lies between the sums over the squares of the least and of the greatest weight
there, which must be 16-bit numbers. c(x) * output[j] must be one, too, and the whole sum a 32-bit number.
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
    from feerie.kernel.plain import lowest
    from feerie.kernel.tables import SQUARES
    BLOCK, MOST_HIDDEN, SLOTS, ACTIVE, OUTPUT_SHIFT, MOST = 64, 256, 9, 255, 13, 20000

NET_ACTIVE = 255
"""What stands for 1 in the hidden layer, less one 256th."""
NET_SHIFT = 13


class Net:
    """A net ready for use in a genre; EngineError where it does not fit the genre or could overflow."""

    def __init__(self, file: NetFile, tables: Tables) -> None:
        inputs = NetInputs(tables)
        if not file.fits(tables.genre) or inputs.count != file.inputs:
            raise EngineError(f"the net is for {', '.join(file.header['genres']) or 'no genre'}, "
                              f"not for {tables.genre.name}")
        check_bounds(file, inputs)
        self.file, self.hidden = file, file.hidden
        self.kinds, self.royal, self.flagged = len(tables.letters), tables.royal, inputs.flagged
        size: int = 2 * SLOTS * SQUARES * file.hidden
        if cython.compiled:
            self.allocation = cython.cast(cython.pointer(i16), calloc(size + BLOCK, cython.sizeof(i16)))
            if not self.allocation:
                raise MemoryError
            self.rows = net_aligned(self.allocation)
        else:
            self.rows = [0] * size
            self.biases, self.output, self.mirror = [0] * MOST_HIDDEN, [0] * MOST_HIDDEN, [0] * (2 * SQUARES)
        self._fill(inputs)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.allocation)

    def _fill(self, inputs: NetInputs) -> None:
        file = self.file
        self.output_bias = file.output_bias
        for j in range(self.hidden):
            self.biases[j], self.output[j] = file.biases[j], file.output[j]
        for square in inputs.squares:
            self.mirror[square], self.mirror[SQUARES + square] = square, inputs.mirror[square]
            for enemy in range(2):
                for slot in range(inputs.slots):
                    row = ((enemy * SLOTS + slot) * SQUARES + square) * self.hidden
                    start = inputs.number(enemy == 1, slot, square) * file.hidden
                    for j in range(self.hidden):
                        self.rows[row + j] = file.rows[start + j]

    def evaluate(self, judge: Any, p: int) -> int:
        """What the position of a judge at frame p is worth to the side to move, in centipawns."""
        if not cython.compiled:
            men = [0] * SQUARES
        us = judge.frames[p].turn
        own = judge.frames[p].sides[us]
        count = 0
        for kind in range(self.kinds):
            bits = judge.frames[p].men[kind]
            while bits:
                square = lowest(bits)
                bits &= bits - 1
                enemy = 1 - (own >> square & 1)
                slot = kind
                if self.flagged and kind == self.royal and judge.frames[p].rights & judge.run_flags[us ^ enemy]:
                    slot = self.kinds
                men[count] = ((enemy * SLOTS + slot) * SQUARES + self.mirror[us * SQUARES + square]) * self.hidden
                count += 1
        return max(-MOST, min(MOST, self.propagate(men, count)))

    def propagate(self, men: Any, count: int) -> int:
        """The value of the net for the inputs whose rows begin at `men`."""
        if not cython.compiled:
            sums = [0] * BLOCK
        total = self.output_bias
        unit = 0
        while unit < self.hidden:
            for j in range(BLOCK):
                sums[j] = self.biases[unit + j]
            for i in range(count):
                for j in range(BLOCK):
                    sums[j] += self.rows[men[i] + unit + j]
            for j in range(BLOCK):
                x = min(max(sums[j], 0), ACTIVE)
                product = x * self.output[unit + j]
                total += product * x
            unit += BLOCK
        return total >> OUTPUT_SHIFT

    def evaluation_of(self, judge: Any) -> int:
        """`evaluate` for the position on top of a judge."""
        return self.evaluate(judge, judge.ply)


def check_bounds(file: NetFile, inputs: NetInputs) -> None:
    """EngineError where a sum could overflow in some position."""
    most, hidden = 0, file.hidden
    for j in range(hidden):
        low = high = file.biases[j]
        for square in inputs.squares:
            weights = [file.rows[inputs.number(enemy, slot, square) * hidden + j]
                       for enemy in (False, True) for slot in range(inputs.slots)]
            low, high = low + min(0, *weights), high + max(0, *weights)
        product = file.output[j] * NET_ACTIVE
        if not (low >= -0x8000 and high <= 0x7FFF and -0x8000 <= product <= 0x7FFF):
            raise EngineError(f"the net cannot be used: unit {j} could overflow")
        most += abs(product) * NET_ACTIVE
    if most + abs(file.output_bias) >= 1 << 31:
        raise EngineError("the net cannot be used: its output could overflow")
