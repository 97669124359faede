# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Bitboards, move generation and making moves, for any genre.

The design is the usual one of a bitboard engine (Chess Programming Wiki): magic bitboards for the moves of riders
(Kannan 2007), copy-make (a move writes a new frame, unmaking drops it), pin and check masks, so that the generator
lists only legal moves, bulk counting for perft, and incremental Zobrist keys (Zobrist 1970). Everything that differs
between genres is in the tables of tables.py; `MoveGenerator` reads them as `CompiledRules` and knows no genre.

The moves listed here leave the mover's kings as safe as the royalty doctrine demands. What else a doctrine demands of
a move is decided in verdict.py. A move is a packed integer, see packed_move.py.

This file is plain Python. move_generator.pxd gives it C types, and plain.py supplies in Python what C provides;
uncompiled it gives the same answers, slowly. To mean the same either way, it uses items and attributes instead of
pointers, assigns no whole structures, and masks complements with FULL.

Common parameters: `p` is the number of a frame, `us` and `by` are sides (0 White, 1 Black), `n` is the next free
place in `list`. Functions that list moves return the new `n`. Sets of squares are bitboards. `occupied` is the set of
squares to count as occupied, which need not be the occupied squares of frame p.
"""
from __future__ import annotations

from array import array

import cython

from feerie.kernel.compiled_rules import CompiledRules
from feerie.rules.properties import Property

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, malloc, realloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.compiled_rules import BOTH, CAPTURE, KING_MOVE_TABLE, MULTIPLEX, QUIET, ULTRA
    from feerie.kernel.packed_move import (
        move_kind,
        move_man,
        move_origin,
        move_partner,
        move_partner_man,
        move_result,
        move_target,
    )
    from feerie.kernel.plain import FULL, ONE, Frame, add_set, lowest, popcount, reached_from, u32
    from feerie.kernel.tables import (
        ATTACK_TABLES,
        CASTLING,
        EN_PASSANT,
        FAMILIES,
        MEN,
        MOVE_TABLES,
        NONE,
        PLAIN,
        SQUARES,
    )
    MAX_MOVES, MOVES_PER_PLY, MARGIN = 8192, 224, 32
    COUNTED, LISTED, CHECKS_ONLY, GATHERED = 0, 1, 2, 3

DEPTH = 128
"""How many moves deep a state can go by default."""


class MoveGenerator:
    """Generates and makes the moves of positions of one genre, in `frames`; see State.

    One class and one module, because these methods inline one another, which the C compiler does only within one C
    file. With the attacks in a class of their own, perft took a sixth more time.
    """

    def __init__(self, rules: CompiledRules, capacity: int = DEPTH) -> None:
        self.rules = rules
        capacity += MARGIN
        self.capacity, self.ply, self.list_size, self.stopped, self.out_of_memory = capacity, 0, 0, False, False
        if cython.compiled:
            self.frames = cython.cast(cython.pointer(Frame), calloc(capacity, cython.sizeof(Frame)))
            if not self.frames:
                raise MemoryError
        else:
            self.frames = [Frame() for _ in range(capacity)]
            for name in ("pin_mask", "ultra_mask", "king_check_mask", "king_to"):
                setattr(self, name, [0] * SQUARES)
            self.target_mask, self.king_promotion_from, self.check_squares = [0] * 3, [0] * 2, [0] * MEN
            self.joint_squares = [0] * MEN
            self.promotion_zones = [0] * 6
            for name in ("goals", "run_flags", "move_table_count", "shifting", "attack_table_count", "leaping"):
                setattr(self, name, [0, 0])
        self._copy_rules(rules)

    def _copy_rules(self, rules: CompiledRules) -> None:
        """Copy into the state what move generation reads of the rules, which saves an indirection each time.

        Arrays that the rules point to are shared. `promotion_zones` and `running` are computed here.
        """
        self.move_tables, self.attack_tables, self.families = rules.move_tables, rules.attack_tables, rules.families
        self.paths, self.keys, self.rights_mask = rules.paths, rules.keys, rules.rights_mask
        self.ep_keys, self.right_keys, self.turn_key = rules.ep_keys, rules.right_keys, rules.turn_key
        self.double_step_over, self.double_step_to = rules.double_step_over, rules.double_step_to
        self.ep_origins = rules.ep_origins
        self.gates = rules.gates
        self.family_count, self.kinds = rules.family_count, rules.kinds
        self.royal, self.ep_man = rules.royal, rules.ep_man
        self.doctrine, self.properties = rules.doctrine, rules.properties
        self.tails_are_rays = self.has(Property.TAILS)
        self.list_reserve = (12 if self.doctrine == MULTIPLEX else 4) * MAX_MOVES
        for side in range(2):
            self.goals[side], self.run_flags[side] = rules.goals[side], rules.run_flags[side]
            self.move_table_count[side], self.shifting[side] = rules.move_table_count[side], rules.shifting[side]
            self.attack_table_count[side] = rules.attack_table_count[side]
            self.leaping[side] = rules.leaping[side]
            self.king_promotion_from[side] = rules.king_promotion_from[side]
            for i in range(rules.move_table_count[side]):
                mode = rules.move_tables[side * MOVE_TABLES + i].mode
                self.promotion_zones[3 * side + mode] |= rules.move_tables[side * MOVE_TABLES + i].zone
        self.has_divergent_men = rules.has_divergent_men
        self.running = self.run_flags[0] | self.run_flags[1]

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.frames)
            free(self.list)

    def ensure_list(self) -> None:
        """Allocate the list of moves unless it exists: room for every ply, and `list_reserve` more."""
        if self.list_size:
            return
        self.list_size = self.capacity * MOVES_PER_PLY + self.list_reserve
        if cython.compiled:
            self.list = cython.cast(cython.pointer(u32), malloc(self.list_size * cython.sizeof(u32)))
            if not self.list:
                self.list_size = 0
                raise MemoryError
        else:
            self.list = array("I", bytes(4 * self.list_size))

    def grow_list(self, n: int) -> bool:
        """Enlarge the list so that there is ample room from list[n] on.

        If there is not enough memory, returns False and sets `stopped` and `out_of_memory`.
        """
        size = 2 * n + self.list_reserve
        if cython.compiled:
            grown = realloc(self.list, size * cython.sizeof(u32))
            if not grown:
                self.out_of_memory = self.stopped = True
                return False
            self.list = cython.cast(cython.pointer(u32), grown)
        else:
            self.list.extend(array("I", bytes(4 * (size - self.list_size))))
        self.list_size = size
        return True

    # ------------------------------------------------------------------------------------------- attacks

    def men_attacking_by(self, p: int, i: int) -> int:
        """The men, of both sides, of the kinds to which attack table i belongs."""
        return self.frames[p].men[self.attack_tables[i].man] | self.frames[p].men[self.attack_tables[i].other]

    def men_moving_by(self, p: int, s: int) -> int:
        """The men, of both sides, of the kinds to which move table s belongs."""
        return self.frames[p].men[self.move_tables[s].man] | self.frames[p].men[self.move_tables[s].other]

    def attacked(self, p: int, by: int, square: int, occupied: int, among: int) -> bool:
        """Whether a man of `by` that is in the set `among` attacks the square."""
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.leaping[by]):
            if self.men_attacking_by(p, i) & among & self.attack_tables[i].near[square]:
                return True
        return self.attacked_by_rider(p, by, square, occupied, among)

    def attacked_by_rider(self, p: int, by: int, square: int, occupied: int, among: int) -> bool:
        """As `attacked`, but only by riders: by attack tables with rays longer than one square."""
        for i in range(by * ATTACK_TABLES + self.leaping[by], by * ATTACK_TABLES + self.attack_table_count[by]):
            origins = self.men_attacking_by(p, i) & among & self.attack_tables[i].reach[square]
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                if not self.attack_tables[i].between[square * SQUARES + origin] & occupied:
                    return True
                if self.attack_tables[i].several[square] >> origin & 1:
                    for j in range(self.attack_tables[i].path_start[square * SQUARES + origin],
                                   self.attack_tables[i].path_start[square * SQUARES + origin + 1]):
                        if not self.paths[j] & occupied:
                            return True
        return False

    def attackers(self, p: int, by: int, square: int) -> int:
        """All men of `by` that attack the square, pinned or not."""
        found = 0
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.attack_table_count[by]):
            origins = self.men_attacking_by(p, i) & self.frames[p].sides[by] & self.attack_tables[i].reach[square]
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                if not self.attack_tables[i].between[square * SQUARES + origin] \
                        & (self.frames[p].sides[0] | self.frames[p].sides[1]):
                    found |= ONE << origin
                elif self.attack_tables[i].several[square] >> origin & 1:
                    for j in range(self.attack_tables[i].path_start[square * SQUARES + origin],
                                   self.attack_tables[i].path_start[square * SQUARES + origin + 1]):
                        if not self.paths[j] & (self.frames[p].sides[0] | self.frames[p].sides[1]):
                            found |= ONE << origin
        return found

    def attacked_squares(self, p: int, by: int, occupied: int) -> int:
        """All squares that men of `by`, including kings, attack."""
        seen = 0
        for i in range(by * MOVE_TABLES, by * MOVE_TABLES + self.move_table_count[by]):
            if self.move_tables[i].mode == QUIET:
                continue
            men = self.men_moving_by(p, i) & self.frames[p].sides[by]
            if self.move_tables[i].translation and not self.move_tables[i].onward:
                men &= self.move_tables[i].leave
                s = self.move_tables[i].shift
                seen |= men << (s & 63) | men >> (-s & 63)
                continue
            if self.move_tables[i].translation and not self.move_tables[i].last:
                continue
            if self.move_tables[i].leaping:
                while men:
                    seen |= self.move_tables[i].leaps[lowest(men)]
                    men &= men - 1
            while men:
                seen |= reached_from(self.move_tables[i].slots, lowest(men), self.move_tables[i].segments, occupied)
                men &= men - 1
        men = self.frames[p].men[self.royal] & self.frames[p].sides[by]
        while men:
            seen |= self.move_tables[KING_MOVE_TABLE + by].leaps[lowest(men)]
            men &= men - 1
        return seen

    def attacks_near_kings(self, p: int, by: int, kings: int, occupied: int) -> int:
        """The squares that men of `by` attack; correct only for `kings` and the squares next to them.

        `kings`: squares of kings of the other side. Men too far away to attack a king or a square it can step to are
        left out.
        """
        seen = 0
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.attack_table_count[by]):
            approach = 0
            bits = kings
            while bits:
                approach |= self.attack_tables[i].approach[lowest(bits)]
                bits &= bits - 1
            origins = self.men_attacking_by(p, i) & self.frames[p].sides[by] & approach
            if i < by * ATTACK_TABLES + self.leaping[by]:
                while origins:
                    seen |= self.attack_tables[i].leaps[lowest(origins)]
                    origins &= origins - 1
            while origins:
                seen |= reached_from(self.attack_tables[i].slots, lowest(origins), self.attack_tables[i].segments,
                                     occupied)
                origins &= origins - 1
        return seen

    def kind_at(self, p: int, bit: int) -> int:
        """The kind of the man on an occupied square, given as a bit. Other modules have kind_on."""
        i = 0
        while not self.frames[p].men[i] & bit:
            i += 1
        return i

    # --------------------------------------------------------------------------------------- royal safety

    def kings_safe(self, p: int, us: int, kings: int, occupied: int, among: int) -> bool:
        """Whether `us` would not be in check with its kings on `kings`: none of them attacked or, under ULTRA, not all.

        `among`: the enemy men that count as attackers; a man just captured does not.
        """
        if self.doctrine == ULTRA:
            safe = not kings
            while kings and not safe:
                safe = not self.attacked(p, us ^ 1, lowest(kings), occupied, among)
                kings &= kings - 1
            return safe
        while kings:
            if self.attacked(p, us ^ 1, lowest(kings), occupied, among):
                return False
            kings &= kings - 1
        return True

    def safe(self, p: int, us: int) -> bool:
        """Whether `us` is not in check at p."""
        return self.kings_safe(p, us, self.frames[p].men[self.royal] & self.frames[p].sides[us],
                               self.frames[p].sides[0] | self.frames[p].sides[1], self.frames[p].sides[us ^ 1])

    def in_check_at(self, p: int, us: int) -> bool:
        """Whether `us` is in check at p."""
        return not self.safe(p, us)

    def add_line(self, origin: int, path: int, occupied: int, own: int) -> None:
        """Add the line from an enemy man on `origin` to a king to the masks: it is a check, a pin or neither.

        `path`: the squares between them. `own`: the men of the king's side. A man pinned on two lines may move only
        where both allow it.
        """
        blockers = path & occupied
        path |= ONE << origin
        if not blockers:
            self.check_mask &= path
        elif not blockers & (blockers - 1) and blockers & own:
            square = lowest(blockers)
            self.pin_mask[square] = self.pin_mask[square] & path if self.pinned & blockers else path
            self.pinned |= blockers

    def add_king_masks(self, p: int, us: int, king: int, targets: int) -> int:
        """Add checks and pins against one king to check_mask, pinned and pin_mask; returns its safe targets.

        Each enemy man that may attack the king, or one of its `targets`, is looked at once. The king is taken off
        the board for that, since it does not shelter the squares behind it. With `targets` 0 only checks and pins
        are found.
        """
        them = us ^ 1
        own = self.frames[p].sides[us]
        enemy = self.frames[p].sides[them]
        occupied = own | enemy
        seen = checking = 0
        for i in range(them * ATTACK_TABLES, them * ATTACK_TABLES + self.leaping[them]):
            origins = self.men_attacking_by(p, i) & enemy & self.attack_tables[i].approach[king]
            if origins:
                checking |= origins & self.attack_tables[i].near[king]
                while origins:
                    seen |= self.attack_tables[i].leaps[lowest(origins)]
                    origins &= origins - 1
        if checking:
            self.check_mask &= 0 if checking & (checking - 1) else checking
        for i in range(them * ATTACK_TABLES + self.leaping[them], them * ATTACK_TABLES + self.attack_table_count[them]):
            origins = self.men_attacking_by(p, i) & enemy \
                & (self.attack_tables[i].approach[king] if targets else self.attack_tables[i].reach[king])
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                if targets:
                    seen |= reached_from(self.attack_tables[i].slots, origin, self.attack_tables[i].segments, 
                                         occupied ^ ONE << king)
                if not self.attack_tables[i].reach[king] >> origin & 1:
                    continue
                if self.attack_tables[i].several[king] >> origin & 1:
                    for j in range(self.attack_tables[i].path_start[king * SQUARES + origin],
                                   self.attack_tables[i].path_start[king * SQUARES + origin + 1]):
                        self.add_line(origin, self.paths[j], occupied, own)
                else:
                    self.add_line(origin, self.attack_tables[i].between[king * SQUARES + origin], occupied, own)
        return targets & ~seen

    def compute_masks(self, p: int, us: int) -> None:
        """Set the check and pin masks of `us` at p.

        check_mask: the targets that parry every check, FULL if there is no check. pinned: the pinned men, and
        pin_mask by square: where each of them may go. king_to by square: where each king may step without being
        attacked (not set for several kings under ULTRA).
        """
        self.check_mask = FULL
        self.pinned = 0
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        if kings & (kings - 1):
            if self.doctrine == ULTRA:
                self.compute_masks_ultra(p, us)
            else:
                self.compute_masks_several(p, us)
        elif kings:
            king = lowest(kings)
            self.king_to[king] = self.add_king_masks(p, us, king, self.king_targets(p, us, king))

    def king_targets(self, p: int, us: int, king: int) -> int:
        """The targets of a king, attacked ones included; needs target_mask."""
        return self.move_tables[KING_MOVE_TABLE + us].leaps[king] & self.target_mask[BOTH]

    def has_safe_king_step(self, p: int) -> bool:
        """Whether the side to move has a king move after which no king of either side is attacked.

        Quick but not exhaustive: False means unknown. Needs a doctrine under which no king may be attacked, and that
        the other side's kings are not attacked at p, so that a king move can only uncover an attack on them.
        All kings of the side are taken off the board to find the attacked squares.
        """
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        enemy = self.frames[p].sides[us ^ 1]
        kings = self.frames[p].men[self.royal] & own
        seen = self.attacks_near_kings(p, us ^ 1, kings, (own | enemy) ^ kings)
        bits = kings
        while bits:
            left = bits & -bits
            bits ^= left
            if seen & (kings ^ left):
                continue
            targets = self.move_tables[KING_MOVE_TABLE + us].leaps[lowest(left)] \
                & ~(seen | own | self.frames[p].men[self.royal])
            if targets:
                bits = self.frames[p].men[self.royal] & enemy
                while bits:
                    if self.attacked_by_rider(p, us, lowest(bits), (own | enemy) ^ left | targets & -targets, own):
                        return False
                    bits &= bits - 1
                return True
        return False

    def compute_masks_several(self, p: int, us: int) -> None:
        """compute_masks for several kings none of which may be attacked; king_check_mask has each king's check mask."""
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        check_mask = FULL
        while kings:
            king = lowest(kings)
            kings &= kings - 1
            self.check_mask = FULL
            self.king_to[king] = self.add_king_masks(p, us, king, self.king_targets(p, us, king))
            self.king_check_mask[king] = self.check_mask
            check_mask &= self.check_mask
        self.check_mask = check_mask

    def compute_masks_ultra(self, p: int, us: int) -> None:
        """compute_masks for several kings under ULTRA: a man may go wherever at least one king remains unattacked.

        A man may go anywhere unless it is pinned against every unattacked king, or all kings are attacked. Such men
        (`bound`) may, for some king, parry its checks and keep to the pin: the union of that over all kings.
        tested_kings: the kings whose moves have to be tried one by one.
        """
        own = self.frames[p].sides[us]
        bound = own
        kings = self.frames[p].men[self.royal] & own
        rest = kings
        self.tested_kings = kings
        while rest and (bound or self.tested_kings):
            self.check_mask = FULL
            self.pinned = 0
            self.add_king_masks(p, us, lowest(rest), 0)
            if self.check_mask == FULL:
                bound &= self.pinned
                self.tested_kings &= self.pinned | rest & -rest
            rest &= rest - 1
        if bound:
            for square in range(SQUARES):
                self.ultra_mask[square] = 0
            kings = self.frames[p].men[self.royal] & own
            while kings:
                self.check_mask = FULL
                self.pinned = 0
                self.add_king_masks(p, us, lowest(kings), 0)
                rest = bound
                while rest:
                    square = lowest(rest)
                    self.ultra_mask[square] |= self.check_mask & self.pin_mask[square] \
                        if self.pinned >> square & 1 else self.check_mask
                    rest &= rest - 1
                kings &= kings - 1
            rest = bound
            while rest:
                square = lowest(rest)
                self.pin_mask[square] = self.ultra_mask[square]
                rest &= rest - 1
        self.check_mask = FULL
        self.pinned = bound

    def has(self, needs: int) -> bool:
        """Has the genre all of these properties? See rules/properties.py."""
        return self.properties & needs == needs

    # ---------------------------------------------------------------------------------------------- checking

    def compute_check_info(self, p: int) -> None:
        """Set check_squares and discoverers, from which may_check and generate_checks tell which moves may give check.

        check_squares, by kind of man: the squares from which it would attack an enemy king; discoverers: the men
        of either side that stand alone between an enemy king and a rider of the side to move.
        check_squares is computed with the moving man still on its square, where it could block its own line. It cannot
        if every tail of a ray is also a ray of the square at which the tail starts (Property.TAILS); in genres in
        which that is not so, check_squares is FULL.
        """
        us = self.frames[p].turn
        self.clear_check_squares()
        self.discoverers = 0
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us ^ 1]
        while kings:
            self.add_check_info(p, us, lowest(kings))
            kings &= kings - 1

    def compute_joint_check_info(self, p: int) -> None:
        """compute_check_info, but for moves that leave every enemy king attacked.

        Under MULTIPLEX and ULTRA only these can mate several kings. Such a move attacks each king that is not yet
        attacked, by the man that it moves or by one that it uncovers. So it either goes to a square that serves against
        all of them, or uncovers one.
        """
        us = self.frames[p].turn
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us ^ 1]
        for i in range(MEN):
            self.joint_squares[i] = FULL if kings else 0
        self.discoverers = 0
        while kings:
            king = lowest(kings)
            kings &= kings - 1
            if self.attacked(p, us, king, self.frames[p].sides[0] | self.frames[p].sides[1], self.frames[p].sides[us]):
                continue
            self.clear_check_squares()
            self.add_check_info(p, us, king)
            for i in range(MEN):
                self.joint_squares[i] &= self.check_squares[i]
        for i in range(MEN):
            self.check_squares[i] = self.joint_squares[i]

    def clear_check_squares(self) -> None:
        """Clear check_squares, or fill them where they tell nothing."""
        for i in range(MEN):
            self.check_squares[i] = 0 if self.tails_are_rays else FULL

    def add_check_info(self, p: int, us: int, king: int) -> None:
        """Add what compute_check_info finds for one enemy king of `us`."""
        own = self.frames[p].sides[us]
        occupied = own | self.frames[p].sides[us ^ 1]
        for i in range(us * ATTACK_TABLES, us * ATTACK_TABLES + self.leaping[us]):
            self.check_squares[self.attack_tables[i].man] |= self.attack_tables[i].near[king]
            self.check_squares[self.attack_tables[i].other] |= self.attack_tables[i].near[king]
        for i in range(us * ATTACK_TABLES + self.leaping[us], us * ATTACK_TABLES + self.attack_table_count[us]):
            seen = self.attack_tables[i].near[king]
            if self.attack_tables[i].mutual:
                seen |= reached_from(self.attack_tables[i].slots, king, self.attack_tables[i].segments, occupied)
            else:
                origins = self.attack_tables[i].far[king]
                while origins:
                    origin = lowest(origins)
                    origins &= origins - 1
                    if not self.attack_tables[i].between[king * SQUARES + origin] & occupied:
                        seen |= ONE << origin
                    elif self.attack_tables[i].several[king] >> origin & 1:
                        for j in range(self.attack_tables[i].path_start[king * SQUARES + origin],
                                       self.attack_tables[i].path_start[king * SQUARES + origin + 1]):
                            if not self.paths[j] & occupied:
                                seen |= ONE << origin
            self.check_squares[self.attack_tables[i].man] |= seen
            self.check_squares[self.attack_tables[i].other] |= seen
            origins = self.men_attacking_by(p, i) & own & self.attack_tables[i].far[king]
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                blockers = self.attack_tables[i].between[king * SQUARES + origin] & occupied
                if not blockers & (blockers - 1):
                    self.discoverers |= blockers
                if self.attack_tables[i].several[king] >> origin & 1:
                    for j in range(self.attack_tables[i].path_start[king * SQUARES + origin],
                                   self.attack_tables[i].path_start[king * SQUARES + origin + 1]):
                        blockers = self.paths[j] & occupied
                        if not blockers & (blockers - 1):
                            self.discoverers |= blockers

    def may_check(self, move: int) -> bool:
        """Whether a move may give check, according to the last compute_check_info. False is certain, True is not."""
        becomes = move_result(move)
        origin = move_origin(move)
        return move_kind(move) != PLAIN or becomes != move_man(move) \
            or (self.check_squares[becomes] >> move_target(move) | self.discoverers >> origin) & 1

    # ------------------------------------------------------------------------------------------ generating

    # What the functions below do with the moves they find is their `task`. COUNTED: they are counted (n grows by
    # their number), not listed. LISTED: they are listed. CHECKS_ONLY: those that may give check by compute_check_info
    # are listed, and quiet_count grows by the number of the others. GATHERED: the moves of a man to several squares are
    # listed as one set, see add_set. COUNTED is 0, so that `if task` means: list them.
    # The functions that make the most moves are inlined into generate, once for each task.

    def add_moves(self, n: int, step: int, shift: int, targets: int, wanted: int, zone: int, code: int,
                  task: int) -> int:
        """Add the moves to `targets` by the move table `step`.

        `shift`: target minus origin of every move if the moves are of several men, 0 if they are of one man. `wanted`:
        the targets that may give check (CHECKS_ONLY). `zone`: where the man promotes. `code`: the other fields of a
        move that is not a promotion, including the origin if `shift` is 0.
        """
        if task == CHECKS_ONLY:
            self.quiet_count += popcount(targets & ~(wanted | zone))
            targets &= wanted | zone
        promoting = targets & zone
        if task == COUNTED:
            n += popcount(targets)
            if promoting:
                n += (self.move_tables[step].choices - 1) * popcount(promoting)
            return n
        targets ^= promoting
        if task == GATHERED:
            if targets:
                n = add_set(self.list, n, targets, code, shift)
            if promoting:
                for i in range(1, self.move_tables[step].choices + 1):
                    n = add_set(self.list, n, promoting,
                                (0 if shift else code & 63) | self.move_tables[step].codes[i], shift)
            return n
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            self.list[n] = (target - shift if shift else 0) | target << 6 | code
            n += 1
        while promoting:
            target = lowest(promoting)
            promoting &= promoting - 1
            for i in range(1, self.move_tables[step].choices + 1):
                self.list[n] = (target - shift if shift else code & 63) | target << 6 | self.move_tables[step].codes[i]
                n += 1
        return n

    def men_moves(self, p: int, n: int, us: int, task: int) -> int:
        """Add the moves of all men except kings. Needs the masks of prepare, for CHECKS_ONLY compute_check_info too."""
        restricted = self.pinned | self.discoverers if task == CHECKS_ONLY else self.pinned
        free = self.frames[p].sides[us] & ~restricted
        n = self.shifted_moves(p, n, free, us, task)
        n = self.looked_up_moves(p, n, free, us, task)
        if restricted:
            n = self.restricted_moves(p, n, self.frames[p].sides[us] & restricted, task)
        return n

    def shifted_moves(self, p: int, n: int, free: int, us: int, task: int) -> int:
        """Add the moves of the men in `free` that are translations: all men of a kind by one shift of their set.

        A shift by a step of either sign is a rotation. Nothing wraps round: `leave` and `onward` hold only squares from
        which the step stays on the board.
        """
        check_mask = self.check_mask
        for s in range(us * MOVE_TABLES, us * MOVE_TABLES + self.shifting[us]):
            target_mask = self.target_mask[self.move_tables[s].mode]
            shift = self.move_tables[s].shift
            zone = self.move_tables[s].zone
            code = self.move_tables[s].codes[0] if task else 0
            wanted = self.check_squares[self.move_tables[s].man] if task == CHECKS_ONLY else FULL
            once = self.frames[p].men[self.move_tables[s].man] & free & self.move_tables[s].leave
            once = (once << (shift & 63) | once >> (-shift & 63)) & target_mask
            n = self.add_moves(n, s, shift, once & check_mask, wanted, zone, code, task)
            once &= self.move_tables[s].onward
            if once:
                twice = (once << (shift & 63) | once >> (-shift & 63)) & target_mask
                n = self.add_moves(n, s, 2 * shift, twice & check_mask, wanted, zone, code, task)
        return n

    def looked_up_moves(self, p: int, n: int, free: int, us: int, task: int) -> int:
        """Add the moves of the men in `free` that are not translations: one look-up per man."""
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        for s in range(us * MOVE_TABLES + self.shifting[us], us * MOVE_TABLES + self.move_table_count[us]):
            men = self.men_moving_by(p, s) & free
            targets = self.target_mask[self.move_tables[s].mode] & self.check_mask
            zone = self.move_tables[s].zone & targets
            segments = self.move_tables[s].segments
            if self.move_tables[s].leaping:
                while men:
                    square = lowest(men)
                    men &= men - 1
                    n = self.add_man_moves(p, n, s, square, self.move_tables[s].leaps[square] & targets, zone, task)
            elif segments == 1 and not zone:
                while men:
                    square = lowest(men)
                    men &= men - 1
                    n = self.add_man_moves(
                        p, n, s, square, reached_from(self.move_tables[s].slots, square, 1, occupied) & targets,
                        0, task)
            while men:
                square = lowest(men)
                men &= men - 1
                n = self.add_man_moves(
                    p, n, s, square, reached_from(self.move_tables[s].slots, square, segments, occupied) & targets,
                    zone, task)
        return n

    def restricted_moves(self, p: int, n: int, restricted: int, task: int) -> int:
        """Add the moves of the men in `restricted`, one man at a time: pinned men keep to their pin masks."""
        task = LISTED if task == GATHERED else task     # known to the compiler, which leaves the sets out
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        for s in range(us * MOVE_TABLES, us * MOVE_TABLES + self.move_table_count[us]):
            if not self.move_tables[s].last:
                continue
            men = self.men_moving_by(p, s) & restricted
            while men:
                square = lowest(men)
                men &= men - 1
                targets = reached_from(self.move_tables[s].slots, square, self.move_tables[s].segments, occupied) \
                    & self.target_mask[self.move_tables[s].mode] & self.check_mask
                if self.pinned >> square & 1:
                    targets &= self.pin_mask[square]
                n = self.add_man_moves(p, n, s, square, targets, self.move_tables[s].zone, task)
        return n

    def add_man_moves(self, p: int, n: int, step: int, square: int, targets: int, zone: int, task: int) -> int:
        """Add the moves of one man, on `square`, to the targets by the move table `step`."""
        if task == COUNTED:
            return self.add_moves(n, step, 0, targets, FULL, zone, 0, task)
        man, code = self.move_tables[step].man, self.move_tables[step].codes[0]
        if not self.frames[p].men[man] >> square & 1:
            man, code = self.move_tables[step].other, self.move_tables[step].other_code
        wanted = FULL if task != CHECKS_ONLY or self.discoverers >> square & 1 else self.check_squares[man]
        return self.add_moves(n, step, 0, targets, wanted, zone, square | code, task)

    def king_steps(self, n: int, us: int, king: int, targets: int, task: int) -> int:
        """Add the moves of one king to the targets."""
        wanted = FULL if task != CHECKS_ONLY or self.discoverers >> king & 1 else self.check_squares[self.royal]
        return self.add_moves(n, KING_MOVE_TABLE + us, 0, targets, wanted, 0,
                              king | self.royal << 12 | self.royal << 15, task)

    def king_moves(self, p: int, n: int, us: int, task: int) -> int:
        """Add the moves of the kings and all castlings. Needs the masks of prepare."""
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        if kings & (kings - 1):
            n = self.several_kings_steps(p, n, task)
        elif kings:
            n = self.king_steps(n, us, lowest(kings), self.king_to[lowest(kings)], task)
        for f in range(us * FAMILIES, us * FAMILIES + self.family_count):
            if not self.families[f].rights:
                n = self.castlings(p, f, n, True, task)
            elif self.families[f].rights & self.frames[p].rights:
                n = self.castlings_by_right(p, f, n, task) if self.families[f].home_castle_count \
                    else self.castlings(p, f, n, True, task)
        return n

    def several_kings_steps(self, p: int, n: int, task: int) -> int:
        """Add the moves of several kings: a king pinned against another keeps to its pin mask, checks are parried."""
        us = self.frames[p].turn
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        bits = kings
        while bits:
            king = lowest(bits)
            bits &= bits - 1
            if self.doctrine == ULTRA:
                n = self.ultra_steps(p, n, king, self.king_targets(p, us, king), task)
                continue
            targets = self.king_to[king]
            if self.pinned >> king & 1:
                targets &= self.pin_mask[king]
            if self.check_mask != FULL:
                others = kings ^ ONE << king
                while others:
                    targets &= self.king_check_mask[lowest(others)]
                    others &= others - 1
            n = self.king_steps(n, us, king, targets, task)
        return n

    def ultra_steps(self, p: int, n: int, king: int, targets: int, task: int) -> int:
        """Add the moves of one of several kings under ULTRA: at least one king must remain unattacked."""
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        enemy = self.frames[p].sides[us ^ 1]
        kings = self.frames[p].men[self.royal] & own
        code = self.move_tables[KING_MOVE_TABLE + us].codes[0]
        tested = self.tested_kings >> king & 1
        if not tested and task == COUNTED:
            return n + popcount(targets)
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            after = ((own | enemy) ^ ONE << king) | ONE << target
            if tested and not self.kings_safe(p, us, kings ^ ONE << king | ONE << target, after,
                                              enemy & ~(ONE << target)):
                continue
            if task:
                self.list[n] = king | target << 6 | code
            n += 1
        return n

    def en_passant_moves(self, p: int, n: int, task: int) -> int:
        """Add the captures en passant; each is tested on the board as it will be after it."""
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        kings = self.frames[p].men[self.royal] & own
        target = self.frames[p].ep_square
        captured = ONE << self.frames[p].ep_pawn
        bits = self.ep_origins[us][target] & self.frames[p].men[self.ep_man] & own
        while bits:
            occupied = (own | self.frames[p].sides[us ^ 1]) ^ (bits & -bits) ^ captured | ONE << target
            if self.kings_safe(p, us, kings, occupied, self.frames[p].sides[us ^ 1] & ~captured):
                if task:
                    self.list[n] = lowest(bits) | target << 6 | self.ep_man << 12 | self.ep_man << 15 \
                        | EN_PASSANT << 18
                n += 1
            bits &= bits - 1
        return n

    def king_promotions(self, p: int, n: int, tested: bool, task: int) -> int:
        """Add the promotions to king that leave the side safe; the new king may be attacked or be the only safe one.

        Each is tried for that. If not `tested`: all pseudo-legal ones, whatever they leave attacked.
        """
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        for s in range(us * MOVE_TABLES, us * MOVE_TABLES + self.move_table_count[us]):
            men = self.frames[p].men[self.move_tables[s].man] & self.frames[p].sides[us] \
                & self.move_tables[s].king_promotion_origins
            while men:
                square = lowest(men)
                men &= men - 1
                targets = reached_from(self.move_tables[s].slots, square, self.move_tables[s].segments, occupied) \
                    & self.target_mask[self.move_tables[s].mode] & self.move_tables[s].zone
                while targets:
                    move = square | lowest(targets) << 6 | self.move_tables[s].king_promotion_code
                    targets &= targets - 1
                    if tested:
                        self.make(p, p + 1, move)
                        if not self.safe(p + 1, us):
                            continue
                    if task:
                        self.list[n] = move
                    n += 1
        return n

    def castlings_by_right(self, p: int, f: int, n: int, task: int) -> int:
        """Add the castlings of a family whose rights imply that king and partner are at home (see
        Family.home_castle_count).
        """
        us = self.frames[p].turn
        occupied = self.frames[p].sides[0] | self.frames[p].sides[1]
        for c in range(self.families[f].home_castle_count):
            if occupied & self.families[f].castles[c].empty \
                    or not self.families[f].castles[c].right & self.frames[p].rights:
                continue
            if self.check_mask != FULL and not self.families[f].in_check:
                continue
            if self.castles_safely(p, f, c, self.families[f].castles[c].king, self.families[f].castles[c].partner,
                                   True):
                if task:
                    self.list[n] = self.families[f].castles[c].king | self.families[f].castles[c].king_to << 6 \
                        | self.royal << 12 | CASTLING + f - us * FAMILIES << 18 \
                        | self.families[f].castles[c].partner << 21 \
                        | self.kind_at(p, ONE << self.families[f].castles[c].partner) * (1 << 15 | 1 << 27)
                n += 1
        return n

    def castlings(self, p: int, f: int, n: int, tested: bool, task: int) -> int:
        """Add the castlings of a family, found by the squares of kings and partners.

        Not `tested`: the kings that do not castle may be attacked at the end. That is for a side with several kings,
        and needs no masks.
        """
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        enemy = self.frames[p].sides[us ^ 1]
        occupied = own | enemy
        kings = self.frames[p].men[self.royal] & own
        several = kings & (kings - 1)
        if not several and self.check_mask != FULL and not self.families[f].in_check:
            return n
        men = self.partner_men(p, f) & (occupied if self.families[f].either else own)
        seen = 0
        known = self.families[f].swap and not several   # occupied squares stay so: the king may go to any not attacked
        if known:
            seen = self.attacked_squares(p, us ^ 1, occupied)
        bits = kings
        while bits:
            king = lowest(bits)
            bits &= bits - 1
            among = self.families[f].partners[king] & men & ~seen
            if known and among:
                c = self.families[f].record[king * SQUARES + lowest(among)]
                promoting = 0
                for i in range(self.kinds):
                    if self.families[f].castles[c].barred >> i & 1:
                        among &= ~self.frames[p].men[i]
                    if self.families[f].castles[c].promotes >> i & 1:
                        promoting |= self.frames[p].men[i]
                if task == COUNTED and not among & promoting:
                    n += popcount(among)
                    continue
            while among:
                partner = lowest(among)
                among &= among - 1
                c = self.families[f].record[king * SQUARES + partner]
                if self.families[f].castles[c].empty & occupied:
                    continue
                if self.families[f].castles[c].right \
                        and not self.families[f].castles[c].right & self.frames[p].rights:
                    continue
                kind = 0
                if task or self.families[f].castles[c].barred or self.families[f].castles[c].promotes:
                    kind = self.kind_at(p, ONE << partner)
                    if self.families[f].castles[c].barred >> kind & 1:
                        continue
                if not known and not self.castles_safely(p, f, c, king, partner, tested):
                    continue
                code = king | self.families[f].castles[c].king_to << 6 | self.royal << 12 \
                    | CASTLING + f - us * FAMILIES << 18 | partner << 21 | kind << 27
                if self.families[f].castles[c].promotes >> kind & 1:
                    n = self.promoting_partner(p, n, kind, code, tested, task)
                    continue
                if task:
                    self.list[n] = code | kind << 15
                n += 1
        return n

    def partner_men(self, p: int, f: int) -> int:
        """The squares of all men of the kinds that may be partners in a family of castlings, of either side."""
        men = 0
        for i in range(self.families[f].count):
            men |= self.frames[p].men[self.families[f].men[i]]
        return ~men & FULL if self.families[f].inverted else men

    def promoting_partner(self, p: int, n: int, kind: int, code: int, tested: bool, task: int) -> int:
        """Add one castling for each kind of man that a promoting partner may become; `tested`: see castlings."""
        us = self.frames[p].turn
        i = us * MOVE_TABLES
        while self.move_tables[i].man != kind:
            i += 1
        for choice in range(1, self.move_tables[i].choices + 1):
            if task:
                self.list[n] = code | (self.move_tables[i].codes[choice] & 7 << 15)
            n += 1
        if self.move_tables[i].king_promotion_code:
            self.make(p, p + 1, code | self.royal << 15)
            if not tested or self.safe(p + 1, us):
                if task:
                    self.list[n] = code | self.royal << 15
                n += 1
        return n

    def castles_safely(self, p: int, f: int, c: int, king: int, partner: int, tested: bool) -> bool:
        """Whether the king is safe on every square the castling demands and, if `tested`, all kings after it.

        Empty squares in king_to need no test if compute_masks has set it: the king is not attacked there with its own
        square vacated.
        """
        us = self.frames[p].turn
        own = self.frames[p].sides[us]
        enemy = self.frames[p].sides[us ^ 1]
        kings = self.frames[p].men[self.royal] & own
        several = kings & (kings - 1)
        king_bit = ONE << king
        home = (own | enemy) ^ king_bit
        bits = self.families[f].castles[c].safe
        if not several or self.families[f].in_check:
            bits &= ~king_bit
        if not several or (tested and self.doctrine != ULTRA):
            bits &= home | ~self.king_to[king]
        while bits:
            if self.attacked(p, us ^ 1, lowest(bits), home, enemy):
                return False
            bits &= bits - 1
        partner_bit = ONE << partner
        king_to = self.families[f].castles[c].king_to
        partner_to = self.families[f].castles[c].partner_to
        if partner_bit & enemy:
            self.make(p, p + 1, king | king_to << 6 | self.royal << 12 | CASTLING + f - us * FAMILIES << 18
                      | partner << 21 | self.kind_at(p, partner_bit) << 27 | self.kind_at(p, partner_bit) << 15)
            return not self.attacked(p + 1, us ^ 1, king_to, self.frames[p + 1].sides[0] | self.frames[p + 1].sides[1],
                                     self.frames[p + 1].sides[us ^ 1]) and (not tested or self.safe(p + 1, us))
        after = home & ~partner_bit | ONE << king_to | ONE << partner_to
        if self.attacked(p, us ^ 1, king_to, after, enemy):
            return False
        if several and tested:
            if kings & partner_bit:
                kings = kings ^ partner_bit | ONE << partner_to
            return self.kings_safe(p, us, kings ^ king_bit | ONE << king_to, after, enemy)
        return True

    def run_winner_at(self, p: int) -> int:
        """The side that has won by a king run (feerie.rules.ending.KingRun) at p; NONE if neither has.

        Where both have, the side to move was first: the other one moved last, and its king came to its goal too late.
        """
        if not self.frames[p].rights & self.running:
            return NONE
        us = self.frames[p].turn
        if self.has_run(p, us):
            return us
        return us ^ 1 if self.has_run(p, us ^ 1) else NONE

    def king_run_won(self, p: int) -> bool:
        """Whether a side has won by a king run at p."""
        return self.run_winner_at(p) != NONE

    def has_run(self, p: int, us: int) -> bool:
        """Whether a king of `us` stands on its goal at p with its run flag set."""
        return self.frames[p].rights & self.run_flags[us] != 0 \
            and self.frames[p].men[self.royal] & self.frames[p].sides[us] & self.goals[us] != 0

    def prepare(self, p: int, us: int) -> None:
        """Set the masks that move generation needs: target_mask, by mode the squares men may go to, and compute_masks.

        The masks of QUIET and CAPTURE are set only in genres with men that capture differently from how they move.
        """
        self.target_mask[BOTH] = ~(self.frames[p].sides[us] | self.frames[p].men[self.royal]) & FULL
        if self.has_divergent_men:
            self.target_mask[QUIET] = ~(self.frames[p].sides[0] | self.frames[p].sides[1]) & FULL
            self.target_mask[CAPTURE] = self.frames[p].sides[us ^ 1] & ~self.frames[p].men[self.royal]
        self.compute_masks(p, us)

    def generate(self, p: int, n: int, us: int, task: int) -> int:
        """Add the moves at p of `us`, the side to move, that leave its kings as safe as the doctrine demands."""
        if self.king_run_won(p):
            return n
        self.prepare(p, us)
        if self.check_mask:
            n = self.men_moves(p, n, us, task)
        if self.frames[p].ep_square != NONE:
            n = self.en_passant_moves(p, n, task)
        if self.king_promotion_from[us] & self.frames[p].sides[us]:
            n = self.king_promotions(p, n, True, task)
        return self.king_moves(p, n, us, task)

    def list_moves(self, p: int, n: int) -> int:
        """List the moves at p that are legal as far as generate tests them."""
        return self.generate(p, n, self.frames[p].turn, LISTED)

    def count_moves(self, p: int) -> int:
        """The number of moves that list_moves would list."""
        return self.generate(p, 0, self.frames[p].turn, COUNTED)

    def list_noisy(self, p: int, n: int) -> int:
        """List the captures and promotions at p, and some other moves of men and kings among them, but no castlings.

        They are legal as far as generate tests them. The game must not have been won by a king run.
        """
        us = self.frames[p].turn
        self.prepare(p, us)
        enemy = self.frames[p].sides[us ^ 1] & ~self.frames[p].men[self.royal]
        for mode in range(3):
            self.target_mask[mode] &= enemy | self.promotion_zones[3 * us + mode]
        if self.check_mask:
            n = self.men_moves(p, n, us, LISTED)
        if self.frames[p].ep_square != NONE:
            n = self.en_passant_moves(p, n, LISTED)
        if self.king_promotion_from[us] & self.frames[p].sides[us]:
            n = self.king_promotions(p, n, True, LISTED)
        kings = self.frames[p].men[self.royal] & self.frames[p].sides[us]
        if kings & (kings - 1):
            return self.several_kings_steps(p, n, LISTED)
        if kings:
            n = self.king_steps(n, us, lowest(kings), self.king_to[lowest(kings)] & (enemy | self.goals[us]), LISTED)
        return n

    def add_quiet_checks(self, p: int, n: int) -> int:
        """After list_noisy: list the moves to empty squares at p that may give check, and some others."""
        us = self.frames[p].turn
        empty = ~(self.frames[p].sides[0] | self.frames[p].sides[1]) & FULL
        self.target_mask[BOTH] = self.target_mask[QUIET] = empty
        self.target_mask[CAPTURE] = 0
        self.quiet_count = 0
        self.compute_check_info(p)
        if self.check_mask:
            n = self.men_moves(p, n, us, CHECKS_ONLY)
        return self.king_moves(p, n, us, CHECKS_ONLY)

    def generate_checks(self, p: int, n: int) -> int:
        """List the moves of list_moves that may give check, and set quiet_count to the number of the others.

        Needs compute_check_info of the same position.
        """
        self.quiet_count = 0
        return self.generate(p, n, self.frames[p].turn, CHECKS_ONLY)

    # --------------------------------------------------------------------------------------------- playing

    def make(self, p: int, d: int, move: int) -> None:
        """Write to frame d the position after a move at p (copy-make)."""
        self.apply(p, d, move, self.frames[p].turn, True)

    def make_each(self, p: int, n: int, end: int) -> int:
        """Make each of the moves list[n:end] at p, and return their number (perft without bulk counting)."""
        for i in range(n, end):
            self.apply(p, p + 1, self.list[i], self.frames[p].turn, True)
        return end - n

    def count_after_each(self, p: int, n: int, end: int) -> int:
        """The total number of moves after each of the moves list[n:end] at p, as count_moves counts (bulk counting)."""
        return self.count_replies(p, n, end, 1) if self.frames[p].turn else self.count_replies(p, n, end, 0)

    def count_replies(self, p: int, n: int, end: int, us: int) -> int:
        """count_after_each, inlined once for each side so that `us` is a constant when compiled."""
        total = 0
        for i in range(n, end):
            self.apply(p, p + 1, self.list[i], us, False)
            total += self.generate(p + 1, 0, us ^ 1, COUNTED)
        return total

    def apply(self, p: int, d: int, move: int, us: int, keyed: bool) -> None:
        """`make`, inlined; without `keyed` the new frame has no valid key, for callers that never ask for it.

        New values are computed from frame p, since reading back what was just written to d would stall.
        """
        them = us ^ 1
        origin, target, man, becomes = move_origin(move), move_target(move), move_man(move), move_result(move)
        kind = move_kind(move)
        if cython.compiled:
            self.frames[d] = self.frames[p]
        else:
            self.frames[d].copy(self.frames[p])
        key = self.frames[p].key ^ self.turn_key
        if keyed and self.frames[p].ep_square != NONE:
            key ^= self.ep_keys[self.frames[p].ep_square]
        self.frames[d].turn = them
        self.frames[d].ep_square = NONE
        if keyed:
            self.frames[d].key = key
        if kind >= CASTLING:
            self.castle(p, d, move)
            return
        leaving = ONE << origin
        arriving = ONE << target
        rights = self.frames[p].rights & self.rights_mask[origin] & self.rights_mask[target]
        stay = self.frames[p].men[man] ^ leaving
        if self.frames[p].sides[them] & arriving:
            i = self.kind_at(p, arriving)
            self.frames[d].men[i] = self.frames[p].men[i] ^ arriving
            self.frames[d].sides[them] = self.frames[p].sides[them] ^ arriving
            key ^= self.keys[(them * MEN + i) * SQUARES + target]
        elif kind == EN_PASSANT:
            stay ^= ONE << self.frames[p].ep_pawn
            self.frames[d].sides[them] = self.frames[p].sides[them] ^ ONE << self.frames[p].ep_pawn
            key ^= self.keys[(them * MEN + man) * SQUARES + self.frames[p].ep_pawn]
        if man == becomes:
            self.frames[d].men[man] = stay | arriving
        else:
            self.frames[d].men[man] ^= leaving
            self.frames[d].men[becomes] |= arriving
        self.frames[d].sides[us] = self.frames[p].sides[us] ^ (leaving | arriving)
        key ^= self.keys[(us * MEN + man) * SQUARES + origin] ^ self.keys[(us * MEN + becomes) * SQUARES + target]
        if man == self.ep_man and self.double_step_to[us][origin] == target:
            ep_square = self.double_step_over[us][origin]
            if self.ep_origins[them][ep_square] & self.frames[d].men[man] & self.frames[d].sides[them]:
                self.frames[d].ep_square = ep_square
                self.frames[d].ep_pawn = target
                key ^= self.ep_keys[ep_square]
        elif man == self.royal and self.run_flags[us]:
            if leaving & self.gates[2 * us] and arriving & self.gates[2 * us + 1]:
                rights |= self.run_flags[us]
            elif leaving & self.gates[2 * us + 1] and arriving & self.gates[2 * us]:
                rights &= ~self.run_flags[us] & 255
        if rights != self.frames[p].rights:
            key ^= self.right_keys[self.frames[p].rights] ^ self.right_keys[rights]
        self.frames[d].rights = rights
        if keyed:
            self.frames[d].key = key

    def castle(self, p: int, d: int, move: int) -> None:
        """The part of make for castlings: two men move, nothing is captured.

        Frame d is a copy of p with the turn changed and no en passant square. Both men leave before either arrives,
        since they may change places.
        """
        us = self.frames[p].turn
        king, partner, becomes, was = move_origin(move), move_partner(move), move_result(move), move_partner_man(move)
        f = us * FAMILIES + move_kind(move) - CASTLING
        c = self.families[f].record[king * SQUARES + partner]
        owner = us if self.frames[p].sides[us] >> partner & 1 else us ^ 1
        left = ONE << partner
        reached = ONE << self.families[f].castles[c].partner_to
        self.frames[d].men[was] ^= left
        self.frames[d].sides[owner] ^= left
        left = ONE << king
        self.frames[d].men[self.royal] ^= left
        self.frames[d].sides[us] ^= left
        self.frames[d].men[becomes] |= reached
        self.frames[d].sides[owner] |= reached
        reached = ONE << self.families[f].castles[c].king_to
        self.frames[d].men[self.royal] |= reached
        self.frames[d].sides[us] |= reached
        rights = self.frames[p].rights & self.rights_mask[king] & self.rights_mask[partner]
        if self.families[f].spends_right:
            rights &= ~self.families[f].castles[c].right & 255
        key = self.frames[d].key ^ self.right_keys[self.frames[p].rights] ^ self.right_keys[rights]
        key ^= self.keys[(us * MEN + self.royal) * SQUARES + king]
        key ^= self.keys[(us * MEN + self.royal) * SQUARES + self.families[f].castles[c].king_to]
        key ^= self.keys[(owner * MEN + was) * SQUARES + partner]
        key ^= self.keys[(owner * MEN + becomes) * SQUARES + self.families[f].castles[c].partner_to]
        self.frames[d].rights = rights
        self.frames[d].key = key

    def null_move(self, p: int) -> None:
        """Make a null move in frame p itself: the other side is to move, and nothing can be captured en passant."""
        if self.frames[p].ep_square != NONE:
            self.frames[p].key ^= self.ep_keys[self.frames[p].ep_square]
            self.frames[p].ep_square = NONE
        self.frames[p].turn ^= 1
        self.frames[p].key ^= self.turn_key

    def copy_frame(self, p: int, d: int) -> None:
        """Copy frame p to frame d."""
        if cython.compiled:
            self.frames[d] = self.frames[p]
        else:
            self.frames[d].copy(self.frames[p])

    def partner_target(self, us: int, move: int) -> int:
        """The square to which the partner goes in a castling move of `us`."""
        f = us * FAMILIES + move_kind(move) - CASTLING
        c = self.families[f].record[move_origin(move) * SQUARES + move_partner(move)]
        return self.families[f].castles[c].partner_to


def gather_moves(state: MoveGenerator, p: int, n: int) -> int:
    """List the moves that list_moves would list, but those of a man, or of men that shift alike, as one set: add_set.

    That is quicker, for those who do not look at each of them. The list needs room for four items a move.
    """
    return state.generate(p, n, state.frames[p].turn, GATHERED)
