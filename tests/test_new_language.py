"""One more language is one module of words and one catalogue: nothing else names the languages."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from facts import PACKAGE

pytestmark = pytest.mark.end_to_end

PROGRAM = """
import json
from click.testing import CliRunner
from feerie import Problem
from feerie.apps.cli import main
from feerie.apps.web.compose.exports import PICTURES, EXPORTS, export_problem, solved
from feerie.apps.web.games.schemas import NewGame
from feerie.apps.web.learn.lessons import lesson
from feerie.apps.web.learn.site_builder import _page
from feerie.apps.web.serving.texts import front_page
from feerie.notation.languages import language

def run(*arguments):
    result = CliRunner().invoke(main, [*arguments, "--language", "eo"])
    return result.exit_code, result.output

problem = Problem("rokagogo", "4k3/8/8/8/8/8/8/4K2R w - -", "h#2")
entry = solved(problem, None)
print(json.dumps({
    "help": run("moves", "--help")[1], "why": run("why", "orthodox", "-", "e2e5")[1],
    "solve": run("solve", "--fen", "k7/8/1K6/8/8/8/8/6R1", "--stipulation", "#1"),
    "error": run("moves", "orthodox", "8/8")[1], "page": front_page(), "site": _page(),
    "asked": NewGame(genre="orthodox", language="eo").language, "title": problem.genre.title("eo"),
    "lesson": lesson("rokagogo", "eo").html,
    "files": {name: len(export_problem(entry, name, "eo", "long").content) for name in EXPORTS
              if name not in ("pdf", "txt", "proof-games", *PICTURES)}}))
"""


def test_a_language_is_a_module_and_a_catalogue(tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    pytest.importorskip("markdown_it")
    shutil.copytree(PACKAGE, tmp_path / "src" / "feerie", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("docs/genres", "docs/diagrams", "tests/data"):     # what lessons are made of; packages contain it
        if (source := PACKAGE.parents[1] / name).is_dir():
            shutil.copytree(source, tmp_path / name)
    copy = tmp_path / "src" / "feerie"
    words = copy / "notation" / "languages"
    english = (words / "english.py").read_text(encoding="utf-8")
    for old, new in (('code="en"', 'code="eo"'), ('name="English"', 'name="Esperanto"'), ("ENGLISH", "ESPERANTO")):
        assert old in english
        english = english.replace(old, new)
    (words / "esperanto.py").write_text(english, encoding="utf-8")
    listed = (words / "__init__.py").read_text(encoding="utf-8")
    assert listed.count("GERMAN)") == 1
    listed = listed.replace("GERMAN)", "GERMAN, ESPERANTO)").replace(
        "import GERMAN\n", "import GERMAN\nfrom feerie.notation.languages.esperanto import ESPERANTO\n")
    (words / "__init__.py").write_text(listed, encoding="utf-8")
    shutil.copy(copy / "apps" / "texts" / "fr.po", copy / "apps" / "texts" / "eo.po")
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": str(tmp_path / "src")})
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert "en|fr|de|eo" in found["help"] and "Syntaxe" in found["help"]        # the catalogue is the French one
    assert "e2e5 is not legal" in found["why"] and found["error"].startswith("erreur")
    assert found["solve"][0] == 0 and "1.Rg1-g8 #" in found["solve"][1]
    for page in found["page"], found["site"]:
        assert '<option value="eo">Français</option>' in page
    assert "[[" not in found["page"] and "[[" not in found["site"]
    assert found["asked"] == "eo" and found["title"] == "Rokagogo" and "<h1" in found["lesson"]
    assert len(found["files"]) > 8 and all(found["files"].values())
