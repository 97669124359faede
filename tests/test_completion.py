"""What shells offer after the Tab key."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import CompletionItem, ShellComplete
from click.testing import CliRunner
from facts import SOURCE
from waiting import PATIENCE

from feerie.apps.cli import main
from feerie.apps.shell.completion import SHELLS, VARIABLE
from feerie.apps.shell.terminal import find_genre
from feerie.genres import GENRES

CASTLINGS = ["roque", "rokagogo", "platzwechselrochade", "platzwechselrochade-popeye", "chess960"]


def offered(*words: str) -> list[CompletionItem]:
    """What is offered for the last word of a command line."""
    return ShellComplete(main, {}, "feerie", VARIABLE).get_completions(list(words[:-1]), words[-1])


def values(*words: str) -> list[str]:
    """The words offered; "<file>" or "<dir>" if the shell offers files or folders itself."""
    return [item.value if item.type == "plain" else f"<{item.type}>" for item in offered(*words)]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a few files."""
    monkeypatch.chdir(tmp_path)
    for name in ("one.pop", "other.yaml", "solved.json", "image.svg", "sub/two.pop"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("")


@pytest.mark.parametrize(("words", "wanted"), [
    (["moves", "rol"], ["rollerball", "rollerball-literal"]),
    (["moves", "rokagogo+grassh"], [f"rokagogo+grasshopper{further}" for further in ("", "-2", "-3")]),
    (["moves", "Rok"], ["rokagogo"]),
    (["why", "rokagogo+"], ["rokagogo+rex-multiplex", "rokagogo+ultra-rex-multiplex", "rokagogo+siamois"]),
    (["perft", "siamois+"], [f"siamois+{name}" for name in CASTLINGS]),
    (["solve", "--genre", "ultra-r"], ["ultra-rex-multiplex"]),
    (["match", "random", "oneply", "--genre", "ort"], ["orthodox"]),
    (["moves", "nothing"], []),
    (["moves", "nothing+"], []),
    (["solve", ""], ["one.pop", "other.yaml", "<dir>"]),
    (["solve", "sub" + os.sep], [os.path.join("sub", "two.pop"), "<dir>"]),
    (["solve", "im"], ["<file>"]),
    (["solve", "nowhere" + os.sep], ["<file>"]),
    (["verify", ""], ["solved.json", "<dir>"]),
    (["draw", "orthodox", "-o", "start"], ["start.svg", "start.png", "start.pdf", "<file>"]),
    (["draw", "orthodox", "-o", "start.p"], ["start.png", "start.pdf", "<file>"]),
    (["draw", "orthodox", "-o", ""], ["<file>"]),
    (["completion", ""], ["bash", "zsh", "fish"]),
    (["moves", "orthodox", "--lang"], ["--language"]),
    (["do"], ["doctor"]),
])
def test_what_is_offered(words: list[str], wanted: list[str]) -> None:
    assert values(*words) == wanted


def parameters() -> Iterator[tuple[str, click.Parameter]]:
    """The parameters of all commands."""
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command
        yield from ((name, parameter) for parameter in command.params)


def test_every_genre_is_offered_wherever_one_is_asked_for() -> None:
    asked = [(name, parameter) for name, parameter in parameters() if parameter.callback is find_genre]
    assert len(asked) > 8
    for name, parameter in asked:
        found = parameter.shell_complete(click.Context(main), "")
        assert [item.value for item in found] == [genre.name for genre in GENRES], name


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_what_the_shell_runs(shell: str) -> None:
    script = CliRunner().invoke(main, ["completion", shell]).stdout
    assert VARIABLE in script and f"{shell}_complete" in script
    assert json.loads(CliRunner().invoke(main, ["completion", shell, "--json"]).stdout)["script"] == script


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_a_genre(tmp_path: Path) -> None:
    """The script in a real shell, with a command `feerie` on the path."""
    program = tmp_path / "feerie"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={SOURCE.parent} exec {sys.executable} -m feerie "$@"\n')
    program.chmod(0o755)
    lines = CliRunner().invoke(main, ["completion", "bash"]).stdout + """
COMP_WORDS=(feerie moves rok); COMP_CWORD=2
_feerie_completion feerie rok moves
echo "${COMPREPLY[@]}"
"""
    answer = subprocess.run(["bash", "-c", lines], capture_output=True, text=True, timeout=PATIENCE, check=True,
                            env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"})
    assert answer.stdout == "rokagogo\n"
