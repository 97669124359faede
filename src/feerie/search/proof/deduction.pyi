"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.proof.ways import Ways

@final
class Deduction:
    @property
    def ways(self) -> Ways: ...
    rounds: int
    has_given_moves: bool
    refuted_by_parity: int
    def __init__(
        self,
        judge: Judge,
        wanted: Sequence[int],
        bounds: int,
        first: bool = True,
        rights: int = -1,
    ) -> None: ...
    def facts(self) -> list[tuple[int, int, list[tuple[int, int, int]], int, int]]: ...
