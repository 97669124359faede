"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.goal.flights import FlightTest
from feerie.search.questions import SearchGoal
from feerie.search.transposition import TranspositionTable

NEEDS: int

class FrontierPruning(FlightTest):
    def __init__(self, judge: Judge, goal: SearchGoal, table: TranspositionTable) -> None: ...
