"""A second opinion on solutions: documents of the solver replayed from the definitions, without the solver's code.

Nothing of the searches is imported here. Moves and verdicts on positions are those of `Position`; goals, kinds of play
and the conventions of a solution's tree are written anew, plainly and slowly.
"""
