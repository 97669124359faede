"""Games of the engine against itself on kernel states: the data of learned nets, and the matches that admit them.

Everything except the matches by CPU time is decided by a seed.
"""
from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from feerie.engine.deepening import deepen
from feerie.engine.evaluation import Evaluation
from feerie.engine.net import Net
from feerie.engine.playing_table import PlayingTable
from feerie.engine.quiescence import ANY_NUMBER
from feerie.engine.search import WON_SCORE, Search
from feerie.engine.squares import LearnedSquares
from feerie.engine.weights import Weights
from feerie.kernel.packed_move import move_kind, move_man, move_result, move_target
from feerie.kernel.tables import PLAIN, SMALL_TABLE_BITS, tables_of
from feerie.kernel.verdict import Judge, PositionVerdict, compiled_rules
from feerie.notation.fen import parse
from feerie.rules.ending import MoveRule, Repetition
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""Where games of genres without an array of their own begin."""
OPENING_PLIES = 6, 11
"""Random moves at the beginning of a game, at least and at most."""
BALANCED = 150
"""Centipawns by which an opening may favour a side, in a search of BALANCE_NODES."""
BALANCE_NODES = 4000
DECIDED, DECIDED_PLIES = 1500, 6
"""A game is won when both sides have seen this many centipawns for this many plies."""
LONGEST_GAME = 300
"""Plies after which a game is drawn."""


@dataclass
class Board:
    """A position of a game with what the game's history adds."""

    judge: Judge
    promoting: frozenset[int]
    keys: list[int] = field(default_factory=list)
    quiet_plies: int = 0

    @classmethod
    def of(cls, genre: Genre, setup: Setup) -> Board:
        judge = Judge(compiled_rules(genre, SMALL_TABLE_BITS), 8)
        judge.load(setup)
        return cls(judge, frozenset(number for number, man in enumerate(genre.men) if man.promotion))

    def is_capture(self, move: int) -> bool:
        """Whether a move takes a man, except en passant."""
        return move_kind(move) == PLAIN and self.judge.man_at(move_target(move)) != ""

    def is_quiet(self, move: int) -> bool:
        """Whether a move neither takes nor promotes."""
        return not self.is_capture(move) and (move_kind(move) != PLAIN or move_man(move) == move_result(move))

    def push(self, move: int) -> None:
        """Make a move for good."""
        self.keys.append(self.judge.key)
        lasting = self.is_capture(move) or move_kind(move) <= 1 and move_man(move) in self.promoting
        self.quiet_plies = 0 if lasting else self.quiet_plies + 1
        self.judge.push(move)
        self.judge.drop_history()

    def past(self) -> list[int]:
        """Keys of the positions before that may recur, the latest first."""
        return self.keys[:-self.quiet_plies - 1:-1] if self.quiet_plies else []

    def result(self, endings: Sequence[object]) -> float | None:
        """White's result if the game has ended: 1, 0.5 or 0."""
        verdict = self.judge.verdict()
        if verdict in (PositionVerdict.MATE, PositionVerdict.RUN):      # the side that has just moved has won
            return float(self.judge.turn)
        if verdict == PositionVerdict.STALEMATE:
            return 0.5
        for ending in endings:
            if isinstance(ending, MoveRule) and self.quiet_plies >= (ending.claim or ending.automatic):
                return 0.5
            if isinstance(ending, Repetition) \
                    and Counter(self.past())[self.judge.key] + 1 >= (ending.claim or ending.automatic):
                return 0.5
        return None


class Player:
    """A search for the moves of one player: by nodes, or by seconds of CPU time. `net`: to evaluate by.

    `squares`: learned values of men on squares, added to those of the tables.
    """

    def __init__(self, genre: Genre, hash_mb: int, nodes: int | None = None, seconds: float | None = None,
                 net: Net | None = None, squares: LearnedSquares | None = None) -> None:
        self.table = PlayingTable(hash_mb)
        evaluation = Evaluation(Judge(compiled_rules(genre, SMALL_TABLE_BITS), 128),
                                Weights(tables_of(genre), learned=squares))
        evaluation.use_net(net)
        self.search = Search(evaluation, self.table)
        self.search.poll_interval = 256
        self.nodes, self.seconds = nodes, seconds
        self.moves = self.visited = 0
        self.used = 0.0

    def new_game(self) -> None:
        """Forget the game before."""
        self.table.clear()
        self.search.ordering.forget()

    def think(self, board: Board, codes: list[int], nodes: int | None = None) -> tuple[int, int]:
        """The best move and its score for the side to move."""
        began = time.thread_time()
        search, limit = self.search, nodes or self.nodes
        self.table.new_search()
        search.set_root(board.judge, board.past(), board.quiet_plies, codes)
        search.max_nodes = limit or ANY_NUMBER
        until = began + (self.seconds or 0.0)
        search.poll = None if limit else lambda: time.thread_time() >= until
        move, score = codes[0], 0
        for iteration in deepen(search):
            move, score = iteration.lines[0].moves[0], iteration.lines[0].score
            if abs(score) >= WON_SCORE:
                break
        self.moves += 1
        self.visited += search.nodes
        self.used += time.thread_time() - began
        return move, score


def openings(genre: Genre, seed: str) -> Iterator[list[int]]:
    """Random first moves after which neither side is much better, without end."""
    rng = Random(seed)
    setup = parse(genre, genre.start or START)
    judge_of_balance = Player(genre, 1, BALANCE_NODES)
    while True:
        board, line = Board.of(genre, setup), []
        for _ in range(rng.randint(*OPENING_PLIES)):
            codes = board.judge.moves()
            if not codes or board.result(genre.endings) is not None:
                break
            line.append(rng.choice(codes))
            board.push(line[-1])
        codes = board.judge.moves()
        if not codes or board.result(genre.endings) is not None:
            continue
        judge_of_balance.new_game()
        if abs(judge_of_balance.think(board, codes)[1]) <= BALANCED:
            yield line


@dataclass(frozen=True)
class Record:
    """A position of a game: what the side to move played, with its score."""

    setup: Setup
    move: int
    score: int
    quiet: bool


def play(genre: Genre, line: Sequence[int], players: Sequence[Player]) -> tuple[float, list[Record]]:
    """White's result of a game after the opening `line` between White and Black, and its positions."""
    board = Board.of(genre, parse(genre, genre.start or START))
    for move in line:
        board.push(move)
    for player in {id(player): player for player in players}.values():
        player.new_game()
    records: list[Record] = []
    decided = 0
    while len(records) < LONGEST_GAME:
        result = board.result(genre.endings)
        if result is not None:
            return result, records
        turn = board.judge.turn
        move, score = players[turn].think(board, board.judge.moves())
        white = -score if turn else score
        decided = decided + 1 if white >= DECIDED and decided >= 0 else \
            decided - 1 if white <= -DECIDED and decided <= 0 else 0
        quiet = board.is_quiet(move) and not board.judge.in_check(turn)
        records.append(Record(board.judge.save(), move, score, quiet))
        if abs(score) >= WON_SCORE or abs(decided) >= DECIDED_PLIES:
            return float(white > 0), records
        board.push(move)
    return 0.5, records


def man_codes(genre: Genre) -> dict[str, int]:
    """The numbers of men in records of positions by FEN letter: 1 + kind, 16 more for Black's."""
    return {letter if side == 0 else letter.lower(): 1 + kind + 16 * side
            for kind, letter in enumerate(tables_of(genre).letters) for side in (0, 1)}


def flagged_codes(genre: Genre) -> dict[str, tuple[str, int]]:
    """For genres with a king run, by flag: the FEN letter of the king and its number while the flag is set."""
    run = genre.king_run
    if not run:
        return {}
    kinds, royal = len(genre.men), genre.royal.letter
    return {flag: (royal if side == 0 else royal.lower(), 1 + kinds + 16 * side)
            for side, flag in enumerate(run.flags)}

