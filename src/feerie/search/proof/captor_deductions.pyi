"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Sequence

from feerie.kernel.verdict import Judge
from feerie.search.proof.pair_deductions import PairDeductions

class CaptorDeductions(PairDeductions):
    def __init__(self, judge: Judge, wanted: Sequence[int], bounds: int, first: bool, rights: int) -> None: ...
