"""Endgame tables: every position of a few men, with its outcome and its distance to mate, by retrograde analysis."""
