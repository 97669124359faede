"""Setups as they are or would be after a move, legal or not: who attacks what, and which checks are legal.

For positions that the kernel never reaches, since no legal move leads there. Slow and plain: all of it is worked out
from the movements themselves. Squares are numbers, men their texts in setups, sides 0 (White) and 1. A neutral man is
one of either side.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from feerie.game.position import Position
from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.rules.along import Course
from feerie.rules.births import Births, births_after, elsewhere
from feerie.rules.castling import Castling, CastlingFamily, Partners
from feerie.rules.change import Stage
from feerie.rules.facet import Outcome, Rule, rules_of_going, stage_of
from feerie.rules.genre import Genre
from feerie.rules.movement import Mode
from feerie.rules.royalty import RECURSION, Doctrine
from feerie.rules.scene import Passed, Played, Scene
from feerie.rules.setup import Setup
from feerie.rules.trait import OwnTrait, Trait
from feerie.rules.unit import letter_of
from feerie.why.attempt import Attempt, Effect, Step
from feerie.why.diagram import Diagram
from feerie.why.ways import (
    Attack,
    Way,
    arriving,
    castlings_of,
    double_steps,
    passes,
    traits_of,
)

__all__ = ["WhatIf"]


class WhatIf(Diagram):
    """A setup, as it is or would be, and who attacks what in it.

    `stepped`: where the man stands that has just made the double step over the en passant square, if that is known.
    Of a setup after a move: `played`, the move, and `steps`, what the rules say of it and have done then, by stages.
    """

    def __init__(self, genre: Genre, setup: Setup, stepped: int | None = None) -> None:
        super().__init__(genre, setup)
        self.stepped = stepped
        self.played: Played | None = None
        self.steps: tuple[Step, ...] = ()

    @classmethod
    def at(cls, position: Position) -> WhatIf:
        """A position, with the square that a double step has just passed even if no capture there is legal."""
        passed = position.ep_square
        square = None if passed is None else position.genre.board.index(passed)
        return cls(position.genre, replace(position.setup, en_passant=square))

    @cached_property
    def judge(self) -> Judge:
        """The kernel's view of it."""
        judge = new_judge(compiled_rules(self.genre), 2)
        judge.load(self.setup)
        return judge

    @property
    def choosing(self) -> Step | None:
        """The rule that leaves the player a choice of what a man becomes which it puts on a square, or of that square.
        """
        return next((step for step in self.steps if step.choices or hasattr(step.rule, "places")), None)

    @cached_property
    def scene(self) -> Scene:
        """The men, as the plain methods of rules see them."""
        square = self.setup.en_passant
        passer = None if square is None else self.captured_en_passant(square)
        passed = None if square is None or passer is None else Passed(square, passer, self.setup.turn)
        return Scene(self.genre, self.men, passed, self.setup.birthplaces if self.genre.has_births else ())

    # --------------------------------------------------------------------------------------------------- attacks

    def attacks_on(self, square: int, by: int) -> dict[tuple[int, int], Attack]:
        """How a side attacks a square: those of `strikes_on` that the rules permit."""
        found = self.strikes_on(square, by)
        return {pair: attack for pair, attack in found.items() if self.permits(pair[0], by, square, attack.arrival)}

    def attackers(self, square: int, by: int) -> list[int]:
        """The squares of the men of side `by` that attack a square."""
        return sorted({origin for origin, _ in self.attacks_on(square, by)})

    def attacked_kings(self, side: int) -> dict[int, list[int]]:
        """The attacked kings of a side and the men that attack them.

        A royal pawn that has just made a double step is attacked by those that could take it en passant.
        """
        found = {king: self.attackers(king, side ^ 1) for king in self.kings(side)}
        passed = self.setup.en_passant
        if self.setup.turn != side and passed is not None and self.captured_en_passant(passed) in found:
            king = self.captured_en_passant(passed)
            assert king is not None
            taking = [origin for origin in self.attackers(passed, side ^ 1)
                      if any(taken == king for _, taken in self.goings(origin, side ^ 1))]
            found[king] = sorted({*found[king], *taking})
        if self.crushes_kings:
            for king, crushing in self.crushing(side).items():
                found[king] = sorted({*found[king], *(attempt.origin for attempt in crushing)})
        return {king: attackers for king, attackers in found.items() if attackers}

    def crushing(self, side: int) -> dict[int, list[Attempt]]:
        """The captures of other men by which kings of a side would disappear, by the squares of these."""
        before = WhatIf(self.genre, replace(self.setup, turn=side ^ 1))
        found: dict[int, list[Attempt]] = {king: [] for king in self.kings(side)}
        for attempt in before.one_man_moves():
            for king in found:
                if attempt.taken not in (None, king) and not attempt.after.is_royal(king) and before.may(attempt):
                    found[king].append(attempt)
        return {king: attempts for king, attempts in found.items() if attempts}

    # ------------------------------------------------------------------- captures of two parts (rules/completion.py)

    @cached_property
    def completion(self) -> Rule | None:
        """The rule by which men go on that have captured."""
        return next((rule for rule in self.genre.rules if hasattr(rule, "goes_on_to")), None)

    @cached_property
    def preparation(self) -> Rule | None:
        """The rule by which men go somewhere before they capture."""
        return next((rule for rule in self.genre.rules if hasattr(rule, "takes_from")), None)

    def completes(self, taken: int | None) -> bool:
        """Whether a man must go on that takes on a square."""
        return self.completion is not None and taken is not None and bool(self.men[taken]) \
            and (self.completion.absolute or self.takes_kings or not self.is_royal(taken))

    def completions(self, origin: int, side: int, target: int, taken: int) -> list[int]:
        """Where the man on a square goes on to after it has captured, as one of a side, by arriving on `target`."""
        assert self.completion
        men = list(self.men)
        men[origin] = men[taken] = ""
        men[target] = self.men[origin]
        played = Played(self.scene, side, origin, target, taken, None, target)
        return sorted(self.completion.goes_on_to(Scene(self.genre, men), played))

    def preparations(self, origin: int, side: int, struck: int) -> dict[int, WhatIf]:
        """Where the man on a square, as one of a side, goes as that on another one would, and the setups then."""
        assert self.preparation
        return {via: self.with_man_on(via, origin)
                for via in sorted(self.preparation.takes_from(self.scene, origin, side, struck))}

    def prepared(self, origin: int, side: int, struck: int) -> Iterator[tuple[int, int]]:
        """From which squares it takes the other man then, and where it arrives by that."""
        man = self.men[origin]
        for via, there in self.preparations(origin, side, struck).items():
            for way, (at, target) in there.arrivals(via, side):
                if way.mode is not Mode.QUIET and at == struck:
                    yield via, target
            for way in there.ways(via, side):
                for target, taken in self.passing(man, way, there.occupied).items():
                    if taken == struck:
                        yield via, target

    def strikes_on(self, square: int, by: int) -> dict[tuple[int, int], Attack]:
        if self.preparation is None:
            return super().strikes_on(square, by)
        found = dict[tuple[int, int], Attack]()
        for origin, _ in self.setup.pieces:
            if origin != square and self.is_own(origin, by):
                for via, there in self.preparations(origin, by, square).items():
                    for (at, _), attack in Diagram.strikes_on(there, square, by).items():
                        if at == via:
                            found[origin, len(found)] = attack._replace(path=(via, *attack.path))
        return found

    # ---------------------------------------------------------------------------------------------------- rules

    def rules_of(self, man: str, *methods: str) -> Iterator[Rule]:
        """The rules with one of some methods that are asked about a man, by stage: those of the genre, and those of its
        traits.
        """
        traits = traits_of(man) if man else frozenset()
        own = (trait for of in self.genre.traits for trait in of if isinstance(trait, OwnTrait) and trait in traits)
        rules = dict.fromkeys((*self.genre.rules, *(trait.rule for trait in own if trait.rule)))
        return iter(sorted((rule for rule in rules if any(hasattr(rule, method) for method in methods)), key=stage_of))

    def permits(self, origin: int, side: int, struck: int, target: int) -> bool:
        """Whether rules let the man on a square, as one of a side, take on another one, arriving on `target`."""
        man = self.men[origin]
        return self.admits(origin, target, side) \
            and all(rule.may_move(self.scene, origin, side) for rule in self.rules_of(man, "may_move")) \
            and all(rule.may_capture(self.scene, origin, side, struck) for rule in self.rules_of(man, "may_capture")) \
            and (self.completion is None or not self.completion.absolute or not self.is_royal(struck)
                 or bool(self.completions(origin, side, target, struck))) \
            and (not any(self.rules_of(man, "admits_capture", "may_lead_to")) and not self.takes_kings
                 or any(self._takes(after, side ^ 1, struck) for after in self.takings(origin, side, struck, target)))

    def _takes(self, after: WhatIf, side: int, struck: int) -> bool:
        """Whether the rules allow a capture from a side and, if it is that of a king, this one does not come back."""
        return after.is_allowed and not (self.takes_kings and self.is_royal(struck) and after.has_kings_of(self, side))

    def admits(self, origin: int, target: int, side: int) -> bool:
        """Whether rules let any man of a side go from one square to another."""
        return all(rule.admits(self.genre.board, origin, target)
                   for rule in rules_of_going(self.rules_of("", "admits"), side))

    def admits_castling(self, castling: Castling) -> bool:
        """Whether rules let a king of the side to move go where it castles, and its partner."""
        board, side = self.genre.board, self.setup.turn
        return all(rule.admits(board, castling.king, castling.king_to)
                   and (not getattr(rule, "binds_partners", False)
                        or rule.admits(board, castling.partner, castling.partner_to))
                   for rule in rules_of_going(self.rules_of("", "admits"), side))

    def takings(self, origin: int, side: int, struck: int, target: int) -> Iterator[WhatIf]:
        """The setups after the man on a square, as one of a side, has taken on another one, by what it becomes."""
        before = self if self.setup.turn == side else WhatIf(self.genre, replace(self.setup, turn=side))
        return (before.attempt(origin, target, text, struck).after
                for text in arriving(self.genre, self.men[origin], target, side, True))

    @cached_property
    def takes_kings(self) -> bool:
        """Whether a rule brings kings back that are taken, or makes them disappear otherwise than by a capture."""
        return any(getattr(rule, "takes_kings", False) for rule in self.genre.rules)

    @cached_property
    def crushes_kings(self) -> bool:
        """Whether a rule makes kings disappear otherwise than by their capture; one that does not say may do so."""
        return any(getattr(rule, "takes_kings", False) and getattr(rule, "crushes", True) for rule in self.genre.rules)

    @property
    def is_allowed(self) -> bool:
        """Whether the rules allow the move that has been made."""
        assert self.played
        leading = self.rules_of(self.played.before.men[self.played.origin], "may_lead_to")
        return all(step.allowed for step in self.steps) \
            and all(rule.may_lead_to(self.scene, self.played) for rule in leading)

    def obeys(self, attempt: Attempt) -> bool:
        """Whether rules let the side to move make a move, and every king is still there after it, attacked or not."""
        return self.may(attempt) and (not self.takes_kings and attempt.taken is None
                                      or all(attempt.after.has_kings_of(self, side) for side in (0, 1)))

    def may(self, attempt: Attempt) -> bool:
        """Whether rules let the side to move make a move, whatever becomes of kings."""
        origin, side = attempt.origin, self.setup.turn
        man, taken = self.men[origin], attempt.taken
        return (attempt.castling is not None or self.admits(origin, attempt.target, side)) \
            and all(rule.may_move(self.scene, origin, side) for rule in self.rules_of(man, "may_move")) \
            and (taken is None or all(rule.may_capture(self.scene, origin, side, taken)
                                      for rule in self.rules_of(man, "may_capture"))) and attempt.after.is_allowed

    def is_safe_for(self, side: int) -> bool:
        """Whether the kings of a side stand as the doctrine of several kings demands of the side that has moved."""
        kings, attacked = self.kings(side), self.attacked_kings(side)
        return not attacked or self.genre.royalty.doctrine is Doctrine.ULTRA and len(attacked) < len(kings)

    @cached_property
    def answers(self) -> list[Attempt]:
        """The moves that rules let the side to move make, and that leave its kings safe, whatever their outcome."""
        side = self.setup.turn
        return [attempt for attempt in chain(self.one_man_moves(), filter(self._castles_safely, self.castlings()))
                if self.obeys(attempt) and attempt.after.is_safe_for(side)
                and (self.genre.royalty.doctrine is not Doctrine.MULTIPLEX or attempt.after.check_is_legal())]

    def outcome(self, depth: int = 0) -> Outcome:
        """What the move that has been made does to the side to move now.

        It is mated if it has no parry, though its rules might want another outcome of that than none; a parry that
        gives check must have one that they accept. Deeper than RECURSION a check counts as none that mates.
        """
        if self.is_safe_for(self.setup.turn):
            return Outcome.QUIET
        is_parried = depth > RECURSION or any(self._parries(self.answers, depth))
        return Outcome.CHECK if is_parried else Outcome.MATE

    @cached_property
    def mates(self) -> list[Attempt]:
        """The moves that mate, legal but for the others of them, where just one may be played; else none."""
        if not self.genre.mates_alone:
            return []
        return [attempt for attempt in self.answers if attempt.after.outcome() is Outcome.MATE
                and all(rule.accepts(self.setup.turn, Outcome.MATE) for rule in self.rules_of("", "accepts"))]

    @property
    def measures(self) -> list[Rule]:
        """The rules that measure the moves of the side to move."""
        return [rule for rule in self.rules_of("", "measure") if rule.side == self.setup.turn]

    def rivals(self, number: int) -> list[Attempt]:
        """The moves among which a rule of `measures` chooses: those whose outcome all rules accept, and that the rules
        before it choose.
        """
        side, accepting = self.setup.turn, list(self.rules_of("", "accepts"))
        mates = self.mates
        found = [attempt for attempt in self.answers
                 if not accepting or all(rule.accepts(side, attempt.after.outcome()) for rule in accepting)]
        found = [attempt for attempt in found if len(mates) < 2 or attempt not in mates]
        for rule in self.measures[:number]:
            most = max((attempt.measured(rule) for attempt in found), default=0)
            found = [attempt for attempt in found if attempt.measured(rule) == most]
        return found

    # ------------------------------------------------------------------------------------------------- moves

    def moved(self, displacements: Iterable[tuple[int, int, str]], captured: int | None = None,
              spent: str | None = None, choice: str = "", place: int | None = None) -> WhatIf:
        """The setup after men have gone from squares to squares, arriving as these texts ("": gone), and after what the
        rules do then; king runs aside. `choice`: what a man becomes that they put on a square where it promotes;
        `place`: that square, if it is chosen.
        """
        men, setup = list(self.men), self.setup
        moves = tuple(displacements)
        touched = {square for origin, target, _ in moves for square in (origin, target)} | {captured}
        for origin, _, _ in moves:
            men[origin] = ""
        if captured is not None:
            men[captured] = ""
        for _, target, man in moves:
            men[target] = man
        origin, target, man = moves[0]
        played = Played(self.scene, setup.turn, origin, target, captured, moves[1][:2] if len(moves) > 1 else None,
                        target if man else None, choice, place)
        steps = list(self._settled(men, played))
        played = steps[-1].after if steps else played
        touched |= {effect.square for step in steps for effect in step.effects}
        rights = "".join(right for right in setup.rights if not touched & set(self.genre.right_squares[right]))
        flags = "".join(flag for flag in setup.flags if flag != spent)
        passed = self._ep_square(moves) if captured is None else None
        births = elsewhere(self._births_after(moves, captured, steps), men) if self.genre.has_births else ()
        after = WhatIf(self.genre, Setup(tuple(men), setup.turn ^ 1, rights, passed, flags, births=births),
                       None if passed is None else target)
        after.played, after.steps = played, tuple(steps)
        return after

    def _births_after(self, moves: Sequence[tuple[int, int, str]], captured: int | None, steps: Sequence[Step]
                      ) -> Births:
        """Where the men were born after a move."""
        changes = [(origin, self.men[origin], "", Stage.ARRIVE) for origin, _, _ in moves]
        if captured is not None and captured != moves[0][1]:
            changes.append((captured, self.men[captured], "", Stage.ARRIVE))
        for origin, target, man in moves:
            changes.append((target, self.men[target] if target == captured else "", self.men[origin], Stage.ARRIVE))
            if not man:
                changes.append((target, self.men[origin], "", Stage.VANISH))
        changes += [(*effect, stage_of(step.rule)) for step in steps for effect in step.effects]
        return births_after(self.setup.birthplaces, changes)

    def _settled(self, men: list[str], played: Played) -> Iterator[Step]:
        """What the rules say of a move and do after it, stage by stage, done to `men`."""
        mover = played.before.men[played.origin]
        for rule in self.rules_of(mover, "admits_capture", "effects"):
            scene = Scene(self.genre, tuple(men))
            allowed = played.struck is None or not hasattr(rule, "admits_capture") or rule.admits_capture(scene, played)
            effects, lands = list[Effect](), played.mover
            if hasattr(rule, "effects"):
                for square, text in rule.effects(scene, played):
                    effects.append(Effect(square, men[square], text))
                    men[square] = text
                lands = rule.lands(scene, played) if hasattr(rule, "lands") else lands
            after = played._replace(mover=lands)
            yield Step(rule, scene, played, tuple(effects), after, allowed)
            played = after

    def attempt(self, origin: int, target: int, man: str = "", taken: int | None = None, choice: str = "",
                over: int | None = None, place: int | None = None) -> Attempt:
        """A move of one man, whatever it leaves attacked; `man`: its text on arrival, "" for the same; `choice` and
        `place`: see `moved`; `over`: see Attempt.

        A kamikaze man that takes another one is gone at the end, unless a rule puts it somewhere.
        """
        arrived = man or self.men[origin]
        gone = taken is not None and Trait.KAMIKAZE in traits_of(arrived) and not self.genre.revives
        after = self.moved([(origin, target, "" if gone else arrived)], taken, choice=choice, place=place)
        in_passing = over is None and self.is_in_passing(origin, self.setup.turn, target, taken)
        return Attempt(origin, target, arrived, after, taken, over=over, in_passing=in_passing)

    def attempts_to(self, origin: int, target: int, taken: int | None) -> Iterator[Attempt]:
        """The moves of the man on a square to another one, and on from there, with all that may be chosen."""
        ends: Iterable[int] = (target,)
        over = None
        if taken is not None and self.completes(taken):
            ends = self.completions(origin, self.setup.turn, target, taken)
            over = target if self.is_in_passing(origin, self.setup.turn, target, taken) else taken
        for end in ends:
            for text in arriving(self.genre, self.men[origin], end, self.setup.turn, taken is not None):
                attempt = self.attempt(origin, end, text, taken, over=over)
                if taken is None or (step := attempt.after.choosing) is None:
                    yield attempt
                    continue
                for option in step.options:
                    yield self.attempt(origin, end, text, taken, option.choice, over, option.place)

    def with_man_on(self, square: int, origin: int) -> WhatIf:
        """The same with the man on `origin` on another square."""
        men = list(self.men)
        men[origin], men[square] = "", men[origin]
        births = list(self.setup.birthplaces)
        births[square] = births[origin]
        return WhatIf(self.genre, replace(self.setup, men=tuple(men), rights="", en_passant=None,
                                          births=elsewhere(births, men) if self.genre.has_births else ()))

    def without(self, square: int) -> WhatIf:
        """The same without the man on a square."""
        rest = (*self.men[:square], "", *self.men[square + 1:])
        return WhatIf(self.genre, replace(self.setup, men=rest, rights="", en_passant=None,
                                          births=self.setup.births_for(rest)))

    def _ep_square(self, moves: Sequence[tuple[int, int, str]]) -> int | None:
        """The en passant square after a double step, else None."""
        origin, target, _ = moves[0]
        if len(moves) == 1 and self.genre.man(self.men[origin]).en_passant:
            for way in self.ways(origin, self.setup.turn):
                if passes(way) and target in way.line[1:]:
                    return way.line[0]
        return None

    def captured_en_passant(self, struck: int) -> int | None:
        """The square of the man that has just passed the square `struck`; None if there is none."""
        enemy, first = self.setup.turn ^ 1, self.setup.en_passant
        if first is None:
            return None
        return max((square for square, letter, passed in double_steps(self.genre, enemy, first)
                    if struck in passed and self.stepped in (None, square) and self.is_own(square, enemy)
                    and letter_of(self.men[square]) == letter and not any(self.men[at] for at in passed)), default=None)

    def passing(self, man: str, way: Way, occupied: frozenset[int]) -> dict[int, int]:
        """Where `man` arrives by capturing en passant on one of its lines, and the square of what it takes so: that is
        struck on the square that it has passed, as if it stood there."""
        if self.setup.en_passant is None or way.mode is not Mode.CAPTURE or not self.genre.man(man).en_passant:
            return {}
        return {target: taken for square in way.line if (taken := self.captured_en_passant(square)) is not None
                for struck, target in way.along.arrivals(way.line, occupied | {square})
                if struck == square and (struck == target or target not in occupied)}

    def course(self, origin: int, way: Way, target: int) -> Course | None:
        """How the man on a square goes along one of its lines, see Way.course; what it takes so en passant stands on
        the square that it has passed."""
        passed = {square for square in way.line if self.captured_en_passant(square) is not None} \
            if target in self.passing(self.men[origin], way, self.occupied) else set[int]()
        return way.course(self.occupied | passed, target)

    def is_in_passing(self, origin: int, side: int, target: int, taken: int | None) -> bool:
        """Whether the man on a square, as one of a side, takes by going to another one, and that only en passant."""
        passed = self.setup.en_passant
        if passed is None or taken in (None, target) or taken != self.captured_en_passant(passed):
            return False
        starts = {origin: self} if self.preparation is None else self.preparations(origin, side, taken)
        return not any(way.mode is not Mode.QUIET and arrival == (taken, target)
                       for at, there in starts.items() for way, arrival in there.arrivals(at, side))

    def goings(self, origin: int, side: int) -> tuple[tuple[int, int | None], ...]:
        """Where the man on a square may go, and where it takes what then, whoever stands there; None if it takes none.
        """
        found: dict[tuple[int, int | None], None] = {}
        for way in self.ways(origin, side):
            for struck, target in way.along.arrivals(way.line, self.occupied):
                taken = struck if self.men[struck] else None
                if way.mode is not (Mode.CAPTURE if taken is None else Mode.QUIET) \
                        and (taken is None or self.preparation is None):
                    found[target, taken] = None
            if self.preparation is None:
                found |= dict.fromkeys(self.passing(self.men[origin], way, self.occupied).items())
        if self.preparation is not None:
            for struck, _ in self.setup.pieces:
                if struck != origin and self.is_own(struck, side ^ 1):
                    found |= {(target, struck): None for _, target in self.prepared(origin, side, struck)}
        return tuple(found)

    def may_take(self, square: int, side: int) -> bool:
        """Whether a man stands on a square that a side may take."""
        return self.is_own(square, side ^ 1) and (self.takes_kings or not self.is_royal(square))

    def one_man_moves(self, *, of_kings: bool = False) -> Iterator[Attempt]:
        """The moves of one man, whatever they leave attacked; `of_kings`: instead those that would take a king. It is
        a move like others where it comes back.
        """
        side = self.setup.turn
        kings = self.kings(side ^ 1)
        for origin, _ in self.setup.pieces:
            for target, taken in self.goings(origin, side) if self.is_own(origin, side) else ():
                if taken is None or self.is_own(taken, side ^ 1):
                    for attempt in self.attempts_to(origin, target, taken):
                        comes_back = self.takes_kings and attempt.after.has_kings_of(self, side ^ 1)
                        if (taken in kings and not comes_back) == of_kings:
                            yield attempt

    # ------------------------------------------------------------------- checks given, by Rex Multiplex

    def attempts(self, king: int) -> Iterator[Attempt]:
        """The moves after which this king is not attacked, whatever they do to other kings."""
        side = self.setup.turn
        for attempt in chain(self.one_man_moves(), filter(self._castles_safely, self.castlings())):
            if self.obeys(attempt) and not attempt.after.attackers(attempt.square_after(king), side ^ 1):
                yield attempt._replace(new_checks=self._new_checks(attempt))

    def _new_checks(self, attempt: Attempt) -> dict[int, list[int]]:
        """The kings that a move exposes to a new check, where they are then, and who gives these checks."""
        side = self.setup.turn
        stood = {attempt.square_after(square): square for square in self.kings(side)}
        found = {}
        for now in attempt.after.kings(side):
            old = set(self.attacks_on(stood[now], side ^ 1)) if now in stood else set()
            new = set(attempt.after.attacks_on(now, side ^ 1)) - old
            if new:
                found[now] = sorted({square for square, _ in new})
        return found

    def rescue(self, king: int, depth: int = 0) -> Attempt | None:
        """A move that saves this king.

        It may leave attacks on other kings but must not expose them to new ones, nor be an illegal check itself. It
        counts though its rules might want it to give check, but not where they want the check that it gives to mate.
        """
        return next(self._parries((attempt for attempt in self.attempts(king)
                                   if not attempt.new_checks and attempt.after.check_is_legal(depth + 1)), depth), None)

    def _parries(self, attempts: Iterable[Attempt], depth: int) -> Iterator[Attempt]:
        """Those of some moves of the side to move, all that take its king out of check, that keep it from mate."""
        mates = []
        for attempt in attempts:
            outcome = attempt.after.outcome(depth + 1) if self.asks_outcomes else Outcome.QUIET
            if outcome is Outcome.MATE and self.genre.mates_alone:
                mates += [attempt] if self._is_parry(outcome) else []
            elif self._is_parry(outcome):
                yield attempt
        if len(mates) == 1:
            yield mates[0]

    @property
    def asks_outcomes(self) -> bool:
        """Whether it depends on their outcome whether moves are legal."""
        return self.genre.mates_alone or any(self.rules_of("", "accepts"))

    def _is_parry(self, outcome: Outcome) -> bool:
        """Whether a move of the side to move that takes its king out of check, and has an outcome, keeps it from mate.
        """
        return outcome is Outcome.QUIET or all(rule.accepts(self.setup.turn, outcome)
                                               for rule in self.rules_of("", "accepts"))

    def check_is_legal(self, depth: int = 0) -> bool:
        """Whether the check in which the side to move stands, if any, could legally be given."""
        side = self.setup.turn
        kings, attacked = self.kings(side), self.attacked_kings(side)
        if len(kings) < 2 or not attacked or depth > RECURSION or self._can_parry(depth):
            return True
        return len(attacked) == len(kings) and not any(self.rescue(king, depth) for king in kings)

    def _can_parry(self, depth: int) -> bool:
        """Whether the side to move has a legal move.

        A rescue may have left another king of the other side under its old check. The kernel's moves assume that the
        other side is not in check, so a move that leaves it there is tested as the check it is.
        """
        moves, enemy = self.judge.moves(), self.setup.turn ^ 1
        if len(self.kings(enemy)) < 2 or not self.attacked_kings(enemy):
            return bool(moves)
        return any(self._played(code).check_is_legal(depth + 1) for code in moves)

    def _played(self, code: int) -> WhatIf:
        """The setup after one of the kernel's moves."""
        judge = self.judge.copy()
        judge.push(code)
        return WhatIf(self.genre, judge.save())

    def castlings(self) -> Iterator[Attempt]:
        """Every castling of the side to move that has its partner, its right and a free path, whatever is attacked."""
        side, men = self.setup.turn, self.men
        for family, by_king in castlings_of(self.genre, side):
            kings = (king for king in self.kings(side) if self.genre.man(men[king]).royal)
            for castling in (one for king in kings for one in by_king[king]):
                if not self._is_conceivable(family, castling):
                    continue
                king, partner = men[castling.king], men[castling.partner]
                owner = side if self.is_own(castling.partner, side) else side ^ 1
                for text in arriving(self.genre, partner, castling.partner_to, owner):
                    after = self.moved([(castling.king, castling.king_to, king),
                                        (castling.partner, castling.partner_to, text)],
                                       spent=castling.right if family.spends_right else None)
                    yield Attempt(castling.king, castling.king_to, king, after, castling=(family, castling, text))

    def _is_conceivable(self, family: CastlingFamily, castling: Castling) -> bool:
        """Whether a castling has its partner and its right, and the squares that must be empty are."""
        partner, own = self.men[castling.partner], self.is_own(castling.partner, self.setup.turn)
        return bool(partner) and self.admits_castling(castling) and letter_of(partner) in family.men \
            and (own or not self.genre.man(partner).royal) \
            and (own or family.partners is Partners.EITHER) and not any(self.men[square] for square in castling.empty) \
            and (castling.right is None or castling.right in self.setup.rights + self.setup.flags)

    def _castles_safely(self, attempt: Attempt) -> bool:
        """Whether a castling fulfils its conditions for the king that castles, and its partner may stand where it goes.
        """
        assert attempt.castling
        family, castling, text = attempt.castling
        side, region = self.setup.turn, self.genre.man(text).region
        return (region is None or castling.partner_to in region[side]) \
            and (family.in_check or not self.attackers(castling.king, side ^ 1)) \
            and not any(self.with_man_on(square, castling.king).attackers(square, side ^ 1)
                        for square in castling.safe - {castling.king}) \
            and (castling.king_to not in attempt.after.kings(side)
                 or not attempt.after.attackers(castling.king_to, side ^ 1))
