"""Whether a genre is complete: what a user's own genre may lack is said before anything is made of it."""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from feerie.base.errors import Message, conjoined, shortened
from feerie.rules.along import lines_of
from feerie.rules.board import BLACK, WHITE, Board
from feerie.rules.castling import Castling, HomeCastling
from feerie.rules.ending import DeadMaterial, KingRun, MoveRule, Repetition
from feerie.rules.facet import METHODS, has_plain_movement, is_plain_movement, plain_arrivals
from feerie.rules.genre import ExtraState, Genre, GenreError, Man, Names
from feerie.rules.movement import Mode
from feerie.rules.royalty import Royalty
from feerie.rules.trait import OwnTrait, Trait
from feerie.rules.unit import Unit

__all__ = ["check"]

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CELLS = re.compile(r"[0-9]+|[^0-9]")


def check(genre: object) -> Genre:
    """The genre, if everything in it fits together; GenreError with the first thing that is missing or wrong."""
    if not isinstance(genre, Genre):
        raise GenreError("a Genre is expected, not a value of type {}", type(genre).__name__)
    problem = next(_problems(genre), None)
    if problem:
        raise GenreError("{}: {}", genre.name, problem) if isinstance(genre.name, str) else GenreError(problem)
    return genre


def _problems(genre: Genre) -> Iterator[Message]:
    """What is missing or wrong, the cause before its consequences."""
    if not isinstance(genre.name, str) or not _NAME.fullmatch(genre.name):
        yield Message("the name {} is not made of lower-case letters, digits and hyphens", repr(genre.name))
    for field, kind in (("board", Board), ("names", Names), ("royalty", Royalty), ("men", tuple),
                        ("castlings", tuple), ("endings", tuple), ("traits", tuple), ("rules", tuple)):
        if not isinstance(getattr(genre, field), kind):
            yield Message("{}: a {} is expected, not {}", field, kind.__name__, _shown(getattr(genre, field)))
    yield from _men(genre)
    yield from _rules(genre)
    yield from _start(genre)
    yield from _castlings(genre)
    yield from _endings(genre)


def _shown(value: object) -> str:
    return shortened(repr(value))


def _men(genre: Genre) -> Iterator[Message]:
    letters = []
    for man in genre.men:
        if not isinstance(man, Man):
            yield Message("men: a Man is expected, not {}", _shown(man))
            continue
        letters.append(man.letter)
        if not (isinstance(man.letter, str) and re.fullmatch("[A-Z][A-Z0-9]?", man.letter)):
            yield Message("men: the letter of a man is a capital from A to Z, perhaps with another or a digit, not {}",
                          repr(man.letter))
        if letters.count(man.letter) > 1:
            yield Message("men: two men have the letter {}", man.letter)
        yield from _moves(genre, man)
    royal = [man.letter for man in genre.men if man.royal]
    if not royal:
        yield Message("men: a king is missing (a Man with royal=True)")
    if len(royal) > 1:
        yield Message("men: {} are royal: one of them is the king, the others stand in royalty=Royalty(kinds=...)",
                      conjoined(royal))
    for man in genre.men:
        unknown = [letter for letter in man.promotion.to if letter not in letters] if man.promotion else []
        if unknown:
            yield Message("men: {} promotes to {}, but no man has this letter", man.letter, unknown[0])


def _moves(genre: Genre, man: Man) -> Iterator[Message]:
    """What is wrong with the movements of a man: every square of every ray must be one of the board."""
    if not isinstance(man.moves, tuple) or not man.moves:
        yield Message("men: {} has no movement (moves is a tuple of pairs of a movement and a Mode)", man.letter)
        return
    for entry in man.moves:
        if not (isinstance(entry, tuple) and len(entry) == 2 and isinstance(entry[1], Mode)
                and (hasattr(entry[0], "rays") or hasattr(entry[0], "lines") and hasattr(entry[0], "along")
                     or is_plain_movement(entry[0]))):
            yield Message("men: the moves of {} are pairs of a movement and a Mode, not {}", man.letter, _shown(entry))
            return
    squares = set(genre.board.squares)
    for movement, _ in man.moves:
        for side in (WHITE, BLACK):
            for square in genre.board.squares:
                for ray, _ in lines_of(movement, genre.board, square, side):
                    if not ray or not set(ray) <= squares:
                        origin = genre.board.name(square)
                        yield Message("men: a ray of {} from {} leaves the board: {}", man.letter, origin, _shown(ray))
                        return
    if has_plain_movement(man.moves):
        yield from _plain_moves(genre, man)
    for zones in (man.region, man.promotion.zones if man.promotion else None):
        if zones is not None and not zones[WHITE] | zones[BLACK] <= squares:
            yield Message("men: the region or promotion zone of {} has squares that the board lacks", man.letter)


def _plain_moves(genre: Genre, man: Man) -> Iterator[Message]:
    """What is wrong with movements in Python: tried on a board with one man, and with men on every other square."""
    squares = set(genre.board.squares)
    if man.en_passant:
        yield Message("men: {} has a movement in Python: it cannot capture en passant", man.letter)
    for side in (WHITE, BLACK):
        own, other = (str(Unit(man.letter, each)) for each in (side, side ^ 1))
        for square in genre.board.squares:
            for men in (("",) * genre.board.size, ("", other) * (genre.board.size // 2 + 1)):
                placed = [*men[:square], own, *men[square + 1:genre.board.size]]
                for arrival, _ in plain_arrivals(man.moves, genre.board, placed, square, side):
                    if not set(arrival) <= squares:
                        yield Message("men: a move of {} from {} leaves the board: {}", man.letter,
                                      genre.board.name(square), _shown(arrival))
                        return


def _rules(genre: Genre) -> Iterator[Message]:
    """What is wrong with royal kinds, and with traits and rules in Python."""
    letters = {man.letter for man in genre.men}
    for letter in genre.royalty.kinds:
        if letter not in letters:
            yield Message("royalty: no man has the letter {}", letter)
    for trait in (trait for traits in genre.traits for trait in traits):
        if not isinstance(trait, (Trait, OwnTrait)):
            yield Message("traits: {} is not a trait", _shown(trait))
        elif isinstance(trait, OwnTrait) and (not re.fullmatch("[a-z]+", trait.value)
                                              or trait.value in {known.value for known in Trait}):
            yield Message("traits: a new name of lower-case letters is expected, not {}", repr(trait.value))
    for rule in (*genre.rules, *(trait.rule for traits in genre.traits for trait in traits
                                 if isinstance(trait, OwnTrait))):
        if not any(hasattr(rule, method) for method in ("admits", *METHODS)):
            yield Message("rules: {} has none of the methods {}", _shown(rule), ", ".join(("admits", *METHODS)))


def _start(genre: Genre) -> Iterator[Message]:
    """What is wrong with the men of the game array: the size of the board, walls, letters, kings."""
    if genre.start is None:
        return
    if not isinstance(genre.start, str) or not genre.start.split():
        yield Message("start: the FEN of the game array is missing (None if there is none)")
        return
    board, known = genre.board, {man.letter for man in genre.men}
    ranks = genre.start.split()[0].split("/")
    if len(ranks) != board.ranks:
        yield Message("start: {} ranks, but the board has {}", len(ranks), board.ranks)
        return
    for rank, row in zip(reversed(range(board.ranks)), ranks):
        cells = "".join("." * int(cell) if cell.isdigit() else cell for cell in _CELLS.findall(row))
        if len(cells) != board.files:
            yield Message("start: rank {} has {} squares, but the board has {} files", rank + 1, len(cells),
                          board.files)
            return
        for file, cell in enumerate(cells):
            name = board.name(file + board.files * rank)
            if (cell == "*") != (file + board.files * rank in board.walls):
                yield Message("start: {} is not a wall of the board" if cell == "*" else
                              "start: {} is a wall of the board", name)
            elif cell not in ".*" and cell.upper() not in known:
                yield Message("start: no man has the letter {}, which stands on {}", repr(cell), name)
    royal = genre.royal.letter
    for letter, side in ((royal, Message("White")), (royal.lower(), Message("Black"))):
        if letter not in genre.start.split()[0]:
            yield Message("start: {} has no king ({})", side, letter)


def _castlings(genre: Genre) -> Iterator[Message]:
    letters = {man.letter for man in genre.men}
    rights = set(genre.rights) | set(genre.flags)
    for family in genre.castlings:
        kind = type(family).__name__
        missing = [name for name in ("men", "partners", "style", "in_check", "spends_right", "right_implies_home",
                                     "castlings") if not hasattr(family, name)]
        if missing:
            yield Message("castlings: {} lacks {}", kind, missing[0])
            continue
        unknown = [letter for letter in family.men if letter not in letters]
        if unknown:
            yield Message("castlings: {} has the partner {}, but no man has this letter", kind, unknown[0])
        if isinstance(family, HomeCastling) and len(family.men) != 1:
            yield Message("castlings: {} needs one partner, not {}", kind, len(family.men))
        for side in (WHITE, BLACK):
            yield from _one_family(genre.board, kind, family.castlings(genre.board, side), rights)


def _one_family(board: Board, kind: str, castlings: Iterable[object], rights: set[str]) -> Iterator[Message]:
    squares, seen = set(board.squares), set()
    for castling in castlings:
        if not isinstance(castling, Castling):
            yield Message("castlings: {} yields {}, which is not a Castling", kind, _shown(castling))
            return
        if not {*castling[:4], *castling.empty, *castling.safe} <= squares:
            yield Message("castlings: {} has squares that the board lacks", kind)
            return
        if castling.right is not None and castling.right not in rights:
            yield Message("castlings: {} needs the right {}, which no field of the FEN has", kind, repr(castling.right))
            return
        if (castling.king, castling.partner) in seen:
            yield Message("castlings: {} has two castlings of the king on {} with the man on {}", kind,
                          board.name(castling.king), board.name(castling.partner))
            return
        seen.add((castling.king, castling.partner))


def _endings(genre: Genre) -> Iterator[Message]:
    letters, squares = {man.letter for man in genre.men}, set(genre.board.squares)
    if genre.extra_state is not None and not isinstance(genre.extra_state, ExtraState):
        yield Message("extra_state: an ExtraState is expected, not {}", _shown(genre.extra_state))
        return
    for ending in genre.endings:
        if not isinstance(ending, (KingRun, Repetition, MoveRule, DeadMaterial)):
            yield Message("endings: {} is not an ending", _shown(ending))
        elif isinstance(ending, DeadMaterial) and not set(ending.minors) <= letters:
            yield Message("endings: DeadMaterial names {}, a letter no man has",
                          ", ".join(sorted(set(ending.minors) - letters)))
        elif isinstance(ending, KingRun):
            if not {*ending.goals, *(square for gates in ending.gates for gate in gates for square in gate)} <= squares:
                yield Message("endings: the king run has squares that the board lacks")
            if not set(ending.flags) <= set(genre.flags):
                yield Message("extra_state: ExtraState({}) is missing: the king run keeps its flags there",
                              repr("".join(ending.flags)))
