"""What every request passes: access, turns, limits, errors; and the data base."""
