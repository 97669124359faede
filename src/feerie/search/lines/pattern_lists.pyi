"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.goal.goal_search import GoalSearch
from feerie.search.lines.line_filters import LineFilters
from feerie.search.questions import LineQuestion

@final
class PatternLists:
    @property
    def judge(self) -> Judge: ...
    @property
    def goals(self) -> GoalSearch: ...
    @property
    def filters(self) -> LineFilters: ...
    def __init__(self, goals: GoalSearch, filters: LineFilters, question: LineQuestion) -> None: ...
