"""The commands that solve and verify problems."""
