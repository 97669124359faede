"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.forced import ForcedSearch
from feerie.search.transposition import TranspositionTable

@final
class ProofNumberSearch:
    @property
    def forced(self) -> ForcedSearch: ...
    @property
    def judge(self) -> Judge: ...
    table: TranspositionTable
    numbers: TranspositionTable
    def __init__(self, forced: ForcedSearch, numbers: TranspositionTable) -> None: ...
    def prove(self, length: int) -> int: ...
    def winning_move(self, length: int) -> int: ...
