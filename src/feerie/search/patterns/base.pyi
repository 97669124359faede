"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge

NEEDS: int
def suits_patterns(judge: Judge, mating_side: int, moves: int) -> bool: ...

class Patterns:
    judge: Judge
    mating_side: int
    applicable: bool
    wasted_steps: int
    def __init__(self, judge: Judge, mating_side: int) -> None: ...
    def limit_castlings(self, sides: int) -> None: ...
