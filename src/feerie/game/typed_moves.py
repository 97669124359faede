"""Moves as people type them: in a given language, or else in any language in which a legal move fits.

If no legal move fits a text as it stands, it is read more loosely: letters of men may be lower case ("nf3", "a8q"), all
letters upper case ("E2E4"), squares apart ("e2 e4"), and castling written with zeros or letters alone ("00").
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from feerie.base.errors import AmbiguousMoveError, Error, IllegalMoveError, InvalidMoveError
from feerie.game.position import Position
from feerie.notation.languages import LANGUAGES
from feerie.notation.moves import MAX_MOVE_TEXT, fitting, unnumbered
from feerie.rules.move import Move

__all__ = ["is_move", "loose_readings", "meant", "read_in", "typed_move"]

_SQUARE = "[a-z][1-9][0-9]?"
_APART = re.compile(f"({_SQUARE})(?: *, *| +to +| +)({_SQUARE})")
_LOOSE = re.compile(f"(?P<man>[a-z](?=[a-z1-9x:*-]))?(?P<way>(?:[a-z]?(?:[1-9][0-9]?)?|{_SQUARE})[-x:*]?{_SQUARE})"
                    "(?P<sign>[=/(]?)(?P<promotion>[a-z]?)\\)?")
_SMALL_MAN = re.compile(f"(?<![a-z])[a-z](?={_SQUARE})")
_CASTLING = re.compile("[0o]-?[0o](-?[0o])?")
_TWO_READINGS = re.compile("([a-z])\\1[1-9][0-9]?")
"""A pawn with its file written twice, which nobody writes: more likely a man is meant."""


def typed_move(position: Position, text: str, language: str) -> Move:
    """The legal move that a text means in a language or, if it means none there, in any other, or else read loosely.

    AmbiguousMoveError if the text means several moves in the language or, if none there, in the others;
    IllegalMoveError or InvalidMoveError if no legal move fits.
    """
    move, error = read_in(position, text, language)
    if move is not None:
        if _TWO_READINGS.fullmatch(text.strip()):
            other, _ = read_in(position, text.strip().capitalize(), language)
            if other is not None:
                raise AmbiguousMoveError("{} may be any of {}, {}", repr(text[:40]), move.uci(), other.uci())
        return move
    if isinstance(error, AmbiguousMoveError):
        raise error
    found: dict[str, Move] = {}
    for code in LANGUAGES:
        other, failure = read_in(position, text, code)
        if other is not None:
            found[other.uci()] = other
        elif isinstance(error, InvalidMoveError) and not isinstance(failure, InvalidMoveError):
            error = failure
    if len(found) > 1:
        raise AmbiguousMoveError("{} may be any of {}", repr(text[:40]), ", ".join(found))
    if found:
        return found.popitem()[1]
    for loose in loose_readings(text):
        move, failure = read_in(position, loose, language)
        if move is not None:
            return move
        if isinstance(failure, AmbiguousMoveError):
            raise failure
    raise error or InvalidMoveError("not a move: {}", repr(text[:40]))


def meant(position: Position, text: str, language: str) -> list[Move]:
    """All legal moves that a text may mean in a language, read as it stands or loosely."""
    found: dict[str, Move] = {}
    for reading in (text, *loose_readings(text)):
        with suppress(InvalidMoveError):
            found |= {move.uci(): move for move in fitting(position, reading, language)}
    return list(found.values())


def loose_readings(text: str) -> Iterator[str]:
    """What a text may mean if it means nothing as it stands."""
    plain = unnumbered(text.strip()[:MAX_MOVE_TEXT]).rstrip("+#!?").lower()
    if castling := _CASTLING.fullmatch(plain):
        yield "0-0-0" if castling[1] else "0-0"
        return
    match = _LOOSE.fullmatch(_APART.sub(r"\1-\2", plain))
    if match is None:
        yield _SMALL_MAN.sub(lambda found: found[0].upper(), plain)         # castlings with their partner
        return
    man, way, promotion = match["man"] or "", match["way"], match["promotion"].upper()
    became = f"={promotion}" if promotion else ""
    yield f"{man}{way}{became}"
    if man:
        yield f"{man.upper()}{way}{became}"


def is_move(position: Position, text: str, language: str) -> bool:
    """Whether a text is written as one move, legal or not, perhaps with blanks: "1. Kf3 (Re3) †"."""
    try:
        typed_move(position, text, language)
    except InvalidMoveError:
        return False
    except Error:
        pass
    return True


def read_in(position: Position, text: str, language: str) -> tuple[Move | None, Error | None]:
    """The legal move that a text means in one language, or why it means none."""
    try:
        return position.parse(text, language), None
    except (AmbiguousMoveError, IllegalMoveError, InvalidMoveError) as error:
        return None, error
