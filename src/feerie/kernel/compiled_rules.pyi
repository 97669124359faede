"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from typing import Any, final

DOCTRINES: tuple[Any, Any, Any, Any]

@final
class CompiledRules:
    tables: Any
    def __init__(self, tables: Any) -> None: ...
