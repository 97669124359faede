"""Given lines of help and series play, replayed move by move, and what they imply about other lines."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from feerie.game.position import Position
from feerie.problems.solution import UciLine
from feerie.verification.claims import PASS, Claim, RefutationReason
from feerie.verification.line_rules import LineEnding, LinesAsked

__all__ = ["LineReplay"]


@dataclass(frozen=True)
class _LinePosition:
    """A position within a line. `played`: the moves of play before it, without introductory moves and parries.

    `parries`: the side to move parries a check.
    """

    position: Position
    played: int = 0
    parries: bool = False


def _agreement(claims: dict[Claim, RefutationReason | None]) -> tuple[int, bool]:
    """Sort key for readings of a line: how many claims it makes, if any is right, then whether all are right."""
    return None in claims.values() and len(claims), not any(claims.values())


class LineReplay:
    """Compares lines with what is asked; a line may be any list of moves."""

    def __init__(self, asked: LinesAsked) -> None:
        self.asked, self.rules, self.referee = asked, asked.rules, asked.rules.referee

    def claims(self, line: UciLine) -> dict[Claim, RefutationReason | None]:
        """The claims of a line, each with the reason why it is wrong or None; those after a wrong one are left out."""
        return max((self._introduction(line, number) for number in self._introductions(line)),
                   key=_agreement,
                   default={Claim.LENGTH: RefutationReason.WRONG_LENGTH})

    def _introductions(self, line: UciLine) -> range:
        """The numbers of introductory moves a line may have."""
        return range(1, min(self.asked.introductory, len(line) - 1) + 1) if self.asked.introductory else range(1)

    def _introduction(self, line: UciLine, introductory: int) -> dict[Claim, RefutationReason | None]:
        """The claims of a line with this number of introductory moves."""
        position = self.asked.start
        for number, move in enumerate(line[:introductory], 1):
            if not self.referee.is_legal(position, move):
                return {Claim.LEGAL: RefutationReason.ILLEGAL}
            position = self.referee.play(position, move)
            if number < introductory:
                if position.is_check():
                    return {Claim.LEGAL: None, Claim.RULES: RefutationReason.CHECK}
                position = self.referee.passed(position)
        rest = line[introductory:]
        verdicts = [self._follow(position, rest, len(rest) - length) for length in self.rules.ending.lengths]
        return max(verdicts, key=_agreement)

    def _follow(self, position: Position, line: UciLine, play: int) -> dict[Claim, RefutationReason | None]:
        """The claims of a line with this number of moves of play, parries included, before its ending."""
        rules = self.rules
        if play < 0 or not rules.parry and not self.asked.may_end(play):
            return {Claim.LENGTH: self.asked.length_fault(play)}
        said: dict[Claim, RefutationReason | None] = {} if rules.parry else {Claim.LENGTH: None}
        played, parries = 0, False
        for number, move in enumerate(line[:play], 1):
            if not self.referee.is_legal(position, move):
                return said | {Claim.LEGAL: RefutationReason.ILLEGAL}
            if rules.must_reach_goal(position):
                return said | {Claim.RULES: RefutationReason.DUTY}
            if parries:
                position, parries = self.referee.play(position, move), False
                continue
            if rules.goal_ends_line and self.asked.may_end(played) and move in self.referee.goals(position):
                return said | {Claim.RULES: RefutationReason.EARLY}
            position, played = self.referee.play(position, move), played + 1
            if rules.series and (number < play or rules.same_side):
                if position.is_check() and not rules.parry:
                    return said | {Claim.RULES: RefutationReason.CHECK}
                if not rules.exact and rules.must_reach_goal(position):
                    return said | {Claim.RULES: RefutationReason.DUTY}
                parries = position.is_check()
                if not parries:
                    position = self.referee.passed(position)
        by_parry = rules.parry_ends(position) and 0 < played <= self.asked.most
        if not by_parry and (parries or not self.asked.may_end(played)):
            return {Claim.LENGTH: self.asked.length_fault(played)}
        said[Claim.LENGTH] = None
        end = line[play:]
        if len(end) > 1 and not self.referee.is_legal(position, end[0]):
            return said | {Claim.LEGAL: RefutationReason.ILLEGAL}
        last = self.referee.play(position, end[0]) if len(end) > 1 else position
        referees = (self.referee, rules.own) if len(end) == 1 else (self.referee,)
        if not any(referee.is_option(last, end[-1]) for referee in referees):
            return said | {Claim.LEGAL: RefutationReason.ILLEGAL}
        said |= {Claim.LEGAL: None, Claim.RULES: None}
        if end in rules.ends(position) or by_parry and end[0] in self.referee.goals(position):
            return said | {Claim.GOAL: None}
        if rules.ending is LineEnding.FORCED and end[0] in self.referee.goals(position):
            return said | {Claim.RULES: RefutationReason.OTHER_REPLY}
        return said | {Claim.GOAL: RefutationReason.NO_GOAL}

    def _positions(self, play: UciLine, introductory: int) -> list[_LinePosition]:
        """The positions before each move of a play and before the ending; none if a move is illegal."""
        found, current = [], _LinePosition(self.asked.start)
        for number, move in enumerate(play, 1):
            found.append(current)
            if not self.referee.is_legal(current.position, move):
                return []
            position, introduced = self.referee.play(current.position, move), number <= introductory
            ends = number == len(play) and not self.rules.same_side
            alone = number < introductory if introduced else self.rules.series and not current.parries and not ends
            parries = alone and not introduced and self.rules.parry and position.is_check()
            if alone and not parries:
                position = self.referee.passed(position)
            current = _LinePosition(position, current.played + (not introduced and not current.parries), parries)
        return [*found, current]

    def _plays(self, lines: Iterable[UciLine]) -> Iterator[tuple[UciLine, int, list[_LinePosition]]]:
        """The valid plays of lines, each once, with the number of introductory moves and the positions."""
        lengths = self.rules.ending.lengths
        for play in {line[:-length] for line in lines for length in lengths if len(line) >= length}:
            for introductory in self._introductions((*play, PASS)):
                positions = self._positions(play, introductory)
                if not positions or positions[-1].parries:
                    continue
                if self.asked.may_end(positions[-1].played) or self.rules.parry_ends(positions[-1].position):
                    yield play, introductory, positions

    def is_short(self, line: UciLine) -> bool:
        """Whether a line has fewer moves than it may have."""
        most = self.asked.most
        if self.rules.series and self.rules.ending is LineEnding.EITHER:
            return any(positions[-1].played < most and line[len(play):] in self.rules.ends(positions[-1].position)
                       for play, _, positions in self._plays([line]))
        if not self.rules.parry:
            return len(line) < self.asked.introductory + most + self.rules.ending.lengths[0]
        return any(introductory < self.asked.introductory or positions[-1].played < most
                   for _, introductory, positions in self._plays([line]))

    def has_short_solution(self, lines: Iterable[UciLine]) -> bool:
        """Whether all lines of some solution are short: where parries are opposed, all with the same key line."""
        if not self.rules.opposed:
            return any(map(self.is_short, lines))
        found: dict[UciLine, bool] = {}
        for line in lines:
            key = self.key_line(line)
            found[key] = found.get(key, True) and self.is_short(line)
        return any(found.values())

    def key_line(self, line: UciLine) -> UciLine:
        """A line up to the first parry or last reply of the other side; the whole line if it is not valid."""
        for play, _, positions in self._plays([line]):
            parry = next((number for number, current in enumerate(positions[:-1]) if current.parries), None)
            return line[:len(play) + self.rules.same_side if parry is None else parry]
        return line

    def neighbours(self, lines: Iterable[UciLine]) -> list[UciLine]:
        """All lines whose play is that of a given line, with any ending."""
        return [(*play, *end) for play, _, positions in self._plays(lines)
                for end in self.rules.ends(positions[-1].position)]

    def parries(self, lines: Iterable[UciLine]) -> dict[UciLine, bool]:
        """Every parry of a check in the lines, with the moves before it, and whether a line continues after it."""
        met: set[UciLine] = set(lines)         # a parry may end its line
        wanted: set[UciLine] = set()
        for play, _, positions in self._plays(lines):
            for number, current in enumerate(positions[:-1]):
                if current.parries:
                    met.add(play[:number + 1])
                    wanted |= {(*play[:number], move) for move in self.referee.moves(current.position)}
        return {path: path in met for path in sorted(wanted)}
