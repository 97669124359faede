"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence
from typing import final

from feerie.search.goal.goal_search import GoalSearch
from feerie.search.proof.limits import Limits
from feerie.search.questions import LineQuestion

@final
class TargetBounds:
    bounds: int
    limits: Limits
    played: Sequence[int]
    deductions: int
    def __init__(self, goals: GoalSearch, question: LineQuestion) -> None: ...
    def follow_from_root(self, length: int) -> None: ...
    def follows_from_start(self) -> bool: ...
    def begin_at_root(self, length: int) -> bool: ...
    def distinguish_cases(self, white: int, black: int) -> None: ...
