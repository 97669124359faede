"""Why a move is legal or not, rule by rule; and why a position is mate, check, stalemate, illegal or over.

    >>> from feerie.game.position import Position
    >>> position = Position("rokagogo", "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1")
    >>> for finding in explain(position, "d3d5", "fr").reasons:
    ...     print(finding.sentence)
    la case d4, que le Roi traverse, est attaquée par la Tour a4
    >>> print(explain(Position("orthodox", "4k3/8/8/8/8/8/6q1/R3K2n w - -")).findings[0].sentence)
    the king on e1 is not attacked

The verdict is the kernel's. The reasons are worked out again from the rules themselves: the lines of a movement, the
conditions of a castling, and who attacks what on the board as it is or would be.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from feerie.base.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, wrong_type
from feerie.game.explanation import Explanation, RuleFinding
from feerie.game.position import Position
from feerie.notation import languages
from feerie.notation import moves as texts
from feerie.notation.languages import Language
from feerie.rules.board import WHITE, Board, SquareError
from feerie.rules.castling import Style
from feerie.rules.chess960 import castling_of
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.unit import kind_text, letter_of, side_of
from feerie.why.diagnosis import Diagnosis
from feerie.why.inquiry import Inquiry
from feerie.why.pair import Pair, choice_of
from feerie.why.ways import castlings_of
from feerie.why.what_if import WhatIf

__all__ = ["Explanation", "RuleFinding", "explain"]

_UCI = re.compile(r"([a-z][0-9]{1,2})([a-z][0-9]{1,2})([a-z]|\.[a-z][a-z0-9])?"
                  r"((?:@(?=[a-z.])(?:[a-z][0-9]{1,2})?(?:[a-z]|\.[a-z][a-z0-9])?){0,2})")
_PARTNER = re.compile(r"[(/\[]")
_PLACE = re.compile(r"\(\+?[^()]*?([a-z][0-9]{1,2})\)")


def explain(position: Position, move: Move | str | None = None, language: str | Language = "en", *,
            written: str = "") -> Explanation:
    """Rule by rule, why a move is legal or not; without a move, why the position is what it is.

    `move`: UCI for any two squares, or a move in the language, legal or not: "Kf3(Re3)". Without it each king, each
    flight and each parry is named. `written`: the language of the move, if it is a different one. Raises
    InvalidMoveError if the text is not a move on this board, AmbiguousMoveError if it fits several legal ones,
    LanguageError for an unknown language.
    """
    words = languages.language(language, position.genre)
    if move is None:
        diagnosis = Diagnosis(position, words)
        return Explanation(None, position.is_valid(), diagnosis.verdict(), tuple(diagnosis.about_position()),
                           position.status())
    if not isinstance(move, (str, Move)):
        raise wrong_type("move", "a Move, a text or None", move)
    text = texts.unnumbered(str(move)).strip()
    match = _UCI.fullmatch(text)
    if match:
        pair = Pair(_square(position.genre, text, match[1]), _square(position.genre, text, match[2]),
                    _promotion(position.genre, text, match[3]), *_choice(position.genre, text, match[4] or ""))
        return _explain_pair(position, words, pair)
    try:
        return _explain_pair(position, words, Pair.of(position.genre, position.parse(text, written or words.code)))
    except AmbiguousMoveError:
        pairs = {replace(Pair.of(position.genre, found), promotion=None)
                 for found in texts.fitting(position, text, written or words.code)}
        if len(pairs) > 1:
            raise
        return _explain_pair(position, words, pairs.pop())
    except IllegalMoveError:
        return _explain_text(position, words, text, written or words.code)


def _square(genre: Genre, text: str, name: str) -> int:
    try:
        return genre.board.index(name)
    except SquareError as error:
        raise InvalidMoveError("not a move: {}: {}", repr(text), error) from None


def _choice(genre: Genre, text: str, choice: str) -> tuple[int | None, str, int | None]:
    try:
        return choice_of(genre, choice)
    except SquareError as error:
        raise InvalidMoveError("not a move: {}: {}", repr(text), error) from None


def _promotion(genre: Genre, text: str, letter: str | None) -> str | None:
    if letter and letter_of(letter) not in languages.language("en", genre).men:
        raise InvalidMoveError("not a move: {}: {} is not a man", repr(text), repr(letter))
    return letter_of(letter) if letter else None


def _explain_pair(position: Position, words: Language, pair: Pair) -> Explanation:
    inquiry = Inquiry(position, words)
    pair = inquiry.completed(pair)
    uci = pair.uci(position.genre.board)
    findings, legal = tuple(inquiry.findings(pair)), inquiry.is_legal(pair)
    if inquiry.illegal_check:
        reached = Position(position.genre, inquiry.illegal_check.setup)
        findings += tuple(Diagnosis(reached, words).illegal_parries())
    shown = position.san(uci, words) if legal else uci
    return Explanation(uci, legal, words.sentence(f"verdict: {'yes' if legal else 'no'}", move=shown), findings)


# ------------------------------------------------------------------------------- texts of illegal moves

def _explain_text(position: Position, words: Language, text: str, written: str) -> Explanation:
    """Why a text means no legal move: what is wrong with the moves that come nearest."""
    verdict = words.sentence("verdict: no", move=text)
    inquiry = Inquiry(position, words)
    conceivable, king = _Conceivable(position), _PARTNER.split(text)[0].strip()
    moves, place = texts.fitting(conceivable, text, written), None
    if not moves:
        moves = texts.fitting(conceivable, king or text, written)
        place = _PLACE.search(text) if position.genre.has_places else None
    pairs = list(dict.fromkeys(Pair.of(position.genre, move) for move in moves))
    if place:
        pairs = [replace(pair, placed=_square(position.genre, text, place[1])) for pair in pairs]
    if not pairs:
        return Explanation(text, False, verdict, (inquiry.misfit(text),))
    answers = [_explain_pair(position, words, pair) for pair in pairs]
    for answer in answers:
        if answer.legal:
            misfit = inquiry.misfit(text, position.san(answer.move or "", words))
            return replace(answer, legal=False, verdict=verdict, findings=(*answer.findings, misfit))
    board = position.genre.board
    ranks = [(_kept(answer), -_distance(board, pair)) for pair, answer in zip(pairs, answers, strict=True)]
    best = max(ranks)
    near = [answer for (kept, _), answer in zip(ranks, answers, strict=True) if kept == best[0]]
    if len(near) > 2:
        near = [answer for rank, answer in zip(ranks, answers, strict=True) if rank == best]
    findings = tuple(dict.fromkeys(finding for answer in near for finding in answer.findings))
    return Explanation(near[0].move if len(near) == 1 else text, False, verdict, findings)


def _kept(answer: Explanation) -> int:
    """The number of rules kept before the first one that is broken."""
    return next((number for number, finding in enumerate(answer.findings) if not finding.holds), len(answer.findings))


def _distance(board: Board, pair: Pair) -> int:
    """How far apart the two squares are, in steps of a wazir."""
    return abs(board.file(pair.origin) - board.file(pair.target)) \
        + abs(board.rank(pair.origin) - board.rank(pair.target))


class _Conceivable:
    """Every move that a text may mean, legal or not, as candidates when texts are read (see moves.Reading)."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.genre = position.genre
        self.man_at = position.man_at
        self.effects_of = position.effects_of

    @cached_property
    def legal_moves(self) -> list[Move]:
        side, diagram = self.position.turn.number, WhatIf(self.genre, self.position.setup)
        return [move for square, man in self.position.setup.pieces if diagram.is_own(square, side)
                for move in (*self._alone(square, man), *self._castlings(square, man, side))]

    def _alone(self, origin: int, man: str) -> Iterator[Move]:
        """Every pair of squares, as a move and as a capture (of something elsewhere, so en passant too)."""
        name = self.genre.board.name
        letters = languages.language("en", self.genre).letters
        promotions = (None, *letters) if self.genre.man(man).promotion else (None,)
        for target in self.genre.board.squares:
            for promotion in promotions:
                text = kind_text(promotion) if promotion else None
                yield Move(man, name(origin), name(target), text)
                yield Move(man, name(origin), name(target), text, captured=man, captured_on=name(origin))

    def _castlings(self, origin: int, man: str, side: int) -> Iterator[Move]:
        """Every castling, with every partner it might have."""
        if not self.genre.man(man).royal:
            return
        name = self.genre.board.name
        for family, castlings in castlings_of(self.genre, side):
            letters = set(family.men) | {letter.lower() for letter in family.men}
            for castling in castlings[origin]:
                partner = name(castling.partner), name(castling.partner_to)
                for letter in letters:
                    yield Move(man, name(origin), name(castling.king_to), partner=partner, partner_man=letter,
                               style=family.style)
        for right, (king, rook) in self.genre.home_rights.items() if castling_of(self.genre) is None else ():
            to = self.genre.board.step(king, 2 if rook > king else -2, 0)
            if king == origin and right.isupper() == (side_of(man) == WHITE) and to is not None:
                yield Move(man, name(king), name(to), partner=(name(rook), name(to)),
                           partner_man=self.genre.home_men(right)[1], style=Style.WING)
