"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.patterns.plans import CastlingPlans

NEEDS: int
def suits_patterns(judge: Judge, mating_side: int, moves: int) -> bool: ...

class Patterns(CastlingPlans):
    applicable: bool
    wasted_steps: int
    def __init__(self, judge: Judge, mating_side: int, plans: bool = False) -> None: ...
    def limit_castlings(self, sides: int) -> None: ...
