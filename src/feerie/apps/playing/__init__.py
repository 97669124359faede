"""The commands that play, analyse and hold matches."""
