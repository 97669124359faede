"""FEN: a setup as one line of text, for any board.

    board side [castling [en-passant [extra-state] [birthplaces] [half-moves [moves]]]]

The board goes from the last rank down; `*` is a wall and a run of empty squares may have several digits. A genre with
extra state has it in the extra-state field. A genre whose men remember where they were born has a field for those that
stand elsewhere now, their squares and birthplaces: "e4e2,f3g1", "d3-" for a man without birthplace; all are born where
they stand by "-" or a missing field. A board alone means White to move. If the castling field is missing, as in
problem diagrams, every king and rook at home may castle; "-" denies it. In genres with the castling of Chess960 the
rights are those of X-FEN or Shredder-FEN, and the number of an array, 0 to 959, may stand for its FEN. What surrounds a
FEN where it was copied is stripped: quotation marks, `[FEN "..."]`, `fen: ...`.

Diagrams to be reached (`parse_target`) may be unfinished: `?`, `~`, `+` and `-` stand for unknown men (see
`rules.target`). Castling rights and letters of the extra state are required there if they are given, and nothing is
required by "-" or a missing field.
"""
from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence

from feerie.base.errors import ArgumentError, FenError, Message, message_of, nearest, shortened
from feerie.men import MEN, name_of_man
from feerie.men.elements import hunter_name, men_near, of_men
from feerie.rules import chess960
from feerie.rules.board import BLACK, WHITE, SquareError
from feerie.rules.genre import Genre
from feerie.rules.movement import Mode
from feerie.rules.setup import Setup
from feerie.rules.target import SIGNS, admits
from feerie.rules.trait import OwnTrait, Trait
from feerie.rules.unit import UNIT, Unit, is_unit, kind_text, kind_texts, letter_of, unit_of

__all__ = [
    "FenError",
    "are_births",
    "ascii",
    "checked",
    "double_steps",
    "men_in",
    "parse",
    "parse_target",
    "placed",
    "plain",
    "read_ranks",
    "write",
]

MEN_SUGGESTED = 5
"""The most men that a man is said to be near to."""

LONGEST_SHOWN = 24
"""Characters of a piece of the text that a message shows."""
LARGEST_NUMBER = 99999
"""The largest number a clock may show."""

_SIDES = "wb"
_FIELDS = {"board": Message("board"), "turn": Message("turn"), "castling": Message("castling"),
           "en passant": Message("en passant"), "extra state": Message("extra state"),
           "birthplaces": Message("birthplaces"), "moves": Message("moves"),
           "half-moves": Message("half-moves"), "number": Message("number")}
"""What messages call the fields."""
_TOKENS = re.compile(f"[0-9]+|{UNIT}|[^0-9]")
_MAN = re.compile(UNIT)
_MAN_OF_HUNTERS = re.compile(r"=?(?:\([a-z,]+\))?\.[Hh][1-9]")
_NUMBER, _WHOLE = re.compile("[0-9]+"), re.compile("[+-]?[0-9]+")
_BORN = re.compile("([a-z][0-9]+)([a-z][0-9]+|-)")
_TAG = re.compile(r'\[\s*+FEN\s*+[:=]?+\s*+"([^"\]]*)"\s*+\]', re.IGNORECASE)
_LABEL = re.compile(r'(?:position\s+)?fen(?:\s*[:=]|(?=[\s"]))', re.IGNORECASE)
_ADDRESS = re.compile(r"(?=\S+\Z)https?://[^/\s]+/(?:\S*[?&#]fen=|(?:(?:analysis|editor|standard|fromPosition)/)*)"
                      r"(?P<fen>[^\s&?#]+)\S*", re.IGNORECASE)
"""The address of a page about a position: its FEN is in the path, with "_" for blanks, or in the parameter fen."""
_LAST_BREAK = re.compile(r"/\s++(?=[wb](?:\s|$))")
_BREAK = re.compile(r"(?:(?<!\s)\s++)?/\s*+")
_FIRST_MAN = re.compile(rf"(?=[.(]){UNIT}(?=[A-Za-z0-9./=(])")
_AROUND = "\"'`()[]<>,;. \t\r\n\f\v"
_SIGNS = str.maketrans({
    **dict.fromkeys("\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}", "-"),
    **dict.fromkeys("“”„‟«»‘’‚‹›", '"'),
    **dict.fromkeys("\N{ZERO WIDTH SPACE}\N{WORD JOINER}\N{ZERO WIDTH NO-BREAK SPACE}\N{SOFT HYPHEN}"),
    "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " "})


def parse(genre: Genre, text: str) -> Setup:
    """The setup that `text` describes for a genre, which is `placed` for it.

    Lenient in some things: what `plain` strips; rights named by the files of the rooks
    ("HAha") where these are the usual ones; and a castling right whose king or rook is not at home, which is dropped,
    but not from an array of Chess960. Raises
    FenError, with the name of the wrong field in `field`, for anything else that is not as it should
    be.
    """
    return _parse(genre, text, target=False)


def parse_target(genre: Genre, text: str) -> Setup:
    """The position to be reached that `text` describes, perhaps unfinished: signs of `rules.target` among the men.

    `rights` and `flags` of the Setup are those required: the letters given, none if a field is missing. Raises FenError
    as `parse` does, and for a right whose king or rook cannot be at home.
    """
    return _parse(genre, text, target=True)


def _parse(genre: Genre, text: str, *, target: bool) -> Setup:
    limit = (7 if genre.has_births else 2) * genre.board.size + 200
    if len(text) > limit:
        raise _error("board", "the text has {} characters, more than any FEN of this board ({})", len(text), limit)
    fen = plain(_array_of(genre, text))
    if (arrays := chess960.number_of_arrays(genre)) and _WHOLE.fullmatch(fen):
        raise _error("board", "the arrays have the numbers 0 to {}, found {}", arrays - 1, _shown(fen))
    rest = deque(fen.split())

    def take(missing: str | None = None) -> str | None:
        return rest.popleft() if rest else missing

    nothing = "-" if target else None
    men = _read_board(genre, take(), SIGNS if target else "")
    turn = _read_side(take())
    rights = _read_required(genre, men, take("-")) if target else _read_castling(genre, men, take())
    en_passant = _read_en_passant(genre, men, turn, take())
    extra = take() if genre.extra_state and rest and not _NUMBER.fullmatch(rest[0]) else nothing
    flags = _read_extra_state(genre, extra)
    births = _read_births(genre, men, take()) if genre.has_births and rest and not _NUMBER.fullmatch(rest[0]) else ()
    halfmoves = _read_number("half-moves", take(), 0)
    moves = max(1, _read_number("moves", take(), 1))
    if rest:
        raise _error("moves", "nothing may follow the number of the move, found {}", _shown(rest[0]))
    return Setup(men, turn, rights, en_passant, flags, halfmoves, moves, births)


def placed(genre: Genre, fen: str | Setup, *, every: bool = False) -> Genre:
    """The genre of the games to which a position may belong: in Chess960 king and rooks start where its rights say.

    The genre itself if it has no castling of Chess960, or if the text is no FEN. `every`: every king and rook that may
    be at home is, whether it has a right or not.
    """
    if chess960.castling_of(genre) is None:
        return genre
    if isinstance(fen, Setup):
        return chess960.placed(genre, fen.men, genre.rights if every else fen.rights, is_text=False)
    fields = plain(_array_of(genre, fen)).split()
    try:
        men = _read_board(genre, fields[0] if fields else None, SIGNS)
    except FenError:
        return genre            # parse says what is wrong
    rights = fields[2] if len(fields) > 2 else genre.rights
    return chess960.placed(genre, men, rights if not every or len(fields) < 3 else genre.rights + rights)


def _array_of(genre: Genre, text: str) -> str:
    """The FEN of an array of Chess960 that is given by its number; any other text as it is."""
    number = text.strip()
    if chess960.castling_of(genre) is None or not (number.isascii() and number.isdigit() and len(number) <= 3) \
            or int(number) >= chess960.ARRAYS:
        return text
    return chess960.array_fen(int(number))


def plain(text: str) -> str:
    """A FEN without what surrounded it where it was copied, its fields as they are.

    It strips blanks and line breaks, also around a "/", a "/" behind the last rank,
    quotation marks, brackets and full stops at its ends, the PGN
    tag or the word `fen` before it, and the address of a page about the position. Dashes of all kinds become "-", and
    "_" between the fields becomes a blank.

    >>> plain(' [FEN "4k3/8/8/8/8/8/8/4K2R w K \u2013 0 1"] ')
    '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
    """
    text = text.translate(_SIGNS)
    tags = _TAG.findall(text)
    if len(tags) == 1:
        text = tags[0]
    text = _bare(text)
    if address := _ADDRESS.fullmatch(text):
        from urllib.parse import unquote_plus

        text = _bare(unquote_plus(address["fen"]))
    if " " not in text:
        text = text.replace("_", " ")
    label = _LABEL.match(text)
    text = _bare(text[label.end():]) if label else text
    return _BREAK.sub("/", _LAST_BREAK.sub(" ", text))


def are_births(text: str) -> bool:
    """Whether a text may be the field of the birthplaces.

    >>> are_births("e4e2,d3-"), are_births("-"), are_births("bm")
    (True, True, False)
    """
    return text == "-" or all(map(_BORN.fullmatch, text.split(",")))


def men_in(text: str) -> list[str]:
    """The men and the signs of unfinished diagrams in the board of a FEN, each as often as it stands there.

    What is neither is passed over.

    >>> men_in("4k3/8/8/.li5=G/8/3?4/8/4K3 w - -")
    ['k', '.li', '=G', '?', 'K']
    """
    tokens = _TOKENS.findall(plain(text).split(" ")[0])
    return [token for token in tokens if token in SIGNS or (_MAN.fullmatch(token) and is_unit(token))]


def _bare(text: str) -> str:
    """A text without signs around it, of which some may begin a man with a letter of two characters, or with traits."""
    text = text.strip().rstrip(_AROUND)
    while text and text[0] in _AROUND and not _FIRST_MAN.match(text):
        text = text[1:]
    return text


def checked(genre: Genre, setup: Setup, signs: str = "") -> Setup:
    """The setup, if it fits the board and the men of a genre, among which `signs` may stand. Raises FenError otherwise.
    """
    board, kinds = genre.board, "".join(kind_texts(genre))
    if len(setup.men) != board.size:
        raise _error("board", "the setup has {} squares, and the board of {} {}", len(setup.men), genre.name,
                              board.size)
    known = {*kind_texts(genre), *kind_texts(genre, BLACK), *signs, ""}
    for square, man in enumerate(setup.men):
        if man not in known:
            found = (_shown(str(man)), board.name(square), kinds, kinds.lower())
            if signs:
                raise _error("board", "{} on {}, expected one of the men {}, {} or of the signs {}", *found, signs)
            raise _error("board", "{} on {}, expected one of the men {}, {}", *found)
        if man and square in board.walls:
            raise _error("board", "{} on {}, which is not a square of this board", repr(man), board.name(square))
    if setup.births and not genre.has_births:
        raise _error("birthplaces", "the men of {} do not remember theirs", genre.name)
    return setup


def write(genre: Genre, setup: Setup, *, shredder: bool = False) -> str:
    """The FEN of a setup, with every field the genre has; `shredder`: in Chess960, with the files of the rooks."""
    extra = [_letters(genre.extra_state.letters, setup.flags)] if genre.extra_state else []
    if genre.has_births:
        extra.append(_written_births(genre, setup))
    rights = "".join(right for right in genre.rights if right in genre.without_implied(setup.rights))
    return " ".join([_write_board(genre, setup), _SIDES[setup.turn],
                     chess960.right_letters(genre, setup.men, rights, shredder=shredder) or "-",
                     "-" if setup.en_passant is None else genre.board.name(setup.en_passant), *extra,
                     str(setup.halfmoves), str(setup.moves)])


def ascii(genre: Genre, setup: Setup) -> str:
    """A diagram in plain letters: "." is an empty square, a blank is a wall; ranks are numbered, files lettered."""
    board = genre.board
    margin, wide = len(str(board.ranks)), max(map(len, setup.men), default=1) or 1
    signs = [" " if square in board.walls else setup.men[square] or "." for square in range(board.size)]
    lines = []
    for rank in reversed(range(board.ranks)):
        row = signs[board.files * rank:board.files * (rank + 1)]
        lines.append(f"{rank + 1:>{margin}} {' '.join(sign.rjust(wide) for sign in row)}".rstrip())
    lines.append(" " * (margin + 1) + " ".join(board.name(file)[0].rjust(wide) for file in range(board.files)))
    return "\n".join(lines)


def _error(field: str, text: str, *values: object) -> FenError:
    return FenError("{}: {}", _FIELDS[field], Message(text, *values), field=field)


def _shown(text: str) -> str:
    """A piece of the text for a message."""
    return repr(shortened(text, LONGEST_SHOWN))


def _letters(known: str, present: str) -> str:
    """The letters that are present, in their usual order; "-" for none."""
    return "".join(letter for letter in known if letter in present) or "-"


def _read_board(genre: Genre, text: str | None, signs: str) -> tuple[str, ...]:
    """The men on the squares of a FEN's board, among which `signs` may stand."""
    if text is None:
        raise _error("board", "the FEN is empty")
    return read_ranks(genre, [_TOKENS.findall(row) for row in text.removesuffix("/").split("/")], signs)


def read_ranks(genre: Genre, rows: Sequence[Sequence[str]], signs: str = "") -> tuple[str, ...]:
    """The men on the squares of a board, given rank by rank from the last one down: men, `signs` that may stand among
    them, walls and runs of empty squares. Raises FenError.
    """
    board = genre.board
    if len(rows) < board.ranks:
        raise _error("board", "rank {} is missing, {} of {} ranks found", board.ranks - len(rows), len(rows),
                              board.ranks)
    if len(rows) > board.ranks:
        raise _error("board", "rank 1 must be the last, {} instead of {} ranks found", len(rows), board.ranks)
    men = [""] * board.size
    for rank, row in zip(reversed(range(board.ranks)), rows, strict=True):
        start = rank * board.files
        men[start:start + board.files] = _read_rank(genre, rank, row, signs)
    return tuple(men)


def _lowered(text: str) -> str:
    """The text of a man with the letter of its kind in lower case."""
    return re.sub("[A-Z][A-Z0-9]?$", lambda letter: letter[0].lower(), text)


def _read_rank(genre: Genre, rank: int, row: Sequence[str], signs: str) -> list[str]:
    """The men of one rank, "" for an empty square or a wall; `signs`: what may stand in the place of a man."""
    def where() -> Message:
        return Message("rank {} ({})", rank + 1, _shown("".join(row)))

    board, white, black = genre.board, kind_texts(genre), kind_texts(genre, BLACK)
    plain_men = white[:len(genre.men)]
    kinds = (" " if max(map(len, plain_men)) > 1 else "").join(plain_men)
    men: list[str] = []
    for token in row:
        if token.startswith("0"):
            raise _error("board", "{} has a run of empty squares that begins with 0", where())
        run = int(token) if token[0] in "123456789" else 1
        if len(men) + run > board.files:
            raise _error("board", "{} has more than {} squares", where(), board.files)
        square = board.files * rank + len(men)
        missing = [empty for empty in range(square, square + run) if empty in board.walls] if board.walls else []
        if token == "*" and not missing:
            raise _error("board", "{} has a wall on {}, which is a square of this board", where(), board.name(square))
        if token != "*" and missing:
            raise _error("board", "{} has {} where {} does not exist, expected '*'", where(), _shown(token),
                                  board.name(missing[0]))
        if token == "*" or token[0] in "123456789":
            men += [""] * run
        elif token in white or token in black or token in signs:
            men.append(token)
        elif token[0] == "=" and token in map(_lowered, white):
            men.append(next(text for text in white if _lowered(text) == token))
        else:
            if signs:
                also = "".join(f" {sign}" for sign in signs)
                raise _error("board", "{} has {} on {}, expected one of the men {}, {}, the signs{}, a number or '*'",
                             where(), _shown(token), board.name(square), kinds, kinds.lower(), also)
            found = Message("{} has {} on {}, expected one of the men {}, {}, a number or '*'", where(),
                            _shown(token), board.name(square), kinds, kinds.lower())
            if token in "Ss" and "N" in kinds:
                raise _error("board", "{} (the knight has the letter N in a FEN)", found)
            if unknown := _unknown_trait(token):
                raise _error("board", unknown)
            if _MAN_OF_HUNTERS.fullmatch(token):
                raise _error("board", "{} (the name of its genre must say what it is, like {})", found,
                             hunter_name(int(token[-1]), "N", "B"))
            is_known = is_unit(token) and letter_of(token) in {man.letter for man in (*MEN, *genre.men)}
            if lacking := of_men([token] if is_known else []).names:
                raise _error("board", "{} (the name of its genre must have {})", found, "+".join(lacking))
            nearest = men_near(letter_of(token))[:MEN_SUGGESTED]
            if near := ", ".join(f"{kind_text(man.letter)} = {name_of_man(man)}" for man in nearest):
                raise _error("board", "{} (did you mean {}?)", found, near)
            raise _error("board", found)
    if len(men) < board.files:
        squares = len(men)
        if squares == 1:
            raise _error("board", "{} has 1 square, expected {}", where(), board.files)
        raise _error("board", "{} has {} squares, expected {}", where(), squares, board.files)
    return men


def _unknown_trait(token: str) -> Message | None:
    """What is said of a man with a trait that no man of the dictionary has; None for any other text."""
    if "(" not in token or not _MAN.fullmatch(token):
        return None
    try:
        own = sorted(trait.value for trait in unit_of(token).traits if isinstance(trait, OwnTrait))
    except ArgumentError as error:
        return message_of(error)
    if not own:
        return None
    unknown = Message("{}: no trait is called {}", _shown(token), repr(own[0]))
    near = nearest(own[0], [trait.value for trait in Trait])
    return Message("{} (did you mean {}?)", unknown, near) if near else unknown


def _read_side(text: str | None) -> int:
    if text is None:
        return WHITE
    if text not in ("w", "b"):
        raise _error("turn", "expected w or b, found {}", _shown(text))
    return _SIDES.index(text)


def _read_castling(genre: Genre, men: tuple[str, ...], text: str | None) -> str:
    """The rights that are given, or all if the field is missing, as far as king and rook are at home."""
    if text is None:
        text = genre.rights or "-"
    at_home = genre.rights_at_home(men)
    if text != "-":
        text = "".join(_usual_right(genre, letter, at_home) for letter in text)
        _check_letters("castling", text, genre.rights)
        if any(right not in at_home for right in text) and _is_shuffled(genre, men):
            raise _error("castling", "this is an array of Chess960, which is a genre of its own")
    return genre.without_implied("".join(right for right in at_home if right in text))


def _usual_right(genre: Genre, letter: str, at_home: str) -> str:
    """The right that a letter means: itself or, if it is the file of a rook at home as in "HAha", the usual letter."""
    if letter in genre.rights or letter.lower() not in {genre.board.name(square)[0]
                                                        for _, square in genre.home_rights.values()} | set("bcdefg"):
        return letter
    for right in at_home:
        if right.isupper() == letter.isupper() and genre.board.name(genre.home_rights[right][1])[0] == letter.lower():
            return right
    if genre.rights:
        if chess960.castling_of(genre) is not None:
            raise _error("castling", "{} is the right of no rook that may castle here", letter)
        raise _error("castling", "{} is a right of Chess960, which is a genre of its own", letter)
    return letter


def _is_shuffled(genre: Genre, men: tuple[str, ...]) -> bool:
    """Whether the men are those of the game array, each in its rank and the pawns at home, but in another order."""
    if genre.start is None or chess960.castling_of(genre) is not None:
        return False
    files, array = genre.board.files, parse(genre, genre.start).men
    return men != array and all(sorted(men[first:first + files]) == sorted(array[first:first + files])
                                for first in range(0, len(array), files))


def _read_required(genre: Genre, men: tuple[str, ...], text: str | None) -> str:
    """The rights that a target requires, in their usual order."""
    if text is None or text == "-":
        return ""
    at_home = "".join(right for right, squares in genre.right_squares.items()
                      if all(admits(men[square], genre.home_man(right, square)) for square in squares))
    text = "".join(_usual_right(genre, letter, at_home) for letter in text)
    _check_letters("castling", text, genre.rights)
    for right in text:
        for square in genre.right_squares[right]:
            wanted = genre.home_man(right, square)
            if not admits(men[square], wanted):
                raise _error("castling", "{} needs {} on {}, found {}", right, wanted, genre.board.name(square),
                             men[square] or Message("an empty square"))
    return "".join(right for right in genre.rights if right in text)


def _read_extra_state(genre: Genre, text: str | None) -> str:
    if genre.extra_state is None:
        return ""
    letters = genre.extra_state.letters
    if text is None:
        return genre.extra_state.default
    if text == "-":
        return ""
    _check_letters("extra state", text, letters)
    return "".join(letter for letter in letters if letter in text)


def _read_births(genre: Genre, men: tuple[str, ...], text: str | None) -> tuple[tuple[int, int | None], ...]:
    """The men that were born elsewhere than where they stand, and where."""
    field, found = "birthplaces", dict[int, int | None]()
    for pair in text.split(",") if text and text != "-" else ():
        named = _BORN.fullmatch(pair)
        try:
            square, birth = (None if name == "-" else genre.board.index(name) for name in named.groups()) if named \
                else (None, None)
        except SquareError:
            square = None
        if square is None:
            raise _error(field, "expected '-' or pairs of squares such as e4e2, found {}", _shown(pair))
        if not men[square]:
            raise _error(field, "{} is empty", genre.board.name(square))
        if square in found:
            raise _error(field, "{} stands more than once in {}", genre.board.name(square), _shown(str(text)))
        found[square] = birth
    return tuple((square, birth) for square, birth in sorted(found.items()) if birth != square)


def _written_births(genre: Genre, setup: Setup) -> str:
    name = genre.board.name
    return ",".join(name(square) + ("-" if birth is None else name(birth)) for square, birth in setup.births) or "-"


def _check_letters(field: str, text: str, known: str) -> None:
    expected = Message("expected letters of {} or '-'", known) if known else Message("expected '-' in this genre")
    for letter in text:
        if letter not in known:
            raise _error(field, "{}, found {}", expected, _shown(text))
        if text.count(letter) > 1:
            raise _error(field, "{} stands more than once in {}", letter, _shown(text))


def _read_en_passant(genre: Genre, men: tuple[str, ...], turn: int, text: str | None) -> int | None:
    """The square passed over: empty, with an enemy pawn behind it and the square that pawn came from empty too."""
    if text is None or text == "-":
        return None
    field, board = "en passant", genre.board
    if not any(man.en_passant for man in genre.men):
        raise _error(field, "expected '-' in this genre, found {}", _shown(text))
    try:
        passed = board.index(text)
    except SquareError:
        raise _error(field, "expected '-' or a square of this board, found {}", _shown(text)) from None
    side = BLACK if turn == WHITE else WHITE
    whose = Message("Black" if side == BLACK else "White")
    problem = Message("no double step of {} passes over {}", whose, text)
    for letter, origin, arrival in double_steps(genre, side, passed):
        pawn = str(Unit(letter, side))
        if men[arrival] in (str(Unit(letter, of, traits)) for traits in genre.traits for of in (WHITE, BLACK)
                            if of == side or Trait.NEUTRAL in traits):
            pawn = men[arrival]
        if men[passed]:
            problem = Message("{}, passed over by a double step, must be empty, found {}", text, men[passed])
        elif men[arrival] != pawn:
            problem = Message("expected {} on {}, which has just passed over {}, found {}", pawn, board.name(arrival),
                              text, men[arrival] or Message("an empty square"))
        elif men[origin]:
            problem = Message("{}, where the double step began, must be empty, found {}", board.name(origin),
                              men[origin])
        else:
            return passed
    raise _error(field, problem)


def double_steps(genre: Genre, side: int, passed: int) -> Iterator[tuple[str, int, int]]:
    """Letter, origin and arrival of every double step over a square, by men that can be taken en passant."""
    for man in genre.men:
        if not man.en_passant:
            continue
        origins = genre.board.squares if man.region is None else sorted(man.region[side])
        for movement, mode in man.moves:
            if mode is not Mode.QUIET or not hasattr(movement, "rays"):
                continue
            for origin in origins:
                for ray in movement.rays(genre.board, origin, side):
                    for arrival in ray[1:] if ray[:1] == (passed,) else ():
                        yield man.letter, origin, arrival


def _read_number(field: str, text: str | None, missing: int) -> int:
    if text is None:
        return missing
    if not _NUMBER.fullmatch(text) or int(text) > LARGEST_NUMBER:
        raise _error(field, "expected a number from {} to {}, found {}", missing, LARGEST_NUMBER, _shown(text))
    return int(text)


def _write_board(genre: Genre, setup: Setup) -> str:
    board = genre.board
    rows = []
    for rank in reversed(range(board.ranks)):
        row, run = "", 0
        for square in range(board.files * rank, board.files * (rank + 1)):
            sign = "*" if square in board.walls else setup.men[square]
            if not sign:
                run += 1
                continue
            row += (str(run) if run else "") + sign
            run = 0
        rows.append(row + (str(run) if run else ""))
    return "/".join(rows)
