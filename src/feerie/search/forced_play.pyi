"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge
from feerie.search.defender_limits import DefenderLimits
from feerie.search.transposition import TranspositionTable

class ForcedPlay(DefenderLimits):
    quodlibet: bool
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
