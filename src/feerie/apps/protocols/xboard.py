"""`feerie xboard`: the engine for XBoard and WinBoard.

They speak the Chess Engine Communication Protocol, version 2 (Mann and Muller, engine-intf.html of XBoard 4.9.1).

What XBoard does not know of a genre it is told: board and men by `setup`, legal targets by `highlight`.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from feerie import __version__
from feerie import genres as all_genres
from feerie.apps.protocols.dialogue import (
    USUAL_HASH,
    Dialogue,
    Quit,
    Refused,
    Search,
    first_position,
    move_of,
    number,
    opened_book,
    opened_syzygy,
    shown,
)
from feerie.apps.protocols.xboard_genres import full_fen, highlighting, is_shown, setup
from feerie.apps.protocols.xboard_limits import LIMIT_COMMANDS, ThinkingLimits
from feerie.apps.shell.candidates import genre_names
from feerie.apps.shell.programs import Program
from feerie.apps.shell.terminal import DONE, emit, find_genre, genre_file_option, json_option, status_line
from feerie.base.errors import Error
from feerie.engine.levels import LEVELS, find_level
from feerie.game.game import Game
from feerie.game.position import Position
from feerie.notation.moves import is_uci
from feerie.notation.variant_names import XBOARD_NAMES, xboard_move
from feerie.rules.genre import Genre
from feerie.rules.side import Side

if TYPE_CHECKING:
    from feerie.game.engine import Analysis, Engine, Score
    from feerie.game.status import Outcome
    from feerie.rules.move import Move

__all__ = ["xboard"]

XBOARD_MATE = 100000
"""XBoard's score of a mate, to which the number of moves is added."""
HINT_SECONDS = 0.3
ABORTED = "Engine aborts game"
"""XBoard's reason if the engine has sent a position."""
LARGEST_MEMORY = 65536
GOOD_DRAW = -50
"""A draw is accepted if the engine's score was not better than this, in centipawns."""


class NotNow(Refused):
    """The command makes sense, but not now."""


@dataclass
class XBoard(Dialogue):
    """A dialogue in XBoard's protocol.

    `extra`: a genre that is offered besides those of the list. `side`: the side the engine plays, None for none.
    `strength`: the name of its level; `book`, `syzygy`: a file and folders that it plays by, empty for none.
    `lost`: XBoard has a position that is not legal here, so that no move can be made. `playing_on`: the rules ended the
    game in a draw, but the other program goes on. `waiting`: pings that are
    answered after the engine's move. `pondering`: the engine may think while the other side does; `expected`: the move
    that it expects then, None if it expects none. `sent_again`: how many of XBoard's commands a position that was sent
    will still cause.
    """

    extra: Genre = all_genres.ORTHODOX
    genre: Genre = all_genres.ORTHODOX
    game: Game = field(init=False)
    side: str | None = Side.BLACK
    analysing: bool = False
    showing: bool = False
    lost: bool = False
    playing_on: bool = False
    against_program: bool = False
    limits: ThinkingLimits = field(default_factory=ThinkingLimits)
    memory: int = USUAL_HASH
    cores: int = 1
    strength: str = LEVELS[-1].name
    book: str = ""
    syzygy: str = ""
    waiting: list[str] = field(default_factory=list)
    lifted: str = ""
    last: Analysis | None = None
    hinting: Search | None = None
    pondering: bool = False
    expected: Move | None = None
    sent_again: int = 0
    _engine: Engine | None = None

    def __post_init__(self) -> None:
        self.game = Game(self.genre)

    @property
    def engine(self) -> Engine:
        """The engine, made when it is first needed and after a change of its options."""
        if self._engine is None:
            from feerie.game.engine import Engine
            from feerie.game.tables import Tables

            self._engine = Engine(hash_mb=self.memory, threads=self.cores, level=self.strength, tables=Tables(),
                                  book=opened_book(self.book) if self.book else None,
                                  syzygy=opened_syzygy(self.syzygy) if self.syzygy else None)
        return self._engine

    # -------------------------------------------------------------------------------------------- the protocol

    def obey(self, line: str) -> None:
        """Do what a line says, then go on with what the engine has to do."""
        word, _, rest = line.partition(" ")
        if word in COMMANDS:
            COMMANDS[word](self, rest.strip())
        elif word in LIMIT_COMMANDS:
            LIMIT_COMMANDS[word](self.limits, rest.strip())
        elif is_uci(line.lower()):      # from programs that speak version 1 of the protocol
            self.user_move(line)
        else:
            raise Refused("unknown command")
        self.go_on()

    def complain(self, message: str, line: str) -> None:
        """Report an error."""
        self.say(f"Error ({message}): {line}")

    def ignore(self, _: str) -> None:
        """Commands that require nothing."""

    def introduce(self, _: str) -> None:
        """Answer `protover`: what this engine can do."""
        for feature in features(self.extra):
            self.say(f"feature {feature}")

    def quit(self, _: str) -> None:
        """Leave."""
        self.discard()
        raise Quit

    def ping(self, text: str) -> None:
        """Answer; if the engine is about to make a move, after that.

        What would otherwise be made while the clock runs is made before the answer.
        """
        if self.is_to_move:
            self.waiting.append(text)
            return
        if self.search is None:
            self.prepare(self.game.position)
        self.say(f"pong {shown(text)}")

    def take_usual_hash(self, reason: str) -> None:
        self.say(f"telluser {reason}")
        self.memory, self._engine = USUAL_HASH, None

    @property
    def is_to_move(self) -> bool:
        """Whether the engine is searching for a move of its own."""
        return self.search is not None and self.search is not self.hinting and not self.analysing \
            and self.expected is None

    def go_on(self) -> None:
        """Search if it is the engine's turn, or in analysis, or if the engine ponders."""
        if self.search is not None or self.lost or self._outcome():
            return
        if self.analysing or self.side == self.game.position.turn:
            self.prepare(self.game.position)
        if self.analysing:
            self.begin(Search(self.engine, self._subject(), {}, held=True))
        elif self.side == self.game.position.turn:
            self.begin(Search(self.engine, self._subject(), self.limits.options(self._made())))
        elif self.expected is not None:
            self._ponder(self.expected)

    def _outcome(self) -> Outcome | None:
        """How the game ended; None while the other program goes on, though a rule may say that it is drawn."""
        if self.playing_on or self.analysing:
            return self.game.position.beyond_move_rule().outcome()
        return self.game.outcome()

    def _subject(self) -> Game | Position:
        """What is searched: the game, or only the position if the game is drawn, but goes on."""
        return self.game.position.beyond_move_rule() if self.game.outcome() else self.game

    def _made(self) -> int:
        """How many moves the engine's side has made."""
        return sum(position.turn == self.side for position in self.game.positions[:-1])

    def _ponder(self, expected: Move) -> None:
        """Search the position after the move expected, until it is known what the other side plays."""
        after = Game(self.genre, self.game.start)
        for move in (*self.game.moves, expected):
            after.push(move)
        if after.outcome() or self.limits.rate:
            self.expected = None
            return
        used = self.last.seconds if self.last else 0.0
        options = self.limits.after_thinking(used).options(self._made())
        self.begin(Search(self.engine, after, {**options, "ponder": True}, held=True))

    def halt(self) -> None:
        """End a search without a result, and answer the pings that waited for it."""
        self.discard()
        self.hinting = self.expected = None
        self._answer_pings()

    def _answer_pings(self) -> None:
        for text in self.waiting:
            self.say(f"pong {shown(text)}")
        self.waiting.clear()

    # -------------------------------------------------------------------------------------- position and moves

    def new(self, _: str) -> None:
        """A new game of orthodox chess; the engine plays Black."""
        self.halt()
        self._set_up(Game(all_genres.ORTHODOX))
        self.side, self.against_program, self.sent_again = Side.BLACK, False, 0
        self.limits.depth = None
        if self._engine is not None:
            self._engine.clear()

    def _set_up(self, game: Game) -> None:
        self.genre, self.game, self.lost, self.last = game.genre, game, False, None
        self.playing_on = False

    def variant(self, name: str) -> None:
        """Change the rules and tell XBoard the board."""
        genre = XBOARD_NAMES.find(name)
        self.halt()
        self._set_up(Game(genre, first_position(genre)))
        self.lost = genre.start is None
        if genre not in (all_genres.ORTHODOX, all_genres.CHESS960):
            for line in setup(genre):
                self.say(line)

    def set_board(self, fen: str) -> None:
        """Set up a position."""
        self.halt()
        try:
            position = Position(self.genre, full_fen(self.genre, fen))
            if not position.is_valid():
                raise Refused(status_line(position, position.status()))
        except Error as error:
            self.lost = True
            self.say(f"tellusererror Illegal position: {shown(str(error), 200)}")
            return
        self._set_up(Game(self.genre, position))

    def user_move(self, text: str) -> None:
        """Play a move of the other side."""
        try:
            if self.lost:
                raise NotNow("the position is not legal")
            if self.is_to_move:
                raise NotNow("the engine is to move")
            position = self.game.position.beyond_move_rule()
            if position.outcome():
                raise NotNow("the game is over")
            move = move_of(position, text)
        except NotNow as error:
            self.say(f"Illegal move ({error}): {shown(text)}")
            return
        except Error:
            self.say(f"Illegal move: {shown(text)}")
            return
        if move == self.expected and self.search is not None:
            self._push(move)
            self.expected = None
            if not self.search.finished:
                self.search.engine.ponder_hit()
            self.release()
            return
        self.halt()
        self._push(move)
        self.announce()

    def _push(self, move: Move) -> None:
        self.playing_on = self.game.outcome() is not None
        self.game.push(move)

    def undo(self, _: str) -> None:
        """Take a move back."""
        self._take_back(1)

    def remove(self, _: str) -> None:
        """Take a move of either side back."""
        self._take_back(2)

    def _take_back(self, count: int) -> None:
        if len(self.game) < count:
            raise NotNow("command not legal now")
        self.halt()
        self.playing_on = False
        for _ in range(count):
            self.game.pop()

    def _show_again(self) -> None:
        """Send the position if XBoard has not shown the last moves correctly.

        XBoard answers by ending its game and starting one from this position, which for us does not end the game. It
        then lets the user play White only, and in a match it would end the match: there the user is told, or nobody.
        """
        wrong = [move for move in self.game.moves[-2:] if not is_shown(self.genre, move)]
        if not wrong or self.against_program or self._outcome():
            return
        if self.game.position.turn == Side.WHITE:
            self.say(f"setboard {self.game.position.fen()}")
            self.sent_again = 2
        else:
            for move in wrong:
                self.say(f"telluser {move.uci()}: a man went along that XBoard does not move, "
                         f"{' to '.join(move.partner or ())}")

    def announce(self) -> None:
        """Report the end of the game.

        XBoard checks a win that an engine claims against another, by rules that it may not know, so the loser reports
        it.
        """
        outcome = self._outcome()
        if outcome is None or self.analysing:
            return
        if self.against_program and outcome.winner is not None and outcome.winner == self.side:
            return
        self.say(f"{outcome.result} {{{outcome.reason.value}}}")

    # --------------------------------------------------------------------------------------------- who plays

    def go(self, _: str) -> None:
        """Play the side to move from now on."""
        self.halt()
        self.side = self.game.position.turn
        self.playing_on = self.game.outcome() is not None

    def play_other(self, _: str) -> None:
        """Play the side that is not to move."""
        self.halt()
        self.side = self.game.position.turn.other

    def result(self, text: str) -> None:
        """The game is over."""
        if self.sent_again and ABORTED not in text:
            self.sent_again = 0
        self.force("")

    def force(self, _: str) -> None:
        """Play no side."""
        if self.sent_again:
            self.sent_again -= 1
            return
        self.halt()
        self.side = None

    def move_now(self, _: str) -> None:
        """Make the move that is best so far."""
        if self.search is not None and self.is_to_move and not self.search.finished:
            self.search.stop()

    def analyse(self, _: str) -> None:
        """Analyse the position, and each that follows."""
        self.halt()
        self.side, self.analysing = None, True

    def exit(self, _: str) -> None:
        """Analyse no more."""
        self.halt()
        self.analysing = False

    def state(self, _: str) -> None:
        """Report how far the analysis is."""
        latest = self.search.latest if self.search is not None else None
        if latest:
            self.say(f"stat01: {round(latest.seconds * 100)} {latest.nodes} {latest.depth} 0 0")

    def hint(self, _: str) -> None:
        """Suggest a good move."""
        latest = self.search.latest if self.search is not None else None
        if self.expected:
            self.say(f"Hint: {self.expected.uci()}")
        elif latest and latest.best:
            self.say(f"Hint: {latest.best.uci()}")
        elif self.search is None and not self.lost and not self._outcome():
            self.hinting = Search(self.engine, self._subject(), {"seconds": HINT_SECONDS})
            self.begin(self.hinting)

    def draw(self, _: str) -> None:
        """Accept a draw if it can be claimed, or if the engine is worse."""
        score = self.last.score if self.last else None
        value = None if score is None else _centipawns(score)
        if self.game.outcome(claim_draw=True) or (value is not None and value <= GOOD_DRAW):
            self.say("offer draw")

    def computer(self, _: str) -> None:
        """The other side is a program too."""
        self.against_program = True

    # ---------------------------------------------------------------------------------------------- options

    def set_memory(self, text: str) -> None:
        """Megabytes for the hash table."""
        self.memory = number(text, "memory", 1, LARGEST_MEMORY)
        self.halt()
        self._engine = None

    def set_cores(self, text: str) -> None:
        """Threads to search with."""
        self.cores = number(text, "cores", 1, 256)
        self.halt()
        self._engine = None

    def option(self, text: str) -> None:
        """Set an option: NAME=VALUE."""
        name, _, value = text.partition("=")
        match name.strip().lower():
            case "level":
                self.strength = find_level(value).name
            case "book":
                if value:
                    opened_book(value).close()
                self.book = value
            case "syzygypath":
                if value:
                    opened_syzygy(value).close()
                self.syzygy = value
            case _:
                raise Refused("no option is called {}", repr(shown(name, 40)))
        self.halt()
        self._engine = None

    def set_tables(self, text: str) -> None:
        """The folders of endgame tables, after the name of their kind."""
        self.option(f"SyzygyPath={text.partition(' ')[2]}")

    def post(self, _: str) -> None:
        """Show what the engine thinks."""
        self.showing = True

    def hard(self, _: str) -> None:
        """Ponder from now on."""
        self.pondering = True

    def easy(self, _: str) -> None:
        """Ponder no more."""
        self.pondering = False
        if self.expected:
            self.halt()

    def nopost(self, _: str) -> None:
        """Show nothing."""
        self.showing = False

    # ------------------------------------------------------------------------------------- the user's hand

    def lift(self, square: str) -> None:
        """The user picks up a man: show where it may go."""
        self.lifted = square
        moves = [] if self.lost else self.game.position.beyond_move_rule().legal_moves
        marks: dict[str, str] = {}
        for move in moves:
            if move.origin == square:
                marks[move.target] = "M" if move.promotion else "R" if move.is_capture else "Y"
        self.say(f"highlight {highlighting(self.genre, marks)}")

    def put(self, square: str) -> None:
        """The user puts the man down: say what it may become there."""
        moves = [] if self.lost else self.game.position.beyond_move_rule().legal_moves
        letters = [move.promotion for move in moves
                   if move.promotion and (move.origin, move.target) == (self.lifted, square)]
        choice = "".join(letter for letter in letters if len(letter) == 1)
        if choice:
            self.say(f"choice {choice}")

    # ----------------------------------------------------------------------------------------------- answers

    def report(self, search: Search, analysis: Analysis) -> None:
        """Report the best line of an iteration."""
        score = analysis.score
        if score is None or search is self.hinting or self.expected or not (self.showing or self.analysing):
            return
        pv = " ".join(move.uci() for move in analysis.pv)
        self.say(f"{analysis.depth} {_centipawns(score)} {round(analysis.seconds * 100)} {analysis.nodes} {pv}")

    def conclude(self, search: Search) -> None:
        """Make the move, or give the hint; an analysis has no result."""
        if self.analysing:
            return
        best = search.best()
        if search.failure:
            self.say(f"telluser the search failed: {shown(search.failure, 200)}")
        if search is self.hinting:
            self.hinting = None
            if best:
                self.say(f"Hint: {best.uci()}")
        elif best:
            self.last = search.latest
            if self.pondering and self.last and self.last.best == best:
                self.expected = self.last.ponder
            self._push(best)
            self.say(f"move {xboard_move(best)}")
            self.announce()
            self._show_again()
        self._answer_pings()
        self.go_on()


def features(extra: Genre = all_genres.ORTHODOX) -> list[str]:
    """What this engine can do, as the protocol writes it."""
    levels = " /// ".join(f"{'*' if level is LEVELS[-1] else ''}{level.name}" for level in LEVELS)
    names = ",".join(XBOARD_NAMES.all(extra))
    return ["done=0", f'myname="Feerie {__version__}"', f'variants="{names}"',
            "ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 sigint=0 reuse=1 analyze=1 colors=0 ics=0 "
            "name=0 pause=0 nps=1 debug=1 memory=1 smp=1 highlight=1", f'option="Level -combo {levels}"',
            'option="Book -file "', 'option="SyzygyPath -path "',
            'egt="syzygy"', "done=1"]


def _centipawns(score: Score) -> int:
    """A score as XBoard writes it."""
    if score.centipawns is not None:
        return score.centipawns
    assert score.mate is not None
    return XBOARD_MATE + score.mate if score.mate > 0 else -XBOARD_MATE + score.mate


COMMANDS: dict[str, Callable[[XBoard, str], None]] = {
    "xboard": XBoard.ignore, "protover": XBoard.introduce, "accepted": XBoard.ignore, "rejected": XBoard.ignore,
    "quit": XBoard.quit, "ping": XBoard.ping, "new": XBoard.new, "variant": XBoard.variant,
    "setboard": XBoard.set_board, "usermove": XBoard.user_move, "undo": XBoard.undo, "remove": XBoard.remove,
    "go": XBoard.go, "playother": XBoard.play_other, "force": XBoard.force, "result": XBoard.result,
    "resign": XBoard.force, "?": XBoard.move_now, "analyze": XBoard.analyse, "exit": XBoard.exit, ".": XBoard.state,
    "hint": XBoard.hint, "draw": XBoard.draw, "computer": XBoard.computer,
    "otim": XBoard.ignore, "memory": XBoard.set_memory, "cores": XBoard.set_cores, "post": XBoard.post,
    "nopost": XBoard.nopost, "lift": XBoard.lift, "put": XBoard.put, "hover": XBoard.ignore, "hard": XBoard.hard,
    "easy": XBoard.easy, "random": XBoard.ignore, "name": XBoard.ignore, "rating": XBoard.ignore,
    "bk": XBoard.ignore, "option": XBoard.option, "egtpath": XBoard.set_tables,
}


@click.command(cls=Program, short_help="Speak with XBoard or WinBoard.")
@genre_file_option
@click.option("--genre", callback=find_genre, shell_complete=genre_names, default="orthodox", show_default=True,
              help="Rules offered besides those of the list, such as a combination.")
@json_option
def xboard(genre: Genre, as_json: bool) -> int:
    """Play and analyse for XBoard or WinBoard; it starts this command itself.

    With --json the features are written and the program ends.

    \b
    Example:
      feerie xboard
    """
    if as_json:
        offered = dict.fromkeys((*all_genres.known(), genre))
        emit({"name": f"Feerie {__version__}", "features": features(genre),
              "variants": {XBOARD_NAMES.of(each): setup(each) for each in offered}})
        return DONE
    XBoard(extra=genre).run()
    return DONE
