# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Rays to look-up tables: the squares reached along any rays are a function of the men on them.

Only the squares before the last of each ray matter ("relevant" squares): they are gathered into an index by a
multiplication with a magic number and a shift. It makes no difference whether rays are straight, bend or meet.

Magic numbers are found by trial (Kannan 2007). Those of the genres listed are kept in a file; each is tested before
it is used, and if none is kept or it does not fit, another one is searched for.
"""
from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

import cython

from feerie.kernel.magics import known_magics
from feerie.rules.board import Ray

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, SPREAD, lowest, popcount, slot_index
    END, SQUARES, ASKED = 255, 64, 3


class LookupTables:
    """Tables one after another; `size` is the number of their entries."""

    def __init__(self) -> None:
        self.tables: list[array[int]] = []
        self.size = 0
        self.seed = 88172645463325252

    def sparse(self) -> int:
        """A random number with few bits set."""
        x = FULL
        for _ in range(3):
            self.seed ^= self.seed >> 12
            self.seed ^= self.seed << 25
            self.seed ^= self.seed >> 27
            x &= self.seed * SPREAD
        return x

    def walk(self, mask: int, flat: Any, occupancies: Any, reaches: Any) -> int:
        """The squares reached along `flat` (rays, each terminated by END) for every subset of `mask`."""
        occupied = 0
        for i in range(len(reaches)):
            reached = 0
            j = 0
            while j < len(flat):
                square = flat[j]
                if square != END:
                    reached |= ONE << square
                    if occupied >> square & 1:
                        while flat[j] != END:
                            j += 1
                j += 1
            occupancies[i] = occupied
            reaches[i] = reached
            occupied = (occupied - mask) & mask
        return 0

    def double(self, mask: int, flat: Any, occupancies: Any, reaches: Any) -> bool:
        """The same as `walk` if no square is on two rays, in time that does not depend on their length.

        Each relevant square doubles the subsets: if a man stands on it, the squares behind it are not reached. If rays
        meet, does nothing and returns False.
        """
        reached = 0
        for i in range(len(flat)):
            if flat[i] != END:
                if reached >> flat[i] & 1:
                    return False
                reached |= ONE << flat[i]
        occupancies[0] = 0
        reaches[0] = reached
        size = 1
        while mask:
            square = lowest(mask)
            mask &= mask - 1
            behind = 0
            for i in range(len(flat)):
                if flat[i] == square:
                    for j in range(i + 1, len(flat)):
                        if flat[j] == END:
                            break
                        behind |= ONE << flat[j]
                    break
            for i in range(size):
                occupancies[size + i] = occupancies[i] | ONE << square
                reaches[size + i] = reaches[i] & ~behind
            size *= 2
        return True

    def add(self, mask: int, rays: Iterable[Ray]) -> tuple[int, int, int]:
        """Tabulate `rays` over the relevant squares `mask`; returns magic, shift and the table's offset."""
        size = 1 << popcount(mask)
        flat = bytearray()
        for ray in rays:
            flat.extend(ray)
            flat.append(END)
        occupancies = array("Q", bytes(8 * size))
        reaches = array("Q", bytes(8 * size))
        if not self.double(mask, flat, occupancies, reaches):
            self.walk(mask, flat, occupancies, reaches)
        return self.store(mask, occupancies, reaches)

    def add_lines(self, mask: int, lines: Iterable[Ray], patterns: Iterable[Iterable[int]]) -> tuple[int, int, int]:
        """Tabulate lines that are not simply ridden along over the relevant squares `mask`; returns as `add`.

        `patterns`: for each line, by the set of occupied squares on it, bit 0 for the first, the set of those reached.
        """
        size = 1 << popcount(mask)
        flat = bytearray()
        reached_by = array("Q")
        for line, pattern in zip(lines, patterns, strict=True):
            flat.extend(line)
            flat.append(END)
            reached_by.extend(pattern)
        occupancies = array("Q", bytes(8 * size))
        reaches = array("Q", bytes(8 * size))
        self.follow(mask, flat, reached_by, occupancies, reaches)
        return self.store(mask, occupancies, reaches)

    def follow(self, mask: int, flat: Any, patterns: Any, occupancies: Any, reaches: Any) -> int:
        """The squares reached along `flat` (lines, each terminated by END) by their patterns, for every subset of
        `mask`.
        """
        occupied = 0
        for i in range(len(reaches)):
            reached = 0
            start = first = 0
            while first < len(flat):
                index = j = 0
                while flat[first + j] != END:
                    if occupied >> flat[first + j] & 1:
                        index |= 1 << j
                    j += 1
                found = patterns[start + index]
                start += 1 << j
                while found:
                    reached |= ONE << flat[first + lowest(found)]
                    found &= found - 1
                first += j + 1
            occupancies[i] = occupied
            reaches[i] = reached
            occupied = (occupied - mask) & mask
        return 0

    def store(self, mask: int, occupancies: Any, reaches: Any) -> tuple[int, int, int]:
        """Store a table, under a magic number where compiled; returns magic, shift and the table's offset."""
        relevant = popcount(mask)
        size = 1 << relevant
        at = occupancies
        reached = reaches
        offset = self.size
        if not cython.compiled or not relevant:
            self.tables.append(reaches)
            self.size += size
            return 0, 63, offset
        spare, known = known_magics().get(mask, (0, 0))
        if known:
            found = array("Q", bytes(8 * (size << spare)))
            marks = array("I", bytes(4 * (size << spare)))
            table = found
            stamps = marks
            if self.fits(at, reached, mask, known, 64 - relevant - spare, table, stamps, 1):
                self.tables.append(found)
                self.size += size << spare
                return known, 64 - relevant - spare, offset
        for spare in range(4):
            found = array("Q", bytes(8 * (size << spare)))
            marks = array("I", bytes(4 * (size << spare)))
            table = found
            stamps = marks
            shift = 64 - relevant - spare
            for epoch in range(1, 200000):
                magic = self.sparse()
                if self.fits(at, reached, mask, magic, shift, table, stamps, epoch):
                    self.tables.append(found)
                    self.size += size << spare
                    return magic, shift, offset
        raise ArithmeticError("no magic number was found for a set of rays")

    def fits(self, occupancies: Any, reaches: Any, mask: int, magic: int, shift: int, table: Any, stamps: Any,
             epoch: int) -> bool:
        """Whether a magic number maps no two subsets with different reached squares to one index; fills `table`.

        An item of `table` has been filled in this call if its entry in `stamps` is `epoch`.
        """
        for i in range(len(reaches)):
            h = slot_index(occupancies[i], mask, magic, shift)
            if stamps[h] == epoch and table[h] != reaches[i]:
                return False
            stamps[h] = epoch
            table[h] = reaches[i]
        return True

    def joined(self) -> array[int]:
        """All tables in one array."""
        out = array("Q")
        for table in self.tables:
            out.extend(table)
        return out


def fill_attacks(component: Iterable[Sequence[Ray]], base: int, masks: tuple[array[int], ...], between: array[int],
                 ray_index: array[int]) -> None:
    """Fill the attack tables of one component (rays by origin), whose squares begin at `base`.

    `masks`: the arrays near, far, several and leaps. For these and the others see Tables._compile_attacks.
    """
    near, far, several, leaps = masks
    for origin, rays in enumerate(component):
        bit = ONE << origin
        leap = 0
        for index, ray in enumerate(rays):
            passed = 0
            for square in ray:
                at = base + square
                if (near[at] | far[at]) & bit:
                    several[at] |= bit
                if passed:
                    far[at] |= bit
                else:
                    near[at] |= bit
                between[at * SQUARES + origin] = passed
                ray_index[at * SQUARES + origin] = index
                passed |= ONE << square
            leap |= passed
        leaps[base + origin] = leap


def fill_strikes(way: Any, origin: int, number: int, line: Any, pattern: Any) -> None:
    """Note for every square that a man may strike on one of its lines what that depends on, and where it arrives.

    `way`: the arrays ever, onto, deciding, how, needed, line, landing of general_tables.WayRecord, which see;
    `pattern`: the arrays targets, hows, needs of general_tables.Pattern. What is reached along two lines is asked of
    the look-up.
    """
    ever, onto, deciding, how, needed, lines, landing = way
    targets, hows, needs = pattern
    before = 0
    for index in range(len(line)):
        square = line[index]
        if targets[index] != END:
            at = square * SQUARES + origin
            if ever[origin] >> square & 1:
                how[at] = ASKED
                lines[at] = END
            else:
                how[at] = hows[index]
                lines[at] = number
                wanted = needs[index]
                while wanted:
                    needed[at] |= ONE << line[lowest(wanted)]
                    wanted &= wanted - 1
            ever[origin] |= ONE << square
            onto[square] |= ONE << origin
            deciding[at] |= before
            if targets[index] != index:
                deciding[at] |= ONE << line[targets[index]]
                landing[origin * SQUARES + square] = line[targets[index]]
        before |= ONE << square


def have_same_lines(components: Sequence[int], reach: array[int], between: array[int]) -> bool:
    """Whether the squares between two squares are the same in all of the components, which have single paths only."""
    for attacked in range(SQUARES):
        known = 0
        for component in components:
            at = component * SQUARES + attacked
            shared = reach[at] & known
            known |= reach[at]
            while shared:
                origin = lowest(shared)
                shared &= shared - 1
                for other in components:
                    other_at = other * SQUARES + attacked
                    if reach[other_at] >> origin & 1 and between[other_at * SQUARES + origin] \
                            != between[at * SQUARES + origin]:
                        return False
    return True


def is_mutual(base: int, reach: array[int], between: array[int]) -> bool:
    """Whether a attacks b exactly when b attacks a, along the same squares, in a component with single paths only."""
    for attacked in range(SQUARES):
        origins = reach[base + attacked]
        while origins:
            origin = lowest(origins)
            origins &= origins - 1
            if not reach[base + origin] >> attacked & 1 or (
                    between[(base + attacked) * SQUARES + origin] != between[(base + origin) * SQUARES + attacked]):
                return False
    return True
