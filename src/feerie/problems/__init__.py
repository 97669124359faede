"""Chess problems as values: what they ask for, and their solutions; nothing here searches."""
