"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.lines.pattern_lists import PatternLists
from feerie.search.lines.target_bounds import TargetBounds
from feerie.search.questions import LineQuestion

@final
class PatternChoice:
    def __init__(self, lists: PatternLists, target: TargetBounds, question: LineQuestion) -> None: ...
