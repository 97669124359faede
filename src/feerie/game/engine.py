"""The engine: how a search for the best move is started, and what it returns.

Scores are those of the side to move, in centipawns: hundredths of a pawn.

    >>> from feerie.game.position import Position
    >>> found = Engine(hash_mb=1).search(Position("rollerball"), depth=3)
    >>> found.depth, len(found.pv) > 0
    (3, True)
"""
from __future__ import annotations

import random
import time
from collections.abc import Collection, Generator, Iterable, Iterator
from dataclasses import fields, replace
from math import isfinite
from pathlib import Path
from threading import Thread
from typing import Any

from feerie.base.errors import ArgumentError, EngineError, Message, check_number, check_whole, require_whole, wrong_type
from feerie.engine.deepening import Found, Iteration, deepen
from feerie.engine.evaluation import NEEDS as NEEDS_OF_NETS
from feerie.engine.fallible import SEEDS, FallibleSearch
from feerie.engine.general_evaluation import new_evaluation
from feerie.engine.levels import Level, find_level
from feerie.engine.mating import MateFinder
from feerie.engine.net import Net, shipped_net
from feerie.engine.net_file import read_net
from feerie.engine.playing_table import PlayingTable
from feerie.engine.quiescence import ANY_NUMBER
from feerie.engine.search import DEEPEST, MATE_SCORE, WON_SCORE, Search
from feerie.engine.timing import TimeBudget, budget_of
from feerie.game.analysis import Analysis, Clock, Limit, Line, PovScore, Score
from feerie.game.book import Book
from feerie.game.game import Game
from feerie.game.position import Position, judge_of, moves_of_line, packed_move
from feerie.game.status_text import illegality
from feerie.game.syzygy import Syzygy, SyzygyResult
from feerie.game.tables import TableResult, Tables, shipped_prober
from feerie.game.turns import Run, Turns
from feerie.kernel.judges import new_judge
from feerie.kernel.tables import SMALL_TABLE_BITS, tables_of
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.properties import Property
from feerie.search.forced.forced import Stopped
from feerie.tables.prober import Prober

__all__ = ["Analysis", "Clock", "Engine", "Limit", "Line", "PovScore", "Score", "check_question"]


MAX_HASH_MB = 1 << 20
MAX_THREADS = 256
STACK = 128
"""Frames of the judge of a search: more than the longest line."""
READY_NODES = 2000
"""A search of this many positions makes everything that a search of its genre needs."""
PROBED_FROM = 8
"""The most men of a position from which a search asks the endgame tables."""
TABLE_LINE = 16
"""Half-moves of a line of best play by the tables."""
HURRIED_NODES = 1000
"""Positions that a search may still visit if it was stopped before its first result: a millisecond or two."""
WAIT = 0.005
"""Seconds between two checks whether pondering has ended, when there is nothing left to search."""


class Engine:
    """Searches for the best move in positions of any genre.

    `hash_mb`: the size of the transposition table, in MB. `threads`: searches that share it; the result of one thread
    at a fixed depth is always the same. `level`: a name or a number of engine.levels, None for full strength; a level
    below that is a limit of its own, besides those of a search, and errs. `seed`: of its errors, which are the same for
    the same seed; without a seed, they differ from game to game (see `clear`).

    One search at a time, EngineError for a second one in another thread; the table is kept from search to search, and
    copies and pickles begin with an empty one. ArgumentError if an argument makes no sense.

    `evaluation`: "net" for the learned net of the genre, if it has one that won its match, else the tables; "tables"
    for the tables of the genre in any case; or the file of a net, which must fit the genre of every search. Levels that
    err always use the tables, with which they were measured.

    `tables`: endgame tables. A position that they know is played by them, in the fewest moves, and searches ask them
    about what comes after. None for those of the package, which then only tell searches what is drawn. Levels that err
    use none. `syzygy`: other tables, None for none; a position that they know, and `tables` does not, is played by
    them: won sooner or later, never thrown away.

    `book`: openings, None for none. A search with a limit, for one line, that may make any move and does not ponder,
    gives a move of the book at once, with depth 0 and score 0.

    Two attributes are for tests and measurements: with `shortcuts` False nothing is pruned or reduced, which is slow;
    with `plain_castlings` True castlings are ordered and evaluated as ordinary king moves.
    """

    def __init__(self, *, hash_mb: int = 64, threads: int = 1, level: str | int | Level | None = None,
                 seed: int | None = None, evaluation: str | Path = "net", tables: Tables | None = None,
                 syzygy: Syzygy | None = None, book: Book | None = None) -> None:
        require_whole(hash_mb=hash_mb, threads=threads)
        check_whole(seed=seed)
        if not isinstance(evaluation, (str, Path)):
            raise wrong_type("evaluation", "'net', 'tables' or the path of a net", evaluation)
        if not 1 <= hash_mb <= MAX_HASH_MB:
            raise ArgumentError("the table must have between 1 and {} MB, not {}", MAX_HASH_MB, hash_mb)
        if not 1 <= threads <= MAX_THREADS:
            raise ArgumentError("there must be between 1 and {} threads, not {}", MAX_THREADS, threads)
        self.hash_mb, self.threads, self.evaluation = int(hash_mb), int(threads), evaluation
        if isinstance(evaluation, str) and evaluation not in ("net", "tables") and not Path(evaluation).exists():
            raise ArgumentError("evaluation must be 'net', 'tables' or the path of a net; there is no file {}",
                                repr(evaluation))
        self._net_file = None if evaluation in ("net", "tables") else read_net(Path(evaluation))
        if tables is not None and not isinstance(tables, Tables):
            raise wrong_type("tables", "Tables or None", tables)
        for name, given, kind in (("syzygy", syzygy, Syzygy), ("book", book, Book)):
            if given is not None and not isinstance(given, kind):
                raise wrong_type(name, f"a {kind.__name__} or None", given)
        self.tables, self.syzygy, self.book = tables, syzygy, book
        self._prober: Prober | None = None
        self.shortcuts = True
        self.plain_castlings = False
        self.level = None if level is None else find_level(level)
        self._has_seed = seed is not None
        self._seed = random.randrange(SEEDS) if seed is None else int(seed) % SEEDS
        self._table: PlayingTable | None = None
        self._searches: list[Search] = []
        self._genre: Genre | None = None
        self._net: Net | None = None
        self._turns: Turns[_Run] = Turns()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied or pickled, an engine has its settings; its table is empty."""
        given = {"hash_mb": self.hash_mb, "threads": self.threads, "level": self.level, "evaluation": self.evaluation,
                 "tables": self.tables, "syzygy": self.syzygy, "book": self.book,
                 "seed": self._seed if self._has_seed else None}
        return _remade, (type(self), given, self.shortcuts, self.plain_castlings)

    def __repr__(self) -> str:
        level = f", level={self.level.name!r}" if self.level else ""
        return f"<Engine hash_mb={self.hash_mb}, threads={self.threads}{level}>"

    def search(self, position: Position | Game, *, seconds: float | None = None, depth: int | None = None,
               nodes: int | None = None, mate: int | None = None, clock: Clock | None = None, multipv: int = 1,
               moves: Collection[Move | str] | None = None, ponder: bool = False) -> Analysis:
        """The result of a search that ends at the first of the limits given: see Limit.

        A game's history counts for repetition. `multipv`: the number of lines. `moves`: search these moves only.
        `ponder`: limits of time do not count before ponder_hit(). EngineError for an illegal position, ArgumentError
        for limits that make no sense; errors of Position.parse for moves that are not legal.
        """
        *_, last = self.iterate(position, seconds=seconds, depth=depth, nodes=nodes, mate=mate, clock=clock,
                                multipv=multipv, moves=moves, ponder=ponder)
        return last

    def iterate(self, position: Position | Game, *, seconds: float | None = None, depth: int | None = None,
                nodes: int | None = None, mate: int | None = None, clock: Clock | None = None, multipv: int = 1,
                moves: Collection[Move | str] | None = None, ponder: bool = False) -> Iterator[Analysis]:
        """The result of every iteration of a search, at least one; arguments and errors as in `search`.

        The last result may repeat the one before it, with the nodes and the time of the whole search.

        From this call on stop() ends the search, even before the first result is asked for. Closing the generator
        stops the search, too.
        """
        limit = Limit(seconds, depth, nodes, mate, clock)
        now, over, allowed = check_question(position, limit, multipv, moves)
        roots = now.legal_moves if allowed is None else allowed
        codes = [] if over else [packed_move(now, move) for move in roots]
        run = _Run(_within(limit, self.level), ponder)
        run.has_choice = len(codes) > 1
        self._turns.announce(run)
        if not codes:
            return iter((Analysis((), 0, 0, 0, 0.0),))
        if mate is not None:
            return self._turns.results(run, self._find_mate(run, now, codes, whole=allowed is None))
        booked = self.book.choose(now) if self.book and multipv == 1 and limit != Limit() and not ponder \
            and allowed is None else None
        if booked is not None:
            return iter((Analysis((Line(Score(0), (booked,), now),), 0, 0, 0, 0.0),))
        known = self._known_moves(now, allowed)
        if known and known[0][1].outcome != "draw":
            return self._turns.results(run, self._from_tables(run, now, known[:multipv]))
        if known and multipv == 1:
            codes = [packed_move(now, move) for move, result in known if result.outcome == "draw"]
        return self._turns.results(run, self._iterate(run, position, now, codes, multipv))

    def _known_moves(self, position: Position, allowed: list[Move] | None
                     ) -> list[tuple[Move, TableResult | SyzygyResult]]:
        """The moves that may be played, with what the tables say of them; [] if they do not know."""
        if self.level is not None and self.level.errs:
            return []
        found: list[tuple[Move, TableResult | SyzygyResult]] = [*self.tables.moves(position)] if self.tables else []
        if not found and self.syzygy is not None:
            found = [*self.syzygy.moves(position)]
        return [(move, result) for move, result in found if allowed is None or move in allowed]

    def _from_tables(self, run: _Run, position: Position,
                     known: list[tuple[Move, TableResult | SyzygyResult]]) -> Generator[Analysis, None, None]:
        """What the tables know as the result of a search."""
        lines = []
        for move, result in known:
            after = position.without_move_rule().play(move)
            rest = self.tables.line(after, TABLE_LINE - 1) if self.tables is not None else []
            lines.append(Line(result.score, (move, *rest), position))
        yield Analysis(tuple(lines), len(lines[0].moves), len(lines[0].moves), 0, run.elapsed())
        while run.pondering and not run.stopped:
            time.sleep(WAIT)

    def stop(self) -> None:
        """End the running search within 50 ms; from any thread. Its best move so far is its result."""
        self._turns.stop()

    def ponder_hit(self) -> None:
        """The move pondered on was played: from now on the search heeds its limits. From any thread."""
        if self._turns.newest:
            self._turns.newest.hit()

    def prepare(self, position: Position) -> None:
        """Make what the first search of a genre would make in its own time; not during a search.

        Changes nothing if the last search was of this genre, or if the position is the end of a game. EngineError if
        the position is illegal or the net does not fit, MemoryError if there is no room for the table.
        """
        if self._genre != position.genre:
            self.search(position, nodes=READY_NODES)
            self._forget()

    def clear(self) -> None:
        """Forget what earlier searches have found, as before another game; not during a search.

        Without a seed of its own, a level errs in different places from now on.
        """
        if not self._has_seed:
            self._seed = random.randrange(SEEDS)
        self._forget()

    @property
    def seed(self) -> int:
        """The seed of the errors of its level. Another one makes another player: what was found is forgotten."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        require_whole(seed=seed)
        self._seed, self._has_seed = int(seed) % SEEDS, True
        self._forget()

    def _forget(self) -> None:
        if self._table:
            self._table.clear()
        for search in self._searches:
            search.ordering.forget()
            if isinstance(search, FallibleSearch):
                search.set_seed(self._seed)

    # --------------------------------------------------------------------------------------------- playing

    def _prepare(self, genre: Genre) -> Search:
        """The first of the searches, all of which are made again for another genre."""
        if self._table is None:
            try:
                self._table = PlayingTable(self.hash_mb)
            except MemoryError:
                raise MemoryError(Message("there is not enough memory for a table of {} MB", self.hash_mb)) from None
        if self._genre is not genre and self._genre != genre:
            net = self._net_for(genre)
            if self._genre is not None:
                self._table.clear()
            self._searches, self._prober = [], None
            self._genre, self._net = genre, net
        del self._searches[self.threads:]
        while len(self._searches) < self.threads:
            judge = new_judge(compiled_rules(genre, SMALL_TABLE_BITS), STACK)
            self._searches.append(self._new_search(judge, self._table))
        return self._searches[0]

    def _new_search(self, judge: Judge, table: PlayingTable) -> Search:
        level = self.level
        if level is not None and level.errs:
            return FallibleSearch(judge, table, level.inaccuracy, level.oversight, self._seed)
        evaluation = new_evaluation(judge, self.evaluation != "tables")
        evaluation.use_net(self._net)
        return Search(evaluation, table)

    def _net_for(self, genre: Genre) -> Net | None:
        """The net that evaluates positions of a genre, None for the tables."""
        if self.evaluation == "tables":
            return None
        if not compiled_rules(genre).properties & NEEDS_OF_NETS:
            if self._net_file:
                raise EngineError("there are no nets for {}, whose men do not simply move along lines", genre.name)
            return None
        return Net(self._net_file, tables_of(genre)) if self._net_file else shipped_net(genre)

    def _iterate(self, run: _Run, position: Position | Game, now: Position, codes: list[int],
                 multipv: int) -> Generator[Analysis, None, None]:
        search = self._prepare(now.genre)
        assert self._table
        self._table.new_search()
        past = _past(position) if isinstance(position, Game) else []
        if self._prober is None and len(now.men()) <= PROBED_FROM:
            self._prober = shipped_prober(now.genre) if self.tables is None else self.tables.prober(now.genre)
        for each in self._searches:
            if not isinstance(each, FallibleSearch):
                each.endings.set_prober(self._prober, only_draws=self.tables is None)
            each.set_root(judge_of(now), past, now.halfmove_clock, codes)
            each.max_nodes = ANY_NUMBER
            each.shortcuts = self.shortcuts
            each.evaluation.plain_castlings = self.plain_castlings
        run.attach(self._searches)
        search.poll = run.poll
        search.max_nodes = min(run.limit.nodes, ANY_NUMBER) if run.limit.nodes is not None else ANY_NUMBER
        helpers: list[Thread] = []
        begun = Iteration(0, [Found(0, [codes[0]])])
        last = None
        try:
            for iteration in deepen(search, multipv, deepest=min(DEEPEST, run.limit.depth or DEEPEST)):
                if last is None and not iteration.finished:
                    begun = iteration
                    break
                last = self._analysis(iteration, now, run)
                yield last
                run.notice(iteration)
                if run.is_enough():
                    break
                if len(self._searches) > 1 and not helpers:
                    helpers = self._start_helpers()
            if last is None:
                run.attach([])      # what follows is not stopped
                yield self._analysis(_hurried(search, run.limit.nodes, begun), now, run)
            while run.pondering and not run.stopped:
                time.sleep(WAIT)
            if last is not None and sum(search.nodes for search in self._searches) > last.nodes:
                yield replace(last, nodes=sum(search.nodes for search in self._searches), seconds=run.elapsed())
        finally:
            run.stop()
            for helper in helpers:
                helper.join()
            search.poll = None
        if search.error is not None:
            error, search.error = search.error, None
            raise error

    def _start_helpers(self) -> list[Thread]:
        """Lazy SMP: other searches of the same root, every second one a ply ahead, which fill the table."""
        started: list[Thread] = []
        for number, search in enumerate(self._searches[1:], 1):
            thread = Thread(target=_help, args=(search, 1 + number % 2), daemon=True)
            try:
                thread.start()
            except RuntimeError:        # where no thread can be started, one search does the work
                break
            started.append(thread)
        return started

    def _analysis(self, iteration: Iteration, position: Position, run: _Run) -> Analysis:
        assert self._table
        lines = tuple(Line(_score(found.score), moves_of_line(position, found.moves), position)
                      for found in iteration.lines)
        return Analysis(lines, iteration.depth, max(search.selective_depth for search in self._searches),
                        sum(search.nodes for search in self._searches), run.elapsed(), self._table.per_mille_used())

    # ---------------------------------------------------------------------------------------------- mating

    def _find_mate(self, run: _Run, position: Position, codes: list[int],
                   whole: bool) -> Generator[Analysis, None, None]:
        """`mate` as a search of one iteration; its result has no lines if there is no mate or it was stopped.

        The move rule plays no part, as in problems.
        """
        assert run.limit.mate
        position = position.without_move_rule()
        finder = MateFinder(judge_of(position), run.limit.mate)
        run.attach([finder])
        found: list[int] = []
        errors: list[BaseException] = []

        def find() -> None:
            try:
                found.extend(finder.line(None if whole else set(codes)))
            except Stopped:
                pass
            except BaseException as error:
                errors.append(error)

        thread = Thread(target=find, daemon=True)
        try:
            try:
                thread.start()
            except RuntimeError:
                find()
            else:
                while thread.is_alive():
                    thread.join(WAIT)
                    if run.poll():
                        run.stop()
        finally:
            run.stop()
            if thread.ident:
                thread.join()
        if errors:
            raise errors[0]
        line = (Line(Score(mate=len(found) // 2 + 1), moves_of_line(position, found), position),) if found else ()
        yield Analysis(line, len(found), len(found), finder.nodes, run.elapsed())


class _Run(Run):
    """One search as its limits see it: when it began, and whether it must end."""

    def __init__(self, limit: Limit, ponder: bool) -> None:
        super().__init__()
        self.limit = limit
        self.began = self.counted_from = time.monotonic()
        self.pondering = ponder
        self.searches: list[Search] | list[MateFinder] = []
        self.budget: TimeBudget | None = None
        self.settled = 0
        self.scores: list[int] = []
        self.has_choice = True
        self.best: int | None = None
        if limit.clock:
            self.budget = budget_of(limit.clock.seconds, limit.clock.increment, limit.clock.moves)

    def attach(self, searches: list[Search] | list[MateFinder]) -> None:
        """Set the searches that stop() stops."""
        self.searches = searches
        if self.stopped:
            self.stop()

    def stop(self) -> None:
        """Stop the searches."""
        super().stop()
        for search in self.searches:
            search.judge.stopped = True

    def hit(self) -> None:
        """Let time count from now on."""
        self.counted_from = time.monotonic()
        self.pondering = False

    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self.began

    def poll(self) -> bool:
        """Whether a search must stop now."""
        if self.stopped:
            return True
        if self.limit.nodes is not None and sum(search.nodes for search in self.searches) >= self.limit.nodes:
            return True
        if self.pondering:
            return False
        used = time.monotonic() - self.counted_from
        if self.limit.seconds is not None and used >= self.limit.seconds:
            return True
        return self.budget is not None and used >= self.budget.hard

    def notice(self, iteration: Iteration) -> None:
        """Remember the score, and for how many iterations the best move has been the same."""
        best = iteration.lines[0].moves[0]
        self.scores.append(iteration.lines[0].score)
        self.settled = self.settled + 1 if best == self.best else 0
        self.best = best

    def is_enough(self) -> bool:
        """Whether no new iteration should be begun."""
        if self.poll():
            return True
        if self.pondering or not self.budget:
            return False
        used = time.monotonic() - self.counted_from
        return not self.has_choice or used >= self.budget.until(self.settled, self.scores)


def _remade(cls: type[Engine], given: dict[str, Any], shortcuts: bool, plain_castlings: bool) -> Engine:
    """An engine with the settings of another."""
    engine = cls(**given)
    engine.shortcuts, engine.plain_castlings = shortcuts, plain_castlings
    return engine


def _hurried(search: Search, limit: int | None, begun: Iteration) -> Iteration:
    """A search of one ply, for a search that was stopped in its first iteration; else what that has `begun`.

    `limit`: the largest number of nodes, None for none.
    """
    search.poll, search.judge.stopped = None, False
    search.max_nodes = search.nodes + HURRIED_NODES if limit is None else min(limit, search.nodes + HURRIED_NODES)
    if search.error is None and search.nodes < search.max_nodes:
        return next(deepen(search, deepest=1), begun)
    return begun


def _help(search: Search, first: int) -> None:
    """The work of a helper thread: search until stopped."""
    for _ in deepen(search, first=first):
        pass


def check_question(position: Position | Game, limit: Limit, multipv: int, moves: Collection[Move | str] | None
                   ) -> tuple[Position, bool, list[Move] | None]:
    """The position to search, whether its game is over, and the moves that may be made first, None for all.

    EngineError, ArgumentError and others as in Engine.search.
    """
    _check_limit(limit, multipv)
    if not isinstance(position, (Position, Game)):
        raise wrong_type("position", "a Position or a Game", position)
    now = position.position if isinstance(position, Game) else position
    if not now.is_valid():
        raise EngineError("the position is illegal: {}", illegality(now))
    over = position.is_over() if isinstance(position, Game) else now.is_game_over()
    if isinstance(moves, str) or not (moves is None or isinstance(moves, Iterable)):
        raise wrong_type("moves", "a list of moves", moves)
    allowed = None if moves is None else list(dict.fromkeys(
        now.parse(move) if isinstance(move, str) else move for move in moves))
    if allowed is not None and not allowed and not over:
        raise ArgumentError("no move to search")
    return now, over, allowed


def _check_limit(limit: Limit, multipv: int) -> None:
    """ArgumentError for limits that make no sense."""
    for item in fields(limit):
        value = getattr(limit, item.name)
        if value is None or (isinstance(value, Clock) and item.name == "clock"):
            continue
        if item.name == "clock":
            raise wrong_type(item.name, "a Clock", value)
        check_number(**{item.name: value})
        if item.name != "seconds":
            require_whole(**{item.name: value})
        if not isfinite(value) or value < 0 or (value == 0 and item.name != "seconds"):
            raise ArgumentError("{} must be a number above 0, not {}", item.name, value)
    if limit.clock:
        if limit.seconds is not None:
            raise ArgumentError("a search is limited by seconds or by a clock, not by both")
        clock = limit.clock
        check_number(seconds=clock.seconds, increment=clock.increment)
        check_whole(moves=clock.moves)
        if not (isfinite(clock.seconds) and isfinite(clock.increment)) or clock.increment < 0 \
                or (clock.moves is not None and clock.moves < 1):
            raise ArgumentError("a clock must have numbers, and no negative increment")
    require_whole(multipv=multipv)
    if multipv < 1:
        raise ArgumentError("there must be one line at least, not {}", multipv)


def _within(limit: Limit, level: Level | None) -> Limit:
    """A limit that a level may not exceed."""
    if level is None or limit.mate is not None:
        return limit
    depths = [depth for depth in (limit.depth, level.depth) if depth is not None]
    nodes = [nodes for nodes in (limit.nodes, level.nodes) if nodes is not None]
    return replace(limit, depth=min(depths, default=None), nodes=min(nodes, default=None))


def _past(game: Game) -> list[int]:
    """The keys of the positions of a game before the last one that may recur, the latest first: those before a capture
    only where men come back."""
    keys: list[int] = []
    captures_last = compiled_rules(game.position.genre).properties & Property.FEWER
    for node in reversed(game.node.line()[1:]):
        if captures_last and node.move and node.move.is_capture:
            break
        assert node.parent
        keys.append(node.parent.position.key)
    return keys


def _score(score: int) -> Score:
    """A score of the search as a value."""
    if score >= WON_SCORE:
        return Score(mate=(MATE_SCORE - score + 1) // 2)
    if score <= -WON_SCORE:
        return Score(mate=-((MATE_SCORE + score + 1) // 2))
    return Score(centipawns=score)
