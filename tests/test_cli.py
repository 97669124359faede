"""The command line: facts from data/cli, the examples of docs/cli.md, and what only a process can show.

A fact is a `command` as in a shell (with `stdin` and `files` if it reads any), its exit `status`, and what it writes:
`stdout` and `stderr` in full, as lines in which "..." stands for anything; or `json`, in which objects may have more
keys than the fact, a list {"some": [...]} more elements, and {"count": n} is a list of n elements. `written`: files
that it leaves, with texts that they contain; null for a file that must not exist.
"""
from __future__ import annotations

import contextlib
import doctest
import gc
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from waiting import PATIENCE, until_idle

import feerie
from feerie.apps.cli import main
from feerie.apps.solving.collector import rare_collections
from feerie.genres import GENRES

ROOT = Path(__file__).parent.parent
FACTS = sorted((Path(__file__).parent / "data" / "cli").glob("*.json"))
PAGE = ROOT / "docs" / "cli.md"
COMMANDS = main.list_commands(click.Context(main))
SERVICES = ("scheduler", "worker", "serve")
"""Commands that serve until they are told to end; test_control.py tests them."""
MATCHES = doctest.OutputChecker().check_output


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in a folder of their own with the examples in it; processes find the package there."""
    monkeypatch.setenv("PYTHONPATH", str(Path(feerie.__file__).parent.parent))
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)


def command_of(name: str) -> click.Command:
    """The command with a name."""
    command = main.get_command(click.Context(main), name)
    assert command
    return command


def run(command: str, stdin: str = "") -> Any:
    """The result of a command line that begins with "feerie"."""
    name, *arguments = shlex.split(command)
    assert name == "feerie"
    result = CliRunner().invoke(main, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def facts() -> Iterator[Any]:
    """Every fact, named by its file and its place there."""
    for path in FACTS:
        for number, fact in enumerate(json.loads(path.read_text(encoding="utf-8")), 1):
            yield pytest.param(fact, id=f"{path.stem}-{number}")


def check_text(found: str, wanted: str | list[str], what: str) -> None:
    text = wanted if isinstance(wanted, str) else "".join(f"{line}\n" for line in wanted)
    assert MATCHES(text, found, doctest.ELLIPSIS), f"{what}:\n{found}\ninstead of\n{text}"


def check_json(found: Any, wanted: Any, where: str = "$") -> None:
    """What is wanted is in what was found."""
    if isinstance(wanted, dict) and isinstance(found, list):
        assert len(found) == wanted.get("count", len(found)), where
        for item in wanted.get("some", []):
            assert any(fits(candidate, item) for candidate in found), f"{where}: {item} is missing"
    elif isinstance(wanted, dict):
        assert isinstance(found, dict), where
        if "count" in wanted:
            assert len(found) == wanted["count"], where
        for key, value in wanted.items():
            if key != "count":
                assert key in found, f"{where}.{key} is missing"
                check_json(found[key], value, f"{where}.{key}")
    elif isinstance(wanted, list):
        assert isinstance(found, list) and len(found) == len(wanted), f"{where}: {found}"
        for number, (one, other) in enumerate(zip(found, wanted, strict=True)):
            check_json(one, other, f"{where}[{number}]")
    else:
        assert found == wanted and type(found) is type(wanted), f"{where}: {found!r} instead of {wanted!r}"


def fits(found: Any, wanted: Any) -> bool:
    try:
        check_json(found, wanted)
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize("fact", list(facts()))
def test_a_fact(fact: dict[str, Any]) -> None:
    unknown = fact.keys() - {"about", "command", "stdin", "files", "status", "stdout", "stderr", "json", "written"}
    assert not unknown, f"no such part of a fact: {unknown}"
    for name, lines in fact.get("files", {}).items():
        Path(name).write_text("\n".join(lines), encoding="utf-8")
    result = run(fact["command"], "".join(f"{line}\n" for line in fact.get("stdin", [])))
    assert result.exit_code == fact.get("status", 0), result.stderr
    check_text(result.stderr, fact.get("stderr", ""), "standard error")
    if "json" in fact:
        assert result.stdout.count("\n") == 1
        check_json(json.loads(result.stdout), fact["json"])
    else:
        check_text(result.stdout, fact.get("stdout", ""), "standard output")
    for name, wanted in fact.get("written", {}).items():
        assert Path(name).exists() == (wanted is not None), name
        found = Path(name).read_bytes().decode("utf-8", "replace") if wanted is not None else ""
        assert not [text for text in wanted or () if text not in found], name
    assert not list(Path().glob(".*")), "something is left over"
    if fact.get("status") == 2 and len(result.stderr.splitlines()) == 1:
        assert result.stderr.startswith(("error: ", "erreur\u00a0: ", "Fehler: "))


# ---------------------------------------------------------------------------------------------- the contract

MOVE_KEYS = {"uci", "san", "long", "french", "from", "to", "partner", "capture", "promotion", "check"}


@pytest.mark.parametrize("genre", [genre.name for genre in GENRES])
def test_every_genre_answers_every_question(genre: str) -> None:
    document = json.loads(run(f"feerie moves {genre} --json").stdout)
    assert {"genre", "fen", "status", "moves"} <= document.keys() and document["genre"] == genre
    for move in document["moves"]:
        assert move.keys() == MOVE_KEYS and move["uci"].startswith(move["from"] + move["to"])
        after = json.loads(run(f"feerie play-line {genre} '{document['fen']}' {move['uci']} --json").stdout)
        assert (after["status"] in ("check", "mate")) == move["check"] and after["san"] == [move["san"]]
    for command in (f"feerie status {genre} --json", f"feerie play-line {genre} - --json"):
        assert json.loads(run(command).stdout)["fen"] == document["fen"]
    counted = json.loads(run(f"feerie perft {genre} 2 --divide --json").stdout)
    assert counted["divide"].keys() == {move["uci"] for move in document["moves"]}
    assert counted["nodes"] == sum(counted["divide"].values()) and counted["complete"] is True
    assert run(f"feerie draw {genre}").stdout.startswith("<svg ")
    played = json.loads(run(f"feerie play {genre} --seed 1 --json", "quit\n").stdout)
    assert played["fen"] == document["fen"] and played["moves"] == [] and played["result"] == "*"


def test_the_word_of_uci_names_the_game_array() -> None:
    found = [CliRunner().invoke(main, ["moves", "rollerball", fen, "--json"]).output for fen in ("startpos", "-")]
    assert found[0] == found[1] and '"fen"' in found[0]


def test_images_have_their_formats() -> None:
    for ending, start in (("svg", b"<svg "), ("png", b"\x89PNG"), ("pdf", b"%PDF-")):
        document = json.loads(run(f"feerie draw rollerball - -o ring.{ending} --size 200 --json").stdout)
        content = Path(f"ring.{ending}").read_bytes()
        assert content.startswith(start) and document == {"file": f"ring.{ending}", "bytes": len(content)}


def test_solving_changes_the_garbage_collector_only_meanwhile() -> None:
    before = gc.get_threshold()
    with rare_collections():
        assert gc.get_threshold() > before and gc.isenabled()
    solved = CliRunner().invoke(main, ["solve", "--fen", "7k/8/5K2/6Q1/8/8/8/8 w - -", "--stipulation", "#1"])
    assert solved.exit_code == 0
    assert gc.get_threshold() == before


def test_threads_do_not_change_the_count() -> None:
    one, two = (json.loads(run(f"feerie perft siamois 4 --threads {number} --divide --json").stdout)
                for number in (1, 2))
    assert one["divide"] == two["divide"] and one["nodes"] == 197281


def test_the_random_mover_plays_the_same_game_again() -> None:
    command = "feerie play rollerball --side none --opponent random --json --seed"
    first, second, other = (json.loads(run(f"{command} {seed}").stdout) for seed in (1, 1, 2))
    assert first == second != other
    assert first["complete"] and first["result"] in ("1-0", "0-1", "1/2-1/2") and first["reason"]
    replayed = json.loads(run(f"feerie play-line rollerball - {' '.join(first['moves'])} --json").stdout)
    assert replayed["fen"] == first["fen"] and replayed["reason"] == first["reason"]


# ------------------------------------------------------------------------------------------------ the page

def sections() -> dict[str, str]:
    """The sections of the page by command."""
    parts = re.split(r"^## feerie (.+)\n", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_command_has_its_section_with_every_option() -> None:
    assert set(sections()) == set(COMMANDS)
    for name in COMMANDS:
        for parameter in command_of(name).params:
            options = [*parameter.opts, *parameter.secondary_opts] if isinstance(parameter, click.Option) else []
            assert not options or any(option in sections()[name] for option in options), f"{name} {options}"


def need_npm(name: str) -> None:
    """Skip a test that builds a site if nothing can fetch what it is made of."""
    if name == "site" and not shutil.which("npm"):
        pytest.skip("needs npm")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in SERVICES])
def test_the_examples_of_the_page(name: str) -> None:
    need_npm(name)
    blocks = re.findall(r"^```console\n(.*?)^```", sections()[name], re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, wanted = example.partition("\n")
            result = run(command)
            check_text(result.stdout + result.stderr, wanted, command)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example_that_works(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_npm(name)
    monkeypatch.setenv("FEERIE_TABLES", str(tmp_path))
    text = run(f"feerie {name} --help").stdout
    examples = re.findall(r"^    (feerie .+)$", text, re.MULTILINE)
    assert examples and "--json" in text
    for example in examples if name not in SERVICES else ():
        assert run(example, "quit\n").exit_code == 0, example


def test_without_a_command_there_is_help() -> None:
    for command in ("feerie", "feerie --help", "feerie -h"):
        result = run(command)
        assert result.exit_code == 0 and all(f"\n  {name} " in result.stdout for name in COMMANDS)


# ----------------------------------------------------------------------------------------------- processes

def process(*arguments: str, code: str = "", **values: Any) -> subprocess.Popen[bytes]:
    """A process that runs the command line, or `code`; it receives Ctrl-C even if the tests run in the background."""
    start = ["-c", code] if code else ["-m", "feerie"]
    environment = {**os.environ, **values.pop("environment", {})}
    streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                               **values}
    heard: dict[str, Any] = {}
    if os.name != "nt":
        heard["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen([sys.executable, *start, *arguments], env=environment, **streams, **heard)


@pytest.mark.parametrize("as_json", ["", "--json"])
def test_moves_loads_no_more_than_it_needs(as_json: str) -> None:
    code = """import sys
import feerie
from feerie.apps.cli import main
status = main(sys.argv[1:], standalone_mode=False)
extra = ("rich", "yaml", "feerie.problems", "feerie.views", "feerie.why", "random", "asyncio", "importlib.metadata")
print(status, [name for name in extra if name in sys.modules], file=sys.stderr)"""
    _, errors = process("moves", "rollerball", *([as_json] if as_json else []), code=code).communicate(timeout=PATIENCE)
    assert errors.decode().strip() == "0 []"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_terminals_without_the_letters(encoding: str) -> None:
    fen = "4k3/3R4/8/8/r7/1R1K3R/8/8 w - -"
    for more in ([], ["--json"]):
        out, errors = process("why", "rokagogo", fen, "d3d5", "--language", "fr", *more,
                              environment={"PYTHONIOENCODING": encoding}).communicate(timeout=PATIENCE)
        text = out.decode(encoding)
        assert not errors and (("✗" if encoding == "utf-8" else "-") + " la case d4" in text or more)
        assert not more or "✗ la case d4" in json.loads(text)["text"]


@pytest.mark.parametrize(("code", "key"), [("en", "1.Rb1!"), ("fr", "1.Tb1!"), ("de", "1.Tb1!")])
def test_figurines_become_letters_of_the_language(code: str, key: str) -> None:
    out, errors = process("solve", "--fen", "7k/8/8/8/8/8/6R1/5RK1 w - -", "--stipulation", "#3", "--language", code,
                          "--notation", "figurine", environment={"PYTHONIOENCODING": "latin-1"}).communicate(timeout=60)
    assert not errors and key in out.decode("latin-1").split()


def test_nobody_reads_the_answer() -> None:
    with process("moves", "orthodox") as running:
        assert running.stdout and running.stderr
        running.stdout.close()
        assert running.stderr.read() == b"" and running.wait(timeout=PATIENCE) in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_the_disk_is_full() -> None:
    with open("/dev/full", "wb") as full:
        running = process("genres", stdout=full)
        _, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 2 and errors.startswith(b"error: ") and errors.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="needs a shell of POSIX")
@pytest.mark.parametrize(("command", "closed", "status", "said"), [
    ("genres", ">&-", 2, b"error: Bad file descriptor\n"), ("genres --json", ">&-", 2, b"error: Bad file descriptor\n"),
    ("genres", ">&- 2>&-", 2, b""), ("genres", "<&- >out", 0, b""), ("draw orthodox - -o a.svg", ">&-", 0, b""),
    ("moves nonsense", ">&-", 2, b"error: "),
])
def test_an_output_that_is_closed(command: str, closed: str, status: int, said: bytes) -> None:
    line = f"exec {shlex.quote(sys.executable)} -m feerie {command} {closed}"
    ended = subprocess.run(["sh", "-c", line], stderr=subprocess.PIPE, timeout=PATIENCE)
    assert (ended.returncode, ended.stderr[:len(said) or None]) == (status, said)


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("command", [
    "perft orthodox 12 --divide --json",
    "solve --fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR --stipulation h#9 --json",
    "solve two.pop --json",
], ids=["perft", "solve", "file"])
def test_long_work_shows_progress_and_ctrl_c_ends_it_with_what_was_found(command: str) -> None:
    import pty

    Path("two.pop").write_text("BeginProblem\nForsyth 8/Q7/8/8/8/8/8/2k1K2R\nStipulation #2\nNextProblem\n"
                               "Forsyth rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR\nStipulation h#9\nEndProblem\n")
    terminal, end = pty.openpty()
    with Path("out.json").open("wb") as out:        # a pipe would fill up before it is read
        running = process(*shlex.split(command), stdout=out, stderr=end,
                          environment={"TERM": "xterm", "COLUMNS": "80"})
    os.close(end)
    shown, stopped = b"", False
    with contextlib.suppress(OSError):      # raised when the other end is closed
        while True:
            shown += os.read(terminal, 1000)
            if b"%" in shown and not stopped:
                stopped = True
                running.send_signal(signal.SIGINT)
    running.wait(timeout=PATIENCE)
    os.close(terminal)
    document = json.loads(Path("out.json").read_text())
    assert running.returncode == 1 and document["complete"] is False
    assert b"error" not in shown
    if "two.pop" in command:
        assert [result["complete"] for result in document["results"]] == [True, False]
        assert document["results"][0]["keys"] == ["a7f2"]


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX does")
def test_ctrl_c_leaves_a_game() -> None:
    running = process("play", "rollerball", "--json", stdin=subprocess.PIPE)
    assert running.stdin and running.stdout and running.stderr
    running.stdin.write(b"c1b1\n")
    running.stdin.flush()
    while b"1... " not in running.stderr.readline():
        pass
    until_idle(running.pid)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=PATIENCE)
    document = json.loads(out)
    assert running.returncode == 1 and document["complete"] is False and len(document["moves"]) == 2
