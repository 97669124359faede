"""The explanation of a proof game as text: the moves each side needs, the paths of the men, or why there is no game."""
from __future__ import annotations

from collections.abc import Iterator, Mapping

from feerie.notation.languages import Language
from feerie.problems.journeys import Journey
from feerie.solving.proof_explanation import ProofExplanation, Prospect, SideBound, WhyNot

__all__ = ["explanation_lines", "reason", "why_not"]


def reason(found: WhyNot, words: Language) -> str:
    """Why there is no game, as a sentence."""
    side = 0 if found.side is None else found.side
    values: dict[str, object] = dict(found.values)
    man = values.get("man")
    if isinstance(man, str):
        values["man"] = words.with_colour(man)
    return words.sentence(f"proof: {found.reason.value}", side=words.colours[side], other=words.colours[1 - side],
                          **values)


def why_not(found: ProofExplanation, words: Language) -> list[str]:
    """Why there is no game, if there is none."""
    return [reason(found.why_not, words)] if found.why_not is not None else []


def explanation_lines(found: ProofExplanation, words: Language) -> Iterator[str]:
    """The lines of an explanation; the paths of the men of each solution follow one another, in its order."""
    for side, bound in enumerate(found.bounds):
        if bound.least is not None:
            yield _bound(bound, words.colours[side], bool(found.journeys), words)
    yield from why_not(found, words)
    if found.prospects:
        yield ""
        yield words.sentence("proof: prospects")
        yield from (f"  {_prospect(prospect, words)}" for prospect in found.prospects)
    for line in found.journeys:
        by_home = {journey.home: journey for journey in line}
        yield ""
        yield words.sentence("proof: men")
        yield from (f"  {_way(journey, by_home, words)}" for journey in line
                    if journey.squares or journey.captured_on)


def _bound(bound: SideBound, side: str, has_games: bool, words: Language) -> str:
    """What a side needs, and what it has: moves that it makes, or could make where no game is known."""
    if bound.least is None or bound.spare is None:
        return words.sentence("proof: bound only", side=side, least=bound.least)
    if bound.spare < 0:
        return words.sentence("proof: bound lacking", side=side, least=bound.least, moves=bound.moves,
                              lacking=-bound.spare)
    return words.sentence("proof: bound" if has_games else "proof: bound available", side=side, least=bound.least,
                          moves=bound.moves, spare=bound.spare)


def _prospect(prospect: Prospect, words: Language) -> str:
    """What may become of a man: "wSg1: e5 (2-4), taken (1-3)"."""
    told = []
    for end in prospect.ends:
        place = end.square or words.sentence("proof: not in the diagram")
        if end.man is not None and end.man != prospect.man:
            place += "=" + words.letter(end.man, problem=True)
        told.append(f"{place} ({end.least}-{end.most})" if end.most > end.least else f"{place} ({end.least})")
    return words.with_colour(prospect.man) + prospect.home + ": " + ", ".join(told)


def _way(journey: Journey, by_home: Mapping[str, Journey], words: Language) -> str:
    """The path of one man: "wSg1-f3-e5 (2)", as programs for proof games write it."""
    way = words.with_colour(journey.man) + "-".join([journey.home, *journey.squares])
    if journey.becomes != journey.man:
        way += "=" + words.letter(journey.becomes, problem=True)
    way += f" ({journey.moves})"
    if journey.captured_on is None or journey.captured_by is None:
        return way
    captor = by_home[journey.captured_by]
    return words.sentence("proof: taken", way=way, square=journey.captured_on,
                          man=words.with_colour(captor.man) + captor.home)
