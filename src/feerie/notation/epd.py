"""EPD: a position without its clocks, and operations.

    board side castling en-passant [extra-state] opcode operand; opcode operand; ...

Source: S. J. Edwards, *Portable Game Notation Specification and Implementation Guide*, 1994, section 16.2. A genre with
extra state has it after the en passant square, as in FEN.

    >>> from feerie.genres import find
    >>> text = 'k7/8/K7/7R/8/8/8/8 w - - bm Rh8#; dm 1; id "back rank";'
    >>> setup, operations = parse(find("chess"), text)
    >>> operations
    {'bm': ('Rh8#',), 'dm': 1, 'id': 'back rank'}
    >>> write(find("chess"), setup, operations) == text
    True
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from feerie.base.errors import FenError, PgnError, wrong_type
from feerie.notation import fen as fens
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.setup import Setup

__all__ = ["MOVE_OPCODES", "Operand", "parse", "with_move_texts", "write"]

Operand = str | int | float | tuple[str, ...] | list[str] | None
"""The operand of an opcode: None for nothing."""

MOVE_OPCODES = frozenset({"am", "bm", "pm", "pv", "rc", "sm"})
"""Opcodes whose operands are moves, as PGN writes them; `parse` returns a tuple, even for a single move."""

LARGEST_TEXT = 10_000
"""The longest text that is read."""

_COMMENT_OPCODES = tuple(f"c{number}" for number in range(10))
_TEXT_OPCODES = re.compile("id|[cv][0-9]|eco|nic|tcgs|tcri|tcsi")
_OPCODE = re.compile("[A-Za-z][A-Za-z0-9_]*")
_ITEM = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+)|(;))')
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,18}\.[0-9]{1,18}")
_CLOCKS = (("hmvc", "halfmoves", 0), ("fmvn", "moves", 1))


class _WritesMoves(Protocol):
    def pgn_san(self, move: Move) -> str: ...


def parse(genre: Genre, text: str, *, target: bool = False) -> tuple[Setup, dict[str, Operand]]:
    """The setup and the operations, opcode -> operand, in order.

    Moves are tuples of strings; other operands are an int or a float if they are written so, else a string, a tuple if
    there are several, None if there is none. `hmvc` and `fmvn` also set the clocks of the setup, as do the two numbers
    of a FEN before the operations. A missing ";" at the end and a "-" too many are forgiven. `target`: the setup is one
    to be reached (see `fen.parse_target`). Whatever follows the first operation without an opcode, as in some files of
    problems ("bm #5; Duals(3); 00:01;"), is a comment: it gets the first free opcodes of c0 to c9. Raises FenError or
    PgnError.
    """
    if len(text) > LARGEST_TEXT:
        raise PgnError("EPD: the text has {} characters, more than {}", len(text), LARGEST_TEXT)
    fields, rest = _split(genre, text)
    operations, comments = dict[str, Operand](), list[str]()
    for opcode, operand in _operations(rest):
        if opcode:
            operations[opcode] = operand
        else:
            comments.append(str(operand))
    free = [opcode for opcode in _COMMENT_OPCODES if opcode not in operations]
    if len(comments) > len(free):
        raise PgnError("EPD: expected an opcode, found {}", repr(comments[len(free)][:20]))
    operations.update(zip(free, comments, strict=False))
    setup = (fens.parse_target if target else fens.parse)(genre, " ".join(fields))
    for opcode, name, least in _CLOCKS:
        value = operations.get(opcode)
        if isinstance(value, int) and least <= value <= fens.LARGEST_NUMBER:
            setup = replace(setup, **{name: value})  # type: ignore[arg-type]
        elif value is not None:
            raise FenError("{}: expected a number from {} to {}, found {}", opcode, least, fens.LARGEST_NUMBER,
                           repr(value), field=opcode)
    return setup, operations


def write(genre: Genre, setup: Setup, operations: Mapping[str, Operand] | None = None) -> str:
    """The EPD of a setup, without its clocks, with operations; moves are strings. PgnError for an impossible opcode."""
    parts = fens.write(genre, setup).rsplit(" ", 2)[:1]
    for opcode, operand in (operations or {}).items():
        if not _OPCODE.fullmatch(opcode) or len(opcode) > 15:
            raise PgnError("EPD: an opcode is a letter and up to 14 letters, digits or '_', not {}", repr(opcode[:20]))
        operands = operand if isinstance(operand, (tuple, list)) else () if operand is None else (operand,)
        words = (_written(opcode, item) for item in operands)
        parts.append(" ".join([opcode, *words]) + ";")
    return " ".join(parts)


def with_move_texts(position: _WritesMoves, operations: Mapping[str, object]) -> dict[str, Operand]:
    """The operations with every Move, alone or in a sequence, as PGN writes it; the moves of a `pv` stay strings."""
    def written(value: object) -> object:
        return position.pgn_san(value) if isinstance(value, Move) else value

    return {opcode: tuple(map(written, value)) if isinstance(value, (tuple, list)) else written(value)  # type: ignore
            for opcode, value in operations.items()}


def _split(genre: Genre, text: str) -> tuple[list[str], str]:
    """The fields of the FEN, and what follows them."""
    rest, fields = text.strip(), list[str]()
    most = 4 + (genre.extra_state is not None) + genre.has_births
    while rest and len(fields) < most:
        word, _, after = rest.partition(" ")
        is_state = genre.extra_state and (word == "-" or set(word) <= set(genre.extra_state.letters))
        if len(fields) >= 4 and not is_state and not (genre.has_births and fens.are_births(word)):
            break
        fields.append(word)
        rest = after.lstrip()
    if len(fields) == 4 and rest.startswith("- "):
        rest = rest[2:].lstrip()
    for _ in range(2):
        word, _, after = rest.partition(" ")
        if len(fields) < 4 or not re.fullmatch("[0-9]{1,5}", word.rstrip(";")):
            break
        fields.append(word.rstrip(";"))
        rest = after.lstrip()
    return fields, rest


def _operations(text: str) -> Iterator[tuple[str, Operand]]:
    """The operations in order; those after the first that have no opcode as "" and their text."""
    opcode, operands = "", list[tuple[str, bool]]()
    at, is_first = 0, True
    while found := _ITEM.match(text, at):
        at = found.end()
        quoted, word, is_end = found.groups()
        if is_end:
            if opcode:
                yield opcode, _operand(opcode, operands)
                is_first = False
            opcode, operands = "", []
        elif opcode:
            operands.append((word, False) if quoted is None else (re.sub(r"\\(.)", r"\1", quoted), True))
        elif quoted is None and _OPCODE.fullmatch(word):
            opcode = word
        elif is_first:
            raise PgnError("EPD: expected an opcode, found {}", repr((quoted if word is None else word)[:20]))
        else:
            end = text.find(";", at)
            at = len(text) if end < 0 else end
            yield "", text[found.start():at].strip()
    if text[at:].strip():
        raise PgnError("EPD: a quotation mark is missing: {}", repr(text[at:].strip()[:20]))
    if opcode:
        yield opcode, _operand(opcode, operands)


def _operand(opcode: str, operands: list[tuple[str, bool]]) -> Operand:
    """The value of the operands (text, whether it was quoted)."""
    if opcode in MOVE_OPCODES:
        return tuple(text for text, _ in operands)
    if not operands:
        return None
    if len(operands) > 1:
        return tuple(text for text, _ in operands)
    text, quoted = operands[0]
    if quoted or _TEXT_OPCODES.fullmatch(opcode):
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def _written(opcode: str, item: object) -> str:
    """An operand; a string is quoted unless it is a move or a plain word that is not a number."""
    if isinstance(item, float):
        return repr(float(item))
    if hasattr(item, "__index__"):      # numpy integers
        return repr(item.__index__())
    if not isinstance(item, str):
        raise wrong_type(opcode, "a move, a text, a number, several of these, or None", item)
    text = " ".join(str(item).splitlines())
    if opcode in MOVE_OPCODES and text and not re.search(r'[\s;"]', text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
