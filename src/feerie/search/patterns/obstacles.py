# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Men that stand in the way of a pattern's men.

A side without slack moves none but the men of the pattern. So its other men stand where they are unless they are
captured, and men on their targets stay there while the slack is below two, which leaving and coming back would cost.
A side's only king does not go where they attack, unless its last move may leave it attacked (`mating_side_exposes`,
`victim_exposes`).
What the distances on an empty board (`Distances`) ignore is tested with these obstacles: whether each man that is still
to move has a way to its target, with the moves its side can spare. This is still a relaxation: men that may move are
not in the way, nor is a man that an enemy may capture on its own way.

This requires, as `refilter` does, that castlings move no men. Ways that are not known (several from square to square,
or moving and capturing differently to one square) count as open.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.base import Patterns

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, SPREAD, lowest, popcount
    from feerie.kernel.tables import MEN, NONE, SQUARES
    from feerie.search.patterns.base import CAPTURED
    from feerie.search.patterns.structs import (
        ANY_KIND,
        NO_TARGET,
        TARGET_MASK,
        least_moves,
        squares_between,
        target_kind,
        target_square,
    )
    MAX_WAY_STEPS, FIRST_TESTS, WORTHWHILE_TESTS, RETRY_TESTS = 64, 1000, 6, 16
    AMPLE_SLACK, KEPT_SETS, KEPT_SHIFT, NEAR = 16, 1 << 12, 40, 8
    PASSED, CAPTURED_ON, APPROACHES, ATTACKED_NEXT = 0, 1, 2, 3
    OBSTRUCTED, FREEING = 0, 1


class ObstaclePatterns(Patterns):
    """Patterns that are given up where a man has no way to its target."""

    def __init__(self, judge: Judge, mating_side: int, plans: bool = False) -> None:
        super().__init__(judge, mating_side, plans)
        self.fixed = self.met = self.way_steps = 0
        self.collects = self.mating_side_exposes = self.victim_exposes = False
        if not cython.compiled:
            self.standing, self.king_counts = [0, 0], [0, 0]
            self.forbidden, self.knows_forbidden = [0, 0], [False, False]
            self.tests, self.obstructed, self.skipped = [0, 0], [0, 0], [0, 0]
            self.kept_keys, self.kept_squares = [0] * KEPT_SETS, [0] * KEPT_SETS

    def _is_obstructed(self, p: int, pattern: int, mating_side_slack: int, victim_slack: int) -> bool:
        """Is it certain that a pattern with this slack at p is not reached, because of men that stand in the way?

        False if unknown.
        """
        if mating_side_slack > 1 and victim_slack > 1 or not self._pays(OBSTRUCTED):
            return False
        self.tests[OBSTRUCTED] += 1
        self._locate(p)
        self._set_obstacles(pattern, mating_side_slack, victim_slack)
        if not self._is_hindered(pattern, mating_side_slack, victim_slack):
            return False
        if self.standing[0] or self.standing[1]:
            self._drop_capturable(p, pattern, mating_side_slack, victim_slack)
            if not self._is_hindered(pattern, mating_side_slack, victim_slack):
                return False
        self.obstructed[OBSTRUCTED] += 1
        return True

    def _pays(self, test: int) -> bool:
        """Is a test (OBSTRUCTED or FREEING) likely to succeed, by those before? One in RETRY_TESTS is made anyway."""
        if self.tests[test] < FIRST_TESTS or WORTHWHILE_TESTS * self.obstructed[test] >= self.tests[test]:
            return True
        self.skipped[test] += 1
        return self.skipped[test] % RETRY_TESTS == 0

    def _is_hindered(self, pattern: int, mating_side_slack: int, victim_slack: int) -> bool:
        """Is a pattern not reached if the men of `fixed` and `standing` stay where they are?"""
        return self._lacks_way(pattern, mating_side_slack, victim_slack)

    def _set_obstacles(self, pattern: int, mating_side_slack: int, victim_slack: int) -> None:
        """Set `fixed`, men that stay and cannot be captured, and `standing` (the mating side's, the victim's), men that
        stay unless they are captured."""
        self.fixed = self.standing[0] = self.standing[1] = self.king_counts[0] = self.king_counts[1] = 0
        for man in range(self.man_count + 1):
            origin = self.current_squares[man]
            if origin == CAPTURED:
                continue
            self.king_counts[man >= self.mating_side_men] += self.current_kinds[man] == self.judge.royal
            slack = mating_side_slack if man < self.mating_side_men else victim_slack
            target = self.patterns[pattern].target[man]
            if target == NO_TARGET:
                if not slack:
                    self.standing[man >= self.mating_side_men] |= ONE << origin
                    if self.current_kinds[man] == self.judge.royal:
                        self.fixed |= ONE << origin
            elif slack < 2 and self._is_on_target(man, target):
                self.fixed |= ONE << origin

    def _is_on_target(self, man: int, target: int) -> bool:
        """Is a man where its target is, and what it must be there?"""
        return self.current_squares[man] == target_square(target) \
            and (target_kind(target) == ANY_KIND or target_kind(target) == self.current_kinds[man])

    def _drop_capturable(self, p: int, pattern: int, mating_side_slack: int, victim_slack: int) -> None:
        """Drop those from `standing` that an enemy may capture on its way."""
        for i in range(2):
            if self.standing[i] & ~self.fixed:
                passed = 0
                for man in range(0 if i else self.mating_side_men, self.mating_side_men if i else self.man_count + 1):
                    passed |= self._passed_squares(man, pattern, mating_side_slack if i else victim_slack)
                if self.judge.frames[p].ep_square != NONE:
                    passed |= ONE << self.judge.frames[p].ep_pawn
                self.standing[i] &= self.fixed | ~passed

    def _may_be_captured(self, p: int, pattern: int, square: int, by_mating_side: bool, slack: int) -> bool:
        """May a man of the mating side, or of the victim, capture the one on a square on its way to its target, at the
        cost of its side's slack?

        En passant it may do so only now: a man that moves later is not one that stays on its square.
        """
        if self.judge.frames[p].ep_square != NONE and self.judge.frames[p].ep_pawn == square:
            return True
        for man in range(0 if by_mating_side else self.mating_side_men,
                         self.mating_side_men if by_mating_side else self.man_count + 1):
            if self._passed_squares(man, pattern, slack) >> square & 1:
                return True
        return False

    def _passed_squares(self, man: int, pattern: int, slack: int) -> int:
        """The squares (bits) that a man may pass on its way to its target, with `slack` more moves than it needs; its
        own only if it can leave it."""
        if self.current_squares[man] == CAPTURED:
            return 0
        target = self.patterns[pattern].target[man]
        if slack < 2 and (not slack if target == NO_TARGET else self._is_on_target(man, target)):
            return 0            # it does not move any more
        return self._squares_within(man, target, slack, PASSED)

    def _squares_within(self, man: int, target: int, slack: int, question: int) -> int:
        """The squares (bits) that a man passes (PASSED), or captures on (CAPTURED_ON), on its way to a target with at
        most `slack` more moves than it needs. All squares if that is many."""
        return FULL if slack >= AMPLE_SLACK else self._kept_set(question, man, target, slack)

    def _kept_set(self, question: int, man: int, target: int, slack: int) -> int:
        """What `_squares_within` answers; for APPROACHES, where one move brings a man nearer to a target; for
        ATTACKED_NEXT, the squares that it attacks with none between.

        Answers are cached by what they depend on.
        """
        key = 1 | question << 1 | (man >= self.mating_side_men) << 3 | self.current_kinds[man] << 4 \
            | self.current_squares[man] << 8 | (target & TARGET_MASK) << 14 | slack << 26
        place = key * SPREAD >> KEPT_SHIFT & KEPT_SETS - 1
        if self.kept_keys[place] != key:
            squares = 0
            if question == APPROACHES:
                squares = self._approaches_of(man, target)
            elif target == NO_TARGET and question != ATTACKED_NEXT and slack < NEAR \
                    and self.current_kinds[man] != self.judge.royal:
                squares = self._free_squares(question, man, slack)
            else:
                for square in range(SQUARES):
                    if self._is_kept(question, man, target, slack, square):
                        squares |= ONE << square
            self.kept_keys[place], self.kept_squares[place] = key, squares
        return self.kept_squares[place]

    def _is_kept(self, question: int, man: int, target: int, slack: int, square: int) -> bool:
        """Is a square one of those that answer a question other than APPROACHES?"""
        if question == ATTACKED_NEXT:
            return self._attacks_next(self.mating_side if man < self.mating_side_men else self.mating_side ^ 1,
                                      self.current_kinds[man], square, self.current_squares[man])
        if question == PASSED:
            return self._detour(man, target, square) <= slack
        return self._capturing_detour(man, target, square) <= slack

    def _free_squares(self, question: int, man: int, slack: int) -> int:
        """What `_squares_within` answers for a man that is not a king and has no target, if there are fewer than NEAR
        moves to spare."""
        side_kind = (self.mating_side if man < self.mating_side_men else self.mating_side ^ 1) * MEN \
            + self.current_kinds[man]
        origin, first = self.current_squares[man], self.distances.transition_start[side_kind]
        found = 0
        for transition in range(first + (question == CAPTURED_ON), self.distances.transition_start[side_kind + 1]):
            found |= self.distances.within[(transition * SQUARES + origin) * NEAR + slack]
        if question == CAPTURED_ON and slack:
            origins = self.distances.within[(first * SQUARES + origin) * NEAR + slack - 1]
            while origins:
                found |= self.distances.attacks[side_kind * SQUARES + lowest(origins)]
                origins &= origins - 1
        return found

    def _approaches_of(self, man: int, target: int) -> int:
        """The squares (bits) to which one move on an empty board brings a man nearer to a target."""
        origin, kind, found = self.current_squares[man], self.current_kinds[man], 0
        side = self.mating_side if man < self.mating_side_men else self.mating_side ^ 1
        moves = self._moves_to(side, kind, origin, target)
        if kind == self.judge.royal:
            for square in range(SQUARES):
                if self.distances.king_targets[side * SQUARES + origin] >> square & 1 \
                        and self._moves_to(side, kind, square, target) < moves:
                    found |= ONE << square
            return found
        for transition in range(self.distances.transition_start[side * MEN + kind],
                                self.distances.transition_start[side * MEN + kind + 1]):
            goals = self.distances.move_targets[transition * SQUARES + origin]
            while goals:
                if self._distance(side, self.distances.transition_kind[transition], lowest(goals), target) < moves:
                    found |= goals & -goals
                goals &= goals - 1
        return found

    def _capturing_detour(self, man: int, target: int, square: int) -> int:
        """The least number of extra moves to a target, if any, for a man of the mating side that captures on a
        square.
        """
        return self._detour(man, target, square)

    def _detour(self, man: int, target: int, square: int) -> int:
        """How many more moves a man needs to a target, NO_TARGET if it has none, by way of a square."""
        origin, kind = self.current_squares[man], self.current_kinds[man]
        side = self.mating_side if man < self.mating_side_men else self.mating_side ^ 1
        distance = least_moves(self, side, kind, origin, square)
        if target != NO_TARGET:
            onward = self._moves_to(side, kind, square, target)
            if target_kind(target) == ANY_KIND:
                onward = min(onward, self._least_promoted(side, kind, square, target_square(target)))
            elif target_kind(target) != kind:       # it may have promoted before or by the capture
                onward = min(onward, self._distance(side, target_kind(target), square, target))
            distance += onward - self._moves_to(side, kind, origin, target)
        return distance

    def _least_promoted(self, side: int, kind: int, square: int, goal: int) -> int:
        """The fewest moves from square to square of a man, or of what it may promote to."""
        best = least_moves(self, side, kind, square, goal)
        for transition in range(self.distances.transition_start[side * MEN + kind] + 1,
                                self.distances.transition_start[side * MEN + kind + 1]):
            moves = least_moves(self, side, self.distances.transition_kind[transition], square, goal)
            best = min(best, moves)
        return best

    # ---------------------------------------------------------------------------------- moves that lose slack

    def note_idle_moves(self, p: int, first: int, end: int) -> bool:
        """See `Patterns`. A move that loses slack eliminates a pattern if a man of it then lacks a way past men that
        have no slack left, unless it moves or captures one of those in the way."""
        if self.castling_movable or not self._reserve_useful_squares(end):
            return False
        by_mating_side = self.judge.frames[p].turn == self.mating_side
        self.freeing = 0
        self.located = False
        self._locate(p)
        for i in range(first, end):
            if self.live[i].pending:
                return False
            self.useful_squares[i].first = self.useful_squares[i].second = FULL
            if self.live[i].slack[0 if by_mating_side else 1] > 0:
                self._note_useful_squares(p, i, by_mating_side)
                self.freeing |= self.useful_squares[i].first
        if self.freeing != FULL:        # otherwise no move is idle
            self._note_approaches(first, end, by_mating_side)
        return True

    def _note_approaches(self, first: int, end: int, by_mating_side: bool) -> None:
        """Set `approaches` for the men of a side in the live patterns [first:end]."""
        movers = ((ONE << self.mating_side_men) - 1) if by_mating_side else ~((ONE << self.mating_side_men) - 1) & FULL
        for man in range(0 if by_mating_side else self.mating_side_men,
                         self.mating_side_men if by_mating_side else self.man_count + 1):
            if self.current_squares[man] != CAPTURED:
                self.approaches[self.current_squares[man]] = 0
        for i in range(first, end):
            men = self.patterns[self.live[i].pattern].men & movers
            while men:
                man = lowest(men)
                men &= men - 1
                self.approaches[self.current_squares[man]] |= self._kept_set(
                    APPROACHES, man, self.patterns[self.live[i].pattern].target[man], 0)

    def _note_useful_squares(self, p: int, i: int, by_mating_side: bool) -> None:
        """Set the `useful_squares` of live pattern i at p, where they are FULL before."""
        self._add_useful_squares(i, self._freeing_squares(p, self.live[i].pattern, by_mating_side,
                                                          self.live[i].slack[0], self.live[i].slack[1]))

    def _add_useful_squares(self, i: int, squares: int) -> None:
        """Take into account that a move that loses slack must touch one of `squares`; the two smallest sets are kept.
        """
        if popcount(squares) < popcount(self.useful_squares[i].first):
            self.useful_squares[i].second = self.useful_squares[i].first
            self.useful_squares[i].first = squares
        elif popcount(squares) < popcount(self.useful_squares[i].second):
            self.useful_squares[i].second = squares

    def _freeing_squares(self, p: int, pattern: int, by_mating_side: bool, mating_side_slack: int,
                         victim_slack: int) -> int:
        """Squares (bits) of which a move of a side at p that loses slack must touch one, since otherwise men that then
        have no slack left keep the pattern from the goal; FULL if nothing is known.

        Only the man that moves has the slack from before; if it can thus capture one of those men, its square counts.
        """
        mating_side_left, victim_left = mating_side_slack - by_mating_side, victim_slack - (not by_mating_side)
        if (mating_side_left if by_mating_side else victim_left) > 1 or not self._pays(FREEING):
            return FULL         # with two moves to spare, no more men are in the way than before
        self.tests[FREEING] += 1
        self._set_obstacles(pattern, mating_side_left, victim_left)
        if not self._lacks_way(pattern, mating_side_left, victim_left):
            return FULL
        self._drop_capturable(p, pattern, mating_side_left, victim_left)
        self.collects = True
        lacks_way = self._lacks_way(pattern, mating_side_left, victim_left)
        self.collects = False
        if not lacks_way:
            return FULL
        self.obstructed[FREEING] += 1
        found, slack = self.met, mating_side_slack if by_mating_side else victim_slack
        for man in range(0 if by_mating_side else self.mating_side_men,
                         self.mating_side_men if by_mating_side else self.man_count + 1):
            if (slack > 1 or self.patterns[pattern].target[man] != NO_TARGET) \
                    and self._passed_squares(man, pattern, slack) & self.met:
                found |= ONE << self.current_squares[man]
        return found

    # ---------------------------------------------------------------------------------- ways

    def _lacks_way(self, pattern: int, mating_side_slack: int, victim_slack: int) -> bool:
        """Do the ways past the obstacles cost a side more than its slack?

        If so, and if `collects`, `met` has the squares of men of which one must be moved or captured before the ways
        cost less.
        """
        met = 0
        self.knows_forbidden[0] = self.knows_forbidden[1] = False
        for man in range(self.man_count + 1):
            target = self.patterns[pattern].target[man]
            if target == NO_TARGET or self.current_squares[man] == CAPTURED or self._is_on_target(man, target):
                continue
            side = self.mating_side if man < self.mating_side_men else self.mating_side ^ 1
            slack = mating_side_slack if man < self.mating_side_men else victim_slack
            kind, origin = self.current_kinds[man], self.current_squares[man]
            moves = self._moves_to(side, kind, origin, target)
            more = 0
            self.way_steps = 0
            self.met = 0
            while not self._has_way(man >= self.mating_side_men, kind, origin, target, moves + more):
                more += 1
                if more > slack:
                    self.met |= met | ONE << origin
                    return True
            if more:
                met |= self.met | ONE << origin
            if man < self.mating_side_men:
                mating_side_slack -= more
            else:
                victim_slack -= more
        return False

    def _moves_to(self, side: int, kind: int, square: int, target: int) -> int:
        """The moves that a man, or a king, needs to a target on an empty board."""
        if kind == self.judge.royal:
            return self.distances.king_distance[(side * SQUARES + square) * SQUARES + target_square(target)]
        return self._distance(side, kind, square, target)

    def _has_way(self, by_victim: bool, kind: int, square: int, target: int, moves: int) -> bool:
        """May a man go from a square to a target in `moves` moves, past the obstacles? True if that takes too long.

        Adds the squares of those that were in the way to `met`; those of men that forbid a king a square if `collects`.
        """
        side = self.mating_side ^ 1 if by_victim else self.mating_side
        self.way_steps += 1
        if self.way_steps > MAX_WAY_STEPS:
            return True
        if square == target_square(target) and (target_kind(target) == ANY_KIND or target_kind(target) == kind):
            return True
        if moves <= 0:
            return False
        barred = self.fixed | self.standing[by_victim]
        if kind == self.judge.royal:
            goals = self.distances.king_targets[side * SQUARES + square]
            self.met |= goals & barred
            goals &= ~barred
            exposes = self.victim_exposes if by_victim else self.mating_side_exposes
            if self.king_counts[by_victim] == 1 and not exposes:
                if not self.knows_forbidden[by_victim]:
                    self._set_forbidden(by_victim)
                if self.collects and goals & self.forbidden[by_victim]:
                    self._add_forbidding(by_victim, goals & self.forbidden[by_victim])
                goals &= ~self.forbidden[by_victim]
            while goals:
                goal = lowest(goals)
                goals &= goals - 1
                if self._moves_to(side, kind, goal, target) < moves \
                        and self._has_way(by_victim, kind, goal, target, moves - 1):
                    return True
            return False
        end, wanted = target_square(target), target_kind(target)
        side_kind = side * MEN + kind
        for transition in range(self.distances.transition_start[side_kind],
                                self.distances.transition_start[side_kind + 1]):
            arrival = self.distances.transition_kind[transition]
            goals = self.distances.move_targets[transition * SQUARES + square]
            if moves == 1:
                goals &= ONE << end
            self.met |= goals & barred
            goals &= ~barred
            while goals:
                goal = lowest(goals)
                goals &= goals - 1
                if wanted == ANY_KIND:
                    rest = least_moves(self, side, arrival, goal, end)
                else:
                    rest = self.distances.distance[(self.distances.transition_of[(side * MEN + arrival) * MEN + wanted]
                                                    * SQUARES + goal) * SQUARES + end]
                if rest < moves and self._is_open(by_victim, kind, square, goal) \
                        and self._has_way(by_victim, arrival, goal, target, moves - 1):
                    return True
        return False

    def _set_forbidden(self, by_victim: bool) -> None:
        """Set `forbidden`: where a side's only king may not go: an enemy that stays attacks it with none between."""
        staying = self.fixed | self.standing[not by_victim]
        self.knows_forbidden[by_victim], self.forbidden[by_victim] = True, 0
        for man in range(0 if by_victim else self.mating_side_men,
                         self.mating_side_men if by_victim else self.man_count + 1):
            if self.current_squares[man] != CAPTURED and staying >> self.current_squares[man] & 1:
                self.forbidden[by_victim] |= self._kept_set(ATTACKED_NEXT, man, 0, 0)

    def _add_forbidding(self, by_victim: bool, squares: int) -> None:
        """Add to `met`, for each of some squares, a man that keeps a side's only king from going there."""
        staying = self.fixed | self.standing[not by_victim]
        for man in range(0 if by_victim else self.mating_side_men,
                         self.mating_side_men if by_victim else self.man_count + 1):
            if self.current_squares[man] != CAPTURED and staying >> self.current_squares[man] & 1:
                attacked = squares & self._kept_set(ATTACKED_NEXT, man, 0, 0)
                if attacked:
                    self.met |= ONE << self.current_squares[man]
                    squares &= ~attacked

    def _attacks_next(self, side: int, kind: int, square: int, origin: int) -> bool:
        """Does a man attack a square with none between?"""
        return self.distances.attack_origins[(side * MEN + kind) * SQUARES + square] >> origin & 1 \
            and not squares_between(self, side, kind, square, origin) \
            and not self.has_several_ways(side, kind, square, origin)

    def _is_open(self, by_victim: bool, kind: int, square: int, goal: int) -> bool:
        """May a man that is not a king move from one square to another past the obstacles?"""
        side = self.mating_side ^ 1 if by_victim else self.mating_side
        side_kind = side * MEN + kind
        if self.distances.moves_unalike[side_kind]:
            return True
        obstacles = self.fixed | self.standing[0] | self.standing[1]
        if self.distances.attack_origins[side_kind * SQUARES + goal] >> square & 1:
            obstacles &= squares_between(self, side, kind, goal, square)
            if not obstacles or self.has_several_ways(side, kind, goal, square):
                return True
        else:
            obstacles &= ONE << goal | (ONE << self.judge.double_step_over[side][square] if kind == self.judge.ep_man
                                        and self.judge.double_step_to[side][square] == goal else 0)
            if not obstacles:
                return True
        self.met |= obstacles & -obstacles
        return False
