"""An independent check of solutions: the solver's documents are replayed from the definitions, without its code.

Nothing of the search or of the solver is imported here; a test says what may be imported. Legal moves, check, mate and
stalemate are those of `Position`; where a king is left attacked, and it has none, `WhatIf` is asked. Goals, kinds of
play and the conventions of a solution's tree are implemented a second time, plainly and slowly.
"""
