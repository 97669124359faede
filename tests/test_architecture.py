"""What keeps the package in shape: layers, names, and that nothing a genre needs is missing."""
from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from facts import PERFT, ROOT, SOURCE, facts, module_of, modules_to_compile, perft_facts
from random_positions import GENRE_NAMES

import feerie
from feerie.base.compilation import INLINED, compiled_modules
from feerie.formats.popeye.words import CONDITIONS
from feerie.genres import GENRES, ORTHODOX
from feerie.kernel import tables
from feerie.kernel.compiled_rules import DOCTRINES
from feerie.kernel.state import COMPILED
from feerie.notation.languages import LANGUAGES
from feerie.rules.movement import Mode

LAYERS = ("base", "rules", "conditions", "men", "genres", "kernel", "search", "search.goal", "search.patterns",
          "search.filters", "search.proof", "search.forced", "search.lines", "tables", "engine", "notation", "game",
          "why", "env", "", "problems", "formats", "verification", "solving", "match", "views", "apps.shell",
          "apps.solving", "apps.playing", "apps.protocols", "apps.web.serving", "apps.web.games", "apps.web.compose",
          "apps.web.study", "apps.web.solve", "apps.web.learn", "apps.web", "apps")
"""From the bottom up. Modules of a folder itself are a layer, too: of `search` below its rooms, of `apps` above them;
"" is the package."""
MODULES = sorted(SOURCE.rglob("*.py"))
LONGEST_FUNCTION = 60
"""Lines, including the docstring."""
MOST_PARAMETERS = 8
"""Positional ones, without self; commands are declared with more."""
DEEPEST_CLASS = 3
"""Classes from one without bases in the package to the last that derives from it, in searches."""
MOST_METHODS = 40
"""Those of a search's class and of its bases."""
DECLARED_CLASS = re.compile(r"^cdef class (?P<name>\w+).*\n(?P<body>(?: .*\n|\n|#.*\n)*)", re.MULTILINE)
DECLARED_MEMBER = re.compile(r"^    cdef (?:public |readonly )?(?P<type>\w+) [\w, ]+(?:#.*)?$", re.MULTILINE)
DECLARED_LOCALS = re.compile(r"^(?P<indent> *)@cython\.locals\((?P<locals>[^)]*)\)\n(?:(?P=indent)@.*\n)*"
                             r"(?P=indent)cp?def [^(\n]*?(?P<function>\w+)\(", re.MULTILINE)
"""The types of the local variables of a function in a .pxd."""
MEMBERS_OF_THE_LIBRARY = {"_asdict", "_fields", "_replace", "_value_"}
"""Those of named tuples and enumerations; they begin with "_" and are not private."""
FACTS_OF_GENRES = {"rollerball": "rollerball_positions", "rollerball-literal": "rollerball_positions"}


def name_of(path: Path) -> str:
    """A module's path in the package, for the names of tests."""
    return path.relative_to(SOURCE).as_posix()


def layer_of(module: str) -> int:
    """The number of the layer a module feerie.x.y belongs to."""
    folders = module.split(".")[1:]
    names = (".".join(folders[:length]) for length in (3, 2, 1))
    return LAYERS.index(next((name for name in names if name in LAYERS), ""))


def imports(tree: ast.Module) -> Iterator[tuple[str, str | None]]:
    """The modules imported, with the name taken from each, except those imported for type checking only."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            waiting.extend(node.orelse)
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            yield from ((node.module or "", alias.name) for alias in node.names)
        waiting.extend(ast.iter_child_nodes(node))


def needs(path: Path) -> set[str]:
    """The modules of the package that a module imports."""
    known = set(map(module_of, MODULES))
    return {full if (full := f"{module}.{name}") in known else module for module, name in imports(parsed(path))
            if module.split(".")[0] == "feerie"}


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The functions of a module with their names; methods are named "Class.method"."""
    waiting: list[tuple[str, ast.AST]] = [("", tree)]
    while waiting:
        prefix, node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            name = prefix
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{prefix}.{child.name}" if prefix else child.name
                if not isinstance(child, ast.ClassDef):
                    yield name, child
            waiting.append((name, child))


def is_private(name: str) -> bool:
    """Whether a name is one for the module itself."""
    return name.startswith("_") and not name.startswith("__")


@cache
def parsed(path: Path) -> ast.Module:
    """A module's syntax."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def private_members(tree: ast.Module) -> Iterator[str]:
    """The names, beginning with "_", of members that the classes of a module define or set on themselves."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    yield statement.name
                elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
                    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                    yield from (target.id for target in targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) \
                and isinstance(node.value, ast.Name) and node.value.id == "self":
            yield node.attr


def texts(tree: ast.Module) -> Iterator[str]:
    """The string constants of a module that are not documentation."""
    documentation = {id(statement.value) for node in ast.walk(tree)
                     if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) for statement in node.body
                     if isinstance(statement, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value


@pytest.mark.parametrize("path", [path for path in MODULES if path.name not in ("__main__.py",) and
                                  path != SOURCE / "__init__.py"], ids=name_of)
def test_imports_go_downwards(path: Path) -> None:
    own = layer_of(module_of(path))
    for module, name in imports(parsed(path)):
        if module.split(".")[0] != "feerie":
            continue
        modules = [f"feerie.{name}"] if module == "feerie" and name else [module]
        for imported in modules:
            assert layer_of(imported) <= own, f"{name_of(path)} imports {imported} from a layer above"


def test_no_module_needs_itself() -> None:
    """Imports inside functions count, too."""
    needed = {module_of(path): needs(path) - {module_of(path)} for path in MODULES
              if path != SOURCE / "__init__.py"}
    while free := {module for module, modules in needed.items() if not modules & needed.keys()}:
        needed = {module: modules for module, modules in needed.items() if module not in free}
    while idle := needed.keys() - set().union(*needed.values()):
        needed = {module: modules for module, modules in needed.items() if module not in idle}
    assert not needed, "these import one another"


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.pxd")), ids=name_of)
def test_declarations_are_imported_downwards(path: Path) -> None:
    own = layer_of("feerie." + name_of(path).removesuffix(".pxd").replace("/", "."))
    for imported in re.findall(r"^ *from (feerie[\w.]*) c?import", path.read_text(encoding="utf-8"), re.MULTILINE):
        assert layer_of(imported) <= own, f"{name_of(path)} imports {imported} from a layer above"


def test_every_folder_is_a_layer() -> None:
    folders = {name_of(path.parent) for path in SOURCE.rglob("*.py") if path.parent != SOURCE}
    assert not {folder for folder in folders if layer_of("feerie." + folder.replace("/", ".")) == LAYERS.index("")}
    assert not {layer for layer in LAYERS if layer and layer.replace(".", "/") not in folders}


def test_the_package_itself_holds_no_modules() -> None:
    assert {path.name for path in SOURCE.glob("*.py")} == {"__init__.py", "__main__.py"}


@pytest.mark.parametrize("path", [path for path in MODULES if path.name == "__init__.py"], ids=name_of)
def test_every_folder_says_what_it_holds(path: Path) -> None:
    assert ast.get_docstring(parsed(path))


def test_functions_are_short() -> None:
    found = {f"{name_of(path)}: {name}" for path in MODULES for name, node in functions(parsed(path))
             if (node.end_lineno or node.lineno) - node.lineno >= LONGEST_FUNCTION}
    assert not found, f"longer than {LONGEST_FUNCTION} lines"


def test_functions_have_few_parameters() -> None:
    found = set()
    for path in MODULES:
        for name, node in functions(parsed(path)):
            names = [item.arg for item in node.args.posonlyargs + node.args.args]
            if len(names) - (names[:1] in (["self"], ["cls"])) > MOST_PARAMETERS:
                found.add(f"{name_of(path)}: {name}")
    assert not {name for name in found if not name.startswith("apps/")}, \
        f"more than {MOST_PARAMETERS} positional parameters"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_private_names_are_used_in_their_own_module(path: Path) -> None:
    """What another module needs has a name without "_": a method, or a function beside the class."""
    tree = parsed(path)
    own = {name for name in private_members(tree) if is_private(name)} | MEMBERS_OF_THE_LIBRARY
    foreign = [f"line {node.lineno}: {ast.unparse(node)}" for node in ast.walk(tree)
               if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own
               and not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))]
    foreign += [f"{name} of {module}" for module, name in imports(tree) if name and is_private(name)]
    assert not foreign


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent.name in ("base", "rules")],
                         ids=name_of)
def test_rules_need_the_standard_library_only(path: Path) -> None:
    allowed = {"feerie", *sys.stdlib_module_names}
    assert {module.split(".")[0] for module, _ in imports(parsed(path))} <= allowed


def test_public_names_are_exact() -> None:
    tree = parsed(SOURCE / "__init__.py")
    found = {alias.name: alias.asname or alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
             and (node.module or "").startswith("feerie.") for alias in node.names
             if f"{node.module}.{alias.name}" not in map(module_of, MODULES)}
    constants = {name for name in feerie.genres.__all__ if name.isupper() and name != "GENRES"}
    assert constants <= found.keys()
    imported = {shown for name, shown in found.items() if name not in constants}
    assert sorted(imported) == sorted(feerie.__all__)
    assert len(set(feerie.__all__)) == len(feerie.__all__)
    assert dir(feerie) == sorted(feerie.__all__)
    for name in feerie.__all__:
        assert getattr(feerie, name) is not None
    with pytest.raises(AttributeError):
        feerie.no_such_name  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("path", [path for path in MODULES if path.name != "__main__.py"], ids=name_of)
def test_what_a_module_offers_is_there(path: Path) -> None:
    try:
        module = import_module(module_of(path))
    except ImportError as error:
        if "this needs the package" not in str(error):
            raise
        pytest.skip(str(error))
    for public in getattr(module, "__all__", ()):
        assert hasattr(module, public), f"{module.__name__}.{public}"


@pytest.mark.skipif(not COMPILED, reason="uncompiled modules look whether there is a Cython")
def test_import_feerie_loads_the_standard_library_only() -> None:
    code = ("import sys; before = set(sys.modules); import feerie; "
            "print(*{name.split('.')[0] for name in set(sys.modules) - before})")
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    foreign = {name for name in found if name not in sys.stdlib_module_names}
    made_by_compiled_modules = {name for name in foreign if name == "cython_runtime" or name.startswith("_cython_")}
    assert foreign - made_by_compiled_modules == {"feerie"}


def test_import_feerie_leaves_the_layers_above_alone() -> None:
    code = "import sys, feerie; print(*(name for name in sys.modules if name.startswith('feerie.')))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in found if layer_of(name) > layer_of("feerie.game.position")]


@pytest.mark.parametrize("path", [path for path in MODULES if layer_of("feerie." + name_of(path).replace("/", "."))
                                  <= LAYERS.index("solving") and path.parent.name != "genres"
                                  and path.parent != SOURCE / "notation" / "languages"
                                  and not name_of(path).startswith("formats/popeye")], ids=name_of)
def test_no_genre_is_named_outside_its_file(path: Path) -> None:
    names = {genre.name for genre in GENRES}
    tree = parsed(path)
    assert not names & set(texts(tree))
    constants = {genre.name.replace("-", "_").upper() for genre in GENRES}
    assert not [name for module, name in imports(tree) if module.startswith("feerie.genres") and name in constants]


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.pxd")), ids=name_of)
def test_no_genre_is_named_in_declarations(path: Path) -> None:
    words = set(re.findall(r"[\w-]+", path.read_text(encoding="utf-8").lower()))
    assert not words & {genre.name for genre in GENRES}


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent.name in ("rules", "kernel")
                                  or path.parent.name in ("game", "why")], ids=name_of)
def test_words_of_languages_stay_with_the_languages(path: Path) -> None:
    foreign = {noun.word for code in ("fr", "de") for noun in LANGUAGES[code].men.values()}
    for text in texts(parsed(path)):
        assert not foreign & set(re.findall(r"\w+", text)), text
        assert text.isascii() or not re.search(r"[^\W\d_]", re.sub("[ -~]", "", text)), text


def test_compiled_modules_are_those_with_declarations() -> None:
    declared = {module_of(path) for path in SOURCE.rglob("*.pxd") if path.with_suffix(".py").exists()}
    assert not INLINED - declared
    assert sorted(modules_to_compile()) == sorted(declared - INLINED) == list(compiled_modules())


def search_classes() -> dict[str, tuple[ast.ClassDef, list[str]]]:
    """The classes of searches and of the engine by name, with the names of their bases."""
    return {node.name: (node, [base.id for base in node.bases if isinstance(base, ast.Name)])
            for path in MODULES if path.relative_to(SOURCE).parts[0] in ("search", "engine")
            for node in parsed(path).body if isinstance(node, ast.ClassDef)}


def test_searches_are_composed() -> None:
    """They have members that can be read alone, not long chains of classes, and none has very many methods."""
    classes = search_classes()

    def ancestry(name: str) -> list[str]:
        return [name, *(each for base in classes[name][1] if base in classes for each in ancestry(base))]

    found = {}
    for name in classes:
        line = ancestry(name)
        methods = {method.name for each in line for method in classes[each][0].body
                   if isinstance(method, ast.FunctionDef) and not method.name.startswith("__")}
        if len(line) > DEEPEST_CLASS or len(methods) > MOST_METHODS:
            found[name] = (len(line), len(methods))
    assert not found


def test_no_member_of_a_search_holds_its_owner() -> None:
    """Nor does one that it holds: the types of members form no circle, but for lists of one type."""
    held = {found["name"]: {member["type"] for member in DECLARED_MEMBER.finditer(found["body"])} - {found["name"]}
            for path in sorted((SOURCE / "search").rglob("*.pxd"))
            for found in DECLARED_CLASS.finditer(path.read_text(encoding="utf-8"))}
    assert held["HelpSearch"] > {"LineFilters", "LineEndings"}
    while held:
        free = [name for name, types in held.items() if not types & held.keys()]
        assert free, f"a circle: {', '.join(held)}"
        for name in free:
            del held[name]


@pytest.mark.parametrize("path", [path for path in sorted(SOURCE.rglob("*.pxd")) if path.with_suffix(".py").exists()],
                         ids=name_of)
def test_declared_locals_are_those_of_the_functions(path: Path) -> None:
    """A name that only the declaration has is left over, or its variable was renamed and is no longer a C variable."""
    text, written = path.read_text(encoding="utf-8"), dict(functions(parsed(path.with_suffix(".py"))))
    classes = {found.start(): found[1] for found in re.finditer(r"^cdef class (\w+)", text, re.MULTILINE)}
    declared = list(DECLARED_LOCALS.finditer(text))
    assert len(declared) == text.count("cython.locals(")
    unused = []
    for found in declared:
        owner = classes[max(start for start in classes if start < found.start())] + "." if found["indent"] else ""
        nodes = list(ast.walk(written[owner + found["function"]]))
        names = {node.id for node in nodes if isinstance(node, ast.Name)} \
            | {node.arg for node in nodes if isinstance(node, ast.arg)}
        unused += [f"{owner}{found['function']}: {name}" for name in re.findall(r"(\w+)=", found["locals"])
                   if name not in names]
    assert not unused


def test_compiled_constants_are_those_of_python() -> None:
    text = (SOURCE / "kernel" / "compiled_rules.pxd").read_text(encoding="utf-8")
    declared = {name: int(number) for name, number in re.findall(r"^    (\w+) = (\d+) *(?:#|$)", text, re.MULTILINE)}
    meant = {mode.name: int(mode) for mode in Mode} | {royalty.name: i for i, royalty in enumerate(DOCTRINES)}
    assert declared == {name: meant[name] if name in meant else getattr(tables, name) for name in declared}
    assert not meant.keys() - declared.keys()


def test_the_version_is_written_once() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in text and f'"{feerie.__version__}"' not in text


def test_every_genre_has_its_perft_facts() -> None:
    found = {fact.genre for fact in perft_facts()}
    assert not {genre.name for genre in GENRES} - found, "no file in tests/data/perft"
    assert all(fact.epd and fact.leaves for fact in perft_facts())
    assert sorted(path.stem for path in PERFT.glob("*.perft")) == sorted(found)


def test_every_genre_has_its_positions() -> None:
    found = {fact["genre"] for name in ("positions", "popeye_moves") for fact in facts(name)} | set(FACTS_OF_GENRES)
    assert not {genre.name for genre in GENRES} - found, "no facts about positions"


def test_every_genre_is_known_to_the_reference() -> None:
    assert not {genre.name for genre in GENRES} - set(GENRE_NAMES), "not compared with the reference"


def test_every_genre_has_a_word_for_problem_files() -> None:
    unnamed = ORTHODOX.name     # the rules of a problem without conditions
    assert not {genre.name for genre in GENRES} - {unnamed} - CONDITIONS.keys(), "no word in formats/popeye/words.py"


def test_every_genre_has_its_page() -> None:
    missing = [f"docs/genres/{genre.name}.md" for genre in GENRES
               if not (ROOT / "docs" / "genres" / f"{genre.name}.md").exists()]
    assert not missing, f"missing: {', '.join(missing)}"


def test_every_genre_file_is_in_the_list() -> None:
    files = {path.stem.replace("_", "-") for path in (SOURCE / "genres").glob("*.py")} - {"--init--"}
    assert files == {genre.name for genre in GENRES}
