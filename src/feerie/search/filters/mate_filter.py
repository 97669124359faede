# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The move before mate: the moves of the victim after which the next move may mate his king.

A filter for the last two plies of help play that ends in mate, in two parts. `mateable_squares` asks where the king
can be mated if no line is blocked; most positions end there. `filter_moves` looks at each possible mating move with
the lines as they stand, finds what the victim's move must do for it (leave a square, arrive on one), and keeps the
moves that do so.

Both are optimistic: moves are kept too often, never dropped wrongly; see mateable_squares.py, also for what they
require. Of several kings the filter considers one that is chosen, and treats the others as ordinary men: see
kings_filter.py.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.filters.mateable_squares import MateableSquares

if not cython.compiled:
    from feerie.kernel.compiled_rules import CAPTURE, QUIET
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import FULL, ONE, lowest, popcount, reached_from
    from feerie.kernel.tables import CASTLING, FAMILIES, MEN, MOVE_TABLES, SQUARES
    from feerie.search.patterns.structs import squares_between
    from feerie.search.search_structs import MateQuestion, MatingMove
    CHECKED, SIDE_MEN, ON_KING = 256, 32, 8


class MateFilter(MateableSquares):
    """Keeps the victim's moves after which he may be mated.

    With `stays_attacked` the king may stand attacked before the mating move. With `is_joint` only mating moves among
    `allowed` count (by man: targets), and `found` has those that may mate.
    """

    def __init__(self, judge: Judge, mating_side: int) -> None:
        super().__init__(judge, mating_side)
        self.stays_attacked = self.is_joint = False
        if not cython.compiled:
            self.single_blockers = [0] * 9
            self.allowed, self.found = [0] * SIDE_MEN, [0] * SIDE_MEN

    def filter_moves(self, p: int, n: int, end: int) -> int:
        """Keep those of the victim's moves list[n:end] at p after which the next move may mate; returns the new end.

        `mateable_squares` must have been called for p just before.
        """
        if self.man_count > SIDE_MEN:
            return end
        self.find_kept_moves(p, n, end)
        kept = n
        for i in range(n, end):
            if self.keeps(self.judge.list[i]):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def find_kept_moves(self, p: int, n: int, end: int) -> None:
        """Set what `keeps` reads: what moves before a mate do, of the king and of the victim's other men."""
        victim, king = self.mating_side ^ 1, self.king
        self.keeps_all, self.kept_origins, self.kept_targets, self.kept_king_targets = False, 0, 0, 0
        occupied = (self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]) & ~(ONE << king)
        others = self.judge.frames[p].sides[victim] & ~(ONE << king)
        if self.mateable >> king & 1:
            self.can_be_mated(p, king, occupied, others, True)
        bits = 0
        for i in range(n, end):
            if move_origin(self.judge.list[i]) == king and not move_kind(self.judge.list[i]):
                bits |= ONE << move_target(self.judge.list[i])
        bits &= self.mateable
        while bits:
            target = lowest(bits)
            bits &= bits - 1
            if self.can_be_mated(p, target, occupied & ~(ONE << target), others, False):
                self.kept_king_targets |= ONE << target

    def is_special(self, move: int) -> bool:
        """Whether a move of the victim's is a castling, an en-passant capture or a double step: not examined."""
        return move_kind(move) or (move_man(move) == self.judge.ep_man
                                   and self.judge.double_step_to[self.mating_side ^ 1][move_origin(move)]
                                   == move_target(move))

    def keep_none(self) -> None:
        """Let `keeps` keep no move."""
        self.mateable = 0
        self.keeps_all, self.kept_origins, self.kept_targets, self.kept_king_targets = False, 0, 0, 0

    def keeps(self, move: int) -> bool:
        """Whether a move is one that `filter_moves` keeps.

        Castlings, en-passant captures and the double steps that allow them are kept wherever the king may be mated.
        """
        if move_kind(move) >= CASTLING:
            return self.mateable >> (move_target(move) if move_origin(move) == self.king else self.king) & 1
        if self.is_special(move):
            return self.mateable >> self.king & 1
        if move_origin(move) == self.king:
            return self.kept_king_targets >> move_target(move) & 1
        return self.keeps_all or (self.kept_origins >> move_origin(move) | self.kept_targets >> move_target(move)) & 1

    # ------------------------------------------------------------------------------------ possible mating moves

    def can_be_mated(self, p: int, king: int, occupied: int, victim_men: int, victim_moves: bool) -> bool:
        """Whether a move of the mating side may mate the king on this square, with the lines as they stand.

        `victim_moves`: a man of the victim's moves first; what its move may be is noted for `keeps`. The other
        arguments are those of MateQuestion.
        """
        mating_side = self.mating_side
        discoverers = check_lines = 0
        for man in range(self.man_count):
            kind, origin = self.man_kinds[man], self.man_squares[man]
            if origin == king or not self.distances.zone_attacks[
                    ((mating_side * MEN + kind) * SQUARES + king) * SQUARES + origin] & CHECKED:
                continue
            line = squares_between(self, mating_side, kind, king, origin)
            if not line and self.has_several_paths(mating_side, kind, king, origin):
                discoverers |= occupied
                check_lines = FULL if victim_moves else 0
                continue
            between = line & occupied
            if popcount(between) <= 2:
                discoverers |= between
            if self.stays_attacked and popcount(between) <= 1:
                discoverers = FULL
            if victim_moves and popcount(between) <= 1:
                check_lines |= line
        zone = ONE << king
        if self.needs_guards:
            zone = self.distances.zone[(mating_side ^ 1) * SQUARES + king] & ~victim_men
        question = MateQuestion(king, occupied, self.judge.frames[p].sides[mating_side], victim_men, victim_moves,
                                discoverers, check_lines)
        found = False
        for man in range(self.man_count):
            kind, origin = self.man_kinds[man], self.man_squares[man]
            if origin == king:
                continue
            if kind == self.judge.royal:
                if self.distances.has_castling:
                    found |= self.castling_mates(question, p, man)
                if self.kings_meet or discoverers >> origin & 1:
                    found |= self.king_step_mates(question, man)
                continue
            if not (discoverers | self.distances.threats[(mating_side * MEN + kind) * SQUARES + king]) >> origin & 1:
                continue
            at = (mating_side * MEN + kind) * SQUARES + origin
            covering = self.covering_targets(
                man, king, zone & ~(self.all_twice | self.all_seen & ~self.distances.attacks[at]),
                self.block_count if victim_moves else 0)
            if not covering:
                continue
            for s in range(mating_side * MOVE_TABLES,
                           mating_side * MOVE_TABLES + self.judge.move_table_count[mating_side]):
                if not self.judge.move_tables[s].last \
                        or self.judge.move_tables[s].man != kind and self.judge.move_tables[s].other != kind:
                    continue
                found |= self.step_mates(question, man, s, covering)
                if self.keeps_all and not self.is_joint:
                    return True
        return found

    def king_step_mates(self, question: MateQuestion, man: int) -> bool:
        """Whether the mating side's king, a man that blocks a line, may mate by stepping off it."""
        targets = self.distances.zone[self.mating_side * SQUARES + self.man_squares[man]] \
            & ~(ONE << self.man_squares[man] | ONE << question.king)
        found = False
        while targets:
            arrival = targets & -targets & question.mating_side_men       # the victim captures there first
            move = MatingMove(man, lowest(targets), self.judge.royal, 0, 0, 0, 0, arrival)
            if self.can_be_prepared(question, 0, arrival):
                found |= self.can_mate(question, move)
            targets &= targets - 1
        return found

    def step_mates(self, question: MateQuestion, man: int, s: int, covering: int) -> bool:
        """Whether a man of the mating side may mate by a move of move table s to one of the targets `covering`."""
        zone = self.judge.move_tables[s].zone
        targets = self.mating_targets(question, man, s) & covering
        found = False
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            move = self.mating_step(question, man, s, target)
            if not self.can_be_prepared(question, move.blockers, move.arrival):
                continue
            if zone >> target & 1:
                for i in range(1, self.judge.move_tables[s].choices + 1):
                    move.kind = move_result(self.judge.move_tables[s].codes[i])
                    found |= self.can_mate(question, move)
            else:
                found |= self.can_mate(question, move)
            if self.keeps_all and not self.is_joint:
                return True
        return found

    def mating_targets(self, question: MateQuestion, man: int, s: int) -> int:
        """A man's targets in move table s from which it may give check; all where leaving may discover check."""
        origin = self.man_squares[man]
        targets = reached_from(self.judge.move_tables[s].slots, origin, self.judge.move_tables[s].segments, 0) \
            & ~(ONE << question.king)
        if question.discoverers >> origin & 1:
            return targets
        at = self.mating_side * MEN
        zone = self.judge.move_tables[s].zone
        plain = self.distances.attack_origins[(at + self.man_kinds[man]) * SQUARES + question.king]
        if not zone:
            return targets & plain
        promoted = 0
        for i in range(1, self.judge.move_tables[s].choices + 1):
            promoted |= self.distances.attack_origins[
                (at + move_result(self.judge.move_tables[s].codes[i])) * SQUARES + question.king]
        return targets & (promoted & zone | plain & ~zone)

    def mating_step(self, question: MateQuestion, man: int, s: int, target: int) -> MatingMove:
        """The move of a man to a target in move table s, and what must have happened before it."""
        mating_side = self.mating_side
        origin, kind = self.man_squares[man], self.man_kinds[man]
        blockers = arrival = 0
        if self.judge.move_tables[s].mode == QUIET:
            blockers = ONE << target & question.occupied
            if self.judge.double_step_to[mating_side][origin] == target:
                blockers |= ONE << self.judge.double_step_over[mating_side][origin] & question.occupied
        else:
            blockers = squares_between(self, mating_side, kind, target, origin) & question.occupied
            # there must be a man to be captured: the victim may have captured the mating side's own
            if question.mating_side_men >> target & 1 \
                    or self.judge.move_tables[s].mode == CAPTURE and not question.victim_men >> target & 1:
                arrival = ONE << target
        return MatingMove(man, target, kind, 0, 0, 0, blockers, arrival)

    def can_be_prepared(self, question: MateQuestion, blockers: int, arrival: int) -> bool:
        """Whether one move of the victim can do what a mating move needs. `blockers`, `arrival`: see MatingMove."""
        if not question.victim_moves:
            return not blockers and not arrival
        return not blockers & (blockers - 1) and not blockers & question.mating_side_men

    def castling_mates(self, question: MateQuestion, p: int, man: int) -> bool:
        """Whether a castling of the mating side's king, a man, may mate."""
        mating_side = self.mating_side
        origin = self.man_squares[man]
        found = False
        for f in range(mating_side * FAMILIES, mating_side * FAMILIES + self.judge.family_count):
            if self.judge.families[f].rights and not self.judge.families[f].rights & self.judge.frames[p].rights:
                continue
            partners = self.judge.families[f].partners[origin]
            if not (question.victim_moves and self.judge.families[f].either and question.discoverers >> origin & 1):
                partners &= question.mating_side_men | question.victim_men \
                    | (question.check_lines if self.judge.families[f].either else 0)
            while partners:
                partner = lowest(partners)
                partners &= partners - 1
                c = self.judge.families[f].record[origin * SQUARES + partner]
                if not self.can_be_prepared(question, self.judge.families[f].castles[c].empty & question.occupied, 0):
                    continue
                found |= self.one_castling_mates(question, p, man, partner, f, c)
                if self.keeps_all and not self.is_joint:
                    return True
        return found

    def one_castling_mates(self, question: MateQuestion, p: int, man: int, partner: int, f: int, c: int) -> bool:
        """Whether castling c of family f may mate, with what stands on `partner`, or a man that arrives there first."""
        mating_side, royal = self.mating_side, self.judge.royal
        either = self.judge.families[f].either
        king_discovers = self.kings_meet or question.discoverers >> self.man_squares[man] & 1
        discovers = king_discovers or question.discoverers >> partner & 1
        move = MatingMove(man, self.judge.families[f].castles[c].king_to, royal, ONE << partner,
                          self.judge.families[f].castles[c].partner_to, 0,
                          self.judge.families[f].castles[c].empty & question.occupied, 0)
        found = False
        if question.mating_side_men >> partner & 1:
            kind = self.judge.kind_at(p, ONE << partner)
            at = mating_side * MEN + kind
            for role in range(self.distances.transition_start[at], self.distances.transition_start[at + 1]):
                move.partner_kind = self.distances.transition_kind[role]
                if move.partner_kind != kind and not self.judge.families[f].castles[c].promotes >> kind & 1:
                    break
                if discovers or self.distances.attack_origins[
                        (mating_side * MEN + move.partner_kind) * SQUARES + question.king] >> move.partner_target & 1:
                    found |= self.can_mate(question, move)
        elif either and discovers and question.victim_men >> partner & 1:
            found |= self.can_mate(question, move)
        if either and question.victim_moves and (king_discovers or question.check_lines >> partner & 1) \
                and not question.victim_men >> partner & 1:
            move.arrival = ONE << partner
            found |= self.can_mate(question, move)
        return found

    # ----------------------------------------------------------------------------------- one mating move

    def can_mate(self, question: MateQuestion, move: MatingMove) -> bool:
        """Whether a move of the mating side may mate. Where the victim moves first, what his move must do is noted."""
        if not self.is_joint:
            return self.mates(question, move)
        if not self.allowed[move.man] >> move.target & 1 or not self.mates(question, move):
            return False
        self.found[move.man] |= ONE << move.target
        return True

    def mates(self, question: MateQuestion, move: MatingMove) -> bool:
        """`can_mate` of the king chosen alone."""
        need = self.uncovered(question, move)
        if not question.victim_moves:
            return not need
        must_leave = move.blockers if move.blockers else FULL
        if need & CHECKED:
            must_leave &= self.single_blockers[ON_KING]
            need ^= CHECKED
            if not must_leave:
                return False
        return self.keep_preparations(question.king, need, must_leave, move.arrival)

    def uncovered(self, question: MateQuestion, move: MatingMove) -> int:
        """The flights (by their numbers) that are open after a move, and CHECKED where the king is not attacked.

        Sets `single_blockers` for these.
        """
        mating_side, king = self.mating_side, question.king
        at = (mating_side ^ 1) * SQUARES + king
        full = (1 << self.distances.flight_count[at]) - 1 | CHECKED if self.needs_guards else CHECKED
        arrived = ONE << move.target
        occupied = question.occupied & ~(ONE << self.man_squares[move.man]) | arrived
        victim_men = question.victim_men & ~arrived
        if move.partner:
            occupied = occupied & ~move.partner | ONE << move.partner_target
            if victim_men & move.partner or move.arrival:
                victim_men = victim_men & ~move.partner | ONE << move.partner_target
        covered = 0
        for flight in range(self.distances.flight_count[at]):
            self.single_blockers[flight] = 0
            if victim_men >> self.distances.flights[at * 8 + flight] & 1:
                covered |= 1 << flight
        self.single_blockers[ON_KING] = 0
        for man in range(self.man_count):
            square, kind = self.man_squares[man], self.man_kinds[man]
            if man == move.man:
                square, kind = move.target, move.kind
            elif move.partner >> square & 1:
                if move.arrival:
                    continue        # captured by the man that has arrived there
                square, kind = move.partner_target, move.partner_kind
            elif square == king or move.arrival >> square & 1:
                continue
            if self.kings_meet and kind == self.judge.royal:
                for flight in range(self.distances.flight_count[at]):
                    if self.distances.flights[at * 8 + flight] == square:
                        covered |= 1 << flight      # a king is not captured
            bits = self.distances.zone_attacks[((mating_side * MEN + kind) * SQUARES + king) * SQUARES + square] \
                & full & ~covered
            while bits:
                flight = lowest(bits)
                bits &= bits - 1
                between = occupied & squares_between(
                    self, mating_side, kind, king if flight == ON_KING
                    else self.distances.flights[at * 8 + flight], square)
                if not between:
                    covered |= 1 << flight
                elif not between & (between - 1):
                    self.single_blockers[flight] |= between & victim_men
        return full & ~covered

    def keep_preparations(self, king: int, need: int, must_leave: int, arrival: int) -> bool:
        """Keep the victim's moves that close the flights `need`, given what the mating move asks for; return whether
        there are any.

        `must_leave`: men (bits) one of which must leave, FULL: none has to; `arrival`: see MatingMove.
        """
        if not need:
            if must_leave != FULL:
                self.kept_origins |= must_leave
            elif arrival:
                self.kept_targets |= arrival
            else:
                self.keeps_all = True
            return True
        found = False
        if not need & (need - 1):
            # a man that moves to the only flight blocks it
            block = ONE << self.distances.flights[((self.mating_side ^ 1) * SQUARES + king) * 8 + lowest(need)]
            if not arrival or arrival == block:
                found = True
                if must_leave != FULL:
                    self.kept_origins |= must_leave
                else:
                    self.kept_targets |= block
        return self.keep_line_openers(need, must_leave, arrival) or found

    def keep_line_openers(self, need: int, must_leave: int, arrival: int) -> bool:
        """Keep the moves of men that open lines to the flights `need`; they may also block one flight."""
        candidates = 0
        bits = need
        while bits:
            candidates |= self.single_blockers[lowest(bits)]
            bits &= bits - 1
        candidates &= must_leave
        found = False
        while candidates:
            leaving = candidates & -candidates
            candidates ^= leaving
            rest = 0
            bits = need
            while bits:
                if not self.single_blockers[lowest(bits)] & leaving:
                    rest |= bits & -bits
                bits &= bits - 1
            if not rest or not rest & (rest - 1) and not arrival:
                self.kept_origins |= leaving
                found = True
        return found
