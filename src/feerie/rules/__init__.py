"""The rules of a genre, of moves and of goals as frozen values; needs the standard library only."""
