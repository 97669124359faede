"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.proof.pair_deductions import PairDeductions
from feerie.search.proof.ways import Ways

@final
class WalkLengths:
    def __init__(self, men: Ways, pairs: PairDeductions) -> None: ...
