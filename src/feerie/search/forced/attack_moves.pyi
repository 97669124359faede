"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.goal.goal_search import GoalSearch

@final
class AttackMoves:
    prunings: int
    def __init__(self, goals: GoalSearch, play: int, exact: bool, shortcuts: bool) -> None: ...
    def filter_mates(self, attacker: int) -> None: ...
