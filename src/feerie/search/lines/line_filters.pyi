"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.goal.goal_search import GoalSearch
from feerie.search.goal.standing_replies import StandingReplies
from feerie.search.lines.forced_endings import ForcedEndings
from feerie.search.questions import LineQuestion

@final
class LineFilters:
    @property
    def replies(self) -> StandingReplies: ...
    @property
    def forced_endings(self) -> ForcedEndings: ...
    def __init__(self, goals: GoalSearch, question: LineQuestion, *, shortcuts: bool) -> None: ...
