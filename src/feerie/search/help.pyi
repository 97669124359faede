"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.pattern_choice import PatternChoice
from feerie.search.transposition import TranspositionTable

PLAYS: tuple[str, str, str, str]
ENDINGS: tuple[str, str, str, str, str, str]

@final
class HelpSearch(PatternChoice):
    backwards: bool
    rotated: int
    @property
    def goes_on_after_goal(self) -> bool: ...
    def __init__(
        self,
        judge: Judge,
        goal: int,
        play: int,
        table: TranspositionTable,
        ending: int = 0,
        *,
        exact: bool = False,
        limit: int = 0,
        square: int = -1,
        own_goal: int = 0,
        own_square: int = -1,
        shortcuts: bool = True,
    ) -> None: ...
    def search_after(self, move: int, length: int) -> int: ...
    def search_endings(self) -> int: ...
    def first_moves(self, length: int) -> list[int]: ...
    def must_reach_goal(self) -> bool: ...
