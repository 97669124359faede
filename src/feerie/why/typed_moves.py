"""Why moves as people type them are legal or not."""
from __future__ import annotations

from contextlib import suppress

from feerie.base.errors import InvalidMoveError
from feerie.game.explanation import Explanation
from feerie.game.position import Position
from feerie.game.typed_moves import loose_readings, read_in
from feerie.notation.languages import LANGUAGES, Language
from feerie.why.explain import explain

__all__ = ["explained"]


def explained(position: Position, text: str, words: Language) -> Explanation:
    """Why a typed move is legal or not; errors as of `explain.explain`."""
    codes = [words.code, *(code for code in LANGUAGES if code != words.code)]
    for code in codes:
        if read_in(position, text, code)[0] is not None:
            return explain(position, text, words, written=code)
    for loose in loose_readings(text):
        if read_in(position, loose, words.code)[0] is not None:
            return explain(position, loose, words, written=words.code)
    first: InvalidMoveError | None = None
    for code in codes:
        try:
            return explain(position, text, words, written=code)
        except InvalidMoveError as error:
            first = first or error
    for loose in loose_readings(text):
        with suppress(InvalidMoveError):
            return explain(position, loose, words, written=words.code)
    assert first is not None
    raise first
