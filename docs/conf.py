"""The documentation as a site, from the Markdown pages as they are:

    pip install ".[docs]"
    sphinx-build -W --keep-going -c docs . build/site

The source folder is that of the project, so that links between these pages and README.md, CONTRIBUTING.md, ... hold in
the site as they do in the repository. The front page is docs/index.html; the site needs no server and no network.
"""
from __future__ import annotations

import re
from typing import Any

import feerie

project = "Féerie"
author = "The Féerie developers"
copyright = "the Féerie developers, GPL-3.0-or-later"
version = release = feerie.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = ["docs/**", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
exclude_patterns = ["docs/site", "docs/static", "docs/man"]
myst_enable_extensions = ["colon_fence", "html_image"]
myst_heading_anchors = 4
default_role = "code"       # docstrings write names in single backquotes
nitpicky = False

html_theme = "furo"
html_title = f"Féerie {release}"
html_extra_path = ["site"]
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}

_LITERAL = re.compile(r"(`[^`]*`)")
_ROW = re.compile(r"(``[^`]+``(?:, ``[^`]+``)*) {2,}(\S.*)")


def _listed(paragraph: str) -> str:
    """A paragraph; of lines in two columns, the first of names, a list."""
    lines = paragraph.split("\n")
    if not any(_ROW.match(line) for line in lines):
        return paragraph
    rows: list[str] = []
    for line in lines:
        row = _ROW.match(line)
        if rows and line.startswith(" "):
            rows[-1] += " " + line.strip()
        else:
            rows.append(f"{row[1]}: {row[2]}" if row else line)
    return "\n".join(f"- {row}" for row in rows)


def _quoted(text: str) -> str:
    """A text whose signs mean nothing to Sphinx outside backquotes."""
    parts = _LITERAL.split(text)
    parts[::2] = [re.sub(r"([*_|\\])", r"\\\1", part) for part in parts[::2]]
    parts[1::2] = [f"`{part}`" for part in parts[1::2]]
    return "".join(parts)


def _as_markup(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are plain text with examples at their end."""
    text, prompt, examples = "\n".join(lines).partition(">>> ")
    paragraphs = [_listed(_quoted(paragraph)) for paragraph in text.rstrip().split("\n\n")]
    lines[:] = "\n\n".join([*paragraphs, prompt + examples]).split("\n")


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", _as_markup)
