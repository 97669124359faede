"""The session of `feerie play`: a game, its players, and the commands of the user."""
from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from glob import escape, iglob
from typing import TYPE_CHECKING, TextIO

from feerie.apps.playing import command_names
from feerie.apps.playing.line_editor import LineEditor
from feerie.apps.playing.notice import Notice
from feerie.apps.playing.opponents import EngineOpponent, Opponent, hint, level_called, level_name
from feerie.apps.shell.catalogue import catalogue
from feerie.apps.shell.terminal import file_error, say
from feerie.base.errors import AmbiguousMoveError, ArgumentError, Error, IllegalMoveError, InvalidMoveError, message_of
from feerie.base.replacing import replace_file
from feerie.engine.levels import LEVELS, Level
from feerie.game.game import Game
from feerie.game.pgn_files import ForeignGame, read_pgn
from feerie.game.position import Outcome, Position
from feerie.game.status import StatusWord, result_of, winner_of
from feerie.game.typed_moves import is_move, meant, typed_move
from feerie.notation.control import printable
from feerie.notation.languages import Language
from feerie.rules.side import SIDES, Side
from feerie.views.board_text import board
from feerie.why.explain import explain
from feerie.why.typed_moves import explained

if TYPE_CHECKING:
    from feerie.game.engine import Engine

__all__ = ["Quit", "Session"]

LISTED_WIDTH = 100
"""Characters in a line of a list if the width of the terminal is unknown."""
MOST_SHOWN = 40
"""Characters of a line of input that a message quotes."""
ARGUMENTS = {"why": "[MOVE]", "save": "FILE", "load": "FILE", "level": "[LEVEL]"}
"""What follows the name of a command."""
FAULTS = {InvalidMoveError: "play: unknown", IllegalMoveError: "play: illegal", AmbiguousMoveError: "play: ambiguous"}


class Quit(Exception):
    """The player leaves."""


@dataclass
class Session:
    """A game in progress. `humans`: the sides played by lines of input; `opponent` plays the others.

    `again`: makes an opponent of another level. `resigned`: the side that resigned. `claimed`: a draw that was claimed.
    `agreed`: a draw was agreed. `written`: files that this session has written and may overwrite. `asked`: an existing
    file that was to be written.
    """

    start: Position
    humans: tuple[Side, ...]
    words: Language
    opponent: Opponent
    again: Callable[[Level], EngineOpponent]
    out: TextIO
    turned: bool = False
    resigned: Side | None = None
    claimed: Outcome | None = None
    agreed: bool = False
    written: set[str] = field(default_factory=set)
    asked: str = ""
    game: Game = field(init=False)
    editor: LineEditor = field(init=False)
    _adviser: Engine | None = None

    def __post_init__(self) -> None:
        self.editor = LineEditor(self.out, self.completions)
        self._set_up(Game(self.start.genre, self.start))

    def _set_up(self, game: Game) -> None:
        self.game, self.resigned, self.claimed, self.agreed = game, None, None, False

    def say(self, text: str) -> None:
        """Print one or several lines."""
        say(text, file=self.out)

    def tell(self, key: str, **values: object) -> None:
        """Print a sentence of the catalogue."""
        self.say(self._wrapped(self.words.sentence(key, **values)))

    def _width(self) -> int:
        """Characters in a line; 0 if lines may have any length."""
        return max(20, shutil.get_terminal_size().columns - 1) if self.out.isatty() else 0

    def _wrapped(self, text: str, hanging: int = 0) -> str:
        """A text in lines that fit the terminal, all but the first indented by `hanging` blanks."""
        width = self._width()
        if not width:
            return text
        return "\n".join(textwrap.fill(line, width, subsequent_indent=" " * min(hanging, width // 2),
                                       break_long_words=False, break_on_hyphens=False) if len(line) > width else line
                         for line in text.split("\n"))

    # ------------------------------------------------------------------------------------- the game's course

    @property
    def result(self) -> str:
        """ "1-0", "0-1", "1/2-1/2", or "*" while nothing is decided."""
        if self.resigned:
            return result_of(self.resigned.other)
        if self.agreed:
            return result_of(None)
        return self.claimed.result if self.claimed else self.game.result()

    @property
    def reason(self) -> str | None:
        """Why the game is over, None while it goes on."""
        if self.resigned or self.agreed:
            return "resignation" if self.resigned else "agreement"
        outcome = self.claimed or self.game.outcome()
        return outcome.reason.value if outcome else None

    def run(self) -> None:
        """Play until the input ends, or to the end of the game if nobody asks for more.

        Quit when asked to; KeyboardInterrupt by Ctrl-C if nobody is asked.
        """
        self._introduce()
        self.board()
        while True:
            if self.reason and not self.humans:
                return
            if self.reason or self.game.position.turn in self.humans:
                self.obey(self._ask())
            else:
                with self._thinking():
                    chosen = self.opponent.choose(self.game)
                self.move(chosen.uci(), "en")
                if self.opponent.was_interrupted and not self.humans:
                    raise KeyboardInterrupt

    def _introduce(self) -> None:
        """Say what is played, by whom, and how to get help."""
        values = {"genre": self.start.genre.title(self.words.code), "help": self.called("help")}
        if len(self.humans) == 1:
            level = self.opponent.level
            against = self.words.sentence("play: engine", level=level_name(level, self.words)) if level \
                else self.words.sentence("play: random mover")
            self.tell("play: begins", side=self.side(self.humans[0]), opponent=against, **values)
        elif self.humans:
            self.tell("play: begins for two", **values)

    def _thinking(self) -> Notice:
        """A block during which the terminal shows that the engine is thinking."""
        return Notice(self.words.sentence("play: thinking"), self.out)

    def _ask(self) -> str:
        over = self.words.sentence("play: over prompt")
        line = self.editor.ask(f"{over if self.reason else self.side(self.game.position.turn)}> ")
        if line is None:
            raise Quit
        return line

    def obey(self, line: str) -> None:
        """Do what a line of input says: a command, or a move."""
        name, rest = command_names.split(line)
        if not name and line and not is_move(self.game.position, line, self.words.code):
            found, rest = command_names.split_shortened(line, self.words)
            if len(found) > 1:
                self.tell("play: several commands", text=line.split()[0],
                          commands=", ".join(self.called(command) for command in found))
                return
            name = found[0] if found else ""
        try:
            if name:
                COMMANDS[name](self, rest)
            elif line and self.reason:
                self.tell("play: what next", **{key: self.called(key) for key in ("new", "undo", "quit")})
            elif line:
                self.move(line, self.words.code)
        except Error as error:
            if name:
                self.tell("play: failed", error=self._said(error))
            else:
                self._complain(error, line)

    def _complain(self, error: Error, text: str) -> None:
        key = next((key for kind, key in FAULTS.items() if isinstance(error, kind)), "play: failed")
        shown = printable(text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}...")
        values = {"error": self._said(error)} if key == "play: failed" else {"text": shown}
        if key == "play: ambiguous" and (moves := meant(self.game.position, text, self.words.code)):
            key = "play: one of several"
            values["moves"] = ", ".join(self.game.position.san(move, self.words) for move in moves)
        if key == "play: unknown" and (near := command_names.near(text, self.words)):
            key, values = "play: nearly", {"text": shown, "command": near}
        self.tell(key, **values)

    def _said(self, error: Exception) -> str:
        """What an error says, in the language of the session."""
        said = file_error(error) if isinstance(error, OSError) else message_of(error)
        return catalogue(self.words.code).message(said)

    def called(self, command: str) -> str:
        """The first name of a command in the language."""
        return command_names.aliases(command, self.words)[0]

    def completions(self, line: str) -> list[str]:
        """Completions of the last word of a line: commands in the language, legal moves, files, levels."""
        before, _, last = line.rpartition(" ")
        name = command_names.split(f"{before} x")[0] if before else ""
        if name in ("save", "load"):
            return sorted(path + "/" * os.path.isdir(path) for path in iglob(f"{escape(last)}*"))
        if name == "level":
            return [called for level in LEVELS if (called := level_name(level, self.words)).startswith(last)]
        if before and name != "why":
            return []
        position = self.game.position
        known = [self.called(name) for name in COMMANDS] if not before else []
        moves = [] if self.reason else [text for move in position.legal_moves
                                        for text in (move.uci(), position.san(move, self.words))]
        return sorted(text for text in [*known, *moves] if text.startswith(last))

    def move(self, text: str, language: str) -> None:
        """Play a move, and show it and what came of it."""
        before = self.game.position
        move = self.game.push(typed_move(before, text, language))
        number = f"{before.fullmove_number}{'.' if before.turn == Side.WHITE else '...'}"
        self.say(f"{number} {before.san(move, self.words)}")
        if self.reason or self.game.position.turn in self.humans:
            self.board()

    def side(self, side: Side) -> str:
        """What a side is called."""
        return self.words.colours[side]

    def verdict(self) -> str:
        """Whose move it is, or how the game ended."""
        position, sentence = self.game.position, self.words.sentence
        mover, status = self.side(position.turn), position.status().word
        if not self.reason:
            return sentence("check" if status == StatusWord.CHECK else "to move", side=mover)
        winner = winner_of(self.result)
        text = sentence("win", side=self.side(winner)) if winner else sentence("draw")
        if status in (StatusWord.MATE, StatusWord.STALEMATE) and not self.resigned:
            text = f"{sentence(status, side=mover)}. {text}"
        said = f"{self.result} ({self.words.word(f'reason: {self.reason}')})"
        return self.words.sentence("status line", status=text, said=said)

    # -------------------------------------------------------------------------------------------- commands

    def board(self, _: str = "") -> None:
        """Show the board, with the last move in brackets, and whose move it is."""
        position = self.game.position
        last = self.game.peek() if len(self.game) else None
        marked = [last.origin, last.target, *(last.partner or ())] if last else []
        self.say(board(position.genre, position.setup, self.words.code, turned=self.turned, marked=marked))
        self.say(self.verdict())

    def help(self, _: str) -> None:
        """Show what can be entered."""
        arguments = catalogue(self.words.code).words
        labels = {name: f"{self.called(name)} {arguments(ARGUMENTS.get(name, ''))}".rstrip() for name in COMMANDS}
        width = max(map(len, labels.values()))
        lines = [self._wrapped(self.words.sentence("play: how moves are written"))]
        for name, label in labels.items():
            lines.append(self._wrapped(f"  {label:<{width}}  {self.words.sentence(f'play help: {name}')}", width + 4))
        self.say("\n".join([*lines, self._wrapped(self.words.sentence("play: Ctrl-C"))]))

    def moves(self, _: str) -> None:
        """List the legal moves."""
        position = self.game.position
        texts = [position.san(move, self.words).replace(" ", "\xa0") for move in position.legal_moves]
        listed = ", ".join(texts) or self.words.sentence("play: no moves")
        self.say(textwrap.fill(listed, self._width() or LISTED_WIDTH).replace("\xa0", " "))

    def fen(self, _: str) -> None:
        """Show the position as FEN."""
        self.say(self.game.position.fen())

    def pgn(self, _: str) -> None:
        """Show the game as PGN."""
        self.say(self._record().rstrip())

    def flip(self, _: str) -> None:
        """Turn the board."""
        self.turned = not self.turned
        self.board()

    def why(self, text: str) -> None:
        """Explain a move; without one, the position."""
        position = self.game.position
        explanation = explained(position, text, self.words) if text else explain(position, None, self.words)
        self.say(self._wrapped(explanation.text, hanging=2))

    def hint(self, _: str) -> None:
        """Show a good move, found at full strength."""
        from feerie.game.engine import Engine
        from feerie.game.tables import Tables

        if self._adviser is None:
            self._adviser = Engine(hash_mb=16, tables=Tables())
        with self._thinking():
            found = None if self.reason else hint(self._adviser, self.game)
        if found is None:
            self.tell("play: no hint")
        else:
            score = self.words.numeral(str(found[1]))
            self.tell("play: hint", move=self.game.position.san(found[0], self.words), score=score)

    def level(self, text: str) -> None:
        """Show the level of the opponent, or play against another one."""
        known = ", ".join(f"{level.number} {level_name(level, self.words)}" for level in LEVELS)
        if text:
            try:
                other = self.again(level_called(text))
                other.take_over(self.opponent)
                self.opponent = other
            except ArgumentError:
                self.tell("play: no level", text=printable(text[:MOST_SHOWN]), levels=known)
                return
        now = self.opponent.level
        self.tell("play: level", level=level_name(now, self.words) if now else "-")
        if not text:
            self.tell("play: levels", levels=known)

    def undo(self, _: str) -> None:
        """Take moves back up to the player's last one."""
        if self.resigned or self.claimed or self.agreed:
            self.resigned, self.claimed, self.agreed = None, None, False
        elif not any(position.turn in self.humans for position in self.game.positions[:-1]):
            self.tell("play: no undo")
            return
        else:
            self.game.pop()
            while self.game.position.turn not in self.humans:
                self.game.pop()
        self.board()

    def new(self, _: str) -> None:
        """Begin again."""
        self._set_up(Game(self.start.genre, self.start))
        self.opponent.begin()
        self.board()

    def draw(self, _: str) -> None:
        """Claim a draw where the rules give one on claim, else offer one to the opponent."""
        if self.reason:
            self.tell("play: over")
            return
        self.claimed = self.game.outcome(claim_draw=True)
        offered = not self.claimed and len(self.humans) == 1 and self.opponent.level is not None
        with self._thinking():
            self.agreed = offered and self.opponent.accepts_draw(self.game)
        if self.claimed or self.agreed:
            self.say(self.verdict())
        else:
            self.tell("play: declined" if offered else "play: no claim")

    def resign(self, _: str) -> None:
        """Give up."""
        if self.reason:
            self.tell("play: over")
            return
        self.resigned = self.game.position.turn
        self.say(self.verdict())

    def quit(self, _: str) -> None:
        """Leave."""
        raise Quit

    # ----------------------------------------------------------------------------------------------- records

    def save(self, text: str) -> None:
        """Write the game to a file."""
        text = _unquoted(text)
        if not text:
            self.tell("play: file", command=self.called("save"))
            return
        path = os.path.realpath(os.path.expanduser(text))
        if os.path.isfile(path) and path not in (*self.written, self.asked):
            self.asked = path
            self.tell("play: file is there", file=text)
            return
        try:
            replace_file(os.path.expanduser(text), [self._record().encode()])
        except (OSError, ValueError) as error:
            self.tell("play: failed", error=self._said(error))
            return
        self.written.add(path)
        self.tell("play: saved", file=text)

    def load(self, text: str) -> None:
        """Go on with the first game of a file."""
        text = _unquoted(text)
        if not text:
            self.tell("play: file", command=self.called("load"))
            return
        try:
            game = next(read_pgn(os.path.expanduser(text), self.game.genre), None)
            if isinstance(game, Game):
                game.check_played()
        except (OSError, ValueError) as error:
            self.tell("play: failed", error=self._said(error))
            return
        if game is None or isinstance(game, ForeignGame) or not game.start.is_valid() \
                or (game.errors and not len(game)):
            wrong = self._said(game.errors[0]) if game and game.errors else self.words.sentence("play: none in it")
            self.tell("play: not loaded", file=text, error=wrong)
            return
        self.start = game.start
        self._set_up(game)
        self.opponent.begin()
        if game.errors:
            self.tell("play: not loaded whole", file=text, count=len(game), error=self._said(game.errors[0]))
        else:
            self.tell("play: loaded", file=text, count=len(game))
        self.board()

    def _record(self) -> str:
        """The game as PGN, with who played and the result."""
        headers = self.game.headers
        names = {side: "?" if side in self.humans else self.opponent.name for side in SIDES}
        for name, value in (("Event", "?"), ("White", names[Side.WHITE]), ("Black", names[Side.BLACK]),
                            ("Date", f"{date.today():%Y.%m.%d}")):
            if set(headers.get(name, "?")) <= set("?."):
                headers[name] = value
        headers["Result"] = self.result
        return self.game.pgn()

    def document(self, complete: bool) -> dict[str, object]:
        """The JSON form of the game."""
        return {"genre": self.game.genre.name, "start": self.game.start.fen(), "fen": self.game.position.fen(),
                "moves": [move.uci() for move in self.game.moves], "result": self.result, "reason": self.reason,
                "complete": complete}


def _unquoted(name: str) -> str:
    """The name of a file without the quotes that shells need around blanks."""
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] and name[0] in "\"'" else name


COMMANDS: dict[str, Callable[[Session, str], None]] = {name: getattr(Session, name) for name in command_names.COMMANDS}
