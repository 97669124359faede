"""What rules of a genre say of a move: why they forbid it, what happens besides, and why it is not chosen.

Everything comes from the plain methods of the rules (rules/facet.py) and their companions (rules/remark.py). What a
move does besides is read off the squares that change, whatever rule changes them.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Any

from feerie.notation.languages import Named
from feerie.rules.castling import Castling
from feerie.rules.change import Stage
from feerie.rules.facet import Outcome, rules_of_going, stage_of
from feerie.rules.remark import At, Called, Fact, Kind, Of, Remark, Standing
from feerie.rules.scene import Played
from feerie.rules.trait import Trait
from feerie.rules.unit import letter_of, unit_of
from feerie.why.attempt import Effect, Step
from feerie.why.findings import Findings
from feerie.why.pair import Pair
from feerie.why.what_if import WhatIf

__all__ = ["RuleRemarks"]

_OUTCOMES = {Outcome.QUIET: "quiet", Outcome.CHECK: "check", Outcome.MATE: "mate"}


FEW_PLACES = 6
"""So many squares are named among which the player chooses."""


class RuleRemarks:
    """Adds what rules say to findings."""

    def __init__(self, findings: Findings) -> None:
        self.findings, self.words = findings, findings.words

    # -- what is forbidden

    def may_move(self, diagram: WhatIf, square: int, side: int) -> bool:
        """Whether rules let a man move at all; noted if they do not."""
        return self._noted(self._against(diagram, diagram.men[square], "may_move", square, side), diagram)

    def admits(self, diagram: WhatIf, origin: int, target: int) -> bool:
        """Whether rules let any man go from one square to another; noted if they do not."""
        return self._noted(self._against_going(diagram, origin, target, self.findings.side), diagram)

    def admits_castling(self, diagram: WhatIf, castling: Castling) -> bool:
        """Whether rules let king and partner go where they castle; noted if they do not."""
        if diagram.admits_castling(castling):
            return True
        king, partner = (castling.king, castling.king_to), (castling.partner, castling.partner_to)
        return self._noted([*self._against_going(diagram, *king, self.findings.side)]
                           or self._against_going(diagram, *partner, self.findings.side), diagram)

    def may_capture(self, diagram: WhatIf, square: int, side: int, struck: int) -> bool:
        """Whether rules let a man take on a square; noted if they do not."""
        return self._noted(self._against(diagram, diagram.men[square], "may_capture", square, side, struck), diagram)

    def allows(self, after: WhatIf) -> bool:
        """Whether rules allow the move that led to a setup; noted if they do not."""
        return self._noted(self._against_move(after), after)

    def is_accepted(self, after: WhatIf) -> bool:
        """Whether rules accept what a move does to the other side; noted if they do not."""
        if not self.findings.now.asks_outcomes:
            return True
        outcome = after.outcome()
        if all(rule.accepts(self.findings.side, outcome) for rule in self.findings.now.rules_of("", "accepts")):
            return self._mates_alone(outcome)
        kings = after.kings(after.setup.turn)
        return self.findings.note("outcome", False, _OUTCOMES[outcome], squares=kings, diagram=after)

    def _mates_alone(self, outcome: Outcome) -> bool:
        """Whether no other move mates where a mate must be the only one; noted if the move is one of several."""
        now = self.findings.now
        if outcome is not Outcome.MATE or len(now.mates) < 2:
            return True
        shown = [self.findings.shown(now, mate) for mate in now.mates]
        return self.findings.note("outcome", False, "several", squares=[mate.target for mate in now.mates],
                                  men=[mate.origin for mate in now.mates],
                                  mates=self.words.listed(shown))

    def is_chosen(self, after: WhatIf) -> bool:
        """Whether rules that measure moves leave none that goes before; noted if they do."""
        now, side = self.findings.now, self.findings.side
        assert after.played
        for number, rule in enumerate(now.measures):
            mine = rule.measure(after.scene, after.played)
            rival = max(now.rivals(number), key=lambda attempt: attempt.measured(rule), default=None)
            if rival is not None and rival.measured(rule) > mine:
                measure = rival.measured(rule)
                length = f"{rule.length(measure) if hasattr(rule, 'length') else sqrt(abs(measure)):.2f}"
                return self.findings.note(
                    "chosen", False, _preferred(rule, measure), squares=[rival.origin, rival.target],
                    men=[rival.origin], side=self.findings.colour(side), length=self.words.numeral(length),
                    move=self.findings.shown(now, rival))
        return True

    def reasons(self, diagram: WhatIf, origin: int, side: int, struck: int, arrival: int) -> str:
        """Why rules forbid a man, which its movement lets take on a square, to do so, in words; "" if they do not."""
        after = next(diagram.takings(origin, side, struck, arrival))
        man = diagram.men[origin]
        against = [*self._against_going(diagram, origin, arrival, side),
                   *self._against(diagram, man, "may_move", origin, side),
                   *self._against(diagram, man, "may_capture", origin, side, struck)] or [*self._against_move(after)]
        done = [] if against else [remark for step in after.steps for remark in _effects_in_words(step)]
        return self.words.clauses([*(self._sentence(remark, "no") for remark in against),
                                   *(self._sentence(remark, "yes") for remark in done)])

    def _against(self, diagram: WhatIf, man: str, method: str, *asked: object) -> Iterator[Remark]:
        """What rules that are asked about a man say against something that one of their methods refuses."""
        for rule in diagram.rules_of(man, method):
            if not getattr(rule, method)(diagram.scene, *asked):
                yield from _remarks(rule, method, diagram.scene, *asked)

    def _against_going(self, diagram: WhatIf, origin: int, target: int, side: int) -> Iterator[Remark]:
        """What rules say against going from one square to another."""
        board = diagram.genre.board
        for rule in rules_of_going(diagram.rules_of("", "admits"), side):
            if not rule.admits(board, origin, target):
                yield from _remarks(rule, "admits", board, origin, target)

    def _against_move(self, after: WhatIf) -> Iterator[Remark]:
        for step in after.steps:
            if not step.allowed:
                yield from _remarks(step.rule, "admits_capture", step.scene, step.played)
        assert after.played
        yield from self._against(after, after.played.before.men[after.played.origin], "may_lead_to", after.played)

    # -- what happens besides

    def after(self, pair: Pair, text: str, taken: int | None) -> WhatIf:
        """The setup after a move of one man, which arrives as `text`; noted what rules have done then, and where the
        player may choose what a man becomes that they put on a square, but has not.
        """
        findings, now = self.findings, self.findings.now
        after = now.attempt(pair.origin, pair.target, text, taken).after
        step = after.choosing if taken is not None else None
        if pair.placed is not None and (step is None or not hasattr(step.rule, "places")):
            findings.note("placed", False, "superfluous", square=findings.name(pair.placed))
        place = pair.placed if step and self._is_placed(pair, step) else None
        if place is not None:
            after = now.attempt(pair.origin, pair.target, text, taken, place=place).after
            step = after.choosing
        if step and (choices := step.choices):
            chosen = next((man for man in choices if letter_of(man) == pair.chosen), "")
            put = next(effect for effect in step.effects if effect.after)
            findings.note("promotion", bool(chosen), "" if chosen else "no such choice" if pair.chosen else "missing",
                          squares=[put.square], man=findings.kind(put.after), target=findings.name(put.square),
                          promotion=findings.kind(pair.chosen or put.after), choices=findings.kind(*choices))
            after = now.attempt(pair.origin, pair.target, text, taken, chosen, place=place).after
        self.tell_effects(after)
        return after

    def _is_placed(self, pair: Pair, step: Step) -> bool:
        """Whether the player may have a man put where a move says, or need not name a square; noted if not."""
        places = {option.place for option in step.options}
        if pair.placed in places or not places and pair.placed is None:
            return True
        squares = sorted(place for place in places if place is not None)
        mover = step.played.mover if stage_of(step.rule) is Stage.RETURN else None
        man = str(step.played.captured) if mover is None else step.scene.men[mover]
        variant = "missing" if pair.placed is None else "no"
        self.findings.note("placed", False, variant if 0 < len(squares) <= FEW_PLACES else f"{variant} of many",
                           squares=squares[:FEW_PLACES], man=self.findings.kind(man),
                           square="" if pair.placed is None else self.findings.name(pair.placed),
                           places=self.findings.places(squares) if squares else "")
        return False

    def tell_effects(self, after: WhatIf) -> None:
        """Note what rules have done after the move that led to a setup, and what they have not."""
        for step in after.steps:
            for remark in _effects_in_words(step):
                self._note(remark, True, after)
            for remark in getattr(step.rule, "why_effects", _nothing)(step.scene, step.played):
                self._note(remark, True, after)

    # -- words

    def _noted(self, remarks: Iterable[Remark], diagram: WhatIf) -> bool:
        """Whether there are no remarks; notes them as rules that are broken."""
        said = list(remarks)
        for remark in said:
            self._note(remark, False, diagram)
        return not said

    def _note(self, remark: Remark, holds: bool, diagram: WhatIf) -> None:
        rule, _, variant = remark.key.partition(": ")
        men = [square for square in remark.men if diagram.men[square]]
        self.findings.note(rule, holds, variant, squares=remark.squares or men, men=men, diagram=diagram,
                           **self._values(remark))

    def _sentence(self, remark: Remark, variant: str) -> str:
        key = remark.key if ": " in remark.key else f"{remark.key}: {variant}"
        return self.words.sentence(key, **self._values(remark))

    def _values(self, remark: Remark) -> dict[str, Any]:
        return {place: self._in_words(fact) for place, fact in remark.facts.items()}

    def _in_words(self, fact: Fact) -> object:
        match fact:
            case At(square):
                return self.findings.name(square)
            case Standing(men):
                return Named(self.words, [(man, self.findings.name(square)) for man, square in men])
            case Kind(man):
                return self.findings.kind(man)
            case Of(side):
                return self.findings.colour(side)
            case Called(name):
                return name


def _preferred(rule: Any, measure: int) -> str:
    """How a move of a greater measure is said to be; a rule in Python need not say it."""
    if hasattr(rule, "prefers"):
        return str(rule.prefers(measure))
    return "longer" if measure >= 0 else "shorter"


def _nothing(*asked: object) -> tuple[()]:
    return ()


def _remarks(rule: object, method: str, *asked: object) -> Iterator[Remark]:
    """What a rule says of its refusal; its name if it says nothing."""
    companion = getattr(rule, f"why_{method}", None)
    said = list(companion(*asked)) if companion else []
    yield from said or [Remark("rule", {"name": Called(type(rule).__name__)})]


def _effects_in_words(step: Step) -> Iterator[Remark]:
    """What a rule has done after a move: men are reborn, return, change colour or kind, appear or disappear."""
    played, stage = step.played, stage_of(step.rule)
    arrived = step.after.mover
    reborn: int | None = None
    if _exchanged(step.effects):
        pair = tuple((effect.before, effect.square) for effect in step.effects)
        yield Remark("places exchanged", {"pair": Standing(pair)})
        return
    for effect in step.effects:
        if effect.square == played.mover != arrived is not None and not effect.after:
            yield Remark("returns", {"man": Standing(((effect.before, effect.square),)), "square": At(arrived)})
        elif effect.square == arrived != played.mover:      # it has been said that it returns
            if played.mover is not None and not played.choice \
                    and not _is_like(step.scene.men[played.mover], effect.after):
                yield from _changed(effect._replace(before=step.scene.men[played.mover]))
        elif not effect.after:
            yield Remark("disappears", {"man": Standing(((effect.before, effect.square),))})
        elif stage is Stage.REBIRTH and played.struck is not None and effect.square != reborn:
            reborn = effect.square
            yield from _reborn(played, effect)
        elif not effect.before:
            yield Remark("appears", {"kind": Kind(effect.after), "square": At(effect.square)})
        else:
            yield from _changed(effect)


def _exchanged(effects: Sequence[Effect]) -> bool:
    """Whether all that happens is that two men exchange places."""
    return len(effects) == 2 and (effects[0].before, effects[0].after) == (effects[1].after, effects[1].before) \
        and bool(effects[0].before and effects[0].after)


def _is_like(one: str, other: str) -> bool:
    return letter_of(one) == letter_of(other)


def _reborn(played: Played, effect: Effect) -> Iterator[Remark]:
    assert played.struck is not None
    captured = played.before.men[played.struck]
    facts: dict[str, Fact] = {"captured": Kind(captured), "origin": At(played.struck), "square": At(effect.square)}
    if effect.before:
        yield Remark("reborn: crushing", {**facts, "occupant": Kind(effect.before)})
    elif _is_like(captured, effect.after):
        yield Remark("reborn", facts)
    else:
        yield Remark("reborn: otherwise", {**facts, "kind": Kind(effect.after)})


def _changed(effect: Effect) -> Iterator[Remark]:
    """How a man that stays on its square has changed."""
    before, after = unit_of(effect.before), unit_of(effect.after)
    man: dict[str, Fact] = {"man": Standing(((effect.before, effect.square),))}
    was_neutral, is_neutral = (Trait.NEUTRAL in unit.traits for unit in (before, after))
    if is_neutral and not was_neutral:
        yield Remark("becomes neutral", man)
    elif before.side != after.side or was_neutral and not is_neutral:
        yield Remark("changes colour", {**man, "side": Of(after.side)})
    if before.letter != after.letter:
        yield Remark("changes kind", {**man, "kind": Kind(effect.after)})
