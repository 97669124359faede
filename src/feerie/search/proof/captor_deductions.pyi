"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.search.proof.pair_deductions import PairDeductions

class CaptorDeductions(PairDeductions): ...
