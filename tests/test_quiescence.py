"""The quiescence search makes no illegal move: a check to several kings must be one that can be parried, or mate."""
from random import Random

import pytest

from feerie import Engine, Position

TWO_KINGS = "rnbqk1nr/pppp1kpp/8/4pp2/4PP2/8/PPPP1KPP/RNBQK1NR w KQkq - 0 1"
OPEN_KINGS = "r2k3r/p2q1k2/1pn2n2/3p4/3P4/2N2N2/P2Q1K2/R2K3R w - - 0 1"


@pytest.mark.parametrize("genre", ["rex-multiplex", "roque+rex-multiplex"])
def test_principal_variations_are_legal_to_their_end(genre: str) -> None:
    """Lines of searches of one ply, which end in the quiescence search, from positions of random games."""
    rng, engine, captures = Random(genre), Engine(hash_mb=1), 0
    for fen in (TWO_KINGS, OPEN_KINGS):
        position = Position(genre, fen)
        for _ in range(60):
            moves = list(position.legal_moves)
            if not moves:
                break
            engine.clear()
            line = engine.search(position, depth=1).lines[0].moves
            at = position
            for move in line:
                assert str(move) in [str(legal) for legal in at.legal_moves], (at.fen, line)
                at = at.play(move)
            captures += len(line) > 1
            position = position.play(rng.choice(moves))
    assert captures > 20
