"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.verdict import Judge

class ManGraphs:
    effort: int
    def __init__(self, judge: Judge, rights: int) -> None: ...
