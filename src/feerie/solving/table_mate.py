"""What endgame tables say of one forced mate: its length and its line, without a search."""
from __future__ import annotations

from feerie.game.position import Position
from feerie.game.tables import Tables
from feerie.problems.forced_mate import LONGEST_MATE, ForcedMate, mate_problem

__all__ = ["mate_by_tables"]


def mate_by_tables(position: Position, moves: int | None, goal: str, play: str, tables: Tables) -> ForcedMate | None:
    """The shortest mate within `moves` moves, or that there is none; without the tree of the proof.

    None if the tables do not answer the question: they do not know the position, self play or stalemate is asked for,
    or a win may be one by king run.
    """
    if play != "direct" or goal == "stalemate":
        return None
    result = tables.probe(position)
    if result is None:
        return None
    found = result.moves if result.outcome == "win" else None
    if found is not None and (position.genre.king_run is not None or not 0 < found <= LONGEST_MATE):
        return None
    if found is None or found > (moves or LONGEST_MATE):
        return ForcedMate(position, goal, play, None, moves, moves or LONGEST_MATE, True)
    line = tuple(move.uci() for move in tables.line(position))
    return ForcedMate(position, goal, play, found, moves, found - 1, True, mate_problem(position, found, goal, play),
                      line=line)
