"""The status of a position or a game in words: who is to move, which kings are attacked, how it ended."""
from __future__ import annotations

from feerie.base.errors import Message, conjoined
from feerie.game.position import Position, Reason
from feerie.notation.languages import Language
from feerie.notation.moves import man_name
from feerie.rules.side import SIDES, Side

__all__ = ["ended", "illegality", "to_move"]


def illegality(position: Position) -> Message:
    """Why an illegal diagram is illegal: the reason, and the man that is in the way or the kings attacked and by whom.

    >>> illegality(Position("orthodox", "kR6/8/8/8/8/8/8/K7 w - -"))
    'side not to move in check (Black: king on a8 attacked by rook on b8)'
    >>> illegality(Position("assassin-circe:rex", "6k1/8/8/8/2n1B3/3B4/8/1K6 w - -"))
    'side not to move in check (Black)'
    """
    status = position.status()
    assert status.reason
    if status.square:
        return Message("{} ({} on {})", status.reason.value,
                       man_name(position.genre, status.man or position.genre.royal.letter), status.square)
    turn = position.turn.number
    exposed = turn if status.reason is Reason.UNPARRYABLE_CHECK else turn ^ 1
    named = {square: Message("{} on {}", man_name(position.genre, position.man_at(square)), square)
             for square in position.men()}
    attacks = [_attacked(position, king, conjoined(named[square] for square in attackers))
               for king in position.kings(SIDES[exposed])
               if (attackers := position.attackers(king, SIDES[exposed ^ 1]))]
    if not attacks:      # a king that an effect of a capture elsewhere would cost
        return Message("{} ({})", status.reason.value, Message(("White", "Black")[exposed]))
    return Message("{} ({}: {})", status.reason.value, Message(("White", "Black")[exposed]),
                   conjoined(attacks, "{}, {}"))


def _attacked(position: Position, king: str, attackers: Message) -> Message:
    """That a king, or another royal man, is attacked by some men."""
    if position.genre.man(position.man_at(king)).royal:
        return Message("king on {} attacked by {}", king, attackers)
    return Message("royal man on {} attacked by {}", king, attackers)


def to_move(position: Position, words: Language) -> str:
    """Who is to move and, in check, which of the side's kings are attacked."""
    checked = position.checked_squares()
    key = "several attacked" if len(checked) > 1 else "attacked" if checked else "to move"
    return words.sentence(f"status line: {key}", side=words.colours[position.turn],
                          squares=words.listed(checked) if checked else "")


def ended(winner: Side | None, reason: str, words: Language) -> str:
    """How a game ended: "White wins (checkmate)". `winner`: None for a draw; `reason`: in words."""
    if winner is None:
        return words.sentence("status line: drawn", reason=reason)
    return words.sentence("status line: wins", side=words.colours[winner], reason=reason)
