"""A move between two squares, legal or not, checked against the rules one by one.

The reasons come from the rules themselves, not from the kernel's moves: the lines of a movement and how a man goes
along them, the conditions of a castling, and who attacks what on the board as it is or would be. Only whether Rex
Multiplex allows a check is decided by the kernel.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from feerie.game.explanation import RuleFinding
from feerie.game.position import Position
from feerie.game.status import StatusWord
from feerie.notation.languages import Language
from feerie.rules.castling import Castling, CastlingFamily, LineCastling, Partners, Style
from feerie.rules.movement import ORTHOGONAL
from feerie.rules.royalty import Doctrine
from feerie.rules.trait import Trait
from feerie.rules.unit import letter_of, side_of
from feerie.why.attempt import Attempt
from feerie.why.pair import Pair, named_square
from feerie.why.part_inquiry import PartInquiry
from feerie.why.rule_remarks import RuleRemarks
from feerie.why.ways import castlings_of, choices, promoted, traits_of
from feerie.why.what_if import WhatIf

__all__ = ["Inquiry"]


class Inquiry(PartInquiry):
    """Checks moves of one position against the rules, one rule after the other."""

    def __init__(self, position: Position, words: Language) -> None:
        super().__init__(position, words)
        self.rules = RuleRemarks(self)
        self.illegal_check: WhatIf | None = None    # what the last move led to, if it was an illegal check

    def is_legal(self, pair: Pair) -> bool:
        """Whether the kernel lists the move."""
        legal: Collection[object] = self.position.legal_moves
        return pair.uci(self.genre.board) in legal

    def completed(self, pair: Pair) -> Pair:
        """The pair as UCI text has the move: with the square of a man that is taken on the way, or without it; in
        Chess960 with that of the rook, if the king's two squares are given.
        """
        if self.is_legal(pair) or not self.now.is_own(pair.origin, self.side):
            return pair
        if not any(True for _ in self.now.ways_to(pair.origin, pair.target, self.side)):
            for family, by_king in castlings_of(self.genre, self.side):
                for castling in by_king[pair.origin] if family.style is Style.KING_TAKES_ROOK else ():
                    if castling.king_to == pair.target and self.now.is_own(castling.partner, self.side):
                        return replace(pair, target=castling.partner)
        aside = self.now.taken_aside(pair.origin, pair.target)
        meant = (None,) if pair.taken in aside else aside if pair.taken is None else ()
        return next((found for taken in meant if self.is_legal(found := replace(pair, taken=taken))), pair)

    def findings(self, pair: Pair) -> list[RuleFinding]:
        """The findings about a move between two squares, those about the position itself first."""
        self.notes, self.illegal_check = [], None
        return self._on_board(pair) if self.game_goes_on() else self.notes

    def findings_on_board(self, pair: Pair) -> list[RuleFinding]:
        """The findings about a move as if the game went on, even in an illegal diagram."""
        self.notes = []
        return self._on_board(pair)

    def _on_board(self, pair: Pair) -> list[RuleFinding]:
        goes_on = pair.taken is not None and self.now.completion is not None
        if self._may_move(pair) and (goes_on or not self._castle(pair)):
            self._move(pair)
        return self.notes

    def misfit(self, text: str, written: str = "") -> RuleFinding:
        """The finding that a text names no man of the side to move, or that its legal move is `written` differently."""
        if written:
            self.note("as written", False, text=text, san=written)
        else:
            self.note("man there", False, "no such man", side=self.colour(self.side), text=text)
        return self.notes.pop()

    # -- rules for every move

    def _may_move(self, pair: Pair) -> bool:
        """Whether a man of the side to move stands there, and has somewhere to go."""
        man = self.now.men[pair.origin]
        if not man:
            return self.note("man there", False, squares=[pair.origin], square=self.name(pair.origin))
        own = self.now.is_own(pair.origin, self.side)
        self.note("own man", own, "neutral" if Trait.NEUTRAL in traits_of(man) else "", squares=[pair.origin],
                  men=[pair.origin], man=self.named(pair.origin), side=self.colour(self.side),
                  owner=self.colour(side_of(man)))
        if own and pair.origin == pair.target and (pair.taken is None or self.now.completion is None):
            return self.note("another square", False, squares=[pair.origin], square=self.name(pair.origin))
        return own and self.rules.may_move(self.now, pair.origin, self.side)

    # -- moves of one man

    def _move(self, pair: Pair) -> None:
        """A move of one man, from its movement to the safety of the kings."""
        first, struck = self.first_part(pair), self.prey(pair)
        going = self._going(first) if struck is None else (struck,) if self.prepares(pair, struck) else None
        if going is None:
            return
        [taken] = going
        origin, target = pair.origin, pair.target
        man = self.now.men[origin]
        if not self.rules.admits(self.now, origin, first.target) \
                or taken is not None and not self.rules.may_capture(self.now, origin, self.side, taken) \
                or not self.goes_on(pair, first, taken):
            return
        promotes = self._promotes(origin, target, pair.promotion, taken is not None)
        if taken is not None and Trait.KAMIKAZE in traits_of(man) and not self.now.genre.revives:
            self.note("vanishes", True, squares=[target], men=[origin, taken], man=self.named(origin),
                      captured=self.named(taken))
        text = promoted(man, pair.promotion) if promotes and pair.promotion else man
        after = self.rules.after(pair, text, taken)
        is_allowed = self.rules.allows(after)
        if self._kings_are_there(after) and self._kings_are_safe(after, pair, taken) and promotes and is_allowed:
            self.check_is_legal(after, pair)
            self._is_chosen(after)
            self._king_run(pair)

    def _going(self, pair: Pair) -> tuple[int | None] | None:
        """Where a man takes, or None, by going to a square; None instead if it cannot go there."""
        origin, target = pair.origin, pair.target
        found = [(way, course) for way in self.now.ways_to(origin, target, self.side)
                 if (course := self.now.course(origin, way, target))]
        said: dict[str, Any] = {"man": self.named(origin), "origin": self.name(origin), "target": self.name(target)}
        if not found:
            self.does_not_move_so(pair)
            return None
        self.moves_so(pair, found)
        if pair.taken is not None and pair.taken not in self.now.taken_aside(origin, target):
            self.note("taken on the way", False, squares=[pair.taken], men=[origin], captured=self.name(pair.taken),
                      **said)
            return None
        going = self.goes(pair, found, said)
        if going is None:
            return None
        way, course = going
        return (course.struck if course.struck is not None and self.now.men[course.struck] else
                self.now.passing(self.now.men[origin], way, self.now.occupied).get(target),)

    def _kings_are_there(self, after: WhatIf) -> bool:
        """Whether every king is still there; noted where one is not."""
        for side in (self.side, self.side ^ 1):
            if self.now.takes_kings and not after.has_kings_of(self.now, side):
                lost = [king for king in self.now.kings(side) if not after.is_royal(king)]
                return self.note("king remains", False, squares=lost, men=lost, king=self.named(*lost))
        return True

    def _is_chosen(self, after: WhatIf) -> None:
        """Note where rules want another move of those that are left: one with another outcome or of another measure."""
        if all(note.holds for note in self.notes) and self.rules.is_accepted(after):
            self.rules.is_chosen(after)

    def _king_run(self, pair: Pair) -> None:
        """A king that legally arrives on its goal wins or, without its run flag, does not."""
        run, origin, target = self.genre.king_run, pair.origin, pair.target
        if run is None or target != run.goals[self.side] or not self.is_royal(origin) \
                or not self.is_legal(pair):
            return
        said: dict[str, Any] = {"king": self.king(origin), "square": self.name(target)}
        if self.position.play(pair.uci(self.genre.board)).status().word == StatusWord.WIN:
            self.note("king run", True, squares=[target], men=[origin], **said)
            return
        first, second = (sorted(gate) for gate in run.gates[self.side])
        self.note("run flag missing", True, squares=[target, *first, *second], men=[origin], **said,
                  flag=run.flags[self.side], first=self.places(first), second=self.places(second))

    def _promotes(self, origin: int, target: int, promotion: str | None, captures: bool = False) -> bool:
        """Whether a promotion letter is given where it must be, and is allowed; noted if a promotion is involved."""
        man = self.now.men[origin]
        side = self.side if self.now.is_own(origin, self.side) else self.side ^ 1
        allowed = choices(self.genre, man, target, side, captures)
        if not allowed and promotion is None:
            return True
        variant = "superfluous" if not allowed else "missing" if promotion is None \
            else "" if promotion in allowed else "no such choice"
        return self.note("promotion", not variant, variant, squares=[target], men=[origin], man=self.named(origin),
                         target=self.name(target), promotion=self.kind(promotion or man),
                         choices=self.kind(*allowed))

    # -- the safety of the kings

    def _kings_are_safe(self, after: WhatIf, pair: Pair, taken: int | None) -> bool:
        """Whether the side's own kings are placed, after a move of one man, as the royalty doctrine demands."""
        kings, attacked = after.kings(self.side), after.attacked_kings(self.side)
        if self.genre.royalty.doctrine is Doctrine.ULTRA and len(kings) > 1:
            return self._one_king_is_safe(after, kings, attacked)
        if not attacked:
            self._kings_are_unattacked(kings, after)
        crushed = after.crushing(self.side) if after.crushes_kings else {}
        for king, attackers in attacked.items():
            if king in crushed:
                self.note("king crushed", False, squares=[king], men=attackers, diagram=after,
                          king=self.king(king, after), shown=self.shown(after, crushed[king][0]))
            elif king == pair.target and self.is_royal(pair.origin):
                self._blame_king(pair, attackers, after, taken)
            elif king == pair.target:
                self.note("new king not attacked", False, squares=[king], men=attackers, diagram=after,
                          square=self.name(king), attackers=self.attacking(king, attackers, after))
            else:
                self._blame_man(pair, taken, king, attackers, after)
        if attacked:
            self._rescue_is_refuted(pair)
        return not attacked

    def _one_king_is_safe(self, after: WhatIf, kings: Sequence[int], attacked: Mapping[int, list[int]]) -> bool:
        safe = [king for king in kings if king not in attacked]
        return self.note("one king safe", bool(safe), squares=safe[:1] or kings, diagram=after,
                         men=safe[:1] or sorted({square for of in attacked.values() for square in of}),
                         king=self.named(*(safe or kings)[:1], diagram=after), kings=self.words.kings[self.side],
                         attacks=self.attacks(attacked, after, self.side, "short"))

    def _kings_are_unattacked(self, kings: Sequence[int], after: WhatIf) -> None:
        if kings:
            alike = all(self.genre.man(after.men[king]).royal for king in kings)
            several = len(kings) > 1
            self.note("king safe", True, "all" if several and alike else "all royal" if several else "",
                      squares=kings, diagram=after, kings=self.words.kings[self.side],
                      king=self.named(*kings, diagram=after) if several else self.king(kings[0], after))

    def _blame_king(self, pair: Pair, attackers: Sequence[int], after: WhatIf, taken: int | None) -> None:
        """A king has gone where it is attacked."""
        attacks = after.attacks_on(pair.target, self.side ^ 1)
        through = attacks and all(attack.needs_empty(pair.origin) for attack in attacks.values())
        variant = "guarded" if taken == pair.target else "through" if through else ""
        self.note("king's square not attacked", False, variant, squares=[pair.target], men=attackers,
                  diagram=after, king=self.king(pair.origin),
                  attackers=self.attacking(pair.target, attackers, after), square=self.name(pair.target),
                  origin=self.name(pair.origin), captured=None if taken is None else self.named(taken))

    def _blame_man(self, pair: Pair, taken: int | None, king: int, attackers: Sequence[int], after: WhatIf) -> None:
        """A move has left a king attacked that did not go to its target."""
        enemy, stood = self.side ^ 1, self.now.is_royal(king)
        before = self.now.attackers(king, enemy) if stood else []
        old = [square for square in attackers if square in before and square != pair.target]
        new = [square for square in attackers if square not in old]
        if old:
            self.note("check parried", False, squares=[king], men=old, king=self.king(king),
                      attackers=self.attacking(king, old, after))
        if not new:
            return
        said: dict[str, Any] = {"king": self.king(king, after), "man": self.named(pair.origin),
                                "target": self.name(pair.target), "attackers": self.attacking(king, new, after)}
        attacks = [attack for (origin, _), attack in after.attacks_on(king, enemy).items() if origin in new]
        if pair.target in new or self.is_royal(pair.origin):
            self.note("king safe", False, squares=[king], men=new, diagram=after, **said)
        elif stood and set(new) <= set(self.now.without(pair.origin).attackers(king, enemy)):
            self.note("man not pinned", False, squares=[king], men=[pair.origin, *new], **said)
        elif attacks and all(pair.target in attack.hurdles for attack in attacks):
            self.note("king safe", False, "hurdle", squares=[king], men=[pair.target, *new], diagram=after,
                      mover=self.kind(self.now.men[pair.origin]), **said)
        elif taken is not None and self.now.is_in_passing(pair.origin, self.side, pair.target, taken):
            self.note("king safe after capture in passing", False, squares=[king], men=[taken, *new],
                      captured=self.named(taken), **said)
        else:
            self.note("king safe", False, squares=[king], men=new, diagram=after, **said)

    def check_is_legal(self, after: WhatIf, pair: Pair) -> None:
        """Note, under Rex Multiplex, whether a check to several kings may be given; of Siamese ones, which are mated.
        """
        enemy = self.side ^ 1
        kings, attacked = after.kings(enemy), after.attacked_kings(enemy)
        if len(kings) < 2 or not attacked:
            return
        if self.genre.royalty.doctrine is not Doctrine.MULTIPLEX:
            if self.is_legal(pair) and Position(self.genre, after.setup).status().word == StatusWord.MATE:
                self.mate_of_one(after)
            return
        holds, reached = self.is_legal(pair), Position(self.genre, after.setup)
        free = [king for king in kings if king not in attacked]
        king, reply, variant = kings[0], "", ""
        if holds and reached.status().word == StatusWord.CHECK:
            reply, variant = reached.san(next(iter(reached.legal_moves)), self.words), "parryable"
        elif holds and reached.status().word == StatusWord.MATE:
            variant = "mate"
        elif not holds and free:
            king, variant = free[0], "free king"
        elif not holds:
            king, rescue = next(((king, found) for king in kings if (found := after.rescue(king))), (king, None))
            reply, variant = (self.shown(after, rescue), "rescue") if rescue else ("", "")
        self.note("check parryable or mate", holds, variant, squares=list(attacked), diagram=after,
                  men=sorted({square for of in attacked.values() for square in of}),
                  attacks=self.attacks(attacked, after, enemy), reply=reply, kings=self.words.kings[enemy],
                  king=self.named(king, diagram=after))
        self.illegal_check = None if holds else after
        if variant == "mate":
            for mated in kings:
                self._king_is_mated(after, mated)

    def _king_is_mated(self, diagram: WhatIf, king: int) -> None:
        """Why a king is mated under Rex Multiplex: what would free it, and why that does not help."""
        attempts = list(diagram.attempts(king))
        self.note("king mated", True, "refuted" if attempts else "", squares=[king], men=[king], diagram=diagram,
                  king=self.named(king, diagram=diagram))
        for attempt in attempts:
            self._refuted(diagram, king, attempt, True)

    def _rescue_is_refuted(self, pair: Pair) -> None:
        """Under Rex Multiplex, in a mate of several kings: why a move that frees one of them is not a rescue."""
        if self.genre.royalty.doctrine is not Doctrine.MULTIPLEX or not self.several \
                or self.position.status().word != StatusWord.MATE:
            return
        for king in self.now.kings(self.side):
            for attempt in self.now.attempts(king):
                if (attempt.origin, attempt.target) == (pair.origin, pair.target) \
                        and pair.promotion in (None, attempt.promotion(self.now)):
                    self._refuted(self.now, king, attempt, False)

    def _refuted(self, diagram: WhatIf, king: int, attempt: Attempt, holds: bool) -> None:
        """Why a move that frees a king does not rescue it: new checks to other kings, or that it is an illegal check.

        `holds`: in a mate this speaks for the mating move, for the attempt itself against it.
        """
        said: dict[str, Any] = {"reply": self.shown(diagram, attempt), "king": self.named(king, diagram=diagram)}
        if not attempt.new_checks:
            enemy = attempt.after.attacked_kings(attempt.after.setup.turn)
            self.note("rescue refuted", holds, "illegal check", squares=list(enemy), diagram=attempt.after,
                      men=sorted({square for of in enemy.values() for square in of}), **said)
        for exposed, attackers in attempt.new_checks.items():
            self.note("rescue refuted", holds, "new check", squares=[exposed], men=attackers, diagram=attempt.after,
                      exposed=self.named(exposed, diagram=attempt.after),
                      attackers=self.attacking(exposed, attackers, attempt.after, attempt.after.setup.turn), **said)

    # -- castling of every kind

    def _castle(self, pair: Pair) -> bool:
        """Whether a king's move should be understood as castling; if so, adds the findings about it."""
        if not self.genre.man(self.now.men[pair.origin]).royal:
            return False
        kinds: dict[Style, tuple[CastlingFamily, list[Castling]]] = {}
        for family, by_king in castlings_of(self.genre, self.side):
            castlings = [castling for castling in by_king[pair.origin] if named_square(family, castling) == pair.target]
            steps = family.style is Style.KING_TAKES_ROOK and not self.now.is_own(pair.target, self.side) \
                and any(True for _ in self.now.ways_to(pair.origin, pair.target, self.side))
            if castlings and not steps:
                kinds[family.style] = family, castlings
        if Style.EXCHANGE in kinds and self.now.is_own(pair.target, self.side):
            self._exchange(pair, *kinds[Style.EXCHANGE])
        elif wing := kinds.get(Style.WING) or kinds.get(Style.KING_TAKES_ROOK):
            self._castle_on_squares(pair, *wing)
        elif Style.ARRIVALS in kinds:
            on_line = isinstance(kinds[Style.ARRIVALS][0], LineCastling)
            (self._castle_on_line if on_line else self._castle_on_squares)(pair, *kinds[Style.ARRIVALS])
        else:
            return self._is_no_castling(pair)
        return True

    def _is_no_castling(self, pair: Pair) -> bool:
        """Whether the king's move would be castling in other genres; if so, a finding says that it is not here."""
        board = self.genre.board
        said: dict[str, Any] = {"origin": self.name(pair.origin), "target": self.name(pair.target)}
        files = board.file(pair.target) - board.file(pair.origin)
        ranks = board.rank(pair.target) - board.rank(pair.origin)
        on_lines = [family for family in self.genre.castlings if isinstance(family, LineCastling)]
        if abs(files) == abs(ranks) == 2 and any(set(family.directions) <= set(ORTHOGONAL) for family in on_lines):
            return not self.note("castling line", False, squares=[pair.origin, pair.target], men=[pair.origin],
                                 king=self.king(pair.origin), **said)
        if ranks == 0 and abs(files) == 2 and not self.now.men[pair.target] and any(
                home == pair.origin and right.isupper() == (self.side == 0) and (rook > home) == (files > 0)
                for right, (home, rook) in self.genre.home_rights.items()):
            return not self.note("castling known", False, squares=[pair.origin, pair.target], men=[pair.origin],
                                 **said)
        return False

    def _castle_on_squares(self, pair: Pair, family: CastlingFamily, castlings: Sequence[Castling]) -> None:
        """Castling with the man on a given square (orthodox castling): the right, the path, the king's squares."""
        castling = next((castling for castling in castlings if self.now.is_own(castling.partner, self.side)),
                        castlings[0])
        man = self.now.men[castling.partner]
        if not (self.now.is_own(castling.partner, self.side) and letter_of(man) in family.men):
            self.note("partner at home", False, squares=[castling.partner], side=self.colour(self.side),
                      kind=self.kind(*family.men), square=self.name(castling.partner))
            return
        partner = self.named(castling.partner)
        self._announce(castling)
        self.rules.admits_castling(self.now, castling)
        both = (castling.king, castling.partner)
        if castling.right is not None:
            self.note("castling right", castling.right in self.now.setup.rights, squares=both, men=both,
                      king=self.king(castling.king), partner=partner)
        blockers = sorted(square for square in castling.empty if self.now.men[square])
        self.note("squares between empty", not blockers, squares=sorted(castling.empty), men=blockers,
                  king=self.king(castling.king), partner=partner, blockers=self.named(*blockers))
        if not family.in_check:
            self._king_is_unattacked(castling)
        self._promotes(castling.king, castling.king_to, pair.promotion)
        self._squares_are_safe(pair, castling)

    def _castle_on_line(self, pair: Pair, family: CastlingFamily, castlings: Sequence[Castling]) -> None:
        """Castling along a line: the king, the first man it meets, the king's squares."""
        first = castlings[0]
        king, line = first.king, (first.partner_to, first.king_to, *(castling.partner for castling in castlings))
        if not family.in_check:
            self._king_is_unattacked(first)
        met = self.now.blocker(line)
        if met is None:
            self.note("partner on the line", False, squares=line, king=self.king(king), origin=self.name(king),
                      target=self.name(pair.target))
            return
        said: dict[str, Any] = {"king": self.king(king), "partner": self.named(met)}
        self.note("partner on the line", True, squares=line[:line.index(met)], men=[met], **said)
        between = line[:line.index(met)]
        suits = self._partner_suits(family, met)
        far = self.note("partner far enough", len(between) > 1, squares=between, men=[king, met], **said)
        if not (suits and far):
            return
        castling = castlings[len(between) - 2]
        self._announce(castling)
        self.rules.admits_castling(self.now, castling)
        self._promotes(castling.king, castling.king_to, pair.promotion)
        if self._partner_may_arrive(castling):
            self._squares_are_safe(pair, castling)

    def _partner_may_arrive(self, castling: Castling) -> bool:
        """Whether the partner may stand where it arrives: no pawn on its first rank; noted only if it may not."""
        partner = self.now.men[castling.partner]
        region = self.genre.man(partner).region
        return region is None or castling.partner_to in region[self.side] or self.note(
            "partner's square", False, squares=[castling.partner_to], men=[castling.partner],
            partner=self.named(castling.partner), kind=self.kind(partner), square=self.name(castling.partner_to))

    def _exchange(self, pair: Pair, family: CastlingFamily, castlings: Sequence[Castling]) -> None:
        """King and a man of its side change places: the right, the king, the man, the king's new square."""
        castling = castlings[0]
        partner, both = self.now.men[castling.partner], (castling.king, castling.partner)
        if self.genre.man(partner).royal:
            self.note("partner's kind", False, "two kings", squares=[castling.partner], men=both)
            return
        self.note("exchange", True, squares=both, men=both, king=self.named(castling.king),
                  partner=self.named(castling.partner))
        if castling.right:
            self.note("exchange unused", castling.right in self.now.setup.flags, side=self.colour(self.side))
        if not family.in_check:
            self._king_is_unattacked(castling)
        if not self._partner_suits(family, castling.partner):
            return
        promotes = self._promotes(castling.partner, castling.partner_to, pair.promotion)
        if promotes and not pair.promotion and not self._partner_may_arrive(castling):
            return
        self._squares_are_safe(pair, castling, pair.promotion if promotes else None,
                               castling.right if family.spends_right else None)

    def _announce(self, castling: Castling) -> None:
        """Add the finding that says who castles with whom."""
        own = self.now.is_own(castling.partner, self.side)
        self.note("castling", True, "" if own else "enemy", squares=[castling.king_to, castling.partner_to],
                  men=[castling.king, castling.partner],
                  king=self.kind(self.genre.royal.letter), partner=self.kind(self.now.men[castling.partner]),
                  origin=self.name(castling.king), target=self.name(castling.king_to),
                  start=self.name(castling.partner), end=self.name(castling.partner_to))

    def _partner_suits(self, family: CastlingFamily, partner: int) -> bool:
        """Whether the partner is of a kind and side that may castle; noted only if it is not."""
        named = self.named(partner)
        suits = True
        if letter_of(self.now.men[partner]) not in family.men:
            suits = self.note("partner's kind", False, squares=[partner], men=[partner], partner=named,
                              choices=self.kind(*family.men))
        if family.partners is Partners.OWN and not self.now.is_own(partner, self.side):
            suits = self.note("partner's side", False, squares=[partner], men=[partner], partner=named)
        return suits

    def _king_is_unattacked(self, castling: Castling) -> None:
        attackers = self.now.attackers(castling.king, self.side ^ 1)
        self.note("king not attacked", not attackers, squares=[castling.king], men=attackers,
                  king=self.king(castling.king), attackers=self.attacking(castling.king, attackers))

    def _squares_are_safe(self, pair: Pair, castling: Castling, letter: str | None = None,
                          spent: str | None = None) -> None:
        """The squares the king crosses and reaches, then the other kings and the check that is given.

        `letter`: that of what the partner becomes.
        """
        king = self.king(castling.king)
        for square in sorted(castling.safe - {castling.king, castling.king_to}):
            crossing = self.now.with_man_on(square, castling.king)
            attackers = crossing.attackers(square, self.side ^ 1)
            self.note("crossed square not attacked", not attackers, squares=[square], men=attackers,
                      king=king, square=self.name(square), attackers=self.attacking(square, attackers, crossing))
        partner = self.now.men[castling.partner]
        if letter:
            partner = promoted(partner, letter)
        after = self.now.moved([(castling.king, castling.king_to, self.now.men[castling.king]),
                                (castling.partner, castling.partner_to, partner)], spent=spent)
        if castling.king_to in after.kings(self.side):
            self._arrival_is_safe(castling, self.now.with_man_on(castling.king_to, castling.king), after)
        self._others_are_safe(pair, castling, after)
        self.rules.tell_effects(after)
        self.rules.allows(after)
        if all(note.holds for note in self.notes):
            self.check_is_legal(after, pair)
            self._is_chosen(after)

    def _arrival_is_safe(self, castling: Castling, vacated: WhatIf, after: WhatIf) -> None:
        """The king's square at the end."""
        reached, enemy = castling.king_to, self.side ^ 1
        at_first, at_end = vacated.attackers(reached, enemy), after.attackers(reached, enemy)
        direct = [square for square in at_first if square in at_end]
        opened = [square for square in at_end if square not in at_first and square != castling.partner_to]
        attackers = direct or opened or at_end
        variant = "" if direct or not attackers else "opened" if opened else "partner"
        if castling.partner in at_first and reached not in castling.safe:
            self.note("furtive check", True, squares=[reached], men=[castling.partner], square=self.name(reached),
                      partner=self.named(castling.partner))
        self.note("arrival square not attacked", not attackers, variant, squares=[reached], men=attackers,
                  diagram=after, king=self.king(castling.king), square=self.name(reached),
                  attackers=self.attacking(reached, attackers, after), partner=self.named(castling.partner),
                  end=self.name(castling.partner_to))

    def _others_are_safe(self, pair: Pair, castling: Castling, after: WhatIf) -> None:
        """The kings that do not castle."""
        if self.genre.royalty.doctrine is Doctrine.ULTRA:
            return
        others = [king for king in after.kings(self.side) if king != castling.king_to]
        attacked = {king: of for king, of in after.attacked_kings(self.side).items() if king in others}
        for king, attackers in attacked.items():
            self.note("king safe", False, squares=[king], men=attackers, diagram=after,
                      king=self.named(king, diagram=after), attackers=self.attacking(king, attackers, after))
        if attacked:
            self._rescue_is_refuted(pair)
        if others and not attacked:
            self._kings_are_unattacked(after.kings(self.side), after)
