"""Men of the dictionary that quick tests take: the oldest twelve, and one of each further kind of movement."""
from __future__ import annotations

from feerie.men import MEN
from feerie.rules.compound import Compound
from feerie.rules.facet import has_plain_movement

OLDEST = MEN[:12]
KINDS = ("BU", "RO", "RB", "C", "RR", "QQ", "KA", "KP", "G2", "CG", "M", "HA", "SC", "EN", "LH", "QE", "B1", "EH", "AO",
         "AH", "ML", "SA", "MS", "SK", "MH", "SP", "CP",
         "DR", "GY", "SH", "DG", "BN", "LS")
SOME = (*OLDEST, *(man for man in MEN if man.letter in KINDS))
IN_TABLES = tuple(man for man in MEN if man.moves and not has_plain_movement(man.moves))
"""Men that look-ups hold: all but those whose movements are compound, or asked in Python."""
COMPILED = (*IN_TABLES, *(man for man in MEN if man.moves and isinstance(man.moves[0][0], Compound)))
OTHERS = tuple(man for man in MEN if man not in SOME and man.moves)
NO_CYLINDER = ("RB", "GT", "B1", "B2", "B3", "AO", "OA", "ML", "MM", "MH")
"""Letters of men whose look-ups have no room on a cylinder."""
