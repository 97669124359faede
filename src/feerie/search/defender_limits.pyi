"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.attack_moves import AttackMoves
from feerie.search.transposition import TranspositionTable

class DefenderLimits(AttackMoves):
    @property
    def allowance(self) -> int: ...
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
    def set_limits(self, threat: int, flights: int, trivial: int, allowance: int) -> None: ...
    def charge_allowance(self, length: int) -> int: ...
    def restore_allowance(self, allowance: int) -> None: ...
