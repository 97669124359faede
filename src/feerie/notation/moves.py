"""Moves as text, written and read: short (SAN), for PGN, long as problemists write it, and UCI.

Castling of king and rook from their home squares to the usual ones is written "0-0" and "0-0-0", in PGN "O-O" and
"O-O-O", in every genre. Other castlings are written in full for people, as "Kf3(Re3)", "Kc2<->Ng6" or "Kd3-f3/wRh3-e3",
and by the king's arrival square alone in PGN, "Kf3". In books castlings have brackets, "Kf3 (Re3) †", in long notation
too, "Kd3-f3 (Rh3-e3) †": `Language.with_book_signs`. No two legal moves of a position are written alike: `parse` reads
back what is written, in the language it was written in. The language is never guessed; PGN is English.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple, Protocol

from feerie.base.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Message, shortened
from feerie.notation import languages
from feerie.notation.effects import Effect, in_brackets, marks
from feerie.notation.languages import MEN_OF_FIGURINES, Language, LanguageError
from feerie.rules.board import BLACK, SQUARE_NAME, WHITE, SquareError
from feerie.rules.castling import Style
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.trait import Trait
from feerie.rules.unit import letter_of, side_of, unit_of

__all__ = ["MAX_MOVE_TEXT", "MoveContext", "Reading", "fitting", "is_uci", "long", "man_name", "parse", "parse_uci",
           "pgn_san", "pgn_sign", "pgn_unsigned", "san", "squares_of", "unnumbered", "with_origin"]

MAX_MOVE_TEXT = 64
"""The longest text that is read as a move."""


class Reading(Protocol):
    """What reading a move needs to know of the position before it.

    `legal_moves`: the moves that the text may mean. `man_at`: the FEN letter of the man on a square, "" for none.
    `effects_of`: what a move does besides, where rules of the genre have effects.
    """

    @property
    def genre(self) -> Genre: ...
    @property
    def legal_moves(self) -> Collection[Move]: ...
    def man_at(self, square: str) -> str: ...
    def effects_of(self, move: Move) -> Sequence[Effect]: ...


class Moves(Collection[Move], Protocol):
    """Moves of a position. `ambiguous_with`: the others by which a man of the same kind goes to the same square."""

    def ambiguous_with(self, move: Move) -> Collection[Move]: ...


class MoveContext(Reading, Protocol):
    """What writing a move needs to know in addition.

    `sign_after`: what a legal move brings about: "check", "mate", "stalemate", "win" (the game is won otherwise) or "".
    """

    @property
    def legal_moves(self) -> Moves: ...
    def sign_after(self, move: Move) -> str: ...


# Writing: the move must be legal in the context, which is not checked.

def san(context: MoveContext, move: Move, language: str | Language = "en", book_signs: bool = False,
        signs: bool = True) -> str:
    """The move in short form: "Nf3", "exd5", "e8=Q", "0-0", "Kf3(Re3)+"; French "Rf3 (Te3)+".

    `book_signs`: as books print it, "Kf3 (Re3) †": check and mate as † and ‡ instead of + and #, brackets spaced.
    Stalemate has no sign; a win by king run has that of mate. `signs`: whether to add its sign.
    """
    words = languages.language(language, context.genre)
    words = words.with_book_signs() if book_signs else words
    text, state = _short(context, move, words), context.sign_after(move) if signs else ""
    if state in ("", "stalemate"):
        return text
    return text + (words.gap if text.endswith(")") else "") + words.signs[state]


def pgn_san(context: MoveContext, move: Move) -> str:
    """The move for a PGN file: English, "O-O" with letters, of any other castling the king's arrival only."""
    return pgn_unsigned(context.genre, move, context.legal_moves.ambiguous_with(move)) \
        + pgn_sign(context.sign_after(move))


def pgn_unsigned(genre: Genre, move: Move, ambiguous: Collection[Move]) -> str:
    """The move for a PGN file without a sign; `ambiguous` as of Moves.ambiguous_with."""
    words = languages.language("en", genre)
    return _wing(genre, move).replace("0", "O") or _arrival(move, ambiguous, words) + _promotion(move, words) \
        + ("" if move.partner else move.choice)


def pgn_sign(state: str) -> str:
    """The sign in a PGN file of what a move leaves, a word as of `sign_after`."""
    return "" if state == "stalemate" else languages.language("en").signs.get(state, "")


def long(context: MoveContext, move: Move, language: str | Language = "en", signs: bool = True) -> str:
    """The move in the long form of problemists: "Sg1-f3", "e5*d6 ep.", "Kd3-f3/wRh3-e3 +", "Kc2<->Sg6".

    `signs`: whether to add " +", " #", " =" or, for a win that is not mate, " run".
    """
    words = languages.language(language, context.genre)
    state = context.sign_after(move) if signs else ""
    sign = words.long_win if state == "win" else words.signs.get(state, "")
    return bare_long(context.genre, move, words, _effects(context, move)) + (f" {sign}" if sign else "")


def bare_long(genre: Genre, move: Move, words: Language, effects: Sequence[Effect] = ()) -> str:
    """The long form without a sign; it can be written without the position, which alone tells the effects of rules."""
    marked = marks(effects, move, words, True)
    return _long_move(genre, move, words) + marked \
        + "".join(f"[{text}]" for text in in_brackets(effects, move, words, True))


def _long_move(genre: Genre, move: Move, words: Language) -> str:
    """The long form without signs and effects of rules."""
    letter = _letter(letter_of(move.man) if move.partner else move.man, words, problem=True)
    over = _over(move)
    en_passant = move.is_en_passant and not over
    first = f"-{departs}" if (departs := genre.departs(move)) else ""
    text = f"{letter}{move.origin}{first}{'*' if move.is_capture else '-'}{over}{move.target}"
    if move.partner is not None and move.partner_man is not None:
        wing = _wing(genre, move)
        if wing:
            return wing
        partner = words.letter(move.partner_man.upper(), problem=True)
        if move.style is Style.EXCHANGE:
            text = f"{letter}{move.origin}<->{partner}{move.partner[0]}"
        else:
            colour = _colour(move.partner_man, words) + words.traits(unit_of(move.partner_man).traits)
            text = words.long_arrivals.format(king=text, colour=colour,
                                              partner=f"{partner}{move.partner[0]}-{move.partner[1]}")
    return text + _promotion(move, words, problem=True) + (" ep." if en_passant else "") + _effect(genre, move, words)


def with_origin(move: Move, words: Language) -> str:
    """The short form with the whole origin, which needs no position: "Nf6-h7", "e5xd6", "Kf3(Re3)", "Ke1<->Pe7=Q".

    A man that is taken on the way is named by its square: "La1xb2-c3".
    """
    letter = _letter(move.man, words)
    if move.partner is not None and move.partner_man is not None:
        return _castling(letter + move.target, move, move.partner, move.partner_man, words)
    return f"{letter}{move.origin}{'x' if move.is_capture else '-'}{_over(move)}{move.target}" \
        + _promotion(move, words)


def _over(move: Move) -> str:
    """The square of a man that is taken on the way, with a dash; "" for any other move, en passant among them."""
    return f"{move.captured_on}-" if move.captured_on not in (None, move.target) and not move.is_en_passant else ""


def _is_whole(context: MoveContext, move: Move, text: str, words: Language) -> bool:
    """Whether a text is the move in UCI, in PGN or the short form with or without a sign, or in the long form, whatever
    its spaces."""
    pgn = pgn_unsigned(context.genre, move, context.legal_moves.ambiguous_with(move))
    text, *forms = (form.replace(" ", "") for form in (
        text, move.uci(), pgn, _short(context, move, words), long(context, move, words),
        long(context, move, words, signs=False)))
    return text in forms[3:] or text.rstrip("+#†‡!?") in forms[:3]


def _effects(context: Reading, move: Move) -> Sequence[Effect]:
    """What a move does besides."""
    return context.effects_of(move) if context.genre.has_effects else ()


def _short(context: MoveContext, move: Move, words: Language) -> str:
    """The short form without a sign."""
    text, effects = _short_move(context, move, words), _effects(context, move)
    text += marks(effects, move, words, False)
    for effect in in_brackets(effects, move, words, False):
        text = words.arrivals.format(king=text, partner=effect)
    return text


def _short_move(context: MoveContext, move: Move, words: Language) -> str:
    """The short form without signs and effects of rules."""
    if wing := _wing(context.genre, move):
        return wing
    king = "" if move.style is Style.EXCHANGE else _arrival(move, context.legal_moves.ambiguous_with(move), words,
                                                            _over(move) if move.goes_on else "")
    if move.partner is None or move.partner_man is None:
        return king + _promotion(move, words)
    return _castling(king, move, move.partner, move.partner_man, words)


def _castling(king: str, move: Move, partner: tuple[str, str], man: str, words: Language) -> str:
    """A castling in full in the short form; `king`: where he arrives, for one that is not an exchange."""
    letter = words.letter(man.upper())
    if move.style is Style.EXCHANGE:
        text = f"{words.letter(move.man.upper())}{move.origin}{words.exchange}{letter}{partner[0]}"
    else:
        text = words.arrivals.format(king=king, partner=letter + partner[1])
    return text + _promotion(move, words)


def _arrival(move: Move, ambiguous: Collection[Move], words: Language, over: str = "") -> str:
    """Letter, as much of the origin as is needed, and target: "Nf3", "Nbd2", "R1e2", "exd5"; `over`: see _over."""
    origins = {other.origin for other in ambiguous} - {move.origin}
    file, rank = move.origin[0], move.origin[1:]
    same_file = any(origin[0] == file for origin in origins)
    same_rank = any(origin[1:] == rank for origin in origins)
    is_pawn = letter_of(move.man) == "P"
    with_file = bool(origins) and (same_rank or not same_file or is_pawn)
    hint = (file if with_file or (is_pawn and move.is_capture) else "") + (rank if same_file else "")
    return f"{_letter(move.man, words)}{hint}{'x' if move.is_capture else ''}{over}{move.target}"


def _letter(man: str, words: Language, problem: bool = False) -> str:
    """The letter of the man that moves, behind those of its traits; "" for a pawn without traits."""
    traits = words.traits(unit_of(man).traits) if len(man) > 1 else ""
    return traits + words.letter(man.upper(), problem) if traits or man not in ("P", "p") else ""


def _colour(man: str, words: Language) -> str:
    """The letter of a man's colour; "" for a neutral one, whose trait has a letter."""
    return "" if man[0] == "=" else words.colour_letters[side_of(man)]


def _effect(genre: Genre, move: Move, words: Language) -> str:
    """What a move does besides, in square brackets: a kamikaze that takes is gone, "[-wkQe5]"."""
    if genre.revives or not move.is_capture or len(move.man) == 1 or Trait.KAMIKAZE not in unit_of(move.man).traits:
        return ""
    return f"[-{words.with_colour(move.man)}{move.target}]"


def _promotion(move: Move, words: Language, problem: bool = False) -> str:
    """What a man becomes, with the traits that it keeps."""
    if not move.promotion:
        return ""
    traits = words.traits(unit_of(move.man).traits) if len(move.man) > 1 and not move.partner else ""
    return f"={traits}{words.letter(move.promotion, problem)}"


def _wing(genre: Genre, move: Move) -> str:
    """The text "0-0" or "0-0-0" of a castling on the ordinary squares, of whatever kind it is; "" for any other."""
    if move.partner is None or move.partner_man is None or move.style is Style.EXCHANGE:
        return ""
    for right, (king, rook) in genre.home_rights.items():
        home = genre.board.name(king), genre.board.name(rook)
        if right.isupper() == (side_of(move.man) == WHITE) and (move.origin, move.partner[0]) == home \
                and genre.is_at_home(move.partner_man, right, rook):
            return "0-0" if right.upper() == "K" else "0-0-0"
    return ""


# Reading.

_SQUARE = SQUARE_NAME
_WING = re.compile("[0Oo]-[0Oo](-[0Oo])?")
_CHOICES = "(?:@[a-z0-9.]+)"
_UCI = re.compile(f"({_SQUARE})({_SQUARE})([a-z]|\\.[a-z][a-z0-9])?({_CHOICES}*)")
_MAN = "(?:[A-Z0-9]{1,2}/[A-Z0-9]{1,2}|[A-Z]{1,2})"
"""The letter of a man; of a hunter those of two men, which may have digits."""
_NUMBERED_MAN = f"(?:[A-Z][0-9]|[1-9][0-9]|{_MAN})"
"""The same, of other men too: R1 is a rook on the first rank, or such a man."""


def _exchange(man: str) -> re.Pattern[str]:
    return re.compile(f"({man})?({_SQUARE})?<->({man})?({_SQUARE})?(?:[=/]?({man}))?")


def _one_man(man: str) -> re.Pattern[str]:
    traits = f"(?:[nrkvfhupdib]{{1,4}}(?={man}))?"
    return re.compile(f"(?P<traits>{traits})(?P<man>{man})?(?P<file>[a-z])??(?P<rank>[1-9][0-9]?)?"
                      f"(?:-(?P<first>{_SQUARE})(?=[-x*:]))?(?P<sign>[-x*:])?"
                      f"(?:(?<=[x*:])(?P<over>{_SQUARE})-)?(?P<target>{_SQUARE})"
                      f"(?:/(?:(?P<colour>[a-z])?{traits}(?P<partner>{man}))?"
                      f"(?:(?P<from>{_SQUARE})-?)?(?P<to>{_SQUARE}))?"
                      f"(?:[=/]?{traits}(?P<promotion>{man})|=?(?P<small>[a-z]|\\.[a-z][a-z0-9]))?")


_PATTERNS = _one_man(_MAN), _exchange(_MAN)
_NUMBERED_PATTERNS = _one_man(_NUMBERED_MAN), _exchange(_NUMBERED_MAN)
_DIGIT = re.compile("[0-9]")
_SIGNS = "+#=†‡!?‼⁇⁈⁉ \t"
_EN_PASSANT = re.compile(r"(?:e\.?\s?p\.?|\(e\.?\s?p\.?\))$")
_EFFECT = re.compile(r"\[[-+][^\[\]]*\]")
"""What a move does besides, which is printed and says nothing about which move it is, where only traits do such things.
"""
_TOLD = re.compile(r"\[(?P<square>[^\[\]]*)\]"
                   rf"|\((?P<round>[-+][^()]*+|[^()=]*+=[^()]*+|[^()<]*+<->[^()]*+"
                   rf"|(?P<goes>[a-z]{{0,3}}{_NUMBERED_MAN}{_SQUARE}))\)")
"""An effect in brackets; one that `goes` might be a castling."""
_STEP = re.compile("=(?:[A-Za-z]{1,4}[0-9]?|[a-z]{0,3}[1-9][0-9])")
_STEPS = re.compile(rf"(?:{_STEP.pattern}){{1,4}}(?=(?:\s*\(?e\.?\s?p\.?\)?)?$)")
"""What the man that moves becomes."""
_CHOSEN = re.compile("(?:@[a-z0-9.]{1,6}){1,4}$")
_NUMBER = re.compile(r"(?<!\d)\d++\s*+(?:\.{1,3}|…)\s*+")
_RUN = re.compile(r"(?<!\s)\s+run$")
_LOOSE = re.compile(r"(?:(?<!\s)\s++)?(<->|[-x*:=/()])\s*+")
_BRACKETS = re.compile(r"\(([^()]*)\)")
_DASHES = str.maketrans({"–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "×": "x", "↔": "<->"})

_Fits = Callable[[Move], bool]
_Asked = Callable[[], Message]
"""Says in words what a text asks for."""


def parse_uci(context: Reading, text: str) -> Move:
    """The legal move of a UCI text: "e2e4", "d3f3" (the king of a castling), "a7a8q".

    A castling may also be named by the squares of king and partner, "e1h1", as programs for Chess960 do, if it is the
    only one of these two men. Raises InvalidMoveError if the text is not UCI, IllegalMoveError if there is no such
    legal move.
    """
    origin, target, promotion = squares_of(text)
    _check_squares(context.genre, text, origin, target)
    for move in context.legal_moves:
        if move.uci() == text:
            return move
    castling = None if promotion else _castling_of(context, origin, target)
    if castling:
        return castling
    raise IllegalMoveError("not a legal move: {}", _on_board(Message("{}", text), context, origin))


def _castling_of(context: Reading, king: str, partner: str) -> Move | None:
    """The legal castling of the men on two squares, if there is just one; None where such a text means an exchange.

    Where UCI names the partner's square, the king's two squares name a castling too.
    """
    if any(family.style is Style.EXCHANGE for family in context.genre.castlings):
        return None
    castlings = [move for move in context.legal_moves
                 if move.partner and (move.origin, move.partner[0]) == (king, partner)] or \
                [move for move in context.legal_moves
                 if move.style is Style.KING_TAKES_ROOK and (move.origin, move.target) == (king, partner)]
    return castlings[0] if len(castlings) == 1 else None


def is_uci(text: str) -> bool:
    """Whether a text has the form of a move in UCI.

    >>> is_uci("e2e4"), is_uci("b7b8.li"), is_uci("b7c8q@b1n"), is_uci("Ke2")
    (True, True, True, False)
    """
    return _UCI.fullmatch(text) is not None


def squares_of(uci: str) -> tuple[str, str, str]:
    """Origin, target and promotion letter ("" for none) of a UCI text. Raises InvalidMoveError for any other text.

    >>> squares_of("a9b10q"), squares_of("b7b8.li")
    (('a9', 'b10', 'q'), ('b7', 'b8', '.li'))
    """
    match = _UCI.fullmatch(uci)
    if match is None:
        raise InvalidMoveError("not a move in UCI: {}", repr(shortened(uci)))
    return match[1], match[2], match[3] or ""


def parse(context: MoveContext, text: str, language: str = "en") -> Move:
    """The legal move that a text names: short, PGN, long or UCI.

    Tolerant of a number before and signs after the move, of a missing sign of capture or promotion, of more or less of
    the origin than is needed as long as only one legal move fits, of a small letter for a promotion ("a8=q", "a8q"),
    and of a castling named by its king alone or by the squares of king and partner, as in parse_uci. English reads N
    and S as knight; figurines are read in every language. UCI and PGN have English letters: UCI is read in every
    language, PGN in English only.

    Raises InvalidMoveError if the text is not written as a move, IllegalMoveError if no legal move fits, and
    AmbiguousMoveError, naming all of them, if several do.
    """
    words = languages.language(language, context.genre)
    fits, asked = _read(context, text, words)
    found = _without_traits([move for move in context.legal_moves if fits(move)])
    if not found and (match := _UCI.fullmatch(text.strip())) and not match[3]:
        castling = _castling_of(context, match[1], match[2])
        found = [castling] if castling else []
    if not found:
        raise IllegalMoveError("not a legal move: {} ({})", repr(shortened(text)), asked())
    if len(found) > 1:      # a step of the king has no other name
        found = [move for move in found if move.style is not Style.KING_TAKES_ROOK] or found
    if len(found) > 1:      # one text may be that of one move, and less than all of another
        found = [move for move in found if _is_whole(context, move, text.strip(), words)] or found
    if len(found) > 1:
        candidates = ", ".join(_short(context, move, words) for move in found)
        raise AmbiguousMoveError("{} may be any of {}", repr(shortened(text)), candidates)
    return found[0]


def fitting(context: Reading, text: str, language: str = "en") -> list[Move]:
    """All moves of the context that a text may name. Raises InvalidMoveError if it is not written as a move."""
    fits, _ = _read(context, text, languages.language(language, context.genre))
    return _without_traits([move for move in context.legal_moves if fits(move)])


def _without_traits(moves: list[Move]) -> list[Move]:
    """Those moves of several that are made by men without traits, which a text would name; all if there are none."""
    plain = [move for move in moves if not (len(move.man) > 1 and unit_of(move.man).traits)] if len(moves) > 1 else []
    return plain or moves


class _Told(NamedTuple):
    """The effects that a text names: what the man that moves becomes, step by step, and what stands in brackets."""

    steps: tuple[str, ...] = ()
    brackets: tuple[str, ...] = ()

    def fits(self, genre: Genre, move: Move, effects: Sequence[Effect], words: Language) -> bool:
        """Whether a move with its effects does what is named, in the long or the short form; a man that appears may be
        named without its colour."""
        for is_long in (True, False):
            becomes = _STEP.findall(_promotion(move, words, is_long) + marks(effects, move, words, is_long))
            does = {*in_brackets(effects, move, words, is_long), _effect(genre, move, words).strip("[]")}
            does |= {"+" + each[2:] for each in does if each[:1] == "+" and each[1:2] in words.colour_letters}
            if list(self.steps) == becomes[:len(self.steps)] and {*self.brackets} <= does:
                return True
        return False


def _read(context: Reading, text: str, words: Language) -> tuple[_Fits, _Asked]:
    """Which moves fit a text, and what it asks for in words."""
    if not context.genre.has_effects or not any(sign in text for sign in "[(="):
        return _read_move(context, text, words)
    readings: list[tuple[_Fits, _Told]] = []
    asks: list[_Asked] = []
    failures: list[InvalidMoveError] = []
    for rest, told in _without_effects(text if text.isascii() else _lettered(text, words)):
        try:
            fits, asked = _read_move(context, rest, words)
        except InvalidMoveError as error:
            failures.append(error)
        else:
            readings.append((fits, told))
            asks.append(asked)
    if not readings:
        raise failures[0]
    return (lambda move: any(fits(move) and told.fits(context.genre, move, context.effects_of(move), words)
                             for fits, told in readings)), asks[0]


def _without_effects(text: str) -> Iterator[tuple[str, _Told]]:
    """What a text says of the move alone, and of its effects, in each way in which it may be read."""
    text = text.strip().rstrip(_SIGNS)
    found = list(_TOLD.finditer(text[:MAX_MOVE_TEXT]))
    for castles in ((False, True) if any(each["goes"] for each in found) else (False,)):
        told = [each for each in found if not (castles and each["goes"])]
        rest = text
        for each in reversed(told):
            rest = rest[:each.start()] + rest[each.end():]
        rest = rest.rstrip(_SIGNS)
        brackets = tuple("".join((each["square"] or each["round"]).split()) for each in told)
        if steps := _STEPS.search(rest):
            yield rest[:steps.start()] + rest[steps.end():], _Told(tuple(_STEP.findall(steps[0])), brackets)
        yield rest, _Told((), brackets)


def _read_move(context: Reading, text: str, words: Language) -> tuple[_Fits, _Asked]:
    """Which moves fit a text that names no effects of rules, and what it asks for in words."""
    if "@" in text and _UCI.fullmatch(text.strip()) is None and (chosen := _CHOSEN.search(text.rstrip(_SIGNS))):
        others, asked = _read_move(context, text[:chosen.start()], words)
        return (lambda move: move.choice == chosen[0] and others(move)), asked
    if not _has_numbered_men(words):
        return _read_by(_PATTERNS, context, text, words)
    readings: list[tuple[_Fits, _Asked]] = []
    failures: list[InvalidMoveError] = []
    for patterns in (_NUMBERED_PATTERNS, _PATTERNS):
        try:
            readings.append(_read_by(patterns, context, text, words))
        except InvalidMoveError as error:
            failures.append(error)
    if not readings:
        raise failures[0]
    return (lambda move: any(fits(move) for fits, _ in readings)), readings[0][1]


@lru_cache(maxsize=64)
def _has_numbered_men(words: Language) -> bool:
    """Whether letters of some men have digits."""
    return _DIGIT.search("".join((*words.game, *words.problem))) is not None


def _read_by(patterns: tuple[re.Pattern[str], re.Pattern[str]], context: Reading, text: str,
             words: Language) -> tuple[_Fits, _Asked]:
    """_read_move by patterns of the moves of one man and of exchanges."""
    one_man, exchange = patterns
    try:
        if len(text) <= MAX_MOVE_TEXT and (match := one_man.fullmatch(text.rstrip(_SIGNS))) and not match["small"]:
            return _read_one_man(context, text, match, words, False)        # most are plain so far
        plain, en_passant = _plain(text if text.isascii() else _lettered(text, words))
        if (match := one_man.fullmatch(plain)) and not (match["small"] and _UCI.fullmatch(plain)):
            return _read_one_man(context, text, match, words, en_passant)
        if en_passant:
            pass
        elif match := _WING.fullmatch(plain):
            return _read_wing(context.genre, "0-0-0" if match[1] else "0-0")
        elif match := exchange.fullmatch(plain):
            return _read_exchange(context.genre, text, match, words)
        elif match := _UCI.fullmatch(plain):
            return _read_uci(context.genre, text, match)
    except LanguageError as error:
        raise InvalidMoveError("not a move: {}: {}", repr(shortened(text)), error) from None
    raise InvalidMoveError("not a move: {}", repr(shortened(text)))


def _lettered(text: str, words: Language) -> str:
    """The text with its figurines replaced by the letters of a language."""
    return "".join(words.letter(MEN_OF_FIGURINES[sign]) if sign in MEN_OF_FIGURINES else sign for sign in text)


def unnumbered(text: str) -> str:
    """The text of a move without the number before it: "1. Nf3", "1...Nf6"."""
    return _NUMBER.sub("", text.strip(), count=1) if text[:40].strip()[:1].isdigit() else text


def _plain(text: str) -> tuple[str, bool]:
    """The text with dashes and brackets unified and without blanks and signs; and whether it had "ep."."""
    if len(text) > MAX_MOVE_TEXT:
        raise InvalidMoveError("not a move: {} is too long", repr(shortened(text)))
    bare = _RUN.sub("", unnumbered(_EFFECT.sub("", text)).translate(_DASHES).strip().rstrip(_SIGNS))
    plain = _EN_PASSANT.sub("", bare)
    return _BRACKETS.sub(r"/\1", _LOOSE.sub(r"\1", plain.rstrip(_SIGNS))), plain != bare


def _read_wing(genre: Genre, wing: str) -> tuple[_Fits, _Asked]:
    return (lambda move: _wing(genre, move) == wing), \
        lambda: Message("castling short" if wing == "0-0" else "castling long")


def _read_uci(genre: Genre, text: str, match: re.Match[str]) -> tuple[_Fits, _Asked]:
    """UCI with a promotion or a choice; its letters are lower-case and English, as in no other form."""
    _check_squares(genre, text, match[1], match[2])
    if not match[3]:
        return (lambda move: move.uci() == match[0]), lambda: Message("{} to {}", match[1], match[2])
    promotion = letter_of(match[3])
    if all(promotion != man.letter for man in genre.men):
        raise InvalidMoveError("not a move: {}: {} is not a man of this genre", repr(shortened(text)), repr(match[3]))
    return (lambda move: move.uci() == match[0]), \
        lambda: _becoming(Message("{} to {}", match[1], match[2]), genre, promotion)


def _read_exchange(genre: Genre, text: str, match: re.Match[str], words: Language) -> tuple[_Fits, _Asked]:
    """Two men change places, in either order; a square may be missing beside a letter.

    The long and the short form look alike, so letters may mean either: N is a knight or a nightrider.
    """
    ends = []
    for letter, square in ((match[1], match[2]), (match[3], match[4])):
        if not letter and not square:
            raise InvalidMoveError("not a move: {} names one man only", repr(shortened(text)))
        _check_squares(genre, text, square)
        ends.append((_man(letter, words), _man(letter, words, True), square))
    promotion = _man(match[5], words), _man(match[5], words, True)

    def fits(move: Move) -> bool:
        if move.style is not Style.EXCHANGE or move.partner is None or move.partner_man is None:
            return False
        men = ((move.man, move.origin), (move.partner_man, move.partner[0]))
        orders = (men, men[::-1])
        return (not promotion[0] or _becomes(move) in promotion) and any(
            all((not letter or letter_of(man) in (letter, in_problems)) and square in (None, at)
                for (letter, in_problems, square), (man, at) in zip(ends, order, strict=True)) for order in orders)

    def asked() -> Message:
        names = [Message("{} on {}", man_name(genre, letter), square) if square else man_name(genre, letter)
                 for letter, _, square in ends]
        return _becoming(Message("{} and {} change places", *names), genre, promotion[0])

    return fits, asked


def _read_one_man(context: Reading, text: str, match: re.Match[str], words: Language,
                  en_passant: bool) -> tuple[_Fits, _Asked]:
    """A man goes to a square, perhaps with a partner; without a letter or a full origin it is a pawn."""
    genre = context.genre
    file, rank, target, arrival = match["file"], match["rank"], match["target"], match["to"]
    origin = file + rank if file and rank else None
    is_long = match["sign"] in ("-", "*")
    man, traits = _man(match["man"], words, is_long) or (None if origin else "P"), match["traits"]
    captures = match["sign"] in ("x", "*", ":")
    partner = _man(match["partner"], words, is_long)
    promotion = _man(match["promotion"] or (match["small"] or "").upper().lstrip("."), words, is_long)
    _check_squares(genre, text, origin, target, match["from"], arrival, match["over"], match["first"])
    neutral = words.traits(frozenset({Trait.NEUTRAL}))
    if match["colour"] and match["colour"] not in (*words.colour_letters, neutral):
        raise InvalidMoveError("not a move: {}: {} is not a colour in {} (known: {})", repr(shortened(text)),
                               repr(match["colour"]), Message(words.name), " ".join(words.colour_letters))
    sides = {words.colour_letters[0]: (WHITE,), words.colour_letters[1]: (BLACK,)}.get(match["colour"], (WHITE, BLACK))

    def partner_fits(move: Move) -> bool:
        return arrival is None or (
            move.partner is not None and move.partner_man is not None and move.partner[1] == arrival
            and match["from"] in (None, move.partner[0]) and partner in (None, letter_of(move.partner_man))
            and (move.partner_man[0] == "=" or side_of(move.partner_man) in sides))

    def fits(move: Move) -> bool:
        return (move.target == target and man in (None, letter_of(move.man)) and promotion in (None, _becomes(move))
                and file in (None, move.origin[0]) and rank in (None, move.origin[1:])
                and (move.is_capture or not captures) and (captures or not move.goes_on)
                and (move.is_en_passant or not en_passant)
                and match["over"] in (None, move.captured_on) and match["first"] in (None, genre.departs(move))
                and (not traits or words.traits(unit_of(move.man).traits) == traits) and partner_fits(move))

    def asked() -> Message:
        moving = man_name(genre, man or (letter_of(context.man_at(origin)) if origin else ""))
        if origin:
            moving = Message("{} from {}", moving, origin)
        elif file:
            moving = Message("{} from the {}-file", moving, file)
        elif rank:
            moving = Message("{} from rank {}", moving, rank)
        said = Message("{} takes on {}" if captures else "{} to {}", moving, target)
        if en_passant:
            said = Message("{} en passant", said)
        if arrival:
            said = Message("{}, {} to {}", said, man_name(genre, partner), arrival)
        said = _becoming(said, genre, promotion)
        return _on_board(said, context, origin) if origin else said

    return fits, asked


def _man(letter: str | None, words: Language, is_long: bool = False) -> str | None:
    """The English letter of a printed one. Raises LanguageError for a letter that is not a man's.

    `is_long`: it stands in the long form, so that letters mean what they mean to problemists: N is a nightrider.
    """
    if not letter:
        return None
    if is_long:
        with suppress(LanguageError):
            return words.parse_letter(letter, problem=True)
    return words.parse_letter(letter)


def _becomes(move: Move) -> str | None:
    """The letter of what a man becomes; None if it stays what it is."""
    return letter_of(move.promotion) if move.promotion else None


def man_name(genre: Genre, letter: str | None) -> Message:
    """What messages call a man of an English letter, or of a text of setups; "man" for None."""
    men = languages.language("en", genre).men
    return Message(men[letter_of(letter)].word) if letter and letter_of(letter) in men else Message("man")


def _becoming(said: Message, genre: Genre, letter: str | None) -> Message:
    """What is said of a move, and what the man becomes."""
    return Message("{}, becoming {}", said, man_name(genre, letter)) if letter else said


def _on_board(said: Message, context: Reading, square: str) -> Message:
    """What is said of a move, and that no man stands where it begins, if that is so."""
    return said if context.man_at(square) else Message("{}; no man stands on {}", said, square)


def _check_squares(genre: Genre, text: str, *squares: str | None) -> None:
    for square in squares:
        try:
            if square is not None:
                genre.board.index(square)
        except SquareError as error:
            raise InvalidMoveError("not a move: {}: {}", repr(shortened(text)), error) from None
