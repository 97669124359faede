"""The claims that a solution makes, and the results of checking them."""
from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

__all__ = ["PASS", "CheckBudget", "CheckReport", "CheckResult", "Claim", "ClaimResult", "Fault", "Flag", "OutOfBudget",
           "Path", "RefutationReason", "Verification"]

Path = tuple[str, ...]
PASS = "pass"
"""Stands for a null move in a path."""


class Claim(Enum):
    """The kinds of claims, in the order in which they are reported."""

    DIAGRAM = "diagram"
    """The diagram is legal."""
    LISTS = "lists"
    """The lists agree with the tree or the lines; nothing is listed twice; every role is in a permitted place."""
    LEGAL = "legal"
    """A move is legal in its position."""
    GOAL = "goal"
    """A line ends with the goal."""
    LENGTH = "length"
    """A line, or the play after a move, is no longer than the stipulation; alternatives have equal lengths."""
    RULES = "rules"
    """The rules of the kind of play: no early check in a series, reflex duties, forced replies."""
    FORCED = "forced"
    """An attacker's move forces the goal against every legal defence."""
    SHORTEST = "shortest"
    """The goal cannot be forced in fewer moves."""
    THREATS = "threats"
    """The threats are complete for their length."""
    ZUGZWANG = "zugzwang"
    """Nothing is threatened."""
    DEFENCES = "defences"
    """The right defences are listed: the others are answered by the threats or by shorter play."""
    ANSWERS = "answers"
    """The continuations after a defence, or the last replies of a line, are complete."""
    REFUTED = "refuted"
    """A refutation refutes."""
    TRIES = "tries"
    """Only the listed refutations refute a try, and they are no more than allowed."""
    SOUND = "sound"
    """The verdict on soundness follows from the number and the lengths of the solutions."""
    COMPLETE = "complete"
    """No other first move solves (in help and series play: there are no other lines)."""


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
    CONSTRAINT = "constraint"
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
    """The result of all claims together."""

    CONFIRMED = "confirmed"
    PARTLY = "partly"
    """Nothing is refuted, but something was not checked."""
    REFUTED = "refuted"


@dataclass(frozen=True)
class Fault:
    """A refuted claim: the moves that lead to it (UCI, "pass" for a null move) and the reason."""

    path: Path
    reason: RefutationReason


@dataclass
class ClaimResult:
    """The claims of one kind: the number confirmed, the number not checked, and the refuted ones."""

    confirmed: int = 0
    unchecked: int = 0
    faults: list[Fault] = field(default_factory=list)
    why: str = ""
    """Why some were not checked: "budget", or "unknown" for play that the checker does not implement."""

    def as_json(self) -> dict[str, Any]:
        return {"confirmed": self.confirmed, "refuted": len(self.faults), "unchecked": self.unchecked,
                "why": self.why or None,
                "faults": [{"moves": list(fault.path), "reason": fault.reason.value} for fault in self.faults]}


@dataclass(frozen=True)
class Verification:
    """The results of checking a solution. `nodes`: positions played; `seconds`: wall time."""

    findings: dict[Claim, ClaimResult]
    nodes: int
    seconds: float

    @property
    def verdict(self) -> CheckResult:
        """Refuted if any claim is; partly confirmed if any was not checked."""
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
    """The budget is used up: the current claim stays unchecked."""


class Flag(Protocol):
    """Something that can stop a check, such as a threading.Event."""

    def is_set(self) -> bool: ...


class CheckBudget:
    """The limits for one solution: positions played, seconds; None for no limit. `nodes`: positions played so far."""

    def __init__(self, nodes: int | None = None, seconds: float | None = None, stop: Flag | None = None) -> None:
        self.limit, self.nodes = nodes, 0
        self.started = time.monotonic()
        self.deadline = None if seconds is None else self.started + seconds
        self.stop = stop

    def spend(self, nodes: int = 1) -> None:
        """Count positions played. Raises OutOfBudget when a limit is exceeded or the check is stopped."""
        self.nodes += nodes
        if self.limit is not None and self.nodes > self.limit:
            raise OutOfBudget
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfBudget
        if self.stop is not None and self.stop.is_set():
            raise OutOfBudget

    @property
    def left(self) -> float:
        """The number of positions that may still be played."""
        return float("inf") if self.limit is None else self.limit - self.nodes

    @property
    def seconds(self) -> float:
        """Wall time since the beginning."""
        return time.monotonic() - self.started


Check = Callable[[], RefutationReason | None]
"""Returns the reason why a claim is wrong, None if it is right; raises OutOfBudget if that costs too much."""


class CheckReport:
    """Collects results. Cheap checks are made at once; costly ones are queued and made later, the cheapest first."""

    def __init__(self) -> None:
        self.findings: dict[Claim, ClaimResult] = {}
        self._waiting: list[tuple[int, Claim, Path, Check]] = []

    def _result(self, claim: Claim) -> ClaimResult:
        return self.findings.setdefault(claim, ClaimResult())

    def note(self, claim: Claim, path: Path, reason: RefutationReason | None) -> bool:
        """Record a claim as confirmed (`reason` None) or refuted; returns whether it is confirmed."""
        if reason is None:
            self._result(claim).confirmed += 1
        else:
            self._result(claim).faults.append(Fault(path, reason))
        return reason is None

    def skip(self, claim: Claim, why: str) -> None:
        """Record a claim that is not checked."""
        result = self._result(claim)
        result.unchecked += 1
        result.why = result.why or why

    def later(self, cost: int, claim: Claim, path: Path, check: Check) -> None:
        """Queue a check; the lower its cost, the earlier it is made."""
        self._waiting.append((cost, claim, path, check))

    def run(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Make the queued checks; `progress` is called with the number done and the total."""
        self._waiting.sort(key=lambda entry: entry[0])
        for done, (_, claim, path, check) in enumerate(self._waiting, 1):
            try:
                self.note(claim, path, check())
            except (OutOfBudget, RecursionError):
                self.skip(claim, "budget")
            if progress:
                progress(done, len(self._waiting))
        self._waiting.clear()
