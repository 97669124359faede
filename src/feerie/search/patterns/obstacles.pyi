"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.patterns.base import Patterns

class ObstaclePatterns(Patterns):
    def __init__(self, judge: Judge, mating_side: int, plans: bool = False) -> None: ...
