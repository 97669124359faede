"""Positions and moves as text: FEN, moves in three languages, words."""
