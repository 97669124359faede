"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any, final

from feerie.kernel.verdict import Judge
from feerie.rules.target import Target
from feerie.search.questions import SearchGoal

NEEDS: Any
NO_NODE_LIMIT: int

@final
class GoalSearch:
    judge: Judge
    goal: int
    square: int
    nodes: int
    node_limit: int
    unfinished: bool
    asks_all_kings: bool
    def __init__(self, judge: Judge, goal: SearchGoal) -> None: ...
    def set_target(self, target: Target) -> None: ...
    def goal_side_moves(self) -> list[int]: ...
    def reaching_moves(self) -> list[int]: ...
