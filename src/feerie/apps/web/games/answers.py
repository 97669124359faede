"""What the page is told about genres and games. It knows no rules: everything it shows comes from here."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from feerie import genres
from feerie.apps.web.serving.texts import page_texts
from feerie.base.errors import Error, IllegalMoveError
from feerie.game.game import walk_nodes
from feerie.game.position import Position, forget_moves
from feerie.game.status import winner_of
from feerie.game.status_text import ended, illegality, to_move
from feerie.men import MEN
from feerie.men.elements import Elements, known_elements, named_in
from feerie.notation.languages import LANGUAGES
from feerie.notation.languages import language as language_of
from feerie.rules.board import BLACK
from feerie.rules.chess960 import array_of, number_of_arrays
from feerie.rules.genre import FIGURES, Genre
from feerie.rules.move import Move
from feerie.rules.side import SIDES
from feerie.rules.trait import Trait
from feerie.rules.unit import kind_text, kind_texts, unit_of
from feerie.views.captions import capital
from feerie.views.figures import figures_of
from feerie.views.legend import board_name, trait_name

if TYPE_CHECKING:       # live games need a database, which Python in a browser lacks
    from feerie.apps.web.games.live_game import LiveGame
    from feerie.game.explanation import Explanation
    from feerie.game.tables import Tables

from feerie.apps.web.games.families import family_of, kind_of
from feerie.apps.web.games.pictures import picture_name, small_board
from feerie.apps.web.serving.error_messages import error_message

__all__ = ["View", "destinations", "element_list", "game_document", "genre_document", "genre_list", "illegal",
           "outcome_text", "position_document", "position_said", "run_flags", "summary", "table_said",
           "why_document"]


class View(NamedTuple):
    """How moves and sentences are written: the language's code, and "short" or "long" notation."""

    language: str = "en"
    notation: str = "short"


def genre_list(language: str, offered: Sequence[Genre]) -> list[dict[str, Any]]:
    """The genres to choose from, and the others with which each can be combined."""
    out = []
    for genre in offered:
        partners = [each.name for each in offered if each.name > genre.name and _combines(genre, each)]
        out.append({"name": genre.name, "title": genre.title(language), "has_start": genre.start is not None,
                    "arrays": number_of_arrays(genre), "has_rules": _has_rules(genre), "combines": partners})
    return out


def _has_rules(genre: Genre) -> bool:
    """Whether the genre, or the first of those that are combined, has a page of rules."""
    return genre.name.partition("+")[0] in {each.name for each in genres.GENRES}


@lru_cache(maxsize=256)
def _combines(one: Genre, two: Genre) -> bool:
    try:
        both = genres.find(f"{one.name}+{two.name}")
    except genres.GenreError:
        return False
    return both.name not in (one.name, two.name)


def element_list(language: str) -> list[dict[str, str]]:
    """The elements of the dictionary that any genre can have, conditions first, holes apart: name, title, letter of a
    man, the heading of its family, and its names in all languages, by which it is looked for.
    """
    found = known_elements()
    headings = {family_of(each): each.titles(language)[0] for each in reversed(found)}
    texts = page_texts(language)
    words = language_of(language, genres.with_elements(genres.ORTHODOX, Elements(MEN)))
    return [{"name": each.names[0], "title": each.titles(language)[0],
             "letter": words.letter(each.men[0].letter) if each.men else "",
             "family": texts.get(f"family: {family_of(each) or kind_of(each)}") or capital(headings[family_of(each)]),
             "words": " ".join(sorted({*each.names, *(title for code in LANGUAGES for title in each.titles(code))}))}
            for each in found]


def genre_document(genre: Genre, language: str, *, problem: bool = False) -> dict[str, Any]:
    """What the page needs to show a board and the men of a genre.

    `conditions`: the genre without its elements of the dictionary; `men`: for the text of each man, the name of its
    picture and what it is called; `traits`: what men may have besides their kinds, as texts of a man with "*" for its
    kind; `legend`: what the pictures mean that not everybody knows, with the letters of problemists if it is for a
    `problem`.
    """
    board, words = genre.board, language_of(language, genre)
    letters = {man.letter: words.letter(man.letter) for man in genre.men}
    names = {man.letter: words.men[man.letter].word for man in genre.men}
    return {"name": genre.name, "conditions": genres.conditions_of(genre).name, "title": genre.title(language),
            "has_rules": _has_rules(genre), "files": board.files, "ranks": board.ranks,
            "walls": [board.name(wall) for wall in sorted(board.walls)], "letters": letters, "names": names,
            "colours": list(words.colours), "men": _men(genre, language),
            "traits": [{"text": kind_text("*", traits),
                        "name": ", ".join(trait_name(trait, language) for trait in Trait if trait in traits)}
                       for traits in genre.traits], "legend": _legend(genre, language, problem=problem)}


def _men(genre: Genre, language: str) -> dict[str, dict[str, str]]:
    """The picture and the name of each man: "knight, White", "knight, neutral", "knight, royal, Black"."""
    words, men = language_of(language, genre), {}
    for text, figure in figures_of(genre.men, (*kind_texts(genre), *kind_texts(genre, BLACK))).items():
        unit = unit_of(text)
        traits = [trait_name(trait, language) for trait in Trait if trait in unit.traits and trait != Trait.NEUTRAL]
        side = trait_name(Trait.NEUTRAL, language) if Trait.NEUTRAL in unit.traits else words.colours[unit.side]
        men[text] = {"picture": picture_name(figure), "name": ", ".join([words.men[unit.letter].word, *traits, side])}
    return men


def _legend(genre: Genre, language: str, *, problem: bool) -> list[dict[str, str]]:
    """What is unusual about the men and the board of a genre: pictures, "" for none, with what they mean."""
    words = language_of(language, genre)
    men = [man for man in genre.men if man.drawn or man.letter not in FIGURES]
    shown = {kind_text(man.letter): f"{words.letter(man.letter, problem)} = "
             + (named_in(man.names, words.code) or words.men[man.letter].word)
             for man in men}
    usual = next((man for man in genre.men if man not in men), genre.men[0])
    shown |= {kind_text(usual.letter, traits): " + ".join(
        trait_name(trait, language) for trait in Trait if trait in traits) for traits in genre.traits}
    figures = figures_of(genre.men, shown)
    board = board_name(genre.board, language)
    return [{"picture": picture_name(figures[text]), "text": said} for text, said in shown.items()] \
        + ([{"picture": "", "text": board}] if board else [])

def destinations(position: Position) -> list[dict[str, Any]]:
    """Every legal move: where the man and its partner go, what it captures, what a pawn becomes."""
    return [{"uci": move.uci(), "from": move.origin, "to": move.target,
             "promotion": move.promotion, "partner": list(move.partner) if move.partner else None,
             "captured_on": move.captured_on} for move in position.legal_moves]


def position_document(position: Position, move: Move | None = None) -> dict[str, Any]:
    """A position for the page's board; `move`: the one that led to it, whose squares are marked."""
    return {"men": position.men(), "turn": position.turn, "check": list(position.checked_squares()),
            "last": [square for way in move.displacements for square in way] if move else [],
            "fen": position.fen()}


def _texts(live_game: LiveGame, view: View) -> list[str]:
    """The moves in a notation, kept from one call to the next."""
    texts = live_game.texts.setdefault((view.language, view.notation), [])
    if len(texts) < len(live_game.game):
        before = None
        for node in walk_nodes(live_game.game, len(texts)):
            if before:
                assert node.move
                texts.append((before.long if view.notation == "long" else before.san)(node.move, view.language))
                forget_moves(before)
            before = node.position
    return texts


def _outcome(live_game: LiveGame, view: View) -> dict[str, Any] | None:
    if not live_game.is_over:
        return None
    return {"result": live_game.result, "winner": winner_of(live_game.result), "reason": live_game.reason,
            "text": outcome_text(live_game.game.genre, live_game.result, live_game.reason, view.language)}


def outcome_text(genre: Genre, result: str, reason: str, language: str) -> str:
    """How a game ended, as a sentence. `reason`: of the rules or of the page."""
    words = language_of(language, genre)
    key = f"reason: {reason}"
    named = page_texts(language).get(key) or words.word(key)
    return capital(ended(winner_of(result), named, words))


def run_flags(position: Position) -> list[str]:
    """The sides that have begun the run that wins by arriving, in genres that have one."""
    run = position.genre.king_run
    return [side for side, flag in zip(SIDES, run.flags, strict=True) if flag in position.setup.flags] if run else []


def position_said(position: Position, view: View) -> str:
    """Who is to move, and which kings are attacked."""
    words = language_of(view.language, position.genre)
    if not position.is_valid():
        return words.sentence("illegal", reason=error_message(illegality(position), view.language))
    return capital(to_move(position, words))


def why_document(found: Explanation, table: str = "") -> dict[str, Any]:
    """Why a move is legal or not: the move, the verdict, and what speaks against it; `table`: as `table_said`."""
    return {"move": found.move, "legal": found.legal, "verdict": found.verdict,
            "reasons": [finding.sentence for finding in found.reasons], "table": table}


def table_said(tables: Tables, position: Position, language: str) -> str:
    """What an endgame table says of a position, "" where none knows it, it is illegal, or the game is over."""
    try:
        known = None if position.is_valid() and position.outcome() else tables.probe(position)
    except Error as error:              # a table of the user's is damaged
        return error_message(error, language)
    return page_texts(language)["table says"].format(said=known.text(language)) if known else ""


def illegal(error: IllegalMoveError, explained: Callable[[], Explanation], language: str) -> IllegalMoveError:
    """The error with what speaks against the move as its message, if the move can be explained."""
    reasons: list[str] = []
    with suppress(Error):
        reasons = why_document(explained())["reasons"]
    return IllegalMoveError(language_of(language).clauses(reasons) or str(error))


def summary(live_game: LiveGame, player_token: str, view: View) -> dict[str, Any]:
    """A game in a list."""
    outcome, game, settings = _outcome(live_game, view), live_game.game, live_game.settings
    sides = live_game.sides_of(player_token)
    diagram = "" if outcome else small_board(game.position, label=game.genre.title(view.language), defined=True,
                                             orientation="black" if sides == ("black",) else "white")
    return {"id": live_game.id, "title": game.genre.title(view.language), "opponent": settings.opponent,
            "said": outcome["text"] if outcome else position_said(game.position, view), "ply": len(game),
            "over": live_game.is_over, "diagram": diagram,
            "yours": not live_game.is_over and live_game.turn != settings.engine_side
            and live_game.turn in sides}


def game_document(live_game: LiveGame, view: View, since: int = 0) -> dict[str, Any]:
    """A game as the page shows it, without the first `since` positions, which the page has already.

    `history`: the position after each move, the first one at number 0 before all moves; `array`: the number of the game
    array with which it has begun, in genres that have several.
    """
    texts, history = _texts(live_game, view), []
    for ply, node in enumerate(walk_nodes(live_game.game, since), since):
        position, move = node.position, node.move
        history.append(position_document(position, move) | {
            "uci": move.uci() if move else None, "text": texts[ply - 1] if move else None,
            "flags": run_flags(position)})
        if ply < len(live_game.game):
            forget_moves(position)
    now, settings = live_game.game.position, live_game.settings
    outcome = _outcome(live_game, view)
    clock = {"white": live_game.left("white"), "black": live_game.left("black"), "running": live_game.running,
             "increment": settings.increment, "days": settings.days} if live_game.is_timed else None
    return {"id": live_game.id, "revision": live_game.revision, "genre": genre_document(now.genre, view.language),
            "array": array_of(now.genre, live_game.game.start.fen()),
            "opponent": settings.opponent, "engine_side": settings.engine_side, "level": settings.level,
            "since": since, "history": history, "turn": now.turn, "move_number": live_game.game.start.fullmove_number,
            "first_turn": live_game.game.start.turn, "said": outcome["text"] if outcome else position_said(now, view),
            "destinations": [] if outcome else destinations(now), "outcome": outcome, "clock": clock,
            "names": live_game.names, "present": sorted(live_game.present),
            "offer": live_game.offer._asdict() if live_game.offer else None,
            "declined": live_game.declined, "rematch": live_game.rematch,
            "claimable": outcome is None and live_game.game.outcome(claim_draw=True) is not None}
