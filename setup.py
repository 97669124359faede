"""Builds the compiled modules; pyproject.toml holds everything else.

The kernel's modules are plain Python that Cython compiles, all of them or none: without a C compiler, and if one of
them cannot be compiled, the package installs uncompiled, gives the same answers, slowly, and says so.

FEERIE_BUILD=checked builds with bounds checks, FEERIE_BUILD=sanitized with an address sanitizer as well;
FEERIE_BUILD=plain does not compile at all.
"""
from __future__ import annotations

import hashlib
import multiprocessing
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import ClassVar, NoReturn


def stop(error: ImportError) -> NoReturn:
    """Ends with a line that says what to install; pip reads the same requirements and needs no such help."""
    import tomllib  # Python 3.10 has none, and pip says by itself that it is too old

    requires = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    wanted = " ".join(f'"{requirement}"' for requirement in requires)
    sys.exit(f"error: {error}; setup.py needs: pip install --upgrade {wanted}")


try:
    from setuptools import Command, Extension, setup
    from setuptools.command.bdist_wheel import bdist_wheel
    from setuptools.command.build_ext import build_ext
    from setuptools.command.build_py import build_py
    from setuptools.command.sdist import sdist
    from setuptools.errors import BaseError, CCompilerError
except ImportError as missing:
    stop(missing)

COMPILED = (
    "kernel/lookup",
    "kernel/compiled_rules",
    "kernel/move_generator",
    "kernel/state",
    "kernel/general_rules",
    "kernel/verdict",
    "kernel/general_judge",
    "kernel/perft",
    "kernel/dead_men",
    "search/transposition",
    "search/patterns/distances",
    "search/filters/mateable_squares",
    "search/filters/mate_filter",
    "search/filters/kings_filter",
    "search/filters/double_mate_filter",
    "search/filters/stalemate_filter",
    "search/patterns/men",
    "search/patterns/plans",
    "search/patterns/obstacles",
    "search/patterns/refutation",
    "search/patterns/enumeration",
    "search/patterns/king_zone",
    "search/patterns/base",
    "search/patterns/mate_refutation",
    "search/patterns/mate",
    "search/patterns/stalemate",
    "search/patterns/target",
    "search/goal/goal_search",
    "search/proof/graph",
    "search/proof/matching",
    "search/proof/limits",
    "search/proof/man_graphs",
    "search/proof/paths",
    "search/proof/pairs",
    "search/proof/triples",
    "search/proof/pair_deductions",
    "search/proof/captor_deductions",
    "search/proof/path_lengths",
    "search/proof/deduction",
    "search/proof/pair_tables",
    "search/proof/castling_group",
    "search/proof/castling_prices",
    "search/proof/cost_tables",
    "search/proof/bound",
    "search/goal/reach",
    "search/goal/mating_checks",
    "search/goal/flights",
    "search/goal/move_order",
    "search/goal/standing_replies",
    "search/goal/frontier",
    "search/lines/uncovered_lines",
    "search/lines/forced_endings",
    "search/forced/forced_mates",
    "search/forced/attack_moves",
    "search/forced/forced",
    "search/forced/forced_play",
    "search/forced/proof_numbers",
    "search/lines/target_bounds",
    "search/lines/line_records",
    "search/lines/line_endings",
    "search/lines/line_filters",
    "search/lines/pattern_lists",
    "search/lines/pattern_choice",
    "search/lines/help",
    "tables/indexing",
    "tables/retrograde",
    "tables/packing",
    "tables/prober",
    "engine/net",
    "engine/playing_table",
    "engine/scaling",
    "engine/evaluation",
    "engine/general_evaluation",
    "engine/exchange",
    "engine/general_exchange",
    "engine/ordering",
    "engine/general_ordering",
    "engine/endings",
    "engine/quiescence",
    "engine/search",
    "engine/fallible",
    "env/games",
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
    checked = ["-DFEERIE_CHECKED"] if MODE in ("checked", "sanitized") else []
    if sys.platform == "win32":
        return ["/O2", *checked], []
    compile_args = ["-O2", "-DCYTHON_INLINE=inline __attribute__((always_inline))", "-Wno-unused-function"]
    if platform.machine() in ("x86_64", "AMD64"):
        compile_args += ["-mpopcnt", "-mtune=generic"]
    if MODE == "sanitized":
        sanitize = ["-fsanitize=address", "-fno-omit-frame-pointer", "-g"]
        return ["-O1", *sanitize, *checked], sanitize
    return [*compile_args, *checked, "-g0"], ["-Wl,-s"] if sys.platform.startswith("linux") else []


def jobs() -> int:
    """How many modules are compiled at once."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(processors, MOST_JOBS)


def warn(text: str) -> None:
    """Says something that is not to be overlooked."""
    print(f"\n{'=' * 100}\nwarning: {text}\n{'=' * 100}\n", file=sys.stderr)


def has_compiler() -> bool:
    """Whether a C compiler is there that compiles a module for this Python."""
    from distutils.ccompiler import new_compiler  # setuptools has it, in versions of Python without it too
    from distutils.sysconfig import customize_compiler

    headers = [sysconfig.get_path(name) for name in ("include", "platinclude")]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return 0; }\n")
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.compile([str(source)], output_dir=folder, include_dirs=headers)
        except (BaseError, CCompilerError, OSError):
            return False
    return True


C_FOLDER = Path("build", "cython")
STAMP = C_FOLDER / "stamp"
"""The mode of the last build, and a digest of all that its C files were made of."""


def digest() -> str:
    """A digest of what the C files are made of. Times do not tell: an environment that pip makes for a build has a new
    Cython, whose files are younger than all."""
    import Cython

    found = hashlib.sha256(f"{Cython.__version__} {MODE}".encode())
    for path in sorted(Path("src").rglob("*.pxd")) + [Path("src", "feerie", f"{name}.py") for name in COMPILED]:
        found.update(f"{path.as_posix()}\0".encode() + path.read_bytes())
    return found.hexdigest()


def translated(modules: list[Extension]) -> list[Extension]:
    """The modules with their sources in C, made anew only if something has changed."""
    from Cython.Build import cythonize

    mode, _, known = STAMP.read_text().partition(" ") if STAMP.exists() else (MODE, "", "")
    now = digest()
    sources = [str(C_FOLDER / module.sources[0].replace(".py", ".c")) for module in modules]
    if known == now and all(map(os.path.exists, sources)):
        for module, source in zip(modules, sources, strict=True):
            module.sources = [source]
        return modules
    STAMP.unlink(missing_ok=True)
    checks = {} if MODE == "fast" else {"boundscheck": True, "wraparound": False, "initializedcheck": True}
    forks = multiprocessing.get_start_method() == "fork"     # the other methods would run this file again
    compiled: list[Extension] = cythonize(modules, language_level=3, compiler_directives=checks, force=mode != MODE,
                                          build_dir=str(C_FOLDER), nthreads=jobs() if forks else 0)
    STAMP.write_text(f"{MODE} {now}")
    return compiled


def extensions() -> list[Extension]:
    """The modules to compile; none without a C compiler, or if it is not wanted."""
    if MODE == "plain":
        return []
    try:
        import Cython  # noqa: F401
    except ImportError as error:
        stop(error)
    if not has_compiler():
        warn("there is no C compiler: Féerie is not compiled, and will be several hundred times slower")
        return []
    compile_args, link_args = flags()
    macros = [("Py_LIMITED_API", "0x030B0000")] if STABLE_ABI else []
    modules = [Extension(f"feerie.{name.replace('/', '.')}", [f"src/feerie/{name}.py"], define_macros=macros,
                         py_limited_api=STABLE_ABI, extra_link_args=link_args,
                         extra_compile_args=[*compile_args, *(["-O3"] if "-O2" in compile_args else []),
                                             *(["-fno-loop-unroll-and-jam"] if GCC else [])]
                         if name in VECTORISED else compile_args) for name in COMPILED]
    return translated(modules)


class Stubs(Command):
    """Writes the stubs of the compiled modules beside them, for type checkers: wheels and archives contain them."""

    user_options: ClassVar[list[tuple[str, str, str]]] = []

    def initialize_options(self) -> None:
        pass

    def finalize_options(self) -> None:
        pass

    def run(self) -> None:
        subprocess.run([sys.executable, str(Path("scripts", "write-stubs"))], check=True)


class Compile(build_ext):
    """Compiles several modules at once. If one cannot be compiled, none is left."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.parallel is None:
            self.parallel = jobs()

    def run(self) -> None:
        self.in_source = bool(self.inplace)
        if self.in_source:
            self.run_command("stubs")
        super().run()

    def build_extensions(self) -> None:
        try:
            super().build_extensions()
        except (BaseError, CCompilerError) as error:
            for folder in (self.build_lib, *(["src"] if self.in_source else [])):
                for path in (Path(folder, *module.name.split(".")) for module in self.extensions):
                    for ending in EXTENSION_SUFFIXES:
                        path.with_name(path.name + ending).unlink(missing_ok=True)
            warn(f"{error}\nA module cannot be compiled, so none is: Féerie will be several hundred times slower")
            self.extensions = self.distribution.ext_modules = []


class Wheel(bdist_wheel):
    """A wheel for this platform and every Python from 3.11 on; for any platform if nothing is compiled."""

    def finalize_options(self) -> None:
        if STABLE_ABI and self.distribution.has_ext_modules():
            self.py_limited_api = "cp311"
        super().finalize_options()

    def run(self) -> None:
        if not self.skip_build:
            self.run_command("build")
        if not self.distribution.has_ext_modules():
            self.root_is_pure, self.py_limited_api = True, False
        super().run()


LESSONS = ("docs/genres/*.md", "docs/*/genres/*.md", "docs/diagrams/figures.json", "docs/dictionary/meanings.json",
           "tests/data/positions.json", "tests/data/perft/*.perft")
"""What the page's lessons are made of; apps/web/learn reads it."""


class Build(build_py):
    """Puts a copy of the rules pages, and of the facts they name, into what is installed."""

    def run(self) -> None:
        self.run_command("stubs")
        super().run()
        if self.editable_mode:      # the files are read where they are
            return
        rules = Path(self.build_lib, "feerie", "apps", "web", "rules")
        for pattern in LESSONS:
            for path in Path().glob(pattern):
                (rules / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, rules / path)


class Archive(sdist):
    """The source distribution; the stubs are there before its files are listed."""

    def run(self) -> None:
        self.run_command("stubs")
        super().run()


setup(ext_modules=extensions(), cmdclass={"bdist_wheel": Wheel, "build_ext": Compile, "build_py": Build,
                                          "sdist": Archive, "stubs": Stubs})
