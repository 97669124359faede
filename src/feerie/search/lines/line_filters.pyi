"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.lines.line_endings import LineEndings
from feerie.search.patterns.base import Patterns
from feerie.search.questions import LineQuestion
from feerie.search.transposition import TranspositionTable

class LineFilters(LineEndings):
    shortcuts: bool
    awaits_last: bool
    patterns: Patterns
    def __init__(self, judge: Judge, question: LineQuestion, table: TranspositionTable, *, shortcuts: bool) -> None: ...
