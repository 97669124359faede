"""The status of a position or a game in words: who is to move, which kings are attacked, how it ended."""
from __future__ import annotations

from feerie.notation.languages import Language
from feerie.position import BLACK, Position

__all__ = ["ended", "to_move"]


def to_move(position: Position, words: Language) -> str:
    """Who is to move and, in check, which of the side's kings are attacked."""
    checked = position.checked_squares()
    key = "several attacked" if len(checked) > 1 else "attacked" if checked else "to move"
    return words.sentence(f"status line: {key}", side=words.colours[position.turn == BLACK],
                          squares=f" {words.conjunctions[0]} ".join(checked))


def ended(winner: str | None, reason: str, words: Language) -> str:
    """How a game ended: "White wins (checkmate)". `winner`: None for a draw; `reason`: in words."""
    if winner is None:
        return words.sentence("status line: drawn", reason=reason)
    return words.sentence("status line: wins", side=words.colours[winner == BLACK], reason=reason)
