"""A game between two players: every move is checked, and the rules alone say when it is drawn."""
from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from feerie.base.errors import Error, message_of
from feerie.game.game import Game
from feerie.game.score import PovScore, Score
from feerie.game.status import result_of
from feerie.match.openings import Opening
from feerie.match.player import Choice, Failure, Fault, Player, PlayerError, Stopped
from feerie.match.time_control import ClockPair, TimeControl
from feerie.notation.control import printable
from feerie.notation.moves import parse_uci
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.side import SIDES, Side

__all__ = ["MOVE_LIMIT", "GameRecord", "play_game"]

MOVE_LIMIT = "move limit"
"""The reason of a draw by adjudication."""


@dataclass
class GameRecord:
    """A finished game of a match, as a value that goes into JSON.

    `number`: from 1 on. `white`, `black`: "A" or "B". `result`: "1-0", "0-1", "1/2-1/2". `reason`: how the rules ended
    it, "move limit", or what the loser did; `detail`: more about that. `opening`: how many of `moves` (UCI, from `fen`
    on) are the opening's. `scores`: what each move was worth by its player, as the command "eval" of PGN, "" if it does
    not say. `seconds`, `cpu`: what A and B used, of wall time and of processor time. `nodes`: the
    positions that A and B say they visited, 0 if they do not say. `asked`: how many moves A and B were asked for.
    """

    number: int
    white: str
    black: str
    result: str
    reason: str
    detail: str
    fen: str
    opening: int
    moves: list[str]
    seconds: dict[str, float] = field(default_factory=dict)
    cpu: dict[str, float] = field(default_factory=dict)
    nodes: dict[str, int] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    scores: list[str] = field(default_factory=list)

    @property
    def points(self) -> float:
        """What player A scored: 0, 0.5 or 1."""
        white = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[self.result]
        return white if self.white == "A" else 1 - white

    def document(self) -> dict[str, Any]:
        """The JSON form."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    @classmethod
    def read(cls, document: dict[str, Any]) -> GameRecord:
        """The record of a JSON form; TypeError or KeyError if it is not one."""
        record = cls(**document)
        _ = record.points
        if not all(isinstance(text, str)
                   for text in (record.reason, record.detail, record.fen, *record.moves, *record.scores)):
            raise TypeError("a move, the position or the reason is not text")
        return record


class _Accounts:
    """What A and B have used in a game."""

    def __init__(self) -> None:
        self.seconds, self.cpu = {"A": 0.0, "B": 0.0}, {"A": 0.0, "B": 0.0}
        self.nodes, self.asked = {"A": 0, "B": 0}, {"A": 0, "B": 0}

    def add(self, who: str, seconds: float, cpu: float, nodes: int) -> None:
        self.seconds[who] += seconds
        self.cpu[who] += cpu
        self.nodes[who] += nodes
        self.asked[who] += 1


def play_game(genre: Genre, number: int, players: tuple[Player, Player], opening: Opening, control: TimeControl,
              max_moves: int, stop: threading.Event) -> GameRecord:
    """Play a game from an opening. Player A has White in games with odd numbers. Stopped if `stop` is set.

    `max_moves`: the game is drawn by adjudication when each side has made this many moves, including those of the
    opening. Draws that a player may claim by the rules are claimed at once.
    """
    names = ("A", "B") if number % 2 else ("B", "A")
    by_side = players if number % 2 else players[::-1]
    game, accounts = opening.game(genre), _Accounts()
    turns = [position.turn for position in game.positions[:-1]]
    clocks = ClockPair(control, (turns.count(Side.WHITE), turns.count(Side.BLACK)))
    result, reason, detail = "", "", ""
    try:
        _begin(by_side, number)
        while not result:
            outcome = game.outcome(claim_draw=True, announced=False)
            if outcome:
                result, reason = outcome.result, outcome.reason.value
            elif len(game) >= 2 * max_moves:
                result, reason = "1/2-1/2", MOVE_LIMIT
            else:
                side = game.position.turn.number
                turn = game.position.turn
                move, score = _ask(by_side[side], game, clocks, (side, names[side]), accounts, stop)
                game.push(move)
                if score is not None and score.mate != 0:
                    game.node.set_evaluation(PovScore(score, turn))
    except _Lost as lost:
        result = result_of(lost.side.other)
        reason, detail = lost.failure.fault.value, printable(lost.failure.detail)
    seconds, cpu = ({who: round(value, 4) for who, value in table.items()}
                    for table in (accounts.seconds, accounts.cpu))
    return GameRecord(number, names[0], names[1], result, reason, detail, game.start.fen(), len(opening.moves),
                      [move.uci() for move in game.moves], seconds, cpu, accounts.nodes, accounts.asked,
                      [node.commands().get("eval", "") for node in game.node.line()[1:]])


class _Lost(Exception):
    """A side has lost by what its player did. The player is closed, so that the next game begins afresh."""

    def __init__(self, side: Side, failure: Failure) -> None:
        super().__init__(side)
        self.side, self.failure = side, failure


def _begin(by_side: Sequence[Player], number: int) -> None:
    for side, player in zip(SIDES, by_side, strict=True):
        try:
            player.begin(number)
        except PlayerError as error:
            raise _Lost(side, Failure(Fault.DIED, message_of(error))) from None


def _ask(player: Player, game: Game, clocks: ClockPair, who: tuple[int, str], accounts: _Accounts,
         stop: threading.Event) -> tuple[Move, Score | None]:
    """The next move and what it is worth to the player; _Lost if there is none, or not in time."""
    side, name = who
    try:
        allowance = clocks.allowance(side)
        player.prepare(game, allowance)
        if stop.is_set():
            raise Stopped
        began, cpu = time.perf_counter(), player.cpu_seconds()
        choice = player.choose(game, allowance, stop)
        seconds = time.perf_counter() - began
        accounts.add(name, seconds, player.cpu_seconds() - cpu, choice.nodes or 0)
        if not clocks.spend(side, seconds):
            raise Failure(Fault.TIME, f"{seconds:.3f} s")
        return _checked(player, game, choice), choice.score
    except Failure as failure:
        player.close()
        raise _Lost(game.position.turn, failure) from None


def _checked(player: Player, game: Game, choice: Choice) -> Move:
    """The legal move of a text; Failure if it is not one."""
    try:
        if player.notation == "uci":
            return parse_uci(game.position, choice.text)
        return game.position.parse(choice.text)
    except Error as error:
        raise Failure(Fault.ILLEGAL, str(error)[:200]) from None
