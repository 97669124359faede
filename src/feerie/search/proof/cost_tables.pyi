"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence
from typing import final

from feerie.kernel.verdict import Judge

@final
class CostTables:
    def __init__(
        self,
        judge: Judge,
        wanted: Sequence[int],
        bounds: int,
        previous: CostTables | None,
        rights: int,
    ) -> None: ...
