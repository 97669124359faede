"""The one home of words: letters, names, signs and sentences of each language.

Everywhere else men are known by their English game letters (K Q R B N P) and sides by 0 and 1. A sentence is a
`str.format` template in the `sentences` of each language; every language has the same keys and the same places.

A genre may have men that no language has words for. In texts of that genre, `language(code, genre)`, they go by
their own letter and name.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from string import ascii_uppercase
from types import MappingProxyType
from typing import NamedTuple

from feerie.errors import Error
from feerie.frozen import frozen
from feerie.rules.genre import Genre, Man

__all__ = ["FIGURINES", "LANGUAGES", "MEN", "Language", "LanguageError", "Named", "Noun", "language"]

MEN = "KQRBNP"
"""The English game letters, in the order in which every language lists its own."""

SIGNS: Mapping[str, str] = MappingProxyType({"check": "+", "mate": "#", "stalemate": "=", "win": "#"})
BOOK_SIGNS: Mapping[str, str] = MappingProxyType({"check": "†", "mate": "‡", "stalemate": "=", "win": "‡"})
FIGURINES: Mapping[str, str] = MappingProxyType(dict(zip(MEN, "♔♕♖♗♘♙", strict=True)))
"""The figurines of the men by English letter; print has those of White for both sides."""

IN_BRACKETS = "{king} ({partner})"
IN_CLOSE_BRACKETS = "{king}({partner})"


class LanguageError(Error, ValueError):
    """No such language, or the language has no such word."""


class Noun(NamedTuple):
    """The name of a man: its article, the name alone, its plural, its gender ("m" or "f").

    `oblique`: what it is in the dative and accusative, `genitive`: in the genitive, where they differ from `word`.
    """

    article: str
    word: str
    plural: str
    gender: str = "m"
    oblique: str = ""
    genitive: str = ""


@frozen
class Language:
    """The words of one language.

    `letters`: the English game letters of the men it has words for. `game`, `problem`: its own letters of these men,
    in the same order, in game scores and among problemists. `men`: their names by English letter.
    `colours`, `colour_letters`: names of the sides and the letters that mark a man's colour, White first;
    `adjectives`: for each gender the same as adjectives, put in by `coloured`.
    `signs`, `book_signs`: what is written behind a move that leaves "check", "mate", "stalemate" or a "win";
    `printed_signs`: the same in the short notation of magazines;
    `long_win`: what the long form writes behind a win that is no mate. `arrivals`: how a castling that names both
    arrivals is written, `long_arrivals` in the long form; `exchange`: the sign between two men that change places;
    `gap`: what stands between a closing bracket and a sign.
    `forms`: the forms in which sentences name men (see `Named`), each by gender, "m" for all where there is one
    only; `placed`: a named man and its square; `conjunctions`: "and", "or".
    `kings`: the kings of each side, White first, behind "the" and "all". `singular`: the numbers of which a noun is in
    the singular (plural rules of the Unicode CLDR). `colon`: with the space before it.

    Languages are compared by identity.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    code: str
    name: str
    game: str
    problem: str
    men: Mapping[str, Noun]
    colours: tuple[str, str]
    colour_letters: tuple[str, str]
    adjectives: Mapping[str, tuple[str, str]]
    kings: tuple[str, str]
    coloured: str
    words: Mapping[str, str]
    sentences: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]]
    singular: tuple[int, ...] = (1,)
    colon: str = ":"
    placed: str = "{man} {square}"
    conjunctions: tuple[str, str] = ("and", "or")
    arrivals: str = IN_CLOSE_BRACKETS
    exchange: str = "<->"
    gap: str = ""
    long_win: str = "run"
    long_arrivals: str = "{king}/{colour}{partner}"
    signs: Mapping[str, str] = field(default_factory=lambda: SIGNS)
    book_signs: Mapping[str, str] = field(default_factory=lambda: BOOK_SIGNS)
    printed_signs: Mapping[str, str] = field(default_factory=lambda: SIGNS)
    letters: str = MEN

    def letter(self, man: str, problem: bool = False) -> str:
        """The letter printed for the man of an English game letter, upper case; LanguageError for no man.

        >>> language("fr").letter("N"), language("en").letter("N", problem=True)
        ('C', 'S')
        """
        return (self.problem if problem else self.game)[self.letters.index(self._known(man))]

    def parse_letter(self, letter: str, problem: bool | None = None) -> str:
        """The English game letter of a printed letter, in one style or (None) in either; LanguageError for no man.

        >>> language("fr").parse_letter("C")
        'N'
        """
        styles = {None: (self.game, self.problem), False: (self.game,), True: (self.problem,)}[problem]
        for letters in styles:
            if len(letter) == 1 and letter in letters:
                return self.letters[letters.index(letter)]
        raise LanguageError(f"{letter!r} is no man's letter in {self.name} (known: {' '.join(styles[-1])})")

    def the(self, man: str, coloured: bool = False) -> str:
        """The name of a man with its article, and with its colour (upper case is White) if `coloured`.

        >>> language("fr").the("r", coloured=True), language("de").the("r", coloured=True)
        ('la Tour noire', 'der schwarze Turm')
        """
        noun = self.men[self._known(man.upper())]
        if not coloured:
            return f"{noun.article} {noun.word}"
        adjective = self.adjectives[noun.gender][0 if man.isupper() else 1]
        return self.coloured.format(article=noun.article, word=noun.word, adjective=adjective)

    def form(self, form: str, man: str) -> str:
        """The name of a man in one of the `forms`; LanguageError for no man or no form.

        >>> language("fr").form("of", "K"), language("de").form("by", "P")
        ('du Roi', 'vom Bauern')
        """
        noun = self.men[self._known(man.upper())]
        if form not in self.forms:
            raise LanguageError(f"{self.name} has no form {form!r} of a man's name (known: {', '.join(self.forms)})")
        genders = self.forms[form]
        return genders.get(noun.gender, genders["m"]).format(
            word=noun.word, oblique=noun.oblique or noun.word, genitive=noun.genitive or noun.word)

    def word(self, key: str) -> str:
        """The word for a status or a term ("mate"); LanguageError for an unknown key."""
        if key not in self.words:
            raise LanguageError(f"{self.name} has no word for {key!r} (known: {', '.join(self.words)})")
        return self.words[key]

    def sentence(self, key: str, **values: object) -> str:
        """The sentence of a key with its places filled; LanguageError for an unknown key or a missing value.

        A whole number may choose between two forms: "{count} {count:move|moves}".

        >>> language("fr").sentence("to move", side=language("fr").colours[0])
        'Trait aux Blancs'
        >>> [language("en").sentence("no forced win", moves=number) for number in (1, 2)]
        ['no forced win in 1 move', 'no forced win in 2 moves']
        """
        if key not in self.sentences:
            raise LanguageError(f"{self.name} has no sentence {key!r}")
        try:
            return self.sentences[key].format(**{
                name: Counted(value, self) if isinstance(value, int) else value for name, value in values.items()})
        except (KeyError, IndexError) as missing:
            raise LanguageError(f"the sentence {key!r} needs a value for {missing}") from None

    def decimal(self, value: float, digits: int) -> str:
        """A number with so many digits after the language's decimal sign.

        >>> language("en").decimal(6.5, 1), language("de").decimal(0.125, 2)
        ('6.5', '0,12')
        """
        return f"{value:.{digits}f}".replace(".", self.sentence("decimal sign"))

    def _known(self, man: str) -> str:
        if len(man) != 1 or man not in self.letters:
            raise LanguageError(f"{self.name} has no letter for the man {man!r} (known: {' '.join(self.letters)})")
        return man

    def with_book_signs(self) -> Language:
        """The same language with the signs of books: † and ‡, castlings with spaced brackets, "Kf3 (Re3) †"."""
        return _in_books(self)

    def with_men(self, men: Sequence[Man]) -> Language:
        """The language with the words for more men: their own letter and name, of masculine gender.

        Where the letter already means another man in this language, the man gets the first free letter of its name,
        or else of the alphabet.
        """
        words = self
        for man in men:
            free = [letter for letter in (man.letter + man.name.upper() + ascii_uppercase)
                    if letter in ascii_uppercase and letter not in words.game + words.problem]
            if not free:
                raise LanguageError(f"{self.name} has no letter left for the man {man.letter!r}")
            noun = Noun(words.men["K"].article, man.name or man.letter, man.name or man.letter)
            words = replace(words, letters=words.letters + man.letter, game=words.game + free[0],
                            problem=words.problem + free[0], men=MappingProxyType({**words.men, man.letter: noun}))
        return words


class Counted(int):
    """A number in a sentence. The form "move|moves" of its place gives the singular or the plural that goes with it.

    >>> f"{Counted(0, language('en')):man|men}, {Counted(0, language('fr')):pièce|pièces}"
    'men, pièce'
    """

    _singular: tuple[int, ...]

    def __new__(cls, value: int, words: Language) -> Counted:
        made = super().__new__(cls, value)
        made._singular = words.singular
        return made

    def __format__(self, form: str) -> str:
        if "|" not in form:
            return super().__format__(form)
        one, _, several = form.partition("|")
        return one if self in self._singular else several


@frozen
class Named:
    """Men named in a sentence: `men` are (letter, square) pairs, "" for a square that is not said.

    The form stands behind the colon of the sentence's place, "{king:the}", and is one of the language's `forms`:
    the, whom (object), of, to, by (agent), a, by a, into (promotion), no, bare, e (ending of what agrees with it);
    "or" lists kinds.

    >>> words = language("fr")
    >>> "attaquée {men:by}".format(men=Named(words, [("r", "a4"), ("b", "c5")]))
    'attaquée par la Tour a4 et par le Fou c5'
    >>> f"{Named(language('en'), [('Q', ''), ('R', ''), ('B', '')]):or}"
    'queen, rook or bishop'
    """

    language: Language
    men: Sequence[tuple[str, str]]

    def __format__(self, form: str) -> str:
        words = self.language
        named = [words.form("bare" if form == "or" else form, man) for man, _ in self.men]
        if form == "e":
            return "".join(named)
        named = [words.placed.format(man=name, square=square) if square else name
                 for name, (_, square) in zip(named, self.men, strict=True)]
        conjunction = words.conjunctions[form == "or"]
        return f" {conjunction} ".join([*([", ".join(named[:-1])] if named[1:] else []), *named[-1:]])


ENGLISH = Language(
    code="en",
    name="English",
    game="KQRBNP",
    problem="KQRBSP",
    men=MappingProxyType({
        "K": Noun("the", "king", "kings"),
        "Q": Noun("the", "queen", "queens"),
        "R": Noun("the", "rook", "rooks"),
        "B": Noun("the", "bishop", "bishops"),
        "N": Noun("the", "knight", "knights"),
        "P": Noun("the", "pawn", "pawns"),
    }),
    colours=("White", "Black"),
    colour_letters=("w", "b"),
    adjectives=MappingProxyType({"m": ("white", "black"), "f": ("white", "black")}),
    kings=("white kings", "black kings"),
    coloured="{article} {adjective} {word}",
    words=MappingProxyType({
        "ok": "in play",
        "check": "check",
        "mate": "mate",
        "stalemate": "stalemate",
        "win": "win",
        "draw": "draw",
        "illegal": "illegal position",
        "status: ok": "ok",
        "status: illegal": "illegal",
        "reason: checkmate": "checkmate",
        "reason: stalemate": "stalemate",
        "reason: king run": "king run",
        "reason: repetition": "repetition",
        "reason: move rule": "move rule",
        "reason: dead material": "dead material",
        "reason: too many kings": "too many kings",
        "reason: misplaced man": "misplaced man",
        "reason: side not to move in check": "side not to move in check",
        "reason: unparryable check": "unparryable check",
        "castling": "castling",
        "en passant": "en passant",
        "promotion": "promotion",
        "threat": "threat",
        "zugzwang": "zugzwang",
        "but": "but",
        "refutes": "refutes",
        "sound": "sound",
        "cooked": "cooked",
        "unsound": "not sound",
        "insoluble": "not sound",
        "set play": "set play",
        "tries": "tries",
        "solution": "solution",
        "solutions": "solutions",
        "dual": "dual",
        "short": "short",
        "contents": "contents",
        "problems": "chess problems",
        "final position": "final position",
        "more": "and so on",
        "duplex": "duplex",
        "post-key play": "post-key play",
        "reason: resignation": "resignation",
        "reason: agreement": "agreement",
        "level: beginner": "beginner",
        "level: novice": "novice",
        "level: casual": "casual",
        "level: club": "club",
        "level: strong": "strong",
        "level: expert": "expert",
        "level: master": "master",
        "level: full": "full",
        "command: help": "help|?",
        "command: moves": "moves",
        "command: why": "why",
        "command: board": "board",
        "command: flip": "flip",
        "command: fen": "fen",
        "command: pgn": "pgn",
        "command: undo": "undo|take back|takeback",
        "command: hint": "hint",
        "command: level": "level",
        "command: draw": "draw",
        "command: resign": "resign",
        "command: new": "new",
        "command: save": "save",
        "command: load": "load|go on",
        "command: quit": "quit|exit",
    }),
    sentences=MappingProxyType({
        "best move": "best move: {move} ({score})",
        "no forced win": "no forced win in {moves} {moves:move|moves}",
        "no best move": "no best move found yet",
        "mate: mate": "mate found: {problem}",
        "mate: stalemate": "stalemate found: {problem}",
        "mate: shortest": ", none in fewer moves",
        "mate: none": "none within {moves}",
        "mate: undecided": "undecided",
        "mate: none so far": "; none within {moves}",
        "status line": "{status}: {said}",
        "status line: wins": "{side} wins ({reason})",
        "status line: drawn": "the game is drawn ({reason})",
        "status line: to move": "{side} to move",
        "status line: attacked": "{side} to move, king on {squares} attacked",
        "status line: several attacked": "{side} to move, kings on {squares} attacked",
        "status line: man": "{reason}: {man} on {square}",
        "to move": "{side} to move",
        "no solution": "no solution",
        "one key": "one key",
        "keys": "{count} keys",
        "one solution": "one solution",
        "solutions": "{count} solutions",
        "intended": "{count} intended",
        "short": "with a shorter solution",
        "partial": "partial result: the search was stopped",
        "proof game": "PG {length}",
        "decimal sign": ".",
        "proof: complete": "complete",
        "proof: shortest proven": "shortest proven",
        "proof: limit": "limit reached",
        "proof: lost": "No solution: men lost by {side}: {count}; moves of {other}: {moves}.",
        "proof: promoted": "No solution: promoted men of {side}: {count}; missing pawns: {pawns}.",
        "proof: unreachable": "No solution: no man of {side} can become {man} on {square}.",
        "proof: least": "No solution: moves {side} needs at least: {least}; moves it has: {moves}.",
        "proof: parity": "No solution: {side} cannot make just {moves} {moves:move|moves} on the way there (parity).",
        "proof: excluded": "No solution: the deductions before the search leave no game of this length.",
        "proof: constrained": "No solution: all games of this length were searched, and none keeps to the constraints.",
        "proof: searched": "No solution: all games of this length were searched.",
        "proof: bound": "{side}: moves needed at least {least}, made {moves}, spare {spare}",
        "proof: bound only": "{side}: moves needed at least {least}",
        "proof: taken": "{way}, taken on {square} by {man}",
        "proof: men": "The ways of the men:",
        "proof: prospects": "What the men can become, known before the search, with the moves until then:",
        "proof: not in the diagram": "not in the diagram",
        "soundness: constrained": "Correct under these constraints only (this is not C+): {constraints}",
        "finished": "Solved.",
        "computer tested": "C+ {program}",
        "diagram": "White: {white}. Black: {black}.",
        "after": "after {move}",
        "unsolved": "not solved: {reason}",
        "check": "{side} is in check",
        "mate": "{side} is mated",
        "stalemate": "{side} is stalemated",
        "win": "{side} wins",
        "draw": "Draw",
        "illegal": "Illegal position: {reason}",
        "verdict: yes": "{move} is legal:",
        "verdict: no": "{move} is not legal:",
        "game goes on: king run": "the game is over: {side} has won by the king run",
        "game goes on: move rule": "the game is drawn: {count} moves a side without a capture or a pawn move",
        "diagram legal: too many kings": "the position is illegal: {side} has more than one king",
        "diagram legal: misplaced man": "the position is illegal: {man:a} cannot stand on {square}",
        "diagram legal: side not to move in check":
            "the position is illegal: {side} is not to move and is in check ({attacks})",
        "diagram legal: unparryable check":
            "the position is illegal: {side} is in a check that cannot be parried and is not mate ({attacks})",
        "attack: yes": "{king:the} is attacked {attackers:by}",
        "attack: short": "{king:the} {attackers:by}",
        "man there: no": "the square {square} is empty",
        "man there: no such man": "no man of {side} fits “{text}”",
        "own man: yes": "{man:the} belongs to {side}, who is to move",
        "own man: no": "{man:the} belongs to {owner}, but {side} is to move",
        "another square: no": "a move leads to another square than {square}",
        "moves so: yes": "the movement {man:of} leads from {origin} to {target}",
        "moves so: no": "the movement {man:of} does not lead from {origin} to {target}",
        "moves so: double step": "{man:a} advances two squares only from its starting rank",
        "way free: yes": "the way from {origin} to {target} is free",
        "way free: no": "the way from {origin} to {target} is blocked {blockers:by}",
        "target empty: yes": "the square {target} is empty",
        "capture: yes": "{man:the} takes {captured:whom}",
        "capture in passing: yes": "{man:the} takes {captured:whom} in passing",
        "no own man on target: no": "the square {target} is occupied {blocker:by a} of the same side",
        "king not captured: no": "a king stands on {target}, and a king is never captured",
        "captures so: no": "{man:the} does not capture straight ahead, and {target} is occupied {blocker:by a}",
        "something to capture: no":
            "{man:the} goes to {target} only to capture, and there is nothing to capture there, not even in passing",
        "promotion: yes": "{man:the} becomes {promotion:a} on {target}",
        "promotion: missing": "{man:the} must promote on {target}: the new man is missing ({choices:or})",
        "promotion: no such choice": "{man:the} cannot become {promotion:a} (only: {choices:or})",
        "promotion: superfluous": "{man:the} does not promote on {target}",
        "king safe: yes": "{king:the} is not attacked after the move",
        "king safe: all": "the {kings} are not attacked after the move",
        "king safe: no": "{king:the} is attacked {attackers:by} after the move",
        "king's square not attacked: no":
            "the square {square}, to which {king:the} goes, is attacked {attackers:by}",
        "king's square not attacked: through":
            "the square {square}, to which {king:the} goes, is attacked {attackers:by} "
            "through {origin}, which it leaves",
        "king's square not attacked: guarded":
            "{captured:the}, which {king:the} would take, is guarded {attackers:by}",
        "check parried: no": "{king:the} is checked {attackers:by}, and the move does not parry that check",
        "man not pinned: no": "{man:the} is pinned against {king:the} {attackers:by}",
        "king safe after capture in passing: no":
            "the capture in passing removes {captured:whom} too, and {king:the} is then attacked {attackers:by}",
        "new king not attacked: no": "the new king on {square} is attacked {attackers:by}",
        "one king safe: yes": "{king:the} is not attacked after the move, and one safe king is enough",
        "one king safe: no": "all {kings} are attacked after the move: {attacks}",
        "check parryable or mate: yes": "the check ({attacks}) is allowed",
        "check parryable or mate: parryable": "the check ({attacks}) can be parried, for example by {reply}",
        "check parryable or mate: mate": "all {kings} are mated ({attacks})",
        "check parryable or mate: no": "the check ({attacks}) cannot be parried, and it is not mate",
        "check parryable or mate: free king":
            "the check ({attacks}) cannot be parried, and it is not mate: {king:the} is not attacked",
        "check parryable or mate: rescue":
            "the check ({attacks}) cannot be parried, and it is not mate: {reply} would rescue {king:whom} "
            "without a new check to another king",
        "king mated: yes": "{king:the} is mated: no move frees it",
        "king mated: refuted": "{king:the} is mated: no move rescues it",
        "rescue refuted: new check":
            "{reply} would free {king:whom} but put {exposed:whom} under a new check {attackers:by}",
        "rescue refuted: illegal check":
            "{reply} would free {king:whom} but would itself be an illegal check",
        "moves so: forward": "the movement {man:of} leads forward from {origin} to {target}",
        "moves so: rebound": "the movement {man:of} leads from {origin} to {target} with a rebound on {wall}",
        "moves so: one step back": "the movement {man:of} leads from {origin} to {target}: one step back",
        "moves so: one step": "the movement {man:of} leads from {origin} to {target} in one step",
        "moves so: sideways": "the movement {man:of} leads sideways from {origin} to {target}",
        "moves so: sideways against the arrows":
            "the movement {man:of} leads sideways against the arrows from {origin} to {target}",
        "moves so: no further rebound": "{man:a} rebounds once only: from {origin} it stops on {last}, before {target}",
        "moves so: no further one step back":
            "{man:a} goes one step back only: from {origin} to {last}, not to {target}",
        "moves so: no further one step": "{man:a} goes one step only: from {origin} to {last}, not to {target}",
        "moves so: no further sideways against the arrows":
            "sideways against the arrows {man:a} goes one step only: from {origin} to {last}, not to {target}",
        "nearest square: yes": "the nearest square to {target} that {man:the} can reach is {near}",
        "position: ok": "{side} is to move and is not in check",
        "position: illegal": "The position is illegal",
        "legal moves: yes": "legal moves: {count}",
        "way": "({way})",
        "king attacked: yes": "{king:the} is attacked {guards}",
        "king attacked: no": "{king:the} is not attacked",
        "king attacked: enough": "{king:the} is not attacked, and one safe king is enough",
        "flight: free": "{square} is free: {king:the} can go there",
        "flight: can take": "{captured:the} can be taken {king:by}",
        "flight: guarded": "{square} is guarded {guards}",
        "flight: through": "{square} is guarded {guards}, through {origin}, which {king:the} would leave",
        "flight: captured": "{captured:the} is guarded {guards}",
        "flight: blocked": "{square} is occupied {blocker:by a} of the same side",
        "flight: enemy king": "on {square} a king stands, which is never captured",
        "flight: refuted": "{square} is not attacked, but: {reasons}",
        "parry: capture": "{shown} parries: it takes the attacker",
        "parry: interposition": "{shown} parries: it stands in the way",
        "parry: castling": "{shown} parries",
        "parry: capture fails": "{shown} would take the attacker, but: {reasons}",
        "parry: interposition fails": "{shown} would stand in the way, but: {reasons}",
        "parry: castling fails": "{shown}: {reasons}",
        "parry: none": "no other man can take an attacker of {king:whom} or stand in its way",
        "rescue: yes": "{shown} frees {king:whom} and is legal",
        "rescue: new check":
            "{shown} would free {king:whom}, but a new check to {exposed:whom} results, given {guards}",
        "rescue: illegal check": "{shown} would free {king:whom}, but would itself be an illegal check: {reasons}",
        "rescue: other king":
            "{shown} would free {king:whom} without a new check, but is no move, for another king "
            "stays attacked: {reasons}",
        "illegal check: yes": "{shown} would be an illegal check: {reasons}",
        "illegal check: parry": "{shown} would be the parry, but would be an illegal check: {reasons}",
        "not mate: free king": "it is not mate: {king:the} is not attacked",
        "not mate: rescue": "it is not mate: {reply} would rescue {king:whom} without a new check to another king",
        "man held: blocked": "{man:the} is blocked {blockers:by}",
        "man held: nowhere": "{man:the} has no square to go to",
        "man held: refuted": "{shown}: {reasons}",
        "run flag set: yes": "{king:the} stands on {square}, its goal, with its run flag ({flag}) set",
        "king run: yes": "{king:the} reaches {square} at the end of its run and wins",
        "run flag missing: yes":
            "{king:the} reaches {square} without its run flag ({flag}), which only a step from {first} "
            "to {second} sets: it does not win",
        "castling: yes": "castling: {king:the} goes from {origin} to {target}, {partner:the} from {start} to {end}",
        "castling: enemy":
            "castling: {king:the} goes from {origin} to {target}, "
            "{partner:the} of the other side from {start} to {end}",
        "exchange: yes": "exchange: {king:the} and {partner:the} change places",
        "castling known: no": "there is no castling from {origin} to {target} in this genre",
        "castling line: no": "{king:the} castles along ranks and files only, not from {origin} to {target}",
        "castling right: yes": "the right to this castling is still there",
        "castling right: no": "the right to this castling is lost: {king:the} or {partner:the} has moved",
        "exchange unused: yes": "{side} has not yet used its only exchange",
        "exchange unused: no": "{side} has already used its only exchange",
        "partner at home: no": "{side} has {kind:no} on {square}",
        "partner on the line: yes": "{partner:the} is the first man that {king:the} meets on this line",
        "partner on the line: no": "{king:the} meets no man on the line from {origin} to {target} and beyond",
        "partner far enough: yes": "two squares at least are empty between {king:the} and {partner:the}",
        "partner far enough: no":
            "{partner:the} is too near {king:whom}: two squares at least must be empty between them",
        "partner's kind: no": "{partner:the} cannot be the partner (only: {choices:or})",
        "partner's kind: two kings": "two kings do not change places",
        "partner's side: no": "{partner:the} belongs to the other side and cannot be the partner",
        "partner's square: no": "{partner:the} would arrive on {square}, where {kind:a} cannot stand",
        "squares between empty: yes": "the squares between {king:the} and {partner:the} are empty",
        "squares between empty: no": "the way between {king:the} and {partner:the} is blocked {blockers:by}",
        "king not attacked: yes": "{king:the} is not attacked",
        "king not attacked: no": "{king:the} is attacked {attackers:by} and may not castle",
        "crossed square not attacked: yes": "the square {square}, which {king:the} crosses, is not attacked",
        "crossed square not attacked: no":
            "the square {square}, which {king:the} crosses, is attacked {attackers:by}",
        "furtive check: yes":
            "{partner:the} attacks {square} only until it hops: this furtive check does not matter",
        "arrival square not attacked: yes": "the square {square}, where {king:the} arrives, is not attacked",
        "arrival square not attacked: no":
            "the square {square}, where {king:the} arrives, is attacked {attackers:by}",
        "arrival square not attacked: opened":
            "the square {square}, where {king:the} arrives, is attacked {attackers:by} once {partner:the} has left",
        "arrival square not attacked: partner":
            "the square {square}, where {king:the} arrives, is attacked by the partner itself, arrived on {end}",
        "as written: no": "“{text}” does not fit: this move is written {san}",
        "convert: lost": "{form} does not hold: {fields}",
        "convert: written": "{path}: {written} of {read} {read:entry|entries} written ({form})",
        "field: genre": "rules",
        "field: diagram": "diagram",
        "field: clocks": "move counters",
        "field: stipulation": "stipulation",
        "field: target": "second position",
        "field: options": "options",
        "field: zeroposition": "zeroposition",
        "field: twins": "twins",
        "field: authors": "authors",
        "field: source": "source",
        "field: title": "title",
        "field: award": "award",
        "field: intended solutions": "intended solutions",
        "field: remarks": "remarks",
        "field: solution": "solution",
        "field: keywords": "keywords",
        "field: page": "page",
        "field: comments on the source": "comments on the source",
        "field: judges": "judges",
        "field: date of the tourney": "date of the tourney",
        "field: reprints": "reprints",
        "field: versionists": "versionists",
        "field: correctors": "correctors",
        "field: references": "references",
        "field: foreign ids": "numbers in other collections",
        "field: glyphs": "signs of men",
        "field: non-standard stipulation": "stipulation in words",
        "field: operations": "operations",
        "field: game": "moves of the game",
        "verify: diagram": "the diagram is legal",
        "verify: lists": "lists and tree agree, every move is in its place",
        "verify: legal": "moves are legal",
        "verify: goal": "lines end with the goal",
        "verify: length": "lines have the right length",
        "verify: rules": "lines keep the rules of their play",
        "verify: forced": "moves force the goal against every defence",
        "verify: shortest": "there is no shorter way",
        "verify: threats": "the threats are all there are",
        "verify: zugzwang": "zugzwang: nothing is threatened",
        "verify: defences": "threats answer the defences that are not shown",
        "verify: answers": "the answers to a defence are all there are",
        "verify: refuted": "refutations refute",
        "verify: tries": "tries have few enough refutations",
        "verify: sound": "the verdict follows from the solutions",
        "verify: complete": "nothing else solves",
        "verify: counts": "{claim}: {count}",
        "verify: some refuted": "{count} refuted",
        "verify: some unchecked": "{count} not checked",
        "verify: budget": "needs more positions or time",
        "verify: unknown": "play or option unknown to the checker",
        "verify: fault": "{moves}: {reason}",
        "verify: more": "and {count} more",
        "verify: unsolved": "nothing claimed: {error}",
        "verify: nothing": "Nothing to check: the document claims no solution.",
        "verify: verdict confirmed": "Confirmed.",
        "verify: verdict partly": "Confirmed as far as it was checked.",
        "verify: verdict refuted": "Refuted.",
        "refuted: illegal diagram": "the diagram is illegal",
        "refuted: illegal move": "the move is not legal",
        "refuted: role": "has no place there",
        "refuted: twice": "is listed twice",
        "refuted: list": "the list differs from the tree or the lines",
        "refuted: no goal": "the goal is not reached",
        "refuted: goes on": "the goal is reached, yet the play goes on",
        "refuted: too long": "longer than the stipulation says",
        "refuted: wrong length": "not as long as the stipulation says",
        "refuted: unequal": "alternatives are not equally long",
        "refuted: check too early": "gives check too early in the series",
        "refuted: goal too early": "the goal is reached before the end",
        "refuted: constraint": "a constraint of the author is broken",
        "refuted: duty": "the side to move must reach the goal at once",
        "refuted: not forced": "the goal is not forced",
        "refuted: other reply": "another reply does not reach the goal",
        "refuted: shorter": "there is a shorter way",
        "refuted: threat missing": "a threat is missing",
        "refuted: no threat possible": "there is nothing to threaten here",
        "refuted: threatens": "something is threatened",
        "refuted: nothing said": "neither threat nor zugzwang is said",
        "refuted: defence missing": "the defence should be shown",
        "refuted: needless": "the defence need not be shown",
        "refuted: answer missing": "an answer is missing",
        "refuted: answered": "the goal is forced all the same",
        "refuted: refutation missing": "refutes too",
        "refuted: refutations": "has no refutation, or too many",
        "refuted: verdict": "another verdict follows from the solutions",
        "refuted: short": "the word about shorter solutions is wrong",
        "refuted: further": "solves too, or something unlisted does",
        "refuted: further try": "is a try too",
        "soundness: cooks": "{surplus} too many among: {moves}",
        "soundness: too few": "{missing} too few",
        "soundness: short": "short solutions: {moves}",
        "soundness: dual": "dual after {line}: {moves}",
        "soundness: minor dual": "minor dual after {line}: {moves}",
        "soundness: promotion dual": "promotion dual after {line}: {moves}",
        "soundness: double threat": "several threats after {line}: {moves}",
        "soundness: more": "and {count} more",
        "soundness: key checks": "the key {move} gives check",
        "soundness: key captures": "the key {move} captures",
        "soundness: key castles": "the key {move} castles",
        "soundness: key promotes": "the key {move} promotes",
        "soundness: set play":
            "set play: {count} {count:defence|defences} answered, {changed} of them otherwise after the key",
        "soundness: set lines": "set play: {count} {count:solution|solutions}",
        "soundness: tested": "C+ {program} {version}",
        "soundness: tested if": "C+ {program} {version}, if {count} {count:solution is|solutions are} intended",
        "soundness: examined": "{program} {version}: complete search",
        "soundness: warning": "warning: {text}",
        "soundness: partial": "{program} {version}: partial search, C?",
        "soundness: with": " ({settings})",
        "soundness: set": "set play",
        "soundness: refutations": "tries, refutations up to {count}",
        "soundness: threat": "threats of {count} {count:move|moves} at most",
        "soundness: max flights": "flights up to {count}",
        "soundness: non trivial": "defences that are not trivial: 1 a move and {count} more",
        "soundness: superfluous": "men that can be removed without harm: {men}",
        "soundness: all needed": "no man can be removed without harm",
        "soundness: superfluous so far":
            "men that can be removed without harm, of {done} out of {count} looked at: {men}",
        "soundness: nobody": "none",
        "play: over prompt": "over",
        "play: over": "The game is over.",
        "play: what next": "The game is over: {new}, {undo} or {quit}?",
        "play: no undo": "There is no move of yours to take back.",
        "play: no claim": "There is no draw to claim.",
        "play: declined": "There is no draw to claim, and your offer is declined.",
        "play: no moves": "none",
        "play: unknown": "neither a move nor a command: {text} (help lists the commands)",
        "play: illegal": "not a legal move: {text} (try: why {text})",
        "play: ambiguous": "{text} may be several moves: name the square it comes from, too",
        "play: hint": "hint: {move} ({score})",
        "play: no hint": "There is no move to hint at.",
        "play: level": "level: {level}",
        "play: no level": "no such level: {text} (known: {levels})",
        "play: levels": "known: {levels}",
        "play: file": "{command} which file? for example: {command} game.pgn",
        "play: saved": "saved in {file}",
        "play: loaded": "{file}: {count} single {count:move|moves}",
        "play: not loaded": "{file} has no game that can go on: {error}",
        "play: not loaded whole": "{file}: only {count} single {count:move|moves} can be played: {error}",
        "play: failed": "not done: {error}",
        "play: how moves are written":
            "A move is written short (Nf3, 0-0), long (Sg1-f3) or as its squares (g1f3; a "
            "castling by the king's squares).",
        "play: Ctrl-C": "Ctrl-C makes the engine move at once while it thinks, and leaves the game at the prompt.",
        "play help: moves": "list the legal moves",
        "play help: why": "why a move is legal or not; alone: why the position is what it is",
        "play help: board": "show the board",
        "play help: flip": "turn the board",
        "play help: fen": "show the position as FEN",
        "play help: pgn": "show the game as PGN",
        "play help: undo": "take your last move back",
        "play help: hint": "show a good move",
        "play help: level": "show the level of the engine, or change it",
        "play help: draw": "claim a draw, or offer one",
        "play help: resign": "give up",
        "play help: new": "begin again",
        "play help: save": "write the game to a file of PGN",
        "play help: load": "go on with a game of a file of PGN",
        "play help: quit": "leave",
        "play help: help": "this text",
        "report: heading": "{no}. {place}",
        "report: effort": "{nodes} {nodes:position|positions}, {seconds} s",
        "report: columns": "no.|place|asked|verdict|found|stored solution|positions|seconds",
        "report: sound": "sound",
        "report: unsound": "not sound",
        "report: open": "open",
        "report: incomplete": "partial",
        "report: error": "not solved",
        "report: no solution": "no solution",
        "report: cooked": "cooked",
        "report: too few": "too few",
        "report: short": "short solutions",
        "report: same": "same",
        "report: different": "different",
        "report: stored open": "same so far",
        "report: partly read": "same as far as read",
        "report: not read": "not read",
        "report: missing": "missing {count}",
        "report: extra": "extra {count}",
        "report: dual": "dual {count}",
        "report: stored": "stored solution: {agreement}",
        "report: missing lines": "stored, not found: {lines}",
        "report: extra lines": "found, not stored: {lines}",
        "report: dual lines": "duals, not stored: {lines}",
        "report: unread lines": "not read: {lines}",
        "report: of": "{count} of {intended}",
        "report: number": "{what}: {count}",
        "report: problems": "problems: {problems}, parts: {parts}; {verdicts}",
        "report: stored all": "stored solutions: {counts}",
        "report: time": "{nodes} {nodes:position|positions}, {seconds} s; slowest: {name} ({place}, {slowest} s)",
        "report: resumed": "{count} {count:part|parts} from an earlier run",
        "report: progress": "{done} of {count} {count:problem|problems}, {bad} not sound",
    }),
    forms=MappingProxyType({
        "the": {"m": "the {word}"},
        "whom": {"m": "the {word}"},
        "of": {"m": "of the {word}"},
        "to": {"m": "to the {word}"},
        "by": {"m": "by the {word}"},
        "a": {"m": "a {word}"},
        "by a": {"m": "by a {word}"},
        "into": {"m": "into a {word}"},
        "no": {"m": "no {word}"},
        "bare": {"m": "{word}"},
        "e": {"m": ""},
    }),
    placed="{man} on {square}",
)

FRENCH = Language(
    code="fr",
    name="French",
    game="RDTFCP",
    problem="RDTFCP",
    men=MappingProxyType({
        "K": Noun("le", "Roi", "Rois"),
        "Q": Noun("la", "Dame", "Dames", "f"),
        "R": Noun("la", "Tour", "Tours", "f"),
        "B": Noun("le", "Fou", "Fous"),
        "N": Noun("le", "Cavalier", "Cavaliers"),
        "P": Noun("le", "Pion", "Pions"),
    }),
    colours=("Blancs", "Noirs"),
    colour_letters=("b", "n"),
    adjectives=MappingProxyType({"m": ("blanc", "noir"), "f": ("blanche", "noire")}),
    kings=("Rois blancs", "Rois noirs"),
    singular=(0, 1),
    colon=" :",
    coloured="{article} {word} {adjective}",
    printed_signs=BOOK_SIGNS,
    words=MappingProxyType({
        "ok": "en cours",
        "check": "échec",
        "mate": "mat",
        "stalemate": "pat",
        "win": "gain",
        "draw": "nulle",
        "illegal": "position illégale",
        "status: ok": "en cours",
        "status: illegal": "illégale",
        "reason: checkmate": "échec et mat",
        "reason: stalemate": "pat",
        "reason: king run": "course du Roi",
        "reason: repetition": "répétition",
        "reason: move rule": "règle des coups",
        "reason: dead material": "matériel insuffisant",
        "reason: too many kings": "trop de Rois",
        "reason: misplaced man": "pièce mal placée",
        "reason: side not to move in check": "le camp qui n'a pas le trait est en échec",
        "reason: unparryable check": "échec imparable",
        "castling": "roque",
        "en passant": "en passant",
        "promotion": "promotion",
        "threat": "menace",
        "zugzwang": "blocus",
        "but": "mais",
        "refutes": "réfute",
        "sound": "correct",
        "cooked": "démoli",
        "unsound": "incorrect",
        "insoluble": "insoluble",
        "set play": "jeu apparent",
        "tries": "essais",
        "solution": "solution",
        "solutions": "solutions",
        "dual": "dual",
        "short": "plus court",
        "contents": "sommaire",
        "problems": "problèmes d'échecs",
        "final position": "position finale",
        "more": "et ainsi de suite",
        "duplex": "duplex",
        "post-key play": "jeu après la clé",
        "reason: resignation": "abandon",
        "reason: agreement": "accord mutuel",
        "level: beginner": "débutant",
        "level: novice": "novice",
        "level: casual": "amateur",
        "level: club": "club",
        "level: strong": "fort",
        "level: expert": "expert",
        "level: master": "maître",
        "level: full": "maximum",
        "command: help": "aide",
        "command: moves": "coups",
        "command: why": "pourquoi",
        "command: board": "échiquier|diagramme",
        "command: flip": "tourner",
        "command: fen": "fen",
        "command: pgn": "pgn",
        "command: undo": "reprendre|annuler",
        "command: hint": "conseil",
        "command: level": "niveau",
        "command: draw": "nulle",
        "command: resign": "abandonner|abandon",
        "command: new": "nouvelle|nouvelle partie",
        "command: save": "enregistrer|sauver",
        "command: load": "charger|continuer",
        "command: quit": "quitter",
    }),
    sentences=MappingProxyType({
        "best move": "meilleur coup : {move} ({score})",
        "no forced win": "pas de gain forcé en {moves} {moves:coup|coups}",
        "no best move": "aucun meilleur coup trouvé pour l'instant",
        "mate: mate": "mat trouvé : {problem}",
        "mate: stalemate": "pat trouvé : {problem}",
        "mate: shortest": ", rien de plus court",
        "mate: none": "rien en {moves} {moves:coup|coups} ou moins",
        "mate: undecided": "non tranché",
        "mate: none so far": " ; rien en {moves} {moves:coup|coups} ou moins",
        "status line": "{status} : {said}",
        "status line: wins": "les {side} gagnent ({reason})",
        "status line: drawn": "la partie est nulle ({reason})",
        "status line: to move": "trait aux {side}",
        "status line: attacked": "trait aux {side}, Roi attaqué en {squares}",
        "status line: several attacked": "trait aux {side}, Rois attaqués en {squares}",
        "status line: man": "{reason} : {man} en {square}",
        "to move": "Trait aux {side}",
        "no solution": "aucune solution",
        "one key": "une clé",
        "keys": "{count} clés",
        "one solution": "une solution",
        "solutions": "{count} solutions",
        "intended": "{count} {count:voulue|voulues}",
        "short": "solution plus courte",
        "partial": "résultat partiel : recherche interrompue",
        "proof game": "PJ {length}",
        "decimal sign": ",",
        "proof: complete": "recherche complète",
        "proof: shortest proven": "minimum prouvé",
        "proof: limit": "limite atteinte",
        "proof: lost": "Pas de solution : pièces perdues, {side} : {count} ; coups, {other} : {moves}.",
        "proof: promoted": "Pas de solution : {side}, pièces promues : {count} ; Pions manquants : {pawns}.",
        "proof: unreachable": "Pas de solution : {side}, aucune pièce ne peut devenir {man} en {square}.",
        "proof: least": "Pas de solution : {side}, coups nécessaires au moins : {least} ; coups disponibles : {moves}.",
        "proof: parity": "Pas de solution : {side}, nombre de coups impossible (parité) : {moves}.",
        "proof: excluded":
            "Pas de solution : les déductions faites avant la recherche excluent toute partie de cette longueur.",
        "proof: constrained":
            "Pas de solution : toutes les parties de cette longueur ont été examinées, aucune ne respecte les "
            "contraintes.",
        "proof: searched": "Pas de solution : toutes les parties de cette longueur ont été examinées.",
        "proof: bound":
            "{side} : au moins {least} {least:coup nécessaire|coups nécessaires}, {moves} {moves:joué|joués}, "
            "{spare} {spare:libre|libres}",
        "proof: bound only": "{side} : au moins {least} {least:coup nécessaire|coups nécessaires}",
        "proof: taken": "{way} ; prise en {square} par {man}",
        "proof: men": "Les trajets des pièces :",
        "proof: prospects": "Ce que deviennent les pièces, connu avant la recherche, avec les coups nécessaires :",
        "proof: not in the diagram": "hors du diagramme",
        "soundness: constrained": "Correct sous ces contraintes seulement (ce n'est pas C+) : {constraints}",
        "finished": "Résolu.",
        "computer tested": "C+ {program}",
        "diagram": "Blancs : {white}. Noirs : {black}.",
        "after": "après {move}",
        "unsolved": "non résolu : {reason}",
        "check": "Les {side} sont en échec",
        "mate": "Les {side} sont mat",
        "stalemate": "Les {side} sont pat",
        "win": "Les {side} gagnent",
        "draw": "Nulle",
        "illegal": "Position illégale : {reason}",
        "verdict: yes": "{move} est légal :",
        "verdict: no": "{move} n'est pas légal :",
        "game goes on: king run": "la partie est finie : les {side} ont gagné par la course du Roi",
        "game goes on: move rule": "la partie est nulle : {count} coups de chaque camp sans prise ni coup de Pion",
        "diagram legal: too many kings": "la position est illégale : les {side} ont plus d'un Roi",
        "diagram legal: misplaced man": "la position est illégale : {man:a} ne peut se trouver en {square}",
        "diagram legal: side not to move in check":
            "la position est illégale : les {side}, qui n'ont pas le trait, sont en échec ({attacks})",
        "diagram legal: unparryable check":
            "la position est illégale : les {side} subissent un échec imparable qui n'est pas un mat ({attacks})",
        "attack: yes": "{king:the} est attaqué {attackers:by}",
        "attack: short": "{king:the} {attackers:by}",
        "man there: no": "la case {square} est vide",
        "man there: no such man": "aucune pièce des {side} ne répond à « {text} »",
        "own man: yes": "{man:the} appartient aux {side}, qui ont le trait",
        "own man: no": "{man:the} appartient aux {owner}, mais le trait est aux {side}",
        "another square: no": "un coup mène à une autre case que {square}",
        "moves so: yes": "la marche {man:of} mène de {origin} à {target}",
        "moves so: no": "la marche {man:of} ne mène pas de {origin} à {target}",
        "moves so: double step": "{man:a} n'avance de deux cases que depuis sa rangée de départ",
        "way free: yes": "le chemin de {origin} à {target} est libre",
        "way free: no": "le chemin de {origin} à {target} est barré {blockers:by}",
        "target empty: yes": "la case {target} est vide",
        "capture: yes": "{man:the} prend {captured:whom}",
        "capture in passing: yes": "{man:the} prend {captured:whom} en passant",
        "no own man on target: no": "la case {target} est occupée {blocker:by a} du même camp",
        "king not captured: no": "un Roi se trouve en {target}, et un Roi ne se prend jamais",
        "captures so: no": "{man:the} ne prend pas droit devant, et {target} est occupée {blocker:by a}",
        "something to capture: no":
            "{man:the} ne va en {target} que pour prendre, et il n'y a rien à y prendre, pas même en passant",
        "promotion: yes": "en {target}, {man:the} se promeut {promotion:into}",
        "promotion: missing": "en {target}, {man:the} doit se promouvoir : il manque la nouvelle pièce ({choices:or})",
        "promotion: no such choice": "{man:the} ne peut se promouvoir {promotion:into} (seulement : {choices:or})",
        "promotion: superfluous": "{man:the} ne se promeut pas en {target}",
        "king safe: yes": "{king:the} n'est pas attaqué après le coup",
        "king safe: all": "les {kings} ne sont pas attaqués après le coup",
        "king safe: no": "{king:the} est attaqué {attackers:by} après le coup",
        "king's square not attacked: no": "la case {square}, où va {king:the}, est attaquée {attackers:by}",
        "king's square not attacked: through":
            "la case {square}, où va {king:the}, est attaquée {attackers:by} à travers {origin}, qu'il quitte",
        "king's square not attacked: guarded":
            "{captured:the}, que prendrait {king:the}, est défendu{captured:e} {attackers:by}",
        "check parried: no": "{king:the} est mis en échec {attackers:by}, et le coup ne pare pas cet échec",
        "man not pinned: no": "{man:the} est cloué{man:e} sur {king:the} {attackers:by}",
        "king safe after capture in passing: no":
            "la prise en passant enlève aussi {captured:whom}, et {king:the} est alors attaqué {attackers:by}",
        "new king not attacked: no": "le nouveau Roi, en {square}, est attaqué {attackers:by}",
        "one king safe: yes": "{king:the} n'est pas attaqué après le coup, et un seul Roi hors d'atteinte suffit",
        "one king safe: no": "tous les {kings} sont attaqués après le coup : {attacks}",
        "check parryable or mate: yes": "l'échec ({attacks}) est permis",
        "check parryable or mate: parryable": "l'échec ({attacks}) peut être paré, par exemple par {reply}",
        "check parryable or mate: mate": "tous les {kings} sont mat ({attacks})",
        "check parryable or mate: no": "l'échec ({attacks}) ne peut être paré, et ce n'est pas un mat",
        "check parryable or mate: free king":
            "l'échec ({attacks}) ne peut être paré, et ce n'est pas un mat : {king:the} n'est pas attaqué",
        "check parryable or mate: rescue":
            "l'échec ({attacks}) ne peut être paré, et ce n'est pas un mat : {reply} secourrait {king:whom} sans "
            "échec nouveau à un autre Roi",
        "king mated: yes": "{king:the} est mat : aucun coup ne le libère",
        "king mated: refuted": "{king:the} est mat : aucun coup ne le secourt",
        "rescue refuted: new check":
            "{reply} libérerait {king:whom}, mais exposerait {exposed:whom} à un échec nouveau, donné {attackers:by}",
        "rescue refuted: illegal check":
            "{reply} libérerait {king:whom}, mais serait lui-même un échec illégal",
        "moves so: forward": "la marche {man:of} mène en avant de {origin} à {target}",
        "moves so: rebound": "la marche {man:of} mène de {origin} à {target} avec un rebond en {wall}",
        "moves so: one step back": "la marche {man:of} mène de {origin} à {target} : un pas en arrière",
        "moves so: one step": "la marche {man:of} mène de {origin} à {target} d'un seul pas",
        "moves so: sideways": "la marche {man:of} mène de côté de {origin} à {target}",
        "moves so: sideways against the arrows":
            "la marche {man:of} mène de côté, contre les flèches, de {origin} à {target}",
        "moves so: no further rebound":
            "{man:a} ne rebondit qu'une fois : de {origin}, l'arrêt est en {last}, avant {target}",
        "moves so: no further one step back":
            "{man:a} ne recule que d'un pas : de {origin} à {last}, non à {target}",
        "moves so: no further one step": "{man:a} ne fait qu'un pas : de {origin} à {last}, non à {target}",
        "moves so: no further sideways against the arrows":
            "de côté contre les flèches, {man:a} ne fait qu'un pas : de {origin} à {last}, non à {target}",
        "nearest square: yes": "la case la plus proche de {target} que {man:the} peut atteindre est {near}",
        "position: ok": "Les {side} ont le trait et ne sont pas en échec",
        "position: illegal": "La position est illégale",
        "legal moves: yes": "coups légaux : {count}",
        "way": "({way})",
        "king attacked: yes": "{king:the} est attaqué {guards}",
        "king attacked: no": "{king:the} n'est pas attaqué",
        "king attacked: enough": "{king:the} n'est pas attaqué, et un seul Roi hors d'atteinte suffit",
        "flight: free": "la case {square} est libre : {king:the} peut y aller",
        "flight: can take": "{captured:the} peut être pris{captured:e} {king:by}",
        "flight: guarded": "la case {square} est gardée {guards}",
        "flight: through": "la case {square} est gardée {guards}, à travers {origin}, que {king:the} quitterait",
        "flight: captured": "{captured:the} est défendu{captured:e} {guards}",
        "flight: blocked": "la case {square} est occupée {blocker:by a} du même camp",
        "flight: enemy king": "en {square} se trouve un Roi, qui ne se prend jamais",
        "flight: refuted": "la case {square} n'est pas attaquée, mais : {reasons}",
        "parry: capture": "{shown} pare : la pièce qui donne l'échec est prise",
        "parry: interposition": "{shown} pare par interposition",
        "parry: castling": "{shown} pare",
        "parry: capture fails": "{shown} prendrait la pièce qui donne l'échec, mais : {reasons}",
        "parry: interposition fails": "{shown} s'interposerait, mais : {reasons}",
        "parry: castling fails": "{shown} : {reasons}",
        "parry: none": "aucune autre pièce ne peut prendre un attaquant {king:of} ni s'interposer",
        "rescue: yes": "{shown} libère {king:whom} et est légal",
        "rescue: new check":
            "{shown} libérerait {king:whom}, mais {exposed:the} subirait un échec nouveau, donné {guards}",
        "rescue: illegal check": "{shown} libérerait {king:whom}, mais serait lui-même un échec illégal : {reasons}",
        "rescue: other king":
            "{shown} libérerait {king:whom} sans échec nouveau, mais n'est pas jouable, un autre Roi restant attaqué : "
            "{reasons}",
        "illegal check: yes": "{shown} serait un échec illégal : {reasons}",
        "illegal check: parry": "{shown} serait la parade, mais serait un échec illégal : {reasons}",
        "not mate: free king": "ce n'est pas un mat : {king:the} n'est pas attaqué",
        "not mate: rescue": "ce n'est pas un mat : {reply} secourrait {king:whom} sans échec nouveau à un autre Roi",
        "man held: blocked": "{man:the} est bloqué{man:e} {blockers:by}",
        "man held: nowhere": "{man:the} n'a aucune case où aller",
        "man held: refuted": "{shown} : {reasons}",
        "run flag set: yes": "{king:the} est en {square}, son but, avec son drapeau de course ({flag})",
        "king run: yes": "{king:the} arrive en {square} au terme de sa course, et gagne",
        "run flag missing: yes":
            "{king:the} arrive en {square} sans son drapeau de course ({flag}), qu'il n'obtient qu'en passant "
            "de {first} à {second} : il ne gagne pas",
        "castling: yes": "roque : {king:the} va de {origin} en {target}, {partner:the} de {start} en {end}",
        "castling: enemy": "roque : {king:the} va de {origin} en {target}, {partner:the} adverse de {start} en {end}",
        "exchange: yes": "échange : {king:the} et {partner:the} changent de place",
        "castling known: no": "le roque de {origin} en {target} n'existe pas dans ce genre",
        "castling line: no": "{king:the} ne roque que sur les rangées et les colonnes, non de {origin} en {target}",
        "castling right: yes": "le droit à ce roque subsiste",
        "castling right: no": "le droit à ce roque est perdu : {king:the} ou {partner:the} a déjà joué",
        "exchange unused: yes": "les {side} n'ont pas encore fait leur unique échange",
        "exchange unused: no": "les {side} ont déjà fait leur unique échange",
        "partner at home: no": "les {side} n'ont {kind:no} en {square}",
        "partner on the line: yes": "sur cette ligne, {king:the} rencontre d'abord {partner:whom}",
        "partner on the line: no":
            "sur la ligne de {origin} à {target} et au-delà, {king:the} ne rencontre aucune pièce",
        "partner far enough: yes": "deux cases au moins sont vides entre {king:the} et {partner:the}",
        "partner far enough: no":
            "{partner:the} est trop près {king:of} : il faut entre eux deux cases vides au moins",
        "partner's kind: no": "{partner:the} ne peut être le partenaire (seulement : {choices:or})",
        "partner's kind: two kings": "deux Rois n'échangent pas leurs places",
        "partner's side: no": "{partner:the} appartient à l'adversaire et ne peut être le partenaire",
        "partner's square: no": "{partner:the} arriverait en {square}, où {kind:a} ne peut se trouver",
        "squares between empty: yes": "les cases entre {king:the} et {partner:the} sont vides",
        "squares between empty: no": "le chemin entre {king:the} et {partner:the} est barré {blockers:by}",
        "king not attacked: yes": "{king:the} n'est pas attaqué",
        "king not attacked: no": "{king:the} est attaqué {attackers:by} et ne peut donc roquer",
        "crossed square not attacked: yes": "la case {square}, que {king:the} traverse, n'est pas attaquée",
        "crossed square not attacked: no":
            "la case {square}, que {king:the} traverse, est attaquée {attackers:by}",
        "furtive check: yes":
            "{partner:the} n'attaque {square} qu'avant de sauter : cet échec furtif ne compte pas",
        "arrival square not attacked: yes": "la case {square}, où {king:the} arrive, n'est pas attaquée",
        "arrival square not attacked: no": "la case {square}, où {king:the} arrive, est attaquée {attackers:by}",
        "arrival square not attacked: opened":
            "la case {square}, où {king:the} arrive, est attaquée {attackers:by} "
            "une fois {partner:the} parti{partner:e}",
        "arrival square not attacked: partner":
            "la case {square}, où {king:the} arrive, est attaquée par le partenaire lui-même, arrivé en {end}",
        "as written: no": "« {text} » ne convient pas : ce coup s'écrit {san}",
        "convert: lost": "{form} ne contient pas : {fields}",
        "convert: written": "{path} : {written} {written:entrée écrite|entrées écrites} sur {read} ({form})",
        "field: genre": "règles",
        "field: diagram": "diagramme",
        "field: clocks": "compteurs de coups",
        "field: stipulation": "énoncé",
        "field: target": "seconde position",
        "field: options": "options",
        "field: zeroposition": "zéroposition",
        "field: twins": "jumeaux",
        "field: authors": "auteurs",
        "field: source": "source",
        "field: title": "titre",
        "field: award": "distinction",
        "field: intended solutions": "nombre de solutions voulues",
        "field: remarks": "remarques",
        "field: solution": "solution",
        "field: keywords": "mots-clés",
        "field: page": "page",
        "field: comments on the source": "commentaires sur la source",
        "field: judges": "juges",
        "field: date of the tourney": "date du tournoi",
        "field: reprints": "réimpressions",
        "field: versionists": "auteurs de la version",
        "field: correctors": "correcteurs",
        "field: references": "renvois",
        "field: foreign ids": "numéros dans d'autres recueils",
        "field: glyphs": "figurines",
        "field: non-standard stipulation": "énoncé en toutes lettres",
        "field: operations": "opérations",
        "field: game": "coups de la partie",
        "verify: diagram": "la position est légale",
        "verify: lists": "les listes et l'arbre concordent, chaque coup y est à sa place",
        "verify: legal": "les coups sont légaux",
        "verify: goal": "les suites atteignent le but",
        "verify: length": "les suites ont la bonne longueur",
        "verify: rules": "les suites respectent les règles de leur genre de jeu",
        "verify: forced": "les coups forcent le but contre toute défense",
        "verify: shortest": "il n'y a rien de plus court",
        "verify: threats": "toutes les menaces sont citées",
        "verify: zugzwang": "blocus : rien n'est menacé",
        "verify: defences": "les menaces répondent aux défenses non citées",
        "verify: answers": "toutes les réponses à une défense sont citées",
        "verify: refuted": "les réfutations réfutent",
        "verify: tries": "aucun essai n'a trop de réfutations",
        "verify: sound": "le verdict découle des solutions",
        "verify: complete": "rien d'autre ne résout",
        "verify: counts": "{claim} : {count}",
        "verify: some refuted": "réfuté : {count}",
        "verify: some unchecked": "non vérifié : {count}",
        "verify: budget": "il faudrait plus de positions ou de temps",
        "verify: unknown": "le vérificateur ignore ce genre de jeu ou cette option",
        "verify: fault": "{moves} : {reason}",
        "verify: more": "et {count} {count:autre|autres}",
        "verify: unsolved": "rien n'est affirmé : {error}",
        "verify: nothing": "Rien à vérifier : le document n'affirme aucune solution.",
        "verify: verdict confirmed": "Confirmé.",
        "verify: verdict partly": "Confirmé pour ce qui a été vérifié.",
        "verify: verdict refuted": "Réfuté.",
        "refuted: illegal diagram": "la position est illégale",
        "refuted: illegal move": "le coup n'est pas légal",
        "refuted: role": "n'a pas sa place ici",
        "refuted: twice": "figure deux fois",
        "refuted: list": "la liste diffère de l'arbre ou des suites",
        "refuted: no goal": "le but n'est pas atteint",
        "refuted: goes on": "le but est atteint, et pourtant le jeu continue",
        "refuted: too long": "plus long que l'énoncé",
        "refuted: wrong length": "n'a pas la longueur de l'énoncé",
        "refuted: unequal": "les coups au choix n'ont pas la même longueur",
        "refuted: check too early": "donne échec trop tôt dans la série",
        "refuted: goal too early": "le but est atteint avant la fin",
        "refuted: constraint": "une contrainte de l'auteur n'est pas respectée",
        "refuted: duty": "le camp au trait doit atteindre le but sans délai",
        "refuted: not forced": "le but n'est pas forcé",
        "refuted: other reply": "une autre réponse n'atteint pas le but",
        "refuted: shorter": "il y a plus court",
        "refuted: threat missing": "une menace manque",
        "refuted: no threat possible": "il n'y a rien à menacer ici",
        "refuted: threatens": "quelque chose est menacé",
        "refuted: nothing said": "ni menace ni blocus n'est indiqué",
        "refuted: defence missing": "la défense devrait être citée",
        "refuted: needless": "la défense n'a pas à être citée",
        "refuted: answer missing": "une réponse manque",
        "refuted: answered": "le but est forcé quand même",
        "refuted: refutation missing": "réfute aussi",
        "refuted: refutations": "n'a pas de réfutation, ou trop",
        "refuted: verdict": "un autre verdict découle des solutions",
        "refuted: short": "ce qui est dit des solutions plus courtes est faux",
        "refuted: further": "résout aussi, ou une suite non citée le fait",
        "refuted: further try": "est aussi un essai",
        "soundness: cooks": "{surplus} de trop parmi : {moves}",
        "soundness: too few": "{missing} {missing:manque|manquent}",
        "soundness: short": "solutions courtes : {moves}",
        "soundness: dual": "duals après {line} : {moves}",
        "soundness: minor dual": "dual mineur après {line} : {moves}",
        "soundness: promotion dual": "dual de promotion après {line} : {moves}",
        "soundness: double threat": "plusieurs menaces après {line} : {moves}",
        "soundness: more": "et {count} {count:autre|autres}",
        "soundness: key checks": "la clé {move} donne échec",
        "soundness: key captures": "la clé {move} prend",
        "soundness: key castles": "la clé {move} est un roque",
        "soundness: key promotes": "la clé {move} est une promotion",
        "soundness: set play":
            "jeu apparent : {count} {count:défense parée|défenses parées}, dont {changed} autrement après la clé",
        "soundness: set lines": "jeu apparent : {count} {count:solution|solutions}",
        "soundness: tested": "C+ {program} {version}",
        "soundness: tested if": "C+ {program} {version}, si {count} {count:solution est voulue|solutions sont voulues}",
        "soundness: examined": "{program} {version} : recherche complète",
        "soundness: warning": "avertissement : {text}",
        "soundness: partial": "{program} {version} : recherche partielle, C?",
        "soundness: with": " ({settings})",
        "soundness: set": "jeu apparent",
        "soundness: refutations": "essais ayant au plus {count} {count:réfutation|réfutations}",
        "soundness: threat": "menaces en {count} {count:coup|coups} au plus",
        "soundness: max flights": "au plus {count} {count:case|cases} de fuite",
        "soundness: non trivial": "défenses non triviales : 1 par coup et {count} de plus",
        "soundness: superfluous": "pièces qu'on peut ôter sans dommage : {men}",
        "soundness: all needed": "aucune pièce ne peut être ôtée sans dommage",
        "soundness: superfluous so far": "pièces qu'on peut ôter sans dommage ({done} sur {count} examinées) : {men}",
        "soundness: nobody": "aucune",
        "play: over prompt": "fini",
        "play: over": "La partie est finie.",
        "play: what next": "La partie est finie : {new}, {undo} ou {quit} ?",
        "play: no undo": "Vous n'avez aucun coup à reprendre.",
        "play: no claim": "Aucune nulle ne peut être réclamée.",
        "play: declined": "Aucune nulle ne peut être réclamée, et votre offre est refusée.",
        "play: no moves": "aucun",
        "play: unknown": "ni coup ni commande : {text} (« aide » donne la liste des commandes)",
        "play: illegal": "coup illégal : {text} (essayez : pourquoi {text})",
        "play: ambiguous": "{text} peut désigner plusieurs coups : indiquez aussi la case de départ",
        "play: hint": "conseil : {move} ({score})",
        "play: no hint": "Il n'y a pas de coup à conseiller.",
        "play: level": "niveau : {level}",
        "play: no level": "niveau inconnu : {text} (connus : {levels})",
        "play: levels": "connus : {levels}",
        "play: file": "{command} : quel fichier ? par exemple : {command} partie.pgn",
        "play: saved": "enregistrée dans {file}",
        "play: loaded": "{file} : {count} {count:demi-coup|demi-coups}",
        "play: not loaded": "{file} n'a pas de partie qu'on puisse continuer : {error}",
        "play: not loaded whole":
            "{file} : {count} {count:demi-coup seulement est jouable|demi-coups seulement sont jouables} : {error}",
        "play: failed": "non exécuté : {error}",
        "play: how moves are written":
            "Un coup s'écrit en abrégé (Cf3, 0-0), en entier (Cg1-f3) ou par ses cases (g1f3 ; un roque par "
            "celles du Roi).",
        "play: Ctrl-C": "Ctrl-C fait jouer aussitôt le moteur qui réfléchit ; à l'invite, il quitte la partie.",
        "play help: moves": "liste les coups légaux",
        "play help: why": "pourquoi un coup est légal ou non ; seul : pourquoi la position est ce qu'elle est",
        "play help: board": "montre l'échiquier",
        "play help: flip": "tourne l'échiquier",
        "play help: fen": "montre la position en FEN",
        "play help: pgn": "montre la partie en PGN",
        "play help: undo": "reprend votre dernier coup",
        "play help: hint": "montre un bon coup",
        "play help: level": "montre ou change le niveau du moteur",
        "play help: draw": "réclame la nulle, ou la propose",
        "play help: resign": "abandonne la partie",
        "play help: new": "recommence",
        "play help: save": "écrit la partie dans un fichier PGN",
        "play help: load": "continue une partie d'un fichier PGN",
        "play help: quit": "quitte",
        "play help: help": "ce texte",
        "report: heading": "{no}. {place}",
        "report: effort": "{nodes} {nodes:position|positions}, {seconds} s",
        "report: columns": "n°|emplacement|énoncé|verdict|trouvé|solution jointe|positions|secondes",
        "report: sound": "correct",
        "report: unsound": "incorrect",
        "report: open": "non tranché",
        "report: incomplete": "partiel",
        "report: error": "non résolu",
        "report: no solution": "insoluble",
        "report: cooked": "démoli",
        "report: too few": "solutions manquantes",
        "report: short": "solutions courtes",
        "report: same": "identique",
        "report: different": "différente",
        "report: stored open": "identique jusqu'ici",
        "report: partly read": "identique pour ce qui a été lu",
        "report: not read": "illisible",
        "report: missing": "{count} {count:manquante|manquantes}",
        "report: extra": "{count} en plus",
        "report: dual": "{count} {count:dual|duals}",
        "report: stored": "solution jointe : {agreement}",
        "report: missing lines": "jointe, non trouvée : {lines}",
        "report: extra lines": "trouvée, non jointe : {lines}",
        "report: dual lines": "duals non joints : {lines}",
        "report: unread lines": "illisible : {lines}",
        "report: of": "{count} sur {intended}",
        "report: number": "{what} : {count}",
        "report: problems": "problèmes : {problems}, jumeaux et duplex compris : {parts} ; {verdicts}",
        "report: stored all": "solutions jointes : {counts}",
        "report: time":
            "{nodes} {nodes:position|positions}, {seconds} s ; le plus long : {name} ({place}, {slowest} s)",
        "report: resumed": "{count} repris d'une recherche précédente",
        "report: progress": "{done} {done:problème|problèmes} sur {count}, dont {bad} {bad:incorrect|incorrects}",
    }),
    forms=MappingProxyType({
        "the": {"m": "le {word}", "f": "la {word}"},
        "whom": {"m": "le {word}", "f": "la {word}"},
        "of": {"m": "du {word}", "f": "de la {word}"},
        "to": {"m": "au {word}", "f": "à la {word}"},
        "by": {"m": "par le {word}", "f": "par la {word}"},
        "a": {"m": "un {word}", "f": "une {word}"},
        "by a": {"m": "par un {word}", "f": "par une {word}"},
        "into": {"m": "en {word}"},
        "no": {"m": "pas de {word}"},
        "bare": {"m": "{word}"},
        "e": {"m": "", "f": "e"},
    }),
    conjunctions=("et", "ou"),
    arrivals="{king} ({partner})",
    exchange="↔",
)

GERMAN = Language(
    code="de",
    name="German",
    game="KDTLSB",
    problem="KDTLSB",
    men=MappingProxyType({
        "K": Noun("der", "König", "Könige", genitive="Königs"),
        "Q": Noun("die", "Dame", "Damen", "f"),
        "R": Noun("der", "Turm", "Türme", genitive="Turms"),
        "B": Noun("der", "Läufer", "Läufer", genitive="Läufers"),
        "N": Noun("der", "Springer", "Springer", genitive="Springers"),
        "P": Noun("der", "Bauer", "Bauern", oblique="Bauern", genitive="Bauern"),
    }),
    colours=("Weiß", "Schwarz"),
    colour_letters=("w", "s"),
    adjectives=MappingProxyType({"m": ("weiße", "schwarze"), "f": ("weiße", "schwarze")}),
    kings=("weißen Könige", "schwarzen Könige"),
    coloured="{article} {adjective} {word}",
    words=MappingProxyType({
        "ok": "im Gang",
        "check": "Schach",
        "mate": "Matt",
        "stalemate": "Patt",
        "win": "Gewinn",
        "draw": "Remis",
        "illegal": "illegale Stellung",
        "status: ok": "im Gang",
        "status: illegal": "illegal",
        "reason: checkmate": "Matt",
        "reason: stalemate": "Patt",
        "reason: king run": "Königslauf",
        "reason: repetition": "Wiederholung",
        "reason: move rule": "Zügeregel",
        "reason: dead material": "zu wenig Material",
        "reason: too many kings": "zu viele Könige",
        "reason: misplaced man": "falsch stehender Stein",
        "reason: side not to move in check": "die Seite, die nicht am Zug ist, steht im Schach",
        "reason: unparryable check": "unparierbares Schach",
        "castling": "Rochade",
        "en passant": "en passant",
        "promotion": "Umwandlung",
        "threat": "Drohung",
        "zugzwang": "Zugzwang",
        "but": "aber",
        "refutes": "widerlegt",
        "sound": "korrekt",
        "cooked": "nebenlösig",
        "unsound": "inkorrekt",
        "insoluble": "unlösbar",
        "set play": "Satzspiel",
        "tries": "Verführungen",
        "solution": "Lösung",
        "solutions": "Lösungen",
        "dual": "Dual",
        "short": "kürzer",
        "contents": "Inhalt",
        "problems": "Schachprobleme",
        "final position": "Schlussstellung",
        "more": "und so weiter",
        "duplex": "Duplex",
        "post-key play": "Spiel nach dem Schlüssel",
        "reason: resignation": "Aufgabe",
        "reason: agreement": "Vereinbarung",
        "level: beginner": "Anfänger",
        "level: novice": "Neuling",
        "level: casual": "Hobby",
        "level: club": "Verein",
        "level: strong": "stark",
        "level: expert": "Experte",
        "level: master": "Meister",
        "level: full": "maximal",
        "command: help": "hilfe",
        "command: moves": "züge",
        "command: why": "warum",
        "command: board": "brett",
        "command: flip": "drehen",
        "command: fen": "fen",
        "command: pgn": "pgn",
        "command: undo": "zurück|zurücknehmen",
        "command: hint": "tipp|hinweis",
        "command: level": "stufe",
        "command: draw": "remis",
        "command: resign": "aufgeben",
        "command: new": "neu|neue partie",
        "command: save": "speichern",
        "command: load": "laden|fortsetzen",
        "command: quit": "ende|beenden",
    }),
    sentences=MappingProxyType({
        "best move": "bester Zug: {move} ({score})",
        "no forced win": "kein erzwungener Gewinn in {moves} {moves:Zug|Zügen}",
        "no best move": "noch kein bester Zug gefunden",
        "mate: mate": "Matt gefunden: {problem}",
        "mate: stalemate": "Patt gefunden: {problem}",
        "mate: shortest": ", keines in weniger Zügen",
        "mate: none": "keines in {moves} oder weniger Zügen",
        "mate: undecided": "nicht entschieden",
        "mate: none so far": "; keines in {moves} oder weniger Zügen",
        "status line": "{status}: {said}",
        "status line: wins": "{side} gewinnt ({reason})",
        "status line: drawn": "die Partie ist remis ({reason})",
        "status line: to move": "{side} am Zug",
        "status line: attacked": "{side} am Zug, König auf {squares} angegriffen",
        "status line: several attacked": "{side} am Zug, Könige auf {squares} angegriffen",
        "status line: man": "{reason}: {man} auf {square}",
        "to move": "{side} am Zug",
        "no solution": "keine Lösung",
        "one key": "ein Schlüssel",
        "keys": "{count} Schlüssel",
        "one solution": "eine Lösung",
        "solutions": "{count} Lösungen",
        "intended": "{count} beabsichtigt",
        "short": "mit kürzerer Lösung",
        "partial": "Teilergebnis: Die Suche wurde abgebrochen",
        "proof game": "BP {length}",
        "decimal sign": ",",
        "proof: complete": "vollständige Suche",
        "proof: shortest proven": "kürzeste Partie, bewiesen",
        "proof: limit": "Grenze erreicht",
        "proof: lost": "Keine Lösung: verlorene Steine, {side}: {count}; Züge, {other}: {moves}.",
        "proof: promoted": "Keine Lösung: umgewandelte Steine, {side}: {count}; fehlende Bauern: {pawns}.",
        "proof: unreachable": "Keine Lösung: Kein Stein von {side} kann {man} auf {square} werden.",
        "proof: least": "Keine Lösung: {side} braucht mindestens {least} {least:Zug|Züge}; verfügbar: {moves}.",
        "proof: parity": "Keine Lösung: {side} kann nicht genau {moves} {moves:Zug|Züge} machen (Parität).",
        "proof: excluded": "Keine Lösung: Die Schlüsse vor der Suche lassen keine Partie dieser Länge zu.",
        "proof: constrained":
            "Keine Lösung: Alle Partien dieser Länge wurden durchsucht, keine erfüllt die Bedingungen.",
        "proof: searched": "Keine Lösung: Alle Partien dieser Länge wurden durchsucht.",
        "proof: bound": "{side}: mindestens {least} {least:Zug|Züge} nötig, {moves} gespielt, {spare} frei",
        "proof: bound only": "{side}: mindestens {least} {least:Zug|Züge} nötig",
        "proof: taken": "{way}, geschlagen auf {square} von {man}",
        "proof: men": "Die Wege der Steine:",
        "proof: prospects": "Was aus den Steinen werden kann, vor der Suche bekannt, mit den Zügen bis dahin:",
        "proof: not in the diagram": "nicht im Diagramm",
        "soundness: constrained": "Korrekt nur unter diesen Bedingungen (kein C+): {constraints}",
        "finished": "Gelöst.",
        "computer tested": "C+ {program}",
        "diagram": "Weiß: {white}. Schwarz: {black}.",
        "after": "nach {move}",
        "unsolved": "nicht gelöst: {reason}",
        "check": "{side} steht im Schach",
        "mate": "{side} ist matt",
        "stalemate": "{side} ist patt",
        "win": "{side} gewinnt",
        "draw": "Remis",
        "illegal": "Illegale Stellung: {reason}",
        "verdict: yes": "{move} ist legal:",
        "verdict: no": "{move} ist nicht legal:",
        "game goes on: king run": "die Partie ist zu Ende: {side} hat durch den Königslauf gewonnen",
        "game goes on: move rule": "die Partie ist remis: {count} Züge jeder Seite ohne Schlagfall und Bauernzug",
        "diagram legal: too many kings": "die Stellung ist illegal: {side} hat mehr als einen König",
        "diagram legal: misplaced man": "die Stellung ist illegal: {man:a} kann nicht auf {square} stehen",
        "diagram legal: side not to move in check":
            "die Stellung ist illegal: {side} ist nicht am Zug und steht im Schach ({attacks})",
        "diagram legal: unparryable check":
            "die Stellung ist illegal: {side} steht in einem Schach, das weder parierbar noch matt ist ({attacks})",
        "attack: yes": "{king:the} ist {attackers:by} angegriffen",
        "attack: short": "{king:the} {attackers:by}",
        "man there: no": "das Feld {square} ist leer",
        "man there: no such man": "kein Stein von {side} passt zu „{text}“",
        "own man: yes": "{man:the} gehört {side}, und {side} ist am Zug",
        "own man: no": "{man:the} gehört {owner}, aber {side} ist am Zug",
        "another square: no": "ein Zug führt auf ein anderes Feld als {square}",
        "moves so: yes": "die Gangart {man:of} führt von {origin} nach {target}",
        "moves so: no": "die Gangart {man:of} führt nicht von {origin} nach {target}",
        "moves so: double step": "{man:a} rückt nur von seiner Ausgangsreihe zwei Felder vor",
        "way free: yes": "der Weg von {origin} nach {target} ist frei",
        "way free: no": "der Weg von {origin} nach {target} ist {blockers:by} versperrt",
        "target empty: yes": "das Feld {target} ist leer",
        "capture: yes": "{man:the} schlägt {captured:whom}",
        "capture in passing: yes": "{man:the} schlägt {captured:whom} en passant",
        "no own man on target: no": "das Feld {target} ist {blocker:by a} der eigenen Seite besetzt",
        "king not captured: no": "auf {target} steht ein König, und ein König wird nie geschlagen",
        "captures so: no": "{man:the} schlägt nicht geradeaus, und {target} ist {blocker:by a} besetzt",
        "something to capture: no":
            "{man:the} geht nur schlagend nach {target}, und dort ist nichts zu schlagen, auch nicht en passant",
        "promotion: yes": "auf {target} wandelt sich {man:the} {promotion:into} um",
        "promotion: missing": "auf {target} muss sich {man:the} umwandeln: es fehlt die neue Figur ({choices:or})",
        "promotion: no such choice": "{man:the} kann sich nicht {promotion:into} umwandeln (nur: {choices:or})",
        "promotion: superfluous": "{man:the} wandelt sich auf {target} nicht um",
        "king safe: yes": "{king:the} ist nach dem Zug nicht angegriffen",
        "king safe: all": "die {kings} sind nach dem Zug nicht angegriffen",
        "king safe: no": "{king:the} ist nach dem Zug {attackers:by} angegriffen",
        "king's square not attacked: no":
            "das Feld {square}, auf das {king:the} zieht, ist {attackers:by} angegriffen",
        "king's square not attacked: through":
            "das Feld {square}, auf das {king:the} zieht, ist {attackers:by} über {origin} hinweg angegriffen, "
            "das er verlässt",
        "king's square not attacked: guarded":
            "{captured:the} ist {attackers:by} gedeckt, daher darf {king:the} dort nicht schlagen",
        "check parried: no": "{king:to} wird {attackers:by} Schach geboten, und der Zug pariert dieses Schach nicht",
        "man not pinned: no": "{man:the} ist {attackers:by} an {king:whom} gefesselt",
        "king safe after capture in passing: no":
            "das Schlagen en passant entfernt auch {captured:whom}, und {king:the} ist dann {attackers:by} angegriffen",
        "new king not attacked: no": "der neue König auf {square} ist {attackers:by} angegriffen",
        "one king safe: yes": "{king:the} ist nach dem Zug nicht angegriffen, und ein sicherer König genügt",
        "one king safe: no": "alle {kings} sind nach dem Zug angegriffen: {attacks}",
        "check parryable or mate: yes": "das Schach ({attacks}) ist erlaubt",
        "check parryable or mate: parryable": "das Schach ({attacks}) kann pariert werden, zum Beispiel durch {reply}",
        "check parryable or mate: mate": "alle {kings} sind matt ({attacks})",
        "check parryable or mate: no": "das Schach ({attacks}) kann nicht pariert werden und ist kein Matt",
        "check parryable or mate: free king":
            "das Schach ({attacks}) kann nicht pariert werden und ist kein Matt: {king:the} ist nicht angegriffen",
        "check parryable or mate: rescue":
            "das Schach ({attacks}) kann nicht pariert werden und ist kein Matt: {reply} würde {king:whom} retten, "
            "ohne neues Schach für einen anderen König",
        "king mated: yes": "{king:the} ist matt: kein Zug befreit ihn",
        "king mated: refuted": "{king:the} ist matt: kein Zug rettet ihn",
        "rescue refuted: new check":
            "{reply} würde {king:whom} befreien, doch {exposed:to} würde dann {attackers:by} ein neues Schach geboten",
        "rescue refuted: illegal check":
            "{reply} würde {king:whom} befreien, wäre aber selbst ein illegales Schach",
        "moves so: forward": "die Gangart {man:of} führt vorwärts von {origin} nach {target}",
        "moves so: rebound": "die Gangart {man:of} führt von {origin} mit einem Abprall auf {wall} nach {target}",
        "moves so: one step back": "die Gangart {man:of} führt von {origin} nach {target}: ein Schritt zurück",
        "moves so: one step": "die Gangart {man:of} führt mit einem Schritt von {origin} nach {target}",
        "moves so: sideways": "die Gangart {man:of} führt seitwärts von {origin} nach {target}",
        "moves so: sideways against the arrows":
            "die Gangart {man:of} führt seitwärts gegen die Pfeile von {origin} nach {target}",
        "moves so: no further rebound":
            "{man:a} prallt nur einmal ab: von {origin} ist auf {last} Schluss, vor {target}",
        "moves so: no further one step back":
            "{man:a} geht nur einen Schritt zurück: von {origin} nach {last}, nicht nach {target}",
        "moves so: no further one step":
            "{man:a} geht nur einen Schritt: von {origin} nach {last}, nicht nach {target}",
        "moves so: no further sideways against the arrows":
            "seitwärts gegen die Pfeile geht {man:a} nur einen Schritt: von {origin} nach {last}, nicht nach {target}",
        "nearest square: yes": "das nächste Feld bei {target}, das {man:the} erreichen kann, ist {near}",
        "position: ok": "{side} ist am Zug und steht nicht im Schach",
        "position: illegal": "Die Stellung ist illegal",
        "legal moves: yes": "legale Züge: {count}",
        "way": "({way})",
        "king attacked: yes": "{king:the} ist {guards} angegriffen",
        "king attacked: no": "{king:the} ist nicht angegriffen",
        "king attacked: enough": "{king:the} ist nicht angegriffen, und ein sicherer König genügt",
        "flight: free": "{square} ist frei: {king:the} kann dorthin",
        "flight: can take": "{captured:the} kann {king:by} geschlagen werden",
        "flight: guarded": "{square} ist {guards} gedeckt",
        "flight: through": "{square} ist {guards} gedeckt, über {origin} hinweg, das {king:the} verließe",
        "flight: captured": "{captured:the} ist {guards} gedeckt",
        "flight: blocked": "{square} ist {blocker:by a} der eigenen Seite besetzt",
        "flight: enemy king": "auf {square} steht ein König, der nie geschlagen wird",
        "flight: refuted": "{square} ist nicht angegriffen, aber: {reasons}",
        "parry: capture": "{shown} pariert: der Angreifer wird geschlagen",
        "parry: interposition": "{shown} pariert durch Dazwischenziehen",
        "parry: castling": "{shown} pariert",
        "parry: capture fails": "{shown} würde den Angreifer schlagen, aber: {reasons}",
        "parry: interposition fails": "{shown} würde dazwischenziehen, aber: {reasons}",
        "parry: castling fails": "{shown}: {reasons}",
        "parry: none": "kein anderer Stein kann einen Angreifer {king:of} schlagen oder dazwischenziehen",
        "rescue: yes": "{shown} befreit {king:whom} und ist legal",
        "rescue: new check":
            "{shown} würde {king:whom} befreien, doch {exposed:to} würde dann {guards} ein neues Schach geboten",
        "rescue: illegal check": "{shown} würde {king:whom} befreien, wäre aber selbst ein illegales Schach: {reasons}",
        "rescue: other king":
            "{shown} würde {king:whom} ohne neues Schach befreien, ist aber nicht spielbar, da ein anderer König "
            "angegriffen bleibt: {reasons}",
        "illegal check: yes": "{shown} wäre ein illegales Schach: {reasons}",
        "illegal check: parry": "{shown} wäre die Parade, wäre aber ein illegales Schach: {reasons}",
        "not mate: free king": "es ist nicht matt: {king:the} ist nicht angegriffen",
        "not mate: rescue":
            "es ist nicht matt: {reply} würde {king:whom} ohne neues Schach für einen anderen König retten",
        "man held: blocked": "{man:the} ist {blockers:by} blockiert",
        "man held: nowhere": "{man:the} hat kein Feld, auf das er ziehen kann",
        "man held: refuted": "{shown}: {reasons}",
        "run flag set: yes": "{king:the} steht auf {square}, seinem Ziel, mit gesetzter Laufmarke ({flag})",
        "king run: yes": "{king:the} erreicht {square} am Ende seines Laufs und gewinnt",
        "run flag missing: yes":
            "{king:the} erreicht {square} ohne seine Laufmarke ({flag}), die nur ein Schritt von {first} "
            "nach {second} setzt: er gewinnt nicht",
        "castling: yes": "Rochade: {king:the} zieht von {origin} nach {target}, {partner:the} von {start} nach {end}",
        "castling: enemy":
            "Rochade: {king:the} zieht von {origin} nach {target}, {partner:the} der Gegenseite von {start} nach {end}",
        "exchange: yes": "Platzwechsel: {king:the} und {partner:the} tauschen die Plätze",
        "castling known: no": "die Rochade von {origin} nach {target} gibt es in diesem Genre nicht",
        "castling line: no": "{king:the} rochiert nur auf Reihen und Linien, nicht von {origin} nach {target}",
        "castling right: yes": "das Recht auf diese Rochade besteht noch",
        "castling right: no":
            "das Recht auf diese Rochade ist verloren: {king:the} oder {partner:the} hat schon gezogen",
        "exchange unused: yes": "{side} hat den einzigen Platzwechsel noch nicht ausgeführt",
        "exchange unused: no": "{side} hat den einzigen Platzwechsel schon ausgeführt",
        "partner at home: no": "{side} hat {kind:no} auf {square}",
        "partner on the line: yes": "auf dieser Linie trifft {king:the} zuerst auf {partner:whom}",
        "partner on the line: no":
            "auf der Linie von {origin} nach {target} und weiter trifft {king:the} auf keinen Stein",
        "partner far enough: yes": "zwischen {king:to} und {partner:to} sind mindestens zwei Felder leer",
        "partner far enough: no":
            "{partner:the} steht {king:to} zu nah: dazwischen müssen mindestens zwei Felder leer sein",
        "partner's kind: no": "{partner:the} kann nicht der Partner sein (nur: {choices:or})",
        "partner's kind: two kings": "zwei Könige tauschen nicht die Plätze",
        "partner's side: no": "{partner:the} gehört dem Gegner und kann nicht der Partner sein",
        "partner's square: no": "{partner:the} käme nach {square}, wo {kind:a} nicht stehen darf",
        "squares between empty: yes": "die Felder zwischen {king:to} und {partner:to} sind leer",
        "squares between empty: no": "der Weg zwischen {king:to} und {partner:to} ist {blockers:by} versperrt",
        "king not attacked: yes": "{king:the} ist nicht angegriffen",
        "king not attacked: no": "{king:the} ist {attackers:by} angegriffen und darf daher nicht rochieren",
        "crossed square not attacked: yes": "das Feld {square}, das {king:the} überquert, ist nicht angegriffen",
        "crossed square not attacked: no":
            "das Feld {square}, das {king:the} überquert, ist {attackers:by} angegriffen",
        "furtive check: yes":
            "bis zu seinem Sprung greift {partner:the} das Feld {square} an: dieses flüchtige Schach zählt nicht",
        "arrival square not attacked: yes": "das Feld {square}, auf dem {king:the} ankommt, ist nicht angegriffen",
        "arrival square not attacked: no":
            "das Feld {square}, auf dem {king:the} ankommt, ist {attackers:by} angegriffen",
        "arrival square not attacked: opened":
            "das Feld {square}, auf dem {king:the} ankommt, ist {attackers:by} angegriffen, "
            "sobald {partner:the} fort ist",
        "arrival square not attacked: partner":
            "das Feld {square}, auf dem {king:the} ankommt, ist vom Partner selbst angegriffen, der nach {end} kommt",
        "as written: no": "„{text}“ passt nicht: dieser Zug heißt {san}",
        "convert: lost": "{form} enthält nicht: {fields}",
        "convert: written": "{path}: {written} von {read} {read:Eintrag|Einträgen} geschrieben ({form})",
        "field: genre": "Regeln",
        "field: diagram": "Diagramm",
        "field: clocks": "Zugzähler",
        "field: stipulation": "Forderung",
        "field: target": "zweite Stellung",
        "field: options": "Optionen",
        "field: zeroposition": "Nullstellung",
        "field: twins": "Zwillinge",
        "field: authors": "Autoren",
        "field: source": "Quelle",
        "field: title": "Titel",
        "field: award": "Auszeichnung",
        "field: intended solutions": "Zahl der Lösungen",
        "field: remarks": "Bemerkungen",
        "field: solution": "Lösung",
        "field: keywords": "Stichwörter",
        "field: page": "Seite",
        "field: comments on the source": "Kommentare zur Quelle",
        "field: judges": "Preisrichter",
        "field: date of the tourney": "Datum des Turniers",
        "field: reprints": "Nachdrucke",
        "field: versionists": "Autoren der Fassung",
        "field: correctors": "Autoren der Korrektur",
        "field: references": "Verweise",
        "field: foreign ids": "Nummern in anderen Sammlungen",
        "field: glyphs": "Figurenzeichen",
        "field: non-standard stipulation": "Forderung in Worten",
        "field: operations": "Operationen",
        "field: game": "Züge der Partie",
        "verify: diagram": "die Stellung ist legal",
        "verify: lists": "Listen und Baum stimmen überein, jeder Zug steht am rechten Platz",
        "verify: legal": "die Züge sind legal",
        "verify: goal": "die Zugfolgen enden mit dem Ziel",
        "verify: length": "die Zugfolgen haben die richtige Länge",
        "verify: rules": "die Zugfolgen halten die Regeln ihrer Spielweise ein",
        "verify: forced": "die Züge erzwingen das Ziel gegen jede Verteidigung",
        "verify: shortest": "es gibt keinen kürzeren Weg",
        "verify: threats": "die Drohungen sind vollzählig",
        "verify: zugzwang": "Zugzwang: nichts droht",
        "verify: defences": "die Drohungen beantworten die nicht genannten Verteidigungen",
        "verify: answers": "die Antworten auf eine Verteidigung sind vollzählig",
        "verify: refuted": "die Widerlegungen widerlegen",
        "verify: tries": "keine Verführung hat zu viele Widerlegungen",
        "verify: sound": "das Urteil folgt aus den Lösungen",
        "verify: complete": "nichts anderes löst",
        "verify: counts": "{claim}: {count}",
        "verify: some refuted": "{count} widerlegt",
        "verify: some unchecked": "{count} nicht geprüft",
        "verify: budget": "braucht mehr Stellungen oder Zeit",
        "verify: unknown": "Spielweise oder Option, die der Prüfer nicht kennt",
        "verify: fault": "{moves}: {reason}",
        "verify: more": "und {count} {count:weiterer|weitere}",
        "verify: unsolved": "nichts behauptet: {error}",
        "verify: nothing": "Nichts zu prüfen: Das Dokument behauptet keine Lösung.",
        "verify: verdict confirmed": "Bestätigt.",
        "verify: verdict partly": "Bestätigt, soweit geprüft.",
        "verify: verdict refuted": "Widerlegt.",
        "refuted: illegal diagram": "die Stellung ist illegal",
        "refuted: illegal move": "der Zug ist nicht legal",
        "refuted: role": "gehört nicht hierher",
        "refuted: twice": "kommt zweimal vor",
        "refuted: list": "die Liste weicht vom Baum oder von den Zugfolgen ab",
        "refuted: no goal": "das Ziel ist nicht erreicht",
        "refuted: goes on": "das Ziel ist erreicht, doch das Spiel geht weiter",
        "refuted: too long": "länger als die Forderung",
        "refuted: wrong length": "nicht so lang wie die Forderung",
        "refuted: unequal": "Alternativen sind nicht gleich lang",
        "refuted: check too early": "bietet in der Serie zu früh Schach",
        "refuted: goal too early": "das Ziel ist vor dem Ende erreicht",
        "refuted: constraint": "eine Bedingung des Autors ist verletzt",
        "refuted: duty": "die Seite am Zug muss das Ziel sofort erreichen",
        "refuted: not forced": "das Ziel ist nicht erzwungen",
        "refuted: other reply": "eine andere Antwort erreicht das Ziel nicht",
        "refuted: shorter": "es gibt einen kürzeren Weg",
        "refuted: threat missing": "eine Drohung fehlt",
        "refuted: no threat possible": "hier gibt es nichts zu drohen",
        "refuted: threatens": "etwas droht",
        "refuted: nothing said": "weder Drohung noch Zugzwang ist genannt",
        "refuted: defence missing": "die Verteidigung müsste genannt sein",
        "refuted: needless": "die Verteidigung braucht nicht genannt zu sein",
        "refuted: answer missing": "eine Antwort fehlt",
        "refuted: answered": "das Ziel ist trotzdem erzwungen",
        "refuted: refutation missing": "widerlegt auch",
        "refuted: refutations": "hat keine Widerlegung oder zu viele",
        "refuted: verdict": "aus den Lösungen folgt ein anderes Urteil",
        "refuted: short": "was über kürzere Lösungen gesagt wird, stimmt nicht",
        "refuted: further": "löst auch, oder etwas nicht Genanntes tut es",
        "refuted: further try": "ist auch eine Verführung",
        "soundness: cooks": "{surplus} zu viel unter: {moves}",
        "soundness: too few": "{missing} zu wenig",
        "soundness: short": "Kurzlösungen: {moves}",
        "soundness: dual": "Dual nach {line}: {moves}",
        "soundness: minor dual": "kleiner Dual nach {line}: {moves}",
        "soundness: promotion dual": "Umwandlungsdual nach {line}: {moves}",
        "soundness: double threat": "mehrere Drohungen nach {line}: {moves}",
        "soundness: more": "und {count} weitere",
        "soundness: key checks": "der Schlüssel {move} bietet Schach",
        "soundness: key captures": "der Schlüssel {move} schlägt",
        "soundness: key castles": "der Schlüssel {move} ist eine Rochade",
        "soundness: key promotes": "der Schlüssel {move} ist eine Umwandlung",
        "soundness: set play":
            "Satzspiel: {count} {count:Verteidigung|Verteidigungen} beantwortet, {changed} davon nach dem "
            "Schlüssel anders",
        "soundness: set lines": "Satzspiel: {count} {count:Lösung|Lösungen}",
        "soundness: tested": "C+ {program} {version}",
        "soundness: tested if":
            "C+ {program} {version}, falls {count} {count:Lösung beabsichtigt ist|Lösungen beabsichtigt sind}",
        "soundness: examined": "{program} {version}: vollständige Suche",
        "soundness: warning": "Warnung: {text}",
        "soundness: partial": "{program} {version}: Teilsuche, C?",
        "soundness: with": " ({settings})",
        "soundness: set": "Satzspiel",
        "soundness: refutations": "Verführungen mit höchstens {count} {count:Widerlegung|Widerlegungen}",
        "soundness: threat": "Drohungen in höchstens {count} {count:Zug|Zügen}",
        "soundness: max flights": "höchstens {count} {count:Fluchtfeld|Fluchtfelder}",
        "soundness: non trivial": "nichttriviale Verteidigungen: 1 je Zug und {count} mehr",
        "soundness: superfluous": "Steine, die ohne Schaden wegfallen können: {men}",
        "soundness: all needed": "kein Stein kann ohne Schaden wegfallen",
        "soundness: superfluous so far":
            "Steine, die ohne Schaden wegfallen können ({done} von {count} geprüft): {men}",
        "soundness: nobody": "keine",
        "play: over prompt": "Ende",
        "play: over": "Die Partie ist zu Ende.",
        "play: what next": "Die Partie ist zu Ende: {new}, {undo} oder {quit}?",
        "play: no undo": "Sie haben keinen Zug, der zurückgenommen werden könnte.",
        "play: no claim": "Remis kann nicht beansprucht werden.",
        "play: declined": "Remis kann nicht beansprucht werden, und Ihr Angebot wird abgelehnt.",
        "play: no moves": "keine",
        "play: unknown": "weder Zug noch Befehl: {text} („hilfe“ nennt die Befehle)",
        "play: illegal": "kein legaler Zug: {text} (siehe: warum {text})",
        "play: ambiguous": "{text} kann mehrere Züge bedeuten: Nennen Sie auch das Ausgangsfeld",
        "play: hint": "Tipp: {move} ({score})",
        "play: no hint": "Es gibt keinen Zug, der zu empfehlen wäre.",
        "play: level": "Stufe: {level}",
        "play: no level": "unbekannte Stufe: {text} (bekannt: {levels})",
        "play: levels": "bekannt: {levels}",
        "play: file": "{command}: welche Datei? Zum Beispiel: {command} partie.pgn",
        "play: saved": "gespeichert in {file}",
        "play: loaded": "{file}: {count} {count:Halbzug|Halbzüge}",
        "play: not loaded": "{file} enthält keine Partie, die weitergehen kann: {error}",
        "play: not loaded whole": "{file}: nur {count} {count:Halbzug ist|Halbzüge sind} spielbar: {error}",
        "play: failed": "nicht ausgeführt: {error}",
        "play: how moves are written":
            "Ein Zug wird kurz (Sf3, 0-0), lang (Sg1-f3) oder durch seine Felder geschrieben "
            "(g1f3; eine Rochade durch die des Königs).",
        "play: Ctrl-C":
            "Strg-C lässt die Engine sofort ziehen, wenn sie nachdenkt; an der Eingabe beendet es das Spiel.",
        "play help: moves": "nennt die legalen Züge",
        "play help: why": "warum ein Zug legal ist oder nicht; allein: warum die Stellung ist, was sie ist",
        "play help: board": "zeigt das Brett",
        "play help: flip": "dreht das Brett",
        "play help: fen": "zeigt die Stellung als FEN",
        "play help: pgn": "zeigt die Partie als PGN",
        "play help: undo": "nimmt Ihren letzten Zug zurück",
        "play help: hint": "zeigt einen guten Zug",
        "play help: level": "zeigt oder ändert die Stufe der Engine",
        "play help: draw": "beansprucht Remis oder bietet es an",
        "play help: resign": "gibt auf",
        "play help: new": "beginnt von vorn",
        "play help: save": "schreibt die Partie in eine PGN-Datei",
        "play help: load": "setzt eine Partie aus einer PGN-Datei fort",
        "play help: quit": "beendet das Spiel",
        "play help: help": "dieser Text",
        "report: heading": "{no}. {place}",
        "report: effort": "{nodes} {nodes:Stellung|Stellungen}, {seconds} s",
        "report: columns": "Nr.|Fundstelle|Forderung|Urteil|gefunden|beigefügte Lösung|Stellungen|Sekunden",
        "report: sound": "korrekt",
        "report: unsound": "inkorrekt",
        "report: open": "offen",
        "report: incomplete": "unvollständig",
        "report: error": "nicht gelöst",
        "report: no solution": "unlösbar",
        "report: cooked": "nebenlösig",
        "report: too few": "fehlende Lösungen",
        "report: short": "Kurzlösungen",
        "report: same": "gleich",
        "report: different": "verschieden",
        "report: stored open": "bisher gleich",
        "report: partly read": "gleich, soweit gelesen",
        "report: not read": "nicht lesbar",
        "report: missing": "{count} {count:fehlt|fehlen}",
        "report: extra": "{count} zusätzlich",
        "report: dual": "{count} {count:Dual|Duale}",
        "report: stored": "beigefügte Lösung: {agreement}",
        "report: missing lines": "beigefügt, nicht gefunden: {lines}",
        "report: extra lines": "gefunden, nicht beigefügt: {lines}",
        "report: dual lines": "nicht beigefügte Duale: {lines}",
        "report: unread lines": "nicht lesbar: {lines}",
        "report: of": "{count} von {intended}",
        "report: number": "{what}: {count}",
        "report: problems": "Aufgaben: {problems}, mit Zwillingen und Duplex: {parts}; {verdicts}",
        "report: stored all": "beigefügte Lösungen: {counts}",
        "report: time": "{nodes} {nodes:Stellung|Stellungen}, {seconds} s; am längsten: {name} ({place}, {slowest} s)",
        "report: resumed": "{count} aus einem früheren Lauf übernommen",
        "report: progress": "{done} von {count} {count:Aufgabe|Aufgaben}, davon {bad} inkorrekt",
    }),
    forms=MappingProxyType({
        "the": {"m": "der {word}", "f": "die {word}"},
        "whom": {"m": "den {oblique}", "f": "die {oblique}"},
        "of": {"m": "des {genitive}", "f": "der {genitive}"},
        "to": {"m": "dem {oblique}", "f": "der {oblique}"},
        "by": {"m": "vom {oblique}", "f": "von der {oblique}"},
        "a": {"m": "ein {word}", "f": "eine {word}"},
        "by a": {"m": "von einem {oblique}", "f": "von einer {oblique}"},
        "into": {"m": "in einen {oblique}", "f": "in eine {oblique}"},
        "no": {"m": "keinen {oblique}", "f": "keine {oblique}"},
        "bare": {"m": "{word}"},
        "e": {"m": ""},
    }),
    conjunctions=("und", "oder"),
)

LANGUAGES: Mapping[str, Language] = MappingProxyType({words.code: words for words in (ENGLISH, FRENCH, GERMAN)})


def language(code: str | Language, genre: Genre | None = None) -> Language:
    """The language of a code ("en", "fr", "de"), with words for all men of a genre; LanguageError otherwise.

    A language instead of a code is taken as it is, with words for the men of the genre.
    """
    if not isinstance(code, Language) and code not in LANGUAGES:
        raise LanguageError(f"no language is called {code!r} (known: {', '.join(LANGUAGES)})")
    words = code if isinstance(code, Language) else LANGUAGES[code]
    return words if genre is None else _with_men_of(words, genre)


@lru_cache(maxsize=64)
def _in_books(words: Language) -> Language:
    return replace(words, signs=words.book_signs, arrivals=IN_BRACKETS, long_arrivals=IN_BRACKETS, gap=" ")


@lru_cache(maxsize=64)
def _with_men_of(words: Language, genre: Genre) -> Language:
    return words.with_men([man for man in genre.men if man.letter not in words.letters])
