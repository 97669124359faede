"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.frontier import FrontierPruning
from feerie.search.transposition import TranspositionTable

class AttackMoves(FrontierPruning):
    play: int
    exact: bool
    shortcuts: bool
    prunings: int
    def __init__(
        self,
        judge: Judge,
        goal: int,
        play: int,
        table: TranspositionTable,
        exact: bool = False,
        square: int = -1,
        shortcuts: bool = True,
    ) -> None: ...
    def filter_mates(self, attacker: int) -> None: ...
