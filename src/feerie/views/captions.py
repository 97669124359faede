"""What a document shows of each problem in any output format: heading, caption, parts, verdicts.

HTML, LaTeX and the PDF sheet take solutions, or problems as they are in a file: with twins and duplex parts under one
heading, including problems that could not be solved.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from feerie.base.errors import wrong_type
from feerie.base.frozen import frozen
from feerie.genres import ORTHODOX, conditions_of, elements_of, with_men_of
from feerie.notation.languages import Language
from feerie.notation.languages import language as language_of
from feerie.problems.parts import AskedPart, Part, Solved
from feerie.problems.problem import Problem
from feerie.problems.solution import PROGRAM, Solution
from feerie.problems.stipulation import Play
from feerie.rules.board import BLACK, WHITE
from feerie.rules.castling import Exchange, HomeCastling
from feerie.rules.genre import Genre
from feerie.rules.goal import Aim
from feerie.rules.setup import Setup
from feerie.rules.target import Target
from feerie.rules.trait import Trait, in_order
from feerie.views.legend import Named, board_name, legend, legend_lines, letters_of, trait_name, units

__all__ = ["SIGNED", "ShownPart", "Solutions", "asked", "capital", "caption", "clean", "collect", "computer_tested",
           "further_diagrams", "genre_with_twins", "heading", "is_tested", "legend_of", "men_count", "name_of",
           "named", "notes", "part_heading", "rules", "rules_of", "shown_parts", "side_to_move", "source", "spoken",
           "stipulation", "title_of", "twin_lines", "twins", "unseen"]

SIGNED = f"{PROGRAM['name']} {PROGRAM['version']}"
"""The program with its version."""


Solutions = Solution | Solved | Iterable[Solution | Solved]
"""The possible contents of a document."""


def collect(solutions: Solutions) -> list[Solved]:
    """The problems of a document, in order."""
    given = [solutions] if isinstance(solutions, (Solution, Solved)) else solutions
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise wrong_type("solutions", "a Solution, a Solved or several of these", given)
    given = list(given)
    for entry in given:
        if not isinstance(entry, (Solution, Solved)):
            raise wrong_type("solutions", "a Solution, a Solved or several of these", entry)
    return [entry if isinstance(entry, Solved) else Solved(entry.problem, (Part(entry),)) for entry in given]


def title_of(entries: list[Solved], language: str) -> str:
    """The title of a document: for one problem its author, title and stipulation."""
    if len(entries) != 1:
        return capital(language_of(language).word("problems"))
    problem = entries[0].problem
    return ", ".join(filter(None, (heading(problem), name_of(problem), stipulation(problem, language))))


def clean(text: str) -> str:
    """A text on one line, without control and formatting characters."""
    return "".join(sign for sign in " ".join(text.split()) if sign.isprintable())


def named(problem: Problem) -> list[str]:
    """Authors, source and title, as far as they are known."""
    return [line for line in (heading(problem), source(problem), name_of(problem)) if line]


def asked(problem: Problem, language: str | Language, *, game: bool = False) -> str:
    """Stipulation, rules, what the board does not show, and number of men, in one line; below it the legend.

    `game`: the letters of men are those of games, not of problems.
    """
    words = language_of(language)
    line = "  ".join(filter(None, (
        stipulation(problem, words), rules(problem, words.code), *unseen(problem, words.code),
        men_count(problem.diagram))))
    return "\n".join([line, *legend_lines(genre_with_twins(problem), problem.diagram, words.code,
                                          *further_diagrams(problem), problem=not game)])


def legend_of(problem: Problem, language: str) -> list[Named]:
    """The legend of a problem's diagram; it names the men of its other diagrams, too."""
    return legend(genre_with_twins(problem), problem.diagram, language, *further_diagrams(problem))


def genre_with_twins(problem: Problem) -> Genre:
    """The genre of a problem with the men that its twins bring."""
    return with_men_of(problem.genre, {man for setup in further_diagrams(problem) for man in setup.men})


def further_diagrams(problem: Problem) -> list[Setup]:
    """The diagrams of the twins, and the position to be reached."""
    twins = [part.diagram for _, part in problem.parts() if isinstance(part, Problem)] if problem.twins else []
    return [*twins, *([problem.target] if problem.target else [])]


def heading(problem: Problem) -> str:
    """The authors; "" if unknown."""
    return clean(", ".join(problem.author))


def name_of(problem: Problem) -> str:
    """The problem's title; "" if it has none."""
    return clean(problem.title)


def notes(problem: Problem) -> list[str]:
    """The remarks in the problem file, and the author's constraints."""
    return [note for remark in (*problem.remarks, *problem.constraints.texts) if (note := clean(remark))]


def source(problem: Problem) -> str:
    """Where the problem was published, and the award it got."""
    return clean(", ".join(filter(None, (problem.source, problem.award))))


def stipulation(problem: Problem, language: str | Language = "en") -> str:
    """The stipulation as composers write it, "h#2½", with a star if the set play is asked for: "#2*".

    A proof game has its length in moves and halves: "PG 8.0" or, in French, "PJ 8,0". If the words are those of a
    notation with the signs of print, a mate has their sign: "‡2".
    """
    asked, words = problem.stipulation, language_of(language)
    text = clean(asked.words) or str(asked)
    if asked.goal.aim is Aim.DIAGRAM:
        before, _, length = text.rpartition(Aim.DIAGRAM.value)
        whole = ".0" if asked.play is Play.PROOF and not (asked.half or asked.shortest) else ""
        return before + words.sentence("proof game", length=words.numeral(length + whole))
    if asked.half:
        text = text.removesuffix(".5" if asked.moves else "0.5") + "½"
    return text.replace(Aim.MATE.value, words.signs["mate"]) + "*" * problem.options.set_play


def men_count(diagram: Setup) -> str:
    """The number of white and black men: "(5+2)", and of neutral men: "(5+2+1)"; for an unfinished diagram, those that
    are certain: "(5+2+?)".
    """
    men = Target(diagram.men)
    neutral = sum(Trait.NEUTRAL in unit.traits for _, _, unit in units(diagram))
    white, black = men.fewest(WHITE) - neutral, men.fewest(BLACK)
    more = "" if white + black + neutral == len(diagram.pieces) else "+?"
    return f"({white}+{black}{f'+{neutral}' if neutral else ''}{more})"


def requests(problem: Problem, words: Language) -> Iterator[str]:
    """What is asked for in addition to the stipulation."""
    if problem.intended:
        wanted = problem.intended_solutions
        if problem.intended != str(wanted):
            yield problem.intended
        elif wanted != 1:
            yield words.sentence("solutions", count=wanted)
    if problem.options.duplex:
        yield words.word("duplex")
    if problem.is_post_key:
        yield words.word("post-key play")


def unseen(problem: Problem, language: str) -> list[str]:
    """What the board does not show of the diagram: that it is a cylinder, royal kinds, a rule of promotion, a game
    array, who begins, run flags, exchanges left, rooks that may not castle, en passant.

    Nothing that goes without saying; for a diagram that is to be reached only the first four.
    """
    words, genre, diagram = language_of(language), problem.genre, problem.diagram
    board = [*filter(None, [board_name(genre.board, language)]), *_of_kinds(genre, language)]
    if problem.stipulation.goal.aim is Aim.DIAGRAM:
        return board
    begins = [side_to_move(problem, language)] if problem.begins_otherwise else []
    runs = genre.king_run.flags if genre.king_run else ()
    exchanges = next((family.rights for family in genre.castlings if isinstance(family, Exchange)), ())
    said = {"caption: run": _sides(words, [flag in diagram.flags for flag in runs])}
    left = [right is None or right in diagram.flags for right in exchanges]
    if not all(left):
        said["caption: exchange" if any(left) else "caption: no exchange"] = _sides(words, left) or "-"
    if any(isinstance(family, HomeCastling) for family in genre.castlings):
        said["caption: no castling"] = ", ".join(problem.options.no_castling)
    if diagram.en_passant is not None:
        said["caption: en passant"] = genre.board.name(diagram.en_passant)
    return board + begins + [words.sentence(key, what=what) for key, what in said.items() if what]


def _of_kinds(genre: Genre, language: str) -> Iterator[str]:
    """The royal kinds, the rule of promotion and the game array in the name of a genre: "royal: G", "promotion: Q, G".
    """
    words, letters, elements = language_of(language), letters_of(genre, language), elements_of(genre)
    if elements.royal:
        listed = ", ".join(letters[letter] for letter in elements.royal)
        yield f"{trait_name(Trait.ROYAL, language)}{words.colon} {listed}"
    for key, kinds in (("caption: promotion", elements.promotion), ("caption: array", elements.array)):
        if kinds:
            yield words.sentence(key, what=", ".join(letters[letter] for letter in kinds))


def _sides(words: Language, which: list[bool]) -> str:
    """The names of the sides for which something holds."""
    return ", ".join(name for name, holds in zip(words.colours, which, strict=False) if holds)


def rules(problem: Problem, language: str) -> str:
    """The names of the rules and conditions in a caption; "" for orthodox chess, which captions do not name, with any
    men.
    """
    return rules_of(problem.genre, language)


def rules_of(genre: Genre, language: str) -> str:
    """The names of the rules and conditions of a genre, as `rules`."""
    genre, conditions = conditions_of(genre), elements_of(genre).conditions
    return " + ".join([*([] if genre == ORTHODOX else [genre.title(language)]),
                       *(condition.title(language) for condition in conditions)])


def caption(problem: Problem, language: str | Language, *, tested: bool = False) -> list[str]:
    """The caption of a diagram, left to right: stipulation, rules, what the board does not show, further
    requests, number of men: "(5+2)".

    `tested`: with "C+" before the number of men. With the words of a notation, the signs are those of its moves.
    """
    words = language_of(language)
    wanted = [rules(problem, words.code), *unseen(problem, words.code), *requests(problem, words)]
    count = men_count(problem.diagram)
    return [stipulation(problem, words), *filter(None, wanted), f"C+ {count}" if tested else count]


@frozen
class ShownPart:
    """A part as a document shows it.

    `heading`: see `part_heading`. `is_redrawn`: whether it has a diagram of its own: its men stand differently from
    those above, and it is the first to show them. The second side of a duplex has the diagram of the first.
    """

    part: Part
    heading: str = ""
    is_redrawn: bool = False


def shown_parts(entry: Solved, language: str) -> Iterator[ShownPart]:
    """The parts of a problem in order."""
    changes = twins(entry.problem, language)
    before: Part | None = None
    for part in entry.parts:
        problem = part.solution.problem
        drawn = [entry.problem.diagram.men]
        if before and before.is_duplex and part.is_duplex and before.label == part.label:
            drawn.append(before.solution.problem.diagram.men)
        yield ShownPart(part, part_heading(part.asked, changes, language), problem.diagram.men not in drawn)
        before = part


def part_heading(part: AskedPart, changes: Mapping[str, str], language: str) -> str:
    """The heading of a part: "b) wKc1→e1", "White to move"; `changes`: see `twins`."""
    label = part.label and f"{part.label})"
    if part.problem is None:
        return label
    return " ".join(filter(None, (changes.get(part.label, label),
                                  side_to_move(part.problem, language) if part.is_duplex else "")))


def side_to_move(problem: Problem, language: str) -> str:
    """The side that moves first: "White to move"."""
    words = language_of(language)
    return words.sentence("to move", side=words.colours[problem.first_side])


def twin_lines(entry: Solved, language: str) -> list[str]:
    """The twins as printed below the diagram: "b) wKc1→e1", "+c) –bPa2"."""
    return list(twins(entry.problem, language).values())


def twins(problem: Problem, language: str) -> dict[str, str]:
    """The twins by their labels, as printed: "b) wKc1→e1"; a plus marks a continued twin."""
    if not problem.twins:
        return {}
    from feerie.views.twin_text import changes

    return changes(problem, language)


def is_tested(entry: Solved) -> bool:
    """Whether every part of a problem is there and proved sound, so that it may be marked "C+" under its diagram."""
    return not entry.error and entry.is_whole and all(
        solution.complete and solution.is_sound and not solution.problem.warnings and not solution.problem.constraints
        for solution in (part.solution for part in entry.parts))


def computer_tested(part: Part, language: str) -> str:
    """ "C+" with the program and its version if the problem is proved sound; else ""."""
    solution = part.solution
    if part.report or not (solution.complete and solution.is_sound) or solution.problem.warnings \
            or solution.problem.constraints:
        return ""
    return language_of(language).sentence("computer tested", program=SIGNED)


def spoken(genre: Genre, setup: Setup, language: str) -> str:
    """A diagram in words, for screen readers."""
    letters, men = letters_of(genre, language), units(setup)

    def listed(colour: str) -> str:
        return ", ".join(
            " ".join([*(trait_name(trait, language) for trait in in_order(unit.traits)),
                      letters[man.letter] + genre.board.name(square)])
            for man in reversed(genre.men) for square, _, unit in men
            if unit.letter == man.letter and colour == ("n" if Trait.NEUTRAL in unit.traits else "wb"[unit.side]))

    said = language_of(language).sentence("diagram", white=listed("w") or "–", black=listed("b") or "–")
    neutral = listed("n")
    return f"{said} {neutral}." if neutral else said


def capital(text: str) -> str:
    """The text with its first letter capitalised."""
    return text[:1].upper() + text[1:]
