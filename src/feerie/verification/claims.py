"""What a solution claims, and what came of checking it."""
from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

__all__ = ["Budget", "Claim", "Fault", "ClaimResult", "Flag", "OutOfBudget", "RefutationReason", "CheckReport", "CheckResult", "Verification"]

Path = tuple[str, ...]
PASS = "pass"
"""What stands in a path for a move that is left out."""


class Claim(Enum):
    """The kinds of claims, in the order in which they are told."""

    DIAGRAM = "diagram"
    """The diagram is legal."""
    LISTS = "lists"
    """The lists are those of the tree or the lines; nothing stands twice; roles are in their places."""
    LEGAL = "legal"
    """A move is legal where it stands."""
    GOAL = "goal"
    """A line ends with the goal."""
    LENGTH = "length"
    """A line, or the play after a move, is no longer than the stipulation says, and alternatives are equally long."""
    RULES = "rules"
    """What the kind of play asks on the way: no check too early in a series, reflex duties, forced replies."""
    FORCED = "forced"
    """An attacker's move forces the goal against every legal defence."""
    SHORTEST = "shortest"
    """There is no shorter way."""
    THREATS = "threats"
    """The threats are all there are of their length."""
    ZUGZWANG = "zugzwang"
    """Nothing is threatened."""
    DEFENCES = "defences"
    """The defences that are shown are those to be shown; threats, or shorter play, answer the others."""
    ANSWERS = "answers"
    """The continuations after a defence, or the last replies of a line, are all there are."""
    REFUTED = "refuted"
    """A refutation refutes."""
    TRIES = "tries"
    """A try fails to the listed refutations only, and to no more than were allowed."""
    SOUND = "sound"
    """The verdict follows from the number and the length of the solutions."""
    COMPLETE = "complete"
    """A first move (or, in play by lines, anything) that is not listed solves nothing."""


class RefutationReason(Enum):
    """Why a claim is refuted."""

    ILLEGAL_DIAGRAM = "illegal diagram"
    ILLEGAL = "illegal move"
    ROLE = "role"
    DOUBLE = "twice"
    LIST = "list"
    NO_GOAL = "no goal"
    GOES_ON = "goes on"
    TOO_LONG = "too long"
    WRONG_LENGTH = "wrong length"
    UNEQUAL = "unequal"
    CHECK = "check too early"
    EARLY = "goal too early"
    DUTY = "duty"
    NOT_FORCED = "not forced"
    OTHER_REPLY = "other reply"
    SHORTER = "shorter"
    THREAT_MISSING = "threat missing"
    NO_THREAT_POSSIBLE = "no threat possible"
    THREATENS = "threatens"
    NOTHING_SAID = "nothing said"
    DEFENCE_MISSING = "defence missing"
    NEEDLESS = "needless"
    ANSWER_MISSING = "answer missing"
    ANSWERED = "answered"
    REFUTATION_MISSING = "refutation missing"
    REFUTATIONS = "refutations"
    VERDICT = "verdict"
    SHORT = "short"
    FURTHER = "further"
    FURTHER_TRY = "further try"


class CheckResult(Enum):
    """What came of all claims together."""

    CONFIRMED = "confirmed"
    PARTLY = "partly"
    """Nothing is refuted, but something was not checked."""
    REFUTED = "refuted"


@dataclass(frozen=True)
class Fault:
    """A refuted claim: the moves that lead there (UCI, "pass" for a move left out) and why."""

    path: Path
    reason: RefutationReason


@dataclass
class ClaimResult:
    """How many claims of a kind were confirmed and not checked, and those that were refuted."""

    confirmed: int = 0
    unchecked: int = 0
    faults: list[Fault] = field(default_factory=list)
    why: str = ""
    """Why some were not checked: "budget", or "unknown" for play that the checker does not know."""

    def as_json(self) -> dict[str, Any]:
        return {"confirmed": self.confirmed, "refuted": len(self.faults), "unchecked": self.unchecked,
                "why": self.why or None,
                "faults": [{"moves": list(fault.path), "reason": fault.reason.value} for fault in self.faults]}


@dataclass(frozen=True)
class Verification:
    """What came of checking a solution. `nodes`: positions played for it; `seconds`: wall time."""

    findings: dict[Claim, ClaimResult]
    nodes: int
    seconds: float

    @property
    def verdict(self) -> CheckResult:
        """Refuted if one claim is, partly confirmed if one was not checked."""
        if any(finding.faults for finding in self.findings.values()):
            return CheckResult.REFUTED
        return CheckResult.CONFIRMED if self.is_complete else CheckResult.PARTLY

    @property
    def is_complete(self) -> bool:
        """Whether everything was checked."""
        return not any(finding.unchecked for finding in self.findings.values())

    def as_json(self) -> dict[str, Any]:
        """{"verdict", "claims": {kind: {"confirmed", "refuted", "unchecked", "why", "faults"}}, "nodes", "seconds"}."""
        return {"verdict": self.verdict.value,
                "claims": {claim.value: self.findings[claim].as_json() for claim in Claim if claim in self.findings},
                "nodes": self.nodes, "seconds": round(self.seconds, 3)}


class OutOfBudget(Exception):
    """The budget is used up: what was being checked stays unchecked."""


class Flag(Protocol):
    """What can tell a check to stop: threading.Event, for one."""

    def is_set(self) -> bool: ...


class Budget:
    """How much may be spent on one solution: positions played, seconds; None for no limit. `nodes`: spent so far."""

    def __init__(self, nodes: int | None = None, seconds: float | None = None, stop: Flag | None = None) -> None:
        self.limit, self.nodes = nodes, 0
        self.started = time.monotonic()
        self.deadline = None if seconds is None else self.started + seconds
        self.stop = stop

    def spend(self, nodes: int = 1) -> None:
        """Note positions played; OutOfBudget where that was too much."""
        self.nodes += nodes
        if self.limit is not None and self.nodes > self.limit:
            raise OutOfBudget
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfBudget
        if self.stop is not None and self.stop.is_set():
            raise OutOfBudget

    @property
    def left(self) -> float:
        """How many positions may still be played."""
        return float("inf") if self.limit is None else self.limit - self.nodes

    @property
    def seconds(self) -> float:
        """Wall time since the beginning."""
        return time.monotonic() - self.started


Check = Callable[[], RefutationReason | None]
"""Gives the reason why a claim is wrong, None where it is right; OutOfBudget where that costs too much."""


class CheckReport:
    """Collects findings. Cheap checks are made at once, costly ones put off and then made, the cheapest first."""

    def __init__(self) -> None:
        self.findings: dict[Claim, ClaimResult] = {}
        self._waiting: list[tuple[int, Claim, Path, Check]] = []

    def _finding(self, claim: Claim) -> ClaimResult:
        return self.findings.setdefault(claim, ClaimResult())

    def note(self, claim: Claim, path: Path, reason: RefutationReason | None) -> bool:
        """Note a claim as confirmed, or refuted for a reason; whether it is confirmed."""
        if reason is None:
            self._finding(claim).confirmed += 1
        else:
            self._finding(claim).faults.append(Fault(path, reason))
        return reason is None

    def skip(self, claim: Claim, why: str) -> None:
        """Note a claim that is not checked."""
        finding = self._finding(claim)
        finding.unchecked += 1
        finding.why = finding.why or why

    def later(self, cost: int, claim: Claim, path: Path, check: Check) -> None:
        """Put a check off; the lower its cost, the earlier it is made."""
        self._waiting.append((cost, claim, path, check))

    def run(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Make the checks that were put off; `progress` is told how many are made, and of how many."""
        self._waiting.sort(key=lambda entry: entry[0])
        for done, (_, claim, path, check) in enumerate(self._waiting, 1):
            try:
                self.note(claim, path, check())
            except (OutOfBudget, RecursionError):
                self.skip(claim, "budget")
            if progress:
                progress(done, len(self._waiting))
        self._waiting.clear()
