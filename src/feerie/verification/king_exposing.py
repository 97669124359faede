"""King-exposing goals: a side leaves its own king attacked. Double mate, counter-mate and auto-mate, as defined.

Double mate     after the move both sides are mated; before it the side that moves had a legal move.
counter-mate    the same, but the side that moves was mated before.
auto-mate       after the move the side that has moved is mated, whatever the other side can do.

A side is mated here if it is in check and would be so after any move it could make; the capture of the other king is
one of these moves, and helps against that king only. The move that reaches such a goal may be any pseudo-legal move
of one man.

`Position` has no legal moves where the side not to move is in check, so the kernel's `Judge` is asked instead.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from feerie.game.position import Position
from feerie.game.status import StatusWord
from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import compiled_rules
from feerie.rules.goal import Aim
from feerie.rules.setup import Setup
from feerie.rules.unit import kind_text, letter_of
from feerie.why.what_if import WhatIf

__all__ = ["has_safe_move", "is_mated", "pseudo_legal_moves", "reaches_king_exposing_goal"]


def reaches_king_exposing_goal(aim: Aim, before: Position, after: Setup) -> bool:
    """Whether a move from a position to a setup reaches the goal."""
    mover = before.setup.turn
    if aim is Aim.DOUBLE_MATE and not before.legal_moves or aim is Aim.COUNTER_MATE and not before.is_checkmate():
        return False
    moved = Position(before.genre, replace(after, turn=mover, en_passant=None))
    return is_mated(moved) and (aim is Aim.AUTO_MATE or is_mated(Position(before.genre, after)))


def has_safe_move(position: Position) -> bool:
    """Whether the side to move has a move after which it is not in check; the other side may be in check before it."""
    judge = new_judge(compiled_rules(position.genre), 2)
    judge.load(position.setup)
    return judge.legal_move_count() > 0


def is_mated(position: Position) -> bool:
    """Whether the side to move is in check and stays in check whatever it does; the other side may be in check too."""
    return position.is_check() and not has_safe_move(position) and not any(_king_captures(position))


def _king_captures(position: Position) -> Iterator[bool]:
    """For every capture of a king: whether it ends the check of the side that captures."""
    index, setup = position.genre.board.index, position.setup
    other = position.turn.other
    for king in position.kings(other):
        for origin in position.attackers(king, position.turn):
            men = list(setup.men)
            men[index(king)], men[index(origin)] = men[index(origin)], ""
            yield not Position(position.genre, replace(setup, men=tuple(men), rights="", en_passant=None)).is_check()


def pseudo_legal_moves(position: Position) -> Iterator[tuple[str, Setup]]:
    """The moves of one man that capture no king, whether or not they leave the mover's own king attacked.

    Each is given in UCI with the setup after it.
    """
    if position.status().word in (StatusWord.WIN, StatusWord.DRAW, StatusWord.ILLEGAL):
        return
    before, name = WhatIf.at(position), position.genre.board.name
    for origin, target, man, taken in before.one_man_moves():
        promotion = kind_text(letter_of(man)).lower() if man != before.men[origin] else ""
        yield name(origin) + name(target) + promotion, before.moved([(origin, target, man)], taken).setup
