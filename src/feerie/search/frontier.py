# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Which moves of the attacker cannot matter near the end: a reply is known that is_target_position whatever he does.

What is left out here must be proved not to force the goal; where a genre lacks what the proof needs, nothing is
left out. Needed are one king a side, men but pawns that go where they see, lines that look the same from both ends
and are the only ones between their ends, and no second goal of play (`regular`); castling, which moves two men, is
spelled out or forbids the conclusion.
"""
from __future__ import annotations

from typing import Any

import cython

from feerie.search.transposition import TranspositionTable
from feerie.search.goal_search import GoalSearch

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.state import BOTH, KING_MOVE_TABLE
    from feerie.kernel.tables import FAMILIES, MEN, NONE, PLAIN, ATTACK_TABLES, SQUARES, MOVE_TABLES
    KILLERS, STEADY, MEASURED, GAPS = 512, 4, 2, 64


class FrontierPruning(GoalSearch):
    """A search that can leave such moves out of its lists, and remembers by ply which moves decided questions."""

    def __init__(self, judge: Any, goal: int, table: TranspositionTable, square: int = -1) -> None:
        super().__init__(judge, goal, table, square)
        if not cython.compiled:
            self.killers, self.ways, self.steadies = [0] * (2 * KILLERS), [0] * (STEADY * MEN), [0] * STEADY
            self.checking, self.gap = [0] * MEN, [0] * GAPS
        self.zone = 0
        self.regular = self.is_regular()

    # ------------------------------------------------------------------------------------------- ordering

    def move_to_front(self, n: int, end: int, move: int) -> int:
        """Put the move in front of list[n:end], if it is there: n + 1, else n."""
        for i in range(n, end):
            if self.judge.list[i] == move:
                self.judge.list[i] = self.judge.list[n]
                self.judge.list[n] = move
                return n + 1
        return n

    def store_killer(self, p: int, move: int) -> None:
        """Remember that a move at p has decided a question."""
        at = 2 * (p & KILLERS - 1)
        if self.killers[at] != move:
            self.killers[at + 1] = self.killers[at]
            self.killers[at] = move

    def checks_first(self, p: int, n: int, end: int) -> int:
        """Put the moves that may give check in front of list[n:end]; where they end."""
        self.judge.compute_check_info(p)
        kept = n
        for i in range(n, end):
            if self.judge.may_check(self.judge.list[i]):
                move = self.judge.list[i]
                self.judge.list[i] = self.judge.list[kept]
                self.judge.list[kept] = move
                kept += 1
        return kept

    def steps_quietly(self, p: int) -> bool:
        """Has the side to move a step of its only king that gives no check? Quick, not exhaustive."""
        if not self.has_king_step(p):
            return False
        us = self.judge.frames[p].turn
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us])
        self.judge.make(p, p + 1, king | lowest(self.judge.king_to[king]) << 6
                        | self.judge.royal << 12 | self.judge.royal << 15)
        self.nodes += 1
        return not self.judge.in_check_at(p + 1, us ^ 1)

    # --------------------------------------------------------------------------------- steady replies

    def prune_refuted(self, p: int, n: int, end: int, quiet_count: bool) -> int:
        """Leave in list[n:end] the moves at p that no steady reply is known to answer; where they end now.

        A steady reply is one that, if the attacker passed, would be legal, and is so after every move of one of
        his men that does not step into its way. Such a move does not leave the defender without a move; nor,
        `quiet_count`, with none but checks: then it must not be a check or the king's, and the reply is none.
        """
        if not self.find_steady(p, end, quiet_count):
            return end
        self.judge.compute_check_info(p)
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            refuted = False
            if not quiet_count or move_man(move) != self.judge.royal and not self.judge.may_check(move):
                for j in range(self.steady):
                    if self.holds(j, move):
                        refuted = True
            if not refuted:
                self.judge.list[kept] = move
                kept += 1
        return kept

    def holds(self, reply: int, move: int) -> bool:
        """Is a steady reply legal after the move, which must be no check?"""
        return move_kind(move) == PLAIN and move_man(move) == move_result(move) \
            and not self.ways[reply * MEN + move_man(move)] >> move_target(move) & 1

    def find_steady(self, p: int, n: int, quiet_count: bool) -> bool:
        """Find steady replies at p, where the attacker is to move; `quiet_count`: that give no check whatever he does.

        Needs one king a side. The men that move stand on no line from a king that only the attacker's men might
        shield; a king steps where none of his men sees, even if others of them went away.
        """
        self.steady = 0
        us = self.judge.frames[p].turn
        them = us ^ 1
        if not self.regular:
            return False
        king = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us]
        target = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[them]
        if not king or not target or king & (king - 1) or target & (target - 1):
            return False
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        if self.judge.in_check_at(p + 1, them):
            return False
        enemy = self.judge.frames[p].sides[them]
        open = self.lines_from(p, them, lowest(king), enemy) if quiet_count else 0
        risky = open | self.lines_from(p, us, lowest(target), enemy)
        safe = 0
        if not open & target:
            safe = ~self.judge.all_seen(p, us, enemy ^ target) & FULL
        end = self.judge.list_legal(p + 1, n)
        i = self.move_to_front(n, end, self.killers[2 * (p + 1 & KILLERS - 1)])
        self.move_to_front(i, end, self.killers[2 * (p + 1 & KILLERS - 1) + 1])
        crossed = 0
        for i in range(n, end):
            move = self.judge.list[i]
            man = move_man(move)
            if move_kind(move) != PLAIN or man != move_result(move):
                continue
            if man == self.judge.royal:
                if not safe >> move_target(move) & 1:
                    continue
                self.note_step(p, us, move_target(move), enemy ^ target)
            else:
                if risky >> move_origin(move) & 1:
                    continue
                way = self.way_of(p, them, move, lowest(king) if quiet_count else NONE)
                if not way or way & crossed and self.steady > STEADY - 2:
                    continue
                crossed |= way
                for j in range(MEN):
                    self.ways[self.steady * MEN + j] = way
            self.steadies[self.steady] = move
            self.steady += 1
            if self.steady == STEADY:
                break
        return self.steady > 0

    def note_step(self, p: int, us: int, to: int, occupied: int) -> None:
        """Note where men of `us` would see a square that a king steps to, as the ways of a steady reply."""
        for j in range(MEN):
            self.ways[self.steady * MEN + j] = ONE << to
        for i in range(us * ATTACK_TABLES, us * ATTACK_TABLES + self.judge.attack_table_count[us]):
            seen = self.judge.attack_tables[i].near[to]
            if i >= us * ATTACK_TABLES + self.judge.leaping[us]:
                seen |= self.judge.look_up(self.judge.attack_tables[i].slots, to, self.judge.attack_tables[i].segments, occupied)
            self.ways[self.steady * MEN + self.judge.attack_tables[i].man] |= seen
            self.ways[self.steady * MEN + self.judge.attack_tables[i].other] |= seen

    def lines_from(self, p: int, by: int, square: int, occupied: int) -> int:
        """The squares on the lines by which men of `by` may see the square, with these squares occupied."""
        seen = 0
        for i in range(by * ATTACK_TABLES + self.judge.leaping[by], by * ATTACK_TABLES + self.judge.attack_table_count[by]):
            if (self.judge.frames[p].men[self.judge.attack_tables[i].man] | self.judge.frames[p].men[self.judge.attack_tables[i].other]) \
                    & self.judge.frames[p].sides[by]:
                seen |= self.judge.look_up(self.judge.attack_tables[i].slots, square, self.judge.attack_tables[i].segments, occupied)
        return seen

    def way_of(self, p: int, by: int, move: int, king: int) -> int:
        """The squares that a move of `by` needs the other side to keep off, its origin included; 0 if it is not steady.

        With a king's square: the move must not check it, whatever men of the king's side leave the line.
        """
        origin = move_origin(move)
        target = move_target(move)
        man = move_man(move)
        enemy = self.judge.frames[p].sides[by]
        way = 0
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.judge.attack_table_count[by]):
            if self.judge.attack_tables[i].man != man and self.judge.attack_tables[i].other != man:
                continue
            if king != NONE and self.judge.attack_tables[i].reach[king] >> target & 1 and (
                    self.judge.attack_tables[i].several[king] >> target & 1
                    or not self.judge.attack_tables[i].between[king * SQUARES + target] & enemy):
                return 0
            if self.judge.attack_tables[i].reach[target] >> origin & 1:
                if self.judge.attack_tables[i].several[target] >> origin & 1:
                    return 0
                way = self.judge.attack_tables[i].between[target * SQUARES + origin] | ONE << origin
        if man == self.judge.ep_man:
            if self.judge.frames[p].sides[by ^ 1] >> target & 1 or self.judge.double_to[by][origin] == target:
                return 0
            return ONE << origin | ONE << target
        return way

    # ------------------------------------------------------------------------ moves that mate too slowly

    def prune_slow_mates(self, p: int, n: int, end: int) -> int:
        """Leave in list[n:end] the moves at p that may force mate in two; where they end now.

        Left out are quiet moves after which a steady reply is legal and leaves the king, after every check that
        the attacker can then give, a square to step to. What he can do is overestimated: his men stand in
        nobody's way, and all that they see now they go on seeing.
        """
        us = self.judge.frames[p].turn
        if not self.find_steady(p, end, False):
            return end
        for i in range(us * FAMILIES, us * FAMILIES + self.judge.family_count):
            if not self.judge.families[i].rights \
                    or self.judge.families[i].rights & self.judge.frames[p].rights and not self.judge.families[i].few:
                return end
        self.judge.compute_check_info(p)
        measured = 0
        for j in range(self.steady):
            self.judge.make(p + 1, p + 2, self.steadies[j])
            if self.measure(p + 2):
                kept = n
                for i in range(n, end):
                    if not self.too_slow(p, self.judge.list[i], j):
                        self.judge.list[kept] = self.judge.list[i]
                        kept += 1
                end = kept
                measured += 1
                if measured == MEASURED:
                    break
        return end

    def measure(self, p: int) -> bool:
        """Note what checks the attacker, to move at p, could give if a move had gone before; False if one may mate."""
        us = self.judge.frames[p].turn
        them = us ^ 1
        enemy = self.judge.frames[p].sides[them]
        bits = self.judge.frames[p].men[self.judge.royal] & enemy
        king = lowest(bits)
        self.enemy, self.bare = enemy, enemy ^ bits
        self.flights = self.judge.look_up(self.judge.move_tables[KING_MOVE_TABLE + them].slots, king, 1, enemy) & ~enemy
        if self.flights:
            self.flights &= ~self.judge.all_seen(p, us, self.bare)
        if not self.flights:
            return False
        self.shields = 0
        for i in range(MEN):
            self.checking[i] = 0
        for i in range(us * ATTACK_TABLES, us * ATTACK_TABLES + self.judge.attack_table_count[us]):
            seen = self.judge.attack_tables[i].near[king]
            if i >= us * ATTACK_TABLES + self.judge.leaping[us]:
                seen = self.judge.look_up(self.judge.attack_tables[i].slots, king, self.judge.attack_tables[i].segments, enemy)
                bits = (self.judge.frames[p].men[self.judge.attack_tables[i].man]
                        | self.judge.frames[p].men[self.judge.attack_tables[i].other]) \
                    & self.judge.frames[p].sides[us] & self.judge.attack_tables[i].far[king]
                while bits:
                    origin = lowest(bits)
                    bits &= bits - 1
                    if not self.judge.attack_tables[i].between[king * SQUARES + origin] & enemy:
                        self.shields |= self.judge.attack_tables[i].between[king * SQUARES + origin]
            self.checking[self.judge.attack_tables[i].man] |= seen
            if self.judge.attack_tables[i].other != self.judge.attack_tables[i].man:
                self.checking[self.judge.attack_tables[i].other] |= seen
        self.checking[self.judge.royal] = 0
        self.gaps = 0
        for i in range(self.judge.kinds):
            bits = self.judge.frames[p].men[i] & self.judge.frames[p].sides[us]
            while bits:
                origin = lowest(bits)
                bits &= bits - 1
                targets = self.targets(us, i, origin) & ~self.judge.frames[p].men[self.judge.royal]
                if i == self.judge.ep_man and targets & self.zone and not self.note_promotions(us, targets & self.zone):
                    return False
                if not self.shields >> origin & 1:
                    targets &= self.checking[i]
                elif i == self.judge.royal:
                    return False
                if not self.note_gaps(us, i, targets):
                    return False
        for i in range(us * FAMILIES, us * FAMILIES + self.judge.family_count):
            if self.judge.families[i].rights & self.judge.frames[p].rights and not self.note_castlings(p, i):
                return False
        return True

    def note_castlings(self, p: int, f: int) -> bool:
        """note_gaps for the castlings of a family that has few."""
        us = self.judge.frames[p].turn
        for c in range(self.judge.families[f].few):
            if not self.judge.families[f].castles[c].right & self.judge.frames[p].rights \
                    or self.enemy & self.judge.families[f].castles[c].empty:
                continue
            man = self.judge.kind_at(p, ONE << self.judge.families[f].castles[c].partner)
            to = self.judge.families[f].castles[c].partner_to
            king = self.judge.families[f].castles[c].king_to
            seen = self.seen_from(us, man, to, self.bare) | self.seen_from(us, self.judge.royal, king, self.bare)
            if not self.flights & ~(seen | ONE << to | ONE << king) or not self.note_gap(
                    self.flights & ~(seen | ONE << to | ONE << king)):
                return False
        return True

    def note_gaps(self, us: int, man: int, targets: int) -> bool:
        """Note which flights a man's checks from these squares leave; False where one leaves none, or promotes."""
        while targets:
            to = lowest(targets)
            targets &= targets - 1
            left = self.flights & ~(self.seen_from(us, man, to, self.bare) | ONE << to)
            if not left or man == self.judge.ep_man and self.zone >> to & 1:
                return False
            if not self.note_gap(left):
                return False
        return True

    def note_promotions(self, us: int, targets: int) -> bool:
        """note_gaps for a pawn that goes to one of these squares and becomes anything; False where it may become king."""
        if self.judge.king_promotion_from[us]:
            return False
        for i in range(self.judge.kinds):
            if i != self.judge.royal and i != self.judge.ep_man \
                    and not self.note_gaps(us, i, targets & self.checking[i]):
                return False
        return True

    def note_gap(self, left: int) -> bool:
        """Note flights that a check leaves; False where there is no more room."""
        for i in range(self.gaps):
            if self.gap[i] == left:
                return True
        if self.gaps == GAPS:
            return False
        self.gap[self.gaps] = left
        self.gaps += 1
        return True

    def too_slow(self, p: int, move: int, reply: int) -> bool:
        """Is this a quiet move at p that lets a steady reply stand and, by what `measure` noted, cannot mate then?"""
        us = self.judge.frames[p].turn
        to = move_target(move)
        man = move_man(move)
        if not self.holds(reply, move) or self.judge.may_check(move) \
                or (self.judge.frames[p].sides[us ^ 1] | self.shields | self.checking[man]) >> to & 1:
            return False
        covered = self.seen_from(us, man, to, self.bare) | ONE << to
        for i in range(self.gaps):
            if not self.gap[i] & ~covered:
                return False
        targets = self.targets(us, man, to)
        if man == self.judge.ep_man and targets & self.zone:
            return False
        targets &= self.checking[man]
        while targets:
            to = lowest(targets)
            targets &= targets - 1
            if not self.flights & ~(self.seen_from(us, man, to, self.bare) | ONE << to):
                return False
        return True

    def targets(self, us: int, man: int, origin: int) -> int:
        """Where a man could go from a square if its own side's men stood in nobody's way; more for pawns."""
        if man == self.judge.royal:
            return self.judge.look_up(self.judge.move_tables[KING_MOVE_TABLE + us].slots, origin, 1, self.enemy)
        if man != self.judge.ep_man:
            return self.seen_from(us, man, origin, self.enemy)
        found = 0
        for i in range(us * MOVE_TABLES, us * MOVE_TABLES + self.judge.shifting[us]):
            shift = self.judge.move_tables[i].shift
            once = ONE << origin & self.judge.move_tables[i].leave
            once = once << (shift & 63) | once >> (-shift & 63)
            found |= once
            once &= self.judge.move_tables[i].onward
            found |= once << (shift & 63) | once >> (-shift & 63)
        return found & FULL

    def seen_from(self, us: int, man: int, origin: int, occupied: int) -> int:
        """What a man sees from a square, with these squares occupied."""
        seen = 0
        for i in range(us * ATTACK_TABLES, us * ATTACK_TABLES + self.judge.attack_table_count[us]):
            if self.judge.attack_tables[i].man == man or self.judge.attack_tables[i].other == man:
                seen |= self.judge.look_up(self.judge.attack_tables[i].slots, origin, self.judge.attack_tables[i].segments, occupied)
        return seen

    def is_regular(self) -> bool:
        """Do men but pawns go where they see, and lines look the same from both ends, one way only, without a run?

        What is left out by steady replies needs that, whatever the castlings.
        """
        if self.judge.run_flags[0] or not self.judge.tails:
            return False
        for side in range(2):
            for i in range(side * ATTACK_TABLES, side * ATTACK_TABLES + self.judge.attack_table_count[side]):
                if i >= side * ATTACK_TABLES + self.judge.leaping[side] and not self.judge.attack_tables[i].mutual:
                    return False
                for j in range(SQUARES):
                    if self.judge.attack_tables[i].several[j]:
                        return False
            for i in range(side * MOVE_TABLES, side * MOVE_TABLES + self.judge.move_table_count[side]):
                if self.judge.move_tables[i].man == self.judge.ep_man:
                    if i >= side * MOVE_TABLES + self.judge.shifting[side]:
                        return False
                    self.zone |= self.judge.move_tables[i].zone
                elif self.judge.move_tables[i].mode != BOTH or i < side * MOVE_TABLES + self.judge.shifting[side]:
                    return False
        return True
