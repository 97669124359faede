"""Admissible lower bounds on the length of help play, from patterns of the position that is to be reached."""
