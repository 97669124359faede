"""Why a position is what it is: each king, each flight, each parry, each man that cannot move.

Everything is worked out again from the rules: the lines of the men, and who attacks what after a move that need not be
legal. The kernel decides only which moves are legal; the reasons why a move is not come from `inquiry`. A finding with
`moves` holds if these are legal.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import Any

from feerie.game.explanation import RuleFinding
from feerie.game.position import Position, Reason
from feerie.game.status import StatusWord
from feerie.notation.languages import Language
from feerie.rules.along import RIDE, Obstacle
from feerie.rules.board import SQUARE_NAME
from feerie.rules.movement import Mode
from feerie.rules.royalty import Doctrine
from feerie.why.attempt import Attempt
from feerie.why.findings import Findings
from feerie.why.inquiry import Inquiry
from feerie.why.pair import Pair
from feerie.why.ways import Attack, arriving
from feerie.why.what_if import WhatIf

__all__ = ["Diagnosis"]


_SQUARE = re.compile(f"{SQUARE_NAME}$")
"""The square at the end of a man of a finding."""


class Diagnosis(Findings):
    """Collects the findings about a position itself."""

    def __init__(self, position: Position, words: Language) -> None:
        super().__init__(position, words)
        self.enemy = self.side ^ 1
        self.word = position.status().word
        self._moves = Inquiry(position, words)

    def verdict(self) -> str:
        """What the position is, in a sentence."""
        status = self.position.status()
        if self.word in (StatusWord.OK, StatusWord.ILLEGAL):
            return self.words.sentence(f"position: {self.word}", side=self.colour(self.side))
        side = status.winner.number if self.word == StatusWord.WIN and status.winner else self.side
        return self.words.sentence(self.word, side=self.colour(side))

    def about_position(self) -> list[RuleFinding]:
        """The findings, in the order in which they are reported."""
        self.notes = []
        if not self.game_goes_on():
            if self.position.status().reason is Reason.KING_RUN:
                self._run_is_complete()
            elif self.word == StatusWord.ILLEGAL:
                self._unlawful()
            return self.notes
        kings = self.now.kings(self.side)
        attacked = [king for king in kings if self._tell_king(king)]
        if self.word in (StatusWord.CHECK, StatusWord.MATE):
            for king in attacked:
                self._answers(king)
            if self.word == StatusWord.MATE:
                self.mate_of_one(self.now)
        elif self.word == StatusWord.STALEMATE:
            for king in kings:
                self._flights(king)
            self._held_men()
        if self.word != StatusWord.MATE:
            self._illegal_checks()
            count = len(self.position.legal_moves)
            if count:
                self.note("legal moves", True, count=count)
        return self.notes

    def illegal_parries(self) -> list[RuleFinding]:
        """Under Rex Multiplex: the moves that would parry, but would be illegal checks themselves."""
        self.notes = []
        self._illegal_checks()
        return self.notes

    # -- the end of a game, and diagrams that cannot be

    def _run_is_complete(self) -> None:
        run, winner = self.genre.king_run, self.position.status().winner
        assert run and winner
        side = winner.number
        goal = run.goals[side]
        self.note("run flag set", True, squares=[goal], men=[goal], king=self.kind(self.now.men[goal]),
                  square=self.name(goal), flag=run.flags[side])

    def _unlawful(self) -> None:
        """For a diagram illegal because of an attack: the attacks, and why a check is neither parried nor mate."""
        reason = self.position.status().reason
        if reason is Reason.SIDE_NOT_TO_MOVE_IN_CHECK:
            for king in self.now.attacked_kings(self.enemy):
                self._tell_king(king, self.enemy)
        elif reason is Reason.UNPARRYABLE_CHECK:
            attacked = [king for king in self.now.kings(self.side) if self._tell_king(king)]
            for king in attacked:
                self._answers(king)
            self._illegal_checks()
            self._not_mate()

    def _not_mate(self) -> None:
        """Under Rex Multiplex: which king is not mated in a check that cannot be parried."""
        for king in self.now.kings(self.side):
            if not self.now.attackers(king, self.enemy):
                self.note("not mate", True, "free king", squares=[king], men=[king],
                          king=self.named(king))
            elif rescue := self.now.rescue(king):
                self.note("not mate", True, "rescue", squares=[king], men=[king], king=self.named(king),
                          reply=self.shown(self.now, rescue))

    # -- kings

    def _tell_king(self, king: int, side: int | None = None) -> bool:
        """Whether a king is attacked, noted with its attackers."""
        by = (self.side if side is None else side) ^ 1
        attackers = self.now.attacked_kings(by ^ 1).get(king, [])
        safe = "enough" if self.genre.royalty.doctrine is Doctrine.ULTRA and self.several else "no"
        self.note("king attacked", True, "yes" if attackers else safe, squares=[king], men=attackers or [king],
                  king=self.named(king), guards=self._guards(king, self.now, by))
        self._silent_checks(king, by)
        return bool(attackers)

    def _silent_checks(self, king: int, by: int) -> None:
        """The men whose movements lead to a king, but whom rules do not let take it, so that they give no check."""
        for attempt in self.now.crushing(by ^ 1).get(king, ()) if self.now.crushes_kings else ():
            self.note("king crushed", True, squares=[king], men=[attempt.origin], king=self.named(king),
                      shown=self.shown(self.now, attempt))
        attacks = self.now.attacks_on(king, by)
        for (origin, number), attack in self.now.strikes_on(king, by).items():
            if (origin, number) not in attacks:
                reasons = self._moves.rules.reasons(self.now, origin, by, king, attack.arrival)
                self.note("no check", True, squares=[king], men=[origin], man=self.named(origin),
                          king=self.named(king), reasons=reasons)

    def _guards(self, square: int, diagram: WhatIf, by: int) -> str:
        """Who attacks a square and along which path, in words: "by the rook on a4 (a4-b4-c4-d4)"."""
        said = []
        attacks = diagram.attacks_on(square, by)
        for origin, found in groupby(sorted(attacks), key=lambda pair: pair[0]):
            shown = [self.words.sentence("way", way="-".join(map(self.name, (origin, *attacks[pair].path))))
                     for pair in found if len(attacks[pair].path) > 1]
            said.append(" ".join([f"{self.attacking(square, [origin], diagram, by):by}", *shown]))
        return self.words.listed(said) if said else ""

    def _answers(self, king: int) -> None:
        """What could answer the attack on a king: its flights, then the moves of other men."""
        if self.genre.royalty.doctrine is Doctrine.MULTIPLEX and self.several \
                and self.word in (StatusWord.MATE, StatusWord.ILLEGAL):
            rescued = {attempt.target for attempt in self.now.attempts(king)
                       if attempt.origin == king and not attempt.castling}
            self._flights(king, but=rescued)
            self._rescues(king)
            return
        self._flights(king)
        if not self._parries(king):
            self.note("parry", True, "none", squares=[king], men=self.now.attackers(king, self.enemy),
                      king=self.named(king))

    def _flights(self, king: int, but: set[int] | frozenset[int] = frozenset()) -> None:
        """The squares next to a king, one by one, except for those in `but`, which are reported elsewhere."""
        for target, taken in self.now.goings(king, self.side):
            if target not in but:
                self._flight(king, target, taken)

    def _flight(self, king: int, target: int, taken: int | None) -> None:
        """A square to which a king can go; `taken`: where it takes a man, None if it takes none."""
        completed = self.now.completes(taken) and taken is not None and self.now.may_take(taken, self.side)
        attempts = list(self.now.attempts_to(king, target, taken)) if completed else []
        if not attempts:
            text = arriving(self.genre, self.now.men[king], target, self.side, taken is not None)[0]
            attempts.append(self.now.attempt(king, target, text, taken))
        before = len(self.notes)
        for attempt in attempts:
            self._flight_by(attempt)
        said: dict[str, RuleFinding] = {}
        for told in self.notes[before:]:        # where a man that takes goes on is not always said
            had = said.get(told.sentence)
            said[told.sentence] = replace(had, moves=had.moves + told.moves) if had else told
        self.notes[before:] = said.values()

    def _flight_by(self, attempt: Attempt) -> None:
        """A move by which a king may flee."""
        king, target, taken, men = attempt.origin, attempt.target, attempt.taken, self.now.men
        pair, after = Pair.of_attempt(attempt, self.now), attempt.after
        said: dict[str, Any] = {"square": self.name(target), "origin": self.name(king), "king": self.named(king)}
        moves = [pair.uci(self.genre.board)]
        if taken is not None and not self.now.is_own(taken, self.enemy):
            if self._moves.is_legal(pair):      # its text is that of an exchange
                moves = []
            self.note("flight", False, "blocked", squares=[taken], men=[taken], moves=moves,
                      blocker=self.kind(men[taken]), **(said | {"square": self.name(taken)}))
            return
        captured = None if taken is None else self.named(taken)
        if taken is not None and self.is_royal(taken) and not self.now.takes_kings:
            self.note("flight", False, "enemy royal" if self.untouchable(taken) else "enemy king", squares=[taken],
                      men=[taken], moves=moves, **(said | {"square": self.name(taken), "man": self.kind(men[taken])}))
            return
        if self._moves.is_legal(pair):
            self.note("flight", True, "can take" if captured else "free", squares=[target], men=[king], moves=moves,
                      captured=captured, **said)
            return
        attacks = after.attacks_on(target, self.enemy) if after.is_own(target, self.side) else {}
        if attacks:
            through = all(attack.needs_empty(king) for attack in attacks.values())
            guards = sorted({origin for origin, _ in attacks})
            variant = "captured" if taken == target else "through" if through else "guarded"
            self.note("flight", False, variant, squares=[target], men=guards, diagram=after, moves=moves,
                      captured=captured, guards=self._guards(target, after, self.enemy), **said)
            return
        reasons, blamed = self._reasons(pair)
        self.note("flight", False, "refuted", squares=[target], men=blamed, moves=moves, reasons=reasons, **said)

    def _reasons(self, pair: Pair) -> tuple[str, list[int]]:
        """What speaks against a move, in words, and the squares of the men named that stand there now."""
        found = [finding for finding in self._moves.findings_on_board(pair) if not finding.holds]
        named = {self.genre.board.index(_SQUARE.findall(man)[0]) for finding in found for man in finding.men}
        return self.words.clauses(finding.sentence for finding in found), sorted(at for at in named if self.now.men[at])

    # -- parries

    @cached_property
    def _candidates(self) -> list[Attempt]:
        """Every move of one man and every castling whose path is free, legal or not."""
        return [*self.now.one_man_moves(), *self.now.castlings()]

    def _pair(self, attempt: Attempt) -> Pair:
        """The squares and the promotion of a move."""
        return Pair.of_attempt(attempt, self.now)

    def _parries(self, king: int) -> bool:
        """Report the moves of other men that lift an attack from a king, and why some fail; True if there are any."""
        before = self.now.attacks_on(king, self.enemy)
        found = []
        for attempt in self._candidates:
            own = attempt.origin == king
            lifted = before.keys() - attempt.after.attacks_on(attempt.square_after(king), self.enemy).keys()
            if (own and attempt.castling) or (not own and lifted):
                found.append((attempt, self._kind_of_parry(attempt, {pair: before[pair] for pair in lifted})))
        self._told("parry", found)
        return bool(found)

    def _kind_of_parry(self, attempt: Attempt, lifted: Mapping[tuple[int, int], Attack]) -> str:
        """How a move lifts attacks: it takes an attacker or its hurdle, or comes between."""
        if attempt.castling:
            return "castling"
        if attempt.taken in {origin for origin, _ in lifted}:
            return "capture"
        if all(attack.needs_empty(attempt.target) for attack in lifted.values()):
            return "interposition"
        left = all({attempt.origin, attempt.taken} & {*attack.hurdles} for attack in lifted.values())
        return "hurdle" if left else "other"

    def _told(self, rule: str, found: Sequence[tuple[Attempt, str]]) -> None:
        """Report moves of a kind, each with what speaks against it; held men and castlings are grouped by reasons."""
        grouped: dict[tuple[str, str, tuple[int, ...], Pair | None], list[Attempt]] = {}
        for attempt, kind in found:
            pair = self._pair(attempt)
            if self._moves.is_legal(pair):
                reasons, men = "", [pair.origin]
            else:
                reasons, men = self._reasons(pair)
                kind = f"{kind} fails"
            together = reasons and (rule == "man held" or kind == "castling fails")
            grouped.setdefault((kind, reasons, tuple(men), None if together else pair), []).append(attempt)
        for (kind, reasons, blamed, _), attempts in grouped.items():
            shown = ", ".join(self.shown(self.now, attempt) for attempt in attempts)
            self.note(rule, not reasons, kind if rule == "parry" else "refuted", men=blamed,
                      squares=dict.fromkeys(attempt.target for attempt in attempts), shown=shown, reasons=reasons,
                      moves=[self._pair(attempt).uci(self.genre.board) for attempt in attempts])

    # -- several kings, under Rex Multiplex

    def _rescues(self, king: int) -> None:
        """For a mate of several kings: every move that would free one of them, and what refutes it."""
        for attempt in self.now.attempts(king):
            pair, moved = self._pair(attempt), attempt.square_after(king)
            said: dict[str, Any] = {"shown": self.shown(self.now, attempt), "king": self.named(king)}
            moves, diagram = [pair.uci(self.genre.board)], attempt.after
            for exposed, attackers in attempt.new_checks.items():
                self.note("rescue", False, "new check", squares=[exposed], men=attackers, diagram=diagram, moves=moves,
                          exposed=self.named(exposed, diagram=diagram),
                          guards=self._guards(exposed, diagram, self.enemy), **said)
            if attempt.new_checks:
                continue
            if attempt.after.check_is_legal(1):
                reasons, men = self._reasons(pair)
                self.note("rescue", False, "other king", squares=[moved], men=men, moves=moves, reasons=reasons,
                          **said)
                continue
            checked = attempt.after.attacked_kings(self.enemy)
            self.note("rescue", False, "illegal check", squares=list(checked), diagram=diagram, moves=moves,
                      men=sorted({square for of in checked.values() for square in of}),
                      reasons=self._against_check(attempt.after, pair), **said)

    def _against_check(self, after: WhatIf, pair: Pair) -> str:
        """Why a check to several kings is illegal, in words."""
        self._moves.notes = []
        self._moves.check_is_legal(after, pair)
        return self.words.clauses(note.sentence for note in self._moves.notes if not note.holds)

    def _illegal_checks(self) -> None:
        """Under Rex Multiplex: the moves that are illegal only because of the check they give, parries among them."""
        if self.genre.royalty.doctrine is not Doctrine.MULTIPLEX or len(self.now.kings(self.enemy)) < 2:
            return
        variant = "yes" if self.word in (StatusWord.OK, StatusWord.STALEMATE) else "parry"
        for attempt in self._candidates:
            pair, after = self._pair(attempt), attempt.after
            if after.attacked_kings(self.side) or not after.attacked_kings(self.enemy) or self._moves.is_legal(pair):
                continue
            if attempt.castling and any(finding.rule != "check parryable or mate"
                                          for finding in self._moves.findings_on_board(pair) if not finding.holds):
                continue
            checked = after.attacked_kings(self.enemy)
            self.note("illegal check", False, variant, squares=list(checked), diagram=after,
                      men=sorted({square for of in checked.values() for square in of}),
                      moves=[pair.uci(self.genre.board)], shown=self.shown(self.now, attempt),
                      reasons=self._against_check(after, pair))

    # -- stalemate

    def _held_men(self) -> None:
        """For a stalemate: every man except the kings, and what holds it; then the castlings."""
        for origin, _ in self.now.setup.pieces:
            if not self.now.is_own(origin, self.side) or self.is_royal(origin):
                continue
            own = [(attempt, "") for attempt in self._candidates if attempt.origin == origin and not attempt.castling]
            if own:
                self._told("man held", own)
                continue
            blockers = self._blockers(origin)
            self.note("man held", False, "blocked" if blockers else "nowhere", squares=[origin],
                      men=[origin, *blockers], man=self.named(origin), blockers=self.named(*blockers))
        self._told("man held", [(attempt, "") for attempt in self._candidates if attempt.castling])

    def _blockers(self, origin: int) -> list[int]:
        """The men that stand in the way of a man that cannot move; [] if it is not they that hold it."""
        found = set()
        for way in self.now.ways(origin, self.side):
            if way.mode is Mode.CAPTURE:
                continue
            if way.along == RIDE:
                found.add(self.now.blocker(way.line))
                continue
            courses = [course for target in way.line if (course := way.course(self.now.occupied, target))]
            if any(course.obstacle not in (Obstacle.BLOCKED, None) for course in courses):
                return []
            found |= {square for course in courses for square in course.at}
        return sorted(square for square in found if square is not None)
