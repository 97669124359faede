"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any

from feerie.kernel.verdict import Judge
from feerie.search.lines.target_bounds import TargetBounds
from feerie.search.questions import LineQuestion
from feerie.search.transposition import TranspositionTable

class LineEndings(TargetBounds):
    ending: int
    own_goal: int
    own_square: int
    lines: Any
    limit: int
    uses_patterns: bool
    def __init__(self, judge: Judge, question: LineQuestion, table: TranspositionTable) -> None: ...
