"""The weights of the evaluation on the general path, from the lines of the men alone.

They are those of weights.py, with the same `Scale`: a man is worth what it can do on its board while every square is
empty with the same probability. For men that hop this is also the probability of their hurdles, and men that can only
take count what they may take. A neutral man is worth nothing, since both sides have it, nor is a royal one, which is
never lost; a kamikaze is worth half of what it would be, since it gives itself for what it takes.
"""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from feerie.engine.weights import MAX_STEPS, Scale, distances
from feerie.kernel.general_tables import GeneralTables, SpeciesRecord, general_tables_of, pattern_of
from feerie.kernel.king_run import run_steps
from feerie.kernel.tables import SQUARES, mask_of
from feerie.rules.along import RIDE, Along, Line, lines_of
from feerie.rules.genre import Genre, Man
from feerie.rules.movement import Mode
from feerie.rules.trait import Trait

__all__ = ["GeneralWeights", "general_weights_of"]

SIDE = 64
"""Places for the species of a side, as in general_rules.pxd."""
USUAL_MEN = "QRRBBNN" * 2
"""The men by which the phase of the game is measured where there is no game array."""


class GeneralWeights:
    """Values of a genre, as flat lists.

    By species: `values`, `phases`, `mobility` and `attack` (what each square is worth that a man reaches now, and each
    next to an enemy king), `waits` (whether every move can be undone by the next one, so that the man can lose a
    tempo). By side, species (SIDE apart) and square: `mg`, `eg`. `zones`: by square, those next to it, for a king.
    `runs`: as in Weights.
    """

    def __init__(self, tables: GeneralTables) -> None:
        self.tables, self.genre = tables, tables.genre
        self.scale = scale = Scale()
        self.squares = self.genre.board.squares
        men, species = self.genre.men, tables.species[0]
        self._means = [self._mean(man) for man in men]
        self._kinds = [scale.pawn if man.promotion else round(scale.reach * mean)
                       for man, mean in zip(men, self._means, strict=True)]
        mobile = [0 if man.promotion else max(2, min(6, round(scale.mobility / max(1.0, mean))))
                  for man, mean in zip(men, self._means, strict=True)]
        reversible = [self._is_reversible(man) for man in men]
        self.values = [_worth(self._kinds[each.kind], each) for each in species]
        self.phases = [0 if men[each.kind].promotion or not value else max(1, round(value / 160))
                       for each, value in zip(species, self.values, strict=True)]
        self.full_phase = self._full_phase()
        self.mobility = [mobile[each.kind] for each in species]
        self.attack = [max(1, min(9, round(self._kinds[each.kind] / scale.pressure))) for each in species]
        self.waits = [reversible[each.kind] and not each.royal for each in species]
        self.zones = [mask_of(self._targets(self.genre.royal, 0, square)) if square in set(self.squares) else 0
                      for square in range(SQUARES)]
        self._centre = self._centrality()
        self.mg, self.eg = [0] * (2 * SIDE * SQUARES), [0] * (2 * SIDE * SQUARES)
        for side in (0, 1):
            for kind in range(len(men)):
                self._add_squares(side, kind)
        self.runs = [3 * max(0, 10 - steps) ** 2 // 2 for steps in run_steps(self.genre)]

    def _lines(self, man: Man, side: int, square: int) -> Iterator[tuple[Line, Mode]]:
        for movement, mode in man.moves:
            for line in lines_of(movement, self.genre.board, square, side):
                yield line, mode

    def mobility_of(self, man: Man, side: int, square: int) -> float:
        """The number of squares a man reaches on average; squares that it can only take on count by half."""
        total = 0.0
        for (line, along), mode in self._lines(man, side, square):
            quiet, capture = arrivals(along, len(line), self.scale.empty)
            total += quiet * (mode != Mode.CAPTURE) + capture * _TAKING[mode]
        return total

    def _mean(self, man: Man) -> float:
        return sum(self.mobility_of(man, 0, square) for square in self.squares) / len(self.squares)

    def _targets(self, man: Man, side: int, square: int) -> set[int]:
        """The squares of all lines of a man."""
        return {target for (line, _), _ in self._lines(man, side, square) for target in line}

    def _is_reversible(self, man: Man) -> bool:
        if man.promotion or man.royal:
            return False
        for side in (0, 1):
            paths = set()
            for square in self.squares:
                for (line, along), _ in self._lines(man, side, square):
                    if along != RIDE:
                        return False
                    paths |= {(square, target, frozenset(line[:i])) for i, target in enumerate(line)}
            if any((target, origin, between) not in paths for origin, target, between in paths):
                return False
        return True

    def _full_phase(self) -> int:
        start = self.genre.start
        letters = start.split()[0].upper() if start else USUAL_MEN
        return max(1, sum(self.phases[self.tables.numbers[letter]] for letter in letters
                          if letter in self.tables.numbers))

    def _centrality(self) -> list[float]:
        """By square, from -1 to 1: how much men can reach from there."""
        men = [man for man in self.genre.men if not man.promotion]
        sums = {square: sum(self.mobility_of(man, side, square) for man in men for side in (0, 1))
                for square in self.squares}
        mean = sum(sums.values()) / len(sums)
        most = max(abs(total - mean) for total in sums.values()) or 1.0
        return [(sums[square] - mean) / most if square in sums else 0.0 for square in range(SQUARES)]

    def _add_squares(self, side: int, kind: int) -> None:
        """Add what a kind of man and its species are worth on each square: see Weights."""
        man, scale = self.genre.men[kind], self.scale
        near = self._nearness(man, side) if man.promotion else {}
        for square in self.squares:
            centre = self._centre[square]
            if man.promotion:
                mg = scale.pawn - 10 + scale.advance * near[square] ** 2 + scale.centre_pawn * centre * (
                    near[square] > 0.2)
                eg = scale.pawn + scale.advance_eg * near[square] ** 2
            else:
                mg = eg = self._kinds[kind] + scale.square * (self.mobility_of(man, side, square) - self._means[kind])
                mg += scale.centre * centre
            for number, species in enumerate(self.tables.species[side]):
                at = (side * SIDE + number) * SQUARES + square
                if species.kind != kind or Trait.NEUTRAL in species.traits:
                    continue
                if species.royal:
                    self.mg[at], self.eg[at] = round(-scale.centre_king * centre), round(scale.centre_king * centre)
                else:
                    self.mg[at], self.eg[at] = _worth(round(mg), species), _worth(round(eg), species)

    def _nearness(self, man: Man, side: int) -> dict[int, float]:
        """By square, 1 for a man one move from promotion and less the further away, 0 if it can never promote."""
        assert man.promotion
        steps = distances(man.promotion.zones[side],
                          {square: self._targets(man, side, square) for square in self.squares})
        most = max((count for count in steps.values() if count < MAX_STEPS), default=1)
        return {square: max(0.0, 1 - (count - 1) / max(1, most)) if count < MAX_STEPS else 0.0
                for square, count in steps.items()}


_TAKING = {Mode.BOTH: 1.0, Mode.QUIET: 0.0, Mode.CAPTURE: 0.5}
"""What a square on which a man stands counts that can be struck."""


def _worth(value: int, species: SpeciesRecord) -> int:
    """What a species is worth whose kind is worth a value."""
    if species.royal or Trait.NEUTRAL in species.traits:
        return 0
    return value // 2 if Trait.KAMIKAZE in species.traits else value


@lru_cache(maxsize=256)
def arrivals(along: Along, length: int, empty: float) -> tuple[float, float]:
    """The mean numbers of empty squares, and of others, that a man strikes on a line if each is empty by chance."""
    if along == RIDE:
        reached = sum(empty ** i for i in range(length))
        return empty * reached, (1 - empty) * reached
    quiet = capture = 0.0
    for occupied, struck in enumerate(pattern_of(along, length).struck):
        men = occupied.bit_count()
        chance = (1 - empty) ** men * empty ** (length - men)
        quiet += chance * (struck & ~occupied).bit_count()
        capture += chance * (struck & occupied).bit_count()
    return quiet, capture


@lru_cache(maxsize=64)
def general_weights_of(genre: Genre) -> GeneralWeights:
    """The weights of a genre of the general path, made once."""
    return GeneralWeights(general_tables_of(genre))
