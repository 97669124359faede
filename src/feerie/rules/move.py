"""Moves as values: who goes where, what is taken, who goes along."""
from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from feerie.base.errors import no_attribute
from feerie.base.frozen import frozen
from feerie.rules.board import uci_text
from feerie.rules.castling import Style

_ADVICE = {"from_square": "move.origin", "to_square": "move.target", "san": "position.san(move)",
           "from_uci": "position.parse(text)"}
"""For names that other libraries have."""


@frozen
class Move:
    """A move: at most two displacements and one removal. Squares are names ("e4"), men FEN letters ("N", "p").

    `man` goes from `origin` to `target` (the king, in castling of every kind). `promotion`: upper-case letter of
    what a pawn becomes (in an exchange: the partner). `captured` and `captured_on`: the man taken and where it
    stood. `choice`: further choices of the player as UCI text has them ("@d1"), where squares and men leave a choice.
    `goes_on`: whether the man went on to the target after it had captured; `takes_aside`: whether the man taken stood
    elsewhere than on the target, captures en passant left out.
    `partner`: origin and target of the man that castles along, `partner_man` that man; `style`: how such
    a castling is written.

    >>> Move("K", "d3", "f3", partner=("h3", "e3"), partner_man="R", style=Style.ARRIVALS).uci()
    'd3f3'
    """

    man: str
    origin: str
    target: str
    promotion: str | None = None
    captured: str | None = None
    captured_on: str | None = None
    partner: tuple[str, str] | None = None
    partner_man: str | None = None
    style: Style | None = None
    choice: str = ""
    goes_on: bool = False
    takes_aside: bool = False

    def uci(self) -> str:
        """King's (or man's) squares, promotion letter, further choices; of an exchange and in Chess960 king's square
        and partner's.
        """
        return uci_text(self.origin, self.uci_target, self.promotion) + self.choice

    __str__ = uci

    if not TYPE_CHECKING:       # it would make every name an attribute of type Any
        def __getattr__(self, name: str) -> NoReturn:
            raise no_attribute(self, name, _ADVICE)

    def __repr__(self) -> str:
        """ "<Move K d3-f3, R h3-e3>", "<Move p e2xd1=Q>"."""
        sign = "x" if self.captured else "-"
        becomes = f"={self.promotion}" if self.promotion else ""
        first = f"{self.man} {self.origin}{sign}{self.target}"
        if self.partner is None:
            return f"<Move {first}{becomes}{' e.p.' if self.is_en_passant else ''}>"
        return f"<Move {first}, {self.partner_man} {self.partner[0]}-{self.partner[1]}{becomes}>"

    @property
    def uci_target(self) -> str:
        """The second square in UCI: the target or, in Chess960, that of the rook with which the king castles."""
        return self.partner[0] if self.partner and self.style is Style.KING_TAKES_ROOK else self.target

    @property
    def is_capture(self) -> bool:
        """Whether a man is taken."""
        return self.captured is not None

    @property
    def is_castling(self) -> bool:
        """Whether two men move."""
        return self.partner is not None

    @property
    def is_en_passant(self) -> bool:
        """Whether it takes a man that has just made a double step as if it stood on the square that it passed."""
        return self.captured_on not in (None, self.target) and not self.goes_on and not self.takes_aside

    @property
    def displacements(self) -> tuple[tuple[str, str], ...]:
        """Origin and target of every man that moves, the king first."""
        return ((self.origin, self.target),) + ((self.partner,) if self.partner else ())
