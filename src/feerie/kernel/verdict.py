# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Which moves are legal, and whether a position is check, mate, stalemate or illegal, by the royalty doctrine.

The moves that State lists leave the mover's own kings as safe as the doctrine demands. Only MULTIPLEX demands more: a
check to a side with several kings is legal only if it can be parried in one move or mates every king. Here such a
check is made and the replies are tried. The test is recursive, since a parry may itself be such a check; nested deeper
than RECURSION, a check counts as legal (a ruling, see docs/genres/rex-multiplex.md). The result depends only on the
position and the nesting depth, and is kept in a table.
"""
from __future__ import annotations

from array import array
from enum import IntEnum
from functools import lru_cache
from typing import Any

import cython

from feerie.kernel.compiled_rules import CompiledRules
from feerie.kernel.general_rules import GeneralRules
from feerie.kernel.general_tables import general_tables_of, takes_general_path
from feerie.kernel.move_generator import DEPTH
from feerie.kernel.packed_move import CHECK_SHIFT, VERDICT_SHIFT
from feerie.kernel.state import State
from feerie.kernel.tables import SMALL_TABLE_BITS, tables_of
from feerie.rules.genre import Genre

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.compiled_rules import BOTH, CAPTURE, KING_MOVE_TABLE, MULTIPLEX, QUIET
    from feerie.kernel.move_generator import LISTED
    from feerie.kernel.packed_move import (
        move_kind,
        move_man,
        move_origin,
        move_partner,
        move_partner_man,
        move_result,
        move_target,
    )
    from feerie.kernel.plain import FULL, ONE, lowest, u64
    from feerie.kernel.tables import ATTACK_TABLES, CASTLING, EN_PASSANT, FAMILIES, NONE, PLAIN, SQUARES
    from feerie.rules.royalty import RECURSION
    MEMO_SIZE, MOST_ATTACKS, MAY_CHECK = 4096, 1024, 1 << 31
    VERDICT_OK, VERDICT_CHECK, VERDICT_MATE, VERDICT_STALEMATE = 0, 1, 2, 3
    VERDICT_RUN, VERDICT_EXPOSED, VERDICT_UNPARRYABLE = 4, 5, 6


class PositionVerdict(IntEnum):
    """What a position is to the side to move. Compiled code has these numbers as VERDICT_OK, VERDICT_CHECK, ..."""

    OK = 0
    CHECK = 1
    MATE = 2
    STALEMATE = 3
    RUN = 4
    """A side has won by king run."""
    EXPOSED = 5
    """Illegal: the side not to move is in check."""
    UNPARRYABLE = 6
    """Illegal: a check that cannot be parried and is not mate; no legal move leads to it."""


VERDICTS: tuple[PositionVerdict, ...] = tuple(PositionVerdict)


@lru_cache(maxsize=32)
def compiled_rules(genre: Genre, bits: int = SMALL_TABLE_BITS) -> CompiledRules:
    """The compiled tables of a genre, made once for each genre and number of `bits` (see Tables).

    They choose the path: new_judge makes a judge for them.
    """
    if takes_general_path(genre):
        return GeneralRules(general_tables_of(genre))
    return CompiledRules(tables_of(genre, bits))


class Judge(State):
    """A state that knows which moves are fully legal, and the verdict on its positions."""

    def __init__(self, rules: CompiledRules, capacity: int = DEPTH) -> None:
        super().__init__(rules, capacity)
        self.max_depth = 0
        if not cython.compiled:
            self.pairs_before, self.pairs_after = [0] * MOST_ATTACKS, [0] * MOST_ATTACKS
            self.memo = None
        if self.doctrine == MULTIPLEX:
            if cython.compiled:
                self.memo = cython.cast(cython.pointer(u64), calloc(MEMO_SIZE, cython.sizeof(u64)))
                if not self.memo:
                    raise MemoryError
            else:
                self.memo = array("Q", bytes(8 * MEMO_SIZE))

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.memo)

    def gives_check_at(self, p: int, move: int) -> bool:
        """Whether a legal move at p gives check. Overwrites frame p + 1."""
        self.make(p, p + 1, move)
        return self.in_check_at(p + 1, self.frames[p + 1].turn)

    def attacked_at(self, p: int, by: int, square: int) -> bool:
        """Whether a man of `by` attacks a square at p."""
        return self.attacked(p, by, square, self.frames[p].sides[0] | self.frames[p].sides[1], self.frames[p].sides[by])

    def arrives_on(self, p: int, move: int) -> int:
        """Where the man that makes a move at p stands after it, in a castling the king; NONE if it is gone."""
        return move_target(move)

    def is_capture_at(self, p: int, move: int) -> bool:
        """Whether a legal move at p takes a man."""
        return move_kind(move) == EN_PASSANT or (
            move_kind(move) == PLAIN and self.frames[p].sides[self.frames[p].turn ^ 1] >> move_target(move) & 1 != 0)

    def moves_king_at(self, p: int, move: int) -> bool:
        """Whether a legal move at p is made by a king, alone or in a castling."""
        return self.frames[p].men[self.royal] >> move_origin(move) & 1 != 0

    def men_at(self, p: int, kind: int, side: int) -> int:
        """The squares of the men of a kind and a side at p."""
        return self.frames[p].men[kind] & self.frames[p].sides[side]

    def kind_after(self, move: int) -> int:
        """The kind of the man that a move has moved, without its effects; of a castling, that of the partner."""
        return move_result(move)

    def list_checks(self, p: int, n: int) -> int:
        """List the legal moves at p that may give check, and perhaps others, from list[n] on; the new n."""
        return self.list_legal(p, n)

    def list_mating(self, p: int, n: int) -> int:
        """List the legal moves at p that may mate, and perhaps others, from list[n] on; the new n."""
        return self.list_checks(p, n)

    def keep_before_mate(self, p: int, n: int, end: int) -> int:
        """Put in front, of list[n:end], legal moves at p, those after which the other side may mate at once; their end.

        They keep their order; the rest of the list are moves that are seen to leave the king a flight, whatever the
        other side plays. Overwrites frame p + 1.
        """
        return end

    def has_legal(self, p: int, n: int) -> bool:
        """Whether there is a legal move at p. Uses list[n] on as scratch space."""
        return self.count_legal(p, n) != 0

    def is_checkmate_at(self, p: int, n: int) -> bool:
        """Whether the side to move at p is in check, and has no legal move. Uses list[n] on as scratch space."""
        return self.in_check_at(p, self.frames[p].turn) and not self.has_legal(p, n)

    def is_legal_at(self, p: int, n: int, move: int) -> bool:
        """Whether a move of another position is surely legal at p, too. Uses list[n] on as scratch space."""
        return False

    def checks_to_front(self, p: int, n: int, end: int) -> int:
        """Put of the legal moves list[n:end] at p those in front that may give check; the index after the last."""
        return n

    def key_after(self, p: int, move: int) -> int:
        """The key after a legal move at p, if that is seen without making it; else 0."""
        return 0

    def list_legal(self, p: int, n: int) -> int:
        """List the legal moves at p from list[n] on, and return the new n; none if there is not enough memory."""
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
                self.list[i] |= MAY_CHECK
        kept = n
        for i in range(n, end):
            if self.list[i] & MAY_CHECK:
                self.list[i] ^= MAY_CHECK
                self.make(p, p + 1, self.list[i])
                if not self.check_is_legal(p + 1, end, 0):
                    continue
            self.list[kept] = self.list[i]
            kept += 1
        return kept

    def count_legal(self, p: int, n: int) -> int:
        """The number of legal moves at p. Uses list[n] on as scratch space."""
        if self.doctrine == MULTIPLEX:
            kings = self.frames[p].men[self.royal] & self.frames[p].sides[self.frames[p].turn ^ 1]
            if kings & (kings - 1):
                self.compute_check_info(p)
                end = self.generate_checks(p, n)
                moves = self.quiet_count
                for i in range(n, end):
                    self.make(p, p + 1, self.list[i])
                    moves += self.check_is_legal(p + 1, end, 0)
                return moves
        return self.count_moves(p)

    def check_is_legal(self, p: int, n: int, depth: int) -> bool:
        """Whether the move to p, which has not left its own kings attacked, is legal as a check."""
        return self.check_is_clearly_legal(p, True) or self.check_is_legal_memo(p, n, depth, True)

    def check_is_clearly_legal(self, p: int, unexposed: bool) -> bool:
        """Whether the move to p is obviously legal as a check; False means unknown.

        `unexposed`: it is known that the move has not left its own kings attacked.
        """
        us = self.frames[p].turn
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        return not kings & (kings - 1) or (unexposed and self.has_safe_king_step(p)) or self.safe(p, us)

    def check_is_legal_memo(self, p: int, n: int, depth: int, unexposed: bool) -> bool:
        """Whether the side to move at p, which has several kings and is in check, can parry, or every king is mated.

        Looks in the table first. An entry holds the upper bits of the key, how many levels the test recursed (bits
        5-7), the depth at which it began (bits 2-4), the result (bit 1) and 1 (bit 0). A result that was not cut short
        by RECURSION holds at every depth at which it would not be cut short either.
        """
        self.max_depth = max(self.max_depth, depth)
        if depth > RECURSION:
            return True
        key = self.frames[p].key
        i = key & MEMO_SIZE - 1
        entry = self.memo[i]
        if entry & 1 and not (entry ^ key) & ~(MEMO_SIZE - 1):
            stored_depth = entry >> 2 & 7
            below = entry >> 5 & 7
            if depth == stored_depth or (depth + below <= RECURSION and stored_depth + below <= RECURSION):
                self.max_depth = max(self.max_depth, depth + below)
                return entry & 2 != 0
        before = self.max_depth
        self.max_depth = depth
        legal = self.can_parry(p, n, depth, unexposed) or self.every_king_mated(p, n, depth)
        below = self.max_depth - depth
        self.memo[i] = key & ~(MEMO_SIZE - 1) & FULL | below << 5 | depth << 2 | legal << 1 | 1
        self.max_depth = max(self.max_depth, before)
        return legal

    def can_parry(self, p: int, n: int, depth: int, unexposed: bool) -> bool:
        """Whether the side to move has a legal move. Moves that are obviously legal are looked for first.

        Not `unexposed`: the other side may be in check at p, and a move may leave it in that check.
        """
        us = self.frames[p].turn
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us ^ 1]
        if not kings & (kings - 1):
            return self.has_legal(p, n)
        if unexposed or self.safe(p, us ^ 1):
            self.compute_check_info(p)
            end = self.generate_checks(p, n)
            if self.quiet_count:
                return True
        else:
            end = self.list_moves(p, n)
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            if self.check_is_clearly_legal(p + 1, True):
                return True
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            if self.check_is_legal_memo(p + 1, end, depth + 1, True):
                return True
        return False

    def every_king_mated(self, p: int, n: int, depth: int) -> bool:
        """Whether every king of the side to move is attacked and no move saves one of them. Cheap tests come first."""
        us = self.frames[p].turn
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        bits = kings
        while bits:
            if not self.attacked_at(p, us ^ 1, lowest(bits)):
                return False
            bits &= bits - 1
        end = self.keep_parries(p, n, self.castlings_out_of_check(p, self.pseudo_legal(p, n)))
        kept = n
        for i in range(n, end):
            move = self.list[i]
            self.make(p, p + 1, move)
            bits = kings
            while bits:
                if self.saves_king(p, move, lowest(bits)):
                    if self.check_is_clearly_legal(p + 1, False):
                        return False
                    self.list[kept] = move
                    kept += 1
                    break
                bits &= bits - 1
        for i in range(n, kept):
            self.make(p, p + 1, self.list[i])
            if self.check_is_legal_memo(p + 1, kept, depth + 1, False):
                return False
        return True

    def keep_parries(self, p: int, n: int, end: int) -> int:
        """Keep those of the moves list[n:end] at p whose outcome lets them count as parries; the new end."""
        return end

    def saves_king(self, p: int, move: int, king: int) -> bool:
        """Whether the move, made at p + 1, ends the attack on this king and exposes no other king to a new attack."""
        us = self.frames[p].turn
        king_now = king
        if move_origin(move) == king:
            king_now = move_target(move)
        elif move_kind(move) >= CASTLING and move_partner(move) == king:
            king_now = self.partner_target(us, move)
        if self.attacked_at(p + 1, us ^ 1, king_now):
            return False
        kings = self.frames[p + 1].men[self.royal] & self.frames[p + 1].sides[us] & ~(ONE << king_now)
        while kings:
            other = lowest(kings)
            kings &= kings - 1
            if not self.no_new_attack(p, self.king_before(p, move, other), other, us ^ 1):
                return False
        return True

    def king_before(self, p: int, move: int, king: int) -> int:
        """Where a king of the side to move at p, which stands on the square `king` after the move, stood before it.

        NONE for a king that the move has made.
        """
        if king == move_target(move):
            return move_origin(move) if move_man(move) == self.royal else NONE
        if move_kind(move) >= CASTLING and king == self.partner_target(self.frames[p].turn, move):
            return move_partner(move) if move_partner_man(move) == self.royal else NONE
        return king

    def castlings_out_of_check(self, p: int, n: int) -> int:
        """List the castlings at p that are allowed in check, whatever they do to the kings that do not castle."""
        us = self.frames[p].turn
        for f in range(us * FAMILIES, us * FAMILIES + self.family_count):
            if self.families[f].in_check \
                    and (not self.families[f].rights or self.families[f].rights & self.frames[p].rights):
                n = self.castlings(p, f, n, False, LISTED)
        return n

    def no_new_attack(self, p: int, was: int, now: int, by: int) -> bool:
        """Whether every attack on a king at p + 1 was there at p.

        The king stood on `was` at p (NONE: it is new), and stands on `now` at p + 1.
        """
        before = self.attack_pairs(p, by, was, self.pairs_before) if was != NONE else 0
        after = self.attack_pairs(p + 1, by, now, self.pairs_after)
        for i in range(after):
            old = False
            for j in range(before):
                if self.pairs_after[i] == self.pairs_before[j]:
                    old = True
            if not old:
                return False
        return True

    def attack_pairs(self, p: int, by: int, square: int, out: Any) -> int:
        """Write the attacks on a square to `out`, as pairs of attacker's square and ray, and return their number."""
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        found = 0
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.attack_table_count[by]):
            origins = self.men_attacking_by(p, i) & self.frames[p].sides[by] & self.attack_tables[i].reach[square]
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                if not self.attack_tables[i].between[square * SQUARES + origin] & occupied:
                    out[found] = i << 16 | self.attack_tables[i].ray_index[square * SQUARES + origin] << 8 | origin
                    found += 1
        return found

    def pseudo_legal(self, p: int, n: int) -> int:
        """List the pseudo-legal moves at p, castlings left out, and return the new n."""
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        self.check_mask = FULL
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
            targets = self.move_tables[KING_MOVE_TABLE + us].leaps[origin] & self.target_mask[BOTH]
            while targets:
                self.list[n] = origin | lowest(targets) << 6 | self.royal << 12 | self.royal << 15
                targets &= targets - 1
                n += 1
        if self.frames[p].ep_square != NONE:
            target = self.frames[p].ep_square
            bits = self.ep_origins[us][target] & self.frames[p].men[self.ep_man] & self.frames[p].sides[us]
            while bits:
                self.list[n] = lowest(bits) | target << 6 | self.ep_man << 12 | self.ep_man << 15 \
                    | EN_PASSANT << 18
                bits &= bits - 1
                n += 1
        return n

    def can_capture_king(self, p: int) -> bool:
        """Whether the side to move could capture a king without leaving its own attacked: never in a legal position."""
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
        """Whether the side to move at p is mated, with captures of a king counted as moves.

        For positions in which the other side may be in check too, as after goals that expose the mover's king. Under
        MULTIPLEX a move that leaves it in a check that cannot be parried is illegal, though it gives none itself. Uses
        list[n] on as scratch space.
        """
        us = self.frames[p].turn
        if not self.in_check_at(p, us) or self.can_capture_king(p):
            return False
        if self.doctrine != MULTIPLEX:
            return self.count_moves(p) == 0
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        return not self.can_parry(p, n, -1, False) and (not kings & (kings - 1) or self.every_king_mated(p, n, 0))

    def verdict_at(self, p: int, n: int) -> int:
        """The verdict on p, a VERDICT_ constant. Uses list[n] on as scratch space."""
        us = self.frames[p].turn
        if self.in_check_at(p, us ^ 1):
            return VERDICT_EXPOSED
        if self.run_flags[0] and self.king_run_won(p):
            return VERDICT_RUN
        return self.verdict_with_moves(p, n, self.count_legal(p, n))

    def verdict_with_moves(self, p: int, n: int, moves: int) -> int:
        """The verdict on p, which is neither EXPOSED nor RUN and has `moves` legal moves; scratch as verdict_at."""
        us = self.frames[p].turn
        if self.in_check_at(p, us):
            if moves:
                return VERDICT_CHECK
            kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
            if self.doctrine == MULTIPLEX and kings & (kings - 1) and not self.every_king_mated(p, n, 0):
                return VERDICT_UNPARRYABLE
            return VERDICT_MATE if self.is_checkmate_at(p, n) else VERDICT_STALEMATE    # if it must not parry
        return VERDICT_OK if moves else VERDICT_STALEMATE

    def extended(self, p: int, move: int) -> int:
        """A legal move at p as an extended move, see packed_move."""
        us = self.frames[p].turn
        found = move
        square = move_target(move)
        if move_kind(move) >= CASTLING:
            found |= us << 32 | (self.frames[p].sides[1] >> move_partner(move) & 1) << 33
            return found
        if move_kind(move) == EN_PASSANT:
            square = self.frames[p].ep_pawn
        if self.frames[p].sides[us ^ 1] >> square & 1:
            kind = self.kind_at(p, ONE << square)
            found |= ONE << 34 | kind << 35 | square << 38
        return found | us << 32

    # ----------------------------------------------------------------------------------------- for Python

    def raise_failure(self) -> None:
        """Raise what a rule in Python has raised since the last time (the general path alone has such rules)."""

    def extended_move(self, move: int) -> int:
        """A legal move of the position on top as an extended move, see packed_move."""
        return self.extended(self.ply, move)

    def follow(self, move: int) -> int:
        """Play a move, after a null move where it is one of the other side, as in series play: what the move is.

        An extended move, with the verdict on the position after it and whether it gives check in higher bits: see
        packed_move. IndexError if the stack is full.
        """
        if not self.frames[self.ply].sides[self.frames[self.ply].turn] >> move_origin(move) & 1:
            self.pass_turn()
        p = self.ply
        self.push(move)
        self.ensure_list()
        verdict = self.verdict_at(p + 1, 0)
        checks = self.in_check_at(p + 1, self.frames[p + 1].turn)
        return self.extended(p, move) | verdict << VERDICT_SHIFT | checks << CHECK_SHIFT

    def child(self, move: int) -> Judge:
        """A new judge with the position after a legal move of the position on top as its only one."""
        judge = type(self)(self.rules, 2)
        self.make(self.ply, self.ply + 1, move)
        self.ply += 1
        judge.copy_from(self)
        self.ply -= 1
        return judge

    def survey(self) -> tuple[PositionVerdict, list[int]]:
        """The verdict on the position on top and its legal moves, extended; none if it is EXPOSED or RUN.

        MemoryError if there is no room for them.
        """
        p = self.ply
        moves: list[int] = []
        if self.in_check_at(p, self.frames[p].turn ^ 1):
            return PositionVerdict.EXPOSED, moves
        if self.run_flags[0] and self.king_run_won(p):
            return PositionVerdict.RUN, moves
        self.ensure_list()
        end = self.list_legal(p, 0)
        if self.out_of_memory:
            raise MemoryError
        verdict = self.verdict_with_moves(p, end, end)
        for i in range(end):
            moves.append(self.extended(p, self.list[i]))
        return VERDICTS[verdict], moves

    def verdict_after(self, move: int) -> PositionVerdict:
        """The verdict on the position after a legal move of the position on top."""
        self.ensure_list()
        self.make(self.ply, self.ply + 1, move)
        verdict = self.verdict_at(self.ply + 1, 0)
        return VERDICTS[verdict]

    def copy(self) -> Judge:
        """A new judge with the position on top as its only one."""
        judge = type(self)(self.rules, 2)
        judge.copy_from(self)
        return judge

    def moves(self) -> list[int]:
        """The legal moves of the position on top, packed; MemoryError if there is no room for them."""
        self.ensure_list()
        end = self.list_legal(self.ply, 0)
        if self.out_of_memory:
            raise MemoryError
        return [self.list[i] for i in range(end)]

    def legal_move_count(self) -> int:
        """The number of legal moves of the position on top."""
        self.ensure_list()
        return self.count_legal(self.ply, 0)

    def verdict(self) -> PositionVerdict:
        """The verdict on the position on top."""
        self.ensure_list()
        return PositionVerdict(self.verdict_at(self.ply, 0))

    def run_winner(self) -> int | None:
        """The side that has won the position on top by a king run: 0 White, 1 Black, None if neither has."""
        winner = self.run_winner_at(self.ply)
        return None if winner == NONE else winner

    def pinners(self, square: int) -> list[int]:
        """Squares of the men that would attack a king of the other side if the man on a square were taken off."""
        p = self.ply
        by = 1 if self.frames[p].sides[0] >> square & 1 else 0
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[by ^ 1] & ~(ONE << square) & FULL
        self.copy_frame(p, p + 1)
        self.frames[p + 1].men[self.kind_at(p, ONE << square)] ^= ONE << square
        self.frames[p + 1].sides[by ^ 1] ^= ONE << square
        found = 0
        while kings:
            king = lowest(kings)
            kings &= kings - 1
            found |= self.attackers(p + 1, by, king) & ~self.attackers(p, by, king)
        return [i for i in range(SQUARES) if found >> i & 1]

    def is_capture(self, move: int) -> bool:
        """Whether a legal move of the position on top takes a man."""
        return bool(self.is_capture_at(self.ply, move))

    def moves_king(self, move: int) -> bool:
        """Whether a legal move of the position on top is made by a king, alone or in a castling."""
        return bool(self.moves_king_at(self.ply, move))

    def gives_check(self, move: int) -> bool:
        """Whether a legal move of the position on top gives check."""
        return bool(self.gives_check_at(self.ply, move))
