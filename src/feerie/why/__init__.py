"""Why a move is legal or not, and why a position is what it is."""
