"""A move between two squares, legal or not, checked against the rules one by one.

The reasons come from the rules themselves, not from the kernel's moves: the rays of a movement, the conditions of a
castling, and who attacks what on the board as it is or would be. Only whether Rex Multiplex allows a check is decided
by the kernel.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from feerie.game.explanation import RuleFinding
from feerie.game.position import Position
from feerie.game.status import StatusWord
from feerie.notation.languages import Language
from feerie.rules.board import Board, Ray
from feerie.rules.castling import Castling, CastlingFamily, LineCastling, Partners, Style
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.movement import ORTHOGONAL, Mode
from feerie.rules.royalty import Doctrine
from feerie.why.findings import Findings
from feerie.why.reach import nearest, ray_rules, rule_against, rule_for
from feerie.why.what_if import Attempt, WhatIf, castlings_of, choices, is_double_step, rays_of

__all__ = ["Inquiry", "Pair"]


@dataclass(frozen=True)
class Pair:
    """What is asked about: two squares by number, and the English letter of a promotion."""

    origin: int
    target: int
    promotion: str | None = None

    @classmethod
    def of(cls, genre: Genre, move: Move) -> Pair:
        """The squares of a move."""
        return cls(genre.board.index(move.origin), genre.board.index(move.target), move.promotion)

    def uci(self, board: Board) -> str:
        """The UCI text."""
        return board.uci(self.origin, self.target, self.promotion)


class Inquiry(Findings):
    """Checks moves of one position against the rules, one rule after the other."""

    def __init__(self, position: Position, words: Language) -> None:
        super().__init__(position, words)
        self.illegal_check: WhatIf | None = None    # what the last move led to, if it was an illegal check

    def is_legal(self, pair: Pair) -> bool:
        """Whether the kernel lists the move."""
        legal: Collection[object] = self.position.legal_moves
        return pair.uci(self.genre.board) in legal

    def findings(self, pair: Pair) -> list[RuleFinding]:
        """The findings about a move between two squares, those about the position itself first."""
        self.notes, self.illegal_check = [], None
        return self._on_board(pair) if self.game_goes_on() else self.notes

    def findings_on_board(self, pair: Pair) -> list[RuleFinding]:
        """The findings about a move as if the game went on, even in an illegal diagram."""
        self.notes = []
        return self._on_board(pair)

    def _on_board(self, pair: Pair) -> list[RuleFinding]:
        if self._may_move(pair) and not self._castle(pair):
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
        owner = 0 if man.isupper() else 1
        self.note("own man", owner == self.side, squares=[pair.origin], men=[pair.origin],
                  man=self.named(pair.origin), side=self.colour(self.side), owner=self.colour(owner))
        if owner == self.side and pair.origin == pair.target:
            return self.note("another square", False, squares=[pair.origin], square=self.name(pair.origin))
        return owner == self.side

    # -- moves of one man

    def _move(self, pair: Pair) -> None:
        """A move of one man, from its movement to the safety of the kings."""
        origin, target = pair.origin, pair.target
        man, occupant = self.now.men[origin], self.now.men[target]
        found = [(mode, ray[:ray.index(target)]) for mode, ray in rays_of(self.genre, man, origin) if target in ray]
        said: dict[str, Any] = {"origin": self.name(origin), "target": self.name(target)}
        if not found:
            self._does_not_move_so(pair)
            return
        rule = rule_for(self.genre, man, origin, target)
        kind = rule.kind.value if rule and len(found) == 1 else ""
        self.note("moves so", True, kind, squares=[origin, target], men=[origin], man=self.kind(man), **said,
                  wall=self.name((origin, *found[0][1])[-1 - (rule.given.index(target) if rule else 0)]))
        taken = target if occupant else None
        if taken is None and any(mode is Mode.CAPTURE for mode, _ in found):
            taken = self.now.captured_en_passant(man, target)
        wrong = Mode.CAPTURE if taken is None else Mode.QUIET
        paths = [path for mode, path in found if mode is not wrong] or [path for _, path in found]
        free = self._path_is_free(paths, said)
        fits = self._target_fits(pair, any(mode is not wrong for mode, _ in found), taken)
        if not free or not fits:
            return
        promotes = self._promotes(origin, target, pair.promotion)
        letter = pair.promotion if promotes and pair.promotion else man.upper()
        after = self.now.moved([(origin, target, letter if man.isupper() else letter.lower())], taken)
        if self._kings_are_safe(after, pair, taken) and promotes:
            self.check_is_legal(after, pair)
            self._king_run(pair)

    def _does_not_move_so(self, pair: Pair) -> None:
        """The movement does not lead there: which rule ends its line earlier, and how near the man can come."""
        origin, target = pair.origin, pair.target
        man = self.now.men[origin]
        rule = rule_against(self.genre, man, origin, target)
        variant = "double step" if is_double_step(self.genre, man, target - origin) \
            else f"no further {rule.kind.value}" if rule else ""
        self.note("moves so", False, variant, squares=[origin, target], men=[origin], man=self.kind(man),
                  origin=self.name(origin), target=self.name(target), last=self.name(rule.given[-1]) if rule else "")
        near = nearest(self.position, origin, target) if ray_rules(self.genre, man, origin) else ()
        if near:
            self.note("nearest square", True, squares=map(self.genre.board.index, near), men=[origin],
                      man=self.named(origin), target=self.name(target), near=self.places(
                           map(self.genre.board.index, near)))

    def _king_run(self, pair: Pair) -> None:
        """A king that legally arrives on its goal wins or, without its run flag, does not."""
        run, origin, target = self.genre.king_run, pair.origin, pair.target
        if run is None or target != run.goals[self.side] or not self.genre.man(self.now.men[origin]).royal \
                or not self.is_legal(pair):
            return
        said: dict[str, Any] = {"king": self.king(origin), "square": self.name(target)}
        if self.position.play(pair.uci(self.genre.board)).status().word == StatusWord.WIN:
            self.note("king run", True, squares=[target], men=[origin], **said)
            return
        first, second = (sorted(gate) for gate in run.gates[self.side])
        self.note("run flag missing", True, squares=[target, *first, *second], men=[origin], **said,
                  flag=run.flags[self.side], first=self.places(first), second=self.places(second))

    def _path_is_free(self, paths: Sequence[Ray], said: Mapping[str, Any]) -> bool:
        blockers = [self.now.blocker(path) for path in paths]
        if None not in blockers:
            first = sorted({square for square in blockers if square is not None})
            squares = sorted({square for path in paths for square in path})
            return self.note("way free", False, squares=squares, men=first, blockers=self.named(*first), **said)
        if all(paths):
            path = next(path for path, blocker in zip(paths, blockers, strict=True) if blocker is None)
            self.note("way free", True, squares=path, **said)
        return True

    def _target_fits(self, pair: Pair, suited: bool, taken: int | None) -> bool:
        """Whether the man may arrive where it goes: on an empty square, or taking what is there."""
        origin, target = pair.origin, pair.target
        place = self.name(target)
        if self.now.is_own(target, self.side):
            return self.note("no own man on target", False, squares=[target], men=[target], target=place,
                             blocker=self.kind(self.now.men[target]))
        if self.now.men[target] and self.genre.man(self.now.men[target]).royal:
            return self.note("king not captured", False, squares=[target], men=[target], target=place)
        man = self.named(origin)
        if not suited and taken is not None:
            return self.note("captures so", False, squares=[target], men=[origin, target], man=man, target=place,
                             blocker=self.kind(self.now.men[target]))
        if not suited:
            return self.note("something to capture", False, squares=[target], men=[origin], man=man, target=place)
        if taken is None:
            return self.note("target empty", True, squares=[target], target=place)
        return self.note("capture" if taken == target else "capture in passing", True, squares=[target],
                         men=[origin, taken], man=man, captured=self.named(taken))

    def _promotes(self, origin: int, target: int, promotion: str | None) -> bool:
        """Whether a promotion letter is given where it must be, and is allowed; noted if a promotion is involved."""
        man = self.now.men[origin]
        allowed = choices(self.genre, man, target)
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
            self._kings_are_unattacked(kings)
        for king, attackers in attacked.items():
            if king == pair.target and self.genre.man(self.now.men[pair.origin]).royal:
                self._blame_king(pair, attackers, after)
            elif king == pair.target:
                self.note("new king not attacked", False, squares=[king], men=attackers, square=self.name(king),
                          attackers=self.named(*attackers))
            else:
                self._blame_man(pair, taken, king, attackers)
        if attacked:
            self._rescue_is_refuted(pair)
        return not attacked

    def _one_king_is_safe(self, after: WhatIf, kings: Sequence[int], attacked: Mapping[int, list[int]]) -> bool:
        safe = [king for king in kings if king not in attacked]
        return self.note("one king safe", bool(safe), squares=safe[:1] or kings, diagram=after,
                         men=safe[:1] or sorted({square for of in attacked.values() for square in of}),
                         king=self.named(*(safe or kings)[:1], diagram=after), kings=self.words.kings[self.side],
                         attacks=self.attacks(attacked, after, "short"))

    def _kings_are_unattacked(self, kings: Sequence[int]) -> None:
        if kings:
            self.note("king safe", True, "all" if len(kings) > 1 else "", squares=kings,
                      king=self.king(kings[0]), kings=self.words.kings[self.side])

    def _blame_king(self, pair: Pair, attackers: Sequence[int], after: WhatIf) -> None:
        """A king has gone where it is attacked."""
        direct = set(attackers) & set(self.now.attackers(pair.target, self.side ^ 1))
        variant = "guarded" if self.now.men[pair.target] else "" if direct else "through"
        captured = self.named(pair.target) if self.now.men[pair.target] else None
        self.note("king's square not attacked", False, variant, squares=[pair.target], men=attackers,
                  diagram=after, king=self.king(pair.origin), attackers=self.named(*attackers),
                  square=self.name(pair.target), origin=self.name(pair.origin), captured=captured)

    def _blame_man(self, pair: Pair, taken: int | None, king: int, attackers: Sequence[int]) -> None:
        """A move has left a king that did not move attacked."""
        before = self.now.attackers(king, self.side ^ 1)
        old = [square for square in attackers if square in before]
        new = [square for square in attackers if square not in before]
        if old:
            self.note("check parried", False, squares=[king], men=old, king=self.king(king),
                      attackers=self.named(*old))
        if not new:
            return
        said: dict[str, Any] = {"king": self.king(king), "attackers": self.named(*new)}
        if self.genre.man(self.now.men[pair.origin]).royal:
            self.note("king safe", False, squares=[king], men=new, **said)
            return
        without = self.now.without(pair.origin).attackers(king, self.side ^ 1)
        if taken is None or taken == pair.target or set(new) <= set(without):
            self.note("man not pinned", False, squares=[king], men=[pair.origin, *new],
                      man=self.named(pair.origin), **said)
        else:
            self.note("king safe after capture in passing", False, squares=[king], men=[taken, *new],
                      captured=self.named(taken), **said)

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
                  attacks=self.attacks(attacked, after), reply=reply, kings=self.words.kings[enemy],
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
                      attackers=self.named(*attackers, diagram=attempt.after), **said)

    # -- castling of every kind

    def _castle(self, pair: Pair) -> bool:
        """Whether a king's move should be understood as castling; if so, adds the findings about it."""
        if not self.genre.man(self.now.men[pair.origin]).royal:
            return False
        kinds: dict[Style, tuple[CastlingFamily, list[Castling]]] = {}
        for family, by_king in castlings_of(self.genre, self.side):
            castlings = [castling for castling in by_king[pair.origin] if castling.king_to == pair.target]
            if castlings:
                kinds[family.style] = family, castlings
        if Style.EXCHANGE in kinds and self.now.is_own(pair.target, self.side):
            self._exchange(pair, *kinds[Style.EXCHANGE])
        elif Style.WING in kinds:
            self._castle_on_squares(pair, *kinds[Style.WING])
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
        if not (self.now.is_own(castling.partner, self.side) and self.now.men[castling.partner].upper() in family.men):
            self.note("partner at home", False, squares=[castling.partner], side=self.colour(self.side),
                      kind=self.kind(*family.men), square=self.name(castling.partner))
            return
        partner = self.named(castling.partner)
        self._announce(castling)
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
        self._promotes(castling.king, castling.king_to, pair.promotion)
        self._squares_are_safe(pair, castling)

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
        man = self.genre.man(partner)
        promotes = self._promotes(castling.partner, castling.partner_to, pair.promotion)
        if promotes and not pair.promotion and man.region and castling.partner_to not in man.region[self.side]:
            self.note("partner's square", False, squares=[castling.partner_to], men=[castling.partner],
                      partner=self.named(castling.partner), kind=self.kind(partner),
                      square=self.name(castling.partner_to))
            return
        promoted = pair.promotion if promotes else None
        self._squares_are_safe(pair, castling, promoted, castling.right if family.spends_right else None)

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
        letter, named = self.now.men[partner], self.named(partner)
        suits = True
        if letter.upper() not in family.men:
            suits = self.note("partner's kind", False, squares=[partner], men=[partner], partner=named,
                              choices=self.kind(*family.men))
        if family.partners is Partners.OWN and not self.now.is_own(partner, self.side):
            suits = self.note("partner's side", False, squares=[partner], men=[partner], partner=named)
        return suits

    def _king_is_unattacked(self, castling: Castling) -> None:
        attackers = self.now.attackers(castling.king, self.side ^ 1)
        self.note("king not attacked", not attackers, squares=[castling.king], men=attackers,
                  king=self.king(castling.king), attackers=self.named(*attackers))

    def _squares_are_safe(self, pair: Pair, castling: Castling, promoted: str | None = None,
                          spent: str | None = None) -> None:
        """The squares the king crosses and reaches, then the other kings and the check that is given."""
        king, vacated = self.king(castling.king), self.now.without(castling.king)
        for square in sorted(castling.safe - {castling.king, castling.king_to}):
            attackers = vacated.attackers(square, self.side ^ 1)
            self.note("crossed square not attacked", not attackers, squares=[square], men=attackers,
                      king=king, square=self.name(square), attackers=self.named(*attackers))
        partner = self.now.men[castling.partner]
        if promoted:
            partner = promoted if partner.isupper() else promoted.lower()
        after = self.now.moved([(castling.king, castling.king_to, self.now.men[castling.king]),
                                (castling.partner, castling.partner_to, partner)], spent=spent)
        self._arrival_is_safe(castling, vacated, after)
        self._others_are_safe(pair, castling, after)
        if all(note.holds for note in self.notes):
            self.check_is_legal(after, pair)

    def _arrival_is_safe(self, castling: Castling, vacated: WhatIf, after: WhatIf) -> None:
        """The king's square at the end; orthodox castling also asks about it with the partner still at home."""
        reached, enemy = castling.king_to, self.side ^ 1
        at_first, at_end = vacated.attackers(reached, enemy), after.attackers(reached, enemy)
        direct = [square for square in at_first if square in at_end or reached in castling.safe]
        opened = [square for square in at_end if square not in at_first and square != castling.partner_to]
        attackers = direct or opened or at_end
        variant = "" if direct or not attackers else "opened" if opened else "partner"
        if castling.partner in at_first and reached not in castling.safe:
            self.note("furtive check", True, squares=[reached], men=[castling.partner], square=self.name(reached),
                      partner=self.named(castling.partner))
        self.note("arrival square not attacked", not attackers, variant, squares=[reached], men=attackers,
                  diagram=after, king=self.king(castling.king), square=self.name(reached),
                  attackers=self.named(*attackers, diagram=after), partner=self.named(castling.partner),
                  end=self.name(castling.partner_to))

    def _others_are_safe(self, pair: Pair, castling: Castling, after: WhatIf) -> None:
        """The kings that do not castle."""
        if self.genre.royalty.doctrine is Doctrine.ULTRA:
            return
        others = [king for king in after.kings(self.side) if king != castling.king_to]
        attacked = {king: of for king, of in after.attacked_kings(self.side).items() if king in others}
        for king, attackers in attacked.items():
            self.note("king safe", False, squares=[king], men=attackers, diagram=after,
                      king=self.named(king, diagram=after), attackers=self.named(*attackers, diagram=after))
        if attacked:
            self._rescue_is_refuted(pair)
        if others and not attacked:
            self._kings_are_unattacked(after.kings(self.side))
