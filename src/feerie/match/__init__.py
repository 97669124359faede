"""Matches: two players, a referee who checks every move, and the statistics of their results."""
