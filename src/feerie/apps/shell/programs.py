"""Commands with help in the language of the run; all have the option --language."""
from __future__ import annotations

import re
from collections.abc import Iterable
from inspect import cleandoc
from typing import Any

import click
from click.shell_completion import CompletionItem

from feerie.apps.shell.run_language import run_language, wording, words
from feerie.notation.languages import LANGUAGES

__all__ = ["Program", "language_option", "text_of"]

_EXTRA = re.compile(r"(.*?)(?:  )?\[([^\[\]]*)\]", re.DOTALL)
"""The help of an option and what click adds to it: "Threads.  [default: 1; required]"."""
_DEFAULT = "default: "
_BLOCK = "\b"
LANGUAGE = click.Choice(list(LANGUAGES), case_sensitive=False)


def _paragraphs(help_text: str) -> str:
    """A help text in the language of the run, paragraph by paragraph; of examples only the heading is translated."""
    return "\n\n".join(_block(part) if part.startswith(_BLOCK) else text_of(" ".join(part.split()))
                       for part in help_text.split("\n\n"))


def _block(paragraph: str) -> str:
    mark, heading, *lines = paragraph.split("\n")
    return "\n".join([mark, text_of(heading), *lines])


def text_of(english: str) -> str:
    """A text that is used as it is: braces are not placeholders."""
    return wording(english) if "{" not in english else english


def _option_help(written: str) -> str:
    """The help of an option with what click adds to it."""
    found = _EXTRA.fullmatch(written)
    if not found or text_of(written) != written:
        return text_of(written)
    said, extra = found.groups()
    parts = [wording("default: {}", part.removeprefix(_DEFAULT)) if part.startswith(_DEFAULT) else text_of(part)
             for part in extra.split("; ")]
    return f"{text_of(said)}  [{wording('; ').join(parts)}]".strip()


class _Formatter(click.HelpFormatter):
    """Writes help in the language of the run."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The line "Usage:"."""
        super().write_usage(prog, words(args), wording("Usage: ") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """The heading of a section: "Options"."""
        self.write(f"{'':>{self.current_indent}}{wording('{}:', wording(heading))}\n")

    def write_text(self, text: str) -> None:
        """The description of a command."""
        super().write_text(_paragraphs(text))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Options and their help, or commands and what they do."""
        super().write_dl([(words(first), _option_help(second)) for first, second in rows], col_max, col_spacing)


class _Context(click.Context):
    formatter_class = _Formatter


def _spoken(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    """The language of the run, in which that of the option has been taken into account already."""
    return run_language()


def language_option(command: Any) -> Any:
    """The option --language; the command gets the language of the run."""
    return click.option("--language", type=LANGUAGE, callback=_spoken, is_eager=True,
                        help="Language of texts and of men's letters; if not given that of the input file, of "
                        "FEERIE_LANGUAGE, or of the system.")(command)


class Program(click.Command):
    """A command of `feerie`. All have the option --language, even if only their help and errors depend on it."""

    context_class = _Context

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        if not any(param.name == "language" for param in self.params):
            self.params.append(click.Option(
                ["--language"], type=LANGUAGE, expose_value=False, is_eager=True,
                help="Language of texts; if not given that of FEERIE_LANGUAGE, or of the system."))

    def get_short_help_str(self, limit: int = 45) -> str:
        """What the list of commands says about it."""
        return text_of(cleandoc(self.short_help or (self.help or "").partition("\n\n")[0]))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What completes a word, with its help."""
        found = super().shell_complete(ctx, incomplete)
        for item in found:
            item.help = item.help and text_of(item.help)
        return found
