"""The results of checking a solution, as text in any of the languages."""
from __future__ import annotations

from collections.abc import Iterator

from feerie.notation.languages import Language, language
from feerie.verification.claims import Claim, ClaimResult, Verification

__all__ = ["findings"]

MAX_LISTED_FAULTS = 10
"""The most refuted claims of one kind that are listed."""


def findings(verification: Verification, code: str = "en") -> str:
    """A line for each kind of claim, the refuted claims below it, and on the last line the verdict.

        + moves are legal: 12
        - nothing else solves: 20, 1 refuted
            a7f2: solves too, or something unlisted does
    """
    words = language(code)
    lines = [line for claim in Claim if claim in verification.findings
             for line in _finding(claim, verification.findings[claim], words)]
    return "\n".join([*lines, words.sentence(f"verify: verdict {verification.verdict.value}")])


def _finding(claim: Claim, finding: ClaimResult, words: Language) -> Iterator[str]:
    counts = [words.sentence("verify: counts", claim=words.sentence(f"verify: {claim.value}"), count=finding.confirmed)]
    if finding.faults:
        counts.append(words.sentence("verify: some refuted", count=len(finding.faults)))
    if finding.unchecked:
        why = words.sentence(f"verify: {finding.why}")
        counts.append(f"{words.sentence('verify: some unchecked', count=finding.unchecked)} ({why})")
    yield f"  {'-' if finding.faults else '?' if finding.unchecked else '+'} {', '.join(counts)}"
    for fault in finding.faults[:MAX_LISTED_FAULTS]:
        reason = words.sentence(f"refuted: {fault.reason.value}")
        yield "      " + (words.sentence("verify: fault", moves=" ".join(fault.path), reason=reason)
                          if fault.path else reason)
    if len(finding.faults) > MAX_LISTED_FAULTS:
        yield "      " + words.sentence("verify: more", count=len(finding.faults) - MAX_LISTED_FAULTS)
