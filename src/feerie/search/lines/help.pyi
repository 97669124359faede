"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.goal.goal_search import GoalSearch
from feerie.search.lines.line_endings import LineEndings
from feerie.search.lines.target_bounds import TargetBounds
from feerie.search.questions import LineQuestion
from feerie.search.transposition import TranspositionTable

PLAYS: tuple[str, str, str, str]
ENDINGS: tuple[str, str, str, str, str, str]
NEEDS: int

@final
class HelpSearch:
    @property
    def judge(self) -> Judge: ...
    @property
    def table(self) -> TranspositionTable: ...
    @property
    def goals(self) -> GoalSearch: ...
    @property
    def endings(self) -> LineEndings: ...
    @property
    def target(self) -> TargetBounds: ...
    @property
    def exact(self) -> bool: ...
    backwards: bool
    rotated: int
    @property
    def goes_on_after_goal(self) -> bool: ...
    def __init__(
        self,
        judge: Judge,
        question: LineQuestion,
        table: TranspositionTable,
        *,
        limit: int = 0,
        shortcuts: bool = True,
    ) -> None: ...
    def search_after(self, move: int, length: int) -> int: ...
    def search_endings(self) -> int: ...
    def first_moves(self, length: int) -> list[int]: ...
    def must_reach_goal(self) -> bool: ...
