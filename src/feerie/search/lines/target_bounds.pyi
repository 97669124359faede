"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence

from feerie.kernel.verdict import Judge
from feerie.search.lines.forced_endings import ForcedEndings
from feerie.search.proof.limits import Limits
from feerie.search.questions import LineQuestion
from feerie.search.transposition import TranspositionTable

class TargetBounds(ForcedEndings):
    play: int
    exact: bool
    bounds: int
    limits: Limits
    played: Sequence[int]
    deductions: int
    def __init__(self, judge: Judge, question: LineQuestion, table: TranspositionTable) -> None: ...
    def follow_from_root(self, length: int) -> None: ...
    def follows_from_start(self) -> bool: ...
    def begin_at_root(self, length: int) -> bool: ...
    def distinguish_cases(self, white: int, black: int) -> None: ...
