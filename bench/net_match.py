"""The match that admits a net or learned values of squares: against the evaluation from the tables.

Every opening is played twice with colours reversed.
"""
from __future__ import annotations

import math
from typing import Any

from self_play import Player, openings, play

from feerie.engine.net import Net
from feerie.engine.net_file import NetFile
from feerie.engine.squares import LearnedSquares, squares_of
from feerie.kernel.tables import tables_of
from feerie.rules.genre import Genre

HASH_MB = 16
Learned = NetFile | LearnedSquares


def elo(score: float) -> float:
    """The difference in Elo points that corresponds to a score between 0 and 1."""
    score = min(max(score, 1e-3), 1 - 1e-3)
    return 400 * math.log10(score / (1 - score))


def summary(pairs: list[float]) -> dict[str, Any]:
    """Score and Elo difference with the half width of its 95 % interval, from the points (0 to 2) of pairs of games.

    The two games of a pair have their opening in common, so that pairs, not games, are independent.
    """
    mean = sum(pairs) / len(pairs) / 2
    variance = sum((points / 2 - mean) ** 2 for points in pairs) / max(1, len(pairs) - 1)
    margin = 1.96 * math.sqrt(variance / len(pairs))
    return {"games": 2 * len(pairs), "score": round(mean, 4), "elo": round(elo(mean)),
            "error": round((elo(mean + margin) - elo(mean - margin)) / 2)}


def player_of(genre: Genre, learned: Learned | None, **limit: Any) -> Player:
    """A player that evaluates by what was learned, by the tables alone if that is None."""
    if isinstance(learned, NetFile):
        squares = squares_of(genre) if learned.adds else None
        return Player(genre, HASH_MB, net=Net(learned, tables_of(genre)), squares=squares, **limit)
    return Player(genre, HASH_MB, squares=learned, **limit)


def net_match(genre: Genre, net: Learned, games: int, seed: int, other: Learned | None = None,
              **limit: Any) -> dict[str, Any]:
    """The result of a match of what was learned against the tables, or against something else that was learned.

    `limit`: nodes or seconds of a Player.
    """
    players = [player_of(genre, each, **limit) for each in (net, other)]
    lines = openings(genre, f"{genre.name} match {seed}")
    pairs: list[float] = []
    results = [0, 0, 0]
    while 2 * len(pairs) < games:
        line = next(lines)
        points = [play(genre, line, players)[0], 1 - play(genre, line, players[::-1])[0]]
        pairs.append(sum(points))
        for each in points:
            results[round(2 * each)] += 1
        if len(pairs) % 10 == 0:
            print(f"+{results[2]} ={results[1]} -{results[0]}", summary(pairs), flush=True)
    speeds = [round(player.visited / player.used / 1e6, 2) for player in players]
    return {**summary(pairs), "won": results[2], "drawn": results[1], "lost": results[0],
            "million nodes a second": {"net": speeds[0], "opponent": speeds[1]},
            "milliseconds a move": [round(1000 * player.used / player.moves, 1) for player in players]}
