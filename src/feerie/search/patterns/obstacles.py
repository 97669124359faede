# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Men that stand in the way of a pattern's men.

A side without slack moves none but the men of the pattern. So its other men stand where they are unless they are
captured, and men on their targets stay there while the slack is below two, which leaving and coming back would cost.
A side's only king does not go where they attack, unless its last move may leave it attacked (`exposes`).
What the distances on an empty board (`Distances`) ignore is tested with these obstacles: whether each man that is still
to move has a path to its target, with the moves its side can spare. This is still a relaxation: men that may move are
not in the way, nor is a man that an enemy may capture on its own path.

This requires that castlings move no men. Paths that are not known (several from square to square,
or moving and capturing differently to one square) count as open.
"""
from __future__ import annotations

import cython

from feerie.search.patterns.men import TrackedMen

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, SPREAD, lowest
    from feerie.kernel.tables import MEN, NONE, SQUARES
    from feerie.search.patterns.structs import (
        ANY_KIND,
        NO_TARGET,
        TARGET_MASK,
        Prospect,
        after_idle_move,
        is_on_target,
        least_moves,
        moves_to,
        moves_to_target,
        squares_between,
        target_kind,
        target_square,
    )
    MAX_PATH_STEPS, FIRST_TESTS, WORTHWHILE_TESTS, RETRY_TESTS = 64, 1000, 6, 16
    AMPLE_SLACK, KEPT_SETS, KEPT_SHIFT, NEAR, FAR, CAPTURED = 16, 1 << 12, 40, 8, 99, 128
    PASSED, CAPTURED_ON, APPROACHES, ATTACKED_NEXT = 0, 1, 2, 3
    OBSTRUCTED, FREEING = 0, 1


class SquareSets:
    """Sets of squares that men may come to on an empty board, from where they are now. Computed once, and cached."""

    def __init__(self, men: TrackedMen) -> None:
        self.men = men
        if not cython.compiled:
            self.kept_keys, self.kept_squares = [0] * KEPT_SETS, [0] * KEPT_SETS

    def within(self, man: int, target: int, slack: int, question: int) -> int:
        """The squares (bits) that a man passes (PASSED), or captures on (CAPTURED_ON), on its path to a target with at
        most `slack` more moves than it needs. All squares if that is many."""
        return FULL if slack >= AMPLE_SLACK else self.kept(question, man, target, slack)

    def kept(self, question: int, man: int, target: int, slack: int) -> int:
        """What `within` answers; for APPROACHES, where one move brings a man nearer to a target; for
        ATTACKED_NEXT, the squares that it attacks with none between.

        Answers are cached by what they depend on.
        """
        key = 1 | question << 1 | (man >= self.men.mating_side_men) << 3 | self.men.current_kinds[man] << 4 \
            | self.men.current_squares[man] << 8 | (target & TARGET_MASK) << 14 | slack << 26
        place = key * SPREAD >> KEPT_SHIFT & KEPT_SETS - 1
        if self.kept_keys[place] != key:
            squares = 0
            if question == APPROACHES:
                squares = self._approaches_of(man, target)
            elif target == NO_TARGET and question != ATTACKED_NEXT and slack < NEAR \
                    and self.men.current_kinds[man] != self.men.judge.royal:
                squares = self._free_squares(question, man, slack)
            else:
                for square in range(SQUARES):
                    if self._is_kept(question, man, target, slack, square):
                        squares |= ONE << square
            self.kept_keys[place], self.kept_squares[place] = key, squares
        return self.kept_squares[place]

    def _is_kept(self, question: int, man: int, target: int, slack: int, square: int) -> bool:
        """Whether a square is one of those that answer a question other than APPROACHES."""
        if question == ATTACKED_NEXT:
            side = self.men.mating_side if man < self.men.mating_side_men else self.men.mating_side ^ 1
            return self.attacks_next(side, self.men.current_kinds[man], square, self.men.current_squares[man])
        if question == PASSED:
            return self._detour(man, target, square) <= slack
        return self._capturing_detour(man, target, square) <= slack

    def _free_squares(self, question: int, man: int, slack: int) -> int:
        """What `within` answers for a man that is not a king and has no target, if there are fewer than NEAR
        moves to spare."""
        side_kind = (self.men.mating_side if man < self.men.mating_side_men else self.men.mating_side ^ 1) * MEN \
            + self.men.current_kinds[man]
        origin, first = self.men.current_squares[man], self.men.distances.transition_start[side_kind]
        found = 0
        for transition in range(first + (question == CAPTURED_ON), self.men.distances.transition_start[side_kind + 1]):
            found |= self.men.distances.within[(transition * SQUARES + origin) * NEAR + slack]
        if question == CAPTURED_ON and slack:
            origins = self.men.distances.within[(first * SQUARES + origin) * NEAR + slack - 1]
            while origins:
                found |= self.men.distances.attacks[side_kind * SQUARES + lowest(origins)]
                origins &= origins - 1
        return found

    def _approaches_of(self, man: int, target: int) -> int:
        """The squares (bits) to which one move on an empty board brings a man nearer to a target."""
        origin, kind, found = self.men.current_squares[man], self.men.current_kinds[man], 0
        side = self.men.mating_side if man < self.men.mating_side_men else self.men.mating_side ^ 1
        moves = moves_to(self.men, side, kind, origin, target)
        if kind == self.men.judge.royal:
            for square in range(SQUARES):
                if self.men.distances.king_targets[side * SQUARES + origin] >> square & 1 \
                        and moves_to(self.men, side, kind, square, target) < moves:
                    found |= ONE << square
            return found
        for transition in range(self.men.distances.transition_start[side * MEN + kind],
                                self.men.distances.transition_start[side * MEN + kind + 1]):
            goals = self.men.distances.move_targets[transition * SQUARES + origin]
            while goals:
                if moves_to_target(self.men, side, self.men.distances.transition_kind[transition], lowest(goals),
                                   target) < moves:
                    found |= goals & -goals
                goals &= goals - 1
        return found

    def _detour(self, man: int, target: int, square: int) -> int:
        """How many more moves a man needs to a target, NO_TARGET if it has none, by way of a square."""
        origin, kind = self.men.current_squares[man], self.men.current_kinds[man]
        side = self.men.mating_side if man < self.men.mating_side_men else self.men.mating_side ^ 1
        distance = least_moves(self.men, side, kind, origin, square)
        if target != NO_TARGET:
            onward = moves_to(self.men, side, kind, square, target)
            if target_kind(target) == ANY_KIND:
                onward = min(onward, self._least_promoted(side, kind, square, target_square(target)))
            elif target_kind(target) != kind:       # it may have promoted before or by the capture
                onward = min(onward, moves_to_target(self.men, side, target_kind(target), square, target))
            distance += onward - moves_to(self.men, side, kind, origin, target)
        return distance

    def _least_promoted(self, side: int, kind: int, square: int, goal: int) -> int:
        """The fewest moves from square to square of a man, or of what it may promote to."""
        best = least_moves(self.men, side, kind, square, goal)
        for transition in range(self.men.distances.transition_start[side * MEN + kind] + 1,
                                self.men.distances.transition_start[side * MEN + kind + 1]):
            moves = least_moves(self.men, side, self.men.distances.transition_kind[transition], square, goal)
            best = min(best, moves)
        return best

    def attacks_next(self, side: int, kind: int, square: int, origin: int) -> bool:
        """Whether a man attacks a square with none between."""
        return self.men.distances.attack_origins[(side * MEN + kind) * SQUARES + square] >> origin & 1 \
            and not squares_between(self.men, side, kind, square, origin) \
            and not self.men.has_several_paths(side, kind, square, origin)

    def _capturing_detour(self, man: int, target: int, square: int) -> int:
        """How many more moves a man of the mating side needs to a target, NO_TARGET if it has none, when it captures on
        a square."""
        origin, kind = self.men.current_squares[man], self.men.current_kinds[man]
        if kind == self.men.judge.royal:
            base = self.men.mating_side * SQUARES
            distance = self.men.distances.king_distance[(base + origin) * SQUARES + square] + 2 * (origin == square)
            if target != NO_TARGET:
                distance += self.men.distances.king_distance[(base + square) * SQUARES + target_square(target)] \
                    - moves_to(self.men, self.men.mating_side, kind, origin, target)
            return distance
        side_kind = self.men.mating_side * MEN + kind
        first = self.men.distances.transition_start[side_kind]
        distance = FAR
        origins = self.men.distances.attack_origins[side_kind * SQUARES + square]
        while origins:              # its last step captures: a pawn's distance may be that of a move without capture
            step = self.men.distances.distance[(first * SQUARES + origin) * SQUARES + lowest(origins)]
            distance = min(distance, step + 1)
            origins &= origins - 1
        for transition in range(first + 1, self.men.distances.transition_start[side_kind + 1]):
            step = self.men.distances.distance[(transition * SQUARES + origin) * SQUARES + square]
            distance = min(distance, step)
        if target != NO_TARGET:
            onward = moves_to_target(self.men, self.men.mating_side, kind, square, target)
            if target_kind(target) != kind:         # it may have promoted before or by the capture
                promoted = moves_to_target(self.men, self.men.mating_side, target_kind(target), square, target)
                onward = min(onward, promoted)
            distance += onward - moves_to(self.men, self.men.mating_side, kind, origin, target)
        return distance


class Obstacles:
    """The men that stand in the way of a pattern: those of the prospect that was placed last.

    `fixed`: men that stay and cannot be captured; `standing` (the mating side's, the victim's): men that stay unless
    they are captured.
    """

    def __init__(self, men: TrackedMen, sets: SquareSets) -> None:
        self.men, self.sets = men, sets
        self.fixed = self.met = self.path_steps = 0
        self.collects = False
        if not cython.compiled:
            self.standing, self.king_counts = [0, 0], [0, 0]
            self.forbidden, self.knows_forbidden = [0, 0], [False, False]
            self.tests, self.obstructed, self.skipped = [0, 0], [0, 0], [0, 0]

    def is_due(self, test: int) -> bool:
        """Whether a test (OBSTRUCTED or FREEING) is to be made, which counts it: if it is likely to succeed, by those
        before. One in RETRY_TESTS is made anyway."""
        if self.tests[test] >= FIRST_TESTS and WORTHWHILE_TESTS * self.obstructed[test] < self.tests[test]:
            self.skipped[test] += 1
            if self.skipped[test] % RETRY_TESTS:
                return False
        self.tests[test] += 1
        return True

    def place(self, prospect: Prospect) -> None:
        """Set `fixed` and `standing` for a pattern with this slack."""
        self.fixed = self.standing[0] = self.standing[1] = self.king_counts[0] = self.king_counts[1] = 0
        for man in range(self.men.man_count + 1):
            origin = self.men.current_squares[man]
            if origin == CAPTURED:
                continue
            self.king_counts[man >= self.men.mating_side_men] += self.men.current_kinds[man] == self.men.judge.royal
            slack = prospect.mating_side_slack if man < self.men.mating_side_men else prospect.victim_slack
            target = prospect.pattern.target[man]
            if target == NO_TARGET:
                if not slack:
                    self.standing[man >= self.men.mating_side_men] |= ONE << origin
                    if self.men.current_kinds[man] == self.men.judge.royal:
                        self.fixed |= ONE << origin
            elif slack < 2 and is_on_target(self.men, man, target):
                self.fixed |= ONE << origin

    def drop_capturable(self, p: int, prospect: Prospect) -> None:
        """Drop those from `standing` that an enemy may capture on its path."""
        for i in range(2):
            if self.standing[i] & ~self.fixed:
                passed = 0
                for man in range(0 if i else self.men.mating_side_men,
                                 self.men.mating_side_men if i else self.men.man_count + 1):
                    passed |= self._passed_squares(man, prospect.pattern.target[man],
                                                   prospect.mating_side_slack if i else prospect.victim_slack)
                if self.men.judge.frames[p].ep_square != NONE:
                    passed |= ONE << self.men.judge.frames[p].ep_pawn
                self.standing[i] &= self.fixed | ~passed

    def may_be_captured(self, p: int, prospect: Prospect, square: int) -> bool:
        """Whether a man of the mating side may capture the one on a square on its path to its target, at the cost of
        its side's slack.

        En passant it may do so only now: a man that moves later is not one that stays on its square.
        """
        if self.men.judge.frames[p].ep_square != NONE and self.men.judge.frames[p].ep_pawn == square:
            return True
        for man in range(self.men.mating_side_men):
            if self._passed_squares(man, prospect.pattern.target[man], prospect.mating_side_slack) >> square & 1:
                return True
        return False

    def _passed_squares(self, man: int, target: int, slack: int) -> int:
        """The squares (bits) that a man may pass on its path to a target, with `slack` more moves than it needs; its
        own only if it can leave it."""
        if self.men.current_squares[man] == CAPTURED:
            return 0
        if slack < 2 and (not slack if target == NO_TARGET else is_on_target(self.men, man, target)):
            return 0            # it does not move any more
        return self.sets.within(man, target, slack, PASSED)

    def freeing_squares(self, p: int, prospect: Prospect, by_mating_side: bool) -> int:
        """Squares (bits) of which a move of a side at p that loses slack must touch one, since otherwise men that then
        have no slack left keep the pattern from the goal; FULL if nothing is known.

        Only the man that moves has the slack from before; if it can thus capture one of those men, its square counts.
        """
        slack = prospect.mating_side_slack if by_mating_side else prospect.victim_slack
        if slack > 2 or not self.is_due(FREEING):
            return FULL         # with two moves to spare, no more men are in the way than before
        left = after_idle_move(prospect, by_mating_side)
        self.place(left)
        if not self.lacks_path(left):
            return FULL
        self.drop_capturable(p, left)
        self.collects = True
        lacks_path = self.lacks_path(left)
        self.collects = False
        if not lacks_path:
            return FULL
        self.obstructed[FREEING] += 1
        found = self.met
        for man in range(0 if by_mating_side else self.men.mating_side_men,
                         self.men.mating_side_men if by_mating_side else self.men.man_count + 1):
            target = prospect.pattern.target[man]
            if (slack > 1 or target != NO_TARGET) and self._passed_squares(man, target, slack) & self.met:
                found |= ONE << self.men.current_squares[man]
        return found

    # ---------------------------------------------------------------------------------- paths

    def lacks_path(self, prospect: Prospect) -> bool:
        """Whether the paths past the obstacles cost a side more than its slack.

        If so, and if `collects`, `met` has the squares of men of which one must be moved or captured before the paths
        cost less.
        """
        met = 0
        mating_side_slack, victim_slack = prospect.mating_side_slack, prospect.victim_slack
        self.knows_forbidden[0] = self.knows_forbidden[1] = False
        for man in range(self.men.man_count + 1):
            target = prospect.pattern.target[man]
            if target == NO_TARGET or self.men.current_squares[man] == CAPTURED or is_on_target(self.men, man, target):
                continue
            side = self.men.mating_side if man < self.men.mating_side_men else self.men.mating_side ^ 1
            slack = mating_side_slack if man < self.men.mating_side_men else victim_slack
            kind, origin = self.men.current_kinds[man], self.men.current_squares[man]
            moves = moves_to(self.men, side, kind, origin, target)
            more = 0
            self.path_steps = 0
            self.met = 0
            while not self._has_path(man >= self.men.mating_side_men, kind, origin, target, moves + more):
                more += 1
                if more > slack:
                    self.met |= met | ONE << origin
                    return True
            if more:
                met |= self.met | ONE << origin
            if man < self.men.mating_side_men:
                mating_side_slack -= more
            else:
                victim_slack -= more
        return False

    def _has_path(self, by_victim: bool, kind: int, square: int, target: int, moves: int) -> bool:
        """Whether a man may go from a square to a target in `moves` moves, past the obstacles; True if it is long to
        tell.

        Adds the squares of those that were in the way to `met`; those of men that forbid a king a square if `collects`.
        """
        side = self.men.mating_side ^ 1 if by_victim else self.men.mating_side
        self.path_steps += 1
        if self.path_steps > MAX_PATH_STEPS:
            return True
        if square == target_square(target) and (target_kind(target) == ANY_KIND or target_kind(target) == kind):
            return True
        if moves <= 0:
            return False
        barred = self.fixed | self.standing[by_victim]
        if kind == self.men.judge.royal:
            goals = self.men.distances.king_targets[side * SQUARES + square]
            self.met |= goals & barred
            goals &= ~barred
            if self.king_counts[by_victim] == 1 and not self.men.exposes[by_victim]:
                if not self.knows_forbidden[by_victim]:
                    self._set_forbidden(by_victim)
                if self.collects and goals & self.forbidden[by_victim]:
                    self._add_forbidding(by_victim, goals & self.forbidden[by_victim])
                goals &= ~self.forbidden[by_victim]
            while goals:
                goal = lowest(goals)
                goals &= goals - 1
                if moves_to(self.men, side, kind, goal, target) < moves \
                        and self._has_path(by_victim, kind, goal, target, moves - 1):
                    return True
            return False
        end, wanted, onward = target_square(target), target_kind(target), 0
        side_kind = side * MEN + kind
        for transition in range(self.men.distances.transition_start[side_kind],
                                self.men.distances.transition_start[side_kind + 1]):
            arrival = self.men.distances.transition_kind[transition]
            goals = self.men.distances.move_targets[transition * SQUARES + square]
            if moves == 1:
                goals &= ONE << end
            self.met |= goals & barred
            goals &= ~barred
            if goals and wanted != ANY_KIND:
                onward = self.men.distances.transition_of[(side * MEN + arrival) * MEN + wanted] * SQUARES
            while goals:
                goal = lowest(goals)
                goals &= goals - 1
                if wanted == ANY_KIND:
                    rest = least_moves(self.men, side, arrival, goal, end)
                else:
                    rest = self.men.distances.distance[(onward + goal) * SQUARES + end]
                if rest < moves and self._is_open(by_victim, kind, square, goal) \
                        and self._has_path(by_victim, arrival, goal, target, moves - 1):
                    return True
        return False

    def _set_forbidden(self, by_victim: bool) -> None:
        """Set `forbidden`: where a side's only king may not go: an enemy that stays attacks it with none between."""
        staying = self.fixed | self.standing[not by_victim]
        self.knows_forbidden[by_victim], self.forbidden[by_victim] = True, 0
        for man in range(0 if by_victim else self.men.mating_side_men,
                         self.men.mating_side_men if by_victim else self.men.man_count + 1):
            if self.men.current_squares[man] != CAPTURED and staying >> self.men.current_squares[man] & 1:
                self.forbidden[by_victim] |= self.sets.kept(ATTACKED_NEXT, man, 0, 0)

    def _add_forbidding(self, by_victim: bool, squares: int) -> None:
        """Add to `met`, for each of some squares, a man that keeps a side's only king from going there."""
        staying = self.fixed | self.standing[not by_victim]
        for man in range(0 if by_victim else self.men.mating_side_men,
                         self.men.mating_side_men if by_victim else self.men.man_count + 1):
            if self.men.current_squares[man] != CAPTURED and staying >> self.men.current_squares[man] & 1:
                attacked = squares & self.sets.kept(ATTACKED_NEXT, man, 0, 0)
                if attacked:
                    self.met |= ONE << self.men.current_squares[man]
                    squares &= ~attacked

    def _is_open(self, by_victim: bool, kind: int, square: int, goal: int) -> bool:
        """Whether a man that is not a king may move from one square to another past the obstacles."""
        side = self.men.mating_side ^ 1 if by_victim else self.men.mating_side
        side_kind = side * MEN + kind
        if self.men.distances.moves_unalike[side_kind]:
            return True
        obstacles = self.fixed | self.standing[0] | self.standing[1]
        if self.men.distances.attack_origins[side_kind * SQUARES + goal] >> square & 1:
            obstacles &= squares_between(self.men, side, kind, goal, square)
            if not obstacles or self.men.has_several_paths(side, kind, goal, square):
                return True
        else:
            passed = self.men.judge.double_step_over[side][square] if kind == self.men.judge.ep_man \
                and self.men.judge.double_step_to[side][square] == goal else goal
            obstacles &= ONE << goal | ONE << passed
            if not obstacles:
                return True
        self.met |= obstacles & -obstacles
        return False
