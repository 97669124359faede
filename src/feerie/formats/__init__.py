"""How problems are written in files: Popeye's input language and YACPDB entries."""
