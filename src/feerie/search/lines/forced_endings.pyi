"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.lines.uncovered_lines import UncoveredLines
from feerie.search.questions import SearchGoal
from feerie.search.transposition import TranspositionTable

NEEDS: int

class ForcedEndings(UncoveredLines):
    filters_closing: bool
    def __init__(self, judge: Judge, goal: SearchGoal, table: TranspositionTable) -> None: ...
    def filter_closing(self, mating_side: int) -> None: ...
