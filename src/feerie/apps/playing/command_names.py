"""Names of the commands of a game in the terminal: in every language, shortened, or misspelt."""
from __future__ import annotations

from unicodedata import normalize

from feerie.base.errors import nearest
from feerie.notation.languages import LANGUAGES, Language

__all__ = ["COMMANDS", "aliases", "near", "split", "split_shortened"]

COMMANDS = ("moves", "why", "hint", "undo", "board", "flip", "fen", "pgn", "save", "load", "level", "draw", "resign",
            "new", "help", "quit")
LEAST = {"new": 3, "resign": 3}
"""The fewest letters of a shortened command that ends a game."""
SPELLINGS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def aliases(command: str, words: Language) -> list[str]:
    """The names of a command in a language, the usual one first."""
    return words.word(f"command: {command}").split("|")


def _spellings(name: str) -> set[str]:
    """A name, and how it is typed on keyboards without its accents."""
    return {name, normalize("NFKD", name).encode("ascii", "ignore").decode(), name.translate(SPELLINGS)}


NAMES: dict[str, str] = {spelling: command for words in LANGUAGES.values() for command in COMMANDS
                         for alias in aliases(command, words) for spelling in _spellings(alias)}
"""The commands by their names in every language."""


def split(line: str) -> tuple[str, str]:
    """The command that a line begins with ("" if none), and the rest of the line."""
    words = line.split()
    for count in (2, 1):
        name = NAMES.get(" ".join(words[:count]).lower())
        if name and len(words) >= count:
            return name, line.split(maxsplit=count)[count] if len(words) > count else ""
    return "", ""


def split_shortened(line: str, words: Language) -> tuple[list[str], str]:
    """The commands of a language whose names begin as a line does, and the rest of the line."""
    first, _, rest = line.partition(" ")
    start = first.lower()
    found = [command for command in COMMANDS if len(start) >= LEAST.get(command, 1)
             and any(name.startswith(start) for alias in aliases(command, words) for name in _spellings(alias))]
    return found, rest.strip()


def near(line: str, words: Language) -> str:
    """The name of the command in a language that the first word of a line may have meant; "" for none."""
    names = [name for command in COMMANDS for name in aliases(command, words)]
    return nearest(line.split()[0].lower(), names) if line.strip() else ""
