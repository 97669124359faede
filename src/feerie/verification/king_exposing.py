"""Goals for which a side leaves its own king attacked: double mate, counter-mate and auto-mate, from their definitions.

Double mate     after the move both sides are mated; before it the side that moves had a legal move.
counter-mate    the same, but the side that moves was mated before.
auto-mate       after the move the side that has moved is mated, whatever the other side can do.

A side is mated here if it is in check and would be so after whatever it did; taking the other king is one of these
things, and helps against that king alone. The move that reaches such a goal may be any of one man by its movement.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from feerie.kernel.verdict import Judge, compiled_rules
from feerie.position import WHITE, Position
from feerie.problems.stipulation import Aim
from feerie.rules.setup import Setup

__all__ = ["RECKLESS", "is_mated", "loose_moves", "reaches_recklessly"]

RECKLESS = (Aim.DOUBLE_MATE, Aim.COUNTER_MATE, Aim.AUTO_MATE)
"""The goals in question."""


def reaches_recklessly(aim: Aim, before: Position, after: Setup) -> bool:
    """Whether a move from a position to a setup reaches the goal."""
    mover = before.setup.turn
    if aim is Aim.DOUBLE_MATE and not before.legal_moves or aim is Aim.COUNTER_MATE and not before.is_checkmate():
        return False
    moved = Position(before.genre, replace(after, turn=mover, en_passant=None))
    return is_mated(moved) and (aim is Aim.AUTO_MATE or is_mated(Position(before.genre, after)))


def is_mated(position: Position) -> bool:
    """Whether the side to move is in check for good; the other side may stand in check too."""
    if not position.is_check():
        return False
    judge = Judge(compiled_rules(position.genre), 2)        # a position of two checks has no legal moves by itself
    judge.load(position.setup)
    return not judge.legal_move_count() and not any(_captured_kings(position))


def _captured_kings(position: Position) -> Iterator[bool]:
    """Of every capture of a king: whether the side that captures is in check no longer."""
    index, setup = position.genre.board.index, position.setup
    other = "black" if position.turn == WHITE else WHITE
    for king in position.kings(other):
        for origin in position.attackers(king, position.turn):
            men = list(setup.men)
            men[index(king)], men[index(origin)] = men[index(origin)], ""
            yield not Position(position.genre, replace(setup, men=tuple(men), rights="", en_passant=None)).is_check()


def loose_moves(position: Position) -> Iterator[tuple[str, Setup]]:
    """The moves of one man, whatever they leave the own kings in, no king being taken: as UCI, and what they lead to.

    Of men but kings they are the legal moves on a board where other men stand in the place of the own kings.
    """
    if position.status().word in ("win", "draw", "illegal"):
        return
    genre, setup = position.genre, position.setup
    royal = next(man.letter for man in genre.men if man.royal)
    own = royal if position.turn == WHITE else royal.lower()
    kings = setup.squares_of(own)
    dummy = next(man.letter for man in reversed(genre.men) if not man.royal)
    men = [(dummy if position.turn == WHITE else dummy.lower()) if square in kings else man
           for square, man in enumerate(setup.men)]
    judge = Judge(compiled_rules(genre), 2)
    judge.load(replace(setup, men=tuple(men), rights=""))
    for code in judge.moves():
        if code & 63 not in kings:
            judge.push(code)
            after = judge.save()
            judge.pop()
            back = [own if square in kings else man for square, man in enumerate(after.men)]
            yield judge.rules.tables.uci(code), replace(after, men=tuple(back), rights=setup.rights)
    for king in kings:
        for target in genre.board.squares:
            man = setup.men[target]
            if not (man and (man.isupper() == own.isupper() or man.upper() == royal)) \
                    and genre.board.name(king) in position.attackers(genre.board.name(target), position.turn):
                moved = list(setup.men)
                moved[king], moved[target] = "", own
                yield genre.board.name(king) + genre.board.name(target), Setup(tuple(moved), 1 - setup.turn, setup.rights)
