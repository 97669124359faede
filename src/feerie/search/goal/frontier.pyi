"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.goal.flights import FlightTest
from feerie.search.goal.goal_search import GoalSearch
from feerie.search.goal.move_order import MoveOrder
from feerie.search.goal.reach import Reach
from feerie.search.goal.standing_replies import StandingReplies

@final
class FrontierPruning:
    @property
    def reach(self) -> Reach: ...
    @property
    def order(self) -> MoveOrder: ...
    @property
    def replies(self) -> StandingReplies: ...
    @property
    def flights(self) -> FlightTest: ...
    def __init__(self, goals: GoalSearch) -> None: ...
