"""The rules of lines in help and series play: how they go on, and how they end.

A line consists of its play and an ending. The play: moves of both sides in turn, or of one side alone while the other
passes. In parry series checks are parried: every parry must leave a line, or (with help) one of them. The endings, by
kind of play, from the position in which they begin:

goal     a move reaches the goal: in a series a move of the side that played it, otherwise of the other side.
reply    the other side reaches the goal (ser-h#).
forced   every move of the other side reaches the goal, and there is one (hs#, ser-s#).
offered  the other side can reach the goal and does; neither side could on its turns before (hr#, ser-r#).
helped   any move after which every move of the other side reaches the goal, and there is one (ser-hs#).
either   a move that reaches the mover's own goal, or any move and one that reaches the goal; both must exist (reci-h#).
         In a series (ser-reci-h#) it begins with the side that played the series.

In a series that is not a parry series only the last move may give check. Unless the length is exact, a line may be
shorter; then it ends as soon as it can (goal, offered), though a series with stalemate as the goal may also go on after
it. In parry series without help no shorter line may exist: each first move has its shortest lines, and so has every
position in which the series goes on; after a check it is as long as the longest of the parries' shortest lines. Where
every move must reach the goal (forced), a parry that does so ends its line, whatever its length. A shorter line must
have a move of play before the ending; exceptions are a goal reached at once and, outside series, reciprocal play and a
reflex duty in the diagram. There may be fewer introductory moves than stated, but at least one.
"""
from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from feerie.game.position import Position
from feerie.problems.problem import Problem
from feerie.problems.solution import UciLine
from feerie.problems.stipulation import Play
from feerie.rules.goal import Aim
from feerie.rules.side import SIDES
from feerie.verification.claims import CheckBudget, RefutationReason
from feerie.verification.referee import Referee

__all__ = ["ENDINGS", "OPPOSED", "LineEnding", "LineRules", "LinesAsked"]


class LineEnding(Enum):
    """How a line ends; see above."""

    GOAL = "goal"
    REPLY = "reply"
    FORCED = "forced"
    OFFERED = "offered"
    HELPED = "helped"
    EITHER = "either"

    @property
    def lengths(self) -> tuple[int, ...]:
        """The numbers of moves that the ending may have, that of a full line last."""
        return (1, 2) if self is LineEnding.EITHER else (2,) if self is LineEnding.HELPED else (1,)


ENDINGS = {play: ending for ending, plays in {
    LineEnding.GOAL: (Play.HELP, Play.A_TO_B, Play.PROOF, Play.SERIES, Play.PARRY_SERIES, Play.PARRY_HELP_SERIES),
    LineEnding.REPLY: (Play.SERIES_HELP, Play.PARRY_SERIES_HELP),
    LineEnding.FORCED: (Play.HELP_SELF, Play.SERIES_SELF, Play.PARRY_SERIES_SELF, Play.PARRY_HELP_SERIES_SELF),
    LineEnding.OFFERED: (Play.HELP_REFLEX, Play.SERIES_REFLEX, Play.PARRY_SERIES_REFLEX, Play.PARRY_HELP_SERIES_REFLEX),
    LineEnding.HELPED: (Play.SERIES_HELP_SELF, Play.PARRY_SERIES_HELP_SELF),
    LineEnding.EITHER: (Play.RECIPROCAL, Play.SERIES_RECIPROCAL),
}.items() for play in plays}
"""The kinds of play that the checker knows, with their endings."""
OPPOSED = (Play.PARRY_SERIES, Play.PARRY_SERIES_SELF, Play.PARRY_SERIES_REFLEX)
"""The parry series without help: every parry must leave a line."""


@dataclass(frozen=True)
class LineRules:
    """The rules of a kind of play. `referee` knows the goal, `own` the other side's goal in reciprocal play.

    `parry`: checks in the series are parried; `opposed`: every parry must leave a line. `goes_on`: a line may go on
    from the goal and reach it again, because there are constraints.
    """

    series: bool
    parry: bool
    opposed: bool
    ending: LineEnding
    exact: bool
    referee: Referee
    own: Referee
    goes_on: bool = False

    @classmethod
    def of(cls, problem: Problem, budget: CheckBudget) -> LineRules:
        """The rules of a problem's stipulation."""
        stipulation = problem.stipulation
        play = stipulation.play
        side = stipulation.goal_side ^ problem.attacker
        both = ENDINGS[play] is LineEnding.OFFERED        # both sides have duties
        referee = Referee(stipulation.goal, budget, problem.end, SIDES if both else (SIDES[side],))
        own = Referee(stipulation.own_goal, budget, sides=(SIDES[1 - side],)) if stipulation.own_goal else referee
        return cls(play.is_series, play.is_parry, play in OPPOSED, ENDINGS[play], stipulation.exact, referee, own,
                   bool(problem.constraints))

    @property
    def same_side(self) -> bool:
        """Whether the side that plays a series also plays its ending."""
        return self.ending in (LineEnding.GOAL, LineEnding.EITHER)

    @property
    def only_shortest(self) -> bool:
        """Whether only the shortest lines count: in parry series without help."""
        return self.opposed and not self.exact

    @property
    def goal_ends_line(self) -> bool:
        """Whether a move that reaches the goal, where a line may end, ends it; after stalemate a series may go on."""
        return self.ending is LineEnding.GOAL and not self.exact and not self.goes_on and (
            not self.series or self.opposed or self.referee.goal.aim not in (Aim.STALEMATE, Aim.MATE_OR_STALEMATE))

    def parry_ends(self, position: Position) -> bool:
        """Whether a parry of the check may end a line: he must reach the goal and chooses the parry."""
        return self.opposed and self.ending is LineEnding.FORCED and position.is_check()

    def ends(self, position: Position) -> list[UciLine]:
        """All endings from a position."""
        if self.ending is LineEnding.HELPED:
            return [(move, end) for move in self.referee.moves(position)
                    for end in self.all_reach(self.referee.play(position, move))]
        goals = self.referee.goals(position)
        if self.ending is LineEnding.EITHER:
            own = self.own.goals(position)
            others = [(move, goal) for move in self.referee.moves(position)
                      for goal in self.referee.goals(self.referee.play(position, move))] if own else []
            return [*((move,) for move in own), *others] if others else []
        return [(move,) for move in (self.all_reach(position) if self.ending is LineEnding.FORCED else goals)]

    def all_reach(self, position: Position) -> tuple[str, ...]:
        """The legal moves if all of them reach the goal, otherwise none."""
        goals = self.referee.goals(position)
        return goals if all(move in goals for move in self.referee.options(position)) else ()

    def must_reach_goal(self, position: Position) -> bool:
        """Whether the side to move has a reflex duty: it can reach the goal and therefore must."""
        return self.ending is LineEnding.OFFERED and bool(self.referee.goals(position))


@dataclass(frozen=True)
class LinesAsked:
    """Which lines: from a position `introductory` moves, at most `most` moves of play, and the ending."""

    rules: LineRules
    start: Position
    most: int
    introductory: int = 0

    def may_end(self, played: int) -> bool:
        """Whether an ending may follow after `played` moves of play."""
        if played == self.most:
            return True
        if self.rules.exact or not 0 <= played < self.most or not self.rules.series and (self.most - played) % 2:
            return False
        if played == 0:
            return self.rules.ending is LineEnding.GOAL or not self.rules.series and (
                self.rules.same_side or self.rules.must_reach_goal(self.start))
        return True

    def length_fault(self, played: int) -> RefutationReason:
        """Why no ending may follow after `played` moves of play."""
        return RefutationReason.TOO_LONG if played > self.most else RefutationReason.WRONG_LENGTH
