"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.goal.frontier import FrontierPruning
from feerie.search.goal.goal_search import GoalSearch

NEEDS: int

@final
class ForcedEndings:
    def __init__(self, goals: GoalSearch, frontier: FrontierPruning) -> None: ...
    def filter_closing(self, mating_side: int) -> None: ...
