"""Movetexts: the moves of a game with variations, comments and signs, read into nodes.

Moves are looked up among the kernel's packed moves, as files of millions of games are read; a text that does not name
exactly one of them in plain PGN form is left to `Position.parse`, which reads every form and says what is wrong.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from feerie.base.errors import AmbiguousMoveError, Error, IllegalMoveError, InvalidMoveError, PgnError
from feerie.game.game_line import GameLine
from feerie.game.node import NULL_MOVE, Node
from feerie.kernel.packed_move import (
    MAN_BITS,
    ORIGIN_BITS,
    TARGET_BITS,
    move_kind,
    move_man,
    move_origin,
    move_partner,
    move_partner_man,
    move_result,
)
from feerie.kernel.tables import CASTLING
from feerie.kernel.verdict import compiled_rules
from feerie.notation import languages
from feerie.notation.control import printable
from feerie.notation.languages import LanguageError
from feerie.notation.pgn import NULL_TEXT, Kind, Token
from feerie.notation.pgn import tokens as split
from feerie.rules.board import SquareError
from feerie.rules.castling import Style
from feerie.rules.genre import Genre

__all__ = ["AnyLanguageReader", "MovetextReader", "ReadMoves", "reader"]

MOST_ERRORS = 100
"""No more errors than this are noted for one game."""

LARGEST_NAG = 65_535
"""The standard has 255; programs write larger ones."""
MOST_TEXTS = 50_000
"""The number of move texts that are remembered."""

LONGEST_PLAIN = 20
"""Characters of a move in the plain form of PGN, signs included."""

_PLAIN = re.compile(r"([A-Z])?([a-z])??([1-9][0-9]?)?([-x*:])?([a-z][1-9][0-9]?)(?:=?([A-Z]))?[+#]*")
_CASTLING = re.compile(r"[O0]-[O0](-[O0])?[+#]*")


class ReadMoves(NamedTuple):
    """What reading a movetext found, besides the nodes. `result`: "" if none is given.

    `main_line`: the first of the errors that are not about a variation; None if the main line is as it was written.
    """

    result: str
    errors: list[Error]
    main_line: Error | None


class _Wanted(NamedTuple):
    """What a text demands of a packed move: the bits in `mask` are `bits`; file and rank of the origin, the promotion.

    None: not demanded.
    """

    mask: int
    bits: int
    file: int | None
    rank: int | None
    promotion: int | None
    captures: bool


class _Replaced(NamedTuple):
    """What a variation replaces: a node, and its move, packed. `base`: plies before its own line begins."""

    node: Node
    base: int
    move: int


class MovetextReader:
    """Reads movetexts of a genre, with the letters of a language; used for one after another.

    Null moves become nodes without a move.
    """

    def __init__(self, genre: Genre, language: str = "en") -> None:
        self._genre, self._language = genre, language
        self._line = GameLine(genre)
        self._tables = compiled_rules(genre).tables
        self._texts: dict[str, _Wanted | Literal[False] | None] = {}
        self._ucis: dict[int, str] = {}
        printed = languages.language(language, genre)
        self._letters: dict[str, int] = {}
        for letter in (chr(code) for code in range(ord("A"), ord("Z") + 1)):
            try:
                self._letters[letter] = self._tables.numbers[printed.parse_letter(letter)]
            except (LanguageError, KeyError):
                continue

    def read(self, root: Node, tokens: Iterable[Token]) -> ReadMoves:
        """Add what the tokens say to a root without variations.

        After a move that cannot be read the rest of its variation is left out; an error names its number and text.
        Prose becomes a comment, with an error too. Where the number behind it says that moves are missing, the rest of
        the variation is left out.
        """
        self._line.start(root.position)
        self._root, self._node, self._errors = root, root, list[Error]()
        self._main_line: Error | None = None
        self._stack: list[_Replaced] = []
        self._base, self._pending, self._result = 0, "", ""
        self._signs: list[int] = []
        self._broken, self._skipped = False, 0
        first = root.position
        self._first_ply = 2 * (first.fullmove_number - 1) + first.turn.number
        for kind, text in tokens:
            self._take(kind, text)
        self._forget_signs()
        if self._stack or self._skipped:
            self._stack = []                    # moves of the main line may have been taken for the variation's
            self._fail(PgnError("a variation is not closed"))
        return ReadMoves(self._result, self._errors, self._main_line)

    def _take(self, kind: Kind, text: str) -> None:
        """Read a token."""
        if kind is Kind.MOVE:
            if not self._broken and not self._skipped:
                self._read_move(text)
        elif kind is Kind.OPEN:
            self._open()
        elif kind is Kind.CLOSE:
            self._close()
        elif kind is Kind.RESULT:
            self._result = self._result or ("" if self._stack else text)
        elif kind is Kind.PARTNER:
            self._read_partner(text)
        elif self._broken or self._skipped:
            return
        elif kind is Kind.PROSE:
            self._fail(PgnError("{} words that are not moves: {}", self._number(), repr(text[:40])))
            self._annotate(Kind.COMMENT, text)
        elif kind is Kind.AFTER_PROSE:
            self._read_after_prose(*text.rpartition(" ")[::2])
        else:
            self._annotate(kind, text)

    def _read_after_prose(self, text: str, number: str) -> None:
        """Read what is prose as well if the number of the next move follows, or else moves."""
        if number == self._number():
            if text:
                self._annotate(Kind.COMMENT, text)
        elif text:
            for token in split(text):
                self._take(*token)
        else:
            self._fail(PgnError("{} moves are missing before {}", self._number(), number))
            self._broken = True

    def _fail(self, error: Error) -> None:
        if not self._stack:
            self._main_line = self._main_line or error
        if len(self._errors) < MOST_ERRORS:
            self._errors.append(error)

    def _number(self) -> str:
        """The number of the next move, as "12." or "12..."."""
        ply = self._first_ply + len(self._line)
        return f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"

    def _read_move(self, text: str) -> None:
        if text == NULL_TEXT:
            self._add(NULL_MOVE)
            self._line.push_null()
            return
        try:
            move = self._find(text)
        except (AmbiguousMoveError, IllegalMoveError, InvalidMoveError) as error:
            self._fail(type(error)("{}: {}", f"{self._number()} {printable(text[:40])}", error))
            self._broken = True
            return
        self._add(self._uci(move))
        self._line.push(move)

    def _add(self, uci: str) -> None:
        """Go on at a new node."""
        node = Node(self._node, uci)
        self._node.variations.append(node)
        if self._pending:
            node.starting_comment, self._pending = self._pending, ""
        if self._signs:
            node.nags, self._signs = set(self._signs), []
        self._node = node

    def _annotate(self, kind: Kind, text: str) -> None:
        begun = len(self._line) > self._base
        if kind is Kind.COMMENT:
            if begun or not self._stack:
                self._node.comment = f"{self._node.comment} {text}" if self._node.comment else text
            else:
                self._pending = f"{self._pending} {text}" if self._pending else text
        elif kind is Kind.NAG and len(text) <= 5 and int(text) <= LARGEST_NAG:
            if begun:
                self._node.nags.add(int(text))
            else:
                self._signs.append(int(text))       # for the move that follows: "( $142 12. Nf3 )"
        else:
            self._fail(PgnError("{} not understood: {}", self._number(), repr(text[:40])))

    def _forget_signs(self) -> None:
        """NAGs that no move follows cannot be kept."""
        if self._signs and not self._broken:
            self._fail(PgnError("{} no move follows the sign ${}", self._number(), self._signs[0]))
        self._signs = []

    def _open(self) -> None:
        """Begin a variation in place of the last move."""
        if self._broken or self._skipped or len(self._line) == self._base:
            if not self._broken and not self._skipped:
                self._fail(PgnError("{} a variation without a move before it", self._number()))
            self._skipped += 1
            return
        assert self._node.parent
        self._stack.append(_Replaced(self._node, self._base, self._line.pop()))
        self._node, self._base = self._node.parent, len(self._line)

    def _close(self) -> None:
        """Go back to the move before the variation."""
        if self._skipped:
            self._skipped -= 1
        elif not self._stack:
            self._fail(PgnError("{} a variation ends that has not begun", self._number()))
        else:
            for _ in range(len(self._line) - self._base):
                self._line.pop()
            self._forget_signs()
            left_over, self._pending = self._pending, ""
            replaced = self._stack.pop()
            self._line.again(replaced.move)
            self._node, self._base, self._broken = replaced.node, replaced.base, False
            if left_over:                           # "( {a comment} )"
                self._annotate(Kind.COMMENT, left_over)

    def _read_partner(self, text: str) -> None:
        """Read where the partner of the last move goes, "Kf3(Re3)", or else a variation of one move."""
        if not self._broken and not self._skipped and self._is_partner(text):
            return
        self._open()
        if not self._broken and not self._skipped:
            self._read_move(text)
        self._close()

    def _is_partner(self, text: str) -> bool:
        """Whether the last move is a castling whose partner goes where the text says."""
        move = self._node.move if len(self._line) > self._base else None
        if move is None or move.partner is None or not text.endswith(move.partner[1]):
            return False
        assert self._node.parent
        try:
            full = f"{self._node.san(self._language).split('(')[0].strip()}({text})"
            return self._node.parent.position.beyond_move_rule().parse(full, self._language) == move
        except Error:
            return False

    # ----------------------------------------------------------------------------------- texts to packed moves

    def _find(self, text: str) -> int:
        """The legal move that a text means, packed; errors as in Position.parse."""
        legal = self._line.legal()
        wanted = self._texts.get(text, False)
        if wanted is False:
            wanted = self._wanted(text)
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            if len(text) <= LONGEST_PLAIN:
                self._texts[text] = wanted
        if wanted is not None:
            mask, bits, file, rank, promotion, captures = wanted
            found = [move for move in legal if move & mask == bits]
            if promotion is not None or file is not None or rank is not None:
                found = [move for move in found if self._fits(move, wanted)]
            if len(found) == 1 and (not captures or self._line.is_capture(found[0])):
                return found[0]
        elif castling := _CASTLING.fullmatch(text):
            found = [move for move in legal if self._is_home_castling(move, "Q" if castling[1] else "K")]
            if len(found) == 1:
                return found[0]
        uci = self._node.position.beyond_move_rule().parse(text, self._language).uci()
        return next(move for move in legal if self._uci(move) == uci)

    def _wanted(self, text: str) -> _Wanted | None:
        """What a text in the plain form of PGN demands; None for any other text."""
        match = _PLAIN.fullmatch(text) if len(text) <= LONGEST_PLAIN else None
        if match is None:
            return None
        man, file, rank, sign, target, promotion = match.groups()
        board = self._genre.board
        try:
            mask, bits = TARGET_BITS, board.index(target) << 6
            if file and rank:
                mask, bits, file, rank = mask | ORIGIN_BITS, bits | board.index(file + rank), None, None
            if man or not mask & ORIGIN_BITS:
                mask, bits = mask | MAN_BITS, bits | self._letters[man or self._pawn] << 12
            becomes = self._letters[promotion] if promotion else None
        except (SquareError, KeyError):
            return None
        captures = sign is not None and sign in "x*:"
        return _Wanted(mask, bits, ord(file) - ord("a") if file else None, int(rank) - 1 if rank else None, becomes,
                       captures)

    @property
    def _pawn(self) -> str:
        """The letter of the pawn in the language."""
        number = self._tables.numbers.get("P")
        return next((letter for letter, of in self._letters.items() if of == number), "")

    def _fits(self, move: int, wanted: _Wanted) -> bool:
        rank, file = divmod(move_origin(move), self._genre.board.files)
        return (wanted.file in (None, file) and wanted.rank in (None, rank)
                and (wanted.promotion is None or self._becomes(move) == wanted.promotion))

    @staticmethod
    def _becomes(move: int) -> int | None:
        """The number of the man a pawn becomes; None if the move is not a promotion."""
        before = move_partner_man(move) if move_kind(move) >= CASTLING else move_man(move)
        return None if move_result(move) == before else move_result(move)

    def _is_home_castling(self, move: int, wing: str) -> bool:
        """Whether it is the castling "O-O" (wing K) or "O-O-O" (wing Q): of king and rook from their home squares."""
        if move_kind(move) < CASTLING:
            return False
        turn = self._line.turn
        right = wing if turn == 0 else wing.lower()
        home = self._genre.home_rights.get(right)
        family = self._tables.families[turn][move_kind(move) - CASTLING]
        return (home == (move_origin(move), move_partner(move)) and family.style is not Style.EXCHANGE
                and self._genre.is_at_home(self._line.partner(move), right, home[1]))

    def _uci(self, move: int) -> str:
        text = self._ucis.get(move)
        if text is None:
            text = self._tables.uci(move)
            if len(self._ucis) >= MOST_TEXTS:
                self._ucis.clear()
            self._ucis[move] = text
        return text


class AnyLanguageReader:
    """Reads movetexts with the letters of the first language that fits; used for one after another.

    `first`: the codes of the languages to try before all others. If no language reads everything, the one that gets
    furthest in the main line counts; among equals, the first.
    """

    def __init__(self, genre: Genre, *first: str) -> None:
        self._genre = genre
        self._languages = tuple(dict.fromkeys((*first, *languages.LANGUAGES)))
        self._readers: dict[str, MovetextReader] = {}

    def read(self, root: Node, tokens: Iterable[Token]) -> ReadMoves:
        """As MovetextReader.read."""
        found, comment = list(tokens), root.comment
        furthest, best = -1, self._languages[0]
        for language in self._languages:
            read = self._reader(language).read(root, found)
            if not any(isinstance(error, (AmbiguousMoveError, IllegalMoveError, InvalidMoveError))
                       for error in read.errors):
                return read
            if len(line := root.mainline()) > furthest:
                furthest, best = len(line), language
            root.variations, root.comment, root.nags = [], comment, set()
        return self._reader(best).read(root, found)

    def _reader(self, language: str) -> MovetextReader:
        if language not in self._readers:
            self._readers[language] = MovetextReader(self._genre, language)
        return self._readers[language]


def reader(genre: Genre, language: str | None = None) -> MovetextReader | AnyLanguageReader:
    """A reader with the letters of a language; for None, with English ones or, if those do not fit, any others."""
    return AnyLanguageReader(genre) if language is None else MovetextReader(genre, language)
