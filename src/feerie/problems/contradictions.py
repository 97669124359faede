"""What cannot be meant: a diagram or constraints of a proof game that contradict each other.

Only what was written is compared with itself and with the starting position: numbers of men, and what two constraints
say. Anything that takes a deduction (parity, promotions, men that cannot get where they should be) is left to the
solver.
"""
from __future__ import annotations

from collections.abc import Iterator

from feerie.base.errors import Message
from feerie.kernel.properties import lost_by_rules
from feerie.problems.constraints import Constraints, ManConstraint
from feerie.rules.board import BLACK, WHITE
from feerie.rules.genre import Genre
from feerie.rules.properties import Property
from feerie.rules.setup import Setup
from feerie.rules.target import Target, admits, may_be_of

__all__ = ["constraint_faults", "target_faults"]

SIDES = (Message("White"), Message("Black"))
NEEDS = Property.STEADY_KIND | Property.STEADY_SIDE | Property.FEWER
"""What comparing numbers of men needs."""


def target_faults(genre: Genre, start: Setup, target: Target) -> Iterator[Message]:
    """A sentence for each number of men in a target that the starting position rules out.

    No side gains men, or men that promote; each has as many kings as before, unless something promotes to a king. In a
    genre that lacks what this `NEEDS`, nothing is ruled out.
    """
    if lost_by_rules(genre) & NEEDS:
        return
    pawns = [man.letter for man in genre.men if man.promotion is not None]
    for side in (WHITE, BLACK):
        had = sum(man.isupper() == (side == WHITE) for _, man in start.pieces)
        if target.fewest(side) > had:
            yield Message("{} has {} men in the diagram, more than the {} at the start", SIDES[side],
                          target.fewest(side), had)
        for letter in pawns:
            name = letter if side == WHITE else letter.lower()
            before, now = len(start.squares_of(name)), len(target.squares_of(name))
            if now > before:
                yield Message("{} has {} pawns ({}) in the diagram, more than the {} at the start", SIDES[side], now,
                              name, before)
        king = genre.royal.letter if side == WHITE else genre.royal.letter.lower()
        before, now = len(start.squares_of(king)), len(target.squares_of(king))
        if not genre.gains_kings and (now > before or not _may_hold(target, king, before - now)):
            yield Message("{} has {} in the diagram, and {} at the start", SIDES[side], _kings(now), _kings(before))


def _kings(number: int) -> Message:
    return Message("{} kings", number) if number > 1 else Message("{} king", number) if number else Message("no king")


def _may_hold(target: Target, man: str, number: int) -> bool:
    """Whether at least `number` unknown squares may hold a man."""
    return sum(admits(sign, man) and sign != man for sign in target.men) >= number


def constraint_faults(genre: Genre, start: Setup, target: Target | None, plies: int, constraints: Constraints
                      ) -> Iterator[Message]:
    """A sentence for each constraint that contradicts another one, the starting position or the target.

    `plies`: the length of the game, both sides moving in turn, White first; 0 if it is open.
    """
    by_square = {man.square: man for man in constraints.men}
    for square in constraints.never:
        yield from _no_square(genre, square, f"never {square}")
    for man in constraints.men:
        squares = [*(man.path or ()), *filter(None, (man.on, man.by))]
        unknown = [fault for square in (man.square, *squares) for fault in _no_square(genre, square, str(man))]
        yield from unknown
        if unknown:
            continue
        name = start.men[genre.board.index(man.square)]
        if not name:
            yield Message("constraint {}: no man starts on {}", repr(str(man)), man.square)
        elif man.letter.replace("S", "N") not in ("", name.upper()) and man.letter != name.upper():
            yield Message("constraint {}: the man that starts on {} is {}", repr(str(man)), man.square, name)
        else:
            yield from _man_faults(genre, start, target, man, constraints)
            if man.by in by_square:
                yield from _captor_faults(man, by_square[man.by], genre.man(name.upper()).en_passant)
    if plies:
        yield from _length_faults(genre, start, plies, constraints)


def _no_square(genre: Genre, square: str, text: str) -> Iterator[Message]:
    if square not in {genre.board.name(each) for each in genre.board.squares}:
        yield Message("constraint {}: {} is not a square of this board", repr(text), square)


def _man_faults(genre: Genre, start: Setup, target: Target | None, man: ManConstraint, constraints: Constraints
                ) -> Iterator[Message]:
    """What is wrong with what is said about one man."""
    text, index = repr(str(man)), genre.board.index
    name = start.men[index(man.square)]
    path = man.path
    entered = [square for square in path or () if square in constraints.never]
    if entered:
        yield Message("constraint {}: {} is never entered", text, entered[0])
    if path is not None and man.least > len(path):
        yield Message("constraint {}: its path has {} moves at most", text, len(path))
    if man.captured and name.upper() == genre.royal.letter and not genre.gains_kings:
        yield Message("constraint {}: a king is never taken", text)
    if man.captured and path is not None and man.on not in (None, path[-1] if path else man.square):
        yield Message("constraint {}: its path does not end on {}", text, man.on)
    if man.captured and man.on in constraints.never and not genre.man(name.upper()).en_passant:
        yield Message("constraint {}: {} is never entered", text, man.on)
    if man.by is not None:
        captor = start.men[index(man.by)]
        if not captor:
            yield Message("constraint {}: no man starts on {}", text, man.by)
        elif captor.isupper() == name.isupper():
            yield Message("constraint {}: {} from {} is of the same side", text, captor, man.by)
    if man.captured is False and path is not None and target is not None:
        last = path[-1] if path else man.square
        sign = target.men[index(last)]
        promotes = genre.man(name.upper()).promotion is not None
        if not (may_be_of(sign, WHITE if name.isupper() else BLACK) if promotes and path else admits(sign, name)):
            yield Message("constraint {}: in the diagram {} shows {}", text, last, sign) if sign else \
                Message("constraint {}: in the diagram {} is empty", text, last)


def _captor_faults(man: ManConstraint, captor: ManConstraint, en_passant: bool) -> Iterator[Message]:
    """What is wrong with the captor of a man, which may be taken en passant or not."""
    path = captor.path
    if path == () or captor.most == 0:
        yield Message("constraint {}: the man from {} does not move", repr(str(man)), captor.square)
    elif path is not None and man.on is not None and man.on not in path and not en_passant:
        yield Message("constraint {}: the path of the man from {} does not lead to {}", repr(str(man)), captor.square,
                      man.on)


def _length_faults(genre: Genre, start: Setup, plies: int, constraints: Constraints) -> Iterator[Message]:
    """A sentence for each side whose constraints need more moves than it has."""
    for side in (WHITE, BLACK):
        moves = (plies + (side == WHITE)) // 2
        said = sum(man.least for man in constraints.men
                   if start.men[genre.board.index(man.square)].isupper() == (side == WHITE))
        if said > moves:
            yield Message("the constraints give {} {} moves, and there are {}", SIDES[side], said, moves)
