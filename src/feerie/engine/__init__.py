"""The playing search on kernel states: evaluation, search and levels. Compiled; knows no genre by name."""
