"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.proof.pairs import Pairs
from feerie.search.proof.ways import Ways

@final
class PairTables:
    def __init__(self, ways: Ways, pairs: Pairs) -> None: ...
