"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from collections.abc import Callable

from feerie.kernel.verdict import Judge

MAX_PERFT_DEPTH: int
POLL: float
Progress = Callable[[int, int], None]
def count_leaves(judge: Judge, depth: int, bulk: bool = True) -> int: ...
def divide(
    judge: Judge,
    depth: int,
    threads: int = 1,
    progress: Progress | None = None,
    found: dict[int, int] | None = None,
) -> dict[int, int]: ...
