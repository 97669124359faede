"""How a man goes from a square to another one, or what keeps it from going there: its lines, as the men stand on them.

What a line needs is said by the way in which the man goes along it (`rules/along.py`); no man is known by name.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from feerie.rules.along import RIDE, Course, Obstacle
from feerie.rules.movement import Mode
from feerie.rules.unit import letter_of
from feerie.why.findings import Findings
from feerie.why.pair import Pair
from feerie.why.reach import nearest, ray_rules, rule_against, rule_for
from feerie.why.ways import Way, is_double_step

__all__ = ["LineInquiry"]


class LineInquiry(Findings):
    """Checks where the lines of a man lead, and what it may do there."""

    def moves_so(self, pair: Pair, found: Sequence[tuple[Way, Course]]) -> None:
        """Note that the movement leads there, and by which rule if there is one."""
        origin, target = pair.origin, pair.target
        man, line = self.now.men[origin], found[0][0].line
        rule = rule_for(self.genre, man, origin, target, self.side)
        kind = rule.kind.value if rule and len(found) == 1 else ""
        place = line.index(target) - (rule.given.index(target) if rule else 0)
        self.note("moves so", True, kind, squares=[origin, target], men=[origin], man=self.kind(letter_of(man)),
                  origin=self.name(origin), target=self.name(target), wall=self.name((origin, *line)[place]))

    def does_not_move_so(self, pair: Pair) -> None:
        """The movement does not lead there: which rule ends its line earlier, and how near the man can come."""
        origin, target = pair.origin, pair.target
        man = self.now.men[origin]
        rule = rule_against(self.genre, man, origin, target, self.side)
        variant = "double step" if is_double_step(self.genre, man, self.side, target - origin) \
            else f"no further {rule.kind.value}" if rule else ""
        self.note("moves so", False, variant, squares=[origin, target], men=[origin],
                  man=self.kind(letter_of(man)), origin=self.name(origin), target=self.name(target),
                  last=self.name(rule.given[-1]) if rule else "")
        near = nearest(self.position, origin, target) if ray_rules(self.genre, man, origin, self.side) else ()
        if near:
            self.note("nearest square", True, squares=map(self.genre.board.index, near), men=[origin],
                      man=self.named(origin), target=self.name(target), near=self.places(
                           map(self.genre.board.index, near)))

    def goes(self, pair: Pair, found: Sequence[tuple[Way, Course]],
              said: Mapping[str, Any]) -> tuple[Way, Course] | None:
        """The line by which a man goes where its movement leads, if the men stand so that it may; None otherwise."""
        origin, target = pair.origin, pair.target
        occupied = bool(self.now.men[target])
        passing = {way.number: self.now.passing(self.now.men[origin], way, self.now.occupied).get(target)
                   for way, _ in found}
        suited = [(way, course) for way, course in found if course.takes_aside(target)
                  or way.mode is not (Mode.QUIET if occupied or passing[way.number] is not None else Mode.CAPTURE)]
        tried = suited or found
        if pair.taken is not None:
            tried = [(way, course) for way, course in tried if course.struck == pair.taken]
        open_ways = [(way, course) for way, course in tried if course.obstacle is None]
        best = next((going for going in open_ways if self._may_strike(going[1])), open_ways[0] if open_ways else None)
        if best is None:
            self._obstacles(tried, target, said)
        else:
            self._free_way(*best, target, said)
        way, course = best or tried[0]
        if course.takes_aside(target) and passing[way.number] is None:
            fits = best is None or self._prey_fits(course, said)
        else:
            taken = target if occupied else passing[way.number]
            fits = self._target_fits(pair, bool(suited), taken)
        return best if fits else None

    def _may_strike(self, course: Course) -> bool:
        """Whether a course leads to an empty square, or to a man that may be taken."""
        return course.struck is None or not self.now.men[course.struck] or self.now.may_take(course.struck, self.side)

    def _obstacles(self, tried: Sequence[tuple[Way, Course]], target: int, said: Mapping[str, Any]) -> None:
        """Note what keeps a man from each of some lines."""
        blocked = [(way, course) for way, course in tried if course.obstacle is Obstacle.BLOCKED]
        if blocked:
            first = sorted({course.at[0] for _, course in blocked})
            squares = sorted({square for way, _ in blocked for square in way.line[:way.line.index(target)]})
            over = sorted({square for _, course in blocked for square in course.passed})
            self.note("way free", False, "behind" if over else "", squares=squares, men=first,
                      blockers=self.named(*first), hurdles=self.named(*over), **said)
        told = set()
        for way, course in tried:
            if course.obstacle in (None, Obstacle.BLOCKED) or course[1:] in told:
                continue
            told.add(course[1:])
            assert course.obstacle
            prey = course.obstacle is Obstacle.BEYOND and course.takes_aside(target)
            taking = course.obstacle is Obstacle.NO_HURDLE and way.mode is Mode.CAPTURE
            self.note("along the line", False,
                      f"{course.obstacle.value}{' prey' if prey else ' to take over' if taking else ''}",
                      squares=way.line[:way.line.index(target)] or [target], men=course.passed,
                      hurdles=self.named(*course.passed), last=self.name(course.at[0]) if course.at else "",
                      blocker=self.kind(*[self.now.men[target]] if self.now.men[target] else []), **said)

    def _free_way(self, way: Way, course: Course, target: int, said: Mapping[str, Any]) -> None:
        """Note how a man goes along a line: what it passes, what must be empty, where it crosses an edge."""
        board, path = self.genre.board, way.line[:way.line.index(target)]
        if course.passed and course.struck == target:
            self.note("hop", True, squares=path, men=course.passed, hurdles=self.named(*course.passed), **said)
        elif path and course.struck == target:
            over = self.words.listed(map(self.name, path))
            self.note("way free", True, "over" if way.along != RIDE else "", squares=path, over=over, **said)
        for last, first in pairwise((board.index(said["origin"]), *path, target)):
            if board.crosses_edge(last, first):
                self.note("edge crossed", True, squares=[last, first], last=self.name(last), first=self.name(first),
                          **said)

    def _prey_fits(self, course: Course, said: Mapping[str, Any]) -> bool:
        """Whether a man that takes another one on its way may take that one."""
        assert course.struck is not None
        struck = course.struck
        if self.is_royal(struck) and not self.now.takes_kings:
            return self.note("king not captured", False, self.untouchable(struck), squares=[struck], men=[struck],
                             target=self.name(struck), king=self.kind(self.now.men[struck]))
        may = self.now.may_take(struck, self.side)
        return self.note("capture on the way", may, squares=[struck], men=[struck], captured=self.named(struck), **said)

    def _target_fits(self, pair: Pair, suited: bool, taken: int | None) -> bool:
        """Whether the man may arrive where it goes: on an empty square, or taking what is there."""
        origin, target = pair.origin, pair.target
        said: dict[str, Any] = {"man": self.named(origin), "origin": self.name(origin), "target": self.name(target)}
        if self.now.men[target] and not self.now.is_own(target, self.side ^ 1):
            return self.note("no own man on target", False, squares=[target], men=[target], target=self.name(target),
                             blocker=self.kind(self.now.men[target]))
        if self.is_royal(target) and not self.now.takes_kings:
            return self.note("king not captured", False, self.untouchable(target), squares=[target], men=[target],
                             target=self.name(target), king=self.kind(self.now.men[target]))
        if not suited and taken is not None:
            ahead = self.genre.board.file(origin) == self.genre.board.file(target)
            return self.note("captures so", False, "" if ahead else "there", squares=[target], men=[origin, target],
                             blocker=self.kind(self.now.men[target]), **said)
        if not suited:
            passes = self.genre.man(self.now.men[origin]).en_passant
            return self.note("something to capture", False, "" if passes else "there", squares=[target], men=[origin],
                             **said)
        if taken is None:
            return self.note("target empty", True, squares=[target], target=self.name(target))
        return self.note("capture" if taken == target else "capture in passing", True, squares=[target],
                         men=[origin, taken], man=said["man"], captured=self.named(taken))
