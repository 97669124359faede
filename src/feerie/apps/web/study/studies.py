"""Studies: games with variations and comments; every change is committed before the page is told."""
from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from feerie.apps.web.compose.problem_store import ProblemStore, Study
from feerie.apps.web.games.answers import (
    View,
    destinations,
    genre_document,
    outcome_text,
    position_document,
    position_said,
    run_flags,
)
from feerie.apps.web.games.game_texts import read_game
from feerie.apps.web.serving.refusal import RefusedError
from feerie.base.errors import PgnError
from feerie.game.game import Game
from feerie.game.node import Node
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

__all__ = ["OpenStudy", "Studies", "study_of_solution"]

MOST_NODES = 3000
"""Moves in a study, including all variations."""
MOST_OPEN = 200
"""Studies held in memory."""
NAGS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The signs that the page can set, by their NAG in PGN."""


class OpenStudy:
    """A study in memory. Nodes are numbered in preorder, each before its variations; the root is number 0.

    A null move has no number of its own if moves follow it: a side then moves several times in a row.
    """

    def __init__(self, study: Study) -> None:
        self.study = study
        self.game = read_game(study.pgn, study.genre)
        self.lock = threading.RLock()
        self._texts: dict[tuple[int, str, str], str] = {}

    def nodes(self) -> list[Node]:
        """All nodes in the order of their numbers."""
        found, waiting = [], [self.game.root]
        while waiting:
            node = waiting.pop()
            if not node.is_null or not node.variations:
                found.append(node)
            waiting += reversed(node.variations)
        return found

    def node(self, number: int) -> Node:
        """The node with a number; RefusedError if there is none."""
        nodes = self.nodes()
        if number >= len(nodes):
            raise RefusedError("no such move")
        return nodes[number]

    def document(self, view: View, at: Node) -> dict[str, Any]:
        """The study as the page shows it; `at`: the node to look at."""
        nodes = self.nodes()
        numbers = {id(node): number for number, node in enumerate(nodes)}
        root = self.game.root
        return {"id": self.study.id, "revision": self.study.revision, "title": self.study.title,
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

    def why(self, number: int, move: str, language: str) -> Explanation:
        """Why a move is legal or not after a node; InvalidMoveError if the text is not a move."""
        return explained(self.node(number).position, move, language_of(language))

    def position(self, node: Node, view: View) -> dict[str, Any]:
        """The position after a node: its men, legal moves and status, and the comment's arrows."""
        position = node.position
        outcome = position.outcome()
        return {**position_document(position, node.move), "destinations": destinations(position),
                "said": outcome_text(position.genre, outcome.result, outcome.reason.value, view.language) if outcome
                else position_said(position, view), "flags": run_flags(position), "is_over": outcome is not None,
                "is_valid": position.is_valid(), "arrows": node.arrows()}


class Studies:
    """All studies. Its methods may be called from any thread."""

    def __init__(self, store: ProblemStore) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._open: OrderedDict[str, OpenStudy] = OrderedDict()

    def begin(self, game: Game, title: str) -> OpenStudy:
        """Save a new study."""
        text = game.pgn()
        study = OpenStudy(self.store.add_study(title, game.genre.name, text))
        return self._keep(study)

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

    def change(self, study: OpenStudy, revision: int, act: Callable[[OpenStudy], Node], title: str | None = None
               ) -> Node:
        """Change a study and commit it; returns the node to show. RefusedError if it has changed since `revision`."""
        with study.lock:
            if study.study.revision != revision:
                raise RefusedError("changed meanwhile")
            try:
                at = act(study)
                text = study.game.pgn()
                study.study = self.store.change_study(study.study, study.study.title if title is None else title, text)
            except Exception:
                with self._lock:        # the change may be half done in memory: the file counts
                    self._open.pop(study.study.id, None)
                raise
            return at

    def remove(self, name: str) -> None:
        """Delete a study."""
        with self._lock:
            self._open.pop(name, None)
        self.store.remove_study(name)


# ----------------------------------------------------------------------------------------------- changes

def played(number: int, move: str, language: str) -> Callable[[OpenStudy], Node]:
    """Play a move after a node; a move that is there already is not added again."""
    def act(study: OpenStudy) -> Node:
        node = study.node(number)
        if move == NULL_TEXT:
            return node if node.is_null else node.add_null_move()
        found = typed_move(node.position.beyond_move_rule(), move, language)
        if node.variations and node.has_variation(found):
            return node.variation(found)
        if len(study.nodes()) > MOST_NODES:
            raise RefusedError("too long")
        return node.add_variation(found)
    return act


def changed(number: int, act: str, text: str, mark: int) -> Callable[[OpenStudy], Node]:
    """Promote, delete, comment or mark a node."""
    def change(study: OpenStudy) -> Node:
        node = study.node(number)
        if act == "comment":
            commands = [f"[%{name} {value}]" for name, value in node.commands().items()]
            said = re.sub(r"\[%", "[", text).replace("{", "(").replace("}", ")")
            node.comment = " ".join([*said.split(), *commands])
            return node
        if node.parent is None:
            raise RefusedError("no such move")
        if act == "delete":
            parent = node.parent
            parent.remove_variation(node)
            if parent.is_null and not parent.variations:
                assert parent.parent
                parent.parent.remove_variation(parent)
            return parent.parent if parent.is_null and parent.parent else parent
        if act == "mark":
            node.nags = {nag for nag in node.nags if nag not in NAGS} | ({mark} if mark else set())
        elif act == "promote":
            _promote(node)
        return node
    return change


def _promote(node: Node) -> None:
    """Move the variation that a node belongs to up by one."""
    while node.parent is not None and node.parent.variations[0] is node:
        node = node.parent
    if node.parent is not None:
        node.parent.promote(node)


# ------------------------------------------------------------------------------------------- beginning

def new_game(genre: str, fen: str, pgn: str, language: str) -> Game:
    """The game of a new study. Errors as of Game; PgnError for a game with more moves than a study may have."""
    if not pgn:
        return Game(with_men_of(find(genre), men_in(fen)), fen or None)
    game = read_game(pgn, genre, language)
    count, waiting = 0, [game.root]
    while waiting:
        node = waiting.pop()
        count += 1
        waiting += node.variations
    if count > MOST_NODES:
        raise PgnError("the game has more than {} moves", MOST_NODES)
    return game


def study_of_solution(solution: Solution) -> Game:
    """The play of a solution as the game of a new study: at most MOST_NODES moves of it."""
    game = game_of_solution(solution, MOST_NODES)
    game.headers["Event"] = _title(solution.problem)
    return game


def _title(problem: Problem) -> str:
    return ", ".join([*problem.author, str(problem.stipulation)])
