"""The compiled modules built with checks, and the suite run with them: an overrun ends the process with a report.

Two builds, each made in a folder of its own from a copy of the sources:

checked    Cython's bounds checks. They see indices of memoryviews, that is the building of look-up tables and where
           in a table a part begins; pointers and C arrays they do not see.
sanitized  the same, and GCC's sanitizers: "address" sees reads and writes outside what was allocated (tables, the
           stack of positions, the list of moves; PYTHONMALLOC=malloc gives every array a block of its own), "undefined"
           with "bounds-strict" indices of C arrays inside structures, shifts too far, null pointers, bad casts.
           Not seen: a part of a joined table read where another part was meant.
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from facts import ROOT, TESTS, modules_to_compile

pytestmark = [pytest.mark.long, pytest.mark.skipif(not sys.platform.startswith("linux") or not shutil.which("gcc"),
                                                   reason="needs GCC's sanitizers")]
SUITE = [name for name in ("test_perft", "test_positions", "test_rollerball", "test_properties", "test_fuzz",
                           "test_library", "test_explain", "test_solver", "test_engine", "test_net", "test_quiescence",
                           "test_find_mate", "test_general_path", "test_patterns", "test_crowded", "test_proof_games",
                           "test_proof_bounds")
         if (TESTS / f"{name}.py").exists()]
UNDEFINED = "-fsanitize=undefined,bounds-strict"
FLAGS = {"checked": {"CFLAGS": "-O1"},
         "sanitized": {"CFLAGS": f"{UNDEFINED} -fno-sanitize-recover=all", "LDFLAGS": UNDEFINED}}
CANARIES = {
    "behind the stack of positions": ("judge.ply = judge.capacity; judge.key", "heap-buffer-overflow"),
    "behind a C array": ("judge.kings(2)", "out of bounds for type"),
    "behind a table": ("judge.attacks(0, 64 * 64 * 64)", "AddressSanitizer"),
}
PROLOGUE = """
import threading
from feerie import Position, Problem, solve
from feerie.kernel.perft import count_leaves
from feerie.kernel.verdict import Judge, compiled_rules
position = Position("orthodox")
judge = Judge(compiled_rules(position.genre), 2)
judge.load(position.setup)
"""
SECONDS = 120
"""How long random games and problems are played and solved in a build."""
CROWDED = ("platzwechselrochade+ultra-rex-multiplex",
           "KKKKKKKK/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/KKPKKPNN/7k w - - 0 1")
"""Has 1861 moves, and hardly fewer after each of them."""
STRESS = {
    "many moves on many plies, counted": f"""
judge = Judge(compiled_rules(Position(*{CROWDED!r}).genre), 61)
judge.load(Position(*{CROWDED!r}).setup)
timer = threading.Timer(3, lambda: setattr(judge, "stopped", True))
timer.start()
count_leaves(judge, 60)
""",
    "everything, played and solved": f"import stress, sys; sys.argv = ['stress', '{SECONDS}']; stress.main()",
    "many moves on many plies, solved": f"solve(Problem(*{CROWDED!r}, 'ser-#40'), max_solutions=1, max_seconds=5)",
}


def built(mode: str, folder: Path) -> dict[str, str]:
    """Build the package in a folder; the environment in which Python uses it."""
    source = folder / "src"
    leave_out = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", source, ignore=leave_out)
    (folder / "scripts").mkdir()
    for name in ("setup.py", "pyproject.toml", "scripts/write-stubs"):
        shutil.copy(ROOT / name, folder / name)
    for name in ("README.md", "LICENSE"):
        (folder / name).touch()
    for path in source.rglob("*.pxd"):  # a module's own directives take precedence over those of the build
        module = path.with_suffix(".py")
        if module.exists():
            first, _, rest = module.read_text(encoding="utf-8").partition("\n")
            module.write_text(re.sub("(boundscheck|initializedcheck) *= *False,? *", "", first) + "\n" + rest,
                              encoding="utf-8")
    run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], folder,
        {**os.environ, **FLAGS[mode], "FEERIE_BUILD": mode})
    for name in modules_to_compile():
        assert list(source.glob(f"{name.replace('.', '/')}.*.so")), f"{name} was not compiled"
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONMALLOC": "malloc", "FEERIE_BUILD": mode}
    if mode == "sanitized":
        library = run(["gcc", "-print-file-name=libasan.so"], folder, dict(os.environ)).strip()
        environment |= {"LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"}
    return environment


def run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    """What a command prints; fails, showing all of it, if the command fails."""
    done = subprocess.run(command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    assert done.returncode == 0, done.stdout[-8_000:]
    return done.stdout


def run_suite(mode: str, folder: Path) -> dict[str, str]:
    """Build, and run the quick tests in the build."""
    environment = built(mode, folder)
    where = run([sys.executable, "-c", "from feerie.kernel import state; print(state.__file__, state.COMPILED)"],
                folder, environment)
    assert where.startswith(str(folder)) and where.endswith("True\n")
    tests = [str(TESTS / f"{name}.py") for name in SUITE]
    run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests], ROOT, environment)
    return environment


def test_the_suite_with_bounds_checks(tmp_path: Path) -> None:
    environment = run_suite("checked", tmp_path)
    run([sys.executable, str(TESTS / "stress.py"), str(SECONDS // 2)], ROOT, environment)
    sources = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.c")}
    for name in ("lookup", "compiled_rules"):
        assert "__Pyx_RaiseBufferIndexError(" in sources[name], f"{name} has no bounds checks"
    declared = re.findall(r"__pyx_f_\w+", (ROOT / "src/feerie/engine/net.pxd").read_text(encoding="utf-8"))
    for name in declared:   # those compiled for several processors; a renamed one would silently be dropped
        assert re.search(rf"\b{name}\([^;{{]*\) {{", sources["net"]), f"{name} is not defined"
    assert len(declared) == 3


def test_the_suite_with_sanitizers(tmp_path: Path) -> None:
    environment = run_suite("sanitized", tmp_path)
    for name, code in STRESS.items():
        done = ask(code, environment | {"PYTHONPATH": f"{environment['PYTHONPATH']}{os.pathsep}{TESTS}"})
        assert not done.returncode, f"{name}: {done.stderr[:4_000]}"
    for name, (code, report) in CANARIES.items():
        done = ask(code, environment)
        assert done.returncode and report in done.stderr, f"{name}: not noticed: {done.stderr[:4_000]}"


def ask(code: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run some lines on their own."""
    return subprocess.run([sys.executable, "-c", PROLOGUE + code], env=environment, text=True, capture_output=True,
                          check=False)
