"""The games of a match as PGN."""
from __future__ import annotations

from collections.abc import Sequence

from feerie.match.openings import Opening
from feerie.match.player import Fault
from feerie.match.referee import MOVE_LIMIT, GameRecord
from feerie.notation.control import printable
from feerie.notation.pgn import with_command
from feerie.rules.genre import Genre

__all__ = ["pgn"]

_TERMINATIONS = {Fault.TIME.value: "time forfeit", Fault.ILLEGAL.value: "rules infraction",
                 Fault.DIED.value: "abandoned", Fault.HANGS.value: "abandoned", Fault.REFUSES.value: "abandoned",
                 MOVE_LIMIT: "adjudication"}
"""The words of the PGN standard, section 9.8.1, for reasons that are not those of the rules."""


def pgn(record: GameRecord, genre: Genre, names: Sequence[str], control: str, date: str) -> str:
    """A game with its tags. `names`: of A and B. `control`: the time control. `date`: "2026.01.31"."""
    white, black = (names["AB".index(player)] for player in (record.white, record.black))
    game = Opening(record.fen, tuple(record.moves)).game(genre)
    game.headers.update({"Event": "Match", "Date": date, "Round": str(record.number), "White": printable(white),
                         "Black": printable(black), "Result": record.result, "PlyCount": str(len(record.moves)),
                         "TimeControl": control, "Termination": _TERMINATIONS.get(record.reason, "normal")})
    for node, score in zip(game.node.line()[1:], record.scores, strict=False):      # older records have none
        node.comment = with_command("", "eval", score or None)
    end = game.end()
    said = f"{record.reason}: {record.detail}" if record.detail else record.reason
    end.comment = f"{end.comment} {said}".lstrip()
    return f"{game.pgn()}\n"
