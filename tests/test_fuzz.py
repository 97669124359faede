"""Whatever a parser reads, it gives the thing itself or one of the package's errors, soon, and nothing in between.

Inputs are random bytes, texts made of the characters a format uses, and good texts that are cut, torn and mixed.
"""
from __future__ import annotations

import string
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from facts import DATA, ROOT, facts, perft_facts
from random_positions import CHESS_NAMES, GENRE_NAMES
from reference import ROLLERBALL_GENRES

from feerie import Error, Move, Position, ProblemError, find
from feerie.formats import convert, decoding, files, yacpdb
from feerie.formats.entries import Defaults
from feerie.genres import GENRES
from feerie.notation import fen, moves
from feerie.notation.languages import LANGUAGES
from feerie.problems.problem import ProblemEntry
from feerie.problems.stipulation import Stipulation
from feerie.verification import claim_reader

QUICK, LONG, PARTS = 2_000, 30_000, 6
PATIENCE = 5.0
"""Seconds of CPU that one input may take."""

LONGEST_MESSAGE = 2_000

Parser = Callable[[str, Random], None]

FENS = [fact["fen"] for name in ("positions", "rollerball_positions", "popeye_moves") for fact in facts(name)]
FENS += [fact.epd for fact in perft_facts()] + [genre.start for genre in GENRES if genre.start]
NAMES = [name for genre in GENRES for name in genre.all_names()] + list(GENRE_NAMES)
MOVES = ["e4", "Nf3", "exd6 e.p.", "e8=Q+", "0-0-0", "O-O", "Kf3(Re3)+", "Rf3 (Te3) †", "Kc2<->Sg6", "Rc2 ↔ Cg6",
         "Kd3-f3/wRh3-e3", "Sg1-f3 #", "a7a8q", "d3f3", "Qd1*d8", "Nbd2", "R1e2", "e8e2q", "ed", "Txh8‡", "a7-a8=D"]
TEXTS = [decoding.decode(path.read_bytes()) for folder in (ROOT / "examples", DATA / "problem_files")
         for path in sorted(folder.glob("*.*")) if path.suffix in (".pop", ".yaml")]
ENTRIES = [text for text in TEXTS if yacpdb.is_yacpdb(text)]
SOLUTIONS = [(ROOT / "examples" / "solution.json").read_text(encoding="utf-8")]
STIPULATIONS = ["#2", "h#3.5", "ser-h#12", "s=4", "r#2", "dia5.5", "a=>b4", "ser-zd6 7", "h==2", "semi-r#3", "+1",
                "pser-#3", "ser-!=2", "h##5", "#200"]
YAML = ['"\\UFFFFFFFF"', '"\\U00110000"', '"\\ud800"', '"\\e[2J"', "\n%YAML " + "9" * 5000 + ".1\n---\n", "\n---\n",
        "\n...\n", "\n- ", "&a ", "*a", "<<: *a", "? ", "!!int ", "!x!y ", "|\n", ">+9\n", "'", '"', "[", "{",
        "conditions: [Roque]\n"]
"""What a YAML text may hold and its parser may stumble over."""
STRANGE = "\0\t\n\r\x1b\x7f\xa0²٣Ⅷﬁ😀\ud800\u202eéÉß↔†‡–\ufeff\u2028"


def noise(rng: Random, letters: str) -> str:
    """Letters at random."""
    return "".join(rng.choice(letters) for _ in range(rng.choice((0, 1, 2, 3, 5, 8, 20, 60, 200))))


def damaged(rng: Random, seeds: list[str], letters: str) -> str:
    """A good text after some accidents."""
    text = rng.choice(seeds)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 6))):
        at, end = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        near = min(len(text), at + rng.randint(0, 3))
        accident = rng.choice((0, 1, 2, 2, 2, 3, 4, 5, 6, 7))
        if accident == 0:
            text = text[:at]
        elif accident == 1:
            text = text[:at] + text[near:]
        elif accident == 2:
            text = text[:at] + rng.choice(letters if rng.random() < 0.7 else STRANGE) + text[near:]
        elif accident == 3:
            text = text[:at] + text[at:end] * rng.choice((2, 3, 20)) + text[end:]
        elif accident == 4:
            other = rng.choice(seeds)
            text = text[:at] + other[rng.randint(0, len(other)):]
        elif accident == 5:
            text = text[:at] + text[at:end].swapcase() + text[end:]
        elif accident == 6:
            text = text[:at] + rng.choice(("99999", "-1", "0", " ", "/", "1" * 30, "9" * 400, "\n")) + text[near:]
        else:
            text = text[:at] + text[at:end][::-1] + text[end:]
    return text[:20_000]


def inputs(rng: Random, seeds: list[str], letters: str) -> str:
    """One text to be read."""
    kind = rng.random()
    if kind < 0.1:
        return decoding.decode(rng.randbytes(rng.choice((1, 4, 30, 300))))
    if kind < 0.2:
        return noise(rng, letters + STRANGE)
    if kind < 0.35:
        return noise(rng, letters)
    return damaged(rng, seeds, letters)


def read_fen(text: str, rng: Random) -> None:
    """A setup that can be read back from its FEN, and a position that answers questions."""
    names = ROLLERBALL_GENRES if text.count("/") == 6 else CHESS_NAMES
    genre = find(rng.choice(names if rng.random() < 0.9 else GENRE_NAMES))
    setup = fen.parse(genre, text)
    assert fen.parse(genre, fen.write(genre, setup)) == setup
    position = Position(genre, text)
    assert position.status().word and len(position.legal_moves) >= 0
    assert Position(genre, position.fen()) == position
    for move in rng.sample(list(position.legal_moves), min(2, len(position.legal_moves))):
        position.play(move).status()


def read_move(text: str, rng: Random) -> None:
    """A legal move of the position, from any text in any language."""
    position = rng.choice(POSITIONS)
    language = rng.choice(list(LANGUAGES))
    if position.legal_moves and rng.random() < 0.6:
        meant = rng.choice(list(position.legal_moves))
        write = rng.choice((position.san, position.long))
        text = damaged(rng, [write(meant, language), meant.uci()], "KQRBN12345678abcdefgh")
    move = position.parse(text, language) if rng.random() < 0.8 else moves.parse_uci(position, text)
    assert isinstance(move, Move) and move in position.legal_moves
    assert position.play(move).genre is position.genre


def read_genre(text: str, rng: Random) -> None:
    """A genre that is found again by its own name."""
    genre = find(text)
    assert find(genre.name) == genre


def read_stipulation(text: str, rng: Random) -> None:
    """A stipulation that is read again as it is written."""
    stipulation = Stipulation.parse(text)
    assert Stipulation.parse(str(stipulation)) == stipulation


def read_problems(text: str, rng: Random) -> None:
    """Entries, each a complete problem, or an error with its line."""
    check_entries(files.parse(text))


def read_entries(text: str, rng: Random) -> None:
    """The same for a text that is taken for YACPDB entries, with escapes and directives."""
    for _ in range(rng.choice((0, 0, 1, 2))):
        at = rng.randint(0, len(text))
        text = text[:at] + rng.choice(YAML) + text[at:]
    check_entries(yacpdb.parse(text))


def read_solution(text: str, rng: Random) -> None:
    """Claims of solutions."""
    assert isinstance(claim_reader.read(text), list)


def read_converted(name: str) -> Parser:
    """Entries of one of the formats that only `feerie convert` reads; what is read can be written as JSON."""
    def read(text: str, rng: Random) -> None:
        found = list(convert.read(text, convert.FORMATS[name], Defaults()))
        assert [entry.number for entry in found] == list(range(1, len(found) + 1))
        for entry in found:
            assert (entry.content is None) != (entry.error is None) and entry.line >= 1
            if entry.error is not None:
                message = str(entry.error)
                assert message.startswith("line ") and "\n" not in message and len(message) < LONGEST_MESSAGE, message
            else:
                with suppress(ProblemError):
                    written = convert.write(entry.get(), convert.FORMATS["json"])
                    assert not written.lost, written.lost
    return read


def check_entries(entries: list[ProblemEntry]) -> None:
    """Each entry is a problem or an error, and shows its warnings and the failures of its twins in one line each."""
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    for entry in entries:
        assert (entry.problem is None) != (entry.error is None)
        if entry.problem is None:
            with pytest.raises(ProblemError):
                entry.get()
            assert "\n" not in str(entry.error)
            continue
        problem = entry.get()
        assert problem.fen and problem.stipulation.is_kept == (problem.plies == 0) and repr(problem)
        Position(problem.genre, problem.start)
        try:
            assert problem.twins_applied()
        except ProblemError:
            assert problem.twins
        said = [*problem.warnings, *(str(part) for _, part in problem.parts() if isinstance(part, ProblemError))]
        assert not [line for line in said if "\n" in line or len(line) > LONGEST_MESSAGE]


CONVERTED = {name: [path.read_text(encoding="utf-8") for path in sorted((DATA / "convert").glob(f"*.{name}"))]
             for name in ("fen", "epd", "pgn")}
JSON = [*SOLUTIONS, "".join(convert.FORMATS["json"].document(
    convert.FORMATS["json"].write(entry.get(), "en") for text in ENTRIES
    for entry in convert.read(text, convert.FORMATS["yacpdb"], Defaults())
    if entry.content and "Unreadable" not in repr(entry.content)))]
POSITIONS = [Position(fact["genre"], fact["fen"]) for fact in facts("positions") if "exposed" not in fact]
PARSERS: dict[str, tuple[Parser, list[str], str]] = {
    "fen": (read_fen, FENS, "KQRBNPkqrbnp12345678/*-wbXx abcdefgh"),
    "move": (read_move, MOVES, "abcdefgh12345678KQRBNSPDTFCLxO0-+#=*:/()<>↔†‡ ep."),
    "genre": (read_genre, NAMES, string.ascii_letters + "+- éÉäöü"),
    "stipulation": (read_stipulation, STIPULATIONS, "#=0123456789.hsrediapz-+!>b "),
    "problem file": (read_problems, TEXTS, string.printable),
    "entry": (read_entries, ENTRIES, string.printable),
    "solution": (read_solution, SOLUTIONS, string.printable),
    "FEN list": (read_converted("fen"), CONVERTED["fen"], string.printable),
    "EPD list": (read_converted("epd"), CONVERTED["epd"], string.printable),
    "problems in PGN": (read_converted("pgn"), CONVERTED["pgn"], string.printable),
    "problems in JSON": (read_converted("json"), JSON, string.printable),
}

SLOWNESS = {"problem file": 10, "entry": 20, "FEN list": 10, "EPD list": 10, "problems in PGN": 10,
            "problems in JSON": 10, "genre": 4}
"""By what factor a parser gets fewer inputs."""


def fuzz(name: str, number: int, seed: object) -> None:
    """Give a parser some inputs."""
    read, seeds, letters = PARSERS[name]
    rng = Random(f"{name} {seed}")
    good = 0
    for _ in range(number):
        text, began = "", time.thread_time()
        try:
            text = inputs(rng, seeds, letters)
            read(text, rng)
            good += 1
        except Error as error:
            message = str(error)
            clear = message and "\n" not in message and len(message) < LONGEST_MESSAGE
            assert clear, f"{message[:200]!r} about {text[:200]!r}"
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}: after {text!r}") from error
        assert time.thread_time() - began < PATIENCE, f"slow: {text!r}"
    assert good, "no input was good enough to test anything"


@pytest.mark.parametrize("name", PARSERS)
def test_any_text_is_read_or_refused(name: str) -> None:
    fuzz(name, QUICK // SLOWNESS.get(name, 1), "quick")


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", PARSERS)
def test_any_text_is_read_or_refused_far(name: str, part: int) -> None:
    fuzz(name, LONG // PARTS // SLOWNESS.get(name, 1), part)


def test_any_bytes_are_decoded() -> None:
    rng = Random("bytes")
    for _ in range(QUICK):
        data = rng.randbytes(rng.randint(0, 40))
        assert isinstance(decoding.decode(data), str)
    assert decoding.decode("é".encode("cp1252")) == decoding.decode("é".encode()) == "é"
