"""Findings: what rules say about a position or a move, with the men and squares concerned, and in words.

Every rule has a key that never changes, and its sentences in `languages`: "key: yes" if it is kept, "key: no" or
"key: variant" if it is not.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from feerie.game.explanation import RuleFinding
from feerie.game.position import Position, Reason
from feerie.game.status import StatusWord
from feerie.notation.languages import Language, Named
from feerie.notation.moves import with_origin
from feerie.rules.ending import MoveRule
from feerie.rules.royalty import Doctrine
from feerie.why.attempt import Attempt
from feerie.why.what_if import WhatIf

__all__ = ["Findings"]


class Findings:
    """Collects findings about one position, and names its men and squares in their sentences.

    `now`: the diagram; `side`: the number of the side to move; `several`: it has several kings.
    """

    def __init__(self, position: Position, words: Language) -> None:
        self.position, self.words, self.genre = position, words, position.genre
        self.name = self.genre.board.name
        self.side = position.turn.number
        self.now = WhatIf.at(position)
        self.several = len(self.now.kings(self.side)) > 1
        self.notes: list[RuleFinding] = []

    def game_goes_on(self) -> bool:
        """Whether the diagram is legal and the game not over; notes only what is not the case."""
        status = self.position.status()
        if status.word == StatusWord.ILLEGAL and status.reason:
            exposed = status.reason is Reason.SIDE_NOT_TO_MOVE_IN_CHECK
            side = self.side ^ 1 if exposed else self.side
            square = None if status.square is None else self.genre.board.index(status.square)
            if status.reason is Reason.TOO_MANY_KINGS and square is not None:
                side = 0 if self.now.is_own(square, 0) else 1
            attacked = self.now.attacked_kings(side)
            squares = list(attacked) if square is None else [square]
            return self.note("diagram legal", False, status.reason.value, squares, squares,
                             side=self.colour(side), attacks=self.attacks(attacked, self.now, side),
                             man=self.kind(status.man or self.genre.royal.letter), square=status.square)
        if status.word in (StatusWord.WIN, StatusWord.DRAW) and status.reason:
            winner = status.winner.number if status.winner else self.side
            count = next((ending.automatic // 2 for ending in self.genre.endings if isinstance(ending, MoveRule)), 0)
            return self.note("game goes on", False, status.reason.value, side=self.colour(winner), count=count)
        return True

    # -- notes and words

    def note(self, rule: str, holds: bool, variant: str = "", squares: Iterable[int] = (), men: Iterable[int] = (),
             diagram: WhatIf | None = None, moves: Iterable[str] = (), **values: object) -> bool:
        """Add a finding and return `holds`. `men`: squares of men of the diagram (now, if not given)."""
        shown, squares, men = diagram or self.now, tuple(squares), tuple(men)
        sentence = self.words.sentence(f"{rule}: {variant or ('yes' if holds else 'no')}", **values)
        ways = (way for square in squares for way in shown.paths_to(square, men))
        self.notes.append(RuleFinding(rule, holds, tuple(self.name(square) for square in squares),
                                      tuple(shown.men[square] + self.name(square) for square in men), sentence,
                                      tuple(tuple(map(self.name, way)) for way in ways), tuple(moves)))
        return holds

    def colour(self, side: int) -> str:
        """What a side is called."""
        return self.words.colours[side]

    def named(self, *squares: int, diagram: WhatIf | None = None) -> Named:
        """The men on squares, named with their squares."""
        letters = (diagram or self.now).men
        return Named(self.words, [(letters[square], self.name(square)) for square in squares])

    def attacking(self, square: int, men: Iterable[int], diagram: WhatIf | None = None, by: int | None = None) -> Named:
        """The men on squares that attack another one, named with their squares and with those of their hurdles.

        `by`: their side, the enemy of the side to move if not given.
        """
        shown = diagram or self.now
        over: dict[int, set[int]] = {}
        for (origin, _), attack in shown.attacks_on(square, self.side ^ 1 if by is None else by).items():
            over.setdefault(origin, set()).update(attack.hurdles)
        return Named(self.words, [(shown.men[man], self._placed(man, sorted(over.get(man, ())))) for man in men])

    def _placed(self, square: int, hurdles: Iterable[int]) -> str:
        """The square of a man, and over which men it hops: "a4 over d4"."""
        named = self.words.listed(map(self.name, hurdles)) if hurdles else ""
        return self.words.sentence("over", square=self.name(square), hurdles=named) if named else self.name(square)

    def kind(self, *letters: str) -> Named:
        """Kinds of men, by letters or texts, named without squares."""
        return Named(self.words, [(letter, "") for letter in letters])

    def king(self, square: int, diagram: WhatIf | None = None) -> Named:
        """A king, or another royal man, of the side to move, named with its square if there are several."""
        return Named(self.words, [((diagram or self.now).men[square], self.name(square) if self.several else "")])

    def is_royal(self, square: int) -> bool:
        """Whether a royal man stands on a square."""
        return self.now.is_royal(square)

    def untouchable(self, square: int) -> str:
        """The variant of a sentence about a man that is never taken: "" for a king, "royal" for another royal man."""
        return "" if self.genre.man(self.now.men[square]).royal else "royal"

    def attacks(self, attacked: Mapping[int, list[int]], diagram: WhatIf, side: int, variant: str = "yes") -> str:
        """Attacked kings of a side in a diagram and their attackers, in words."""
        return ", ".join(self.words.sentence(f"attack: {variant}", king=self.named(king, diagram=diagram),
                                             attackers=self.attacking(king, attackers, diagram, side ^ 1))
                         for king, attackers in attacked.items())

    def mate_of_one(self, diagram: WhatIf) -> None:
        """Note, in a mate of several Siamese kings, which of them is mated; or that no move helps all of them."""
        side = diagram.setup.turn
        attacked = diagram.attacked_kings(side)
        if self.genre.royalty.doctrine is not Doctrine.SIAMESE or len(diagram.kings(side)) < 2:
            return
        mated = {king: by for king, by in attacked.items() if next(diagram.attempts(king), None) is None}
        shown = mated or attacked
        self.note("mate of one", True, "yes" if mated else "together" if len(attacked) > 1 else "exposed",
                  squares=shown, men=sorted({square for by in shown.values() for square in by}), diagram=diagram,
                  attacks=self.attacks(shown, diagram, side))

    def places(self, squares: Iterable[int]) -> str:
        """Squares to choose from: "c1 or c2"."""
        return self.words.listed(map(self.name, squares), alternatives=True)

    def shown(self, diagram: WhatIf, attempt: Attempt) -> str:
        """A move in short: "Nf6-h7", "Kf3(Re3)"."""
        return with_origin(attempt.move(diagram), self.words)
