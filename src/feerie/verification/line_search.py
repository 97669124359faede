"""All lines of help and series play from a position, by exhaustive search."""
from __future__ import annotations

from feerie.game.position import Position
from feerie.problems.solution import UciLine
from feerie.verification.line_rules import LineEnding, LinesAsked

__all__ = ["LineSearch"]


class LineSearch:
    """Finds the lines that are asked for. Continuations of a position with the same number of moves are kept."""

    def __init__(self, asked: LinesAsked) -> None:
        self.asked, self.rules, self.referee = asked, asked.rules, asked.rules.referee
        self._known: dict[tuple[int, int], list[UciLine]] = {}

    def estimate(self) -> float:
        """An estimate of the positions that a search for all lines plays."""
        depth = self.asked.most + self.asked.introductory
        if not self.asked.start.is_valid() or depth > 40:
            return float("inf") if depth > 40 else 0
        here = max(1, len(self.asked.start.legal_moves))
        if not depth:
            return here * here
        if self.rules.series:
            return float(here) ** depth / max(1, depth - 1) * here / 8
        counted = min(depth, 4)
        leaves = float(self.asked.start.perft(counted))
        growth = max(1.0, leaves / max(1, self.asked.start.perft(counted - 1)))
        return leaves * growth ** (depth - counted) * 10

    def all(self) -> list[UciLine]:
        """All lines, by exhaustive search; OutOfBudget if that costs too much."""
        if self.asked.introductory:
            return self._introduced(self.asked.start, self.asked.introductory)
        return self._play(self.asked.start, 0)

    def _introduced(self, position: Position, left: int) -> list[UciLine]:
        """The lines with at most `left` further introductory moves."""
        found: list[UciLine] = []
        for move in self.referee.moves(position) if left else ():
            after = self.referee.play(position, move)
            found += [(move, *line) for line in self._play(after, 0)]
            if left > 1 and not after.is_check():
                found += [(move, *line) for line in self._introduced(self.referee.passed(after), left - 1)]
        return found

    def _play(self, position: Position, played: int) -> list[UciLine]:
        """All continuations after `played` moves of play, when a move of play or an ending follows."""
        if self.rules.only_shortest:
            return self._shortest_by_move(position)
        key = position.key, played
        if key not in self._known:
            self._known[key] = self._series(position, played) if self.rules.series else self._help(position, played)
        return self._known[key]

    def _help(self, position: Position, played: int) -> list[UciLine]:
        found = self.rules.ends(position) if self.asked.may_end(played) else []
        if played == self.asked.most or self.rules.must_reach_goal(position):
            return found
        stops = self.rules.ending is LineEnding.GOAL and not self.rules.goes_on
        ended = {line[0] for line in found} if stops else set()
        for move in self.referee.moves(position):
            if move not in ended:
                after = self.referee.play(position, move)
                found = found + [(move, *line) for line in self._play(after, played + 1)]
        return found

    def _series(self, position: Position, played: int) -> list[UciLine]:
        rules = self.rules
        found = rules.ends(position) if (rules.same_side or self.asked.most == 0) and self.asked.may_end(played) else []
        if played == self.asked.most or rules.must_reach_goal(position):
            return found
        ended = {line[0] for line in found} if rules.goal_ends_line else set()
        for move in self.referee.moves(position):
            if move in ended:
                continue
            after = self.referee.play(position, move)
            if not rules.same_side and self.asked.may_end(played + 1):
                ends = rules.ends(after)
                found = found + [(move, *end) for end in ends]
                if ends and rules.ending is LineEnding.OFFERED:
                    continue
            if not rules.same_side and played + 1 == self.asked.most:
                continue
            if not after.is_check():
                found = found + [(move, *line) for line in self._play(self.referee.passed(after), played + 1)]
            elif rules.parry:
                found = found + [(move, *line) for line in self._parried(after, played + 1)]
        return found

    def _parried(self, position: Position, played: int) -> list[UciLine]:
        """All continuations after a check that must be parried."""
        found: list[UciLine] = []
        goals = self.referee.goals(position) if self.rules.parry_ends(position) else ()
        found += [(parry,) for parry in goals]
        for parry in self.referee.moves(position):
            if parry in goals:
                continue
            lines = self._play(self.referee.play(position, parry), played)
            if not lines and self.rules.opposed:
                return []
            found += [(parry, *line) for line in lines]
        return found

    # ----------------------------------------------------------------------------------- the shortest lines

    def _shortest_by_move(self, position: Position) -> list[UciLine]:
        """For each first move of the series, its shortest lines."""
        rules = self.rules
        if not rules.same_side and not self.asked.most:       # set play: the ending alone
            return rules.ends(position)
        if rules.must_reach_goal(position):
            return []
        found: list[UciLine] = []
        for move in self.referee.options(position):
            lengths = range(1, self.asked.most + rules.same_side + 1)
            found += next(filter(None, (self._of_length(position, move, length) for length in lengths)), [])
        return found

    def _shortest(self, position: Position, most: int) -> list[UciLine]:
        """The shortest continuations from a position, of at most `most` moves of the series."""
        key = position.key, most
        if key not in self._known:
            lines: list[UciLine] = self._shortest(position, most - 1) if most > 1 else []
            if not lines and not self.rules.must_reach_goal(position):
                lines = [line for move in self.referee.options(position)
                         for line in self._of_length(position, move, most)]
            self._known[key] = lines
        return self._known[key]

    def _of_length(self, position: Position, move: str, length: int) -> list[UciLine]:
        """The lines of `length` moves of the series that begin with a move, if it has no shorter ones."""
        if self.rules.same_side and length == 1:
            return [(move,)] if move in self.referee.goals(position) else []
        if not self.referee.is_legal(position, move):
            return []
        after = self.referee.play(position, move)
        if length == 1:
            return [(move, *end) for end in self.rules.ends(after)]
        if not after.is_check():
            return [(move, *line) for line in self._shortest(self.referee.passed(after), length - 1)]
        ending = self.referee.goals(after) if self.rules.parry_ends(after) else ()
        found: list[UciLine] = []
        for parry in self.referee.moves(after):
            lines = [()] if parry in ending else self._shortest(self.referee.play(after, parry), length - 1)
            if not lines:
                return []
            found += [(move, parry, *line) for line in lines]
        return found
