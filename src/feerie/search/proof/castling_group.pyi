"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

from feerie.search.proof.ways import Ways

@final
class CastlingGroup:
    applies: bool
    def __init__(self, ways: Ways) -> None: ...
