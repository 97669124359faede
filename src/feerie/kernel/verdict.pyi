"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from enum import IntEnum
from typing import final

from feerie.kernel.state import CompiledRules, State
from feerie.kernel.tables import QUIET_BITS
from feerie.rules.genre import Genre

class PositionVerdict(IntEnum):
    OK = 0
    CHECK = 1
    MATE = 2
    STALEMATE = 3
    RUN = 4
    EXPOSED = 5
    UNPARRYABLE = 6

def compiled_rules(genre: Genre, bits: int = QUIET_BITS) -> CompiledRules: ...

@final
class Judge(State):
    def __init__(self, rules: CompiledRules, capacity: int = 128) -> None: ...
    def copy(self) -> Judge: ...
    def moves(self) -> list[int]: ...
    def legal_move_count(self) -> int: ...
    def verdict(self) -> PositionVerdict: ...
    def gives_check(self, move: int) -> bool: ...
