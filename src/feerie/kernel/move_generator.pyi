"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.compiled_rules import CompiledRules

DEPTH: int

class MoveGenerator:
    rules: CompiledRules
    @property
    def properties(self) -> int: ...
    ply: int
    capacity: int
    stopped: bool
    out_of_memory: bool
    list_size: int
    def __init__(self, rules: CompiledRules, capacity: int = DEPTH) -> None: ...
    def ensure_list(self) -> None: ...
    def release_list(self) -> None: ...
    def has(self, needs: int) -> bool: ...
