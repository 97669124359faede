# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""How patterns are listed: man after man is given a target, as far as the moves of both sides allow.

It is a depth-first enumeration with a budget. What the targets set so far leave is a `Draft`; a subclass says in
`_enumerate` where to begin and in `_extend` which men to try next, where. A target that has been tried for a man is
excluded for it until the choice is undone, so that no pattern is listed twice.
"""
from __future__ import annotations

import cython

from feerie.search.patterns.men import TrackedMen
from feerie.search.patterns.plans import CastlingPlans
from feerie.search.patterns.refutation import Refutation

if cython.compiled:
    from cython.cimports.feerie.kernel.memory import has_grown  # type: ignore[import-not-found]
    from cython.cimports.libc.stdlib import free  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import ONE
    from feerie.kernel.tables import MEN, SQUARES
    from feerie.search.patterns.structs import (
        ANY_KIND,
        NO_CAPTURES,
        NO_TARGET,
        Draft,
        Pattern,
        Prospect,
        moves_to_target,
        pattern_at,
        spend,
        target_kind,
        target_square,
    )
    SIDE_MEN, MAX_PLY, TRANSPORTED, MAX_EXCLUSIONS = 32, 160, 16, 1 << 15


class Enumeration:
    """Lists the patterns of a position; after `list_patterns`, patterns[:count] has them.

    `refutation`: what drops patterns that are never reached, None if nothing does. `plans`: the castlings by which
    lines are told apart; there are none unless a subclass asks for them.
    """

    def __init__(self, men: TrackedMen, refutation: Refutation | None) -> None:
        self.judge, self.men, self.refutation = men.judge, men, refutation
        self.plans = CastlingPlans(men)
        self.pattern_room = self.exclusion_count = self.count = self.steps = self.pending = 0
        if not cython.compiled:
            self.patterns = []
            self.excluded = [0] * (2 * SIDE_MEN * SQUARES)
            self.exclusion_places, self.exclusion_bits = [0] * MAX_EXCLUSIONS, [0] * MAX_EXCLUSIONS

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.patterns)

    def list_patterns(self, p: int, mating_side_moves: int, victim_moves: int, max_patterns: int,
                      max_steps: int) -> int:
        """List the patterns of p that can be reached with these numbers of moves; return how many.

        -1 if there are more than `max_patterns`, or if it takes more than `max_steps`; `steps`: how many it took.
        """
        self.count = self.steps = 0
        # men are tracked up to a move of the ending after these
        if p + mating_side_moves + victim_moves + 2 > MAX_PLY or mating_side_moves > 60 or victim_moves > 60 \
                or not self.men.number(p):
            return -1
        self.p, self.max_patterns, self.max_steps, self.aborted = p, max_patterns, max_steps, False
        self.men.clear_targets(mating_side_moves, victim_moves)
        self.transported = 0
        self._enumerate_by_plans(mating_side_moves, victim_moves)
        return -1 if self.aborted else self.count

    def _enumerate_by_plans(self, mating_side_moves: int, victim_moves: int) -> None:
        """List the patterns of lines without castlings, and of those with each castling, or one of each side."""
        for ours in range(self.plans.count + 1):
            for theirs in range(self.plans.count + 1):
                if self.aborted or mating_side_moves < (ours > 0) or victim_moves < (theirs > 0) \
                        or not self.plans.is_possible(self.p, ours, self.men.mating_side) \
                        or not self.plans.is_possible(self.p, theirs, self.men.mating_side ^ 1):
                    continue
                self.pending = ours | theirs << 4
                self.plans.make(self.p, ours, True)
                self.plans.make(self.p, theirs, True)
                self._enumerate(mating_side_moves - (ours > 0), victim_moves - (theirs > 0))
                self.plans.make(self.p, ours, False)
                self.plans.make(self.p, theirs, False)
        self.pending = 0

    def _enumerate(self, mating_side_moves: int, victim_moves: int) -> None:
        """List all patterns that can be reached with these numbers of moves, or set `aborted`."""
        self.aborted = True

    def _extend(self, draft: Draft) -> None:
        """List the patterns that contain the targets set so far, with what the draft leaves for the other men."""

    def _count_step(self) -> bool:
        """Count a step of the enumeration; True if it must be given up, also because the search is stopped."""
        self.steps += 1
        if self.steps > self.max_steps or self.judge.stopped:
            self.aborted = True
        return self.aborted

    def _assign(self, man: int, target: int, distance: int, draft: Draft) -> None:
        """Extend the pattern by a man that goes to a target, `distance` moves away, or is transported there.

        Does nothing if the draft does not allow it. Excludes the target for this man afterwards, so that no pattern is
        listed twice; the caller undoes the exclusions when it has tried all men.
        """
        kind, square = target_kind(target), target_square(target)
        i = man * SQUARES + square
        by_mating_side = man < self.men.mating_side_men
        transportable = self.men.transportable >> man & 1
        if kind == self.judge.royal:        # each of its moves may be a castling
            draft = spend(draft, by_mating_side, 0, -distance)
        # distance 0: the man may also leave and be brought back, so only the transport is tried
        if (distance or not transportable) and not self.excluded[i] >> kind & 1:
            rest = spend(draft, by_mating_side, distance, 0)
            if rest.mating_side_moves >= 0 and rest.victim_moves >= 0 and self._is_affordable(rest):
                rest.placed |= ONE << square
                self.men.target[man] = target
                self._extend(rest)
                self.men.target[man] = NO_TARGET
                self._exclude(i, kind)
        if not transportable or self.excluded[i] >> (kind + TRANSPORTED) & 1:
            return
        self.steps += 1         # where men are transported, these are most of the work
        side = self.men.mating_side if by_mating_side else self.men.mating_side ^ 1
        transport = self.men.transport(side, self.men.man_kinds[man], self.men.man_squares[man], target)
        if transport.moves and kind != ANY_KIND \
                and self.men.distances.moves_until_transportable[(side * MEN + kind) * SQUARES + square]:
            return          # castlings move neither what it is nor what it becomes
        rest = spend(draft, by_mating_side, transport.moves, transport.castlings)
        if rest.mating_side_moves >= 0 and rest.victim_moves >= 0 and self._is_affordable(rest):
            rest.placed |= ONE << square
            self.men.target[man] = target
            self.transported |= ONE << man
            self._extend(rest)
            self.transported &= ~(ONE << man)
            self.men.target[man] = NO_TARGET
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

    def _is_affordable(self, draft: Draft) -> bool:
        """Whether there are castlings enough for the transports assigned."""
        if not self.men.castling_movable:
            return True
        if self.men.distances.castles_with_enemy:
            return draft.mating_side_moves + draft.victim_moves + draft.mating_side_castling_spare \
                + draft.victim_castling_spare >= 0
        return draft.mating_side_moves + draft.mating_side_castling_spare >= 0 \
            and draft.victim_moves + draft.victim_castling_spare >= 0

    def _add_pattern(self, draft: Draft) -> None:
        """Add to the list the pattern that the targets form, unless it is refuted."""
        i = self.count
        if i >= self.max_patterns or not self._reserve_patterns(i + 1):
            self.aborted = True
            return
        self.count += 1
        self.patterns[i].king, self.patterns[i].transported = self.king, self.transported
        self.patterns[i].men = self.patterns[i].placed = 0
        for man in range(self.men.man_count + 1):
            self.patterns[i].target[man] = self.men.target[man]
            if self.men.target[man] != NO_TARGET:
                self.patterns[i].men |= ONE << man
                self.patterns[i].placed |= ONE << target_square(self.men.target[man])
        if not self.men.castling_movable:
            draft = self._exclude_captures(i, draft)
            if draft.mating_side_moves < 0 or draft.victim_moves < 0:
                self.count -= 1
                return
        self.patterns[i].slack[0], self.patterns[i].slack[1] = draft.mating_side_moves, draft.victim_moves
        self.patterns[i].castling_spare[0] = draft.mating_side_castling_spare
        self.patterns[i].castling_spare[1] = draft.victim_castling_spare
        self.patterns[i].pending = self.pending
        if self.refutation is not None and not self.men.castling_movable and not self.pending \
                and self.refutation.is_refuted(self.p, Prospect(pattern_at(self.patterns, i), draft.mating_side_moves,
                                                                draft.victim_moves)):
            self.count -= 1

    def _exclude_captures(self, pattern: int, draft: Draft) -> Draft:
        """Mark the targets of men that can capture nothing before a pattern is reached; what the draft then leaves.

        That is so where the pattern names all men of the other side, since none of these may be captured; an only king
        cannot be. It matters for men that have moves which only capture: pawns then stay on their files. Needs that
        castlings move no men but those of the plans, and a target of one kind.
        """
        for man in range(self.men.man_count):
            by_mating_side, target = man < self.men.mating_side_men, self.patterns[pattern].target[man]
            side = self.men.mating_side if by_mating_side else self.men.mating_side ^ 1
            if target == NO_TARGET or target_kind(target) == ANY_KIND \
                    or not self.men.distances.captures_apart[side * MEN + self.men.man_kinds[man]] \
                    or self._leaves_capturable(pattern, by_mating_side):
                continue
            quiet = target | NO_CAPTURES
            self.patterns[pattern].target[man] = quiet
            draft = spend(draft, by_mating_side,
                          moves_to_target(self.men, side, self.men.man_kinds[man], self.men.man_squares[man], quiet)
                          - moves_to_target(self.men, side, self.men.man_kinds[man], self.men.man_squares[man], target),
                          0)
        return draft

    def _leaves_capturable(self, pattern: int, by_mating_side: bool) -> bool:
        """Whether a pattern leaves out a man that the mating side, or else the victim, might capture. An only king is
        none.
        """
        kings = left = 0
        for man in range(self.men.mating_side_men if by_mating_side else 0,
                         self.men.man_count if by_mating_side else self.men.mating_side_men):
            kings += self.men.man_kinds[man] == self.judge.royal
            if self.patterns[pattern].target[man] == NO_TARGET:
                if self.men.man_kinds[man] != self.judge.royal:
                    return True
                left += 1
        return left > 0 and kings > 1

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
