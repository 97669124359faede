# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The general path: a judge for every genre whose men do not fit the attack tables, pins and masks of the fast one.

Positions have the frames of the fast path and beside each a board: species by square. Of `men` in a frame only
`men[royal]` is kept: all royal men of both sides. A neutral man stands in both `sides`.

- Where a man may go is a look-up of any content (general_tables.py); a move is 32 bits (general_move.py).
- What a move does is a list of changes of squares, and that alone makes the new board, its key and its royal men.
- Check is one question: may a man in this genre make the capture of that square (`strikers_of`)?
- A move that touches no *sensitive* square, on which it depends whether a king is struck, is legal exactly if no king
  is struck now. All other moves are made and tested.

Common parameters are those of move_generator.py; `s` is an index in `species`: side * SIDE + species.
"""
from __future__ import annotations

from typing import Any

import cython

from feerie.kernel.general_rules import GeneralRules
from feerie.kernel.move_generator import DEPTH
from feerie.kernel.state import State
from feerie.kernel.verdict import Judge
from feerie.rules.change import Change, Stage
from feerie.rules.setup import Setup
from feerie.rules.unit import unit_of

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
    from cython.cimports.libc.string import memcpy  # type: ignore[import-not-found]
else:
    from feerie.kernel.compiled_rules import CAPTURE, MULTIPLEX, QUIET, ULTRA
    from feerie.kernel.general_rules import SIDE
    from feerie.kernel.move_generator import LISTED
    from feerie.kernel.packed_move import move_kind, move_origin, move_partner, move_target
    from feerie.kernel.plain import FULL, ONE, Board, Frame, SquareChange, lowest, popcount, reached_from
    from feerie.kernel.tables import CASTLING, EN_PASSANT, FAMILIES, NONE, SQUARES
    MOST_CHANGES, ARRIVE, VANISH, PROMOTE = 16, 0, 1, 2
    ASIDE_BIT, ZEROING_BIT, PROMOTION_BIT = 1 << 27, 1 << 28, 1 << 29


class GeneralJudge(Judge):
    """A judge of one genre on the general path. What it does otherwise than `Judge` is said there."""

    def __init__(self, rules: GeneralRules, capacity: int = DEPTH) -> None:
        super().__init__(rules, capacity)
        if cython.compiled:
            self.boards = cython.cast(cython.pointer(Board), calloc(self.capacity, cython.sizeof(Board)))
            if not self.boards:
                raise MemoryError
        else:
            self.boards = [Board() for _ in range(self.capacity)]
            self.changes = [SquareChange() for _ in range(MOST_CHANGES)]
        self._copy_general(rules)

    def _copy_general(self, rules: GeneralRules) -> None:
        """Copy into the state what it reads of the rules."""
        self.ways, self.species, self.men_keys = rules.ways, rules.species, rules.men_keys
        self.strikers, self.partners, self.change_count = rules.strikers, rules.partners, 0

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.boards)

    # ------------------------------------------------------------------------------------------- observation

    def reach(self, way: int, square: int, occupied: int) -> int:
        """The squares that a man strikes from a square by a way."""
        return reached_from(self.ways[way].slots, square, self.ways[way].segments, occupied)

    def species_on(self, p: int, side: int, square: int) -> int:
        """The index of the species of the man on an occupied square, as a man of a side."""
        return side * SIDE + self.boards[p].men[square] - 1

    def owners_on(self, p: int, square: int) -> int:
        """Whose the man on a square is: bit 0 for White, bit 1 for Black."""
        return (self.frames[p].sides[0] >> square & 1) | (self.frames[p].sides[1] >> square & 1) << 1

    def strikers_of(self, p: int, by: int, square: int, occupied: int, one: bool) -> int:
        """The men of `by` on occupied squares that may capture on a square; `one`: one of them is enough."""
        found = 0
        men = self.frames[p].sides[by] & self.strikers[by][square] & occupied
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.species_on(p, by, origin)
            for i in range(self.species[s].count):
                w = self.species[s].ways[i]
                if self.species[s].modes[i] != QUIET and self.ways[w].ever[origin] >> square & 1 \
                        and self.reach(w, origin, occupied) >> square & 1:
                    found |= ONE << origin
                    if one:
                        return found
        return found

    def attacked_at(self, p: int, by: int, square: int) -> bool:
        return self.strikers_of(p, by, square, self.frames[p].sides[0] | self.frames[p].sides[1], True) != 0

    def attackers(self, p: int, by: int, square: int) -> int:
        return self.strikers_of(p, by, square, self.frames[p].sides[0] | self.frames[p].sides[1], False)

    def safe(self, p: int, us: int) -> bool:
        kings = self.frames[p].men[0] & self.frames[p].sides[us]
        if self.doctrine == ULTRA:
            found = not kings
            while kings and not found:
                found = not self.attacked_at(p, us ^ 1, lowest(kings))
                kings &= kings - 1
            return found
        if self.frames[p].turn != us and self.frames[p].ep_square != NONE and kings >> self.frames[p].ep_pawn & 1:
            return False        # a royal pawn that may be captured en passant
        while kings:
            if self.attacked_at(p, us ^ 1, lowest(kings)):
                return False
            kings &= kings - 1
        return True

    def find_sensitive(self, p: int, us: int) -> None:
        """Set `checking`, the men that strike a king of `us`, and `sensitive`, the squares on which that depends.

        Under ULTRA several kings depend on each other: then every square is sensitive.
        """
        kings = self.frames[p].men[0] & self.frames[p].sides[us]
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        self.sensitive = self.checking = 0
        if self.doctrine == ULTRA and kings & (kings - 1):
            self.sensitive = FULL
            return
        while kings:
            king = lowest(kings)
            kings &= kings - 1
            men = self.frames[p].sides[us ^ 1] & self.strikers[us ^ 1][king]
            while men:
                origin = lowest(men)
                men &= men - 1
                s = self.species_on(p, us ^ 1, origin)
                for i in range(self.species[s].count):
                    w = self.species[s].ways[i]
                    if self.species[s].modes[i] == QUIET or not self.ways[w].ever[origin] >> king & 1:
                        continue
                    self.sensitive |= self.ways[w].deciding[king * SQUARES + origin]
                    if self.reach(w, origin, occupied) >> king & 1:
                        self.checking |= ONE << origin
        self.sensitive |= self.checking

    def has_safe_king_step(self, p: int) -> bool:
        return False

    def compute_check_info(self, p: int) -> None:
        pass

    # ------------------------------------------------------------------------------------------------- moves

    def pseudo(self, p: int, n: int, quiets: int, prey: int) -> int:
        """List the moves to the squares `quiets` without capture, and those that capture on the squares `prey`.

        Captures en passant are listed, castlings are not. Kings may be left attacked. A royal man that would vanish by
        capturing does not capture.
        """
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        men = self.frames[p].sides[us]
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.species_on(p, us, origin)
            code = origin | (ZEROING_BIT if self.species[s].choices else 0)
            for i in range(self.species[s].count):
                w = self.species[s].ways[i]
                struck = self.reach(w, origin, occupied)
                targets = 0
                if self.species[s].modes[i] != CAPTURE:
                    targets = struck & quiets
                if self.species[s].modes[i] != QUIET and not (self.species[s].royal and self.species[s].kamikaze):
                    if self.species[s].en_passant and self.frames[p].ep_square != NONE \
                            and struck >> self.frames[p].ep_square & 1 and prey >> self.frames[p].ep_pawn & 1:
                        self.list[n] = code | self.frames[p].ep_square << 6 | (s & SIDE - 1) << 12 | EN_PASSANT << 18
                        n += 1
                    struck &= prey
                    if not self.ways[w].landing:
                        targets |= struck
                        struck = 0
                    while struck:
                        square = lowest(struck)
                        struck &= struck - 1
                        n = self.add_arrival(n, s, code | ASIDE_BIT | square << 21,
                                             self.ways[w].landing[origin * SQUARES + square], True)
                while targets:
                    square = lowest(targets)
                    targets &= targets - 1
                    n = self.add_arrival(n, s, code, square, occupied >> square & 1 != 0)
        return n

    def add_arrival(self, n: int, s: int, code: int, target: int, captures: bool) -> int:
        """Add a move to a square, once for each species that the man may become there; not if it vanishes by capturing.
        """
        code |= target << 6
        if self.species[s].zone >> target & 1 and self.species[s].choices and not (
                captures and self.species[s].kamikaze):
            for i in range(self.species[s].choices):
                self.list[n] = code | self.species[s].becomes[i] << 12 | PROMOTION_BIT
                n += 1
            return n
        self.list[n] = code | (s & SIDE - 1) << 12
        return n + 1

    def ordinary(self, p: int, n: int) -> int:
        """List all moves but castlings, whatever becomes of kings, none of which is taken."""
        us = self.frames[p].turn
        prey = self.frames[p].sides[us ^ 1] & ~self.frames[p].men[0]
        return self.pseudo(p, n, ~(self.frames[p].sides[0] | self.frames[p].sides[1]) & FULL, prey)

    def touched_by(self, p: int, move: int) -> int:
        """The squares that change by a move that is no castling."""
        touched = ONE << move_origin(move) | ONE << move_target(move)
        if move & ASIDE_BIT:
            touched |= ONE << move_partner(move)
        elif move_kind(move) == EN_PASSANT:
            touched |= ONE << self.frames[p].ep_pawn
        return touched

    def is_safe(self, p: int, move: int) -> bool:
        """Whether a move that is no castling leaves the mover's kings safe; needs find_sensitive of the mover."""
        us = self.frames[p].turn
        s = self.species_on(p, us, move_origin(move))
        if not (self.species[s].royal or self.species[s].neutral or self.species[us * SIDE + (move >> 12 & 63)].royal
                or self.touched_by(p, move) & self.sensitive):
            return not self.checking
        self.make(p, p + 1, move)
        return self.safe(p + 1, us)

    def keep_safe(self, p: int, n: int, end: int) -> int:
        """Keep those of the moves list[n:end] at p that leave the mover's kings safe; the new end."""
        self.find_sensitive(p, self.frames[p].turn)
        kept = n
        for i in range(n, end):
            if self.is_safe(p, self.list[i]):
                self.list[kept] = self.list[i]
                kept += 1
        return kept

    def keep_checking(self, p: int, n: int, end: int) -> int:
        """Keep those of the moves list[n:end] at p, no castlings, that may give check, and perhaps others; the new end.

        A move gives check from a square from which what the man is then may strike a king, or by changing a square on
        which it depends whether another man does.
        """
        us = self.frames[p].turn
        kings = self.frames[p].men[0] & self.frames[p].sides[us ^ 1]
        self.find_sensitive(p, us ^ 1)
        if self.checking:
            return end
        kept = n
        for i in range(n, end):
            move = self.list[i]
            s = us * SIDE + (move >> 12 & 63)
            wanted = 0
            bits = kings
            while bits:
                for j in range(self.species[s].count):
                    if self.species[s].modes[j] != QUIET:
                        wanted |= self.ways[self.species[s].ways[j]].onto[lowest(bits)]
                bits &= bits - 1
            if self.touched_by(p, move) & self.sensitive or wanted >> move_target(move) & 1 \
                    or self.species[s].neutral or self.species[s].royal:
                self.list[kept] = move
                kept += 1
        return kept

    def list_moves(self, p: int, n: int) -> int:
        if self.king_run_won(p):
            return n
        end = self.ordinary(p, n)
        return self.all_castlings(p, self.keep_safe(p, n, end))

    def pseudo_legal(self, p: int, n: int) -> int:
        return self.ordinary(p, n)

    def generate_checks(self, p: int, n: int) -> int:
        self.quiet_count = 0
        return self.list_moves(p, n)

    def list_legal(self, p: int, n: int) -> int:
        if n + self.list_reserve > self.list_size and not self.grow_list(n):
            return n
        end = self.list_moves(p, n)
        kings = self.frames[p].men[0] & self.frames[p].sides[self.frames[p].turn ^ 1]
        if self.doctrine != MULTIPLEX or not kings & (kings - 1):
            return end
        kept = n
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            if self.check_is_legal(p + 1, end, 0):
                self.list[kept] = self.list[i]
                kept += 1
        return kept

    def list_checks(self, p: int, n: int) -> int:
        if self.doctrine == MULTIPLEX or self.doctrine == ULTRA:
            return self.list_legal(p, n)
        if n + self.list_reserve > self.list_size and not self.grow_list(n) or self.king_run_won(p):
            return n
        return self.all_castlings(p, self.keep_safe(p, n, self.keep_checking(p, n, self.ordinary(p, n))))

    def count_legal(self, p: int, n: int) -> int:
        return self.list_legal(p, n) - n

    def has_legal(self, p: int, n: int) -> bool:
        if self.doctrine == MULTIPLEX:
            return self.list_legal(p, n) > n
        if n + self.list_reserve > self.list_size and not self.grow_list(n) or self.king_run_won(p):
            return False
        end = self.ordinary(p, n)
        self.find_sensitive(p, self.frames[p].turn)
        for i in range(n, end):
            if self.is_safe(p, self.list[i]):
                return True
        return self.all_castlings(p, n) > n

    # ------------------------------------------------------------------------------------------------ castling

    def all_castlings(self, p: int, n: int) -> int:
        """List the castlings of all families."""
        us = self.frames[p].turn
        for f in range(us * FAMILIES, us * FAMILIES + self.family_count):
            if not self.families[f].rights or self.families[f].rights & self.frames[p].rights:
                n = self.castlings(p, f, n, True, LISTED)
        return n

    def castlings(self, p: int, f: int, n: int, tested: bool, task: int) -> int:
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        kings = self.frames[p].men[0] & own
        if not kings & (kings - 1) and not self.families[f].in_check and kings and self.attacked_at(p, us ^ 1,
                                                                                                    lowest(kings)):
            return n
        bits = kings
        while bits:
            king = lowest(bits)
            bits &= bits - 1
            if not self.species[self.species_on(p, us, king)].castles:
                continue
            among = self.families[f].partners[king] & (own | (self.frames[p].sides[us ^ 1] if self.families[f].either
                                                              else 0))
            while among:
                partner = lowest(among)
                among &= among - 1
                kind = self.species[self.species_on(p, us, partner)].kind
                c = self.families[f].record[king * SQUARES + partner]
                if self.partners[f - us * FAMILIES] >> kind & 1 and not self.families[f].castles[c].barred >> kind & 1 \
                        and self.may_castle(p, f, c, king):
                    n = self.add_castling(p, n, f, c, king, partner, tested)
        return n

    def may_castle(self, p: int, f: int, c: int, king: int) -> bool:
        """Whether rights, empty squares and squares that must be safe allow a castling.

        The squares are tested with the king on each of them and the partner at home.
        """
        us = self.frames[p].turn
        home = self.frames[p].sides[0] | self.frames[p].sides[1]
        if self.families[f].castles[c].empty & home or self.families[f].castles[c].right \
                and not self.families[f].castles[c].right & self.frames[p].rights:
            return False
        home ^= ONE << king
        several = (self.frames[p].men[0] & self.frames[p].sides[us] & ~(ONE << king)) != 0
        bits = self.families[f].castles[c].safe
        if not several or self.families[f].in_check:
            bits &= ~(ONE << king)
        while bits:
            square = lowest(bits)
            if self.strikers_of(p, us ^ 1, square, home | ONE << square, True):
                return False
            bits &= bits - 1
        return True

    def add_castling(self, p: int, n: int, f: int, c: int, king: int, partner: int, tested: bool) -> int:
        """Add a castling that leaves the king that castles safe, once for each species that the partner may become.

        Not `tested`: kings that do not castle may be attacked.
        """
        us = self.frames[p].turn
        s = self.species_on(p, us, partner)
        code = king | self.families[f].castles[c].king_to << 6 | (CASTLING + f - us * FAMILIES) << 18 | partner << 21
        if self.species[s].choices:
            code |= ZEROING_BIT
        promoting = self.families[f].castles[c].promotes >> self.species[s].kind & 1
        for i in range(self.species[s].choices if promoting else 1):
            move = code | (self.species[s].becomes[i] << 12 | PROMOTION_BIT if promoting else (s & SIDE - 1) << 12)
            self.make(p, p + 1, move)
            if not self.attacked_at(p + 1, us ^ 1, self.families[f].castles[c].king_to) \
                    and (not tested or self.safe(p + 1, us)):
                self.list[n] = move
                n += 1
        return n

    # ------------------------------------------------------------------------------------------------- playing

    def change(self, square: int, before: int, owners_before: int, after: int, owners_after: int, stage: int) -> None:
        """Note a change of a square."""
        i = self.change_count
        self.changes[i].square, self.changes[i].stage = square, stage
        self.changes[i].before, self.changes[i].owners_before = before, owners_before
        self.changes[i].after, self.changes[i].owners_after = after, owners_after
        self.change_count = i + 1

    def find_changes(self, p: int, move: int) -> None:
        """Set `changes` to all that a move at p does to the board, in its order."""
        self.change_count = 0
        if move_kind(move) >= CASTLING:
            self.find_castling(p, move)
            return
        us = self.frames[p].turn
        origin, target = move_origin(move), move_target(move)
        species, becomes = self.boards[p].men[origin], (move >> 12 & 63) + 1
        owners = self.owners_on(p, origin)
        struck = target
        if move_kind(move) == EN_PASSANT:
            struck = self.frames[p].ep_pawn
        elif move & ASIDE_BIT:
            struck = move_partner(move)
        captured, victims = self.boards[p].men[struck], self.owners_on(p, struck)
        self.change(origin, species, owners, 0, 0, ARRIVE)
        if struck != target:
            self.change(struck, captured, victims, 0, 0, ARRIVE)
            self.change(target, 0, 0, species, owners, ARRIVE)
        else:
            self.change(target, captured, victims, species, owners, ARRIVE)
        if captured and self.species[us * SIDE + species - 1].kamikaze:
            self.change(target, species, owners, 0, 0, VANISH)
        elif becomes != species:
            self.change(target, species, owners, becomes, owners, PROMOTE)

    def find_castling(self, p: int, move: int) -> None:
        """find_changes of a castling: both men leave before either arrives, since they may change places."""
        us = self.frames[p].turn
        king, partner = move_origin(move), move_partner(move)
        f = us * FAMILIES + move_kind(move) - CASTLING
        c = self.families[f].record[king * SQUARES + partner]
        species, was = self.boards[p].men[king], self.boards[p].men[partner]
        owners, owner = self.owners_on(p, king), self.owners_on(p, partner)
        self.change(king, species, owners, 0, 0, ARRIVE)
        self.change(partner, was, owner, 0, 0, ARRIVE)
        self.change(self.families[f].castles[c].king_to, 0, 0, species, owners, ARRIVE)
        self.change(self.families[f].castles[c].partner_to, 0, 0, (move >> 12 & 63) + 1, owner, ARRIVE)

    def apply_changes(self, d: int, key: int) -> int:
        """Make `changes` in frame d; returns the key after them."""
        royals = self.frames[d].men[0]
        sides0, sides1 = self.frames[d].sides[0], self.frames[d].sides[1]
        for i in range(self.change_count):
            square = self.changes[i].square
            bit = ONE << square
            royals &= ~bit
            sides0 &= ~bit
            sides1 &= ~bit
            for side in range(2):
                if self.changes[i].owners_before >> side & 1:
                    key ^= self.men_keys[(side * SIDE + self.changes[i].before - 1) * SQUARES + square]
                if self.changes[i].owners_after >> side & 1:
                    key ^= self.men_keys[(side * SIDE + self.changes[i].after - 1) * SQUARES + square]
            self.boards[d].men[square] = self.changes[i].after
            if self.changes[i].after:
                if self.changes[i].owners_after & 1:
                    sides0 |= bit
                if self.changes[i].owners_after & 2:
                    sides1 |= bit
                if self.species[self.changes[i].after - 1].royal:
                    royals |= bit
        self.frames[d].men[0] = royals
        self.frames[d].sides[0], self.frames[d].sides[1] = sides0, sides1
        return key

    def make(self, p: int, d: int, move: int) -> None:
        us = self.frames[p].turn
        origin, target = move_origin(move), move_target(move)
        s = self.species_on(p, us, origin)
        self.find_changes(p, move)
        self.copy_frame(p, d)
        key = self.frames[p].key ^ self.turn_key
        if self.frames[p].ep_square != NONE:
            key ^= self.ep_keys[self.frames[p].ep_square]
        key = self.apply_changes(d, key)
        rights = self.frames[p].rights
        for i in range(self.change_count):
            rights &= self.rights_mask[self.changes[i].square]
        self.frames[d].turn = us ^ 1
        self.frames[d].ep_square = self.frames[d].ep_pawn = NONE
        if move_kind(move) >= CASTLING:
            f = us * FAMILIES + move_kind(move) - CASTLING
            i = self.families[f].record[origin * SQUARES + move_partner(move)]
            if self.families[f].spends_right:
                rights &= ~self.families[f].castles[i].right
        elif self.species[s].en_passant and self.species[s].double_over[origin * SQUARES + target] != NONE:
            if self.awaits_en_passant(d, us ^ 1, self.species[s].double_over[origin * SQUARES + target]):
                self.frames[d].ep_square = self.species[s].double_over[origin * SQUARES + target]
                self.frames[d].ep_pawn = target
                key ^= self.ep_keys[self.frames[d].ep_square]
        elif self.species[s].royal and self.run_flags[us]:
            if self.gates[2 * us] >> origin & 1 and self.gates[2 * us + 1] >> target & 1:
                rights |= self.run_flags[us]
            elif self.gates[2 * us + 1] >> origin & 1 and self.gates[2 * us] >> target & 1:
                rights &= ~self.run_flags[us] & 255
        self.frames[d].rights = rights
        self.frames[d].key = key ^ self.right_keys[self.frames[p].rights] ^ self.right_keys[rights]

    def awaits_en_passant(self, p: int, us: int, ep_square: int) -> bool:
        """Whether a man of `us` stands ready to capture on an en passant square."""
        men = self.frames[p].sides[us] & self.strikers[us][ep_square]
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.species_on(p, us, origin)
            if self.species[s].en_passant:
                for i in range(self.species[s].count):
                    if self.species[s].modes[i] != QUIET \
                            and self.ways[self.species[s].ways[i]].ever[origin] >> ep_square & 1:
                        return True
        return False

    def make_each(self, p: int, n: int, end: int) -> int:
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
        return end - n

    def count_after_each(self, p: int, n: int, end: int) -> int:
        total = 0
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            total += self.count_legal(p + 1, end)
        return total

    def copy_frame(self, p: int, d: int) -> None:
        if cython.compiled:
            self.frames[d] = self.frames[p]
            self.boards[d] = self.boards[p]
        else:
            self.frames[d].copy(self.frames[p])
            self.boards[d].men[:] = self.boards[p].men

    # ------------------------------------------------------------------------------------------------ verdicts

    def can_parry(self, p: int, n: int, depth: int, unexposed: bool) -> bool:
        us = self.frames[p].turn
        kings = self.frames[p].men[0] & self.frames[p].sides[us ^ 1]
        end = self.list_moves(p, n)
        if not kings & (kings - 1):
            return end > n
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            if self.check_is_clearly_legal(p + 1, True):
                return True
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            if self.check_is_legal_memo(p + 1, end, depth + 1, True):
                return True
        return False

    def king_before(self, p: int, move: int, king: int) -> int:
        if king == move_target(move):
            return move_origin(move) if self.frames[p].men[0] >> move_origin(move) & 1 else NONE
        if move_kind(move) >= CASTLING and king == self.partner_target(self.frames[p].turn, move):
            return move_partner(move) if self.frames[p].men[0] >> move_partner(move) & 1 else NONE
        return king

    def attack_pairs(self, p: int, by: int, square: int, out: Any) -> int:
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        men = self.frames[p].sides[by] & self.strikers[by][square]
        found = 0
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.species_on(p, by, origin)
            for i in range(self.species[s].count):
                w = self.species[s].ways[i]
                if self.species[s].modes[i] != QUIET and self.reach(w, origin, occupied) >> square & 1:
                    out[found] = w << 16 | self.ways[w].line[square * SQUARES + origin] << 8 | origin
                    found += 1
        return found

    def mated(self, p: int, n: int) -> bool:
        us = self.frames[p].turn
        if not self.in_check_at(p, us) or self.has_legal(p, n):
            return False
        end = self.pseudo(p, n, 0, self.frames[p].sides[us ^ 1] & ~self.frames[p].sides[us] & self.frames[p].men[0])
        for i in range(n, end):
            self.make(p, p + 1, self.list[i])
            if self.safe(p + 1, us):
                return False
        kings = self.frames[p].men[0] & self.frames[p].sides[us]
        return self.doctrine != MULTIPLEX or not kings & (kings - 1) or self.every_king_mated(p, n, 0)

    def is_capture_at(self, p: int, move: int) -> bool:
        if move_kind(move) >= CASTLING:
            return False
        return move & ASIDE_BIT != 0 or move_kind(move) == EN_PASSANT or self.boards[p].men[move_target(move)] != 0

    def men_at(self, p: int, kind: int, side: int) -> int:
        found = 0
        bits = self.frames[p].sides[side]
        while bits:
            square = lowest(bits)
            bits &= bits - 1
            if self.boards[p].men[square] == kind + 1:
                found |= ONE << square
        return found

    def extended(self, p: int, move: int) -> int:
        us = self.frames[p].turn
        was = self.boards[p].men[move_origin(move)] - 1
        found = move
        found |= us << 32 | was << 52
        square = move_target(move)
        if move_kind(move) >= CASTLING:
            was = self.boards[p].men[move_partner(move)] - 1
            found |= (self.frames[p].sides[1] >> move_partner(move) & 1) << 33 | was << 58
            return found
        if move_kind(move) == EN_PASSANT:
            square = self.frames[p].ep_pawn
        elif move & ASIDE_BIT:
            square = move_partner(move)
        if self.boards[p].men[square]:
            was = self.boards[p].men[square] - 1
            found |= ONE << 34 | was << 35
            was = square
            found |= was << 41
        return found

    # ----------------------------------------------------------------------------------------- stack, for Python

    def full_key(self, p: int) -> int:
        key = self.right_keys[self.frames[p].rights]
        if self.frames[p].turn:
            key ^= self.turn_key
        if self.frames[p].ep_square != NONE:
            key ^= self.ep_keys[self.frames[p].ep_square]
        for side in range(2):
            bits = self.frames[p].sides[side]
            while bits:
                square = lowest(bits)
                bits &= bits - 1
                key ^= self.men_keys[self.species_on(p, side, square) * SQUARES + square]
        return key

    def load(self, setup: Setup) -> None:
        tables = self.rules.tables
        self.ply = 0
        self.frames[0].sides[0] = self.frames[0].sides[1] = self.frames[0].men[0] = 0
        for square in range(SQUARES):
            self.boards[0].men[square] = 0
        for square, text in setup.pieces:
            unit = unit_of(text)
            number = tables.numbers[unit.kind]
            bit = ONE << square
            self.boards[0].men[square] = number + 1
            side = unit.side
            if self.species[number].neutral:
                self.frames[0].sides[side ^ 1] |= bit
            self.frames[0].sides[side] |= bit
            if self.species[number].royal:
                self.frames[0].men[0] |= bit
        rights = 0
        for letter in setup.rights:
            rights |= tables.right_bits.get(letter, 0)
        for letter in setup.flags:
            rights |= tables.flag_bits[letter]
        self.frames[0].turn, self.frames[0].rights = setup.turn, rights
        self.frames[0].ep_square = self.frames[0].ep_pawn = NONE
        if setup.en_passant is not None:
            self._load_ep_square(setup.en_passant, setup.turn ^ 1)
        self.frames[0].key = self.full_key(0)

    def _load_ep_square(self, ep_square: int, by: int) -> None:
        if not self.awaits_en_passant(0, by ^ 1, ep_square):
            return
        for at in range(SQUARES):
            if not self.frames[0].sides[by] >> at & 1:
                continue
            s = self.species_on(0, by, at)
            if self.species[s].en_passant:
                for origin in range(SQUARES):
                    if self.species[s].double_over[origin * SQUARES + at] == ep_square:
                        self.frames[0].ep_square, self.frames[0].ep_pawn = ep_square, at

    def _men_by_square(self, size: int, letters: tuple[str, ...]) -> list[str]:
        return [self.man_at(square) for square in range(size)]

    def man_at(self, square: int) -> str:
        p = self.ply
        return self._text(self.boards[p].men[square], self.owners_on(p, square))

    def men_of(self, kind: int, side: int) -> int:
        return self.men_at(self.ply, kind, side)

    def man_count(self) -> int:
        """How many men there are."""
        return popcount(self.frames[self.ply].sides[0] | self.frames[self.ply].sides[1])

    def has_same_men(self, other: State) -> bool:
        source = other
        p = other.ply
        for square in range(SQUARES):
            if self.boards[self.ply].men[square] != source.boards[p].men[square]:
                return False
        return bool(self.frames[self.ply].sides[0] == source.frames[p].sides[0]
                    and self.frames[self.ply].sides[1] == source.frames[p].sides[1]
                    and self.frames[self.ply].turn == source.frames[p].turn
                    and self.right_keys[self.frames[self.ply].rights] == self.right_keys[source.frames[p].rights])

    def snapshot(self) -> Any:
        """The position on top as a small value, which `restore` of any state of the same genre takes."""
        if cython.compiled:
            return cython.cast(cython.p_char, cython.address(self.frames[self.ply]))[:cython.sizeof(Frame)] \
                + cython.cast(cython.p_char, cython.address(self.boards[self.ply]))[:cython.sizeof(Board)]
        snapshot = Frame(), Board()
        snapshot[0].copy(self.frames[self.ply])
        snapshot[1].men[:] = self.boards[self.ply].men
        return snapshot

    def restore(self, snapshot: Any) -> None:
        self.ply, self.stopped, self.out_of_memory = 0, False, False
        if cython.compiled:
            memcpy(cython.address(self.frames[0]), cython.cast(cython.p_char, snapshot), cython.sizeof(Frame))
            memcpy(cython.address(self.boards[0]), cython.cast(cython.p_char, snapshot) + cython.sizeof(Frame),
                   cython.sizeof(Board))
        else:
            self.frames[0].copy(snapshot[0])
            self.boards[0].men[:] = snapshot[1].men

    def copy_from(self, other: State) -> None:
        source = other
        p = other.ply
        self.ply = 0
        if cython.compiled:
            self.frames[0] = source.frames[p]
            self.boards[0] = source.boards[p]
        else:
            self.frames[0].copy(source.frames[p])
            self.boards[0].men[:] = source.boards[p].men

    def pinners(self, square: int) -> list[int]:
        p = self.ply
        by = 1 if self.frames[p].sides[0] >> square & 1 else 0
        kings = self.frames[p].men[0] & self.frames[p].sides[by ^ 1] & ~(ONE << square) & FULL
        self.copy_frame(p, p + 1)
        self.boards[p + 1].men[square] = 0
        self.frames[p + 1].sides[0] &= ~(ONE << square)
        self.frames[p + 1].sides[1] &= ~(ONE << square)
        found = 0
        while kings:
            king = lowest(kings)
            kings &= kings - 1
            found |= self.attackers(p + 1, by, king) & ~self.attackers(p, by, king)
        return [i for i in range(SQUARES) if found >> i & 1]

    def changes_of(self, move: int) -> list[Change]:
        """What a legal move of the position on top does to the board, in its order (rules/change.py)."""
        self.find_changes(self.ply, move)
        names = self.rules.tables.genre.board.names
        return [Change(names[self.changes[i].square], self._text(self.changes[i].before, self.changes[i].owners_before),
                       self._text(self.changes[i].after, self.changes[i].owners_after), Stage(self.changes[i].stage))
                for i in range(self.change_count)]

    def _text(self, number: int, owners: int) -> str:
        """The text of a man; `number`: species + 1, 0 for none."""
        if not number:
            return ""
        text: str = self.rules.tables.texts[0 if owners & 1 else 1][number - 1]
        return text
