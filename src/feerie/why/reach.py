"""Where a man can go, in terms of the rules: which rule gives or ends a ray, and the nearest square within reach.

The rules are those that the movements of a genre declare (`RuledMovement`); nothing is said of others.
"""
from __future__ import annotations

from collections import deque
from functools import lru_cache

from feerie.game.position import Position
from feerie.rules.board import Board
from feerie.rules.genre import Genre
from feerie.rules.movement import QUEENWISE, RayRule, RuledMovement

__all__ = ["distances", "nearest", "ray_rules", "rule_against", "rule_for"]


@lru_cache(maxsize=1 << 12)
def ray_rules(genre: Genre, man: str, square: int, side: int) -> tuple[RayRule, ...]:
    """The rules that the movements of a man of a side declare for a square; () where they declare none."""
    return tuple(rule for movement, _ in genre.man(man).moves if isinstance(movement, RuledMovement)
                 for rule in movement.ray_rules(genre.board, square, side))


def rule_for(genre: Genre, man: str, origin: int, target: int, side: int) -> RayRule | None:
    """The rule by which a man reaches a square; None if there is none, or several."""
    found = [rule for rule in ray_rules(genre, man, origin, side) if target in rule.given]
    return found[0] if len(found) == 1 else None


def rule_against(genre: Genre, man: str, origin: int, target: int, side: int) -> RayRule | None:
    """The rule that ends a line of a man before it reaches a square; None if the square is not on such a line.

    If there are several, that of the shortest line: the reader asks about the way that he sees.
    """
    found = [rule for rule in ray_rules(genre, man, origin, side) if target in rule.beyond]
    return min(found, key=lambda rule: len(rule.given) + rule.beyond.index(target), default=None)


@lru_cache(maxsize=1 << 10)
def distances(board: Board, square: int) -> tuple[int | None, ...]:
    """By square number: how many steps a king needs to get there on the empty board; None if it cannot."""
    steps: list[int | None] = [None] * board.size
    steps[square] = 0
    waiting = deque([square])
    while waiting:
        at = waiting.popleft()
        for direction in QUEENWISE:
            reached = board.step(at, *direction)
            if reached is not None and steps[reached] is None:
                steps[reached] = (steps[at] or 0) + 1
                waiting.append(reached)
    return tuple(steps)


def nearest(position: Position, origin: int, target: int) -> tuple[str, ...]:
    """The squares to which the man on `origin` can legally go that are nearest to `target`, in steps of a king.

    Among equally near ones, those reached in the fewest steps along files and ranks.
    """
    board, name = position.genre.board, position.genre.board.name(origin)
    steps = distances(board, target)
    reached = {board.index(move.target) for move in position.legal_moves if move.origin == name}

    def distance(square: int) -> tuple[int, int]:
        straight = abs(board.file(square) - board.file(target)) + abs(board.rank(square) - board.rank(target))
        known = steps[square]
        return board.size if known is None else known, straight

    least = min(map(distance, reached), default=None)
    return tuple(board.name(square) for square in sorted(reached) if distance(square) == least)
