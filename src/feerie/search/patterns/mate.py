# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Mate patterns: the ways in which a king can be mated in a given number of moves of each side.

A pattern has the square of the king, a man that checks it, and for each flight a man of its own that blocks it or a
man of the mating side that guards it. Every mate of a single king contains such a pattern, whatever rules the other men
move by. A pattern need not be a mate: the king may be able to castle out of check, or a man to interpose. There are
never fewer patterns than mates, so the bound is admissible.

A man that may promote is named as the kind it finally is, whether it blocks or attacks. That makes more patterns, but a
block that would parry the mate, or attack the other king, is recognised at once: mostly only knights and bishops are
left of a pawn's promotions, and these take longer. This requires a genre in which men change their kind by promotion
alone (`Distances` counts its moves); where castlings move men, blocks are of any kind.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.king_zone import KingZonePatterns

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import MEN, NONE, SQUARES
    from feerie.search.patterns.structs import (
        ANY_KIND,
        NO_TARGET,
        Budget,
        least_moves,
        make_target,
        squares_between,
        target_kind,
        target_square,
    )
    CAPTURED, CHECKED, FAR, FEW_SPARE_MOVES, MAX_FLIGHTS = 128, 256, 99, 2, 8
    PASSED = 0


class MatePatterns(KingZonePatterns):
    """Patterns of mates by `mating_side`.

    `exposing`: the side whose last move leaves its own king mated (double mate, counter-mate, auto-mate), -1 if there
    is none. If that is the victim, his king may be in check before.
    """

    def __init__(self, judge: Judge, mating_side: int, exposing: int = -1) -> None:
        super().__init__(judge, mating_side)
        self.mating_side_exposes, self.victim_exposes = exposing == mating_side, exposing == mating_side ^ 1
        self.double_steps = self.parry_path = 0
        for square in range(SQUARES):
            if self.judge.double_step_to[mating_side ^ 1][square] != NONE:
                self.double_steps |= ONE << self.judge.double_step_to[mating_side ^ 1][square]

    def _extend(self, budget: Budget, placed: int, blocked: int) -> None:
        if self._count_step():
            return
        open_flights = self._unguarded((self.all_flights | CHECKED) & ~blocked, placed)
        if not open_flights:
            # transports make long lists; only then is it worthwhile to keep needless men out of patterns
            if not self.castling_movable or self._is_minimal(placed, blocked):
                self._add_pattern(budget)
            return
        if self._are_unaffordable(open_flights, budget):
            return
        exclusions = self.exclusion_count
        if open_flights & CHECKED:
            self._guard(MAX_FLIGHTS, budget, placed, blocked)
            self._undo_exclusions(exclusions)
            return
        flight = self._most_expensive_flight(open_flights)
        square = self._flight_square(flight)
        if not placed >> square & 1:
            for man in range(self.mating_side_men, self.man_count):
                if self.target[man] == NO_TARGET:
                    self._block(man, square, budget, placed, blocked | 1 << flight)
        self._guard(flight, budget, placed, blocked)
        self._undo_exclusions(exclusions)

    def _block(self, man: int, square: int, budget: Budget, placed: int, blocked: int) -> None:
        """Extend the pattern by a man of the victim on a flight.

        A man that may promote on its way is tried as each kind that it may be there: most of these parry the mate, and
        the others are further away. What castlings move or promote is tried as any kind.
        """
        side_kind = (self.mating_side ^ 1) * MEN + self.man_kinds[man]
        first, end = self.distances.transition_start[side_kind], self.distances.transition_start[side_kind + 1]
        if self.castling_movable or end - first <= 1:
            self._assign(man, make_target(square, ANY_KIND),
                         least_moves(self, self.mating_side ^ 1, self.man_kinds[man], self.man_squares[man], square),
                         budget, placed, blocked)
            return
        for transition in range(first, end):
            self._assign(man, make_target(square, self.distances.transition_kind[transition]),
                         self.distances.distance[(transition * SQUARES + self.man_squares[man]) * SQUARES + square],
                         budget, placed, blocked)

    def _is_minimal(self, placed: int, blocked: int) -> bool:
        """Does the pattern need each of its men? If not, a pattern without the needless man is listed, too."""
        for man in range(self.man_count):
            target = self.target[man]
            if target == NO_TARGET:
                continue
            square = target_square(target)
            rest = blocked
            if man >= self.mating_side_men:
                for flight in range(self.distances.flight_count[(self.mating_side ^ 1) * SQUARES + self.king]):
                    if self._flight_square(flight) == square:
                        rest &= ~(1 << flight)
            self.target[man] = NO_TARGET
            needless = not self._unguarded((self.all_flights | CHECKED) & ~rest, placed & ~(ONE << square))
            self.target[man] = target
            if needless:
                return False
        return True

    # ---------------------------------------------------------------------------------- obstacles

    def _is_hindered(self, pattern: int, mating_side_slack: int, victim_slack: int) -> bool:
        """Does a man lack a way, or is the king not mated in the end, if the men of `fixed` and `standing` stay?"""
        return self._lacks_way(pattern, mating_side_slack, victim_slack) \
            or not victim_slack and not self._kings_meet(pattern) and self._leaves_flight(pattern, mating_side_slack)

    def _kind_on_target(self, man: int, target: int) -> int:
        """What a man is on its target; what it is now where it has none, or one of any kind (see `_block`)."""
        if target == NO_TARGET or target_kind(target) == ANY_KIND:
            return self.current_kinds[man]
        return target_kind(target)

    def _leaves_king_attacked(self, pattern: int) -> bool:
        """Does a man of the victim attack the mating side's only king where both are in the end, with none between?"""
        kings, king = 0, -1
        for man in range(self.mating_side_men):
            if self.current_kinds[man] == self.judge.royal and self.current_squares[man] != CAPTURED:
                kings += 1
                king = self.patterns[pattern].target[man]
        if kings != 1 or king == NO_TARGET:
            return False
        for man in range(self.mating_side_men, self.man_count):
            target = self.patterns[pattern].target[man]
            origin, kind = self.current_squares[man], self._kind_on_target(man, target)
            if target != NO_TARGET and origin != CAPTURED \
                    and self._attacks_next(self.mating_side ^ 1, kind, target_square(king), target_square(target)):
                return True
        return False

    def _leaves_flight(self, pattern: int, mating_side_slack: int) -> bool:
        """Is the king not in check, or has he a flight, where men that stand interrupt lines? For a victim without
        slack."""
        king = self.patterns[pattern].king
        zone = (self.mating_side ^ 1) * SQUARES + king
        blocked = self.standing[1]
        taken = self.standing[0] | self.standing[1]
        for man in range(self.man_count):
            if self.patterns[pattern].target[man] != NO_TARGET and self.current_squares[man] != CAPTURED:
                square = ONE << target_square(self.patterns[pattern].target[man])
                taken |= square
                if man >= self.mating_side_men:
                    blocked |= square
            elif man >= self.mating_side_men and self.current_squares[man] != CAPTURED:
                blocked |= ONE << self.current_squares[man]
        if not self._may_be_attacked(pattern, king, taken, mating_side_slack):
            return True
        for flight in range(self.distances.flight_count[zone]):
            goal = self.distances.flights[zone * MAX_FLIGHTS + flight]
            if not blocked >> goal & 1 and not self._may_be_attacked(pattern, goal, taken, mating_side_slack):
                return True
        return False

    def _may_be_attacked(self, pattern: int, square: int, taken: int, mating_side_slack: int) -> bool:
        """May a man of the mating side attack a square in the end, if men stand on the squares `taken` in any case?"""
        mating_side = self.mating_side
        for man in range(self.mating_side_men):
            origin, kind = self.current_squares[man], self.current_kinds[man]
            if origin == CAPTURED:
                continue
            target = self.patterns[pattern].target[man]
            if target == NO_TARGET and mating_side_slack:
                if self._may_attack(man, square, mating_side_slack, FULL) or kind == self.judge.royal \
                        and self.distances.king_distance[(mating_side * SQUARES + origin) * SQUARES + square] \
                        <= mating_side_slack + 1:
                    return True
                continue
            if target != NO_TARGET:
                origin, kind = target_square(target), target_kind(target)
            if self.distances.attack_origins[(mating_side * MEN + kind) * SQUARES + square] >> origin & 1 \
                    and (not squares_between(self, mating_side, kind, square, origin) & taken
                         or self.has_several_ways(mating_side, kind, square, origin)):
                return True
        return False

    # ---------------------------------------------------------------------------------- parries

    def _is_refuted(self, p: int, pattern: int, mating_side_slack: int, victim_slack: int) -> bool:
        """Is the mate of a pattern not given by a last move, or can the victim parry it in any case, wherever men
        without a target are by then, or do men stand in its way?

        He can parry if a single man checks, and a man of the victim that must be where it is needed, and cannot be
        pinned, can capture the checking man or interpose. Holds in any genre, but only where castlings move no men
        other than kings. False if unknown.
        """
        if self._kings_meet(pattern):
            return False
        self._locate(p)
        placed, loose = self.patterns[pattern].placed, self._loose_squares(p, pattern)
        return not self.victim_exposes and self._lacks_last_move(pattern, placed, mating_side_slack) \
            or not self.victim_exposes and not self.mating_side_exposes and self._leaves_king_attacked(pattern) \
            or self._is_parried(p, pattern, placed, loose, mating_side_slack, victim_slack) \
            or self._is_obstructed(p, pattern, mating_side_slack, victim_slack)

    def _is_parried(self, p: int, pattern: int, placed: int, loose: int, mating_side_slack: int,
                    victim_slack: int) -> bool:
        """Can the victim parry the mate of a pattern in any case? See `_is_refuted`.

        `placed`, `loose`: the squares of men with and without a target.
        """
        king = self.patterns[pattern].king
        checker = self._only_checker(pattern, placed, mating_side_slack)
        if checker < 0:
            return False
        target = self.patterns[pattern].target[checker]
        square = target_square(target)
        between = squares_between(self, self.mating_side, target_kind(target), king, square)
        return self._parrying_man(p, pattern, self.mating_side_men, square, between, mating_side_slack,
                                  mating_side_slack, victim_slack) >= 0 \
            or 0 < victim_slack <= FEW_SPARE_MOVES \
            and self._moves_to_stop_parries(p, pattern, square, between, placed, loose,
                                            mating_side_slack) > victim_slack

    def _loose_squares(self, p: int, pattern: int) -> int:
        """The squares at p of the men that have no target in a pattern."""
        loose = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        men = self.patterns[pattern].men
        while men:
            loose &= ~(ONE << self.current_squares[lowest(men)])
            men &= men - 1
        return loose

    def _parrying_man(self, p: int, pattern: int, first: int, square: int, between: int, mating_side_slack: int,
                      mating_side_reach: int, victim_slack: int) -> int:
        """The first man of the victim, from man `first` on, that parries the mate of a pattern in any case; -1 if there
        is none.

        `square`: that of the only checking man, `between`: those between it and the king. `mating_side_reach`,
        `victim_slack`: the moves that men without a target may make to get in the parrying man's way. Sets
        `parry_path`, the squares that must be empty for it.
        """
        placed, loose = self.patterns[pattern].placed, self._loose_squares(p, pattern)
        for man in range(first, self.man_count):
            origin = self.current_squares[man]
            if origin == CAPTURED:
                continue
            target = self.patterns[pattern].target[man]
            free = target == NO_TARGET
            if free and victim_slack:
                continue
            kind, stand = self._kind_on_target(man, target), origin if free else target_square(target)
            if not self._comes_parrying(kind, stand, square, between):
                continue
            if self._parries(pattern, kind, stand, square, between, placed | loose & ~(ONE << stand), mating_side_reach,
                             victim_slack) \
                    and not self._may_be_pinned(pattern, stand, mating_side_slack) \
                    and not (free and self._may_be_captured(p, pattern, stand, True, mating_side_slack)):
                return man
        return -1

    def _note_useful_squares(self, p: int, i: int, by_mating_side: bool) -> None:
        """Set the `useful_squares` of live pattern i at p, where they are FULL before.

        A move that loses slack also eliminates a pattern if a man of the victim then parries its mate in any case,
        unless it moves or captures that man, goes to a square that must be empty for the parry, or brings a man without
        a target nearer to one (which takes one move more now than afterwards).
        """
        KingZonePatterns._note_useful_squares(self, p, i, by_mating_side)
        pattern = self.live[i].pattern
        if self._kings_meet(pattern):
            return
        mating_side_slack, victim_slack = self.live[i].slack[0], self.live[i].slack[1]
        checker = self._only_checker(pattern, self.patterns[pattern].placed, mating_side_slack)
        if checker < 0:
            return
        target = self.patterns[pattern].target[checker]
        square = target_square(target)
        between = squares_between(self, self.mating_side, target_kind(target), self.patterns[pattern].king, square)
        slack = mating_side_slack if by_mating_side else victim_slack
        man = self.mating_side_men - 1
        while True:
            man = self._parrying_man(p, pattern, man + 1, square, between, mating_side_slack,
                                     mating_side_slack - by_mating_side, victim_slack - (not by_mating_side))
            if man < 0:
                return
            found = self.parry_path | ONE << self.current_squares[man]
            if slack > 1:
                found |= self._comers(pattern, self.parry_path, by_mating_side, slack)
            self._add_useful_squares(i, found)

    def _comers(self, pattern: int, squares: int, by_mating_side: bool, moves: int) -> int:
        """The squares of one side's men without a target that may come to one of `squares` in `moves` moves."""
        found = 0
        for man in range(0 if by_mating_side else self.mating_side_men,
                         self.mating_side_men if by_mating_side else self.man_count):
            if self.patterns[pattern].target[man] == NO_TARGET and self.current_squares[man] != CAPTURED \
                    and self._may_come(man, squares, moves):
                found |= ONE << self.current_squares[man]
        return found

    def _comes_parrying(self, kind: int, origin: int, checker_square: int, between: int) -> bool:
        """Can a man of the victim on an empty board capture the checking man, or move to one of the squares `between`?
        """
        side_kind = (self.mating_side ^ 1) * MEN + kind
        return (self.distances.attack_origins[side_kind * SQUARES + checker_square] >> origin & 1) != 0 \
            or self.distances.move_targets[self.distances.transition_start[side_kind] * SQUARES + origin] & between != 0

    def _moves_to_stop_parries(self, p: int, pattern: int, square: int, between: int, placed: int, loose: int,
                               mating_side_slack: int) -> int:
        """The fewest moves that the victim must spend, besides those to targets, so that no man parries the mate.

        `square`: that of the only checking man, `between`: those between it and the king; `placed`, `loose`: the
        squares of men with and without a target. A man without a target that would parry, and can be neither captured
        nor pinned, must move itself if it parries over squares that nobody can occupy (`alone`); otherwise another man
        may get in its way (`lines`: squares of which one must be occupied, disjoint sets). A man that moves accounts
        for itself, and for one line at most.
        """
        alone = crossed = 0
        lines = 0
        for man in range(self.mating_side_men, self.man_count):
            origin = self.current_squares[man]
            if origin == CAPTURED or self.patterns[pattern].target[man] != NO_TARGET:
                continue
            if not self._comes_parrying(self.current_kinds[man], origin, square, between):
                continue
            path = self._parry_path(self.current_kinds[man], origin, square, between, placed | loose & ~(ONE << origin))
            if not path or path != FULL and path & lines \
                    or self._may_be_captured(p, pattern, origin, True, mating_side_slack) \
                    or self._may_be_pinned(pattern, origin, mating_side_slack):
                continue
            if path == FULL:
                alone += 1
            else:
                crossed += 1
                lines |= path
        crossed -= alone + mating_side_slack
        return alone if crossed <= 0 else alone + (crossed + 1) // 2

    def _parry_path(self, kind: int, origin: int, checker_square: int, between: int, occupied: int) -> int:
        """How a man of the victim parries now, by capturing the checking man or moving to a square `between`.

        The squares of one of its ways that another man could occupy; FULL if it parries by a way without such squares;
        0 if it does not parry. `occupied`: squares on which other men are.
        """
        victim = self.mating_side ^ 1
        side_kind = victim * MEN + kind
        found = 0
        if self.distances.attack_origins[side_kind * SQUARES + checker_square] >> origin & 1 \
                and not self.has_several_ways(victim, kind, checker_square, origin):
            path = squares_between(self, victim, kind, checker_square, origin)
            if not path & occupied:
                found = path & ~between
                if not found:
                    return FULL
        between &= self.distances.move_targets[self.distances.transition_start[side_kind] * SQUARES + origin]
        while between:
            target = lowest(between)
            between &= between - 1
            if not occupied >> target & 1:
                path = 0
                if self.distances.attack_origins[side_kind * SQUARES + target] >> origin & 1:
                    if self.distances.captures_apart[side_kind] or self.has_several_ways(victim, kind, target, origin):
                        continue        # such a man may have to capture to get there
                    path = squares_between(self, victim, kind, target, origin)
                elif self.judge.double_step_to[victim][origin] == target:
                    path = ONE << self.judge.double_step_over[victim][origin]
                elif not self.distances.quiet_first_squares[side_kind * SQUARES + origin] >> target & 1:
                    continue            # squares that it passes are not known
                if path & occupied:
                    continue
                if not path:
                    return FULL
                if not found:
                    found = path
        return found

    def _lacks_last_move(self, pattern: int, placed: int, mating_side_slack: int) -> bool:
        """Is it certain that the mating side's last move does not give the checks of a pattern?

        It gives all of them, for before it the king is not in check. So a man that attacks the king with no square
        between makes it; one that checks from a distance makes it, or another man leaves the line by it. A man that is
        on its target needs two more moves to come back to it.
        """
        king = self.patterns[pattern].king
        adjacent = 0
        possible = False
        for man in range(self.mating_side_men):
            target = self.patterns[pattern].target[man]
            if target == NO_TARGET:
                continue
            kind, square = target_kind(target), target_square(target)
            if kind == self.judge.royal or not self.distances.zone_attacks[
                    ((self.mating_side * MEN + kind) * SQUARES + king) * SQUARES + square] & CHECKED:
                continue
            if self.has_several_ways(self.mating_side, kind, king, square):
                possible = True
                continue
            line = squares_between(self, self.mating_side, kind, king, square)
            stays = mating_side_slack < 2 and self.current_squares[man] == square and self.current_kinds[man] == kind
            if not line:
                adjacent += 1
                if stays or adjacent > 1:
                    return True
            if not possible and not line & placed:
                possible = not stays or self._may_be_opened(pattern, man, line, mating_side_slack)
        return not possible and not self._may_check_besides(pattern, king, mating_side_slack)

    def _may_check_besides(self, pattern: int, king: int, mating_side_slack: int) -> bool:
        """May a man of the mating side that has no target attack the king?"""
        for man in range(self.mating_side_men):
            if self.patterns[pattern].target[man] == NO_TARGET and self.current_squares[man] != CAPTURED \
                    and self._may_attack(man, king, mating_side_slack, FULL):
                return True
        return False

    def _may_be_opened(self, pattern: int, checker: int, line: int, mating_side_slack: int) -> bool:
        """May the mating side's last move open a line, by a man that leaves it or by a capture en passant?"""
        if line & self.double_steps:
            return True
        for man in range(self.mating_side_men):
            if man == checker or self.current_squares[man] == CAPTURED:
                continue
            target = self.patterns[pattern].target[man]
            away = target == NO_TARGET
            if mating_side_slack >= away and self._squares_within(man, target, mating_side_slack - away, PASSED) & line:
                return True
        return False

    def _only_checker(self, pattern: int, placed: int, mating_side_slack: int) -> int:
        """The man that surely gives the only check in a pattern; -1 if there is none."""
        found = -1
        king = self.patterns[pattern].king
        for man in range(self.mating_side_men):
            target = self.patterns[pattern].target[man]
            if target != NO_TARGET:
                kind, square = target_kind(target), target_square(target)
                if self.distances.zone_attacks[((self.mating_side * MEN + kind) * SQUARES + king) * SQUARES + square] \
                        & CHECKED and not squares_between(self, self.mating_side, kind, king, square) & placed:
                    if found >= 0:
                        return -1
                    found = man
            elif self.current_squares[man] != CAPTURED and self._may_attack(man, king, mating_side_slack, FULL):
                return -1
        return found

    def _parries(self, pattern: int, kind: int, origin: int, checker_square: int, between: int, occupied: int,
                 mating_side_slack: int, victim_slack: int) -> bool:
        """Can a man of the victim on a square surely capture the checking man, or move to one of the squares `between`?

        If so, `parry_path` has the squares on its way except those `between`: with a man on these there is no check.
        `mating_side_slack`, `victim_slack`: the moves that men without a target may make to get in its way. `occupied`:
        squares on which other men may be.
        """
        victim = self.mating_side ^ 1
        side_kind = victim * MEN + kind
        if self.distances.attack_origins[side_kind * SQUARES + checker_square] >> origin & 1 \
                and not self.has_several_ways(victim, kind, checker_square, origin):
            self.parry_path = squares_between(self, victim, kind, checker_square, origin) & ~between
            if self._is_surely_empty(pattern, self.parry_path, occupied, mating_side_slack, victim_slack):
                return True
        goals = between & self.distances.move_targets[self.distances.transition_start[side_kind] * SQUARES + origin]
        while goals:
            target = lowest(goals)
            goals &= goals - 1
            path = 0
            if self.distances.attack_origins[side_kind * SQUARES + target] >> origin & 1:
                if self.distances.captures_apart[side_kind] or self.has_several_ways(victim, kind, target, origin):
                    continue        # such a man may have to capture to get there
                path = squares_between(self, victim, kind, target, origin)
            elif self.judge.double_step_to[victim][origin] == target:
                path = ONE << self.judge.double_step_over[victim][origin]
            elif not self.distances.quiet_first_squares[side_kind * SQUARES + origin] >> target & 1:
                continue            # squares that it passes are not known
            self.parry_path = path & ~between
            if self._is_surely_empty(pattern, self.parry_path, occupied, mating_side_slack, victim_slack):
                return True
        return False

    def _is_surely_empty(self, pattern: int, squares: int, occupied: int, mating_side_slack: int,
                         victim_slack: int) -> bool:
        """Are squares neither occupied nor within reach of a man without a target, by the slack of its side?"""
        if squares & occupied:
            return False
        if not mating_side_slack and not victim_slack:
            return True
        for man in range(self.man_count):
            slack = mating_side_slack if man < self.mating_side_men else victim_slack
            if slack and self.patterns[pattern].target[man] == NO_TARGET and self.current_squares[man] != CAPTURED \
                    and self._may_come(man, squares, slack):
                return False
        return True

    def _may_come(self, man: int, squares: int, moves: int) -> bool:
        """May a man come to one of `squares` in `moves` moves?"""
        side = self.mating_side if man < self.mating_side_men else self.mating_side ^ 1
        kind, origin = self.current_kinds[man], self.current_squares[man]
        while squares:
            if least_moves(self, side, kind, origin, lowest(squares)) <= moves:
                return True
            squares &= squares - 1
        return False

    def _may_be_pinned(self, pattern: int, square: int, mating_side_slack: int) -> bool:
        """May a man of the mating side attack the king through a square?"""
        king = self.patterns[pattern].king
        for man in range(self.mating_side_men):
            target = self.patterns[pattern].target[man]
            if target != NO_TARGET:
                kind, origin = target_kind(target), target_square(target)
                if self.has_several_ways(self.mating_side, kind, king, origin) \
                        or squares_between(self, self.mating_side, kind, king, origin) >> square & 1:
                    return True
            elif self.current_squares[man] != CAPTURED \
                    and self._may_attack(man, king, mating_side_slack, ONE << square):
                return True
        return False
