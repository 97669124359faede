"""The documentation is true: its examples run, its diagrams are up to date, its links lead somewhere.

Blocks fenced as python are doctests, and so are the examples in docstrings. Blocks fenced as console hold commands
after "$ " and what they print, also on standard error; "..." stands for anything. Each page has a directory to itself,
with a copy of the examples. Those of docs/cli.md are tested by test_cli.py.
"""
from __future__ import annotations

import doctest
import inspect
import io
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path

import pytest
from facts import PERFT, ROOT, SOURCE, TESTS, facts, is_importable, read_perft

import feerie
from feerie import Problem, ProblemError, solve
from feerie.apps import cli
from feerie.formats import files
from feerie.formats.popeye.words import BEGIN, CONDITIONS
from feerie.genres import GENRES
from feerie.kernel.state import COMPILED
from feerie.rules.genre import Genre

DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
GENRE_PAGES = [DOCS / "genres" / f"{genre.name}.md" for genre in GENRES]
FLAGS = doctest.ELLIPSIS

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
_RULING = re.compile(r"^### Ruling: (.*)\n((?:(?!#).*\n?)*)", re.MULTILINE)
_TESTS = re.compile(r"^Tests: (.*(?:\n.+)*)", re.MULTILINE)


def page_name(path: Path) -> str:
    """A page's path, for the names of tests."""
    return path.relative_to(ROOT).as_posix()


def read(page: Path) -> str:
    """The text of a page."""
    return page.read_text(encoding="utf-8")


def blocks(page: Path, language: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks of a language, each with the number of its first line (from 0)."""
    text = read(page)
    return ((text.count("\n", 0, found.start(2)), found[2]) for found in _BLOCK.finditer(text) if found[1] == language)


def with_blocks(language: str) -> list[Path]:
    """The pages that have blocks of a language."""
    return [page for page in PAGES if any(blocks(page, language))]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory to work in, with the examples."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)


# Examples

@pytest.mark.skipif(not COMPILED, reason="solving takes long uncompiled")
@pytest.mark.parametrize("page", with_blocks("python"), ids=page_name)
@pytest.mark.usefixtures("here")
def test_examples_in_python(page: Path) -> None:
    lines = [""] * (read(page).count("\n") + 1)
    for start, block in blocks(page, "python"):
        lines[start:start + block.count("\n")] = block.splitlines()
    name = page_name(page)
    test = doctest.DocTestParser().get_doctest("\n".join(lines) + "\n", {}, name, name, 0)
    report = io.StringIO()
    failures = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.write).failed
    assert not failures, report.getvalue()


@pytest.mark.skipif(not COMPILED, reason="solving takes long uncompiled")
@pytest.mark.parametrize("page", [page for page in with_blocks("console") if page.name != "cli.md"], ids=page_name)
@pytest.mark.usefixtures("here")
def test_examples_on_the_command_line(page: Path) -> None:
    for start, block in blocks(page, "console"):
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            program, *arguments = shlex.split(command, comments=True)
            assert program == "feerie", f"{page_name(page)}, line {start + 1}: {command}"
            with redirect_stdout(io.StringIO()) as printed, redirect_stderr(printed):
                cli.main(arguments, standalone_mode=False)
            found = re.sub(r" +$", "", printed.getvalue(), flags=re.MULTILINE).rstrip() + "\n"
            assert doctest.OutputChecker().check_output(expected.rstrip() + "\n", found, FLAGS), \
                f"{page_name(page)}, line {start + 1}: {command} prints\n{found}"


@pytest.mark.parametrize("path", [path for path in sorted(SOURCE.rglob("*.py")) if ">>> " in read(path)], ids=page_name)
def test_examples_in_docstrings(path: Path) -> None:
    if not is_importable(path):
        pytest.skip("the package that it needs is not installed")
    name = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
    report = io.StringIO()
    with redirect_stdout(report):
        failures = doctest.testmod(import_module(name), optionflags=FLAGS).failed
    assert not failures, report.getvalue()


def examples(text: str) -> str:
    """The lines of a text that are executed."""
    return "\n".join(line for line in text.splitlines() if line.lstrip().startswith((">>> ", "... ")))


@pytest.mark.parametrize("name", feerie.__all__)
def test_every_public_name_is_documented_with_an_example(name: str) -> None:
    """The example is on a page, as feerie.name, or in the docstring of a class or a function."""
    value = getattr(feerie, name)
    is_code = inspect.isclass(value) or inspect.isfunction(value)
    assert not is_code or value.__doc__, f"{name} has no docstring"
    on_pages = "\n".join(examples(block) for page in PAGES for _, block in blocks(page, "python"))
    own = examples(value.__doc__) if is_code else ""
    assert re.search(rf"\bfeerie\.{name}\b", on_pages) or re.search(rf"\b{name}\b", own), f"{name} has no example"


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_example_is_fenced_as_what_it_is(page: Path) -> None:
    text = read(page)
    bare = _BLOCK.sub("", text)
    assert "```" not in bare, "a fence without a language, or not closed"
    assert ">>> " not in bare and "\n$ feerie" not in bare, "an example outside of a block that is tested"


# Genres and rulings

@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_a_genre_has_its_page_with_names_and_diagrams(genre: Genre) -> None:
    text = read(DOCS / "genres" / f"{genre.name}.md")
    for name in genre.all_names():
        assert name in text, f"the name {name} is missing"
    assert re.search(r"^!\[.+\]\(\.\./diagrams/[\w-]+\.svg\)", text, re.MULTILINE), "no diagram"
    assert "## On the command line" in text
    for page in (ROOT / "README.md", DOCS / "genres" / "README.md"):
        assert f"{genre.name}.md)" in read(page), f"{page_name(page)} does not know it"


def exists(kind: str, name: str, genre: str) -> bool:
    """Whether there is such a test: an entry of positions.json or of a perft file, or a function of the suite."""
    if kind == "test":
        module, _, function = name.partition("::")
        path = TESTS / module
        return path.exists() and re.search(rf"^def {function}\(", read(path), re.MULTILINE) is not None
    of, stroke, name = name.rpartition("/")
    of = of if stroke else genre
    if kind == "positions":
        return any((fact["genre"], fact["id"]) == (of, name) for fact in facts("positions"))
    path = PERFT / f"{of}.perft"
    return kind == "perft" and path.exists() and name in {fact.name for fact in read_perft(path)}


def named_tests(text: str) -> Iterator[tuple[str, str]]:
    """Kind and name of the tests in a line like: positions `R15`, `R16`; perft `game array`; `test_x.py::test_y`."""
    for part in text.replace("\n", " ").split(";"):
        kind = part.split("`")[0].strip()
        for name in re.findall(r"`([^`]+)`", part):
            yield ("test" if ".py::" in name else kind), name


@pytest.mark.parametrize("page", GENRE_PAGES, ids=page_name)
def test_rulings_name_their_tests(page: Path) -> None:
    text = read(page)
    rulings = _RULING.findall(text)
    assert rulings
    for title, body in rulings:
        found = _TESTS.search(body)
        assert found and list(named_tests(found[1])), f"the ruling {title!r} names no tests"
    for line in _TESTS.findall(text):
        for kind, name in named_tests(line):
            assert exists(kind, name, page.stem), f"there is no {kind} {name!r}"


@pytest.mark.end_to_end
def test_the_dictionary_is_up_to_date() -> None:
    check = subprocess.run([sys.executable, str(ROOT / "scripts" / "write-dictionary"), "--check"], capture_output=True,
                           text=True, check=False)
    assert check.returncode == 0, f"run scripts/write-dictionary:\n{check.stdout}{check.stderr}"


# Diagrams and links

def test_diagrams_are_up_to_date() -> None:
    check = subprocess.run([sys.executable, str(DOCS / "draw.py"), "--check"], capture_output=True, text=True,
                           check=False)
    assert check.returncode == 0, f"run docs/draw.py:\n{check.stdout}{check.stderr}"


def test_every_diagram_is_shown() -> None:
    text = "".join(read(page) for page in PAGES)
    unused = [path.name for path in sorted((DOCS / "diagrams").glob("*.svg")) if f"diagrams/{path.name}" not in text]
    assert not unused


def anchors(page: Path) -> set[str]:
    """The anchors by which the headings of a page can be linked."""
    titles = (re.sub(r"[^\w\- ]", "", title.lower()).strip() for title in _HEADING.findall(_BLOCK.sub("", read(page))))
    return {title.replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in _LINK.findall(_BLOCK.sub("", read(page))):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), f"{target} does not exist"
        assert linked.is_relative_to(ROOT), f"{target} leads out of the project"
        if anchor:
            assert anchor in anchors(linked), f"{target}: there is no such heading"


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_pages_are_reached(page: Path) -> None:
    if page.name in ("README.md", "CHANGELOG.md") and page.parent == ROOT:
        return
    linked = {(other.parent / target.partition("#")[0]).resolve() for other in PAGES if other != page
              for target in _LINK.findall(read(other)) if not re.match(r"[a-z]+:", target)}
    assert page in linked, "no page links here"


def test_the_commands_of_the_readme() -> None:
    text = read(ROOT / "README.md")
    assert "python3 -m venv .venv && . .venv/bin/activate && pip install \".[images,pdf,web,test]\"\n" \
        "feerie solve examples/rokagogo.pop\npytest\n" in text
    listed = set(re.findall(r"^\| `feerie ([\w-]+)", text, re.MULTILINE))
    context = cli.main.make_context("feerie", [], resilient_parsing=True)
    assert listed == set(cli.main.list_commands(context))


def test_the_layers_of_the_architecture_page() -> None:
    text = read(DOCS / "architecture.md")
    folders = {path.parent.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("__init__.py")} - {"."}
    assert not {folder for folder in folders if f"`{folder}/`" not in text and not folder.startswith("apps/web/")
                and folder not in ("formats/popeye", "notation/languages")}


@pytest.mark.parametrize("page", [DOCS / "architecture.md", DOCS / "contributing.md"], ids=page_name)
def test_names_on_pages_about_the_code_exist(page: Path) -> None:
    """Names in backquotes that look like classes, functions or constants, and paths of files."""
    source = "".join(read(path) for pattern in ("*.py", "*.pxd") for path in SOURCE.rglob(pattern))
    words = set(re.findall(r"\w+", source + read(ROOT / "setup.py")))
    words |= {path.stem for folder in (SOURCE, TESTS) for path in folder.rglob("*")}
    for text in re.findall(r"`([^`\n]+)`", _BLOCK.sub("", read(page))):
        if re.fullmatch(r"[\w./-]+/[\w./-]*", text):
            assert (ROOT / text).exists() or (SOURCE / text).exists(), f"{text} does not exist"
        elif re.fullmatch(r"[A-Za-z_][\w.]*(\(.*\)|=\w+)?", text) and re.search("[A-Z_]", text):
            names = text.split("(")[0].split("=")[0].removesuffix(".py").split(".")
            assert not {name for name in names if name not in words | {"so", "py", "pxd", "pyi"}}, f"there is no {text}"


@pytest.mark.parametrize(("heading", "solved"), [("What is solved", True), ("What is not solved yet", False)])
def test_stipulations_that_are_solved(heading: str, solved: bool) -> None:
    """The first columns of the two tables of docs/problems.md."""
    section = read(DOCS / "problems.md").split(f"## {heading}\n")[1].split("\n## ")[0]
    stipulations = [text for row in re.findall(r"^\| (`[^|]*`) \|", section, re.MULTILINE)
                    for text in re.findall("`([^`]+)`", row)]
    assert len(stipulations) > 5
    for text in stipulations:
        problem = Problem("rollerball", "7/2K4/2***2/2***2/2***2/7/4k2", text) if "run" in text \
            else Problem("orthodox", "7k/8/5KQ1/8/8/8/8/8", text)
        try:
            solve(problem, max_seconds=0.05, hash_mb=1)
            assert solved, f"{text} is solved"
        except ProblemError as error:
            assert not solved, str(error)


def test_words_and_texts_of_problem_files() -> None:
    page = DOCS / "problems.md"
    text = read(page)
    for table in (CONDITIONS, BEGIN):
        for words in table.values():
            assert not {word for word in words if f"`{word.replace('|', '')}`" not in text}
    for language in ("text", "yaml"):
        for _, block in blocks(page, language):
            assert all(entry.get() for entry in files.parse(block)), block
