"""Explanations as values: what a rule says of a move or a position, and the verdict. `why/` finds them."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from feerie.game.status import Status

__all__ = ["Explanation", "RuleFinding"]


@dataclass(frozen=True)
class RuleFinding:
    """One rule and whether the move keeps it.

    `rule`: a key that never changes, "crossed square not attacked"; `squares`: what it is about; `men`: FEN letter and
    square of the men it names ("ra4"); `sentence`: all this in words. `ways`: how these men reach these squares, each
    way as the squares passed, beginning with that of the man. `moves`: for a finding about a position, the moves it is
    about, in UCI; it holds if they are legal.
    """

    rule: str
    holds: bool
    squares: tuple[str, ...]
    men: tuple[str, ...]
    sentence: str
    ways: tuple[tuple[str, ...], ...] = ()
    moves: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The finding as JSON values."""
        return {"rule": self.rule, "holds": self.holds, "squares": list(self.squares), "men": list(self.men),
                "ways": [list(way) for way in self.ways], "moves": list(self.moves), "sentence": self.sentence}


@dataclass(frozen=True)
class Explanation:
    """Whether a move is legal, and the rules that say so in the order of checking; or the status of a position.

    `move`: in UCI, or the string that was asked about if that may mean several moves; None if the position itself was
    asked about. In that case `legal` says whether the diagram is legal, `status` gives its status, and a finding with
    `moves` holds if they are legal. For a move, `status` is None.
    """

    move: str | None
    legal: bool
    verdict: str
    findings: tuple[RuleFinding, ...]
    status: Status | None = None

    def __repr__(self) -> str:
        """One line: the verdict and, of a move that is not legal, the reasons."""
        reasons = () if self.status else tuple(finding.sentence for finding in self.reasons)
        return f"<Explanation: {self.verdict.rstrip(':')}{': ' if reasons else ''}{'; '.join(reasons)}>"

    @property
    def reasons(self) -> tuple[RuleFinding, ...]:
        """What speaks against the move: the rules it breaks."""
        return tuple(finding for finding in self.findings if not finding.holds)

    @property
    def text(self) -> str:
        """The verdict and the sentences, one a line, with a tick before a rule that is kept, a cross before a broken
        one.

        For a position, only sentences about moves have these signs.
        """
        return "\n".join((self.verdict, *(f"{self.sign(finding)}{finding.sentence}" for finding in self.findings)))

    def sign(self, finding: RuleFinding) -> str:
        """What stands before the sentence of a finding: a tick, a cross, or nothing (other facts about a position)."""
        if self.status and finding.holds and not finding.moves:
            return ""
        return f"{'  ' if self.status else ''}{'✓' if finding.holds else '✗'} "

    def as_json(self) -> dict[str, Any]:
        """The explanation as JSON values."""
        status = self.status
        about = {} if status is None else {"status": status.word, "winner": status.winner,
                                           "reason": status.reason.value if status.reason else None}
        return {"move": self.move, "legal": self.legal, **about, "verdict": self.verdict,
                "findings": [finding.as_json() for finding in self.findings]}

    def __str__(self) -> str:
        return self.text
