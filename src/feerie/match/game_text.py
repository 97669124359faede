"""The games of a match as PGN."""
from __future__ import annotations

import textwrap
from collections.abc import Sequence

from feerie import genres
from feerie.match.openings import Opening
from feerie.match.player import Fault
from feerie.match.referee import MOVE_LIMIT, GameRecord
from feerie.notation.control import printable
from feerie.position import WHITE
from feerie.rules.genre import Genre

__all__ = ["pgn"]

_TERMINATIONS = {Fault.TIME.value: "time forfeit", Fault.ILLEGAL.value: "rules infraction",
                 Fault.DIED.value: "abandoned", Fault.HANGS.value: "abandoned", Fault.REFUSES.value: "abandoned",
                 MOVE_LIMIT: "adjudication"}
"""The words of the PGN standard, section 9.8.1, for reasons that are not of the rules."""


def pgn(record: GameRecord, genre: Genre, names: Sequence[str], control: str, date: str) -> str:
    """A game with its tags. `names`: of A and B. `control`: the time control. `date`: "2026.01.31"."""
    white, black = (names["AB".index(player)] for player in (record.white, record.black))
    tags = {"Event": "Match", "Site": "?", "Date": date, "Round": str(record.number), "White": white, "Black": black,
            "Result": record.result}
    if genre != genres.ORTHODOX:
        tags["Variant"] = genre.name
    if record.fen != genre.start:
        tags |= {"SetUp": "1", "FEN": record.fen}
    tags |= {"PlyCount": str(len(record.moves)), "TimeControl": control,
             "Termination": _TERMINATIONS.get(record.reason, "normal")}
    head = "\n".join(f'[{name} "{_tag(value)}"]' for name, value in tags.items())
    comment = f"{record.reason}: {record.detail}" if record.detail else record.reason
    words = [*_moves(record, genre), *f"{{{comment.translate(_NO_BRACES)}}}".split(), record.result]
    return f"{head}\n\n" + textwrap.fill(" ".join(words), 79, break_long_words=False, break_on_hyphens=False) + "\n\n"


_NO_BRACES = str.maketrans("{}", "()")


def _tag(value: str) -> str:
    return printable(value).replace("\\", "\\\\").replace('"', '\\"')


def _moves(record: GameRecord, genre: Genre) -> list[str]:
    """The moves in PGN's short notation, numbered."""
    position = Opening(record.fen).game(genre).position
    words = []
    for text in record.moves:
        if position.turn == WHITE:
            words.append(f"{position.fullmove_number}.")
        elif not words:
            words.append(f"{position.fullmove_number}...")
        words.append(position.pgn_san(text))
        position = position.play(text)
    return words
