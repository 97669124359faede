"""Stipulations: what a problem asks for, parsed from and written as the usual abbreviations.

    [exact-] [m->] play goal n[.5]        #2   h#2.5   semi-r#3   ser-h=4   2->ser-h#4   za82 (target a8 in 2)
    dia n[.5]   ser-dia n   a=>b n[.5]    proof games, and play from one position to another
    dia ?   ser-dia ?   a=>b ?            the shortest of these
    +   =   'Last move?'                  studies, and words in quotation marks: kept, not solved

The signs are those of Popeye's input language; `?` and the names of proof games in databases are read too. "White" here
is the side that the stipulation speaks of ("White mates in two"); `Problem` says which side that is on the board.
"""
from __future__ import annotations

import re
from enum import Enum

from feerie.base.errors import ProblemError, wrong_type
from feerie.base.frozen import frozen
from feerie.rules.board import BLACK, WHITE
from feerie.rules.goal import Aim

__all__ = ["LONGEST_WORDS", "Aim", "Goal", "Play", "Stipulation"]

MAX_STIPULATION_MOVES = 999
"""The largest number of moves accepted."""
MAX_SHORTEST_MOVES = 99
"""The most moves a shortest game that is looked for may have."""
LONGEST = 100
"""The most characters of a stipulation that is not in words."""
LONGEST_WORDS = 200
"""The most characters of a stipulation in words."""


class Play(Enum):
    """How the two sides play; the value is the prefix of the goal.

    DIRECT, SELF, REFLEX and SEMI_REFLEX: White plays against Black's best defence. HELP...: both sides cooperate, in
    HELP_SELF and HELP_REFLEX until White's penultimate move, which forces Black to reach the goal. SERIES...: one side
    makes all moves, the other only the last one (in HELP_SELF the last two). PARRY...: the other side moves only when
    it is in check; in PARRY_HELP... it cooperates. RECIPROCAL: with his last move Black either lets White reach his
    goal or reaches his own. PROOF and A_TO_B: both sides cooperate to reach a position. KEPT: what is asked for is
    kept as its text, drawn, converted and printed, but not solved: a study, or words.
    """

    DIRECT = ""
    SELF = "s"
    REFLEX = "r"
    SEMI_REFLEX = "semi-r"
    HELP = "h"
    HELP_SELF = "hs"
    HELP_REFLEX = "hr"
    RECIPROCAL = "reci-h"
    SERIES = "ser-"
    SERIES_SELF = "ser-s"
    SERIES_REFLEX = "ser-r"
    SERIES_HELP = "ser-h"
    SERIES_HELP_SELF = "ser-hs"
    SERIES_RECIPROCAL = "ser-reci-h"
    PARRY_SERIES = "pser-"
    PARRY_SERIES_SELF = "pser-s"
    PARRY_SERIES_REFLEX = "pser-r"
    PARRY_SERIES_HELP = "pser-h"
    PARRY_SERIES_HELP_SELF = "pser-hs"
    PARRY_HELP_SERIES = "phser-"
    PARRY_HELP_SERIES_SELF = "phser-s"
    PARRY_HELP_SERIES_REFLEX = "phser-r"
    PROOF = "proof"
    A_TO_B = "from a to b"
    KEPT = "kept"

    @property
    def is_battle(self) -> bool:
        """Whether the sides play against each other: a solution is a tree of attacks and defences, not a line."""
        return self in (Play.DIRECT, Play.SELF, Play.REFLEX, Play.SEMI_REFLEX)

    @property
    def is_series(self) -> bool:
        """Whether one side makes the moves alone (except for parries in parry series)."""
        return "ser-" in self.value

    @property
    def is_parry(self) -> bool:
        """Whether the other side parries checks in the series."""
        return self.value.startswith("p") and self.is_series

    @property
    def is_fought(self) -> bool:
        """Whether the other side parries checks in the series as an opponent, not as a helper."""
        return self in (Play.PARRY_SERIES, Play.PARRY_SERIES_SELF, Play.PARRY_SERIES_REFLEX)

    @property
    def is_reciprocal(self) -> bool:
        """Whether Black may reach a goal of his own instead of White's."""
        return "reci-" in self.value


@frozen
class Goal:
    """What is to be reached: the kind of goal, and its square ("a8") if it has one."""

    aim: Aim
    square: str | None = None

    def __post_init__(self) -> None:
        if (self.square is not None) != self.aim.has_square:
            raise ProblemError("the goal {} needs a square" if self.aim.has_square else "the goal {} needs no square",
                               repr(self.aim.value))

    def __str__(self) -> str:
        return f"{self.aim.value}{self.square or ''}"


_SERIES_TO_POSITIONS = (Play.SERIES, Play.SERIES_HELP, Play.PARRY_SERIES, Play.PARRY_SERIES_HELP,
                        Play.PARRY_HELP_SERIES)
_PLAYS_TO_POSITIONS = {Aim.DIAGRAM: (Play.PROOF, *_SERIES_TO_POSITIONS),
                       Aim.POSITION: (Play.A_TO_B, *_SERIES_TO_POSITIONS)}
_HALVES = (Play.HELP, Play.HELP_SELF, Play.HELP_REFLEX, Play.RECIPROCAL, Play.PROOF, Play.A_TO_B)
_BLACK_BEGINS = (Play.HELP, Play.RECIPROCAL, Play.SERIES_HELP, Play.SERIES_HELP_SELF, Play.SERIES_RECIPROCAL,
                 Play.PARRY_SERIES_HELP, Play.PARRY_SERIES_HELP_SELF, Play.A_TO_B)
_BLACK_ENDS = (Play.SELF, Play.REFLEX, Play.SEMI_REFLEX, Play.HELP_SELF, Play.HELP_REFLEX, Play.SERIES_SELF,
               Play.SERIES_REFLEX, Play.SERIES_HELP_SELF, Play.PARRY_SERIES_SELF, Play.PARRY_SERIES_REFLEX,
               Play.PARRY_SERIES_HELP_SELF, Play.PARRY_HELP_SERIES_SELF, Play.PARRY_HELP_SERIES_REFLEX)

_PREFIXES = sorted((play for play in Play if play not in (Play.PROOF, Play.A_TO_B, Play.KEPT)),
                   key=lambda play: len(play.value), reverse=True)
_AIMS = {aim.value: aim for aim in sorted(Aim, key=lambda aim: len(aim.value), reverse=True)}
_GOAL_SQUARE = "[a-z][1-9]"
"""The square of a goal: of one figure, since the number of moves follows."""
_GOAL = "|".join(f"{re.escape(sign)}{_GOAL_SQUARE if aim.has_square else ''}" for sign, aim in _AIMS.items())
_BODY = re.compile(rf"(?:\((?P<other>{_GOAL})\))?(?P<goal>{_GOAL})(?P<moves>\d{{1,6}}|\?)?(?P<half>\.[05])?")
_PROOF_GAME = re.compile(r"(?:s?pg|pj|k?bp|proofgame|partiejustificative|beweispartie)(?:in|en)?(?=\d|\?|$)")
_MOVES = re.compile(r"(?<=[\d?])(?:moves?|coups?|z(?:ü|ue)gen?|zug)$")
_HALF = re.compile(r"(?<![0-9])\.5")
_KING_RUN = "kingrun"
_BOOK_SERIES = re.compile(r"ser[.-]?-?")
_SERIES_HELP = re.compile(r"sh(?=[#=(])")
_MATE_IN = re.compile(r"(?:check)?mat(?:e|t)?(?:in|en)(?=\d)")
_LENGTH_FIRST = re.compile(r"(?P<play>[a-z-]{0,16})(?P<length>\d{1,6}(?:\.[05])?)(?P<goal>[#=])")
_INTRODUCTION = re.compile(r"(\d{1,6})->")

_STUDIES = ("+", "=")
"""The signs of studies: White wins, White draws, in any number of moves."""
_QUOTED = re.compile("['\"“„«‘](.*)['\"”“»’]", re.DOTALL)
_NO_GOAL = Goal(Aim.ANY_MOVE)
"""The goal of what is kept: any move reaches it."""


@frozen
class Stipulation:
    """What a problem asks for.

    `moves` and `half` are the length as written: `h#2.5` has moves 2 and half True; `plies` is the same in plies.
    `exact`: shorter play does not count. `introductory`: the number of moves made in a row before the play proper, by
    the side that does not begin it. `own_goal`: in reciprocal play, the goal that Black may reach himself; otherwise
    None. `shortest`: only if a position is to be reached; all games of the least length are asked for, whichever side
    moves last; `moves` is then the most that are tried. `set_play`: as read from "#2*", the set play is asked for as
    well; a Problem has that among its options instead. `words`: what is kept, "+" or "=" of a study or any words;
    otherwise "". Raises ProblemError if the parts do not fit together.

    >>> stipulation = Stipulation.parse("h#2.5")
    >>> stipulation.play, stipulation.moves, stipulation.half, stipulation.plies
    (<Play.HELP: 'h'>, 2, True, 5)
    """

    play: Play
    goal: Goal
    moves: int
    half: bool = False
    exact: bool = False
    introductory: int = 0
    own_goal: Goal | None = None
    shortest: bool = False
    set_play: bool = False
    words: str = ""

    def __post_init__(self) -> None:
        if self.is_kept or self.words:
            parts = (self.play, self.goal, self.moves, self.half, self.exact, self.introductory)
            if parts != (Play.KEPT, _NO_GOAL, 0, False, False, 0) or not 0 < len(self.words) <= LONGEST_WORDS:
                raise ProblemError("a stipulation that is kept has from 1 to {} characters, and nothing else",
                                   LONGEST_WORDS)
            return
        if not 0 <= self.moves <= MAX_STIPULATION_MOVES or not (self.moves or self.half):
            raise ProblemError("{}: the number of moves must be from 1 to {}", self, MAX_STIPULATION_MOVES)
        if not 0 <= self.introductory <= MAX_STIPULATION_MOVES:
            raise ProblemError("{}: the number of introductory moves must be from 1 to {}", self, MAX_STIPULATION_MOVES)
        if self.half and self.play not in _HALVES:
            raise ProblemError("{}: half moves are counted in help play and proof games only", self)
        if self.play.is_reciprocal and self.moves == 0:
            raise ProblemError("{}: reciprocal play needs a whole move at least", self)
        if (self.own_goal is not None) != self.play.is_reciprocal:
            raise ProblemError("{}: a goal of Black's own belongs to reciprocal play, and only there", self)
        plays = _PLAYS_TO_POSITIONS.get(self.goal.aim)
        if plays is not None and self.play not in plays:
            raise ProblemError("{}: {} is not a goal of this kind of play", self, self.goal)
        if plays is None and self.play in (Play.PROOF, Play.A_TO_B):
            raise ProblemError("{}: a proof game ends in a position, not in {}", self, self.goal)
        if self.shortest and (plays is None or self.play.is_parry or self.play is Play.SERIES_HELP
                              or self.introductory or self.half or self.exact):
            raise ProblemError("{}: the shortest is found of proof games, a=>b and their series, with no other length",
                               self)
        if self.own_goal is not None and (self.own_goal.aim.is_position or self.goal.aim.is_position):
            raise ProblemError("{}: a position is not a goal of reciprocal play", self)

    @classmethod
    def _kept(cls, text: str) -> Stipulation:
        """What is kept, not solved: words, or "+" or "=" of a study. Raises ProblemError if it is empty or too long."""
        return cls(Play.KEPT, _NO_GOAL, 0, words=" ".join(text.split()))

    @classmethod
    def from_entry(cls, text: str) -> Stipulation:
        """The stipulation of an entry in a database, whose field may hold any text: several words are kept as they are.

        Raises ProblemError for a single word that `parse` does not read, and for a length that cannot be.

        >>> Stipulation.from_entry("Last move?"), Stipulation.from_entry("# 2")
        (Stipulation.parse("'Last move?'"), Stipulation.parse('#2'))
        """
        if len(text.split()) > 1 and not _QUOTED.fullmatch(text) and cls._parse(text) is None:
            return cls._kept(text)
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> Stipulation:
        """Parse a stipulation; case and spaces do not matter. Raises ProblemError for any other text.

        In addition to Popeye's signs, "PG 6.5" (as in databases), "proof game in 6.5 moves", "PJ en 6,5 coups",
        "Beweispartie in 6,5 Zügen" and "BP in 6.5" are read as `dia6.5`, "king run 2" as `run2`, ‡ and ≠ as `#`,
        "ser." and "ser" as `ser-`, "sh" as `ser-h`, "2#" and "mate in 2", "mat en 2", "Matt in 2" as `#2`, and a star
        at the end as a demand for set play. A mere "+" or "=" is that of a study. Words are kept if they stand in
        quotation marks; without them they are an error, since they may be a slip.

        >>> str(Stipulation.parse("PJ en 6,5 coups")), str(Stipulation.parse("HZg7 4")), str(Stipulation.parse("dia ?"))
        ('dia6.5', 'hzg74', 'dia?')
        """
        if not isinstance(text, str):
            raise wrong_type("text", "the text of a stipulation", text)
        quoted = _QUOTED.fullmatch(text.strip())
        found = cls._parse(quoted[1] if quoted else text)
        if found is None and quoted:
            found = cls._kept(quoted[1])
        if found is None and len(text) > LONGEST:
            raise ProblemError("a stipulation is shorter than {}...", repr(text[:20]))
        if found is None:
            raise ProblemError("{} is not a stipulation (examples: #2, h#2.5, s#3, ser-h=4, za82, dia4.5, dia?)",
                               repr(text))
        return found

    @classmethod
    def _parse(cls, text: str) -> Stipulation | None:
        """Parse a stipulation without quotation marks; None if it does not have the form of one."""
        if len(text) > LONGEST:
            return None
        body = _HALF.sub("0.5", "".join(text.split()).lower().replace("½", ".5").replace(",", "."))
        body = _BOOK_SERIES.sub("ser-", body.replace("‡", "#").replace("≠", "#"))
        if body in _STUDIES:
            return cls._kept(body)
        set_play, body = body.endswith("*"), body.removesuffix("*")
        exact = body.startswith("exact-")
        body = body.removeprefix("exact-")
        introductory = 0
        introduction = _INTRODUCTION.match(body)
        if introduction:
            introductory = int(introduction[1])
            body = body[introduction.end():]
            exact = exact or body.startswith("exact-")
            body = body.removeprefix("exact-")
            if not introductory or _INTRODUCTION.match(body):
                raise ProblemError("stipulation {}: introductory moves are counted once and from 1", repr(text))
        for words, sign in ((_PROOF_GAME, "dia"), (_MATE_IN, "#")):
            if words.search(body):
                body = _MOVES.sub("", words.sub(sign, body, count=1))
        body = _SERIES_HELP.sub("ser-h", body.replace(_KING_RUN, Aim.KING_RUN.value), count=1)
        body = _LENGTH_FIRST.sub(r"\g<play>\g<goal>\g<length>", body) if _LENGTH_FIRST.fullmatch(body) else body
        play, found = _split(body)
        if found is None:
            return None
        goal = _goal(found["goal"])
        if found["moves"] is None:
            raise ProblemError("stipulation {}: the number of moves is missing", repr(text))
        if play is Play.DIRECT and goal.aim.is_position:
            play = Play.PROOF if goal.aim is Aim.DIAGRAM else Play.A_TO_B
        own = _goal(found["other"] or found["goal"]) if play.is_reciprocal else None
        shortest = found["moves"] == "?"
        moves = MAX_SHORTEST_MOVES if shortest else int(found["moves"])
        return cls(play, goal, moves, found["half"] == ".5", exact, introductory, own, shortest,
                   set_play)

    def __repr__(self) -> str:
        """Stipulation.parse('h#2.5')"""
        return f"Stipulation.parse({str(self)!r})"

    def __str__(self) -> str:
        """The usual abbreviation: `exact-h#2.5`, `2->ser-h#4`, `reci-h(=)#3`, `dia4.5`, `dia?`, `'Last move?'`."""
        if self.is_kept:
            return self.words if self.words in _STUDIES else f"'{self.words}'"
        own = f"({self.own_goal})" if self.own_goal not in (None, self.goal) else ""
        play = "" if self.play in (Play.PROOF, Play.A_TO_B) else self.play.value
        return (("exact-" if self.exact else "") + (f"{self.introductory}->" if self.introductory else "")
                + f"{play}{own}{self.goal}{'?' if self.shortest else self.moves}" + (".5" if self.half else "")
                + ("*" if self.set_play else ""))

    @property
    def is_kept(self) -> bool:
        """Whether it is kept, but not solved: a study, or words."""
        return self.play is Play.KEPT

    @property
    def first_side(self) -> int:
        """Who moves first, 0 White or 1 Black: Black in `h#2`, White in `h#2.5`, Black in `a=>b5` and `a=>b4.5`."""
        black = self.play in _BLACK_BEGINS and self.goal.aim is not Aim.DIAGRAM
        if self.half and self.play not in (Play.PROOF, Play.A_TO_B):
            black = not black
        return BLACK if black != bool(self.introductory) else WHITE

    @property
    def goal_side(self) -> int:
        """Who reaches the goal, 0 White or 1 Black: Black in `s#2`. White if the goal is a position."""
        return BLACK if self.play in _BLACK_ENDS else WHITE

    @property
    def plies(self) -> int:
        """The length of the longest play in plies; moves that a side omits in series play do not count.

        0 if it is kept; 3 for `#2`; 4 for `s#2`, `r#2`, `h#2`, `hs#2`; 5 for `h#2.5`; 4 for `ser-#4`, 5 for `ser-h#4`.
        """
        play, moves = self.play, self.moves
        if play in (Play.DIRECT, Play.PARRY_SERIES, Play.PARRY_HELP_SERIES):
            plies = 2 * moves - 1
        elif play.is_series and not play.is_parry:
            plies = moves + {Play.SERIES: 0, Play.SERIES_HELP_SELF: 2}.get(play, 1)
        else:
            plies = 2 * moves + self.half + (play is Play.PARRY_SERIES_HELP_SELF)
        return self.introductory + plies


def _split(body: str) -> tuple[Play, re.Match[str] | None]:
    """The kind of play that a text begins with, and the match of the rest; None if the rest is not valid."""
    for play in _PREFIXES:
        found = _BODY.fullmatch(body.removeprefix(play.value)) if body.startswith(play.value) else None
        if found and (found["other"] is None or play.is_reciprocal):
            return play, found
    return Play.DIRECT, None


def _goal(text: str) -> Goal:
    if text in _AIMS:
        return Goal(_AIMS[text])
    return Goal(_AIMS[text[:-2]], text[-2:])
