"""Which judge a genre needs: the fast one, or that of the general path."""
from __future__ import annotations

from feerie.kernel.compiled_rules import CompiledRules
from feerie.kernel.general_judge import GeneralJudge
from feerie.kernel.general_rules import GeneralRules
from feerie.kernel.move_generator import DEPTH
from feerie.kernel.verdict import Judge

__all__ = ["new_judge"]


def new_judge(rules: CompiledRules, capacity: int = DEPTH) -> Judge:
    """A judge for compiled rules, `capacity` moves deep."""
    return GeneralJudge(rules, capacity) if isinstance(rules, GeneralRules) else Judge(rules, capacity)
