"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import MutableSequence
from typing import final

from feerie.search.proof.ways import Ways

Words = Table = MutableSequence[int]

@final
class Pairs:
    def __init__(self, ways: Ways) -> None: ...
