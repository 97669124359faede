"""Studies: games with variations and comments; every change is committed before the page is told.

A node is meant by the moves that lead to it, so that several pages can change a study at the same time.
"""
from __future__ import annotations

import re
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from feerie.apps.web.compose.problem_store import MOST_CHAPTERS, ProblemStore, Study
from feerie.apps.web.games.answers import (
    View,
    destinations,
    genre_document,
    outcome_text,
    position_document,
    position_said,
    run_flags,
    table_said,
)
from feerie.apps.web.games.game_texts import read_game, read_games
from feerie.apps.web.games.live_games import Listener
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.study.history import History, Past
from feerie.apps.web.study.schemas import StudyAct
from feerie.base.errors import Error, PgnError
from feerie.game.game import Game
from feerie.game.node import NULL_MOVE, Node
from feerie.game.tables import Tables
from feerie.game.typed_moves import typed_move
from feerie.genres import find, with_men_of
from feerie.notation.fen import men_in
from feerie.notation.languages import language as language_of
from feerie.notation.pgn import NULL_TEXT, without_commands
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.rules.side import Side
from feerie.views.solution_pgn import game_of_solution
from feerie.why.typed_moves import explained

if TYPE_CHECKING:
    from feerie.game.explanation import Explanation

__all__ = ["OpenStudy", "Studies", "changed", "line_of", "new_games", "played", "study_of_solution", "title_of"]

MOST_NODES = 3000
"""Moves in a study, including all variations."""
MOST_OPEN = 200
"""Studies held in memory."""
HEADERS = ("White", "Black", "Result", "Event", "Site", "Date", "Round", "Annotator")
"""The headers that the page shows."""
NAGS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The signs that the page can set, by their NAG in PGN."""


class OpenStudy:
    """A study in memory. Nodes are numbered in preorder, each before its variations; the root is number 0.

    A null move has no number of its own if moves follow it: a side then moves several times in a row.
    """

    def __init__(self, study: Study) -> None:
        self.study = study
        self.game = read_game(study.pgn, study.genre)
        self.history = History()
        self.lock = threading.RLock()

    def nodes(self) -> list[Node]:
        """All nodes in the order of their numbers."""
        found, waiting = [], [self.game.root]
        while waiting:
            node = waiting.pop()
            if not node.is_null or not node.variations:
                found.append(node)
            waiting += reversed(node.variations)
        return found

    def find(self, line: Iterable[str]) -> Node:
        """The node after a line of moves; RefusedError if it is not there, or not any more."""
        node = self.game.root
        for uci in line:
            found = next((each for each in _shown_after(node) if each.uci() == uci), None)
            if found is None:
                raise RefusedError("no such move")
            node = found
        return node

    def nearest(self, line: Iterable[str]) -> Node:
        """The last node that is still there of a line."""
        node = self.game.root
        for uci in line:
            found = next((each for each in _shown_after(node) if each.uci() == uci), None)
            if found is None:
                break
            node = found
        return node

    def document(self, view: View, at: Node) -> dict[str, Any]:
        """The study as the page shows it; `at`: the node to look at."""
        nodes = self.nodes()
        numbers = {id(node): number for number, node in enumerate(nodes)}
        root = self.game.root
        headers = self.game.headers
        return {"id": self.study.id, "revision": self.study.revision, "title": self.study.title,
                "headers": {name: headers.get(name, "").strip("?.*") for name in HEADERS},
                "can_undo": self.history.can_undo, "can_redo": self.history.can_redo,
                "genre": genre_document(self.game.genre, view.language), "start": root.position.fen(),
                "at": numbers[id(at)],
                "nodes": [self._row(node, numbers, view) for node in nodes]}

    def _row(self, node: Node, numbers: dict[int, int], view: View) -> dict[str, Any]:
        if node.parent is None:
            return {"id": 0, "parent": None, "uci": "", "text": "", "number": "", "comment": node.text(), "before": "",
                    "marks": "", "is_numbered": False}
        before = node.parent.position.beyond_move_rule()
        write = before.long if view.notation == "long" else before.san
        is_white = before.turn == Side.WHITE
        parent = node.parent.parent if node.parent.is_null else node.parent
        assert parent
        marks = [NAGS.get(nag, f" ${nag}") for nag in sorted(node.nags)] if node.has_nags else []
        return {"id": numbers[id(node)], "parent": numbers[id(parent)], "uci": node.uci(),
                "text": write(node.move, view.language) if node.move else NULL_TEXT,
                "is_numbered": is_white or parent is not node.parent,
                "number": f"{before.fullmove_number}{'.' if is_white else '…'}", "comment": node.text(),
                "before": without_commands(node.starting_comment), "marks": "".join(marks)}

    def why(self, line: Iterable[str], move: str, language: str) -> Explanation:
        """Why a move is legal or not after a line; InvalidMoveError if the text is not a move."""
        return explained(self.find(line).position, move, language_of(language))

    def position(self, node: Node, view: View) -> dict[str, Any]:
        """The position after a node: its men, legal moves and status, and the comment's arrows."""
        position = node.position
        outcome = position.outcome()
        return {**position_document(position, node.move), "destinations": destinations(position),
                "said": outcome_text(position.genre, outcome.result, outcome.reason.value, view.language) if outcome
                else position_said(position, view), "flags": run_flags(position), "is_over": outcome is not None,
                "is_valid": position.is_valid(), "arrows": node.arrows()}


def _shown_after(node: Node) -> list[Node]:
    """The nodes that the page shows after a node: of a null move, those after it."""
    found = list[Node]()
    for each in node.variations:
        found += _shown_after(each) if each.is_null and each.variations else [each]
    return found


def line_of(node: Node) -> tuple[str, ...]:
    """The moves that lead to a node, in UCI, as the page names it."""
    return tuple(each.uci() for each in node.line()[1:] if each is node or not each.is_null)


class Studies:
    """All studies. Its methods may be called from any thread."""

    def __init__(self, store: ProblemStore) -> None:
        self.store, self._tables = store, Tables()
        self._lock = threading.Lock()
        self._open: OrderedDict[str, OpenStudy] = OrderedDict()
        self._listeners: dict[str, set[Listener]] = {}

    def begin(self, game: Game, title: str) -> OpenStudy:
        """Save a new study."""
        return self.find(self.add([(title, game)])[0])

    def add(self, games: Sequence[tuple[str, Game]], chapter_of: str = "") -> list[str]:
        """Save games with their titles as a new study, or as further chapters of one; their ids."""
        book = self.find(chapter_of).study.book if chapter_of else ""
        added = self.store.add_studies([(title, game.genre.name, game.pgn()) for title, game in games], book)
        if book:
            self._tell_chapters(book)
        return [each.id for each in added]

    def find(self, name: str) -> OpenStudy:
        """The study with an id; RefusedError if there is none."""
        with self._lock:
            found = self._open.get(name)
        return found or self._keep(OpenStudy(self.store.find_study(name)))

    def _keep(self, study: OpenStudy) -> OpenStudy:
        with self._lock:
            kept = self._open.setdefault(study.study.id, study)
            self._open.move_to_end(kept.study.id)
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
            return kept

    def change(self, study: OpenStudy, act: Callable[[OpenStudy], Node], title: str | None = None) -> Node:
        """Change a study and commit it, and tell the other pages that show it; returns the node to show."""
        with study.lock:
            before = study.study
            try:
                at = act(study)
                self._commit(study, before.title if title is None else title, study.game.pgn())
            except Exception:
                self._reload(study)
                raise
            if study.study is not before:
                study.history.add(Past(before.title, before.pgn, line_of(at)))
            return at

    def position(self, study: OpenStudy, node: Node, view: View) -> dict[str, Any]:
        """The position after a node as the page shows it; `table`: what an endgame table says of it, "" for none."""
        with study.lock:
            return study.position(node, view) | {"table": table_said(self._tables, node.position, view.language)}

    def step(self, study: OpenStudy, back: bool) -> Node:
        """Undo the last change of a study, or redo the one undone last; returns the node to show."""
        with study.lock:
            shown, past = study.study, study.history.next(back)
            if past is None:
                raise RefusedError("no such change")
            try:
                study.game = read_game(past.pgn, shown.genre)
                self._commit(study, past.title, past.pgn)
                place = None if past.place is None else self._place(study, past.place)
            except Exception:
                self._reload(study)
                raise
            study.history.step(back, Past(shown.title, shown.pgn, past.line, place))
            return study.nearest(past.line)

    def move(self, study: OpenStudy, by: int, line: Sequence[str]) -> Node:
        """Move a chapter by so many places among those of its study; returns the node to show, that after a line."""
        with study.lock:
            chapters = [each["id"] for each in self.store.chapters(study.study.book)]
            at = chapters.index(study.study.id)
            to = max(0, min(len(chapters) - 1, at + by))
            if to != at:
                before = self._place(study, to)
                study.history.add(Past(study.study.title, study.study.pgn, tuple(line), before))
            return study.nearest(line)

    def _place(self, study: OpenStudy, place: int) -> int:
        """Put a chapter in a place among the others, and tell all pages that show one; returns where it was."""
        before = self.store.place_chapter(study.study.id, place)
        self._tell_chapters(study.study.book)
        return before

    def _commit(self, study: OpenStudy, title: str, pgn: str) -> None:
        """Save what has been changed, if anything has."""
        if (title, pgn) != (study.study.title, study.study.pgn):
            before = study.study.title
            study.study = self.store.change_study(study.study, title, pgn)
            if title == before:
                self._tell([study.study.id])
            else:
                self._tell_chapters(study.study.book)

    def _reload(self, study: OpenStudy) -> None:
        """Read a study again, as a change may be half done in memory: the file counts."""
        with self._lock:
            self._open.pop(study.study.id, None)
        with suppress(Error, sqlite3.Error):
            study.study = self.store.find_study(study.study.id)
            study.game = read_game(study.study.pgn, study.study.genre)
            self._keep(study)

    def remove(self, name: str, whole: bool) -> str:
        """Delete a chapter, or the whole study that it belongs to; the id of a chapter that is left, "" for none."""
        chapters = [each["id"] for each in self.store.chapters(self.find(name).study.book)]
        removed = chapters if whole else [name]
        self.store.remove_studies(removed)
        with self._lock:
            for each in removed:
                self._open.pop(each, None)
        self._tell(chapters, are_others=True)
        return next((each for each in chapters if each not in removed), "")

    def games_of(self, study: OpenStudy) -> str:
        """All chapters of a study as PGN; a game without a name of its own has its title as the event."""
        texts = []
        for chapter in self.store.chapters(study.study.book):
            found = self.find(chapter["id"])
            with found.lock:
                headers = found.game.headers
                event, named = headers.get("Event", "?"), found.study.title
                has_name = event != "?" or headers.get("White", "?") != "?"      # players make a title by themselves
                try:
                    if named and not has_name:
                        headers["Event"] = named
                    texts.append(found.game.pgn())
                finally:
                    headers["Event"] = event
        return "\n".join(texts)

    # ------------------------------------------------------------------------------------------- listeners

    def listen(self, study: OpenStudy, listener: Listener) -> None:
        """Tell a page the revision of a study, and then of every change, and whether its chapters are others."""
        with study.lock:
            with self._lock:
                self._listeners.setdefault(study.study.id, set()).add(listener)
            listener.send({"revision": study.study.revision, "chapters": False})

    def leave(self, study: OpenStudy, listener: Listener) -> None:
        """Tell a page nothing more."""
        with self._lock:
            listeners = self._listeners.get(study.study.id, set())
            listeners.discard(listener)
            if not listeners:
                self._listeners.pop(study.study.id, None)

    def _tell(self, names: Iterable[str], *, are_others: bool = False) -> None:
        """Tell the pages that show these studies that they have been changed, or have other chapters beside them."""
        with self._lock:
            told = [(self._open.get(name), listener) for name in names for listener in self._listeners.get(name, ())]
        for study, listener in told:
            listener.send({"revision": study.study.revision if study else 0, "chapters": are_others})

    def _tell_chapters(self, book: str) -> None:
        self._tell([each["id"] for each in self.store.chapters(book)], are_others=True)


# ----------------------------------------------------------------------------------------------- changes

def played(line: Iterable[str], move: str, language: str) -> Callable[[OpenStudy], Node]:
    """Play a move after a line; a move that is there already is not added again."""
    def act(study: OpenStudy) -> Node:
        node = study.find(line)
        if move in (NULL_TEXT, NULL_MOVE):
            if not node.is_null:
                node.position.check_pass()
            return node if node.is_null else node.add_null_move()
        found = typed_move(node.position.beyond_move_rule(), move, language)
        if node.variations and node.has_variation(found):
            return node.variation(found)
        if len(study.nodes()) > MOST_NODES:
            raise RefusedError("too long")
        return node.add_variation(found)
    return act


def changed(asked: StudyAct) -> Callable[[OpenStudy], Node]:
    """Promote, delete, comment or mark a node, draw there, or give the game a header."""
    acts: dict[str, Callable[[Node, StudyAct], Node]] = {
        "comment": _comment, "mark": _mark, "arrows": _draw, "promote": _promote, "delete": _delete}

    def change(study: OpenStudy) -> Node:
        node = study.find(asked.line)
        if asked.act == "header":
            said = " ".join(asked.text.split())[:200]
            study.game.headers[asked.header] = said or ("*" if asked.header == "Result" else "?")
        elif asked.act in acts:
            if node.parent is None and asked.act not in ("comment", "arrows"):
                raise RefusedError("no such move")
            node = acts[asked.act](node, asked)
        return node
    return change


def _comment(node: Node, asked: StudyAct) -> Node:
    commands = [f"[%{name} {value}]" for name, value in node.commands().items()]
    said = re.sub(r"\[%", "[", asked.text).replace("{", "(").replace("}", ")")
    node.comment = " ".join([*said.split(), *commands])
    return node


def _mark(node: Node, asked: StudyAct) -> Node:
    node.nags = {nag for nag in node.nags if nag not in NAGS} | ({asked.mark} if asked.mark else set())
    return node


def _draw(node: Node, asked: StudyAct) -> Node:
    node.set_arrows(asked.arrows)
    return node


def _delete(node: Node, asked: StudyAct) -> Node:
    parent = node.parent
    assert parent
    parent.remove_variation(node)
    if parent.is_null and not parent.variations:
        assert parent.parent
        parent.parent.remove_variation(parent)
    return parent.parent if parent.is_null and parent.parent else parent


def _promote(node: Node, asked: StudyAct) -> Node:
    """Move the variation that a node belongs to up by one."""
    at = node
    while node.parent is not None and node.parent.variations[0] is node:
        node = node.parent
    if node.parent is not None:
        node.parent.promote(node)
    return at


# ------------------------------------------------------------------------------------------- beginning

def new_games(genre: str, fen: str, pgn: str, language: str) -> list[Game]:
    """The games of a new study, a chapter each. Errors as of Game; PgnError for more moves than a study may have."""
    if not pgn:
        return [Game(with_men_of(find(genre), men_in(fen)), fen or None)]
    games = read_games(pgn, genre, language, MOST_CHAPTERS)
    for game in games:
        count, waiting = 0, [game.root]
        while waiting:
            node = waiting.pop()
            count += 1
            waiting += node.variations
        if count > MOST_NODES:
            raise PgnError("the game has more than {} moves", MOST_NODES)
    return games


def title_of(game: Game) -> str:
    """A title from the headers of a game."""
    players = [game.headers.get(name, "?") for name in ("White", "Black")]
    event = game.headers.get("Event", "?")
    named = " – ".join(players) if players != ["?", "?"] else ""
    return ", ".join(filter(None, (named, event if event != "?" else "")))[:200]


def study_of_solution(solution: Solution) -> Game:
    """The play of a solution as the game of a new study: at most MOST_NODES moves of it."""
    game = game_of_solution(solution, MOST_NODES)
    game.headers["Event"] = _title(solution.problem)
    return game


def _title(problem: Problem) -> str:
    return ", ".join([*problem.author, str(problem.stipulation)])
