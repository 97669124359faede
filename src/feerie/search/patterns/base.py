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

Where castlings are few, plans (`CastlingPlans`) tell them apart, and distances then do not allow for any.

`Patterns` follows the patterns. It has the men (`TrackedMen`), what lists patterns (`Enumeration`) and what shows that
some are never reached (`Refutation`); the latter two are made for a goal, by its subclasses.

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
from feerie.search.patterns.men import TrackedMen

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
        move_result,
        move_target,
    )
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import CASTLING, EN_PASSANT, MEN, SQUARES
    from feerie.search.patterns.structs import (
        BY_TRANSPORT,
        NO_TARGET,
        TARGET_MASK,
        Gain,
        LivePattern,
        Prospect,
        UsefulSquares,
        moves_to_target,
        pattern_at,
        target_square,
        touched_squares,
    )
    CAPTURED, APPROACHES = 128, 2

NEEDS = NEEDS_OF_DISTANCES | Property.FREE


def may_get_king(judge: Judge, side: int, moves: int) -> bool:
    """Whether a man of a side in the position on top may become a king within `moves` moves of its side."""
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
    """Whether a side has one king in the position on top, and can get no other within `moves` moves."""
    kings: int = judge.frames[judge.ply].men[judge.royal] & judge.frames[judge.ply].sides[side]
    return kings != 0 and not kings & (kings - 1) and not may_get_king(judge, side, moves)


def suits_patterns(judge: Judge, mating_side: int, moves: int) -> bool:
    """Whether there are patterns for the position on top, if no side makes more than `moves` moves; see the module
    docstring."""
    if not judge.has(NEEDS):
        return False
    if judge.doctrine == MULTIPLEX or judge.doctrine == ULTRA:
        return has_one_king(judge, mating_side, moves) and has_one_king(judge, mating_side ^ 1, moves)
    return has_one_king(judge, mating_side ^ 1, moves) and not may_get_king(judge, mating_side, moves)


class Patterns:
    """The patterns of a judge's positions; `mating_side` is the side that reaches the goal, the victim the other one.

    A subclass makes `enumeration`, and `refutation` unless patterns are not tested (None). The live patterns are
    live[first:end], in lists that follow each other: those of `find` from 0 on, what `advance` leaves of them behind.
    """

    def __init__(self, judge: Judge, mating_side: int) -> None:
        self.judge, self.mating_side = judge, mating_side
        self.men = TrackedMen(judge, mating_side)
        self.refutation = None
        p = self.judge.ply
        kings: int = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[mating_side]
        self.applicable = not (kings & (kings - 1)
                               and self.men.distances.castling_movable[mating_side * MEN + self.judge.royal])
        self.live_room = self.useful_room = self.target_room = self.count = 0
        self.last_ply = -1
        self.freeing = self.wasted_steps = self.serial = 0
        if not cython.compiled:
            self.live, self.useful_squares, self.targets_by_man = [], [], []
            self.gains = [Gain() for _ in range(TARGET_MASK + 1)]
            self.approaches = [0] * SQUARES

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.live)
            free(self.useful_squares)
            free(self.targets_by_man)

    def limit_castlings(self, sides: int) -> None:
        """Ignore the castlings of sides that are not among these (bits); see `sides_that_may_castle`."""
        self.men.limit_castlings(sides)

    def moves_men_by_castling(self) -> bool:
        """Whether castlings may move men other than kings, in some way that plans do not cover."""
        return self.men.castling_movable

    # ---------------------------------------------------------------------------------- listing patterns

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
        self.last_answer = self.enumeration.list_patterns(p, mating_side_moves, victim_moves, max_patterns, max_steps)
        if self.last_answer >= 0 and not self._fill_lists(self.last_answer):
            self.last_answer = -1
        if self.judge.stopped:
            self.last_ply = -1
        elif self.last_answer < 0:
            self.wasted_steps += self.enumeration.steps
        return self.last_answer

    def _fill_lists(self, count: int) -> bool:
        """Fill `live`, and `targets_by_man`, which `advance` reads, from the patterns listed; False if there is no
        memory for them."""
        size = (self.men.man_count + 1) * count
        if not self._reserve_live(count):
            return False
        if size > self.target_room:
            if cython.compiled:
                if not has_grown(cython.cast(cython.pointer(cython.p_void), cython.address(self.targets_by_man)),
                                 2 * size * cython.sizeof(u16)):
                    return False
            else:
                self.targets_by_man.extend([NO_TARGET] * (2 * size - self.target_room))
            self.target_room = 2 * size
        self.count = count
        for i in range(count):
            pattern = pattern_at(self.enumeration.patterns, i)
            self.live[i].pattern, self.live[i].pending = i, pattern.pending
            self.live[i].slack[0], self.live[i].slack[1] = pattern.slack[0], pattern.slack[1]
            self.live[i].castling_spare[0] = pattern.castling_spare[0]
            self.live[i].castling_spare[1] = pattern.castling_spare[1]
        for man in range(self.men.man_count + 1):
            for i in range(count):
                pattern = pattern_at(self.enumeration.patterns, i)
                self.targets_by_man[man * count + i] = pattern.target[man]
                if pattern.transported >> man & 1:
                    self.targets_by_man[man * count + i] |= BY_TRANSPORT
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

    # ---------------------------------------------------------------------------------- following moves

    def kings(self, first: int, end: int) -> int:
        """The squares of the victim's king in the live patterns [first:end], as bits."""
        found = 0
        for i in range(first, end):
            found |= ONE << pattern_at(self.enumeration.patterns, self.live[i].pattern).king
        return found

    def advance(self, p: int, move: int, first: int, end: int, noted: bool) -> int:
        """Append what a move at p leaves of the live patterns [first:end] to the list, from `end` on.

        `noted`: the `useful_squares` of these are those that `note_idle_moves` has found for p.
        Return the new end; -1 if there is no memory: nothing is known then.
        """
        side, captured, touched = self.judge.frames[p].turn, self.men.captured_by(p, move), touched_squares(move)
        us, them = (0, 1) if side == self.mating_side else (1, 0)
        castles, castling_movable = move_kind(move) >= CASTLING, self.men.castling_movable
        partner = self.men.man_at[p * SQUARES + move_partner(move)] if castles else -1
        if not self._reserve_live(2 * end - first):
            return -1
        new_end, live, targets = end, self.live, self.targets_by_man
        self.serial += 1
        serial, has_plans = self.serial, self.enumeration.plans.count > 0
        mover_row = self.men.man_at[p * SQUARES + move_origin(move)] * self.count
        captured_row, partner_row = captured * self.count, partner * self.count
        for i in range(first, end):
            pattern, live[new_end].pending = live[i].pattern, live[i].pending
            if has_plans and (live[i].pending or castles):
                if not self.enumeration.plans.keeps_to(move, us, live[i].pending):
                    continue
                if castles:
                    self._append_castled(i, new_end, us)
                    new_end += 1
                    continue
            target = targets[mover_row + pattern]
            if self.gains[target & TARGET_MASK].serial != serial:
                self._note_gain(side, move, target)
            slack = live[i].slack[us] - 1 + self.gains[target & TARGET_MASK].slack
            if noted and slack < live[i].slack[us] \
                    and not (touched & self.useful_squares[i].first and touched & self.useful_squares[i].second):
                continue
            if slack < 0 or captured >= 0 and targets[captured_row + pattern] != NO_TARGET:
                continue
            spare = live[i].castling_spare[us] + self.gains[target & TARGET_MASK].castling_spare
            their_slack, their_spare = live[i].slack[them], live[i].castling_spare[them]
            if castling_movable:
                if partner >= 0 and targets[partner_row + pattern] != NO_TARGET:
                    if not targets[partner_row + pattern] & BY_TRANSPORT:
                        continue
                    more = self.men.more_transports(p, move, targets[partner_row + pattern])
                    if self.judge.frames[p].sides[side] >> move_partner(move) & 1:
                        spare -= more
                    else:
                        their_spare -= more
                if (slack + spare < 0 or their_slack + their_spare < 0) and not (
                        self.men.distances.castles_with_enemy and slack + spare + their_slack + their_spare >= 0):
                    continue
            else:
                their_spare = 0
                spare = 1 if slack != live[i].slack[us] else self.gains[target & TARGET_MASK].arrives
            live[new_end].pattern = pattern
            live[new_end].slack[us], live[new_end].castling_spare[us] = slack, spare
            live[new_end].slack[them], live[new_end].castling_spare[them] = their_slack, their_spare
            new_end += 1
        return new_end

    def _append_castled(self, i: int, new_end: int, us: int) -> None:
        """Append what is left of the live pattern i after the castling that it contains: all of its slack."""
        self.live[new_end].pattern = self.live[i].pattern
        self.live[new_end].pending = self.live[i].pending & (0xF if us else 0xF0)
        self.live[new_end].slack[us], self.live[new_end].slack[us ^ 1] = \
            self.live[i].slack[us], self.live[i].slack[us ^ 1]
        self.live[new_end].castling_spare[us], self.live[new_end].castling_spare[us ^ 1] = 1, 0

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
            gain = self.men.distances.king_distance[base + origin * SQUARES] \
                - self.men.distances.king_distance[base + goal * SQUARES]
            self.gains[i].slack, self.gains[i].castling_spare = gain, -gain
        elif target & BY_TRANSPORT:
            before = self.men.transport(side, kind, origin, target)
            after = self.men.transport(side, result, goal, target)
            self.gains[i].slack = before.moves - after.moves
            self.gains[i].castling_spare = before.castlings - after.castlings
        else:
            self.gains[i].slack = moves_to_target(self.men, side, kind, origin, target) \
                - moves_to_target(self.men, side, result, goal, target)

    def track_men(self, p: int, move: int) -> None:
        """Set where each man is after a move at p, for the position above it on the judge's stack."""
        self.men.track(p, move)

    # ---------------------------------------------------------------------------------- patterns that are dropped

    def refilter(self, p: int, first: int, end: int) -> int:
        """Drop those of the live patterns [first:end] of p, just listed by `advance`, that are refuted now.

        Only a pattern that lost slack by the last move, or has another man on its target because of it, is tested
        again; where the man is the victim's, it is only one more obstacle. Return the new end.
        """
        if self.refutation is None or self.men.castling_movable:
            return end
        self.men.located = False
        kept = first
        for i in range(first, end):
            changed = self.live[i].castling_spare[0] | self.live[i].castling_spare[1]
            if self.live[i].pending:
                changed = 0
            if changed == 1 and self.refutation.is_refuted(p, self._prospect(i)) \
                    or changed == 2 and self.refutation.is_obstructed(p, self._prospect(i)):
                continue
            self.live[kept].pattern, self.live[kept].pending = self.live[i].pattern, self.live[i].pending
            self.live[kept].slack[0], self.live[kept].slack[1] = self.live[i].slack[0], self.live[i].slack[1]
            self.live[kept].castling_spare[0], self.live[kept].castling_spare[1] = 0, 0
            kept += 1
        return kept

    def note_idle_moves(self, p: int, first: int, end: int) -> bool:
        """Set the `useful_squares` of the live patterns [first:end] of p, and what `drop_idle_moves` needs: other moves
        leave nothing of the patterns. Returns False if nothing is known.

        A move that loses slack eliminates a pattern if men that then have no slack left are in the way of the others,
        or if it leaves a mate that is parried, unless it touches certain squares (`Refutation.useful_squares`).
        """
        if self.refutation is None or self.men.castling_movable or not self._reserve_useful_squares(end):
            return False
        by_mating_side = self.judge.frames[p].turn == self.mating_side
        self.freeing = 0
        self.men.located = False
        self.men.locate(p)
        for i in range(first, end):
            if self.live[i].pending:
                return False
            if self.live[i].slack[0 if by_mating_side else 1] > 0:
                self.useful_squares[i] = self.refutation.useful_squares(p, self._prospect(i), by_mating_side)
                self.freeing |= self.useful_squares[i].first
            else:
                self.useful_squares[i] = UsefulSquares(FULL, FULL)
        if self.freeing != FULL:        # otherwise no move is idle
            self._note_approaches(first, end, by_mating_side)
        return True

    def _prospect(self, i: int) -> Prospect:
        """The live pattern i with its slack."""
        return Prospect(pattern_at(self.enumeration.patterns, self.live[i].pattern), self.live[i].slack[0],
                        self.live[i].slack[1])

    def _note_approaches(self, first: int, end: int, by_mating_side: bool) -> None:
        """Set `approaches` for the men of a side in the live patterns [first:end]."""
        movers = ((ONE << self.men.mating_side_men) - 1) ^ (0 if by_mating_side else FULL)
        for man in range(0 if by_mating_side else self.men.mating_side_men,
                         self.men.mating_side_men if by_mating_side else self.men.man_count + 1):
            if self.men.current_squares[man] != CAPTURED:
                self.approaches[self.men.current_squares[man]] = 0
        for i in range(first, end):
            pattern = pattern_at(self.enumeration.patterns, self.live[i].pattern)
            men = pattern.men & movers
            while men:
                man = lowest(men)
                men &= men - 1
                self.approaches[self.men.current_squares[man]] |= self.refutation.sets.kept(
                    APPROACHES, man, pattern.target[man], 0)

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
