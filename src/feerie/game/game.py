"""Games: a position and the moves that led to it, with variations and comments.

    >>> from feerie.genres import ROLLERBALL
    >>> game = Game(ROLLERBALL)
    >>> game.push("c1b1").uci()
    'c1b1'
    >>> game.pop().uci(), game.outcome()
    ('c1b1', None)
    >>> Game("orthodox", moves="1. e4 e5 2. \\N{WHITE CHESS KNIGHT}f3 {best} Nc6").moves[2].uci()
    'g1f3'

A game is a tree of variations (its nodes), headers, and a place in the tree: the node whose position is on the board.
`push` adds a move there and `pop` takes the last one out of the tree; `go` only moves about in it.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

from feerie import genres
from feerie.base.errors import ArgumentError, Error, PgnError, no_attribute, wrong_type
from feerie.game import display
from feerie.game.foreign_names import OF_GAME
from feerie.game.node import NULL_MOVE, Node, Row, forget_position, knows_position, note_position, tree_nodes, tree_rows
from feerie.game.node_walk import NodeWalk
from feerie.game.pgn_reader import AnyLanguageReader, MovetextReader, reader
from feerie.game.pgn_writer import words
from feerie.game.position import Outcome, Position, Reason
from feerie.notation.languages import LANGUAGES
from feerie.notation.pgn import NULL_TEXT, RESULTS, ROSTER, Record, layout, records, tokens, write_headers
from feerie.rules.chess960 import require_like
from feerie.rules.ending import DeadMaterial, MoveRule, Repetition
from feerie.rules.genre import Genre
from feerie.rules.literals import GameResult
from feerie.rules.move import Move
from feerie.rules.setup import Setup

__all__ = ["Game", "forget_positions", "starting_position", "walk_nodes"]

class Game:
    """A game of a genre, from the game array or a given position: push moves, pop them, ask for the outcome.

    `moves`: moves to play, as `push_line` takes them. `root`: the node of the first position. If the game comes from
    PGN, `errors` is what could not be read, and `main_line_error` the first of it that is not about a variation.
    """

    def __init__(self, genre: Genre | str, fen: str | Setup | Position | None = None, *,
                 moves: str | Iterable[Move | str] = "", language: str | None = None) -> None:
        if fen is not None and not isinstance(fen, (str, Setup, Position)):
            raise wrong_type("fen", "a FEN, a Position, a Setup or None", fen,
                             "moves are given as moves=..." if isinstance(fen, (list, tuple)) else "")
        genre = genres.genre_of(genre)
        if isinstance(fen, Position):
            require_like(fen.genre, genre)
        start = fen if isinstance(fen, Position) else _array(genre) if fen is None else Position(genre, fen)
        self._begin(Node(None, "", start))
        if moves:
            self.push_line(moves, language)

    def _begin(self, root: Node) -> None:
        self.root = root
        self.errors: list[Error] = []
        self.main_line_error: Error | None = None
        self._left_open: Node | None = None     # the end of a record whose header says that there is no result
        self._headers: dict[str, str] | None = None
        self._line = [root]
        self._keys: list[int] = []      # hashes of the positions of the line, as far as they have been needed

    # ------------------------------------------------------------------------------------------ where it is

    @property
    def genre(self) -> Genre:
        """The genre whose rules apply."""
        return self.root.position.genre

    @property
    def start(self) -> Position:
        """The first position."""
        return self.root.position

    def board(self) -> Position:
        """The first position, as in python-chess; `position` is the current one."""
        return self.root.position

    @property
    def node(self) -> Node:
        """The node whose position is on the board."""
        return self._line[-1]

    @property
    def position(self) -> Position:
        """The current position."""
        return self._line[-1].position

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far, in order; null moves are left out."""
        return tuple(node.move for node in self._line if node.move)

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions so far, beginning with the first: one more than there are moves."""
        return tuple(node.position for node in self._line)

    def check_played(self) -> None:
        """Raise PgnError if null moves led to the current position: such a game cannot be played on."""
        if any(node.is_null for node in self._line):
            raise PgnError("a game with null moves cannot be played on")

    def go(self, node: Node) -> None:
        """Go to a node of this game. Raises ArgumentError for a node of another game."""
        if not isinstance(node, Node):
            raise wrong_type("node", "a Node of this game", node)
        line = node.line()
        if line[0] is not self.root:
            raise ArgumentError("the node belongs to another game")
        same = sum(1 for old, new in zip(self._line, line, strict=False) if old is new)
        self._line = line
        del self._keys[same:]

    # ---------------------------------------------------------------------------------------------- playing

    def push(self, move: Move | str, language: str = "en") -> Move:
        """Play a move and return it: a Move, or a string in UCI, SAN or long notation. Errors as in Position.parse.

        If other moves follow already, it becomes the last variation, unless it is already one of them. A draw forbids
        no move, neither by the move rule nor by repetition: `outcome()` reports it, and records may go on.
        """
        node = self._line[-1]
        before = node.position
        played = move if isinstance(move, Move) else before.beyond_move_rule().parse(move, language)
        position = None if node.variations and node.has_variation(played) else before.play_on(played)
        if position is None:
            self._line.append(node.variation(played))
        else:
            after = Node(node, "", position, played)
            node.variations.append(after)
            self._line.append(after)
        return played

    def push_null(self) -> Node:
        """Let the side to move pass, and return the node of the null move; `pop_null` takes it back.

        Records write it "--", UCI 0000. IllegalMoveError in check, or if the game is over (see Position.can_pass).
        """
        self.position.check_pass()
        self._line.append(self.node.add_null_move())
        return self.node

    def pop_null(self) -> None:
        """Take back a null move, with everything that follows it in the tree; IndexError if none was played last."""
        if not self.node.is_null:
            raise IndexError("no null move to take back")
        node = self._line.pop()
        del self._keys[len(self._line):]
        self.node.variations = [other for other in self.node.variations if other is not node]

    def push_line(self, text: str | Iterable[Move | str], language: str | None = None) -> list[Move]:
        """Play a list of moves, as people write and paste it, and return the moves of its main line.

        `text` may also be a Python list of moves as `push` takes them, and of null moves ("--", "0000").

        Move numbers, attached to the moves or not, figurines, comments, variations, NAGs, signs of check and
        evaluation, "0-0" and "O-O" are understood; a result at the end becomes the header. `language`: that of the
        piece letters; None for English or, if that does not fit, French or German. Raises IllegalMoveError,
        InvalidMoveError or AmbiguousMoveError with the number and text of the move, or PgnError for what is not a move
        at all; the game then stays as it was.
        """
        if not isinstance(text, str):
            return self._push_all(text, language)
        read = Node(None, "", self.position)
        result, errors, _ = reader(self.genre, language).read(read, tokens(text))
        if errors:
            raise errors[0]
        if result not in ("", "*"):
            self.headers["Result"] = result
        played = read.mainline()
        place = self.node
        if read.comment:
            place.comment = f"{place.comment} {read.comment}".strip()
        for node in _grafted(place, read):
            self._line.append(node)
        return [node.move for node in played if node.move]

    def _push_all(self, moves: Iterable[Move | str], language: str | None) -> list[Move]:
        """Play moves one after another; if one cannot be played, the game stays as it was."""
        if not isinstance(moves, Iterable):
            raise wrong_type("moves", "a text or a list of moves", moves)
        given, furthest = list(moves), -1
        failure: Error | None = None
        for code in [language] if language else LANGUAGES:
            read, error = self._read_all(given, code)
            if error is None:
                for move in read:
                    if move is None:
                        self.push_null()
                    else:
                        self.push(move)
                return [move for move in read if move]
            if len(read) > furthest:
                furthest, failure = len(read), error
        assert failure
        raise failure

    def _read_all(self, moves: list[Move | str], language: str) -> tuple[list[Move | None], Error | None]:
        """The moves as read in a language, up to the first that cannot be read, and what is wrong with that one.

        None is a null move.
        """
        position, read = self.position, list[Move | None]()
        for move in moves:
            try:
                if isinstance(move, str) and move.strip() in (NULL_TEXT, NULL_MOVE):
                    position.check_pass()
                    read.append(None)
                    position = position.pass_turn()
                    continue
                played = move if isinstance(move, Move) else position.beyond_move_rule().parse(move, language)
                read.append(played)
                position = position.play_on(played)
            except Error as error:
                return read, error
        return read, None

    def pop(self) -> Move:
        """Take back the last move, with everything that follows it in the tree (null moves too), and return it.

        Raises IndexError if there is none.
        """
        ply = self._last_ply()
        if not ply:
            raise IndexError("no move to take back")
        node, place = self._line[ply], self._line[ply - 1]
        move = node.move
        assert move
        del self._line[ply:], self._keys[ply:]
        place.variations = [other for other in place.variations if other is not node]
        return move

    def peek(self) -> Move:
        """The last move. Raises IndexError if there is none."""
        ply = self._last_ply()
        if not ply:
            raise IndexError("no move has been played")
        move = self._line[ply].move
        assert move
        return move

    def _last_ply(self) -> int:
        """The place in the line of the last move that is not a null move; 0 if there is none."""
        return next((ply for ply in range(len(self._line) - 1, 0, -1) if not self._line[ply].is_null), 0)

    # --------------------------------------------------------------------------------------------- outcomes

    def repetitions(self) -> int:
        """How many times the current position has occurred, this time included."""
        keys = self._keys
        for node in self._line[len(keys):]:
            keys.append(hash(node.position))
        return keys.count(keys[-1])

    def outcome(self, *, claim_draw: bool = False, announced: bool = True) -> Outcome | None:
        """How the game ended; None while it goes on. With `claim_draw`, draws that a player may claim count.

        A draw may also be claimed with a move that is only announced: one by which the position recurs once more, or
        which completes the moves of the move rule. With `announced` False such claims do not count.
        """
        position = self.position
        found = position.outcome()
        if found or not position.is_valid():
            return found
        for ending in position.genre.endings:
            if isinstance(ending, Repetition) and _reached(self.repetitions(), ending, claim_draw):
                return Outcome(Reason.REPETITION)
            if isinstance(ending, MoveRule) and _reached(position.halfmove_clock, ending, claim_draw):
                return Outcome(Reason.MOVE_RULE)
            if isinstance(ending, DeadMaterial) and self.position.is_insufficient_material():
                return Outcome(Reason.DEAD_MATERIAL)
        return self._claim_with_move() if claim_draw and announced else None

    def _claim_with_move(self) -> Outcome | None:
        """The draw that the side to move may claim with a move that it announces, None if there is none."""
        position = self.position
        repetition, rule = (next((ending for ending in position.genre.endings if isinstance(ending, kind)), None)
                            for kind in (Repetition, MoveRule))
        self.repetitions()      # so that all keys are known
        recurring = {key for key, count in Counter(self._keys).items() if count + 1 >= repetition.claim} \
            if repetition and repetition.claim else set[int]()
        counted = bool(rule and rule.claim and position.halfmove_clock + 1 >= rule.claim)
        for after in map(position.play, position.legal_moves) if recurring or counted else ():
            if hash(after) in recurring:
                return Outcome(Reason.REPETITION)
            if counted and after.halfmove_clock and after.legal_moves:
                return Outcome(Reason.MOVE_RULE)
        return None

    def is_over(self, *, claim_draw: bool = False, announced: bool = True) -> bool:
        """Whether the game has ended; see `outcome`."""
        return self.outcome(claim_draw=claim_draw, announced=announced) is not None

    def result(self) -> GameResult:
        """ "1-0", "0-1", "1/2-1/2", or "*" while the game goes on; what a record says is in `headers`."""
        outcome = self.outcome()
        return outcome.result if outcome else "*"

    # -------------------------------------------------------------------------------------------- variations

    @property
    def variations(self) -> list[Node]:
        """What follows the first position, the main variation first."""
        return self.root.variations

    @property
    def comment(self) -> str:
        """The comment before the first move."""
        return self.root.comment

    @comment.setter
    def comment(self, comment: str) -> None:
        self.root.comment = comment

    def next(self) -> Node | None:
        """The first node of the main variation; None if there is none."""
        return self.root.next()

    def end(self) -> Node:
        """The last node of the main variation."""
        return self.root.end()

    def mainline(self) -> list[Node]:
        """The nodes of the main variation, without the root."""
        return self.root.mainline()

    def mainline_moves(self) -> list[Move]:
        """The moves of the main variation."""
        return self.root.mainline_moves()

    def add_variation(self, move: Move | str, *, comment: str = "", nags: Iterable[int] = ()) -> Node:
        """Add a move after the other variations of the first position, and return its node; see Node."""
        return self.root.add_variation(move, comment=comment, nags=nags)

    # --------------------------------------------------------------------------------------------------- PGN

    @property
    def headers(self) -> dict[str, str]:
        """The headers, in order; a new game has the usual seven, with `Variant` and `FEN` if needed."""
        if self._headers is None:
            self._headers = dict(ROSTER) | self._setup_headers()
        return self._headers

    def _setup_headers(self) -> dict[str, str]:
        """The headers that say what is played and from where."""
        genre, needed = self.genre, dict[str, str]()
        if genre != genres.find_variant(""):
            needed["Variant"] = genres.variant_name(genre)
        if genre.start is None or self.start.fen() != _array(genre).fen():
            needed |= {"SetUp": "1", "FEN": self.start.fen()}
        return needed

    def pgn(self, *, headers: bool = True, comments: bool = True, variations: bool = True) -> str:
        """The game as PGN, with a line feed at the end; without `comments`, NAGs are left out too.

        The result is that of the headers or, if they leave it open, what the rules say at the end of the main line. A
        record whose header says "*" keeps it as long as nothing follows its last move.
        Raises PgnError for the name of a header that PGN cannot hold, such as one with blanks.
        """
        walk = NodeWalk(self.root)
        written = words(walk, comments=comments, variations=variations)
        result = self._result(walk)
        text = layout([*written, result]) + "\n"
        if not headers:
            return text
        shown = self._setup_headers()
        shown = self.headers | {name: value for name, value in shown.items() if name not in self.headers}
        if shown.get("Result", "*") == "*":
            shown["Result"] = result
        return f"{write_headers(shown)}\n{text}"

    def _result(self, walk: NodeWalk) -> str:
        """The result of the headers, else of the rules; `walk`: any of this game."""
        told = self.headers.get("Result", "*")
        if told != "*" and told in RESULTS:
            return told
        mainline = self.mainline()
        end = mainline[-1] if mainline else self.root
        if end is self._left_open:
            return "*"
        walk.go(end, len(mainline))
        if not knows_position(end):
            note_position(end, walk.position())
        if self.node is end:
            self._keys = walk.keys[:]
            return self.result()
        outcome = end.position.outcome()
        return outcome.result if outcome else "*"

    @classmethod
    def from_pgn(cls, text: str, genre: Genre | str | None = None, language: str | None = None) -> Game:
        """The first game of a PGN, or of a bare list of moves, at the end of its main line.

        `genre`: that of a game without a "Variant" header, None for orthodox chess; a game that names this genre is
        read in it, even if it is a Genre of your own. `language`: as in `push_line`. What is wrong in the moves is in
        `errors`. Raises GenreError, FenError or PgnError if there is no position to begin with.
        """
        if not isinstance(text, str):
            raise wrong_type("text", "the text of a game", text, "feerie.read_pgn reads files")
        record = next(records(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")), None)
        if record is None:
            raise PgnError("the text holds no game")
        start = starting_position(record, genre)
        return cls.from_record(record, start, reader(start.genre, language))

    @classmethod
    def from_record(cls, record: Record, start: Position, reader: MovetextReader | AnyLanguageReader) -> Game:
        """The game of a record, beginning at its first position, read by a reader of its genre."""
        game = cls(start.genre, start)
        result, errors, main_line = reader.read(game.root, tokens(record.movetext))
        game.errors = [*record.errors, *errors]
        game.main_line_error = next(iter(record.errors), main_line)
        game._headers = headers = dict(record.headers)
        game._line = [game.root, *game.root.mainline()]
        if headers.get("Result", "*") == "*":
            if "Result" in headers:
                game._left_open = game.node
            headers["Result"] = result or "*"
        return game

    # ------------------------------------------------------------------------------------------------ values

    def __len__(self) -> int:
        return len(self._line) - 1

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return self.pgn()

    if not TYPE_CHECKING:       # type checkers would otherwise accept any name, with type Any
        def __getattr__(self, name: str) -> NoReturn:
            raise no_attribute(self, name, OF_GAME)

    def __repr__(self) -> str:
        return f"<Game {self.genre.name}: {' '.join(node.uci() for node in self._line[1:]) or 'no move yet'}>"

    def _repr_svg_(self) -> str | None:
        """The diagram with the arrows of the comment, for notebooks; None if nothing that draws is registered."""
        return display.svg(self.position, self.node.move, self.node.arrows())

    def __reduce__(self) -> tuple[Any, ...]:
        rows, numbers = tree_rows(self.root)
        line = [numbers.get(id(node), 0) for node in self._line]
        left_open = numbers.get(id(self._left_open)) if self._left_open else None
        return _restored, (type(self), self.start, rows, line, self._headers, self.errors, self.main_line_error,
                           left_open)


def forget_positions(game: Game, kept: int) -> None:
    """Free the memory of all positions of a game so far except the last ones, a few kB each."""
    game.repetitions()
    for node in game._line[:max(0, len(game._line) - kept)]:
        forget_position(node)


def walk_nodes(game: Game, first: int = 0) -> Iterator[Node]:
    """The nodes so far from number `first` on; positions that had been forgotten are forgotten again afterwards."""
    known = min(first, len(game))
    while not knows_position(game._line[known]):
        known -= 1
    forgotten: Node | None = None
    for ply in range(known, len(game) + 1):
        node = game._line[ply]
        before, forgotten = forgotten, None if knows_position(node) else node
        assert node.position and (node.move or not node.uci())     # found while the one before is known
        if before:
            forget_position(before)
        if ply >= first:
            yield node


def starting_position(record: Record, genre: Genre | str | None = None) -> Position:
    """The position a record begins with. Raises GenreError or FenError if its headers make no sense."""
    given = None if genre is None else genres.genre_of(genre)
    name = record.headers.get("Variant", "")
    if given is None or (name and name != given.name):
        given = genres.find_variant(name)
    fen = record.headers.get("FEN")
    if fen is None and given.start is None:
        raise PgnError("{} has no game array, and the header FEN is missing", given.name)
    return _array(given) if fen is None else Position(given, fen)


@lru_cache(maxsize=32)
def _array(genre: Genre | str) -> Position:
    """The game array."""
    return Position(genre)


def _restored(cls: type[Game], start: Position, rows: list[Row], line: list[int],
              headers: dict[str, str] | None, errors: list[Error], main_line_error: Error | None = None,
              left_open: int | None = None) -> Game:
    """A game restored from a pickle; earlier versions had not the last two values."""
    game = cls(start.genre, start)
    nodes = tree_nodes(start, rows)
    game.root = nodes[0]
    game._line = [nodes[number] for number in line]
    game._headers, game.errors, game.main_line_error = headers, errors, main_line_error
    game._left_open = None if left_open is None else nodes[left_open]
    return game


def _grafted(place: Node, read: Node) -> list[Node]:
    """Put what follows one node after another node of the same position; returns the nodes of its main line there.

    A move that is already there stays, and what follows is added to it.
    """
    line: list[Node] = []
    waiting = [(place, read, True)]
    while waiting:
        place, read, is_main = waiting.pop()
        for number, child in enumerate(read.variations):
            uci, main = child.uci(), is_main and not number
            if place.variations and place.has_variation(uci):
                node = place.variation(uci)
                node.comment = f"{node.comment} {child.comment}".strip()
                if child.has_nags:
                    node.nags |= child.nags
            else:
                node = Node(place, uci, None)
                node.comment, node.starting_comment = child.comment, child.starting_comment
                if child.has_nags:
                    node.nags = child.nags
                place.variations.append(node)
            if main:
                line.append(node)
            waiting.append((node, child, main))
    return line


def _reached(count: int, ending: Repetition | MoveRule, claim_draw: bool) -> bool:
    limit = ending.claim if claim_draw and ending.claim is not None else ending.automatic
    return count >= limit
