"""Help and series play: all lines that reach the goal."""
