"""The phrases of Popeye's input language: men on squares, conditions, options, twins, stipulations.

A `Phrases` reads them one after another from a text in one language. Databases use the same phrases in English.
"""
from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from feerie.base.errors import Message, ProblemError, conjoined, shortened
from feerie.conditions import CONDITIONS as CONDITION_VALUES
from feerie.formats.popeye.words import (
    COLOURS,
    COMMANDS,
    CONDITIONS,
    HOLE,
    KINDS,
    NUMBERS,
    OPTIONS,
    PARTS,
    PROMOTION,
    SETS,
    SETTINGS,
    TWINNINGS,
    UNCOLOURED,
    VARIANTS,
    Table,
    begins_word,
    find_word,
    fold,
    root_of,
    suggestion,
    word,
)
from feerie.genres import find, known, with_men_of
from feerie.men import MEN
from feerie.men.elements import element, hunter_name, promotion_name
from feerie.men.hunters import MOST_HUNTERS
from feerie.notation.languages import Language, LanguageError
from feerie.notation.languages import language as language_of
from feerie.problems import twins
from feerie.problems.options import Options
from feerie.problems.stipulation import Stipulation
from feerie.rules.board import SQUARE_NAME, SquareError
from feerie.rules.genre import Genre, GenreError, as_problem_error
from feerie.rules.trait import Trait, Traits
from feerie.rules.unit import Unit, kind_text, letter_of, unit_of

__all__ = ["LETTERS", "NEUTRAL", "Hunters", "Men", "OptionValues", "Phrases", "combined", "hunter_names", "hunters_of",
           "with_men"]

MOST_MEN = 64
"""No board has more squares."""
SHORTEST_KIND = 3
"""Letters of a word before men at least: two letters are those of a man, "PA d5"."""
_TRAITS = {trait.value for trait in Trait}
NEUTRAL: Traits = frozenset({Trait.NEUTRAL})

_WORD = re.compile(r"\d,\d-[^\s;,]+|[^\s;,]+")
_BEFORE_TEXT = re.compile(r"\A[\s;.,]+")
_SQUARES = re.compile(f"(?:{SQUARE_NAME})+", re.IGNORECASE)
LETTERS = "[A-Za-z0-9]{1,2}(?:/[A-Za-z0-9]{1,2})?"
"""The pattern of the letters of a man, or of the two men of a hunter."""
_MAN = re.compile(f"({LETTERS})((?:{SQUARE_NAME})*)", re.IGNORECASE)
_LETTERS = re.compile(LETTERS)
_HUNTER = re.compile("hunter[1-9]:.+")
_KINDS_OF_HUNTERS = re.compile(r"\.H[1-9]")
_NUMBER = re.compile("[0-9]{1,9}")
_LENGTH = re.compile(r"([0-9]{1,6}([.,][05])?|\?)|in|en", re.IGNORECASE)
_MOVES = re.compile("moves?|coups?|züge?n?|zuege?n?|zug", re.IGNORECASE)
_RANGE = re.compile("[0-9]{1,9}(:[0-9]{1,9}){0,9}")
_CORNERS = re.compile("([a-h][1-8])<?-*>?([a-h][1-8])", re.IGNORECASE)
_ABOUT_SQUARES = {condition.base for condition in CONDITION_VALUES if condition.squares}
_HOLES = re.compile("(?:holes?|trous?|loch):?((?:[a-h][1-8])+)")
_DOUBLE_STEPS = {f"{first}{start}{second}{passed}{third}{end}": f"{second}{passed}"
                 for second in "abcdefgh" for aside in (-1, 0, 1)
                 for first, third in ((chr(ord(second) - aside), chr(ord(second) + aside)),)
                 for start, passed, end in ((2, 3, 4), (7, 6, 5))}
"""The passed square of each double step, straight or, of a Berolina pawn, aslant."""


@cache
def _words_for_men(code: str) -> Language:
    """The words of a language for all men of the dictionary."""
    return language_of(code).with_men(MEN)


Hunters = dict[tuple[str, str], str]
"""The letters of hunters by those of their two men."""


def hunters_of(genre: Genre) -> Hunters:
    """The hunters of a genre."""
    return {(man.halves[0].letter, man.halves[1].letter): man.letter for man in genre.men if man.halves}


def hunter_names(hunters: Hunters, letters: Iterable[str] | None = None) -> list[str]:
    """Hunters, or those of some letters, as parts of the name of a genre."""
    return [hunter_name(int(letter[1:]), *halves) for halves, letter in hunters.items()
            if letters is None or letter in letters]


class Token(NamedTuple):
    """A word of the text: where it begins and ends, its line from 1, whether it is the first of its line."""

    text: str
    start: int
    end: int
    line: int
    leads: bool


@dataclass
class OptionValues:
    """Options while they are read: values for `Options`, and the en-passant square."""

    values: dict[str, Any] = field(default_factory=dict)
    en_passant: str | None = None

    def options(self) -> Options:
        """The options as a value."""
        return Options(**self.values)


class Men:
    """Men while they are put on the squares of a board."""

    def __init__(self, genre: Genre, language: str) -> None:
        self._genre, self._language = genre, language
        self._men = [""] * genre.board.size

    def put(self, man: str, square: str) -> None:
        """Put a man (FEN letter) on a square given by its name; ProblemError if there is one already."""
        if twice := self.replace(man, square):
            raise ProblemError(twice)

    def replace(self, man: str, square: str) -> Message | None:
        """Put a man on a square, instead of one that is there already; then what is to be said about the two."""
        try:
            at = self._genre.board.index(square)
        except SquareError as error:
            raise ProblemError(str(error)) from None
        before, self._men[at] = self._men[at], man
        return Message("two men on {}: {} and {}", square, self._name(before), self._name(man)) if before else None

    def clear(self) -> bool:
        """Take all men off; whether there were any."""
        before, self._men = self._men, [""] * self._genre.board.size
        return any(before)

    def _name(self, man: str) -> Message:
        unit = unit_of(man)     # one that does not stand in the end may be none of the genre
        letter = language_of(self._language, with_men_of(self._genre, [man])).letter(unit.letter, problem=True)
        if Trait.NEUTRAL in unit.traits:
            return Message("neutral {}", letter)
        return Message("black {}" if unit.side else "white {}", letter)

    def all(self) -> tuple[str, ...]:
        """The men on all squares."""
        return tuple(self._men)


class Phrases:
    """Reads words and phrases from a text; `line` is the line of the last word taken, `within` names the last list.

    `index`: how many words have been taken. Words are found when they are needed, so that a long text takes no more
    memory than itself. Every method raises ProblemError (without the line) for invalid text. `hunters`: the hunters of
    the problem so far, which are numbered as they appear.
    """

    def __init__(self, text: str, language: str, hunters: Hunters | None = None) -> None:
        self.text = text
        self.language = language
        self.hunters: Hunters = {} if hunters is None else hunters
        self.index = 0
        self.line = 1
        self.within = ""
        self.uncoloured: set[str] = set()
        self._words = _tokens(text)
        self._ahead: deque[Token] = deque()
        self._last: Token | None = None

    def peek(self, further: int = 0) -> Token | None:
        """The next word, or one `further` on; None at the end of the text."""
        while len(self._ahead) <= further:
            token = next(self._words, None)
            if token is None:
                return None
            self._ahead.append(token)
        return self._ahead[further]

    def take(self, expected: str) -> Token:
        """Takes the next word; `expected` describes it for the error at the end of the text."""
        token = self.peek()
        if token is None:
            raise ProblemError("the text ends where {} is expected", expected)
        self.skip()
        self.line = token.line
        return token

    def skip(self) -> None:
        """Passes over the next word."""
        self._last = self._ahead.popleft()
        self.index += 1

    def back(self) -> None:
        """Gives back the last word taken; only one can be given back."""
        if self._last is not None:
            self._ahead.appendleft(self._last)
            self.index -= 1
            self._last = None

    def rest(self) -> Iterator[Token]:
        """Takes all words that are left."""
        while self.peek():
            yield self.take("")

    def rest_of_line(self) -> str:
        """Takes the rest of the line after the last word taken, without surrounding spaces."""
        assert self._last
        start = self._last.end
        end = self.text.find("\n", start)
        end = len(self.text) if end < 0 else end
        while (token := self.peek()) and token.start < end:
            self.skip()
        return _BEFORE_TEXT.sub("", self.text[start:end]).rstrip()

    def squares(self, number: int | None = None) -> tuple[str, ...]:
        """Squares: exactly `number` of them, or the squares of one word."""
        found: list[str] = []
        while number is None or len(found) < number:
            token = self.take(Message("a square"))
            if not _SQUARES.fullmatch(token.text):
                raise ProblemError("{} is not a square", _shown(token.text))
            found += _split(token.text)
            if number is None:
                break
        if number is not None and len(found) != number:
            raise ProblemError("{} squares are expected, found {}", number, " ".join(found[:10]))
        return tuple(found)

    def number(self, what: str) -> int:
        """A whole number."""
        token = self.take(Message("a number after {}", what))
        if not _NUMBER.fullmatch(token.text):
            raise ProblemError("{} needs a number, found {}", what, _shown(token.text))
        return int(token.text)

    def man(self, letters: str) -> str:
        """The text of a white man (see `rules.unit`) by its letter in this language, or by those of two for a hunter.

        Where no man of chess or of the dictionary has it, that of the first genre with such a man of its own:
        conditions may come later.
        """
        up, _, down = letters.partition("/")
        if up and down and "/" not in down:
            return kind_text(self._hunter(letter_of(self.man(up)), letter_of(self.man(down))))
        words = _words_for_men(self.language)
        with suppress(LanguageError):
            return kind_text(words.parse_letter(letters.upper(), problem=True))
        for genre in known():       # it takes time to find them
            with suppress(LanguageError):
                return kind_text(language_of(self.language, genre).parse_letter(letters.upper(), problem=True))
        near = [letter for letter in words.problem if letter[0] == letters[0].upper()]
        if not near:
            raise ProblemError("the man {} is not supported", _shown(letters.upper()))
        raise ProblemError("the man {} is not supported (known: {})", _shown(letters.upper()), " ".join(near))

    def _hunter(self, up: str, down: str) -> str:
        """The letter of the hunter of two men."""
        if (up, down) not in self.hunters:
            free = [f"H{number}" for number in range(1, MOST_HUNTERS + 1) if f"H{number}" not in self.hunters.values()]
            if not free:
                raise ProblemError("more than {} kinds of hunters are not supported", MOST_HUNTERS)
            with as_problem_error():
                element(hunter_name(int(free[0][1:]), up, down))
            self.hunters[up, down] = free[0]
        return self.hunters[up, down]

    def men(self) -> list[tuple[str, str]]:
        """Men as texts of setups with their squares, from "White kd3 rb1h3 Black royal ka8".

        As in Popeye, "royal" is of the next man only, other traits of all the men before the next colour.
        """
        self.within = "pieces"
        found: list[tuple[str, str]] = []
        colour, traits = None, Traits()
        while token := self.peek():
            squares = self._men_on_squares(token) if colour else None
            if squares is None:
                named = find_word(COLOURS, token.text, self.language)
                if named is None:
                    break
                self.take(Message("a colour"))
                colour, traits = named, self.traits() | (NEUTRAL if named == "neutral" else frozenset())
                continue
            man = self.placed(squares[0], colour or "", traits)
            found += [(man, square) for square in squares[1]]
            traits -= {Trait.ROYAL}
            if len(found) > MOST_MEN:
                raise ProblemError("more than {} men are placed", MOST_MEN)
        if not found:
            if token is not None:
                self.refuse_kind(token.text)
            expected = Message("men with their squares" if colour else "a colour and men")
            if token is None:
                raise ProblemError("{} must follow", expected)
            missed = Message("{} must follow, not {}", expected, _shown(token.text))
            raise ProblemError(self.suggestion(missed, token.text, COLOURS))
        return found

    def placed(self, letters: str, colour: str, traits: Traits) -> str:
        """The text of a man by its letter in this language, its colour, which may be "neutral", and its traits."""
        return str(Unit(letter_of(self.man(letters)), int(colour == "black"), traits))

    def traits(self) -> Traits:
        """The traits that the next words name, between a colour and the men that have them."""
        found = set[Trait]()
        while (token := self.peek()) and len(token.text) >= SHORTEST_KIND:
            name = find_word(KINDS, token.text, self.language)
            trait = next((trait for trait in Trait if trait.value == name), None)
            if trait is None:
                break
            self.take(Message("a man"))
            found.add(trait)
        return frozenset(found)

    def suggestion(self, message: Message, text: str, *tables: Table) -> Message:
        """A message about an unknown word, with the word that was perhaps meant, of some tables or a command."""
        return suggestion(message, text, self.language, *tables, COMMANDS)

    def refuse_kind(self, text: str) -> None:
        """ProblemError if a word among men says of what special kind the next man is."""
        if begins_word(KINDS, text, self.language):
            if len(text) >= SHORTEST_KIND and find_word(KINDS, text, self.language) in _TRAITS:
                raise ProblemError("{} must stand behind a colour, before the men", _shown(text))
            traits = conjoined([word(KINDS, trait.value, self.language) for trait in Trait if trait.value in KINDS])
            raise ProblemError("men of the kind {} are not supported ({} are)", _shown(text), traits)

    def _men_on_squares(self, token: Token) -> tuple[str, list[str]] | None:
        """Letter and squares of "rb1h3" or "r b1h3"; None for any other word."""
        found = _MAN.fullmatch(token.text)
        if not found:
            return None
        if found[2]:
            self.take(Message("a man"))
            return found[1], _split(found[2])
        following = self.peek(1)
        if following is None or not _SQUARES.fullmatch(following.text):
            return None
        self.take(Message("a man"))
        return found[1], _split(self.take(Message("squares")).text)

    def stipulation(self) -> Stipulation:
        """A stipulation; its length may be in words of its own: "dia 7", "PJ en 6,5 coups", and "h#2,5" is one text."""
        text = self.take("a stipulation").text + self._half_move()
        try:
            stipulation = Stipulation.parse(text)
        except ProblemError:
            token = self.peek()
            if token is None or not _LENGTH.fullmatch(token.text):
                raise
            text += self.take(Message("a length")).text
            if token.text.isalpha():
                text += self.take("a length").text
            text += self._half_move()
            stipulation = Stipulation.parse(text)
        token = self.peek()
        if token is not None and not token.leads and stipulation.goal.aim.is_position and _MOVES.fullmatch(token.text):
            self.take(Message("moves"))
        return stipulation

    def _half_move(self) -> str:
        """The ".5" of a length with a decimal comma, which makes two words of it: "h#2,5"; "" if there is none."""
        half = self.peek()
        assert self._last
        if half is None or half.text not in ("0", "5") or self.text[self._last.end:half.start].strip() != ",":
            return ""
        return "." + self.take("half a move").text

    def conditions(self) -> list[str]:
        """The names of the genres, or of elements of one, of consecutive condition words, at least one; `uncoloured`
        are those whose words do not say whose condition it is."""
        self.within = "condition"
        self.uncoloured = set()
        found: list[str] = []
        while (token := self.peek()) and not (found and self._is_whole_command(token)):
            if find_word(HOLE, token.text, self.language):
                self.take(Message("a condition"))
                found.append(_holes("".join(self.squares())))
                continue
            if find_word(PROMOTION, token.text, self.language):
                found.append(self.promotion())
                continue
            name = self.condition(token.text)
            if name in _ABOUT_SQUARES:
                found.append(self.on_squares(name))
                continue
            if name is None or (named := element(name)) and named.traits:       # traits belong to men, not to a genre
                break
            self.take(Message("a condition"))
            found.append(self.with_options(name))
            if find_word(UNCOLOURED, token.text, self.language) == name \
                    and not find_word(CONDITIONS, token.text, self.language):
                self.uncoloured.add(name)
        self.know_hunters(found)
        shown = {letter_of(kind) for name in found if name.startswith("promotion:")
                 for kind in _KINDS_OF_HUNTERS.findall(name)}
        found += [name for name in hunter_names(self.hunters, shown) if name not in found]
        if not found:
            self.take(Message("a condition"))
            assert token
            unknown = Message("condition {} is not supported", _shown(token.text))
            raise ProblemError(self.suggestion(unknown, token.text, CONDITIONS, HOLE))
        return found

    def know_hunters(self, names: Iterable[str]) -> None:
        """Remember the hunters among elements of a genre; ProblemError if the text has numbered others so."""
        parts = (part for name in names for part in name.split("+") if _HUNTER.fullmatch(part))
        for man in (man for part in parts if (named := element(part)) for man in named.men):
            halves = man.halves[0].letter, man.halves[1].letter
            if self.hunters.get(halves, man.letter) != man.letter \
                    or man.letter in self.hunters.values() and halves not in self.hunters:
                raise ProblemError("{} must come before the first hunters of the problem", man.name)
            self.hunters[halves] = man.letter

    def on_squares(self, name: str) -> str:
        """The name of a condition that is about squares, with those that the words behind its own name."""
        said, squares = self.take(Message("a condition")).text, list[str]()
        while (token := self.peek()) and _SQUARES.fullmatch(token.text):
            squares += _split(self.take(Message("squares")).text)
        if not squares:
            raise ProblemError("{} needs squares, like {}", _shown(said), f"{said} d4e5")
        return f"{name}:{''.join(sorted(set(squares)))}"

    def _is_whole_command(self, token: Token) -> bool:
        """Whether a word is the first of its line, and the full word of a command."""
        return token.leads and any(fold(word(COMMANDS, meaning, self.language)) == fold(token.text)
                                   for meaning in COMMANDS)

    def with_options(self, name: str) -> str:
        """The name of a condition, and of what the next words say of it: "Circe Mirror RexInclusive"."""
        root, first = root_of(name), name
        variants, settings, said = VARIANTS.get(root, {}), SETTINGS.get(root, {}), ""
        parts, words = set(variants.get(name, ())), list[str]()
        known = PARTS if variants else {}
        while (token := self.peek()) and not (token.leads and find_word(COMMANDS, token.text, self.language)):
            part = find_word(known, token.text, self.language)
            setting = find_word(settings, token.text, self.language)
            following = self.peek(1)
            if part is None and setting is None or following and _SQUARES.match(following.text):
                break           # "mirror a1<-->h1" is a change that a twin makes
            words.append(self.take(Message("a condition")).text)
            said = said if setting is None else setting
            parts |= {part} if part else set()
        if parts:
            name = next((variant for variant, of in variants.items() if set(of) == parts), "")
        if not name or said and element(f"{name}:{said}") is None:
            raise ProblemError("condition {} is not supported",
                               _shown(" ".join([word(CONDITIONS, first, self.language), *words])))
        return f"{name}:{said}" if said else name

    def promotion(self) -> str:
        """The rule of promotion that a word of Popeye's and the letters of men behind it make, as a part of a name."""
        named = self.take(Message("a condition")).text
        letters: list[str] = []
        while (token := self.peek()) and not (token.leads and find_word(COMMANDS, token.text, self.language)):
            if not _LETTERS.fullmatch(token.text):
                break
            letters.append(letter_of(self.man(self.take(Message("a man")).text)))
        if not letters:
            raise ProblemError("{} needs the letters of men, like {}", _shown(named), "Q R B S")
        return promotion_name(dict.fromkeys(letters))

    def whole_condition(self) -> str | None:
        """The name of the one condition that the whole text is, with its options, or of a rule of promotion; else None.

        Its word may have blanks: "Anti Circe".
        """
        first, name = self.peek(), self.spaced_condition()
        if first is None or name:
            return name
        if find_word(PROMOTION, first.text, self.language):
            name = self.promotion()
        elif name := self._begun(first.text):
            if name in _ABOUT_SQUARES:
                name = self.on_squares(name)
            else:
                self.take(Message("a condition"))
                name = self.with_options(name)
        if self.peek():
            return None
        self.know_hunters([name] if name else [])
        return name

    def _begun(self, word: str) -> str | None:
        """As `condition`; None for the ambiguous beginning of a text of several words, which is unknown as a whole."""
        try:
            return self.condition(word)
        except ProblemError:
            if self.peek(1):
                return None
            raise

    def spaced_condition(self) -> str | None:
        """The name of the condition whose word, with blanks in it, the whole text is: "Anti Circe"; else None."""
        parts = self.text.split()
        with suppress(ProblemError):
            name = self.condition("".join(parts)) if len(parts) > 1 else None
            return None if name in _ABOUT_SQUARES else name
        return None

    def condition(self, text: str) -> str | None:
        """The name of the genre for the word of a condition, None if there is none.

        The words are those of CONDITIONS, UNCOLOURED and SETS, and the genres' own names in any language, except names
        that mean something else to Popeye.
        """
        try:
            name = next(filter(None, (find_word(table, text, self.language)
                                      for table in (CONDITIONS, UNCOLOURED, SETS))), None)
        except ProblemError:        # "immune" is a name, and the beginning of others
            with suppress(GenreError):
                return find(text).name
            raise
        if name is None and fold(text) in ("platzwechselrochade", "platzwechsel-rochade"):
            other = word(CONDITIONS, "platzwechselrochade", self.language)
            popeye = word(CONDITIONS, "platzwechselrochade-popeye", self.language)
            raise ProblemError("{}: write {} for Popeye's reading, {} for the original rules", text, popeye, other)
        if name is None and (holes := _HOLES.fullmatch(fold(text))):
            return _holes(holes[1])
        if name is None:
            with as_problem_error():
                exact = all(element(part) for part in text.split("+") if _NUMBER.search(part))
            with suppress(GenreError):
                return find(text).name if exact else None
        return name

    def option(self, out: OptionValues) -> bool:
        """Reads one option into `out`; False, with nothing read, if the next word is not an option."""
        self.within = "option"
        token = self.peek()
        name = token and find_word(OPTIONS, token.text, self.language)
        if not name:
            return False
        self.take(Message("an option"))
        values = out.values
        title = word(OPTIONS, name, self.language)
        numbers = [self.number(title) for _ in range(NUMBERS.get(name, 0))]
        if name in ("try", "defence"):
            values["defence"] = max(values.get("defence", 0), *numbers, 0 if numbers else 1)
        elif name == "non_trivial":
            values[name] = (numbers[0], numbers[1])
        elif numbers:
            values[name] = numbers[0]
        elif name == "no_castling":
            values[name] = (*values.get(name, ()), *self.squares())
        elif name == "castling_exclusive":
            values[name] = (*values.get(name, ()), "".join(self.squares(2)))
        elif name == "en_passant":
            out.en_passant = self._passed_square()
        elif name in ("start_move", "up_to_move"):
            values[name] = self._range(title)
        elif name == "intelligent":
            values[name] = True
            if self._number_follows():
                values["solutions_per_target"] = self.number(title)
        elif name[0].isupper():
            count = f" {self.number(title)}" if name == "Beep" and self._number_follows() else ""
            values["other"] = (*values.get("other", ()), name + count)
        else:
            values[name] = True
        return True

    def _number_follows(self) -> bool:
        token = self.peek()
        return token is not None and _NUMBER.fullmatch(token.text) is not None

    def _range(self, title: str) -> tuple[int, ...]:
        token = self.take(Message("a number after {}", title))
        if not _RANGE.fullmatch(token.text):
            raise ProblemError("{} needs numbers like 3 or 3:12, found {}", title, _shown(token.text))
        return tuple(int(number) for number in token.text.split(":"))

    def _passed_square(self) -> str:
        """The middle square of the three squares of a double step; the middle square alone is accepted."""
        squares = "".join(self.squares())
        if len(squares) == 2 and squares in _DOUBLE_STEPS.values():
            return squares
        if squares not in _DOUBLE_STEPS:
            raise ProblemError("an en-passant option names a double step like e7e6e5, not {}", squares[:20])
        return _DOUBLE_STEPS[squares]

    def twin(self) -> twins.Twin:
        """A twin: its steps, after "continued" if they start from the part before."""
        steps: list[twins.TwinStep] = []
        continued = False
        while token := self.peek():
            name = find_word(TWINNINGS, token.text, self.language)
            if name is None:
                break
            self.take(Message("a twin"))
            self.within = "twin"
            if name == "continued":
                if steps:
                    raise ProblemError("{} must come first in a twin", token.text)
                continued = True
            else:
                steps += self._steps(name)
        if not steps:
            if token is None:
                raise ProblemError("the twin changes nothing")
            unknown = Message("{} is not a change that a twin can make", _shown(token.text))
            raise ProblemError(self.suggestion(unknown, token.text, TWINNINGS))
        return twins.Twin(tuple(steps), continued)

    def _steps(self, name: str) -> Sequence[twins.TwinStep]:
        if name == "move":
            return [twins.MoveMan(*self.squares(2))]
        if name == "exchange":
            return [twins.ExchangeMen(*self.squares(2))]
        if name == "shift":
            return [twins.Shift(*self.squares(2))]
        if name == "add":
            added = self.men()
            for square, number in Counter(square for _, square in added).items():
                if number > 1:
                    raise ProblemError("two men are added on {}", square)
            return [twins.AddMan(man, square) for man, square in added]
        if name == "remove":
            return [twins.RemoveMan(square) for square in self.squares()]
        if name == "substitute":
            old, new = (self.man(self.take(Message("a man")).text) for _ in "12")
            return [twins.Substitute(old, new)]
        if name == "rotate":
            return [twins.Rotate(self.number("rotation"))]
        if name == "mirror":
            return [twins.Mirror(self._corners())]
        if name == "colours":
            return [twins.ExchangeColours()]
        if name == "stipulation":
            return [twins.ChangeStipulation(self.stipulation())]
        if name == "condition":
            return [twins.ChangeCondition(combined(self.conditions()))]
        raise ProblemError("structured stipulations are not supported")

    def _corners(self) -> str:
        """Two corners: "a1<-->h1", "a1 <--> h1", "a1h1"."""
        text = self.take(Message("two corners")).text
        while not _CORNERS.fullmatch(text) and len(text) < 8 and self.peek():
            text += self.take(Message("two corners")).text
        found = _CORNERS.fullmatch(text)
        if not found:
            raise ProblemError("{} is not a mirroring (examples: a1<-->h1, a1<-->a8)", _shown(text))
        corners, swapped = (found[1] + found[2]).lower(), (found[2] + found[1]).lower()
        return swapped if swapped in ("a1h1", "a1a8", "a1h8", "a8h1") else corners


def combined(names: Sequence[str]) -> Genre:
    """The genre that combines several by name; ProblemError if they cannot be combined."""
    parts = {part for name in names for part in name.split("+")}
    with as_problem_error():
        elements = sorted(part for part in parts if element(part))
        order = [genre.name for genre in known() if genre.name in parts] if len(elements) < len(parts) else []
        if unknown := sorted(parts - {*order, *elements}):
            raise ProblemError("condition {} is not supported", _shown(unknown[0]))
        genre = find("+".join([*order, *elements] or ["orthodox"]))
    return genre


def with_men(genre: Genre, men: Iterable[str]) -> Genre:
    """The genre with what the men of a diagram need; ProblemError if it cannot have that."""
    with as_problem_error():
        genre = with_men_of(genre, men)
    return genre


def _holes(squares: str) -> str:
    """Holes as a part of the name of a genre."""
    return f"holes:{squares.lower()}"


def _tokens(text: str) -> Iterator[Token]:
    line, end = 1, 0
    for found in _WORD.finditer(text):
        breaks = text.count("\n", end, found.start())
        line += breaks
        yield Token(found[0], found.start(), found.end(), line, bool(breaks) or not end)
        end = found.end()


def _split(squares: str) -> list[str]:
    return re.findall(SQUARE_NAME, squares.lower())


def _shown(text: str) -> str:
    return repr(shortened(text, 24))
