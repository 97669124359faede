"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any, final

from feerie.search.goal.goal_search import GoalSearch
from feerie.search.lines.line_filters import LineFilters
from feerie.search.questions import LineQuestion

@final
class LineEndings:
    lines: Any
    @property
    def limit(self) -> int: ...
    def __init__(self, goals: GoalSearch, filters: LineFilters, question: LineQuestion, limit: int) -> None: ...
