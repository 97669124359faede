"""Studies and analyses on the page."""
