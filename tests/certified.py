"""Random positions and problems with elements of the dictionary, and what Popeye's answers say of them.

An *entry* is the name of a genre made of elements: a condition, a man, a trait, holes, or several of them, perhaps with
castlings of another kind ("lion+neutral+rokagogo"). Positions are chosen so that the element *matters*, or two of
several: some legal move, effect or check is another one if the condition or the trait is left out, the men of that kind
do not move, the holes are squares, the castlings orthodox. Everything depends on a seed alone. Used by scripts/certify
and test_certified.py.
"""
from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from random import Random

from men_reference import men_reference
from popeye_cases import Chains, chains
from reference import square_named

from feerie import Position, ProblemError, solve
from feerie.conditions import CONDITIONS
from feerie.formats import popeye
from feerie.formats.popeye.words import KINDS, condition_word, word
from feerie.genres import GenreError, find
from feerie.kernel.general_judge import GeneralJudge
from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import compiled_rules
from feerie.men import MEN, name_of_man
from feerie.men.angled import ANGLED
from feerie.men.argentinian import ARGENTINIAN
from feerie.men.attributes import RULES_OF_TRAITS
from feerie.men.bouncers import BOUNCERS
from feerie.men.chinese import CHINESE
from feerie.men.equihoppers import EQUIHOPPERS
from feerie.men.hoppers import HOPPERS
from feerie.men.leapers import LEAPERS
from feerie.men.locusts import LOCUSTS
from feerie.men.marine import MARINE
from feerie.men.pawns import PAWNS
from feerie.men.riders import RIDERS
from feerie.men.royal import ROYAL
from feerie.problems.problem import Problem
from feerie.rules.board import CHESSBOARD
from feerie.rules.change import Stage
from feerie.rules.genre import Genre
from feerie.rules.movement import ORTHOGONAL, QUEENWISE
from feerie.rules.setup import Setup
from feerie.rules.trait import OwnTrait, Trait
from feerie.rules.unit import Unit, unit_of
from feerie.views.solution_text import play

MEN_ENTRIES = ("grasshopper", "nightrider", "lion", "nightrider-hopper", "pao", "vao", "leo", "mao", "camel", "zebra",
               "locust", "berolina-pawn")
FURTHER_MEN = tuple(name_of_man(man) for man in MEN if man.moves and name_of_man(man) not in MEN_ENTRIES)
"""Men that no mixture has; those that neither move nor capture never matter."""
TRAIT_ENTRIES = tuple(trait.value for trait in Trait if trait not in RULES_OF_TRAITS)
FURTHER_TRAITS = tuple(trait.value for trait in RULES_OF_TRAITS)
"""Traits that are no part of mixtures."""
CONDITION_ENTRIES = tuple(condition.name for condition in CONDITIONS)
LINED = tuple(name for name in CONDITION_ENTRIES if name.partition(":")[0] in (
    "circe", "pwc", "anticirce", "andernach", "anti-andernach", "hypervolage", "einstein", "maximummer", "minimummer",
    "ultraschachzwang", "diagram-circe", "diagram-anticirce", "diagram-immune"))
"""Conditions that remember something or let the side choose: they are compared on lines of several half-moves too."""
PROVING = ("circe", "mirror-circe", "file-circe", "pwc", "clone-circe", "equipollents-circe", "diagram-circe",
           "assassin-circe", "anticirce", "immune", "andernach", "anti-andernach", "einstein", "madrasi", "isardam",
           "patrol", "maximummer", "minimummer", "ultraschachzwang", "grid", "koko", "checkless")
"""Conditions of the families that prove the architecture: all their pairs are compared."""
LATER = tuple(name for name in CONDITION_ENTRIES if name.partition(":")[0] == "diagram-circe")
"""Conditions that show themselves when men have moved: they are compared on lines of three half-moves, of few men."""
MATING = ("exclusive",)
"""Conditions that show themselves where the side to move can mate."""
DENSE = ("bob",)
"""Men that move among many others."""
ROUND_BOARDS = ("cylinder", "horizontal-cylinder", "torus")
"""Boards that Popeye lacks."""
ONE_SIDE = re.compile("(?:^|:)(white|black)(?=[-:]|$)")
"""What the name of a condition that binds one side has as its first or second part."""
SINGLE = (*MEN_ENTRIES, *TRAIT_ENTRIES, "holes")
ONE_BY_ONE = (*SINGLE, *FURTHER_MEN, *FURTHER_TRAITS)
"""Men, traits and holes."""
CASTLINGS = {"roque": "CastlingChess", "rokagogo": "Rokagogo", "platzwechselrochade-popeye": "ExchangeCastling"}
"""Castlings that Popeye has a condition for."""
MOODS = ("plain", "promotion", "plain", "castling", "plain", "en passant", "plain", "hunt")
"""What a position is to have, by its number: a legal promotion, castling, capture en passant; a cornered king."""
HOLE_SETS = 12
HOPELESS = 10
ATTEMPTS = 600
MORE = 4
"""Every so many positions of a condition have a man or a trait of the dictionary as well."""
ALONE = ("einstein", "reverse-einstein", "anti-einstein", "assassin-circe")
"""Conditions that Popeye refuses beside men and traits of the dictionary."""
APART = {"neutral": re.compile("(anti-)?andernach|(double-)?tibet|hypervolage"),
         "kamikaze": re.compile(".*anticirce.*|hypervolage|frankfurt|(super|cage|take-and-make)-circe"),
         "royal": re.compile("bolero(-inverse)?|pwc|.*circe:rex|pwc:rex|.*immune:rex"),
         "locust": re.compile("diagram-immune.*|mars-circe")}
"""Traits and men with the conditions beside which Popeye reads them otherwise, or refuses them."""
NOT_TOGETHER = tuple((re.compile(one), re.compile(other)) for one, other in (
    ("(.*circe|pwc):rex", ".*immune:rex"), (".*anticirce.*", ".*immune:rex|(anti-)?koko|isardam:b"),
    (".*immune:rex", "isardam:b"), ("(double-)?tibet", ".*anticirce.*"), (".*anticirce.*", "(double-)?tibet"),
    ("(.*circe|pwc):rex", "frankfurt"),
    ("madrasi.*", "isardam.*"), ("isardam:b", "(anti-)?koko"),
    (".*anticirce.*|sentinelles|no-capture.*|.*immune.*|geneva|.*einstein|(.*clone|chameleon)-circe.*|kamikaze",
     "take-and-make.*"), ("take-and-make.*", "no-capture.*"),
    ("assassin-circe.*|isardam:b|patrol|lortap|provocation|norsk|.*oscillating-kings:."
     "|(bi)?(woozles|heffalumps)", "make-and-take"),
    ("take-and-make.*", "anti-koko|consequent-forced-squares.*")))
"""Conditions that Popeye refuses to combine, or reads otherwise together."""
PATIENCE = 10
"""Seconds, and one more for each problem, that Popeye has to answer; some positions of exclusive chess have no end."""
ENDLESS = "no end"
REFUSED = re.compile(f"not allowed|incompatible|at the same time|too much fairy chess|{ENDLESS}")
UNANSWERED = "refused"
"""Instead of moves and lines, where Popeye refuses to combine what a position needs."""
END = re.compile(r"^.*(?:solution finished|Partial solution|solving interrupted).*$", re.MULTILINE)
ILLEGAL = "can capture the king"
IGNORED = "problem ignored"
FIRST_MOVE = re.compile(r"^ *1\.", re.MULTILINE)
NUMBER = re.compile(r"(?:^|(?<=\s))\d+\.")
EXCHANGE = re.compile(r"(?<![\[\w])(\w{1,2}[a-h][1-8])<->(K[a-h][1-8])")
BY_DIAGRAM = re.compile(r"[a-z]*MP[^=]*=[a-z]*[QRBS](?![A-Z0-9])")
"""What marine pawns become in Popeye alone: men of chess that stand on the diagram."""
SHORT = re.compile(r"Ke1-g1/wk?Rh1-f1|Ke8-g8/bk?Rh8-f8")
LONG = re.compile(r"Ke1-c1/wk?Ra1-d1|Ke8-c8/bk?Ra8-d8")
SQUARES = tuple(CHESSBOARD.name(square) for square in CHESSBOARD.squares)
NAMED = {name_of_man(man): man for man in MEN}
HOMES = {"w": ("e1", "a1", "h1"), "b": ("e8", "a8", "h8")}

Answer = tuple[tuple[str, bool], ...]
"""Legal moves in the long form, each with whether it gives check, in order."""


def men_on(board: str) -> tuple[str, ...]:
    """The men of positions on a round board; on a torus there is no room for the lines of a locust."""
    if board not in ROUND_BOARDS:
        return ()
    return tuple(name for name in MEN_ENTRIES if (board, name) != ("torus", "locust"))


@dataclass(frozen=True)
class Entry:
    """The elements of an entry."""

    name: str

    @cached_property
    def elements(self) -> tuple[str, ...]:
        return tuple(self.name.split("+"))

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The men of the entry; on a round board, which no program that is compared knows, all."""
        names = men_on(self.name) or self.elements
        return tuple(NAMED[name].letter for name in names if name in NAMED)

    @cached_property
    def traits(self) -> tuple[Trait, ...]:
        return tuple(trait for trait in Trait if trait.value in self.elements)

    @cached_property
    def castling(self) -> str:
        return next((name for name in self.elements if name in CASTLINGS), "orthodox")

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The elements that men show, traits that one man may have together too."""
        together = {"neutral-kamikaze": (Trait.NEUTRAL, Trait.KAMIKAZE), "neutral-royal": (Trait.NEUTRAL, Trait.ROYAL)}
        return (*men_on(self.name),
                *(name for name in self.elements if name != "holes" and name not in CASTLINGS),
                *(name for name, traits in together.items() if set(traits) <= set(self.traits)))

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        return tuple(name for name in self.elements if name in CONDITION_ENTRIES)

    def mover(self, number: int) -> str:
        """Who moves in the position of a number: both sides by turns, if no condition binds one of them alone."""
        bound = {side[1][0] for name in self.conditions if (side := ONE_SIDE.search(name))}
        bound |= {"b"} if "tibet" in self.conditions else set()
        return bound.pop() if len(bound) == 1 else "wb"[number % 2]

    @property
    def has_holes(self) -> bool:
        return "holes" in self.elements


def mixtures(count: int) -> tuple[Entry, ...]:
    """Entries of two to four elements and often another castling; every element is in some."""
    rng, found = Random("mixtures"), dict[str, Entry]()
    while len(found) < count:
        names = rng.sample(SINGLE, rng.randint(2, 4))
        castling = rng.choice(("orthodox", *CASTLINGS)) if len(found) % 2 else "orthodox"
        parts = [name for name in SINGLE if name in names] + [castling] * (castling != "orthodox")
        found.setdefault("+".join(parts), Entry("+".join(parts)))
    return tuple(found.values())


def pairs(count: int) -> tuple[Entry, ...]:
    """Entries of two conditions that go together, every fifth with a man or a trait as well."""
    rng, found = Random("pairs"), dict[str, Entry]()
    while len(found) < count and CONDITION_ENTRIES:
        first, second = sorted(rng.sample(CONDITION_ENTRIES, 2), key=CONDITION_ENTRIES.index)
        if not go_together(first, second):
            continue
        entry = Entry(f"{first}+{second}")
        entry = with_more(rng, entry) if len(found) % 5 == 4 else entry
        found.setdefault(entry.name, entry)
    return tuple(found.values())


def pairs_of_proving_families() -> tuple[Entry, ...]:
    """All entries of two conditions of the families that prove the architecture, where they go together."""
    names = [name for name in CONDITION_ENTRIES if name.partition(":")[0] in PROVING]
    return tuple(Entry(f"{first}+{second}") for first, second in combinations(names, 2) if go_together(first, second))


def go_together(first: str, second: str) -> bool:
    """Whether both programs combine two conditions, which are given in the order of the dictionary."""
    if any(one.fullmatch(first) and other.fullmatch(second) for one, other in NOT_TOGETHER):
        return False
    try:
        genre_named(f"{first}+{second}")
    except GenreError:
        return False
    return True


@dataclass(frozen=True)
class Diagram:
    """A position: texts of men by square, holes, who moves, the square passed by a double step and that pawn's way.

    `elements`: the names of men and traits that its genre has; some traits may be on no man.
    """

    castling: str
    elements: tuple[str, ...]
    men: tuple[tuple[str, str], ...]
    holes: tuple[str, ...]
    side: str
    passed: str = ""
    way: str = ""

    @property
    def genre(self) -> Genre:
        holes = ["holes:" + "".join(self.holes)] if self.holes else []
        return genre_named("+".join([self.castling, *self.elements, *holes]))

    @property
    def setup(self) -> Setup:
        men = [""] * CHESSBOARD.size
        for square, man in self.men:
            men[CHESSBOARD.index(square)] = man
        genre = self.genre
        return Setup(tuple(men), "wb".index(self.side), genre.rights_at_home(men),
                     CHESSBOARD.index(self.passed) if self.passed else None, genre.usual_flags)

    def text(self, stipulation: str, *options: str) -> str:
        """The problem in Popeye's language, without its begin and end words."""
        groups: dict[str, list[str]] = {}
        for square, man in self.men:
            unit = unit_of(man)
            colour = "Neutral" if Trait.NEUTRAL in unit.traits else "Black" if unit.side else "White"
            kinds = " ".join([colour, *(word(KINDS, trait.value, "en") for trait in Trait
                                        if trait in unit.traits and trait is not Trait.NEUTRAL)])
            letter = NAMED_BY_LETTER.get(unit.letter, {"N": "S"}.get(unit.letter, unit.letter))
            groups.setdefault(kinds, []).append(letter + square)
        conditions = [CASTLINGS[self.castling]] if self.castling in CASTLINGS else []
        conditions += filter(None, (condition_word(name, "en") for name in self.elements))
        conditions += ["Hole " + "".join(self.holes)] if self.holes else []
        options = (*options, "NoBoard", *(["EnPassant " + self.way] if self.way else []))
        return "\n".join([stipulation, "Pieces", *(" ".join([kind, *men]) for kind, men in groups.items()),
                          *(["Condition " + " ".join(conditions)] if conditions else []),
                          "Option " + " ".join(options)])


NAMED_BY_LETTER = {man.letter: man.popeye for man in MEN}


@lru_cache(maxsize=64)
def genre_named(name: str) -> Genre:
    return find(name)


@lru_cache(maxsize=64)
def with_motionless(genre: Genre, letter: str) -> Genre:
    """The genre in which the men of a letter neither move nor take."""
    men = tuple(replace(man, moves=()) if man.letter == letter else man for man in genre.men)
    return replace(genre, men=men, name=f"{genre.name} without {letter}")


# --------------------------------------------------------------------------------------------------- positions

def diagrams(entry: Entry, seed: int, first: int, last: int) -> Iterator[tuple[int, Diagram, frozenset[str]]]:
    """The positions of these numbers, each with what it has: "promotion", "castling", "en passant".

    White moves in those of even numbers, if no condition binds one side alone. The side not to move is not in check.
    Where none in which the entry matters is found, a number is left out; LookupError if that happens to the first ten.
    """
    count = 0
    for number in range(first, last):
        if not count and number - first == HOPELESS:
            break
        rng, mood = Random(f"{seed} {entry.name} {number}"), MOODS[number // 2 % len(MOODS)]
        for attempt in range(ATTEMPTS):
            wanted = mood if attempt < ATTEMPTS // 2 else "plain"
            shown = with_more(rng, entry) if number // 2 % MORE == MORE - 1 else entry
            few = {"orthodox": (1, 2, 2, 3, 3, 4)} if {*entry.elements} & {*LATER} else \
                {"orthodox": (5, 6, 8, 10)} if {*entry.elements} & {*MATING} else \
                {"orthodox": (18, 22, 26)} if {*entry.elements} & {*DENSE} else {}
            diagram = scattered(rng, shown, entry.mover(number), wanted, **few)
            if diagram is None:
                continue
            found = features(diagram)
            if (wanted in ("plain", "hunt") or wanted in found) and is_legal(diagram) and matters(entry, diagram):
                yield number, diagram, found
                count += 1
                break
    if not count:
        raise LookupError(f"{entry.name}: no positions from {first} to {last}")


def with_more(rng: Random, entry: Entry) -> Entry:
    """A condition with a man or a trait of the dictionary; any other entry as it is."""
    if entry.elements != entry.conditions or {name.partition(":")[0] for name in entry.elements} & {*ALONE}:
        return entry
    apart = {trait for trait, conditions in APART.items() if any(map(conditions.fullmatch, entry.elements))}
    return Entry(f"{entry.name}+{rng.choice([name for name in (*MEN_ENTRIES, *TRAIT_ENTRIES) if name not in apart])}")


def scattered(rng: Random, entry: Entry, side: str, mood: str, orthodox: Sequence[int] = (2, 3, 4, 5, 6, 8, 10)
              ) -> Diagram | None:
    """Men put on squares at random; None where there is no room for what the mood asks for.

    `orthodox`: how many men of usual kinds there may be.
    """
    sets = HOLE_SETS if len(entry.elements) == 1 else HOLE_SETS // 4
    holes = tuple(sorted(Random(f"holes {rng.randrange(sets)}").sample(SQUARES, 5))) if entry.has_holes else ()
    board: dict[str, str] = {}

    def put(man: str, squares: Sequence[str] = SQUARES) -> str:
        free = [square for square in squares if square not in board and square not in holes
                and not (man.upper().endswith("P") and man.upper() != "NP" and square[1] in "18")]
        if not free:
            return ""
        square = rng.choice(free)
        board[square] = man
        return square

    def own(letter: str, of: str) -> str:
        return str(Unit(letter, "wb".index(of)))

    other = "b" if side == "w" else "w"
    hunted, hunter = (other, side) if {*entry.elements} & {*MATING} else (side if mood == "hunt" else "", other)
    edge = [square for square in SQUARES if square[0] in "ah" or square[1] in "18"]
    pawns = ["P", *(letter for letter in ("BP", "MP") if letter in entry.letters)]
    passed = way = ""
    if mood == "castling":
        home = HOMES[side]
        if set(holes) & set(home):
            return None
        board[home[0]] = own("K", side)
        if entry.castling == "orthodox":
            for corner in rng.choice(((1,), (2,), (1, 2))):
                board[home[corner]] = own("R", side)
    elif mood == "promotion":
        seventh = [square for square in SQUARES if square[1] == ("7" if side == "w" else "2")]
        for _ in range(rng.randint(1, 2)):
            put(own(rng.choice(pawns), side), seventh)
    elif mood == "en passant":
        kind, file = rng.choice(pawns), rng.randrange(8)
        start, over, end = (7, 6, 5) if side == "w" else (2, 3, 4)
        bend = rng.choice((-1, 1)) if kind == "BP" else 0
        if not 0 <= file + 2 * bend < 8:
            return None
        stops = ["abcdefgh"[file + bend * index] + str(rank) for index, rank in enumerate((start, over, end))]
        taker = rng.choice([*pawns, *(["MH"] if "MH" in entry.letters else [])])
        beside = "abcdefgh".find(stops[1][0]) + (0 if taker == "BP" else rng.choice((-1, 1)))
        if not 0 <= beside < 8:
            return None
        near = "abcdefgh"[beside] + str(end)
        if near == stops[2] or set(holes) & {*stops, near}:
            return None
        board[stops[2]], board[near] = own(kind, other), own(taker, side)
        passed, way = stops[1], "".join(stops)
    if entry.castling != "orthodox" and own("K", side) not in board.values():
        partner = rng.choice("RRQBN") if entry.castling != "rokagogo" else "R"
        line_up(rng, board, holes, own("K", side), own(partner, side))
    royal = [Trait.ROYAL in entry.traits and rng.random() < 0.7 and own("K", each) not in board.values()
             for each in "wb"]
    both = Trait.NEUTRAL in entry.traits and all(royal) and rng.random() < 0.3
    kings = [man.letter for man in ROYAL if man.letter in entry.letters]
    for index, each in enumerate("wb"):
        if both or own("K", each) in board.values():
            continue
        letter = rng.choice(men_letters(entry)) if royal[index] else rng.choice(("K", *kings))
        squares = edge if each == hunted else SQUARES
        traits = frozenset({Trait.ROYAL}) if royal[index] else frozenset()
        put(str(Unit(letter, index, traits)), squares)
    if both:
        put(str(Unit(rng.choice(men_letters(entry)), 0, frozenset({Trait.ROYAL, Trait.NEUTRAL}))))
    further = [letter for letter in entry.letters if letter not in kings]
    for letter in further if len(further) < 5 else rng.sample(further, 3):
        for _ in range(rng.randint(1, 3)):
            put(own(letter, rng.choice("wb")))
    for _ in range(rng.choice(orthodox)):
        strong = bool(hunted) and rng.random() < 0.7
        put(own(rng.choice("QQRRBN" if strong else "QRBNPPPRBN"), hunter if strong else rng.choice("wb")))
    for trait in entry.traits:
        if trait is not Trait.ROYAL:
            bear(rng, board, trait, rng.randint(1, 3), passed and way[-2:])
    if passed and ({passed, way[:2]} & board.keys()):
        return None
    return Diagram(entry.castling, entry.parts, tuple(sorted(board.items())), holes, side, passed, way)


def line_up(rng: Random, board: dict[str, str], holes: tuple[str, ...], king: str, partner: str) -> None:
    """Put a king and a man at some distance on one of its lines, or nothing if there is something in the way."""
    start = rng.choice(SQUARES)
    step = rng.choice(ORTHOGONAL if rng.random() < 0.6 or partner.upper() == "R" else QUEENWISE)
    line = [CHESSBOARD.name(square) for square in CHESSBOARD.ray(CHESSBOARD.index(start), *step)]
    if len(line) > 2:
        line = line[:rng.randint(3, len(line))]
        if not {start, *line} & {*board, *holes}:
            board[start], board[line[-1]] = king, partner


def men_letters(entry: Entry) -> tuple[str, ...]:
    """What the royal and other men of an entry may be."""
    return (*entry.letters, *entry.letters, "Q", "R", "B", "N", "P")


def bear(rng: Random, board: dict[str, str], trait: Trait, count: int, untouched: str) -> None:
    """Give some men a trait; kings, royal men and the pawn that stepped twice stay what they are."""
    squares = [square for square, man in board.items() if unit_of(man).letter != "K" and square != untouched
               and Trait.ROYAL not in unit_of(man).traits]
    for square in rng.sample(squares, min(count, len(squares))):
        unit = unit_of(board[square])
        side = 0 if trait is Trait.NEUTRAL else unit.side
        board[square] = str(replace(unit, traits=unit.traits | {trait}, side=side))


def is_legal(diagram: Diagram) -> bool:
    """Whether the side to move cannot take a king."""
    return bool(Position(diagram.genre, diagram.setup).is_valid())


def features(diagram: Diagram) -> frozenset[str]:
    """What some legal move of a position is."""
    moves = list(Position(diagram.genre, diagram.setup).legal_moves)
    return frozenset(name for name, has in (("promotion", any(move.promotion for move in moves)),
                                            ("castling", any(move.partner for move in moves)),
                                            ("en passant", any(move.is_capture and diagram.passed and (
                                                "@" + diagram.passed in move.uci() if move.goes_on else
                                                move.is_en_passant)
                                                               for move in moves))) if has)


def answer(genre: Genre, setup: Setup) -> Answer:
    """The legal moves as this package writes them; on a cylinder in UCI, the only form of its plain generator."""
    position = Position(genre, setup)
    if genre.board.wraps is not None:
        return tuple(sorted((move.uci(), position.gives_check(move)) for move in position.legal_moves))
    return tuple(sorted((as_wing(position.long(move, signs=False)), position.gives_check(move))
                        for move in position.legal_moves))


def lines(position: Position, depth: int) -> Counter[str]:
    """All lines of so many half-moves, in the long form, with checks."""
    found: Counter[str] = Counter()
    for move in position.legal_moves if depth else ():
        text = as_wing(position.long(move, signs=False)) + " +" * position.gives_check(move)
        if depth == 1:
            found[text] += 1
            continue
        for line, count in lines(position.play(move), depth - 1).items():
            found[f"{text} {line}"] += count
    return found


def as_wing(text: str) -> str:
    """Castling as 0-0 and 0-0-0 where it is a case of another kind."""
    return LONG.sub("0-0-0", SHORT.sub("0-0", text))


def matters(entry: Entry, diagram: Diagram) -> bool:
    """Whether the element of an entry, or two elements of a mixture, change some legal move, effect or check; of a
    condition of LATER, whether a man comes back within three half-moves."""
    idle = "black" if diagram.side == "w" else "white"
    elements = [name for name in entry.elements if not (side := ONE_SIDE.search(name)) or side[1] != idle]
    whole, wanted = answer(diagram.genre, diagram.setup), min(2, len(elements))
    for name in elements:
        wanted -= comes_back(diagram) if name in LATER else answer(*without(diagram, name)) != whole
        if not wanted:
            return True
    return False


def comes_back(diagram: Diagram, plies: int = 3) -> bool:
    """Whether some man that is taken within so many half-moves is put on a square."""
    judge = new_judge(compiled_rules(diagram.genre))
    assert isinstance(judge, GeneralJudge)
    judge.load(diagram.setup)

    def within(left: int) -> bool:
        for move in judge.moves():
            if any(change.stage is Stage.REBIRTH for change in judge.changes_of(move)):
                return True
            judge.push(move)
            found = left > 1 and within(left - 1)
            judge.pop()
            if found:
                return True
        return False

    return within(plies)


def without(diagram: Diagram, name: str) -> tuple[Genre, Setup]:
    """The position if an element is left out."""
    if name in CONDITION_ENTRIES:
        plain = replace(diagram, elements=tuple(other for other in diagram.elements if other != name))
        return plain.genre, plain.setup
    if name in NAMED:
        return with_motionless(diagram.genre, NAMED[name].letter), diagram.setup
    if name in CASTLINGS:
        plain = replace(diagram, castling="orthodox")
        return plain.genre, plain.setup
    if name == "holes":
        plain = replace(diagram, holes=())
        return plain.genre, plain.setup
    if name in ROUND_BOARDS:
        plain = replace(diagram, elements=tuple(other for other in diagram.elements if other != name))
        return plain.genre, plain.setup
    trait = Trait(name)
    plain = replace(diagram, men=tuple((square, str(replace(unit, traits=unit.traits - {trait})))
                                       for square, man in diagram.men for unit in (unit_of(man),)))
    return plain.genre, plain.setup


# ---------------------------------------------------------------------------------------------------- Popeye

def run_popeye(binary: str, problems: Sequence[str], memory: str = "64M") -> list[str]:
    """What Popeye prints for each of several problems; ENDLESS where it takes too long or breaks off. Without `memory`
    ("0") it has no hash table."""
    if not problems:
        return []
    body = "\nNextProblem\n".join(problems)
    try:
        done = subprocess.run(["nice", binary, "-maxmem", memory], input=f"BeginProblem\n{body}\nEndProblem\n",
                              text=True, check=False, errors="replace", stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=PATIENCE + len(problems))
    except subprocess.TimeoutExpired:
        middle = len(problems) // 2
        return [ENDLESS] if middle == 0 else \
            run_popeye(binary, problems[:middle], memory) + run_popeye(binary, problems[middle:], memory)
    blocks = END.split(done.stdout)[:-1]
    if len(blocks) == len(problems) and "ignored" not in done.stdout:
        return blocks
    if len(problems) == 1:
        return [ENDLESS if done.returncode else done.stdout]
    middle = len(problems) // 2
    return run_popeye(binary, problems[:middle], memory) + run_popeye(binary, problems[middle:], memory)


def popeyes(binary: str, found: Sequence[Diagram]) -> list[Answer | None]:
    """The legal moves as Popeye prints them; None where it refuses the position."""
    return [read_moves(block) for block in _asked(binary, found, 1)]


def is_answered(found: Answer | Counter[str] | None) -> bool:
    """Whether Popeye knows what a position needs."""
    return found != ((UNANSWERED, False),) and found != Counter([UNANSWERED])


def popeyes_lines(binary: str, found: Sequence[Diagram], depth: int) -> list[Counter[str] | None]:
    """All lines of two or more half-moves as Popeye prints them; None where it refuses the position."""
    return [read_lines(block) for block in _asked(binary, found, depth)]


def _asked(binary: str, found: Sequence[Diagram], depth: int) -> list[str]:
    """What Popeye prints for all lines of so many half-moves; why, where it says nothing."""
    lines = "1h[" * depth + "~" + "]h" * depth
    texts = [diagram.text(f"sstip {'white' if diagram.side == 'w' else 'black'} {lines}") for diagram in found]
    return [block if FIRST_MOVE.search(block) else run_popeye(binary, [text], "0")[0]
            for text, block in zip(texts, run_popeye(binary, texts, "0"), strict=True)]


def answers(binary: str, found: Sequence[Diagram]) -> list[Answer | None]:
    """The legal moves as Popeye has them or, on a cylinder, the plain generator."""
    if found and {*ROUND_BOARDS} & {*found[0].elements}:
        return [plain_answer(diagram) for diagram in found]
    return popeyes(binary, found)


def plain_answer(diagram: Diagram) -> Answer:
    """The legal moves as the plain generator has them."""
    men = {square: reference_text(man) for square, man in diagram.men}
    letters = tuple(NAMED[name].letter.lower() for name in diagram.elements if name in NAMED)
    [wraps] = {*ROUND_BOARDS} & {*diagram.elements}
    position = men_reference("orthodox", letters, men, diagram.side, wraps=wraps)
    if diagram.passed:
        position.passed, position.passer = square_named(diagram.passed), square_named(diagram.way[-2:])
    other = "b" if diagram.side == "w" else "w"
    return tuple(sorted((uci, position.play(uci)._in_check(other)) for uci in position.moves()))


def reference_text(man: str) -> str:
    """A man as men_reference.py has it."""
    unit = unit_of(man)
    signs: dict[Trait | OwnTrait, str] = {Trait.NEUTRAL: "=", Trait.ROYAL: "!", Trait.KAMIKAZE: "^"}
    return (unit.letter.lower() if unit.side else unit.letter) + "".join(signs[trait] for trait in unit.traits)


def read_moves(block: str) -> Answer | None:
    """The moves of a block of Popeye's; the king first in an exchange, 0-0 where castling is a case of another kind."""
    lines = read_lines(block)
    return None if lines is None else tuple(sorted((move.removesuffix(" +"), move.endswith(" +")) for move in lines
                                                   if not BY_DIAGRAM.match(move)))


def read_lines(block: str) -> Counter[str] | None:
    """The lines of a block of Popeye's, without numbers; None where it refuses the position."""
    if REFUSED.search(block):
        return Counter([UNANSWERED])
    if "ignored" in block or ILLEGAL in block or "error" in block:
        return None
    block = EXCHANGE.sub(r"\2<->\1", as_wing(block))
    return Counter(" ".join(NUMBER.sub(" ", line).split()) for line in block.splitlines() if FIRST_MOVE.match(line))


# ---------------------------------------------------------------------------------------------------- problems

FAMILIES = {"hoppers": ("grasshopper", "lion", "nightrider-hopper"), "riders": ("nightrider",),
            "leapers": ("camel", "zebra"), "Chinese men": ("pao", "vao", "leo", "mao"), "locusts": ("locust",),
            "pawns": ("berolina-pawn",), **{name: (name,) for name in (*TRAIT_ENTRIES, *FURTHER_TRAITS, "holes")}}
FAMILIES |= {f"further {title}": tuple(name_of_man(man) for man in men if man.moves and man.letter != "MP")
             for title, men in (
    ("leapers", LEAPERS), ("riders", RIDERS), ("hoppers", HOPPERS), ("angled hoppers", ANGLED),
    ("equihoppers", EQUIHOPPERS), ("bouncers", BOUNCERS), ("Chinese men", CHINESE), ("Argentinian men", ARGENTINIAN),
    ("marine men", MARINE), ("locusts", LOCUSTS), ("pawns", PAWNS))}
"""Families of entries; problems have one or two of a family, those of traits and holes some other man as well. Marine
pawns, which promote otherwise in Popeye, are in none."""
FAMILIES_OF_CONDITIONS = {title: found for title, of in (
    ("Circe", ("circe", "mirror-circe", "file-circe", "pwc", "clone-circe", "equipollents-circe",
               "assassin-circe")),
    ("Circe by symmetry", ("mirror-file-circe", "rank-circe", "symmetry-circe", "vertical-symmetry-circe",
                           "horizontal-symmetry-circe", "antipodean-circe", "diametral-circe",
                           "vertical-mirror-circe")),
    ("squares of choice", ("super-circe", "cage-circe", "take-and-make-circe", "super-anticirce")),
    ("Circe by the capturer", ("mirror-clone-circe", "couscous-circe", "mirror-couscous-circe", "chameleon-circe",
                               "turncoats-circe", "double-agents-circe")),
    ("birthplaces", ("diagram-circe", "diagram-anticirce", "diagram-immune")),
    ("Anticirce", ("anticirce", "mirror-anticirce", "file-anticirce", "equipollents-anticirce")),
    ("Anticirce by symmetry", ("mirror-file-anticirce", "symmetry-anticirce", "vertical-symmetry-anticirce",
                               "horizontal-symmetry-anticirce", "antipodean-anticirce")),
    ("Clone Anticirce", ("clone-anticirce",)),
    ("immune chess", ("immune", "mirror-immune", "file-immune")),
    ("immune chess by symmetry", ("mirror-file-immune", "symmetry-immune", "vertical-symmetry-immune",
                                  "horizontal-symmetry-immune", "antipodean-immune", "equipollents-immune", "geneva")),
    ("Andernach", ("andernach", "anti-andernach")), ("Tibet, Hypervolage", ("tibet", "double-tibet", "hypervolage")),
    ("kinds", ("chameleon-chess", "relegation", "norsk", "line-chameleon", "glasgow")),
    ("legacy", ("frankfurt", "kobul-kings", "sentinelles")),
    ("Einstein", ("einstein", "reverse-einstein", "anti-einstein")),
    ("observation", ("madrasi", "isardam", "patrol", "ultra-patrol", "lortap", "provocation", "functionary", "eiffel",
                     "leffie", "central", "immobilio")),
    ("shelter", ("superguards", "antiguards", "shielded-kings", "multicaptures", "cast")),
    ("shades", ("monochromatic", "bichromatic")), ("edge movers", ("edgemover",)),
    ("no capture", ("no-capture", "no-promotion")), ("obligation", ("must-capture", "alphabetic")),
    ("mummers", ("maximummer", "minimummer")), ("Ultraschachzwang", ("ultraschachzwang",)),
    ("grid", ("grid", "contact-grid")),
    ("Köko", ("koko", "anti-koko", "new-koko")),
    ("squares", ("magic-squares", "promotion-squares", "forced-squares", "consequent-forced-squares")),
    ("mutual", ("woozles", "biwoozles", "heffalumps", "biheffalumps", "partial-paralysis", "brunner")),
    ("Bolero", ("bolero", "bolero-inverse")), ("captures of two parts", ("take-and-make", "make-and-take")),
    ("Mars Circe", ("mars-circe",)),
    ("oscillating kings", ("white-oscillating-kings", "black-oscillating-kings")),
    ("checkless", ("checkless", "exclusive")))
    if (found := tuple(name for name in CONDITION_ENTRIES if name.partition(":")[0] in of))}
"""Families of conditions; a problem has one of a family, every fourth a man or a trait as well."""
STIPULATIONS = ("#2", "s#2", "r#2", "h#2", "h=2", "hs#2", "ser-#3", "ser-h#3")
MOST_LINES = 60
TRIES = 12
"""How many positions are tried for one that has a solution."""


@dataclass(frozen=True)
class Made:
    """A random problem in Popeye's language."""

    number: int
    stipulation: str
    text: str


def problems(family: str, seed: int, first: int, last: int) -> Iterator[Made]:
    """The problems of these numbers, of each stipulation by turns; every second of a stipulation has a solution if
    one is found.
    """
    for number in range(first, last):
        rng, stipulation = Random(f"{seed} {family} {number}"), STIPULATIONS[number % len(STIPULATIONS)]
        hunted = "w" if stipulation[0] in "sr" and not stipulation.startswith("ser") else "b"
        left = TRIES if number // len(STIPULATIONS) % 2 == 0 else 1
        while left:
            diagram = scattered(rng, entry_of(rng, family), hunted, "hunt", (1, 2, 2, 3, 3, 4))
            if diagram is None or not all(is_legal(replace(diagram, side=side)) for side in "wb"):
                continue
            made = Made(number, stipulation, diagram.text(f"Stipulation {stipulation}", "SetPlay", "Variations"))
            left -= 1
            if not left or 0 < solve(read_problem(made), max_solutions=MOST_LINES + 1).count <= MOST_LINES:
                break
        yield made


def entry_of(rng: Random, family: str) -> Entry:
    """An entry of a family, for a problem."""
    if family in FAMILIES_OF_CONDITIONS:
        entry = Entry(rng.choice(FAMILIES_OF_CONDITIONS[family]))
        return with_more(rng, entry) if rng.random() < 1 / MORE else entry
    names = dict.fromkeys([rng.choice(FAMILIES[family])])
    if rng.random() < 0.4:
        names.setdefault(rng.choice(FAMILIES[family]))
    if family in (*TRAIT_ENTRIES, *FURTHER_TRAITS, "holes"):
        names.setdefault(rng.choice(MEN_ENTRIES))
    return Entry("+".join(names))


def read_problem(made: Made) -> Problem:
    """The problem as this package reads it."""
    [entry] = popeye.parse(f"BeginProblem\n{made.text}\nEndProblem\n")
    return entry.get()


def solved_here(made: Made) -> Chains:
    """The play as this package prints it, line by line; for an illegal diagram none."""
    try:
        solution = solve(read_problem(made))
    except ProblemError as error:
        if "illegal" not in str(error):
            raise
        return Counter()
    assert solution.complete
    return chains(play(solution))


def solved_by_popeye(binary: str, found: Sequence[Made]) -> list[Chains | None]:
    """The play as Popeye prints it, None where it ignores the problem. It prints the set play even of illegal diagrams,
    which is left out.
    """
    blocks = run_popeye(binary, [made.text for made in found])
    return [None if IGNORED in block else Counter() if ILLEGAL in block else chains(block) for block in blocks]
