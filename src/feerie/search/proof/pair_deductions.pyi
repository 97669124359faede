"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.proof.ways import Ways

@final
class PairDeductions:
    def __init__(self, ways: Ways, bounds: int, first: bool) -> None: ...
