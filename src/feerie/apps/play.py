"""`feerie play`: a game in the terminal against a random mover."""
from __future__ import annotations

import random
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

import click

from feerie.apps.board import board
from feerie.apps.terminal import (
    DONE,
    PARTLY,
    emit,
    genre_argument,
    json_option,
    language_option,
    position_of,
    require_legal,
    say,
    signs_option,
    words_of,
)
from feerie.errors import Error
from feerie.game import Game
from feerie.notation.languages import Language
from feerie.position import BLACK, WHITE, Outcome, Position
from feerie.rules.genre import Genre

__all__ = ["play"]

HUMANS = {"white": (WHITE,), "black": (BLACK,), "both": (WHITE, BLACK), "none": ()}

HELP = """\
A move is written short (Nf3, 0-0), long (Sg1-f3) or as its squares (g1f3; a castling by the king's squares).
  moves      list the legal moves        why MOVE   why a move is legal or not
  board      show the board              flip       turn the board
  fen        show the position as FEN    undo       take your last move back
  draw       claim a draw                resign     give up
  new        begin again                 quit       leave
  help       this text"""


class Quit(Exception):
    """The player leaves."""


@dataclass
class Table:
    """A game, who plays it, and where it is shown. `resigned`: the side that gave up."""

    start: Position
    humans: tuple[str, ...]
    words: Language
    chance: random.Random
    out: TextIO
    turned: bool = False
    resigned: str | None = None
    claimed: Outcome | None = None
    game: Game = field(init=False)

    def __post_init__(self) -> None:
        self.new()

    def say(self, text: str) -> None:
        """Show a line or several."""
        say(text, file=self.out)

    # ------------------------------------------------------------------------------------- the game's course

    @property
    def result(self) -> str:
        """ "1-0", "0-1", "1/2-1/2", or "*" while nothing is decided."""
        if self.resigned:
            return "0-1" if self.resigned == WHITE else "1-0"
        return self.claimed.result if self.claimed else self.game.result()

    @property
    def reason(self) -> str | None:
        """Why it is over, None while it goes on."""
        outcome = self.claimed or self.game.outcome()
        return "resignation" if self.resigned else outcome.reason.value if outcome else None

    def run(self) -> None:
        """Play until input ends, or to the end of the game where nobody asks for more. Quit when asked to."""
        self.board()
        while True:
            if self.reason and not self.humans:
                return
            if self.reason or self.game.position.turn in self.humans:
                self.obey(self.ask())
            else:
                moves = sorted(self.game.position.legal_moves, key=str)
                self.move(self.chance.choice(moves).uci(), "en")

    def ask(self) -> str:
        """A line of input; Quit at its end."""
        side = self.side(self.game.position.turn)
        prompt = "over> " if self.reason else f"{side}> "
        print(prompt, end="", file=self.out)
        self.out.flush()
        line = sys.stdin.readline()
        if not line:
            self.say("")
            raise Quit
        if not sys.stdin.isatty():
            self.say(line.strip())
        return line.strip()

    def obey(self, line: str) -> None:
        """Do what a line of input says: a command, or a move."""
        word, _, rest = line.partition(" ")
        command = COMMANDS.get(word.lower())
        try:
            if command:
                command(self, rest.strip())
            elif line and self.reason:
                self.say("The game is over: new, undo or quit?")
            elif line:
                self.move(line, self.words.code)
        except Error as error:
            self.say(f"{error} (help lists the commands)")

    def move(self, text: str, language: str) -> None:
        """Play a move, show it and what came of it."""
        before = self.game.position
        move = self.game.push(text, language)
        number = f"{before.fullmove_number}{'.' if before.turn == WHITE else '...'}"
        self.say(f"{number} {before.san(move, self.words)}")
        if self.reason or self.game.position.turn in self.humans:
            self.board()

    def side(self, side: str) -> str:
        """What a side is called."""
        return self.words.colours[0 if side == WHITE else 1]

    def verdict(self) -> str:
        """Whose move it is, or how the game ended."""
        position, sentence = self.game.position, self.words.sentence
        mover, status = self.side(position.turn), position.status().word
        if not self.reason:
            return sentence("check" if status == "check" else "to move", side=mover)
        winner = {"1-0": WHITE, "0-1": BLACK}.get(self.result)
        text = sentence("win", side=self.side(winner)) if winner else sentence("draw")
        if status in ("mate", "stalemate") and not self.resigned:
            text = f"{sentence(status, side=mover)}. {text}"
        return f"{text}: {self.result} ({self.reason})"

    # -------------------------------------------------------------------------------------------- commands

    def board(self, _: str = "") -> None:
        """Show the board and whose move it is."""
        position = self.game.position
        self.say(board(position.genre, position.setup, self.words.code, turned=self.turned))
        self.say(self.verdict())

    def help(self, _: str = "") -> None:
        """Show what can be entered."""
        self.say(HELP)

    def moves(self, _: str = "") -> None:
        """List the legal moves."""
        position = self.game.position
        texts = [position.san(move, self.words).replace(" ", "\xa0") for move in position.legal_moves]
        self.say(textwrap.fill(", ".join(texts) or "none", 100).replace("\xa0", " "))

    def fen(self, _: str = "") -> None:
        """Show the position as FEN."""
        self.say(self.game.position.fen())

    def flip(self, _: str = "") -> None:
        """Turn the board."""
        self.turned = not self.turned
        self.board()

    def why(self, text: str) -> None:
        """Explain a move."""
        if not text:
            self.say("why which move? for example: why e2e4")
            return
        self.say(self.game.position.explain(text, self.words).text)

    def undo(self, _: str = "") -> None:
        """Take moves back up to the player's last one."""
        if self.resigned or self.claimed:
            self.resigned = self.claimed = None
        elif not any(position.turn in self.humans for position in self.game.positions[:-1]):
            self.say("There is no move of yours to take back.")
            return
        else:
            self.game.pop()
            while self.game.position.turn not in self.humans:
                self.game.pop()
        self.board()

    def new(self, _: str = "") -> None:
        """Begin again."""
        self.game, self.resigned, self.claimed = Game(self.start.genre, self.start), None, None

    def again(self, _: str = "") -> None:
        """Begin again and show it."""
        self.new()
        self.board()

    def draw(self, _: str = "") -> None:
        """Claim a draw where the rules give one on claim."""
        outcome = self.game.outcome(claim_draw=True)
        if self.reason or not outcome:
            self.say("The game is over." if self.reason else "There is no draw to claim.")
            return
        self.claimed = outcome
        self.say(self.verdict())

    def resign(self, _: str = "") -> None:
        """Give up."""
        if self.reason:
            self.say("The game is over.")
            return
        self.resigned = self.game.position.turn
        self.say(self.verdict())

    def quit(self, _: str = "") -> None:
        """Leave."""
        raise Quit

    def document(self, complete: bool) -> dict[str, object]:
        """The JSON form of the game."""
        return {"genre": self.game.genre.name, "start": self.game.start.fen(), "fen": self.game.position.fen(),
                "moves": [move.uci() for move in self.game.moves], "result": self.result, "reason": self.reason,
                "complete": complete}


COMMANDS: dict[str, Callable[[Table, str], None]] = {
    "help": Table.help, "?": Table.help, "moves": Table.moves, "undo": Table.undo, "board": Table.board,
    "fen": Table.fen, "flip": Table.flip, "why": Table.why, "new": Table.again, "draw": Table.draw,
    "resign": Table.resign, "quit": Table.quit, "exit": Table.quit,
}


@click.command(short_help="Play a game in the terminal.")
@genre_argument
@click.option("--fen", default="-", metavar="FEN", help="Where to begin; the game array where none is given.")
@click.option("--side", type=click.Choice(list(HUMANS)), default="white", show_default=True, help="The side you play.")
@click.option("--seed", type=int, help="Makes the random mover play the same again.")
@language_option
@signs_option
@json_option
def play(genre: Genre, fen: str, side: str, seed: int | None, language: str, signs: str, as_json: bool) -> int:
    """Play a game in the terminal against a random mover; "help" lists what can be entered.

    With --json the game is shown on standard error and written as JSON at its end.

    \b
    Example:
      feerie play rollerball --side black --seed 1
    """
    start = position_of(genre, fen)
    require_legal(start)
    table = Table(start, HUMANS[side], words_of(language, signs), random.Random(seed),
                  sys.stderr if as_json else sys.stdout, turned=side == "black")
    complete = True
    try:
        table.run()
    except Quit:
        pass
    except KeyboardInterrupt:
        table.say("")
        complete = False
    if as_json:
        emit(table.document(complete))
    return DONE if complete else PARTLY
