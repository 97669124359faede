"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.lines.pattern_choice import PatternChoice
from feerie.search.questions import LineQuestion
from feerie.search.transposition import TranspositionTable

NEEDS: int

@final
class HelpSearch(PatternChoice):
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
