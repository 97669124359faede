"""What the page's server says when it refuses requests is in the language of the page that asks."""
from __future__ import annotations

import json
from typing import Any

import pytest
from serving import Server

from feerie.apps.web.learn.local import Local
from feerie.apps.web.serving.error_messages import error_message, language_of
from feerie.apps.web.serving.texts import page_texts

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")


CASES: list[tuple[str, Any, str, str]] = [
    ("/api/games", {"fen": "8/8 w"}, "échiquier\u00a0: il manque la rangée 6\u00a0; 2 rangées trouvées sur 8",
     "Brett: Reihe 6 fehlt; 2 von 8 Reihen gefunden"),
    ("/api/games", {"genre": "nonsense"}, "aucun genre ne s’appelle 'nonsense'", "kein Genre heißt 'nonsense'"),
    ("/api/games", {"level": "godlike"}, "niveau inconnu\u00a0: 'godlike'", "unbekannte Stufe: 'godlike'"),
    ("/api/games", {"fen": "8/8/8/8/8/8/8/KK6 w - -"}, "la position est illégale\u00a0: trop de Rois",
     "die Stellung ist illegal: zu viele Könige"),
    ("/api/problems/export", {"draft": {"fen": "k7/8/8/8/8/8/8/K7 w - -", "stipulation": "#"},
                              "format": "popeye"}, "énoncé '#'\u00a0: il manque", "Forderung '#': die Zahl"),
]


@pytest.mark.parametrize(("path", "body", "french", "german"), CASES, ids=lambda value: str(value)[:30])
def test_an_error_is_in_the_language_of_the_page(server: Server, path: str, body: Any, french: str,
                                                 german: str) -> None:
    english = server.ask(path, body)
    for code, said in (("fr", french), ("de", german)):
        status, answer, _ = server.ask(path, body, headers={"Accept-Language": f"{code}-XX,{code};q=0.9,en"})
        assert status == english[0] == 422 and answer["error"].startswith(said), answer
        assert answer["error"] != english[1]["error"]
        assert server.ask(f"{path}?language={code}", body)[1] == answer


def test_what_is_no_error_of_the_package(server: Server) -> None:
    german = {"Accept-Language": "de"}
    status, answer, _ = server.ask("/pictures/men/x.svg", headers=german)
    assert (status, answer["error"]) == (404, "diesen Stein gibt es nicht")
    status, answer, _ = server.ask("/api/games", {}, headers={**german, "Origin": "http://elsewhere.example"})
    assert (status, answer["error"]) == (403, "die Anfrage kommt von einer anderen Website")
    status, answer, _ = server.ask("/api/games", {"genre": 7}, headers=german)
    assert (status, answer["code"]) == (422, "invalid") and "invalid" in page_texts("de")


def test_complaints_about_files(server: Server) -> None:
    text = "8/8 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
    status, answer, _ = server.ask("/api/problems/import", {"text": text, "format": "fen", "stipulation": "#2"},
                                   headers={"Accept-Language": "fr"})
    assert status == 201 and len(answer["ids"]) == 1
    said = "ligne 1\u00a0: échiquier\u00a0: il manque la rangée 6\u00a0; 2 rangées trouvées sur 8"
    assert answer["errors"] == [said]


def test_the_site_answers_so_too() -> None:
    asked = {"genre": "nonsense", "fen": "", "line": [], "language": "de", "notation": "short"}
    said = Local().answer("/api/practice", json.dumps(asked))
    assert "kein Genre hei" in said and '"status": 422' in said


def test_the_language_of_a_request() -> None:
    assert language_of({"language": "de"}, {"accept-language": "fr"}) == "de"
    assert language_of({}, {"accept-language": "FR-ca,en"}) == "fr"
    assert language_of({"language": "xx"}, {"accept-language": "es,fr"}) == language_of({}, {}) == "en"
    assert error_message("no sentence of the catalogue", "fr") == "no sentence of the catalogue"
