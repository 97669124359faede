"""Is the goal reached, by which moves, and which moves cannot reach it? For both kinds of play."""
