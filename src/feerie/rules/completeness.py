"""Whether a genre is complete: what a user's own genre may lack is said before anything is made of it."""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from feerie.errors import shortened
from feerie.rules.board import BLACK, WHITE, Board
from feerie.rules.castling import Castling
from feerie.rules.ending import DeadMaterial, KingRun, MoveRule, Repetition
from feerie.rules.genre import ExtraState, Genre, GenreError, Man, Names
from feerie.rules.movement import Mode
from feerie.rules.royalty import Royalty

__all__ = ["check"]

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CELLS = re.compile(r"[0-9]+|[^0-9]")


def check(genre: object) -> Genre:
    """The genre, if everything in it fits together; GenreError with the first thing that is missing or wrong."""
    if not isinstance(genre, Genre):
        raise GenreError(f"a Genre is expected, not a value of type {type(genre).__name__}")
    problem = next(_problems(genre), None)
    if problem:
        raise GenreError(f"{genre.name}: {problem}" if isinstance(genre.name, str) else problem)
    return genre


def _problems(genre: Genre) -> Iterator[str]:
    """What is missing or wrong, the cause before its consequences."""
    if not isinstance(genre.name, str) or not _NAME.fullmatch(genre.name):
        yield f"the name {genre.name!r} is not made of lower-case letters, digits and hyphens"
    for field, kind in (("board", Board), ("names", Names), ("royalty", Royalty), ("men", tuple),
                        ("castlings", tuple), ("endings", tuple)):
        if not isinstance(getattr(genre, field), kind):
            yield f"{field}: a {kind.__name__} is expected, not {_shown(getattr(genre, field))}"
    yield from _men(genre)
    yield from _start(genre)
    yield from _castlings(genre)
    yield from _endings(genre)


def _shown(value: object) -> str:
    return shortened(repr(value))


def _men(genre: Genre) -> Iterator[str]:
    letters = []
    for man in genre.men:
        if not isinstance(man, Man):
            yield f"men: a Man is expected, not {_shown(man)}"
            continue
        letters.append(man.letter)
        if not (isinstance(man.letter, str) and re.fullmatch("[A-Z]", man.letter)):
            yield f"men: the letter of a man is one capital from A to Z, not {man.letter!r}"
        if letters.count(man.letter) > 1:
            yield f"men: two men have the letter {man.letter}"
        yield from _moves(genre, man)
    royal = [man.letter for man in genre.men if man.royal]
    if not royal:
        yield "men: a king is missing (a Man with royal=True)"
    if len(royal) > 1:
        yield f"men: {' and '.join(royal)} are both royal, and there can be one kind of king"
    for man in genre.men:
        unknown = [letter for letter in man.promotion.to if letter not in letters] if man.promotion else []
        if unknown:
            yield f"men: {man.letter} promotes to {unknown[0]}, but no man has this letter"


def _moves(genre: Genre, man: Man) -> Iterator[str]:
    """What is wrong with the movements of a man: every square of every ray must be one of the board."""
    if not isinstance(man.moves, tuple) or not man.moves:
        yield f"men: {man.letter} has no movement (moves is a tuple of pairs of a movement and a Mode)"
        return
    for entry in man.moves:
        if not (isinstance(entry, tuple) and len(entry) == 2 and hasattr(entry[0], "rays")
                and isinstance(entry[1], Mode)):
            yield f"men: the moves of {man.letter} are pairs of a movement and a Mode, not {_shown(entry)}"
            return
    squares = set(genre.board.squares)
    for movement, _ in man.moves:
        for side in (WHITE, BLACK):
            for square in genre.board.squares:
                for ray in movement.rays(genre.board, square, side):
                    if not ray or not set(ray) <= squares:
                        origin = genre.board.name(square)
                        yield f"men: a ray of {man.letter} from {origin} leaves the board: {_shown(ray)}"
                        return
    for zones in (man.region, man.promotion.zones if man.promotion else None):
        if zones is not None and not zones[WHITE] | zones[BLACK] <= squares:
            yield f"men: the region or promotion zone of {man.letter} has squares that the board lacks"


def _start(genre: Genre) -> Iterator[str]:
    """What is wrong with the men of the game array: the size of the board, walls, letters, kings."""
    if genre.start is None:
        return
    if not isinstance(genre.start, str) or not genre.start.split():
        yield "start: the FEN of the game array is missing (None if there is none)"
        return
    board, known = genre.board, {man.letter for man in genre.men}
    ranks = genre.start.split()[0].split("/")
    if len(ranks) != board.ranks:
        yield f"start: {len(ranks)} ranks, but the board has {board.ranks}"
        return
    for rank, row in zip(reversed(range(board.ranks)), ranks):
        cells = "".join("." * int(cell) if cell.isdigit() else cell for cell in _CELLS.findall(row))
        if len(cells) != board.files:
            yield f"start: rank {rank + 1} has {len(cells)} squares, but the board has {board.files} files"
            return
        for file, cell in enumerate(cells):
            name = board.name(file + board.files * rank)
            if (cell == "*") != (file + board.files * rank in board.walls):
                yield f"start: {name} is {'not a' if cell == '*' else 'a'} wall of the board"
            elif cell not in ".*" and cell.upper() not in known:
                yield f"start: no man has the letter {cell!r}, which stands on {name}"
    royal = genre.royal.letter
    for letter, side in ((royal, "White"), (royal.lower(), "Black")):
        if letter not in genre.start.split()[0]:
            yield f"start: {side} has no king ({letter})"


def _castlings(genre: Genre) -> Iterator[str]:
    letters = {man.letter for man in genre.men}
    rights = set(genre.rights) | set(genre.flags)
    for family in genre.castlings:
        kind = type(family).__name__
        missing = [name for name in ("men", "partners", "style", "in_check", "spends_right", "right_implies_home",
                                     "castlings") if not hasattr(family, name)]
        if missing:
            yield f"castlings: {kind} lacks {missing[0]}"
            continue
        unknown = [letter for letter in family.men if letter not in letters]
        if unknown:
            yield f"castlings: {kind} has the partner {unknown[0]}, but no man has this letter"
        for side in (WHITE, BLACK):
            yield from _one_family(genre.board, kind, family.castlings(genre.board, side), rights)


def _one_family(board: Board, kind: str, castlings: Iterable[object], rights: set[str]) -> Iterator[str]:
    squares, seen = set(board.squares), set()
    for castling in castlings:
        if not isinstance(castling, Castling):
            yield f"castlings: {kind} yields {_shown(castling)}, which is not a Castling"
            return
        if not {*castling[:4], *castling.empty, *castling.safe} <= squares:
            yield f"castlings: {kind} has squares that the board lacks"
            return
        if castling.right is not None and castling.right not in rights:
            yield f"castlings: {kind} needs the right {castling.right!r}, which no field of the FEN has"
            return
        if (castling.king, castling.partner) in seen:
            yield (f"castlings: {kind} has two castlings of the king on {board.name(castling.king)} with the man on "
                   f"{board.name(castling.partner)}")
            return
        seen.add((castling.king, castling.partner))


def _endings(genre: Genre) -> Iterator[str]:
    letters, squares = {man.letter for man in genre.men}, set(genre.board.squares)
    if genre.extra_state is not None and not isinstance(genre.extra_state, ExtraState):
        yield f"extra_state: an ExtraState is expected, not {_shown(genre.extra_state)}"
        return
    for ending in genre.endings:
        if not isinstance(ending, (KingRun, Repetition, MoveRule, DeadMaterial)):
            yield f"endings: {_shown(ending)} is not an ending"
        elif isinstance(ending, DeadMaterial) and not set(ending.minors) <= letters:
            yield f"endings: DeadMaterial names {', '.join(sorted(set(ending.minors) - letters))}, a letter no man has"
        elif isinstance(ending, KingRun):
            if not {*ending.goals, *(square for gates in ending.gates for gate in gates for square in gate)} <= squares:
                yield "endings: the king run has squares that the board lacks"
            if not set(ending.flags) <= set(genre.flags):
                yield (f"extra_state: ExtraState({''.join(ending.flags)!r}) is missing: the king run keeps its flags "
                       "there")
