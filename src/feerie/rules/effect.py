"""What moves do besides, and what they need for it: the rules behind Circe, Anticirce, Andernach, Einstein, immune.

Each value is a rule (rules/facet.py): its methods say what it means, and the kernel makes tables of its fields, since
it is one of its own `forms`. A setting of a value is a condition of the dictionary (conditions/).
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import BLACK, CHESSBOARD, WHITE, Board, Ray
from feerie.rules.change import Stage
from feerie.rules.genre import Genre, GenreError
from feerie.rules.home import BIRTHPLACE, Capture, Place
from feerie.rules.movement import Mode, Movement
from feerie.rules.properties import Property
from feerie.rules.remark import At, Fact, Kind, Remark
from feerie.rules.scene import Played, Scene
from feerie.rules.trait import Trait, Traits
from feerie.rules.unit import Unit, unit_of

__all__ = ["Degradation", "HomeFree", "Immunity", "Rebirth", "Recolouring", "Return", "Revival", "Transmutation",
           "When", "promotions", "with_men_anywhere", "with_royal_men"]

_LINES = Property.LINES
"""What every rule loses."""


class When(Enum):
    """After which moves something happens; a castling is one without capture."""

    CAPTURES = "captures"
    QUIET = "quiet"
    ALWAYS = "always"


class _OwnForm:
    """A rule that is its own compiled form."""

    @property
    def forms(self) -> tuple[object, ...]:
        return (self,)


class _OfPlace(_OwnForm):
    """A rule that asks for the place of a man."""

    place: Place

    @property
    def has_births(self) -> bool:
        return self.place == BIRTHPLACE


@frozen
class _Waiting:
    """A movement of pawns that they do not have on the first rank of their side."""

    movement: Movement

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return () if square in board.rows(0 if side == WHITE else -1) else self.movement.rays(board, square, side)


def _with_place(genre: Genre, place: Place, *, of_enemy: bool = False) -> Genre:
    """The genre where men are put on a place of theirs, or of an enemy man: pawns may stand on the first rank of their
    side, where they neither move nor give check. GenreError for homes on another board than the usual one.
    """
    if (genre.board.files, genre.board.ranks) != (CHESSBOARD.files, CHESSBOARD.ranks):
        if place == BIRTHPLACE:
            return genre
        raise GenreError("{}: men are at home on the chessboard alone", genre.name)
    first_ranks = {WHITE: genre.board.rows(0), BLACK: genre.board.rows(-1)}
    if hasattr(place, "home") and not any(
            place.home(genre, owner.letter, side ^ of_enemy, square) in first_ranks[side]
            for man in genre.men if man.promotion and man.region
            for owner in (genre.men if of_enemy else (man,))
            for side in first_ranks for square in man.region[side]):
        return genre
    return with_men_anywhere(genre)


def with_men_anywhere(genre: Genre, *, waiting: bool = True) -> Genre:
    """The genre where pawns may stand on the first rank of their side, where they neither move nor give check, unless
    not `waiting`.
    """
    return replace(genre, men=tuple(
        replace(man, region=None,
                moves=tuple((_Waiting(movement) if waiting else movement, mode) for movement, mode in man.moves))
        if man.promotion and man.region else man for man in genre.men))


def with_royal_men(genre: Genre) -> Genre:
    """The genre in which men of every kind may be royal."""
    royal = (traits | {Trait.ROYAL} for traits in (frozenset[Trait](), *genre.traits))
    return replace(genre, traits=tuple(dict.fromkeys((*genre.traits, *royal))))


def promotions(scene: Scene, played: Played, man: Unit, side: int, square: int | None) -> tuple[str, ...]:
    """What a man of a side may become on a square where a move puts it; nothing if it does not promote there."""
    promotion = scene.genre.man(man.letter).promotion
    if promotion is None or square is None or square not in promotion.zones[side] \
            or any(rule.bars_promotions(played.side) for rule in scene.rules if hasattr(rule, "bars_promotions")):
        return ()
    return tuple(str(replace(man, letter=letter)) for letter in promotion.to)


def _next(chain: str, letter: str) -> str:
    """The kind behind one in a chain; a kind that is its last, or none of it, itself."""
    at = chain.find(letter)
    return chain[at + 1] if len(letter) == 1 and 0 <= at < len(chain) - 1 else letter


def _capture(played: Played, square: int | None) -> Capture:
    """A capture, of which the man is placed that stood on a square before."""
    assert played.struck is not None and square is not None
    return Capture(played.origin, played.target, played.struck, played.birth_of(square))


def _nowhere(place: Place) -> str:
    """The variant of the sentence that there is no such place for a man."""
    return "unborn" if place == BIRTHPLACE else "nowhere"


def _place_refused(place: Place, square: int | None, man: str, target: int | None) -> Remark:
    """That there is no place for a man, that it is the very square on which it captures, or occupied."""
    facts: dict[str, Fact] = {"man": Kind(man)}
    if square is None:
        return Remark(f"home free: {_nowhere(place)}", facts)
    return Remark("home free: own" if square == target else "home free", {**facts, "square": At(square)})


@frozen
class Rebirth(_OfPlace):
    """A man that is taken is put on its `place` if that is empty after the move; else, or if there is none, it is gone.

    `kings`: royal men too, which are in check only where they would not come back. `crushes`: what stands on the place,
    whoever it is, is gone; a king is in check, too, if it can be crushed. `clones`: before it is put, the man becomes
    one of the kind of its capturer, unless that is royal; `chain`: it becomes the next of these kinds. `turns`: it
    comes back as a man of the side that took it. `of_capturer`: the place is that of its capturer, as this is after its
    move. A man whose place is where it promotes becomes what the capturing side chooses.
    """

    place: Place
    kings: bool = False
    crushes: bool = False
    clones: bool = False
    of_capturer: bool = False
    chain: str = ""
    turns: bool = False

    stage: ClassVar[Stage] = Stage.REBIRTH
    slot: ClassVar[Message] = Message("where a captured man is reborn")
    regains: ClassVar[bool] = True

    @property
    def loses(self) -> Property:
        lost = _LINES | Property.FEWER | Property.SMALL | Property.PLACES_ONE
        if self.clones or self.chain:
            lost |= Property.STEADY_KIND
        if self.turns:
            lost |= Property.STEADY_SIDE
        if self.crushes:
            lost |= Property.STEPS
        return lost | Property.FREE if self.kings or self.crushes else lost

    @property
    def takes_kings(self) -> bool:
        """Whether a capture of a king may be a move like others, or another capture may cost a king."""
        return self.kings or self.crushes

    @property
    def moves_kings(self) -> bool:
        return self.takes_kings

    def adapt(self, genre: Genre) -> Genre:
        made = _with_place(genre, self.place, of_enemy=self.of_capturer)
        return with_royal_men(made) if self.clones and self.kings else made

    def reborn(self, scene: Scene, played: Played) -> tuple[Unit, int | None] | None:
        """The man that comes back, as one of its side, and where; None if none does."""
        man = played.captured
        if man is None or scene.is_royal_unit(man) and not self.kings:
            return None
        if self.clones and not scene.is_royal_unit(mover := played.moving):
            royal = {Trait.ROYAL} if scene.is_royal_unit(man) else set[Trait]()
            man = replace(man, letter=mover.letter, traits=man.traits | royal)
        elif not scene.is_royal_unit(man):
            man = replace(man, letter=self.becomes(man.letter))
        square = self._square(scene, played, man)
        if square is not None and scene.men[square] and not self.crushes:
            square = None
        return man, square

    def becomes(self, letter: str) -> str:
        """The kind as which one comes back, but for clones."""
        return _next(self.chain, letter)

    def _square(self, scene: Scene, played: Played, man: Unit) -> int | None:
        """The place of a man that comes back."""
        if not self.of_capturer:
            return self.place.square(scene.genre, man.letter, self._side(played), _capture(played, played.struck))
        capturer = scene.unit(played.mover) if played.mover is not None else None
        return self.place.square(scene.genre, (capturer or played.moving).letter, played.side,
                                 _capture(played, played.origin))

    def _side(self, played: Played) -> int:
        """The side on which a man comes back."""
        return played.side if self.turns else played.side ^ 1

    def choices(self, scene: Scene, played: Played) -> Sequence[str]:
        found = self.reborn(scene, played)
        return promotions(scene, played, found[0], self._side(played), found[1]) if found else ()

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        found = self.reborn(scene, played)
        if found and found[1] is not None:
            man = unit_of(played.choice) if played.choice else found[0]
            yield found[1], str(man)
            if self.turns and Trait.NEUTRAL not in man.traits:
                yield found[1], str(replace(man, side=played.side))

    def why_effects(self, scene: Scene, played: Played) -> Iterator[Remark]:
        found = self.reborn(scene, played)
        if found and found[1] is None and played.struck is not None:
            square = self._square(scene, played, found[0])
            facts: dict[str, Fact] = {"captured": Kind(played.before.men[played.struck]), "origin": At(played.struck)}
            yield Remark(f"reborn: {_nowhere(self.place)}", facts) if square is None else \
                Remark("reborn: occupied", {**facts, "square": At(square)})


@frozen
class Revival(_OfPlace):
    """A kamikaze man that captures, a royal one too, does not vanish at once: it promotes, and is put on its `place` if
    that is empty then, as if it had been taken by the man that it takes. Else, or if there is none, it is gone.

    `clones`: before it is put, it becomes one of the kind of the man taken, unless one of the two is royal; `chain`: it
    becomes the next of these kinds, unless it is royal. `turns`: its place is that of a man of the other side, as which
    it comes back; royal ones are gone.
    """

    place: Place
    clones: bool = False
    chain: str = ""
    turns: bool = False

    stage: ClassVar[Stage] = Stage.RETURN
    revives: ClassVar[bool] = True

    @property
    def loses(self) -> Property:
        lost = _LINES | Property.SMALL
        if self.clones or self.chain:
            lost |= Property.STEADY_KIND
        return lost | Property.STEADY_SIDE if self.turns else lost

    def becomes(self, letter: str) -> str:
        """The kind as which one comes back, but for clones."""
        return _next(self.chain, letter)

    def goes_on(self, man: Unit) -> bool:
        return Trait.KAMIKAZE in man.traits

    def revived(self, scene: Scene, played: Played) -> tuple[Unit, int | None] | None:
        """The man that is put somewhere, and where; None if the man that moved is none that would vanish."""
        man = None if played.mover is None or played.struck is None else scene.unit(played.mover)
        if man is None or not self.goes_on(man) or played.mover is None:
            return None
        captured = played.captured
        if self.clones and captured and not scene.is_royal_unit(captured) and not scene.is_royal_unit(man):
            man = replace(man, letter=captured.letter)
        elif not scene.is_royal_unit(man):
            man = replace(man, letter=self.becomes(man.letter))
        square = self._square(scene, played, man)
        if self.turns and scene.is_royal_unit(man):
            square = None
        return man, None if square is None or square != played.mover and scene.men[square] else square

    def _square(self, scene: Scene, played: Played, man: Unit) -> int | None:
        """The place of a man that comes back."""
        return self.place.square(scene.genre, man.letter, played.side ^ self.turns,
                                 _capture(played, played.origin))

    def lands(self, scene: Scene, played: Played) -> int | None:
        found = self.revived(scene, played)
        return found[1] if found else played.mover

    def choices(self, scene: Scene, played: Played) -> Sequence[str]:
        found = self.revived(scene, played)
        return promotions(scene, played, found[0], played.side ^ self.turns, found[1]) \
            if found and found[1] != played.target else ()

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        found = self.revived(scene, played)
        if found and played.mover is not None:
            if found[1] != played.mover:
                yield played.mover, ""
            if found[1] is not None:
                man = unit_of(played.choice) if played.choice else found[0]
                if found[1] != played.mover or str(man) != scene.men[played.mover]:
                    yield found[1], str(man)
                if self.turns and Trait.NEUTRAL not in man.traits:
                    yield found[1], str(replace(man, side=played.side ^ 1))

    def why_effects(self, scene: Scene, played: Played) -> Iterator[Remark]:
        found = self.revived(scene, played)
        if found and found[1] is None and played.mover is not None:
            square = self._square(scene, played, found[0])
            facts: dict[str, Fact] = {"captured": Kind(scene.men[played.mover]), "origin": At(played.mover)}
            yield Remark(f"reborn: {_nowhere(self.place)}", facts) if square is None else \
                Remark("reborn: occupied", {**facts, "square": At(square)})


@frozen
class Return(_OfPlace):
    """A man that captures, a king too, goes on to its `place`, and may capture only if that is empty then. None that is
    kamikaze does.

    `stays`: it may also capture on its place itself. A promotion comes before.
    """

    place: Place
    stays: bool = True

    stage: ClassVar[Stage] = Stage.RETURN
    slot: ClassVar[Message] = Message("where a man that captures goes on to")
    regains: ClassVar[bool] = True
    loses: ClassVar[Property] = _LINES | Property.SMALL
    moves_kings: ClassVar[bool] = True

    def adapt(self, genre: Genre) -> Genre:
        return _with_place(genre, self.place)

    def goes_on(self, man: Unit) -> bool:
        return Trait.KAMIKAZE not in man.traits

    def lands(self, scene: Scene, played: Played) -> int | None:
        """Where the man stands after its capture; None where it may not capture."""
        if played.mover is None or played.struck is None:
            return played.mover
        man = scene.unit(played.mover)
        assert man is not None
        if not self.goes_on(man):
            return played.mover
        square = self.place.square(scene.genre, man.letter, played.side, _capture(played, played.origin))
        if square == played.mover:
            return square if self.stays else None
        return None if square is None or scene.men[square] else square

    def admits_capture(self, scene: Scene, played: Played) -> bool:
        return played.mover is None or self.lands(scene, played) is not None

    def why_admits_capture(self, scene: Scene, played: Played) -> Iterator[Remark]:
        man = None if played.mover is None else scene.unit(played.mover)
        if man is not None:
            square = self.place.square(scene.genre, man.letter, played.side, _capture(played, played.origin))
            yield _place_refused(self.place, square, str(man), played.target)

    def choices(self, scene: Scene, played: Played) -> Sequence[str]:
        square = self.lands(scene, played)
        if played.mover is None or square is None or square == played.target:
            return ()
        man = scene.unit(played.mover)
        assert man is not None
        return promotions(scene, played, man, played.side, square)

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        square = self.lands(scene, played)
        if played.struck is not None and played.mover is not None and square is not None and square != played.mover:
            yield played.mover, ""
            yield square, played.choice or scene.men[played.mover]


@frozen
class Immunity(_OfPlace):
    """A man may be taken only if its `place` is empty before the move, or left by the capturer; `kings`: royal men too.
    """

    place: Place
    kings: bool = False

    stage: ClassVar[Stage] = Stage.ARRIVE
    slot: ClassVar[Message] = Message("which men are immune")

    loses: ClassVar[Property] = _LINES

    def adapt(self, genre: Genre) -> Genre:
        return _with_place(genre, self.place)

    def admits_capture(self, scene: Scene, played: Played) -> bool:
        man = played.captured
        if man is None or scene.is_royal_unit(man) and not self.kings:
            return True
        square = self.place.square(scene.genre, man.letter, played.side ^ 1, _capture(played, played.struck))
        return square is not None and (square == played.origin or not played.before.men[square])

    def why_admits_capture(self, scene: Scene, played: Played) -> Iterator[Remark]:
        if man := played.captured:
            square = self.place.square(scene.genre, man.letter, played.side ^ 1, _capture(played, played.struck))
            yield _place_refused(self.place, square, str(man), None)


@frozen
class HomeFree(_OfPlace):
    """A man, but for royal men, may take only if its own `place`, for the square on which it stands, is empty before
    the move.
    """

    place: Place

    stage: ClassVar[Stage] = Stage.ARRIVE
    slot: ClassVar[Message] = Message("which men are immune")

    loses: ClassVar[Property] = _LINES

    def adapt(self, genre: Genre) -> Genre:
        return _with_place(genre, self.place)

    def _square(self, scene: Scene, played: Played) -> int | None:
        return self.place.square(scene.genre, played.moving.letter, played.side,
                                 Capture(played.origin, played.target, played.origin, played.birth_of(played.origin)))

    def admits_capture(self, scene: Scene, played: Played) -> bool:
        if scene.is_royal_unit(played.moving):
            return True
        square = self._square(scene, played)
        return square is not None and not played.before.men[square]

    def why_admits_capture(self, scene: Scene, played: Played) -> Iterator[Remark]:
        yield _place_refused(self.place, self._square(scene, played), str(played.moving), None)


@frozen
class Recolouring(_OwnForm):
    """A man changes sides by its capture, or by its move without one; royal men and the partners of castlings do not.

    A neutral man becomes one of the side that did not move it. `side`: only men that this side moves. `unlike`: not by
    the capture of a man of the kind that it is then. `shades`: only by a move to a square of the other colour. `trait`:
    only men that have it, which they lose; no half-neutral ones.
    """

    when: When = When.CAPTURES
    side: int | None = None
    unlike: bool = False
    shades: bool = False
    trait: Trait | None = None

    stage: ClassVar[Stage] = Stage.RECOLOUR
    slot: ClassVar[Message] = Message("when a man changes sides")
    regains: ClassVar[bool] = True
    loses: ClassVar[Property] = _LINES | Property.STEADY_SIDE

    def turns(self, board: Board, side: int, origin: int, target: int) -> bool:
        """Whether men change sides that a side moves from one square to another."""
        if self.side not in (None, side):
            return False
        return not self.shades or board.shade(origin) != board.shade(target)

    def concerns(self, traits: Traits) -> bool:
        """Whether men with these traits change sides."""
        return self.trait is None or self.trait in traits and Trait.HALF_NEUTRAL not in traits

    def left(self, traits: Traits) -> Traits:
        """The traits of a man that has changed sides: it is not neutral."""
        return traits.difference((Trait.NEUTRAL, self.trait))

    def adapt(self, genre: Genre) -> Genre:
        without = (self.left(traits) for traits in genre.traits if self.concerns(traits))
        return replace(genre, traits=tuple(dict.fromkeys((*genre.traits, *(traits for traits in without if traits)))))

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        at, captured = played.mover, played.captured
        if at is None or played.partner or self.when is (When.QUIET if captured else When.CAPTURES) \
                or scene.is_royal(at) or not self.turns(scene.board, played.side, played.origin, at):
            return
        man = scene.unit(at)
        assert man is not None
        if self.unlike and captured and man.letter == captured.letter or not self.concerns(man.traits):
            return
        yield at, str(replace(man, side=played.side ^ 1, traits=self.left(man.traits)))


@frozen
class _Stride:
    """A movement of pawns that goes up to three squares on from the first rank of their side."""

    movement: Movement
    squares: int = 3

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        rays = self.movement.rays(board, square, side)
        if square not in board.rows(0 if side == WHITE else -1):
            return rays
        return tuple(board.ray(square, board.file(ray[0]) - board.file(square),
                               board.rank(ray[0]) - board.rank(square))[:self.squares] for ray in rays)


@frozen
class Transmutation(_OwnForm):
    """A man that captures becomes the next of one of the chains `captures`, one that moves without capture the next of
    one of `quiet`; the partner of a castling too. The last of a chain, and royal men, stay what they are.

    `promotes`: pawns are those of the genre; a man that promotes, and the partner of a castling, do not change besides.
    Otherwise no man promotes; pawns stand on all ranks; on the last they stay, from the first they go one to three
    squares.
    """

    captures: str = ""
    quiet: str = ""
    promotes: bool = False

    stage: ClassVar[Stage] = Stage.TRANSMUTE
    slot: ClassVar[Message] = Message("what a man becomes by its move")
    regains: ClassVar[bool] = True
    loses: ClassVar[Property] = _LINES | Property.STEADY_KIND

    def adapt(self, genre: Genre) -> Genre:
        return genre if self.promotes else replace(genre, men=tuple(
            replace(man, promotion=None, region=None, moves=tuple(
                (_Stride(movement) if mode == Mode.QUIET else movement, mode) for movement, mode in man.moves))
            if man.promotion else man for man in genre.men))

    def after(self, letter: str, captures: bool) -> str:
        """What a man becomes."""
        return _next(self.captures if captures else self.quiet, letter)

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        for at in (played.mover, played.partner[1] if played.partner and not self.promotes else None):
            man = scene.unit(at) if at is not None else None
            if at is None or not man or scene.is_royal(at) or _promoted(played, man, at):
                continue
            if (letter := self.after(man.letter, played.struck is not None)) != man.letter:
                yield at, str(replace(man, letter=letter))


def _promoted(played: Played, man: Unit, at: int) -> bool:
    """Whether a man that stands on a square after a move, but for its effects, has promoted by it."""
    return at == played.mover and man.letter != played.moving.letter


@frozen
class Degradation(_OwnForm):
    """A man that arrives on a rank of its side (0 for the first) becomes one of another kind; royal men do not."""

    to: str = "P"
    rank: int = 1

    stage: ClassVar[Stage] = Stage.TRANSMUTE
    slot: ClassVar[Message] = Message("what a man becomes by its move")
    loses: ClassVar[Property] = _LINES | Property.STEADY_KIND
    regains: ClassVar[bool] = True

    def effects(self, scene: Scene, played: Played) -> Iterator[tuple[int, str]]:
        at = played.mover
        man = scene.unit(at) if at is not None else None
        if at is None or not man or scene.is_royal(at) or man.letter == self.to or _promoted(played, man, at):
            return
        if at in scene.board.rows(self.rank if played.side == WHITE else -1 - self.rank):
            yield at, str(replace(man, letter=self.to))
