"""The files of the page: modules joined into one, addresses with a version, what a visit asks for."""
from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from serving import Server

pytest.importorskip("fastapi")

from feerie.apps.web.serving.joining import JoinError, joined
from feerie.apps.web.serving.page_files import IMMUTABLE, STYLES
from feerie.apps.web.serving.texts import STATIC, page_texts

NODE = shutil.which("node")
MODULES = {
    "entry.js": "import { add as plus, Box } from './deep/sum.js';\nimport * as all from './deep/sum.js';\n"
                "import { count, next } from './count.js';\n/** A comment. */\nnext();\nnext();\n"
                "console.log(plus(1, 2), new Box().held, all.hidden, count, secret());\n"
                "function secret() { return 'own'; }\n",
    "deep/sum.js": "import { next } from '../count.js';\nconst secret = 3;\nexport const add = (a, b) => a + b;\n"
                   "export class Box {\n  constructor() { this.held = secret; }\n}\nnext();\n",
    "count.js": "export let count = 0;\n// Counts.\nexport function next() { count += 1; }\n",
}


def write(folder: Path, **changed: str) -> Path:
    """The modules in a folder; `changed`: other texts, "_" for "/" and "."."""
    for name, text in MODULES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(changed.get(re.sub(r"\W", "_", name), text), encoding="utf-8")
    return folder / "entry.js"


@pytest.mark.skipif(NODE is None, reason="there is no Node.js")
def test_joined_modules_do_what_they_did(tmp_path: Path) -> None:
    (tmp_path / "one.mjs").write_text(joined(write(tmp_path)), encoding="utf-8")
    done = subprocess.run([NODE or "", str(tmp_path / "one.mjs")], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("3 3 undefined 3 own\n", "")


@pytest.mark.parametrize("name, text, why", [
    ("count_js", "import { add } from './deep/sum.js';\nexport function next() { add(); }\n", "import each other"),
    ("count_js", "export function other() {}\n", "does not export next"),
    ("count_js", "export let count = 0;\nexport default function next() {}\n", "a way that is not known"),
    ("deep_sum_js", "export { add, Box } from './more.js';\n", "a way that is not known"),
    ("entry_js", "import './count.js';\n", "in a way that is not known"),
    ("entry_js", "import { count as number } from './count.js';\n", "keeps its name"),
])
def test_what_cannot_be_joined(tmp_path: Path, name: str, text: str, why: str) -> None:
    with pytest.raises(JoinError, match=why):
        joined(write(tmp_path, **{name: text}))


def test_every_module_and_style_is_in_the_joined_files() -> None:
    script, site = joined(STATIC / "js" / "main.js"), joined(STATIC / "site" / "site.js")
    for path in STATIC.glob("js/*.js"):
        named = re.search(r"^export (?:const|class|(?:async )?function) (\w+)", path.read_text(encoding="utf-8"), re.M)
        assert path.name in ("main.js", "reference.js") or (named and re.search(rf"\b{named[1]}\b", script)), path
    assert "ComposePage" not in site and "import " not in re.sub(r"'[^'\n]*'", "", site)
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert tuple(re.findall('<link rel="stylesheet" href="/static/([^"]+)"', page)) == STYLES


def test_versioned_addresses_are_kept_for_ever(server: Server) -> None:
    page = server.ask("/")[1]
    version = re.search('data-version="(.*?)"', page)
    asked = [html.unescape(each) for each in re.findall('(?:href|src)="(/(?:static|pictures|api)/[^"]+)"', page)]
    assert version and len(asked) == 8 and all(address.endswith(f"v={version[1]}") for address in asked)
    for address in (*asked, f"/api/genres?v={version[1]}", f"/pictures/men.svg?v={version[1]}"):
        method = "HEAD" if "/fonts/" in address else "GET"
        assert server.ask(address, method=method)[2]["cache-control"] == IMMUTABLE, address
    for address in ("/static/page.js", "/static/page.js?v=other", f"/static/none.js?v={version[1]}",
                    f"/api/collections?v={version[1]}", "/"):
        assert server.ask(address)[2]["cache-control"] == "no-cache", address


@pytest.mark.parametrize(("path", "headers", "language", "data"), [
    ("/", {}, "en", ["/api/texts/en", "/api/front?language=en", "/api/levels"]),
    ("/", {"Accept-Language": "de-AT,de;q=0.9"}, "de", ["/api/texts/de", "/api/front?language=de", "/api/levels"]),
    ("/compose/none", {"Cookie": "language=fr"}, "fr", ["/api/texts/fr", "/api/catalogue?language=fr"]),
    ("/learn/roque", {"Cookie": "language=xx"}, "en", ["/api/texts/en", "/api/lessons/roque?language=en"]),
    ("/learn/none", {}, "en", ["/api/texts/en"]),
    ("/solve", {}, "en", ["/api/texts/en", "/api/exercises?language=en&collection=0&offset=0"]),
    ("/solve/9747cd88", {}, "en", ["/api/texts/en", "/api/exercises/9747cd88?language=en&notation=short"]),
    ("/?genre=roque", {}, "en", ["/api/texts/en", "/api/genres?language=en", "/api/elements?language=en",
                                 "/api/levels"]),
])
def test_the_page_asks_for_its_data_before_its_script_does(server: Server, path: str, headers: dict[str, str],
                                                           language: str, data: list[str]) -> None:
    page = server.ask(path, headers=headers)[1]
    loads = [html.unescape(each) for each in re.findall('<link rel="preload" as="fetch" [^>]*href="([^"]+)"', page)]
    assert [re.sub("[?&]v=.*", "", each) for each in loads] == data
    assert f' lang="{language}">' in page and f'<option value="{language}" selected>' in page
    assert f'<a href="/learn" data-text="learn">{page_texts(language)["learn"]}</a>' in page
    assert all(server.ask(address)[2]["cache-control"] == IMMUTABLE for address in loads)
