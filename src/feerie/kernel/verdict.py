# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Verdicts: which moves are legal, and what a position is, by royalty doctrine.

The moves of State leave the mover's own kings as they must be. Under MULTIPLEX a move that attacks a side with
several kings must besides be parryable in one move, or mate every one of them; here that is decided by playing
it and asking. The test is recursive, for a parry may itself be such a check: nested deeper than RECURSION it
counts as legal (a ruling, see docs/genres/rex-multiplex.md). So an answer depends on the position and on how deep
the question is nested, not on the way there, and is remembered: the same question comes back by many ways.
"""
from __future__ import annotations

from array import array
from enum import IntEnum
from functools import lru_cache
from typing import Any

import cython

from feerie.kernel.state import CompiledRules, State
from feerie.kernel.tables import QUIET_BITS, tables_of
from feerie.rules.genre import Genre

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.packed_move import move_man, move_origin, move_target
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.state import BOTH, CAPTURE, KING_MOVE_TABLE, LISTED, MULTIPLEX, QUIET
    from feerie.kernel.tables import NONE, EN_PASSANT, ATTACK_TABLES, SQUARES
    RECURSION, ANSWERS, ASKED = 6, 4096, 1 << 31


class Verdict(IntEnum):
    """What a position is to the side to move."""

    OK = 0
    CHECK = 1
    MATE = 2
    STALEMATE = 3
    RUN = 4
    EXPOSED = 5
    """The side not to move could be captured."""
    UNPARRYABLE = 6
    """In a check that can neither be parried nor is mate: no legal move leads here."""


@lru_cache(maxsize=32)
def compiled_rules(genre: Genre, bits: int = QUIET_BITS) -> CompiledRules:
    """The kernel's structures for a genre, made once."""
    return CompiledRules(tables_of(genre, bits))


class Judge(State):
    """A state that knows which moves are legal in full, and the verdict on its positions."""

    def __init__(self, rules: CompiledRules, capacity: int = 128) -> None:
        super().__init__(rules, capacity)
        self.deepest = 0
        if not cython.compiled:
            self.old, self.new = [0] * SQUARES, [0] * SQUARES
            self.answers = None
        if self.doctrine == MULTIPLEX:
            if cython.compiled:
                self.answers = cython.cast(cython.pointer(u64), calloc(ANSWERS, cython.sizeof(u64)))
                if not self.answers:
                    raise MemoryError
            else:
                self.answers = array("Q", bytes(8 * ANSWERS))

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.answers)

    def gives_check_at(self, p: int, move: int) -> bool:
        """Whether a legal move leaves the other side in check."""
        self.make(p, p + 1, move)
        return self.in_check_at(p + 1, self.frames[p + 1].turn)

    def list_legal(self, p: int, n: int) -> int:
        """n plus the legal moves at p, listed from list[n] on; none where there is no memory for them."""
        if n + self.list_reserve > self.list_size and not self.grow_list(n):
            return n
        end = self.list_moves(p, n)
        if self.doctrine != MULTIPLEX:
            return end
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[self.frames[p].turn ^ 1]
        if not kings & (kings - 1):
            return end
        self.compute_check_info(p)
        for i in range(n, end):
            if self.may_check(self.list[i]):
                self.list[i] |= ASKED
        kept = n
        for i in range(n, end):
            if self.list[i] & ASKED:
                self.list[i] ^= ASKED
                self.make(p, p + 1, self.list[i])
                if not self.check_allowed(p + 1, end, 0):
                    continue
            self.list[kept] = self.list[i]
            kept += 1
        return kept

    def count_legal(self, p: int, n: int) -> int:
        """How many legal moves there are at p; list[n] on is scratch space."""
        if self.doctrine == MULTIPLEX:
            kings = self.frames[p].men[self.royal] & self.frames[p].sides[self.frames[p].turn ^ 1]
            if kings & (kings - 1):
                self.compute_check_info(p)
                end = self.generate_checks(p, n)
                moves = self.quiet_count
                for i in range(n, end):
                    self.make(p, p + 1, self.list[i])
                    moves += self.check_allowed(p + 1, end, 0)
                return moves
        return self.count_moves(p)

    def check_allowed(self, p: int, n: int, depth: int) -> bool:
        """Was the move that led to p, and left its own kings safe, legal as a check?"""
        return self.plainly_allowed(p, True) or self.answer(p, n, depth, True)

    def plainly_allowed(self, p: int, unexposed: bool) -> bool:
        """Is it easy to see that the move that led to p is legal as a check? Unexposed: its own kings are safe."""
        us = self.frames[p].turn
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        return not kings & (kings - 1) or (unexposed and self.king_flees(p)) or self.safe(p, us)

    def answer(self, p: int, n: int, depth: int, unexposed: bool) -> bool:
        """Can the side to move at p, which has several kings and is in check, parry it, or is every king mated?

        What is remembered: the upper bits of the key, how deep further questions went below this one (3 bits), how
        deep it was nested (3 bits), the answer, 1. Where none was deeper than RECURSION, it holds at any depth from
        which that is so.
        """
        self.deepest = max(self.deepest, depth)
        if depth > RECURSION:
            return True
        key = self.frames[p].key
        i = key & ANSWERS - 1
        known = self.answers[i]
        if known & 1 and not (known ^ key) & ~(ANSWERS - 1):
            asked = known >> 2 & 7
            below = known >> 5 & 7
            if depth == asked or (depth + below <= RECURSION and asked + below <= RECURSION):
                self.deepest = max(self.deepest, depth + below)
                return known & 2 != 0
        before = self.deepest
        self.deepest = depth
        legal = self.parried(p, n, depth, unexposed) or self.every_king_mated(p, n, depth)
        below = self.deepest - depth
        self.answers[i] = key & ~(ANSWERS - 1) & FULL | below << 5 | depth << 2 | legal << 1 | 1
        self.deepest = max(self.deepest, before)
        return legal

    def parried(self, p: int, n: int, depth: int, unexposed: bool) -> bool:
        """Has the side to move a legal move? Those that settle it at once are looked for first.

        A move may also leave the other side in a check that it stood in before, where its kings may be exposed.
        """
        us = self.frames[p].turn
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us ^ 1]
        if not kings & (kings - 1):
            return self.count_moves(p) > 0
        if unexposed or self.safe(p, us ^ 1):
            self.compute_check_info(p)
            end = self.generate_checks(p, n)
            if self.quiet_count:
                return True
        else:
            end = self.list_moves(p, n)
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            if self.plainly_allowed(p + 1, True):
                return True
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            if self.answer(p + 1, end, depth + 1, True):
                return True
        return False

    def every_king_mated(self, p: int, n: int, depth: int) -> bool:
        """Is every king of the side to move attacked and beyond rescue? The cheaper questions are asked first."""
        us = self.frames[p].turn
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        bits = kings
        while bits:
            if not self.attacked(p, us ^ 1, lowest(bits), self.frames[p].sides[0] | self.frames[p].sides[1],
                                 self.frames[p].sides[us ^ 1]):
                return False
            bits &= bits - 1
        end = self.pseudo_legal(p, n)
        kept = n
        for i in range(n, end):
            move = self.list[i]
            self.make(p, p + 1, move)
            bits = kings
            while bits:
                if self.rescues(p, move, lowest(bits)):
                    if self.plainly_allowed(p + 1, False):
                        return False
                    self.list[kept] = move
                    kept += 1
                    break
                bits &= bits - 1
        for i in range(n, kept):
            self.make(p, p + 1, self.list[i])
            if self.answer(p + 1, kept, depth + 1, False):
                return False
        return True

    def rescues(self, p: int, move: int, king: int) -> bool:
        """Does the move, made at p + 1, free this king and put no other king under a new attack?"""
        us = self.frames[p].turn
        king_now = move_target(move) if move_origin(move) == king else king
        if self.attacked(p + 1, us ^ 1, king_now, self.frames[p + 1].sides[0] | self.frames[p + 1].sides[1],
                         self.frames[p + 1].sides[us ^ 1]):
            return False
        kings = self.frames[p + 1].men[self.royal] & self.frames[p + 1].sides[us] & ~(ONE << king_now)
        while kings:
            other = lowest(kings)
            kings &= kings - 1
            was = other
            if other == move_target(move):
                was = move_origin(move) if move_man(move) == self.royal else NONE
            if not self.no_new_attack(p, was, other, us ^ 1):
                return False
        return True

    def no_new_attack(self, p: int, was: int, now: int, by: int) -> bool:
        """Is every attack on a king's square at p + 1 one that stood against it at p (was NONE: not there)?"""
        before = self.attack_pairs(p, by, was, self.old) if was != NONE else 0
        after = self.attack_pairs(p + 1, by, now, self.new)
        for i in range(after):
            fits = False
            for j in range(before):
                if self.new[i] == self.old[j]:
                    fits = True
            if not fits:
                return False
        return True

    def attack_pairs(self, p: int, by: int, square: int, out: Any) -> int:
        """The pairs (attacker's square, direction) on a square; how many. A direction is a ray of the attacker."""
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        found = 0
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.attack_table_count[by]):
            origins = (self.frames[p].men[self.attack_tables[i].man] | self.frames[p].men[self.attack_tables[i].other]) \
                & self.frames[p].sides[by] & self.attack_tables[i].reach[square]
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                if not self.attack_tables[i].between[square * SQUARES + origin] & occupied:
                    out[found] = i << 16 | self.attack_tables[i].ray[square * SQUARES + origin] << 8 | origin
                    found += 1
        return found

    def pseudo_legal(self, p: int, n: int) -> int:
        """n plus all one-man moves at p, whatever they leave the own kings in."""
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        self.check = FULL
        self.pinned = 0
        self.target_mask[BOTH] = ~(self.frames[p].sides[us] | self.frames[p].men[self.royal]) & FULL
        self.target_mask[QUIET] = ~occupied & FULL
        self.target_mask[CAPTURE] = self.frames[p].sides[us ^ 1] & ~self.frames[p].men[self.royal]
        n = self.men_moves(p, n, us, LISTED)
        if self.king_promotion_from[us] & self.frames[p].sides[us]:
            n = self.king_promotions(p, n, False, LISTED)
        bits = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        while bits:
            origin = lowest(bits)
            bits &= bits - 1
            targets = self.look_up(self.move_tables[KING_MOVE_TABLE + us].slots, origin, 1, occupied) & self.target_mask[BOTH]
            while targets:
                self.list[n] = origin | lowest(targets) << 6 | self.royal << 12 | self.royal << 15
                targets &= targets - 1
                n += 1
        if self.frames[p].ep_square != NONE:
            target = self.frames[p].ep_square
            bits = self.passers[us][target] & self.frames[p].men[self.ep_man] & self.frames[p].sides[us]
            while bits:
                self.list[n] = lowest(bits) | target << 6 | self.ep_man << 12 | self.ep_man << 15 \
                    | EN_PASSANT << 18
                bits &= bits - 1
                n += 1
        return n

    def takes_king(self, p: int) -> bool:
        """Could the side to move at p capture a king, its own being safe afterwards? No legal move is like that."""
        us = self.frames[p].turn
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us ^ 1]
        while kings:
            king = lowest(kings)
            kings &= kings - 1
            origins = self.attackers(p, us, king)
            while origins:
                origin = lowest(origins)
                man = self.kind_at(p, origins & -origins)
                origins &= origins - 1
                self.make(p, p + 1, origin | king << 6 | man * (1 << 12 | 1 << 15))
                if self.safe(p + 1, us):
                    return True
        return False

    def mated(self, p: int, n: int) -> bool:
        """Is the side to move at p in check for good, even if it could capture a king? list[n] on is scratch space.

        Asked of positions in which the other side may stand in check as well; the only checks that a capture of a
        king ends are those of that king itself.
        """
        us = self.frames[p].turn
        if not self.in_check_at(p, us) or self.count_legal(p, n) or self.takes_king(p):
            return False
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        return self.doctrine != MULTIPLEX or not kings & (kings - 1) or self.every_king_mated(p, n, 0)

    def verdict_at(self, p: int, n: int) -> int:
        """The verdict on p; list[n] on is scratch space."""
        us = self.frames[p].turn
        if self.in_check_at(p, us ^ 1):
            return 5
        if self.run_flags[0] and self.run_won(p):
            return 4
        moves = self.count_legal(p, n)
        if self.in_check_at(p, us):
            if moves:
                return 1
            kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
            if self.doctrine == MULTIPLEX and kings & (kings - 1) and not self.every_king_mated(p, n, 0):
                return 6
            return 2
        return 0 if moves else 3

    # ----------------------------------------------------------------------------------- the face in Python

    def moves(self) -> list[int]:
        """The legal moves of the position on top, as numbers."""
        self.ensure_list()
        end = self.list_legal(self.ply, 0)
        if self.out_of_memory:
            raise MemoryError
        return [self.list[i] for i in range(end)]

    def legal_move_count(self) -> int:
        """How many legal moves the position on top has."""
        self.ensure_list()
        return self.count_legal(self.ply, 0)

    def verdict(self) -> Verdict:
        """The verdict on the position on top."""
        self.ensure_list()
        return Verdict(self.verdict_at(self.ply, 0))

    def gives_check(self, move: int) -> bool:
        """Whether a legal move leaves the other side in check."""
        return bool(self.gives_check_at(self.ply, move))
