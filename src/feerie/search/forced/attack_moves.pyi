"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.goal.frontier import FrontierPruning
from feerie.search.questions import SearchGoal
from feerie.search.transposition import TranspositionTable

class AttackMoves(FrontierPruning):
    play: int
    exact: bool
    shortcuts: bool
    prunings: int
    def __init__(
        self,
        judge: Judge,
        goal: SearchGoal,
        play: int,
        table: TranspositionTable,
        exact: bool = False,
        shortcuts: bool = True,
    ) -> None: ...
    def filter_mates(self, attacker: int) -> None: ...
