"""Problems as the page edits them, converted to values and back."""
from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

from feerie.apps.web.compose.schemas import Draft
from feerie.apps.web.serving.error_messages import error_message
from feerie.base.errors import FenError
from feerie.formats.popeye.phrases import hunters_of
from feerie.formats.popeye.words import option_word
from feerie.formats.popeye.writer import twin_text
from feerie.formats.problem_texts import twin_of
from feerie.genres import find
from feerie.notation import fen as fens
from feerie.notation.languages import language as language_of
from feerie.problems.metadata import Metadata
from feerie.problems.options import Options
from feerie.problems.parts import parts_of
from feerie.problems.problem import Problem, read_fen
from feerie.problems.stipulation import Stipulation
from feerie.problems.twins import Twin
from feerie.rules.genre import Genre
from feerie.rules.goal import Aim
from feerie.rules.setup import Setup
from feerie.rules.side import SIDES
from feerie.views.captions import (
    capital,
    caption,
    heading,
    name_of,
    part_heading,
    side_to_move,
    source,
    twins,
)

__all__ = ["draft_of", "problem_document", "problem_of", "with_requested_play"]

_LABEL = re.compile(r"\s*+(\+?+)\s*+(?:[a-z]|z[0-9]{1,2})\)\s*")


def problem_of(draft: Draft) -> Problem:
    """The problem of a draft; ProblemError, FenError or GenreError if it is not one.

    Castling rights are those of its FEN. A twin "+c) move a1 b2" is a continued one, as in "c) continued move a1 b2".
    """
    options = {name: value for name, value in draft.options.items() if name != "no_castling"}
    told = replace(Metadata.of(draft.metadata), keywords=tuple(filter(None, map(str.strip, draft.keywords))))
    diagram: str | Setup = draft.fen
    stipulation = Stipulation.parse(draft.stipulation)
    if stipulation.goal.aim is Aim.DIAGRAM and not draft.required:
        diagram = replace(read_fen(find(draft.genre), draft.fen, stipulation), rights="", flags="")
    return Problem(draft.genre, diagram, stipulation, target=draft.target or None, options=Options.of(options),
                   constraints=[text for text in draft.constraints if text.strip()],
                   twins=[_twin(text, find(draft.genre)) for text in draft.twins if text.strip()],
                   zeroposition=draft.zeroposition,
                   author=list(filter(None, map(str.strip, draft.author))), source=draft.source.strip(),
                   title=draft.title.strip(), award=draft.award.strip(), remarks=draft.remarks,
                   intended=draft.intended.strip(), solution_text=draft.solution_text, unread=draft.unread,
                   metadata=told)


def _twin(text: str, genre: Genre) -> Twin:
    label = _LABEL.match(text)
    twin = twin_of(text[label.end():] if label else text, hunters_of(genre))
    return replace(twin, continued=True) if label and label[1] else twin


def draft_of(problem: Problem) -> Draft:
    """The draft of a problem; `problem_of` turns it back into the same problem."""
    options = problem.options.as_json()
    options.pop("no_castling", None)        # the FEN says it
    told = problem.metadata.as_json()
    return Draft(genre=problem.genre.name, fen=_fen(problem), stipulation=str(problem.stipulation),
                 required=problem.stipulation.goal.aim is Aim.DIAGRAM
                 and bool(problem.diagram.rights or problem.diagram.flags),
                 target=problem.target_fen or "", constraints=list(problem.constraints.texts),
                 options=options,
                 twins=[twin_text(twin, "en", problem.genre) for twin in problem.twins],
                 zeroposition=problem.zeroposition, author=list(problem.author), source=problem.source,
                 title=problem.title, award=problem.award, keywords=told.pop("keywords", []),
                 remarks=list(problem.remarks), intended=problem.intended, solution_text=problem.solution_text,
                 metadata=told, unread=list(problem.unread))


def _fen(problem: Problem) -> str:
    """The FEN whose side to move says what the options say already: who has White's part, or begins `a=>b`."""
    if problem.stipulation.goal.aim is Aim.DIAGRAM:
        return problem.fen
    turn = problem.first_side if problem.target is not None else problem.attacker
    texts = [fens.write(problem.genre, replace(problem.diagram, turn=side)) for side in (turn, 1 - turn)]
    for text in texts:      # an en passant square fits one side only: in play that Black begins, that side
        with suppress(FenError):
            fens.parse(problem.genre, text)
            return text
    return texts[0]


def with_requested_play(problem: Problem, *, tries: int, set_play: bool) -> Problem:
    """The problem with tries and set play, if they are asked for in addition."""
    options = problem.options
    return replace(problem, options=replace(options, set_play=options.set_play or set_play,
                                            defence=max(options.defence, tries)))


def problem_document(problem: Problem, language: str) -> dict[str, Any]:
    """What the page says about a problem before it is solved: caption, who begins, its parts, names of its options, and
    doubts.
    """
    changes = twins(problem, language)
    parts = [{"label": part.label, "heading": part_heading(part, changes, language),
              "error": error_message(part.error, language)}
             for part in parts_of(problem)]
    words, under = language_of(language), caption(problem, language)
    return {"stipulation": str(problem.stipulation), "genre": problem.genre.name,
            "title": capital(problem.genre.title(language)), "caption": " · ".join(under), "under": under,
            "named": {"authors": heading(problem), "source": source(problem), "title": name_of(problem)},
            "first": SIDES[problem.first_side], "begins": capital(side_to_move(problem, language)),
            "plies": problem.plies, "men": sum(1 for man in problem.diagram.men if man), "parts": parts,
            "options": {name: option_word(name, language) for name in draft_of(problem).options},
            "warnings": [words.sentence("soundness: warning", text=error_message(doubt, language))
                         for doubt in problem.warnings + problem.twins_against_the_flow]}
