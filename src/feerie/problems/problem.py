"""Problems: a diagram, its rules and a stipulation, as one frozen value.

Conventions. The stipulation says who moves first, not the diagram. In play that White normally begins (direct, self,
reflex and series play), a diagram with Black to move means that Black takes White's part: the option `half_duplex`. In
help play and proof games the side to move of a FEN is ignored: Black begins `h#2`, White begins `h#2.5`. In `a=>b` the
side to move of a FEN counts; if it has none, Black begins. Every king and rook at home may castle unless a FEN has a
castling field.

A position to be reached, the diagram of a proof game or the second one of `a=>b`, may be unfinished (see
`rules.target`). Castling rights and flags are required there if its FEN names them.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field, fields, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from feerie.base.errors import FenError, Message, ProblemError, at_line, wrong_type
from feerie.base.frozen import frozen
from feerie.game import display
from feerie.genres import genre_of
from feerie.notation import fen
from feerie.problems.constraints import NO_CONSTRAINTS, Constraints
from feerie.problems.contradictions import constraint_faults, target_faults
from feerie.problems.metadata import NO_METADATA, Metadata
from feerie.problems.options import Options
from feerie.problems.stipulation import Play, Stipulation
from feerie.rules.board import BLACK, WHITE, SquareError
from feerie.rules.genre import Genre
from feerie.rules.goal import Aim
from feerie.rules.setup import Setup
from feerie.rules.target import SIGNS, Target, admits
from feerie.rules.trait import Trait
from feerie.rules.unit import unit_of

if TYPE_CHECKING:
    from feerie.problems.twins import Twin

__all__ = ["Problem", "ProblemEntry", "placed_for", "read_fen", "without_fields"]

_INTENDED = re.compile(r"[1-9][0-9]{0,5}(\.[1-9][0-9]{0,5}){0,50}(\.\.\.)?")

_KING_OF_OTHER = (Aim.MATE, Aim.CHECK, Aim.DOUBLE_MATE, Aim.COUNTER_MATE, Aim.DIAGRAM)
_KING_OF_MOVER = (Aim.DOUBLE_MATE, Aim.COUNTER_MATE, Aim.AUTO_MATE, Aim.CASTLING, Aim.DIAGRAM)
"""The goals that can be reached only if the side that makes the move, or the other one, has a king."""

NO_OPTIONS = Options()


@frozen
class Problem:
    """A problem: a diagram, its rules and a stipulation; with twins, a problem of several parts.

    `genre`: a genre or its name. `diagram`: a FEN or a Setup; it is kept with turn 0 and with the castling rights that
    are left (those of a Setup: its own) or, for a proof game, those that are required. `stipulation`: a Stipulation or
    its text. `target`: the position to be reached, for `a=>b` only; its men matter, and the rights and flags it
    requires. `constraints`: what the author says about the paths of the men, if a position is to be reached. `options`:
    those given, and what the FEN says about castling and the side to move. `twins`: further parts; `zeroposition`: the
    diagram itself is not a part, and a) is the first twin. `author`: the names of the authors. `remarks`: lines of
    comment. `intended`: the intended number of solutions as written: "3" or "2.1.1.1" (branches move by move).
    `solution_text`: the solution as a file gave it, not parsed. `unread`: what a file says about the problem and was
    not understood, a sentence each; comparisons ignore it, but no problem with it is called tested (C+). `metadata`:
    what a database says besides; comparisons ignore it too.

    Raises ProblemError if the parts do not fit together or the diagram cannot be read, GenreError for unknown rules.

    >>> problem = Problem("roque", "8/8/8/8/2k5/8/7p/1K6 w - -", "ser-r=3")
    >>> problem.fen, problem.plies
    ('8/8/8/8/2k5/8/7p/1K6 w - - 0 1', 4)
    """

    genre: Genre
    diagram: Setup
    stipulation: Stipulation
    target: Setup | None
    constraints: Constraints
    options: Options
    twins: tuple[Twin, ...]
    zeroposition: bool
    author: tuple[str, ...]
    source: str
    title: str
    award: str
    remarks: tuple[str, ...]
    intended: str
    solution_text: str
    unread: tuple[str, ...] = field(compare=False)
    metadata: Metadata = field(compare=False)

    def __init__(self, genre: Genre | str, diagram: Setup | str, stipulation: Stipulation | str, *,
                 target: Setup | str | None = None, constraints: Constraints | Iterable[str] = NO_CONSTRAINTS,
                 options: Options = NO_OPTIONS, twins: Iterable[Twin] = (),
                 zeroposition: bool = False, author: str | Iterable[str] = (), source: str = "", title: str = "",
                 award: str = "", remarks: str | Iterable[str] = (), intended: str | int = "",
                 solution_text: str = "", unread: str | Iterable[str] = (), metadata: Metadata = NO_METADATA) -> None:
        genre = genre_of(genre)
        if not isinstance(stipulation, (str, Stipulation)):
            raise wrong_type("stipulation", "a Stipulation or a text such as '#2'", stipulation)
        if not isinstance(options, Options):
            raise wrong_type("options", "Options", options)
        stipulation = Stipulation.parse(stipulation) if isinstance(stipulation, str) else stipulation
        if stipulation.set_play:
            stipulation, options = replace(stipulation, set_play=False), replace(options, set_play=True)
        is_game = stipulation.goal.aim is Aim.DIAGRAM
        if not is_game and isinstance(diagram, (str, Setup)):
            genre = fen.placed(genre, diagram, every=True)
        setup, names_side = _read(genre, diagram, target=is_game)
        options = _with_side(options, stipulation, setup.turn, names_side)
        options, setup = _with_rights(genre, options, setup, is_target=is_game)
        constraints = constraints if isinstance(constraints, Constraints) else Constraints.of(constraints)
        twins, intended = _all_twins(twins), str(intended)
        if (target is not None) != (stipulation.goal.aim is Aim.POSITION):
            raise ProblemError("{} needs a second position" if target is None else "{} takes no second position",
                               stipulation)
        constrained = stipulation.goal.aim.is_position and stipulation.play in (Play.PROOF, Play.A_TO_B, Play.SERIES)
        if constraints and (stipulation.introductory or not constrained):
            raise ProblemError("constraints are for proof games, a=>b and their series, not for {}", stipulation)
        if is_game and genre.start is None:
            raise ProblemError("{} has no game array, so it has no proof games", genre.name)
        for goal in (stipulation.goal, stipulation.own_goal):
            if goal is not None and goal.square is not None:
                _check_square(genre, goal.square)
            if goal is not None and goal.aim is Aim.KING_RUN and genre.king_run is None:
                raise ProblemError("{} has no king run, so {} has no goal", genre.name, stipulation)
        if zeroposition and not twins:
            raise ProblemError("a zeroposition needs a twin")
        if intended and not _INTENDED.fullmatch(intended):
            raise ProblemError("intended solutions are written 3 or 2.1.1.1, not {}", repr(intended[:30]))
        values = {"genre": genre, "stipulation": stipulation, "options": options, "twins": twins,
                  "diagram": replace(setup, turn=WHITE) if setup.turn else setup, "zeroposition": zeroposition,
                  "target": None if target is None else _target_only(_read(genre, target, target=True)[0]),
                  "constraints": constraints,
                  "author": _texts("author", author), "source": source,
                  "title": title, "award": award, "remarks": _texts("remarks", remarks), "intended": intended,
                  "solution_text": solution_text, "unread": _texts("unread", unread), "metadata": metadata}
        for item in fields(self):
            object.__setattr__(self, item.name, values[item.name])
        _check_setup(genre, self.diagram, is_target=is_game)
        if not zeroposition:
            for fault in self._contradictions():
                raise ProblemError(fault)

    def _contradictions(self) -> Iterator[str]:
        """Why the position to be reached cannot be meant, a sentence for each reason."""
        if self.end is None:
            return
        if self.stipulation.goal.aim is Aim.DIAGRAM:
            yield from target_faults(self.genre, self.start, self.end)
        if self.constraints:
            in_turn = not (self.stipulation.play.is_series or self.stipulation.shortest or self.first_side == BLACK)
            plies = self.plies if in_turn else 0
            yield from constraint_faults(self.genre, self.start, self.end, plies, self.constraints)

    def __repr__(self) -> str:
        """Genre, FEN, stipulation, and whatever else is given."""
        rest = ("options", "target", "constraints", "twins", "zeroposition", "author", "source", "title", "award",
                "remarks", "intended", "unread")
        given = {name: value for name in rest if (value := getattr(self, name))}
        if self.target is not None:
            given["target"] = self.target_fen
        if self.constraints:
            given["constraints"] = list(self.constraints.texts)
        if self.options == NO_OPTIONS:
            del given["options"]
        parts = [repr(self.genre.name), repr(self.fen), repr(str(self.stipulation)),
                 *(f"{name}={value!r}" for name, value in given.items())]
        return f"Problem({', '.join(parts)})"

    def as_json(self) -> dict[str, Any]:
        """The JSON form of the problem, as the command line prints it with a solution.

        Twins are left out, since a solution is that of one part; `formats.problem_json` writes them.
        """
        return {"genre": self.genre.name, "fen": self.fen, "stipulation": str(self.stipulation),
                "target": self.target_fen, "constraints": list(self.constraints.texts),
                "options": self.options.as_json(),
                "author": list(self.author), "source": self.source, "title": self.title, "award": self.award,
                "intended": self.intended, "remarks": list(self.remarks), "solution_text": self.solution_text,
                "metadata": self.metadata.as_json(), "unread": list(self.unread)}

    def __str__(self) -> str:
        """Authors, source and title, the board, stipulation, rules and number of men."""
        return display.text(self) or repr(self)

    def _repr_html_(self) -> str | None:
        """The diagram with its caption, for notebooks; see `display`."""
        return display.html(self)

    @property
    def attacker(self) -> int:
        """The side, 0 White or 1 Black, that plays White's role in the stipulation."""
        return BLACK if self.options.half_duplex else WHITE

    @property
    def first_side(self) -> int:
        """The side that moves first, 0 White or 1 Black."""
        side = self.stipulation.first_side
        if self.stipulation.goal.aim is Aim.DIAGRAM:
            return side
        if self.is_post_key or self._white_begins:
            side = BLACK - side
        return side ^ self.attacker

    @property
    def is_post_key(self) -> bool:
        """Whether the diagram shows the position after the key, so that play begins with a defence."""
        return self.options.post_key_play and self.stipulation.play.is_battle

    @property
    def begins_otherwise(self) -> bool:
        """Whether the sides have exchanged their roles in the stipulation, or another side than usual begins help play.

        Captions name the side to move then. Never so for proof games.
        """
        return self.stipulation.goal.aim is not Aim.DIAGRAM and (self.options.half_duplex or self._white_begins)

    @property
    def _white_begins(self) -> bool:
        """Whether the option "white to play" makes a difference."""
        stipulation = self.stipulation
        usual = {Play.HELP: BLACK, Play.RECIPROCAL: BLACK, Play.A_TO_B: BLACK,
                 Play.HELP_SELF: WHITE, Play.HELP_REFLEX: WHITE}
        return self.options.white_to_play and stipulation.first_side == usual.get(stipulation.play)

    @cached_property
    def plies(self) -> int:
        """The length of the longest play in plies, options included: 4 for `h#2`, 3 with White to play."""
        shorter = self.is_post_key or (self._white_begins and self.stipulation.play is not Play.A_TO_B)
        return self.stipulation.plies - shorter

    @cached_property
    def start(self) -> Setup:
        """The position before the first move, with the first side to move; for a proof game the game array."""
        if self.stipulation.goal.aim is Aim.DIAGRAM and self.genre.start is not None:
            array = fen.parse(self.genre, self.genre.start)
            return _with_rights(self.genre, self.options, array)[1]
        return _with_turn(self.genre, self.diagram, self.first_side)

    @cached_property
    def set_play_start(self) -> Setup:
        """The position before the set play: `start` with the other side to move."""
        position = self.start if self.stipulation.goal.aim is Aim.DIAGRAM else self.diagram
        return _with_turn(self.genre, position, 1 - self.first_side)

    @cached_property
    def end(self) -> Target | None:
        """The position to be reached: the diagram of a proof game, the target of `a=>b`, otherwise None."""
        play = self.stipulation.play
        position = self.diagram if self.stipulation.goal.aim is Aim.DIAGRAM else self.target
        turn = None if self.stipulation.shortest else (self.first_side + self.plies) % 2
        if play.is_series:
            turn = self.first_side if play in (Play.SERIES_HELP, Play.PARRY_SERIES_HELP) else 1 - self.first_side
        return None if position is None else Target(position.men, turn, position.rights, position.flags)

    @property
    def fen(self) -> str:
        """The FEN of `start` with the clocks of the diagram; for a proof game that of the diagram, with the rights
        required.
        """
        if self.end is None or self.stipulation.goal.aim is not Aim.DIAGRAM:
            return fen.write(self.genre, replace(self.start, halfmoves=self.diagram.halfmoves))
        return fen.write(self.genre, replace(self.diagram, turn=self.end.turn or WHITE))

    @property
    def target_fen(self) -> str | None:
        """The FEN of the target of `a=>b`: its board alone if only men are required; None without a target."""
        if self.target is None:
            return None
        text = fen.write(self.genre, self.target)
        return text if self.target.rights or self.target.flags else text.split()[0]

    @property
    def intended_solutions(self) -> int | None:
        """The intended number of solutions in all: 4 for "2.2.1.1"; None if it is not given."""
        return prod(int(number) for number in self.intended.split(".") if number) if self.intended else None

    def colours(self) -> tuple[Problem, ...]:
        """The problem for each side that has to solve it: two problems for a duplex, otherwise just this one."""
        if not self.options.duplex:
            return (self,)
        plain = replace(self.options, duplex=False, of_defender=())
        return replace(self, options=plain), \
            replace(self, genre=self._genre_exchanged(), options=replace(plain, half_duplex=True))

    def _genre_exchanged(self) -> Genre:
        """The genre in which conditions of the defender are those of the other side."""
        others = {f"{name}:{side}": f"{name}:{other}" for name in self.options.of_defender
                  for side, other in (("white", "black"), ("black", "white"))}
        parts = self.genre.name.split("+")
        return genre_of("+".join(others.get(part, part) for part in parts)) if others.keys() & parts else self.genre

    @property
    def missing_kings(self) -> tuple[str, ...]:
        """A sentence for each king that the stipulation needs and the diagram lacks; twins are not considered.

        The options `no_white_king` and `no_black_king` say that the lack is intended.
        """
        found = []
        for side in sorted({role ^ self.attacker for role in _roles_with_king(self.stipulation)}):
            meant = self.options.no_white_king if side == WHITE else self.options.no_black_king
            if not meant and not self._may_have_king(side):
                found.append(Message("White has no king, and {} needs one" if side == WHITE else
                                     "Black has no king, and {} needs one", self.stipulation))
        return tuple(found)

    @property
    def twins_against_the_flow(self) -> tuple[str, ...]:
        """A sentence for each twin that is turned or mirrored so that a board of one direction is another board to it.

        The rules allow it; but what the men of the diagram can do, those of the twin cannot.
        """
        arrows = carried = frozenset(self.genre.arrows)
        found = list[str]()
        for twin, (label, part) in zip(self.twins, self.parts()[-len(self.twins):], strict=False) if arrows else ():
            if not isinstance(part, ProblemError):
                carried = twin.carried(self.genre.board, carried if twin.continued else arrows)
                if carried != arrows:
                    found.append(Message("twin {} is not an image of the diagram: {} is played in one direction, which "
                                         "stays as it is", label, self.genre.name))
        return tuple(found)

    def _may_have_king(self, side: int) -> bool:
        """Whether a man of the diagram is a king of a side, or royal, or may become a king."""
        genre, men = self.genre, set(self.diagram.men)
        if any(unit.side == side or Trait.NEUTRAL in unit.traits for man in men if man[-1:].isalnum()
               for unit in (unit_of(man),) if Trait.ROYAL in unit.traits or unit.letter in genre.royal_letters):
            return True
        king = genre.royal.letter
        promoting = [man.letter for man in genre.men
                     if man.promotion is not None and not genre.royal_letters.isdisjoint(man.promotion.to)]
        if side == BLACK:
            king, promoting = king.lower(), [letter.lower() for letter in promoting]
        return any(admits(wanted, king) for wanted in men if wanted) or not men.isdisjoint(promoting)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Why this may not be the problem that was meant: `unread` and `missing_kings`."""
        return self.unread + self.missing_kings

    def parts(self) -> list[tuple[str, Problem | ProblemError]]:
        """All parts with their labels "a", "b"...; a problem without twins has one part, itself, with the label "".

        The parts have no twins of their own. In place of a twin that cannot be made there is the ProblemError that says
        why.
        """
        if not self.twins:
            return [("", self)]
        diagram = replace(self, twins=(), zeroposition=False)
        from feerie.problems.twins import Unreadable, labels

        names = labels()
        parts: list[tuple[str, Problem | ProblemError]] = [] if self.zeroposition else [(next(names), diagram)]
        before: Problem | None = diagram
        last = ""
        for twin in self.twins:
            label = next(names)
            origin = before if twin.continued else diagram
            try:
                if origin is None:
                    raise ProblemError("the twin continues {}), which cannot be made", last)
                before = twin.apply(origin)
                parts.append((label, before))
            except ProblemError as error:
                before = None
                line = next((step.line for step in twin.steps if isinstance(step, Unreadable)), 0)
                fault = Message("{}) {}", label, error)
                parts.append((label, ProblemError(at_line(line, fault) if line else fault)))
            last = label
        return parts

    def twins_applied(self) -> list[tuple[str, Problem]]:
        """All parts, as in `parts`. Raises ProblemError, with the label, if a twin cannot be made."""
        found = []
        for label, part in self.parts():
            if isinstance(part, ProblemError):
                raise part
            found.append((label, part))
        return found


@frozen
class ProblemEntry:
    """One problem of a file, or the reason why it could not be read.

    `number`: its place in the file, from 1; `line`: the line on which it begins, from 1. Either `problem` or `error` is
    None.
    """

    number: int
    line: int
    problem: Problem | None = None
    error: ProblemError | None = None

    def get(self) -> Problem:
        """The problem; raises the error if there is none."""
        if self.problem is None:
            raise self.error or ProblemError("no problem")
        return self.problem


def without_fields(genre: Genre, men: tuple[str, ...], stipulation: Stipulation) -> Setup:
    """The diagram of a file that says only where the men stand: all may castle, unless it is to be reached."""
    if stipulation.goal.aim is Aim.DIAGRAM:
        return Setup(men)
    return Setup(men, rights=genre.rights, flags=genre.usual_flags)


def read_fen(genre: Genre, text: str, stipulation: Stipulation | str) -> Setup:
    """The diagram of a FEN for a stipulation: one to be reached if it is a proof game. FenError, ProblemError."""
    found = Stipulation.parse(stipulation) if isinstance(stipulation, str) else stipulation
    return (fen.parse_target if found.goal.aim is Aim.DIAGRAM else fen.parse)(placed_for(genre, text, found), text)


def placed_for(genre: Genre, text: str, stipulation: Stipulation | str) -> Genre:
    """The genre of the diagram of a FEN, see `fen.placed`: the one given if the diagram is to be reached."""
    found = Stipulation.parse(stipulation) if isinstance(stipulation, str) and stipulation else stipulation
    is_target = isinstance(found, Stipulation) and found.goal.aim is Aim.DIAGRAM
    return genre if is_target else fen.placed(genre, text, every=True)


def _texts(name: str, given: str | Iterable[str]) -> tuple[str, ...]:
    """One string or several, as a tuple. Raises TypeError for anything else."""
    texts = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, Iterable) else (given,)
    for text in texts:
        if not isinstance(text, str):
            raise wrong_type(name, "a text or a list of texts", text)
    return texts


def _all_twins(twins: Iterable[Twin]) -> tuple[Twin, ...]:
    """Twins as a tuple. Raises TypeError for anything else."""
    if not isinstance(twins, Iterable):
        raise wrong_type("twins", "a list of Twin values", twins)
    found = tuple(twins)
    if found:
        from feerie.problems.twins import Twin

        for twin in found:
            if not isinstance(twin, Twin):
                raise wrong_type("twins", "a list of Twin values", twin)
    return found


def _read(genre: Genre, diagram: Setup | str, *, target: bool = False) -> tuple[Setup, bool]:
    """The setup of a diagram, which may be one to be reached, and whether it names the side to move."""
    if not isinstance(diagram, (str, Setup)):
        raise wrong_type("diagram", "a FEN or a Setup", diagram,
                         "that of a position is position.setup" if hasattr(diagram, "setup") else "")
    try:
        if isinstance(diagram, Setup):
            return fen.checked(genre, diagram, SIGNS if target else ""), diagram.turn == BLACK
        return (fen.parse_target if target else fen.parse)(genre, diagram), len(fen.plain(diagram).split()) > 1
    except FenError as error:
        raise ProblemError("diagram: {}", error) from error


def _with_side(options: Options, stipulation: Stipulation, turn: int, names_side: bool) -> Options:
    """The options, with those implied by the side to move of the diagram."""
    play = stipulation.play
    if play is Play.A_TO_B:
        return replace(options, white_to_play=turn == WHITE) if names_side else options
    white_begins = play.is_battle or play in (Play.KEPT, Play.SERIES, Play.SERIES_SELF, Play.SERIES_REFLEX,
                                              Play.PARRY_SERIES, Play.PARRY_SERIES_SELF, Play.PARRY_SERIES_REFLEX)
    usual = stipulation.first_side == WHITE and not (options.post_key_play and play.is_battle)
    if turn == BLACK and white_begins and usual and not options.duplex and not stipulation.goal.aim.is_position:
        return replace(options, half_duplex=True)
    return options


def _target_only(setup: Setup) -> Setup:
    """The setup reduced to what is required of a position to be reached."""
    return Setup(setup.men, rights=setup.rights, flags=setup.flags)


def _with_rights(genre: Genre, options: Options, setup: Setup, *, is_target: bool = False) -> tuple[Options, Setup]:
    """The options with all rooks at home that may not castle, and the setup with the rights that are left.

    `is_target`: the setup is to be reached, so its rights are those required, whatever the options say.
    """
    name = genre.board.name
    homes = {right: tuple(map(name, squares)) for right, squares in genre.right_squares.items()}
    for square in options.no_castling:
        if not any(square in home for home in homes.values()):
            raise ProblemError("option no castling: {} is not a home square of a king or rook", square)
    if is_target:
        return options, setup
    rights, lost = "", set()
    at_home = genre.rights_at_home(setup.men)
    said = {square for right, home in homes.items() if right in setup.rights for square in home}
    for right, home in homes.items():
        if any(square in options.no_castling for square in home):
            lost.add(home[-1])
        elif right in at_home:
            if right in setup.rights or len(home) == 1 and home[0] in said:
                rights += right
            else:
                lost.add(home[-1])
    rights = genre.without_implied(rights)
    denied = tuple(sorted(lost))
    return options if denied == options.no_castling else replace(options, no_castling=denied), \
        setup if rights == setup.rights else replace(setup, rights=rights)


def _roles_with_king(stipulation: Stipulation) -> Iterator[int]:
    """The roles of the stipulation, 0 White or 1 Black, that need a king for the goals to be reached at all."""
    sides = [(stipulation.goal, stipulation.goal_side)]
    if stipulation.own_goal is not None:
        sides.append((stipulation.own_goal, 1 - stipulation.goal_side))
    for goal, mover in sides:
        if goal.aim in _KING_OF_MOVER:
            yield mover
        if goal.aim in _KING_OF_OTHER:
            yield 1 - mover


def _check_square(genre: Genre, square: str) -> None:
    try:
        genre.board.index(square)
    except SquareError as error:
        raise ProblemError(str(error)) from None


def _with_turn(genre: Genre, setup: Setup, turn: int) -> Setup:
    """The setup with a side to move; an en passant square that this side cannot use is removed.

    The half-move clock is reset: the move rule does not apply to problems.
    """
    setup = replace(setup, turn=turn, halfmoves=0)
    usable = setup.en_passant is None or _fault(genre, setup) is None
    return setup if usable else replace(setup, en_passant=None)


def _check_setup(genre: Genre, setup: Setup, *, is_target: bool) -> None:
    """Raise ProblemError for an en passant square that is impossible for both sides.

    Also for the other fields of a Setup that no FEN can have. Most diagrams have none that is not checked yet: neither
    men nor rights that are left, but those required.
    """
    if setup.en_passant is None and (setup.halfmoves, setup.moves) == (0, 1) and not (is_target and setup.rights):
        return
    turns = (WHITE,) if setup.en_passant is None else (WHITE, BLACK)    # nothing else depends on the side
    faults = [_fault(genre, replace(setup, turn=turn), is_target=is_target) for turn in turns]
    if None not in faults:
        passed = setup.en_passant
        low = passed is not None and 2 * genre.board.rank(passed) < genre.board.ranks
        raise ProblemError("diagram: {}", faults[BLACK if low else WHITE])


def _fault(genre: Genre, setup: Setup, *, is_target: bool = False) -> str | None:
    """The error message for the FEN of a setup; None if it is valid."""
    try:
        (fen.parse_target if is_target else fen.parse)(genre, fen.write(genre, setup))
    except FenError as error:
        return str(error)
    return None
