# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The number of a position among all positions of some men: its cell in a table.

It has a mixed radix: the side to move, the run flags, and for each kind of men of a side the number of the set of
squares that they stand on, in colexicographic order (the combinatorial number system), so that men alike count once.
Squares on which a man cannot stand are left out. Where reflections or rotations of the board keep the rules, one king
stands on one square of each orbit: the board is turned so before the number is taken.

Castling rights and en passant squares have no place in a number. A position with a castling right has none; one in
which a man may be taken en passant is judged by its moves.
"""
from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any

import cython

from feerie.kernel.compiled_rules import CompiledRules
from feerie.kernel.move_generator import MoveGenerator
from feerie.kernel.state import State
from feerie.kernel.tables import mask_of
from feerie.rules.symmetry import exchange_of_sides
from feerie.tables.board_symmetries import Image, images_for
from feerie.tables.material import Material

if not cython.compiled:
    from feerie.kernel.compiled_rules import u64_view
    from feerie.kernel.plain import ONE, lowest
    from feerie.kernel.tables import MEN, NONE, SQUARES
    from feerie.tables.table_structs import IndexScheme

MOST_ALIKE = 6
"""Men of one kind and side."""


def index_of(scheme: Any, frames: Any, p: int, exchanged: int) -> int:
    """The number of the position at p, -1 if it has none: a castling right, or a man where it cannot stand.

    It has the men of the scheme; if `exchanged` is 1, with sides exchanged.
    """
    if scheme.folding < 0:
        return index_in_image(scheme, frames, p, exchanged, exchanged)
    king = lowest(frames[p].men[scheme.king] & frames[p].sides[scheme.folding ^ exchanged])
    return index_in_image(scheme, frames, p, exchanged, scheme.fold[exchanged * SQUARES + king])


def index_in_image(scheme: Any, frames: Any, p: int, exchanged: int, image: int) -> int:
    """index_of, by one of the images that bring the king where it belongs: its own, or another that does the same.

    Such images give different numbers of one position, and a table has what it says of it under all of them.
    """
    image *= SQUARES
    rank = scheme.flag_number[exchanged * 256 + frames[p].rights]
    if rank == NONE:
        return -1
    cell = frames[p].turn ^ exchanged | rank << 1
    for g in range(scheme.group_count):
        bits = frames[p].men[scheme.groups[g].kind] & frames[p].sides[scheme.groups[g].side ^ exchanged]
        if scheme.groups[g].count == 1:
            rank = scheme.groups[g].ranks[scheme.images[image + lowest(bits)]]
            if rank == NONE:
                return -1
            cell += scheme.groups[g].step * rank
            continue
        seen = 0
        while bits:
            seen |= ONE << scheme.images[image + lowest(bits)]
            bits &= bits - 1
        chosen = 0
        while seen:
            rank = scheme.groups[g].ranks[lowest(seen)]
            if rank == NONE:
                return -1
            seen &= seen - 1
            chosen += 1
            cell += scheme.groups[g].step * scheme.binomials[rank * 8 + chosen]
    return cell


def place_cell(scheme: Any, frames: Any, p: int, cell: int) -> bool:
    """Put the position with a number at p, without a key; False if two men stand on one square."""
    rest = cell >> 1
    frames[p].turn = cell & 1
    frames[p].rights = scheme.flag_rights[rest % scheme.flag_sets]
    rest //= scheme.flag_sets
    frames[p].ep_square = frames[p].ep_pawn = NONE
    frames[p].key = 0
    frames[p].sides[0] = frames[p].sides[1] = 0
    for g in range(MEN):
        frames[p].men[g] = 0
    for g in range(scheme.group_count):
        bits = scheme.groups[g].sets[rest % scheme.groups[g].size]
        rest //= scheme.groups[g].size
        if bits & (frames[p].sides[0] | frames[p].sides[1]):
            return False
        frames[p].men[scheme.groups[g].kind] |= bits
        frames[p].sides[scheme.groups[g].side] |= bits
    return True


class PositionIndex:
    """Numbers the positions of a material from 0 to `size` - 1.

    `orbits`, by the square of the king that is turned, if one is: how many squares its orbit has.
    """

    def __init__(self, rules: CompiledRules, material: Material) -> None:
        tables = rules.tables
        genre = tables.genre
        self.material, self.references = material, []
        if not cython.compiled:
            self.scheme = IndexScheme()
        self.scheme.king = king = tables.royal
        self._number_flags(tables)
        letters = frozenset(letter for kind, letter in enumerate(tables.letters)
                            if material.counts[0][kind] + material.counts[1][kind])
        folding = 0 if material.counts[0][king] == 1 else 1 if material.counts[1][king] == 1 else -1
        images = images_for(genre, letters) if folding >= 0 else images_for(genre, letters)[:1]
        self._fold(folding if len(images) > 1 else -1, images, exchange_of_sides(genre))
        step: int = 2 * self.scheme.flag_sets
        count: int = 0
        for side in (0, 1):
            for kind, number in enumerate(material.counts[side]):
                if number:
                    self._add_group(count, side, kind, number, self._squares(genre, side, kind))
                    self.scheme.groups[count].step = step
                    step *= self.scheme.groups[count].size
                    count += 1
        self.scheme.group_count, self.scheme.size = count, step
        alike: int = MOST_ALIKE
        for i in range(SQUARES):
            for j in range(1, 8):
                self.scheme.binomials[i * 8 + j] = comb(i, j) if j <= alike else 0

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.scheme.size

    def number(self, judge: MoveGenerator, exchanged: bool) -> int:
        """The number of the position on top of a judge, as index_of."""
        if cython.compiled:
            return index_of(cython.address(self.scheme), judge.frames, judge.ply, exchanged)
        return index_of(self.scheme, judge.frames, judge.ply, exchanged)

    def put(self, judge: State, cell: int) -> bool:
        """Put the position with a number on a judge, as its only one; False if there is none."""
        judge.ply = 0
        if cython.compiled:
            placed = place_cell(cython.address(self.scheme), judge.frames, 0, cell)
        else:
            placed = place_cell(self.scheme, judge.frames, 0, cell)
        judge.frames[0].key = judge.full_key(0)
        return placed

    def _number_flags(self, tables: Any) -> None:
        """Number the sets of run flags."""
        bits = list(tables.flag_bits.values())
        swapped = [tables.flag_bits.get(letter.swapcase(), bit) for letter, bit in tables.flag_bits.items()]
        for i in range(512):
            self.scheme.flag_number[i] = NONE
        self.scheme.flag_sets = 1 << len(bits)
        for number in range(1 << len(bits)):
            held: int = sum(bit for at, bit in enumerate(bits) if number >> at & 1)
            turned: int = sum(bit for at, bit in enumerate(swapped) if number >> at & 1)
            self.scheme.flag_rights[number] = held
            self.scheme.flag_number[held] = self.scheme.flag_number[256 + turned] = number

    def _fold(self, folding: int, images: Sequence[Image], exchange: Image | None) -> None:
        """Set the images, those with sides exchanged after the others, and which one each square of the king needs."""
        self.scheme.folding = folding
        exchange = exchange or images[0]
        self.scheme.image_count = len(images)
        every = [*images, *(tuple(image[square] for square in exchange) for image in images)]
        for number, image in enumerate(every):
            for square, to in enumerate(image):
                self.scheme.images[number * SQUARES + square] = to
        self.orbits: dict[int, int] = {}
        for square in range(len(images[0])):
            orbit = {image[square] for image in images}
            self.orbits[square] = len(orbit)
            for i in range(2):
                targets = [image[square] for image in every[i * len(images):(i + 1) * len(images)]]
                self.scheme.fold[i * SQUARES + square] = i * len(images) + targets.index(min(targets))

    def _squares(self, genre: Any, side: int, kind: int) -> list[int]:
        """The squares of the men of a kind and a side."""
        man = genre.men[kind]
        squares = [square for square in genre.board.squares if not man.region or square in man.region[side]]
        if man.royal and side == self.scheme.folding:
            squares = [square for square in squares if self.scheme.images[
                self.scheme.fold[square] * SQUARES + square] == square]
        return squares

    def _add_group(self, g: int, side: int, kind: int, number: int, squares: list[int]) -> None:
        """Set a group: its squares in their order, and its sets of squares by number."""
        squares.sort()
        group = sorted(combinations(squares, number), key=lambda chosen: chosen[::-1])
        sets = array("Q", map(mask_of, group))
        self.references.append(sets)
        self.scheme.groups[g].sets = u64_view(sets, 0)
        self.scheme.groups[g].side, self.scheme.groups[g].kind = side, kind
        self.scheme.groups[g].count, self.scheme.groups[g].size = number, len(sets)
        for square in range(SQUARES):
            self.scheme.groups[g].ranks[square] = NONE
        for rank, square in enumerate(squares):
            self.scheme.groups[g].ranks[square] = rank
