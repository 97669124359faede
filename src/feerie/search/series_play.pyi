"""What Python code can use of the compiled module beside this file. Written by scripts/write-stubs."""
from feerie.search.pattern_choice import PatternChoice

class SeriesPlay(PatternChoice): ...
