"""Solutions as games with variations, for programs that click through games: PGN with a game for each part.

Where a side moves several times in a row, or the other side begins as in set play, null moves ("--") are inserted,
which other programs read too. Keys and refutations are marked "!", tries "?" (NAGs 1 and 2).
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from feerie.base.errors import IllegalMoveError
from feerie.formats import problem_pgn
from feerie.game.game import Game
from feerie.game.node import Node
from feerie.game.position import Position
from feerie.problems.line import LineTurns, UciLine
from feerie.problems.parts import Solved
from feerie.problems.solution import Node as SolutionNode
from feerie.problems.solution import Role, Solution

__all__ = ["MOST_GAME_MOVES", "game_of_solution", "pieces"]

MOST_GAME_MOVES = 100_000
"""The most moves of a game in a file; the game says if something is left out."""
NAGS = {Role.KEY: 1, Role.TRY: 2, Role.REFUTATION: 1}
LEFT_OUT = "..."
"""The comment after the last move of a game that does not hold the whole solution."""


def pieces(solved: Iterable[Solved]) -> Iterator[str]:
    """The PGN of problems, a piece for each part. One without a solution is a game without moves."""
    is_first = True
    for entry in solved:
        for part in entry.parts:
            yield ("" if is_first else "\n") + problem_pgn.write(part.solution.problem, game_of_solution(part.solution))
            is_first = False


def game_of_solution(solution: Solution, most: int = MOST_GAME_MOVES) -> Game:
    """The play of a solution as a game of at most `most` moves: keys, tries and defences, or lines.

    Threats are left out, and for battles also set play.
    """
    problem = solution.problem
    game = Game(problem.genre, Position(problem.genre, problem.start))
    if solution.tree is not None:
        is_whole = _add_battle(game.root, solution.tree, most)
    else:
        is_whole = _add_lines(game.root, solution.lines, LineTurns(problem), most)
    if not is_whole:
        game.end().comment = LEFT_OUT
    return game


def _add_battle(root: Node, tree: SolutionNode, most: int) -> bool:
    """Add the moves of a battle; returns whether there was room for all."""
    waiting = [(root, tree)]
    while waiting:
        place, node = waiting.pop()
        for child in node.children:
            if child.role in (Role.THREAT, Role.SET_PLAY) or child.move is None:
                continue
            if not most:
                return False
            with suppress(IllegalMoveError):        # legal by the goal alone
                added = place.add_variation(child.move)
                most -= 1
                if child.role in NAGS:
                    added.nags.add(NAGS[child.role])
                waiting.append((added, child))
    return True


def _add_lines(root: Node, lines: Iterable[UciLine], turns: LineTurns, most: int) -> bool:
    """Add lines of help or series play, common beginnings only once; returns whether there was room for all."""
    for line in lines:
        place = root
        for number, uci in enumerate(line, 1):
            if turns.are_passed(place.position, uci, is_last=number == len(line)):
                place = place.add_null_move()
            if place.has_variation(uci):
                place = place.variation(uci)
                continue
            if not most:
                return False
            try:
                place = place.add_variation(uci)
            except IllegalMoveError:                # legal by the goal alone
                break
            most -= 1
    return True
