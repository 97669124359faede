"""The task of forced play: direct, self and reflex problems are solved by a tree."""
from __future__ import annotations

from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role, Solution
from feerie.search.prunings import Prunings
from feerie.search.transposition import TranspositionTable
from feerie.solving.forced_jobs import ForcedWhole, ForcedWorker, KeysOnly
from feerie.solving.forced_tree import PLAYS
from feerie.solving.jobs import Value, Whole
from feerie.solving.task import Task

__all__ = ["ForcedTask"]


class ForcedTask(Task):
    """Keys, with their play if `variations`; tries and set play if they are asked for.

    Long jobs are not split unless a worker is idle. The transposition table keeps what they find out, and the parts of
    a job can cost several times as much as the whole: a search first tries the move that decided a shorter search.
    """

    PLAYS = PLAYS
    whole: Whole = ForcedWhole()
    first = 0
    """A packed move that solves, as far as is known: it is tried first. 0 for none."""

    def __init__(self, problem: Problem, limit: int = 0, *, shortcuts: bool = True, variations: bool = True,
                 prunings: Prunings = Prunings.ALL) -> None:
        """`prunings`: the proofs near the end that are used; none without `shortcuts`."""
        super().__init__(problem, limit, shortcuts=shortcuts)
        self.prunings = prunings
        self.variations = variations
        if not variations:
            self.whole = KeysOnly()

    def worker(self, table: TranspositionTable) -> ForcedWorker:
        """A new worker."""
        worker = ForcedWorker(self.problem, self.limit, table, self.shortcuts, self.prunings)
        worker.first = self.first
        return worker

    def solution(self, value: Value, complete: bool, nodes: int, seconds: float) -> Solution:
        """The solution from the value of ForcedWhole, None for nothing."""
        set_play, tries, keys, short, zugzwang, cut = value if value is not None else ((), (), (), False, False, False)
        found = Solution(self.problem, complete and not cut,
                         Node(None, Role.DIAGRAM, (*set_play, *tries, *keys), zugzwang), (), (), short, nodes, seconds)
        return found if self.variations else found.without_variations()
