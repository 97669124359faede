"""Admissible lower bounds on the length of help play, from the patterns that a goal needs; see base.py."""
