"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.goal.goal_search import GoalSearch
from feerie.search.questions import SearchGoal
from feerie.search.transposition import TranspositionTable

class MatingChecks(GoalSearch):
    def __init__(self, judge: Judge, goal: SearchGoal, table: TranspositionTable) -> None: ...
