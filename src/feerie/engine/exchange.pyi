"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.engine.evaluation import Evaluation

class Exchange(Evaluation): ...
