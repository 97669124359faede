"""The task of forced play: direct, self and reflex problems are solved by a tree."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role, Solution
from feerie.problems.stipulation import Play
from feerie.search.forced.proof_numbers import DECIDING_LEAF
from feerie.search.forced.prunings import Prunings
from feerie.search.transposition import MIN_ENTRIES, TranspositionTable, entries_for
from feerie.solving.forced_jobs import ForcedWhole, ForcedWorker, KeysOnly, ProofNumbers
from feerie.solving.forced_tree import PLAYS
from feerie.solving.jobs import Value, Whole
from feerie.solving.table_sizes import table_of
from feerie.solving.task import Task

__all__ = ["PROVED_FROM", "ForcedTask"]

PROVED_FROM = 8
"""The moves of a direct problem from which on proof numbers decide.

Of published problems in six and seven moves they decide fewer in the same time than ForcedSearch does; in eight moves
and more, most in fewer positions, but not all.
"""


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
                 prunings: Prunings = Prunings.ALL, proved_from: int = PROVED_FROM, leaf: int = DECIDING_LEAF) -> None:
        """`prunings`: the proofs near the end that are used; none without `shortcuts`.

        `proved_from`: the moves from which on proof numbers decide; `leaf`: the length of their leaves.
        """
        super().__init__(problem, limit, shortcuts=shortcuts)
        self.prunings = prunings
        self.variations = variations
        self.leaf = leaf
        self.proves = shortcuts and problem.stipulation.moves >= proved_from and _can_prove(problem)
        self.numbers: TranspositionTable | None = None
        if not variations:
            self.whole = KeysOnly()

    def table(self, most: int) -> TranspositionTable:
        """A table for the workers; where proof numbers decide, they share another one of the same size for these."""
        if not self.proves:
            return super().table(most)
        self.numbers = table_of(self.problem.plies, most // 2, MIN_ENTRIES)
        return super().table(most // 2)

    @property
    def further_tables(self) -> Sequence[TranspositionTable]:
        """That of proof numbers, where these decide."""
        return (self.numbers,) if self.numbers else ()

    def worker(self, table: Callable[[], TranspositionTable]) -> ForcedWorker:
        """A new worker."""
        worker = ForcedWorker(self.problem, self.limit, table, self.shortcuts, self.prunings, self._proofs)
        worker.first = self.first
        return worker

    def _proofs(self) -> ProofNumbers | None:
        """What searches by proof numbers need; None where these do not decide."""
        if not self.proves:
            return None
        return ProofNumbers(self.numbers or TranspositionTable(entries_for(self.problem.plies)), self.leaf)

    def solution(self, value: Value, complete: bool, nodes: int, seconds: float) -> Solution:
        """The solution from the value of ForcedWhole, None for nothing."""
        set_play, tries, keys, short, zugzwang, cut, *undecided = value or ((), (), (), False, False, False)
        found = Solution(self.problem, complete and not cut,
                         Node(None, Role.DIAGRAM, (*set_play, *tries, *keys), zugzwang), (), (), short, nodes, seconds,
                         undecided=sum(undecided))
        return found if self.variations else found.without_variations()


def _can_prove(problem: Problem) -> bool:
    """Whether proof numbers can decide a problem: direct play for a goal that one move may be looked for."""
    from feerie.solving.find_mate import can_find  # needed by few problems

    options = replace(problem.options, start_move=(), up_to_move=())        # each first move is decided by itself
    return problem.stipulation.play is Play.DIRECT and can_find(replace(problem, options=options))
