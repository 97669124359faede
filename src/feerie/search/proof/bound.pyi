"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence
from typing import final

from feerie.kernel.verdict import Judge
from feerie.search.proof.deduction import Deduction
from feerie.search.proof.limits import Limits

@final
class ProofBound:
    @property
    def deduction(self) -> Deduction: ...
    level: int
    applicable: bool
    feasible: bool
    def __init__(
        self,
        judge: Judge,
        wanted: Sequence[int],
        bounds: int,
        previous: ProofBound | None = None,
        rights: int = -1,
    ) -> None: ...
    def cases_of(self, side: int) -> list[int]: ...
    def set_cases(self, white: int, black: int) -> None: ...
    def leave_open(self, white: int, black: int) -> None: ...
    def set_limits(self, limits: Limits) -> None: ...
    def begin(self, p: int, white_moves: int, black_moves: int) -> bool: ...
