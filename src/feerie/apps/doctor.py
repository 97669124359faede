"""`feerie doctor`: what is installed here, whether it works, and how fast."""
from __future__ import annotations

import importlib.util
import os
import platform
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

import feerie
from feerie.apps.shell.programs import Program
from feerie.apps.shell.run_language import run_language, translated, wording
from feerie.apps.shell.terminal import BAD, DONE, PARTLY, emit, json_option, say
from feerie.base.compilation import compiled_modules
from feerie.base.errors import Message
from feerie.base.extras import EXTRAS
from feerie.game.position import Position
from feerie.notation.languages import language as language_of

__all__ = ["doctor"]

PACKAGE = Path(feerie.__file__).parent
VERDICTS = {"ok": DONE, "limited": PARTLY, "broken": BAD}
COUNTED = (3, 8902)
"""A depth, and the perft of that depth from the game array of orthodox chess."""
LONG_PROBLEM = ("r3k3/3np3/8/3K4/6B1/6B1/8/8", "#9")
"""A diagram and a stipulation that take hours."""
FONT_SUFFIXES = (".ttf", ".otf", ".ttc")
FONT_FOLDERS = {
    "win32": ("%WINDIR%/Fonts", "%LOCALAPPDATA%/Microsoft/Windows/Fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
}
OTHER_FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")


@click.command(cls=Program, short_help="Say what is installed, whether it works, and how fast.")
@click.option("--seconds", type=click.FloatRange(0, 60), default=1.0, show_default=True,
              help="How long each speed is measured; 0 measures none.")
@json_option
def doctor(seconds: float, as_json: bool) -> int:
    """Say what is installed, what is compiled, which optional packages and fonts there are, and how fast it all runs.

    Exit status: 0 everything works; 1 it works with less than it could (not compiled); 2 something does not work.
    A missing optional package changes nothing of this.

    \b
    Example:
      feerie doctor
    """
    found = _examined(seconds)
    if as_json:
        emit(found)
    else:
        for line in _lines(found):
            say(line)
    return VERDICTS[found["verdict"]]


def _examined(seconds: float) -> dict[str, Any]:
    """The JSON document; `troubles`: what is wrong, one sentence each."""
    from feerie.kernel.state import COMPILED

    compiled = compiled_modules()
    missing = [name for name, done in compiled.items() if not done]
    limited = [Message("not compiled: {}; there was no C compiler when Féerie was installed", ", ".join(missing))] \
        if missing else []
    broken = []
    found: dict[str, Any] = {
        "version": feerie.__version__,
        "python": {"version": platform.python_version(), "implementation": platform.python_implementation(),
                   "executable": sys.executable, "free_threaded": bool(sysconfig.get_config_var("Py_GIL_DISABLED"))},
        "platform": {"system": platform.platform(), "machine": platform.machine(), "processors": os.cpu_count() or 1},
        "package": str(PACKAGE),
        "compiled": compiled,
        "extras": {extra.name: {"for": extra.purpose,
                                "packages": {name: _version(module, name) for module, name in extra.packages}}
                   for extra in EXTRAS},
        "fonts": _fonts(),
        "sqlite": _sqlite(),
    }
    for key, check, trouble in (("counts", _counts, Message("move generation gives wrong numbers")),
                                ("threads", _threads, Message("threads do not work"))):
        found[key] = check()
        if not found[key]:
            broken.append(trouble)
    found["folders"] = {kind: {"path": path, "writable": _is_writable(path)}
                        for kind, path in (("temporary", tempfile.gettempdir()), ("current", os.getcwd()))}
    if not found["folders"]["temporary"]["writable"]:
        broken.append(Message("no file can be written in {}", tempfile.gettempdir()))
    found["speed"] = _speeds(seconds, bool(COMPILED)) if seconds and not broken else {}
    return {**found, "troubles": broken + limited,
            "verdict": "broken" if broken else "limited" if limited else "ok", "complete": True}


# --------------------------------------------------------------------------------------------- what there is

def _version(module: str, name: str) -> str | None:
    """The version of an installed package; None where it cannot be imported."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        importlib.import_module(module)
        return version(name)
    except PackageNotFoundError:
        return "unknown"
    except ImportError:
        return None


def _fonts() -> dict[str, Any]:
    """Number of font files in the usual folders, and the font in which captions are set; None if it is another."""
    from feerie.views.below import CAPTION_FONTS

    folders = [Path(os.path.expandvars(folder)).expanduser()
               for folder in FONT_FOLDERS.get(sys.platform, OTHER_FONT_FOLDERS)]
    names = {path.stem.lower().replace(" ", "") for folder in folders for path in folder.rglob("*")
             if path.suffix.lower() in FONT_SUFFIXES}
    stems = {font: font.lower().replace(" ", "") for font in CAPTION_FONTS}
    beginnings = {"Times New Roman": ("times", "timesnewroman")}      # Windows and macOS differ
    caption = next((font for font, stem in stems.items()
                    if any(name.startswith(beginnings.get(font, (stem,))) for name in names)), None)
    return {"folders": [str(folder) for folder in folders if folder.is_dir()], "files": len(names), "caption": caption}


def _sqlite() -> str | None:
    """The version of SQLite; None where it does not work."""
    try:
        import sqlite3

        with sqlite3.connect(":memory:") as store:
            store.execute("CREATE TABLE games (moves TEXT)")
            store.execute("INSERT INTO games VALUES ('e2e4')")
            works = store.execute("SELECT moves FROM games").fetchall() == [("e2e4",)]
        store.close()
    except (ImportError, sqlite3.Error):
        return None
    return sqlite3.sqlite_version if works else None


def _is_writable(folder: str) -> bool:
    """Whether a file can be written in a folder."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"feerie")
    except OSError:
        return False
    return True


# ---------------------------------------------------------------------------------------- what it does

def _counts() -> bool:
    """Whether the game array of orthodox chess has the known perft."""
    depth, lines = COUNTED
    return Position("orthodox").perft(depth) == lines


def _threads() -> bool:
    """Whether two threads count the same as one, and a Python thread starts and ends."""
    ran = threading.Event()
    try:
        thread = threading.Thread(target=ran.set)
        thread.start()
        thread.join(10)
        return ran.is_set() and Position("orthodox").perft(COUNTED[0], threads=2) == COUNTED[1]
    except RuntimeError:
        return False


def _speeds(seconds: float, compiled: bool) -> dict[str, int]:
    """Positions per second of processor time, tables built beforehand: move generation (perft), solver, engine."""
    from feerie.game.engine import Engine
    from feerie.problems.problem import Problem
    from feerie.solving.solve import solve

    depth = 5 if compiled else 3
    array = Position("orthodox")

    engine, problem = Engine(hash_mb=16), Problem("orthodox", *LONG_PROBLEM)

    def counted(limit: float) -> int:
        nodes, end = 0, time.perf_counter() + limit
        while time.perf_counter() < end:
            nodes += array.perft(depth)
        return nodes

    return {
        "perft": _rate(counted, seconds),
        "solver": _rate(lambda limit: solve(problem, threads=1, hash_mb=16, max_seconds=limit).nodes, seconds),
        "engine": _rate(lambda limit: engine.search(array, seconds=limit).nodes, seconds),
    }


def _rate(work: Callable[[float], int], seconds: float) -> int:
    """Positions per second of processor time, for work that takes so many seconds and returns their number."""
    work(min(seconds, 0.05))
    begin = time.process_time()
    nodes = work(seconds)
    return round(nodes / max(time.process_time() - begin, 1e-9))


# ---------------------------------------------------------------------------------------------- the text

def _lines(found: dict[str, Any]) -> Iterator[str]:
    python, machine = found["python"], found["platform"]
    numeral = language_of(run_language()).numeral
    yield wording("Féerie {} in {}", found["version"], found["package"])
    yield wording("Python {} ({}) in {}", python["version"], python["implementation"], python["executable"])
    yield wording("{}, {}, processors: {}", machine["system"], machine["machine"], machine["processors"])
    yield wording("compiled: {} of {} modules", sum(found["compiled"].values()), len(found["compiled"]))
    for name, extra in found["extras"].items():
        for package, version in extra["packages"].items():
            state = version or wording('missing: pip install "feerie[{}]", in a checkout: pip install ".[{}]"',
                                       name, name)
            yield wording("extra {}, {}: {} {}", name, translated(extra["for"]), package, state)
    fonts = found["fonts"]
    caption = fonts["caption"] or (wording("another font") if fonts["files"] else
                                   wording("none, captions are left out of PNG images"))
    yield wording("fonts: {} files; captions: {}; diagrams and PDF sheets need none", fonts["files"], caption)
    yield wording("{}: {}", "SQLite", found["sqlite"] or wording("missing"))
    yield wording("moves are counted right: {}; threads: {}", _yes(found["counts"]), _yes(found["threads"]))
    for kind, folder in found["folders"].items():
        name = wording("temporary folder") if kind == "temporary" else wording("current folder")
        said = wording("writable") if folder["writable"] else wording("not writable")
        yield wording("{}: {}", f"{name} {folder['path']}", said)
    names = {"perft": "perft", "solver": wording("solver"), "engine": wording("engine")}
    for kind, speed in found["speed"].items():
        yield wording("speed, {}: {} million positions a second of processor time", names[kind],
                      numeral(f"{speed / 1e6:.3g}"))
    yield from (wording("trouble: {}", translated(trouble)) for trouble in found["troubles"])
    yield {"ok": wording("everything works"), "limited": wording("it works, with less than it could"),
           "broken": wording("something does not work")}[found["verdict"]]


def _yes(value: bool) -> str:
    return wording("yes") if value else wording("no")
