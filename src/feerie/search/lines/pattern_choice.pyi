"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.lines.pattern_lists import PatternLists
from feerie.search.questions import LineQuestion
from feerie.search.transposition import TranspositionTable

class PatternChoice(PatternLists):
    def __init__(self, judge: Judge, question: LineQuestion, table: TranspositionTable, *, shortcuts: bool) -> None: ...
