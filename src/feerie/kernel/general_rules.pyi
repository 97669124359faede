"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.kernel.compiled_rules import CompiledRules
from feerie.kernel.general_tables import GeneralTables

class GeneralRules(CompiledRules):
    def __init__(self, tables: GeneralTables) -> None: ...
