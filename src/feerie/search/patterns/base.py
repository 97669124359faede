# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Patterns: an admissible lower bound on the moves that each side still needs to reach a goal.

A pattern says where some men must be, and as what, for a goal to be reached: what a mate, a stalemate or a given
position needs. Every way to the goal ends in one of the patterns, so a position from which no pattern can be reached
in the moves that are left is pruned, as iterative deepening A* prunes by an admissible heuristic (Korf 1985). As in a
pattern database (Culberson and Schaeffer 1998) the cost of a pattern is that of a relaxed problem: each man goes its
own way on an empty board (`Distances`), captures come for free, and men the pattern does not name may be anywhere.
Popeye's "intelligent mode" for helpmates rests on the same idea.

`find` enumerates the patterns of a position once. What is left of each afterwards is its *slack*: the spare moves of
each side, those that no man of the pattern needs. A move takes one move from its side's slack, less the moves by which
it brings the man nearer to its target; `advance` lists the patterns whose slack stays 0 or more after a move. If there
are none, the move cannot lead to the goal.

Castling: a castling is a move of its side's king, and may move a second man of either side, which is a *transport*. A
man that is transported to its target costs its side no moves of its own, but at least one or two of the castlings that
there is time for. These are limited by the slack and by the moves that the pattern has the king make, each of which
may be a castling: the *castling spare*. A side's slack and castling spare together must not fall below 0 (those of
both sides together, where castlings take men of the other side as partners).

Where castlings are few, plans (`plans`) tell them apart, and distances then do not allow for any.

Requirements (`suits_patterns`): of a genre `NEEDS`; of a position that the victim has one king, that no man becomes a
king in the moves that are left, and that castlings move no second king. In Rex Multiplex and Ultra Rex Multiplex the
mating side must have one king, too: he may leave one of several attacked, and a flight may be closed to the victim
because stepping there is an illegal check.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property
from feerie.search.patterns.distances import NEEDS as NEEDS_OF_DISTANCES
from feerie.search.patterns.distances import distances_of
from feerie.search.patterns.plans import CastlingPlans

if cython.compiled:
    from cython.cimports.feerie.kernel.memory import has_grown  # type: ignore[import-not-found]
    from cython.cimports.libc.stdlib import free  # type: ignore[import-not-found]
else:
    from feerie.kernel.compiled_rules import MULTIPLEX, ULTRA
    from feerie.kernel.packed_move import (
        move_kind,
        move_man,
        move_origin,
        move_partner,
        move_partner_man,
        move_result,
        move_target,
    )
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import CASTLING, EN_PASSANT, MEN, SQUARES
    from feerie.search.patterns.structs import (
        ANY_KIND,
        BY_TRANSPORT,
        NO_CAPTURES,
        NO_TARGET,
        TARGET_MASK,
        Budget,
        Gain,
        LivePattern,
        Pattern,
        UsefulSquares,
        least_moves,
        spend,
        target_kind,
        target_square,
        touched_squares,
    )
    SIDE_MEN, MAX_PLY, NO_MAN, CAPTURED, TRANSPORTED, MAX_EXCLUSIONS = 32, 160, 255, 128, 16, 1 << 15

NEEDS = NEEDS_OF_DISTANCES | Property.FREE


def may_get_king(judge: Judge, side: int, moves: int) -> bool:
    """May a man of a side in the position on top become a king within `moves` moves of its side?"""
    origins = judge.king_promotion_from[side]
    if not origins:
        return False
    genre = judge.rules.tables.genre
    distances = distances_of(genre, int(judge.frames[judge.ply].rights))
    for kind in range(len(genre.men)):
        if not genre.men[kind].promotion:
            continue
        men = judge.frames[judge.ply].men[kind] & judge.frames[judge.ply].sides[side]
        while men:
            square = lowest(men)
            men &= men - 1
            targets = origins
            while targets:
                if distances.castling_movable[side * MEN + kind] or distances.min_distance[
                        ((side * MEN + kind) * SQUARES + square) * SQUARES + lowest(targets)] < moves:
                    return True
                targets &= targets - 1
    return False


def has_one_king(judge: Judge, side: int, moves: int) -> bool:
    """Has a side one king in the position on top, and can it get no other within `moves` moves?"""
    kings: int = judge.frames[judge.ply].men[judge.royal] & judge.frames[judge.ply].sides[side]
    return kings != 0 and not kings & (kings - 1) and not may_get_king(judge, side, moves)


def suits_patterns(judge: Judge, mating_side: int, moves: int) -> bool:
    """Are there patterns for the position on top, if no side makes more than `moves` moves? See the module docstring.
    """
    if not judge.has(NEEDS):
        return False
    if judge.doctrine == MULTIPLEX or judge.doctrine == ULTRA:
        return has_one_king(judge, mating_side, moves) and has_one_king(judge, mating_side ^ 1, moves)
    return has_one_king(judge, mating_side ^ 1, moves) and not may_get_king(judge, mating_side, moves)


class Patterns(CastlingPlans):
    """The patterns of a judge's positions; `mating_side` is the side that reaches the goal, the victim the other one.

    `plans`: are lines told apart by their castlings, where the genre allows it?

    The men of the position that `find` is called for are numbered: the mating side's first, then the victim's, his king
    last. A man is referred to by this number. Subclasses say in `_enumerate` and `_extend` what the patterns are.
    """

    def __init__(self, judge: Judge, mating_side: int, plans: bool = False) -> None:
        super().__init__(judge, mating_side)
        p = self.judge.ply
        self.applicable = True
        kings: int = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[mating_side]
        if kings & (kings - 1) and self.distances.castling_movable[mating_side * MEN + self.judge.royal]:
            self.applicable = False
        if plans:
            self._plan_castlings()
        self._note_castlings()
        self.pattern_room = self.live_room = self.useful_room = self.target_room = self.exclusion_count = 0
        self.last_ply = -1
        self.pending = self.freeing = 0
        self.located, self.wasted_steps, self.serial = False, 0, 0
        if not cython.compiled:
            self.patterns, self.live, self.useful_squares, self.targets_by_man = [], [], [], []
            self.man_at = [NO_MAN] * (MAX_PLY * SQUARES)
            self.target = [0] * (2 * SIDE_MEN)
            self.excluded = [0] * (2 * SIDE_MEN * SQUARES)
            self.exclusion_places, self.exclusion_bits = [0] * MAX_EXCLUSIONS, [0] * MAX_EXCLUSIONS
            self.gains = [Gain() for _ in range(TARGET_MASK + 1)]
            self.current_squares, self.current_kinds = [0] * (2 * SIDE_MEN), [0] * (2 * SIDE_MEN)
            self.approaches = [0] * SQUARES

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.patterns)
            free(self.live)
            free(self.useful_squares)
            free(self.targets_by_man)

    # ---------------------------------------------------------------------------------- enumerating patterns

    def find(self, p: int, mating_side_moves: int, victim_moves: int, max_patterns: int, max_steps: int) -> int:
        """List the live patterns of p, from 0 on, given the moves each side has left; return their number.

        -1 (nothing is known) if there are more than `max_patterns`, or if the enumeration takes more than `max_steps`.
        The last answer is kept, for a question that is asked twice in a row.
        """
        key = self.judge.frames[p].key
        if self.last_ply == p and self.last_key == key and self.last_mating_side_moves == mating_side_moves \
                and self.last_victim_moves == victim_moves and self.last_max_patterns == max_patterns:
            return self.last_answer
        self.last_ply, self.last_key = p, key
        self.last_mating_side_moves, self.last_victim_moves, self.last_max_patterns = \
            mating_side_moves, victim_moves, max_patterns
        self.last_answer = self._find(p, mating_side_moves, victim_moves, max_patterns, max_steps)
        if self.judge.stopped:
            self.last_ply = -1
        elif self.last_answer < 0:
            self.wasted_steps += self.steps
        return self.last_answer

    def _find(self, p: int, mating_side_moves: int, victim_moves: int, max_patterns: int, max_steps: int) -> int:
        # men are tracked up to a move of the ending after these
        if p + mating_side_moves + victim_moves + 2 > MAX_PLY or mating_side_moves > 60 or victim_moves > 60 \
                or not self._number_men(p):
            return -1
        self.count, self.max_patterns, self.max_steps, self.aborted, self.steps = 0, max_patterns, max_steps, False, 0
        self.located = False
        self.transportable = 0
        for man in range(self.man_count):
            self.target[man] = NO_TARGET
            if self.castling_movable and self._can_be_transported(
                    man, mating_side_moves if man < self.mating_side_men else victim_moves):
                self.transportable |= ONE << man
        self.transported = 0
        self._enumerate_by_plans(p, mating_side_moves, victim_moves)
        return -1 if self.aborted or not self._transpose() else self.count

    def _note_castlings(self) -> None:
        """Set `castling_movable` from the distances."""
        self.castling_movable = False
        for side_kind in range(2 * MEN):
            self.castling_movable = self.castling_movable or self.distances.castling_movable[side_kind]

    def limit_castlings(self, sides: int) -> None:
        super().limit_castlings(sides)
        self._note_castlings()

    def moves_men_by_castling(self) -> bool:
        """May castlings move men other than kings, in some way that plans do not cover?"""
        return self.castling_movable

    def _enumerate_by_plans(self, p: int, mating_side_moves: int, victim_moves: int) -> None:
        """List the patterns of lines without castlings, and of those with each castling, or one of each side."""
        for ours in range(self.plan_count + 1):
            for theirs in range(self.plan_count + 1):
                if self.aborted or mating_side_moves < (ours > 0) or victim_moves < (theirs > 0) \
                        or not self._is_possible(p, ours, self.mating_side) \
                        or not self._is_possible(p, theirs, self.mating_side ^ 1):
                    continue
                self.pending = ours | theirs << 4
                self._make_plan(p, ours, True)
                self._make_plan(p, theirs, True)
                self._enumerate(mating_side_moves - (ours > 0), victim_moves - (theirs > 0))
                self._make_plan(p, ours, False)
                self._make_plan(p, theirs, False)
        self.pending = 0

    def _make_plan(self, p: int, plan: int, is_made: bool) -> None:
        """Put king and partner of a castling (its number, 0: none) where it takes them, or back, for `_enumerate`."""
        if plan:
            made = self.plans[plan - 1]
            self.man_squares[self.man_at[p * SQUARES + made.king]] = made.king_to if is_made else made.king
            self.man_squares[self.man_at[p * SQUARES + made.partner]] = made.partner_to if is_made else made.partner

    def _enumerate(self, mating_side_moves: int, victim_moves: int) -> None:
        """List all patterns that can be reached with these numbers of moves, or set `aborted`."""
        self.aborted = True

    def _extend(self, budget: Budget, placed: int, blocked: int) -> None:
        """List the patterns that contain the targets set so far, with what the budget leaves for the other men.

        `placed`: the squares of these targets, as bits; `blocked`: the flights (bits) that men of the victim block.
        """

    def _is_refuted(self, p: int, pattern: int, mating_side_slack: int, victim_slack: int) -> bool:
        """Is it certain that a pattern with this slack at p does not reach the goal after all? False if unknown."""
        return False

    def _is_obstructed(self, p: int, pattern: int, mating_side_slack: int, victim_slack: int) -> bool:
        """Do men that stand in the way keep a pattern with this slack at p from the goal? False if unknown."""
        return False

    def _count_step(self) -> bool:
        """Count a step of the enumeration; True if it must be given up, also because the search is stopped."""
        self.steps += 1
        if self.steps > self.max_steps or self.judge.stopped:
            self.aborted = True
        return self.aborted

    def _assign(self, man: int, target: int, distance: int, budget: Budget, placed: int, blocked: int) -> None:
        """Extend the pattern by a man that goes to a target, `distance` moves away, or is transported there.

        Does nothing if the budget does not allow it. Excludes the target for this man afterwards, so that no pattern is
        listed twice; the caller undoes the exclusions when it has tried all men.
        """
        kind, square = target_kind(target), target_square(target)
        i = man * SQUARES + square
        by_mating_side = man < self.mating_side_men
        side = self.mating_side if by_mating_side else self.mating_side ^ 1
        transportable = self._is_transportable(man)
        if kind == self.judge.royal:        # each of its moves may be a castling
            budget = spend(budget, by_mating_side, 0, -distance)
        # distance 0: the man may also leave and be brought back, so only the transport is tried
        if (distance or not transportable) and not self.excluded[i] >> kind & 1:
            rest = spend(budget, by_mating_side, distance, 0)
            if rest.mating_side_moves >= 0 and rest.victim_moves >= 0 and self._is_affordable(rest):
                self.target[man] = target
                self._extend(rest, placed | ONE << square, blocked)
                self.target[man] = NO_TARGET
                self._exclude(i, kind)
        if not transportable or self.excluded[i] >> (kind + TRANSPORTED) & 1:
            return
        self.steps += 1         # where men are transported, these are most of the work
        moves = self._moves_until_transportable(side, self.man_kinds[man], self.man_squares[man], target)
        if moves and kind != ANY_KIND \
                and self.distances.moves_until_transportable[(side * MEN + kind) * SQUARES + square]:
            return          # castlings move neither what it is nor what it becomes
        transports = self._transports(side, self.man_kinds[man], self.man_squares[man], target)
        rest = spend(budget, by_mating_side, moves, transports)
        if rest.mating_side_moves >= 0 and rest.victim_moves >= 0 and self._is_affordable(rest):
            self.target[man] = target
            self.transported |= ONE << man
            self._extend(rest, placed | ONE << square, blocked)
            self.transported &= ~(ONE << man)
            self.target[man] = NO_TARGET
            self._exclude(i, kind + TRANSPORTED)

    def _exclude(self, i: int, bit: int) -> None:
        """Exclude a kind (bit) for a man and square (i): all patterns that contain it have been listed."""
        if self.exclusion_count >= MAX_EXCLUSIONS:
            return
        self.excluded[i] |= 1 << bit
        self.exclusion_places[self.exclusion_count] = i
        self.exclusion_bits[self.exclusion_count] = 1 << bit
        self.exclusion_count += 1

    def _undo_exclusions(self, count: int) -> None:
        """Undo all exclusions but the first `count`."""
        while self.exclusion_count > count:
            self.exclusion_count -= 1
            self.excluded[self.exclusion_places[self.exclusion_count]] &= ~self.exclusion_bits[self.exclusion_count]

    def _is_affordable(self, budget: Budget) -> bool:
        """Are there castlings enough for the transports assigned?"""
        if not self.castling_movable:
            return True
        if self.distances.castles_with_enemy:
            return budget.mating_side_moves + budget.victim_moves + budget.mating_side_castling_spare \
                + budget.victim_castling_spare >= 0
        return budget.mating_side_moves + budget.mating_side_castling_spare >= 0 \
            and budget.victim_moves + budget.victim_castling_spare >= 0

    def _add_pattern(self, budget: Budget) -> None:
        """Add to the list the pattern that the targets form, unless it is refuted."""
        i = self.count
        if i >= self.max_patterns or not self._reserve_live(i + 1) or not self._reserve_patterns(i + 1):
            self.aborted = True
            return
        self.count += 1
        self.patterns[i].king, self.patterns[i].transported = self.king, self.transported
        self.patterns[i].men = self.patterns[i].placed = 0
        for man in range(self.man_count + 1):
            self.patterns[i].target[man] = self.target[man]
            if self.target[man] != NO_TARGET:
                self.patterns[i].men |= ONE << man
                self.patterns[i].placed |= ONE << target_square(self.target[man])
        if not self.castling_movable:
            budget = self._exclude_captures(i, budget)
            if budget.mating_side_moves < 0 or budget.victim_moves < 0:
                self.count -= 1
                return
        self.live[i].pattern = i
        self.live[i].slack[0], self.live[i].slack[1] = budget.mating_side_moves, budget.victim_moves
        self.live[i].castling_spare[0] = budget.mating_side_castling_spare
        self.live[i].castling_spare[1] = budget.victim_castling_spare
        self.live[i].pending = self.pending
        if not self.castling_movable and not self.pending \
                and self._is_refuted(self.last_ply, i, budget.mating_side_moves, budget.victim_moves):
            self.count -= 1

    def _exclude_captures(self, pattern: int, budget: Budget) -> Budget:
        """Mark the targets of men that can capture nothing before a pattern is reached; what the budget then leaves.

        That is so where the pattern names all men of the other side, since none of these may be captured; an only king
        cannot be. It matters for men that have moves which only capture: pawns then stay on their files. Needs that
        castlings move no men but those of the plans, and a target of one kind.
        """
        for man in range(self.man_count):
            by_mating_side, target = man < self.mating_side_men, self.patterns[pattern].target[man]
            side = self.mating_side if by_mating_side else self.mating_side ^ 1
            if target == NO_TARGET or target_kind(target) == ANY_KIND \
                    or not self.distances.captures_apart[side * MEN + self.man_kinds[man]] \
                    or self._leaves_capturable(pattern, by_mating_side):
                continue
            quiet = target | NO_CAPTURES
            self.patterns[pattern].target[man] = quiet
            budget = spend(budget, by_mating_side,
                           self._distance(side, self.man_kinds[man], self.man_squares[man], quiet)
                           - self._distance(side, self.man_kinds[man], self.man_squares[man], target), 0)
        return budget

    def _leaves_capturable(self, pattern: int, by_mating_side: bool) -> bool:
        """Does a pattern leave out a man that the mating side, or else the victim, might capture? An only king is
        none.
        """
        kings = left = 0
        for man in range(self.mating_side_men if by_mating_side else 0,
                         self.man_count if by_mating_side else self.mating_side_men):
            kings += self.man_kinds[man] == self.judge.royal
            if self.patterns[pattern].target[man] == NO_TARGET:
                if self.man_kinds[man] != self.judge.royal:
                    return True
                left += 1
        return left > 0 and kings > 1

    def _transpose(self) -> bool:
        """Fill `targets_by_man`, which `advance` reads; False if there is no memory for it."""
        size = (self.man_count + 1) * self.count
        if size > self.target_room:
            if cython.compiled:
                if not has_grown(cython.cast(cython.pointer(cython.p_void), cython.address(self.targets_by_man)),
                                 2 * size * cython.sizeof(u16)):
                    return False
            else:
                self.targets_by_man.extend([NO_TARGET] * (2 * size - self.target_room))
            self.target_room = 2 * size
        for man in range(self.man_count + 1):
            for i in range(self.count):
                self.targets_by_man[man * self.count + i] = self.patterns[i].target[man]
                if self.patterns[i].transported >> man & 1:
                    self.targets_by_man[man * self.count + i] |= BY_TRANSPORT
        return True

    def _reserve_patterns(self, count: int) -> bool:
        """Make room for `count` patterns; False if there is no memory for them."""
        if count <= self.pattern_room:
            return True
        room = max(64, 2 * count)
        if cython.compiled:
            if not has_grown(cython.cast(cython.pointer(cython.p_void), cython.address(self.patterns)),
                             room * cython.sizeof(Pattern)):
                return False
        else:
            self.patterns.extend(Pattern() for _ in range(room - self.pattern_room))
        self.pattern_room = room
        return True

    def _reserve_live(self, count: int) -> bool:
        """Make room for `count` live patterns; False if there is no memory for them."""
        if count <= self.live_room:
            return True
        room = max(256, 2 * count)
        if cython.compiled:
            if not has_grown(cython.cast(cython.pointer(cython.p_void), cython.address(self.live)),
                             room * cython.sizeof(LivePattern)):
                return False
        else:
            self.live.extend(LivePattern() for _ in range(room - self.live_room))
        self.live_room = room
        return True

    # ---------------------------------------------------------------------------------- men

    def _number_men(self, p: int) -> bool:
        """Number the men of p; False if a side has too many."""
        self.man_count = 0
        for i in range(2):
            side = self.mating_side ^ i
            men = self.judge.frames[p].sides[side]
            if popcount(men) > SIDE_MEN:
                return False
            king = self.judge.frames[p].men[self.judge.royal] & men if side != self.mating_side else 0
            men &= ~king
            while men:
                self._number_man(p, lowest(men))
                men &= men - 1
            if side == self.mating_side:
                self.mating_side_men = self.man_count
            else:
                self._number_man(p, lowest(king))
                self.man_count -= 1
        return True

    def _number_man(self, p: int, square: int) -> None:
        self.man_squares[self.man_count] = square
        self.man_kinds[self.man_count] = self.judge.kind_at(p, ONE << square)
        self.man_at[p * SQUARES + square] = self.man_count
        self.man_count += 1

    def _locate(self, p: int) -> None:
        """Set `current_squares` and `current_kinds` for p, once for each list of live patterns.

        They must be set again for each list: a position reached by another way may have two men of a kind exchanged.
        """
        if self.located:
            return
        self.located = True
        for man in range(self.man_count):
            self.current_squares[man] = CAPTURED
        men = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        while men:
            square = lowest(men)
            men &= men - 1
            self.current_squares[self.man_at[p * SQUARES + square]] = square
            self.current_kinds[self.man_at[p * SQUARES + square]] = self.judge.kind_at(p, ONE << square)

    def _distance(self, side: int, kind: int, square: int, target: int) -> int:
        """The fewest moves in which a man that is not transported can reach a target from a square."""
        if target_kind(target) == ANY_KIND:
            return least_moves(self, side, kind, square, target_square(target))
        i = (self.distances.transition_of[(side * MEN + kind) * MEN + target_kind(target)] * SQUARES + square) \
            * SQUARES + target_square(target)
        return self.distances.quiet_distance[i] if target & NO_CAPTURES else self.distances.distance[i]

    def _is_transportable(self, man: int) -> bool:
        """May castlings move a man that stands where it was numbered, at once or later?"""
        return (self.transportable >> man & 1) != 0

    def _can_be_transported(self, man: int, moves: int) -> bool:
        """The answer of `_is_transportable`, found once for each enumeration; `moves`: those of the man's side."""
        if self.man_kinds[man] == self.judge.royal:
            return False
        side_kind = (self.mating_side if man < self.mating_side_men else self.mating_side ^ 1) * MEN \
            + self.man_kinds[man]
        return self.distances.moves_until_transportable[side_kind * SQUARES + self.man_squares[man]] <= moves and (
            not self.distances.castling_needs_rights
            or self.distances.castling_transport[side_kind * SQUARES + self.man_squares[man]] != 0)

    def _moves_until_transportable(self, side: int, kind: int, square: int, target: int) -> int:
        """The fewest moves of its own that a man on its way to a target needs before castlings may move it."""
        if square == target_square(target) and (target_kind(target) == ANY_KIND or target_kind(target) == kind):
            return 0
        return self.distances.moves_until_transportable[(side * MEN + kind) * SQUARES + square]

    def _transports(self, side: int, kind: int, square: int, target: int) -> int:
        """The fewest moves, one or more of them castlings, that take a man to a target once castlings may move it."""
        goal = target_square(target)
        if self._moves_until_transportable(side, kind, square, target):
            return 1
        if square == goal:
            return 0
        side_kind = side * MEN + kind
        if self.distances.castling_transport[side_kind * SQUARES + square] >> goal & 1 \
                or least_moves(self, side, kind, square, goal) == 1:
            return 1
        if self.distances.castling_needs_rights and not self.distances.castling_transport[side_kind * SQUARES + square]:
            return least_moves(self, side, kind, square, goal)
        return 2

    # ---------------------------------------------------------------------------------- following moves

    def kings(self, first: int, end: int) -> int:
        """The squares of the victim's king in the live patterns [first:end], as bits."""
        found = 0
        for i in range(first, end):
            found |= ONE << self.patterns[self.live[i].pattern].king
        return found

    def advance(self, p: int, move: int, first: int, end: int, noted: bool) -> int:
        """Append what a move at p leaves of the live patterns [first:end] to the list, from `end` on.

        `noted`: the `useful_squares` of these are those that `note_idle_moves` has found for p.
        Return the new end; -1 if there is no memory: nothing is known then.
        """
        side = self.judge.frames[p].turn
        us, them = (0, 1) if side == self.mating_side else (1, 0)
        captured, touched = self._captured_man(p, move), touched_squares(move)
        partner = self.man_at[p * SQUARES + move_partner(move)] if move_kind(move) >= CASTLING else -1
        if not self._reserve_live(2 * end - first):
            return -1
        new_end = end
        self.serial += 1
        mover_row = self.man_at[p * SQUARES + move_origin(move)] * self.count
        captured_row, partner_row = captured * self.count, partner * self.count
        for i in range(first, end):
            pattern, self.live[new_end].pending = self.live[i].pattern, self.live[i].pending
            if self.plan_count and (self.live[i].pending or move_kind(move) >= CASTLING):
                if not self._keeps_to_plan(move, us, self.live[i].pending):
                    continue
                if move_kind(move) >= CASTLING:
                    self._append_castled(i, new_end, us)
                    new_end += 1
                    continue
            target = self.targets_by_man[mover_row + pattern]
            if self.gains[target & TARGET_MASK].serial != self.serial:
                self._note_gain(side, move, target)
            slack = self.live[i].slack[us] - 1 + self.gains[target & TARGET_MASK].slack
            if noted and slack < self.live[i].slack[us] \
                    and not (touched & self.useful_squares[i].first and touched & self.useful_squares[i].second):
                continue
            if slack < 0 or captured >= 0 and self.targets_by_man[captured_row + pattern] != NO_TARGET:
                continue
            spare = self.live[i].castling_spare[us] + self.gains[target & TARGET_MASK].castling_spare
            their_slack, their_spare = self.live[i].slack[them], self.live[i].castling_spare[them]
            if self.castling_movable:
                if partner >= 0:
                    target = self.targets_by_man[partner_row + pattern]
                    if target != NO_TARGET:
                        if not target & BY_TRANSPORT:
                            continue
                        if self.judge.frames[p].sides[side] >> move_partner(move) & 1:
                            spare -= self._more_transports(p, move, target)
                        else:
                            their_spare -= self._more_transports(p, move, target)
                if self.distances.castles_with_enemy:
                    if slack + spare + their_slack + their_spare < 0:
                        continue
                elif slack + spare < 0 or their_slack + their_spare < 0:
                    continue
            else:
                spare, their_spare = self.gains[target & TARGET_MASK].arrives, 0
                if slack != self.live[i].slack[us]:
                    spare = 1
            self.live[new_end].pattern = pattern
            self.live[new_end].slack[us], self.live[new_end].castling_spare[us] = slack, spare
            self.live[new_end].slack[them], self.live[new_end].castling_spare[them] = their_slack, their_spare
            new_end += 1
        return new_end

    def note_idle_moves(self, p: int, first: int, end: int) -> bool:
        """Set the `useful_squares` of the live patterns [first:end] of p, and what `drop_idle_moves` needs: other moves
        leave nothing of the patterns. Returns False if nothing is known."""
        return False

    def drop_idle_moves(self, n: int, stop: int) -> int:
        """Drop from list[n:stop] the moves that leave none of the live patterns, by what was noted last; the new end.

        A move that loses no slack brings a man nearer to its target (`approaches`); one that loses some must touch
        `freeing`.
        """
        kept = n
        for i in range(n, stop):
            move = self.judge.list[i]
            if self.approaches[move_origin(move)] >> move_target(move) & 1 or touched_squares(move) & self.freeing \
                    or move_kind(move) >= CASTLING or move_kind(move) == EN_PASSANT:
                self.judge.list[kept] = move
                kept += 1
        return kept

    def _reserve_useful_squares(self, count: int) -> bool:
        """Make room for the `useful_squares` of `count` live patterns; False if there is no memory for them."""
        if count <= self.useful_room:
            return True
        room = max(256, 2 * count)
        if cython.compiled:
            if not has_grown(cython.cast(cython.pointer(cython.p_void), cython.address(self.useful_squares)),
                             room * cython.sizeof(UsefulSquares)):
                return False
        else:
            self.useful_squares.extend(UsefulSquares() for _ in range(room - self.useful_room))
        self.useful_room = room
        return True

    def _append_castled(self, i: int, new_end: int, us: int) -> None:
        """Append what is left of the live pattern i after the castling that it contains: all of its slack."""
        self.live[new_end].pattern = self.live[i].pattern
        self.live[new_end].pending = self.live[i].pending & (0xF if us else 0xF0)
        self.live[new_end].slack[us], self.live[new_end].slack[us ^ 1] = \
            self.live[i].slack[us], self.live[i].slack[us ^ 1]
        self.live[new_end].castling_spare[us], self.live[new_end].castling_spare[us ^ 1] = 1, 0

    def _captured_man(self, p: int, move: int) -> int:
        """The man that a move at p captures, -1 if none."""
        side = self.judge.frames[p].turn
        if move_kind(move) >= CASTLING:
            return -1
        if move_kind(move) == EN_PASSANT:
            return self.man_at[p * SQUARES + self.judge.frames[p].ep_pawn]
        if self.judge.frames[p].sides[side ^ 1] >> move_target(move) & 1:
            return self.man_at[p * SQUARES + move_target(move)]
        return -1

    def _note_gain(self, side: int, move: int, target: int) -> None:
        """Note how much nearer a move brings its man to a target, for this call of `advance`."""
        i = target & TARGET_MASK
        kind, result, origin, goal = move_man(move), move_result(move), move_origin(move), move_target(move)
        self.gains[i].serial, self.gains[i].slack, self.gains[i].castling_spare = self.serial, 0, 0
        self.gains[i].arrives = 0
        if target != NO_TARGET and goal == target_square(target):
            self.gains[i].arrives = 1 if side == self.mating_side else 2
        if target == NO_TARGET:
            return
        if kind == self.judge.royal:
            base = side * SQUARES * SQUARES + target_square(target)
            gain = self.distances.king_distance[base + origin * SQUARES] \
                - self.distances.king_distance[base + goal * SQUARES]
            self.gains[i].slack, self.gains[i].castling_spare = gain, -gain
        elif target & BY_TRANSPORT:
            self.gains[i].slack = self._moves_until_transportable(side, kind, origin, target) \
                - self._moves_until_transportable(side, result, goal, target)
            self.gains[i].castling_spare = self._transports(side, kind, origin, target) \
                - self._transports(side, result, goal, target)
        else:
            self.gains[i].slack = self._distance(side, kind, origin, target) \
                - self._distance(side, result, goal, target)

    def _more_transports(self, p: int, move: int, target: int) -> int:
        """How many more transports (below 0: fewer) the partner of a castling needs to its target after it than before.
        """
        side = self.judge.frames[p].turn
        owner = side if self.judge.frames[p].sides[side] >> move_partner(move) & 1 else side ^ 1
        return self._transports(owner, move_result(move), self.judge.partner_target(side, move), target) \
            - self._transports(owner, move_partner_man(move), move_partner(move), target)

    def refilter(self, p: int, first: int, end: int) -> int:
        """Drop those of the live patterns [first:end] of p, just listed by `advance`, that are refuted now.

        Only a pattern that lost slack by the last move, or has another man on its target because of it, is tested
        again; where the man is the victim's, it is only one more obstacle. Return the new end.
        """
        if self.castling_movable:
            return end
        self.located = False
        kept = first
        for i in range(first, end):
            pattern = self.live[i].pattern
            changed = self.live[i].castling_spare[0] | self.live[i].castling_spare[1]
            if self.live[i].pending:
                changed = 0
            if changed == 1 and self._is_refuted(p, pattern, self.live[i].slack[0], self.live[i].slack[1]) \
                    or changed == 2 and self._is_obstructed(p, pattern, self.live[i].slack[0], self.live[i].slack[1]):
                continue
            self.live[kept].pattern, self.live[kept].pending = pattern, self.live[i].pending
            self.live[kept].slack[0], self.live[kept].slack[1] = self.live[i].slack[0], self.live[i].slack[1]
            self.live[kept].castling_spare[0], self.live[kept].castling_spare[1] = 0, 0
            kept += 1
        return kept

    def track_men(self, p: int, move: int) -> None:
        """Set where each man is after a move at p, for the position above it on the judge's stack."""
        for square in range(SQUARES):
            self.man_at[(p + 1) * SQUARES + square] = self.man_at[p * SQUARES + square]
        if move_kind(move) >= CASTLING:
            self.man_at[(p + 1) * SQUARES + self.judge.partner_target(self.judge.frames[p].turn, move)] = \
                self.man_at[p * SQUARES + move_partner(move)]
        self.man_at[(p + 1) * SQUARES + move_target(move)] = self.man_at[p * SQUARES + move_origin(move)]
