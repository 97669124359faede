"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import final

@final
class LineRecords:
    def __init__(self) -> None: ...
