"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.goal.move_order import MoveOrder
from feerie.search.goal.reach import Reach

NEEDS: int

@final
class StandingReplies:
    def __init__(self, judge: Judge, reach: Reach, order: MoveOrder) -> None: ...
