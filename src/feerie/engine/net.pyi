"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any, final

from feerie.engine.net_file import NetFile
from feerie.engine.net_inputs import NetInputs
from feerie.kernel.tables import Tables

NET_ACTIVE: int
NET_SHIFT: int

@final
class Net:
    @property
    def file(self) -> Any: ...
    @property
    def hidden(self) -> int: ...
    def __init__(self, file: NetFile, tables: Tables) -> None: ...
    def evaluation_of(self, judge: Any) -> int: ...

def check_bounds(file: NetFile, inputs: NetInputs) -> None: ...
