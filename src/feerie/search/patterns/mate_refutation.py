# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Which mate patterns are never reached: the victim parries the mate, or its check cannot be given.

Also where, in the end, the mating side's own king is left attacked, or a flight is open because men stand in lines.
"""
from __future__ import annotations

import cython

from feerie.search.patterns.men import TrackedMen
from feerie.search.patterns.refutation import Refutation

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import MEN, NONE, SQUARES
    from feerie.search.patterns.structs import (
        ANY_KIND,
        NO_TARGET,
        Check,
        Prospect,
        UsefulSquares,
        after_idle_move,
        least_moves,
        smaller_two,
        squares_between,
        target_kind,
        target_square,
    )
    CAPTURED, CHECKED, FEW_SPARE_MOVES, MAX_FLIGHTS, PASSED = 128, 256, 2, 8, 0


class MateRefutation(Refutation):
    """Tests patterns of mates."""

    def __init__(self, men: TrackedMen) -> None:
        super().__init__(men)
        self.double_steps = self.parry_path = 0
        for square in range(SQUARES):
            if self.men.judge.double_step_to[men.mating_side ^ 1][square] != NONE:
                self.double_steps |= ONE << self.men.judge.double_step_to[men.mating_side ^ 1][square]

    def is_refuted(self, p: int, prospect: Prospect) -> bool:
        """Whether the mate of a pattern is not given by a last move, or the victim can parry it in any case, wherever
        men without a target are by then, or men stand in its way.

        He can parry if a single man checks, and a man of the victim that must be where it is needed, and cannot be
        pinned, can capture the checking man or interpose.
        """
        if self._kings_meet(prospect):
            return False
        self.men.locate(p)
        return not self.men.exposes[1] and self._lacks_last_move(prospect) \
            or not self.men.exposes[1] and not self.men.exposes[0] and self._leaves_king_attacked(prospect) \
            or self._is_parried(p, prospect) \
            or self.is_obstructed(p, prospect)

    def useful_squares(self, p: int, prospect: Prospect, by_mating_side: bool) -> UsefulSquares:
        """See `Refutation`.

        A move that loses slack also eliminates a pattern if a man of the victim then parries its mate in any case,
        unless it moves or captures that man, goes to a square that must be empty for the parry, or brings a man without
        a target nearer to one (which takes one move more now than afterwards).
        """
        useful = UsefulSquares(self.obstacles.freeing_squares(p, prospect, by_mating_side), FULL)
        if self._kings_meet(prospect):
            return useful
        check = self._only_check(prospect)
        if not check.is_sure:
            return useful
        loose, reach = self._loose_squares(p, prospect), after_idle_move(prospect, by_mating_side)
        slack = prospect.mating_side_slack if by_mating_side else prospect.victim_slack
        man = self.men.mating_side_men - 1
        while True:
            man = self._parrying_man(p, prospect, reach, check, loose, man + 1)
            if man < 0:
                return useful
            found = self.parry_path | ONE << self.men.current_squares[man]
            if slack > 1:
                found |= self._comers(prospect, self.parry_path, by_mating_side, slack)
            useful = smaller_two(useful, found)

    def _kings_meet(self, prospect: Prospect) -> bool:
        """Whether a pattern has kings next to each other."""
        if not self.men.exposes[0] and not self.men.exposes[1]:
            return False
        zone = self.men.distances.zone[(self.men.mating_side ^ 1) * SQUARES + prospect.pattern.king]
        for man in range(self.men.mating_side_men):
            target = prospect.pattern.target[man]
            if target != NO_TARGET and target_kind(target) == self.men.judge.royal \
                    and zone >> target_square(target) & 1:
                return True
        return False

    # ---------------------------------------------------------------------------------- parries

    def _is_parried(self, p: int, prospect: Prospect) -> bool:
        """Whether the victim can parry the mate of a pattern in any case; see `is_refuted`."""
        check = self._only_check(prospect)
        if not check.is_sure:
            return False
        loose = self._loose_squares(p, prospect)
        return self._parrying_man(p, prospect, prospect, check, loose, self.men.mating_side_men) >= 0 \
            or 0 < prospect.victim_slack <= FEW_SPARE_MOVES \
            and self._moves_to_stop_parries(p, prospect, check, loose) > prospect.victim_slack

    def _loose_squares(self, p: int, prospect: Prospect) -> int:
        """The squares at p of the men that have no target in a pattern."""
        loose = self.men.judge.frames[p].sides[0] | self.men.judge.frames[p].sides[1]
        men = prospect.pattern.men
        while men:
            loose &= ~(ONE << self.men.current_squares[lowest(men)])
            men &= men - 1
        return loose

    def _parrying_man(self, p: int, prospect: Prospect, reach: Prospect, check: Check, loose: int, first: int) -> int:
        """The first man of the victim, from man `first` on, that parries the mate of a pattern in any case; -1 if there
        is none.

        `loose`: the squares of men without a target. `reach` has the moves that these may make to get in the parrying
        man's way. Sets `parry_path`, the squares that must be empty for it.
        """
        for man in range(first, self.men.man_count):
            origin = self.men.current_squares[man]
            if origin == CAPTURED:
                continue
            target = prospect.pattern.target[man]
            free = target == NO_TARGET
            if free and reach.victim_slack:
                continue
            kind, stand = self._kind_on_target(man, target), origin if free else target_square(target)
            if not self._comes_parrying(kind, stand, check):
                continue
            if self._parries(reach, check, kind, stand, prospect.pattern.placed | loose & ~(ONE << stand)) \
                    and not self._may_be_pinned(prospect, stand) \
                    and not (free and self.obstacles.may_be_captured(p, prospect, stand)):
                return man
        return -1

    def _comers(self, prospect: Prospect, squares: int, by_mating_side: bool, moves: int) -> int:
        """The squares of one side's men without a target that may come to one of `squares` in `moves` moves."""
        found = 0
        for man in range(0 if by_mating_side else self.men.mating_side_men,
                         self.men.mating_side_men if by_mating_side else self.men.man_count):
            if prospect.pattern.target[man] == NO_TARGET and self.men.current_squares[man] != CAPTURED \
                    and self._may_come(man, squares, moves):
                found |= ONE << self.men.current_squares[man]
        return found

    def _kind_on_target(self, man: int, target: int) -> int:
        """What a man is on its target; what it is now where it has none, or one of any kind (see `MateEnumeration`)."""
        if target == NO_TARGET or target_kind(target) == ANY_KIND:
            return self.men.current_kinds[man]
        return target_kind(target)

    def _comes_parrying(self, kind: int, origin: int, check: Check) -> bool:
        """Whether a man of the victim on an empty board can capture the checking man, or interpose."""
        side_kind = (self.men.mating_side ^ 1) * MEN + kind
        return (self.men.distances.attack_origins[side_kind * SQUARES + check.square] >> origin & 1) != 0 \
            or self._steps(side_kind, origin) & check.between != 0

    def _steps(self, side_kind: int, origin: int) -> int:
        """Where one move that does not promote takes a man on an empty board."""
        return self.men.distances.move_targets[self.men.distances.transition_start[side_kind] * SQUARES + origin]

    def _parries(self, reach: Prospect, check: Check, kind: int, origin: int, occupied: int) -> bool:
        """Whether a man of the victim on a square can surely capture the checking man, or interpose.

        If so, `parry_path` has the squares on its path except those between the checking man and the king: with a man
        on these there is no check. `reach` has the moves that men without a target may make to get in its way.
        `occupied`: squares on which other men may be.
        """
        victim = self.men.mating_side ^ 1
        side_kind = victim * MEN + kind
        if self.men.distances.attack_origins[side_kind * SQUARES + check.square] >> origin & 1 \
                and not self.men.has_several_paths(victim, kind, check.square, origin):
            self.parry_path = squares_between(self.men, victim, kind, check.square, origin) & ~check.between
            if self._is_surely_empty(reach, self.parry_path, occupied):
                return True
        goals = check.between & self._steps(side_kind, origin)
        while goals:
            target = lowest(goals)
            goals &= goals - 1
            path = self._quiet_path(victim, kind, origin, target)
            if path != FULL:
                self.parry_path = path & ~check.between
                if self._is_surely_empty(reach, self.parry_path, occupied):
                    return True
        return False

    def _moves_to_stop_parries(self, p: int, prospect: Prospect, check: Check, loose: int) -> int:
        """The fewest moves that the victim must spend, besides those to targets, so that no man parries the mate.

        `loose`: the squares of men without a target. A man without a target that would parry, and can be neither
        captured nor pinned, must move itself if it parries over squares that nobody can occupy (`alone`); otherwise
        another man may get in its way (`lines`: squares of which one must be occupied, disjoint sets). A man that moves
        accounts for itself, and for one line at most.
        """
        alone = crossed = 0
        lines = 0
        for man in range(self.men.mating_side_men, self.men.man_count):
            origin = self.men.current_squares[man]
            if origin == CAPTURED or prospect.pattern.target[man] != NO_TARGET:
                continue
            if not self._comes_parrying(self.men.current_kinds[man], origin, check):
                continue
            path = self._parry_path(self.men.current_kinds[man], origin, check,
                                    prospect.pattern.placed | loose & ~(ONE << origin))
            if not path or path != FULL and path & lines \
                    or self.obstacles.may_be_captured(p, prospect, origin) \
                    or self._may_be_pinned(prospect, origin):
                continue
            if path == FULL:
                alone += 1
            else:
                crossed += 1
                lines |= path
        crossed -= alone + prospect.mating_side_slack
        return alone if crossed <= 0 else alone + (crossed + 1) // 2

    def _parry_path(self, kind: int, origin: int, check: Check, occupied: int) -> int:
        """How a man of the victim parries now, by capturing the checking man or interposing.

        The squares of one of its paths that another man could occupy; FULL if it parries by a path without such
        squares; 0 if it does not parry. `occupied`: squares on which other men are.
        """
        victim = self.men.mating_side ^ 1
        side_kind = victim * MEN + kind
        found = 0
        if self.men.distances.attack_origins[side_kind * SQUARES + check.square] >> origin & 1 \
                and not self.men.has_several_paths(victim, kind, check.square, origin):
            path = squares_between(self.men, victim, kind, check.square, origin)
            if not path & occupied:
                found = path & ~check.between
                if not found:
                    return FULL
        goals = check.between & self._steps(side_kind, origin)
        while goals:
            target = lowest(goals)
            goals &= goals - 1
            if not occupied >> target & 1:
                path = self._quiet_path(victim, kind, origin, target)
                if path & occupied:     # as where it is not known
                    continue
                if not path:
                    return FULL
                if not found:
                    found = path
        return found

    def _quiet_path(self, victim: int, kind: int, origin: int, target: int) -> int:
        """The squares that a man of the victim passes when it moves to a target without capturing; FULL if unknown."""
        side_kind = victim * MEN + kind
        if self.men.distances.attack_origins[side_kind * SQUARES + target] >> origin & 1:
            if self.men.distances.captures_apart[side_kind] or self.men.has_several_paths(victim, kind, target, origin):
                return FULL             # such a man may have to capture to get there
            return squares_between(self.men, victim, kind, target, origin)
        if self.men.judge.double_step_to[victim][origin] == target:
            return ONE << self.men.judge.double_step_over[victim][origin]
        return 0 if self.men.distances.quiet_first_squares[side_kind * SQUARES + origin] >> target & 1 else FULL

    def _is_surely_empty(self, reach: Prospect, squares: int, occupied: int) -> bool:
        """Whether squares are neither occupied nor within reach of a man without a target, by the slack of its side."""
        if squares & occupied:
            return False
        if not reach.mating_side_slack and not reach.victim_slack:
            return True
        for man in range(self.men.man_count):
            slack = reach.mating_side_slack if man < self.men.mating_side_men else reach.victim_slack
            if slack and reach.pattern.target[man] == NO_TARGET and self.men.current_squares[man] != CAPTURED \
                    and self._may_come(man, squares, slack):
                return False
        return True

    def _may_come(self, man: int, squares: int, moves: int) -> bool:
        """Whether a man may come to one of `squares` in `moves` moves."""
        side = self.men.mating_side if man < self.men.mating_side_men else self.men.mating_side ^ 1
        kind, origin = self.men.current_kinds[man], self.men.current_squares[man]
        while squares:
            if least_moves(self.men, side, kind, origin, lowest(squares)) <= moves:
                return True
            squares &= squares - 1
        return False

    def _may_be_pinned(self, prospect: Prospect, square: int) -> bool:
        """Whether a man of the mating side may attack the king through a square."""
        king = prospect.pattern.king
        for man in range(self.men.mating_side_men):
            target = prospect.pattern.target[man]
            if target != NO_TARGET:
                kind, origin = target_kind(target), target_square(target)
                if self.men.has_several_paths(self.men.mating_side, kind, king, origin) \
                        or squares_between(self.men, self.men.mating_side, kind, king, origin) >> square & 1:
                    return True
            elif self.men.current_squares[man] != CAPTURED \
                    and self.men.may_attack(man, king, prospect.mating_side_slack, ONE << square):
                return True
        return False

    # ---------------------------------------------------------------------------------- checks

    def _only_check(self, prospect: Prospect) -> Check:
        """The check of the man that surely gives the only one in a pattern."""
        check = Check(0, 0, False)
        king = prospect.pattern.king
        for man in range(self.men.mating_side_men):
            target = prospect.pattern.target[man]
            if target != NO_TARGET:
                kind, square = target_kind(target), target_square(target)
                if not self.men.distances.zone_attacks[
                        ((self.men.mating_side * MEN + kind) * SQUARES + king) * SQUARES + square] & CHECKED:
                    continue
                between = squares_between(self.men, self.men.mating_side, kind, king, square)
                if not between & prospect.pattern.placed:
                    if check.is_sure:
                        return Check(0, 0, False)
                    check = Check(between, square, True)
            elif self.men.current_squares[man] != CAPTURED \
                    and self.men.may_attack(man, king, prospect.mating_side_slack, FULL):
                return Check(0, 0, False)
        return check

    def _lacks_last_move(self, prospect: Prospect) -> bool:
        """Whether it is certain that the mating side's last move does not give the checks of a pattern.

        It gives all of them, for before it the king is not in check. So a man that attacks the king with no square
        between makes it; one that checks from a distance makes it, or another man leaves the line by it. A man that is
        on its target needs two more moves to come back to it.
        """
        king = prospect.pattern.king
        adjacent = 0
        possible = False
        for man in range(self.men.mating_side_men):
            target = prospect.pattern.target[man]
            if target == NO_TARGET:
                continue
            kind, square = target_kind(target), target_square(target)
            if kind == self.men.judge.royal or not self.men.distances.zone_attacks[
                    ((self.men.mating_side * MEN + kind) * SQUARES + king) * SQUARES + square] & CHECKED:
                continue
            if self.men.has_several_paths(self.men.mating_side, kind, king, square):
                possible = True
                continue
            line = squares_between(self.men, self.men.mating_side, kind, king, square)
            stays = prospect.mating_side_slack < 2 and self.men.current_squares[man] == square \
                and self.men.current_kinds[man] == kind
            if not line:
                adjacent += 1
                if stays or adjacent > 1:
                    return True
            if not possible and not line & prospect.pattern.placed:
                possible = not stays or self._may_be_opened(prospect, man, line)
        return not possible and not self._may_check_besides(prospect)

    def _may_check_besides(self, prospect: Prospect) -> bool:
        """Whether a man of the mating side that has no target may attack the king."""
        for man in range(self.men.mating_side_men):
            if prospect.pattern.target[man] == NO_TARGET and self.men.current_squares[man] != CAPTURED \
                    and self.men.may_attack(man, prospect.pattern.king, prospect.mating_side_slack, FULL):
                return True
        return False

    def _may_be_opened(self, prospect: Prospect, checker: int, line: int) -> bool:
        """Whether the mating side's last move may open a line, by a man that leaves it or by a capture en passant."""
        if line & self.double_steps:
            return True
        for man in range(self.men.mating_side_men):
            if man == checker or self.men.current_squares[man] == CAPTURED:
                continue
            target = prospect.pattern.target[man]
            slack = prospect.mating_side_slack - (target == NO_TARGET)
            if slack >= 0 and self.sets.within(man, target, slack, PASSED) & line:
                return True
        return False

    # ---------------------------------------------------------------------------------- the end

    def _is_hindered(self, prospect: Prospect) -> bool:
        """Whether a man lacks a path, or the king is not mated in the end, if the obstacles stay."""
        return self.obstacles.lacks_path(prospect) \
            or not prospect.victim_slack and not self._kings_meet(prospect) and self._leaves_flight(prospect)

    def _leaves_flight(self, prospect: Prospect) -> bool:
        """Whether the king is not in check, or has a flight, where men that stand interrupt lines. For a victim without
        slack."""
        king = prospect.pattern.king
        zone = (self.men.mating_side ^ 1) * SQUARES + king
        blocked = self.obstacles.standing[1]
        taken = self.obstacles.standing[0] | blocked
        for man in range(self.men.man_count):
            if prospect.pattern.target[man] != NO_TARGET and self.men.current_squares[man] != CAPTURED:
                square = ONE << target_square(prospect.pattern.target[man])
                taken |= square
                if man >= self.men.mating_side_men:
                    blocked |= square
            elif man >= self.men.mating_side_men and self.men.current_squares[man] != CAPTURED:
                blocked |= ONE << self.men.current_squares[man]
        if not self._may_be_attacked(prospect, king, taken):
            return True
        for flight in range(self.men.distances.flight_count[zone]):
            goal = self.men.distances.flights[zone * MAX_FLIGHTS + flight]
            if not blocked >> goal & 1 and not self._may_be_attacked(prospect, goal, taken):
                return True
        return False

    def _may_be_attacked(self, prospect: Prospect, square: int, taken: int) -> bool:
        """Whether a man of the mating side may attack a square in the end, if men stand on the squares `taken` in any
        case."""
        mating_side, slack = self.men.mating_side, prospect.mating_side_slack
        for man in range(self.men.mating_side_men):
            origin, kind = self.men.current_squares[man], self.men.current_kinds[man]
            if origin == CAPTURED:
                continue
            target = prospect.pattern.target[man]
            if target == NO_TARGET and slack:
                if self.men.may_attack(man, square, slack, FULL) or kind == self.men.judge.royal \
                        and self.men.distances.king_distance[(mating_side * SQUARES + origin) * SQUARES + square] \
                        <= slack + 1:
                    return True
                continue
            if target != NO_TARGET:
                origin, kind = target_square(target), target_kind(target)
            if self.men.distances.attack_origins[(mating_side * MEN + kind) * SQUARES + square] >> origin & 1 \
                    and (not squares_between(self.men, mating_side, kind, square, origin) & taken
                         or self.men.has_several_paths(mating_side, kind, square, origin)):
                return True
        return False

    def _leaves_king_attacked(self, prospect: Prospect) -> bool:
        """Whether a man of the victim attacks the mating side's only king where both are in the end, with none between.
        """
        kings, king = 0, -1
        for man in range(self.men.mating_side_men):
            if self.men.current_kinds[man] == self.men.judge.royal and self.men.current_squares[man] != CAPTURED:
                kings += 1
                king = prospect.pattern.target[man]
        if kings != 1 or king == NO_TARGET:
            return False
        for man in range(self.men.mating_side_men, self.men.man_count):
            target = prospect.pattern.target[man]
            origin, kind = self.men.current_squares[man], self._kind_on_target(man, target)
            if target != NO_TARGET and origin != CAPTURED and self.sets.attacks_next(
                    self.men.mating_side ^ 1, kind, target_square(king), target_square(target)):
                return True
        return False
