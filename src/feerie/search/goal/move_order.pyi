"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.goal.goal_search import GoalSearch

@final
class MoveOrder:
    def __init__(self, goals: GoalSearch) -> None: ...
