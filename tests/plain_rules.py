"""Genres by the plain methods of their rules: with the compiled forms hidden, and a generator of moves in Python.

The generator uses the values of rules alone: movements, promotions, and the methods of rules/facet.py. It knows neither
castling nor captures en passant, and takes one king a side.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from feerie.rules.births import births_after
from feerie.rules.change import Stage
from feerie.rules.facet import plain_arrivals, stage_of
from feerie.rules.genre import Genre, Names
from feerie.rules.movement import Mode
from feerie.rules.scene import Played, Scene
from feerie.rules.unit import kind_text, unit_of


@dataclass(frozen=True, eq=False)
class Plain:
    """A rule without its compiled form; it is equal to the rule."""

    rule: Any

    def __eq__(self, other: object) -> bool:
        return bool(self.rule == (other.rule if isinstance(other, Plain) else other))

    def __hash__(self) -> int:
        return hash(self.rule)

    def __getattr__(self, name: str) -> Any:
        if name == "forms" or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.rule, name)


def in_plain(genre: Genre) -> Genre:
    """The genre with the forms of its rules hidden."""
    return replace(genre, name=f"{genre.name} in Python", names=Names(), rules=tuple(map(Plain, genre.rules)))


def legal(scene: Scene, side: int) -> Iterator[tuple[str, Scene]]:
    """The legal moves of a side in UCI, each with the men after it."""
    for move, after in _moves(scene, side):
        if not _in_danger(after, side) and _kings(after, side) >= _kings(scene, side) \
                and _kings(after, side ^ 1) >= _kings(scene, side ^ 1):
            yield move, after


def leaves(scene: Scene, side: int, depth: int) -> int:
    """How many lines of legal moves there are."""
    return sum(leaves(after, side ^ 1, depth - 1) for _, after in legal(scene, side)) if depth else 1


def _kings(scene: Scene, side: int) -> int:
    return sum(scene.belongs(square, side) and scene.is_royal(square) for square in scene.board.squares)


def _in_danger(scene: Scene, side: int) -> bool:
    """Whether some capture would cost a side its king."""
    return any(_kings(after, side) < _kings(scene, side) for _, after in _moves(scene, side ^ 1, captures=True))


def _moves(scene: Scene, side: int, *, captures: bool = False) -> Iterator[tuple[str, Scene]]:
    """The moves of a side, whatever becomes of kings."""
    genre, board = scene.genre, scene.board
    for origin in board.squares:
        if not scene.belongs(origin, side):
            continue
        unit = unit_of(scene.men[origin])
        man = genre.man(unit.letter)
        if not _agree(genre, "may_move", scene, origin, side):
            continue
        for target, struck, over in _goings(scene, origin, side, captures):
            if scene.men[struck] and not _agree(genre, "may_capture", scene, origin, side, struck):
                continue
            promotes = man.promotion is not None and target in man.promotion.zones[side]
            for letter in man.promotion.to if man.promotion and promotes else (unit.letter,):
                after = scene.with_men((origin, ""), (struck, ""), (target, str(replace(unit, letter=letter))))
                played = Played(scene, side, origin, target, struck if scene.men[struck] else None, mover=target)
                promotion = kind_text(letter) if promotes else None
                changes = [(origin, scene.men[origin], "", Stage.ARRIVE)]
                if struck != target and scene.men[struck]:
                    changes.append((struck, scene.men[struck], "", Stage.ARRIVE))
                changes.append((target, scene.men[target], after.men[target], Stage.ARRIVE))
                for choice, done in _effects(after, played, changes):
                    if not _agree(genre, "may_lead_to", done, played):
                        continue
                    yield board.uci(origin, target, promotion) + over + choice, done


def _agree(genre: Genre, method: str, *asked: Any) -> bool:
    """Whether all rules that have a method say yes."""
    return all(getattr(rule, method)(*asked) for rule in genre.rules if hasattr(rule, method))


def _goings(scene: Scene, origin: int, side: int, captures: bool) -> Iterator[tuple[int, int, str]]:
    """Where a man goes, where it takes something then, and the square that UCI text names besides, if any."""
    moves = scene.genre.man(scene.men[origin]).moves
    prepares = next((rule for rule in scene.genre.rules if hasattr(rule, "takes_from")), None)
    goes_on = next((rule for rule in scene.genre.rules if hasattr(rule, "goes_on_to")), None)
    takings = dict[tuple[int, int], str]()
    for (struck, target), mode in plain_arrivals(moves, scene.board, scene.men, origin, side):
        if not captures and not scene.men[struck] and mode != Mode.CAPTURE:
            yield target, struck, ""
        elif scene.belongs(struck, side ^ 1) and mode != Mode.QUIET:
            takings[target, struck] = ""
    if prepares:
        takings = {(target, prey): f"@{scene.board.name(prey)}" * (target != prey)
                   for prey in scene.board.squares if prey != origin and scene.belongs(prey, side ^ 1)
                   for via in prepares.takes_from(scene, origin, side, prey)
                   for men in [scene.with_men((origin, ""), (via, scene.men[origin])).men]
                   for (struck, target), mode in plain_arrivals(moves, scene.board, men, via, side)
                   if struck == prey and mode != Mode.QUIET}
    for (target, struck), over in takings.items():
        if goes_on and (not captures or goes_on.absolute or not scene.is_royal(struck)):
            taken = scene.with_men((origin, ""), (struck, ""), (target, scene.men[origin]))
            for end in goes_on.goes_on_to(taken, Played(scene, side, origin, target, struck, mover=target)):
                yield end, struck, f"@{scene.board.name(struck)}"
        else:
            yield target, struck, over


def _effects(scene: Scene, played: Played, changes: list[tuple[int, str, str, Stage]]) -> Iterator[tuple[str, Scene]]:
    """A move with its effects, once for each choice; nothing if a rule does not admit it. `changes`: what it does to
    squares without them."""
    rules = sorted(scene.genre.rules, key=stage_of)
    open_ones = [("", scene, played, changes)]
    for rule in rules:
        following = []
        if hasattr(rule, "admits_capture") and played.struck is not None:
            open_ones = [each for each in open_ones if rule.admits_capture(*each[1:3])]
        for text, men, now, changes in open_ones if hasattr(rule, "effects") else ():
            for chosen in now.chosen(rule, men):
                done, further = men, list(changes)
                for square, man in rule.effects(men, chosen):
                    further.append((square, done.men[square], man, stage_of(rule)))
                    done = done.with_men((square, man))
                lands = rule.lands(men, chosen) if hasattr(rule, "lands") else now.mover
                square = men.board.name(chosen.place) if hasattr(rule, "places") and chosen.place is not None else ""
                kind = kind_text(unit_of(chosen.choice).letter).lower() if chosen.choice else ""
                added = f"@{square}{kind}" if square or kind else ""
                following.append((text + added, done, now._replace(mover=lands), further))
        open_ones = following if hasattr(rule, "effects") else open_ones
    for text, men, _, changes in open_ones:
        births = births_after(played.before.births, changes) if scene.genre.has_births else ()
        yield text, Scene(men.genre, men.men, births=births)
