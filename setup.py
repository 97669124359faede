"""Builds the compiled modules; pyproject.toml holds everything else.

The kernel's modules are plain Python that Cython compiles. They are optional: without a C compiler the package
installs uncompiled, gives the same answers, slowly, and says so.

FEERIE_BUILD=checked builds with bounds checks, FEERIE_BUILD=sanitized with an address sanitizer as well;
FEERIE_BUILD=plain does not compile at all.
"""
from __future__ import annotations

import multiprocessing
import os
import platform
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import NoReturn


def stop(error: ImportError) -> NoReturn:
    """Ends with a line that says what to install; pip reads the same requirements and needs no such help."""
    import tomllib  # Python 3.10 has none, and pip says by itself that it is too old

    requires = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    wanted = " ".join(f'"{requirement}"' for requirement in requires)
    sys.exit(f"error: {error}; setup.py needs: pip install --upgrade {wanted}")


try:
    from setuptools import Extension, setup
    from setuptools.command.bdist_wheel import bdist_wheel
    from setuptools.command.build_ext import build_ext
    from setuptools.command.build_py import build_py
except ImportError as missing:
    stop(missing)

COMPILED = (
    "kernel/lookup",
    "kernel/compiled_rules",
    "kernel/move_generator",
    "kernel/state",
    "kernel/verdict",
    "kernel/perft",
    "kernel/replay",
    "search/transposition",
    "search/patterns/distances",
    "search/mateable_squares",
    "search/mate_filter",
    "search/kings_filter",
    "search/double_mate_filter",
    "search/stalemate_filter",
    "search/patterns/plans",
    "search/patterns/base",
    "search/patterns/obstacles",
    "search/patterns/king_zone",
    "search/patterns/mate",
    "search/patterns/stalemate",
    "search/patterns/target",
    "search/goal_search",
    "search/proof/graph",
    "search/proof/matching",
    "search/proof/limits",
    "search/proof/man_graphs",
    "search/proof/ways",
    "search/proof/pairs",
    "search/proof/triples",
    "search/proof/pair_deductions",
    "search/proof/captor_deductions",
    "search/proof/walk_lengths",
    "search/proof/deduction",
    "search/proof/pair_tables",
    "search/proof/castling_group",
    "search/proof/castling_prices",
    "search/proof/cost_tables",
    "search/proof/bound",
    "search/mating_checks",
    "search/flights",
    "search/frontier",
    "search/uncovered_lines",
    "search/forced_endings",
    "search/forced_mates",
    "search/attack_moves",
    "search/forced",
    "search/forced_play",
    "search/proof_numbers",
    "search/target_bounds",
    "search/line_records",
    "search/line_endings",
    "search/line_filters",
    "search/pattern_lists",
    "search/pattern_choice",
    "search/help",
    "engine/net",
    "engine/playing_table",
    "engine/evaluation",
    "engine/exchange",
    "engine/ordering",
    "engine/endings",
    "engine/quiescence",
    "engine/search",
    "engine/fallible",
)
VECTORISED = ("engine/net",)
"""Modules whose loops gain by -O3, which unrolls them; GCC's jamming of two loops would keep them from vectors."""
GCC = sys.platform.startswith("linux") and "clang" not in (os.environ.get("CC") or sysconfig.get_config_var("CC") or "")
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")
if not STABLE_ABI:
    print("warning: free-threaded Python is not supported: the modules enable the GIL again", file=sys.stderr)
MODE = os.environ.get("FEERIE_BUILD", "fast")
MOST_JOBS = 8
"""Modules compiled at once, at most; each takes up to half a gigabyte."""


def flags() -> tuple[list[str], list[str]]:
    """Arguments for compiler and linker. -march=native was measured and is slower; so is leaving inlining open."""
    if sys.platform == "win32":
        return ["/O2"], []
    compile_args = ["-O2", "-DCYTHON_INLINE=inline __attribute__((always_inline))", "-Wno-unused-function"]
    if platform.machine() in ("x86_64", "AMD64"):
        compile_args += ["-mpopcnt", "-mtune=generic"]
    if MODE == "sanitized":
        sanitize = ["-fsanitize=address", "-fno-omit-frame-pointer", "-g"]
        return ["-O1", *sanitize], sanitize
    return [*compile_args, "-g0"], ["-Wl,-s"] if sys.platform.startswith("linux") else []


def jobs() -> int:
    """How many modules are compiled at once."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(processors, MOST_JOBS)


def extensions() -> list[Extension]:
    """The modules to compile; none where Cython cannot be had or is not wanted."""
    if MODE == "plain":
        return []
    try:
        from Cython.Build import cythonize
    except ImportError as error:
        stop(error)

    compile_args, link_args = flags()
    macros = [("Py_LIMITED_API", "0x030B0000")] if STABLE_ABI else []
    modules = [Extension(f"feerie.{name.replace('/', '.')}", [f"src/feerie/{name}.py"], define_macros=macros,
                         py_limited_api=STABLE_ABI, extra_link_args=link_args,
                         extra_compile_args=[*compile_args, *(["-O3"] if "-O2" in compile_args else []),
                                             *(["-fno-loop-unroll-and-jam"] if GCC else [])]
                         if name in VECTORISED else compile_args) for name in COMPILED]
    checks = {} if MODE == "fast" else {"boundscheck": True, "wraparound": False, "initializedcheck": True}
    forks = multiprocessing.get_start_method() == "fork"     # the other methods would run this file again
    compiled: list[Extension] = cythonize(modules, language_level=3, compiler_directives=checks,
                                          build_dir="build/cython", nthreads=jobs() if forks else 0)
    for module in compiled:
        module.optional = True      # cythonize does not carry this over to the extensions that it makes
    return compiled


class Compile(build_ext):
    """Compiles several modules at once."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.parallel is None:
            self.parallel = jobs()


class Wheel(bdist_wheel):
    """A wheel for this platform and every Python from 3.11 on."""

    def finalize_options(self) -> None:
        if STABLE_ABI and MODE != "plain":
            self.py_limited_api = "cp311"
        super().finalize_options()


LESSONS = ("docs/genres/*.md", "docs/fr/genres/*.md", "docs/de/genres/*.md", "docs/diagrams/figures.json",
           "tests/data/positions.json", "tests/data/perft/*.perft")
"""What the page's lessons are made of; apps/web/lessons.py reads it."""


class Build(build_py):
    """Puts a copy of the rules pages, and of the facts they name, into what is installed."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:      # the files are read where they are
            return
        rules = Path(self.build_lib, "feerie", "apps", "web", "rules")
        for pattern in LESSONS:
            for path in Path().glob(pattern):
                (rules / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, rules / path)


setup(ext_modules=extensions(), cmdclass={"bdist_wheel": Wheel, "build_ext": Compile, "build_py": Build})
