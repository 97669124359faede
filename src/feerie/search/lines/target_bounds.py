# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The bounds that a search for a target position uses: which of them follows the men, and when another is deduced.

The bound of the root (`ProofBound`) follows each move. Where it pays, a new one, which knows more, is deduced at a
later position.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.search.goal.goal_search import GoalSearch
from feerie.search.proof.bound import ProofBound
from feerie.search.proof.limits import PathLimits
from feerie.search.questions import LineQuestion

if not cython.compiled:
    from feerie.kernel.plain import FULL, SPREAD
    from feerie.search.proof.structs import OPEN_CASE, USE_CASES, USE_PRICES, USE_TRIPLES
    HELP, SERIES, PARRY, PARRY_HELP = 0, 1, 2, 3
    SAMPLED_LENGTHS, RETRY_INTERVAL = 64, 16
    MAX_DEDUCTIONS, ROUND_NODES, EFFORT_PER_NODE, LARGE_SUBTREE = 16, 100, 60, 1000
    WORTH_A_TRIAL = 8


class TargetBounds:
    """May follow the men to the position that is the goal; see `HelpSearch`, which makes the moves.

    `play`: the number of its LinePlay. `exact`: no shorter lines. `bounds`: which are used, see proof/structs; 0:
    none. `limits`: the author's, None where there are none. `played`: the moves from the start of the problem to the
    position on top; limits name men by where they started. `uses_proof_bound`: are men followed?
    """

    def __init__(self, goals: GoalSearch, question: LineQuestion) -> None:
        self.judge, self.goals = goals.judge, goals
        self.play, self.exact = question.play, question.exact
        self.bounds, self.uses_proof_bound = 0, False
        self.limits: PathLimits | None = None
        self.played: Sequence[int] = ()
        self.cases: list[list[ProofBound]] = []
        self.trial_failed = False
        self.proof_rights = -1      # castling rights that the proof bounds were made for: their graph depends on these
        self.proof_bounds: list[ProofBound] = []
        self.deductions, self.lacks_memory, self.first_effort = 0, False, 0
        if not cython.compiled:
            self.case_rights, self.case_keys = [0, 0], [0, 0]
            self.proof_bound = None
            self.plain_mean, self.deduced_mean = [0.0] * SAMPLED_LENGTHS, [0.0] * SAMPLED_LENGTHS
            self.plain_count, self.deduced_count = [0] * SAMPLED_LENGTHS, [0] * SAMPLED_LENGTHS

    def follow_from_root(self, length: int) -> None:
        """Begin to follow the men from the position on top; `uses_proof_bound` says whether they can be followed."""
        rights = self.judge.frames[0 if self.follows_from_start() else self.judge.ply].rights
        if self.proof_rights != rights:
            self.proof_rights = rights
            self.proof_bounds, self.cases, self.trial_failed = [], [], False
        self.proof_bound = self.bound_at_level(0)
        self.proof_possible = self.begin_at_root(length)
        self.first_effort = self.proof_bound.deduction.paths.effort
        self.uses_proof_bound = self.proof_bound.applicable

    def can_end_at_target(self, p: int, move: int, left: int) -> bool:
        """Can a line with `left` moves from p go on to the target after a move, which is made at p + 1?"""
        if self.play == HELP:
            return self.proof_bound.advance(p, move, (left - 1) // 2, left // 2)
        return self.proof_bound.advance(p, move, left - 1, 0)

    def learn_plain(self, left: int, nodes: int) -> None:
        """Note how many positions were searched below one with `left` moves left, without a deduction."""
        if left < SAMPLED_LENGTHS:
            self.plain_mean[left] += (nodes - self.plain_mean[left]) / min(self.plain_count[left] + 1, 16)
            self.plain_count[left] += 1

    def learn_deduced(self, left: int, nodes: int) -> None:
        """The same with the deduction of the bound in use, whose cost counts as some positions, too."""
        cost = nodes + self.proof_bound.deduction.paths.effort / EFFORT_PER_NODE \
            + ROUND_NODES * self.proof_bound.deduction.rounds
        self.deduced_mean[left] += (cost - self.deduced_mean[left]) / min(self.deduced_count[left] + 1, 16)
        self.deduced_count[left] += 1

    def is_deduction_worthwhile(self, left: int) -> bool:
        """Is a deduction at a position with `left` moves left expected to save more than it costs?"""
        if left >= SAMPLED_LENGTHS or self.lacks_memory or self.proof_bound.level >= MAX_DEDUCTIONS:
            return False
        large = max(LARGE_SUBTREE, self.first_effort // (EFFORT_PER_NODE * WORTH_A_TRIAL))
        if self.goals.node_limit < self.goals.nodes + LARGE_SUBTREE:
            return False        # the search will stop before it pays
        if self.plain_count[left] < 4:
            return self.plain_count[left - 1] + self.deduced_count[left - 1] >= 4 \
                and max(self.plain_mean[left - 1], self.deduced_mean[left - 1]) > large
        if self.plain_mean[left] < large and self.deduced_count[left] < 4:
            return False
        if self.deduced_count[left] < 4:
            return True
        if self.deduced_mean[left] > 2 * self.plain_mean[left]:
            return (self.plain_count[left] + self.deduced_count[left]) % (64 * RETRY_INTERVAL) == 0
        return (self.deduced_mean[left] < self.plain_mean[left]) \
            != ((self.plain_count[left] + self.deduced_count[left]) % RETRY_INTERVAL == 0)

    def bound_at_level(self, level: int) -> ProofBound:
        """The proof bound with `level` others before it."""
        while len(self.proof_bounds) <= level:
            wanted = [self.goals.target_men[i] for i in range(2 * self.judge.kinds)]
            previous = self.proof_bounds[len(self.proof_bounds) - 1] if self.proof_bounds else None
            self.proof_bounds.append(ProofBound(self.judge, wanted, self.bounds, previous, self.proof_rights))
            self.proof_bounds[level].deduction.has_given_moves = self.exact
            if self.goals.unfinished:
                self.proof_bounds[level].leave_open(self.goals.open_squares[0], self.goals.open_squares[1])
            if level == 0 and self.limits is not None:
                self.proof_bounds[level].set_limits(self.limits)
        return self.proof_bounds[level]

    def takes_next_bound(self) -> bool:
        """Take the bound after the one in use into use, which is to be deduced; False if there is no memory for it."""
        with cython.gil:
            try:
                self.proof_bound = self.bound_at_level(self.proof_bound.level + 1)
            except MemoryError:
                self.lacks_memory = True
        if self.lacks_memory:
            return False
        self.deductions += 1
        return True

    def return_to_last_bound(self) -> None:
        """Use the bound again that was in use before `takes_next_bound`."""
        with cython.gil:
            self.proof_bound = self.proof_bounds[self.proof_bound.level - 1]

    def follows_from_start(self) -> bool:
        """Are men followed from the start of the problem, not from the position on top? Where limits name them."""
        return self.limits is not None and self.play == HELP and 0 < self.judge.ply == len(self.played)

    def begin_at_root(self, length: int) -> bool:
        """Begin to follow the men to the target from the position on top; False if there are no such games.

        Where they are followed from the start, the bound used afterwards is the one after the first. Other threads do
        not have to wait for deductions.
        """
        p, first = self.judge.ply, 0 if self.follows_from_start() else self.judge.ply
        with cython.nogil:
            possible = self.begin_proof(first, length + p - first)
        if first == p:
            return possible
        if not possible or not self.proof_bound.applicable:
            return not self.proof_bound.applicable
        for i in range(p):
            if not self.can_end_at_target(i, self.played[i], length + p - i):
                return False
        self.proof_bound = self.bound_at_level(1)
        with cython.nogil:
            possible = self.begin_proof(p, length)
        return possible

    def has_thorough_search(self) -> bool:
        """Can a slower, thorough search know more?"""
        if self.proof_bound.deduction.graph.castles_with_enemy:
            return self.bounds & USE_PRICES != 0
        return self.bounds & (USE_CASES | USE_TRIPLES) != 0

    def begin_proof(self, p: int, left: int) -> bool:
        """Begin to follow the men from p, with `left` moves to the target; False if it cannot be reached."""
        ours = left if self.play != HELP else (left + 1) // 2
        theirs = left - ours
        if self.judge.frames[p].turn:
            return self.proof_bound.begin(p, theirs, ours)
        return self.proof_bound.begin(p, ours, theirs)

    def cases_of_sides(self) -> tuple[list[int], list[int]]:
        """The cases of castlings of each side that are searched one by one; OPEN_CASE alone: they are not."""
        first = self.bound_at_level(0)
        white, black = first.cases_of(0), first.cases_of(1)
        if not self.bounds & USE_CASES or not white or not black:
            white = black = [OPEN_CASE]
        return white, black

    def begin_case(self, number: int, white: int, black: int, length: int) -> bool:
        """Begin to follow the men from the position on top in a case of castlings, with the bounds kept for it by its
        `number`; False if there are no such games.
        """
        while len(self.cases) <= number:
            self.cases.append([])
        self.proof_bounds = self.cases[number]
        self.proof_bound = self.bound_at_level(0)
        self.distinguish_cases(white, black)
        self.proof_bound.set_cases(white, black)
        self.proof_possible = self.begin_at_root(length)
        return self.proof_possible

    def leave_cases(self, plain: list[ProofBound]) -> None:
        """Use the bounds `plain` again, which know no case."""
        self.proof_bounds = plain
        self.proof_bound = self.bound_at_level(0)
        self.distinguish_cases(OPEN_CASE, OPEN_CASE)

    def distinguish_cases(self, white: int, black: int) -> None:
        """Make the keys of the table distinguish a case from others, see `ProofBound.cases_of`; with OPEN_CASE for both
        sides they distinguish none.
        """
        graph = self.proof_bound.deduction.graph
        for side, case in enumerate((white, black)):
            self.case_rights[side] = 0 if case == OPEN_CASE else graph.rights[side]
            name = graph.castling_name[case] if case >= 0 else 0
            self.case_keys[side] = (2 * name + side + 1) * SPREAD & FULL

    def case_key(self, p: int) -> int:
        """The part of the key that distinguishes the position p in one case from the same position in another.

        0 where no side has a right to castle any more: there, all cases are the same, even those that searches begun
        before or after a castling number differently.
        """
        key = 0
        for side in range(2):
            if self.judge.frames[p].rights & self.case_rights[side]:
                key ^= self.case_keys[side]
        return key
