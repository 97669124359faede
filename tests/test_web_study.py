"""Studying over the interface: variations, comments, games in and out, the engine's lines."""
from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from serving import Server
from waiting import PATIENCE, until

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")
websockets = pytest.importorskip("websockets.sync.client")

from feerie import Game, Position, Problem, solve
from feerie.apps.web.compose.problem_store import ProblemStore
from feerie.apps.web.compose.problem_store import Study as StoredStudy
from feerie.apps.web.games.answers import View
from feerie.apps.web.study.analyses import MOST_ANALYSES
from feerie.apps.web.study.schemas import StudyAct
from feerie.apps.web.study.studies import OpenStudy, Studies, changed, line_of, played, study_of_solution
from feerie.game.node import NULL_MOVE
from feerie.genres import GENRES

PGN = "1. e4 {centre} e5 (1... c5 2. Nf3 (2. c3 d5 {Alapin}) 2... d6) 2. Nf3 Nc6! 3. Bb5 a6"


class Study:
    """A study on a server, as a page sees it."""

    def __init__(self, server: Server, **asked: Any) -> None:
        self.server = server
        status, answer, _ = server.ask("/api/studies", asked)
        assert status == 201, answer
        self.path = f"/api/studies/{answer['id']}"
        self.shown = server.ask(self.path)[1]

    def line(self, number: int) -> list[str]:
        """The moves that lead to a node that is shown."""
        line, at = list[str](), self.shown["nodes"][number]
        while at["parent"] is not None:
            line.insert(0, at["uci"])
            at = self.shown["nodes"][at["parent"]]
        return line

    def ask(self, what: str, number: int, **more: Any) -> Any:
        """What is told of a node."""
        query = urlencode({"line": ",".join(self.line(number)), **more})
        return self.server.ask(f"{self.path}/{what}?{query}")[1]

    def post(self, what: str, status: int = 200, node: int = 0, **body: Any) -> Any:
        """A change, which must have this status."""
        got, answer, _ = self.server.ask(f"{self.path}/{what}", {"line": self.line(node), **body})
        assert got == status, answer
        if status == 200:
            self.shown = answer
        return answer

    @property
    def texts(self) -> list[str]:
        """The moves, each before its variations."""
        return [node["text"] + node["marks"] for node in self.shown["nodes"][1:]]


def test_variations_comments_and_marks(server: Server) -> None:
    study = Study(server, genre="orthodox", title="Ruy Lopez")
    for move in ("e4", "e5", "Nf3"):
        study.post("moves", node=study.shown["at"], move=move)
    study.post("moves", node=1, move="c5")
    assert study.texts == ["e4", "e5", "Nf3", "c5"] and study.shown["at"] == 4
    study.post("moves", node=1, move="e7e5")                    # it is already there
    assert study.shown["at"] == 2 and len(study.texts) == 4
    study.post("acts", act="comment", node=4, text="Sicilian {sharp}")
    study.post("acts", act="mark", node=4, mark=5)
    study.post("acts", act="promote", node=4)
    assert study.texts == ["e4", "c5!?", "e5", "Nf3"]
    assert study.shown["nodes"][2]["comment"] == "Sicilian (sharp)"
    study.post("acts", act="title", node=0, text="Open games")
    assert study.shown["title"] == "Open games"
    text = server.ask(f"{study.path}/pgn")[1]
    assert "1. e4 c5 $5 {Sicilian (sharp)} ( 1... e5 2. Nf3 )" in text
    study.post("acts", act="delete", node=3)
    assert study.texts == ["e4", "c5!?"] and study.shown["at"] == 1
    assert study.post("acts", 404, act="delete", line=["e2e4", "e7e5", "g1f3"])["code"] == "no such move"
    assert study.post("acts", 404, act="delete", node=0)["code"] == "no such move"
    assert study.post("moves", 422, node=0, move="Ke2")["error"]
    assert study.texts == ["e4", "c5!?"]


def test_arrows_of_comments(server: Server) -> None:
    study = Study(server, pgn="1. e4 {[%csl Rd5][%cal Ge4d5] space} ( {[%csl Gd4] or} 1. d4 ) *")
    assert [node["comment"] + node["before"] for node in study.shown["nodes"]] == ["", "space", "or"]
    shown = [study.ask("position", node)["arrows"] for node in range(3)]
    assert shown == [[], [["d5", "d5", "red"], ["e4", "d5", "green"]], []]
    study.post("acts", act="comment", node=1, text="more space")
    assert "{more space [%csl Rd5] [%cal Ge4d5]}" in server.ask(f"{study.path}/pgn")[1]


def test_a_game_in_and_out(server: Server) -> None:
    study = Study(server, pgn=PGN)
    game = Game.from_pgn(PGN)
    again = Game.from_pgn(server.ask(f"{study.path}/pgn")[1])
    assert again.pgn(headers=False) == game.pgn(headers=False)
    assert study.texts == ["e4", "e5", "Nf3", "Nc6!", "Bb5", "a6", "c5", "Nf3", "d6", "c3", "d5"]
    assert study.shown["nodes"][1]["comment"] == "centre"
    french = server.ask(f"{study.path}?language=fr&notation=long")[1]
    assert french["nodes"][3]["text"] == "Cg1-f3"
    assert Study(server, pgn="1. e4 e5 2. Cf3", language="fr").texts == ["e4", "e5", "Nf3"]
    assert server.ask("/api/studies", {"pgn": "1. e4 e5 2. Ke3"})[0] == 422


@pytest.mark.parametrize("genre", [genre.name for genre in GENRES if genre.start])
def test_positions_of_every_genre(server: Server, genre: str) -> None:
    study = Study(server, genre=genre)
    shown = study.ask("position", 0)
    position = Position(genre)
    assert shown["men"] == position.men() and shown["said"]
    assert {move["uci"] for move in shown["destinations"]} == {move.uci() for move in position.legal_moves}


@pytest.mark.parametrize("genre", [genre.name for genre in GENRES if genre.start] + ["rokagogo+siamois"])
def test_random_play_with_variations_is_kept(tmp_path: Path, genre: str) -> None:
    chance = random.Random(genre)
    store = ProblemStore(tmp_path / "problems.sqlite")
    studies = Studies(store)
    study = studies.begin(Game(genre), "random")
    for _ in range(30):
        nodes = study.nodes()
        number = chance.choice([each for each, node in enumerate(nodes) if list(node.position.legal_moves)][-8:])
        move = chance.choice(list(nodes[number].position.legal_moves))
        line = list(line_of(nodes[number]))
        studies.change(study, played(line, move.uci(), "en"))
        if chance.random() < 0.3:
            studies.change(study, changed(StudyAct(act="comment", line=line, text=f"{{no}} [%{number}")))
    again = OpenStudy(store.find_study(study.study.id))
    assert [(node.uci(), node.comment) for node in again.nodes()] == [(node.uci(), node.comment)
                                                                       for node in study.nodes()]
    store.close()


def test_moves_are_typed_as_in_games(server: Server) -> None:
    study = Study(server, genre="orthodox")
    for move in ("E2E4", "sg8-f6", "nf3"):
        study.post("moves", node=study.shown["at"], move=move)
    assert study.texts == ["e4", "Nf6", "Nf3"]
    assert study.ask("why", 3, move="Dd8-e7")["move"] == "d8e7"


def test_a_castling_and_why_not(server: Server) -> None:
    study = Study(server, genre="rokagogo", fen="4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1")
    study.post("moves", node=0, move="d3f3")
    shown = study.ask("position", 1)
    assert shown["last"] == ["d3", "f3", "h3", "e3"] and shown["men"]["e3"] == "R"
    why = study.ask("why", 0, move="d3d5", language="fr")
    assert not why["legal"] and "d4" in why["reasons"][0]
    assert "d4" in study.post("moves", 422, node=0, move="d3d5")["error"]


def test_why_a_man_of_the_dictionary_may_not(server: Server) -> None:
    study = Study(server, genre="grasshopper", fen="7k/8/8/8/G2n3r/8/8/K7 w - - 0 1")
    why = study.ask("why", 0, move="a4f4", language="de")
    assert why["reasons"] == ["über den Springer d4 springt der Grashüpfer a4 nur bis e4, nicht nach f4"]
    assert "e4" in study.post("moves", 422, node=0, move="a4f4")["error"]


@pytest.mark.end_to_end
def test_a_killed_server_loses_no_move(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        study = Study(server, pgn=PGN)
        study.post("moves", node=6, move="Bxc6")
        study.post("acts", act="comment", node=7, text="exchange")
        before = server.ask(study.path)[1]
        server.kill()
        server.start()
        after = server.ask(study.path)[1]
        assert {**after, "can_undo": True} == before
        study.post("moves", node=7, move="dxc6")
        assert server.ask("/api/studies")[1][0]["id"] == before["id"]


def test_a_solution_is_studied(server: Server) -> None:
    problem = Problem("orthodox", "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -", "#3")
    solution = solve(problem)
    game = study_of_solution(solution)
    assert tuple(node.uci() for node in game.root.variations) == solution.keys
    assert any(move.is_castling for node in walked(game) if (move := node.move))
    helped = solve(Problem("orthodox", "8/8/8/8/8/1P1k1p2/7r/R3K2R", "h#2"))
    lines = study_of_solution(helped)
    ends = {tuple(each.uci() for each in node.line()[1:]) for node in walked(lines) if node.is_end()}
    assert ends == set(helped.lines)


@pytest.mark.parametrize(("genre", "fen", "stipulation"), [
    ("orthodox", "1k6/8/8/8/6K1/r2Q4/5b2/8 w - -", "ser-h#3"), ("roque", "8/8/8/8/2k5/8/7p/1K6 w - -", "ser-r=3"),
    ("orthodox", "7k/8/5K2/8/8/8/8/R7 w - -", "ser-#2")])
def test_a_series_is_studied(genre: str, fen: str, stipulation: str) -> None:
    """Several moves of one side in a row, each with its number, even after the study is written and read again."""
    solution = solve(Problem(genre, fen, stipulation))
    assert solution.lines
    text = study_of_solution(solution).pgn()
    study = OpenStudy(StoredStudy("x", 1, "", genre, text))
    assert study.game.pgn() == text
    rows = study.document(View(), study.game.root)["nodes"]
    assert all(row["uci"] != NULL_MOVE for row in rows)
    lines = set()
    for row in rows:
        line, at = [], row
        while at["parent"] is not None:
            line.append(at["uci"])
            at = rows[at["parent"]]
        lines.add(tuple(reversed(line)))
    assert set(solution.lines) <= lines
    first = rows[1]
    assert not study.position(study.nodes()[first["id"]], View())["is_over"] and rows[2]["is_numbered"]


def test_null_moves_by_hand(server: Server) -> None:
    study = Study(server, genre="orthodox", fen="7k/8/5K2/8/8/8/8/R7 w - -")
    study.post("moves", node=0, move="Kg6")
    assert [row["text"] for row in study.post("moves", node=1, move="--")["nodes"]] == ["", "Kg6", "--"]
    assert [row["text"] for row in study.post("moves", node=2, move="Ra8")["nodes"]] == ["", "Kg6", "Ra8#"]
    assert server.ask(study.path + "/pgn")[1].endswith("1. Kg6 -- 2. Ra8# 1-0\n")
    left = study.post("acts", act="delete", node=2)
    assert [row["text"] for row in left["nodes"]] == ["", "Kg6"] and left["at"] == 1
    checked = Study(server, genre="orthodox", fen="4k3/8/8/8/8/8/8/r3K3 w - -")
    assert "cannot pass" in str(checked.post("moves", 422, node=0, move="0000"))


def test_arrows_and_headers_are_kept(server: Server) -> None:
    study = Study(server, genre="orthodox")
    study.post("moves", move="e4")
    drawn = [["d5", "d5", "red"], ["e4", "d5", "green"], ["g1", "f3", "blue"]]
    study.post("acts", act="arrows", node=1, arrows=drawn)
    study.post("acts", act="comment", node=1, text="centre")
    assert study.ask("position", 1)["arrows"] == drawn
    study.post("acts", act="arrows", node=0, arrows=[["a1", "h8", "yellow"]])
    assert study.ask("position", 0)["arrows"] == [["a1", "h8", "yellow"]]
    study.post("acts", 422, act="arrows", node=0, arrows=[["a1", "h8", "pink"]])
    study.post("acts", 422, act="arrows", node=0, arrows=[["a1", "a9", "red"]])
    for name, said in (("White", 'Ada "the Queen"'), ("Black", "Bert"), ("Result", "1-0")):
        study.post("acts", act="header", header=name, text=said)
    shown = server.ask(study.path)[1]["headers"]
    assert (shown["White"], shown["Black"], shown["Result"], shown["Site"]) == ('Ada "the Queen"', "Bert", "1-0", "")
    text = server.ask(study.path + "/pgn")[1]
    assert '[White "Ada \\"the Queen\\""]' in text
    assert text.endswith("1. e4 {centre [%csl Rd5] [%cal Ge4d5,Bg1f3]} 1-0\n")
    study.post("acts", act="arrows", node=1, arrows=[])
    study.post("acts", act="header", header="Result", text="")
    assert server.ask(study.path + "/pgn")[1].endswith("1. e4 {centre} *\n")


def test_everything_is_undone_and_redone(server: Server) -> None:
    study = Study(server, pgn="1. e4 e5 (1... c5) 2. Nf3 {attacks} Nc6")
    shown = [server.ask(study.path)[1]]
    for what, body in (("moves", {"node": 3, "move": "Nf6"}), ("acts", {"act": "comment", "node": 3, "text": "no"}),
                       ("acts", {"act": "mark", "node": 4, "mark": 1}), ("acts", {"act": "promote", "node": 6}),
                       ("acts", {"act": "delete", "node": 1}), ("acts", {"act": "title", "text": "nothing"}),
                       ("acts", {"act": "arrows", "arrows": [["e2", "e4", "green"]]}),
                       ("acts", {"act": "header", "header": "White", "text": "Ada"})):
        study.post(what, **body)
        shown.append(study.shown)
    again = {"revision": 0, "at": 0, "can_undo": 0, "can_redo": 0}
    for before in reversed(shown[:-1]):
        study.post("moves", 422, move="e2e5")                       # nothing is forgotten for that
        assert study.shown["can_undo"] and {**study.post("acts", act="undo"), **again} == {**before, **again}
    assert not study.shown["can_undo"] and study.post("acts", 404, act="undo")["code"] == "no such change"
    for after in shown[1:]:
        assert study.shown["can_redo"] and {**study.post("acts", act="redo"), **again} == {**after, **again}
    assert server.ask(study.path)[1]["nodes"] == shown[-1]["nodes"]
    study.post("acts", act="undo")
    study.post("moves", move="d4")
    assert not study.shown["can_redo"]
    assert study.post("acts", act="undo")["at"] == 0


def test_pages_change_a_study_at_the_same_time(server: Server) -> None:
    one = Study(server, pgn="1. e4 e5 2. Nf3")
    two = Study(server)
    two.path, two.shown = one.path, one.shown
    address = server.address.replace("http", "ws") + one.path + "/live"
    with websockets.connect(address, origin=server.address) as socket:
        assert json.loads(socket.recv(PATIENCE)) == {"revision": 1, "chapters": False}
        one.post("acts", act="delete", node=2)
        assert json.loads(socket.recv(PATIENCE)) == {"revision": 2, "chapters": False}
        two.post("moves", node=1, move="c5")                        # as it was shown before
        two.post("acts", act="comment", node=1, text="best")
        one.post("moves", node=1, move="d5")
        one.post("moves", node=one.shown["at"], move="exd5")
        assert one.texts == ["e4", "c5", "d5", "exd5"] and one.shown["nodes"][1]["comment"] == "best"
        assert [json.loads(socket.recv(PATIENCE))["revision"] for _ in range(4)] == [3, 4, 5, 6]
        server.ask(one.path, method="DELETE")
        assert json.loads(socket.recv(PATIENCE)) == {"revision": 0, "chapters": True}
    with pytest.raises(websockets.InvalidStatus):
        websockets.connect(address, origin=server.address)


def test_chapters(server: Server, tmp_path: Path) -> None:
    text = '[Event "A"]\n\n1. e4 *\n\n[White "X"]\n[Black "Y"]\n[Variant "rokagogo"]\n\n1. d4 {first} d5 1-0\n'
    study = Study(server, pgn=text)
    first = study.path.rpartition("/")[2]
    titles = [(each["title"], each["genre"]) for each in study.shown["chapters"]]
    assert titles == [("A", "orthodox"), ("X – Y", "rokagogo")]
    third = Study(server, genre="roque", chapter_of=study.shown["chapters"][1]["id"], title="Third")
    chapters = [each["id"] for each in third.shown["chapters"]]
    assert len(chapters) == 3 and chapters[0] == first and chapters[2] == third.path.rpartition("/")[2]
    listed = server.ask("/api/studies")[1][0]
    assert (listed["id"], listed["title"], listed["chapters"]) == (first, "A", 3)
    def order() -> list[str]:
        return [each["id"] for each in server.ask(third.path)[1]["chapters"]]

    third.post("acts", act="earlier")
    third.post("acts", act="comment", text="here")
    third.post("acts", act="earlier")
    third.post("acts", act="earlier")               # it is the first one already
    assert order() == [chapters[2], *chapters[:2]] and server.ask("/api/studies")[1][0]["id"] == chapters[2]
    for act, places in (("undo", "021"), ("undo", "021"), ("undo", "012"), ("redo", "021"), ("redo", "021"),
                        ("undo", "021"), ("undo", "012")):
        third.post("acts", act=act)
        assert order() == [chapters[int(each)] for each in places], act
    study.post("acts", act="later")
    study.post("acts", act="earlier")
    assert order() == chapters and server.ask("/api/studies?language=fr")[1][0]["genre_title"] == "Échecs orthodoxes"
    written = server.ask(third.path + "/pgn")[1]
    again = Study(server, pgn=written)
    assert [each["title"] for each in again.shown["chapters"]] == ["A", "X – Y", "Third"]
    assert server.ask(again.path + "/pgn")[1] == written
    assert server.ask(study.path, method="DELETE")[1]["id"] == chapters[1]
    assert [each["id"] for each in server.ask(third.path)[1]["chapters"]] == chapters[1:]
    assert server.ask(third.path + "?whole=true", method="DELETE")[1]["id"] == ""
    assert all(server.ask(f"/api/studies/{each}")[0] == 404 for each in chapters)
    assert server.ask("/api/studies", {"chapter_of": first})[0] == 404


def test_what_an_endgame_table_says(server: Server) -> None:
    study = Study(server, genre="rollerball", fen="B6/k1K4/2***2/2***2/2***2/7/7 w - - k")
    assert study.ask("position", 0)["table"] == "Endgame table: won in 90."
    study.post("moves", move="Bc7")
    assert study.ask("position", 1, language="de")["table"] == "Endspieltabelle: verloren in 89."
    assert Study(server, genre="rollerball").ask("position", 0)["table"] == ""
    known = {"genre": "rollerball", "fen": "B6/k1K4/2***2/2***2/2***2/7/7 w - - k"}
    for opponent, told in ("board", "Table de finales\xa0: gagné en 90."), ("link", ""):
        game = server.ask("/api/games", known | {"opponent": opponent})[1]["id"]
        assert server.ask(f"/api/games/{game}/why?move=a7a1&language=fr")[1]["table"] == told
    assert server.ask("/api/practice/why", known | {"move": "a7a1"})[1]["table"] == "Endgame table: won in 90."
    with lines(server, "rollerball", "B6/k1K4/2***2/2***2/2***2/7/7 w - - k", 1, language="de") as socket:
        assert json.loads(socket.recv(PATIENCE))["lines"][0]["table"] == "gewonnen in 90"


def walked(game: Game) -> Iterator[Any]:
    """All nodes of a game."""
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        waiting += node.variations
        yield node


# ------------------------------------------------------------------------------------------------ the engine

def lines(server: Server, genre: str, fen: str, count: int, **more: Any) -> Any:
    """The WebSocket of an analysis."""
    address = server.address.replace("http", "ws")
    query = urlencode({"genre": genre, "fen": fen, "lines": count, **more})
    return websockets.connect(f"{address}/api/analysis?{query}", origin=server.address)


def test_the_engine_shows_its_lines(server: Server) -> None:
    with lines(server, "orthodox", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 2, language="fr") as socket:
        while len((told := json.loads(socket.recv(PATIENCE)))["lines"]) < 2 or told["lines"][0]["score"] != "#1":
            pass
    assert told["lines"][0]["moves"][0] == {"uci": "a1a8", "text": "Ta8#", "number": "1."} and told["share"] == 1
    with lines(server, "orthodox", "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 1) as socket:
        while (told := json.loads(socket.recv(PATIENCE)))["lines"][0]["score"] != "−#1":
            pass
    assert told["share"] == 0 and told["lines"][0]["moves"][0]["number"] == "1…"


def test_the_engine_refuses(server: Server) -> None:
    for genre, fen in (("orthodox", "8/8/8/8/8/8/8/KK6 w - -"), ("nonesuch", "8/8 w"), ("rollerball", "x")):
        with lines(server, genre, fen, 1) as socket:
            assert json.loads(socket.recv(PATIENCE))["error"]


@pytest.mark.end_to_end
def test_searches_end_with_the_browser_and_are_limited(server: Server) -> None:
    fen = Position("rollerball").fen()
    with ExitStack() as opened:
        for _ in range(MOST_ANALYSES):
            opened.enter_context(lines(server, "rollerball", fen, 1))
        with lines(server, "rollerball", fen, 1) as socket:
            assert json.loads(socket.recv(PATIENCE))["code"] == "too many analyses"
        with lines(server, "rollerball", fen, 1, browser="of a neighbour") as socket:
            assert not json.loads(socket.recv(PATIENCE))["error"]     # when those before have had their share

    def answers() -> bool:
        with lines(server, "rollerball", fen, 1) as socket:
            return not json.loads(socket.recv(PATIENCE))["error"]

    until(answers, every=0.1)
